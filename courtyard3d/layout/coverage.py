"""The rite's own list of facts, acts, rules and variants, against which `check` counts (`coverage.yaml`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from courtyard3d.errors import Where
from courtyard3d.layout.documents import LayoutDocument
from courtyard3d.layout.findings import Finding
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Node
from courtyard3d.reading.schema import Field, Reader, as_text, by_shape, mapping, record, text
from courtyard3d.sources import Source

FILE = "coverage.yaml"
FEW = 20
"""So many ids stand in one message; `subjects` has them all."""


class Referring(Protocol):
    """What names entries of the list: a clause, or a premise that decides between variants."""

    @property
    def ref(self) -> tuple[str, ...]:
        """The ids in the list."""

    @property
    def where(self) -> Where | None:
        """Its place in a file."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry of the list: what it is in own words, and why it is left out, if it is."""

    words: str
    left_out: str | None
    where: Where | None = field(default=None, compare=False)


_ENTRY: Mapping[str, Field] = {
    "is": Field(text, "the fact, act or rule in own words", default=""),
    "left-out": Field(text, "why it is left out"),
}


def _in_words(node: Node, what: str) -> Listed:
    return Listed(as_text(node, what).value, None, node.where)


def _in_a_table(node: Node, what: str) -> Listed:
    given = record(node, _ENTRY, what)
    return Listed(given["is"], given["left-out"], node.where)


_listed: Reader[Listed] = by_shape(
    text=Reader("what it is in own words", _in_words), table=Reader("what it is", _in_a_table)
)
_lists = mapping(_listed, text)
COVERAGE: Mapping[str, Field] = {
    "facts": Field(_lists, "spatial facts, measures, people", default={}),
    "acts": Field(_lists, "acts", default={}),
    "rules": Field(_lists, "rules", default={}),
    "variants": Field(
        _lists, "what readings differ about: decided by a premise or told in a note", default={}
    ),
}


@dataclass(frozen=True, slots=True)
class Coverage:
    """The list of a rite; empty where it has none."""

    facts: Mapping[str, Listed] = field(default_factory=dict)
    acts: Mapping[str, Listed] = field(default_factory=dict)
    rules: Mapping[str, Listed] = field(default_factory=dict)
    variants: Mapping[str, Listed] = field(default_factory=dict)

    @property
    def lists(self) -> Mapping[str, Mapping[str, Listed]]:
        """The four lists by their name."""
        return {"facts": self.facts, "acts": self.acts, "rules": self.rules, "variants": self.variants}

    @property
    def ids(self) -> frozenset[str]:
        """The ids of everything that is listed."""
        return frozenset(id for entries in self.lists.values() for id in entries)

    def counts(self, refs: Iterable[str]) -> dict[str, list[int]]:
        """Return for each list how many of it the refs name, and of how many that are not left out."""
        named = set(refs)
        return {f"{what}_covered": _count(entries, named) for what, entries in self.lists.items()}

    def findings(self, referring: Iterable[Referring]) -> Iterator[Finding]:
        """Yield the refs that are in no list, what no ref names, and what is left out with the reason."""
        known: set[str] = set().union(*self.lists.values())
        named: set[str] = set()
        if not known:
            return
        for one in referring:
            named.update(one.ref)
            for ref in one.ref:
                if ref not in known:
                    yield Finding("warning", "coverage", f"ref '{ref}' is in no list of {FILE}", one.where)
        for what, entries in self.lists.items():
            if missing := tuple(id for id in _kept(entries) if id not in named):
                message = f"{what} that nothing carries ({len(missing)}): {_few(missing)}"
                yield Finding("warning", "coverage", message, subjects=missing)
            for id, entry in entries.items():
                if entry.left_out is not None:
                    message = f"{what}: {id} is left out: {entry.left_out}"
                    yield Finding("note", "left-out", message, entry.where, subjects=(id,))


def load_coverage(folder: Path) -> Coverage:
    """Read the list that lies beside a layout."""
    path = folder / FILE
    if not path.exists():
        return Coverage()
    node: Node = read(path)[0]
    return Coverage(**record(node, COVERAGE, "the list"))


def sources_of(document: LayoutDocument) -> Iterator[Source]:
    """Yield the sources of all clauses of a layout, in force or not."""
    for quantity in document.quantities.values():
        yield from (amount.source for amount in quantity.amounts)
    for entry in document.objects.values():
        yield from (clause.source for clause in (*entry.statements, *entry.turns))
        yield from (amount.source for amounts in entry.measures.values() for amount in amounts)
        if entry.row:
            yield entry.row.source
            if entry.row.bend:
                yield entry.row.bend.source


def _kept(entries: Mapping[str, Listed]) -> list[str]:
    return [id for id, entry in entries.items() if entry.left_out is None]


def _count(entries: Mapping[str, Listed], named: set[str]) -> list[int]:
    kept = _kept(entries)
    return [sum(id in named for id in kept), len(kept)]


def _few(ids: tuple[str, ...]) -> str:
    return ", ".join(ids[:FEW]) + (" …" if len(ids) > FEW else "")
