"""The relations in which the texts place a thing, one row of the table each.

A relation says which coordinates of its subject a statement *names*, which it
*lends* where no other statement names them (what stands south of the hall stands
in line with it), and what *value* it asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from courtyard3d.layout.directions import AXES, COMPASS, heading

ORIGIN = "origin"
GROUND = "ground"
PLAN = ("x", "y")

Vector = Mapping[str, Fraction]


class Asking(Protocol):
    """A statement put to the solver, as its relation sees it; lengths are in chi."""

    @property
    def axis(self) -> str | None:
        """The one axis to which the statement is limited."""

    @property
    def reference(self) -> str:
        """The first reference as it is written."""

    @property
    def by(self) -> Fraction | None:
        """The distance; None where the two stand next to each other."""

    def there(self, axis: str) -> Fraction:
        """The coordinate of the reference: of its own point, of the middle of a list."""

    def middle(self, axis: str) -> Fraction:
        """The coordinate half-way between the two references."""

    def beside(self, axis: str, sign: int) -> Fraction:
        """Where the subject touches the reference on that side."""

    def front(self) -> Fraction:
        """The facing of the reference, or of the mat that the subject is for."""

    def top(self) -> Fraction:
        """The height at which something stands on the reference."""


@dataclass(frozen=True, slots=True)
class Relation:
    """One row of the table; `references` is how many it takes, None for one or a list."""

    names: Callable[[Asking], tuple[str, ...]]
    value: Callable[[Asking, str], Fraction]
    lends: Callable[[Asking], tuple[str, ...]] = lambda ask: ()
    takes_by: bool = False
    needs_axis: bool = False
    references: int | None = None


def _limited(ask: Asking, axes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(axis for axis in axes if ask.axis in (None, axis))


def _beside(towards: Callable[[Asking], Vector]) -> Relation:
    """So far from the reference in a direction; without `by`, touching it on that side."""

    def lends(ask: Asking) -> tuple[str, ...]:
        parts = () if ask.reference == GROUND else towards(ask)
        return tuple(axis for axis in PLAN if parts and axis not in parts)

    def value(ask: Asking, axis: str) -> Fraction:
        part = towards(ask)[axis]
        if ask.by is None:
            return ask.beside(axis, 1 if part > 0 else -1)
        return ask.there(axis) + part * ask.by

    return Relation(lambda ask: _limited(ask, tuple(towards(ask))), value, lends, takes_by=True)


def _in_plan(degrees: Fraction) -> Vector:
    return {axis: part for axis, part in zip(PLAN, heading(degrees), strict=True) if part}


def _compass(word: str) -> Relation:
    towards = _in_plan(COMPASS[word])
    return _beside(lambda ask: towards)


def _turned(degrees: int) -> Relation:
    return _beside(lambda ask: _in_plan(ask.front() + degrees))


RELATIONS: Mapping[str, Relation] = {
    **{f"{word}_of": _compass(word) for word in COMPASS},
    "before": _turned(0),
    "right_of": _turned(90),
    "behind": _turned(180),
    "left_of": _turned(270),
    "above": _beside(lambda ask: {"z": Fraction(1)}),
    "below": _beside(lambda ask: {"z": Fraction(-1)}),
    "in_line_with": Relation(
        lambda ask: _limited(ask, AXES), lambda ask, axis: ask.there(axis), needs_axis=True
    ),
    "between": Relation(
        lambda ask: (ask.axis,) if ask.axis else PLAN, lambda ask, axis: ask.middle(axis), references=2
    ),
    "at": Relation(
        lambda ask: _limited(ask, AXES if ask.reference == ORIGIN else PLAN),
        lambda ask, axis: ask.there(axis),
        references=1,
    ),
    "on": Relation(lambda ask: ("z",), lambda ask, axis: ask.top(), references=1),
}
