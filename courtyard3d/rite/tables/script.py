"""The script of one person: his acts in order, each with the cue that he waits for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from courtyard3d.reading.citations import mark_of
from courtyard3d.reading.phrases import phrase
from courtyard3d.reading.words import to_hant
from courtyard3d.rite.tables.table import Column, Part, Row, Table

if TYPE_CHECKING:
    from courtyard3d.rite.acts import Act
    from courtyard3d.rite.engine import Played
    from courtyard3d.rite.timeline import SectionSpan, Timeline

FEW = 3
"""So many people with whom he acts are named; of more only how many they are."""
PLACES = frozenset({"walk", "ascend", "descend", "step-on"})
"""Verbs whose `to` may give each of several people a place of his own."""


def script(timeline: Timeline, who: str, lang: str) -> Table:
    """Return what a person does in a rite, numbered from its beginning to its end."""
    played = timeline.acts_of(who)
    sections = {span.id: span for span in timeline.sections}
    lines = zip(played, _rows(timeline, who, played, lang), strict=True)
    parts = [
        Part(sections[section].labels.text(lang), tuple(row for _, row in acts))
        for section, acts in groupby(lines, key=lambda line: line[0].section)
    ]
    name = timeline.layout.people[who].labels.text(lang)
    columns = (("number", 1), ("moment", 1.8), ("cue", 5), ("does", 6), ("with", 3), ("source", 4))
    return Table(
        phrase("table_script", lang, object=name),
        phrase("of_script", lang, object=name, by=str(len(played))),
        phrase("section", lang),
        tuple(Column(phrase(key, lang), share) for key, share in columns),
        tuple(parts),
    )


def _rows(timeline: Timeline, who: str, played: Sequence[Played], lang: str) -> Iterator[Row]:
    spans: dict[str, SectionSpan] = {span.id: span for span in timeline.sections}
    cues = _Cues(timeline, who)
    over = 0.0
    for number, act in enumerate(played, start=1):
        cue = cues.before(act.start, over)
        yield (
            str(number),
            f"+{act.start - spans[act.section].start:.0f}s",
            timeline.sentence(cue, lang) if cue else "",
            own_words(timeline, act, who, lang),
            _beside(timeline, act, who, lang),
            _evidence(act, lang),
        )
        over = max(over, act.end)


class _Cues:
    """What others do before a person acts."""

    def __init__(self, timeline: Timeline, who: str) -> None:
        others = (act for act in timeline.acts if act.main and who not in act.people)
        self._acts = sorted(others, key=lambda act: act.end)
        self._ends = [act.end for act in self._acts]

    def before(self, time: float, over: float) -> Played | None:
        """Return the act of others that ended last before `time`, if the person was through by then."""
        index = bisect_right(self._ends, time)
        return self._acts[index - 1] if index and self._ends[index - 1] > over else None


def own_words(timeline: Timeline, played: Played, who: str, lang: str) -> str:
    """Return what one of those who act does himself, without his name."""
    own = replace(played, people=(who,), act=_own_act(played, who))
    said = timeline.sentence(own, lang, subject="").strip()
    return said[:1].upper() + said[1:]


def _own_act(played: Played, who: str) -> Act:
    act, to = played.act, played.act.slots.get("to")
    if act.do in PLACES and to is not None and len(to.values) == len(played.people) > 1:
        mine = replace(to, values=(to.values[played.people.index(who)],))
        act = replace(act, slots={**act.slots, "to": mine})
    return replace(act, who=(who,))


def _beside(timeline: Timeline, played: Played, who: str, lang: str) -> str:
    others = [person for person in dict.fromkeys(played.people) if person != who]
    if len(others) > FEW:
        return phrase("of_them", lang, by=str(len(others)))
    between = ", " if lang == "en" else "、"
    return between.join(timeline.called(person, played.start).text(lang) for person in others)


def _evidence(played: Played, lang: str) -> str:
    """Return the ref of an act, its mark, and the clause that says so."""
    source = played.act.source
    if source is None:
        return ""
    shown = source.shown or ""
    quote = f"「{to_hant(shown) if lang == 'hant' else shown}」" if shown else ""
    return " ".join(filter(None, (", ".join(played.act.ref), f"[{getattr(mark_of(source), lang)}]", quote)))
