"""Photographs of small scenes: from the best side, on paper, with a bar that gives the scale."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from courtyard3d.picture.cameras import Aim, View, fit
from courtyard3d.picture.stage import Stage
from courtyard3d.picture.styles import PAPER, Style

if TYPE_CHECKING:
    from courtyard3d.scene.graph import Scene

Frame = NDArray[np.uint8]

FRONT = Aim(heading=32.0, down=20.0)  # what has a front looks south: seen from its front
SIDE = Aim(heading=82.0, down=34.0)  # what is long lies along y: seen from beside it
ABOVE = Aim(heading=4.0, down=58.0)  # what is flat
BESIDE = Aim(heading=86.0, down=58.0)  # what is flat and lies along y
WIDE = Aim(heading=16.0, down=14.0)  # what is wide and stands
BACK = 5.0  # metres farther off than needed: nothing is cut by the near plane
LONG = 2.2  # of its other sides, before a thing counts as long
FLAT = 0.12  # of its length, below which a thing counts as flat
BARS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)  # 尺
LONGEST_BAR = 0.34  # of the picture's width
BAR_INK = (58, 50, 44)


def photograph(
    scene: Scene, style: Style, size: tuple[int, int], aim: Aim | None = None
) -> tuple[Frame, float]:
    """Return a picture (height, width, 3) of all of a scene, and how many pixels a metre takes in it.

    Parameters
    ----------
    scene : Scene
        Not empty.
    style : Style
    size : tuple of int
        Width and height in pixels.
    aim : Aim, optional
        The direction to look in; without it the side that shows most.
    """
    points = _points(scene)
    view = fit(points, aim or _best(points), size[0] / size[1], parallel=True)
    away = np.subtract(view.position, view.focus)
    view = view.moved(BACK * away / np.linalg.norm(away))
    with closing(Stage(scene, replace(style, background=PAPER), size)) as stage:
        stage.tableau.look(view)
        return stage.pixels(), size[1] / _height(view)


def with_bar(picture: Frame, scale: float, chi: float) -> tuple[Frame, str]:
    """Draw a bar of a round length into the lower left corner; return the picture and the length in 尺.

    Parameters
    ----------
    picture : (height, width, 3) array
    scale : float
        Pixels of a metre.
    chi : float
        Metres of a 尺.
    """
    height, width = picture.shape[:2]
    length = max((bar for bar in BARS if bar * chi * scale <= LONGEST_BAR * width), default=BARS[0])
    edge, thick = max(width // 32, 2), max(height // 140, 1)
    right, top = edge + round(length * chi * scale), height - edge - thick
    marked = picture.copy()
    marked[top : top + thick, edge:right] = BAR_INK
    for end in (edge, right - thick):
        marked[top - 2 * thick : top + thick, end : end + thick] = BAR_INK
    return marked, f"{length:g}"


def _points(scene: Scene) -> NDArray[np.float64]:
    """Return all points (n, 3) of a scene that stands still, in metres."""
    placed = (
        scene.meshes[item.mesh].points @ item.matrix[:3, :3].T + item.matrix[:3, 3] for item in scene.static
    )
    return np.concatenate(list(placed))


def _best(points: NDArray[np.float64]) -> Aim:
    across, along, up = np.ptp(points, axis=0)
    if up < FLAT * max(across, along):
        return BESIDE if along > across else ABOVE
    if along > LONG * max(across, up):
        return SIDE
    return WIDE if across > LONG * along else FRONT


def _height(view: View) -> float:
    assert view.height is not None
    return view.height
