"""How what stands elsewhere under other premises gets there: it glides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from courtyard3d.picture.actors import Part
from courtyard3d.picture.subject import Points
from courtyard3d.picture.viewer.turning import eased

LASTS = 1.6  # seconds
MOVED = 1e-4  # metres

Places = Mapping[str, Points]
"""Where the items of a scene are, (3,) in metres, by their names."""


class Glide:
    """Brings the parts of a scene from where they were under other premises to where they are.

    Parameters
    ----------
    before : mapping of str to array of shape (3,)
        Where the items were.
    standing : iterable of Part
        What stands still.
    moving : sequence of str
        The names of what moves.
    """

    def __init__(
        self,
        before: Places,
        standing: Iterable[Part],
        moving: Iterable[str],
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._now, self._start = now, now()
        self._rows = [(row, before[name]) for row, name in enumerate(moving) if name in before]
        self._standing = [(part, before[part.item.name]) for part in standing if _moved(part, before)]

    @property
    def over(self) -> bool:
        """Whether everything has come to its place."""
        return self._share >= 1.0

    @property
    def _share(self) -> float:
        return eased((self._now() - self._start) / LASTS)

    def place(self, matrices: NDArray[np.floating]) -> NDArray[np.floating]:
        """Place what stands, and return the matrices (n, 4, 4) of what moves, as far as they have come."""
        left = 1.0 - self._share
        for part, origin in self._standing:
            matrix = part.item.matrix.copy()
            matrix[:3, 3] += left * (origin - matrix[:3, 3])
            part.place(matrix)
        found = matrices.copy()
        for row, origin in self._rows:
            found[row, :3, 3] += left * (origin - found[row, :3, 3])
        return found


def _moved(part: Part, before: Places) -> bool:
    origin = before.get(part.item.name)
    return origin is not None and bool(np.abs(origin - part.item.matrix[:3, 3]).max() > MOVED)
