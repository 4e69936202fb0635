"""Meshes as VTK wants them: surfaces with normals, the light that falls on what stands, edges as lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkCleanPolyData, vtkFeatureEdges, vtkPolyDataNormals

from courtyard3d.picture.styles import LIGHTS, Colour

if TYPE_CHECKING:
    from courtyard3d.scene.mesh import Mesh

CREASE_DEGREES = 35.0  # a sharper bend is an edge, a softer one is smooth: between a 12-sided post and a box


def polydata(mesh: Mesh) -> vtkPolyData:
    """Return VTK's form of a mesh: `points` (n, 3) in metres, `faces` (m, 3) indices."""
    points = vtkPoints()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(mesh.points, dtype=np.float32), deep=True))
    faces = np.ascontiguousarray(mesh.faces, dtype=np.int64)
    cells = vtkCellArray()
    offsets = np.arange(0, faces.size + 1, faces.shape[1], dtype=np.int64)
    cells.SetData(*(numpy_to_vtkIdTypeArray(array, deep=True) for array in (offsets, faces.ravel())))
    data = vtkPolyData()
    data.SetPoints(points)
    data.SetPolys(cells)
    return data


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


def creases(data: vtkPolyData) -> vtkPolyData:
    """Return the creases and borders of a surface as lines."""
    welded = vtkCleanPolyData()
    welded.SetInputData(data)
    edges = vtkFeatureEdges()
    edges.SetInputConnection(welded.GetOutputPort())
    edges.SetFeatureAngle(CREASE_DEGREES)
    edges.NonManifoldEdgesOff()
    edges.ColoringOff()
    edges.Update()
    lines: vtkPolyData = edges.GetOutput()
    return lines


def lighted(surface: vtkPolyData, matrix: NDArray[np.float64], paint: Colour, ambient: float) -> vtkPolyData:
    """Return a surface with the colours that the lights give it where it stands.

    Parameters
    ----------
    surface : vtkPolyData
        With normals.
    matrix : (4, 4) array
        Its place in the world.
    paint : Colour
        Its own colour.
    ambient : float
        The part of the light that comes from everywhere.
    """
    normals = vtk_to_numpy(surface.GetPointData().GetNormals()) @ np.linalg.inv(matrix[:3, :3])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    light = np.full_like(normals, ambient)
    for origin, colour, strength in LIGHTS:
        towards = np.array(origin) / np.linalg.norm(origin)
        light += (1 - ambient) * strength * np.maximum(normals @ towards, 0.0)[:, None] * colour
    colours = numpy_to_vtk((255 * np.clip(light * paint, 0, 1)).astype(np.uint8), deep=True)
    data = vtkPolyData()
    data.ShallowCopy(surface)
    data.GetPointData().SetScalars(colours)
    return data
