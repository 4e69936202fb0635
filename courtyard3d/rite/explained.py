"""Why people act as they do: the acts of one `ref`, each with its clause, and the notes on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from courtyard3d.layout.explain import told_clause, told_note
from courtyard3d.layout.notes import Note, Notes
from courtyard3d.rite.engine import Played
from courtyard3d.rite.timeline import Timeline


@dataclass(frozen=True, slots=True)
class ActExplanation:
    """The acts that carry a ref, each told once, and the notes on them."""

    ref: str
    timeline: Timeline
    acts: tuple[Played, ...]
    notes: tuple[Note, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the explanation, ready for JSON."""
        return {
            "rite": self.timeline.layout.rite,
            "premises": dict(self.timeline.layout.choice),
            "ref": self.ref,
            "acts": [self._act(played) for played in self.acts],
            "notes": [note.as_json() for note in self.notes],
        }

    def text(self, language: str = "hans") -> str:
        """Return the explanation as lines of text in a language (hans, hant, en)."""
        return "\n".join(self._lines(language))

    def __str__(self) -> str:
        return self.text()

    def _act(self, played: Played) -> dict[str, Any]:
        source = played.act.source
        return {
            "id": played.id,
            "section": played.section,
            "start": played.start,
            "people": list(played.people),
            "quote": source.shown if source else None,
            "where": str(played.act.where),
        }

    def _lines(self, language: str) -> Iterator[str]:
        told = None
        for played in self.acts:
            section = self.timeline.section(played.section).labels.text(language)
            head = f"{self.ref} · {section}"
            if head != told:
                yield head
                told = head
            clause = told_clause(played.act.source, language) if played.act.source else ""
            sentence = self.timeline.sentence(played, language)
            yield "  ".join(filter(None, (sentence, clause, str(played.act.where))))
        for note in self.notes:
            yield told_note(note, language)


def explain_act(timeline: Timeline, notes: Notes, ref: str) -> ActExplanation:
    """Explain the acts that carry a ref; what is done again in the same way is told once."""
    acts: dict[object, Played] = {}
    for played in timeline.acts:
        if ref in played.act.ref:
            acts.setdefault((played.act.where, played.people), played)
    return ActExplanation(ref, timeline, tuple(acts.values()), notes.about((ref,)))
