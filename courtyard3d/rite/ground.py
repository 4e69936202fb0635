"""What a way may not lead through: walls, pillars, whatever stands there now, and the edges of the hall."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from shapely import LineString, Point, Polygon, box, prepare
from shapely.affinity import rotate

from courtyard3d.layout import Layout, Thing
from courtyard3d.rite.movement import Movement
from courtyard3d.rite.tracks import Rest
from courtyard3d.scene.state import Point as Place

XY = tuple[float, float]
Sides = tuple[float, float | None]
"""The breadth and length of a footprint in 尺; of a round one the diameter alone."""
SQUARE = 12.0
"""尺: the side of the squares by which is found what stands there."""
LOW, TALL = 0.05, 7.0
"""尺 above the feet between which a thing is in the way of a man."""
MATS = 0.3
"""尺: two mats one on the other; who stands on them stands on the floor below."""
CLEARANCE = 0.02
NEAR = 1e-9
HALF_TURN = 180.0
"""Degrees after which a rectangle covers the same ground again."""
CORNER = 1.0 / math.cos(math.pi / 8.0)


def footprint(layout: Layout, thing: Thing) -> Polygon | None:
    """The ground that a thing covers where it is used, in 尺; None for what has no place or no extent."""
    sides = _sides(layout, thing)
    if thing.position is None or sides is None:
        return None
    x, y = (float(value) for value in thing.position[:2])
    return _plan(sides, (x, y), _facing(thing))


def _facing(thing: Thing) -> float:
    return float((thing.lies if thing.lies is not None else thing.facing) or 0.0)


def _sides(layout: Layout, thing: Thing) -> Sides | None:
    extent = layout.kinds[thing.kind].extent
    sizes = [thing.size[name] for name in (extent.across, extent.along) if name and name in thing.size]
    if len(sizes) < 2:
        return None
    across, along = (float(size.value) for size in sizes)
    return across, None if extent.across == extent.along else along


def _plan(sides: Sides, at: XY, facing: float) -> Polygon:
    """The footprint of what stands `at` a point and faces so."""
    across, along = sides
    if along is None:
        return Point(at).buffer(across / 2.0)
    x, y = at
    plan = box(x - across / 2.0, y - along / 2.0, x + across / 2.0, y + along / 2.0)
    turn = -facing % HALF_TURN
    return rotate(plan, turn, origin=at) if turn else plan


@dataclass(frozen=True, eq=False)
class Standing:
    """Something that stands there: how it faces, and from which height to which it is, in 尺."""

    block: Block
    at: XY
    facing: float
    low: float
    high: float

    @cached_property
    def plan(self) -> Polygon:
        """The ground that it covers."""
        return _plan(self.block.sides, self.at, self.facing)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """How far it reaches west, south, east and north."""
        (x, y), (across, along) = self.at, self.block.sides
        east = north = across / 2.0
        if along is not None:
            turn = math.radians(self.facing)
            cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
            east, north = (cos * across + sin * along) / 2.0, (sin * across + cos * along) / 2.0
        return x - east, y - north, x + east, y + north

    @property
    def id(self) -> str:
        return self.block.id

    def covers(self, point: XY) -> bool:
        """Whether a point in plan lies on it."""
        (east, north), (across, along) = (point[0] - self.at[0], point[1] - self.at[1]), self.block.sides
        if along is None:
            return math.hypot(east, north) <= across / 2.0
        turn = math.radians(self.facing)
        right = math.cos(turn) * east - math.sin(turn) * north
        ahead = math.sin(turn) * east + math.cos(turn) * north
        return abs(right) <= across / 2.0 + NEAR and abs(ahead) <= along / 2.0 + NEAR

    def beside(self, start: XY, end: XY, room: float) -> bool:
        """Whether a rectangle from one point to the other, `room` 尺 broader all round, touches it."""
        west, south, east, north = self.bounds
        return (
            west - room < max(start[0], end[0])
            and east + room > min(start[0], end[0])
            and south - room < max(start[1], end[1])
            and north + room > min(start[1], end[1])
        )

    def zone(self, room: float) -> Polygon:
        """The ground round it, `room` 尺 broad; at its corners, which are cut off, `CORNER` times that."""
        across, along = self.block.sides
        if along is None:
            across, along, room = 0.0, 0.0, room + across / 2.0
        right, ahead, cut = across / 2.0, along / 2.0, room * math.tan(math.pi / 8.0)
        far, near = (right + room, ahead + cut), (right + cut, ahead + room)
        ring = [far, near, *((-x, y) for x, y in (near, far))]
        ring += [(-x, -y) for x, y in ring]
        turn = math.radians(self.facing)
        cos, sin = math.cos(turn), math.sin(turn)
        (x, y) = self.at
        return Polygon([(x + cos * a + sin * b, y - sin * a + cos * b) for a, b in ring])


class Block(NamedTuple):
    """Something through which nobody walks, wherever it stands."""

    id: str
    sides: Sides
    height: float

    def standing(self, rest: Rest) -> Standing | None:
        """How it stands in the way while it rests so; None while it is carried, flies, or is absent."""
        if rest.point is None or rest.holder is not None or rest.origin is not None:
            return None
        return standing_at(self, rest.point, rest.facing)


@lru_cache(maxsize=4096)
def standing_at(block: Block, point: Place, facing: float) -> Standing:
    """How a thing stands in the way at a point, facing so."""
    x, y, z = point
    return Standing(block, (x, y), facing, z, z + block.height)


class Standings:
    """All that stands in people's way at one moment, by the squares of the ground that it covers."""

    def __init__(self, fixed: Iterable[Standing] = ()) -> None:
        self._squares: dict[tuple[int, int], dict[str, Standing]] = {}
        self._known: dict[str, Standing] = {}
        for one in fixed:
            self.put(one.id, one)

    def copy(self) -> Standings:
        """Another one that changes by itself."""
        other = Standings()
        other._squares = {square: dict(inside) for square, inside in self._squares.items()}
        other._known = dict(self._known)
        return other

    def put(self, thing: str, standing: Standing | None) -> None:
        """Let a thing stand so from now on, or no longer."""
        before = self._known.pop(thing, None)
        if before is not None:
            for square in _squares(*before.bounds):
                del self._squares[square][thing]
        if standing is not None:
            self._known[thing] = standing
            for square in _squares(*standing.bounds):
                self._squares.setdefault(square, {})[thing] = standing

    def near(self, start: XY, end: XY, height: float, room: float) -> list[Standing]:
        """What a rectangle from point to point, `room` 尺 broader all round, touches at that height."""
        west, east = (start[0], end[0]) if start[0] < end[0] else (end[0], start[0])
        south, north = (start[1], end[1]) if start[1] < end[1] else (end[1], start[1])
        west, south, east, north = west - room, south - room, east + room, north + room
        feet, head = height + LOW, height + TALL
        found: dict[Standing, None] = {}
        for square in _squares(west, south, east, north):
            for one in self._squares.get(square, _NOTHING).values():
                left, low, right, high = one.bounds
                beside = left < east and right > west and low < north and high > south
                if beside and one.low < head and one.high > feet:
                    found[one] = None
        return [*found]


_NOTHING: Mapping[str, Standing] = {}


def _squares(west: float, south: float, east: float, north: float) -> list[tuple[int, int]]:
    """The squares that a rectangle touches."""
    columns = range(int(west // SQUARE), int(east // SQUARE) + 1)
    rows = range(int(south // SQUARE), int(north // SQUARE) + 1)
    return [(column, row) for column in columns for row in rows]


@dataclass(frozen=True, slots=True)
class Floor:
    """A raised floor, which covers some ground."""

    ground: Standing

    @property
    def plan(self) -> Polygon:
        """The ground that it covers."""
        return self.ground.plan

    @property
    def height(self) -> float:
        """How high it is, in 尺."""
        return self.ground.high

    def bears(self, feet: float) -> bool:
        """Whether one whose feet are at that height is on its level."""
        return abs(feet - self.height) < MATS

    def edge(self, way: Way) -> str | None:
        """What of it is in the way of one who goes along it."""
        points, feet = way
        on = self.bears(feet)
        if on and all(map(self.ground.covers, points)):
            return None
        legs = pairwise(points)
        if (not on and feet > self.height) or not any(self.ground.beside(*leg, 0.0) for leg in legs):
            return None
        line = LineString(points)
        over = self.plan.intersection(line).length
        if on:
            return "the edge of the hall" if CLEARANCE < over < line.length - CLEARANCE else None
        return "the platform of the hall" if over > CLEARANCE else None


class Way(NamedTuple):
    """Where somebody goes: two points or more, at the height of his feet (尺)."""

    points: tuple[XY, ...]
    height: float


@dataclass(frozen=True)
class Ground:
    """What a layout puts in people's way: what is always there or is set up, people, raised floors."""

    fixed: tuple[Standing, ...]
    set_up: Mapping[str, Block]
    people: Mapping[str, Block]
    floors: tuple[Floor, ...]

    @classmethod
    def of(cls, layout: Layout, movement: Movement) -> Ground:
        """The ground of a layout."""
        fixed, set_up, floors = [], {}, []
        for thing in layout.objects.values():
            kind, sides = layout.kinds[thing.kind], _sides(layout, thing)
            if thing.members or sides is None or not (kind.blocks or kind.floor):
                continue
            block = Block(thing.id, sides, float(thing.size[kind.extent.height or ""].value))
            if kind.blocks and thing.starts is not None:
                set_up[thing.id] = block
            elif thing.position is not None:
                x, y, z = (float(value) for value in thing.position)
                there = standing_at(block, (x, y, z), _facing(thing))
                prepare(there.plan)
                fixed += [there] * kind.blocks
                floors += [Floor(there)] * kind.floor
        people = {person: Block(person, (2.0 * movement.aside, None), TALL) for person in layout.people}
        return cls(tuple(fixed), set_up, people, tuple(floors))

    def on_hall(self, point: Place) -> bool:
        """Whether one who stands there stands on a raised floor."""
        x, y, z = point
        return any(floor.bears(z) and floor.ground.covers((x, y)) for floor in self.floors)

    def edge(self, way: Way) -> str | None:
        """The edge of a raised floor over which a way leads."""
        return next(filter(None, (floor.edge(way) for floor in self.floors)), None)

    @cached_property
    def obstacle(self) -> Callable[[Way], str | None]:
        """What is always there and a way leads through, None where it is free; most ways are gone again."""
        always = Standings(self.fixed)

        @cache
        def obstacle(way: Way) -> str | None:
            for leg in pairwise(way.points):
                for one in always.near(*leg, way.height, 0.0):
                    if one.plan.intersection(LineString(leg)).length > CLEARANCE:
                        return one.id
            return self.edge(way)

        return obstacle
