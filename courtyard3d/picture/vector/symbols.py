"""Signs for what is too small to be drawn or not there: people seen from above, break lines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from shapely import affinity

from courtyard3d.picture.vector.projection import Array
from courtyard3d.picture.vector.sheet import BLACK, WHITE, Sheet

SHOULDERS = 1.8
"""Breadth in 尺 of a person's sign: two who stand 2 尺 apart don't touch."""
LEAST = 1.25
"""Breadth in millimetres below which a person's sign can't be read."""


@dataclass(frozen=True, slots=True)
class Sign:
    """How a posture looks from above, facing up the page, in breadths of the shoulders.

    `lap` is how far the body reaches ahead and `breadth` how broad it is there, `nod` how far ahead
    the cap is, `cap` whether it is black.
    """

    lap: float = 0.0
    breadth: float = 0.0
    nod: float = 0.0
    cap: bool = True


SIGNS = {
    "standing": Sign(),
    "bowing": Sign(lap=0.45, breadth=0.72, nod=0.25),
    "kneeling": Sign(lap=0.55, breadth=0.72, cap=False),
    "seated": Sign(lap=0.45, breadth=1.15, cap=False),
    "prostrate": Sign(lap=0.95, breadth=0.72, nod=0.75, cap=False),
}
DEPTH = 0.5
"""Depth of the shoulders, in breadths of the shoulders."""
HEAD = 0.21
"""Radius of the cap, in breadths of the shoulders."""
BEAK = ((-0.3, 0.1), (0.3, 0.1), (0.0, 0.85))
"""The wedge that says where a person faces, in breadths of the shoulders."""


def _oval(width: float, depth: float, middle: float = 0.0) -> shapely.Geometry:
    return affinity.translate(affinity.scale(shapely.Point(0, 0).buffer(0.5), width, depth), 0.0, middle)


def person(
    sheet: Sheet,
    at: tuple[float, float],
    facing: float,
    posture: str,
    size: float,
    pen: str,
    *,
    acting: bool = False,
) -> None:
    """Draw a person seen from above.

    Parameters
    ----------
    sheet : Sheet
    at : (x, y)
        Middle, in millimetres.
    facing : float
        Degrees clockwise from the top of the page.
    posture : str
        One of the five postures.
    size : float
        Breadth of the shoulders in millimetres.
    pen : str
        The pen of the body's outline.
    acting : bool
        Whether he is one of those who act: his body is black.
    """
    sign = SIGNS[posture]
    body = _oval(1.0, DEPTH)
    if sign.lap:
        body = body.union(_oval(sign.breadth, sign.lap + DEPTH, sign.lap / 2))
    head = _oval(2 * HEAD, 2 * HEAD, sign.nod)
    beak = affinity.translate(shapely.Polygon(BEAK), 0.0, sign.lap)

    def put(shape: shapely.Geometry) -> shapely.Geometry:
        turned = affinity.rotate(affinity.scale(shape, size, size, origin=(0, 0)), -facing, origin=(0, 0))
        return affinity.translate(turned, *at)

    sheet.area(put(beak), BLACK)
    sheet.area(put(body), BLACK if acting else WHITE, pen)
    sheet.area(put(head), BLACK if sign.cap and not acting else WHITE, "crease")


def break_line(points: Array, size: float) -> Array:
    """Return a straight line (2, 2) with the zigzag of a break in each fifth of it."""
    start, end = points
    way = (end - start) / np.linalg.norm(end - start)
    side = np.array([-way[1], way[0]]) * size
    stops = [start]
    for share in np.linspace(0.1, 0.9, 5):
        middle = start + (end - start) * share
        stops += [
            middle - way * size,
            middle - way * size / 2 + side,
            middle + way * size / 2 - side,
            middle + way * size,
        ]
    return np.array([*stops, end])
