"""From the events of a YAML parser to nodes, in one pass.

Nothing is constructed, so a file cannot run code; aliases share their node, and depth and number of nodes
(aliases written out) are bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import yaml

from courtyard3d.errors import InputError, Where
from courtyard3d.reading.nodes import Items, Node, Table, Text
from courtyard3d.reading.syntax import DEEPEST, full_width_hint, no_value, quoted

MOST_NODES = 250_000

_QUOTES = ("'", '"')


class _Sized(NamedTuple):
    """A node that has an anchor: how many nodes it holds, itself included, and how many levels."""

    node: Node
    size: int
    levels: int


class EventReader:
    """Turns the events of one file into nodes.

    Parameters
    ----------
    loader : yaml loader
        Gives the events.
    name : str
        What the file is called in places.
    """

    def __init__(self, loader: Any, name: str) -> None:
        self.loader = loader
        self.name = name
        self.last: Text | None = None  # the scalar read last
        self._size = 0
        self._anchors: dict[str, _Sized | None] = {}  # None while the node is not complete

    def documents(self) -> Iterator[Table]:
        """Return the documents, all of them mappings."""
        self.loader.get_event()
        while isinstance(self.loader.get_event(), yaml.DocumentStartEvent):
            self._anchors.clear()
            root, _ = self._node(self.loader.get_event(), 1)
            yield _root(root)
            self.loader.get_event()

    def _node(self, event: Any, depth: int) -> tuple[Node, int]:
        """Return the node that begins with an event, and how many levels it has."""
        where = self._where(event)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event.anchor or "", where, depth)
        if event.tag is not None:
            raise InputError(f"the tag '{event.tag}' is not read", where, expected="a value without '!'")
        before = self._size
        self._spend(1, depth, where)
        if event.anchor:
            self._anchors[event.anchor] = None
        node, levels = self._content(event, where, depth)
        if event.anchor:
            self._anchors[event.anchor] = _Sized(node, self._size - before, levels)
        return node, levels

    def _content(self, event: Any, where: Where, depth: int) -> tuple[Node, int]:
        if isinstance(event, yaml.MappingStartEvent):
            return self._table(event, where, depth)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._items(where, depth)
        one_line = event.start_mark.line == event.end_mark.line
        width = event.end_mark.column - event.start_mark.column if one_line else 0
        self.last = Text(event.value, where, max(0, width - len(event.value) - (event.style in _QUOTES)))
        return self.last, 1

    def _items(self, where: Where, depth: int) -> tuple[Items, int]:
        items, height = [], 0
        while not isinstance(event := self.loader.get_event(), yaml.SequenceEndEvent):
            if _is_empty(event):
                raise InputError("an item has no value", self._where(event), expected="a value after '-'")
            item, levels = self._node(event, depth + 1)
            items.append(item)
            height = max(height, levels)
        return Items(tuple(items), where), height + 1

    def _table(self, start: Any, where: Where, depth: int) -> tuple[Table, int]:
        entries: dict[str, Node] = {}
        keys: dict[str, Where] = {}
        height = 0
        while not isinstance(event := self.loader.get_event(), yaml.MappingEndEvent):
            key = self._key(event, keys, depth)
            event = self.loader.get_event()
            if _is_empty(event):
                raise no_value(key, entries, start.flow_style)
            keys[key.value] = key.where
            entries[key.value], levels = self._node(event, depth + 1)
            height = max(height, levels)
        return Table(MappingProxyType(entries), MappingProxyType(keys), where), height + 1

    def _key(self, event: Any, keys: Mapping[str, Where], depth: int) -> Text:
        key, _ = self._node(event, depth + 1)
        if not isinstance(key, Text) or not key.value:
            raise InputError("a key is no text", key.where, expected="a name, a colon and a space")
        if key.value == "<<":
            raise InputError("the merge key '<<' is not read", key.where, expected="the keys written out")
        if key.value in keys:
            twice = f"the key {quoted(key.value)} is there twice: it stands at {keys[key.value]} already"
            raise InputError(twice, key.where)
        if hint := full_width_hint(key.value):
            raise InputError(f"the key {quoted(key.value)}: {hint}", key.where)
        return key

    def _alias(self, anchor: str, where: Where, depth: int) -> tuple[Node, int]:
        if anchor not in self._anchors:
            message = f"no anchor '&{anchor}' stands before this"
            raise InputError(message, where, given=anchor, valid=self._anchors)
        target = self._anchors[anchor]
        if target is None:
            raise InputError(f"the alias '*{anchor}' stands inside what it names", where)
        self._spend(target.size, depth + target.levels - 1, where)
        return target.node, target.levels

    def _spend(self, nodes: int, depth: int, where: Where) -> None:
        self._size += nodes
        if self._size > MOST_NODES:
            raise InputError(f"more than {MOST_NODES:,} values, aliases written out", where)
        if depth > DEEPEST:
            raise InputError(f"nested more than {DEEPEST} deep", where, expected="a flatter document")

    def _where(self, event: Any) -> Where:
        return Where(self.name, event.start_mark.line + 1, event.start_mark.column + 1)


def _root(node: Node) -> Table:
    if isinstance(node, Table):
        return node
    value = node.value if isinstance(node, Text) else "a list"
    wrong = full_width_hint(value) or ("the document is no table" if value else "the document is empty")
    raise InputError(wrong, node.where, expected="keys and values")


def _is_empty(event: Any) -> bool:
    return isinstance(event, yaml.ScalarEvent) and not event.value and not event.style
