"""Verbs of cups and dishes: wash, pour, drink, taste, offer."""

from __future__ import annotations

import math

from courtyard3d.rite.custody import give, within_reach
from courtyard3d.rite.naming import label
from courtyard3d.rite.verbs.hands import Handling
from courtyard3d.rite.verbs.moment import Moment

VESSELS = ("cup", "goblet")
HANDS = ("left-hand", "right-hand", "both-hands")
HOLDING, LADLING = "left-hand", "right-hand"
MOUTH = "mouth"
"""The place of a jar in which its ladle is."""
FULL, EMPTY, CLEAN = "full", "empty", "clean"


def reachable(moment: Moment, person: str, name: str, slot: str = "") -> str:
    """The thing of that id or kind that he can reach; of several the nearest.

    Raises
    ------
    InputError
        Where none is within reach.
    """
    world = moment.world
    known = [name] if name in world.things else [t for t in world.things if world.kind(t) == name]
    able = [t for t in known if within_reach(world, person, t, moment.time)]
    if not able:
        who = label(world.layout, person)
        raise moment.error(
            f"no {name} is within reach of {who}", slot, expected=f"{world.movement.reach:g} 尺"
        )
    return min(able, key=lambda thing: _away(moment, person, thing))


def _away(moment: Moment, person: str, thing: str) -> float:
    here, there = (moment.world.point_of(name, moment.time) for name in (person, thing))
    return math.dist(here[:2], there[:2]) if here is not None and there is not None else math.inf


def _vessels(moment: Moment, person: str) -> list[str]:
    """The vessels in his hands that the act names."""
    things = moment.things(person, of=person)
    for thing in things:
        moment.require_held(person, thing)
        if moment.world.kind(thing) not in VESSELS:
            raise moment.error(f"{thing} is no vessel to drink from", "thing", expected=" or ".join(VESSELS))
    return things


def _require(moment: Moment, thing: str, *, full: bool) -> None:
    if (moment.world.things[thing].condition == FULL) != full:
        state = "not filled" if full else "full already"
        raise moment.error(f"{label(moment.world.layout, thing)} is {state}", "thing")


class Wash(Handling):
    """洗: a vessel, at the basin."""

    names = ("wash",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        reachable(moment, person, "basin")
        for thing in _vessels(moment, person):
            _require(moment, thing, full=False)
            moment.world.change(thing, time, CLEAN)


class WashHands(Handling):
    """盥: at the basin, with empty hands."""

    names = ("wash-hands",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        reachable(moment, person, "basin")
        held = [thing for hand in HANDS for thing in moment.world.holds(person, hand)]
        if held:
            who = label(moment.world.layout, person)
            raise moment.error(f"{who} has {', '.join(held)} in his hands", expected="empty hands")


class Pour(Handling):
    """酌, 实: wine from a jar into the vessel that he holds."""

    names = ("pour",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        jar = moment.act.text("from") or "wine-jar"
        jar = reachable(moment, person, moment.scope.thing(jar, person), "from")
        if moment.world.kind(jar) != "wine-jar":
            raise moment.error(f"{jar} holds no wine", "from", expected="a wine-jar")
        half = moment.seconds(self.row.lasts) / 2.0
        self._ladle(moment, person, jar, (time - half, time + half))
        for thing in _vessels(moment, person):
            _require(moment, thing, full=False)
            hand = moment.world.things[thing].place or LADLING
            give(moment.world, thing, person, HOLDING, time - half, moment.act.where)
            moment.world.change(thing, time, FULL)
            give(moment.world, thing, person, hand, time + half, moment.act.where)

    def _ladle(self, moment: Moment, person: str, jar: str, span: tuple[float, float]) -> None:
        """Take the ladle out of the jar for a while, if nobody else has it then."""
        world, (begin, end) = moment.world, span
        for ladle in world.holds(jar, MOUTH):
            if world.things[ladle].time <= begin:
                give(world, ladle, person, LADLING, begin, moment.act.where)
                give(world, ladle, jar, MOUTH, end, moment.act.where)


class Drink(Handling):
    """卒爵, 卒觯: to the last drop."""

    names = ("drink",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for thing in _vessels(moment, person):
            _require(moment, thing, full=True)
            moment.world.change(thing, time, EMPTY)


class Sip(Handling):
    """啐: only to the lips."""

    names = ("sip",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for thing in _vessels(moment, person):
            _require(moment, thing, full=True)


class Offer(Handling):
    """祭 and 哜: of the wine in the vessel that he holds, or `of` what lies within reach."""

    names = ("sacrifice", "taste")

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for thing in moment.things(person, of=person) if moment.act.texts("thing") else ():
            moment.require_held(person, thing)
            if moment.world.kind(thing) in VESSELS:
                _require(moment, thing, full=True)
        for name in moment.act.texts("of"):
            reachable(moment, person, moment.scope.thing(name, person), "of")


class Wipe(Handling):
    """拭, 挩: a thing within reach, or `thing: hands`."""

    names = ("wipe",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for name in moment.act.texts("thing"):
            if name != "hands":
                reachable(moment, person, moment.scope.thing(name, person), "thing")
