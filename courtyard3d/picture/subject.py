"""What a picture is taken of: the protocol, and where its things and people are in metres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.picture.shotlist import Written
    from courtyard3d.rite.timeline import Timeline
    from courtyard3d.scene.graph import Item, Scene

Points = NDArray[np.float64]

CLEAR = 0.98  # of the way to a point: what a box touches only beyond it (the floor he stands on) hides nobody
BODY_WIDTH = 0.5  # metres, without the sleeves
SHOULDERS = 0.3  # metres: a post hides people whose middle it leaves so little beside it
SLENDER = 1.2  # metres: what is no broader and taller than people is a post
KNEE = 0.5  # metres: what is lower hides nobody
SOON = 1e-6  # seconds: a moment as a stretch
FACINGS = 9  # looks at the facing of a person who turns
LEVEL = 1e-6  # who has turned right round has no mean direction
BODY_HEIGHT = 1.9  # metres, cap and all: what of a person must be in the picture
LEVELS = BODY_HEIGHT * np.linspace(0.05, 0.95, 12)[:, None] * (0.0, 0.0, 1.0)  # points of a body


class Subject(Protocol):
    """What has a layout, a scene and a timeline: a courtyard under chosen premises."""

    @property
    def layout(self) -> Layout: ...

    @property
    def scene(self) -> Scene: ...

    @property
    def timeline(self) -> Timeline: ...

    @property
    def shots(self) -> Sequence[Written]: ...


class Sights:
    """Where that which can be looked at is, in metres (x east, y north, z up)."""

    def __init__(self, subject: Subject) -> None:
        self.layout = subject.layout
        self.scene = subject.scene
        self.timeline = subject.timeline
        self._obstacles: dict[frozenset[str], Points] = {}

    @property
    def standing(self) -> tuple[Item, ...]:
        """What stands from the beginning, and what will."""
        return (*self.scene.static, *self.scene.brought)

    @cached_property
    def boxes(self) -> Points:
        """Boxes (n, 2, 3) round what stands, in its order: lowest and highest corner."""
        return np.array([self._box(item) for item in self.standing]).reshape(-1, 2, 3)

    def _box(self, item: Item) -> Points:
        points = self.scene.meshes[item.mesh].points @ item.matrix[:3, :3].T + item.matrix[:3, 3]
        return np.array([points.min(axis=0), points.max(axis=0)])

    def corners(self, *layers: str, owners: Iterable[str] = ()) -> Points:
        """Return the corners (8, 3) of the box round all standing items of some layers or owners.

        No such item: the whole scene's.
        """
        wanted = frozenset(owners)
        chosen = np.array(
            [item.layer in layers or item.owner in wanted for item in self.standing], dtype=bool
        )
        return corners(self.boxes[chosen] if chosen.any() else self.boxes)

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """Ids of the things shot at."""
        return tuple(name for name, thing in self.layout.objects.items() if thing.kind == "cloth-target")

    def feet(self, t: float, names: Iterable[str]) -> Points:
        """Return where people stand (k, 3) at a moment; not a number for those who are absent."""
        feet: Points = self.ways(np.array([t]), names)[0]
        return feet

    def others(self, t: float, names: Sequence[str]) -> Points:
        """Return points (n, 3) of the bodies and shoulders of all who are present but `names`."""
        feet = self.feet(t, [name for name in self.timeline.figures if name not in names])
        there = feet[~np.isnan(feet).any(axis=1)]
        middle = there[:, None, None] + LEVELS[:, None]
        beside = SHOULDERS * np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
        return np.asarray((middle + beside).reshape(-1, 3))

    def ways(self, moments: Points, names: Iterable[str]) -> Points:
        """Return where people stand (n, k, 3) at moments (n,); not a number for those who are absent."""
        places: Points = self.timeline.places(names, moments) * self.layout.chi_m
        return places

    def facing(self, name: str, t: float, smooth: float = 0.0) -> Points:
        """Return where a person looks, (3,), averaged over `smooth` seconds before and after."""
        moments = np.linspace(t - smooth, t + smooth, FACINGS) if smooth else np.array([t])
        track = self.timeline.figures[name]
        looks = (next(track.looks(at, at + SOON))[1] for at in moments.tolist())
        turns = np.radians([state.facing or 0.0 for state in looks])
        ahead = np.array([np.sin(turns).mean(), np.cos(turns).mean(), 0.0])
        length = float(np.linalg.norm(ahead))
        return ahead / length if length > LEVEL else np.array([np.sin(turns[0]), np.cos(turns[0]), 0.0])

    def direction(self, place: Points) -> float:
        """Return the compass degrees from a place (3,) to the middle of the targets."""
        east, north, _ = self.corners(owners=self.targets).mean(axis=0) - place
        return float(np.degrees(np.arctan2(east, north)))

    def crossed(self, eye: Points, kind: str) -> int:
        """Return before how much of those who stand on things of a kind an eye (3,) sees beams."""
        beams = self.boxes[np.array([item.layer == "frame" for item in self.standing], dtype=bool)]
        marks = [thing for thing in self.layout.objects.values() if thing.kind == kind]
        feet = [thing.position for thing in marks if not thing.members and thing.position is not None]
        people = self.layout.chi_m * np.array(feet, dtype=float).reshape(-1, 1, 3) + LEVELS
        return int(hidden(eye, people.reshape(-1, 3), beams).any(axis=-1).sum())

    def obstacles(self, lifted: frozenset[str]) -> Points:
        """Return the boxes (n, 2, 3) of standing things that may hide people; posts hide whole shoulders."""
        if lifted not in self._obstacles:
            self._obstacles[lifted] = self._in_the_way(lifted)
        return self._obstacles[lifted]

    def _in_the_way(self, lifted: frozenset[str]) -> Points:
        solid = [item.layer not in lifted | {"ground", "mark", "crowd"} for item in self.standing]
        boxes: Points = self.boxes[np.array(solid, dtype=bool)]
        boxes = boxes[boxes[:, 1, 2] - boxes[:, 0, 2] > KNEE]
        extent = boxes[:, 1] - boxes[:, 0]
        posts = (extent[:, :2].max(axis=1) <= SLENDER) & (extent[:, 2] > BODY_HEIGHT)
        wider = posts[:, None] * np.array([SHOULDERS, SHOULDERS, 0.0])
        return np.stack([boxes[:, 0] - wider, boxes[:, 1] + wider], axis=1)


def bodies(feet: Points) -> Points:
    """Return feet and crowns (…, 2k, 3) of people whose feet (…, k, 3) are known."""
    crowns = np.array([0.0, 0.0, BODY_HEIGHT])
    return np.concatenate([feet, feet + crowns], axis=-2)


def people_boxes(feet: Points, tall: Points) -> Points:
    """Return boxes (…, k, 2, 3) round the bodies of people, so `tall` (…, k), on their feet (…, k, 3)."""
    half = np.array([BODY_WIDTH / 2, BODY_WIDTH / 2, 0.0])
    top = feet + half
    top[..., 2] += tall
    return np.stack([feet - half, top], axis=-2)


def hidden(eyes: Points, points: Points, boxes: Points) -> NDArray[np.bool_]:
    """Say which boxes (…, m, 2, 3) hide which points (…, p, 3) from eyes (…, 3).

    Returns
    -------
    array of shape (…, p, m)
    """
    ways = points - eyes[..., None, :]
    enters, leaves = np.array(-np.inf), np.array(np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis in range(3):
            way, eye = ways[..., :, None, axis], eyes[..., None, None, axis]
            low, high = ((boxes[..., None, :, side, axis] - eye) / way for side in (0, 1))
            enters, leaves = np.fmax(enters, np.fmin(low, high)), np.fmin(leaves, np.fmax(low, high))
    return np.asarray((enters < leaves) & (enters > 0) & (enters < CLEAR))


def corners(boxes: Points) -> Points:
    """Return the corners (8, 3) of the box round boxes (n, 2, 3)."""
    low, high = boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)
    return np.array(
        [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    )


def cross(one: Points, other: Points) -> Points:
    """Return the product of two directions (3,): what is at right angles to both."""
    (a, b, c), (x, y, z) = one.tolist(), other.tolist()
    return np.array([b * z - c * y, c * x - a * z, a * y - b * x])
