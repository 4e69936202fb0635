"""Reading numbers of meshes and poses: exact expressions in the file, floats for the scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from courtyard3d.measures import DEFAULT, MeasureError, Quantity, Units, evaluate
from courtyard3d.reading.nodes import Node
from courtyard3d.reading.schema import Reader, as_items, as_text, misfit, misread
from courtyard3d.scene.mesh import Array

T = TypeVar("T")
Names = Callable[[str], Quantity]


def unknown_name(name: str) -> Quantity:
    """Know no names: every one is an error."""
    raise MeasureError(f"no measure is called '{name}'")


@dataclass(frozen=True, slots=True)
class Scale:
    """What expressions stand on: the names they may use and the units of the premises."""

    names: Names = unknown_name
    units: Units = DEFAULT

    def quantity(self, node: Node) -> Quantity:
        """Return the exact value of an expression; an error points at its character."""
        return self._read(node, lambda quantity: quantity)

    def length(self, node: Node) -> float:
        """Return a length in 尺."""
        return self._read(node, lambda quantity: float(quantity.length))

    def number(self, node: Node) -> float:
        """Return a plain number."""
        return self._read(node, lambda quantity: float(quantity.number))

    def _read(self, node: Node, convert: Callable[[Quantity], T]) -> T:
        found = as_text(node, "the value", "an expression")
        try:
            return convert(evaluate(found.value, self.names, self.units))
        except MeasureError as error:
            raise misread(found, error, "the value") from None

    def lengths(self, node: Node) -> list[float]:
        """Return a list of lengths in 尺."""
        return [self.length(item) for item in as_items(node, "the value").items]

    def points(self, node: Node) -> list[list[float]]:
        """Return a list of lists of lengths in 尺."""
        return [self.lengths(item) for item in as_items(node, "the value").items]

    def offset(self, node: Node) -> Array:
        """Return [right, ahead, up] in 尺, shape (3,)."""
        return self._three(node, self.length)

    def numbers(self, node: Node) -> Array:
        """Return three angles in degrees, or three factors, shape (3,)."""
        return self._three(node, self.number)

    def _three(self, node: Node, read: Callable[[Node], float]) -> Array:
        values = as_items(node, "the value", "a list of three").items
        if len(values) != 3:
            raise misfit(node, "the value", "a list of three")
        return np.array([read(value) for value in values])


PLAIN = Scale()
length: Reader[float] = Reader("a length", lambda node, _: PLAIN.length(node))
number: Reader[float] = Reader("a number", lambda node, _: PLAIN.number(node))
offset: Reader[Array] = Reader("[right, ahead, up], lengths", lambda node, _: PLAIN.offset(node))
angles: Reader[Array] = Reader("three angles in degrees", lambda node, _: PLAIN.numbers(node))
