"""Reading of sources: who says it, in which words, and where those stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from courtyard3d.errors import InputError, Where
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Text
from courtyard3d.reading.schema import Field, listing, nested, one_of, placed_name, record, text, texts
from courtyard3d.reading.shelves import data_files
from courtyard3d.reading.words import labels
from courtyard3d.sources import MARKS, OURS, STATUSES, Mark, Source, Voice, Work, mark

NOT_IN_THE_SEEDS = "none"

DEFAULT_FIELDS = {
    "voice": Field(placed_name, "who speaks"),
    "status": Field(one_of(*STATUSES), "how surely"),
    "seed": Field(text, "the file that holds the quote, or none"),
}
CLAUSE_FIELDS = {
    **DEFAULT_FIELDS,
    "quote": Field(text, "the clause as the file has it, at most 20 characters"),
    "read": Field(text, "the clause as it should be read, where the file has a misprint or variant"),
    "work": Field(text, "the book, where no file holds the clause"),
}
SOURCE_FIELDS = {
    **CLAUSE_FIELDS,
    "sources": Field(listing(nested(CLAUSE_FIELDS)), "the clauses, where several voices speak", default=()),
    "why": Field(text, "the reason for what is supplied or said by analogy"),
    "ref": Field(texts, "ids in the rite's list of facts, acts and rules", default=()),
}
VOICE_FIELDS = {
    "labels": Field(labels, "names of the voice", required=True),
    "work": Field(text, "the book in which the voice speaks"),
    "label": Field(one_of(*(row.hans for row in MARKS)), "the mark of what the voice states", default="说"),
}
WORK_FIELDS = {
    "title": Field(text, "title of the book", required=True),
    "juan": Field(text, "卷 or chapter"),
    "author": Field(text, "author"),
    "edition": Field(text, "edition"),
    "seeds": Field(texts, "the files that hold the book", default=()),
}


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a file says once for all its clauses."""

    voice: Text | None = None
    status: str | None = None
    seed: str | None = None


def source_of(values: Mapping[str, Any], where: Where, defaults: Defaults = Defaults()) -> Source:
    """Return the source among the values of a record that has :data:`SOURCE_FIELDS` among its fields.

    What has neither voice nor quote and is supplied or derived is ours; the voice, status and seed of the
    file stand for those that are not written.
    """
    clauses = tuple(
        _clause(clause, clause["status"] or defaults.status or "stated", where, defaults)
        for clause in values["sources"]
    )
    said = bool(values["quote"] or clauses)
    status = values["status"] or defaults.status or _status(values, said, defaults)
    nobody = not said and status != "stated"
    own = _clause(values, status, where, replace(defaults, voice=None) if nobody else defaults)
    lead = clauses[0] if clauses and not values["quote"] else own
    return replace(lead, status=status, why=values["why"], ref=values["ref"], sources=clauses)


def _clause(values: Mapping[str, Any], status: str, where: Where, defaults: Defaults) -> Source:
    seed = values["seed"] or (defaults.seed if values["quote"] else None)
    return Source(
        voice=_voice(values["voice"] or defaults.voice),
        status=status,
        quote=values["quote"],
        read=values["read"],
        seed=None if seed == NOT_IN_THE_SEEDS else seed,
        work=values["work"],
        where=where,
    )


def _status(values: Mapping[str, Any], said: bool, defaults: Defaults) -> str:
    if said or values["voice"]:
        return "stated"
    if values["why"]:
        return "supplied"
    return "stated" if defaults.voice else "derived"


def _voice(name: Text | None) -> str:
    if name is None:
        return OURS
    if name.value not in voices():
        raise InputError(f"no voice is called '{name.value}'", name.where, given=name.value, valid=voices())
    return name.value


def mark_of(source: Source) -> Mark:
    """Return the mark that is shown for a source."""
    return mark(source.status, voices()[source.voice])


def voices() -> Mapping[str, Voice]:
    """Return the voices of `layouts/voices.yaml` by id; a user's own file adds to that of the package."""
    return _voices(data_files("voices.yaml"))


def works() -> Mapping[str, Work]:
    """Return the works of `layouts/works.yaml` by id; a user's own file adds to that of the package."""
    return _works(data_files("works.yaml"))


@cache
def _voices(paths: tuple[Path, ...]) -> Mapping[str, Voice]:
    return {id: Voice(id, **row) for id, row in _rows(paths, VOICE_FIELDS)}


@cache
def _works(paths: tuple[Path, ...]) -> Mapping[str, Work]:
    return {id: Work(id, **row) for id, row in _rows(paths, WORK_FIELDS)}


def _rows(paths: Iterable[Path], fields: Mapping[str, Field]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in reversed(tuple(paths)):
        (table,) = read(path)
        for id, node in table.entries.items():
            yield id, record(node, fields, f"'{id}'")
