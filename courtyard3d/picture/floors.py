"""The heights on which shadows lie: the court, platforms, the treads of steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from courtyard3d.scene.graph import Item, Scene

Points = NDArray[np.float64]

WALKED = frozenset({"hall", "court"})  # layers that have floors
HIGHEST = 2.5  # metres: what lies higher is no floor; a platform of nine chi is lower
NARROW = 0.5  # metres: nobody stands on what is narrower
CELL = 0.03  # metres: how exactly the edge of a floor is known
LEVEL = 0.99  # the least height of the normal (length 1) of a face that is level


@dataclass(frozen=True, slots=True)
class Patch:
    """The floors of one thing: `heights` (rows, columns) of cells from the corner `low` (x, y) on."""

    low: Points
    heights: Points

    def under(self, places: Points) -> Points:
        """Return the height of the floor at places (n, 2); minus infinity beside it."""
        found = np.full(len(places), -np.inf)
        x, y = ((places - self.low) / CELL).T
        rows, columns = self.heights.shape
        inside = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
        found[inside] = self.heights[y[inside].astype(int), x[inside].astype(int)]
        return found


class Floors:
    """Knows how high the floor of a scene is anywhere, in metres.

    Parameters
    ----------
    scene : Scene
        Floors are the level faces of what stands in the layers `WALKED`; elsewhere there is the ground.

    Attributes
    ----------
    ground, highest : float
        The height of the ground and of the highest floor.
    """

    def __init__(self, scene: Scene) -> None:
        grounds = [_points(scene, item)[:, 2].max() for item in scene.static if item.layer == "ground"]
        self.ground = max(grounds, default=0.0)
        walked = [item for item in scene.static if item.layer in WALKED]
        owners = [list(own) for _, own in groupby(walked, key=lambda item: item.owner)]
        self._patches = [patch for own in owners if (patch := _patch(list(_level(scene, own)))) is not None]
        self.highest = max([self.ground, *(float(patch.heights.max()) for patch in self._patches)])

    def under(self, places: Points) -> Points:
        """Return how high (…) the floor is at places (…, 2), in metres."""
        flat = places.reshape(-1, 2)
        heights = np.full(len(flat), self.ground)
        for patch in self._patches:
            np.maximum(heights, patch.under(flat), out=heights)
        return heights.reshape(places.shape[:-1])


def _points(scene: Scene, item: Item) -> Points:
    return scene.meshes[item.mesh].moved(item.matrix).points


def _level(scene: Scene, items: Sequence[Item]) -> Iterator[Points]:
    """Yield the corners (3, 3) of all triangles of things that can be stood on."""
    for item in items:
        mesh = scene.meshes[item.mesh].moved(item.matrix)
        corners = mesh.points[mesh.faces]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        level = normals[:, 2] > LEVEL * np.linalg.norm(normals, axis=1)
        yield from corners[level & (corners[:, :, 2].max(axis=1) <= HIGHEST)]


def _patch(triangles: Sequence[Points]) -> Patch | None:
    """Return triangles (3, 3) as cells, None where they are no floor."""
    if not triangles:
        return None
    plan = np.concatenate(triangles)[:, :2]
    low, extent = plan.min(axis=0), np.ptp(plan, axis=0)
    if extent.min() < NARROW:
        return None
    columns, rows = np.ceil(extent / CELL).astype(int)
    heights = np.full((rows, columns), -np.inf)
    for triangle in triangles:
        _raise(heights, (triangle[:, :2] - low) / CELL, float(triangle[:, 2].mean()))
    return Patch(low, heights)


def _raise(heights: Points, corners: Points, height: float) -> None:
    """Raise to a height the cells whose middle a triangle (3, 2), counted in cells, covers."""
    first = np.floor(corners.min(axis=0)).astype(int)
    last = np.ceil(corners.max(axis=0)).astype(int)
    part = heights[first[1] : last[1], first[0] : last[0]]
    rows, columns = np.indices(part.shape)
    x, y = columns + first[0] + 0.5, rows + first[1] + 0.5
    covered = np.ones(part.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        covered &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
    part[covered] = np.maximum(part[covered], height)
