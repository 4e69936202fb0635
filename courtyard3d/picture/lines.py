"""The line that a shot draws: cameras of shots that follow each other stay on one side of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from courtyard3d.picture.cameras import View
from courtyard3d.picture.subject import Points, Sights

ON_THE_LINE = float(np.sin(np.radians(12.0)))  # a camera so near the line is on neither side
OPPOSITE = float(np.cos(np.radians(50.0)))  # of two who look at each other
AGREEING = 0.6  # length of the mean of directions, 1 where all look the same way
APART = 0.3  # metres: who are nearer draw no line between them


@dataclass(frozen=True, slots=True)
class Line:
    """A line through `place` (2,) along `way` (2,), and on which side of it the camera stood."""

    place: Points
    way: Points
    side: float

    @classmethod
    def drawn(cls, sights: Sights, people: Sequence[str], view: View, t: float) -> Line | None:
        """Return the line of people at a moment, seen by a view; None where they draw none.

        Of two who look at each other it is the line between them; else it is the way in which all look.
        """
        feet = sights.feet(t, people)
        there = ~np.isnan(feet[:, 0])
        names = [name for name, here in zip(people, there.tolist(), strict=True) if here]
        if not names:
            return None
        places = feet[there][:, :2]
        looks = np.array([sights.facing(name, t)[:2] for name in names])
        way = _between(places, looks)
        if way is None:
            way = looks.mean(axis=0)
            if np.linalg.norm(way) < AGREEING:
                return None
        line = cls(places.mean(axis=0), way / np.linalg.norm(way), 0.0)
        return cls(line.place, line.way, line.side_of(view))

    def side_of(self, view: View) -> float:
        """Return on which side of the line a camera stands: -1, 1, or 0 near it."""
        east, north = np.array(view.position[:2]) - self.place
        across = (self.way[0] * north - self.way[1] * east) / np.hypot(east, north)
        return 0.0 if abs(across) < ON_THE_LINE else float(np.sign(across))

    def is_crossed_by(self, view: View) -> bool:
        """Say whether a camera stands on the other side of the line."""
        return self.side * self.side_of(view) < 0


def _between(places: Points, looks: Points) -> Points | None:
    """Return the way from the first to the second of people (k, 2) if they look at each other."""
    if len(places) < 2:
        return None
    way = places[1] - places[0]
    length = float(np.linalg.norm(way))
    if length < APART:
        return None
    facing = min(looks[0] @ way, -(looks[1] @ way)) / length
    return way if facing > OPPOSITE else None
