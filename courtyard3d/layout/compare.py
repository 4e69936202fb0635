"""What is elsewhere, turned, larger or gone between two choices of premises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import atan2, degrees, dist

from courtyard3d.layout.layout import Layout
from courtyard3d.layout.things import Position, Thing

LEAST = 1e-9  # chi


@dataclass(frozen=True, slots=True)
class Change:
    """What differs of one thing between two layouts; lengths are exact, in chi.

    `before` and `after` are its places, None where it has none or is not there; `turned` are its
    facings where they differ, `sizes` the measures that differ, each before and after.
    """

    id: str
    there: tuple[bool, bool]
    before: Position | None
    after: Position | None
    turned: tuple[Fraction, Fraction] | None
    sizes: tuple[tuple[str, Fraction, Fraction], ...]

    @property
    def away(self) -> float:
        """How far it has moved, in chi; 0 where it has not, or is not there in both."""
        if self.before is None or self.after is None:
            return 0.0
        return dist(tuple(map(float, self.before)), tuple(map(float, self.after)))

    @property
    def heading(self) -> float | None:
        """Where to it has moved, in degrees clockwise from north; None where it has not, or straight up."""
        if self.before is None or self.after is None:
            return None
        east, north = (float(b - a) for a, b in zip(self.before[:2], self.after[:2], strict=True))
        return degrees(atan2(east, north)) % 360 if abs(east) + abs(north) > LEAST else None


def compare(before: Layout, after: Layout) -> tuple[Change, ...]:
    """Return what differs between two layouts of one rite, what has moved farthest first."""
    names = dict.fromkeys((*before.objects, *after.objects))
    found = (_change(name, before.objects.get(name), after.objects.get(name)) for name in names)
    return tuple(sorted(filter(None, found), key=lambda change: -change.away))


def _change(name: str, one: Thing | None, other: Thing | None) -> Change | None:
    there = one is not None, other is not None
    if one is None or other is None:
        return Change(name, there, one.position if one else None, other.position if other else None, None, ())
    turned = None
    if one.facing is not None and other.facing is not None and one.facing != other.facing:
        turned = one.facing, other.facing
    sizes = tuple(_resized(one, other))
    if one.position == other.position and turned is None and not sizes:
        return None
    return Change(name, there, one.position, other.position, turned, sizes)


def _resized(one: Thing, other: Thing) -> Iterator[tuple[str, Fraction, Fraction]]:
    for measure, quantity in one.size.items():
        if measure in other.size and other.size[measure].value != quantity.value:
            yield measure, quantity.value, other.size[measure].value
