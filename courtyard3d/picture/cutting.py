"""Cuts a section of the rite into shots: the written ones, and between them those of the director."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from courtyard3d.picture.cameras import CAMERAS, View, camera_named, roofed
from courtyard3d.picture.lines import Line
from courtyard3d.picture.shotlist import Placed, placed
from courtyard3d.picture.shots import AROUND, WIDE_SHOT, Shot, beats, shots
from courtyard3d.picture.stretch import SAMPLE, Stretch
from courtyard3d.picture.subject import Sights, Subject
from courtyard3d.picture.takes import Framer, Take

if TYPE_CHECKING:
    from courtyard3d.rite.timeline import SectionSpan

HOLD = 3.0  # seconds of film: the shortest shot
EASE = 1.4  # seconds of film that a move between two shots takes
NEAR = 14.0  # metres: to what lies further apart the film cuts, else the camera moves
TURN = 60.0  # degrees: to a view that is turned further the film cuts too
LATE = 3.0  # seconds of the rite: an opening that takes longer would miss the first acts
LONG = 8.0  # times the shortest shot: a shorter section has no such opening
SKY = 16.0  # metres over the hall that an opening shows: room for the title
AIR = 9.0  # metres over people, for the same where they are nearer than the hall
TINY = 0.05  # of the picture's height: people who are smaller are not seen well
PART = 3.0  # times the shortest shot: longer ones are made of such parts, each with the best view
CLOSE = 3.5  # metres: people no further apart are shown together


@dataclass(frozen=True, slots=True)
class Taste:
    """What shapes all shots of a film.

    `aspect` is the width of the picture by its height, `speed` the seconds of the rite in a second
    of film; `opening` says whether a long section begins with the whole hall.
    """

    aspect: float
    speed: float = 1.0
    opening: bool = True

    @property
    def hold(self) -> float:
        """The shortest shot, in seconds of the rite."""
        return HOLD * self.speed


def are_near(one: View, other: View) -> bool:
    """Say whether a camera can move from one view to the other without flying or spinning round."""
    apart = np.linalg.norm(np.subtract(one.focus, other.focus))
    ways = [np.subtract(view.focus, view.position) for view in (one, other)]
    ahead, then = (way / np.linalg.norm(way) for way in ways)
    return bool(apart < NEAR and ahead @ then > np.cos(np.radians(TURN)))


class Cutter:
    """Plans the shots of one section.

    Parameters
    ----------
    subject : Subject
        What is filmed.
    sights : Sights
        Where things and people are.
    span : SectionSpan
        The section.
    taste : Taste
        What shapes all shots.
    """

    def __init__(self, subject: Subject, sights: Sights, span: SectionSpan, taste: Taste) -> None:
        self._subject, self._sights, self._span, self._taste = subject, sights, span, taste
        self._stretch = Stretch(sights, span.start, span.end)
        self._framer = Framer(sights, self._stretch, taste.aspect)
        self._takes: list[Take] = []

    def cut(self) -> tuple[Take, ...]:
        """Return the shots of the section, in order and without a gap."""
        span, hold = self._span, self._taste.hold
        free = self._opened()
        for place in placed(self._subject.shots, self._sights, span, hold):
            start = max(place.start, free)
            if start - free < hold:
                start = free
            self._fill(free, start)
            end = span.end if span.end - place.end < hold else place.end
            if end - start >= hold:
                self._add(self._as_written(place, start, end))
                free = end
        self._fill(free, span.end)
        if not self._takes:
            self._add(self._court(span.end))
        return tuple(self._takes)

    def _opened(self) -> float:
        """Begin a long section with the whole hall; return when that is over.

        Where those who act are far from it or hidden by it, it begins with what is around them.
        """
        span, hold = self._span, self._taste.hold
        if not self._taste.opening or hold > LATE or span.end - span.start < LONG * hold:
            return span.start
        end = span.start + hold
        first = Shot(span.start, end, self._acting(span.start, end), WIDE_SHOT)
        hall = self._sights.corners("hall")
        take = self._framer.take(first, np.inf, also=np.concatenate([hall, hall + np.array([0.0, 0.0, SKY])]))
        if take is None or not self._framer.shows(take, TINY):
            feet = self._stretch.at(span.start, self._stretch.acts_at(span.start))
            take = self._framer.take(first, np.inf, also=feet + np.array([0.0, 0.0, AIR]))
        self._add(take or self._court(end))
        return end

    def _court(self, end: float) -> Take:
        view = CAMERAS["court"](self._sights, self._taste.aspect, None)(self._span.start)
        return Take(self._span.start, end, (), lambda t: view, WIDE_SHOT)

    def _acting(self, start: float, end: float) -> tuple[str, ...]:
        acts = self._stretch.acts_between(start, end)
        return tuple(dict.fromkeys(name for act in acts for name in act.people))

    def _fill(self, start: float, end: float) -> None:
        """Cut what is not written, none shorter than the shortest shot where there is time for it."""
        hold = self._taste.hold
        for shot in shots(beats(self._sights.timeline, start, end, hold), hold, self._are_close):
            parts = max(1, round((shot.end - shot.start) / (PART * hold)))
            for begin, finish in pairwise(np.linspace(shot.start, shot.end, parts + 1).tolist()):
                self._append(replace(shot, start=begin, end=finish))

    def _are_close(self, people: Sequence[str], t: float) -> bool:
        """Say whether people are close together at a moment and a little later."""
        columns = self._stretch.columns(dict.fromkeys(people))
        feet = np.stack([self._stretch.at(at, columns) for at in (t, t + self._taste.hold)])
        return bool((np.ptp(feet, axis=1).max(axis=1) < CLOSE).all())

    def _append(self, shot: Shot) -> None:
        """Add a shot; where only the other side of a line can show it, a wide one comes first."""
        hold, before = self._taste.hold, self._takes[-1] if self._takes else None
        line = self._line(before, shot)
        take = self._eased(before, self._framed(shot, line))
        if line is None or take.ease or take.wide or not line.is_crossed_by(take.see(take.start)):
            self._takes.append(take)
        elif shot.end - shot.start < 2 * hold:
            self._takes.append(self._framed(replace(shot, manner=WIDE_SHOT), None))
        else:
            middle = shot.start + hold
            self._takes.append(self._framed(replace(shot, end=middle, manner=WIDE_SHOT), None))
            self._add(self._framed(replace(shot, start=middle), None))

    def _framed(self, shot: Shot, line: Line | None) -> Take:
        """Frame a shot with those who act longest, or with all where some who act would be lost."""
        last = self._takes[-1] if self._takes else None
        same = last is not None and last.manner == shot.manner and {*last.people} & {*shot.people}
        before = last.see(shot.start) if last is not None and same else None
        take = self._framer.take(shot, line=line, before=before)
        if take is None or not self._framer.keeps(take, shot.start, shot.end):
            everyone = tuple(dict.fromkeys((*shot.people, *self._acting(shot.start, shot.end))))
            take = self._framer.take(replace(shot, people=everyone), np.inf, line, before=before)
        return take or replace(self._court(shot.end), start=shot.start)

    def _as_written(self, place: Placed, start: float, end: float) -> Take:
        """Return a written shot with its camera, or its people in its manner."""
        written = place.shot
        if written.camera is not None:
            camera = roofed(camera_named(written.camera, self._subject, self._taste.aspect), written.roof)
            return Take(start, end, self._acting(start, end), camera, WIDE_SHOT, written=written)
        groups = self._sights.layout.groups
        named = [
            who
            for name in (text.value for text in written.people)
            for who in (groups[name].members if name in groups else (name,))
        ]
        shot = Shot(start, end, tuple(named) or self._acting(start, end), written.manner or AROUND)
        take = self._framer.take(shot, np.inf) or replace(self._court(end), start=start)
        return replace(take, see=roofed(take.see, written.roof), manner=WIDE_SHOT, written=written)

    def _add(self, take: Take) -> None:
        self._takes.append(self._eased(self._takes[-1] if self._takes else None, take))

    def _line(self, before: Take | None, shot: Shot) -> Line | None:
        """Return the line that the shot before has drawn for this one."""
        if before is None or before.wide or not shot.people:
            return None
        shared = [name for name in shot.people if name in before.people]
        if not shared:
            shared = [before.people[0], shot.people[0]]
            if not self._are_close(shared, shot.start):
                return None
        return Line.drawn(self._sights, shared, before.see(shot.start), shot.start)

    def _eased(self, before: Take | None, take: Take) -> Take:
        """Have the camera move to a shot from the one before, unless that is far or loses people."""
        if before is None or not are_near(before.see(take.start), take.see(take.start)):
            return take
        ease = min(EASE * self._taste.speed, (take.end - take.start) / 2)
        eased = replace(take, ease=ease)
        times = np.linspace(take.start, take.start + ease, max(2, round(ease / SAMPLE))).tolist()
        return eased if all(self._framer.keeps_at(eased.after(before, t), t) for t in times) else take
