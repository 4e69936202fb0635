"""The director: frames the people who act, holds a shot, moves with easing, keeps to one side of a line.

What is written in the rite's `shots.yaml` is seen as written, all else as the director sees fit. What is
seen at a moment depends on that moment alone, so that a film made in pieces is the film made at once.
"""

from __future__ import annotations

from bisect import bisect_right

from courtyard3d.picture.cameras import CAMERAS, Camera, View, camera_named, roofed
from courtyard3d.picture.cutting import Cutter, Taste
from courtyard3d.picture.subject import Sights, Subject
from courtyard3d.picture.takes import Take

DIRECTOR = "director"


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
        Show the whole hall where a long section begins.
    """

    def __init__(self, subject: Subject, aspect: float, speed: float = 1.0, *, opening: bool = True) -> None:
        self._subject = subject
        self._sights = Sights(subject)
        self._taste = Taste(aspect, speed, opening)
        self._spans = subject.timeline.sections
        self._sections: dict[int, tuple[Take, ...]] = {}

    def __call__(self, t: float) -> View:
        """Return what is seen at a moment (seconds from the beginning of the rite)."""
        if not self._spans:
            return CAMERAS["court"](self._sights, self._taste.aspect, None)(t)
        takes = self.takes(max(bisect_right([span.start for span in self._spans], t) - 1, 0))
        number = max(bisect_right([take.start for take in takes], t) - 1, 0)
        return takes[number].after(takes[max(number - 1, 0)], t)

    def takes(self, number: int) -> tuple[Take, ...]:
        """Return the shots of a section; they are planned when first asked for."""
        if number not in self._sections:
            cutter = Cutter(self._subject, self._sights, self._spans[number], self._taste)
            self._sections[number] = cutter.cut()
        return self._sections[number]


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
