"""Gives a shot its camera: where it stands, so that those who act are framed and nothing hides them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from courtyard3d.picture.cameras import MANNERS, Camera, Manner, Triple, View
from courtyard3d.picture.lines import Line
from courtyard3d.picture.shots import ELSEWHERE, WIDE_SHOT, Shot
from courtyard3d.picture.stretch import SAMPLE, Stretch
from courtyard3d.picture.subject import BODY_HEIGHT, Points, Sights, bodies, corners, hidden, people_boxes

if TYPE_CHECKING:
    from courtyard3d.picture.shotlist import Written

SMOOTH = 2.0  # seconds of the rite, before and after, over which a following camera is averaged
TOGETHER = 9.0  # metres: who acts further than this from the one who acts longest isn't framed with him
STILL = 6.0  # metres: people who move less are seen by an unmoving camera
LOOKS = 12  # moments of a shot at which it is looked whether people are hidden
BODY = (0.3, 0.6, 0.9)  # of the height of people: where it is looked whether they are hidden
UNSEEN = 0.25  # cost of a view (see `Framer._hides`) above which others are tried
HALF = 0.5  # of a person; who is hidden more is as good as lost
LOST = 10.0  # cost of one who is lost, against one who is hidden a little
BUNCH = 8  # views that are tried at once


@dataclass(frozen=True, slots=True)
class Rail:
    """A camera that keeps its direction: `view`, moved by `path` (n, 3) metres at `moments` (n,) seconds.

    Before and after its own moments it rests.
    """

    view: View
    moments: Points
    path: Points

    @property
    def rests(self) -> bool:
        """Whether it never moves."""
        return not self.path.any()

    def __call__(self, t: float) -> View:
        """Return what is seen at a moment."""
        return self.view if self.rests else self.view.moved(self.shift(t))

    def shift(self, t: float) -> Points:
        """Return by how much it has moved at a moment, (3,) metres."""
        return np.array([np.interp(t, self.moments, axis) for axis in self.path.T])


@dataclass(frozen=True, slots=True)
class Take:
    """A shot with its camera.

    In its first `ease` seconds of the rite the camera comes from where the shot before it left it.
    """

    start: float
    end: float
    people: tuple[str, ...]
    see: Camera
    manner: str
    ease: float = 0.0
    written: Written | None = None

    @property
    def wide(self) -> bool:
        """Whether it may stand on either side of a line."""
        return self.manner == WIDE_SHOT

    def after(self, before: Take, t: float) -> View:
        """Return what is seen at a moment where another shot comes before this one."""
        since = t - self.start
        if since >= self.ease:
            return self.see(t)
        return _between(before.see(t), self.see(t), since / self.ease)


@dataclass(frozen=True, slots=True)
class Scene:
    """What a camera must see, in metres.

    Attributes
    ----------
    place : (3,) array
        Where it is at first.
    path : (n, 3) array
        By how much the camera is moved.
    seen : (m, 3) array
        What must be in the picture, apart from that.
    shifts : (looks, 3) array
        The path at the moments at which it is looked whether people are hidden.
    points : (looks, k * parts, 3) array
        Parts of their bodies then.
    there : (looks, k) array
        Who is there.
    crowd : (looks, c, 2, 3) array
        Boxes round everyone.
    others : (k * parts, c) array
        Whose bodies are others' than that of the part.
    """

    place: Points
    path: Points
    seen: Points
    shifts: Points
    points: Points
    there: NDArray[np.bool_]
    crowd: Points
    others: NDArray[np.bool_]


class Framer:
    """Frames the shots of a stretch of the rite.

    Parameters
    ----------
    sights : Sights
        What can be looked at.
    stretch : Stretch
        Where people are meanwhile.
    aspect : float
        Width of the picture by its height.
    """

    def __init__(self, sights: Sights, stretch: Stretch, aspect: float) -> None:
        self._sights = sights
        self._stretch = stretch
        self._aspect = aspect
        self._chosen: dict[Hashable, View] = {}

    def take(
        self,
        shot: Shot,
        reach: float = TOGETHER,
        line: Line | None = None,
        *,
        before: View | None = None,
        also: Points | None = None,
    ) -> Take | None:
        """Give a shot its camera: unmoving where the people stay together, else going with them.

        Where its manner would hide them, or cross the `line` that the shot before has drawn, they are
        seen in another. People further than `reach` metres from the one who acts longest are left
        out, points (n, 3) that must be seen `also` are not; the direction of a view `before` is kept
        where it can be. None where nobody is there.
        """
        rows = self._stretch.rows(shot.start, shot.end)
        columns = self._together(rows, self._stretch.columns(shot.people), reach)
        if not columns:
            return None
        scene = self._scene(rows, columns)
        if also is not None:
            scene = replace(scene, seen=np.concatenate([scene.seen, also]))
        extent = corners(scene.seen[:, None].repeat(2, axis=1)).round(1)
        alike = (shot.manner, tuple(columns), extent.tobytes())
        view = self._chosen.get(alike)
        if view is None or (line is not None and line.is_crossed_by(view)):
            view = self._covered(self._best(MANNERS[shot.manner], scene, line, before), scene)
        self._chosen[alike] = view
        rail = Rail(view, self._stretch.moments[rows], scene.path)
        return Take(shot.start, shot.end, shot.people, rail, shot.manner)

    def _scene(self, rows: slice, columns: list[int]) -> Scene:
        """Return what a camera on people of some columns must see in some rows."""
        feet = _lasting(self._stretch.feet[rows, columns])
        low, high = feet.min(axis=1), feet.max(axis=1)
        middles = (low + high) / 2
        path = np.zeros_like(middles)
        looks = np.unique(np.linspace(0, len(feet) - 1, LOOKS).round().astype(int))
        seen = bodies(feet[looks]).reshape(-1, 3)
        if np.linalg.norm(np.ptp(middles, axis=0)) > STILL:
            path = self._followed(rows, columns)
            seen = bodies(corners(np.stack([low - path, high - path], axis=1)))
        everyone = np.flatnonzero(~np.isnan(self._stretch.feet[rows][looks, :, 0]).all(axis=0)).tolist()
        tall = np.stack([self._stretch.tall(column)[rows][looks] for column in everyone], axis=1)
        crowd = self._stretch.feet[rows][looks][:, everyone]
        own = [everyone.index(column) for column in columns]
        points = crowd[:, own, None] + tall[:, own, None, None] * np.array([(0, 0, part) for part in BODY])
        others = np.ones((len(columns), len(BODY), len(everyone)), dtype=bool)
        others[np.arange(len(columns)), :, own] = False
        return Scene(
            middles[0],
            path,
            seen,
            path[looks],
            points.reshape(len(looks), -1, 3),
            ~np.isnan(crowd[:, own, 0]),
            people_boxes(crowd, tall),
            others.reshape(-1, len(everyone)),
        )

    def keeps(self, take: Take, start: float, end: float) -> bool:
        """Say whether all who act in the main line between two moments are in the picture."""
        rows, columns = self._stretch.acting(start, end)
        points = bodies(self._stretch.feet[rows, columns][:, None])
        if isinstance(take.see, Rail):
            first = self._stretch.rows(take.start, take.end).start
            steps = np.clip(np.array(rows, int) - first, 0, len(take.see.path) - 1)
            points = points - take.see.path[steps][:, None]
            return bool(take.see.view.holds(points.reshape(-1, 3), self._aspect).all())
        moments = self._stretch.moments[rows].tolist()
        return all(take.see(t).holds(p, self._aspect).all() for t, p in zip(moments, points, strict=True))

    def shows(self, take: Take, tall: float) -> bool:
        """Say whether all people of a shot are unhidden, and at least so `tall` (of the picture's height)."""
        rows = self._stretch.rows(take.start, take.end)
        columns = self._together(rows, self._stretch.columns(take.people), np.inf)
        if not columns:
            return True
        view, scene = take.see(take.start), self._scene(rows, columns)
        feet = _lasting(self._stretch.feet[rows, columns])[0]
        low, high = (view.project(ends)[1] for ends in (feet, feet + np.array([0.0, 0.0, BODY_HEIGHT])))
        return bool(self._hides([view], scene)[0] < UNSEEN and ((high - low) / 2 >= tall).all())

    def keeps_at(self, view: View, t: float) -> bool:
        """Say whether all who act in the main line at a moment are in a view."""
        feet = self._stretch.at(t, self._stretch.acts_at(t))
        return bool(view.holds(bodies(feet), self._aspect).all())

    def _best(self, manner: Manner, scene: Scene, line: Line | None, before: View | None) -> View:
        """Return the first view that hides nobody and crosses no line, else the best of all."""
        best, least = None, (np.inf, True)
        for views in self._views(manner, scene, before):
            crossed = [line is not None and line.is_crossed_by(view) for view in views]
            for view, hides, crosses in zip(views, self._hides(views, scene), crossed, strict=True):
                cost = (max(hides, UNSEEN), crosses)
                if cost < least:
                    best, least = view, cost
            if least == (UNSEEN, False):
                break
        assert best is not None
        return best

    def _views(self, manner: Manner, scene: Scene, before: View | None) -> Iterator[list[View]]:
        """Return the views on a scene, the best first, in the bunches in which they are tried."""
        goal = self._sights.direction(scene.place)
        elsewhere = (MANNERS[name] for name in ELSEWHERE)
        manners = (manner, *(replace(way, context=max(way.context, manner.context)) for way in elsewhere))
        ways = (way.views(scene.seen, goal, self._aspect) for way in manners)
        views = chain.from_iterable(ways)
        if before is not None:
            yield [manner.along(before, scene.seen, self._aspect)]
        yield [next(views)]
        while bunch := list(islice(views, BUNCH)):
            yield bunch

    def _covered(self, view: View, scene: Scene) -> View:
        """Leave the roof where it is if it hides nobody."""
        roofed = replace(view, lifted=frozenset())
        with_roof, without = (self._hides([one], scene)[0] for one in (roofed, view))
        return roofed if with_roof <= without else view

    def _hides(self, views: list[View], scene: Scene) -> list[float]:
        """Return how much of people each view hides: the mean share, and `LOST` for who is lost.

        Each is hidden by what stands, and by everyone else.
        """
        eyes = np.array([view.position for view in views])[:, None] + scene.shifts
        boxes = self._sights.obstacles(frozenset.intersection(*(view.lifted for view in views)))
        ends = np.concatenate([eyes.reshape(-1, 3), scene.points.reshape(-1, 3)])
        low, high = np.nanmin(ends, axis=0), np.nanmax(ends, axis=0)
        near = ((boxes[:, 0] <= high) & (boxes[:, 1] >= low)).all(axis=1)
        walls = hidden(eyes, scene.points, boxes[near]).any(axis=-1)
        near = ((scene.crowd[..., 0, :] <= high) & (scene.crowd[..., 1, :] >= low)).all(axis=-1).any(axis=0)
        crowd = hidden(eyes, scene.points, scene.crowd[:, near])
        crowd &= scene.others[:, near]
        lost = (walls | crowd.any(axis=-1)).reshape(*eyes.shape[:2], -1, len(BODY)).mean(axis=3)
        lost = lost[:, scene.there]
        return (
            (lost.mean(axis=1) + LOST * (lost > HALF).mean(axis=1)).tolist()
            if lost.size
            else [0.0] * len(views)
        )

    def _followed(self, rows: slice, columns: list[int]) -> Points:
        """Return the middle of people of some columns in some rows, (n, 3), as a camera follows it.

        It is averaged over the moments before and after, so that parts of a shot join.
        """
        reach = round(SMOOTH / SAMPLE)
        first, last = max(rows.start - reach, 0), min(rows.stop + reach, len(self._stretch.moments))
        feet = _lasting(self._stretch.feet[first:last, columns])
        middles = (feet.min(axis=1) + feet.max(axis=1)) / 2
        edges = (first - rows.start + reach, rows.stop + reach - last)
        wide = np.pad(middles, (edges, (0, 0)), mode="edge")
        window = np.ones(2 * reach + 1) / (2 * reach + 1)
        return np.stack([np.convolve(axis, window, "valid") for axis in wide.T], axis=1)

    def _together(self, rows: slice, columns: list[int], reach: float) -> list[int]:
        """Keep those who are there at some time and always near the first of them."""
        there = [c for c in columns if not np.isnan(self._stretch.feet[rows, c, 0]).all()]
        feet = _lasting(self._stretch.feet[rows, there])
        near = (np.linalg.norm(feet - feet[:, :1], axis=2) < reach).all(axis=0)
        return [column for column, is_near in zip(there, near.tolist(), strict=True) if is_near]


def _lasting(feet: Points) -> Points:
    """Let people (n, k, 3) who come or go be where they are first or last seen."""
    there = ~np.isnan(feet).any(axis=2)
    seen = np.where(there, np.arange(len(feet))[:, None], there.argmax(axis=0))
    found: Points = np.take_along_axis(feet, np.maximum.accumulate(seen, axis=0)[..., None], axis=0)
    return found


def _between(one: View, other: View, part: float) -> View:
    """Return the view a `part` (0 to 1) of the way from one to the other, slow at both ends."""
    eased = part * part * (3.0 - 2.0 * part)

    def mix(a: Triple, b: Triple) -> Triple:
        x, y, z = (np.array(a) * (1 - eased) + np.array(b) * eased).tolist()
        return x, y, z

    return replace(
        other,
        position=mix(one.position, other.position),
        focus=mix(one.focus, other.focus),
        angle=one.angle * (1 - eased) + other.angle * eased,
    )
