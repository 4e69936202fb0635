"""The scene of a window: the courtyard under one choice of premises, with what is lit up in it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkProperty, vtkRenderer

from courtyard3d.picture.actors import Part
from courtyard3d.picture.cameras import View
from courtyard3d.picture.subject import Points
from courtyard3d.picture.tableau import Tableau
from courtyard3d.picture.viewer.glide import Glide, Places
from courtyard3d.picture.viewer.picking import Hit, Picker, Ray
from courtyard3d.picture.viewer.strokes import Lines, Stroke

if TYPE_CHECKING:
    from courtyard3d.picture.styles import Style
    from courtyard3d.scene.graph import Scene
    from courtyard3d.scene.state import State

POINTED, CHOSEN = ((1.0, 0.88, 0.45), 0.35), ((1.0, 0.72, 0.12), 0.42)
"""Colour and opacity of the light on what is under the mouse, and on what was chosen."""


class SceneView:
    """A scene in a part of a window.

    Parameters
    ----------
    scene : Scene
        What is shown.
    style : Style
        How it looks.

    Attributes
    ----------
    renderer : vtkRenderer
        Draws it; belongs into the window.
    """

    def __init__(self, scene: Scene, style: Style) -> None:
        self.scene = scene
        self.renderer = vtkRenderer()
        self.tableau = Tableau(scene, style, self.renderer)
        self._lines = Lines(self.renderer, {})
        self._picker = Picker(scene)
        self._owners = np.array([item.owner for item in scene.moving])
        self._lit: dict[tuple[str, bool], list[vtkActor]] = {}
        self._shown: State | None = None
        self.glide: Glide | None = None
        self.matrices: NDArray[np.floating] = np.tile(np.eye(4), (len(scene.moving), 1, 1))
        self.visible: NDArray[np.bool_] = np.zeros(len(scene.moving), dtype=bool)
        self._view: View | None = None
        self.tableau.place(self.matrices, self.visible)

    def put(self, state: State, unseen: str | None = None) -> None:
        """Put everything where a state has it; the person through whose eyes one looks is not seen."""
        if state is not self._shown:
            self.matrices, self.visible = self.scene.matrices(state)
            self._shown = state
        seen = self.visible & (self._owners != unseen)
        if self.glide is None:
            self.tableau.place(self.matrices, seen)
            return
        over = self.glide.over
        self.tableau.place(self.glide.place(self.matrices), seen)
        if over:
            self.glide = None

    def places(self) -> dict[str, Points]:
        """Return where everything that is there is, (3,) in metres, by the names of its items."""
        found: dict[str, Points] = {item.name: item.matrix[:3, 3] for item in self.scene.static}
        rows = np.flatnonzero(self.visible).tolist()
        return found | {self.scene.moving[row].name: np.asarray(self.matrices[row, :3, 3]) for row in rows}

    def come_from(self, before: Places) -> None:
        """Let everything glide to its place from where it was."""
        still = {item.name for item in self.scene.static}
        standing = [part for part in self.tableau.parts if part.item.name in still]
        self.glide = Glide(before, standing, [item.name for item in self.scene.moving])

    def close(self) -> None:
        """Give back what the scene holds of the window."""
        window = self.renderer.GetRenderWindow()
        self.renderer.ReleaseGraphicsResources(window)
        self.renderer.RemoveAllObservers()  # they hold the scene, and the scene holds the renderer
        self.renderer.RemoveAllViewProps()
        window.RemoveRenderer(self.renderer)

    def look(self, view: View) -> None:
        """Look through a view."""
        self._view = view
        self.tableau.look(view)

    def draw_lines(self, strokes: dict[Hashable, Stroke], scale: float) -> None:
        """Show lines, and no others."""
        self._lines.show(strokes, scale)

    def pick(self, across: float, above: float) -> Hit | None:
        """Return what is seen at a place, in halves of the height of the scene from its middle."""
        if self._view is None:
            return None
        ray = Ray.through(self._view, across, above)
        lifted = self._view.lifted | self._view.glass
        return self._picker.pick(ray, self.matrices, self.visible, lifted)

    def light(self, pointed: str | None, chosen: str | None) -> None:
        """Light up what is under the mouse and what was chosen, and nothing else."""
        wanted = {(name, lit) for name, lit in ((pointed, False), (chosen, True)) if name is not None}
        for key in self._lit.keys() - wanted:
            for actor in self._lit.pop(key):
                self.renderer.RemoveActor(actor)
        for name, lit in wanted - self._lit.keys():
            self._lit[name, lit] = self._ghosts(name, CHOSEN if lit else POINTED)
        for (name, _), ghosts in self._lit.items():
            for ghost, part in zip(ghosts, self._parts(name), strict=True):
                ghost.SetVisibility(part.actors[0].GetVisibility())

    def _parts(self, owner: str) -> list[Part]:
        return [part for part in self.tableau.parts if part.item.owner == owner]

    def _ghosts(self, owner: str, light: tuple[tuple[float, float, float], float]) -> list[vtkActor]:
        """Lay the shapes of a thing or person over it once more, in light."""
        colour, opacity = light
        glow = vtkProperty()
        glow.SetColor(*colour)
        glow.SetOpacity(opacity)
        glow.SetLighting(False)
        ghosts = []
        for part in self._parts(owner):
            mapper = vtkPolyDataMapper()
            mapper.SetInputData(part.fine[0].GetInput())
            mapper.ScalarVisibilityOff()
            mapper.SetResolveCoincidentTopologyToPolygonOffset()
            mapper.SetRelativeCoincidentTopologyPolygonOffsetParameters(-1.0, -1.0)
            ghost = vtkActor()
            ghost.SetMapper(mapper)
            ghost.SetProperty(glow)
            ghost.SetUserMatrix(part.matrix)
            self.renderer.AddActor(ghost)
            ghosts.append(ghost)
        return ghosts
