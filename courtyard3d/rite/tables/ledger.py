"""The ledger as a table: each clause in force once, however many things it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from courtyard3d.reading.phrases import phrase
from courtyard3d.rite.tables.clauses import Telling, by_clause
from courtyard3d.rite.tables.table import Column, Part, Row, Table
from courtyard3d.sources import OURS

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.layout.ledger import Row as LedgerRow


def ledger(layout: Layout, lang: str) -> Table:
    """Return the clauses in force by kind of their subject; what merely follows from a kind is left out."""
    telling = Telling(layout, lang)
    told: dict[str, list[Row]] = {}
    for rows in by_clause(row for row in layout.ledger.rows if not _follows(row)):
        first = rows[0]
        cells = (
            telling.subjects(rows),
            _axis(first, lang),
            telling.said(first),
            _found(rows),
            telling.evidence(first) + ("" if all(row.holds for row in rows) else " ✗"),
            str(first.source.where or ""),
        )
        told.setdefault(_kind(layout, first, lang), []).append(cells)
    columns = (("subject", 3), ("axis", 2), ("clause", 4), ("found", 2), ("source", 7), ("where", 3))
    return Table(
        phrase("table_ledger", lang),
        phrase("of_ledger", lang),
        phrase("kind", lang),
        tuple(Column(phrase(key, lang), share) for key, share in columns),
        tuple(Part(heading, tuple(rows)) for heading, rows in told.items()),
    )


def _follows(row: LedgerRow) -> bool:
    """Say whether no text and no reason stands behind a clause: it only follows from others."""
    return row.source.voice == OURS and row.source.status == "derived" and not row.source.shown


def _axis(row: LedgerRow, lang: str) -> str:
    return (row.cell.measure or "").replace("_", " ") or phrase(f"axis_{row.cell.axis}", lang)


def _found(rows: list[LedgerRow]) -> str:
    """Return what the ledger settled on; of several things the least and the greatest."""
    values = sorted({row.found for row in rows})
    unit = "°" if rows[0].unit == "deg" else ""
    return " … ".join(f"{float(value):.5g}{unit}" for value in dict.fromkeys((values[0], values[-1])))


def _kind(layout: Layout, row: LedgerRow, lang: str) -> str:
    thing = layout.objects.get(row.cell.owner)
    labels = layout.kinds[thing.kind].labels if thing is not None else None
    if labels is not None:
        return labels.text(lang)
    return thing.kind if thing is not None else phrase("quantities", lang)
