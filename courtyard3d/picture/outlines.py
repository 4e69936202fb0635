"""Surfaces with an outline: a second skin, turned inside out, of which only the rim is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy

from courtyard3d.picture.pens import ALONG, OUTWARD, ROOM
from courtyard3d.picture.surfaces import CREASE_DEGREES, polydata, polylines, shaded
from courtyard3d.scene.mesh import Mesh, joined, unit

if TYPE_CHECKING:
    from vtkmodules.vtkCommonDataModel import vtkPolyData

Points = NDArray[np.float64]
Faces = NDArray[np.int64]

FLAT = 0.6  # of its area, that all of a surface faces one way: a sheet, which has borders and no rim
SLENDER = 3.0  # times as long as it is thick: posts, beams and braces are hatched along
SAME = 5  # digits of metres after which two corners are one


def outlined(mesh: Mesh) -> vtkPolyData:
    """Return a surface with normals that is seen from both sides, and its skin.

    Back faces are to be left out when it is drawn. The data `OUTWARD` of its points are zero but on the
    skin, where they say in which direction it grows; `ALONG` is the direction of slender pieces.
    """
    whole = polydata(mesh)
    _give(whole, ALONG, along(mesh))
    surface = shaded(whole)
    found = surface.GetPointData()
    points, normals, grain = (
        vtk_to_numpy(data)
        for data in (surface.GetPoints().GetData(), found.GetNormals(), found.GetArray(ALONG))
    )
    faces = vtk_to_numpy(surface.GetPolys().GetConnectivityArray()).reshape(-1, 3)
    still, skin = np.zeros_like(points), welded(mesh)
    pieces: list[tuple[Points, Faces, Points, Points]] = [(points, faces, normals, still)]
    grains = [grain]
    if (_edges(skin.faces).second < 0).any():
        pieces.append((points, faces[:, ::-1], -normals, still))
        grains.append(grain)
    if not _is_flat(mesh):
        growth = _growth(skin)
        pieces.append((skin.points, skin.faces[:, ::-1], growth, growth))
        grains.append(np.zeros_like(growth))
    data = polydata(joined([Mesh(corners, triangles) for corners, triangles, _, _ in pieces]))
    _give(data, "Normals", np.concatenate([piece[2] for piece in pieces]))
    _give(data, OUTWARD, np.concatenate([piece[3] for piece in pieces]))
    _give(data, ALONG, np.concatenate(grains))
    data.GetPointData().SetActiveNormals("Normals")
    return data


def creases(mesh: Mesh) -> vtkPolyData:
    """Return the creases and borders of a surface as lines.

    The data `ROOM` of their points say how many metres lie between a line and the next one beside it.
    """
    skin = welded(mesh)
    edges, areas = _edges(skin.faces), _areas(skin)
    normals, alone = unit(areas), edges.second < 0
    bent = (normals[edges.first] * normals[edges.second]).sum(axis=1) < np.cos(np.radians(CREASE_DEGREES))
    drawn = bent | alone
    ends = skin.points[edges.ends[drawn]]
    length = np.maximum(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1), 1e-9)
    sizes = np.linalg.norm(areas, axis=1)
    smaller = np.where(alone, sizes[edges.first], np.minimum(sizes[edges.first], sizes[edges.second]))
    data = polylines(ends)
    _give(data, ROOM, np.repeat(2 * smaller[drawn] / length, 2))
    return data


def along(mesh: Mesh) -> Points:
    """Return for each point (n, 3) the direction of its piece if that is slender, else zeros."""
    _, which = np.unique(mesh.points.round(SAME), axis=0, return_inverse=True)
    corners = which.reshape(-1)
    _, piece, count = np.unique(
        _joined(corners[mesh.faces])[corners], return_inverse=True, return_counts=True
    )
    middle = np.zeros((len(count), 3))
    np.add.at(middle, piece, mesh.points)
    away = mesh.points - (middle / count[:, None])[piece]
    spread = np.zeros((len(count), 3, 3))
    np.add.at(spread, piece, away[:, :, None] * away[:, None])
    axes = np.linalg.eigh(spread)[1]
    reach = np.zeros((len(count), 3))
    np.maximum.at(reach, piece, abs(np.einsum("nx,nxa->na", away, axes[piece])))
    slender = reach[:, 2] > SLENDER * reach[:, :2].max(axis=1)
    directions: Points = np.where(slender[:, None], axes[:, :, 2], 0.0)[piece]
    return directions


def _joined(faces: Faces) -> Faces:
    """Return for each corner the least one that triangles join it to."""
    least = np.arange(faces.max(initial=-1) + 1)
    while True:
        before = least
        least = least.copy()
        np.minimum.at(least, faces, least[faces].min(axis=1, keepdims=True))
        least = least[least]
        if (least == before).all():
            return least


class Edges(NamedTuple):
    """Edges of a surface: their `ends` (n, 2), the faces on their sides; `second` is -1 at a border."""

    ends: Faces
    first: Faces
    second: Faces


def _edges(faces: Faces) -> Edges:
    """Return each edge of triangles once; of three and more triangles at an edge, two."""
    sides = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    owner = np.tile(np.arange(len(faces)), 3)
    ends, first, which = np.unique(sides, axis=0, return_index=True, return_inverse=True)
    second = np.full(len(ends), -1)
    others = np.setdiff1d(np.arange(len(sides)), first)
    second[which.reshape(-1)[others]] = owner[others]
    return Edges(ends, owner[first], second)


def welded(mesh: Mesh) -> Mesh:
    """Return a mesh in which each corner is there but once, without the triangles that thereby vanish."""
    corners, which = np.unique(mesh.points.round(SAME), axis=0, return_inverse=True)
    faces = which.reshape(-1)[mesh.faces]
    whole = (faces != np.roll(faces, 1, axis=1)).all(axis=1)
    return Mesh(corners, faces[whole])


def _areas(mesh: Mesh) -> Points:
    """Return for each triangle its normal (n, 3), as long as it is large."""
    a, b, c = mesh.points[mesh.faces].transpose(1, 0, 2)
    areas: Points = np.cross(b - a, c - a) / 2
    return areas


def _is_flat(mesh: Mesh) -> bool:
    areas = _areas(mesh)
    return bool(np.linalg.norm(areas.sum(axis=0)) > FLAT * np.linalg.norm(areas, axis=1).sum())


def _growth(skin: Mesh) -> Points:
    """Return the direction out (n, 3) at each corner: each face counts as much as its angle there is wide."""
    corners = skin.points[skin.faces]
    after, before = (unit(np.roll(corners, way, axis=1) - corners) for way in (-1, 1))
    angles = np.arccos(np.clip((after * before).sum(axis=2, keepdims=True), -1.0, 1.0))
    growth = np.zeros_like(skin.points)
    np.add.at(growth, skin.faces, angles * unit(_areas(skin))[:, None])
    return unit(growth)


def _give(data: vtkPolyData, name: str, values: Points) -> None:
    """Give the points of a surface some data."""
    array = numpy_to_vtk(values.astype(np.float32), deep=True)
    array.SetName(name)
    data.GetPointData().AddArray(array)
