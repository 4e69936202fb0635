"""People and things while the rite is being played: where they are now, and who holds what.

The world changes as acts are carried out, and everything that changes is told
to a recording. A fork of the world records nothing: it answers how long a line
of acts would take.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from courtyard3d.layout import Layout
from courtyard3d.rite.ground import Ground, Standings, standing_at
from courtyard3d.rite.movement import Movement
from courtyard3d.rite.spots import Spots
from courtyard3d.rite.tracks import FigureRecorder, Key, Look, Rest, between
from courtyard3d.scene.state import Point


class Body(NamedTuple):
    """A person now; `way` holds the keys of his last movement, the last of them is where he ends."""

    way: tuple[Key, ...]
    posture: str = "standing"
    dress: tuple[str, ...] = ()
    station: str | None = None
    holder: str | None = None
    present: bool = True

    @property
    def key(self) -> Key:
        return self.way[-1]

    def at(self, time: float) -> Key:
        """Where he is at `time` on the way that he walks."""
        return between(self.way, time)


class Recording:
    """What has happened so far: a recorder a person, the rests of each thing."""

    def __init__(self) -> None:
        self.figures: dict[str, FigureRecorder] = {}
        self.things: dict[str, list[Rest]] = {}

    def open(self, person: str, key: Key, look: Look) -> None:
        self.figures[person] = FigureRecorder(key, look)

    def move(self, person: str, keys: list[Key]) -> None:
        self.figures[person].move(keys)

    def change(self, person: str, time: float, **changes: Any) -> None:
        self.figures[person].change(time, **changes)

    def rest(self, thing: str, rest: Rest) -> None:
        self.things.setdefault(thing, []).append(rest)


class Silence(Recording):
    """Keeps nothing."""

    def move(self, person: str, keys: list[Key]) -> None:
        pass

    def change(self, person: str, time: float, **changes: Any) -> None:
        pass

    def rest(self, thing: str, rest: Rest) -> None:
        pass


@dataclass
class World:
    """Everything that acts can change.

    `beats` are the seconds of the drum that is being struck; `guides` has by a blind man's id who leads him,
    `standing` what and who stands in people's way.
    """

    layout: Layout
    movement: Movement
    ground: Ground
    spots: Spots
    recording: Recording
    people: dict[str, Body] = field(default_factory=dict)
    things: dict[str, Rest] = field(default_factory=dict)
    held: dict[str, tuple[str, ...]] = field(default_factory=dict)
    beats: tuple[float, ...] = ()
    guides: dict[str, str] = field(default_factory=dict)
    standing: Standings = field(default_factory=Standings)

    def fork(self) -> World:
        """A copy that records nothing."""
        return World(
            self.layout, self.movement, self.ground, self.spots, Silence(),
            dict(self.people), dict(self.things), dict(self.held), self.beats, dict(self.guides),
            self.standing.copy(),
        )  # fmt: skip

    def holds(self, holder: str, place: str | None = None) -> tuple[str, ...]:
        """The things that a holder has, in the order in which he took them."""
        things = self.held.get(holder, ())
        return things if place is None else tuple(t for t in things if self.things[t].place == place)

    def kind(self, thing: str) -> str:
        return self.layout.objects[thing].kind

    def of_kind(self, kind: str) -> list[str]:
        """All things of a kind, in the order of the layout."""
        return [thing for thing in self.layout.of_kind.get(kind, ()) if thing in self.things]

    def point_of(self, name: str, time: float) -> Point | None:
        """Where a person or thing is at `time`; a held thing is where its holder is."""
        if name in self.people:
            body = self.people[name]
            return body.at(time).point if body.present else None
        rest = self.things[name]
        return self.point_of(rest.holder, time) if rest.holder is not None else rest.point

    def move(self, person: str, keys: list[Key], station: str | None) -> None:
        """Let a person go the way of `keys` (the first is where he stands)."""
        self.recording.move(person, keys)
        self.people[person] = self.people[person]._replace(way=tuple(keys), station=station)
        self.stand(person, keys[-1].point)
        self.recording.change(person, keys[0].time, station=station)

    def stand(self, person: str, point: Point | None) -> None:
        """Let a person be in the way of others at the point where he stands or will stop."""
        block = self.ground.people[person]
        self.standing.put(person, standing_at(block, point, 0.0) if point is not None else None)

    def appear(self, person: str, time: float, point: Point, facing: float, station: str | None) -> None:
        """Let a person be at a point at once."""
        body = self.people[person]
        keys = [body.at(time)._replace(time=time), Key(time, *point, facing)]
        self.people[person] = body._replace(present=True)
        self.recording.change(person, time, present=True)
        self.move(person, keys, station)

    def vanish(self, person: str, time: float) -> None:
        """Let a person be absent."""
        self.people[person] = self.people[person]._replace(present=False, station=None)
        self.stand(person, None)
        self.recording.change(person, time, present=False, station=None)

    def dress(self, person: str, time: float, dress: Iterable[str]) -> None:
        body = self.people[person]._replace(dress=tuple(dress))
        self.people[person] = body
        self.recording.change(person, time, dress=body.dress)

    def office(self, person: str, time: float, office: str | None) -> None:
        """Let a person bear the name of an office, or his own."""
        self.recording.change(person, time, office=office)

    def pose(self, person: str, time: float, pose: str, posture: str, blend: float) -> None:
        """Let a person take up a pose."""
        body = self.people[person]
        if posture != body.posture:
            self.people[person] = body._replace(posture=posture)
        self.recording.change(person, time, pose=pose, posture=posture, blend=blend)

    def rest(self, thing: str, rest: Rest) -> None:
        """Let a thing go where `rest` says, out of the hands that held it; its condition goes with it."""
        before = self.things.get(thing)
        if before is not None:
            rest = rest._replace(condition=before.condition)
        if before is not None and before.holder is not None:
            self._holding(before.holder, rest.time, [t for t in self.held[before.holder] if t != thing])
        self.things[thing] = rest
        block = self.ground.set_up.get(thing)
        if block is not None:
            self.standing.put(thing, block.standing(rest))
        if rest.holder is not None:
            self._holding(rest.holder, rest.time, [*self.held.get(rest.holder, ()), thing])
        self.recording.rest(thing, rest)

    def change(self, thing: str, time: float, condition: str | None) -> None:
        """Let a thing that stays where it is be in another condition."""
        self.things[thing] = self.things[thing]._replace(time=time, origin=None, condition=condition)
        self.recording.rest(thing, self.things[thing])

    def stick(self, arrow: str, target: str, time: float) -> None:
        """Let an arrow in flight end in a target, which holds it where it struck."""
        flying = self.things[arrow]
        place = next(iter(self.layout.kinds[self.kind(target)].places))
        stuck = flying._replace(time=time, holder=target, place=place, origin=None)
        self.rest(arrow, stuck)

    def _holding(self, holder: str, time: float, things: list[str]) -> None:
        self.held[holder] = tuple(things)
        if holder in self.people:
            self.recording.change(holder, time, holds=self.held[holder])
