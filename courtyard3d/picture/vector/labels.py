"""Where names stand: never on each other, near what they name, with a leader where they can't be.

Every name tries a few hundred places round its anchor and takes the cheapest that is
free; then each in turn is taken up and put down again, now that the others stand.
All lengths are millimetres on the sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from courtyard3d.picture.vector.projection import Array

DISTANCES = (0.5, 1.2, 2.4, 4.0, 6.0, 8.5, 11.5, 15.0, 19.0, 24.0, 30.0, 38.0, 48.0)
"""How far from the edge of its symbol a name is tried."""
SHARES = (0.0, 0.15, 0.3, 0.45, 0.6)
"""Where on what it names a name is tried: parts of the way from its middle to its edge."""
DIRECTIONS = 24
ROUNDS = 3
CELL = 0.5
"""Grain of the raster that remembers what is drawn, in millimetres."""
DARKEST = 8.0
"""How many points of the drawing in one cell count."""
AIR = 0.35
"""Free room round a name, and at least beside it."""
TOUCH = 0.75
"""Where a leader begins, in parts of the reach of its symbol: it must be seen to touch it."""
TINY = 1e-9
"""Less than this is nothing."""
BRUSH = 1e-6
"""A leader that runs over a box for no more than this part of its length touches it only."""
TOUCHING = 1.3
"""A name no farther than this from its symbol needs no leader."""

COST = {
    "distance": 1.0,  # a millimetre from the symbol
    "leader": 1.5,  # needing one
    "ink": 0.8,  # a square millimetre of the drawing covered
    "crossing": 12.0,  # a leader that crosses another
    "over": 6.0,  # a leader that runs over a name or a symbol
    "side": 0.6,  # standing above or below instead of beside
    "share": 2.0,  # standing so near to another's symbol that it could be his name
}
"""What is bad about a place, and how bad."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name to be placed: the middle of what it names, how far that reaches, the size of the type.

    `inside` says that it may also stand on what it names, `dear` how much (see `COST`) it may cost at
    most, `gap` how much room is left beside it to the next name, lest the two be read as one.
    """

    anchor: tuple[float, float]
    reach: tuple[float, float]
    size: tuple[float, float]
    inside: bool = False
    dear: float = np.inf
    gap: float = AIR


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name stands: its box (left, low, right, high) and the ends of its leader, if it has one."""

    box: tuple[float, float, float, float]
    leader: tuple[tuple[float, float], tuple[float, float]] | None


class Ink:
    """How much is drawn where: a raster with running sums."""

    def __init__(self, points: Array, frame: Array) -> None:
        self.origin = frame[:2]
        shape = np.ceil((frame[2:] - frame[:2]) / CELL).astype(int) + 1
        index = np.floor((points - self.origin) / CELL).astype(int)
        index = index[((index >= 0) & (index < shape)).all(axis=1)]
        raster = np.zeros(shape)
        np.add.at(raster, tuple(index.T), 1.0)
        np.minimum(raster, DARKEST, out=raster)
        self.sums = np.pad(raster.cumsum(0).cumsum(1), ((1, 0), (1, 0)))

    def under(self, boxes: Array) -> Array:
        """Return the square millimetres of drawing under each box (n, 4)."""
        limit = np.array(self.sums.shape) - 1
        low = np.clip(np.floor((boxes[:, :2] - self.origin) / CELL).astype(int), 0, limit)
        high = np.clip(np.ceil((boxes[:, 2:] - self.origin) / CELL).astype(int), 0, limit)
        s = self.sums
        (left, bottom), (right, top) = low.T, high.T
        cells = s[right, top] - s[left, top] - s[right, bottom] + s[left, bottom]
        area: Array = cells * CELL**2
        return area


def place(names: list[Name], frame: Array, obstacles: Array, drawn: Array) -> list[Place | None]:
    """Place names.

    Parameters
    ----------
    names : list of Name
    frame : (4,) array
        The box that all must stay in.
    obstacles : (n, 4) array
        Boxes that no name may touch: symbols.
    drawn : (m, 2) array
        Points along the lines of the drawing, which names avoid where they can.

    Returns
    -------
    list of Place or None
        None where there is no room at all.
    """
    table = _Table(names, frame, obstacles, Ink(drawn, frame))
    for name in table.most_crowded_first():
        table.put(name)
    for _ in range(ROUNDS):
        moved = [table.put(name) for name in table.dearest_first()]
        if not any(moved):
            break
    return [table.place(i) for i in range(len(names))]


class _Table:
    def __init__(self, names: list[Name], frame: Array, obstacles: Array, ink: Ink) -> None:
        self.names, self.obstacles = names, obstacles.reshape(-1, 4)
        self.candidates = [_candidates(name) for name in names]
        self.leaders = [_leaders(name, boxes) for name, boxes in zip(names, self.candidates, strict=True)]
        self.fixed = [self._fixed(i, frame, ink) for i in range(len(names))]
        self.chosen = np.full(len(names), -1)
        self.boxes = np.full((len(names), 4), np.nan)
        self.lines = np.full((len(names), 2, 2), np.nan)
        self.costs = np.zeros(len(names))

    def _fixed(self, i: int, frame: Array, ink: Ink) -> Array:
        """Return what each place of a name costs whatever the others do; infinite where it's not free."""
        boxes, leaders, name = self.candidates[i], self.leaders[i], self.names[i]
        length = np.linalg.norm(leaders[:, 1] - leaders[:, 0], axis=1)
        middle = (boxes[:, :2] + boxes[:, 2:]) / 2 - name.anchor
        slant = np.abs(middle[:, 1]) / np.maximum(np.abs(middle).sum(axis=1), TINY)
        cost = COST["distance"] * length + COST["side"] * slant + COST["ink"] * ink.under(boxes)
        needs = length > TOUCHING
        cost += COST["leader"] * needs
        own = _contains(self.obstacles, np.array(name.anchor))
        others = self.obstacles[~own]
        cost += COST["over"] * needs * _over(leaders, others).sum(axis=1)
        cost += COST["share"] * _meet(_grown(boxes, TOUCHING), others).sum(axis=1)
        free = ~_meet(_grown(boxes, AIR), self.obstacles).any(axis=1)
        free &= (boxes[:, :2] >= frame[:2]).all(axis=1) & (boxes[:, 2:] <= frame[2:]).all(axis=1)
        result: Array = np.where(free, cost, np.inf)
        return result

    def most_crowded_first(self) -> Any:
        """Return the order in which names are first put down: the indispensable before the others."""
        free = [np.isfinite(cost[: 3 * DIRECTIONS]).sum() for cost in self.fixed]
        return np.lexsort([free, [np.isfinite(name.dear) for name in self.names]])

    def dearest_first(self) -> Any:
        return np.argsort(-self.costs, kind="stable")

    def put(self, i: int) -> bool:
        """Put a name where it's cheapest now; say whether it moved."""
        others = np.flatnonzero((self.chosen >= 0) & (np.arange(len(self.names)) != i))
        boxes, leaders = self.candidates[i], self.leaders[i]
        needs = np.linalg.norm(leaders[:, 1] - leaders[:, 0], axis=1) > TOUCHING
        standing, lines = self.boxes[others], self.lines[others]
        lines = lines[np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1) > TOUCHING]
        gap = self.names[i].gap
        apart = boxes + np.array([-gap, -AIR, gap, AIR])
        cost = np.where(_meet(apart, standing).any(axis=1), np.inf, self.fixed[i])
        cost = cost + COST["over"] * needs * _over(leaders, standing).sum(axis=1)
        cost += COST["over"] * _over(lines, boxes).sum(axis=0)
        cost += COST["crossing"] * needs * _cross(leaders, lines).sum(axis=1)
        cost[cost > self.names[i].dear] = np.inf
        best = int(np.argmin(cost))
        before = self.chosen[i]
        self.costs[i] = cost[best]
        self.chosen[i] = best if np.isfinite(cost[best]) else -1
        self.boxes[i] = boxes[best] if self.chosen[i] >= 0 else np.nan
        self.lines[i] = leaders[best] if self.chosen[i] >= 0 else np.nan
        return bool(self.chosen[i] != before)

    def place(self, i: int) -> Place | None:
        if self.chosen[i] < 0:
            return None
        (x0, y0), (x1, y1) = self.lines[i].tolist()
        far = np.hypot(x1 - x0, y1 - y0) > TOUCHING
        left, low, right, high = self.boxes[i].tolist()
        return Place((left, low, right, high), ((x0, y0), (x1, y1)) if far else None)


def _candidates(name: Name) -> Array:
    """Return the boxes (n, 4) that are tried, nearest first."""
    angles = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    way = np.column_stack([np.cos(angles), np.sin(angles)])
    pull = np.clip(way * 1.5, -1, 1) * np.array(name.size) / 2
    reach = np.array(name.reach)
    offsets = [way * (reach + distance) + pull for distance in DISTANCES]
    if name.inside:
        offsets = [way * reach * share for share in SHARES] + offsets
    middle = np.array(name.anchor) + np.concatenate(offsets)
    return np.hstack([middle - np.array(name.size) / 2, middle + np.array(name.size) / 2])


def _leaders(name: Name, boxes: Array) -> Array:
    """Return the leaders (n, 2, 2): from the edge of the symbol to the nearest point of each box."""
    anchor = np.array(name.anchor)
    end = np.clip(anchor, boxes[:, :2], boxes[:, 2:])
    way = end - anchor
    reaches = np.linalg.norm(way / np.maximum(name.reach, TINY), axis=1, keepdims=True)
    start = anchor + way / np.maximum(reaches / TOUCH, 1.0)
    return np.stack([start, end], axis=1)


def _grown(boxes: Array, by: float) -> Array:
    grown: Array = boxes + np.array([-by, -by, by, by])
    return grown


def _contains(boxes: Array, point: Array) -> Any:
    return ((boxes[:, :2] <= point) & (boxes[:, 2:] >= point)).all(axis=1)


def _meet(a: Array, b: Array) -> Any:
    """Return which boxes of `a` (n, 4) meet which of `b` (m, 4): (n, m)."""
    left, low, right, high = (a[:, i, None] for i in range(4))
    return (left < b[:, 2]) & (right > b[:, 0]) & (low < b[:, 3]) & (high > b[:, 1])


def _cross(a: Array, b: Array) -> Any:
    """Return which segments of `a` (n, 2, 2) cross which of `b` (m, 2, 2): (n, m)."""
    p, r = a[:, None, 0], (a[:, 1] - a[:, 0])[:, None]
    q, s = b[None, :, 0], (b[:, 1] - b[:, 0])[None]
    det = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    det = np.where(np.abs(det) < TINY, np.inf, det)
    w = q - p
    t = (w[..., 0] * s[..., 1] - w[..., 1] * s[..., 0]) / det
    u = (w[..., 0] * r[..., 1] - w[..., 1] * r[..., 0]) / det
    return (t > 0) & (t < 1) & (u > 0) & (u < 1) & np.isfinite(det)


def _over(segments: Array, boxes: Array) -> Any:
    """Return which segments (n, 2, 2) run over which boxes (m, 4): (n, m)."""
    enter, leave = np.zeros((len(segments), len(boxes))), np.ones((len(segments), len(boxes)))
    for axis in (0, 1):
        start = segments[:, 0, axis, None]
        way = segments[:, 1, axis, None] - start
        way = np.where(np.abs(way) < TINY, TINY, way)
        a, b = (boxes[:, axis] - start) / way, (boxes[:, axis + 2] - start) / way
        enter, leave = np.maximum(enter, np.minimum(a, b)), np.minimum(leave, np.maximum(a, b))
    return enter < leave - BRUSH
