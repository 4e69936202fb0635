"""Bodies in plan: two discs, one at each shoulder, so that they are broader than deep."""

from __future__ import annotations

import numpy as np

from courtyard3d.rite.movement import Movement
from courtyard3d.rite.tracks import Floats

SAME_LEVEL = 2.0
"""尺: farther apart in height nobody touches another."""


def overlap(one: Floats, other: Floats, movement: Movement) -> Floats:
    """By how much (尺) bodies overlap, less than 0 where they are so far apart; of any shape (..., 4).

    The four numbers are place (尺) and facing (degrees clockwise from north), as of `Timeline.stances`.
    """
    sides = (-movement.shoulder, movement.shoulder)
    ways = (_shoulder(other, there) - _shoulder(one, here) for here in sides for there in sides)
    nearest = np.sqrt(np.min([np.square(way).sum(axis=-1) for way in ways], axis=0))
    level = np.abs(other[..., 2] - one[..., 2]) < SAME_LEVEL
    found: Floats = np.where(level, 2.0 * movement.clear - nearest, -np.inf)
    return found


def _shoulder(stance: Floats, right: float) -> Floats:
    """The point so far to the right of the middle of a body."""
    facing = np.radians(stance[..., 3])
    return stance[..., :2] + right * np.stack([np.cos(facing), -np.sin(facing)], axis=-1)
