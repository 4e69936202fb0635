"""A crowd in one mesh: where each of many stands along two sides of a court."""

from __future__ import annotations

import numpy as np

from courtyard3d.scene.mesh import Array, rotations


def places(number: int, inner: float, length: float, apart: float, first: int = 0, every: int = 1) -> Array:
    """Return the places of a share of a crowd that stands in ranks, closed like a wall, and looks inward.

    Parameters
    ----------
    number : int
        How many there are in all; they come to the left and the right side by turns, the front ranks first.
    inner, length, apart : float
        From the middle to the front ranks, the length of a rank, from man to man and rank to rank.
    first, every : int
        The share: which is the first of it, and every how manieth.

    Returns
    -------
    (n, 4, 4)
    """
    side, place = np.arange(first, number, every) % 2, np.arange(first, number, every) // 2
    rank, spot = np.divmod(place, max(int(length / apart), 1))
    sign = 2.0 * side - 1.0
    ahead = (spot + 0.5 * (rank % 2)) * apart - length / 2  # each rank looks between the men before it
    matrices = np.tile(np.eye(4), (len(place), 1, 1))
    matrices[:, 0, 3] = sign * (inner + rank * apart)
    matrices[:, 1, 3] = ahead
    nothing = np.zeros(len(place))
    matrices[:, :3, :3] = rotations(np.stack([nothing, -90.0 * sign, nothing], axis=1))
    return matrices
