"""Lines in the scene: where people go, stations, axes in chi, the ruler."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkRenderer

from courtyard3d.picture.styles import Colour
from courtyard3d.picture.subject import Points
from courtyard3d.picture.viewer.session import PAST, Session

if TYPE_CHECKING:
    from courtyard3d.layout import Layout

STILL = 1e-3  # metres: who moves less between two points stands
STEP = 0.5  # seconds between the points of a way
LIFTED = 0.04  # metres that lines lie above the floor
GONE, TO_GO, PLACE, AXIS, MEASURED = (
    (0.85, 0.55, 0.10),
    (0.16, 0.42, 0.68),
    (0.55, 0.20, 0.16),
    (0.25, 0.22, 0.20),
    (0.80, 0.10, 0.10),
)
STATION = 1.0  # chi: half of the cross on a station
TICK, LONG_TICK = 10, 50  # chi between ticks and between long ones
TICKED, LONG_TICKED = 0.6, 1.5  # chi that ticks are long to both sides


class Stroke(NamedTuple):
    """Lines of one colour: each (n, 3) in metres; how broad, in pixels at usual size."""

    lines: tuple[Points, ...]
    colour: Colour
    width: float


class Mark(NamedTuple):
    """Words at a point (3,) in metres."""

    text: str
    point: Points


@dataclass(frozen=True)
class Lines:
    """Draws strokes into a renderer; those that stay are not made anew."""

    renderer: vtkRenderer
    shown: dict[Hashable, vtkActor]

    def show(self, strokes: Mapping[Hashable, Stroke], scale: float) -> None:
        """Show these strokes, and no others."""
        for key in self.shown.keys() - strokes.keys():
            self.renderer.RemoveActor(self.shown.pop(key))
        for key, stroke in strokes.items():
            if key not in self.shown:
                self.shown[key] = _actor(stroke)
                self.renderer.AddActor(self.shown[key])
            self.shown[key].GetProperty().SetLineWidth(stroke.width * scale)


def _actor(stroke: Stroke) -> vtkActor:
    points, cells = vtkPoints(), vtkCellArray()
    for line in stroke.lines:
        ids = [points.InsertNextPoint(*point) for point in line.tolist()]
        cells.InsertNextCell(len(ids), ids)
    data = vtkPolyData()
    data.SetPoints(points)
    data.SetLines(cells)
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(data)
    actor = vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(*stroke.colour)
    actor.GetProperty().SetLighting(False)
    return actor


def strokes(session: Session) -> dict[Hashable, Stroke]:
    """Return the lines that a window shows now, each under what it depends on."""
    found: dict[Hashable, Stroke] = {}
    layout, rite = session.rite.layout, id(session.rite)
    now = round(session.clock.time / STEP) * STEP
    span = session.timeline.section_at(now)
    for who, when in sorted(session.ways):
        start, end, colour = (span.start, now, GONE) if when == PAST else (now, span.end, TO_GO)
        found[rite, who, when, span.id, now] = Stroke(_way(session, who, start, end), colour, 3.0)
    if "paths" in session.on:
        for who in session.timeline.figures:
            found[rite, who, span.id] = Stroke(_way(session, who, span.start, span.end), TO_GO, 1.5)
    if "stations" in session.on:
        found[rite, "stations"] = Stroke(tuple(_crosses(layout)), PLACE, 2.0)
    if "axes" in session.on:
        found[rite, "axes"] = Stroke(tuple(_axes(layout, session.sights.corners())), AXIS, 1.5)
    if len(session.ruler.points) > 1:
        ends = np.array(session.ruler.points)
        found["ruler", *ends.ravel().tolist()] = Stroke((ends,), MEASURED, 3.0)
    return {key: stroke for key, stroke in found.items() if stroke.lines}


def marks(session: Session) -> Iterator[Mark]:
    """Yield the words that belong to lines: stations, ticks, what the ruler measures."""
    layout = session.rite.layout
    if "stations" in session.on:
        for name, point in _stations(layout):
            yield Mark(session.name(name), point)
    if "axes" in session.on:
        for axis in range(2):
            for value in _ticks(layout, session.sights.corners(), axis):
                if value % LONG_TICK == 0:
                    yield Mark(session.say("ticks", count=value), layout.chi_m * _along(axis, value))
    if session.ruler.points:
        yield Mark(measured(session), np.mean(session.ruler.points, axis=0))


def measured(session: Session) -> str:
    """Return what the ruler says: chi, metres, facing; or what to do."""
    if len(session.ruler.points) == 1:
        return session.say("ruler-second")
    one, other = session.ruler.points
    east, north, up = (other - one).tolist()
    away = float(np.linalg.norm(other - one))
    facing = float(np.degrees(np.arctan2(east, north))) % 360
    chi = session.rite.layout.chi_m
    compass = session.say("compass").split()[round(facing / 45) % 8]
    risen = session.say("risen", chi=f"{up / chi:+.1f}") if abs(up) > chi / 10 else ""
    return (
        session.say(
            "measured", chi=f"{away / chi:.1f}", metres=f"{away:.2f}", facing=compass, degrees=f"{facing:.0f}"
        )
        + risen
    )


def _way(session: Session, who: str, start: float, end: float) -> tuple[Points, ...]:
    """Return the stretches (n, 3) that a person walks between two seconds."""
    times = np.arange(start, end + STEP, STEP)
    points = session.sights.ways(times, [who])[:, 0]
    there = ~np.isnan(points).any(axis=1)
    away = np.abs(np.diff(points, axis=0, prepend=np.inf)).max(axis=1)
    kept = there & ~(away < STILL)
    pieces = np.split(np.arange(len(points)), np.flatnonzero(~there))
    found = (points[piece[kept[piece]]] for piece in pieces)
    return tuple(line + np.array([0.0, 0.0, LIFTED]) for line in found if len(line) > 1)


def _stations(layout: Layout) -> Iterator[tuple[str, Points]]:
    for name, thing in layout.objects.items():
        if thing.kind == "station" and thing.position is not None:
            yield name, layout.chi_m * np.array(thing.position, dtype=float) + (0.0, 0.0, LIFTED)


def _crosses(layout: Layout) -> Iterator[Points]:
    half = STATION * layout.chi_m
    for _, point in _stations(layout):
        for arm in ((half, half, 0.0), (half, -half, 0.0)):
            yield np.array([point - arm, point + arm])


def _axes(layout: Layout, corners: Points) -> Iterator[Points]:
    chi = layout.chi_m
    for axis in range(2):
        values = list(_ticks(layout, corners, axis))
        yield chi * np.array([_along(axis, values[0]), _along(axis, values[-1])])
        for value in values:
            half = LONG_TICKED if value % LONG_TICK == 0 else TICKED
            tick = np.zeros(3)
            tick[1 - axis] = half
            yield chi * np.array([_along(axis, value) - tick, _along(axis, value) + tick])


def _ticks(layout: Layout, corners: Points, axis: int) -> Iterable[int]:
    low, high = corners[:, axis].min() / layout.chi_m, corners[:, axis].max() / layout.chi_m
    return range(int(low // TICK + 1) * TICK, int(high), TICK)


def _along(axis: int, value: float) -> Points:
    point = np.array([0.0, 0.0, LIFTED])
    point[axis] = value
    return point
