"""From the world to the page: parallel projections, and the fold that shortens an empty lane."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from courtyard3d.errors import InputError

Array = NDArray[np.float64]

AZIMUTH = 20.0
"""Degrees east of north in which the axonometric looks: the hall stays at the top, three sides show."""
ELEVATION = 42.0
"""Degrees by which the axonometric looks down: high enough that the files do not hide each other."""


@dataclass(frozen=True, slots=True)
class Projection:
    """A parallel projection.

    Parameters
    ----------
    axes : (3, 3) array
        Unit vectors in the world frame: across the page, up the page, toward the viewer.
    """

    axes: Array

    def __call__(self, points: Array) -> Array:
        """Project (n, 3) world points to (n, 3): across, up, and nearness (more is nearer)."""
        projected: Array = points @ self.axes.T
        return projected

    def direction(self, world: Iterable[float]) -> Array:
        """Return the (2,) direction on the page of a direction in the world."""
        page: Array = (self.axes @ np.asarray(list(world), float))[:2]
        return page


def looking(azimuth: float, elevation: float) -> Projection:
    """Return the projection that looks toward `azimuth` (clockwise from north), `elevation` degrees down."""
    a, e = np.radians([azimuth, elevation])
    across = np.array([np.cos(a), -np.sin(a), 0.0])
    toward = np.array([-np.sin(a) * np.cos(e), -np.cos(a) * np.cos(e), np.sin(e)])
    return Projection(np.vstack([across, np.cross(toward, across), toward]))


@dataclass(frozen=True, slots=True)
class View:
    """How a figure looks at the courtyard.

    `from_above` draws people as symbols and what the cutting plane meets (`cut` 尺 above the floor of
    the hall) as solid black; `roofs` are the ways in which the roof can be shown, the usual one first
    (one of glass is drawn as dashed lines). `upright` views look level: the ground is a line.
    """

    projection: Projection
    cut: float
    from_above: bool
    roofs: tuple[str, ...]
    upright: bool = False


def _level(azimuth: float) -> View:
    """Return the view of who looks level toward `azimuth`."""
    return View(looking(azimuth, 0.0), np.inf, False, ("solid", "glass", "cut", "off"), upright=True)


VIEWS = {
    "plan": View(looking(0.0, 90.0), cut=4.0, from_above=True, roofs=("glass", "off")),
    "axonometric": View(
        looking(AZIMUTH, ELEVATION), cut=4.0, from_above=False, roofs=("off", "cut", "glass", "solid")
    ),
    "elevation": _level(0.0),
    "elevation-east": _level(270.0),
    "elevation-north": _level(180.0),
    "elevation-west": _level(90.0),
    "section": _level(270.0),
    "longitudinal-section": _level(0.0),
}
"""An elevation is named after the side that is seen; a section cuts from front to rear, a longitudinal one
from side to side."""
SECTIONS = frozenset({"section", "longitudinal-section"})
RIGHT_ANGLE = 90
TOWARD = re.compile(r"toward:(\d{1,3})/(\d{1,2})")
"""The axonometric in another direction: degrees clockwise from north, and degrees down."""


def view_named(name: str) -> View:
    """Return a view by its name: one of `VIEWS`, or `toward:AZIMUTH/DOWN` in degrees.

    Raises
    ------
    InputError
        Where there is none; offers the nearest.
    """
    if (found := TOWARD.fullmatch(name)) and int(found[2]) < RIGHT_ANGLE:
        return replace(VIEWS["axonometric"], projection=looking(float(found[1]), float(found[2])))
    if name not in VIEWS:
        expected = f"{', '.join(VIEWS)} or toward:AZIMUTH/DOWN in degrees, as toward:20/42"
        raise InputError(f"no view '{name}'", expected=expected, given=name, valid=VIEWS)
    return VIEWS[name]


@dataclass(frozen=True, slots=True)
class Fold:
    """Empty stretches of the y axis drawn shorter than they are.

    Parameters
    ----------
    gaps : (k, 2) array
        South and north end of each stretch, in 尺, from south to north.
    left : float
        What is left of each stretch, in 尺.
    """

    gaps: Array
    left: float

    def __call__(self, points: Array) -> Array:
        """Return (n, 3) points with the stretches taken out of their y."""
        if not len(self.gaps):
            return points
        lost = np.cumsum(self.gaps[::-1, 1] - self.gaps[::-1, 0] - self.left)[::-1]
        knots = self.gaps.ravel()
        shifts = np.column_stack([lost, np.append(lost[1:], 0.0)]).ravel()
        folded = points.copy()
        folded[:, 1] += np.interp(points[:, 1], knots, shifts)
        return folded

    @property
    def ends(self) -> Array:
        """The south and north end (k, 2) of what is left of each stretch, as drawn."""
        ends = np.zeros((self.gaps.size, 3))
        ends[:, 1] = self.gaps.ravel()
        drawn: Array = self(ends)[:, 1].reshape(-1, 2)
        return drawn


def no_fold() -> Fold:
    """Return the fold that takes nothing out."""
    return Fold(np.empty((0, 2)), 0.0)


def fold_empty(spans: Any, least: float, margin: float, left: float) -> Fold:
    """Return the fold of all stretches between `spans` that are empty for at least `least` 尺.

    Parameters
    ----------
    spans : (n, 2) array
        South and north ends of everything that must be seen, in 尺.
    least, margin, left : float
        Shortest stretch worth folding, what stays untouched at each end, and what is left of it.
    """
    spans = np.asarray(spans, float).reshape(-1, 2)
    if not len(spans):
        return no_fold()
    spans = spans[np.argsort(spans[:, 0])]
    reached = np.maximum.accumulate(spans[:, 1])[:-1]
    gaps = np.column_stack([reached + margin, spans[1:, 0] - margin])
    return Fold(gaps[gaps[:, 1] - gaps[:, 0] >= least], left)
