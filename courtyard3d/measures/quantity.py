"""Exact values with a dimension."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


class MeasureError(ValueError):
    """A text that is no measure; `column` counts from 1 and points at the character that is wrong."""

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.column = column


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact value: a plain number (dimension 0) or a length in chi (dimension 1)."""

    value: Fraction
    dimension: int

    @property
    def length(self) -> Fraction:
        """The value in chi; 0 is a length too. Raises MeasureError for any other plain number."""
        if self.dimension == 0 and self.value:
            raise MeasureError(f"{self.value} is a plain number; expected a length ('{self.value} chi')")
        return self.value

    @property
    def number(self) -> Fraction:
        """The plain number. Raises MeasureError for a length."""
        if self.dimension != 0:
            raise MeasureError(f"{self.value} chi is a length; expected a plain number")
        return self.value

    def __add__(self, other: Quantity) -> Quantity:
        return Quantity(self.value + other.value, self._alike(other))

    def __sub__(self, other: Quantity) -> Quantity:
        return Quantity(self.value - other.value, self._alike(other))

    def __neg__(self) -> Quantity:
        return Quantity(-self.value, self.dimension)

    def __mul__(self, other: Quantity) -> Quantity:
        if self.dimension and other.dimension:
            raise MeasureError("a length times a length is no length")
        return Quantity(self.value * other.value, self.dimension + other.dimension)

    def __truediv__(self, other: Quantity) -> Quantity:
        if other.dimension > self.dimension:
            raise MeasureError("a number divided by a length is no length")
        if not other.value:
            raise MeasureError("division by zero")
        return Quantity(self.value / other.value, self.dimension - other.dimension)

    def _alike(self, other: Quantity) -> int:
        if self.dimension != other.dimension:
            raise MeasureError("a length and a plain number do not add up")
        return self.dimension
