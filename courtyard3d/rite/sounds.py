"""What is heard when: strokes, tones and calls of the acts, and arrows, in seconds of the rite."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from courtyard3d.rite.hearing import hearing
from courtyard3d.rite.verbs.music import beats

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.rite.engine import Played
    from courtyard3d.rite.hearing import Heard
    from courtyard3d.rite.timeline import Timeline
    from courtyard3d.scene.state import Point


@dataclass(frozen=True, slots=True)
class Sound:
    """One sound.

    Parameters
    ----------
    time : float
        Second of the rite at which it begins.
    lasts : float
        Seconds of the act or beat that it fills; what is struck rings as long as it does.
    instrument : str
        One of `instruments` of `layouts/sounds.yaml`.
    tone : str
        One of its `tones`; '' where the instrument has one pitch.
    east : float
        Where it comes from: 尺 east of the middle of the court.
    loud : float
        Loudness over the instrument's own.
    """

    time: float
    lasts: float
    instrument: str
    tone: str
    east: float
    loud: float


def sounds(layout: Layout, timeline: Timeline) -> list[Sound]:
    """Return all sounds of a rite in the order of their beginning."""
    found = [*_acts(layout, timeline), *_arrows(timeline)]
    return sorted(found, key=lambda sound: (sound.time, sound.instrument))


def _acts(layout: Layout, timeline: Timeline) -> Iterator[Sound]:
    """Yield the sounds of acts: a beat each of what is played, one tone of a call."""
    rows = hearing().heard
    verbs = {verb for row in rows for verb in row.do}
    kinds = {thing.kind: name for name, thing in layout.objects.items()}
    for act in timeline.acts:
        if act.act.do in verbs:
            where = _Where(layout, timeline, act)
            for row in rows:
                if row.fits(act.act.do, act.act.text("tone"), where.kind, kinds):
                    yield from _tones(act, row, where.east(kinds[row.there] if row.there else None))


def _tones(act: Played, row: Heard, east: float) -> Iterator[Sound]:
    tune = hearing().tune
    strokes = beats(act.start, act.end, int(act.act.text("beats") or 1))
    for number, (begin, end) in enumerate(pairwise((*strokes, act.end))):
        if number % row.every == 0:
            tone = tune[number % len(tune)] if row.tune else act.act.text("tone") or ""
            yield Sound(begin, end - begin, row.instrument, tone, east, row.loud)


class _Where:
    """The thing that an act plays, and where it sounds."""

    def __init__(self, layout: Layout, timeline: Timeline, act: Played) -> None:
        self._layout = layout
        self._state = timeline.state(act.start)
        self._person = act.people[0]
        self._thing = self._named(act) or self._nearest(
            row.on for row in hearing().heard if act.act.do in row.do
        )

    @property
    def kind(self) -> str | None:
        """The kind of the thing."""
        return self._layout.objects[self._thing].kind if self._thing else None

    def east(self, thing: str | None) -> float:
        """Return how far east of the middle of the court a thing, else the one who plays, is."""
        there = self._state.things[thing] if thing else self._state.figures[self._person]
        return there.position[0] if there.position is not None else 0.0

    def _named(self, act: Played) -> str | None:
        name = act.act.text("thing")
        thing = act.scope.thing(name, self._person) if name is not None else ""
        return thing if thing in self._layout.objects else None

    def _nearest(self, kinds: Iterable[str | None]) -> str | None:
        """Return the thing of some kinds that lies nearest to the one who plays, or that he holds."""
        kinds, here = set(kinds), self._state.figures[self._person].position
        alike = {name for name, thing in self._layout.objects.items() if thing.kind in kinds}
        near = {
            name: math.dist(position[:2], here[:2])
            for name in sorted(alike & self._state.things.keys())
            if here is not None and (position := self._state.things[name].position) is not None
        }
        return min(near, key=near.__getitem__, default=None)


def _arrows(timeline: Timeline) -> Iterator[Sound]:
    """Yield what is heard of arrows: how they leave the string, and how they end."""
    for track in timeline.things.values():
        for rest, following in pairwise((*track.rests, None)):
            if rest is not None and rest.origin is not None and rest.point is not None:
                stuck = following is not None and following.time == rest.until
                yield from _flown("loosed", rest.time, rest.origin)
                yield from _flown("hits" if stuck else "falls", rest.until, rest.point)


def _flown(what: str, time: float, point: Point) -> Iterator[Sound]:
    for row in hearing().heard:
        if row.flight == what:
            yield Sound(time, 0.0, row.instrument, "", point[0], row.loud)
