"""How things rest at a place: they lie there, or lean (倚) against what is behind it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from courtyard3d.layout import Thing
from courtyard3d.rite.paths import XY, ahead, beside, heading
from courtyard3d.rite.spots import floats
from courtyard3d.rite.world import World
from courtyard3d.scene.state import Point

LEANING_PLACE, UPRIGHT = "leaning-place", 90.0
LEDGE, AGAINST = "ledge", "against"
"""Points of a leaning-place: on the one lies what does not lean (矢在其上), the other what leans touches."""


class Resting(NamedTuple):
    """Where a thing comes to rest, where its head points, and how far that is raised."""

    point: Point
    facing: float
    pitch: float = 0.0


def resting(world: World, thing: Thing, place: str, facing: float) -> Resting:
    """How a thing comes to rest that is put at a place which faces there.

    What is long leans at a leaning-place, as steep as the point asks that it
    touches, beside what leans there already.
    """
    layout, kind = world.layout, world.layout.kinds[thing.kind]
    there, along = layout.objects.get(place), kind.extent.along
    long = along is not None and kind.extent.height is None
    if there is None or there.kind != LEANING_PLACE or not (kind.leans or long):
        return Resting(floats(layout.point(place)), facing)
    if not kind.leans and layout.has_point(f"{place}.{LEDGE}"):
        return Resting(floats(layout.point(f"{place}.{LEDGE}")), facing)
    length = float(thing.size[along or ""].value)
    foot = floats(layout.point(place))
    if not layout.has_point(f"{place}.{AGAINST}"):
        return Resting(foot if kind.leans else (*foot[:2], foot[2] + length / 2.0), facing, UPRIGHT)
    touched = floats(layout.point(f"{place}.{AGAINST}"))
    away, height = math.dist(touched[:2], foot[:2]), touched[2] - foot[2]
    reached = math.hypot(away, height) <= length
    pitch = math.atan2(height, away) if reached else math.acos(min(away / length, 1.0))
    toward = heading(foot[:2], touched[:2])
    x, y = next(spot for spot in _beside(world, foot[:2], toward) if _is_free(world, thing, spot))
    if kind.leans:
        return Resting((x, y, foot[2]), toward, math.degrees(pitch))
    middle = ahead((x, y), toward, length / 2.0 * math.cos(pitch))
    return Resting((*middle, foot[2] + length / 2.0 * math.sin(pitch)), toward, math.degrees(pitch))


def _beside(world: World, foot: XY, toward: float) -> Iterator[XY]:
    """Yield the places side by side at which things lean, from the middle outward."""
    yield foot
    for rank in range(1, len(world.things) + 1):
        for side in (rank, -rank):
            yield beside(foot, toward, side * world.movement.leaning)


def _is_free(world: World, thing: Thing, spot: XY) -> bool:
    """Whether nothing of its kind leans there; arrows are leant as a bundle."""
    if not world.layout.kinds[thing.kind].leans:
        return True
    rests = (world.things[other] for other in world.of_kind(thing.kind) if other != thing.id)
    return all(
        rest.point is None
        or rest.holder is not None
        or math.dist(rest.point[:2], spot) >= world.movement.apart
        for rest in rests
    )
