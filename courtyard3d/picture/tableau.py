"""All the parts of a scene in VTK's hands: put where a state has them, hidden by layers, in any renderer."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkCommonCore import vtkCommand
from vtkmodules.vtkRenderingCore import vtkCamera, vtkLight, vtkRenderer

from courtyard3d.picture.actors import Part, Workshop
from courtyard3d.picture.cameras import View
from courtyard3d.picture.detail import Detail
from courtyard3d.picture.floors import Floors
from courtyard3d.picture.roofs import COVER
from courtyard3d.picture.scenery import GROUND, scenery
from courtyard3d.picture.shadows import Shadows
from courtyard3d.picture.styles import LIGHTS, Style

if TYPE_CHECKING:
    from courtyard3d.picture.pens import Pens
    from courtyard3d.scene.graph import Scene
    from courtyard3d.scene.state import State

BACKMOST = {"hall": 1, "wall": 2, "court": 3, "ground": 4}  # layers drawn late; others first
GLAZED = 5  # roofs may be glass, which lies over all that was drawn: they come last
NEAREST = 0.3  # metres; nothing is looked at from nearer


class Tableau:
    """A scene as actors of a renderer.

    What stands still (`_static`: the things of `scene.static`, the ground and sky behind them, their
    shadows) is made once and touched only by `hide` and `glaze`; what moves (`_moving` and the one actor
    of `_shadows`, which lie on what stands still) is touched only by `show` and by the level of detail.

    Parameters
    ----------
    scene : Scene
        What is shown; read, never changed.
    style : Style
        How it looks.
    renderer : vtkRenderer
        Gets the actors, the lights and the background.
    scale : int, default: 1
        Pixels drawn for each pixel of the finished picture, along an edge.
    """

    def __init__(self, scene: Scene, style: Style, renderer: vtkRenderer, scale: int = 1) -> None:
        self._scene = scene
        self._renderer = renderer
        workshop = Workshop(scene, style, scale)
        self._pens = workshop.pens
        floors = Floors(scene)
        around = list(scenery(scene, style, floors, self._pens))
        own_ground = all(part.item.layer != GROUND for part in around)
        standing = (item for item in scene.static if own_ground or item.layer != GROUND)
        self._static = [*workshop.standing(standing), *around]
        self._moving = workshop.moving(scene.moving)
        self._shadows = _shadows(scene, style, floors, self._pens)
        self._placed: NDArray[np.float64] = np.full((len(self._moving), 4, 4), np.nan)
        self._matrices: NDArray[np.floating] = self._placed
        self._visible: NDArray[np.bool_] = np.ones(len(self._moving), dtype=bool)
        self._detail, self._scale = Detail(self._moving), scale
        self._far: NDArray[np.bool_] = np.zeros(len(self._moving), dtype=bool)
        self._left_out = np.array([part.coarse == () for part in self._moving], dtype=bool)
        self._hidden: frozenset[str] = frozenset()
        self._glass: frozenset[str] = frozenset()
        if self._shadows:
            renderer.AddActor(self._shadows.actor)
        for part in sorted((*self._moving, *self._static), key=_depth):
            for actor in part.actors:
                renderer.AddActor(actor)
        bounds = np.abs(np.reshape(renderer.ComputeVisiblePropBounds(), (3, 2)))
        self._reach = float(np.linalg.norm(bounds.max(axis=1)))
        renderer.SetBackground(*style.background)
        renderer.SetUseOIT(False)  # shadows and glass lie over what is drawn; to sort them would cost more
        add_lights(renderer)
        renderer.AddObserver(vtkCommand.StartEvent, lambda *_: self._fit())

    @property
    def parts(self) -> tuple[Part, ...]:
        """All the parts, those that stand and those that move."""
        return (*self._static, *self._moving)

    def show(self, state: State) -> None:
        """Put everything that moves where `state` has it; only what has changed is touched."""
        self.place(*self._scene.matrices(state))

    def place(self, matrices: NDArray[np.floating], visible: NDArray[np.bool_]) -> None:
        """Put everything that moves where matrices (n, 4, 4) say, and hide what is not `visible` (n,)."""
        changed = (matrices != self._placed).any(axis=(1, 2)) & visible
        for row in np.flatnonzero(changed):
            self._moving[row].place(matrices[row])
        self._placed[changed] = matrices[changed]
        self._matrices = matrices
        self._reveal(visible, self._far)
        if self._shadows:
            self._shadows.follow(matrices, visible)

    def _fit(self) -> None:
        """Fit lines and level of detail to the picture that is about to be drawn."""
        width, height = self._renderer.GetSize()
        camera = self._renderer.GetActiveCamera()
        self._pens.aim(camera, (width, height))
        far = self._detail.far(self._matrices[:, :3, 3], camera, height / self._scale)
        for row in np.flatnonzero(far != self._far):
            self._moving[row].coarsen(bool(far[row]))
        self._reveal(self._visible, far)

    def _reveal(self, visible: NDArray[np.bool_], far: NDArray[np.bool_]) -> None:
        """Let be seen what is visible, and not left out since it is far."""
        before, after = (
            seen & ~(away & self._left_out) for seen, away in ((self._visible, self._far), (visible, far))
        )
        for row in np.flatnonzero(before != after):
            self._moving[row].show(bool(after[row]))
        self._visible, self._far = visible, far

    def hide(self, layers: Collection[str]) -> None:
        """Leave out the standing things of these layers ('roof', 'wall', …), and show those of all others."""
        for part in self._static:
            if (part.item.layer in self._hidden) != (part.item.layer in layers):
                part.show(part.item.layer not in layers)
        self._hidden = frozenset(layers)

    def glaze(self, layers: Collection[str]) -> None:
        """Let the standing things of these layers be seen through, and those of all others not."""
        for part in self._static:
            if (part.item.layer in self._glass) != (part.item.layer in layers):
                part.glaze(part.item.layer in layers)
        self._glass = frozenset(layers)

    def uncover(self, view: View) -> None:
        """Hide what a view lifts, and let be seen through what is glass for it."""
        self.hide(view.lifted)
        self.glaze(view.glass)

    def look(self, view: View) -> None:
        """Look through a view at what it uncovers."""
        self.uncover(view)
        aim(self._renderer.GetActiveCamera(), view, self._reach)


def aim(camera: vtkCamera, view: View, reach: float) -> None:
    """Set a VTK camera to a view; `reach` is how far from the origin (metres) there is something to see."""
    camera.SetPosition(*view.position)
    camera.SetFocalPoint(*view.focus)
    camera.SetViewUp(*view.up)
    camera.SetParallelProjection(view.height is not None)
    if view.height is not None:
        camera.SetParallelScale(view.height / 2)
    camera.SetViewAngle(view.angle)
    camera.SetClippingRange(NEAREST, float(np.linalg.norm(view.position)) + reach)


def add_lights(renderer: vtkRenderer) -> None:
    """Light a renderer as `LIGHTS` says, and by nothing else."""
    renderer.AutomaticLightCreationOff()
    renderer.RemoveAllLights()
    for origin, colour, strength in LIGHTS:
        light = vtkLight()
        light.SetLightTypeToSceneLight()
        light.SetPosition(*origin)
        light.SetFocalPoint(0.0, 0.0, 0.0)
        light.SetColor(*colour)
        light.SetIntensity(strength)
        renderer.AddLight(light)


def _shadows(scene: Scene, style: Style, floors: Floors, pens: Pens) -> Shadows | None:
    if style.shade is None:
        return None
    return Shadows(scene.moving, scene.meshes, floors, style.shade, pens.shadow())


def _depth(part: Part) -> int:
    """Order parts from front to back, so that what is hidden is not shaded in vain; glass comes last."""
    return GLAZED if part.item.layer in COVER else BACKMOST.get(part.item.layer, 0)
