"""A contact sheet: pictures in a grid, each with its lines of words, drawn by Pillow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from courtyard3d.picture import fonts
from courtyard3d.picture.styles import PAPER, Colour, colour

Frame = NDArray[np.uint8]

INK = colour("#2a2420")
GREY = colour("#7d746a")
RULE = colour("#cfc4ad")
SIZES = {"title": 0.022, "name": 0.0115, "small": 0.0082}
"""Height of letters, of the width of the page."""
LEADING = 1.42
BOUND = "\u00a0"  # a space at which no line ends
MARGIN = 0.03
GUTTER = 0.012


@dataclass(frozen=True, slots=True)
class Line:
    """A line of words: `size` is one of `SIZES`."""

    text: str
    size: str = "small"
    colour: Colour = GREY
    face: str = "sans"


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A picture (height, width, 3) and what is written below it."""

    picture: Frame
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """The measures of a page in pixels: `width` of the page, how many `columns`, `aspect` of a picture."""

    width: int
    columns: int
    aspect: float = 1.25

    @property
    def margin(self) -> int:
        return round(MARGIN * self.width)

    @property
    def gutter(self) -> int:
        return round(GUTTER * self.width)

    @property
    def picture(self) -> tuple[int, int]:
        """Width and height of one picture."""
        free = self.width - 2 * self.margin - (self.columns - 1) * self.gutter
        wide = free // self.columns
        return wide, round(wide / self.aspect)

    def pixels(self, size: str) -> int:
        """Height of the letters of a size."""
        return round(SIZES[size] * self.width)


def page(title: Line, cells: Sequence[Cell], grid: Grid, lang: str) -> Image.Image:
    """Return a page: its title, then the cells row by row, each row as high as its highest cell.

    Parameters
    ----------
    title : Line
    cells : sequence of Cell
        Their pictures are as large as `grid.picture` says.
    grid : Grid
    lang : str
        Whose forms of characters come first: hans, hant or en.
    """
    wide, high = grid.picture
    broken = [tuple(_broken(cell.lines, wide, grid, lang)) for cell in cells]
    rows = [range(at, min(at + grid.columns, len(cells))) for at in range(0, len(cells), grid.columns)]
    texts = [max(sum(_step(line, grid) for line in broken[k]) for k in row) for row in rows]
    top = grid.margin + ceil(grid.pixels("title") * LEADING) + grid.gutter
    height = top + sum(high + text + 2 * grid.gutter for text in texts) + grid.margin
    sheet = Image.new("RGB", (grid.width, height), _eight_bit(PAPER))
    draw = ImageDraw.Draw(sheet)
    _write(draw, (grid.margin, grid.margin), title, grid, lang)
    for row, text in zip(rows, texts, strict=True):
        for column, k in enumerate(row):
            left = grid.margin + column * (wide + grid.gutter)
            sheet.paste(Image.fromarray(cells[k].picture), (left, top))
            draw.rectangle((left, top, left + wide - 1, top + high - 1), outline=_eight_bit(RULE))
            down = top + high + grid.gutter // 2
            for line in broken[k]:
                _write(draw, (left, down), line, grid, lang)
                down += _step(line, grid)
        top += high + text + 2 * grid.gutter
    return sheet


def _step(line: Line, grid: Grid) -> int:
    return ceil(grid.pixels(line.size) * LEADING)


def _broken(lines: Sequence[Line], width: int, grid: Grid, lang: str) -> Iterator[Line]:
    """Break lines that are too long between words."""
    for line in lines:
        taken = ""
        for word in line.text.split(" "):
            longer = f"{taken} {word}" if taken else word
            if taken and _length(longer, line, grid, lang) > width:
                yield Line(taken, line.size, line.colour, line.face)
                longer = word
            taken = longer
        yield Line(taken, line.size, line.colour, line.face)


def _length(text: str, line: Line, grid: Grid, lang: str) -> float:
    pieces = fonts.runs(text.replace(BOUND, " "), line.face, lang)
    return sum(fonts.font(path, grid.pixels(line.size)).getlength(piece) for path, piece in pieces)


def _write(draw: ImageDraw.ImageDraw, at: tuple[int, int], line: Line, grid: Grid, lang: str) -> None:
    left, top = at
    size = grid.pixels(line.size)
    for path, piece in fonts.runs(line.text.replace(BOUND, " "), line.face, lang):
        letters = fonts.font(path, size)
        draw.text((left, top + size), piece, fill=_eight_bit(line.colour), font=letters, anchor="ls")
        left += round(letters.getlength(piece))


def _eight_bit(shade: Colour) -> tuple[int, int, int]:
    red, green, blue = (round(255 * part) for part in shade)
    return red, green, blue
