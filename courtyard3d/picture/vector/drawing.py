"""What is seen of solids on the page: lines and, between them, patches of surface."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from courtyard3d.picture.vector.hidden import Faces, Ints, candidates, visible
from courtyard3d.picture.vector.projection import Array, Fold, Projection
from courtyard3d.picture.vector.solids import Solid

SNAP = 1e-3
"""Grid (尺 on the page) on which ends of lines meet when surfaces are told apart."""
SMOOTH = 4e-3
"""How far (尺 on the page) a drawn line may lie from the true one, so that files stay small."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Visible lines of one solid, on the page in 尺; the outline or the creases within it."""

    solid: Solid
    outline: bool
    lines: shapely.Geometry


@dataclass(frozen=True, slots=True)
class Patch:
    """A visible stretch of one solid's surface, on the page in 尺.

    `normal` is the unit normal (across, up, toward the viewer) in the middle of it.
    """

    solid: Solid
    area: shapely.Geometry
    normal: Array


@dataclass(frozen=True, slots=True)
class Drawing:
    """A scene on the page."""

    traces: tuple[Trace, ...]
    patches: tuple[Patch, ...]


def draw(solids: list[Solid], projection: Projection, fold: Fold) -> Drawing:
    """Project solids and solve what hides what."""
    if not solids:
        return Drawing((), ())
    lines, faces = candidates([(solid.net, projection(fold(solid.corners))) for solid in solids])
    stretches, edge = visible(lines, faces)
    segments = shapely.linestrings(stretches)
    traces = []
    for outline in (False, True):
        chosen = np.flatnonzero(lines.outline[edge] == outline)
        for piece, members in _grouped(lines.piece[edge[chosen]]):
            merged = shapely.line_merge(shapely.multilinestrings(segments[chosen[members]]))
            traces.append(Trace(solids[piece], outline, shapely.simplify(merged, SMOOTH)))
    return Drawing(tuple(traces), tuple(_patches(solids, segments, faces)))


def _grouped(keys: Ints) -> list[tuple[int, Ints]]:
    """Return each key with the places where it stands."""
    order = np.argsort(keys, kind="stable")
    found, start = np.unique(keys[order], return_index=True)
    return list(zip(found.tolist(), np.split(order, start[1:]), strict=False))


def _patches(solids: list[Solid], segments: Array, faces: Faces) -> list[Patch]:
    """Return the areas between the lines, each with the solid that is nearest in the middle of it."""
    net = shapely.union_all(segments, grid_size=SNAP)
    areas = shapely.get_parts(shapely.polygonize([net]))
    middles = shapely.point_on_surface(areas)
    low, high = faces.corners.min(axis=1), faces.corners.max(axis=1)
    tree = shapely.STRtree(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
    area, face = tree.query(middles)
    nearness = _nearness(faces.corners[face], shapely.get_coordinates(middles)[area])
    order = np.lexsort([nearness, area])
    area, face, nearness = area[order], face[order], nearness[order]
    last = np.append(area[1:] != area[:-1], True) & (nearness > -np.inf)
    area, face = area[last], face[last]
    normals = _normals(faces.corners[face])
    return [
        Patch(solids[piece], areas[number], normal)
        for number, piece, normal in zip(area, faces.piece[face], normals, strict=True)
    ]


def _nearness(triangles: Array, points: Array) -> Array:
    """Return how near each triangle is at its point (n, 2); minus infinity where the point is outside."""
    a, b, c = (triangles[:, i] for i in range(3))
    u, v, w = b[:, :2] - a[:, :2], c[:, :2] - a[:, :2], points - a[:, :2]
    det = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    s = (w[:, 0] * v[:, 1] - w[:, 1] * v[:, 0]) / det
    t = (u[:, 0] * w[:, 1] - u[:, 1] * w[:, 0]) / det
    near = a[:, 2] + s * (b[:, 2] - a[:, 2]) + t * (c[:, 2] - a[:, 2])
    inside: Array = np.where((s >= 0) & (t >= 0) & (s + t <= 1), near, -np.inf)
    return inside


def _normals(triangles: Array) -> Array:
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    unit: Array = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    return unit
