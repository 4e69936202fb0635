"""A plain director: frames the people who act, holds a shot, moves with easing.

What is seen at a moment depends on that moment alone, so that a film made in pieces is
the film made at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from courtyard3d.picture.cameras import CAMERAS, MANNERS, Camera, View, between, camera_named, roofed
from courtyard3d.picture.shots import AROUND, Shot, beats, shots
from courtyard3d.picture.subject import Points, Sights, Subject, bodies, corners, hidden

if TYPE_CHECKING:
    from courtyard3d.rite.timeline import SectionSpan

HOLD = 3.0  # seconds of film: the shortest shot
QUICK = 1.0  # seconds of film: the shortest where people who act would be out of a longer one
EASE = 1.4  # seconds of film that a move between two shots takes
SAMPLE = 0.5  # seconds of the rite between two looks at where people are
SMOOTH = 2.0  # seconds of the rite, before and after, over which a following camera is averaged
TOGETHER = 9.0  # metres: who acts further than this from the one who acts longest isn't framed with him
STILL = 6.0  # metres: people who move less are seen by an unmoving camera
NEAR = 14.0  # metres: to what lies further apart the film cuts, else the camera moves
TURN = 60.0  # degrees: to a view that is turned further the film cuts too
LOOKS = 12  # moments of a shot at which it is looked whether people are hidden
UNSEEN = 0.2  # of a shot: people hidden for longer are seen in another manner
OPENING = 2.0  # seconds of film in which a section shows the whole court first
LATE = 2.0  # seconds of the rite: an opening that takes longer would miss the first acts
LONG = 8.0  # times the shortest shot: a shorter section has no such opening
DIRECTOR = "director"


@dataclass(frozen=True, slots=True)
class Framed:
    """A shot with its camera: `view`, moved by `path` (n, 3) metres at `moments` (n,) seconds.

    In its first `ease` seconds of the rite the camera comes from where the shot before it left it.
    """

    start: float
    view: View
    moments: Points
    path: Points
    ease: float = 0.0

    def at(self, t: float) -> View:
        """Return what is seen at a moment; before and after its own moments the camera rests."""
        return self.view.moved(np.array([np.interp(t, self.moments, axis) for axis in self.path.T]))

    def after(self, before: Framed, t: float) -> View:
        """Return what is seen at a moment where another shot comes before this one."""
        since = t - self.start
        return self.at(t) if since >= self.ease else between(before.at(t), self.at(t), since / self.ease)


def framed(shot: Shot, sights: Sights, aspect: float, reach: float = TOGETHER) -> Framed:
    """Give a shot its camera: unmoving where the people stay together, else going with them.

    Where its manner would hide them they are seen as others are; people further than
    `reach` metres from the one who acts longest are left out.
    """
    manner = MANNERS[shot.manner]
    moments = np.linspace(shot.start, shot.end, max(2, round((shot.end - shot.start) / SAMPLE)))
    feet = _lasting(sights.ways(moments, shot.people))
    people = bodies(_together(feet, reach))
    path = np.zeros((len(moments), 3))
    if not people.size:
        return Framed(shot.start, CAMERAS["court"](sights, aspect, None)(shot.start), moments, path)
    low, high = people.min(axis=1), people.max(axis=1)
    middles = (low + high) / 2
    seen = people.reshape(-1, 3)
    if np.linalg.norm(np.ptp(middles, axis=0)) > STILL:
        path = _smooth(middles)
        seen = corners(np.stack([low - path, high - path], axis=1))
    crowd = sights.others(shot.start, shot.people)
    looks = np.unique(np.linspace(0, len(moments) - 1, LOOKS).round().astype(int))

    def hides(view: View) -> float:
        return _hidden(
            view, path[looks], people[looks], np.concatenate([sights.obstacles(view.lifted), crowd])
        )

    goal = sights.direction(middles[0])
    view = min(manner.views(seen, goal, aspect), key=hides)
    if hides(view) > UNSEEN:
        view = min((view, *MANNERS[AROUND].views(seen, goal, aspect)), key=hides)
    return Framed(shot.start, view, moments, path)


def _lasting(feet: Points) -> Points:
    """Let people (n, k, 3) who come or go be where they are first or last seen."""
    there = ~np.isnan(feet).any(axis=2)
    seen = np.where(there, np.arange(len(feet))[:, None], there.argmax(axis=0))
    found: Points = np.take_along_axis(feet, np.maximum.accumulate(seen, axis=0)[..., None], axis=0)
    return found


def _together(feet: Points, reach: float) -> Points:
    """Keep of people (n, k, 3) those who are always there and always near the first of them."""
    there = feet[:, ~np.isnan(feet).any(axis=(0, 2))]
    near = np.linalg.norm(there - there[:, :1], axis=2) < reach
    return np.asarray(there[:, near.all(axis=0)])


def _smooth(path: Points) -> Points:
    """Return a path (n, 3) averaged over the moments before and after."""
    reach = round(SMOOTH / SAMPLE)
    wide = np.pad(path, ((reach, reach), (0, 0)), mode="edge")
    window = 2 * reach + 1
    return np.array([wide[at : at + window].mean(axis=0) for at in range(len(path))])


def _hidden(view: View, path: Points, people: Points, obstacles: Points) -> float:
    """Return the share of the people (n, 2k, 3) that is hidden from a view on its way."""
    eyes = np.broadcast_to((np.array(view.position) + path)[:, None], people.shape)
    return hidden(eyes.reshape(-1, 3), people.reshape(-1, 3), obstacles) * 3 / people.size


def are_near(one: View, other: View) -> bool:
    """Say whether a camera can move from one view to the other without flying or spinning round."""
    apart = np.linalg.norm(np.subtract(one.focus, other.focus))
    ways = [np.subtract(view.focus, view.position) for view in (one, other)]
    ahead, then = (way / np.linalg.norm(way) for way in ways)
    return bool(apart < NEAR and ahead @ then > np.cos(np.radians(TURN)))


class Director:
    """Chooses the views of a rite.

    Parameters
    ----------
    subject : Subject
        What is filmed.
    aspect : float
        Width of the picture by its height.
    speed : float, default: 1
        Seconds of the rite in a second of film.
    opening : bool, default: True
        Show the whole court where a long section begins.
    """

    def __init__(self, subject: Subject, aspect: float, speed: float = 1.0, *, opening: bool = True) -> None:
        self._sights = Sights(subject)
        self._aspect = aspect
        self._speed = speed
        self._opening = OPENING * speed if opening and OPENING * speed <= LATE else 0.0
        self._spans = subject.timeline.sections
        self._sections: dict[int, tuple[Framed, ...]] = {}

    def __call__(self, t: float) -> View:
        """Return what is seen at a moment (seconds from the beginning of the rite)."""
        if not self._spans:
            return CAMERAS["court"](self._sights, self._aspect, None)(t)
        section = self._section(max(bisect_right([span.start for span in self._spans], t) - 1, 0))
        number = max(bisect_right([shot.start for shot in section], t) - 1, 0)
        return section[number].after(section[max(number - 1, 0)], t)

    def _section(self, number: int) -> tuple[Framed, ...]:
        """Return the shots of a section; they are planned when first asked for."""
        if number not in self._sections:
            takes = list(self._planned(self._spans[number]))
            moved = (self._eased(*pair) for pair in pairwise(takes))
            self._sections[number] = (*takes[:1], *moved)
        return self._sections[number]

    def _planned(self, span: SectionSpan) -> Iterator[Framed]:
        """Return the shots of a section: at first the whole court, where there is time for it."""
        hold = HOLD * self._speed
        late = span.start + self._opening if span.end - span.start >= LONG * hold else span.start
        if late > span.start or span.end == span.start:
            yield framed(Shot(span.start, late, (), AROUND), self._sights, self._aspect)
        yield from self._takes(late, span.end, hold)

    def _takes(self, start: float, end: float, hold: float) -> Iterator[Framed]:
        """Return the shots of a stretch, none shorter than `hold` seconds of the rite without need.

        A shot that would lose people who act is made of shorter ones, at last of wider ones.
        """
        for shot in shots(beats(self._sights.timeline, start, end, hold), hold):
            take = framed(shot, self._sights, self._aspect)
            if all(self._holds(take.at(t), t) for t in take.moments.tolist()[:-1]):
                yield take
            elif hold / 2 >= QUICK * self._speed:
                yield from self._takes(shot.start, shot.end, hold / 2)
            else:
                yield framed(shot, self._sights, self._aspect, np.inf)

    def _holds(self, view: View, t: float) -> bool:
        """Say whether all who act in the main line at a moment are in the picture."""
        return bool(view.holds(bodies(self._sights.acting(t)), self._aspect).all())

    def _eased(self, before: Framed, take: Framed) -> Framed:
        """Have the camera move to a shot from the one before, unless that is far or loses people."""
        ease = min(EASE * self._speed, float(take.moments[-1] - take.start) / 2)
        eased = replace(take, ease=ease)
        times = np.linspace(take.start, take.start + ease, max(2, round(ease / SAMPLE))).tolist()
        near = are_near(before.at(take.start), take.at(take.start))
        return eased if near and all(self._holds(eased.after(before, t), t) for t in times) else take


def camera(
    name: str,
    subject: Subject,
    aspect: float,
    speed: float = 1.0,
    *,
    opening: bool = True,
    roof: str | None = None,
) -> Camera:
    """Return the director, or the camera of that name (see `camera_named`), under a `roof` (see `roofed`)."""
    if name == DIRECTOR:
        return roofed(Director(subject, aspect, speed, opening=opening), roof)
    return roofed(camera_named(name, subject, aspect), roof)
