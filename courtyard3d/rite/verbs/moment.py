"""One act being carried out: who, when, where to; what verbs ask and change."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from courtyard3d.errors import InputError, Where
from courtyard3d.rite.acts import Act
from courtyard3d.rite.custody import candidates, known, number
from courtyard3d.rite.movement import Movement
from courtyard3d.rite.naming import label
from courtyard3d.rite.opening import settle
from courtyard3d.rite.outcome import Outcome
from courtyard3d.rite.paths import COMPASS, Walker, ahead, heading
from courtyard3d.rite.scope import Scope
from courtyard3d.rite.spots import Spot
from courtyard3d.rite.world import Body, World
from courtyard3d.scene.state import Point

MANY, ALL = 400, "all"
AROUND_A_PERSON = {"front": 0.0, "right": 90.0, "behind": 180.0, "left": 270.0}


@dataclass
class Moment:
    """An act at the moment at which it begins.

    `strikes` collects the seconds at which arrows hit, for the act's `on-hit`;
    `stages` who begins when to do what the further refs of the act tell.
    """

    world: World
    act: Act
    people: tuple[str, ...]
    scope: Scope
    time: float
    outcome: Outcome
    section: str
    counted: bool
    strikes: list[float] = field(default_factory=list)
    stages: list[tuple[float, tuple[str, ...]]] = field(default_factory=list)

    @property
    def movement(self) -> Movement:
        return self.world.movement

    def body(self, person: str) -> Body:
        return self.world.people[person]

    def in_the_way(self, name: str) -> bool:
        """Whether a thing or a person that is there stays where it is: none of those who act or walk."""
        body = self.world.people.get(name)
        return body is None or (name not in self.people and body.key.time <= self.time)

    def seconds(self, usual: float) -> float:
        """How long the act lasts: its own word, else the usual time, at its tempo."""
        lasts = usual if self.act.lasts is None else self.act.lasts
        return lasts / self.act.tempo

    def number(self, slot: str, usual: int) -> int:
        """The whole number that a slot gives, else the usual one."""
        text = self.act.text(slot)
        if text is None:
            return usual
        if not text.isdecimal() or not 0 < int(text) <= MANY:
            raise self.error(f"'{slot}' is '{text}'", slot, expected=f"a whole number from 1 to {MANY}")
        return int(text)

    def walker(self, person: str) -> Walker:
        """A walker who starts where the person stands now."""
        return Walker(self.body(person).key._replace(time=self.time), self.movement)

    def error(self, message: str, slot: str = "", **more: object) -> InputError:
        """An error at the act, or at one of its slots."""
        return InputError(message, self.act.place(slot) if slot else self.act.where, **more)  # type: ignore[arg-type]

    # places -----------------------------------------------------------------

    def spots(self, slot: str) -> list[Spot]:
        """One spot for each of the people: a list gives each his own, a row each his place."""
        names = self.act.texts(slot)
        if len(names) > 1:
            if len(names) != len(self.people):
                raise self.error(f"{len(self.people)} people go to {len(names)} places", slot)
            return [self.spot(name, person, slot) for name, person in zip(names, self.people, strict=True)]
        return [self.spot(names[0], person, slot) for person in self.people]

    def spot(self, name: str, person: str, slot: str = "to") -> Spot:
        """The place that `name` means for a person.

        A station, a named point, a row of stations (his own place in it), what
        belongs to a role (`taker.mat.place`), or another person: in front of him,
        facing him, or at `PERSON.left`.
        """
        layout = self.world.layout
        name = self.scope.place(name, person)
        thing = layout.objects.get(name)
        if thing is not None and thing.members:
            name = self._place_in_row(thing.for_, thing.members, person, name, slot)
        spot = self.world.spots.get(name)
        if spot is not None:
            return spot
        head, _, tail = name.rpartition(".")
        other, side = (head, tail) if tail in AROUND_A_PERSON and head else (name, "front")
        if self.is_person(other):
            return self._beside(self.scope.one(other, self.act.place(slot)), side)
        raise self.error(
            f"no place is called '{name}'", slot, given=name, valid=[*layout.objects, *layout.people]
        )

    def is_person(self, name: str) -> bool:
        try:
            return self.scope.one(name, self.act.where) in self.world.people
        except InputError:
            return False

    def _beside(self, person: str, side: str) -> Spot:
        key = self.body(person).at(self.time)
        at = ahead((key.x, key.y), key.facing + AROUND_A_PERSON[side], self.movement.abreast)
        return Spot((*at, key.z), heading(at, (key.x, key.y)), None)

    def _place_in_row(
        self, group: str | None, members: Sequence[str], person: str, row: str, slot: str
    ) -> str:
        order = self.world.layout.groups[group].members if group is not None else self.people
        if person not in order or order.index(person) >= len(members):
            raise self.error(f"{label(self.world.layout, person)} has no place in the row {row}", slot)
        return members[order.index(person)]

    def bearing(self, name: str, person: str, slot: str) -> float:
        """The facing that a slot names: a compass word, degrees, a place or a person."""
        if name in COMPASS:
            return COMPASS[name]
        if name.replace(".", "", 1).isdigit():
            return float(name)
        here = self.body(person).at(self.time)
        there = self._where(name, person, slot)
        if there[:2] == (here.x, here.y):
            return here.facing
        return heading((here.x, here.y), (there[0], there[1]))

    def _where(self, name: str, person: str, slot: str) -> Point:
        if self.is_person(name):
            return self.body(self.scope.one(name, self.act.where)).at(self.time).point
        return self.spot(name, person, slot).point

    def facing(self, person: str, index: int) -> float | None:
        """The facing that the act gives to the `index`-th of its people, None where it gives none."""
        names = self.act.texts("facing")
        if not names:
            return None
        if len(names) > 1 and len(names) != len(self.people):
            raise self.error(f"{len(self.people)} people, {len(names)} facings", "facing")
        return self.bearing(names[index if len(names) > 1 else 0], person, "facing")

    def neighbour(self, person: str, index: int = 0) -> str:
        """Whom the act is done `to`: one within reach of the person, of a group the one of that `index`."""
        others = self.scope.people(self.act.text("to") or "", self.place_of("to"))
        other = others[min(index, len(others) - 1)]
        here, there = self.body(person).key, self.body(other).at(self.time)
        away, reach = math.dist((here.x, here.y), (there.x, there.y)), self.movement.reach
        if away > reach:
            who = label(self.world.layout, other)
            raise self.error(f"{who} is {away:.1f} 尺 away", "to", expected=f"one within {reach:g} 尺")
        return other

    # things -----------------------------------------------------------------

    def things(self, person: str, *, of: str | None = None) -> list[str]:
        """The things that the act names: ids, kinds (the lowest numbers in reach), `own.bow`, `guest.arrow`.

        `count: all` means as many as there are, be it none.
        """
        count = self.wanted()
        found = [thing for name in self.act.texts("thing") for thing in self._named(name, person, count, of)]
        if not found and count is not None:
            raise self.error(f"the act does not say what {person} handles", expected="thing: …")
        return found

    def wanted(self) -> int | None:
        """How many of a kind the act handles; None for all that there are."""
        return None if self.act.text("count") == ALL else self.number("count", 1)

    def _named(self, name: str, person: str, count: int | None, source: str | None) -> list[str]:
        known = self.world.things
        name = self.scope.thing(name, person)
        if name in known:
            return [name]
        objects = self.world.layout.objects
        kinds = self.world.layout.of_kind
        owner, _, kind = name.rpartition(".")
        if kind not in kinds or (owner and owner not in self.world.people):
            raise self.error(f"no thing is called '{name}'", "thing", given=name, valid=[*known, *kinds])
        able = candidates(self.world, person, kind, self.time)
        if owner:
            able = [thing for thing in able if objects[thing].for_ == owner]
        if source is not None:
            able = sorted((t for t in able if self._is_at(t, source)), key=number)
        if count is not None and len(able) < count:
            who = label(self.world.layout, person)
            raise self.error(f"{who} needs {count} × {name} and finds {len(able)} within reach", "thing")
        return able[:count]

    def require_held(self, person: str, thing: str) -> None:
        """Raise an error where he does not hold the thing."""
        if known(self.world, thing, self.place_of("thing")).holder != person:
            raise self.error(f"{label(self.world.layout, person)} does not hold {thing}", "thing")

    def _is_at(self, thing: str, source: str) -> bool:
        return self.world.things[thing].holder == source

    # looks ------------------------------------------------------------------

    def at(self, time: float) -> Moment:
        """The same act, at a later second."""
        return self if time == self.time else replace(self, time=time)

    def strike_pose(self, person: str, pose: str, posture: str | None, end: float, stays: bool) -> None:
        """Take up a pose now; unless it stays, go back at `end` to the pose of waiting."""
        before = self.body(person).posture
        blend = min(self.movement.blend, (end - self.time) / 2.0)
        self.world.pose(person, self.time, pose, posture or before, blend)
        if not stays:
            self.settle(person, end - blend, blend, before)

    def settle(self, person: str, time: float, blend: float, posture: str | None = None) -> None:
        settle(self.world, person, time, blend, posture)

    def require(self, person: str, posture: str) -> None:
        """Raise an error where the person is not in that posture."""
        now = self.body(person).posture
        if now != posture:
            raise self.error(
                f"{label(self.world.layout, person)} is {now}", expected=f"{posture} before this"
            )

    def place_of(self, slot: str) -> Where:
        return self.act.place(slot)
