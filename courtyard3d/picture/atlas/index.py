"""The lists at the end of an atlas: people and things with the plates that name them, and what is cited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from courtyard3d.picture.vector.naming import stem
from courtyard3d.reading.citations import voices, works
from courtyard3d.reading.phrases import phrase
from courtyard3d.reading.words import to_hant
from courtyard3d.rite.tables import Column, Part, Table

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.reading.words import Labels
    from courtyard3d.rite.timeline import Timeline
    from courtyard3d.sources import Source


def index(layout: Layout, named: Mapping[int, Iterable[str]], lang: str) -> list[tuple[str, list[str]]]:
    """Return the lines of the index, of people and of things, each sorted by its reading.

    Parameters
    ----------
    named : mapping of int to iterable of str
        By the number of a plate the ids of those whose name it writes.
    """
    people: dict[str, tuple[Labels, set[int]]] = {}
    things: dict[str, tuple[Labels, set[int]]] = {}
    for number, ids in named.items():
        for id in ids:
            for member in layout.groups[id].members if id in layout.groups else (id,):
                table = people if member in layout.people else things
                labels = layout.named(member) or layout.kinds[member].labels
                if labels is not None:
                    table.setdefault(stem(labels.text(lang)), (labels, set()))[1].add(number)
    parts = (("index_people", people), ("index_things", things))
    return [(phrase(key, lang), _lines(table, lang)) for key, table in parts if table]


def _lines(table: Mapping[str, tuple[Labels, set[int]]], lang: str) -> list[str]:
    reading = "en" if lang == "en" else "pinyin"
    entries = sorted(table.items(), key=lambda entry: entry[1][0].text(reading).casefold())
    return [f"{name}  {ranges(sorted(numbers))}" for name, (_, numbers) in entries]


def ranges(numbers: Sequence[int]) -> str:
    """Return numbers in order with stretches of them in short.

    >>> ranges([1, 2, 3, 5, 7, 8])
    '1–3, 5, 7, 8'
    """
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def sources(timeline: Timeline, lang: str) -> Table:
    """Return the works that the clauses of a layout and its acts cite, those cited most first."""
    cited = Counter(id for source in _sources(timeline) if (id := source.work or voices()[source.voice].work))
    rows = []
    for id, times in cited.most_common():
        book = works()[id]
        told = (f"《{book.title}》{book.juan or ''}", book.author or "", book.edition or "", str(times))
        rows.append(tuple(map(to_hant, told)) if lang == "hant" else told)
    columns = (("work", 4), ("author", 2), ("edition", 5), ("clauses", 1))
    return Table(
        phrase("sources", lang),
        phrase("of_sources", lang),
        phrase("sources", lang),
        tuple(Column(phrase(key, lang), share) for key, share in columns),
        (Part(timeline.layout.labels.text(lang), tuple(rows)),),
    )


def _sources(timeline: Timeline) -> Iterator[Source]:
    rows = (row.source for row in timeline.layout.ledger.rows)
    acts = (act.act.source for act in timeline.acts if act.act.source is not None)
    for source in {*rows, *acts}:
        yield from source.sources or (source,)
