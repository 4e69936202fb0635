"""Where people are in a picture, in pixels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from courtyard3d.picture.cameras import View
from courtyard3d.picture.subject import BODY_HEIGHT, Points, Sights
from courtyard3d.picture.words import Box

Spot = tuple[int, int]
CROWN = np.array([0.0, 0.0, BODY_HEIGHT])
NEAR = 0.5  # metres: who is nearer to the camera has no place in the picture


class Screen:
    """The picture of a moment.

    Parameters
    ----------
    sights : Sights
        Where people are.
    view : View
        What is seen.
    size : tuple of int
        Width and height in pixels.
    t : float
        The moment, seconds of the rite.
    """

    def __init__(self, sights: Sights, view: View, size: tuple[int, int], t: float) -> None:
        self._sights, self._view, self._t = sights, view, t
        self.width, self.height = size

    def crown(self, people: Sequence[str]) -> Spot | None:
        """Return where the top of a person, or of the middle of several, is; None off the picture."""
        feet = self._sights.feet(self._t, people)
        feet = feet[~np.isnan(feet[:, 0])]
        if not len(feet):
            return None
        spot = self._spot(feet.mean(axis=0) + CROWN)
        inside = spot and Box(0, 0, self.width, self.height).holds(Box(*spot, *spot))
        return spot if inside else None

    def body(self, who: str) -> Box | None:
        """Return the part of the picture that a person takes, from crown to feet; None where he has none."""
        (feet,) = self._sights.feet(self._t, [who])
        low = high = None
        if not np.isnan(feet[0]):
            low, high = self._spot(feet), self._spot(feet + CROWN)
        if low is None or high is None:
            return None
        half = max((low[1] - high[1]) // 5, 1)
        return Box(high[0] - half, high[1], low[0] + half, low[1])

    def _spot(self, point: Points) -> Spot | None:
        (across,), (above,), (depth,) = self._view.project(point[None])
        if depth < NEAR:
            return None
        half = self.height / 2
        return round(self.width / 2 + half * across), round(half - half * above)
