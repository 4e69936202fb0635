"""Meshes as VTK wants them: surfaces with normals, the light that falls on what stands, edges as lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkPolyDataNormals
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper

from courtyard3d.picture.styles import LIGHTS, Colour

if TYPE_CHECKING:
    from courtyard3d.scene.mesh import Mesh

AS_THEY_ARE = 0  # VTK does not shift and scale points: pens count in metres
CREASE_DEGREES = 35.0  # a sharper bend is an edge, a softer one is smooth: between a 12-sided post and a box


def polydata(mesh: Mesh) -> vtkPolyData:
    """Return VTK's form of a mesh: `points` (n, 3) in metres, `faces` (m, 3) indices."""
    data = _points(mesh.points)
    data.SetPolys(_cells(mesh.faces))
    return data


def polylines(ends: NDArray[np.float64]) -> vtkPolyData:
    """Return lines, given by their two ends (n, 2, 3) in metres, as VTK has them."""
    data = _points(ends.reshape(-1, 3))
    data.SetLines(_cells(np.arange(2 * len(ends)).reshape(-1, 2)))
    return data


def _points(places: NDArray[np.float64]) -> vtkPolyData:
    points = vtkPoints()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(places, dtype=np.float32), deep=True))
    data = vtkPolyData()
    data.SetPoints(points)
    return data


def _cells(corners: NDArray[np.int64]) -> vtkCellArray:
    corners = np.ascontiguousarray(corners, dtype=np.int64)
    cells = vtkCellArray()
    offsets = np.arange(0, corners.size + 1, corners.shape[1], dtype=np.int64)
    cells.SetData(*(numpy_to_vtkIdTypeArray(array, deep=True) for array in (offsets, corners.ravel())))
    return cells


def shaded(data: vtkPolyData) -> vtkPolyData:
    """Return a surface with normals: smooth where it bends softly, sharp at creases."""
    normals = vtkPolyDataNormals()
    normals.SetInputData(data)
    normals.SetFeatureAngle(CREASE_DEGREES)
    normals.SplittingOn()
    normals.ConsistencyOff()
    normals.Update()
    surface: vtkPolyData = normals.GetOutput()
    return surface


def lighted(surface: vtkPolyData, matrix: NDArray[np.float64], colour: Colour, ambient: float) -> vtkPolyData:
    """Return a surface with the colours that the lights give it where it stands.

    Parameters
    ----------
    surface : vtkPolyData
        With normals.
    matrix : (4, 4) array
        Its place in the world.
    colour : Colour
        Its own colour.
    ambient : float
        The part of the light that comes from everywhere.
    """
    normals = vtk_to_numpy(surface.GetPointData().GetNormals()) @ np.linalg.inv(matrix[:3, :3])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    light = np.full_like(normals, ambient)
    for origin, shine, strength in LIGHTS:
        towards = np.array(origin) / np.linalg.norm(origin)
        light += (1 - ambient) * strength * np.maximum(normals @ towards, 0.0)[:, None] * shine
    data = vtkPolyData()
    data.ShallowCopy(surface)
    paint(data, (255 * np.clip(light * colour, 0, 1)).astype(np.uint8))
    return data


def mapper(data: vtkPolyData) -> vtkPolyDataMapper:
    """Return what draws a surface or lines that stay as they are, in the colour of its actor."""
    made = vtkPolyDataMapper()
    made.SetInputData(data)
    made.ScalarVisibilityOff()
    made.StaticOn()
    made.SetVBOShiftScaleMethod(AS_THEY_ARE)
    return made


def ring_faces(rings: int, corners: int) -> NDArray[np.int64]:
    """Return the triangles (n, 3) between rings that have so many corners each, one after another."""
    at = np.arange(rings * corners).reshape(rings, corners)
    inner, outer = at[:-1], at[1:]
    quads = np.stack([inner, outer, np.roll(outer, -1, axis=1), np.roll(inner, -1, axis=1)], axis=-1)
    return quads.reshape(-1, 4)[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)


def paint(data: vtkPolyData, colours: NDArray[np.uint8]) -> None:
    """Give each point of a surface its colour: (n, 3), or (n, 4) with how opaque it is."""
    data.GetPointData().SetScalars(numpy_to_vtk(colours, deep=True))
    data.Modified()


def painted(data: vtkPolyData) -> vtkActor:
    """Return a surface on which no light falls, in the colours of its points."""
    drawn = mapper(data)
    drawn.ScalarVisibilityOn()
    actor = vtkActor()
    actor.SetMapper(drawn)
    actor.GetProperty().LightingOff()
    return actor
