"""升 and 降: step by step, both feet joined on each tread (拾级聚足); two go by the rule of three steps."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from courtyard3d.layout import Thing
from courtyard3d.rite.paths import Walker
from courtyard3d.rite.spots import Spot, floats
from courtyard3d.rite.tracks import Key
from courtyard3d.rite.turns import waits
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Verb
from courtyard3d.rite.verbs.walking import by_role, keep_clear, meets_at

ON_IT = 0.05


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight of steps: middle and half width in x, the y and z of each tread from the lowest.

    `foot` and `edge` are the y at which one stands before the lowest step and inside the edge of the hall.
    """

    id: str
    x: float
    half: float
    treads: tuple[tuple[float, float], ...]
    foot: float
    edge: float

    @classmethod
    def of(cls, thing: Thing, moment: Moment) -> Flight:
        """The flight of the layout."""
        size = {name: float(quantity.value) for name, quantity in thing.size.items()}
        x, top, floor = floats(moment.world.layout.point(f"{thing.id}.top-tread"))
        count, going = int(size["treads"]), size["going"]
        treads = tuple((top - (count - k) * going, floor * k / count) for k in range(1, count + 1))
        half = (size["width"] - moment.movement.abreast) / 2.0
        foot = treads[0][0] - going / 2.0 - size["approach"]
        return cls(thing.id, x, half, treads, foot, top + going)

    def lane(self, x: float) -> float:
        """The x at which one goes who stands at `x`: his own lane where it lies on the flight."""
        return min(max(x, self.x - self.half), self.x + self.half)

    def stops(self, up: bool) -> list[tuple[float, float]]:
        """(y, z) of each step that is taken, the floor or the court last."""
        if up:
            return [*self.treads, (self.edge, self.treads[-1][1])]
        return [*reversed(self.treads), (self.foot, 0.0)]


def beats(count: int, lead: int, between: int, leader: bool) -> list[int]:
    """The beat on which each of `count` steps is taken, by the leader or by the follower.

    The leader takes `lead` steps; then the follower sets off, and the leader
    waits until no more than `between` treads are empty between them.

    >>> beats(4, 3, 1, True), beats(4, 3, 1, False)
    ([1, 2, 3, 5], [4, 5, 6, 7])
    """
    if not leader:
        return [lead + k for k in range(1, count + 1)]
    waits = max(lead - between - 1, 0)
    return [k if k <= lead else k + waits for k in range(1, count + 1)]


class Ascend(Verb):
    """升: up a flight, to its head or to `to` (the top tread: 尽阶不升堂)."""

    names = ("ascend",)
    up = True

    def carry_out(self, moment: Moment) -> float:
        flight = _flight(moment)
        people = _in_order(moment)
        lead = moment.number("lead", 1) if len(people) > 1 else 0
        between = moment.number("between", 1) if moment.act.text("between") else 0
        lanes = _side_by_side(
            moment, flight, {person: self._lane(moment, flight, person) for person in people}
        )
        walkers = {person: self._approach(moment, flight, person, lanes[person]) for person in people}
        turns = waits([walker.keys() for walker in walkers.values()], moment.movement)
        for walker, seconds in zip(walkers.values(), turns, strict=True):
            walker.put_off(seconds)
        start = max(walker.here.time for walker in walkers.values())
        steps = {
            person: self._climb(moment, flight, person, walker, start, (lead, between, place == 0))
            for place, (person, walker) in enumerate(walkers.items())
        }
        last = max(walker.here.time for walker in walkers.values())
        for person, walker in walkers.items():
            self._go_on(moment, flight, person, walker, last)
        moment.stages += [(steps[person][0], (person,)) for person in people[1:]]
        moment.stages += [(steps[person][-1], (person,)) for person in people]
        return max(walker.here.time for walker in walkers.values())

    def _approach(self, moment: Moment, flight: Flight, person: str, lane: float) -> Walker:
        """Go to before the first step, in his lane, and face it."""
        walker = moment.walker(person)
        here = walker.here
        gate = (lane, self._gate(flight, here))
        pace = moment.movement.pace(on_hall=not self.up) * moment.act.tempo
        before = (here.y < gate[1]) == self.up
        way = [here.point[:2], (lane, here.y) if before else (here.x, gate[1]), gate]
        walker.follow(way, [math.dist(a, b) / pace for a, b in pairwise(way)])
        walker.turn(0.0 if self.up else 180.0, moment.movement.turn)
        return walker

    def _lane(self, moment: Moment, flight: Flight, person: str) -> float:
        """The x at which he goes: his own where it is on the flight, or beside those who stand before it."""
        here, broad = moment.body(person).key, 2.0 * moment.movement.aside
        own = flight.lane(here.x)
        gate = (own, self._gate(flight, here))
        near = moment.world.standing.near((own, here.y), gate, here.z, moment.movement.aside)
        others = [one.at[0] for one in near if one.id in moment.world.people and moment.in_the_way(one.id)]
        lanes = [own, *(flight.lane(other + side * broad) for other in others for side in (-1.0, 1.0))]
        free = [lane for lane in lanes if all(abs(lane - other) >= broad - ON_IT for other in others)]
        return min(free, key=lambda lane: abs(lane - own), default=own)

    def _gate(self, flight: Flight, here: Key) -> float:
        return flight.foot if here.z < ON_IT else here.y

    def _climb(
        self,
        moment: Moment,
        flight: Flight,
        person: str,
        walker: Walker,
        start: float,
        order: tuple[int, int, bool],
    ) -> list[float]:
        """Climb the steps as far as the act says; return the seconds at which they begin."""
        movement, x = moment.movement, walker.here.x
        spot = _end(moment, flight, person, self.up)
        stops = self._stops(flight, walker.here, spot)
        beat = movement.tread / moment.act.tempo
        begins = [start + (number - movement.step) * beat for number in beats(len(stops), *order)]
        for begin, (y, z) in zip(begins, stops, strict=True):
            walker.wait(begin)
            walker.go((x, y, z), movement.step * beat)
        return begins or [start]

    def _stops(self, flight: Flight, here: Key, spot: Spot) -> list[tuple[float, float]]:
        """The steps between where he stands and where he stops."""
        low, high = sorted((here.y, spot.point[1]))
        return [(y, z) for y, z in flight.stops(self.up) if low + ON_IT < y < high + ON_IT]

    def _go_on(self, moment: Moment, flight: Flight, person: str, walker: Walker, last: float) -> None:
        """From the last step to where he stops: he keeps his lane, and aside where they meet.

        There all step aside at once, when at `last` the last of them is down.
        """
        spot = _end(moment, flight, person, self.up)
        if meets_at(moment, spot.station):
            walker.wait(last)
        here = walker.here
        if abs(here.z - spot.point[2]) > ON_IT:
            raise moment.error(f"{spot.station} does not lie at the end of the steps", "to")
        target, facing = (here.x, spot.point[1]), here.facing
        if meets_at(moment, spot.station):
            middle, facing = keep_clear(moment, (spot.point[0], here.y), spot.point[:2])
            target = (middle[0] + here.x - spot.point[0], middle[1])
        pace = moment.movement.pace(on_hall=self.up) * moment.act.tempo
        walker.follow([here.point[:2], target], [math.dist(here.point[:2], target) / pace])
        walker.turn(facing, moment.movement.turn)
        own = moment.facing(person, moment.people.index(person))
        if own is not None:
            walker.turn(own, moment.movement.turn)
        there = math.dist(walker.here.point[:2], spot.point[:2]) < ON_IT
        moment.world.move(person, walker.keys(), spot.station if there else None)


class Descend(Ascend):
    """降: down a flight, to the court in front of it or to `to`."""

    names = ("descend",)
    up = False

    def _gate(self, flight: Flight, here: Key) -> float:
        return min(here.y, flight.edge)

    def _stops(self, flight: Flight, here: Key, spot: Spot) -> list[tuple[float, float]]:
        return [(y, z) for y, z in flight.stops(self.up) if spot.point[1] - ON_IT < y < here.y - ON_IT]


def _flight(moment: Moment) -> Flight:
    name = moment.act.text("by") or ""
    thing = moment.world.layout.objects.get(name)
    if thing is None or "treads" not in thing.size:
        flights = [t.id for t in moment.world.layout.objects.values() if "treads" in t.size]
        raise moment.error(f"'{name}' is no flight of steps", "by", given=name, valid=flights)
    return Flight.of(thing, moment)


def _side_by_side(moment: Moment, flight: Flight, lanes: Mapping[str, float]) -> Mapping[str, float]:
    """The x at which each goes: as wished, but side by side where they would tread on each other."""
    order = sorted(lanes, key=lambda person: lanes[person])
    if all(lanes[b] - lanes[a] >= 2.0 * moment.movement.aside for a, b in pairwise(order)):
        return lanes
    apart = min(moment.movement.abreast, 2.0 * flight.half / (len(order) - 1))
    return {person: flight.x + apart * (n - (len(order) - 1) / 2.0) for n, person in enumerate(order)}


def _in_order(moment: Moment) -> list[str]:
    """The people, the leader first."""
    role = moment.act.text("leader")
    leader = by_role(moment, role, "leader") if role is not None else moment.people[0]
    return sorted(moment.people, key=lambda person: person != leader)


def _end(moment: Moment, flight: Flight, person: str, up: bool) -> Spot:
    if moment.act.text("to") is not None:
        return moment.spot(str(moment.act.text("to")), person)
    return moment.spot(f"{flight.id}.{'head' if up else 'front'}", person)
