"""The clauses of a ledger as they are told in tables: of whom, what, by whose word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from courtyard3d.layout.explain import told_clause
from courtyard3d.reading.phrases import phrase

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.layout.ledger import Row

RECKONED = re.compile("[A-Za-z]")
"""In a distance: names of quantities, which are no words of a text."""
FEW = 2
"""So many subjects of one clause are named; of more the first, and how many they are."""


def by_clause(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows that one clause makes on one axis, or for one measure: a row for each subject."""
    found: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        axis = row.cell.measure or row.cell.axis
        found.setdefault((row.source.where, axis, row.relation, row.objects, row.fixes), []).append(row)
    yield from found.values()


class Telling:
    """Words rows of the ledger in one language."""

    def __init__(self, layout: Layout, lang: str) -> None:
        self._layout = layout
        self._lang = lang

    def named(self, id: str) -> str:
        """Return the name of a thing, person, group or quantity; its id where it has no name."""
        labels = self._layout.named(id)
        return (labels.text(self._lang) if labels else "") or id

    def subjects(self, rows: list[Row]) -> str:
        """Return whom a clause is about."""
        names = list(dict.fromkeys(self.named(row.cell.owner) for row in rows))
        if len(names) > FEW:
            return phrase("and_others", self._lang, object=names[0], by=str(len(rows)))
        return self._between.join(names)

    def said(self, row: Row) -> str:
        """Return what a clause says, its distance as it is written."""
        nothing = phrase("origin" if row.relation == "at" else "ground", self._lang)
        objects = self._between.join(map(self.named, row.objects)) or nothing
        by = row.text or phrase("next_to", self._lang)
        return phrase(row.relation, self._lang, object=objects, by=by)

    def whither(self, row: Row) -> str:
        """Return what a clause says, without its distance where that is no word of the text."""
        by = row.text if row.text and not RECKONED.search(row.text) else ""
        return phrase(
            row.relation, self._lang, object=self._between.join(map(self.named, row.objects)), by=by
        )

    def evidence(self, row: Row) -> str:
        """Return the mark of a clause, its quotes with who says them and where, and its reason."""
        return told_clause(row.source, self._lang)

    @property
    def _between(self) -> str:
        return ", " if self._lang == "en" else "、"
