"""Verbs of the whole body on one spot: bow, kneel, rise, turn, step on; and of the voice."""

from __future__ import annotations

from typing import ClassVar

from courtyard3d.rite.naming import label
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Verb

PROSTRATION, KOWTOW = "prostration", "kowtow"
OWN = "own"
"""The office of one who bears his own name again."""


class Gesture(Verb):
    """A pose for a while: bow, yield, look, say, report, call, wait."""

    names: ClassVar[tuple[str, ...]] = (
        "bow", "press-bow", "yield", "look", "say", "report", "call", "wait",
    )  # fmt: skip

    def lasts(self, moment: Moment) -> float:
        """Its usual seconds."""
        return self.row.lasts

    def pose(self, moment: Moment) -> str | None:
        """How it looks."""
        return self.row.pose

    def carry_out(self, moment: Moment) -> float:
        return max(self._one(moment, person, index) for index, person in enumerate(moment.people))

    def _one(self, moment: Moment, person: str, index: int) -> float:
        start = face(moment, person, index)
        end = start + moment.seconds(self.lasts(moment))
        pose = self.pose(moment)
        if pose is not None and (self.row.uses != ("voice",) or _at_ease(moment, person)):
            moment.at(start).strike_pose(person, pose, self.row.posture, end, self.row.stays)
        return end


class Show(Gesture):
    """A pose with what one holds: hold, raise-bow, raise-banner, lower-banner."""

    names = ("hold", "raise-bow", "raise-banner", "lower-banner")

    def _one(self, moment: Moment, person: str, index: int) -> float:
        for thing in moment.things(person) if moment.act.texts("thing") else ():
            moment.require_held(person, thing)
        return super()._one(moment, person, index)


def face(moment: Moment, person: str, index: int) -> float:
    """Turn to the facing that the act gives; return the second at which he faces it."""
    facing = moment.facing(person, index)
    if facing is None:
        return moment.time
    walker = moment.walker(person)
    walker.turn(facing, moment.movement.turn)
    moment.world.move(person, walker.keys(), moment.body(person).station)
    return walker.here.time


def _at_ease(moment: Moment, person: str) -> bool:
    """Whether his hands are free to go with what he says or sings."""
    return moment.body(person).posture in ("standing", "seated") and not moment.world.holds(
        person, "left-hand"
    )


class Prostrate(Gesture):
    """拜: down to the ground and up again, from whatever posture.

    `times: 2` is 再拜, `kind: prostration` 稽首.
    """

    names = ("prostrate",)

    def pose(self, moment: Moment) -> str | None:
        return KOWTOW if moment.act.text("kind") == PROSTRATION else super().pose(moment)

    def _one(self, moment: Moment, person: str, index: int) -> float:
        time = moment.time
        for _ in range(moment.number("times", 1)):
            time = super()._one(moment.at(time), person, index)
        return time


class Lead(Gesture):
    """相: the hand at the arm of a blind man, until that man sits down."""

    names = ("lead",)

    def _one(self, moment: Moment, person: str, index: int) -> float:
        led, end = moment.neighbour(person, index), super()._one(moment, person, index)
        moment.world.guides[led] = person
        moment.settle(led, moment.time, moment.movement.blend)
        return end


class PushBow(Gesture):
    """揖弓: the bow in the left hand pushed forward as a sign."""

    names = ("push-bow",)

    def _one(self, moment: Moment, person: str, index: int) -> float:
        if not any(moment.world.kind(thing) == "bow" for thing in moment.world.holds(person, "left-hand")):
            raise moment.error(f"{label(moment.world.layout, person)} has no bow in his left hand")
        return super()._one(moment, person, index)


class Office(Gesture):
    """为: from now on he bears the name of an office that he has, `as: own` his own name."""

    names = ("office",)

    def _one(self, moment: Moment, person: str, index: int) -> float:
        office, known = moment.act.text("as"), moment.world.layout.people[person].offices
        if office != OWN and office not in known:
            who = label(moment.world.layout, person)
            raise moment.error(f"{who} has no office '{office}'", "as", given=office, valid=[OWN, *known])
        end = super()._one(moment, person, index)
        moment.world.office(person, end, None if office == OWN else office)
        return end


class Kneel(Verb):
    """坐: down on both knees."""

    names = ("kneel",)
    posture, pose = "kneeling", "kneel"

    def carry_out(self, moment: Moment) -> float:
        return max(self._one(moment, person, index) for index, person in enumerate(moment.people))

    def _one(self, moment: Moment, person: str, index: int) -> float:
        start = face(moment, person, index)
        seconds = moment.seconds(self.row.lasts)
        moment.world.pose(person, start, self.pose, self.posture, seconds)
        moment.settle(person, start, seconds)
        return start + seconds


class Rise(Kneel):
    """兴: up again."""

    names = ("rise",)
    posture, pose = "standing", "stand"


class Sit(Kneel):
    """安坐: down on the mat, to stay."""

    names = ("sit",)
    posture, pose = "seated", "sit"

    def _one(self, moment: Moment, person: str, index: int) -> float:
        guide, end = moment.world.guides.pop(person, None), super()._one(moment, person, index)
        if guide is not None:
            moment.settle(guide, end, moment.movement.blend)
        return end


class StandUp(Kneel):
    """起: up from the mat."""

    names = ("stand-up",)
    posture, pose = "standing", "stand"


class Turn(Verb):
    """A turn on the spot: `to` a facing, or `by: half`; `way: left` (左还) is clockwise from above."""

    names = ("turn",)

    def carry_out(self, moment: Moment) -> float:
        return max(self._one(moment, person, index) for index, person in enumerate(moment.people))

    def _one(self, moment: Moment, person: str, index: int) -> float:
        walker = moment.walker(person)
        way = moment.act.text("way")
        if way not in (None, "left", "right"):
            raise moment.error(f"'{way}' is no way to turn", "way", expected="left (左还) or right (右还)")
        if moment.act.text("by") == "half":
            to = walker.here.facing + 180.0
        else:
            names = moment.act.texts("to")
            if not names:
                raise moment.error("the turn has no end", expected="to: … or by: half")
            to = moment.bearing(names[min(index, len(names) - 1)], person, "to")
        walker.turn(to, moment.movement.turn, way)
        if moment.act.text("then") is not None:
            walker.wait(walker.here.time + 1.0)
        moment.world.move(person, walker.keys(), moment.body(person).station)
        return walker.here.time
