"""Do people run into each other, or into what stands there? Sampled, in plan."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from numpy.typing import NDArray

from courtyard3d.layout import Finding
from courtyard3d.rite.naming import label
from courtyard3d.rite.timeline import Timeline

SAMPLE = 0.25
"""Seconds between two looks."""
SAME_LEVEL = 2.0
"""尺: farther apart in height nobody touches another."""

Samples = NDArray[np.float64]


def collisions(timeline: Timeline) -> Iterator[Finding]:
    """Yield a warning for each two people, or person and thing, that touch; people of one act are exempt."""
    names = list(timeline.figures)
    times = np.arange(0.0, timeline.duration, SAMPLE)
    places = _places(timeline, names, times)
    yield from _between_people(timeline, names, times, places)
    yield from _with_things(timeline, names, times, places)


def _places(timeline: Timeline, names: list[str], times: Samples) -> Samples:
    """Where everyone is, (times, people, 3) in 尺; not a number where he is absent."""
    tracks = [timeline.figures[name] for name in names]
    return np.array(
        [[track.at(float(time)).position or (np.nan,) * 3 for track in tracks] for time in times]
    ).reshape(len(times), len(names), 3)


def _between_people(
    timeline: Timeline, names: list[str], times: Samples, places: Samples
) -> Iterator[Finding]:
    near = 2.0 * timeline.movement.clear
    for one in range(len(names) - 1):
        away = places[:, one + 1 :] - places[:, one : one + 1]
        close = np.hypot(away[..., 0], away[..., 1]) < near
        close &= np.abs(away[..., 2]) < SAME_LEVEL
        for other in np.flatnonzero(close.any(axis=0)):
            pair = (names[one], names[one + 1 + other])
            for time in times[close[:, other]]:
                if not _act_together(timeline, pair, float(time)):
                    yield _finding(timeline, pair, float(time), "come too near to each other")
                    break


def _act_together(timeline: Timeline, pair: tuple[str, str], time: float) -> bool:
    return any(set(pair) <= set(act.people) for act in timeline.running(time)) or any(
        person in act.people and other in act.act.texts("to")
        for person, other in (pair, pair[::-1])
        for act in timeline.running(time)
    )


def _with_things(timeline: Timeline, names: list[str], times: Samples, places: Samples) -> Iterator[Finding]:
    for index, name in enumerate(names):
        way = places[:, index]
        steps = np.diff(way[:, :2], axis=0, prepend=way[:1, :2] - 1.0)
        moved = np.flatnonzero(np.any(steps != 0, axis=1) & ~np.isnan(way[:, 0]))
        points = shapely.points(way[moved, :2])
        for block in timeline.ground.blocks:
            level = block.meets(way[moved, 2])
            touching = moved[level & (shapely.distance(points, block.plan) < timeline.movement.clear / 2.0)]
            there = timeline.things.get(block.id)
            touched = [t for t in times[touching] if block.stands(there.at(float(t)) if there else None)]
            if touched:
                yield _finding(timeline, (name, block.id), float(touched[0]), "touch")


def _finding(timeline: Timeline, pair: tuple[str, str], time: float, what: str) -> Finding:
    first, second = (label(timeline.layout, name) for name in pair)
    return Finding("warning", "collision", f"{first} and {second} {what}", None, time, pair)
