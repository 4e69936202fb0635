"""Verbs of the hands: what changes is who holds what, and what a man wears."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import ClassVar

from courtyard3d.rite.custody import candidates, give, put, take
from courtyard3d.rite.leaning import LEANING_PLACE, UPRIGHT, resting
from courtyard3d.rite.naming import label
from courtyard3d.rite.opening import RESTING
from courtyard3d.rite.paths import ahead, beside
from courtyard3d.rite.spots import floats
from courtyard3d.rite.verbs.bodies import face
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Verb, rows
from courtyard3d.scene.state import Point

IN_HAND = {"bow": "left-hand"}
HANDS = ("right-hand", "left-hand", "both-hands")
GEAR = ("thumb-ring", "arm-guard")
SHOES, UNSHOD = "shoes", "unshod"
POSTURES = {"kneeling": "kneel", "standing": "rise"}
"""The verb by which one who stands or kneels comes into a posture."""


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


def hand_for(moment: Moment, person: str, thing: str) -> str:
    """Where he takes a thing: `with`, else the hand of its kind, else the first that takes it."""
    world, kind = moment.world, moment.world.kind(thing)
    places = world.layout.kinds[world.layout.people[person].kind].places
    able = [hand for hand in HANDS if hand in places and kind in places[hand].takes]
    return moment.act.text("with") or IN_HAND.get(kind) or (able[0] if able else HANDS[0])


class Take(Handling):
    """取: into the hand that the act names, else a bow into the left, all else into the right."""

    names = ("take",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        source = moment.act.text("from")
        source = moment.scope.names.get(source, source) if source is not None else None
        for thing in moment.things(person, of=source):
            if moment.world.things[thing].condition == "bundled":
                raise moment.error(f"{thing} is tied into a bundle", "thing", expected="unbundle before")
            place = hand_for(moment, person, thing)
            take(moment.world, person, thing, place, time, moment.act.where)


class Lay(Handling):
    """释, 奠: out of his hands onto the ground before him, or where it belongs `at` a station or holder."""

    names = ("lay",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for thing in moment.things(person, of=person):
            moment.require_held(person, thing)
            self.put_down(moment, person, thing, time)

    def put_down(self, moment: Moment, person: str, thing: str, time: float) -> None:
        """Put one thing where it belongs."""
        target = moment.act.text("at")
        target = moment.scope.place(target, person) if target is not None else None
        point, facing = spot_before(moment, person, target)
        if target is not None and target in moment.world.layout.objects:
            places = moment.world.layout.kinds[moment.world.kind(target)].places
            if places:
                give(moment.world, thing, target, next(iter(places)), time, moment.act.where)
                return
        pitch = 0.0
        if target is not None:
            own = moment.world.layout.objects[thing]
            point, facing, pitch = resting(moment.world, own, target, facing)
        put(moment.world, thing, point, facing, time, pitch)


class Lean(Handling):
    """倚: set aslant at a leaning-place, upright against what stands at any other."""

    names = ("lean",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for thing in moment.things(person, of=person):
            moment.require_held(person, thing)
            target = moment.act.text("at")
            target = moment.scope.place(target, person) if target is not None else None
            point, facing = spot_before(moment, person, target)
            pitch, objects = UPRIGHT, moment.world.layout.objects
            if target is not None and target in objects and objects[target].kind == LEANING_PLACE:
                point, facing, pitch = resting(moment.world, objects[thing], target, facing)
            put(moment.world, thing, point, facing, time, pitch)


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
        able.sort(key=lambda t: (world.things[t].holder != person, world.things[t].place == "belt"))
        missing = wanted - len(pinched)
        if len(able) < missing:
            raise moment.error(f"{label(world.layout, person)} has no {kind} to pinch", "thing")
        for thing in able[: max(missing, 0)]:
            take(world, person, thing, "left-hand", time, moment.act.where)


class HandOver(Handling):
    """授: from hand to hand; who receives must be within reach."""

    names = ("hand-over",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        receiver = moment.neighbour(person)
        for thing in self._offered(moment, person):
            moment.require_held(person, thing)
            place = hand_for(moment, receiver, thing)
            give(moment.world, thing, receiver, place, time, moment.act.where)
        moment.settle(receiver, time, moment.movement.blend)

    def _offered(self, moment: Moment, person: str) -> list[str]:
        """The things that he hands over: those `from` one of his places, where the act names it."""
        place, world = moment.act.text("from"), moment.world
        if place is None:
            return moment.things(person, of=person)
        held = [t for t in world.holds(person, place) if world.kind(t) in moment.act.texts("thing")]
        count = moment.number("count", 1)
        if len(held) < count:
            raise moment.error(f"{label(world.layout, person)} has {len(held)} of that in {place}", "from")
        return held[-count:]


class Join(Handling):
    """兼, 并: what is in the right hand goes to the bow in the left, along its grip."""

    names = ("join",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        world, kinds = moment.world, moment.act.texts("thing")
        held = [t for t in world.holds(person, "right-hand") if t in kinds or world.kind(t) in kinds]
        if not held:
            raise moment.error(
                f"{label(world.layout, person)} has nothing of that in his right hand", "thing"
            )
        for thing in held:
            give(world, thing, person, "left-hand", time, moment.act.where)


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
            moment.require_held(person, f"{person}.{kind}")
            give(moment.world, f"{person}.{kind}", person, "sleeve", time, moment.act.where)
        moment.world.dress(person, time, (d for d in moment.body(person).dress if d not in GEAR))


class Dress(Handling):
    """服: other clothes, instead of all that he wore; told, not shown, so he may be absent."""

    names = ("dress",)
    of_the_absent: ClassVar[bool] = True

    def handle(self, moment: Moment, person: str, time: float) -> None:
        if not moment.act.texts("in"):
            raise moment.error("the act does not say what he puts on", expected="in: court, dark, …")
        moment.world.dress(person, time, moment.act.texts("in"))


class ShoesOff(Handling):
    """说屦: they stay beside the place where he takes them off, by turns on its left and right."""

    names = ("shoes-off",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        world, key, shoes = moment.world, moment.body(person).key, f"{person}.{SHOES}"
        if shoes not in world.things or world.things[shoes].holder != person:
            raise moment.error(f"{label(world.layout, person)} has no shoes on")
        others = [t for t in candidates(world, person, SHOES, time) if world.things[t].holder is None]
        pairs, right = divmod(len(others), 2)
        aside = (pairs + 1) * float(world.layout.objects[shoes].size["width"].value)
        x, y = beside((key.x, key.y), key.facing, -aside if right else aside)
        put(world, shoes, (x, y, key.z), key.facing, time)
        world.dress(person, time, (*moment.body(person).dress, UNSHOD))


class ShoesOn(Handling):
    """屦: his own."""

    names = ("shoes-on",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        world, dress = moment.world, moment.body(person).dress
        if UNSHOD not in dress:
            raise moment.error(f"{label(world.layout, person)} has his shoes on")
        place = world.layout.kinds[SHOES].worn
        take(world, person, f"{person}.{SHOES}", place or "", time, moment.act.where)
        world.dress(person, time, (d for d in dress if d != UNSHOD))


def spot_before(moment: Moment, person: str, target: str | None) -> tuple[Point, float]:
    """Where he puts something down and how it lies: as the named place faces, else a step before him."""
    key = moment.body(person).key
    if target is None:
        x, y = ahead((key.x, key.y), key.facing, moment.movement.before)
        return (x, y, key.z), key.facing
    layout = moment.world.layout
    facing = layout.facing(target) if layout.has_point(target) else None
    return place_in(moment, person, target, "at"), key.facing if facing is None else float(facing)


def place_in(moment: Moment, person: str, target: str, slot: str) -> Point:
    """The point that `target` names, if it is within his reach."""
    layout, key = moment.world.layout, moment.body(person).key
    point = floats(layout.point(target, moment.place_of(slot)))
    if math.dist(point[:2], (key.x, key.y)) > moment.movement.reach:
        raise moment.error(f"{target} is out of the reach of {label(layout, person)}", slot)
    return point
