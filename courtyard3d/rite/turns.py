"""Who goes first: several who set off at once keep out of each other's way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations

import numpy as np
from shapely import LineString, dwithin, points

from courtyard3d.rite.bodies import overlap
from courtyard3d.rite.movement import Movement
from courtyard3d.rite.tracks import Floats, Indices, Key

SAMPLE = 0.125
"""Seconds between two looks, and by which one waits longer."""
LONGEST = 160
"""Looks for which one waits at most."""
AFTER = range(LONGEST)
BEFORE_OR_AFTER = sorted(range(1 - LONGEST, LONGEST), key=abs)
"""How many looks later than the first of an order the others may set off, the best first."""

Pair = tuple[int, int]
Box = tuple[float, float, float, float]


def waits(ways: Sequence[Sequence[Key]], movement: Movement) -> list[float]:
    """How many seconds each waits before he sets off, so that nobody walks into another.

    All ways begin at the same second. They go in the order in which they are named, in that of
    the lengths of their ways, or in the reverse of either, whichever brings them all there soonest.
    Where no order lets everybody go, some may go before those whom the order has before them;
    none waits where it does not help.
    """
    if len(ways) == 1:
        return [0.0]
    people, ends = range(len(ways)), [way[-1].time for way in ways]
    lines, crossing = _crossing(ways, 2.0 * movement.aside)
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
    orders = (people, people[::-1], by_length[::-1], by_length)
    found = _in_each(orders, meetings, AFTER) or _in_each(orders, meetings, BEFORE_OR_AFTER)
    best = min(found, key=lambda waiting: max(waiting[n] * SAMPLE + ends[n] for n in people), default={})
    return [best.get(n, 0) * SAMPLE for n in people]


def _crossing(ways: Sequence[Sequence[Key]], room: float) -> tuple[dict[int, LineString], list[Pair]]:
    """Which ways somewhere come so near to each other, and as lines all that could."""
    boxes = [_box(way) for way in ways]
    pairs = [(a, b) for a, b in combinations(range(len(ways)), 2) if _near(boxes[a], boxes[b], room)]
    lines = {n: LineString([key[1:3] for key in (ways[n][0], *ways[n])]) for n in set(chain(*pairs))}
    return lines, [(a, b) for a, b in pairs if dwithin(lines[a], lines[b], room)]


def _box(way: Sequence[Key]) -> Box:
    """How far a way reaches west, south, east and north."""
    _, easts, norths, *_ = zip(*way, strict=True)
    return min(easts), min(norths), max(easts), max(norths)


def _near(one: Box, other: Box, room: float) -> bool:
    """Whether two rectangles are nowhere so far from each other."""
    gaps = (one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
    return max(gaps) <= room


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


def _in_each(
    orders: Iterable[Sequence[int]], meetings: Mapping[Pair, Meeting], looks: Sequence[int]
) -> list[dict[int, int]]:
    """For how many looks each waits, in each of the orders in which all can go."""
    return [waiting for order in orders if (waiting := _one_after_another(order, meetings, looks))]


def _one_after_another(
    order: Sequence[int], meetings: Mapping[Pair, Meeting], looks: Sequence[int]
) -> dict[int, int]:
    """For how many looks each waits who may set off so many `looks` after the first; empty if one can't."""
    waiting: dict[int, int] = {}
    for one in order:
        for later in looks:
            if not any(_meet(meetings, (one, later), gone) for gone in waiting.items()):
                waiting[one] = later
                break
        else:
            return {}
    soonest = min(waiting.values())
    return {one: later - soonest for one, later in waiting.items()}


def _meet(meetings: Mapping[Pair, Meeting], *two: tuple[int, int]) -> bool:
    """Whether two meet who each wait for so many looks."""
    (one, later), (other, other_later) = sorted(two)
    return (one, other) in meetings and meetings[one, other].at(later - other_later)
