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

from courtyard3d.picture.styles import HATCH_DARKNESS, HATCHES, Paint, Style, colour
from courtyard3d.picture.surfaces import creases, lighted, polydata, shaded

if TYPE_CHECKING:
    from courtyard3d.scene.graph import Item, Scene
    from courtyard3d.scene.mesh import Mesh

FAR = "far "  # before the name of a mesh, its coarse form
LINE_WIDTH = 1.0  # pixels of the finished picture
GLASS = 0.22  # opacity of what is seen through
LINE_LIFT = -4.0  # steps of the depth buffer
HATCH_SHADER = """//VTK::Color::Impl
  const int tile[{side}] = int[{side}]({rows});
  ivec2 at = ivec2(gl_FragCoord.xy / {scale}) % {side};
  if (((tile[at.y] >> at.x) & 1) == 1) {{ diffuseColor *= {darkness}; ambientColor *= {darkness}; }}"""


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

    def place(self, matrix: NDArray[np.float64]) -> None:
        """Put the part where a (4, 4) matrix in metres says."""
        self.matrix.DeepCopy(matrix.ravel().tolist())

    def show(self, visible: bool) -> None:
        """Let the part be seen, or not."""
        for actor in self.actors:
            actor.SetVisibility(visible)

    def coarsen(self, far: bool) -> None:
        """Take the coarse or the fine meshes, where there are both."""
        for actor, mapper in zip(self.actors, self.coarse or self.fine if far else self.fine, strict=True):
            actor.SetMapper(mapper)

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

    def moving(self, items: Iterable[Item]) -> list[Part]:
        """Make a part for each item that moves; light falls on it wherever it is."""
        return [self._part(item, self._moving_surface(item)) for item in items]

    def standing(self, items: Iterable[Item]) -> list[Part]:
        """Make a part for each item that stays: the light on it is painted once, to draw faster."""
        return [self._part(item, self._standing_surface(item)) for item in items]

    def _part(self, item: Item, surface: vtkActor) -> Part:
        matrix = vtkMatrix4x4()
        actors = (surface, *self._edges_of(item))
        fine = tuple(actor.GetMapper() for actor in actors)
        part = Part(item, actors, matrix, fine, self._coarse(item))
        for actor in part.actors:
            actor.SetUserMatrix(matrix)
        part.place(item.matrix)
        return part

    def _moving_surface(self, item: Item) -> vtkActor:
        paint = self._paint(item)
        return self._actor(self._shared(item.mesh, paint), paint)

    def _shared(self, mesh: str, paint: Paint) -> vtkPolyDataMapper:
        key = (mesh, paint.hatch)  # one a pattern, since a mapper keeps one shader
        if key not in self._mappers:
            self._mappers[key] = _mapper(self._surface(mesh))
        return self._mappers[key]

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
            return self._actor(_mapper(self._surface(item.mesh)), paint)
        colours = lighted(self._surface(item.mesh), item.matrix, paint.colour, self._style.ambient)
        mapper = _mapper(colours)
        mapper.ScalarVisibilityOn()
        return self._actor(mapper, replace(paint, lit=False))

    def _actor(self, mapper: vtkPolyDataMapper, paint: Paint) -> vtkActor:
        surface = vtkActor()
        surface.SetMapper(mapper)
        surface.SetProperty(self._property(paint))
        if paint.hatch != "plain":
            surface.GetShaderProperty().AddFragmentShaderReplacement(
                "//VTK::Color::Impl", True, self._hatch_code(paint.hatch), False
            )
        return surface

    def _edges_of(self, item: Item) -> Iterator[vtkActor]:
        if self._style.line is not None:
            edges = vtkActor()
            edges.SetMapper(self._edge(item.mesh))
            edges.SetProperty(self._line)
            yield edges

    def _paint(self, item: Item) -> Paint:
        colour = self._scene.materials[item.material]
        if item.layer == "ground":
            return Paint(self._style.ground or colour, lit=False)
        grade = "" if item.layer == "person" else item.grade[0]  # where a person stands changes
        return self._style.paint(colour, grade)

    def _surface(self, mesh: str) -> vtkPolyData:
        if mesh not in self._surfaces:
            self._surfaces[mesh] = shaded(polydata(self._mesh(mesh)))
        return self._surfaces[mesh]

    def _edge(self, mesh: str) -> vtkPolyDataMapper:
        if mesh not in self._edges:
            self._edges[mesh] = _edge_mapper(creases(polydata(self._mesh(mesh))))
        return self._edges[mesh]

    def _property(self, paint: Paint) -> vtkProperty:
        if paint not in self._properties:
            made = self._properties[paint] = vtkProperty()
            made.SetColor(*paint.colour)
            made.SetAmbient(self._style.ambient)
            made.SetDiffuse(1.0 - self._style.ambient)
            made.SetSpecular(0.0)
            made.SetLighting(paint.lit)
        return self._properties[paint]

    def _hatch_code(self, hatch: str) -> str:
        tile = HATCHES[hatch]
        rows = ", ".join(str(sum(1 << at for at, mark in enumerate(row) if mark == "#")) for row in tile)
        scale = float(self._scale)
        return HATCH_SHADER.format(side=len(tile), rows=rows, scale=scale, darkness=HATCH_DARKNESS)


def _line_property(style: Style, scale: int) -> vtkProperty:
    line = vtkProperty()
    line.SetColor(*(style.line or colour("#000000")))
    line.SetLighting(False)
    line.SetLineWidth(LINE_WIDTH * scale)
    return line


def _edge_mapper(data: vtkPolyData) -> vtkPolyDataMapper:
    """Return a mapper for lines that lie on a surface: drawn a little nearer, so that none drowns in it."""
    mapper = _mapper(data)
    mapper.SetResolveCoincidentTopologyToPolygonOffset()
    mapper.SetRelativeCoincidentTopologyLineOffsetParameters(0.0, LINE_LIFT)
    return mapper


def _mapper(data: vtkPolyData) -> vtkPolyDataMapper:
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(data)
    mapper.ScalarVisibilityOff()
    mapper.StaticOn()
    return mapper
