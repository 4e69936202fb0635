"""The whole rite in time: one `state(t)` for every picture, check and export."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from courtyard3d.errors import InputError
from courtyard3d.layout import Layout
from courtyard3d.reading import garbage
from courtyard3d.reading.words import Labels, fold
from courtyard3d.rite.acts import Script
from courtyard3d.rite.custody import DEEPEST
from courtyard3d.rite.engine import Engine, Played
from courtyard3d.rite.movement import Movement, load_movement
from courtyard3d.rite.opening import opening
from courtyard3d.rite.outcome import Outcome
from courtyard3d.rite.scope import Scope
from courtyard3d.rite.telling import Caption, Teller
from courtyard3d.rite.tracks import FigureTrack, Floats, Rest, ThingTrack
from courtyard3d.rite.world import World
from courtyard3d.scene.state import FigureState, State, ThingState

_SECONDS = re.compile(r"\d+(\.\d+)?s")

LAST = 1e-3
"""Seconds."""


def _seconds(text: str) -> float:
    if not _SECONDS.fullmatch(text):
        raise InputError(f"'{text}' are no seconds", expected="a number and s, as in 95.5s")
    return float(text[:-1])


@dataclass(frozen=True, slots=True)
class SectionSpan:
    """A section in time; where nothing happens under the premises, `end` equals `start`."""

    id: str
    labels: Labels
    start: float
    end: float
    further: tuple[str, ...] = ()
    day: Labels | None = None
    hour: Labels | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Its id and all its names, the further ones in traditional Chinese as well."""
        also = [form for name in self.further for form in Labels(name).names()]
        return (self.id, *self.labels.names(), *also)


class Timeline:
    """A rite that has been played: immutable, and equally fast at any second.

    Attributes
    ----------
    duration : float
        Seconds of the whole rite.
    sections : tuple of SectionSpan
    acts : tuple of Played
        All acts as they were carried out, in the order of their beginning.
    """

    def __init__(
        self, world: World, script: Script, acts: Iterable[Played], sections: Iterable[SectionSpan]
    ) -> None:
        self.layout, self.movement, self.ground = world.layout, world.movement, world.ground
        self.sections = tuple(sections)
        self.duration = self.sections[-1].end if self.sections else 0.0
        self.acts = tuple(sorted(acts, key=lambda act: act.start))
        self._main = [act for act in self.acts if act.main]
        self._starts = [act.start for act in self._main]
        self._longest = max((act.end - act.start for act in self.acts), default=0.0)
        self._begins = [act.start for act in self.acts]
        self._ends = np.array([act.end for act in self.acts])
        self._figures = {name: rec.freeze(self.duration) for name, rec in world.recording.figures.items()}
        self._things = {name: ThingTrack(rests) for name, rests in world.recording.things.items()}
        still = {name: track.state(0.0) for name, track in self._things.items() if track.still}
        self._still = {name: state for name, state in still.items() if state is not None}
        self._moving = {name: track for name, track in self._things.items() if name not in self._still}
        self._teller = Teller(world.layout, script, self.called)

    @property
    def figures(self) -> Mapping[str, FigureTrack]:
        """The track of each person."""
        return self._figures

    @property
    def things(self) -> Mapping[str, ThingTrack]:
        """The track of each thing."""
        return self._things

    @property
    def changes(self) -> tuple[float, ...]:
        """The seconds at which acts of the main line begin."""
        return tuple(self._starts)

    def state(self, time: float) -> State:
        """Everything at `time` seconds from the beginning of the rite."""
        figures = {name: track.at(time) for name, track in self._figures.items()}
        things = dict(self._still)
        for name, track in self._moving.items():
            things[name] = track.state(time) or self._carried(track.at(time), time, figures)
        main = self.act_at(time)
        return State(
            time,
            self.section_at(time).id,
            main.id if main is not None else None,
            tuple(act.id for act in self.running(time)),
            figures,
            things,
        )

    def _carried(self, rest: Rest, time: float, figures: Mapping[str, FigureState]) -> ThingState:
        """The state of a thing that is where its holder is."""
        holder = rest.holder
        for _ in range(DEEPEST):
            if holder is None or holder in figures:
                break
            below = self._things[holder].at(time)
            if below.holder is None:
                return rest.state(below.point, below.facing, 0.0)
            holder = below.holder
        figure = figures.get(holder or "")
        if figure is None or figure.position is None:
            return rest.state(None, None, 0.0)
        x, y, z = figure.position
        return rest.state((x, y, z + self.movement.hand), figure.facing, 0.0)

    @cached_property
    def evening(self) -> float:
        """The last second of the first day, before what was used is put away."""
        first, *others = self.sections
        later = (span.start for span in others if span.day not in (None, first.day))
        return next((start - LAST for start in later), self.duration)

    def section_at(self, time: float) -> SectionSpan:
        """The section that is under way (at a border the one that begins).

        A rite that has no sections yet stands still in one without an id.
        """
        if not self.sections:
            return SectionSpan("", self.layout.labels, 0.0, 0.0)
        begun = bisect_right(self.sections, time, key=lambda section: section.start)
        lasting = (s for s in reversed(self.sections[:begun]) if s.end > s.start or s.end == time)
        return next(lasting, self.sections[0])

    def moment(self, text: str) -> float:
        """The second that a text means.

        Parameters
        ----------
        text : str
            A section (any of its names), the `ref` of an act (`16.22`), seconds
            (`95.5s`), or a section or ref and seconds (`chu-she+95.5s`).

        Raises
        ------
        InputError
            Where it means nothing, or a second outside the rite.
        """
        head, plus, tail = text.rpartition("+")
        if plus:
            return self.after(self._beginning(head), _seconds(tail))
        if _SECONDS.fullmatch(text):
            return self.after(0.0, _seconds(text))
        return self._beginning(text)

    def _beginning(self, name: str) -> float:
        """The second at which the first act of that ref, or the section of that name, begins."""
        starts = [act.start for act in self.acts if name in act.act.ref]
        return min(starts) if starts else self.section(name).start

    def section(self, name: str) -> SectionSpan:
        """The section of that id or name.

        Raises
        ------
        InputError
            Where none has it, with the nearest name, or where several have it.
        """
        wanted = fold(name)
        found = [s for s in self.sections if wanted in map(fold, s.names)]
        if len(found) > 1:
            candidates = ", ".join(section.id for section in found)
            raise InputError(f"'{name}' is the name of several sections", expected=f"one of {candidates}")
        if not found:
            refs = {ref for act in self.acts for ref in act.act.ref}
            raise InputError(
                f"'{name}' is no moment of {self.layout.rite}",
                expected="a section, the ref of an act, seconds (95.5s), SECTION+SECONDS or REF+SECONDS",
                given=name,
                valid=[n for section in self.sections for n in section.names] + sorted(refs),
            )
        return found[0]

    def places(self, names: Iterable[str], times: Floats) -> Floats:
        """Where people (k) are at many times (n), (n, k, 3) in 尺; not a number for those who are absent."""
        return self.stances(names, times)[..., :3]

    def stances(self, names: Iterable[str], times: Floats) -> Floats:
        """As `places`, with the facing in degrees as a fourth number: (n, k, 4)."""
        tracks = [self._figures.get(name) for name in names]
        nowhere = np.full((len(times), 4), np.nan)
        ways = [track.stances(times) if track else nowhere for track in tracks]
        return np.stack(ways, axis=1) if ways else np.empty((len(times), 0, 4))

    def after(self, moment: float, seconds: float) -> float:
        """The second so long after a moment; raises InputError outside the rite."""
        time = moment + seconds
        if not 0.0 <= time <= self.duration:
            message = f"second {time:g} is outside of {self.layout.rite}"
            raise InputError(message, expected=f"0 to {self.duration:.1f}s")
        return time

    def act_at(self, time: float) -> Played | None:
        """The act of the main line that began last."""
        index = bisect_right(self._starts, time)
        return self._main[index - 1] if index else None

    def running(self, time: float) -> list[Played]:
        """All acts that run at `time`, in the order of their beginning."""
        first = bisect_right(self._begins, time - self._longest - 1e-6)
        last = bisect_right(self._begins, time)
        (found,) = np.nonzero(self._ends[first:last] > time)
        return [self.acts[first + index] for index in found.tolist()]

    def acts_of(self, person: str) -> Sequence[Played]:
        """The acts that a person carries out, alone or with others, in the order of their beginning."""
        return self._acts_of.get(person, ())

    @cached_property
    def _acts_of(self) -> dict[str, list[Played]]:
        found: dict[str, list[Played]] = {}
        for act in self.acts:
            for person in dict.fromkeys(act.people):
                found.setdefault(person, []).append(act)
        return found

    def actors(self, time: float) -> tuple[str, ...]:
        """Those who act now; where nobody does, those who acted last."""
        acts = self.running(time) or [act for act in (self.act_at(time),) if act is not None]
        return tuple(dict.fromkeys(person for act in acts for person in act.people))

    def called(self, person: str, time: float) -> Labels:
        """The names of a person at `time`: those of the office that he holds then, else his own."""
        return self.layout.people[person].called(self._figures[person].look(time).office)

    def name(self, name: str, lang: str, time: float = 0.0) -> str:
        """The name of a person (at `time`), group, thing or place (`mark-left.south`) in a language."""
        return self._teller.name(name, lang, time)

    def sentence(self, played: Played, lang: str, subject: str | None = None) -> str:
        """The sentence of an act in hans, hant or en; `subject` stands for the names of those who act."""
        return self._teller.sentence(played, lang, subject)

    def caption(self, time: float, lang: str) -> Caption:
        """What is told at `time`: title of the section, sentence, quote with its source and mark."""
        return self._teller.caption(self.section_at(time).labels, self.act_at(time), lang)


@garbage.kept()
def play(layout: Layout, script: Script, outcome: Outcome, movement: Movement | None = None) -> Timeline:
    """Play a script in a layout.

    Raises
    ------
    InputError
        At the act that can't be carried out: nobody or nothing is there, a
        hand is full, a wall is in the way, people wait for each other.
    """
    movement = movement or load_movement()
    world = opening(layout, movement)
    outcome.uppers = frozenset(g.roles["upper"] for g in layout.groups.values() if "upper" in g.roles)
    now, acts, spans = 0.0, [], []
    for section in script.sections:
        outcome.open(section.id, counted=section.counted)
        engine = Engine(world, dict(script.procedures), outcome, section.id, section.counted, now)
        end = engine.play(section.entries, Scope(layout, outcome))
        acts += engine.played
        spans.append(
            SectionSpan(section.id, section.title, now, end, section.names, section.day, section.hour)
        )
        now = end
    return Timeline(world, script, acts, spans)
