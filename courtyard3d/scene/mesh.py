"""Triangles and the matrices that place them.

Local frame of everything drawn: x right, y ahead, z up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
AXES = "xyz"
UP = np.array([0.0, 0.0, 1.0])
AHEAD = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True, slots=True)
class Mesh:
    """A triangle mesh.

    Attributes
    ----------
    points : (n, 3) float64
    faces : (m, 3) int64
        Rows of `points`, counter-clockwise seen from outside.
    """

    points: Array
    faces: Indices

    def moved(self, matrix: Array) -> Mesh:
        """Return the mesh transformed by a (4, 4) matrix; a mirroring one keeps the faces outward."""
        points = self.points @ matrix[:3, :3].T + matrix[:3, 3]
        mirrored = np.linalg.det(matrix[:3, :3]) < 0
        return Mesh(points, self.faces[:, ::-1] if mirrored else self.faces)

    @property
    def box(self) -> tuple[Array, Array]:
        """The lowest and the highest corner, each (3,)."""
        return self.points.min(axis=0), self.points.max(axis=0)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Return one mesh with the triangles of all."""
    starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
    return Mesh(
        np.concatenate([mesh.points for mesh in meshes]),
        np.concatenate([mesh.faces + start for mesh, start in zip(meshes, starts, strict=False)]),
    )


def table(rows: Iterable[Sequence[float] | Array], width: int) -> Array:
    """Return rows of `width` numbers each, shape (n, width), also where there are none."""
    return np.array(list(rows), dtype=float).reshape(-1, width)


def shift(offset: Iterable[float]) -> Array:
    """Return the (4, 4) matrix that moves by `offset`."""
    matrix = np.eye(4)
    matrix[:3, 3] = tuple(offset)
    return matrix


def scaling(factors: Iterable[float]) -> Array:
    """Return the (4, 4) matrix that stretches along the axes."""
    return np.diag([*factors, 1.0])


def mirroring(axis: str) -> Array:
    """Return the (4, 4) matrix that turns the coordinate `axis` (x, y or z) round."""
    factors = [1.0, 1.0, 1.0]
    factors[AXES.index(axis)] = -1.0
    return scaling(factors)


def rotations(angles: Array) -> Array:
    """Return rotation matrices for (pitch, turn, tilt) in degrees.

    Parameters
    ----------
    angles : (..., 3)
        `pitch` raises what is ahead, `turn` goes clockwise seen from above,
        `tilt` lowers the right side. Tilt is done first, turn last.

    Returns
    -------
    (..., 3, 3)
    """
    radians = np.radians(angles)
    (cp, ct, cl), (sp, st, sl) = (
        (wave[..., 0], wave[..., 1], wave[..., 2]) for wave in (np.cos(radians), np.sin(radians))
    )
    matrices = np.empty((*radians.shape, 3))
    rows = (
        (ct * cl + st * sp * sl, st * cp, ct * sl - st * sp * cl),
        (ct * sp * sl - st * cl, ct * cp, -st * sl - ct * sp * cl),
        (-cp * sl, sp, cp * cl),
    )
    for row, column in np.ndindex(3, 3):
        matrices[..., row, column] = rows[row][column]
    return matrices


def placing(offset: Iterable[float], angles: Iterable[float] = (0.0, 0.0, 0.0)) -> Array:
    """Return the (4, 4) matrix that turns by (pitch, turn, tilt) in degrees and then moves."""
    matrix = shift(offset)
    matrix[:3, :3] = rotations(np.array(tuple(angles)))
    return matrix


def apply(turns: Array, vectors: Array) -> Array:
    """Return vectors (n, 3), each turned by its matrix (n, 3, 3)."""
    turned: Array = (turns @ vectors[..., None])[..., 0]
    return turned


def unit(vectors: Array) -> Array:
    """Return vectors (..., 3) at length 1; nothing stays nothing."""
    lengths: Array = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.maximum(lengths, 1e-12)


def hanging(start: Array, end: Array, front: Array) -> Array:
    """Return the turn (n, 3, 3) of a limb: -z from start to end, y as near to `front` as that allows."""
    z = unit(start - end)
    y = unit(front - z * (front * z).sum(axis=1, keepdims=True))
    return np.stack([np.cross(y, z), y, z], axis=-1)
