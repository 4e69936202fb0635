"""A table in parts, as Markdown and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and its breadth as a share of those of all columns."""

    heading: str
    share: float


@dataclass(frozen=True, slots=True)
class Part:
    """The rows under one heading; a cell for each column."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Parameters
    ----------
    title : str
    note : str
        What it holds, and under which premises.
    division : str
        What the headings of the parts are; in CSV they are the first column.
    columns : tuple of Column
    parts : tuple of Part
    """

    title: str
    note: str
    division: str
    columns: tuple[Column, ...]
    parts: tuple[Part, ...]

    @property
    def headings(self) -> Row:
        """The headings of the columns."""
        return tuple(column.heading for column in self.columns)

    def markdown(self) -> str:
        """Return the table as Markdown: a heading for each part."""
        return "\n".join(self._markdown())

    def _markdown(self) -> Iterator[str]:
        yield from (f"# {self.title}", "", self.note, "")
        for part in self.parts:
            yield from (f"## {part.heading}", "", _line(self.headings), _line(("---",) * len(self.columns)))
            yield from map(_line, part.rows)
            yield ""

    _repr_markdown_ = markdown

    def csv(self) -> str:
        """Return the table as CSV with a header; the heading of its part stands first in each row."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow((self.division, *self.headings))
        writer.writerows((part.heading, *row) for part in self.parts for row in part.rows)
        return out.getvalue()


def _line(cells: Row) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"
