"""The places of a layout to which people go, in floats."""

from __future__ import annotations

from dataclasses import dataclass, field

from courtyard3d.layout import Layout
from courtyard3d.layout.things import Position
from courtyard3d.scene.state import Point

MAT, ON_IT = "mat", ".place"
"""Who stands on a mat faces as it does."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place to go to: its point, the facing of one who stands there (None: any), its id."""

    point: Point
    facing: float | None
    station: str | None


@dataclass(frozen=True, slots=True)
class Spots:
    """The spots of a layout by name; each is worked out once."""

    layout: Layout
    _found: dict[str, Spot | None] = field(default_factory=dict)

    def get(self, name: str) -> Spot | None:
        """Return the spot of an object or of a point named on it, None where the name leads to neither."""
        if name not in self._found:
            self._found[name] = self._spot(name) if self.layout.has_point(name) else None
        return self._found[name]

    def _spot(self, name: str) -> Spot:
        objects = self.layout.objects
        mat = objects.get(name.removesuffix(ON_IT))
        own = name in objects or (mat is not None and mat.kind == MAT)
        facing = self.layout.facing(name) if own else None
        return Spot(floats(self.layout.point(name)), None if facing is None else float(facing), name)


def floats(point: Position) -> Point:
    """A point of the ledger as floats in 尺."""
    x, y, z = point
    return float(x), float(y), float(z)
