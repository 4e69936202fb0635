"""Frames through an unmoving camera: what does not move is drawn once, the others are drawn into it.

The colours and depths of what stands still are kept in a frame buffer; for every frame those under what
moved are put back, and only what moves is drawn, hidden where it was hidden. It costs a fraction of a
whole picture, and the pixels are those of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkRenderingOpenGL2 import vtkOpenGLFramebufferObject

from courtyard3d.picture.stage import Box, Stage
from courtyard3d.picture.subject import corners

if TYPE_CHECKING:
    from courtyard3d.picture.captions import Frame
    from courtyard3d.picture.sight import Sight
    from courtyard3d.scene.graph import Scene

WORTH = 3  # frames: to keep the colours and depths of fewer would not pay
ROOM = np.array([0.9, 0.9, 0.1])  # metres round who moves, in which his shadow lies
PENS = 8  # pixels of the picture: lines are drawn that far outside of what they go round
NEAR = 0.1  # metres before the camera: of what is nearer no place in the picture can be given
BYTES = 3  # VTK_UNSIGNED_CHAR
DEPTH_BITS = 32
READ, DRAW = 0x8CA8, 0x8CA9  # GL_READ_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER
COLOUR_AND_DEPTH = 0x4000 | 0x0100
NEAREST = 0x2600


class Layers:
    """Draws frames that are seen through the same view.

    Parameters
    ----------
    scene : Scene
        What is shown.
    stage : Stage
        Where it is drawn.
    """

    def __init__(self, scene: Scene, stage: Stage) -> None:
        self._stage = stage
        names = {item.owner: number for number, item in enumerate(scene.moving)}
        self._owner = np.array([names[item.owner] for item in scene.moving], dtype=int)
        boxes = [corners(np.array([scene.meshes[item.mesh].box])) for item in scene.moving]
        self._corners = np.array(boxes).reshape(-1, 8, 3)
        self._standing = frozenset(part.item.layer for part in stage.tableau.parts)
        self._store: vtkOpenGLFramebufferObject | None = None

    def frames(self, sights: Sequence[Sight]) -> Iterator[Frame]:
        """Draw one frame (height, width, 3) a sight; all have the same view, and nothing in it is glass."""
        stage, tableau, first = self._stage, self._stage.tableau, sights[0]
        moving = self._moving(sights)
        tableau.place(first.matrices, first.visible & ~moving)
        tableau.look(first.view)
        still = stage.pixels()
        if not moving.any():
            yield from (still.copy() for _ in sights)
            return
        self._copy(keep=True, box=stage.whole)
        tableau.hide(self._standing)
        stage.renderer.EraseOff()
        before: Box | None = None
        try:
            for sight in sights:
                if before:
                    self._copy(keep=False, box=before)
                tableau.place(sight.matrices, sight.visible & moving)
                stage.draw()
                before = self._seen(sight, moving)
                yield self._laid(still.copy(), before)
        finally:
            stage.renderer.EraseOn()

    def _moving(self, sights: Sequence[Sight]) -> NDArray[np.bool_]:
        """Say which parts (n,) belong to somebody of whom anything changes."""
        first = sights[0]
        changed = np.zeros(len(self._owner), dtype=bool)
        for sight in sights[1:]:
            changed |= (sight.matrices != first.matrices).any(axis=(1, 2)) & (sight.visible | first.visible)
            changed |= sight.visible != first.visible
        return np.isin(self._owner, self._owner[changed])

    def _laid(self, frame: Frame, box: Box | None) -> Frame:
        """Lay what was drawn in a box on the frame of what stands still."""
        if box:
            part = self._stage.read(box)
            scale, (left, _, _, top) = self._stage.supersampling, box
            row, column = (self._stage.whole.top - top) // scale, left // scale
            frame[row : row + part.shape[0], column : column + part.shape[1]] = part
        return frame

    def _seen(self, sight: Sight, moving: NDArray[np.bool_]) -> Box | None:
        """Return the box of the window that holds all who move, None where none is in the picture."""
        rows = np.flatnonzero(sight.visible & moving)
        whole = self._stage.whole
        if not len(rows):
            return None
        matrices = sight.matrices[rows]
        points = self._corners[rows] @ matrices[:, :3, :3].transpose(0, 2, 1) + matrices[:, None, :3, 3]
        _, whose = np.unique(self._owner[rows], return_inverse=True)
        low, high = np.full((whose.max() + 1, 3), np.inf), np.full((whose.max() + 1, 3), -np.inf)
        np.minimum.at(low, whose, points.min(axis=1) - ROOM)
        np.maximum.at(high, whose, points.max(axis=1) + ROOM)
        around = np.concatenate([corners(np.array([[*pair]])) for pair in zip(low, high, strict=True)])
        places = self._projected(around)
        if places is None:
            return whole
        edge, grid = PENS * self._stage.supersampling, self._stage.supersampling
        size = np.array([whole.right, whole.top])
        lower = np.clip(np.floor((places.min(axis=0) - edge) / grid) * grid, 0, size).astype(int)
        upper = np.clip(np.ceil((places.max(axis=0) + edge) / grid) * grid, 0, size).astype(int)
        return Box(*lower.tolist(), *upper.tolist()) if (upper > lower).all() else None

    def _projected(self, points: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Return where points (n, 3) are in the window (n, 2), None where some are behind the camera."""
        width, height = self._stage.whole.right, self._stage.whole.top
        camera = self._stage.renderer.GetActiveCamera()
        matrix = camera.GetCompositeProjectionTransformMatrix(width / height, -1, 1)
        entries = np.array([[matrix.GetElement(row, column) for column in range(4)] for row in range(4)])
        seen = np.c_[points, np.ones(len(points))] @ entries.T
        if (seen[:, 3] < NEAR).any():
            return None
        places: NDArray[np.float64] = (seen[:, :2] / seen[:, 3:] + 1) / 2 * (width, height)
        return places

    def _copy(self, *, keep: bool, box: Box) -> None:
        """Keep the colours and depths in a box of the window, or put those that are kept back."""
        window: Any = self._stage.window  # VTK's own for OpenGL
        window.MakeCurrent()
        drawn = window.GetRenderFramebuffer()
        if self._store is None:
            self._store = vtkOpenGLFramebufferObject()
            self._store.SetContext(window)
            bits = window.GetRenderBufferTargetDepthSize() or DEPTH_BITS
            width, height = window.GetSize()
            self._store.PopulateFramebuffer(width, height, True, 1, BYTES, True, bits, 0, False)
        source, goal = (drawn, self._store) if keep else (self._store, drawn)
        source.Bind(READ)
        goal.Bind(DRAW)
        source.ActivateReadBuffer(0)
        goal.ActivateDrawBuffer(0)
        extent = (box.left, box.right, box.bottom, box.top)
        vtkOpenGLFramebufferObject.Blit(extent, extent, COLOUR_AND_DEPTH, NEAREST)
        source.UnBind(READ)
        goal.UnBind(DRAW)

    def close(self) -> None:
        """Give the frame buffer back."""
        if self._store is not None:
            self._store.ReleaseGraphicsResources(self._stage.window)
