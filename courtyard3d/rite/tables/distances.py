"""The table of distances: how far things and places lie from each other, and by whose word."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from courtyard3d.layout.directions import AXES
from courtyard3d.measures import format_length
from courtyard3d.reading.phrases import phrase
from courtyard3d.rite.tables.clauses import Telling, by_clause
from courtyard3d.rite.tables.table import Column, Part, Row, Table
from courtyard3d.sources import STATUSES

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.layout.ledger import Row as LedgerRow

APART = frozenset({"before", "behind", "left_of", "right_of", "above", "below"})
"""With the relations that end in `_of`, those that tell a distance."""


def distances(layout: Layout, lang: str) -> Table:
    """Return every distance that a clause in force tells, the surest first."""
    telling = Telling(layout, lang)
    told: dict[str, list[Row]] = {}
    for rows in by_clause(row for row in layout.ledger.rows if _is_distance(layout, row)):
        found = distance(layout, rows[0])
        if found:
            whither = telling.whither(rows[0]).strip()
            cells = (
                telling.subjects(rows),
                whither,
                *lengths(found, layout.chi_m),
                telling.evidence(rows[0]),
            )
            told.setdefault(rows[0].source.status, []).append(cells)
    columns = (("subject", 3), ("clause", 4), ("length", 2), ("metres", 1), ("source", 7))
    return Table(
        phrase("table_distances", lang),
        phrase("of_distances", lang),
        phrase("status", lang),
        tuple(Column(phrase(key, lang), share) for key, share in columns),
        tuple(
            Part(phrase(f"is_{status}", lang), tuple(told[status])) for status in STATUSES if status in told
        ),
    )


def _is_distance(layout: Layout, row: LedgerRow) -> bool:
    if row.cell.owner not in layout.objects:  # a quantity that a text gives: the lane
        return row.unit == "chi" and bool(row.source.shown)
    apart = row.relation.endswith("_of") or row.relation in APART
    return apart and len(row.objects) == 1 and row.cell.axis in AXES


def distance(layout: Layout, row: LedgerRow) -> Fraction:
    """Return how far along its axis a clause puts its subject from what it leans on, in exact chi."""
    if not row.objects:
        return row.value
    here = layout.point(row.objects[0])[AXES.index(row.cell.axis)]
    return abs(row.value - here)


def lengths(value: Fraction, chi_m: float) -> tuple[str, str]:
    """Return a length in 丈尺寸 with the number of chi, and in metres."""
    written = format_length(value)
    number = f"{float(value):.4g}"
    return f"{written} ({number})" if "chi" not in written else number, f"{float(value) * chi_m:.2f}"
