"""What a way may not lead through: walls, pillars, posts, and the edges of the hall."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from shapely import LineString, Point, STRtree, box, intersects_xy, prepare
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

from courtyard3d.layout import Layout, Thing
from courtyard3d.rite.tracks import Rest
from courtyard3d.scene.state import Point as Place

Heights = Any
XY = tuple[float, float]
LOW, TALL = 0.05, 7.0
"""尺 above the feet between which a thing is in the way of a man."""
MATS = 0.3
"""尺: two mats one on the other; who stands on them stands on the floor below."""
CLEARANCE = 0.02


def footprint(layout: Layout, thing: Thing) -> BaseGeometry | None:
    """The ground that a thing covers, in 尺; None for what has no place or no extent."""
    extent = layout.kinds[thing.kind].extent
    sizes = [thing.size[name] for name in (extent.across, extent.along) if name and name in thing.size]
    if thing.position is None or len(sizes) < 2:
        return None
    across, along = (float(size.value) for size in sizes)
    x, y = (float(value) for value in thing.position[:2])
    if extent.across == extent.along:
        return Point(x, y).buffer(across / 2.0)
    plan = box(x - across / 2.0, y - along / 2.0, x + across / 2.0, y + along / 2.0)
    facing = thing.lies if thing.lies is not None else thing.facing
    return rotate(plan, 180.0 - float(facing), origin=(x, y)) if facing is not None else plan


@dataclass(frozen=True, slots=True)
class Block:
    """Something through which nobody walks: its plan, and from which height to which it is, in 尺.

    What is set up only during the rite (`set_up`) is in the way while it rests in its place.
    """

    id: str
    plan: BaseGeometry
    low: float
    high: float
    set_up: bool = False

    def stands(self, rest: Rest | None) -> bool:
        """Whether it is in its place while it rests so."""
        if not self.set_up:
            return True
        return rest is not None and rest.point is not None and self.plan.distance(Point(rest.point[:2])) < LOW

    def meets(self, feet: Heights) -> Heights:
        """Whether it stands in the way of one whose feet are at that height."""
        return (self.low < feet + TALL) & (self.high > feet + LOW)


@dataclass(frozen=True, slots=True)
class Floor:
    """A raised floor: its plan and its height in 尺."""

    plan: BaseGeometry
    height: float

    def bears(self, feet: float) -> bool:
        """Whether one whose feet are at that height is on its level."""
        return abs(feet - self.height) < MATS

    def edge(self, line: LineString, feet: float) -> str | None:
        """What of it is in the way of one who goes along the line at that height."""
        if not self.bears(feet):
            under = feet < self.height and self.plan.intersection(line).length > CLEARANCE
            return "the platform of the hall" if under else None
        if self.plan.covers(line):
            return None
        over = CLEARANCE < self.plan.intersection(line).length < line.length - CLEARANCE
        return "the edge of the hall" if over else None


@dataclass(frozen=True)
class Ground:
    """The obstacles of a layout and its raised floors."""

    blocks: tuple[Block, ...]
    floors: tuple[Floor, ...]

    @classmethod
    def of(cls, layout: Layout) -> Ground:
        """The ground of a layout."""
        blocks, floors = [], []
        for thing in layout.objects.values():
            kind = layout.kinds[thing.kind]
            plan = footprint(layout, thing) if kind.blocks or kind.floor else None
            if plan is None or thing.position is None:
                continue
            prepare(plan)
            low = float(thing.position[2])
            high = low + float(thing.size[kind.extent.height or ""].value)
            if kind.floor:
                floors.append(Floor(plan, high))
            if kind.blocks:
                blocks.append(Block(thing.id, plan, low, high, thing.starts is not None))
        return cls(tuple(blocks), tuple(floors))

    @cached_property
    def plans(self) -> STRtree:
        """The plans of the blocks, to be searched by place."""
        return STRtree([block.plan for block in self.blocks])

    def on_hall(self, point: Place) -> bool:
        """Whether one who stands there stands on a raised floor."""
        x, y, z = point
        return any(floor.bears(z) and intersects_xy(floor.plan, x, y) for floor in self.floors)

    def obstacle(self, way: Sequence[XY], height: float, things: Mapping[str, Rest]) -> str | None:
        """What the way at that height leads through, None where it is free; `things` rest there now."""
        blocks, edge = self._barriers((*way,), height)
        return next((block.id for block in blocks if block.stands(things.get(block.id))), edge)

    @cached_property
    def _barriers(self) -> Callable[[tuple[XY, ...], float], tuple[list[Block], str | None]]:
        """What a way at a height leads through if all is set up; most ways are gone more than once."""
        return cache(self._barriers_of)

    def _barriers_of(self, way: tuple[XY, ...], height: float) -> tuple[list[Block], str | None]:
        if len(way) < 2:
            return [], None
        line = LineString(way)
        near = sorted(self.plans.query(line).tolist())
        blocks = [
            block
            for block in (self.blocks[index] for index in near)
            if block.meets(height) and block.plan.intersection(line).length > CLEARANCE
        ]
        return blocks, next(filter(None, (floor.edge(line, height) for floor in self.floors)), None)
