"""Verbs of the whole body on one spot: bow, kneel, rise, turn, step on; and of the voice."""

from __future__ import annotations

from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Verb


class Gesture(Verb):
    """A pose for a while: bow, yield, prostrate, look, say, report, call, wait, raise-bow, hold."""

    names = (
        "bow", "yield", "prostrate", "look", "say", "report", "call", "wait",
        "raise-bow", "hold", "raise-banner", "lower-banner",
    )  # fmt: skip

    def carry_out(self, moment: Moment) -> float:
        return max(self._one(moment, person, index) for index, person in enumerate(moment.people))

    def _one(self, moment: Moment, person: str, index: int) -> float:
        start = face(moment, person, index)
        end = start + moment.seconds(self.row.lasts)
        if self.row.pose is not None and (self.row.uses != ("voice",) or _at_ease(moment, person)):
            moment.at(start).strike_pose(person, self.row.pose, self.row.posture, end, self.row.stays)
        return end


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
    """Whether his hands are free to go with what he says."""
    return moment.body(person).posture == "standing" and not moment.world.holds(person, "left-hand")


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
