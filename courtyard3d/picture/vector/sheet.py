"""The sheet that a figure is drawn on: millimetres, pens, type; matplotlib only writes it down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from courtyard3d.errors import InputError
from courtyard3d.picture.fonts import runs
from courtyard3d.picture.vector.projection import Array

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.path import Path

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH
LENGTHS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
WIDTHS = (50.0, 1200.0)
"""The least and the greatest width of a sheet in millimetres: half a column, and a wall chart."""
LINE_HEIGHT = 1.25
"""From one line of type to the next, in its own size."""

TYPE = {"title": 9.0, "name": 7.0, "text": 6.5, "small": 6.0}
"""Sizes of type in points; no journal takes less than 5, this project not less than 6."""


@dataclass(frozen=True, slots=True)
class Pen:
    """A line: its width in points (journals take 0.1 to 1.5) and its dashes in widths."""

    width: float
    dashes: tuple[float, ...] = ()


PENS = {
    "cut": Pen(0.9),
    "outline": Pen(0.55),
    "fine": Pen(0.3),
    "crease": Pen(0.2),
    "supplied": Pen(0.55, (3.6, 2.0)),
    "overhead": Pen(0.35, (9.0, 4.0)),
    "axis": Pen(0.3, (16.0, 4.0, 2.0, 4.0)),
    "leader": Pen(0.25),
    "frame": Pen(0.5),
}
SUBSTITUTES = ("Source Han Serif SC", "Songti SC", "SimSun", "serif")
"""Families that stand in where an SVG is opened without the font that it was set in."""
BLACK, GREY, WHITE = "#000000", "#8a8a8a", "#ffffff"
HATCH = 0.3
"""Width of the lines of a pattern, in points."""


def millimetres(text: str) -> float:
    """Return a length such as `163mm`, `8.4cm` or `6.4in` in millimetres.

    Raises
    ------
    InputError
        Where it is no length with a unit, or no width that a sheet can have.
    """
    number, unit = text.strip()[:-2], text.strip()[-2:]
    try:
        length = float(number) * LENGTHS[unit]
    except (ValueError, KeyError):
        length = 0.0
    if not WIDTHS[0] <= length <= WIDTHS[1]:
        bounds = "from {:g}mm to {:g}mm".format(*WIDTHS)
        raise InputError(
            f"no width '{text}'", expected=f"a number with {', '.join(LENGTHS)}, {bounds}: 163mm"
        )
    return length


@cache
def _face(path: File) -> FontProperties:
    from matplotlib.font_manager import FontProperties
    from matplotlib.ft2font import FT2Font

    return FontProperties(family=[FT2Font(path).family_name, *SUBSTITUTES], fname=str(path))


@cache
def text_width(text: str, size: float, lang: str = "hans") -> float:
    """Return the width of a line of type in millimetres."""
    from matplotlib.textpath import text_to_path

    width = 0.0
    for path, piece in runs(text, "serif", lang):
        prop = _face(path).copy()
        prop.set_size(size)
        width += text_to_path.get_text_width_height_descent(piece, prop, ismath=False)[0]
    return width * MM_PER_POINT


def text_height(size: float) -> float:
    """Return the height that a line of type takes, in millimetres."""
    return size * LINE_HEIGHT * MM_PER_POINT


def wrapped(text: str, size: float, width: float, lang: str = "hans") -> list[str]:
    """Break a text into lines no wider than `width` millimetres: between Chinese characters, or at blanks.

    A word that is wider than that is torn.
    """
    lines, line, used = [], "", 0.0
    for word in _words(text, size, width, lang):
        if line and used + text_width(word.rstrip(), size, lang) > width:
            lines.append(line.rstrip())
            line, used = "", 0.0
        piece = word if line else word.lstrip()
        line += piece
        used += text_width(piece, size, lang)
    return [*lines, line.rstrip()] if line.strip() else lines


def _words(text: str, size: float, width: float, lang: str) -> Iterator[str]:
    for word in UNTORN.findall(text):
        yield from (word,) if text_width(word.rstrip(), size, lang) <= width else word


CHINESE = "\u2e80-\U0010ffff"
UNTORN = re.compile(rf"[（「『《〔]*(?:[^\s{CHINESE}]+|[{CHINESE}])[，。、；：）」』》〕！？]*\s*|\s+")
"""What must not be torn: a Latin word with its blanks, a character with its punctuation."""


class Sheet:
    """A drawing surface measured in millimetres, its origin in the lower left corner.

    Parameters
    ----------
    width, height : float
        Size in millimetres.
    lang : str
        Whose forms of characters the type takes: hans, hant or en.
    outlined : bool
        Draw type as outlines instead of text.
    figure : matplotlib.figure.Figure, optional
        A figure to draw on, which becomes as large as the sheet; without it a new one.
    """

    def __init__(
        self,
        width: float,
        height: float,
        lang: str = "hans",
        outlined: bool = False,
        figure: Figure | None = None,
    ) -> None:
        from matplotlib.figure import Figure

        self.width, self.height, self.lang, self.outlined = width, height, lang, outlined
        self.figure: Figure = figure if figure is not None else Figure(facecolor="white")
        self.figure.set_size_inches(width / MM_PER_INCH, height / MM_PER_INCH)
        self.axes = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self.axes.set(xlim=(0.0, width), ylim=(0.0, height))
        self.axes.set_axis_off()
        self._level = 1.0

    def lines(self, geometry: Any, pen: str, colour: str = BLACK) -> None:
        """Draw lines (or the borders of areas)."""
        self._stroke(_path(geometry), PENS[pen], colour)

    def polyline(self, points: Any, pen: str, colour: str = BLACK) -> None:
        """Draw a line through points (n, 2)."""
        self.lines(shapely.linestrings(np.asarray(points, float)), pen, colour)

    def area(self, geometry: Any, colour: str, pen: str | None = None, hatch: str | None = None) -> None:
        """Fill areas, and draw their borders where a pen is named."""
        path = _path(geometry)
        if path.codes is not None:
            look: dict[str, Any] = (
                {"hatch": hatch, "hatch_linewidth": HATCH, "edgecolor": GREY}
                if hatch
                else {"edgecolor": "none"}
            )
            self._add(path, facecolor=colour, linewidth=0.0, **look)
        if pen:
            self._stroke(path, PENS[pen], BLACK)

    def polygon(self, points: Any, colour: str, pen: str | None = None, hatch: str | None = None) -> None:
        """Fill the ring of points (n, 2)."""
        self.area(shapely.polygons(np.asarray(points, float)), colour, pen, hatch)

    def _stroke(self, path: Path, pen: Pen, colour: str) -> None:
        if path.codes is None:
            return
        style: Any = (0.0, pen.dashes) if pen.dashes else "solid"
        self._add(path, fill=False, edgecolor=colour, linewidth=pen.width, linestyle=style)

    def _add(self, path: Path, **look: Any) -> Artist:
        from matplotlib.patches import PathPatch

        self._level += 1.0
        return self.axes.add_artist(
            PathPatch(path, zorder=self._level, joinstyle="round", capstyle="butt", clip_on=False, **look)
        )

    def text(
        self, x: float, y: float, text: str, size: float, align: str = "left", id: str | None = None
    ) -> None:
        """Set a line of type with its middle height at `y` and its left, center or right at `x`.

        `id` is what its first piece is called in an SVG.
        """
        x -= text_width(text, size, self.lang) * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        for path, piece in runs(text, "serif", self.lang):
            self._piece(x, y - MIDDLE * size * MM_PER_POINT, piece, size, path).set_gid(id)
            x += text_width(piece, size, self.lang)
            id = None

    def _piece(self, x: float, y: float, text: str, size: float, font: File) -> Artist:
        self._level += 1.0
        if not self.outlined:
            return self.axes.text(
                x, y, text, fontproperties=_face(font), fontsize=size, va="baseline", zorder=self._level,
                color=BLACK, parse_math=False, clip_on=False,
            )  # fmt: skip
        from matplotlib.textpath import TextPath
        from matplotlib.transforms import Affine2D

        path = TextPath((0.0, 0.0), text, size=size, prop=_face(font))
        return self._add(
            path.transformed(Affine2D().scale(MM_PER_POINT).translate(x, y)), facecolor=BLACK, linewidth=0.0
        )

    def paragraph(self, x: float, top: float, lines: Sequence[str], size: float) -> float:
        """Set lines of type below each other from `top` down; return where they end."""
        for line in lines:
            self.text(x, top - text_height(size) / 2, line, size)
            top -= text_height(size)
        return top


MIDDLE = 0.36
"""Height of the middle of a Chinese character above the baseline, in its own size."""


def _path(geometry: Any) -> Path:
    """Return one path of many lines and rings: one element in the file, however many strokes."""
    from matplotlib.path import Path

    strokes = list(_strokes(geometry))
    if not strokes:
        return Path(np.empty((0, 2)))
    codes = [np.full(len(stroke), Path.LINETO, dtype=np.uint8) for stroke in strokes]
    for stroke, code in zip(strokes, codes, strict=True):
        code[0] = Path.MOVETO
        if len(stroke) > 3 and (stroke[0] == stroke[-1]).all():
            code[-1] = Path.CLOSEPOLY
    return Path(np.concatenate(strokes), np.concatenate(codes))


def _strokes(geometry: Any) -> Iterable[Array]:
    for part in shapely.get_parts(np.atleast_1d(np.asarray(geometry, dtype=object))):
        if part.geom_type == "Polygon":
            yield from (
                np.asarray(ring.coords) for ring in (part.exterior, *part.interiors) if len(ring.coords)
            )
        elif part.geom_type in ("LineString", "LinearRing"):
            if len(part.coords):
                yield np.asarray(part.coords)
        elif part.geom_type != "Point":
            yield from _strokes(part)
