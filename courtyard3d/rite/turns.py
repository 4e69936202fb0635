"""Who goes first: several who set off at once keep out of each other's way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from shapely import LineString, dwithin, linestrings, points

from courtyard3d.rite.bodies import overlap
from courtyard3d.rite.movement import Movement
from courtyard3d.rite.tracks import Floats, Indices, Key

SAMPLE = 0.125
"""Seconds between two looks, and by which one waits longer."""
LONGEST = 160
"""Looks for which one waits at most."""

Pair = tuple[int, int]


def waits(ways: Sequence[Sequence[Key]], movement: Movement) -> list[float]:
    """How many seconds each waits before he sets off, so that nobody walks into another.

    All ways begin at the same second. They go in the order in which they are named, in that of
    the lengths of their ways, or in the reverse of either, whichever brings them all there soonest;
    none waits where it does not help.
    """
    if len(ways) == 1:
        return [0.0]
    people, ends = range(len(ways)), [way[-1].time for way in ways]
    ones, others = np.triu_indices(len(ways), 1)
    lines = _lines(ways)
    near = dwithin(lines[ones], lines[others], 2.0 * movement.aside)
    crossing = [*zip(ones[near].tolist(), others[near].tolist(), strict=True)]
    if not crossing:
        return [0.0] * len(ways)
    looks = np.arange(ways[0][0].time, max(ends) + SAMPLE, SAMPLE)
    tracks = {n: _stances(ways[n], looks) for n in sorted({n for pair in crossing for n in pair})}
    if all(overlap(tracks[one], tracks[other], movement).max() <= 0.0 for one, other in crossing):
        return [0.0] * len(ways)
    meetings = {
        (one, other): Meeting(
            *_hits((tracks[one], lines[one]), (tracks[other], lines[other]), movement), len(looks)
        )
        for one, other in crossing
    }
    by_length = sorted(people, key=lambda n: ends[n])
    orders = (people, reversed(people), reversed(by_length), by_length)
    found = [waiting for order in orders if (waiting := _one_after_another(order, meetings))]
    best = min(found, key=lambda waiting: max(waiting[n] * SAMPLE + ends[n] for n in people), default={})
    return [best.get(n, 0) * SAMPLE for n in people]


def _lines(ways: Sequence[Sequence[Key]]) -> NDArray[np.object_]:
    """Each way as a line."""
    places = [key[1:3] for way in ways for key in (way[0], *way)]
    return linestrings(places, indices=np.repeat(range(len(ways)), [len(way) + 1 for way in ways]))  # type: ignore[no-any-return]


def _stances(way: Sequence[Key], looks: Floats) -> Floats:
    """Where one is and how he faces at many times, (n, 4)."""
    time, *rest = np.array(way).T
    stances: Floats = np.array([np.interp(looks, time, column) for column in rest]).T
    return stances


def _hits(
    one: tuple[Floats, LineString], other: tuple[Floats, LineString], movement: Movement
) -> tuple[Indices, Indices]:
    """At which of his looks the one would overlap the other at which of his; of stances (n, 4) and ways."""
    room = 2.0 * movement.aside
    rows, columns = (
        np.flatnonzero(dwithin(points(stances[:, :2]), line, room))
        for stances, line in ((one[0], other[1]), (other[0], one[1]))
    )
    here, there = one[0][rows][:, None], other[0][columns][None]
    east, north = there[..., 0] - here[..., 0], there[..., 1] - here[..., 1]
    row, column = np.nonzero(east * east + north * north < room * room)
    deep = overlap(here[row, 0], there[0, column], movement) > 0.0
    return rows[row[deep]], columns[column[deep]]


class Meeting:
    """Whether two walk into each other, by how much later the one sets off than the other.

    Parameters
    ----------
    ones, others : arrays of int, (n,)
        At which of his looks the one overlaps the other at which of his.
    count : int
        How many looks there are; before the first and after the last both stand still.
    """

    def __init__(self, ones: Indices, others: Indices, count: int) -> None:
        last = count - 1
        self._apart = set((others - ones).tolist())
        self._one_stands = min(others[ones == 0].tolist(), default=count)
        self._other_stands = min(ones[others == 0].tolist(), default=count)
        self._other_has_come = last - max(ones[others == last].tolist(), default=-count)
        self._one_has_come = last - max(others[ones == last].tolist(), default=-count)

    def at(self, later: int) -> bool:
        """Whether they meet if the one sets off so many looks later; less than 0: earlier."""
        return (
            later in self._apart
            or later > self._one_stands
            or -later > self._other_stands
            or later >= self._other_has_come
            or -later >= self._one_has_come
        )


def _one_after_another(order: Iterable[int], meetings: Mapping[Pair, Meeting]) -> dict[int, int]:
    """For how many looks each waits if they go in that order; empty where somebody can't go at all."""
    waiting: dict[int, int] = {}
    for one in order:
        for later in range(LONGEST):
            if not any(_meet(meetings, (one, later), gone) for gone in waiting.items()):
                waiting[one] = later
                break
        else:
            return {}
    return waiting


def _meet(meetings: Mapping[Pair, Meeting], *two: tuple[int, int]) -> bool:
    """Whether two meet who each wait for so many looks."""
    (one, later), (other, other_later) = sorted(two)
    return (one, other) in meetings and meetings[one, other].at(later - other_later)
