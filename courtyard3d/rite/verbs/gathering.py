"""取矢: men go from arrow to arrow, those in the target and those on the ground, and take them up."""

from __future__ import annotations

import math

from courtyard3d.rite.custody import give, number
from courtyard3d.rite.ground import Way
from courtyard3d.rite.naming import label
from courtyard3d.rite.paths import XY, Walker, ahead, heading
from courtyard3d.rite.tracks import Rest
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Verb, rows


class Gather(Verb):
    """All that has been shot, each thing by the man who stands nearest; `leave` so many are overlooked."""

    names = ("gather",)

    def carry_out(self, moment: Moment) -> float:
        (kind,) = moment.act.texts("thing") or ("arrow",)
        leave = moment.number("leave", 1) if moment.act.text("leave") is not None else 0
        shot = [t for t, rest in moment.world.things.items() if moment.world.kind(t) == kind and _lies(rest)]
        shares: dict[str, list[str]] = {person: [] for person in moment.people}
        for thing in sorted(shot, key=number)[: len(shot) - leave]:
            shares[_nearest(moment, thing)].append(thing)
        return max(self._one(moment, person, things) for person, things in shares.items())

    def _one(self, moment: Moment, person: str, things: list[str]) -> float:
        world, walker = moment.world, moment.walker(person)
        place = moment.act.text("with") or "armful"
        while things:
            thing = min(things, key=lambda t: _distance(world.things[t], walker.here.point[:2]))
            things.remove(thing)
            low = world.things[thing].holder is None
            self._approach(moment, person, walker, thing)
            begin = walker.here.time
            walker.wait(begin + rows()["kneel"].lasts * low)
            walker.wait(walker.here.time + moment.seconds(self.row.lasts))
            give(world, thing, person, place, walker.here.time, moment.act.where)
            if low:
                self._bend(moment, person, begin, walker.here.time)
                walker.wait(walker.here.time + rows()["rise"].lasts)
        if walker.here.time > moment.time:
            world.move(person, walker.keys(), None)
        moment.settle(person, walker.here.time, moment.movement.blend)
        return walker.here.time

    def _approach(self, moment: Moment, person: str, walker: Walker, thing: str) -> None:
        """Go so near that he reaches it, or stoops to it."""
        movement, here = moment.movement, walker.here.point[:2]
        rest = moment.world.things[thing]
        away = _distance(rest, here)
        near = movement.before if rest.holder is None else movement.reach
        if away <= near:
            return
        assert rest.point is not None
        goal = ahead(here, heading(here, rest.point[:2]), away - near)
        hit = moment.world.ground.obstacle(Way((here, goal), walker.here.z))
        if hit is not None:
            who, what = label(moment.world.layout, person), label(moment.world.layout, hit)
            raise moment.error(f"the way of {who} to {thing} leads through {what}", "thing")
        walker.follow([here, goal], [math.dist(here, goal) / movement.pace(on_hall=False)])

    def _bend(self, moment: Moment, person: str, begin: float, end: float) -> None:
        kneel, rise = rows()["kneel"], rows()["rise"]
        moment.world.pose(person, begin, "kneel", "kneeling", kneel.lasts)
        moment.world.pose(person, end, "stand", "standing", rise.lasts)


def _lies(rest: Rest) -> bool:
    """Whether it has been shot: stuck in what it struck, or where its flight ended."""
    return rest.point is not None and (rest.holder is not None or rest.origin is not None)


def _distance(rest: Rest, here: XY) -> float:
    assert rest.point is not None
    return math.dist(rest.point[:2], here)


def _nearest(moment: Moment, thing: str) -> str:
    rest = moment.world.things[thing]
    return min(moment.people, key=lambda person: _distance(rest, moment.body(person).key.point[:2]))
