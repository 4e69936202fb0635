"""The rite's own list of facts, acts and rules, against which `check` counts (`coverage.yaml`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from courtyard3d.layout.documents import LayoutDocument
from courtyard3d.layout.findings import Finding
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Node
from courtyard3d.reading.schema import Field, Reader, as_text, by_shape, mapping, record, text
from courtyard3d.sources import Source

FILE = "coverage.yaml"


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry of the list: what it is in own words, and why it is left out, if it is."""

    words: str
    left_out: str | None


_ENTRY: Mapping[str, Field] = {
    "is": Field(text, "the fact, act or rule in own words", default=""),
    "left-out": Field(text, "why it is left out"),
}
_listed: Reader[Listed] = by_shape(
    text=Reader("what it is in own words", lambda node, what: Listed(as_text(node, what).value, None)),
    table=Reader("what it is", lambda node, what: Listed(*record(node, _ENTRY, what).values())),
)
_lists = mapping(_listed, text)
COVERAGE: Mapping[str, Field] = {
    "facts": Field(_lists, "spatial facts, measures, people", default={}),
    "acts": Field(_lists, "acts", default={}),
    "rules": Field(_lists, "rules", default={}),
}


@dataclass(frozen=True, slots=True)
class Coverage:
    """The list of a rite; empty where it has none."""

    facts: Mapping[str, Listed] = field(default_factory=dict)
    acts: Mapping[str, Listed] = field(default_factory=dict)
    rules: Mapping[str, Listed] = field(default_factory=dict)

    def counts(self, refs: Iterable[str]) -> dict[str, list[int]]:
        """Return for facts, acts and rules how many the refs name, and of how many that are not left out."""
        named = set(refs)
        lists = {"facts": self.facts, "acts": self.acts, "rules": self.rules}
        return {f"{what}_covered": _count(entries, named) for what, entries in lists.items()}

    def findings(self, sources: Iterable[Source]) -> Iterator[Finding]:
        """Yield the refs that are in no list."""
        known = {*self.facts, *self.acts, *self.rules}
        if not known:
            return
        for source in sources:
            for ref in source.ref:
                if ref not in known:
                    yield Finding("warning", "coverage", f"ref '{ref}' is in no list of {FILE}", source.where)


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


def _count(entries: Mapping[str, Listed], named: set[str]) -> list[int]:
    kept = [id for id, entry in entries.items() if entry.left_out is None]
    return [sum(id in named for id in kept), len(kept)]
