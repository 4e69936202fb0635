"""Why something is where it is and as big as it is: the chain of clauses and their arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from courtyard3d.errors import InputError
from courtyard3d.layout.facts import row_json
from courtyard3d.layout.layout import Layout
from courtyard3d.layout.ledger import Row
from courtyard3d.layout.notes import NO_NOTES, Note, Notes
from courtyard3d.layout.solver import Cell
from courtyard3d.layout.things import Start
from courtyard3d.measures import format_length
from courtyard3d.reading.citations import mark_of, voices, works
from courtyard3d.reading.phrases import phrase
from courtyard3d.sources import OURS, Source

INDENT = "    "
DEEPEST = 60
"""Steps of a chain that are told in one explanation."""

Told = Literal["here", "above", "apart"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one cell has its value: the row that fixes it, those that check it, and what it leans on.

    What it leans on is `told` here, further up (nothing is explained twice), or, where the chain is very
    long, apart.
    """

    row: Row
    checks: tuple[Row, ...]
    leans: tuple[Reason, ...]
    told: Told

    def as_json(self) -> dict[str, Any]:
        """Return the chain, ready for JSON."""
        return {
            "cell": str(self.row.cell),
            "value": str(self.row.found),
            "unit": self.row.unit,
            "statement": row_json(self.row),
            "checks": [row_json(row) for row in self.checks],
            "leans": [reason.as_json() for reason in self.leans],
            "told": self.told,
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons for all that is known of one thing, person, group or quantity, and the notes on it."""

    id: str
    layout: Layout
    reasons: tuple[Reason, ...]
    start: Start | None
    members: tuple[str, ...]
    notes: tuple[Note, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the explanation, ready for JSON."""
        start = self.start
        return {
            "rite": self.layout.rite,
            "premises": dict(self.layout.choice),
            "id": self.id,
            "members": list(self.members),
            "starts": start
            and {"kind": start.kind, "station": start.station, "holder": start.holder, "place": start.place},
            "reasons": [reason.as_json() for reason in self.reasons],
            "notes": [note.as_json() for note in self.notes],
        }

    def text(self, language: str = "hans") -> str:
        """Return the explanation as lines of text in a language (hans, hant, en)."""
        return "\n".join(self._lines(language))

    def __str__(self) -> str:
        return self.text()

    def _lines(self, language: str) -> Iterator[str]:
        telling = _Telling(self.layout, language)
        yield telling.title(self.id)
        if self.members:
            yield telling.phrase("members", object=", ".join(self.members))
        if self.start is not None:
            yield telling.start(self.start)
        if not self.reasons and not self.members and self.start is None:
            yield telling.phrase("nowhere")
        for reason in self.reasons:
            yield from telling.reason(reason, "")
        for note in self.notes:
            yield told_note(note, language)


def explain(layout: Layout, name: str, notes: Notes = NO_NOTES) -> Explanation:
    """Explain a thing, person, group, quantity or named point, by any of its names.

    Of `notes` those are told that are about it or about a fact that a clause on it states.

    Raises
    ------
    InputError
        If nothing is called that (the nearest name is offered), or several are.
    """
    id = _find(layout, name)
    person, group, thing = layout.people.get(id), layout.groups.get(id), layout.objects.get(id)
    seen: set[Cell] = set()
    start = person.starts if person else thing.starts if thing else None
    station = layout.owner(start.station) if person and start and start.station else None
    cells = [cell for cell in layout.ledger.fixing if cell.owner in (id, station)]
    reasons = tuple(_reason(layout, cell, seen, 0) for cell in cells)
    members = group.members if group else thing.members if thing else ()
    rows = [row for reason in reasons for row in (reason.row, *reason.checks)]
    about = notes.about({id, *(ref for row in rows for ref in row.source.ref)})
    return Explanation(id, layout, reasons, start, members, about)


def told_clause(source: Source, language: str) -> str:
    """Return the mark of a source, its quotes with who says them and where, and its reason."""
    parts = [f"[{getattr(mark_of(source), language)}]"]
    clauses = source.sources or (source,)
    parts.extend(f"「{clause.shown}」{_citation(clause, language)}" for clause in clauses if clause.shown)
    return " ".join(filter(None, (*parts, source.why)))


def told_note(note: Note, language: str) -> str:
    """Return a note as a line of text: the remark and its clauses."""
    remark = phrase("remark", language, by=note.words.text(language))
    return "  ".join(filter(None, (remark, told_clause(note.source, language))))


def _citation(source: Source, language: str) -> str:
    voice = voices()[source.voice]
    work = works().get(source.work or voice.work or "")
    who = getattr(voice.labels, language) if voice.id != OURS else ""
    return f"{who} 《{work.title}》{work.juan or ''}" if work else who


def _find(layout: Layout, name: str) -> str:
    if Cell.size(name, name) in layout.ledger.fixing:
        return name
    try:
        return layout.find(name)
    except InputError:
        if (owner := layout.owner(name)) is None:
            raise
        return owner


def _reason(layout: Layout, cell: Cell, seen: set[Cell], depth: int) -> Reason:
    row = layout.ledger.fixing[cell]
    if cell in seen:
        return Reason(row, (), (), "above")
    if depth == DEEPEST:
        return Reason(row, (), (), "apart")
    seen.add(cell)
    leans = tuple(_reason(layout, lean, seen, depth + 1) for lean in row.leans)
    return Reason(row, layout.ledger.checks(cell), leans, "here")


class _Telling:
    """Words reasons in one language."""

    def __init__(self, layout: Layout, language: str) -> None:
        self._layout = layout
        self._language = language

    def phrase(self, key: str, **slots: str) -> str:
        return phrase(key, self._language, **slots)

    def title(self, id: str) -> str:
        named = self._layout.named(id)
        return " · ".join(filter(None, (id, *(dict.fromkeys(named.names()) if named else ()))))

    def start(self, start: Start) -> str:
        if start.kind == "absent":
            return self.phrase("absent")
        if start.kind == "held":
            return self.phrase("held_by", object=self._called(start.holder or ""), by=start.place or "")
        return self.phrase("stands_at", object=start.station or "")

    def reason(self, reason: Reason, indent: str) -> Iterator[str]:
        row = reason.row
        head = f"{indent}{row.cell} = {self._value(row.found, row.unit)}"
        if reason.told != "here":
            yield f"{head}  ({self.phrase(f'told_{reason.told}')})"
            return
        yield f"{head}  {self._clause(row)}"
        for check in reason.checks:
            verdict = "holds" if check.holds else "differs"
            said = self.phrase(verdict, value=self._value(check.value, check.unit))
            yield f"{indent}{INDENT}{'✓' if check.holds else '✗'} {said}  {self._clause(check)}"
        for lean in reason.leans:
            yield from self.reason(lean, indent + INDENT)

    def _clause(self, row: Row) -> str:
        nothing = self.phrase("origin" if row.relation == "at" else "ground")
        objects = "、".join(map(self._called, row.objects)) or nothing
        by = row.text or self.phrase("next_to")
        said = self.phrase(row.relation, object=objects, by=by)
        return "  ".join(
            filter(None, (said, told_clause(row.source, self._language), str(row.source.where or "")))
        )

    def _called(self, id: str) -> str:
        named = self._layout.named(id)
        label = named.text(self._language) if named else ""
        return f"{label}({id})" if label and label != id else id

    def _value(self, value: Fraction, unit: str) -> str:
        if unit == "deg":
            return f"{value}°"
        written = format_length(abs(value)) if unit == "chi" and value else ""
        chi = f"{value} 尺" if unit == "chi" else str(value)
        return f"{chi} ({'-' if value < 0 else ''}{written})" if written and "chi" not in written else chi
