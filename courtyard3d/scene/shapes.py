"""The shapes that a recipe can name: one row of `SHAPES` and one small function each.

A function takes plain numbers (lengths in one unit, angles in degrees) and gives a
closed mesh whose faces look outward; only a `sheet` without thickness is open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from courtyard3d.scene.mesh import Array, Mesh

SIDES = 12

Numbers = Sequence[float]


@dataclass(frozen=True, slots=True)
class Shape:
    """A row of the table: which fields the shape has, and who makes it.

    `fields` maps a name to what its value is: `length`, `number`, `lengths` (a list),
    `points` (a list of lists of lengths); the ones in `required` must be given.
    """

    make: Callable[..., Mesh]
    fields: Mapping[str, str]
    required: tuple[str, ...]


def box(size: Numbers) -> Mesh:
    """Return a box standing on its own point."""
    x, y, z = size
    outline = [(-x / 2, -y / 2), (x / 2, -y / 2), (x / 2, y / 2), (-x / 2, y / 2)]
    return extrude(outline, z)


def cylinder(radius: float, height: float, top: float | None = None, sides: float = SIDES) -> Mesh:
    """Return an upright cylinder, or a cone frustum where `top` is its upper radius."""
    return lathe([(radius, 0.0), (radius if top is None else top, height)], sides)


def lathe(profile: Sequence[Numbers], sides: float = SIDES) -> Mesh:
    """Return a profile of (radius, height) pairs, from below to above, turned round the z axis."""
    rows = np.asarray(profile, dtype=float)
    angles = np.linspace(0, 2 * np.pi, int(sides), endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=1)
    rings = [ring * radius + (0, 0, height) for radius, height in rows]
    return _skin(rings)


def loft(rings: Sequence[Numbers], sides: float = SIDES, pleat: float = 1.0) -> Mesh:
    """Return a skin over oval rings (right, ahead, up, half width, half depth), from below to above.

    Every second point of a ring lies at the share `pleat` of its half width and depth: soft folds.
    """
    angles = np.linspace(0, 2 * np.pi, int(sides), endpoint=False)
    folds = np.where(np.arange(len(angles)) % 2, pleat, 1.0)
    ring = np.stack([folds * np.cos(angles), folds * np.sin(angles), np.zeros_like(angles)], axis=1)
    rows = np.asarray(rings, dtype=float)
    return _skin([ring * (across, deep, 0.0) + middle for *middle, across, deep in rows])


def sweep(path: Sequence[Numbers], radius: float | Numbers, sides: float = 8, oval: float = 1.0) -> Mesh:
    """Return a round bar along a path; `radius` is one length or one for each point.

    In the direction that the path's beginning follows least it is `oval` times as thick.
    """
    line = np.asarray(path, dtype=float)
    radii = np.broadcast_to(np.asarray(radius, dtype=float), (len(line),))
    steps = np.diff(line, axis=0)
    ways = np.vstack([steps[:1], steps[:-1] + steps[1:], steps[-1:]])
    angles = np.linspace(0, 2 * np.pi, int(sides), endpoint=False)
    normal = _across(ways[0])
    rings = []
    for point, way, size in zip(line, _unit(ways), radii, strict=True):
        normal = normal - way * (normal @ way)
        normal /= np.linalg.norm(normal)
        side = np.cross(way, normal)
        rings.append(
            point + size * (oval * np.outer(np.cos(angles), normal) + np.outer(np.sin(angles), side))
        )
    return _skin(rings)


def extrude(outline: Sequence[Numbers], height: float, top: float = 1.0) -> Mesh:
    """Return an outline in the ground plane, drawn up; `top` scales its upper end."""
    flat = np.asarray(outline, dtype=float)
    if _area(flat) < 0:
        flat = flat[::-1]
    upper = flat * top
    count = len(flat)
    points = np.vstack(
        [np.column_stack([flat, np.zeros(count)]), np.column_stack([upper, np.full(count, height)])]
    )
    lid = np.array(_ears(flat))
    return Mesh(points, np.vstack([lid[:, ::-1], lid + count, _band(0, count, count)]))


def sheet(corners: Sequence[Numbers], thick: float = 0.0) -> Mesh:
    """Return a flat convex piece with the given corners; `thick` goes half to each side."""
    points = np.asarray(corners, dtype=float)
    count = len(points)
    fan = np.array([(0, i, i + 1) for i in range(1, count - 1)])
    if not thick:
        return Mesh(points, fan)
    normal = np.cross(points[1] - points[0], points[2] - points[0])
    normal *= thick / 2 / np.linalg.norm(normal)
    band = _band(0, count, count)
    return Mesh(np.vstack([points - normal, points + normal]), np.vstack([fan[:, ::-1], fan + count, band]))


def _skin(rings: Sequence[Array]) -> Mesh:
    """Join rings of equally many points, close both ends and leave out what has no area."""
    count, last = len(rings[0]), len(rings) - 1
    bands = [_band(k * count, (k + 1) * count, count) for k in range(last)]
    lid = np.array([(0, k, k + 1) for k in range(1, count - 1)])
    return _clean(np.vstack(rings), np.vstack([lid[:, ::-1], *bands, lid + last * count]))


def _band(lower: int, upper: int, count: int) -> Any:
    """Return the triangles between two rings whose points begin at `lower` and `upper`."""
    here = np.arange(count)
    there = (here + 1) % count
    return np.vstack(
        [
            np.column_stack([here + lower, there + lower, there + upper]),
            np.column_stack([here + lower, there + upper, here + upper]),
        ]
    )


def _clean(points: Array, faces: Any) -> Mesh:
    """Merge points that fall together and drop the faces that vanish."""
    _, first, inverse = np.unique(points.round(9), axis=0, return_index=True, return_inverse=True)
    faces = inverse.reshape(-1)[faces]
    whole = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    return Mesh(points[first], faces[whole])


def _across(way: Array) -> Array:
    """Return a direction that is not along `way`: the axis that it follows least."""
    across: Array = np.eye(3)[np.argmin(np.abs(way))]
    return across


def _unit(vectors: Array) -> Array:
    lengths: Array = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / lengths


def _area(outline: Array) -> float:
    x, y = outline.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def _ears(outline: Array) -> list[tuple[int, int, int]]:
    """Cut a simple counter-clockwise polygon into triangles, ear by ear."""
    left = list(range(len(outline)))
    triangles: list[tuple[int, int, int]] = []
    while len(left) > 3:
        for k in range(len(left)):
            ear = (left[k - 1], left[k], left[(k + 1) % len(left)])
            if _is_ear(outline, ear, left):
                break
        triangles.append(ear)
        left.pop(k)
    return [*triangles, (left[0], left[1], left[2])]


def _is_ear(outline: Array, ear: tuple[int, int, int], left: Sequence[int]) -> bool:
    corners = outline[list(ear)]
    if _area(corners) <= 0:
        return False
    rest = outline[[i for i in left if i not in ear]]
    sides = np.roll(corners, -1, axis=0) - corners
    offsets = rest[:, None] - corners
    turns = sides[:, 0] * offsets[..., 1] - sides[:, 1] * offsets[..., 0]
    return not bool((turns > 0).all(axis=1).any())


SHAPES: Mapping[str, Shape] = {
    "box": Shape(box, {"size": "lengths"}, ("size",)),
    "cylinder": Shape(
        cylinder,
        {"radius": "length", "height": "length", "top": "length", "sides": "number"},
        ("radius", "height"),
    ),
    "lathe": Shape(lathe, {"profile": "points", "sides": "number"}, ("profile",)),
    "loft": Shape(loft, {"rings": "points", "sides": "number", "pleat": "number"}, ("rings",)),
    "sweep": Shape(
        sweep,
        {"path": "points", "radius": "length or lengths", "sides": "number", "oval": "number"},
        ("path", "radius"),
    ),
    "extrude": Shape(
        extrude, {"outline": "points", "height": "length", "top": "number"}, ("outline", "height")
    ),
    "sheet": Shape(sheet, {"corners": "points", "thick": "length"}, ("corners",)),
}
