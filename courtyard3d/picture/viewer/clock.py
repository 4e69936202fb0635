"""The clock of a window: what moment of the rite it is, by the real time that has passed."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


class Clock:
    """Runs through the seconds of a rite; a slow machine shows fewer pictures but loses no time.

    Parameters
    ----------
    duration : float
        Seconds of the rite; the clock stops there.
    now : callable, optional
        Gives the real time in seconds.
    """

    def __init__(self, duration: float, now: Callable[[], float] = monotonic) -> None:
        self._duration = duration
        self._now = now
        self._since = now()
        self._from = 0.0
        self._playing = False
        self.speed = 1.0

    @property
    def time(self) -> float:
        """The moment of the rite, seconds from its beginning."""
        passed = (self._now() - self._since) * self.speed if self._playing else 0.0
        return min(self._from + passed, self._duration)

    @property
    def playing(self) -> bool:
        """Whether time passes."""
        return self._playing and self.time < self._duration

    def seek(self, t: float) -> None:
        """Go to a moment; what lies outside the rite is its nearest end."""
        self._from, self._since = min(max(t, 0.0), self._duration), self._now()

    def toggle(self) -> None:
        """Play or pause; at the end, play again from the beginning."""
        playing = self.playing
        self.seek(0.0 if self.time >= self._duration else self.time)
        self._playing = not playing

    def pause(self) -> None:
        """Let time stand still."""
        self.seek(self.time)
        self._playing = False

    def over(self, duration: float) -> Clock:
        """Return a clock of another duration that runs as this one does."""
        other = Clock(duration, self._now)
        other.seek(self.time)
        other._playing, other.speed = self._playing, self.speed
        return other

    def faster(self, steps: int) -> None:
        """Take the speed that lies so many steps further in `SPEEDS`; the moment stays."""
        self.seek(self.time)
        at = min(max(SPEEDS.index(self.speed) + steps, 0), len(SPEEDS) - 1)
        self.speed = SPEEDS[at]
