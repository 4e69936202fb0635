"""Footprints: how much of the floor each thing or person that moves covers, and how high above it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from courtyard3d.scene.graph import Item
    from courtyard3d.scene.mesh import Mesh

Points = NDArray[np.float64]

NEAR_FLOOR = 0.18  # metres: a part of a body that is so much higher counts for a third in its footprint
BREADTH = 1.7  # from the deviation of what covers the floor to the outline of it
ABOVE = 0.2  # metres: a part of a thing that is so much higher than its foot does not count
FOOT = 1 / 3  # of the height of a part: what counts as its foot
MUCH = 1e6  # metres


@dataclass(frozen=True, slots=True)
class Prints:
    """Where things cover the floor, metres.

    `middle` (k, 2), `along` (k, 2) of length 1, `half` (k, 2) along it and across, `low` and `high` (k,)
    of the things, `there` (k,) whether they are seen at all.
    """

    middle: Points
    along: Points
    half: Points
    low: Points
    high: Points
    there: NDArray[np.bool_]


class Footprints:
    """Knows the footprints of all owners of moving items.

    Parameters
    ----------
    items : sequence of Item
        The items of an owner follow each other.
    meshes : mapping of str to Mesh

    Attributes
    ----------
    owners : tuple of str
        In the order of what `of` returns.
    people : (k,) array of bool
        Which of them are people.
    """

    def __init__(self, items: Sequence[Item], meshes: Mapping[str, Mesh]) -> None:
        groups = [(owner, len(list(own))) for owner, own in groupby(items, key=lambda item: item.owner)]
        counts = np.array([count for _, count in groups], dtype=int)
        self.owners = tuple(owner for owner, _ in groups)
        self._first = np.cumsum(counts) - counts
        self._owner = np.repeat(np.arange(len(groups)), counts)
        self.people = np.array([items[row].layer == "person" for row in self._first], dtype=bool)
        used = {item.mesh: meshes[item.mesh] for item in items}
        self._middle, self._half = _boxes(items, {name: np.array(mesh.box) for name, mesh in used.items()})
        self._foot, self._foot_half = _boxes(items, {name: _foot(mesh) for name, mesh in used.items()})

    def of(self, matrices: NDArray[np.floating], visible: NDArray[np.bool_]) -> Prints:
        """Return the footprints of all owners whose items are at `matrices` (n, 4, 4), if `visible` (n,)."""
        if not len(self._owner):
            nothing = np.zeros((0, 2))
            return Prints(nothing, nothing, nothing, nothing[:, 0], nothing[:, 0], np.zeros(0, dtype=bool))
        middles, halves = _placed(matrices, self._middle, self._half)
        rises = np.abs(halves[:, 2]).sum(axis=1)
        low = self._least(np.where(visible, middles[:, 2] - rises, MUCH))
        high = -self._least(np.where(visible, -middles[:, 2] - rises, MUCH))
        there = low < MUCH
        above = middles[:, 2] - rises - low[self._owner]
        bodies = self._bodies(middles[:, :2], halves[:, :2], above, visible)
        feet = _lower_end(*_placed(matrices, self._foot, self._foot_half))
        blocks = self._blocks(*feet, visible & (above < ABOVE))
        middle, along, half = (
            np.where(self.people[:, None], body, block) for body, block in zip(bodies, blocks, strict=True)
        )
        return Prints(middle, along, half, low, high, there)

    def _bodies(
        self, middles: Points, halves: Points, above: Points, visible: NDArray[np.bool_]
    ) -> tuple[Points, Points, Points]:
        """Return middle, direction and half axes of ellipses round what is near the floor."""
        weight = np.where(visible, np.exp(-np.maximum(above, 0.0) / NEAR_FLOOR), 0.0)
        total = np.maximum(self._sum(weight), 1e-9)
        middle = self._sum(weight[:, None] * middles) / total[:, None]
        away = middles - middle[self._owner]
        spread = away[:, :, None] * away[:, None] + halves @ halves.transpose(0, 2, 1) / 3
        a, b, d = (
            (self._sum(weight[:, None, None] * spread) / total[:, None, None]).reshape(-1, 4)[:, [0, 1, 3]].T
        )
        turn = np.arctan2(2 * b, a - d) / 2
        mean, differ = (a + d) / 2, np.hypot((a - d) / 2, b)
        axes = np.sqrt(np.maximum(np.stack([mean + differ, mean - differ], axis=1), 0.0))
        return middle, np.stack([np.cos(turn), np.sin(turn)], axis=1), BREADTH * axes

    def _blocks(
        self, middles: Points, halves: Points, visible: NDArray[np.bool_]
    ) -> tuple[Points, Points, Points]:
        """Return middle, direction and half sides of the rectangles round the feet of things."""
        ahead, right = halves[self._first, :2, 1], halves[self._first, :2, 0]
        level = np.linalg.norm(ahead, axis=1) >= np.linalg.norm(right, axis=1)
        along = np.where(level[:, None], ahead, right)
        along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
        axes = np.stack([along, along @ np.array([[0.0, 1.0], [-1.0, 0.0]])], axis=1)[self._owner]
        at = np.einsum("nax,nx->na", axes, middles[:, :2])
        reach = np.abs(axes @ halves[:, :2]).sum(axis=2)
        seen = visible[:, None]
        least = self._least(np.where(seen, at - reach, MUCH))
        most = -self._least(np.where(seen, -at - reach, MUCH))
        middle = np.einsum("ka,kax->kx", (least + most) / 2, axes[self._first])
        return middle, along, (most - least) / 2

    def _sum(self, values: Points) -> Points:
        total: Points = np.add.reduceat(values, self._first, axis=0)
        return total

    def _least(self, values: Points) -> Points:
        least: Points = np.minimum.reduceat(values, self._first, axis=0)
        return least


def _boxes(items: Sequence[Item], boxes: Mapping[str, Points]) -> tuple[Points, Points]:
    """Return the middles and the half sides (n, 3) of the boxes of the meshes of items."""
    box = np.array([boxes[item.mesh] for item in items]).reshape(-1, 2, 3)
    return box.mean(axis=1), np.ptp(box, axis=1) / 2


def _foot(mesh: Mesh) -> Points:
    """Return the box (2, 3) round the lowest corners of a mesh."""
    height = mesh.points[:, 2]
    foot = mesh.points[height <= height.min() + FOOT * np.ptp(height)]
    return np.array([foot.min(axis=0), foot.max(axis=0)])


def _lower_end(middles: Points, halves: Points) -> tuple[Points, Points]:
    """Return of boxes that are aslant their lowest part alone: of a bow in the hand, its lower tip."""
    rises = halves[:, 2]
    share = np.minimum(ABOVE / np.maximum(2 * np.abs(rises), 1e-9), 1.0)
    ends = np.einsum("nia,na->ni", halves, np.sign(rises) * (1.0 - share))
    return middles - ends, halves * share[:, None]


def _placed(matrices: NDArray[np.floating], middles: Points, halves: Points) -> tuple[Points, Points]:
    """Return middles (n, 3) and half axes (n, 3, 3), in columns, of boxes in the world."""
    turned = matrices[:, :3, :3]
    return np.einsum("nij,nj->ni", turned, middles) + matrices[:, :3, 3], turned * halves[:, None]
