"""A plate: the drawing in its frame, and below it what a reader needs to read it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from courtyard3d.picture.roofs import OVERHEAD
from courtyard3d.picture.styles import STYLES, Paint
from courtyard3d.picture.vector import symbols
from courtyard3d.picture.vector.drawing import Drawing, Patch, Trace
from courtyard3d.picture.vector.frame import Frame
from courtyard3d.picture.vector.projection import Array
from courtyard3d.picture.vector.sheet import BLACK, TYPE, WHITE, Sheet, text_height, text_width
from courtyard3d.picture.vector.sight import LEFT, Sight
from courtyard3d.picture.vector.solids import CROWD, Solid
from courtyard3d.picture.vector.words import say

if TYPE_CHECKING:
    from courtyard3d.scene import Scene

BUILT = frozenset({"hall", "wall", "court", *OVERHEAD})
FINE = 1.2
"""What is thinner than this on the sheet (millimetres) has a fine outline: heavy ones would run together."""
LIGHT = np.array([-0.35, 0.45, 0.82])
"""Where the light comes from on the page: left, above, from the viewer."""
SHADE = 0.35
"""How much darker a surface is that the light doesn't reach."""
HATCHES = {"plain": None, "stripes": "////", "lattice": "xxxx", "dashes": "--", "dots": "...."}
"""The patterns of the styles as matplotlib writes them."""
ZIGZAG = 1.2
BESIDE = 4.0
"""How far from the left edge of the frame the words of a break begin, in millimetres."""
AWAY = 0.6
"""How far all of them stay from every edge, in millimetres."""
GRAIN = 0.4
"""How close together (millimetres) names feel the lines that they should not cover."""
BLACKNESS = 5
"""How many times as much they feel what is black."""


def surfaces(sheet: Sheet, frame: Frame, drawing: Drawing, style: str, scene: Scene) -> Array:
    """Fill what is cut black and the other surfaces as the style says; return points (n, 2) in the black."""
    by_look: dict[tuple[str, str | None], list[shapely.Geometry]] = {}
    for patch in drawing.patches:
        by_look.setdefault(_look(patch, style, scene), []).append(patch.area)
    for (colour, hatch), areas in by_look.items():
        sheet.area(frame.geometry(shapely.union_all(areas)), colour, hatch=hatch)
    return _dark(frame.geometry(by_look.get((BLACK, None), [])))


def _dark(areas: Array) -> Array:
    """Return points within areas, as dense as names must feel them to keep away."""
    points = [np.empty((0, 2))]
    for area in areas:
        left, low, right, high = area.bounds
        x, y = (
            part.ravel() for part in np.meshgrid(np.arange(left, right, GRAIN), np.arange(low, high, GRAIN))
        )
        points.append(np.column_stack([x, y])[shapely.contains_xy(area, x, y)])
    return np.repeat(np.concatenate(points), BLACKNESS, axis=0)


def _look(patch: Patch, style: str, scene: Scene) -> tuple[str, str | None]:
    if patch.solid.poche:
        return BLACK, None
    if patch.solid.item.layer == CROWD:
        return WHITE, HATCHES["dots"]
    if style == "ink" or (style == "evidence" and not patch.solid.settled):
        return WHITE, None
    item = patch.solid.item
    paint: Paint = STYLES[style].paint(scene.materials[item.material], scene.place_grade(item))
    light = 1.0 - SHADE * (1.0 - max(float(patch.normal @ LIGHT), 0.0)) if style == "colour" else 1.0
    return hexadecimal(np.array(paint.colour) * round(light, 1)), HATCHES[paint.hatch]


def hexadecimal(colour: Any) -> str:
    """Return red, green and blue from 0 to 1 as `#rrggbb`."""
    return "#" + "".join(f"{round(255 * float(part)):02x}" for part in colour)


def lines(sheet: Sheet, frame: Frame, traces: Iterable[Trace], style: str) -> Array:
    """Draw the visible lines, outlines heavier than creases; return points (n, 2) along them on the sheet."""
    by_pen: dict[str, list[shapely.Geometry]] = {}
    for trace in traces:
        by_pen.setdefault(pen(trace.solid, trace.outline, style, frame.scale), []).append(trace.lines)
    points = [np.empty((0, 2))]
    for name, parts in by_pen.items():
        drawn = frame.geometry(parts)
        sheet.lines(drawn, name)
        points.append(shapely.get_coordinates(shapely.segmentize(drawn, GRAIN)))
    return np.concatenate(points)


def pen(solid: Solid, outline: bool, style: str, scale: float) -> str:
    """Return the pen of a solid's lines on a sheet with so many millimetres a 尺."""
    if solid.poche:
        return "cut"
    if not outline:
        return "crease"
    if supplied(solid, style):
        return "supplied"
    return "fine" if solid.item.layer == "person" or solid.breadth * scale < FINE else "outline"


def supplied(solid: Solid, style: str) -> bool:
    """Say whether its place is supplied and shown so: buildings only in the style that shows evidence."""
    shown = style == "evidence" or solid.item.layer not in BUILT
    return shown and solid.settled and solid.item.grade[0] == "supplied"


def overhead(sheet: Sheet, frame: Frame, sight: Sight) -> None:
    """Draw what hangs above: the eaves dashed, purlins and beams as axes."""
    roof = []
    for solid in sight.overhead:
        hull = shapely.MultiPoint(frame.flat(solid.corners)).convex_hull
        if solid.item.layer == "frame":
            left, low, right, high = hull.bounds
            x, y = (left + right) / 2, (low + high) / 2
            ends = [(left, y), (right, y)] if right - left > high - low else [(x, low), (x, high)]
            sheet.lines(frame.geometry(shapely.LineString(ends)), "axis")
        else:
            roof.append(hull)
    if roof:
        sheet.lines(frame.geometry(shapely.boundary(shapely.union_all(roof))), "overhead")


def breaks(sheet: Sheet, frame: Frame, sight: Sight) -> list[Array]:
    """Draw the break lines of the fold with how much is left out; return the boxes of these words."""
    boxes = []
    for (south, north), (start, end) in zip(frame.fold.gaps, frame.fold.ends, strict=True):
        rows = [frame.across(y) for y in (start, end)]
        sheet.polygon([*rows[0], *rows[1][::-1]], WHITE)
        for row in rows:
            sheet.polyline(symbols.break_line(row, ZIGZAG), "outline")
        length = north - south - LEFT
        text = say("left out", sheet.lang, chi=f"{length:.3g}", m=f"{length * sight.layout.chi_m:.3g}")
        size = np.array([text_width(text, TYPE["small"], sheet.lang), text_height(TYPE["small"])])
        left = max(row[:, 0].min() for row in rows) + BESIDE
        middle = np.mean([np.interp(left + size[0] / 2, *row[row[:, 0].argsort()].T) for row in rows])
        corner = np.array([left, middle - size[1] / 2])
        corner = np.clip(corner, frame.box[:2] + AWAY, frame.box[2:] - AWAY - size)
        box = np.concatenate([corner, corner + size])
        sheet.area(shapely.box(*box), WHITE)
        sheet.text(box[0], corner[1] + size[1] / 2, text, TYPE["small"])
        boxes.append(box)
    return boxes


def person_boxes(frame: Frame, sight: Sight) -> dict[str, Array]:
    """Return the box of each person's sign (or body) on the sheet."""
    if not sight.view.from_above:
        return {who: _box(frame.points(corners)) for who, corners in sight.bodies()}
    size = sign_size(frame)
    middles = frame.points(sight.standing())
    return {
        who: np.concatenate([middle - size / 2, middle + size / 2])
        for (who, _), middle in zip(sight.people, middles, strict=True)
    }


def _box(points: Array) -> Array:
    return np.concatenate([points.min(axis=0), points.max(axis=0)])


def sign_size(frame: Frame) -> float:
    """Return the breadth of a person's sign in millimetres."""
    return max(symbols.SHOULDERS * frame.scale, symbols.LEAST)


def people(sheet: Sheet, frame: Frame, sight: Sight) -> None:
    """Draw everyone in the frame as a sign seen from above."""
    middles = frame.points(sight.standing())
    size = sign_size(frame)
    shown = frame.shows(middles - size) & frame.shows(middles + size)
    for (who, figure), middle, inside in zip(sight.people, middles, shown, strict=True):
        if inside:
            at = (float(middle[0]), float(middle[1]))
            acting = who in sight.actors
            symbols.person(sheet, at, figure.facing or 0.0, figure.posture, size, "outline", acting=acting)
