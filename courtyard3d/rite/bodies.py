"""Bodies in plan: two discs, one at each shoulder, so that they are broader than deep."""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from courtyard3d.rite.movement import Movement
from courtyard3d.rite.tracks import Floats

SAME_LEVEL = 2.0
"""尺: farther apart in height nobody touches another."""


def overlap(one: Floats, other: Floats, movement: Movement) -> Floats:
    """By how much (尺) bodies overlap, less than 0 where they are so far apart; of any shape (..., 4).

    The four numbers are place (尺) and facing (degrees clockwise from north), as of `Timeline.stances`.
    """
    east, north, up = (other[..., axis] - one[..., axis] for axis in range(3))
    here, there = (movement.shoulder * _right(stance) for stance in (one, other))
    between, along = east + 1j * north, (there - here, there + here)
    ways = (np.abs(between + side * shoulders) for shoulders in along for side in (-1.0, 1.0))
    level = np.abs(up) < SAME_LEVEL
    found: Floats = np.where(level, 2.0 * movement.clear - reduce(np.minimum, ways), -np.inf)
    return found


def _right(stance: Floats) -> NDArray[np.complex128]:
    """To the right of a body, as a number of length 1 on the plane of east and north."""
    right: NDArray[np.complex128] = np.exp(-1j * np.radians(stance[..., 3]))
    return right
