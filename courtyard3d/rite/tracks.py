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
from itertools import chain
from operator import itemgetter
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from courtyard3d.rite.steps import Footsteps
from courtyard3d.scene.state import FigureState, Point, ThingState

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]


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
        self._changes: dict[float, dict[str, Any]] = {}

    def move(self, keys: Sequence[Key]) -> None:
        """Add the keys of a movement; he stands still until the first of them."""
        self.keys.extend(keys)

    def change(self, time: float, **changes: Any) -> None:
        """Change fields of the `Look` at `time`; of changes at the same time the last counts."""
        self._changes.setdefault(time, {}).update(changes)

    def freeze(self, end: float) -> FigureTrack:
        """Return the finished track of a rite that ends at `end` seconds."""
        begins, looks = [0.0], [self._first]
        for time, changes in sorted(self._changes.items(), key=itemgetter(0)):
            look = looks[-1]
            turn: dict[str, Any] = {}
            if "pose" in changes:
                turn = {"before": look.pose, "posture_before": look.posture, "since": time}
            begins.append(time)
            looks.append(look._replace(**changes, **turn))
        return FigureTrack(self.keys, begins, looks, end)


def between(keys: Sequence[Key], time: float) -> Key:
    """Where keys in the order of time lead at `time`; of keys at the same time the last counts."""
    if time >= keys[-1].time:
        return Key(time, *keys[-1][1:])
    index = bisect_right(keys, time, key=lambda key: key.time)
    if index == 0:
        return keys[0]
    a, b = keys[index - 1], keys[index]
    share = (time - a.time) / (b.time - a.time)
    return Key(time, *(p + share * (q - p) for p, q in zip(a[1:], b[1:], strict=True)))


def _along(table: Floats, times: Floats, side: Literal["left", "right"]) -> Floats:
    """As `between`, for many times at once; on the side `left` of keys at the same time the first counts."""
    index = np.searchsorted(table[:, 0], times, side)
    before, after = table[np.maximum(index - 1, 0)], table[np.minimum(index, len(table) - 1)]
    gap = after[:, :1] - before[:, :1]
    share = np.divide(times[:, None] - before[:, :1], gap, out=np.zeros_like(gap), where=gap > 0.0)
    found: Floats = np.where(share < 1.0, before + share * (after - before), after)
    found[:, 0] = times
    return found


class _Change(NamedTuple):
    """How far one goes, turns and takes up his pose from a second on in so many seconds, evenly."""

    begin: float
    lasts: float
    east: float
    north: float
    up: float
    turn: float
    blend: float

    def at(self, time: float, first: FigureState) -> FigureState:
        """His state at `time`; `first` is that at the beginning."""
        assert first.position is not None
        assert first.facing is not None
        share = (time - self.begin) / self.lasts
        x, y, z = first.position
        return first._replace(
            position=(x + share * self.east, y + share * self.north, z + share * self.up),
            facing=(first.facing + share * self.turn) % 360.0,
            blend=first.blend + share * self.blend,
        )


_Span = tuple[FigureState, _Change | None]
"""A stretch of time: how it begins, and how it goes on where it does not stay so."""


class FigureTrack:
    """One person's rite, frozen: `at(time)` costs one bisection; the first question works it out.

    Parameters
    ----------
    keys : sequence of Key
        Where he is, in the order of time.
    begins, looks : sequences of float and of Look
        How he looks from so many seconds on, in the order of time.
    end : float
        Seconds of the rite.
    """

    def __init__(
        self, keys: Sequence[Key], begins: Sequence[float], looks: Sequence[Look], end: float
    ) -> None:
        self._keys, self._begins, self._looks, self._end = keys, begins, looks, end

    @cached_property
    def _rows(self) -> tuple[Indices, Floats, Floats]:
        """Of each span the look, and the keys (rows) with which it begins and ends."""
        table = np.fromiter(chain.from_iterable(self._keys), float).reshape(-1, len(Key._fields))
        settled = [look.settled for look in self._looks]
        times = np.unique(np.concatenate((table[:, 0], self._begins, settled, (0.0, self._end))))
        worn = np.maximum(np.searchsorted(self._begins, times, "right") - 1, 0)
        ends = _along(table, np.append(times[1:], times[-1] + 1.0), "left")
        return worn, _along(table, times, "right"), ends

    @cached_property
    def _spans(self) -> tuple[list[float], list[_Span]]:
        """The spans, and when each begins."""
        _, starts, _ = self._rows
        return [-math.inf, *starts[1:, 0].tolist()], [*_spans(self._looks, *self._rows)]

    @cached_property
    def _ways(self) -> tuple[Floats, Floats]:
        """With which keys spans begin, and how far they lead; not a number where he is absent."""
        worn, starts, ends = self._rows
        absent = ~np.array([look.present for look in self._looks])[worn]
        places = starts.copy()
        places[absent, 1:] = np.nan
        return places, ends - starts

    def at(self, time: float) -> FigureState:
        """The person's state at `time`."""
        state = self.look(time)
        if state.position is None or state.posture != "standing":
            return state
        feet = self._footsteps.at(time, state.position[2])
        return state if feet is None else state._replace(feet=feet)

    def look(self, time: float) -> FigureState:
        """The person's state at `time` without the feet."""
        times, spans = self._spans
        state, change = spans[bisect_right(times, time) - 1]
        return state if change is None else change.at(time, state)

    def looks(self, begin: float, end: float) -> Iterator[tuple[float, FigureState]]:
        """Yield when and how he looks from `begin` until before `end`: as often as anything changes.

        What changes evenly is shown where the change sets in and where it leads, without the feet.
        """
        times, spans = self._spans
        first, last = bisect_right(times, begin), bisect_left(times, end)
        for index in range(first - 1, max(first, last)):
            state, change = spans[index]
            start = max(begin, times[index])
            if change is None:
                yield start, state
            else:
                stop = min(end, change.begin + change.lasts)
                yield from ((time, change.at(time, state)) for time in (start, stop))

    def places(self, times: Floats) -> Floats:
        """Where he is at many times, (n, 3) in 尺; not a number where he is absent."""
        return self.stances(times)[:, :3]

    def stances(self, times: Floats) -> Floats:
        """As `places`, with his facing in degrees as a fourth number: (n, 4)."""
        places, ways = self._ways
        index = np.maximum(np.searchsorted(places[:, 0], times, "right") - 1, 0)
        starts, ways = places[index], ways[index]
        share = (times - starts[:, 0]) / ways[:, 0]
        stances: Floats = starts[:, 1:] + share[:, None] * ways[:, 1:]
        return stances

    @cached_property
    def _footsteps(self) -> Footsteps:
        return Footsteps(self._keys)


def _spans(looks: Sequence[Look], worn: Indices, starts: Floats, ends: Floats) -> Iterator[_Span]:
    """Yield the spans of one who has the `worn` looks from keys to keys (rows)."""
    moving = (starts[:, 1:] != ends[:, 1:]).any(axis=1)
    blends, taken_up = (_blends(looks, worn, keys[:, 0]) for keys in (starts, ends))
    changes = np.column_stack((starts[:, 0], ends - starts, taken_up - blends))
    points, facings = _rows(starts[:, 1:4]), starts[:, 4] % 360.0
    columns = (column.tolist() for column in (worn, facings, blends, moving))
    for point, change, index, facing, blend, moves in zip(points, _rows(changes), *columns, strict=True):
        look = looks[index]
        there = look.present
        state = FigureState(
            point if there else None,
            facing if there else None,
            look.posture,
            look.pose,
            look.before,
            blend,
            moves,
            look.holds,
            look.dress,
            look.station if there and not moves else None,
            look.holder,
            look.posture_before,
            look.office,
        )
        yield state, _Change(*change) if there and (moves or blend < 1.0) else None


def _rows(table: Floats) -> Iterator[tuple[float, ...]]:
    return zip(*table.T.tolist(), strict=True)


def _blends(looks: Sequence[Look], worn: Indices, times: Floats) -> Floats:
    """How far one who has the `worn` looks has taken up his pose at each time, 0 to 1."""
    since, lasts = np.array([(look.since, look.blend) for look in looks])[worn].T
    shares: Floats = np.divide(times - since, lasts, out=np.ones_like(times), where=times < since + lasts)
    return shares


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
