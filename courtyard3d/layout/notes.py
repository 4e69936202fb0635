"""What the voices say beside the play, shown with the thing or the act that it is about (`notes.yaml`)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from courtyard3d.layout.findings import Finding
from courtyard3d.reading.citations import DEFAULT_FIELDS, SOURCE_FIELDS, Defaults, source_of
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Node
from courtyard3d.reading.schema import Field, anything, listing, record, text, texts
from courtyard3d.reading.words import Labels
from courtyard3d.sources import Source

FILE = "notes.yaml"


@dataclass(frozen=True, slots=True)
class Note:
    """A remark in own words with its clauses; `on` are ids of things and people, refs of facts and acts."""

    on: tuple[str, ...]
    words: Labels
    source: Source

    def as_json(self) -> dict[str, Any]:
        """Return the note as `explain` and `state` print it."""
        clauses = self.source.sources or (self.source,)
        return {
            "ref": list(self.source.ref),
            "on": list(self.on),
            **{language: self.words.text(language) for language in ("hans", "hant", "en")},
            "sources": [
                {"voice": clause.voice, "quote": clause.shown, "seed": clause.seed}
                for clause in clauses
                if clause.shown
            ],
        }


_NOTE: Mapping[str, Field] = {
    "on": Field(texts, "what it is about: things, people, refs of facts and acts", required=True),
    "hans": Field(text, "the remark in simplified Chinese", required=True),
    "en": Field(text, "the remark in English", required=True),
    **SOURCE_FIELDS,
}
_SHEET: Mapping[str, Field] = {
    **DEFAULT_FIELDS,
    "notes": Field(listing(anything), "the notes", required=True),
}


@dataclass(frozen=True, slots=True)
class Notes:
    """All notes of a rite, none where it has no file of them."""

    entries: tuple[Note, ...] = ()

    def about(self, names: Iterable[str]) -> tuple[Note, ...]:
        """Return the notes on any of these things, people and refs, in the order of the file."""
        wanted = set(names)
        return tuple(note for note in self.entries if wanted.intersection(note.on))

    def findings(self, known: Container[str]) -> Iterator[Finding]:
        """Yield a warning for each note on what there is not."""
        for note in self.entries:
            for name in note.on:
                if name not in known:
                    message = f"a note is about '{name}', which is neither a thing nor a ref"
                    yield Finding("warning", "coverage", message, note.source.where)


NO_NOTES = Notes()


def load_notes(folder: Path) -> Notes:
    """Read the notes that lie beside a layout."""
    path = folder / FILE
    if not path.exists():
        return NO_NOTES
    given = record(read(path)[0], _SHEET, "the notes")
    defaults = Defaults(*(given[field] for field in DEFAULT_FIELDS))
    return Notes(tuple(_note(node, defaults) for node in given["notes"]))


def _note(node: Node, defaults: Defaults) -> Note:
    values = record(node, _NOTE, "a note")
    words = Labels(values["hans"], values["en"])
    return Note(values["on"], words, source_of(values, node.where, defaults))
