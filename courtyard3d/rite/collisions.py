"""Do people run into each other, or into what stands there? Sampled, in plan."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from courtyard3d.layout import Finding
from courtyard3d.rite.bodies import SAME_LEVEL, overlap
from courtyard3d.rite.naming import label
from courtyard3d.rite.timeline import Timeline
from courtyard3d.rite.touching import touches
from courtyard3d.rite.tracks import Flags, Floats

SAMPLE = 0.25
"""Seconds between two looks."""
BLOCK = 2048
"""Looks that are taken at once."""
GRAZE = 0.2
"""尺 by which the sleeves of two who pass may touch."""

Pair = tuple[int, int]


def collisions(timeline: Timeline) -> Iterator[Finding]:
    """Yield a warning for each two people whose bodies overlap, and for each who touches what stands there.

    Exempt are two of whom the one does something to the other.
    """
    layout = timeline.layout
    for time, deep, *pair in sorted(_people(timeline)):
        one, other = (label(layout, name) for name in pair)
        message = f"{one} and {other} overlap by {deep:.1f} 尺 in {timeline.section_at(time).id}"
        yield Finding("warning", "collision", message, None, time, tuple(pair))
    for touch in sorted(touches(timeline, SAMPLE)):
        who, what = label(layout, touch.person), label(layout, touch.thing)
        section = timeline.section_at(touch.time).id
        message = f"{who} comes as near as {touch.away:.1f} 尺 to {what} in {section}"
        yield Finding("warning", "collision", message, None, touch.time, (touch.person, touch.thing))


def _people(timeline: Timeline) -> Iterator[tuple[float, float, str, str]]:
    """Yield when two first overlap of whom none does anything to the other, by how much at most, and who."""
    names = list(timeline.figures)
    first: dict[Pair, float] = {}
    deepest: dict[Pair, float] = {}
    for times, stances, moved in _looks(timeline):
        for one, other in _near_pairs(timeline, stances, moved):
            deep = overlap(stances[:, one], stances[:, other], timeline.movement)
            for start, end in _joined(timeline, names[one], names[other]):
                deep[slice(*np.searchsorted(times, (start, end)))] = -np.inf
            if deep.max() > GRAZE:
                first.setdefault((one, other), float(times[(deep > GRAZE).argmax()]))
                deepest[one, other] = max(deepest.get((one, other), 0.0), float(deep.max()))
    for (one, other), time in first.items():
        yield time, deepest[one, other], names[one], names[other]


def _looks(timeline: Timeline) -> Iterator[tuple[Floats, Floats, Flags]]:
    """Yield times (n,), how everyone stands then (n, people, 4), and who has moved since the look before."""
    names = list(timeline.figures)
    looks = np.arange(0.0, timeline.duration, SAMPLE)
    before = np.full((1, len(names), 4), np.nan)
    for start in range(0, len(looks) if names else 0, BLOCK):
        times = looks[start : start + BLOCK]
        stances = timeline.stances(names, times)
        moved = np.any(np.diff(stances, axis=0, prepend=before) != 0.0, axis=2) & ~np.isnan(stances[..., 0])
        yield times, stances, moved
        before = stances[-1:]


def _near_pairs(timeline: Timeline, stances: Floats, moved: Flags) -> set[Pair]:
    """The pairs who are ever so near that they may overlap: at first, or when one of them has moved."""
    found: set[Pair] = set()
    for one in range(stances.shape[1]):
        looks = np.union1d(0, np.flatnonzero(moved[:, one]))
        away = stances[looks] - stances[looks, one][:, None]
        near = np.hypot(away[..., 0], away[..., 1]) < 2.0 * timeline.movement.aside
        near &= np.abs(away[..., 2]) < SAME_LEVEL
        others = np.flatnonzero(near.any(axis=0)).tolist()
        found.update((min(one, other), max(one, other)) for other in others if other != one)
    return found


def _joined(timeline: Timeline, one: str, other: str) -> Iterator[tuple[float, float]]:
    """Yield the spans of the acts in which the one of the two does something to the other."""
    for doer, to in ((one, other), (other, one)):
        for act in timeline.acts_of(doer):
            if to in act.act.texts("to"):
                yield act.start, act.end
