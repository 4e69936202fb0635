"""Verbs of the hands: what changes is who holds what, and what a man wears."""

from __future__ import annotations

import math
from abc import abstractmethod

from courtyard3d.rite.custody import candidates, give, put, take
from courtyard3d.rite.naming import label
from courtyard3d.rite.opening import RESTING, UPRIGHT, floats, leaning
from courtyard3d.rite.paths import ahead
from courtyard3d.rite.verbs.bodies import face
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Verb, rows
from courtyard3d.scene.state import Point

IN_HAND = {"bow": "left-hand"}
POSTURES = {"kneeling": "kneel", "standing": "rise"}
"""The verb by which one who stands or kneels comes into a posture."""
GEAR = ("thumb-ring", "arm-guard")


class Handling(Verb):
    """A movement of the hands in the middle of which things change their place."""

    def carry_out(self, moment: Moment) -> float:
        ends = []
        for index, person in enumerate(moment.people):
            start = _take_up_posture(moment, person, face(moment, person, index))
            end = start + moment.seconds(self.row.lasts)
            self.handle(moment, person, (start + end) / 2.0)
            if self.row.pose is not None:
                moment.at(start).strike_pose(person, self.row.pose, None, end, self.row.stays)
            ends.append(end)
        return max(ends)

    @abstractmethod
    def handle(self, moment: Moment, person: str, time: float) -> None:
        """Change custody or dress of one person at `time`."""


def _take_up_posture(moment: Moment, person: str, time: float) -> float:
    """Kneel or rise as the act's `posture` asks, and stay so; return the second at which that is done."""
    posture, body = moment.act.text("posture"), moment.body(person)
    if posture is None or posture == body.posture:
        return time
    change = rows().get(POSTURES.get(posture, ""))
    if change is None or body.posture not in POSTURES:
        raise moment.error(
            f"{label(moment.world.layout, person)} is {body.posture}",
            "posture",
            expected=" or ".join(POSTURES),
        )
    moment.world.pose(person, time, RESTING[posture], posture, change.lasts)
    moment.settle(person, time, change.lasts)
    return time + change.lasts


class Take(Handling):
    """取: into the hand that the act names, else a bow into the left, all else into the right."""

    names = ("take",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        source = moment.act.text("from")
        source = moment.scope.names.get(source, source) if source is not None else None
        for thing in moment.things(person, of=source):
            kind = moment.world.kind(thing)
            place = moment.act.text("with") or IN_HAND.get(kind, "right-hand")
            take(moment.world, person, thing, place, time, moment.act.where)


class Lay(Handling):
    """释, 奠: out of his hands onto the ground before him, or where it belongs `at` a station or holder."""

    names = ("lay",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for thing in moment.things(person, of=person):
            _require_held(moment, person, thing)
            target = moment.act.text("at")
            if target is not None and target in moment.world.layout.objects:
                places = moment.world.layout.kinds[moment.world.kind(target)].places
                if places:
                    give(moment.world, thing, target, next(iter(places)), time, moment.act.where)
                    continue
            point, facing = spot_before(moment, person, target)
            pitch = leaning(moment.world.layout, target or "", moment.world.kind(thing))
            put(moment.world, thing, point, facing, time, pitch)


class Lean(Handling):
    """倚: set upright against what stands at the place."""

    names = ("lean",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for thing in moment.things(person, of=person):
            _require_held(moment, person, thing)
            point, facing = spot_before(moment, person, moment.act.text("at"))
            put(moment.world, thing, point, facing, time, UPRIGHT)


class Tuck(Handling):
    """搢: into the belt, on the right."""

    names = ("tuck",)
    place = "belt"

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for thing in moment.things(person, of=None):
            take(moment.world, person, thing, self.place, time, moment.act.where)


class Pinch(Handling):
    """挟: so many arrows across the bow, between two fingers; what is pinched already counts."""

    names = ("pinch",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        world, wanted = moment.world, moment.number("count", 1)
        (kind,) = moment.act.texts("thing") or ("arrow",)
        pinched = [t for t in world.holds(person, "left-hand") if world.kind(t) == kind]
        able = [t for t in candidates(world, person, kind, moment.time) if t not in pinched]
        missing = wanted - len(pinched)
        if len(able) < missing:
            raise moment.error(f"{label(world.layout, person)} has no {kind} to pinch", "thing")
        for thing in able[: max(missing, 0)]:
            take(world, person, thing, "left-hand", time, moment.act.where)


class HandOver(Handling):
    """授: from hand to hand; who receives must be within reach."""

    names = ("hand-over",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        receiver = moment.scope.one(moment.act.text("to") or "", moment.place_of("to"))
        here, there = moment.body(person).key, moment.body(receiver).at(moment.time)
        away, reach = math.dist((here.x, here.y), (there.x, there.y)), moment.movement.reach
        if away > reach:
            who = label(moment.world.layout, receiver)
            raise moment.error(f"{who} is {away:.1f} 尺 away", "to", expected=f"one within {reach:g} 尺")
        for thing in moment.things(person, of=person):
            _require_held(moment, person, thing)
            kind = moment.world.kind(thing)
            place = moment.act.text("with") or IN_HAND.get(kind, "right-hand")
            give(moment.world, thing, receiver, place, time, moment.act.where)
        moment.settle(receiver, time, moment.movement.blend)


class Bare(Handling):
    """袒: the left arm out of the sleeve."""

    names = ("bare",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        moment.world.dress(person, time, (*moment.body(person).dress, "bare"))


class Cover(Handling):
    """袭: the arm back into the sleeve."""

    names = ("cover",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        moment.world.dress(person, time, (d for d in moment.body(person).dress if d != "bare"))


class GearOn(Handling):
    """决, 遂: the ring on the right thumb, the guard on the left arm."""

    names = ("gear-on",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for kind in GEAR:
            place = moment.world.layout.kinds[kind].worn
            take(moment.world, person, f"{person}.{kind}", place or "", time, moment.act.where)
        moment.world.dress(person, time, (*moment.body(person).dress, *GEAR))


class GearOff(Handling):
    """说决拾: both off again, into the sleeve."""

    names = ("gear-off",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for kind in GEAR:
            give(moment.world, f"{person}.{kind}", person, "sleeve", time, moment.act.where)
        moment.world.dress(person, time, (d for d in moment.body(person).dress if d not in GEAR))


def _require_held(moment: Moment, person: str, thing: str) -> None:
    if moment.world.things[thing].holder != person:
        raise moment.error(f"{label(moment.world.layout, person)} does not hold {thing}", "thing")


def spot_before(moment: Moment, person: str, target: str | None) -> tuple[Point, float]:
    """Where he puts something down: at the place that is named, else a step before him."""
    key = moment.body(person).key
    if target is None:
        x, y = ahead((key.x, key.y), key.facing, moment.movement.before)
        return (x, y, key.z), key.facing
    layout = moment.world.layout
    point = floats(layout.point(moment.scope.names.get(target, target), moment.place_of("at")))
    if math.dist(point[:2], (key.x, key.y)) > moment.movement.reach:
        raise moment.error(f"{target} is out of the reach of {label(layout, person)}", "at")
    return point, key.facing
