"""Small plans for long ways: when they are seen, in which corner, and what is on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from courtyard3d.picture.captions import BORDER
from courtyard3d.picture.grid import Grid
from courtyard3d.picture.subject import Points, Sights
from courtyard3d.picture.words import Box, Inset, Spot

if TYPE_CHECKING:
    from courtyard3d.rite.engine import Played

FAR = 20.0  # metres: who goes so far is shown on the plan
LEAST = 4.0  # seconds of film: a plan that would be seen for less is not
TALL, WIDE = 0.40, 0.26  # of the picture's height and width: the most that an inset takes
ROOM = 4.0  # metres round what is on the plan
DRAWN = frozenset({"hall", "wall", "court", "target"})  # layers
SMALLEST = 0.6  # metres: what is smaller is not on the plan
LOOK = 1.0  # seconds of the rite between two points of a way


@dataclass(frozen=True, slots=True)
class Insetting:
    """A plan of the ways of people from one second of the rite to another; `scale` pixels a metre."""

    start: float
    end: float
    people: tuple[str, ...]
    box: Box
    corner: tuple[float, float]
    scale: float
    standing: tuple[Box, ...]
    ways: tuple[tuple[Spot, ...], ...]

    def lasts(self, t: float) -> bool:
        """Say whether it is seen at a second of the rite."""
        return self.start <= t < self.end

    def at(self, sights: Sights, t: float, strength: int) -> Inset:
        """Return the plan at a moment."""
        names = tuple(sights.layout.people)
        feet = sights.feet(t, names)
        there = [
            (name, spot(self.corner, self.scale, p))
            for name, p in zip(names, feet, strict=True)
            if p[0] == p[0]
        ]
        walkers = tuple(place for name, place in there if name in self.people)
        others = tuple(place for name, place in there if name not in self.people)
        return Inset(self.box, self.standing, self.ways, walkers, others, strength)


def plan_insets(grid: Grid) -> list[Insetting]:
    """Return the plans of a section, one after the other."""
    found: list[Insetting] = []
    for acts in _journeys(grid):
        start, end = max(acts[0].start, grid.free), max(act.end for act in acts)
        if end - start >= LEAST * grid.speed and (made := _made(grid, acts, start, end)):
            found.append(made)
    return found


def _journeys(grid: Grid) -> Iterator[list[Played]]:
    """Yield the acts of the main line in which somebody goes far, those together that overlap."""
    group: list[Played] = []
    for act in grid.acts():
        if not (act.main and _goes_far(grid.sights, act)):
            continue
        if group and act.start > max(one.end for one in group):
            yield group
            group = []
        group.append(act)
    if group:
        yield group


def _goes_far(sights: Sights, act: Played) -> bool:
    first, last = sights.ways(np.array([act.start, act.end]), act.people)
    return bool((np.linalg.norm(last - first, axis=1) > FAR).any())


def _made(grid: Grid, acts: list[Played], start: float, end: float) -> Insetting | None:
    """Place a plan in a corner in which nobody acts; None where there is none."""
    people = tuple(dict.fromkeys(who for act in acts for who in act.people))
    moments = np.arange(start, end + LOOK, LOOK).clip(max=end)
    ways = grid.sights.ways(moments, people)[..., :2]
    boxes = grid.sights.boxes[_drawn(grid.sights)][..., :2]
    all_ = np.concatenate([boxes.reshape(-1, 2), ways.reshape(-1, 2)])
    low, high = np.nanmin(all_, axis=0) - ROOM, np.nanmax(all_, axis=0) + ROOM
    width, height = grid.lettering.size
    scale = float(min(TALL * height / (high[1] - low[1]), WIDE * width / (high[0] - low[0])))
    corner = (float(low[0]), float(high[1]))
    size = (round(scale * (high[0] - low[0])), round(scale * (high[1] - low[1])))
    box = _corner(grid, people, start, end, size)
    if box is None:
        return None
    standing = tuple(
        Box(*spot(corner, scale, (west, north)), *spot(corner, scale, (east, south)))
        for (west, south), (east, north) in boxes.tolist()
    )
    lines = tuple(tuple(spot(corner, scale, p) for p in way if p[0] == p[0]) for way in ways.swapaxes(0, 1))
    return Insetting(start, end, people, box, corner, scale, standing, lines)


def _drawn(sights: Sights) -> NDArray[np.bool_]:
    """Say which standing things are on the plan."""
    large = (sights.boxes[:, 1, :2] - sights.boxes[:, 0, :2]).max(axis=1) > SMALLEST
    return np.asarray([item.layer in DRAWN for item in sights.standing] & large)


def _corner(grid: Grid, people: tuple[str, ...], start: float, end: float, size: Spot) -> Box | None:
    """Return the corner of the picture in which an inset hides nobody who acts and no words."""
    width, height = grid.lettering.size
    border = round(BORDER * height)
    rows = range(grid.row(start), grid.row(end))
    words = {box for row in rows for box in grid.words(row)}
    bodies = [body for row in rows for who in people if (body := grid.screen(row).body(who))]
    for left in (width - border - size[0], border):
        column = Box(left, 0, left + size[0], height // 2)
        top = max((box.bottom for box in words if box.meets(column)), default=0) + border
        box = Box(left, top, left + size[0], top + size[1])
        if not any(box.meets(other) for other in (*words, *bodies)):
            return box
    return None


def spot(corner: tuple[float, float], scale: float, place: tuple[float, float] | Points) -> Spot:
    """Return where a place (metres east and north) is on a plan whose northwest `corner` is known."""
    return round(scale * (place[0] - corner[0])), round(scale * (corner[1] - place[1]))
