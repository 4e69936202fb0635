"""A stretch of the rite, sampled once: where everyone is, and who acts when in the main line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import ceil, floor
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from courtyard3d.picture.shots import IDLE
from courtyard3d.picture.subject import Points, Sights

if TYPE_CHECKING:
    from courtyard3d.rite.engine import Played

SAMPLE = 0.5  # seconds of the rite between two looks at where people are
TALL: Mapping[str, float] = MappingProxyType(
    {"standing": 1.65, "bowing": 1.3, "kneeling": 1.1, "seated": 0.85, "prostrate": 0.6}
)
"""How high people of a posture reach, in metres."""


class Stretch:
    """Where people are between two seconds of the rite.

    Parameters
    ----------
    sights : Sights
        Where things and people are.
    start, end : float
        Seconds of the rite.

    Attributes
    ----------
    moments : (n,) array
        Even moments, `SAMPLE` seconds apart; the last is the end.
    feet : (n, k, 3) array
        Where everyone stands then, in metres; not a number for those who are absent.
    """

    def __init__(self, sights: Sights, start: float, end: float) -> None:
        count = max(2, ceil((end - start) / SAMPLE) + 1)
        self.start = start
        self.moments = np.minimum(start + SAMPLE * np.arange(count), end)
        self._names = tuple(sights.layout.people)
        self._tracks = sights.timeline.figures
        self.feet = sights.ways(self.moments, self._names)
        self.tall = cache(self._tall)
        self._column = {name: column for column, name in enumerate(self._names)}
        self._acts = [
            act
            for act in sights.timeline.acts
            if act.main and act.start < end and act.end > start and act.act.do not in IDLE
        ]

    def rows(self, start: float, end: float) -> slice:
        """Return the rows of `moments` from the last at or before `start` to the first at or after `end`."""
        first, last = (start - self.start) / SAMPLE, (end - self.start) / SAMPLE
        return slice(floor(first + 1e-9), min(ceil(last - 1e-9), len(self.moments) - 1) + 1)

    def columns(self, names: Iterable[str]) -> list[int]:
        """Return the columns of people in `feet`."""
        return [self._column[name] for name in names if name in self._column]

    def _tall(self, column: int) -> Points:
        """Return how high a person of a column reaches above his feet at the moments, (n,) metres."""
        looks = list(self._tracks[self._names[column]].looks(*self.moments[[0, -1]].tolist()))
        heights = np.array([TALL.get(state.posture, TALL["standing"]) for _, state in looks])
        row = np.searchsorted([time for time, _ in looks], self.moments, "right") - 1
        return np.asarray(heights[np.maximum(row, 0)]) if looks else np.full(len(row), TALL["standing"])

    def at(self, t: float, columns: Sequence[int]) -> Points:
        """Return where people of some columns (k, 3) are at a moment, between two samples."""
        row = min(int((t - self.start) / SAMPLE), len(self.moments) - 2)
        here, there = self.moments[row : row + 2].tolist()
        part = min(max((t - here) / (there - here), 0.0), 1.0) if there > here else 0.0
        feet: Points = self.feet[row, columns] * (1 - part) + self.feet[row + 1, columns] * part
        return feet

    def acting(self, start: float, end: float) -> tuple[list[int], list[int]]:
        """Return who acts in the main line between two moments: rows and columns of `feet`, paired.

        Who is absent is left out.
        """
        rows: list[int] = []
        columns: list[int] = []
        for act in self.acts_between(start, end):
            span = self.rows(max(act.start, start), min(act.end, end))
            for column in self.columns(dict.fromkeys(act.people)):
                rows += range(span.start, span.stop)
                columns += [column] * (span.stop - span.start)
        there = ~np.isnan(self.feet[rows, columns, 0])
        return np.array(rows, int)[there].tolist(), np.array(columns, int)[there].tolist()

    def acts_at(self, t: float) -> list[int]:
        """Return the columns of those who act in the main line at a moment and are there."""
        acts = [act for act in self._acts if act.start <= t < act.end]
        columns = self.columns(dict.fromkeys(name for act in acts for name in act.people))
        return [column for column in columns if not np.isnan(self.at(t, [column])).any()]

    def acts_between(self, start: float, end: float) -> list[Played]:
        """Return the acts of the main line that run at some time between two moments."""
        return [act for act in self._acts if act.start < end and act.end > start]
