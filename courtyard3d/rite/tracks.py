"""What one person or thing does over the whole rite, as spans of time.

A recorder takes changes in the order of time; a frozen track answers for any
moment with one bisection. Times are seconds from the beginning of the rite,
lengths floats in 尺, facings degrees clockwise from north (unwrapped, so that
a turn keeps its direction).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from courtyard3d.scene.state import FigureState, Point, ThingState


@dataclass(frozen=True, slots=True)
class Key:
    """Where a person is at one instant; `stride` of the `way` that he walks are behind him."""

    time: float
    x: float
    y: float
    z: float
    facing: float
    stride: float = 0.0
    way: float = 0.0

    @property
    def point(self) -> Point:
        return (self.x, self.y, self.z)


@dataclass(frozen=True, slots=True)
class Look:
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


class FigureRecorder:
    """Collects one person's keys (in the order of time) and changes of look (in any order)."""

    def __init__(self, key: Key, look: Look) -> None:
        self.keys = [key]
        self._first = look
        self._changes: list[tuple[float, dict[str, Any]]] = []

    def move(self, keys: list[Key]) -> None:
        """Add the keys of a movement; he stands still until the first of them."""
        self.keys.extend(keys)

    def change(self, time: float, **changes: Any) -> None:
        """Change fields of the `Look` at `time`."""
        self._changes.append((time, changes))

    def at(self, time: float) -> Key:
        """Where the person is at `time`, as far as it is recorded."""
        return between(self.keys, time)

    def freeze(self, end: float) -> FigureTrack:
        """Return the finished track of a rite that ends at `end` seconds."""
        looks = [(0.0, self._first)]
        for time, changes in sorted(self._changes, key=lambda change: change[0]):
            look = looks[-1][1]
            turn: dict[str, Any] = {}
            if "pose" in changes and not (look.since == time and len(looks) > 1):
                turn = {"before": look.pose, "posture_before": look.posture, "since": time}
            looks.append((time, replace(look, **changes, **turn)))
        return FigureTrack(self.keys, looks, end)


def between(keys: Sequence[Key], time: float) -> Key:
    """Where keys in the order of time lead at `time`; of keys at the same time the last counts."""
    index = bisect_right(keys, time, key=lambda key: key.time)
    return _mixed(keys, index, time)


def _mixed(keys: Sequence[Key], index: int, time: float) -> Key:
    if index == 0:
        return keys[0]
    if index == len(keys):
        return replace(keys[-1], time=max(time, keys[-1].time))
    a, b = keys[index - 1], keys[index]
    share = (time - a.time) / (b.time - a.time)
    x, y, z, facing, stride = (p + share * (q - p) for p, q in zip(_numbers(a), _numbers(b), strict=True))
    return Key(time, x, y, z, facing, stride, a.way)


def _numbers(key: Key) -> tuple[float, ...]:
    return (key.x, key.y, key.z, key.facing, key.stride)


def _arriving(keys: Sequence[Key], time: float) -> Key:
    """As `between`, but of keys at the same time the first counts."""
    index = bisect_left(keys, time, key=lambda key: key.time)
    at_time = index < len(keys) and keys[index].time == time
    return keys[index] if at_time else _mixed(keys, index, time)


@dataclass(frozen=True, slots=True)
class _Span:
    start: Key
    end: Key
    look: Look
    moving: bool
    speed: float


class FigureTrack:
    """One person's rite, frozen: `at(time)` costs one bisection."""

    def __init__(self, keys: list[Key], looks: list[tuple[float, Look]], end: float) -> None:
        times = sorted({key.time for key in keys} | {time for time, _ in looks} | {0.0, end})
        look_times = [time for time, _ in looks]
        self._times = times
        self._spans = []
        for here, there in zip(times, [*times[1:], times[-1] + 1.0], strict=True):
            look = looks[max(bisect_right(look_times, here) - 1, 0)][1]
            start, finish = between(keys, here), _arriving(keys, there)
            walked = max(finish.stride - start.stride, 0.0)
            moving = walked > 0 or start.facing != finish.facing or start.z != finish.z
            self._spans.append(_Span(start, finish, look, moving, walked / (there - here)))

    def at(self, time: float) -> FigureState:
        """The person's state at `time`."""
        span = self._spans[max(bisect_right(self._times, time) - 1, 0)]
        look, start = span.look, span.start
        if not look.present:
            return FigureState(
                None, None, look.posture, look.pose, look.before, 1.0, False, 0.0, 0.0,
                look.holds, look.dress, None, look.holder, office=look.office,
            )  # fmt: skip
        share = (time - start.time) / (span.end.time - start.time) if span.moving else 0.0
        end = span.end
        return FigureState(
            (
                start.x + share * (end.x - start.x),
                start.y + share * (end.y - start.y),
                start.z + share * (end.z - start.z),
            ),
            (start.facing + share * (end.facing - start.facing)) % 360.0,
            look.posture,
            look.pose,
            look.before,
            min((time - look.since) / look.blend, 1.0) if look.blend else 1.0,
            span.moving,
            start.stride + share * (end.stride - start.stride),
            span.speed,
            look.holds,
            look.dress,
            None if span.moving else look.station,
            look.holder,
            start.way,
            look.posture_before,
            look.office,
        )


@dataclass(frozen=True, slots=True)
class Rest:
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

    def flying(self, time: float) -> tuple[Point, float]:
        """Point and pitch (degrees) of a thing in flight at `time`."""
        assert self.origin is not None
        assert self.point is not None
        share = min((time - self.time) / (self.until - self.time), 1.0)
        x, y, z = (a + share * (b - a) for a, b in zip(self.origin, self.point, strict=True))
        lift = 4.0 * self.rise * share * (1.0 - share)
        return (x, y, z + lift), self.pitch * (2.0 * share - 1.0)


class ThingTrack:
    """One thing's rite: where it rests or flies at any time."""

    def __init__(self, rests: list[Rest]) -> None:
        self.rests = rests
        self._times = [rest.time for rest in rests]

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
        return self.rests[max(bisect_right(self._times, time) - 1, 0)]

    def state(self, time: float, held_at: Point | None, facing: float | None) -> ThingState:
        """The thing's state; `held_at` and `facing` are its holder's where it is held."""
        rest = self.at(time)
        if rest.holder is not None and rest.point is None:
            return ThingState(held_at, facing, 0.0, rest.holder, rest.place, rest.condition)
        if rest.origin is not None:
            point, pitch = rest.flying(time)
            return ThingState(point, rest.facing, pitch, None, None, rest.condition)
        return ThingState(rest.point, rest.facing, rest.pitch, rest.holder, rest.place, rest.condition)
