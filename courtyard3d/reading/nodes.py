"""What a YAML file holds, every piece with its place: all scalars are text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from courtyard3d.errors import Where


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar as it is written; its field decides what it means."""

    value: str
    where: Where
    inset: int = 0  # columns from `where` to the first character: 1 when it is quoted

    def at(self, column: int) -> Where:
        """Return the place of the character that stands at `column` (from 1) of the value."""
        return Where(self.where.file, self.where.line, self.where.column + self.inset + column - 1)


@dataclass(frozen=True, slots=True)
class Items:
    """A sequence."""

    items: tuple[Node, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping; `keys` holds the place of each key."""

    entries: Mapping[str, Node]
    keys: Mapping[str, Where]
    where: Where


Node = Text | Items | Table

EMPTY: Mapping[str, Node] = MappingProxyType({})
