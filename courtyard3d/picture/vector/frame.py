"""From the page to the sheet: scale, frame and what lies outside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from courtyard3d.picture.vector.projection import Array, Fold, Projection

SPECK = 1e-4
"""What is shorter (尺 on the page) can't be seen."""
FAR = 1e4
"""Farther (尺) than any page reaches."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the page that is shown, and where it stands on the sheet.

    Parameters
    ----------
    projection, fold
        From the world to the page.
    page : (4,) array
        Left, low, right, high of what is shown, in 尺 on the page.
    scale : float
        Millimetres on the sheet of one 尺.
    corner : (2,) array
        Lower left corner of the frame on the sheet, in millimetres.
    """

    projection: Projection
    fold: Fold
    page: Array
    scale: float
    corner: Array

    @property
    def box(self) -> Array:
        """The frame on the sheet (left, low, right, high), in millimetres."""
        return np.concatenate([self.corner, self.corner + self.size(self.page, self.scale)])

    @staticmethod
    def size(page: Array, scale: float) -> Array:
        """Return how wide and high a piece of the page is on the sheet, in millimetres."""
        extent: Array = (page[2:] - page[:2]) * scale
        return extent

    def flat(self, world: Any) -> Array:
        """Return where points (n, 3) of the world, in 尺, are on the page: (n, 2)."""
        flat: Array = self.projection(self.fold(np.asarray(world, float).reshape(-1, 3)))[:, :2]
        return flat

    def points(self, world: Any) -> Array:
        """Return where points (n, 3) of the world, in 尺, are on the sheet: (n, 2) millimetres."""
        points: Array = self.corner + (self.flat(world) - self.page[:2]) * self.scale
        return points

    def across(self, y: float) -> Array:
        """Return the line (2, 2) across the frame, on the sheet, of the ground that is drawn at this y."""
        through = self.projection(np.array([[0.0, y, 0.0]]))[0, :2]
        way = self.projection.direction((1.0, 0.0, 0.0))
        line = shapely.LineString([through - way * FAR, through + way * FAR])
        corners: Array = shapely.get_coordinates(self.geometry(line))
        return corners

    def shows(self, points: Array) -> Any:
        """Say which points (n, 2) of the sheet lie in the frame."""
        return ((points >= self.box[:2]) & (points <= self.box[2:])).all(axis=1)

    def geometry(self, parts: Any) -> Any:
        """Return lines or areas of the page, cut off at the frame, as they lie on the sheet: an array."""
        parts = np.atleast_1d(np.asarray(parts, dtype=object))
        inside = shapely.get_parts(shapely.intersection(parts, shapely.box(*self.page)))
        same = shapely.get_dimensions(inside) == shapely.get_dimensions(parts).max(initial=-1)
        inside = inside[same & (shapely.length(inside) > SPECK)]
        return shapely.transform(inside, lambda points: self.corner + (points - self.page[:2]) * self.scale)
