"""Who and what is there: people come and go at the border, things are brought in, set up and taken away."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from courtyard3d.rite.custody import give, number, put
from courtyard3d.rite.leaning import resting
from courtyard3d.rite.naming import label
from courtyard3d.rite.opening import RESTING
from courtyard3d.rite.spots import Spot
from courtyard3d.rite.tracks import Rest
from courtyard3d.rite.verbs.bodies import face
from courtyard3d.rite.verbs.hands import Handling, Lay, Take, hand_for, place_in
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Verb

BORDER = "border"
DEVELOPMENT = "_"
"""Only sections whose name begins so may put people and things anywhere at once."""


def at_border(moment: Moment, station: str | None) -> bool:
    """Whether a station is one of those behind which the court ends."""
    return station is not None and moment.world.kind(station) == BORDER


def require_border(moment: Moment, person: str) -> None:
    """Raise an error where he does not stand at a border station."""
    station = moment.body(person).station
    if station not in moment.world.layout.objects or not at_border(moment, station):
        raise moment.error(
            f"{label(moment.world.layout, person)} stands at {station or 'no station'}",
            expected="a station of the kind border",
        )


class Arrive(Verb):
    """来: one who is absent comes in at a border station."""

    names = ("arrive",)
    of_the_absent: ClassVar[bool] = True

    def carry_out(self, moment: Moment) -> float:
        for person, spot in zip(moment.people, moment.spots("at"), strict=True):
            if moment.body(person).present:
                raise moment.error(f"{label(moment.world.layout, person)} is there already", "who")
            if not at_border(moment, spot.station):
                raise moment.error(f"{spot.station} is no border station", "at")
            _appear(moment, person, spot)
            face(moment, person, moment.people.index(person))
        return moment.time + moment.seconds(self.row.lasts)


def _appear(moment: Moment, person: str, spot: Spot) -> None:
    body = moment.body(person)
    moment.world.appear(person, moment.time, spot.point, spot.facing or body.key.facing, spot.station)
    moment.settle(person, moment.time, 0.0)


class Depart(Verb):
    """去: he goes out at the border station where he stands, with what he holds."""

    names = ("depart",)

    def carry_out(self, moment: Moment) -> float:
        end = moment.time + moment.seconds(self.row.lasts)
        for person in moment.people:
            require_border(moment, person)
            moment.world.vanish(person, end)
        return end


class AtBorder(Handling):
    """What goes over the border in somebody's hands."""

    def handle(self, moment: Moment, person: str, time: float) -> None:
        require_border(moment, person)
        self.carry(moment, person, time)

    @abstractmethod
    def carry(self, moment: Moment, person: str, time: float) -> None:
        """Bring in or carry off what the act names."""


class Bring(AtBorder):
    """奉以出: what is absent is now in his hands."""

    names = ("bring",)

    def carry(self, moment: Moment, person: str, time: float) -> None:
        for thing in self._absent(moment, person):
            give(moment.world, thing, person, hand_for(moment, person, thing), time, moment.act.where)

    def _absent(self, moment: Moment, person: str) -> list[str]:
        count, found = moment.wanted(), []
        for name in (moment.scope.thing(name, person) for name in moment.act.texts("thing")):
            known = moment.world.of_kind(name)
            known = [name] if name in moment.world.things else known
            able = sorted((t for t in known if _is_absent(moment.world.things[t])), key=number)
            wanted = 1 if name in moment.world.things else count
            if wanted is not None and len(able) < wanted:
                message = f"{wanted} × {name} can't be brought: {len(able)} of {len(known)} are absent"
                raise moment.error(message, "thing")
            found += able[:wanted]
        return found


def _is_absent(rest: Rest) -> bool:
    return rest.holder is None and rest.point is None


class CarryOff(AtBorder):
    """以去: what he holds is gone."""

    names = ("carry-off",)

    def carry(self, moment: Moment, person: str, time: float) -> None:
        for thing in moment.things(person, of=person):
            moment.require_held(person, thing)
            moment.world.rest(thing, Rest(time))


class PutAway(Verb):
    """收: between two days, what still stands is taken to where it is kept, by those who are not seen.

    A kind means all of that kind; nobody who is there may hold any of it.
    """

    names = ("put-away",)
    of_the_absent: ClassVar[bool] = True

    def carry_out(self, moment: Moment) -> float:
        world = moment.world
        if any(body.present for body in world.people.values()):
            raise moment.error("somebody is still there", expected="an act between two days")
        for thing in self._standing(moment):
            world.rest(thing, Rest(moment.time))
        return moment.time + moment.seconds(self.row.lasts)

    def _standing(self, moment: Moment) -> Iterator[str]:
        layout, known = moment.world.layout, moment.world.things
        for name in moment.act.texts("thing"):
            row = layout.objects[name].members if name in layout.objects else ()
            if name not in known and name not in layout.kinds and not row:
                valid = [*known, *layout.kinds]
                raise moment.error(f"no thing is called '{name}'", "thing", given=name, valid=valid)
            named = [name] if name in known else row or moment.world.of_kind(name)
            yield from (thing for thing in named if not _is_absent(known[thing]))


class Set(Lay):
    """设: out of his hands to where the layout says that it is used, or `at` a station or holder."""

    names = ("set",)

    def put_down(self, moment: Moment, person: str, thing: str, time: float) -> None:
        if moment.act.text("at") is not None:
            super().put_down(moment, person, thing, time)
            return
        put_where_used(moment, person, thing, time)


def put_where_used(moment: Moment, person: str, thing: str, time: float) -> None:
    """Put a thing where the layout says that it is used, if that is within his reach."""
    own = moment.world.layout.objects[thing]
    if own.position is None:
        raise moment.error(f"the layout does not say where {thing} is used", "thing", expected="at: …")
    point = place_in(moment, person, thing, "thing")
    facing = own.lies if own.lies is not None else own.facing
    put(moment.world, thing, point, float(facing or 0.0), time)


class Paint(Handling):
    """画: what was not there is now on the floor where the layout says that it is used."""

    names = ("paint",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        for thing in moment.act.texts("thing"):
            if not _is_absent(moment.world.things[thing]):
                raise moment.error(f"{label(moment.world.layout, thing)} is there already", "thing")
            put_where_used(moment, person, thing, time)


class Remove(Take):
    """彻: taken up to be carried away."""

    names = ("remove",)


class Place(Verb):
    """Puts a person, or a thing, anywhere at once: for sections that only prepare another one."""

    names = ("place",)
    of_the_absent: ClassVar[bool] = True

    def carry_out(self, moment: Moment) -> float:
        if not moment.section.startswith(DEVELOPMENT):
            raise moment.error("'place' is no act of a rite", "do", expected="arrive, walk, bring or set")
        for index, person in enumerate(moment.people):
            if moment.act.texts("thing"):
                self._thing(moment, person)
            else:
                self._person(moment, person, index)
        return moment.time

    def _thing(self, moment: Moment, person: str) -> None:
        at = moment.act.text("at")
        for name in moment.act.texts("thing"):
            thing = moment.scope.thing(name, person)
            if thing not in moment.world.things:
                raise moment.error(f"no thing is called '{thing}'", "thing", valid=moment.world.things)
            if at is None:
                place = moment.act.text("in") or hand_for(moment, person, thing)
                give(moment.world, thing, person, place, moment.time, moment.act.where)
                continue
            holder = moment.world.layout.objects.get(at)
            if holder is not None and moment.world.layout.kinds[holder.kind].places:
                place = moment.act.text("in") or next(iter(moment.world.layout.kinds[holder.kind].places))
                give(moment.world, thing, at, place, moment.time, moment.act.where)
                continue
            spot = moment.spot(at, person, "at")
            point, facing, pitch = spot.point, moment.facing(person, 0) or spot.facing or 0.0, 0.0
            if spot.station is not None:
                own = moment.world.layout.objects[thing]
                point, facing, pitch = resting(moment.world, own, spot.station, facing)
            put(moment.world, thing, point, facing, moment.time, pitch)
        moment.settle(person, moment.time, 0.0)

    def _person(self, moment: Moment, person: str, index: int) -> None:
        if moment.act.text("at") is not None:
            spot = moment.spots("at")[index]
            facing = moment.facing(person, index)
            _appear(moment, person, spot if facing is None else Spot(spot.point, facing, spot.station))
        if moment.act.texts("dress"):
            moment.world.dress(person, moment.time, moment.act.texts("dress"))
        posture = moment.act.text("posture")
        if posture is not None:
            if posture not in RESTING:
                raise moment.error(f"'{posture}' is no posture", "posture", given=posture, valid=RESTING)
            moment.world.pose(person, moment.time, RESTING[posture], posture, 0.0)
