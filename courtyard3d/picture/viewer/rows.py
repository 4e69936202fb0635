"""Lists that scroll: rows of words and buttons, of which those in sight are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from courtyard3d.picture.viewer.canvas import SANS, SERIF, Canvas, Look
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.theme import Ink
from courtyard3d.picture.viewer.zones import DRAG, SCROLL, Sheet
from courtyard3d.picture.words import Box

ROW, LEADING = 1.75, 1.45  # heights of a row that is pressed and of a line that is read, in letters
NOTCH = 3.0  # letters that a notch of the wheel scrolls
BAR = 0.45  # letters that the bar beside a list is wide
EDGE = 0.6


class Choice(NamedTuple):
    """A button in a row: its words, what it does, whether it is switched on, what is told beside it."""

    text: str
    act: Callable[[], object]
    on: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list: words, or buttons, or both.

    `act` is what a click on its words does, which are cut to one line unless they shall be seen `whole`;
    `note` stands at its right end.
    """

    text: str = ""
    act: Callable[[], object] | None = None
    on: bool = False
    note: str = ""
    choices: tuple[Choice, ...] = ()
    size: float = 0.95
    face: str = SANS
    ink: Ink | None = None
    indent: float = 0.0
    gap: float = 0.0
    tip: str = ""
    whole: bool = False


class Rows:
    """Draws a list into a part of a window; `name` is what its scrolling is remembered by."""

    def __init__(self, look: Look, box: Box, name: str, rows: Sequence[Row]) -> None:
        self._look, self._box, self._name, self._rows = look, box, name, rows
        self._canvas = Canvas(look, box, look.theme.panel)
        self._inner = box.right - box.left - look.pixels(2 * EDGE + BAR)
        self._lines = [self._wrapped(row) for row in rows]
        self._heights = [self._height(row, lines) for row, lines in zip(rows, self._lines, strict=True)]
        self.height = sum(self._heights) + look.pixels(EDGE)

    def draw(self, session: Session, kept: int | None = None) -> Sheet:
        """Draw the rows in sight, and let the list scroll; a row that is newly `kept` comes into sight."""
        if session.keeps(self._name, kept):
            assert kept is not None
            middle = sum(self._heights[:kept]) - (self._box.bottom - self._box.top) / 2
            session.scrolled[self._name] = middle
        box, room = self._box, self.height - (self._box.bottom - self._box.top)
        session.scroll(self._name, 0.0, room)
        offset = session.scrolled[self._name]
        if room > 0:
            self._canvas.zone(
                box,
                lambda notches, _: session.scroll(self._name, notches * NOTCH * self._look.em, room),
                SCROLL,
            )
        top = box.top - offset
        for row, lines, height in zip(self._rows, self._lines, self._heights, strict=True):
            if top + height > box.top and top < box.bottom:
                self._draw_row(row, lines, top + row.gap * self._look.em)
            top += height
        if room > 0:
            self._bar(session, offset, room)
        return self._canvas.sheet()

    def _wrapped(self, row: Row) -> tuple[str, ...]:
        if not row.text:
            return ()
        width = self._inner - row.indent * self._look.em - self._noted(row)
        if row.act is not None and not row.whole:
            return (row.text,)
        return self._canvas.wrapped(row.text, width, row.size, row.face)

    def _noted(self, row: Row) -> float:
        return self._canvas.length(row.note, 0.85) + 0.5 * self._look.em if row.note else 0.0

    def _height(self, row: Row, lines: Sequence[str]) -> int:
        em = self._look.em
        words = self._step(row) * len(lines)
        return round(row.gap * em + words + len(self._lined(row)) * ROW * em)

    def _step(self, row: Row) -> float:
        pressed = row.act is not None and not row.whole
        return (ROW if pressed else LEADING) * self._look.em * row.size

    def _lined(self, row: Row) -> list[list[tuple[Choice, int]]]:
        """Return the buttons of a row with their widths, in lines that are not too long."""
        found: list[list[tuple[Choice, int]]] = []
        room = 0.0
        for choice in row.choices:
            width = min(self._canvas.button_width(choice.text, 0.88), int(self._inner))
            if not found or room < width:
                found.append([])
                room = self._inner - row.indent * self._look.em
            found[-1].append((choice, width))
            room -= width + 0.3 * self._look.em
        return found

    def _draw_row(self, row: Row, lines: Sequence[str], top: float) -> None:
        canvas, theme, em = self._canvas, self._look.theme, self._look.em
        left = self._box.left + (EDGE + row.indent) * em
        right = self._box.left + EDGE * em + self._inner
        step = self._step(row)
        width = right - left - self._noted(row)
        if row.act is not None:
            act = row.act
            box = self._within(
                Box(self._box.left, round(top), round(right + EDGE * em), round(top + step * len(lines)))
            )
            if row.on:
                canvas.fill(box, theme.chosen)
            canvas.zone(box, lambda *_: act(), tip=row.tip)
        for number, line in enumerate(lines):
            middle = top + (number + 0.5) * step
            canvas.write(left, middle, line, size=row.size, ink=row.ink, face=row.face, width=width)
        if row.note:
            note = right - canvas.length(row.note, 0.85)
            canvas.write(note, top + 0.5 * step, row.note, size=0.85, ink=theme.dim)
        top += step * len(lines)
        for buttons in self._lined(row):
            x = left
            for choice, wide in buttons:
                box = Box(round(x), round(top + 0.12 * em), round(x + wide), round(top + (ROW - 0.12) * em))
                canvas.button(box, choice.act, text=choice.text, on=choice.on, tip=choice.tip, size=0.88)
                x += wide + 0.3 * em
            top += ROW * em

    def _within(self, box: Box) -> Box:
        return Box(box.left, max(box.top, self._box.top), box.right, min(box.bottom, self._box.bottom))

    def _bar(self, session: Session, offset: float, room: float) -> None:
        box, em = self._box, self._look.em
        tall = box.bottom - box.top
        handle = max(tall * tall / self.height, 1.5 * em)
        left, top = box.right - round(BAR * em), box.top + (tall - handle) * offset / room
        self._canvas.fill(Box(left, round(top), box.right, round(top + handle)), self._look.theme.rule, 0.2)

        def drag(_: float, y: float) -> None:
            share = (y - box.top - handle / 2) / max(tall - handle, 1.0)
            session.scroll(self._name, share * room - session.scrolled[self._name], room)

        self._canvas.zone(Box(left - round(0.4 * em), box.top, box.right, box.bottom), drag, DRAG)


def heading(text: str, look: Look, gap: float = 0.5) -> Row:
    """Return the heading of a part of a list."""
    return Row(text, ink=look.theme.accent, face=SERIF, size=1.0, gap=gap)
