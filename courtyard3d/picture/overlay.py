"""Patches of letters laid over a VTK window."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkFloatArray, vtkPoints, vtkUnsignedCharArray
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkImageData, vtkPolyData
from vtkmodules.vtkRenderingCore import vtkPolyDataMapper2D, vtkRenderer, vtkTexture, vtkTexturedActor2D

from courtyard3d.picture.captions import Patch

CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


class Overlay:
    """A set of patches in front of what a renderer draws; `show` replaces them."""

    def __init__(self, renderer: vtkRenderer) -> None:
        self._renderer = renderer
        self._shown: dict[Patch, vtkTexturedActor2D] = {}

    def show(self, patches: Sequence[Patch], height: int) -> None:
        """Show these patches, and no others, in a window `height` pixels high."""
        for patch in self._shown.keys() - set(patches):
            self._renderer.RemoveViewProp(self._shown.pop(patch))
        for patch in patches:
            if patch not in self._shown:
                self._shown[patch] = picture(patch, height)
                self._renderer.AddViewProp(self._shown[patch])


def picture(patch: Patch, height: int) -> vtkTexturedActor2D:
    """Return an actor that draws a patch in a window `height` pixels high."""
    rows, columns = patch.pixels.shape[:2]
    bottom = height - patch.top - rows
    points, places = vtkPoints(), vtkFloatArray()
    places.SetNumberOfComponents(2)
    for across, up in CORNERS:
        points.InsertNextPoint(patch.left + across * columns, bottom + up * rows, 0)
        places.InsertNextTuple2(across, up)
    quad = vtkCellArray()
    quad.InsertNextCell(len(CORNERS), list(range(len(CORNERS))))
    data = vtkPolyData()
    data.SetPoints(points)
    data.SetPolys(quad)
    data.GetPointData().SetTCoords(places)
    mapper = vtkPolyDataMapper2D()
    mapper.SetInputData(data)
    actor = vtkTexturedActor2D()
    actor.SetMapper(mapper)
    actor.SetTexture(_texture(patch))
    return actor


def _texture(patch: Patch) -> vtkTexture:
    rows, columns = patch.pixels.shape[:2]
    image = vtkImageData()
    image.SetDimensions(columns, rows, 1)
    pixels = np.ascontiguousarray(patch.pixels[::-1]).reshape(-1, 4)
    scalars: vtkUnsignedCharArray = numpy_to_vtk(pixels, deep=True)
    image.GetPointData().SetScalars(scalars)
    texture = vtkTexture()
    texture.SetInputData(image)
    texture.SetColorModeToDirectScalars()
    return texture
