"""Working out unknowns one from another, each once, in whatever order they lean on each other.

A rule reads the cells that it needs. Where one is not known yet the reading is
broken off, that cell is worked out first, and the rule starts again: so no
chain is too long for Python's stack, and the waiting cells name every circle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from courtyard3d.measures import Quantity

T = TypeVar("T")

SIZE = "size."
MOST_NAMED = 12
"""Cells of a circle that its message names."""


class Cell(NamedTuple):
    """One unknown: `axis` is x, y, z, facing or size.NAME of `owner`."""

    owner: str
    axis: str

    def __str__(self) -> str:
        name = self.axis.removeprefix(SIZE)
        return name if name == self.owner else f"{self.owner}.{name}"

    @classmethod
    def size(cls, owner: str, name: str) -> Cell:
        """Return the cell of a measure; a quantity is a measure of its own name."""
        return cls(owner, SIZE + name)

    @property
    def measure(self) -> str | None:
        """The name of the measure that it is, None for a coordinate or a facing."""
        return self.axis.removeprefix(SIZE) if self.axis.startswith(SIZE) else None


class Circle(Exception):
    """Cells that lean on each other in a circle; the first is named again at the end."""

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        names = [str(cell) for cell in cells]
        if len(names) > MOST_NAMED:
            names[MOST_NAMED - 1 : -1] = [f"{len(names) - MOST_NAMED} more"]
        super().__init__(" leans on ".join(names))
        self.cells = cells


class _Needs(Exception):
    def __init__(self, cell: Cell) -> None:
        self.cell = cell


class Solver:
    """The memory of all cells.

    Parameters
    ----------
    work_out : callable
        Gives the quantity of a cell from those that it reads with :meth:`read`.
    """

    def __init__(self, work_out: Callable[[Cell], Quantity]) -> None:
        self._work_out = work_out
        self._known: dict[Cell, Quantity] = {}
        self._trail: list[Cell] = []

    def read(self, cell: Cell) -> Quantity:
        """Return a cell; only for rules that :meth:`settle` or the solver itself runs."""
        self._trail.append(cell)
        if cell not in self._known:
            raise _Needs(cell)
        return self._known[cell]

    def know(self, cell: Cell, quantity: Quantity) -> None:
        """Remember what a cell is, so that it need not be worked out again."""
        self._known.setdefault(cell, quantity)

    def settle(self, rule: Callable[[], T]) -> tuple[T, tuple[Cell, ...]]:
        """Run a rule; return what it gives and the cells that it read.

        Raises
        ------
        Circle
            Where cells lean on each other.
        """
        while True:
            self._trail = []
            try:
                return rule(), tuple(dict.fromkeys(self._trail))
            except _Needs as needs:
                self._solve(needs.cell)

    def _solve(self, cell: Cell) -> None:
        waiting = {cell: None}
        while waiting:
            current = next(reversed(waiting))
            try:
                self._known[current] = self._work_out(current)
            except _Needs as needs:
                if needs.cell in waiting:
                    circle = list(waiting)[list(waiting).index(needs.cell) :]
                    raise Circle((*circle, needs.cell)) from None
                waiting[needs.cell] = None
            else:
                del waiting[current]
