"""Ways round what stands in the way: the shortest one that keeps clear of it."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from shapely import LineString, Point, Polygon

from courtyard3d.rite.ground import CORNER, XY, Floor, Standing, Standings
from courtyard3d.rite.movement import Movement
from courtyard3d.rite.paths import distinct

SLACK = 0.01
"""尺 by which a way may come nearer than it should."""
Leg = tuple[XY, XY]
ROUND = 6.0
"""尺: what is farther from a way is not met on the way round."""
MOST = 8
"""Times that a way is led round more things before it is given up."""


class Field(NamedTuple):
    """Where somebody walks: raised floors, and what and who stands there and is `in_the_way`."""

    standing: Standings
    floors: tuple[Floor, ...]
    in_the_way: Callable[[str], bool]

    def near(self, leg: Leg, height: float, room: float) -> list[Standing]:
        """What is in the way of a leg so broad."""
        return [one for one in self.standing.near(*leg, height, room) if self.in_the_way(one.id)]


class Room(NamedTuple):
    """How much room people need who go at a height: to each side `half` 尺 more than one alone."""

    movement: Movement
    height: float
    half: float = 0.0

    @property
    def most(self) -> float:
        """尺: what is farther away is in nobody's way."""
        return self.movement.aside + self.half

    def beside(self, one: Standing) -> float:
        """尺 that they keep from a thing."""
        return self.movement.room(one.high - self.height) + self.half


def round_things(way: Sequence[XY], field: Field, room: Room) -> list[XY]:
    """The way, each leg of it led round what stands in it; straight on where there is no way round.

    People keep clear of everything but what is at hand: to that they come no nearer than
    where the leg begins or ends.
    """
    points = [way[0]]
    for leg in pairwise(way):
        if any(_zone(one, leg, leg, room) for one in field.near(leg, room.height, room.most)):
            near = tuple(field.near(leg, room.height, ROUND))
            points += _led_round(leg, near, field.floors, room)
        else:
            points.append(leg[1])
    return distinct(points)


def keeps_clear(way: Sequence[XY], field: Field, room: Room) -> bool:
    """Whether a way comes to nothing nearer than it should, or than where it begins or ends."""
    ends = (way[0], way[-1])
    return not any(
        _zone(one, leg, ends, room)
        for leg in pairwise(way)
        for one in field.near(leg, room.height, room.most)
    )


@lru_cache(maxsize=4096)
def _zone(one: Standing, leg: Leg, ends: Leg, room: Room) -> float | None:
    """How much room a thing needs that a leg of a way with those ends comes too near to, else None."""
    line, clear = LineString(leg), room.beside(one)
    if one.plan.distance(line) >= clear - SLACK:
        return None
    needs = min(clear, *(one.plan.distance(Point(end)) / CORNER - SLACK for end in ends))
    return needs if needs > SLACK and one.zone(needs - SLACK).intersects(line) else None


@lru_cache(maxsize=1024)
def _led_round(leg: Leg, near: tuple[Standing, ...], floors: tuple[Floor, ...], room: Room) -> list[XY]:
    """The leg, led round what is near it, without its start; most are gone more than once."""
    on = next((floor.plan for floor in floors if floor.bears(room.height)), None)
    walls = [] if on is not None else [floor.plan for floor in floors if floor.height > room.height]
    way, known = [*leg], dict[Standing, float]()
    for _ in range(MOST):
        pairs = ((one, part) for part in pairwise(way) for one in near if one.beside(*part, room.most))
        needs = ((one, _zone(one, part, leg, room)) for one, part in pairs)
        met = {one: clear for one, clear in needs if clear is not None}
        if met.keys() <= known.keys():
            break
        known |= met
        closed = [one.zone(clear - SLACK) for one, clear in known.items()] + walls
        zones = [one.zone(clear) for one, clear in known.items()]
        way = _shortest(*leg, _corners(zones, on), closed) or [*leg]
    return way[1:]


def _corners(zones: Iterable[Polygon], on: Polygon | None) -> list[XY]:
    """Where a way round the zones may turn, on the raised floor where it leads over one."""
    corners = [(x, y) for zone in zones for x, y in zone.exterior.coords[:-1]]
    return [corner for corner in corners if on is None or shapely.intersects_xy(on, *corner)]


def _shortest(start: XY, end: XY, corners: Sequence[XY], closed: Sequence[Polygon]) -> list[XY] | None:
    """The shortest way along the corners that does not lead over closed ground, if there is one."""
    walls, places = np.array(closed, dtype=object)[:, None], [*corners, end]
    shapely.prepare(walls)
    best, heap = {start: 0.0}, [(math.dist(start, end), 0.0, [start])]
    while heap:
        _, gone, way = heapq.heappop(heap)
        if way[-1] == end:
            return way
        if gone > best[way[-1]]:
            continue
        shut = shapely.intersects(walls, shapely.linestrings([[way[-1], place] for place in places])).any(
            axis=0
        )
        for there, is_shut in zip(places, shut.tolist(), strict=True):
            length = gone + math.dist(way[-1], there)
            if not is_shut and length < best.get(there, math.inf):
                best[there] = length
                heapq.heappush(heap, (length + math.dist(there, end), length, [*way, there]))
    return None
