"""An atlas: title, premises, plates, time sheets, tables and index in the order of its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from courtyard3d.picture.alternative import alternative, people_of
from courtyard3d.picture.atlas.binding import Mark
from courtyard3d.picture.atlas.flow import Block, Flow, Spread, heading, set_table
from courtyard3d.picture.atlas.index import index, sources
from courtyard3d.picture.atlas.paper import Page, Paper
from courtyard3d.picture.atlas.plates import PlateSpec
from courtyard3d.picture.atlas.things import Shelf, exhibits
from courtyard3d.picture.figure import make_figure
from courtyard3d.picture.score import Chart, score_of
from courtyard3d.picture.vector.naming import named
from courtyard3d.picture.vector.sheet import TYPE, text_height, wrapped
from courtyard3d.reading.phrases import phrase
from courtyard3d.rite.tables import make_table, premises_note

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from courtyard3d.picture.subject import Subject
    from courtyard3d.rite.tables import Table

DEEP = 2
"""Plates stand so deep in the bookmarks: below their section, which is below its part."""


@dataclass(frozen=True)
class Leaf:
    """A page to come: how it is drawn, what its running head says, and the bookmarks that lead to it."""

    draw: Callable[[int], Figure]
    marks: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Book:
    """An atlas that is to be drawn.

    Parameters
    ----------
    courtyard : Courtyard
    plates : tuple of PlateSpec
        In order; the first has number 1.
    paper : Paper
    lang : str
        hans, hant or en: of all that is said.
    labels : tuple of str
        Languages of the names in the plates.
    style : str
        ink, colour or evidence.
    scripts : tuple of str
        Ids of the people whose scripts stand in the appendix.
    found, told : dict
        By the number of a plate that is drawn, the ids of what it names, and its text alternative.
    """

    courtyard: Subject
    plates: tuple[PlateSpec, ...]
    paper: Paper
    lang: str
    labels: tuple[str, ...]
    style: str = "ink"
    scripts: tuple[str, ...] = ()
    found: dict[int, set[str]] = field(default_factory=dict)
    told: dict[int, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What the atlas is called."""
        return f"{self.courtyard.layout.labels.text(self.lang)} · {self._said('atlas')}"

    def _said(self, key: str, **slots: str) -> str:
        return phrase(key, self.lang, **slots)

    def name(self, number: int) -> str:
        """Return the number and the title of a plate."""
        return f"{self._said('plate', by=str(number))}  {self.plates[number - 1].title.text(self.lang)}"

    # pages ------------------------------------------------------------------

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """All pages before the index, which knows only when they are drawn what they name."""
        return (*self._front, *self._plate_leaves, *self._time, *self._tables)

    @cached_property
    def _front(self) -> tuple[Leaf, ...]:
        first = len(self._list_of_plates(0)) + len(self._premises) + 1
        listed = self._spreads(self._list_of_plates(first), self._said("atlas_list"))
        title = Leaf(self._draw_title, ((self.title, 0),))
        return (title, *self._spreads(self._premises, self._said("atlas_premises")), *listed)

    def _spreads(self, spreads: Iterable[Spread], title: str, depth: int = 0) -> tuple[Leaf, ...]:
        """Return the pages of a text; the first has a bookmark."""
        return tuple(
            Leaf(partial(self._draw_spread, spread, title), () if number else ((title, depth),))
            for number, spread in enumerate(spreads)
        )

    def _draw_spread(self, spread: Spread, title: str, number: int) -> Figure:
        page = Page(self.paper, self.lang, f"{self.title} · {title}", number)
        spread.draw(page)
        return page.sheet.figure

    def _draw_title(self, _: int) -> Figure:
        """Draw the title page."""
        layout, page = self.courtyard.layout, Page(self.paper, self.lang)
        middle, top = self.paper.width / 2, self.paper.height * 0.68
        names = dict.fromkeys(
            (layout.labels.text(self.lang), layout.labels.hant, layout.labels.pinyin, layout.labels.en)
        )
        for line, size in zip(filter(None, names), (30.0, 16.0, 14.0, 14.0), strict=False):
            page.sheet.text(middle, top, line, size, "center")
            top -= text_height(size) * 1.3
        page.sheet.text(middle, top - 8.0, self._said("atlas"), 18.0, "center")
        lines = wrapped(premises_note(layout, self.lang), TYPE["text"], self.paper.room[0] * 0.8, self.lang)
        low = self.paper.height * 0.2
        for line in (*lines, self._said("atlas_by")):
            page.sheet.text(middle, low, line, TYPE["text"], "center")
            low -= text_height(TYPE["text"]) * 1.3
        return page.sheet.figure

    @cached_property
    def _premises(self) -> list[Spread]:
        """The premises: what each decides, and what is chosen."""
        layout, flow = self.courtyard.layout, Flow(self.paper, self.lang)
        shares = (3, 5, 3)
        head = flow.row(
            [self._said(key) for key in ("premises", "chosen", "name")], shares, "text", rule="outline"
        )
        rows = []
        for premise in layout.document.premises.values():
            value = layout.choice[premise.id]
            words = premise.values.get(value)
            chosen = (words.text(self.lang) if words else "") or value
            title = premise.labels.text(self.lang) if premise.labels else ""
            rows.append(flow.row((title, chosen, f"{premise.id}={value}"), shares, rule="crease"))
        note = f"{self._said('of_premises')} {premises_note(layout, self.lang)}"
        return flow.pages(rows, heading(flow, self._said("atlas_premises"), note), (head,))

    def _list_of_plates(self, before: int) -> list[Spread]:
        """Return the list of plates, where so many pages stand before the first of them."""
        flow, shares = Flow(self.paper, self.lang), (1.3, 8, 3, 0.7)
        blocks: list[Block] = []
        for number, spec in enumerate(self.plates, start=1):
            if number == 1 or spec.part != self.plates[number - 2].part:
                blocks.append(flow.text(self._said(f"part_{spec.part}"), "name", before=2.0, kept=True))
            canon = self._said("canon", by=str(spec.canon)) if spec.canon else ""
            cells = (
                self._said("plate", by=str(number)),
                spec.title.text(self.lang),
                canon,
                str(before + number),
            )
            blocks.append(flow.row(cells, shares, "text"))
        return flow.pages(blocks, heading(flow, self._said("atlas_list")))

    # plates -----------------------------------------------------------------

    @property
    def _plate_leaves(self) -> Iterator[Leaf]:
        sections = {span.id: span.labels.text(self.lang) for span in self.courtyard.timeline.sections}
        before = PlateSpec(self.courtyard.layout.labels, "")
        for number, spec in enumerate(self.plates, start=1):
            marks = [(self._said(f"part_{spec.part}"), 0)] if spec.part != before.part else []
            if spec.section and spec.section != before.section:
                marks.append((sections[spec.section], 1))
            marks.append((self.name(number), DEEP if spec.section else 1))
            yield Leaf(partial(self._draw_plate, number), tuple(marks))
            before = spec

    def _draw_plate(self, plate: int, number: int) -> Figure:
        """Draw a plate with its title above and its note."""
        spec = self.plates[plate - 1]
        width, height = self.paper.room
        flow = Flow(self.paper, self.lang)
        blocks = [flow.text(self.name(plate), "title", after=1.0)]
        said = [self._said("things_note")] if spec.things else []
        said += [spec.note.text(self.lang)] if spec.note else []
        said += [self._said("canon", by=str(spec.canon))] if spec.canon else []
        blocks += [flow.text(text, "text") for text in said]
        below = sum(block.height for block in blocks)
        head = f"{self.title} · {self._said(f'part_{spec.part}')}"
        if spec.things:
            page = Page(self.paper, self.lang, head, number)
            things = exhibits(self.courtyard.layout, spec.things)
            self.found[plate] = {thing.thing.kind for thing in things}
            Shelf(things, width, height - below, self.lang).draw(page.sheet, page.left, page.top - below)
        else:
            drawing = make_figure(
                self.courtyard, at=spec.at, style=self.style, labels=self.labels, lang=self.lang,
                width=f"{width}mm", height=f"{height - below}mm", titled=False, **(spec.figure or {}),
            )  # fmt: skip
            self.found[plate] = set(named(drawing))
            self.told[plate] = alternative(
                self.courtyard, at=spec.at, view=(spec.figure or {}).get("view", "plan"), lang=self.lang,
                shown=people_of(drawing, self.courtyard.layout), markdown=True,
            )  # fmt: skip
            page = Page(self.paper, self.lang, head, number, drawing, below)
        Spread(flow, (tuple(blocks),)).draw(page)
        return page.sheet.figure

    # time -------------------------------------------------------------------

    @cached_property
    def _charts(self) -> list[list[tuple[str, Chart]]]:
        """The time sheets of the sections, those of one page together."""
        pages: list[list[tuple[str, Chart]]] = [[]]
        free = self.paper.room[1]
        for span in self.courtyard.timeline.sections:
            if span.end <= span.start:
                continue
            chart = Chart(score_of(self.courtyard.timeline, [span.id], self.lang), self.paper.room[0])
            if chart.height > free and pages[-1]:
                pages.append([])
                free = self.paper.room[1]
            pages[-1].append((span.labels.text(self.lang), chart))
            free -= chart.height
        return pages if pages[0] else []

    @property
    def _time(self) -> Iterator[Leaf]:
        if not self._charts:
            return
        whole = Chart(score_of(self.courtyard.timeline, (), self.lang), self.paper.room[0])
        part, all_of_it = self._said("part_time"), self._said("time_of_rite")
        yield Leaf(partial(self._draw_charts, [(all_of_it, whole)]), ((part, 0), (all_of_it, 1)))
        for number, charts in enumerate(self._charts):
            marks = () if number else ((self._said("time_of_sections"), 1),)
            yield Leaf(partial(self._draw_charts, charts), (*marks, *((name, DEEP) for name, _ in charts)))

    def _draw_charts(self, charts: list[tuple[str, Chart]], number: int) -> Figure:
        page = Page(self.paper, self.lang, f"{self.title} · {self._said('part_time')}", number)
        top = page.top
        for _, chart in charts:
            chart.draw(page.sheet, page.left, top)
            top -= chart.height
        return page.sheet.figure

    # tables -----------------------------------------------------------------

    @property
    def _tables(self) -> Iterator[Leaf]:
        """The appendix: distances, scripts, the ledger, sources."""
        made = [make_table(self.courtyard, what, self.lang) for what in self._asked]
        for number, table in enumerate((*made, sources(self.courtyard.timeline, self.lang))):
            first, *others = self._table(table)
            above = ((self._said("appendix"), 0),) if not number else ()
            yield replace(first, marks=(*above, (table.title, 1)))
            yield from others

    @property
    def _asked(self) -> Iterator[str]:
        yield "distances"
        yield from (f"script:{who}" for who in self.scripts)
        yield "ledger"

    def _table(self, table: Table) -> tuple[Leaf, ...]:
        return self._spreads(set_table(table, self.paper, self.lang), table.title, 1)

    def index(self) -> tuple[Leaf, ...]:
        """Return the pages of the index; all plates must have been drawn."""
        flow = Flow(self.paper, self.lang, columns=3)
        blocks = heading(flow, self._said("index"), self._said("of_index"))
        for title, lines in index(self.courtyard.layout, self.found, self.lang):
            blocks += [flow.text(title, "name", before=2.5, kept=True), *map(flow.text, lines)]
        return self._spreads(flow.pages(blocks), self._said("index"))

    def alternative(self) -> str:
        """Return in words what the plates show that are drawn, as Markdown."""
        told = (f"{text.replace('# ', f'## {self.name(plate)} · ', 1)}" for plate, text in self.told.items())
        return "\n".join([f"# {self.title}", "", *told])

    def marks(self, leaves: Iterable[Leaf]) -> list[Mark]:
        """Return the bookmarks of pages in order."""
        return [Mark(title, depth, page) for page, leaf in enumerate(leaves) for title, depth in leaf.marks]
