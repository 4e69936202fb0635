"""What is behind everything: the ground as far as one sees, and the sky above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from courtyard3d.picture.surfaces import paint, painted, polydata, ring_faces
from courtyard3d.scene.mesh import Mesh

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkActor

    from courtyard3d.picture.styles import Colour, Sky
    from courtyard3d.scene.graph import Scene

Points = NDArray[np.float64]

HORIZON = 1500.0  # metres from the middle of the court
AWAY = np.array([0.0, 6.0, 30.0, 90.0, 220.0, 500.0])  # metres beyond the walls, of the rings of the ground
HAZE = np.array([0.0, 0.06, 0.2, 0.42, 0.66, 0.88])  # how much of the haze lies over them
RISES = np.array([0.0, 0.03, 0.08, 0.18, 0.4, 1.0])  # of the sky: heights of rings, in radii
CLEARING = np.array([0.0, 0.25, 0.5, 0.75, 0.92, 1.0])  # how far the haze has cleared there
CORNERS = 48
WALL = 12.0  # metres: what is longer in the court is a wall of it


def court_of(scene: Scene) -> Points | None:
    """Return the corners (2, 2) of the court on the plan, metres: lowest and highest; None without a ground.

    It is what the longest things in the layer `court`, its walls, go round; without such, all the ground.
    """
    if all(item.layer != "ground" for item in scene.static):
        return None
    court = [item for item in scene.static if item.layer == "court"]
    items = court or [item for item in scene.static if item.layer == "ground"]
    boxes = np.array([scene.meshes[item.mesh].moved(item.matrix).box for item in items])[:, :, :2]
    long = np.ptp(boxes, axis=1).max(axis=1) > WALL
    chosen = boxes[long] if long.any() else boxes
    return np.array([chosen[:, 0].min(axis=0), chosen[:, 1].max(axis=0)])


def backdrop(court: Points, height: float, earth: Colour, sky: Sky) -> tuple[vtkActor, vtkActor]:
    """Return the ground, which fades into the haze of the horizon, and the sky.

    Parameters
    ----------
    court : (2, 2) array
        Lowest and highest corner on the plan, metres.
    height : float
        Of the ground, metres.
    earth : Colour
        Of the court.
    sky : Sky
    """
    turns = np.linspace(0.0, 2 * np.pi, CORNERS, endpoint=False)
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    middle, half = court.mean(axis=0), np.ptp(court, axis=0) / 2
    square = circle / np.abs(circle).max(axis=1, keepdims=True)
    far = np.array([*AWAY, HORIZON])
    rings = [
        middle + (1 - share) * (half + away) * square + share * HORIZON * circle
        for away, share in zip(far, (far / HORIZON) ** 0.5, strict=True)
    ]
    inner = middle + half * square
    field = _mixed(sky.field, sky.haze, np.array([*HAZE, 1.0]))
    ground = _surface(
        np.stack([np.tile(middle, (CORNERS, 1)), inner, *rings]),
        np.full(len(rings) + 2, height),
        np.concatenate([[earth, earth], field]),
    )
    above = [middle + HORIZON * np.sqrt(1 - min(rise, 1.0) ** 2) * circle for rise in RISES]
    dome = _surface(np.stack(above), height + HORIZON * RISES, _mixed(sky.haze, sky.zenith, CLEARING))
    return ground, dome


def _mixed(one: Colour, other: Colour, share: Points) -> Points:
    return np.array(one) * (1 - share[:, None]) + np.array(other) * share[:, None]


def _surface(rings: Points, heights: Points, colours: Points) -> vtkActor:
    """Return the surface between rings (n, corners, 2) on the plan, each with its height and colour."""
    count, corners = rings.shape[:2]
    points = np.concatenate([rings, np.repeat(heights, corners).reshape(count, corners, 1)], axis=2)
    data = polydata(Mesh(points.reshape(-1, 3), ring_faces(count, corners)))
    paint(data, np.repeat(np.round(255 * colours), corners, axis=0).astype(np.uint8))
    return painted(data)
