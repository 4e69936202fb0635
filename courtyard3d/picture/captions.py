"""Words on pictures: Pillow draws them once for each text, frames take them as patches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from courtyard3d.picture import fonts
from courtyard3d.picture.inset import drawn
from courtyard3d.picture.styles import GRADES, HATCH_DARKNESS, HATCHES, UNGRADED, Colour, Paint, Style
from courtyard3d.picture.words import FULL, Box, Words
from courtyard3d.reading.words import languages

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

    from courtyard3d.rite.telling import Caption

Frame = NDArray[np.uint8]

TEXT_SIZE = 0.056  # of the picture's height: 20 pixels at 360
SOURCE_SIZE = 0.042
TITLE_SIZE = 0.050
SECOND_SIZE = 0.046  # what happens, in a second language
CARD_SIZE = 0.095  # the title of a section on its card
CARD_TOP = 0.04  # of the picture's height: what is free above that card
TAG_SIZE = 0.036  # the name of a person
SECOND_TAG_SIZE = 0.030  # and in a second language
TAG_BORDER = 0.008
LINES = "\n"  # between a name in one language and in the other
TWO = " · "  # between a title in one language and in the other
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
    """A line of letters: size in pixels, face, language; `signs` stand framed before it."""

    text: str
    size: int
    face: str = "sans"
    signs: tuple[str, ...] = ()
    lang: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A piece of picture with transparency, (height, width, 4), and its place from the top and the left."""

    top: int
    left: int
    pixels: Frame

    @property
    def box(self) -> Box:
        """The part of the picture that it takes."""
        height, width = self.pixels.shape[:2]
        return Box(self.left, self.top, self.left + width, self.top + height)

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
        'hans', 'hant' or 'en': whose forms of characters; two with a comma between them for captions
        in two languages.
    """

    def __init__(self, size: tuple[int, int], style: Style, lang: str) -> None:
        self.size = self._width, self._height = size
        self._style = style
        self.langs = languages(lang)
        self._lang = self.langs[0]
        self.captions = lru_cache(REMEMBERED)(self._captions)
        self.tag = lru_cache(REMEMBERED)(self._tag)
        self.title_card = lru_cache(REMEMBERED)(self._title_card)
        self.always = (self.legend(),) if style.legend else ()

    def write(self, frame: Frame, words: Words) -> None:
        """Draw the words of a frame, and the legend of a style that has one, into it."""
        for patch in self.patches(words):
            patch.lay_on(frame)

    def patches(self, words: Words) -> Iterator[Patch]:
        """Yield the patches of all words of a frame, the farthest first."""
        yield from self.always
        if words.inset is not None:
            yield Patch(words.inset.box.top, words.inset.box.left, drawn(words.inset, self._style))
        for tag in words.tags:
            yield Patch(tag.top, tag.left, faded(self.tag(tag.text), tag.strength))
        yield from self.captions(words.captions, titled=words.card is None)
        if words.card is not None:
            card = self.title_card(words.card.lines)
            yield replace(card, pixels=faded(card.pixels, words.card.strength))

    def caption(self, caption: Caption) -> tuple[Patch, ...]:
        """Return the patches of a caption in one language."""
        return self.captions((caption,))

    def _captions(self, captions: tuple[Caption, ...], *, titled: bool = True) -> tuple[Patch, ...]:
        """Return the patches of captions: their title above, what happens and its source below."""
        patches = []
        border = self._pixels(BORDER)
        title = TWO.join(dict.fromkeys(caption.title for caption in captions if caption.title))
        if title and titled:
            card = self.card([Line(title, self._pixels(TITLE_SIZE), "serif")])
            patches.append(Patch(border + self._above, border, card))
        lines = next(lines for shrunk in SHRINKING if self._fits(lines := self._lines(captions, shrunk)))
        if lines:
            below = self.card(lines, self._width)[: self._height]
            patches.append(Patch(self._height - len(below), 0, below))
        return tuple(patches)

    def _lines(self, captions: Sequence[Caption], shrunk: float) -> list[Line]:
        """Return what happens, in each language, and its source as lines, `shrunk` from their usual size."""
        first = captions[0]
        quote = f"「{first.quote}」" if first.quote else ""
        source = "  ".join(filter(None, (quote, first.source)))
        signs = tuple(filter(None, (first.mark, *first.supplied)))
        told = zip(captions, self.langs, (TEXT_SIZE, SECOND_SIZE), strict=False)
        texts = (Line(one.text, self._pixels(size * shrunk), lang=lang) for one, lang, size in told)
        cited = Line(source, self._pixels(SOURCE_SIZE * shrunk), "serif", signs)
        return [*(line for text in texts for line in self._wrapped(text)), *self._wrapped(cited)]

    def _tag(self, text: str) -> Frame:
        """Return a name on its card, a line for each language."""
        lines = zip(text.split(LINES), self.langs, (TAG_SIZE, SECOND_TAG_SIZE), strict=False)
        rows = [Line(name, self._pixels(size), lang=lang) for name, lang, size in lines]
        return self.card(rows, border=self._pixels(TAG_BORDER))

    @property
    def _above(self) -> int:
        """How high what always stands at the top is, in pixels."""
        return sum(len(patch.pixels) for patch in self.always)

    def _title_card(self, lines: tuple[str, ...]) -> Patch:
        """Return the title of a section, at the top below what always stands there."""
        border = 2 * self._pixels(BORDER)
        sizes = (SOURCE_SIZE, CARD_SIZE, *(SOURCE_SIZE for _ in lines[2:]))
        for shrunk in SHRINKING:
            rows = [
                Line(line, self._pixels(size * shrunk), "serif")
                for line, size in zip(lines, sizes, strict=True)
            ]
            if max(map(self._length, rows)) < self._width - 2 * border:
                break
        card = self.card(rows, border=border)[: self._height, : self._width]
        top = self._above + round(CARD_TOP * self._height)
        return Patch(top, (self._width - card.shape[1]) // 2, card)

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
        self,
        lines: Sequence[Line],
        width: int | None = None,
        *,
        room: int = 0,
        centred: bool = True,
        border: int | None = None,
    ) -> Frame:
        """Return lines of letters on a card, (height, width, 4).

        `room` pixels stay free before them, `border` round them.
        """
        border = self._pixels(BORDER) if border is None else border
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
        pieces = fonts.runs(line.text, line.face, line.lang or self._lang)
        letters = sum(fonts.font(path, line.size).getlength(text) for path, text in pieces)
        return letters + sum(self._sign(line, sign)[1] + line.size * SIGN_GAP for sign in line.signs)

    def _sign(self, line: Line, sign: str) -> tuple[FreeTypeFont, float]:
        """Return the font of a sign of a line and the width of its frame, which is a square or longer."""
        path = next(fonts.runs(sign, "sans", line.lang or self._lang))[0]
        font = fonts.font(path, round(line.size * SIGN_LETTERS))
        return font, max(line.size * SIGN_SIDE, font.getlength(sign) + line.size * SIGN_GAP)

    def _wrapped(self, line: Line) -> Iterator[Line]:
        """Split a line where it is longer than the picture is wide."""
        begun = line._replace(text="")
        for piece in PIECE.findall(line.text):
            longer = begun._replace(text=begun.text + piece)
            if begun.text and self._length(longer) > WIDEST * self._width:
                yield begun
                longer = line._replace(text=piece, signs=())
            begun = longer
        if begun.text or begun.signs:
            yield begun

    def _draw_line(self, draw: ImageDraw.ImageDraw, line: Line, left: float, base: int) -> None:
        ink = (*_bytes(self._style.ink), 255)
        for sign in line.signs:
            font, width = self._sign(line, sign)
            side = line.size * SIGN_SIDE
            top = base - side * 0.86
            draw.rounded_rectangle((left, top, left + width, top + side), side / 5, outline=ink)
            draw.text((left + width / 2, top + side / 2), sign, ink, font, anchor="mm")
            left += width + line.size * SIGN_GAP
        for path, text in fonts.runs(line.text, line.face, line.lang or self._lang):
            font = fonts.font(path, line.size)
            draw.text((left, base), text, ink, font, anchor="ls")
            left += font.getlength(text)


def faded(pixels: Frame, strength: int) -> Frame:
    """Return a picture (height, width, 4) that is as opaque as before by `strength` of 255."""
    if strength >= FULL:
        return pixels
    found = pixels.copy()
    found[..., 3] = found[..., 3].astype(np.uint16) * strength // FULL
    return found


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
