"""Who may take what from where: every thing is always in exactly one place.

A place of a holder (a hand, the belt, the rack) takes certain kinds and so many
of them; `layouts/kinds.yaml` says which.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from courtyard3d.errors import InputError, Where
from courtyard3d.layout import Place
from courtyard3d.rite.naming import label
from courtyard3d.rite.tracks import Rest
from courtyard3d.rite.world import World
from courtyard3d.scene.state import Point

DEEPEST = 4
LOW_POSTURES = ("kneeling", "seated")


def within_reach(world: World, person: str, thing: str, time: float) -> bool:
    """Whether the thing is his, or not farther away than an arm and a step."""
    return _reaches(world, person, world.point_of(person, time), thing, time)


def _reaches(world: World, person: str, here: Point | None, thing: str, time: float) -> bool:
    rest = world.things[thing]
    if rest.holder == person:
        return True
    if rest.holder in world.people or (rest.origin is not None and time < rest.until):
        return False
    there = world.point_of(thing, time)
    if there is None or here is None:
        return False
    return math.dist(there[:2], here[:2]) <= world.movement.reach


def known(world: World, thing: str, where: Where) -> Rest:
    """Where a thing is.

    Raises
    ------
    InputError
        Where the rite has no such thing.
    """
    if thing not in world.things:
        raise InputError(f"there is no {thing}", where, given=thing, valid=world.things)
    return world.things[thing]


def candidates(world: World, person: str, kind: str, time: float) -> list[str]:
    """All things of a kind that he can reach, his own first, then by number."""
    here = world.point_of(person, time)
    things = [t for t in world.of_kind(kind) if _reaches(world, person, here, t, time)]
    return sorted(things, key=lambda t: (world.things[t].holder != person, number(t)))


def number(name: str) -> int:
    """The number at the end of `arrow-12`; 0 where there is none."""
    tail = name.rpartition("-")[2]
    return int(tail) if tail.isdigit() else 0


def check_room(world: World, holder: str, place: str, thing: str, where: Where) -> None:
    """Raise an error where that place does not take the thing or has no room for it."""
    places = _places(world, holder)
    if place not in places:
        raise InputError(
            f"{label(world.layout, holder)} has no place '{place}'", where, given=place, valid=places
        )
    takes, room = places[place].takes, places[place].room
    if takes and world.kind(thing) not in takes:
        raise InputError(
            f"{place} of {label(world.layout, holder)} does not take {thing}",
            where,
            expected=" or ".join(takes),
        )
    inside = world.holds(holder, place)
    if thing not in inside and len(inside) >= room:
        raise InputError(
            f"{place} of {label(world.layout, holder)} is full: it holds {', '.join(inside)}", where
        )
    for other in places:
        if other in places[place].fills or place in places[other].fills:
            others = [held for held in world.holds(holder, other) if held != thing]
            if others:
                who = label(world.layout, holder)
                raise InputError(f"{place} of {who} is not free: {other} holds {', '.join(others)}", where)


def _places(world: World, holder: str) -> Mapping[str, Place]:
    kinds = world.layout.kinds
    entry = world.layout.people.get(holder) or world.layout.objects[holder]
    return kinds[entry.kind].places


def give(world: World, thing: str, holder: str, place: str, time: float, where: Where) -> None:
    """Put a thing into a place of a holder."""
    check_room(world, holder, place, thing, where)
    above, depth = holder, 1
    while above in world.things and world.things[above].holder is not None:
        above, depth = str(world.things[above].holder), depth + 1
    if depth > DEEPEST:
        raise InputError(f"{thing} would be held {depth} deep", where, expected=f"at most {DEEPEST}")
    world.rest(thing, Rest(time, holder=holder, place=place))


def put(world: World, thing: str, point: Point, facing: float, time: float, pitch: float = 0.0) -> None:
    """Put a thing on a spot."""
    world.rest(thing, Rest(time, point, facing, pitch))


def take(world: World, person: str, thing: str, place: str, time: float, where: Where) -> None:
    """Let a person take a thing that he can reach into a place that has room.

    Raises
    ------
    InputError
        Where there is no such thing, where it is absent, too far away or in
        another's hands, or lies on the ground while he stands.
    """
    rest = known(world, thing, where)
    if rest.holder is None and rest.point is None:
        raise InputError(f"{label(world.layout, person)} can't take {thing}: it is not there yet", where)
    if not within_reach(world, person, thing, time):
        raise InputError(
            f"{label(world.layout, person)} can't take {thing}: it is "
            f"{_whereabouts(world, person, thing, time)}",
            where,
            expected=f"a thing within {world.movement.reach:g} 尺",
        )
    if _lies_low(world, person, thing) and world.people[person].posture not in LOW_POSTURES:
        raise InputError(
            f"{label(world.layout, person)} stands while {thing} lies on the ground",
            where,
            expected="posture: kneeling (坐取)",
        )
    give(world, thing, person, place, time, where)


def _lies_low(world: World, person: str, thing: str) -> bool:
    """Whether even the top of a thing is so low that one kneels to take it."""
    rest, layout = world.things[thing], world.layout
    if rest.point is None or rest.holder is not None or rest.pitch > 0.0:
        return False
    height = layout.objects[thing].size.get(layout.kinds[world.kind(thing)].extent.height or "")
    top = rest.point[2] + (float(height.value) if height is not None else 0.0)
    return top - world.people[person].key.z < world.movement.low


def _whereabouts(world: World, person: str, thing: str, time: float) -> str:
    holder = world.things[thing].holder
    if holder is not None and holder in world.people:
        return f"in the hands of {label(world.layout, holder)}"
    there, here = world.point_of(thing, time), world.point_of(person, time)
    if there is None or here is None:
        return "absent"
    return f"{math.dist(there[:2], here[:2]):.1f} 尺 away"
