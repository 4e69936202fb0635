"""Through which camera a window looks, and how it gets from one to the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from courtyard3d.picture.cameras import CAMERAS, CUT, MARGIN, Aim, Camera, View, fit, padded
from courtyard3d.picture.director import DIRECTOR, camera
from courtyard3d.picture.roofs import OVERHEAD
from courtyard3d.picture.subject import BODY_HEIGHT, Sights, Subject, bodies
from courtyard3d.picture.viewer.turning import Flight, ahead, in_parallel, nearer, shifted, turned

if TYPE_CHECKING:
    from courtyard3d.picture.viewer.clock import Clock

EYES, FROM_TARGET, FOLLOW = "eyes", "from-target", "follow"
EYE_LENS = 62.0  # degrees: what a man sees well at once
EYE_HEIGHT = 0.86  # of his height, cap and all
LOOK_AHEAD = 8.0  # metres
SEATED = {"kneeling": 0.48, "seated": 0.48, "prostrate": 0.2, "bowing": 0.75}
"""Of the height of the eyes of one who stands."""
IN_FRONT = 3.0  # metres before the target, past those who stand at it
AROUND = 1.0  # metres seen round those who act


class Cameraman:
    """Chooses what a window sees.

    Parameters
    ----------
    subject : Subject
        What is shown.
    clock : Clock
        Says what moment it is.
    now : callable, optional
        Gives the real time in seconds.

    Attributes
    ----------
    name : str or None
        The camera; None where the user has turned the view himself.
    parallel : bool or None
        Whether the projection is parallel; None: as the camera has it.
    """

    def __init__(self, subject: Subject, clock: Clock, now: Callable[[], float] = monotonic) -> None:
        self._subject, self._clock, self._now = subject, clock, now
        self._sights = Sights(subject)
        self.name: str | None = DIRECTOR
        self.parallel: bool | None = None
        self._free: View | None = None
        self._flight: Flight | None = None
        self._built: dict[tuple[str, float], Camera] = {}
        self.aspect = 1.0

    def view(self) -> View:
        """Return what is seen now."""
        goal = self._goal()
        if self._flight is None:
            return goal
        found = self._flight.view(goal, self._now())
        if self._flight.over(self._now()):
            self._flight = None
        return found

    @property
    def flying(self) -> bool:
        """Whether the camera is on its way."""
        return self._flight is not None

    @property
    def eye(self) -> str | None:
        """The person through whose eyes the window looks."""
        kind, _, who = (self.name or "").partition(":")
        return who if kind == EYES else None

    @property
    def filmed(self) -> str | None:
        """The camera by the name that a film knows it by; None where it knows none."""
        kind = (self.name or "").partition(":")[0]
        return self.name if kind in CAMERAS else None

    def choose(self, name: str) -> None:
        """Look through a camera by its name."""
        self._depart()
        self.name = name

    def fit_acting(self) -> None:
        """Look at those who act, from where the camera looks."""
        view, t = self.view(), self._clock.time
        feet = self._sights.feet(t, self._subject.timeline.actors(t))
        feet = feet[~np.isnan(feet).any(axis=1)]
        if len(feet):
            self._depart()
            found = fit(
                padded(bodies(feet), AROUND), Aim.of(view), self.aspect, room=MARGIN, lifted=view.lifted
            )
            self._free, self.name = found, None

    def toggle_parallel(self) -> None:
        """Change between perspective and parallel projection."""
        self.parallel = self.view().height is None

    def turn(self, right: float, down: float) -> None:
        """Turn the view by a drag, in parts of the height of the scene."""
        self._change(lambda view: turned(view, right, down, about_eye=self._stands))

    def shift(self, right: float, down: float) -> None:
        """Shift the view by a drag, in parts of the height of the scene."""
        self._change(lambda view: shifted(view, right, down))

    def approach(self, notches: float) -> None:
        """Bring the camera nearer by notches of the wheel."""
        self._change(lambda view: nearer(view, notches))

    def take_over(self, other: Cameraman) -> None:
        """Look as another cameraman does, at another scene."""
        self.name, self.parallel, self._free = other.name, other.parallel, other._free
        who = (self.name or "").partition(":")[2]
        if who and who not in self._subject.layout.people:
            self.name = DIRECTOR

    def _change(self, change: Callable[[View], View]) -> None:
        self._stands = self.eye is not None or (self.name is None and self._stands)
        self._free, self.name, self._flight = change(self.view()), None, None

    _stands = False
    """Whether the user turns his head where somebody stands, and not the courtyard."""

    def _depart(self) -> None:
        self._flight, self._stands = Flight(self.view(), self._now()), False

    def _goal(self) -> View:
        if self.name is None and self._free is not None:
            view = self._free
        else:
            view = self._camera(self.name or DIRECTOR)(self._clock.time)
        return view if self.parallel is None else in_parallel(view, self.parallel)

    def _camera(self, name: str) -> Camera:
        key = name, round(self.aspect, 3)
        if key not in self._built:
            kind, _, who = name.partition(":")
            if kind in OWN:
                self._built[key] = OWN[kind](self._sights, self.aspect, who)
            else:
                self._built[key] = camera(name, self._subject, self.aspect, opening=False)
        return self._built[key]


def from_eyes(sights: Sights, aspect: float, who: str) -> Camera:
    """Build the camera that sees what a person sees; while he is away, the hall."""

    def view(t: float) -> View:
        state = sights.timeline.state(t).figures[who]
        (feet,) = sights.feet(t, [who])
        if state.facing is None or np.isnan(feet).any():
            return fit(sights.corners("hall"), Aim(352.0, 30.0), aspect, lifted=CUT)
        tall = EYE_HEIGHT * BODY_HEIGHT * SEATED.get(state.posture, 1.0)
        eye = feet + np.array([0.0, 0.0, tall])
        x, y, z = eye.tolist()
        a, b, c = (eye + LOOK_AHEAD * ahead(state.facing)).tolist()
        return View((x, y, z), (a, b, c), angle=EYE_LENS)

    return view


def from_target(sights: Sights, aspect: float, who: str) -> Camera:
    """Build the camera that looks from the targets, over those who stand before them, at the hall."""
    target, hall = sights.corners(owners=sights.targets), sights.corners("hall")
    points = hall[hall[:, 1] < hall[:, 1].mean()]
    focus, middle = points.mean(axis=0), target.mean(axis=0)
    eye = middle + IN_FRONT * (focus - middle) / np.linalg.norm(focus - middle)
    eye[2] = target[:, 2].max()
    spread = np.linalg.norm(np.ptp(points, axis=0)) / 2 / np.linalg.norm(focus - eye)
    angle = float(np.degrees(2 * np.arctan(spread / min(aspect, 1.6) * 1.1)))
    x, y, z = eye.tolist()
    a, b, c = focus.tolist()
    view = View((x, y, z), (a, b, c), angle=angle, lifted=OVERHEAD)
    return lambda t: view


OWN: Mapping[str, Callable[[Sights, float, str], Camera]] = MappingProxyType(
    {EYES: from_eyes, FROM_TARGET: from_target}
)
"""Cameras that only a window has; `eyes` goes with the id of a person."""
