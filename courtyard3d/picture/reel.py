"""Which seconds of a rite a film shows, and where in it: exact, for all that goes beside the pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Self


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the rite as it stands in a film.

    Parameters
    ----------
    start, end : Fraction
        Seconds of the rite; the same where nothing happens.
    first : int
        Number of its first frame in the film.
    frames : int
        How many frames show it.
    """

    start: Fraction
    end: Fraction
    first: int
    frames: int


@dataclass(frozen=True, slots=True)
class Reel:
    """The stretches of a film in order.

    Parameters
    ----------
    stretches : tuple of Stretch
    fps : Fraction
        Frames a second.
    speed : Fraction
        Seconds of the rite in a second of film.
    """

    stretches: tuple[Stretch, ...]
    fps: Fraction
    speed: Fraction

    @classmethod
    def of(cls, pieces: Iterable[tuple[Fraction, Fraction, int]], fps: Fraction, speed: Fraction) -> Self:
        """Join stretches of the rite one after the other: start, end and number of frames of each."""
        stretches: list[Stretch] = []
        first = 0
        for start, end, frames in pieces:
            stretches.append(Stretch(start, end, first, frames))
            first += frames
        return cls(tuple(stretches), fps, speed)

    @property
    def frames(self) -> int:
        """The number of frames of the film."""
        last = self.stretches[-1]
        return last.first + last.frames

    @property
    def lasts(self) -> Fraction:
        """The seconds of the film."""
        return self.frames / self.fps

    def begins(self, stretch: Stretch) -> Fraction:
        """Return the second of the film at which a stretch begins."""
        return stretch.first / self.fps

    def ends(self, stretch: Stretch) -> Fraction:
        """Return the second of the film at which the last frame of a stretch is over."""
        return (stretch.first + stretch.frames) / self.fps

    def at(self, stretch: Stretch, time: Fraction | float) -> Fraction:
        """Return the second of the film at which a second of the rite in a stretch is reached."""
        return self.begins(stretch) + (Fraction(time) - stretch.start) / self.speed

    def seen(self, time: float) -> Fraction | None:
        """Return the second of the film at which a second of the rite is first shown, if it is."""
        shown = (stretch for stretch in self.stretches if stretch.start <= time <= stretch.end)
        return next((self.at(stretch, time) for stretch in shown), None)
