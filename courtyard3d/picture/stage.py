"""The stage: a tableau in a window of its own, on the screen or off it, read as pixels."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  (gives VTK its drawing classes)
from numpy.typing import NDArray
from PIL import Image
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkLogger, vtkObject, vtkUnsignedCharArray
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow

from courtyard3d.picture.styles import Style
from courtyard3d.picture.tableau import Tableau

if TYPE_CHECKING:
    from courtyard3d.scene.graph import Scene

SUPERSAMPLING = 2  # drawn twice as wide and high, then averaged: the best edges for their time without a GPU


class Box(NamedTuple):
    """A box of the window, in pixels drawn, from its lower left corner."""

    left: int
    bottom: int
    right: int
    top: int


class Stage:
    """A scene in a window.

    Parameters
    ----------
    scene : Scene
        What is shown; read, never changed.
    style : Style
        How it looks.
    size : tuple of int
        Width and height of the picture in pixels.
    supersampling : int, default: 2
        Pixels drawn for each pixel of the picture, along an edge.
    off_screen : bool, default: True
        Whether the picture is only read, or also seen in a window.

    Attributes
    ----------
    tableau : Tableau
        What is on the stage: put it where a state has it, and look at it, before it is drawn.
    renderer, window : vtkRenderer, vtkRenderWindow
        VTK's own.
    """

    def __init__(
        self,
        scene: Scene,
        style: Style,
        size: tuple[int, int],
        *,
        supersampling: int = SUPERSAMPLING,
        off_screen: bool = True,
    ) -> None:
        keep_vtk_quiet()
        self.supersampling = supersampling
        self.renderer = vtkRenderer()
        self.tableau = Tableau(scene, style, self.renderer, supersampling)
        self.window = vtkRenderWindow()
        self.window.SetMultiSamples(0)
        self.window.SetOffScreenRendering(off_screen)
        self.window.SetSize(*(supersampling * side for side in size))
        self.window.AddRenderer(self.renderer)

    def draw(self) -> None:
        """Draw what there is to see."""
        with uninterrupted():
            self.window.Render()

    def pixels(self) -> NDArray[np.uint8]:
        """Draw, and return the picture: (height, width, 3), the first row at the top."""
        self.draw()
        return self.read(self.whole)

    @property
    def whole(self) -> Box:
        """The whole window."""
        return Box(0, 0, *self.window.GetSize())

    def read(self, box: Box) -> NDArray[np.uint8]:
        """Return what was drawn in a box, whose sides are multiples of the supersampling."""
        data = vtkUnsignedCharArray()
        self.window.GetPixelData(box.left, box.bottom, box.right - 1, box.top - 1, 0, data, 0)
        drawn = Image.fromarray(vtk_to_numpy(data).reshape(box.top - box.bottom, box.right - box.left, 3))
        return np.array(drawn.reduce(self.supersampling))[::-1].copy()

    def close(self) -> None:
        """Give the window back."""
        self.window.Finalize()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Keep Ctrl-C back until the end: where it is raised in a callback, VTK ends the process at once."""
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(before):
        yield
        return
    pressed: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda *press: pressed.append(press))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        before(*pressed[0])


def keep_vtk_quiet() -> None:
    """Keep VTK's own warnings from the user: what can go wrong with drawing is probed beforehand."""
    vtkObject.GlobalWarningDisplayOff()
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)
