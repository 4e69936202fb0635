"""Tables for people: what `list`, `check` and `facts` print."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from courtyard3d.layout import Finding, Layout, Row
from courtyard3d.layout.premises import Premise
from courtyard3d.reading.citations import mark_of
from courtyard3d.reading.paths import shown
from courtyard3d.reading.phrases import phrase
from courtyard3d.reading.shelves import RitePlace
from courtyard3d.reading.words import Labels
from courtyard3d.rite.timeline import Timeline

WIDTH_OF_A_PIPE = 200
COLOUR = {"error": "red", "warning": "yellow", "note": "dim"}


class _Console(Console):
    """A console that leaves a closed pipe to the command line."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Return a console as wide as the terminal; wide enough not to break lines where there is none."""
    width = None if sys.stdout.isatty() else WIDTH_OF_A_PIPE
    return _Console(width=width, highlight=False, markup=False, emoji=False)


def _table(language: str, *columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(phrase(column, language), overflow="fold")
    return table


def facts_table(rows: Iterable[Row], language: str) -> Table:
    """Return the ledger, a line for each row."""
    table = _table(language, "subject", "axis", "clause", "value", "found", "source", "where")
    for row in rows:
        mark = getattr(mark_of(row.source), language)
        quote = f"「{row.source.shown}」" if row.source.shown else row.source.why or ""
        table.add_row(
            row.cell.owner,
            row.cell.measure or row.cell.axis,
            " ".join(filter(None, (row.relation, *row.objects, row.text))),
            str(row.value),
            f"{row.found}{'' if row.holds else ' ✗'}",
            f"{mark} {quote}",
            str(row.source.where or ""),
            style=None if row.holds else COLOUR["error"],
        )
    return table


def findings_table(findings: Iterable[Finding], language: str) -> Table:
    """Return what a check has found, a line each."""
    table = Table(box=None, pad_edge=False, show_header=False)
    for finding in findings:
        place = str(finding.where or "")
        moment = f"{finding.time:.2f}s " if finding.time is not None else ""
        level = phrase(finding.level, language)
        table.add_row(level, f"{moment}{finding.message}", place, style=COLOUR[finding.level])
    return table


def carried(counts: Mapping[str, Any], language: str) -> str:
    """Return how many of the rite's own list of facts, acts, rules and variants are carried, of how many."""
    shares = {what: counts[f"{what}_covered"] for what in ("facts", "acts", "rules", "variants")}
    parts = (
        phrase(f"carried_{what}", language, by=f"{share}/{of}") for what, (share, of) in shares.items() if of
    )
    return "  ".join(parts)


def rites_table(places: Iterable[RitePlace], language: str) -> Table:
    """Return the rites and where they come from."""
    table = _table(language, "rite", "name", "comes_from", "where")
    for place in places:
        name = place.problem or _named(place.labels, language)
        table.add_row(place.id, name, phrase(place.origin, language), shown(place.path))
    return table


def premises_table(premises: Iterable[Premise], layout: Layout, language: str) -> Table:
    """Return the premises of a rite with their values and what is chosen."""
    table = _table(language, "premises", "name", "values", "chosen")
    for premise in premises:
        values = premise.expects
        if any(premise.values.values()):
            parts = (
                f"{value} {_named(labels, language)}".strip() for value, labels in premise.values.items()
            )
            values = "; ".join(parts)
        if premise.follows:
            values = f"{values} ({phrase('follows_from', language, object=', '.join(premise.decided_by))})"
        table.add_row(premise.id, _named(premise.labels, language), values, layout.choice[premise.id])
    return table


def _named(labels: Labels | None, language: str) -> str:
    return labels.text(language) if labels else ""


def state_table(timeline: Timeline, time: float, language: str) -> Table:
    """Return where everyone is at `time`, a line each; things that are held stand with their holders."""
    table = _table(language, "name", "position", "facing_whither", "posture", "holding", "station")
    caption = timeline.caption(time, language)
    table.title = f"{caption.title}  {time:.1f}s  {caption.text}"
    layout = timeline.layout
    for name, figure in timeline.state(time).figures.items():
        if figure.position is None:
            continue
        holds = ", ".join(layout.objects[thing].labels.text(language) for thing in figure.holds)
        table.add_row(
            layout.people[name].labels.text(language),
            "  ".join(f"{value:.1f}" for value in figure.position),
            f"{figure.facing:.0f}°",
            phrase(figure.posture, language),
            holds,
            timeline.name(figure.station, language) if figure.station else "",
        )
    return table
