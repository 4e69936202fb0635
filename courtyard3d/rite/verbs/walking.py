"""Verbs that go from place to place on one level: walk and step on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from courtyard3d.rite.detours import Field, Room, keeps_clear, round_things
from courtyard3d.rite.ground import MATS, Way
from courtyard3d.rite.naming import label
from courtyard3d.rite.paths import (
    XY,
    Walker,
    ahead,
    around,
    beside,
    distinct,
    heading,
    lane,
    legs,
    with_arcs,
)
from courtyard3d.rite.spots import Spot
from courtyard3d.rite.turns import waits
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Verb

LEVEL = 0.05
SIDES = {"left": 1.0, "right": -1.0}


class Walk(Verb):
    """行: straight, by `legs`, `via` stations or `around` a pillar; two `abreast` keep their lanes."""

    names = ("walk",)

    def carry_out(self, moment: Moment) -> float:
        spots = _facing_those_who_come(moment, moment.spots("to"))
        together = len({spot.station for spot in spots}) == 1 and len(moment.people) > 1
        ways = _lanes(moment, spots[0]) if together else _own_ways(moment, spots)
        _check(moment, ways, spots)
        times = _in_step(moment, ways) if together else _each_by_himself(moment, ways)
        walkers = [moment.walker(person) for person in moment.people]
        for index, (walker, way, spot) in enumerate(zip(walkers, ways, spots, strict=True)):
            walker.follow(way, times[index], spot.point[2])
            _face(moment, walker, spot, index)
        for walker, seconds in zip(walkers, waits([w.keys() for w in walkers], moment.movement), strict=True):
            walker.put_off(seconds)
        for person, walker, spot in zip(moment.people, walkers, spots, strict=True):
            there = math.dist(walker.here.point[:2], spot.point[:2]) < LEVEL
            moment.world.move(person, walker.keys(), spot.station if there else None)
        return max(walker.here.time for walker in walkers)


def _each_by_himself(moment: Moment, ways: Sequence[Sequence[XY]]) -> list[list[float]]:
    """The seconds of each piece of each way; everyone goes at his own pace."""
    paces = [_pace(moment, person) for person in moment.people]
    return [[math.dist(a, b) / pace for a, b in pairwise(way)] for way, pace in zip(ways, paces, strict=True)]


def _in_step(moment: Moment, ways: Sequence[Sequence[XY]]) -> list[list[float]]:
    """The same for people who walk side by side: each piece takes all of them as long as the longest."""
    pieces = zip(*_each_by_himself(moment, ways), strict=True)
    return [[max(piece) for piece in pieces]] * len(ways)


def _facing_those_who_come(moment: Moment, spots: list[Spot]) -> list[Spot]:
    """The spots; those who meet others there go on facing as they came."""
    if not meets_at(moment, moment.act.text("to")):
        return spots
    middle = _middle(moment)
    return [replace(spot, facing=keep_clear(moment, middle, spot.point[:2])[1]) for spot in spots]


def _face(moment: Moment, walker: Walker, spot: Spot, index: int) -> None:
    """Turn as the act says, else as the place asks for."""
    person = moment.people[index]
    facing = moment.facing(person, index)
    facing = spot.facing if facing is None else facing
    if facing is not None:
        walker.turn(facing, moment.movement.turn)


def _pace(moment: Moment, person: str) -> float:
    ground = moment.world.ground
    on_hall = ground.on_hall(moment.body(person).key.point)
    return moment.movement.pace(on_hall) * moment.act.tempo


def _start(moment: Moment, person: str) -> XY:
    return moment.body(person).key.point[:2]


def _middle(moment: Moment) -> XY:
    starts = [_start(moment, person) for person in moment.people]
    return (sum(x for x, _ in starts) / len(starts), sum(y for _, y in starts) / len(starts))


def _own_ways(moment: Moment, spots: Sequence[Spot]) -> list[list[XY]]:
    """A way for each who goes to a place of his own."""
    shifts = _shifts(moment)
    ways = []
    for person, spot in zip(moment.people, spots, strict=True):
        start = _start(moment, person)
        target = _aside(moment, start, spot.point[:2])
        way = distinct([start, *_bends(moment, start, target, shifts[person]), target])
        ways.append(_turning_back(moment, person, _clear_of_things(moment, person, way)))
    return ways


def _clear_of_things(moment: Moment, person: str, way: list[XY], half: float = 0.0) -> list[XY]:
    """The way, led round what stands in it now; `half` as far as others go to either side of it."""
    return round_things(way, _field(moment), Room(moment.movement, moment.body(person).key.z, half))


def _field(moment: Moment) -> Field:
    return Field(moment.world.standing, moment.world.ground.floors, moment.in_the_way)


def _turning_back(moment: Moment, person: str, way: list[XY]) -> list[XY]:
    """The way with arcs where it turns back, if there is room for them."""
    here = moment.body(person).key
    arced = with_arcs(way, here.facing, moment.movement.arc)
    free = len(arced) == len(way) or keeps_clear(arced, _field(moment), Room(moment.movement, here.z))
    return arced if free else way


def _lanes(moment: Moment, spot: Spot) -> list[list[XY]]:
    """Ways side by side for people who go to one place: each keeps his lane, corners square."""
    starts = [_start(moment, person) for person in moment.people]
    middle = _middle(moment)
    target = _aside(moment, middle, spot.point[:2])
    centre = distinct([middle, *_bends(moment, middle, target, 0.0), target])
    if len(centre) < 2:
        raise moment.error("they stand there already", "to")
    shifts = _shifts(moment, heading(*centre[:2]))
    clear = _clear_of_things(moment, moment.people[0], centre, max(shifts.values()))
    return [
        [start, *lane(clear, shifts[person])[1:-1], lane(centre[-2:], shifts[person])[-1]]
        for person, start in zip(moment.people, starts, strict=True)
    ]


def _shifts(moment: Moment, ahead: float | None = None) -> dict[str, float]:
    """How far each keeps to the left of the middle: `abreast: {left: upper}`, else as they are named.

    Who faces `ahead` with the others keeps the side on which he stands where the act gives him none.
    """
    people = list(moment.people)
    given = moment.act.table("abreast")
    if ahead is not None and not given:
        people.sort(key=lambda person: round(_to_the_right(_start(moment, person), ahead), 3))
    for side, role in given.items():
        first = by_role(moment, role, "abreast")
        people.sort(key=lambda p, first=first: p != first, reverse=side == "right")  # type: ignore[misc]
    spacing = moment.movement.abreast
    middle = (len(people) - 1) / 2.0
    return {person: (middle - place) * spacing for place, person in enumerate(people)}


def _to_the_right(point: XY, facing: float) -> float:
    """How far to the right a point lies, seen by one who stands at the origin and faces so."""
    angle = math.radians(facing)
    return point[0] * math.cos(angle) - point[1] * math.sin(angle)


def by_role(moment: Moment, role: str, slot: str) -> str:
    """The person whom a role of the acting group (`upper`) or a name means."""
    for name in moment.act.who:
        group = moment.world.layout.groups.get(moment.scope.one(name, moment.act.where))
        if group is not None and role in group.roles:
            return group.roles[role]
    return moment.scope.one(role, moment.place_of(slot))


def _bends(moment: Moment, start: XY, target: XY, shift: float) -> list[XY]:
    """The corners between start and target, by the act's `via`, `legs` and `around`."""
    act, points, here = moment.act, [], start
    for name in act.texts("via"):
        here = moment.spot(name, moment.people[0], "via").point[:2]
        points.append(here)
    for pillar, side in act.table("around").items():
        past = _past(moment, pillar, side, shift)
        points += around(here, target, past)[:-1]
        here = points[-1]
    if act.texts("legs"):
        points += legs(here, target, act.texts("legs"), moment.place_of("legs"))[:-1]
    return points


def _past(moment: Moment, pillar: str, side: str, shift: float) -> XY:
    """The point beside the pillar, farther from it for one who walks in an outer lane."""
    past, middle = (moment.world.spots.get(name) for name in (f"{pillar}.{side}", pillar))
    if past is None or middle is None:
        raise moment.error(f"'{pillar}' has no side '{side}'", "around", expected="inside or outside")
    x, y, _ = past.point
    outwards = 1.0 if y > middle.point[1] else -1.0
    half = max(abs(value) for value in _shifts(moment).values())
    return (x, y + outwards * half + shift)


def _aside(moment: Moment, start: XY, target: XY) -> XY:
    """The target, moved aside where the act says so or where two lines meet there."""
    side = moment.act.text("aside")
    if side is not None:
        facing = moment.body(moment.people[0]).key.facing
        return beside(target, facing, SIDES[side] * moment.movement.abreast / 2.0)
    if not meets_at(moment, moment.act.text("to")):
        return target
    return keep_clear(moment, start, target)[0]


def meets_at(moment: Moment, place: str | None) -> bool:
    """Whether they are on their way to meet others at that place."""
    return moment.scope.meeting is not None and moment.scope.meeting.at == place


def keep_clear(moment: Moment, start: XY, target: XY) -> tuple[XY, float]:
    """Where one stops who keeps those whom he meets at `target` on the agreed side, and his facing."""
    assert moment.scope.meeting is not None
    side = SIDES[moment.scope.meeting.passing]
    way = [start, *_bends(moment, start, target, 0.0), target]
    arrival = heading(*distinct(way)[-2:])
    room = moment.movement.abreast * len(moment.people) / 2.0
    stop = ahead(beside(target, arrival, -side * room), arrival, -moment.movement.setback)
    return stop, arrival


def _check(moment: Moment, ways: Sequence[Sequence[XY]], spots: Sequence[Spot]) -> None:
    """Raise an error where a way changes its level or leads through something."""
    ground = moment.world.ground
    for person, way, spot in zip(moment.people, ways, spots, strict=True):
        height = moment.body(person).key.z
        if abs(height - spot.point[2]) > MATS:
            levels = {True: "on the hall", False: "in the court"}
            who = label(moment.world.layout, person)
            raise moment.error(
                f"{who} stands {levels[height > spot.point[2]]} and the place is not on that level",
                "to",
                expected="ascend or descend before it",
            )
        hit = ground.obstacle(Way((*way,), height)) if len(way) > 1 else None
        if hit is not None:
            who, what = (label(moment.world.layout, name) for name in (person, hit))
            raise moment.error(f"the way of {who} to {moment.act.text('to')} leads through {what}", "to")


class StepBack(Walk):
    """少退: a step back without turning, `to` a place behind him where it is named."""

    names = ("step-back",)

    def carry_out(self, moment: Moment) -> float:
        ends, to = [], moment.act.text("to")
        for person in moment.people:
            walker = moment.walker(person)
            here = walker.here
            back = ahead(here.point[:2], here.facing, -moment.movement.setback)
            spot = moment.spot(to, person) if to is not None else Spot((*back, here.z), None, None)
            walker.go(spot.point, moment.seconds(self.row.lasts))
            moment.world.move(person, walker.keys(), spot.station)
            ends.append(walker.here.time)
        return max(ends)


class StepOn(Walk):
    """履物: one step onto a mark, the named foot first."""

    names = ("step-on",)

    def carry_out(self, moment: Moment) -> float:
        spots = moment.spots("to")
        ends = []
        for index, (person, spot) in enumerate(zip(moment.people, spots, strict=True)):
            walker = moment.walker(person)
            way = [_start(moment, person), spot.point[:2]]
            walker.follow(way, [moment.seconds(self.row.lasts)], spot.point[2])
            facing = moment.facing(person, index)
            if facing is not None:
                walker.turn(facing, moment.movement.turn)
            moment.world.move(person, walker.keys(), spot.station)
            ends.append(walker.here.time)
        return max(ends)
