"""The level of detail: who is small in the picture is drawn with fewer triangles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkCamera

    from courtyard3d.picture.actors import Part

SMALL = 60.0  # pixels of the finished picture: who is less high in it is far
TALL = 1.62  # metres, of a person


class Detail:
    """Knows which parts belong to owners that have a coarser form.

    Parameters
    ----------
    parts : sequence of Part
        In the order of the rows that `far` returns.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        rows: dict[str, list[int]] = {}
        for row, part in enumerate(parts):
            if part.coarse is not None:
                rows.setdefault(part.item.owner, []).append(row)
        self._count = len(parts)
        self._first = np.array([own[0] for own in rows.values()], dtype=int)
        self._owner = np.repeat(np.arange(len(rows)), [len(own) for own in rows.values()])
        self._rows = np.array([row for own in rows.values() for row in own], dtype=int)

    def far(self, places: NDArray[np.floating], camera: vtkCamera, height: float) -> NDArray[np.bool_]:
        """Say which parts (n,) belong to who is small in a picture.

        Parameters
        ----------
        places : (n, 3)
            Where the parts are, in metres.
        camera : vtkCamera
        height : float
            Of the finished picture, in pixels.
        """
        if camera.GetParallelProjection():
            seen = np.full(len(self._first), 2 * camera.GetParallelScale())
        else:
            ways = places[self._first] - camera.GetPosition()
            depth = np.maximum(ways @ camera.GetDirectionOfProjection(), 1e-3)
            seen = 2 * depth * np.tan(np.radians(camera.GetViewAngle() / 2))
        far = np.zeros(self._count, dtype=bool)
        far[self._rows] = (TALL * height / seen < SMALL)[self._owner]
        return far
