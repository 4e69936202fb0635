"""What a picture is taken of: the protocol, and where its things and people are in metres."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.rite.timeline import Timeline
    from courtyard3d.scene.graph import Item, Scene

Points = NDArray[np.float64]

CLEAR = 0.98  # of the way to a point: what a box touches only beyond it (the floor he stands on) hides nobody
BODY_WIDTH = 0.8  # metres, sleeves and all
SHOULDERS = 0.3  # metres: a post hides people whose middle it leaves so little beside it
SLENDER = 1.2  # metres: what is no broader and taller than people is a post
KNEE = 0.5  # metres: what is lower hides nobody
BODY_HEIGHT = 1.9  # metres, cap and all: what of a person must be in the picture


class Subject(Protocol):
    """What has a layout, a scene and a timeline: a courtyard under chosen premises."""

    @property
    def layout(self) -> Layout: ...

    @property
    def scene(self) -> Scene: ...

    @property
    def timeline(self) -> Timeline: ...


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

    def ways(self, moments: Points, names: Iterable[str]) -> Points:
        """Return where people stand (n, k, 3) at moments (n,); not a number for those who are absent."""
        places: Points = self.timeline.places(names, moments) * self.layout.chi_m
        return places

    def direction(self, place: Points) -> float:
        """Return the compass degrees from a place (3,) to the middle of the targets."""
        east, north, _ = self.corners(owners=self.targets).mean(axis=0) - place
        return float(np.degrees(np.arctan2(east, north)))

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

    def acting(self, t: float) -> Points:
        """Return where those stand (k, 3) who act in the main line at a moment and are there."""
        names = dict.fromkeys(who for act in self.timeline.running(t) if act.main for who in act.people)
        feet = self.feet(t, names)
        there: Points = feet[~np.isnan(feet).any(axis=1)]
        return there

    def others(self, t: float, names: Iterable[str]) -> Points:
        """Return boxes (n, 2, 3) round those who are there at a moment and are not among `names`."""
        feet = self.feet(t, sorted(self.timeline.state(t).figures.keys() - set(names)))
        feet = feet[~np.isnan(feet).any(axis=1)]
        half = np.array([BODY_WIDTH / 2, BODY_WIDTH / 2, 0.0])
        return np.stack([feet - half, feet + half + (0.0, 0.0, BODY_HEIGHT)], axis=1)


def bodies(feet: Points) -> Points:
    """Return feet and crowns (…, 2k, 3) of people whose feet (…, k, 3) are known."""
    crowns = np.array([0.0, 0.0, BODY_HEIGHT])
    return np.concatenate([feet, feet + crowns], axis=-2)


def hidden(eyes: Points, points: Points, boxes: Points) -> int:
    """Count the points (n, 3) that some box (m, 2, 3) hides from eyes (n, 3)."""
    way = (points - eyes).T[..., None]
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = ((side.T[:, None] - eyes.T[..., None]) / way for side in (boxes[:, 0], boxes[:, 1]))
    enters, leaves = np.fmin(low, high).max(axis=0), np.fmax(low, high).min(axis=0)
    return int(((enters < leaves) & (enters > 0) & (enters < CLEAR)).any(axis=1).sum())


def corners(boxes: Points) -> Points:
    """Return the corners (8, 3) of the box round boxes (n, 2, 3)."""
    low, high = boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)
    return np.array(
        [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    )
