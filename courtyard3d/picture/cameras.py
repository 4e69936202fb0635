"""Views, and the cameras that have names; the director (`director.py`) chooses among such views."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from courtyard3d.errors import InputError
from courtyard3d.picture.roofs import COVER, OVERHEAD, ROOFS, Roof, roof_named
from courtyard3d.picture.shots import ABOVE, ANYWHERE, AROUND, GOAL, STEEP, WIDE_SHOT
from courtyard3d.picture.subject import BODY_HEIGHT, Points, Sights, Subject, bodies, cross

Triple = tuple[float, float, float]
Camera = Callable[[float], "View"]
"""What is seen at a moment (seconds from the beginning of the rite)."""

LENS_DEGREES = 30.0  # vertical angle: long enough not to bend the hall's posts
MARGIN = 0.06  # of the picture's half, left free at each side
CAPTION_ROOM = 0.26  # of the picture's half, left free at the bottom for the caption


@dataclass(frozen=True, slots=True)
class View:
    """Where a camera stands and what it sees.

    `position` and `focus` are metres (x east, y north, z up), `up` a direction, `angle` the vertical
    angle in degrees; `height` is the height of the picture in metres for a view in parallel
    projection, else None. Standing things of the layers `lifted` are left out, those of the layers
    `glass` are seen through.
    """

    position: Triple
    focus: Triple
    up: Triple = (0.0, 0.0, 1.0)
    angle: float = LENS_DEGREES
    height: float | None = None
    lifted: frozenset[str] = frozenset()
    glass: frozenset[str] = frozenset()

    def under(self, roof: Roof) -> View:
        """Return the view with roofs shown in another way."""
        return replace(self, lifted=(self.lifted - OVERHEAD) | roof.lifted, glass=roof.glass)

    def moved(self, by: Points) -> View:
        """Return the view from a place `by` (3,) metres further on, in the same direction."""
        return replace(
            self, position=_triple(np.array(self.position) + by), focus=_triple(np.array(self.focus) + by)
        )

    def holds(self, points: Points, aspect: float) -> NDArray[np.bool_]:
        """Say which points (n, 3) are in a picture `aspect` times as wide as it is high."""
        across, above, depth = self.project(points)
        return np.asarray((abs(across) <= aspect) & (abs(above) <= 1.0) & (depth > 0))

    def project(self, points: Points) -> tuple[Points, Points, Points]:
        """Return where points (n, 3) are in the picture, each (n,).

        To the right and up, in halves of the picture's height from its middle; and metres ahead.
        """
        forward, right, up = _axes(self.position, self.focus, self.up)
        seen = points - np.array(self.position)
        depth = seen @ forward
        half = np.tan(np.radians(self.angle / 2)) * depth if self.height is None else self.height / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            return seen @ right / half, seen @ up / half, depth


def _axes(position: Triple, focus: Triple, up: Triple) -> tuple[Points, Points, Points]:
    """Return unit vectors (3,): forward, to the right, up in the picture."""
    forward = np.subtract(focus, position)
    forward = forward / np.linalg.norm(forward)
    right = cross(forward, np.array(up))
    right = right / np.linalg.norm(right)
    return forward, right, cross(right, forward)


@dataclass(frozen=True, slots=True)
class Aim:
    """The direction in which a camera looks: compass degrees, and degrees below the level."""

    heading: float
    down: float

    @classmethod
    def of(cls, view: View) -> Aim:
        """Return the direction in which a view looks."""
        east, north, up = np.subtract(view.focus, view.position).tolist()
        level = float(np.hypot(east, north))
        return cls(
            float(np.degrees(np.arctan2(east, north))) % 360.0, float(np.degrees(np.arctan2(-up, level)))
        )

    @property
    def axes(self) -> tuple[Points, Points, Points]:
        """Unit vectors (3,): forward, to the right, up."""
        heading, down = np.radians(self.heading), np.radians(self.down)
        level = np.array([np.sin(heading), np.cos(heading), 0.0])
        forward = np.cos(down) * level - np.sin(down) * np.array([0.0, 0.0, 1.0])
        right = np.array([np.cos(heading), -np.sin(heading), 0.0])
        return forward, right, cross(right, forward)


def fit(
    points: Points,
    aim: Aim,
    aspect: float,
    *,
    parallel: bool = False,
    angle: float = LENS_DEGREES,
    lifted: frozenset[str] = frozenset(),
    room: float = CAPTION_ROOM,
) -> View:
    """Return the nearest view in a direction that holds all `points` (n, 3) above the caption.

    Parameters
    ----------
    points : array of shape (n, 3)
        What must be seen, in metres.
    aim : Aim
        The direction to look in.
    aspect : float
        Width of the picture by its height.
    parallel : bool, default: False
        Parallel projection instead of a perspective.
    angle : float, default: 30
        Vertical angle of the lens, degrees.
    lifted : frozenset of str
        Layers to leave out.
    room : float
        Of the picture's half, left free at the bottom.
    """
    forward, right, up = aim.axes
    half = float(np.tan(np.radians(angle / 2)))
    top, bottom, side = half * (1 - MARGIN), half * (1 - MARGIN - room), half * aspect * (1 - MARGIN)
    depth, across, along = points @ forward, points @ right, points @ up
    if parallel:
        tall, wide = float(np.ptp(along)), float(np.ptp(across))
        distance = max(tall / (top + bottom), wide / (2 * side))
        centre = (
            (across.min() + across.max()) / 2,
            (along.min() + along.max() + distance * (bottom - top)) / 2,
        )
        start = float(depth.min()) - distance
    else:
        # A point is inside where |across - x| <= (depth - start) * side; the tightest pair gives the place.
        high, low = (along - depth * top).max(), (along + depth * bottom).min()
        east, west = (across - depth * side).max(), (across + depth * side).min()
        start = -float(max((high - low) / (top + bottom), (east - west) / (2 * side)))
        distance = float(depth.mean()) - start
        centre = (east + west) / 2, (high + start * top + low - start * bottom) / 2
    position = centre[0] * right + centre[1] * up + start * forward
    return View(
        _triple(position),
        _triple(position + distance * forward),
        _triple(up),
        angle,
        2 * half * distance if parallel else None,
        lifted,
    )


def _triple(values: Points) -> Triple:
    x, y, z = values.tolist()
    return x, y, z


CUT = ROOFS["cut"].lifted
FILM_ROOM = 0.36  # of the picture's half, left free for the captions of a film
HALL_DOWN = (30.0, 34.0, 26.0, 22.0, 18.0, 16.0)  # degrees below the level, the best first
STOOD_ON = ("mark", "mat")
WIDE = 20.0  # metres: who is seen from further away may stand under the beams
ROOM_ROUND = 1.2  # metres round a person who is followed
SHOULDER_BEHIND, SHOULDER_BESIDE = 1.7, 0.6  # metres: from a head to the camera over the shoulder
SHOULDER_AHEAD, SHOULDER_DROP = 6.0, 1.1  # metres: how far before him, and below his cap, it looks
SHOULDER_LENS = 44.0  # degrees
TURN_ROUND = 0.8  # seconds, before and after: that camera turns as he does, more softly


@dataclass(frozen=True, slots=True)
class Manner:
    """A way to see people.

    `headings` are compass degrees of the direction in which the camera looks, the best first;
    for a manner that looks at the `goal` they count from the direction of the targets. `down` are
    degrees below the level, the best first, `lens` is degrees, `context` metres seen round the
    people; `lifted` are the layers left out, `lifted_near` further ones where they are seen from
    near, so that a beam would cross them. Where nothing is in the way a roof may stay.
    """

    headings: tuple[float, ...]
    down: tuple[float, ...]
    lens: float
    context: float
    goal: bool = False
    lifted: frozenset[str] = COVER
    lifted_near: frozenset[str] = frozenset()

    def views(self, points: Points, goal: float, aspect: float) -> Iterator[View]:
        """Return the views on `points` (n, 3), the best first; targets lie in the direction `goal`."""
        seen = padded(points, self.context)
        for down, heading in product(self.down, self.headings):
            yield self._view(seen, Aim(heading + goal if self.goal else heading, down), aspect)

    def along(self, view: View, points: Points, aspect: float) -> View:
        """Return a view on `points` (n, 3) in the direction of another."""
        return self._view(padded(points, self.context), Aim.of(view), aspect)

    def _view(self, seen: Points, aim: Aim, aspect: float) -> View:
        view = fit(seen, aim, aspect, angle=self.lens, lifted=self.lifted, room=FILM_ROOM)
        near = np.linalg.norm(np.subtract(view.position, view.focus)) < WIDE
        return replace(view, lifted=self.lifted | self.lifted_near) if near else view


# The usual cameras stand south and east of people, so that few cuts cross a line of theirs.
SIDES = (330.0, 345.0, 310.0, 0.0, 290.0, 320.0, 300.0, 278.0)
MANNERS: Mapping[str, Manner] = MappingProxyType(
    {
        AROUND: Manner(SIDES, (24.0,), LENS_DEGREES, 1.6, lifted_near=OVERHEAD),
        GOAL: Manner((10.0, 18.0, 3.0, 26.0, -5.0, 34.0, 42.0), (17.0,), 42.0, 1.2, True, COVER | {"wall"}),
        WIDE_SHOT: Manner((330.0, 345.0, 314.0, 0.0, 290.0), (30.0, 42.0), LENS_DEGREES, 7.0),
        STEEP: Manner(SIDES, (42.0,), LENS_DEGREES, 1.6, lifted_near=OVERHEAD),
        ANYWHERE: Manner(
            (20.0, 260.0, 45.0, 240.0, 70.0, 215.0, 95.0, 190.0, 120.0, 165.0, 142.0),
            (24.0, 45.0),
            LENS_DEGREES,
            1.6,
            lifted_near=OVERHEAD | {"wall"},
        ),
        ABOVE: Manner(SIDES, (62.0,), LENS_DEGREES, 1.6, lifted_near=OVERHEAD),
    }
)
"""The last three are for people whom the manner of a shot would hide."""


def still(
    aim: Aim,
    *layers: str,
    lifted: frozenset[str] = CUT,
    parallel: bool = False,
    lens: float = LENS_DEGREES,
) -> Builder:
    """Return what builds an unmoving camera on all that stands in some layers."""

    def build(sights: Sights, aspect: float, who: str | None) -> Camera:
        view = fit(sights.corners(*layers), aim, aspect, parallel=parallel, angle=lens, lifted=lifted)
        return lambda t: view

    return build


def in_hall(sights: Sights, aspect: float, who: str | None) -> Camera:
    """Build an unmoving camera on the hall: its beams cross least of who stands on marks, then on mats."""
    views = [fit(sights.corners("hall"), Aim(352.0, down), aspect, lifted=CUT) for down in HALL_DOWN]
    best = min(views, key=lambda view: [sights.crossed(np.array(view.position), kind) for kind in STOOD_ON])
    return lambda t: best


def on_target(sights: Sights, aspect: float, who: str | None) -> Camera:
    """Build a camera on the targets, from the court before them.

    While one is carried it shows those who carry it, before that the whole court.
    """
    aim = Aim(208.0, 9.0)
    set_up = fit(sights.corners("target", owners=sights.targets), aim, aspect)
    court = CAMERAS["court"](sights, aspect, None)

    def view(t: float) -> View:
        state = sights.timeline.state(t)
        targets = [state.things[name] for name in sights.targets if name in state.things]
        carried = sights.feet(t, [at.holder for at in targets if at.holder and at.holder in state.figures])
        if len(carried):
            return fit(padded(bodies(carried), ROOM_ROUND), Aim(aim.heading, 18.0), aspect, lifted=OVERHEAD)
        return set_up if all(at.visible for at in targets) else court(t)

    return view


def follow(sights: Sights, aspect: float, who: str | None) -> Camera:
    """Build a camera that keeps one person in the middle; while he is away it shows the hall."""
    aim = Aim(345.0, 22.0)
    names = (who,) if who else ()

    def view(t: float) -> View:
        feet = sights.feet(t, names)
        if np.isnan(feet).any():
            return fit(sights.corners("hall"), aim, aspect, lifted=CUT)
        return fit(padded(bodies(feet), ROOM_ROUND), aim, aspect, lifted=OVERHEAD)

    return view


def over_the_shoulder(sights: Sights, aspect: float, who: str | None) -> Camera:
    """Build a camera behind the right shoulder of a person, or of whoever acts, that looks where he looks."""

    def view(t: float) -> View:
        act = sights.timeline.act_at(t)
        names = (who,) if who else act.people[:1] if act else ()
        feet = sights.feet(t, names)
        if not len(feet) or np.isnan(feet).any():
            return fit(sights.corners("hall"), Aim(352.0, 30.0), aspect, lifted=CUT)
        ahead = sights.facing(names[0], t, TURN_ROUND)
        right = np.array([ahead[1], -ahead[0], 0.0])
        head = feet[0] + (0.0, 0.0, BODY_HEIGHT)
        eye = head - SHOULDER_BEHIND * ahead + SHOULDER_BESIDE * right
        focus = head + SHOULDER_AHEAD * ahead - (0.0, 0.0, SHOULDER_DROP)
        return View(_triple(eye), _triple(focus), angle=SHOULDER_LENS, lifted=OVERHEAD)

    return view


def with_target(sights: Sights, aspect: float, who: str | None) -> Camera:
    """Build a camera that sees whoever acts with the targets before him, past those who stand about."""

    def views(t: float, names: Sequence[str]) -> list[View]:
        feet = sights.feet(t, names)
        seen = sights.corners("hall") if np.isnan(feet).any() or not len(feet) else bodies(feet)
        return list(MANNERS[GOAL].views(seen, sights.direction(seen[0]), aspect))

    def view(t: float) -> View:
        act = sights.timeline.act_at(t)
        names, begun = (act.people[:1], act.start) if act else ((), t)
        others = sights.others(begun, names)
        covered = [_covered(each, others, aspect) for each in views(begun, names)]
        return views(t, names)[int(np.argmin(covered))]

    return view


def _covered(view: View, points: Points, aspect: float) -> float:
    """Return a measure of how much of a picture those fill who have `points` (n, 3) before its focus."""
    depth = view.project(points)[2]
    before = view.holds(points, aspect) & (depth < np.linalg.norm(np.subtract(view.focus, view.position)))
    return float((depth[before] ** -2.0).sum())


def padded(points: Points, room: float) -> Points:
    """Return points (n, 3) with four more round each, `room` metres off on the level."""
    offsets = room * np.array([[0, 0, 0], [1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]])
    return (points[:, None] + offsets).reshape(-1, 3)


Builder = Callable[[Sights, float, str | None], Camera]

CAMERAS: Mapping[str, Builder] = MappingProxyType(
    {
        "plan": still(
            Aim(0.0, 90.0), "hall", "wall", "court", "thing", "target", lifted=OVERHEAD, parallel=True
        ),
        "court": still(Aim(333.0, 20.0), "hall", "thing", "target", lens=16.0),
        "hall": in_hall,
        "archer": with_target,
        "target": on_target,
        "over-the-shoulder": over_the_shoulder,
        "follow": follow,
    }
)
BOUND = ("follow",)
"""Cameras that need a person's id; `over-the-shoulder` may have one."""
OPEN = ("over-the-shoulder",)
NAMES = (*(name for name in CAMERAS if name not in BOUND), *(f"{name}:<id>" for name in (*BOUND, *OPEN)))


def camera_named(name: str, subject: Subject, aspect: float) -> Camera:
    """Return the camera of that name: one of `CAMERAS`, `follow` and `over-the-shoulder` with `:` and an id.

    Raises
    ------
    InputError
        Where there is no such camera or person; offers the nearest.
    """
    kind, _, who = check_camera(name).partition(":")
    people = subject.layout.people
    if who and who not in people:
        raise InputError(f"no person '{who}' to follow", given=who, valid=people)
    return CAMERAS[kind](Sights(subject), aspect, who or None)


def check_camera(name: str) -> str:
    """Return the name of a camera; raise InputError where there is none of that name, with the nearest."""
    kind, _, who = name.partition(":")
    lacks, has = kind in BOUND and not who, who and kind not in (*BOUND, *OPEN)
    if kind not in CAMERAS or lacks or has:
        raise InputError(f"no camera '{name}'", expected=", ".join(NAMES), given=name, valid=CAMERAS)
    return name


def roofed(camera: Camera, roof: str | None) -> Camera:
    """Return a camera that shows roofs in the way of that name (see `ROOFS`); None: as it sees fit."""
    if roof is None:
        return camera
    way = roof_named(roof)
    return lambda t: camera(t).under(way)
