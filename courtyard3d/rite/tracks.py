"""What one person or thing does over the whole rite, as spans of time.

A recorder takes changes in the order of time; a frozen track answers for any
moment with one bisection. Times are seconds from the beginning of the rite,
lengths floats in 尺, facings degrees clockwise from north (unwrapped, so that
a turn keeps its direction).
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from courtyard3d.rite.steps import Footsteps
from courtyard3d.scene.state import FigureState, Point, ThingState

Floats = NDArray[np.float64]


class Key(NamedTuple):
    """Where a person is at one instant."""

    time: float
    x: float
    y: float
    z: float
    facing: float

    @property
    def point(self) -> Point:
        return self[1:4]


class Look(NamedTuple):
    """What does not change between two instants: posture, pose, dress, things, station."""

    posture: str = "standing"
    pose: str = "stand"
    before: str = "stand"
    posture_before: str = "standing"
    since: float = 0.0
    blend: float = 0.0
    dress: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    station: str | None = None
    holder: str | None = None
    present: bool = True
    office: str | None = None

    @property
    def settled(self) -> float:
        """The second at which the pose is taken up."""
        return self.since + self.blend


class FigureRecorder:
    """Collects one person's keys (in the order of time) and changes of look (in any order)."""

    def __init__(self, key: Key, look: Look) -> None:
        self.keys = [key]
        self._first = look
        self._changes: list[tuple[float, dict[str, Any]]] = []

    def move(self, keys: Sequence[Key]) -> None:
        """Add the keys of a movement; he stands still until the first of them."""
        self.keys.extend(keys)

    def change(self, time: float, **changes: Any) -> None:
        """Change fields of the `Look` at `time`."""
        self._changes.append((time, changes))

    def freeze(self, end: float) -> FigureTrack:
        """Return the finished track of a rite that ends at `end` seconds."""
        looks = [(0.0, self._first)]
        for time, changes in sorted(self._changes, key=lambda change: change[0]):
            look = looks[-1][1]
            turn: dict[str, Any] = {}
            if "pose" in changes and not (look.since == time and len(looks) > 1):
                turn = {"before": look.pose, "posture_before": look.posture, "since": time}
            looks.append((time, look._replace(**changes, **turn)))
        return FigureTrack(self.keys, looks, end)


def between(keys: Sequence[Key], time: float) -> Key:
    """Where keys in the order of time lead at `time`; of keys at the same time the last counts."""
    if time >= keys[-1].time:
        return keys[-1]._replace(time=time)
    index = bisect_right(keys, time, key=lambda key: key.time)
    if index == 0:
        return keys[0]
    a, b = keys[index - 1], keys[index]
    share = (time - a.time) / (b.time - a.time)
    return Key(time, *(p + share * (q - p) for p, q in zip(a[1:], b[1:], strict=True)))


def _along(keys: Sequence[Key], times: Sequence[float], side: Literal["left", "right"]) -> list[Key]:
    """As `between`, for many times at once; on the side `left` of keys at the same time the first counts."""
    table, moments = np.array(keys), np.array(times)
    index = np.searchsorted(table[:, 0], moments, side)
    before, after = table[np.maximum(index - 1, 0)], table[np.minimum(index, len(table) - 1)]
    gap = after[:, :1] - before[:, :1]
    share = np.divide(moments[:, None] - before[:, :1], gap, out=np.zeros_like(gap), where=gap > 0.0)
    mixed = np.where(share < 1.0, before + share * (after - before), after)
    mixed[:, 0] = moments
    return list(map(Key._make, mixed.tolist()))


class _Span(NamedTuple):
    """A stretch of time in which all stays as in `state`, or changes evenly into `end`."""

    time: float
    lasts: float
    state: FigureState
    end: FigureState | None
    turn: float

    @classmethod
    def of(cls, look: Look, start: Key, end: Key) -> _Span:
        """The span of one who looks so from one key to another."""
        moving = start[1:] != end[1:]
        changing = look.present and (moving or start.time < look.settled)
        first = _state(look, start, moving)
        last = _state(look, end, moving) if changing else None
        return cls(start.time, end.time - start.time, first, last, end.facing - start.facing)

    def at(self, time: float) -> FigureState:
        here, there = self.state, self.end
        if there is None or here.position is None or there.position is None or here.facing is None:
            return here
        share = (time - self.time) / self.lasts
        x, y, z = here.position
        east, north, up = there.position
        return here._replace(
            position=(x + share * (east - x), y + share * (north - y), z + share * (up - z)),
            facing=(here.facing + share * self.turn) % 360.0,
            blend=here.blend + share * (there.blend - here.blend),
        )


def _state(look: Look, key: Key, moving: bool) -> FigureState:
    there = look.present
    return FigureState(
        key.point if there else None,
        key.facing % 360.0 if there else None,
        look.posture,
        look.pose,
        look.before,
        (key.time - look.since) / look.blend if key.time < look.settled else 1.0,
        moving,
        look.holds,
        look.dress,
        look.station if there and not moving else None,
        look.holder,
        look.posture_before,
        look.office,
    )


class FigureTrack:
    """One person's rite, frozen: `at(time)` costs one bisection."""

    def __init__(self, keys: Sequence[Key], looks: Sequence[tuple[float, Look]], end: float) -> None:
        begins = [time for time, _ in looks]
        borders = {key.time for key in keys} | set(begins) | {look.settled for _, look in looks} | {0.0, end}
        times = sorted(borders)
        starts = _along(keys, times, "right")
        ends = _along(keys, [*times[1:], times[-1] + 1.0], "left")
        worn = (looks[max(bisect_right(begins, time) - 1, 0)][1] for time in times)
        self._times = [-math.inf, *times[1:]]
        self._spans = [_Span.of(*span) for span in zip(worn, starts, ends, strict=True)]
        self._keys = keys

    def at(self, time: float) -> FigureState:
        """The person's state at `time`."""
        span = self._spans[bisect_right(self._times, time) - 1]
        state = span.state if span.end is None else span.at(time)
        if state.position is None or state.posture != "standing":
            return state
        feet = self._footsteps.at(time, state.position[2])
        return state if feet is None else state._replace(feet=feet)

    def looks(self, begin: float, end: float) -> Iterator[tuple[float, FigureState]]:
        """Yield when and how he looks from `begin` until before `end`: as often as anything changes.

        What changes evenly is shown where the change sets in and where it leads, without the feet.
        """
        first, last = bisect_right(self._times, begin), bisect_left(self._times, end)
        for span in self._spans[first - 1 : max(first, last)]:
            start, stop = max(begin, span.time), min(end, span.time + span.lasts)
            yield start, span.at(start)
            if span.end is not None:
                yield stop, span.at(stop)

    def places(self, times: Floats) -> Floats:
        """Where he is at many times, (n, 3) in 尺; not a number where he is absent."""
        borders, starts, ways = self._ways
        index = np.maximum(np.searchsorted(borders[:, 0], times, "right") - 1, 0)
        share = (times - borders[index, 0]) / borders[index, 1]
        places: Floats = starts[index] + share[:, None] * ways[index]
        return places

    @cached_property
    def _footsteps(self) -> Footsteps:
        return Footsteps(self._keys)

    @cached_property
    def _ways(self) -> tuple[Floats, Floats, Floats]:
        """Begin and length of each span, where it begins and how far it leads."""
        absent = (np.nan,) * 3
        borders = np.array([span[:2] for span in self._spans])
        starts = np.array([span.state.position or absent for span in self._spans])
        ends = np.array([(span.end or span.state).position or absent for span in self._spans])
        return borders, starts, ends - starts


class Rest(NamedTuple):
    """Where a thing is from `time` on: held, on a spot (a flight ends at `until`), or absent.

    A thing that is stuck in its holder has a `point` of its own. `origin` and
    `rise` are set in flight: from `origin` at `time` to `point` at `until`, lifted
    in the middle by `rise`. `condition` is what was done to it (full, slack, folded …).
    """

    time: float
    point: Point | None = None
    facing: float = 0.0
    pitch: float = 0.0
    holder: str | None = None
    place: str | None = None
    origin: Point | None = None
    until: float = 0.0
    rise: float = 0.0
    condition: str | None = None

    @property
    def lies(self) -> bool:
        """Whether it is neither carried nor in flight."""
        return self.origin is None and (self.holder is None or self.point is not None)

    def flying(self, time: float) -> ThingState:
        """The state of a thing in flight at `time`."""
        assert self.origin is not None
        assert self.point is not None
        share = min((time - self.time) / (self.until - self.time), 1.0)
        x, y, z = (a + share * (b - a) for a, b in zip(self.origin, self.point, strict=True))
        lift, pitch = 4.0 * self.rise * share * (1.0 - share), self.pitch * (2.0 * share - 1.0)
        return ThingState((x, y, z + lift), self.facing, pitch, None, None, self.condition)

    def state(self, point: Point | None, facing: float | None, pitch: float) -> ThingState:
        """The state of a thing that is there."""
        return ThingState(point, facing, pitch, self.holder, self.place, self.condition)


class ThingTrack:
    """One thing's rite: where it rests or flies at any time."""

    def __init__(self, rests: Sequence[Rest]) -> None:
        self.rests = rests
        self._times = [-math.inf, *(rest.time for rest in rests[1:])]
        self._states = [
            rest.state(rest.point, rest.facing, rest.pitch) if rest.lies else None for rest in rests
        ]

    @property
    def still(self) -> bool:
        """Whether it never leaves its spot."""
        return len(self.rests) == 1 and self.rests[0].holder is None

    def exists(self, time: float) -> bool:
        """Whether it is anywhere at `time`."""
        rest = self.at(time)
        return rest.holder is not None or rest.point is not None

    def at(self, time: float) -> Rest:
        """Where it rests or flies at `time`."""
        return self.rests[bisect_right(self._times, time) - 1]

    def state(self, time: float) -> ThingState | None:
        """The thing's state at `time`; None where it goes with its holder."""
        index = bisect_right(self._times, time) - 1
        state, rest = self._states[index], self.rests[index]
        return rest.flying(time) if rest.origin is not None else state
