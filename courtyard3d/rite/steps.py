"""Footsteps: where one who moves sets down his feet, so that none slides while it bears weight.

A run is a movement without a pause. It is cut into steps of equal effort; the first and the last take
half the effort, so that the feet are side by side at both ends. On steps every tread is a run of its own
(拾级聚足), and the hem is held above the higher of the treads near it.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from courtyard3d.rite.movement import Movement, load_movement
from courtyard3d.scene.state import Feet, Foot, Spot

Floats = NDArray[np.float64]
LEFT, RIGHT = 0, 1
RISING = (0.0, 0.04, 0.1, 0.25)  # shares of a tread's time: the foot in front soon reaches over the next one
FALLING = (0.55, 0.7, 0.94, 1.0)
LIFTING = 0.8  # seconds in which the hem is taken up before the first step and let down after the last
TREAD = 0.3  # 尺; a higher step is one of a flight


class Step(NamedTuple):
    """A foot in the air from `lift` to `land` (seconds), from its place at one spot to that at another."""

    lift: float
    land: float
    start: Spot
    end: Spot


@dataclass(frozen=True)
class Run:
    """A movement without a pause, by its keys; `stop` is its end, or that of a rest on a tread after it.

    `hem` are seconds and the heights (尺) above which the hem is kept then, where there are steps near.
    """

    keys: Sequence[Sequence[float]]
    stop: float
    hem: tuple[tuple[float, ...], tuple[float, ...]] | None = None

    @property
    def begin(self) -> float:
        """The second at which it begins."""
        return self.keys[0][0]

    @property
    def end(self) -> float:
        """The second at which it ends."""
        return self.keys[-1][0]

    @property
    def heights(self) -> tuple[float, float]:
        """The height at which it begins and that at which it ends, 尺."""
        return self.keys[0][3], self.keys[-1][3]

    @property
    def climbs(self) -> bool:
        """Whether it goes up or down a tread."""
        low, high = self.heights
        return abs(high - low) > TREAD

    @cached_property
    def steps(self) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        """The steps of the left foot and those of the right."""
        return _steps(np.array(self.keys), load_movement())

    def feet(self, time: float, height: float) -> Feet:
        """Return the feet at a second of the run, in which the body is at `height` (尺)."""
        left, right = (self._foot(steps, time) for steps in self.steps)
        level = float(np.interp(time, *self.hem)) if self.hem else height
        return Feet(left, right, level)

    def _foot(self, steps: Sequence[Step], time: float) -> Foot:
        index = bisect_right(steps, time, key=lambda step: step.lift) - 1
        if index < 0:
            first = Spot(*self.keys[0][1:])
            return Foot(first, first, 1.0)
        step = steps[index]
        return Foot(step.start, step.end, min((time - step.lift) / (step.land - step.lift), 1.0))


class Footsteps:
    """All steps of one person; those of a run are made when they are first asked for.

    Parameters
    ----------
    keys : sequence of rows of time, x, y, z, facing
        Where he is, in the order of time, 尺 and degrees.
    """

    def __init__(self, keys: Sequence[Sequence[float]]) -> None:
        runs = [Run(piece, piece[-1][0]) for piece in _moves(keys)]
        self._runs = list(_linked(runs, load_movement().rest))
        self._begins = [run.begin for run in self._runs]

    def at(self, time: float, height: float) -> Feet | None:
        """Return his feet at `time`, None where he stands still."""
        index = bisect_right(self._begins, time) - 1
        if index < 0 or time >= self._runs[index].stop:
            return None
        return self._runs[index].feet(time, height)


def _moves(keys: Sequence[Sequence[float]]) -> Iterator[Sequence[Sequence[float]]]:
    """Yield the keys of each movement without a pause; one to another height ends with its piece."""
    taken: list[Sequence[float]] = []
    for a, b in pairwise(keys):
        if a == b:
            continue
        moves = b[0] > a[0] and a[1:] != b[1:]
        climbs = moves and abs(b[3] - a[3]) > TREAD
        if taken and (not moves or climbs):
            yield taken
            taken = []
        if moves:
            taken = taken or [a]
            taken.append(b)
        if climbs:
            yield taken
            taken = []
    if taken:
        yield taken


def _steps(rows: Floats, movement: Movement) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Cut a movement into steps of the left foot and of the right."""
    ways = np.diff(rows, axis=0)
    efforts = np.maximum(np.hypot(ways[:, 1], ways[:, 2]) / movement.stride, abs(ways[:, 4]) / movement.pivot)
    reached = np.concatenate([[0.0], np.cumsum(np.maximum(efforts, 1e-6))])
    count = max(math.ceil(reached[-1] - movement.longer), 1)
    ends = reached[-1] * np.minimum(np.arange(1, count + 2) / count, 1.0)
    borders = reached[-1] * np.concatenate([[0.0], (np.arange(count) + 0.5) / count, [1.0]])
    times = np.interp(borders, reached, rows[:, 0]).tolist()
    places = np.stack([np.interp(ends, reached, column) for column in rows.T[1:]], axis=1).tolist()
    feet: tuple[list[Step], list[Step]] = ([], [])
    stands = [Spot(*rows[0, 1:].tolist())] * 2
    foot = _foremost(rows)
    for place, (begin, end) in zip(places, pairwise(times), strict=True):
        both = movement.both * (end - begin) / 2.0
        spot = Spot(*place)
        feet[foot].append(Step(begin + both, end - both, stands[foot], spot))
        stands[foot] = spot
        foot = 1 - foot
    return tuple(feet[0]), tuple(feet[1])


def _foremost(rows: Floats) -> int:
    """Return the foot that goes first: left on the west steps (上于西阶则先左足), else that of the turn."""
    ways = rows[-1] - rows[0]
    if abs(ways[3]) > TREAD:
        return LEFT if rows[0, 1] < 0.0 else RIGHT
    return LEFT if ways[4] < 0.0 else RIGHT


def _linked(runs: Sequence[Run], rest: float) -> Iterator[Run]:
    """Yield the runs; one near a flight knows the treads round it, and lasts over the rest there."""
    around = [None, *runs, None]
    for before, run, after in zip(around, runs, around[2:], strict=False):
        behind = before if before is not None and run.begin - before.end < _pause(before, run, rest) else None
        ahead = after if after is not None and after.begin - run.end < _pause(run, after, rest) else None
        if not any(near is not None and near.climbs for near in (behind, run, ahead)):
            yield run
            continue
        (begins, ends), highest = run.heights, max(run.heights)
        if behind is not None:
            begins = max(*behind.heights, highest) if behind.climbs or run.climbs else begins
        if ahead is not None:
            ends = max(*ahead.heights, highest) if ahead.climbs or run.climbs else ends
        yield replace(
            run,
            stop=run.stop if ahead is None else ahead.begin,
            hem=(_hem_times(run), (begins, highest, highest, ends)),
        )


def _pause(run: Run, following: Run, rest: float) -> float:
    """Return how long (seconds) the hem is held between two runs."""
    return rest if run.climbs and following.climbs else LIFTING


def _hem_times(run: Run) -> tuple[float, ...]:
    """Return the seconds at which the hem leaves one height and reaches another."""
    lasts = run.end - run.begin
    if run.climbs:
        low, high = run.heights
        return tuple(run.begin + share * lasts for share in (RISING if high > low else FALLING))
    quick = min(LIFTING, lasts / 2)
    return run.begin + quick / 2, run.begin + quick, run.end - quick, run.end - quick / 2
