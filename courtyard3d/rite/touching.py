"""Who touches what stands there: sampled, in plan.

What is at hand is meant. So who stays keeps half his breadth from what stands there; on his way he keeps
his skirt from it, or at least comes no nearer to it than where he sets out or where he stops.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import STRtree

from courtyard3d.rite.ground import LOW, TALL, Standing
from courtyard3d.rite.timeline import Timeline
from courtyard3d.rite.tracks import Floats

SLACK = 0.13
"""尺 by which one may come nearer than he should."""

Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, order=True)
class Touch:
    """A person who is too near to a thing: when first, and how far from it (尺) where he is nearest."""

    time: float
    person: str
    thing: str
    away: float


def touches(timeline: Timeline, every: float) -> Iterator[Touch]:
    """Yield each person and thing that touch, as looks `every` so many seconds find them."""
    solids = Solids(timeline)
    looks = np.arange(0.0, timeline.duration, every)
    for person in timeline.figures:
        places = timeline.places([person], looks)[:, 0]
        found = [*_staying(timeline, solids, looks, places), *_going(timeline, solids, looks, places)]
        first: dict[str, float] = {}
        nearest: dict[str, float] = {}
        for time, row, away in sorted(found):
            thing = solids.ids[row]
            first.setdefault(thing, time)
            nearest[thing] = min(away, nearest.get(thing, away))
        yield from (Touch(time, person, thing, nearest[thing]) for thing, time in first.items())


class Solids:
    """All that stands anywhere during the rite: a row for each thing and each place where it rests."""

    def __init__(self, timeline: Timeline) -> None:
        always = [(one, 0.0, timeline.duration) for one in timeline.ground.fixed]
        rows = [*always, *_set_up(timeline)]
        self.ids = [one.id for one, *_ in rows]
        self.plans = np.array([one.plan for one, *_ in rows], dtype=object)
        self._tree = STRtree(self.plans)
        spans = [(one.low, one.high, since, until) for one, since, until in rows]
        self.low, self.high, self.since, self.until = np.array(spans).reshape(-1, 4).T

    def near(self, places: Floats, reach: float) -> tuple[Indices, Indices]:
        """Which places (n, 3) are nearer than `reach` (尺) to which rows, at one level with them."""
        feet = shapely.points(places[:, :2])
        index, row = self._tree.query(feet, predicate="dwithin", distance=reach - SLACK)
        height = places[index, 2]
        level = (self.low[row] < height + TALL) & (self.high[row] > height + LOW)
        return index[level], row[level]

    def distance(self, places: Floats, rows: Indices) -> Floats:
        """How far (尺) each place is from the thing of its row."""
        away: Floats = shapely.distance(shapely.points(places[:, :2]), self.plans[rows])
        return away


def _set_up(timeline: Timeline) -> Iterator[tuple[Standing, float, float]]:
    """Yield how each thing that the rite sets up stands, from which second until which."""
    for block in timeline.ground.set_up.values():
        rests = timeline.things[block.id].rests
        untils = [rest.time for rest in rests[1:]] + [timeline.duration]
        for rest, until in zip(rests, untils, strict=True):
            standing = block.standing(rest)
            if standing is not None:
                yield standing, rest.time, until


def _still(places: Floats) -> Flags:
    """Which looks find one on the spot of the look before or after."""
    same = np.all(places[1:] == places[:-1], axis=1)
    still: Flags = np.concatenate([[False], same]) | np.concatenate([same, [False]])
    return still


def _staying(
    timeline: Timeline, solids: Solids, looks: Floats, places: Floats
) -> Iterator[tuple[float, int, float]]:
    """Yield the second and the row of what one touches who stands still, and how far it is."""
    still = _still(places)
    borders = np.flatnonzero(np.diff(still, prepend=False, append=False))
    begins, ends = borders[::2], borders[1::2] - 1
    stay, row = solids.near(places[begins], timeline.movement.clear)
    since = np.maximum(looks[begins[stay]], solids.since[row])
    both = since < np.minimum(looks[ends[stay]], solids.until[row])
    away = solids.distance(places[begins[stay]], row)
    yield from zip(since[both].tolist(), row[both].tolist(), away[both].tolist(), strict=True)


def _going(
    timeline: Timeline, solids: Solids, looks: Floats, places: Floats
) -> Iterator[tuple[float, int, float]]:
    """Yield the second and the row of what one touches on his ways, and how far it is."""
    movement = timeline.movement
    still, order = _still(places), np.arange(len(looks))
    before = np.maximum.accumulate(np.where(still, order, 0))
    after = np.minimum.accumulate(np.where(still, order, len(looks) - 1)[::-1])[::-1]
    moves = np.flatnonzero(~still & ~np.isnan(places[:, 0]))
    move, row = solids.near(places[moves], movement.aside)
    look = moves[move]
    stands = (solids.since[row] <= looks[look]) & (looks[look] < solids.until[row])
    look, row = look[stands], row[stands]
    at_hand = np.fmin(solids.distance(places[before[look]], row), solids.distance(places[after[look]], row))
    away = solids.distance(places[look], row)
    room = np.where(solids.high[row] - places[look, 2] <= movement.low, movement.clear, movement.aside)
    near = away < np.fmin(at_hand, room) - SLACK
    yield from zip(looks[look[near]].tolist(), row[near].tolist(), away[near].tolist(), strict=True)
