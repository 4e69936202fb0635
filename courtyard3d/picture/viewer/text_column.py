"""The text beside the stage: the clauses of the running section, the one that is acted lit; and finding."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

from courtyard3d.picture.viewer.canvas import SERIF, Look
from courtyard3d.picture.viewer.rows import Row, Rows, heading
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.track import minutes
from courtyard3d.picture.viewer.zones import Sheet
from courtyard3d.picture.words import Box

MOST_FOUND = 40
LONG = 26  # characters of a clause that was found that are shown


class Text:
    """Draws the column of text."""

    def __init__(self, look: Look, box: Box) -> None:
        self._look, self._box = look, box

    def key(self, session: Session) -> Hashable:
        """Return all that it shows."""
        section = session.timeline.section_at(session.clock.time).id
        lit = session.edition.at(session.clock.time, section)
        return (
            self._look,
            self._box,
            section,
            lit,
            session.query,
            session.scrolled.get(self._name(session, section)),
            id(session.edition),
        )

    def draw(self, session: Session) -> list[Sheet]:
        """Draw it; nothing where it is folded away."""
        if not session.reading:
            return []
        section = session.timeline.section_at(session.clock.time).id
        rows = list(self._found(session) if session.query is not None else self._clauses(session, section))
        lit = next((row for row, each in enumerate(rows) if each.on), None)
        return [Rows(self._look, self._box, self._name(session, section), rows).draw(session, lit)]

    def _name(self, session: Session, section: str) -> str:
        return "found" if session.query is not None else f"text {section}"

    def _clauses(self, session: Session, section: str) -> Iterator[Row]:
        theme, t = self._look.theme, session.clock.time
        lit = session.edition.at(t, section)
        yield heading(session.timeline.section_at(t).labels.text(session.lang), self._look, 0.2)
        for number, clause in enumerate(session.edition.sections[section]):
            act = None if clause.second is None else partial(session.seek, clause.second)
            ink = theme.accent if number == lit else theme.dim if act is None else None
            yield Row(
                session.script(clause.text),
                act,
                number == lit,
                size=1.05,
                face=SERIF,
                ink=ink,
                gap=0.1,
                whole=True,
            )
        if not session.edition.sections[section]:
            yield Row(session.say("no-text"), ink=theme.dim)

    def _found(self, session: Session) -> Iterator[Row]:
        theme, query = self._look.theme, session.query or ""
        yield heading(f"{session.say('find')}：{query}▏", self._look, 0.2)
        found = list(session.edition.find(query))[:MOST_FOUND]
        if not query or not found:
            yield Row(session.say("find-how" if not query else "nothing-found"), size=0.9, ink=theme.dim)
        names = {span.id: span.labels.text(session.lang) for span in session.timeline.sections}
        for section, number in found:
            clause = session.edition.sections[section][number]
            act = None if clause.second is None else partial(session.seek, clause.second)
            when = minutes(clause.second) if clause.second is not None else "–"
            yield Row(f"{names[section]}  {when}", size=0.8, ink=theme.dim, gap=0.3)
            yield Row(session.script(clause.text)[:LONG], act, size=1.0, face=SERIF)
