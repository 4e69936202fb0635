"""A rite that has been played and is told otherwise: one act is left out, one bow slack, one archer out of place.

Each function returns a change of a `Retelling`; the acts meant are named by `ref`, `do`, `who`, `section` and
`n`, which of them (all without it).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import courtyard3d
from courtyard3d.rite import timeline as room
from courtyard3d.rite.acts import Slot
from courtyard3d.rite.engine import Played
from courtyard3d.rite.timeline import Timeline
from courtyard3d.rite.tracks import FigureRecorder, FigureTrack, Key, Rest, ThingTrack, between

Change = Callable[["Retelling"], None]
EDGE = 0.01
"""Seconds by which a change keeps clear of the ends of an act, or reaches over one of them."""


class Told(Timeline):
    """A time line that remembers what the people's tracks were made from."""

    def __init__(self, world: Any, script: Any, acts: Any, sections: Any) -> None:
        super().__init__(world, script, acts, sections)
        self.recorders: dict[str, FigureRecorder] = world.recording.figures


def told(**opening: Any) -> Told:
    """Play the rite so that it can be told otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "Timeline", Told)
        timeline = courtyard3d.open("xiangshe", **opening).timeline
    assert isinstance(timeline, Told)
    return timeline


class Retelling:
    """The same rite with changes; `timeline` is what comes of them."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.acts: dict[int, Played | None] = {}
        self.more: list[Played] = []
        self.recorders: dict[str, FigureRecorder] = {}
        self.things: dict[str, ThingTrack] = {}
        self.sides: dict[str, str] = {}

    @property
    def timeline(self) -> Timeline:
        retold = copy.copy(self.told)
        retold.__dict__.pop("_acts_of", None)
        acts = [self.acts.get(i, played) for i, played in enumerate(self.told.acts)]
        retold.acts = tuple(sorted([a for a in acts if a] + self.more, key=lambda played: played.start))
        figures = {who: recorder.freeze(retold.duration) for who, recorder in self.recorders.items()}
        retold._figures = {**self.told.figures, **figures}
        retold._things = {**self.told.things, **self.things}
        retold.layout = copy.copy(self.told.layout)
        people = {who: replace(retold.layout.people[who], side=side) for who, side in self.sides.items()}
        object.__setattr__(retold.layout, "people", {**self.told.layout.people, **people})
        return retold

    def find(
        self,
        ref: str | None = None,
        do: str | None = None,
        who: str | None = None,
        section: str | None = None,
        n: int | None = None,
    ) -> list[int]:
        """The numbers of the acts that are meant; there must be some."""
        found = [
            i
            for i, played in enumerate(self.told.acts)
            if (ref is None or ref in played.act.ref)
            and (do is None or played.act.do == do)
            and (who is None or who in played.people)
            and (section is None or played.section == section)
        ]
        assert found, f"nobody does that: {ref} {do} {who} {section}"
        return found if n is None else [found[n]]

    def told_as(self, which: dict[str, Any]) -> Iterator[Played]:
        return (self.told.acts[i] for i in self.find(**which))

    def recorder(self, person: str) -> FigureRecorder:
        if person not in self.recorders:
            self.recorders[person] = copy.deepcopy(self.told.recorders[person])
        return self.recorders[person]

    def track(self, person: str) -> FigureTrack:
        return self.told.figures[person]

    def change(self, which: dict[str, Any], change: Callable[[Played], Played | None]) -> None:
        for i in self.find(**which):
            played = self.acts.get(i, self.told.acts[i])
            self.acts[i] = change(played) if played is not None else None


def as_it_is(told: Retelling) -> None:
    """Nothing is told otherwise."""


def both(*changes: Change) -> Change:
    """All of these changes."""

    def change(told: Retelling) -> None:
        for one in changes:
            one(told)

    return change


# -- the acts ------------------------------------------------------------------------------------------------


def leave_out(**which: Any) -> Change:
    """The acts are left out."""
    return lambda told: told.change(which, lambda played: None)


def tell(slots: dict[str, str], **which: Any) -> Change:
    """The acts are done otherwise."""

    def otherwise(played: Played) -> Played:
        told = {name: Slot(played.act.where, (value,)) for name, value in slots.items()}
        return replace(played, act=replace(played.act, slots={**played.act.slots, **told}))

    return lambda told: told.change(which, otherwise)


def belongs_to(in_section: str, **which: Any) -> Change:
    """They belong to another section."""
    return lambda told: told.change(which, lambda played: replace(played, section=in_section))


def by(*people: str, **which: Any) -> Change:
    """Others do them."""
    return lambda told: told.change(which, lambda played: replace(played, people=people))


def shift(start: float, end: float, **which: Any) -> Change:
    """They begin and end so many seconds later."""
    return lambda told: told.change(
        which, lambda played: replace(played, start=played.start + start, end=played.end + end)
    )


def trade(one: dict[str, Any], other: dict[str, Any]) -> Change:
    """Two acts are done each at the time of the other."""

    def change(told: Retelling) -> None:
        (first,), (second,) = told.told_as(one), told.told_as(other)
        told.change(one, lambda played: replace(played, start=second.start, end=second.end))
        told.change(other, lambda played: replace(played, start=first.start, end=first.end))

    return change


def once_more(after: float = 0.0, in_section: str = "", people: tuple[str, ...] = (), **which: Any) -> Change:
    """They are done once more, so many seconds later, in another section, by others."""

    def change(told: Retelling) -> None:
        told.more += [
            replace(
                played,
                people=people or played.people,
                section=in_section or played.section,
                start=played.start + after,
                end=played.end + after,
            )
            for played in told.told_as(which)
        ]

    return change


# -- the people ----------------------------------------------------------------------------------------------


def look(person: str, *, plus: str = "", minus: str = "", of: str = "dress", **rest: Any) -> Change:
    """While the acts last he has something more or less (`of` his dress, of what he holds), or looks otherwise."""
    looks = {key: rest.pop(key) for key in ("posture", "pose", "station", "office") if key in rest}

    def change(told: Retelling) -> None:
        for played in told.told_as(rest):
            before = told.track(person).at(played.start)
            after = told.track(person).at(played.end)
            changed = dict(looks)
            if plus or minus:
                had = tuple(item for item in getattr(before, of) if item != minus)
                changed[of] = (*had, plus) if plus else had
            told.recorder(person).change(played.start, **changed)
            told.recorder(person).change(played.end, **{key: getattr(after, key) for key in changed})

    return change


def move(
    person: str, x: float = 0.0, y: float = 0.0, z: float = 0.0, turn: float = 0.0, at: str = "", **which: Any
) -> Change:
    """While the acts last (`at` their start, middle, end) he is so much further east, north, up, right-turned."""

    def change(told: Retelling) -> None:
        for played in told.told_as(which):
            start, end = _window(played, at)
            keys = told.recorder(person).keys
            times = [start, *(key.time for key in keys if start < key.time < end), end]
            within = [_moved(between(keys, time), time, x, y, z, turn) for time in times]
            keys[:] = [
                *(key for key in keys if key.time < start),
                _moved(between(keys, start), start),
                *within,
                _moved(between(keys, end), end),
                *(key for key in keys if key.time > end),
            ]

    return change


def _moved(key: Key, time: float, x: float = 0.0, y: float = 0.0, z: float = 0.0, turn: float = 0.0) -> Key:
    return Key(time, key.x + x, key.y + y, key.z + z, key.facing + turn)


def _window(played: Played, at: str) -> tuple[float, float]:
    if not at:
        return played.start + EDGE, played.end - EDGE
    middle = {"start": played.start, "end": played.end, "middle": (played.start + played.end) / 2.0}[at]
    return middle - EDGE, middle + EDGE


def change_places(one: str, other: str, **which: Any) -> Change:
    """While the acts last each of the two is where the other is."""

    def change(told: Retelling) -> None:
        for played in told.told_as(which):
            start, end = _window(played, "")
            keys = [told.recorder(person).keys for person in (one, other)]
            parts = [[k for k in mine if start < k.time < end] for mine in keys]
            for mine, theirs, own in zip(keys, parts[::-1], parts, strict=True):
                assert own
                mine[:] = sorted([k for k in mine if k not in own] + theirs, key=lambda key: key.time)

    return change


# -- the things ----------------------------------------------------------------------------------------------


def lies(thing: str, **which: Any) -> Change:
    """While the acts last the thing rests otherwise: has another holder, condition, point."""
    rest = {key: which.pop(key) for key in ("holder", "point", "condition", "facing") if key in which}

    def change(told: Retelling) -> None:
        for played in told.told_as(which):
            _set(told, thing, played.start, played.end, rest)

    return change


def lies_at_last(thing: str, **rest: Any) -> Change:
    """At the end of the day of the rite the thing rests otherwise."""
    return lambda told: _set(told, thing, told.told.evening - 1.0, None, rest)


def one_lies(
    kind: str, holder: str, rest: dict[str, Any], at: str = "start", for_seconds: float = EDGE, **which: Any
) -> Change:
    """Of the things of a kind that a holder has `at` start or end of the acts one rests otherwise until after them."""

    def change(told: Retelling) -> None:
        objects = told.told.layout.objects
        for played in told.told_as(which):
            time = {"start": played.start, "end": played.end}[at]
            thing = next(
                name
                for name, track in told.told.things.items()
                if objects[name].kind == kind and track.at(time).holder == holder
            )
            _set(told, thing, time, played.end + for_seconds, rest)

    return change


def _set(told: Retelling, thing: str, start: float, end: float | None, changes: dict[str, Any]) -> None:
    track = told.things.get(thing, told.told.things[thing])
    changed = [_rest(track, start, **changes)]
    if end is not None:
        changed.append(_rest(track, end))
    kept = [rest for rest in track.rests if rest.time < start or (end is not None and rest.time > end)]
    told.things[thing] = ThingTrack(sorted([*kept, *changed], key=lambda rest: rest.time))


def _rest(track: ThingTrack, time: float, **changes: Any) -> Rest:
    """How the thing rests from `time` on, but for the changes."""
    names = ("point", "facing", "pitch", "holder", "place", "condition")
    return Rest(time, **{**{name: getattr(track.at(time), name) for name in names}, **changes})


def of_side(person: str, side: str) -> Change:
    """He belongs to the other side."""

    def change(told: Retelling) -> None:
        told.sides[person] = side

    return change
