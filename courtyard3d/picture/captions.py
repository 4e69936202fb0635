"""Words on pictures: Pillow draws them once for each text, frames take them as patches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from courtyard3d.picture import fonts
from courtyard3d.picture.styles import GRADES, HATCH_DARKNESS, HATCHES, UNGRADED, Colour, Paint, Style

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

    from courtyard3d.rite.telling import Caption

Frame = NDArray[np.uint8]

TEXT_SIZE = 0.056  # of the picture's height: 20 pixels at 360
SOURCE_SIZE = 0.042
TITLE_SIZE = 0.050
LEGEND_SIZE = 0.032
SMALLEST = 11  # pixels: below this Chinese is not legible
LEADING = 1.4  # line to line, in sizes
BORDER = 0.022  # of the picture's height: the room round the letters on a card
TALLEST = 0.4  # of the picture's height: the most that a caption takes
SHRINKING = (1.0, 0.85, 0.7, 0.0)  # of the usual size: a caption that would be too tall gets smaller
WIDEST = 0.94  # of the picture's width: the longest line
SIGN_SIDE = 1.25  # the frame of a sign, in sizes of its line
SIGN_LETTERS = 0.86
SIGN_GAP = 0.4
REMEMBERED = 64  # captions kept drawn

SWATCH = 1.9  # in sizes of its line: from the beginning of an entry of the legend to its words
LEGEND = (*GRADES.values(), UNGRADED)

OPENING = "「『《〈（【〔“‘(["
CLOSING = "」』》〉）】〕”’，。、；：？！…—·,.;:?!)]"
CHINESE = "\u2e80-\U0003ffff"
PIECE = re.compile(
    rf"[{re.escape(OPENING)}]*(?:[^\s{CHINESE}{re.escape(OPENING + CLOSING)}]+|\S)[{re.escape(CLOSING)}]*\s*"
)
"""What a line does not end within: a word or a Chinese character, with the marks that cling to it."""


class Line(NamedTuple):
    """A line of letters: its size in pixels and its face; `sign` stands framed before it."""

    text: str
    size: int
    face: str = "sans"
    sign: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A piece of picture with transparency, (height, width, 4), and its place from the top and the left."""

    top: int
    left: int
    pixels: Frame

    def lay_on(self, frame: Frame) -> None:
        """Draw the patch into a frame (height, width, 3), as far as it reaches."""
        height, width = self.pixels.shape[:2]
        under = frame[self.top : self.top + height, self.left : self.left + width]
        patch = self.pixels[: under.shape[0], : under.shape[1]]
        cover = patch[..., 3:].astype(np.uint16)
        under[...] = (under * (255 - cover) + patch[..., :3] * cover + 127) // 255


class Lettering:
    """Draws the words of a film or a window.

    Parameters
    ----------
    size : tuple of int
        Width and height of the picture in pixels.
    style : Style
        Gives the colours of letters and cards.
    lang : str
        'hans', 'hant' or 'en': whose forms of characters.
    """

    def __init__(self, size: tuple[int, int], style: Style, lang: str) -> None:
        self._width, self._height = size
        self._style = style
        self._lang = lang
        self.caption = lru_cache(REMEMBERED)(self._caption)
        self.always = (self.legend(),) if style.legend else ()

    def write(self, frame: Frame, caption: Caption) -> None:
        """Draw a caption, and the legend of a style that has one, into a frame."""
        for patch in (*self.always, *self.caption(caption)):
            patch.lay_on(frame)

    def _caption(self, caption: Caption) -> tuple[Patch, ...]:
        """Return the patches of a caption: its title above, what happens and its source below."""
        patches = []
        border = self._pixels(BORDER)
        top = border + sum(len(patch.pixels) for patch in self.always)
        if caption.title:
            title = self.card([Line(caption.title, self._pixels(TITLE_SIZE), "serif")])
            patches.append(Patch(top, border, title))
        lines = next(lines for shrunk in SHRINKING if self._fits(lines := self._lines(caption, shrunk)))
        if lines:
            below = self.card(lines, self._width)[: self._height]
            patches.append(Patch(self._height - len(below), 0, below))
        return tuple(patches)

    def _lines(self, caption: Caption, shrunk: float) -> list[Line]:
        """Return what happens and its source as lines, `shrunk` from their usual size."""
        quote = f"「{caption.quote}」" if caption.quote else ""
        source = "  ".join(filter(None, (quote, caption.source)))
        return [
            *self._wrapped(Line(caption.text, self._pixels(TEXT_SIZE * shrunk))),
            *self._wrapped(Line(source, self._pixels(SOURCE_SIZE * shrunk), "serif", caption.mark)),
        ]

    def _fits(self, lines: Sequence[Line]) -> bool:
        """Say whether lines leave enough of the picture free, or can't be smaller."""
        tall = sum(line.size for line in lines) * LEADING
        return tall <= TALLEST * self._height or all(line.size == SMALLEST for line in lines)

    def legend(self) -> Patch:
        """Return the strip above the picture that explains the grades by colour, pattern, number and word."""
        size, border = self._pixels(LEGEND_SIZE), self._pixels(BORDER)
        entries = [(grade, Line(f"{grade.number} {getattr(grade, self._lang)}", size)) for grade in LEGEND]
        step, room = round(size * LEADING), round(SWATCH * size)
        widths = [room + round(self._length(line)) + size for _, line in entries]
        spots, left, row = [], border, 0
        for width in widths:
            if left > border and left + width > self._width - border:
                left, row = border, row + 1
            spots.append((left, row))
            left += width
        back = (*_bytes(self._style.card), round(255 * self._style.veil))
        strip = Image.new("RGBA", (self._width, (row + 1) * step + border), back)
        draw = ImageDraw.Draw(strip)
        for (grade, line), (at, below) in zip(entries, spots, strict=True):
            top = border // 2 + below * step
            swatch = Image.fromarray(_swatch(grade.paint, size))
            strip.paste(swatch, (at, top + (step - size) // 2))
            draw.rectangle(
                (at, top + (step - size) // 2, at + swatch.width - 1, top + (step + size) // 2 - 1),
                outline=(*_bytes(self._style.ink), 255),
            )
            self._draw_line(draw, line, at + room, top + round(step * 0.72))
        return Patch(0, 0, np.array(strip))

    def card(
        self, lines: Sequence[Line], width: int | None = None, *, room: int = 0, centred: bool = True
    ) -> Frame:
        """Return lines of letters on a card, (height, width, 4); `room` pixels stay free before them."""
        border = self._pixels(BORDER)
        steps = [round(line.size * LEADING) for line in lines]
        lengths = [self._length(line) for line in lines]
        width = width or round(max(lengths)) + room + 2 * border
        back = (*_bytes(self._style.card), round(255 * self._style.veil))
        card = Image.new("RGBA", (width, sum(steps) + 2 * border), back)
        draw = ImageDraw.Draw(card)
        bottom = border
        for line, step, length in zip(lines, steps, lengths, strict=True):
            left = (width - length) / 2 if centred else border + room
            bottom += step
            self._draw_line(draw, line, left, bottom - round(step * 0.28))
        return np.array(card)

    def _pixels(self, part: float) -> int:
        return max(round(part * self._height), SMALLEST if part > BORDER else 1)

    def _length(self, line: Line) -> float:
        """Return the length of a line in pixels, its sign included."""
        pieces = fonts.runs(line.text, line.face, self._lang)
        letters = sum(fonts.font(path, line.size).getlength(text) for path, text in pieces)
        return letters + (self._sign(line)[1] + line.size * SIGN_GAP if line.sign else 0.0)

    def _sign(self, line: Line) -> tuple[FreeTypeFont, float]:
        """Return the font of a line's sign and the width of its frame, which is a square or longer."""
        path = next(fonts.runs(line.sign, "sans", self._lang))[0]
        font = fonts.font(path, round(line.size * SIGN_LETTERS))
        return font, max(line.size * SIGN_SIDE, font.getlength(line.sign) + line.size * SIGN_GAP)

    def _wrapped(self, line: Line) -> Iterator[Line]:
        """Split a line where it is longer than the picture is wide."""
        begun = line._replace(text="")
        for piece in PIECE.findall(line.text):
            longer = begun._replace(text=begun.text + piece)
            if begun.text and self._length(longer) > WIDEST * self._width:
                yield begun
                longer = line._replace(text=piece, sign="")
            begun = longer
        if begun.text or begun.sign:
            yield begun

    def _draw_line(self, draw: ImageDraw.ImageDraw, line: Line, left: float, base: int) -> None:
        ink = (*_bytes(self._style.ink), 255)
        if line.sign:
            font, width = self._sign(line)
            side = line.size * SIGN_SIDE
            top = base - side * 0.86
            draw.rounded_rectangle((left, top, left + width, top + side), side / 5, outline=ink)
            draw.text((left + width / 2, top + side / 2), line.sign, ink, font, anchor="mm")
            left += width + line.size * SIGN_GAP
        for path, text in fonts.runs(line.text, line.face, self._lang):
            font = fonts.font(path, line.size)
            draw.text((left, base), text, ink, font, anchor="ls")
            left += font.getlength(text)


def _bytes(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = (round(255 * part) for part in colour)
    return red, green, blue


def _swatch(paint: Paint, size: int) -> Frame:
    """Return a piece (size, 1.5 size, 3) of a painted surface."""
    width = round(1.5 * size)
    tile = np.array([[mark == "#" for mark in row] for row in HATCHES[paint.hatch]] or [[False]])
    dark = tile[np.arange(size)[:, None] % len(tile), np.arange(width) % tile.shape[1]]
    colour = np.where(dark[..., None], HATCH_DARKNESS, 1.0) * _bytes(paint.colour)
    return colour.astype(np.uint8)
