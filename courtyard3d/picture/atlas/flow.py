"""Text that flows over pages: blocks one below the other, in columns, and what is repeated on a new page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from courtyard3d.picture.atlas.paper import Page, Paper
from courtyard3d.picture.vector.sheet import BLACK, GREY, TYPE, text_height, wrapped
from courtyard3d.rite.tables import Table

RULES = {"outline": BLACK, "crease": GREY}
"""The pens of lines between rows, and their colours."""
GUTTER = 2.0
"""Between two columns of a table, in millimetres."""
PADDING = 0.5
"""Above and below the lines of a row, in millimetres."""
ALLEY = 6.0
"""Between two columns of a page, in millimetres."""


@dataclass(frozen=True, slots=True)
class Block:
    """Something that stands on one page: cells side by side, of one or several lines of type.

    Parameters
    ----------
    cells : tuple of tuple of str
        The lines of each cell.
    lefts : tuple of float
        Where each begins, from the left edge of the column, in millimetres.
    size : str
        Of its type, a key of `TYPE`.
    before, after : float
        Free room above and below, in millimetres.
    rule : str or None
        The pen of a line below it, one of `RULES`.
    kept : bool
        Whether it must stand on a page with what follows.
    """

    cells: tuple[tuple[str, ...], ...]
    lefts: tuple[float, ...] = (0.0,)
    size: str = "small"
    before: float = PADDING
    after: float = PADDING
    rule: str | None = None
    kept: bool = False

    @property
    def height(self) -> float:
        """What it takes of a page, in millimetres."""
        lines = max(map(len, self.cells), default=0)
        return self.before + lines * text_height(TYPE[self.size]) + self.after

    def draw(self, page: Page, left: float, top: float, width: float) -> None:
        """Draw it from `top` down."""
        for lines, aside in zip(self.cells, self.lefts, strict=True):
            page.sheet.paragraph(left + aside, top - self.before, lines, TYPE[self.size])
        if self.rule:
            below = top - self.height
            page.sheet.polyline([(left, below), (left + width, below)], self.rule, RULES[self.rule])


@dataclass(frozen=True, slots=True)
class Flow:
    """Blocks in columns on pages.

    Parameters
    ----------
    paper : Paper
    lang : str
    columns : int
        How many stand side by side on a page.
    """

    paper: Paper
    lang: str
    columns: int = 1

    @property
    def width(self) -> float:
        """The width of a column in millimetres."""
        return (self.paper.room[0] - ALLEY * (self.columns - 1)) / self.columns

    def text(self, text: str, size: str = "text", *, indent: float = 0.0, **look: float | bool) -> Block:
        """Return a paragraph."""
        lines = wrapped(text, TYPE[size], self.width - indent, self.lang)
        return Block((tuple(lines),), (indent,), size, **look)  # type: ignore[arg-type]

    def row(
        self, cells: Sequence[str], shares: Sequence[float], size: str = "small", **look: object
    ) -> Block:
        """Return a row of cells whose columns share the width."""
        widths = [self.width * share / sum(shares) for share in shares]
        lefts = tuple(sum(widths[:number]) for number in range(len(widths)))
        lines = (
            tuple(wrapped(cell, TYPE[size], width - GUTTER, self.lang))
            for cell, width in zip(cells, widths, strict=True)
        )
        return Block(tuple(lines), lefts, size, **look)  # type: ignore[arg-type]

    def pages(
        self, blocks: Iterable[Block], opening: Sequence[Block] = (), repeated: Sequence[Block] = ()
    ) -> list[Spread]:
        """Break blocks into pages; `opening` stand before all, `repeated` at the head of every column."""
        columns = [[*opening, *repeated]]
        for bound in _bound(blocks):
            used = sum(block.height for block in (*columns[-1], *bound))
            if used > self.paper.room[1] and len(columns[-1]) > len(repeated):
                columns.append([*repeated])
            columns[-1] += bound
        spreads = (columns[first : first + self.columns] for first in range(0, len(columns), self.columns))
        return [Spread(self, tuple(map(tuple, spread))) for spread in spreads]


def _bound(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Yield blocks that must stand on one page."""
    bound: list[Block] = []
    for block in blocks:
        bound.append(block)
        if not block.kept:
            yield bound
            bound = []
    if bound:
        yield bound


@dataclass(frozen=True, slots=True)
class Spread:
    """One page of a flow: its columns of blocks."""

    flow: Flow
    columns: tuple[tuple[Block, ...], ...] = field(default=())

    def draw(self, page: Page) -> None:
        """Draw the blocks on a page."""
        for number, blocks in enumerate(self.columns):
            left, top = page.left + number * (self.flow.width + ALLEY), page.top
            for block in blocks:
                block.draw(page, left, top, self.flow.width)
                top -= block.height


def heading(flow: Flow, text: str, note: str = "") -> list[Block]:
    """Return the title of a chapter, and what it holds."""
    blocks = [flow.text(text, "title", after=2.0, kept=True)]
    return [*blocks, flow.text(note, "text", after=2.0, kept=True)] if note else blocks


def set_table(table: Table, paper: Paper, lang: str) -> list[Spread]:
    """Set a table on pages, the headings of its columns on each of them."""
    flow = Flow(paper, lang)
    shares = [column.share for column in table.columns]
    head = flow.row(table.headings, shares, "text", rule="outline", before=1.0)

    def blocks() -> Iterator[Block]:
        for part in table.parts:
            yield flow.text(part.heading, "name", before=2.5, kept=True)
            yield from (flow.row(row, shares, rule="crease") for row in part.rows)

    return flow.pages(blocks(), heading(flow, table.title, table.note), (head,))
