"""Do people run into each other, or into what stands there? Sampled, in plan."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from numpy.typing import NDArray

from courtyard3d.layout import Finding
from courtyard3d.rite.naming import label
from courtyard3d.rite.timeline import Timeline
from courtyard3d.rite.tracks import Floats

SAMPLE = 0.25
"""Seconds between two looks."""
BLOCK = 2048
"""Looks that are taken at once."""
SAME_LEVEL = 2.0
"""尺: farther apart in height nobody touches another."""

Pair = tuple[int, int]
Flags = NDArray[np.bool_]


def collisions(timeline: Timeline) -> Iterator[Finding]:
    """Yield a warning for each two people, or person and thing, that touch; people of one act are exempt."""
    names = list(timeline.figures)
    near: dict[Pair, float] = {}
    touched: dict[Pair, float] = {}
    for times, places, moved in _looks(timeline):
        for pair, time in _between_people(timeline, names, times, places, moved):
            near.setdefault(pair, time)
        for pair, time in _with_things(timeline, times, places, moved):
            touched.setdefault(pair, time)
    things = [block.id for block in timeline.ground.blocks]
    yield from _findings(timeline, near, names, "come too near to each other")
    yield from _findings(timeline, touched, things, "touch")


def _looks(timeline: Timeline) -> Iterator[tuple[Floats, Floats, Flags]]:
    """Yield times (n,), where everyone is then (n, people, 3), and who has moved since the look before."""
    names = list(timeline.figures)
    looks = np.arange(0.0, timeline.duration, SAMPLE)
    before = np.full((1, len(names), 3), np.nan)
    for start in range(0, len(looks) if names else 0, BLOCK):
        times = looks[start : start + BLOCK]
        places = timeline.places(names, times)
        moved = np.any(np.diff(places, axis=0, prepend=before) != 0.0, axis=2) & ~np.isnan(places[..., 0])
        yield times, places, moved
        before = places[-1:]


def _findings(timeline: Timeline, met: dict[Pair, float], others: list[str], what: str) -> Iterator[Finding]:
    people = list(timeline.figures)
    for (one, other), time in sorted(met.items()):
        pair = (people[one], others[other])
        first, second = (label(timeline.layout, name) for name in pair)
        yield Finding("warning", "collision", f"{first} and {second} {what}", None, time, pair)


def _between_people(
    timeline: Timeline, names: list[str], times: Floats, places: Floats, moved: Flags
) -> Iterator[tuple[Pair, float]]:
    """Yield each two who are too near, with the first time at which no act joins them."""
    for one, other in _near_pairs(timeline, places, moved):
        alone = _close(timeline, places[:, one], places[:, other])
        for start, end in _joined(timeline, names[one], names[other]):
            alone[slice(*np.searchsorted(times, (start, end)))] = False
        if alone.any():
            yield (one, other), float(times[alone.argmax()])


def _near_pairs(timeline: Timeline, places: Floats, moved: Flags) -> set[Pair]:
    """The pairs who are ever too near: at the first look, or when one of them has moved."""
    found: set[Pair] = set()
    for one in range(places.shape[1]):
        looks = np.union1d(0, np.flatnonzero(moved[:, one]))
        close = _close(timeline, places[looks, one][:, None], places[looks])
        others = np.flatnonzero(close.any(axis=0)).tolist()
        found.update((min(one, other), max(one, other)) for other in others if other != one)
    return found


def _close(timeline: Timeline, one: Floats, other: Floats) -> Flags:
    away = other - one
    level = np.abs(away[..., 2]) < SAME_LEVEL
    near: Flags = np.hypot(away[..., 0], away[..., 1]) < 2.0 * timeline.movement.clear
    return near & level


def _joined(timeline: Timeline, one: str, other: str) -> Iterator[tuple[float, float]]:
    """Yield the spans of the acts that the two carry out together, or the one towards the other."""
    for act in timeline.acts_of(one):
        if other in act.people or other in act.act.texts("to"):
            yield act.start, act.end
    for act in timeline.acts_of(other):
        if one in act.act.texts("to"):
            yield act.start, act.end


def _with_things(
    timeline: Timeline, times: Floats, places: Floats, moved: Flags
) -> Iterator[tuple[Pair, float]]:
    """Yield each person and thing that touch, in the order of time."""
    blocks = timeline.ground.blocks
    looks, people = np.nonzero(moved & ~np.isnan(places[..., 0]))
    there = places[looks, people]
    reach = timeline.movement.clear / 2.0
    found = timeline.ground.plans.query(shapely.points(there[:, :2]), predicate="dwithin", distance=reach)
    for index, block in found.T.tolist():
        obstacle, time = blocks[block], float(times[looks[index]])
        track = timeline.things.get(obstacle.id)
        if obstacle.meets(there[index, 2]) and obstacle.stands(track.at(time) if track else None):
            yield (int(people[index]), block), time
