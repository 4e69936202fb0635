"""Views that are turned, shifted and brought nearer by hand, and flights from one view to another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin, tan
from typing import TypeVar

import numpy as np

from courtyard3d.picture.cameras import Aim, View
from courtyard3d.picture.subject import Points

Value = TypeVar("Value", float, Points)

STEEPEST, FLATTEST = 89.0, -25.0  # degrees below the level that a view is turned to
HALF_TURN = 180.0  # degrees that a drag over the height of the scene turns
NOTCH = 1.15  # how much nearer a notch of the wheel brings the camera
CLOSEST, FARTHEST = 0.8, 600.0  # metres between a camera and what it looks at
FLIGHT = 0.9  # seconds that a camera takes to another view


def turned(view: View, right: float, down: float, *, about_eye: bool = False) -> View:
    """Return a view turned by a drag, in parts of the height of the scene.

    It turns about what it looks at, or, as a head does, about the eye itself.
    """
    aim = Aim.of(view)
    sign = -1.0 if about_eye else 1.0
    across = HALF_TURN if not about_eye else view.angle
    heading = aim.heading + sign * across * right
    steep = min(max(aim.down + sign * across * down, FLATTEST if not about_eye else -STEEPEST), STEEPEST)
    forward, _, up = Aim(heading, steep).axes
    distance = length(view)
    if about_eye:
        eye = np.array(view.position)
        return _placed(view, eye, eye + distance * forward, up)
    focus = np.array(view.focus)
    return _placed(view, focus - distance * forward, focus, up)


def shifted(view: View, right: float, down: float) -> View:
    """Return a view shifted by a drag, in parts of the height of the scene: what was seized stays seized."""
    _, sideways, up = Aim.of(view).axes
    return view.moved(tall(view) * (down * up - right * sideways))


def nearer(view: View, notches: float) -> View:
    """Return a view nearer to what it looks at by so many notches of the wheel."""
    factor = NOTCH**-notches
    away = min(max(length(view) * factor, CLOSEST), FARTHEST)
    eye = np.array(view.focus) - away * Aim.of(view).axes[0]
    height = None if view.height is None else view.height * factor
    return replace(view, position=_triple(eye), height=height)


def in_parallel(view: View, parallel: bool) -> View:
    """Return a view in parallel projection, or in perspective, that shows what it looks at as large."""
    if parallel == (view.height is not None):
        return view
    if parallel:
        return replace(view, height=tall(view))
    away = tall(view) / 2 / tan(radians(view.angle) / 2)
    eye = np.array(view.focus) - away * Aim.of(view).axes[0]
    return replace(view, position=_triple(eye), height=None)


def tall(view: View) -> float:
    """Return how many metres the picture is high where the view looks."""
    return view.height if view.height is not None else 2 * length(view) * tan(radians(view.angle) / 2)


def length(view: View) -> float:
    """Return the metres between the camera and what it looks at."""
    return float(np.linalg.norm(np.subtract(view.focus, view.position)))


@dataclass(frozen=True, slots=True)
class Flight:
    """A smooth move from a view to another camera.

    `start` is the second of the real time at which it begins.
    """

    origin: View
    start: float
    lasts: float = FLIGHT

    def view(self, goal: View, now: float) -> View:
        """Return what is seen at a second of the real time on the way to a view."""
        share = eased((now - self.start) / self.lasts)
        if share >= 1.0:
            return goal
        origin = in_parallel(self.origin, goal.height is not None)
        one, other = Aim.of(origin), Aim.of(goal)
        heading = one.heading + share * ((other.heading - one.heading + 180.0) % 360.0 - 180.0)
        forward, _, up = Aim(heading, mix(one.down, other.down, share)).axes
        focus = mix(np.array(origin.focus), np.array(goal.focus), share)
        away = length(origin) ** (1 - share) * length(goal) ** share
        height = None
        if goal.height is not None:
            height = tall(origin) ** (1 - share) * goal.height**share
        angle = mix(origin.angle, goal.angle, share)
        found = replace(goal, angle=angle, height=height)
        return _placed(found, focus - away * forward, focus, up)

    def over(self, now: float) -> bool:
        """Say whether the move is over."""
        return now - self.start >= self.lasts


def eased(share: float) -> float:
    """Return a share (0 to 1) that begins and ends softly."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)


def mix(one: Value, other: Value, share: float) -> Value:
    """Return what lies so far between one value and another."""
    return one + share * (other - one)


def ahead(facing: float) -> Points:
    """Return the level direction (3,) of a facing in degrees clockwise from north."""
    return np.array([sin(radians(facing)), cos(radians(facing)), 0.0])


def _placed(view: View, eye: Points, focus: Points, up: Points) -> View:
    return replace(view, position=_triple(eye), focus=_triple(focus), up=_triple(up))


def _triple(values: Points) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z
