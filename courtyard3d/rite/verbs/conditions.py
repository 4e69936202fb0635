"""Verbs that change the condition of a thing: tie, fold, string, bundle; and sort, which changes nothing."""

from __future__ import annotations

from shapely import Point

from courtyard3d.rite.custody import within_reach
from courtyard3d.rite.ground import footprint
from courtyard3d.rite.naming import label
from courtyard3d.rite.verbs.hands import Handling
from courtyard3d.rite.verbs.moment import Moment

ROPE = {"tie": "tied", "untie": "loose", "fold": "folded"}
STRING = {"string": ("slack", "strung"), "unstring": ("strung", "slack")}
BUNDLE = {"bundle": "bundled", "unbundle": "loose"}


class Rope(Handling):
    """系, 说, 掩束: a rope of which he can reach some part."""

    names = tuple(ROPE)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        condition = moment.act.text("as") or ROPE[self.name]
        if condition not in ROPE.values():
            raise moment.error(f"'{condition}' is no condition of a rope", "as", valid=ROPE.values())
        for name in moment.act.texts("thing"):
            thing = moment.scope.thing(name, person)
            self._require_beside(moment, person, thing)
            if moment.world.things[thing].condition == condition:
                raise moment.error(f"{label(moment.world.layout, thing)} is {condition} already", "thing")
            moment.world.change(thing, time, condition)

    def _require_beside(self, moment: Moment, person: str, thing: str) -> None:
        known = moment.world.layout.objects
        if thing not in moment.world.things:
            raise moment.error(f"no thing is called '{thing}'", "thing", given=thing, valid=known)
        plan, key = footprint(moment.world.layout, known[thing]), moment.body(person).key
        if plan is None or plan.distance(Point(key.x, key.y)) > moment.movement.reach:
            who = label(moment.world.layout, person)
            raise moment.error(f"{thing} is out of the reach of {who}", "thing")


class String(Handling):
    """张弓, 弛弓: a bow that he holds; one of which nothing is said is strung."""

    names = tuple(STRING)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        before, after = STRING[self.name]
        for thing in moment.things(person, of=person):
            moment.require_held(person, thing)
            if moment.world.kind(thing) != "bow":
                raise moment.error(f"{thing} has no string", "thing", expected="a bow")
            if (moment.world.things[thing].condition or "strung") != before:
                raise moment.error(f"{label(moment.world.layout, thing)} is {after} already", "thing")
            moment.world.change(thing, time, after)


class Bundle(Handling):
    """束, 说束: arrows within reach, tied into one bundle or loosened."""

    names = tuple(BUNDLE)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        after = BUNDLE[self.name]
        for thing in moment.things(person):
            if not within_reach(moment.world, person, thing, moment.time):
                who = label(moment.world.layout, person)
                raise moment.error(f"{thing} is out of the reach of {who}", "thing")
            if (moment.world.things[thing].condition or "loose") == after:
                raise moment.error(f"{label(moment.world.layout, thing)} is {after} already", "thing")
            moment.world.change(thing, time, after)


class Sort(Handling):
    """抚矢而乘之: pats the arrows on the rack apart, four and four."""

    names = ("sort",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        moment.things(person)
