"""Hidden lines: every edge against every triangle that may lie before it, by exact intervals.

An edge is a segment with parameter t from 0 to 1. A triangle hides the t for which
four linear functions are positive: three say that the point lies inside the
triangle on the page, the fourth that the triangle is nearer. What no triangle hides
is drawn. No raster, no order of drawing; solids may run through each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from courtyard3d.picture.vector.projection import Array

Ints = np.ndarray[tuple[int, ...], np.dtype[np.int64]]

CREASE = np.cos(np.radians(32.0))
"""Two faces that turn less than this into each other are one smooth surface."""
WELD = 6
"""Decimals (of a metre) to which corners of a mesh are the same corner."""
NEARER = 0.02
"""How much nearer (尺) a triangle must be to hide an edge: touching faces do not hide each other."""
INSIDE = 1e-6
"""How far inside a triangle (尺 on the page) an edge must run to be hidden by it."""
SPECK = 1e-4
"""A stretch shorter than this (尺 on the page) is the seam between two triangles, not a sight."""
BLOCK = 4000
"""So many edges are solved at once: memory stays small however many there are."""
SLIVER = 1e-7
"""A triangle with less area on the page (square 尺) is seen edge-on and hides nothing."""


@dataclass(frozen=True, slots=True)
class Wire:
    """The edges of a mesh: corners (n, 3), faces (m, 3), edges (k, 2) and the two faces of each.

    A border edge has -1 as its second face. `sharp` marks borders and creases; `closed` says that
    there is no border, so that faces seen from behind can hide nothing.
    """

    corners: Array
    faces: Ints
    edges: Ints
    sides: Ints
    sharp: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    closed: bool


def wire(points: Array, faces: Ints) -> Wire:
    """Weld the corners of a mesh and find its edges."""
    _, first, index = np.unique(np.round(points, WELD), axis=0, return_index=True, return_inverse=True)
    corners, faces = points[first], index.reshape(-1)[faces]
    faces = faces[(faces != np.roll(faces, 1, axis=1)).all(axis=1)]
    a, b, c = (corners[faces[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), np.finfo(float).tiny)
    ends = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    order = np.lexsort(ends.T)
    edges, start, count = np.unique(ends[order], axis=0, return_index=True, return_counts=True)
    owner = order // 3
    second = np.where(count > 1, owner[np.minimum(start + 1, len(owner) - 1)], -1)
    sides = np.column_stack([owner[start], second])
    turn = np.einsum("ij,ij->i", normals[sides[:, 0]], normals[sides[:, 1]])
    sharp = (count != 2) | (turn < CREASE)
    return Wire(corners, faces, edges, sides, sharp, bool((count > 1).all()))


@dataclass(frozen=True, slots=True)
class Lines:
    """Edges on the page that may be seen: ends (k, 2, 3), outline or crease, and their two triangles.

    `piece` (k,) is the number of the solid that each belongs to.
    """

    ends: Array
    outline: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    sides: Ints
    piece: Ints


@dataclass(frozen=True, slots=True)
class Faces:
    """Triangles on the page that may hide something: corners (m, 3, 3), each wound to be seen from its front.

    `number` (m,) is what `Lines.sides` calls each, `piece` (m,) the number of its solid.
    """

    corners: Array
    number: Ints
    piece: Ints


def candidates(solids: list[tuple[Wire, Array]]) -> tuple[Lines, Faces]:
    """Return the edges that may be seen and the triangles that may hide them.

    Parameters
    ----------
    solids : list of (Wire, (n, 3) array)
        Each with its corners on the page: across, up, nearness.
    """
    lines, faces, base = [], [], 0
    for piece, (net, page) in enumerate(solids):
        corners = page[net.faces]
        area = area_of(corners)
        front = np.append(area > SLIVER, False)
        a, b = front[net.sides[:, 0]], front[net.sides[:, 1]]
        outline = (a != b) | (net.sides[:, 1] < 0)
        seen = outline | (net.sharp & (a | b if net.closed else True))
        sides = np.where(net.sides[seen] < 0, -1, net.sides[seen] + base)
        lines.append((page[net.edges[seen]], outline[seen], sides, np.full(len(sides), piece)))
        hides = np.flatnonzero((area if net.closed else np.abs(area)) > SLIVER)
        corners[area < 0] = corners[area < 0][:, ::-1]
        faces.append((corners[hides], hides + base, np.full(len(hides), piece)))
        base += len(net.faces)
    joined = [[np.concatenate(column) for column in zip(*rows, strict=True)] for rows in (lines, faces)]
    return Lines(*joined[0]), Faces(*joined[1])


def area_of(triangles: Array) -> Array:
    """Return the area (m,) of triangles (m, 3, 2 or 3) on the page; negative where seen from behind."""
    a, b = triangles[:, 1, :2] - triangles[:, 0, :2], triangles[:, 2, :2] - triangles[:, 0, :2]
    doubled: Array = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return doubled / 2


def visible(lines: Lines, faces: Faces) -> tuple[Array, Ints]:
    """Return the stretches (j, 2, 2) of the edges that are seen, and the edge of each (j,)."""
    low, high = faces.corners.min(axis=1), faces.corners.max(axis=1)
    tree = shapely.STRtree(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
    functions = _functions(faces.corners)
    blocks = [
        _hidden(lines, faces, functions, *_meetings(lines.ends, tree, high[:, 2], first))
        for first in range(0, len(lines.ends), BLOCK)
    ]
    edge, start, stop = (np.concatenate(column) for column in zip(*blocks, strict=True))
    which, from_, to = _gaps(edge, start, stop, len(lines.ends))
    a, b = lines.ends[which, 0, :2], lines.ends[which, 1, :2]
    stretches = np.stack([a + (b - a) * from_[:, None], a + (b - a) * to[:, None]], axis=1)
    seen = np.linalg.norm(stretches[:, 1] - stretches[:, 0], axis=1) > SPECK
    return stretches[seen], which[seen]


def _functions(triangles: Array) -> Array:
    """Return the four linear functions (m, 4, 4) of each triangle: factors of across, up, nearness and 1."""
    functions = np.zeros((len(triangles), 4, 4))
    for i in range(3):
        a, along = triangles[:, i, :2], triangles[:, (i + 1) % 3, :2] - triangles[:, i, :2]
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        functions[:, i, :2] = np.column_stack([-along[:, 1], along[:, 0]])
        functions[:, i, 3] = -(functions[:, i, :2] * a).sum(axis=1) - INSIDE
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    functions[:, 3, :3] = -normal / normal[:, 2:]
    functions[:, 3, 3] = -(functions[:, 3, :3] * triangles[:, 0]).sum(axis=1) - NEARER
    return functions


def _meetings(ends: Array, tree: shapely.STRtree, nearest: Array, first: int) -> tuple[Ints, Ints]:
    """Return the pairs of an edge of one block and a triangle that comes nearer and whose box it meets."""
    block = ends[first : first + BLOCK]
    edge, tri = tree.query(shapely.linestrings(block[:, :, :2]))
    before = nearest[tri] > block[edge, :, 2].min(axis=1) + NEARER
    return edge[before] + first, tri[before]


def _hidden(lines: Lines, faces: Faces, functions: Array, edge: Ints, tri: Ints) -> tuple[Ints, Array, Array]:
    """Return the edges that triangles hide and from where to where (t); an edge's own faces never do."""
    foreign = (lines.sides[edge] != faces.number[tri, None]).all(axis=1)
    edge, tri = edge[foreign], tri[foreign]
    start, stop = np.zeros(len(edge)), np.ones(len(edge))
    for i in range(4):
        factors = functions[tri, i]
        at_start, at_end = (
            (factors[:, :3] * lines.ends[edge, end]).sum(axis=1) + factors[:, 3] for end in (0, 1)
        )
        _clip(start, stop, at_start, at_end)
        left = stop > start
        edge, tri, start, stop = edge[left], tri[left], start[left], stop[left]
    return edge, start, stop


def _clip(start: Array, stop: Array, first: Array, last: Array) -> None:
    """Narrow start..stop to where a function, `first` at t = 0 and `last` at t = 1, is positive."""
    with np.errstate(divide="ignore", invalid="ignore"):
        root = first / (first - last)
    np.copyto(start, np.maximum(start, root), where=(first <= 0) & (last > 0))
    np.copyto(stop, np.minimum(stop, root), where=(first > 0) & (last <= 0))
    np.copyto(stop, -1.0, where=(first <= 0) & (last <= 0))


def _gaps(edge: Ints, start: Array, stop: Array, count: int) -> tuple[Ints, Array, Array]:
    """Return what the intervals leave of 0..1 on each of `count` edges."""
    everyone = np.arange(count)
    edge = np.concatenate([everyone, edge, everyone])
    start = np.concatenate([np.zeros(count), start, np.ones(count)])
    stop = np.concatenate([np.zeros(count), stop, np.ones(count)])
    order = np.lexsort([start, edge])
    edge, start, stop = edge[order], start[order], stop[order]
    reached = np.maximum.accumulate(2 * edge + stop) - 2 * edge
    same = edge[1:] == edge[:-1]
    open_ = same & (start[1:] > reached[:-1])
    return edge[1:][open_], reached[:-1][open_], start[1:][open_]
