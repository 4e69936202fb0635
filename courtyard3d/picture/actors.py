"""VTK's side of a scene: one actor an item, built once, moved by its matrix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkCommonMath import vtkMatrix4x4
from vtkmodules.vtkRenderingCore import vtkActor, vtkMapper, vtkPolyDataMapper, vtkProperty

from courtyard3d.picture.outlines import creases, outlined
from courtyard3d.picture.pens import ALONG, OUTWARD, ROOM, Pens, take
from courtyard3d.picture.styles import Paint, Style, colour
from courtyard3d.picture.surfaces import lighted, mapper, polydata, shaded

if TYPE_CHECKING:
    from courtyard3d.scene.graph import Item, Scene
    from courtyard3d.scene.mesh import Mesh

GROUND = "ground"
FAR = "far "  # before the name of a mesh, its coarse form
LINE_WIDTH = 1.0  # pixels of the finished picture
GLASS = 0.22  # opacity of what is seen through


@dataclass(frozen=True, slots=True)
class Part:
    """An item on the stage: its actors (the surface, and its drawn edges) share one matrix.

    `fine` are their meshes, `coarse` those for an owner who is small in the picture: empty where the item
    is left out then, None where the owner has none.
    """

    item: Item
    actors: tuple[vtkActor, ...]
    matrix: vtkMatrix4x4
    fine: tuple[vtkMapper, ...]
    coarse: tuple[vtkMapper, ...] | None

    @classmethod
    def of(
        cls, item: Item, actors: tuple[vtkActor, ...], coarse: tuple[vtkMapper, ...] | None = None
    ) -> Part:
        """Put actors where their item is."""
        matrix = vtkMatrix4x4()
        for actor in actors:
            actor.SetUserMatrix(matrix)
        part = cls(item, actors, matrix, tuple(actor.GetMapper() for actor in actors), coarse)
        part.place(item.matrix)
        return part

    def place(self, matrix: NDArray[np.floating]) -> None:
        """Put the part where a (4, 4) matrix in metres says."""
        self.matrix.DeepCopy(matrix.ravel().tolist())

    def show(self, visible: bool) -> None:
        """Let the part be seen, or not."""
        for actor in self.actors:
            actor.SetVisibility(visible)

    def coarsen(self, far: bool) -> None:
        """Take the coarse or the fine meshes, where there are both."""
        for actor, drawn in zip(self.actors, self.coarse or self.fine if far else self.fine, strict=True):
            actor.SetMapper(drawn)

    def glaze(self, glass: bool) -> None:
        """Let the surface be seen through, or not; other parts may share its paint, but not as glass."""
        paint = vtkProperty()
        paint.DeepCopy(self.actors[0].GetProperty())
        paint.SetOpacity(GLASS if glass else 1.0)
        self.actors[0].SetProperty(paint)


class Workshop:
    """Makes the parts of a scene in a style; meshes and paints are shared.

    Parameters
    ----------
    scene : Scene
        What is shown.
    style : Style
        How it looks.
    scale : int
        Pixels drawn for each pixel of the finished picture, along an edge.
    """

    def __init__(self, scene: Scene, style: Style, scale: int) -> None:
        self._scene = scene
        self._style = style
        self._scale = scale
        self._surfaces: dict[str, vtkPolyData] = {}
        self._mappers: dict[tuple[str, str], vtkPolyDataMapper] = {}
        self._edges: dict[str, vtkPolyDataMapper] = {}
        self._properties: dict[Paint, vtkProperty] = {}
        self._line = _line_property(style, scale)
        self.pens = Pens(style, scale)

    def moving(self, items: Iterable[Item]) -> list[Part]:
        """Make a part for each item that moves; light falls on it wherever it is."""
        return [self._part(item, self._moving_surface(item)) for item in items]

    def standing(self, items: Iterable[Item]) -> list[Part]:
        """Make a part for each item that stays: the light on it is painted once, to draw faster."""
        return [self._part(item, self._standing_surface(item)) for item in items]

    def _part(self, item: Item, surface: vtkActor) -> Part:
        return Part.of(item, (surface, *self._edges_of(item)), self._coarse(item))

    def _moving_surface(self, item: Item) -> vtkActor:
        paint = self._paint(item)
        return self._actor(self._shared(item.mesh, paint), paint)

    def _shared(self, mesh: str, paint: Paint) -> vtkPolyDataMapper:
        key = (mesh, paint.hatch)  # one a pattern, since a mapper keeps one shader
        if key not in self._mappers:
            self._mappers[key] = self._mapper(self._surface(mesh))
        return self._mappers[key]

    def _mapper(self, surface: vtkPolyData) -> vtkPolyDataMapper:
        drawn = mapper(surface)
        if self._style.line is not None:
            take(drawn, OUTWARD)
        if self._style.hatched:
            take(drawn, ALONG)
        return drawn

    def _coarse(self, item: Item) -> tuple[vtkMapper, ...] | None:
        """Return the coarse meshes of an item, of its surface and of its edges."""
        if item.mesh not in self._scene.far:
            return None
        if self._scene.far[item.mesh] is None:
            return ()
        mesh = FAR + item.mesh
        surface = self._shared(mesh, self._paint(item))
        return (surface,) if self._style.line is None else (surface, self._edge(mesh))

    def _mesh(self, name: str) -> Mesh:
        mesh = self._scene.far[name.removeprefix(FAR)] if name.startswith(FAR) else self._scene.meshes[name]
        assert mesh is not None
        return mesh

    def _standing_surface(self, item: Item) -> vtkActor:
        paint = self._paint(item)
        if not paint.lit:
            return self._actor(self._mapper(self._surface(item.mesh)), paint)
        colours = lighted(self._surface(item.mesh), item.matrix, paint.colour, self._style.ambient)
        painted = self._mapper(colours)
        painted.ScalarVisibilityOn()
        return self._actor(painted, replace(paint, lit=False))

    def _actor(self, drawn: vtkPolyDataMapper, paint: Paint) -> vtkActor:
        surface = vtkActor()
        surface.SetMapper(drawn)
        surface.SetProperty(self._property(paint))
        pen = self.pens.surface(paint.hatch) if paint.hatch else None
        if pen is not None:
            surface.SetShaderProperty(pen)
        return surface

    def _edges_of(self, item: Item) -> Iterator[vtkActor]:
        if self._style.line is not None and item.layer != GROUND:
            edges = vtkActor()
            edges.SetMapper(self._edge(item.mesh))
            edges.SetProperty(self._line)
            edges.SetShaderProperty(self.pens.line())
            edges.ForceTranslucentOn()
            yield edges

    def _paint(self, item: Item) -> Paint:
        colour = self._scene.materials[item.material]
        if item.layer == GROUND:
            return Paint(self._style.ground or colour, hatch="", lit=False)
        if item.layer == "person":  # where he stands changes
            return self._style.paint(colour, "")
        return self._style.paint(colour, self._scene.place_grade(item))

    def _surface(self, mesh: str) -> vtkPolyData:
        if mesh not in self._surfaces:
            drawn = self._mesh(mesh)
            self._surfaces[mesh] = shaded(polydata(drawn)) if self._style.line is None else outlined(drawn)
        return self._surfaces[mesh]

    def _edge(self, mesh: str) -> vtkPolyDataMapper:
        if mesh not in self._edges:
            self._edges[mesh] = _edge_mapper(creases(self._mesh(mesh)))
        return self._edges[mesh]

    def _property(self, paint: Paint) -> vtkProperty:
        if paint not in self._properties:
            made = self._properties[paint] = vtkProperty()
            made.SetColor(*paint.colour)
            made.SetAmbient(self._style.ambient)
            made.SetDiffuse(1.0 - self._style.ambient)
            made.SetSpecular(0.0)
            made.SetLighting(paint.lit)
            made.SetBackfaceCulling(self._style.line is not None and bool(paint.hatch))
        return self._properties[paint]


def _line_property(style: Style, scale: int) -> vtkProperty:
    line = vtkProperty()
    line.SetColor(*(style.line or colour("#000000")))
    line.SetLighting(False)
    line.SetLineWidth(LINE_WIDTH * scale)
    return line


def _edge_mapper(data: vtkPolyData) -> vtkPolyDataMapper:
    edges = mapper(data)
    take(edges, ROOM)
    return edges
