"""What lies under the mouse: a ray against the triangles of a scene, as far as they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from courtyard3d.picture.cameras import Aim, View
from courtyard3d.picture.subject import Points

if TYPE_CHECKING:
    from courtyard3d.scene.graph import Item, Scene

EPSILON = 1e-9
GROUND = "ground"


@dataclass(frozen=True, slots=True)
class Hit:
    """What a ray meets first: whose it is and where, (3,) in metres; the ground is nobody's."""

    owner: str | None
    point: Points
    away: float


@dataclass(frozen=True, slots=True)
class Ray:
    """Where a ray comes from (3,) and its direction (3,), of length 1."""

    origin: Points
    way: Points

    @classmethod
    def through(cls, view: View, across: float, above: float) -> Ray:
        """Return the ray through a place of a picture, in halves of its height from its middle."""
        forward, right, up = Aim.of(view).axes
        eye = np.array(view.position)
        if view.height is not None:
            return cls(eye + view.height / 2 * (across * right + above * up), forward)
        half = np.tan(np.radians(view.angle / 2))
        way = forward + half * (across * right + above * up)
        return cls(eye, way / np.linalg.norm(way))


class Picker:
    """Finds what a ray meets first in a scene."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._items: tuple[Item, ...] = (*scene.static, *scene.moving)
        balls = {name: _ball(mesh.points) for name, mesh in scene.meshes.items()}
        self._middles = np.array([balls[item.mesh][0] for item in self._items]).reshape(-1, 3)
        self._radii = np.array([balls[item.mesh][1] for item in self._items])
        self._placed_for: object = None
        self._still = np.array([item.matrix for item in scene.static]).reshape(-1, 4, 4)

    def pick(
        self,
        ray: Ray,
        matrices: NDArray[np.floating],
        visible: NDArray[np.bool_],
        lifted: frozenset[str] = frozenset(),
    ) -> Hit | None:
        """Return what a ray meets first.

        Parameters
        ----------
        ray : Ray
        matrices : array of shape (n, 4, 4)
            Where the moving items are.
        visible : array of shape (n,)
            Which of them are seen.
        lifted : frozenset of str
            Layers that are left out.
        """
        placed, middles, radii = self._around(matrices)
        shown = np.concatenate([[item.layer not in lifted for item in self._scene.static], visible])
        along = (middles - ray.origin) @ ray.way
        beside = np.linalg.norm(middles - ray.origin - along[:, None] * ray.way, axis=1)
        (near,) = np.nonzero(shown.astype(bool) & (beside <= radii) & (along + radii > 0))
        found: Hit | None = None
        entered = along - radii
        for row in near[np.argsort(entered[near])].tolist():
            if found is not None and entered[row] > found.away:
                break
            item = self._items[row]
            away = self._meets(ray, item, placed[row])
            if away < (found.away if found else np.inf):
                owner = None if item.layer == GROUND else item.owner
                found = Hit(owner, ray.origin + away * ray.way, away)
        return found

    def _around(self, matrices: NDArray[np.floating]) -> tuple[Points, Points, Points]:
        """Return where all items are, (n, 4, 4), and a ball round each: middles (n, 3), radii (n,).

        They are kept until the moving items are elsewhere, that is in another array.
        """
        if self._placed_for is not matrices:
            placed = np.concatenate([self._still, matrices])
            turns = placed[:, :3, :3]
            middles = (turns @ self._middles[:, :, None])[:, :, 0] + placed[:, :3, 3]
            stretch = np.sqrt((turns**2).sum(axis=1).max(axis=1))
            self._placed_for, self._balls = matrices, (placed, middles, self._radii * stretch)
        return self._balls

    def _meets(self, ray: Ray, item: Item, matrix: Points) -> float:
        """Return how far along the ray it meets an item first; infinite where it does not."""
        mesh = self._scene.meshes[item.mesh]
        inverse = np.linalg.inv(matrix)
        origin = inverse[:3, :3] @ ray.origin + inverse[:3, 3]
        return first_triangle(origin, inverse[:3, :3] @ ray.way, mesh.points[mesh.faces])


def first_triangle(origin: Points, way: Points, triangles: Points) -> float:
    """Return how many times `way` (3,) leads from `origin` (3,) to the first of triangles (m, 3, 3)."""
    one, other = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    normal = _cross(way, other)
    slope = (one * normal).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        from_corner = origin - triangles[:, 0]
        first = (from_corner * normal).sum(axis=1) / slope
        beside = _cross(from_corner, one)
        second = beside @ way / slope
        away = (beside * other).sum(axis=1) / slope
        within = (first >= 0) & (second >= 0) & (first + second <= 1)
    inside = (abs(slope) > EPSILON) & within & (away > EPSILON)
    return float(away[inside].min()) if inside.any() else float("inf")


def _cross(one: Points, other: Points) -> Points:
    """Return the products (m, 3) of directions, in less time than NumPy's own needs for few of them."""
    (a, b, c), (x, y, z) = one.T, other.T
    return np.stack([b * z - c * y, c * x - a * z, a * y - b * x], axis=-1)


def _ball(points: Points) -> tuple[Points, float]:
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    return middle, float(np.linalg.norm(points - middle, axis=1).max(initial=0.0))
