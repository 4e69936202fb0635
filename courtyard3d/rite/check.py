"""Checks a whole rite: statements, rules, collisions, labels, silences, coverage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from courtyard3d.layout import Finding
from courtyard3d.layout.coverage import Coverage, Referring, sources_of
from courtyard3d.layout.notes import Notes
from courtyard3d.rite.acts import Act, Call, Choose, Entry, Meet, Script, Together
from courtyard3d.rite.collisions import collisions
from courtyard3d.rite.predicates import Rule
from courtyard3d.rite.report import shortages, silences, undrawable, unlabelled
from courtyard3d.rite.rules import check_rules
from courtyard3d.rite.timeline import Timeline
from courtyard3d.scene.own_mesh import mesh_findings
from courtyard3d.sources import Source


@dataclass(frozen=True, slots=True)
class Check:
    """What a check has found, and what it has counted."""

    rite: str
    findings: tuple[Finding, ...]
    counts: dict[str, Any]

    @property
    def failed(self) -> bool:
        """Whether there is a finding of level error."""
        return any(finding.level == "error" for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        """Return the shape of `check --format json`."""
        findings = [finding.as_json() for finding in self.findings]
        return {"rite": self.rite, "findings": findings, "counts": self.counts}


def check(
    timeline: Timeline,
    script: Script,
    rules: tuple[Rule, ...],
    coverage: Coverage,
    notes: Notes,
    missing_glyphs: Callable[[Iterable[str]], list[str]],
) -> Check:
    """Check a rite under the premises of its time line.

    `missing_glyphs` returns the characters of some texts that no font can draw.
    """
    layout = timeline.layout
    sources = [
        *sources_of(layout.document),
        *sources_in(script),
        *(rule.source for rule in rules),
        *(note.source for note in notes.entries),
    ]
    referring: tuple[Referring, ...] = (*sources, *layout.document.premises.values())
    refs = {ref for one in referring for ref in one.ref}
    document = layout.document
    defined = {*document.objects, *document.people, *document.groups}
    findings = (
        *layout.findings,
        *check_rules(timeline, rules),
        *collisions(timeline),
        *unlabelled(layout),
        *undrawable(layout, script, notes, missing_glyphs),
        *silences(timeline),
        *shortages(timeline),
        *coverage.findings(referring),
        *notes.findings(refs | defined),
        *mesh_findings(layout),
    )
    counts = {
        "statements": len(layout.ledger.rows),
        "rules": len(rules),
        "acts": len(timeline.acts),
        "quotes": len({source.quote for source in sources if source.quote}),
        **coverage.counts(refs),
    }
    return Check(layout.rite, findings, counts)


def sources_in(script: Script) -> Iterator[Source]:
    """Yield the sources of all entries of a script, carried out or not."""
    for section in script.sections:
        yield from _sources(section.entries)
    for procedure in script.procedures.values():
        yield from _sources(procedure.entries)


def _sources(entries: Iterable[Entry]) -> Iterator[Source]:
    for entry in entries:
        if entry.source is not None:
            yield entry.source
        if isinstance(entry, Call):
            yield from entry.told.values()
        for line in _inside(entry):
            yield from _sources(line)


def _inside(entry: Entry) -> tuple[tuple[Entry, ...], ...]:
    match entry:
        case Together() | Meet():
            return entry.lines
        case Choose():
            return tuple(entry.branches.values())
        case Act():
            return ()
        case _:
            return (getattr(entry, "entries", ()),)
