"""Patches of letters laid over a VTK window."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkFloatArray, vtkPoints, vtkUnsignedCharArray
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkImageData, vtkPolyData
from vtkmodules.vtkRenderingCore import vtkPolyDataMapper2D, vtkRenderer, vtkTexture, vtkTexturedActor2D

from courtyard3d.picture.captions import Frame, Patch

CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


class Overlay:
    """A set of patches in front of what a renderer draws; `show` replaces them.

    Patches with the same pixels are one picture, which is only moved where they are elsewhere.
    """

    def __init__(self, renderer: vtkRenderer) -> None:
        self._renderer = renderer
        self._shown: dict[tuple[int, int], tuple[Frame, vtkTexturedActor2D]] = {}

    def show(self, patches: Iterable[Patch], height: int) -> None:
        """Show these patches, and no others, the nearest last, in a window `height` pixels high."""
        before, self._shown = self._shown, {}
        copies: defaultdict[int, int] = defaultdict(int)
        for patch in patches:
            pixels = patch.pixels
            key = id(pixels), copies[id(pixels)]
            copies[id(pixels)] += 1
            self._shown[key] = before.get(key) or (pixels, picture(pixels))
            self._shown[key][1].SetPosition(patch.left, height - patch.top - len(pixels))
        if list(before) != list(self._shown):
            self._put_in_order()
        for key in before.keys() - self._shown.keys():
            before[key][1].ReleaseGraphicsResources(self._renderer.GetRenderWindow())

    def _put_in_order(self) -> None:
        """Give the renderer its props in the order in which they are drawn."""
        props = self._renderer.GetViewProps()
        props.RemoveAllItems()
        for _, actor in self._shown.values():
            props.AddItem(actor)


def picture(pixels: Frame) -> vtkTexturedActor2D:
    """Return an actor that draws pixels (height, width, 4) from its position to the right and up."""
    rows, columns = pixels.shape[:2]
    points, places = vtkPoints(), vtkFloatArray()
    places.SetNumberOfComponents(2)
    for across, up in CORNERS:
        points.InsertNextPoint(across * columns, up * rows, 0)
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
    actor.SetTexture(_texture(pixels))
    return actor


def _texture(pixels: Frame) -> vtkTexture:
    rows, columns = pixels.shape[:2]
    image = vtkImageData()
    image.SetDimensions(columns, rows, 1)
    upward = np.ascontiguousarray(pixels[::-1]).reshape(-1, 4)
    scalars: vtkUnsignedCharArray = numpy_to_vtk(upward, deep=True)
    image.GetPointData().SetScalars(scalars)
    texture = vtkTexture()
    texture.SetInputData(image)
    texture.SetColorModeToDirectScalars()
    return texture
