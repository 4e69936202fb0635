"""The state of a rite at one moment, as the scene understands it.

Lengths are floats in 尺 in the world frame (x east, y north, z up); facings are
degrees clockwise from north.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

Point = tuple[float, float, float]


class Spot(NamedTuple):
    """Where a body is or was when a foot was set down beside its own point."""

    x: float
    y: float
    z: float
    facing: float


class Foot(NamedTuple):
    """A foot: from `start` it has gone the `share` (0 to 1) of the step to `end`; there it bears weight."""

    start: Spot
    end: Spot
    share: float


class Feet(NamedTuple):
    """Both feet of one who moves; the hem is kept above `level` (z in 尺)."""

    left: Foot
    right: Foot
    level: float


class FigureState(NamedTuple):
    """One person at one moment.

    `pose` is what the body does now, `before` what it did (in the posture
    `posture_before`), `blend` (0 to 1) how far it has come from one to the other; `feet`
    are where the feet of one who moves are, None for one who stands still.
    `office` is the one whose name he bears, None for his own name.
    """

    position: Point | None
    facing: float | None
    posture: str
    pose: str
    before: str
    blend: float
    moving: bool
    holds: tuple[str, ...]
    dress: tuple[str, ...]
    station: str | None
    holder: str | None
    posture_before: str = "standing"
    office: str | None = None
    feet: Feet | None = None

    @property
    def visible(self) -> bool:
        return self.position is not None


class ThingState(NamedTuple):
    """One thing at one moment: held (`holder` and `place`), on a spot, in flight, or absent.

    `facing` is where its front (a long thing's head) points, `pitch` how far that
    head is raised above the level, in degrees; `condition` what was done to it
    (full, empty, strung, slack, tied, folded, loose, bundled), None where nothing was.
    """

    position: Point | None
    facing: float | None
    pitch: float
    holder: str | None
    place: str | None
    condition: str | None = None

    @property
    def visible(self) -> bool:
        return self.position is not None


@dataclass(frozen=True, slots=True)
class State:
    """Everything at `time` seconds from the beginning of the rite."""

    time: float
    section: str
    act: str | None
    acts: tuple[str, ...]
    figures: Mapping[str, FigureState]
    things: Mapping[str, ThingState]
