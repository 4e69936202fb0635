"""The ledger: every clause in force with what it wants, what was found, and whether it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeVar

from courtyard3d.errors import InputError, Where
from courtyard3d.layout.bodies import Body
from courtyard3d.layout.cast import Cast
from courtyard3d.layout.claims import Claim, Claims
from courtyard3d.layout.directions import AXES
from courtyard3d.layout.findings import Finding
from courtyard3d.layout.solver import Cell, Circle, Solver
from courtyard3d.layout.space import Space
from courtyard3d.measures import Quantity
from courtyard3d.reading.citations import mark_of
from courtyard3d.sources import SUPPLIED, Source

T = TypeVar("T")

AT_MOST = "at_most"
UNIT_OF_DIMENSION = {0: "1", 1: "chi"}


@dataclass(frozen=True, slots=True)
class Row:
    """One clause on one axis of its subject.

    `value` is what the clause wants, `found` what the ledger settled on (exact;
    `unit` chi, deg or 1). The first row of a cell `fixes` it, the others check
    it; `leans` are the cells that the clause reads, `measured` those of them by
    which its distance is worked out.
    """

    id: str
    cell: Cell
    relation: str
    objects: tuple[str, ...]
    text: str | None
    value: Fraction
    found: Fraction
    unit: str
    fixes: bool
    holds: bool
    source: Source
    leans: tuple[Cell, ...]
    measured: tuple[Cell, ...]

    @property
    def role(self) -> str:
        """`fixes` or `checks`."""
        return "fixes" if self.fixes else "checks"

    @property
    def said(self) -> str:
        """The clause in short: its own arithmetic, else its relation."""
        return self.text or " ".join((self.relation, *self.objects))


@dataclass(frozen=True, slots=True)
class Ledger:
    """All rows in order of declaration; `fixing` leads from a cell to the row that fixes it."""

    rows: tuple[Row, ...]
    fixing: Mapping[Cell, Row]
    quantities: Mapping[Cell, Quantity]

    def checks(self, cell: Cell) -> tuple[Row, ...]:
        """Return the rows that check a cell."""
        return tuple(row for row in self.rows if row.cell == cell and not row.fixes)

    def status(self, cell: Cell) -> str:
        """Return how sure a cell is: as its clause, but only supplied where a measure of its distance is."""
        row = self.fixing[cell]
        measures = (self.fixing[lean].source.status for lean in row.measured if lean in self.fixing)
        return SUPPLIED if SUPPLIED in measures else row.source.status

    def findings(self) -> Iterator[Finding]:
        """Yield what does not hold."""
        for row in self.rows:
            if not row.holds:
                yield Finding(
                    "error",
                    "statement",
                    _contradiction(self.fixing[row.cell], row),
                    row.source.where,
                    subjects=(row.cell.owner,),
                    quote=row.source.quote,
                    seed=row.source.seed,
                )


class Books:
    """Keeps the ledger of a cast: solves every cell and writes its rows."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._solver = Solver(self._work_out)
        self.space = Space(cast, self._solver)
        self._claims = Claims(self.space)

    def close(self) -> Ledger:
        """Return the ledger of everything.

        Raises
        ------
        InputError
            For a circle, or an axis that nothing determines.
        """
        rows: list[Row] = []
        fixing: dict[Cell, Row] = {}
        quantities: dict[Cell, Quantity] = {}
        for cell in self._cells():
            for claim in self.settle(partial(self._claims.on, cell))[0]:
                value, leans = self.settle(claim.ask)
                measured = tuple(lean for lean in self.settle(claim.distance)[1] if lean.measure)
                quantities.setdefault(cell, value)
                self._solver.know(cell, quantities[cell])
                rows.append(_row(cell, claim, value, quantities[cell], leans, measured))
                fixing.setdefault(cell, rows[-1])
        return Ledger(tuple(rows), fixing, quantities)

    def settle(self, rule: Callable[[], T]) -> tuple[T, tuple[Cell, ...]]:
        """Return what a rule gives and the cells that it reads; a circle is an error of the layout."""
        try:
            return self._solver.settle(rule)
        except Circle as circle:
            raise InputError(
                f"a circle: {circle}",
                self._where(circle.cells[0]),
                expected="one statement less in the circle",
            ) from None

    def _work_out(self, cell: Cell) -> Quantity:
        return self._claims.on(cell)[0].ask()

    def _cells(self) -> Iterator[Cell]:
        for quantity in self._cast.quantities.values():
            yield Cell.size(quantity.id, quantity.id)
        for body in self._cast.bodies.by_id.values():
            yield from _cells_of(body)

    def _where(self, cell: Cell) -> Where:
        bodies = self._cast.bodies.by_id
        return bodies[cell.owner].where if cell.owner in bodies else self._cast.quantities[cell.owner].where


def _cells_of(body: Body) -> Iterator[Cell]:
    if body.placed:
        yield from (Cell(body.id, axis) for axis in AXES)
    if body.turns:
        yield Cell(body.id, "facing")
    if not body.members:
        yield from (Cell.size(body.id, name) for name in body.measures)


def _row(
    cell: Cell,
    claim: Claim,
    value: Quantity,
    found: Quantity,
    leans: tuple[Cell, ...],
    measured: tuple[Cell, ...],
) -> Row:
    holds = value.value >= found.value if claim.bound else value.value == found.value
    return Row(
        id=f"{cell.owner}/{claim.clause}" + (f"/{cell.axis}" if cell.axis in AXES else ""),
        cell=cell,
        relation=claim.relation,
        objects=claim.objects,
        text=claim.text,
        value=value.value,
        found=found.value,
        unit="deg" if cell.axis == "facing" else UNIT_OF_DIMENSION[found.dimension],
        fixes=value is found,
        holds=holds and (value.dimension == found.dimension or not value.value),
        source=claim.source,
        leans=leans,
        measured=measured,
    )


def _contradiction(fixing: Row, row: Row) -> str:
    verb = "allows at most" if row.relation == AT_MOST else "gives"
    return f"{row.cell}: {_said(fixing)} gives {fixing.found}, {_said(row)} {verb} {row.value}"


def _said(row: Row) -> str:
    quote = f"「{row.source.shown}」" if row.source.shown else ""
    return f"{row.said} ({mark_of(row.source).hans}{quote})"
