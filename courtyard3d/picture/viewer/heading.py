"""The strip above the scene: the section, what happens, and the clause that says so."""

from __future__ import annotations

from collections.abc import Hashable

from courtyard3d.picture.viewer.canvas import SERIF, Canvas, Look
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.zones import Sheet
from courtyard3d.picture.words import Box

EDGE = 0.8
FIRST, SECOND = 1.35, 3.15  # middle lines of both rows, in letters from the top
TITLE, TELLING, QUOTE = 1.1, 1.25, 1.0


class Heading:
    """Draws what is told of a moment."""

    def __init__(self, look: Look, box: Box) -> None:
        self._look, self._box = look, box

    def key(self, session: Session) -> Hashable:
        """Return all that it shows."""
        return (
            self._look,
            self._box,
            session.timeline.caption(session.clock.time, session.lang),
            session.message,
        )

    def draw(self, session: Session) -> Sheet:
        """Draw it."""
        theme, em = self._look.theme, self._look.em
        caption = session.timeline.caption(session.clock.time, session.lang)
        canvas = Canvas(self._look, self._box, theme.back)
        left, right = self._box.left + EDGE * em, self._box.right - EDGE * em
        first, second = self._box.top + FIRST * em, self._box.top + SECOND * em
        x = canvas.write(left, first, caption.title, size=TITLE, ink=theme.accent, face=SERIF)
        x += 1.0 * em
        canvas.write(x, first, caption.text, size=TELLING, width=right - x)
        x = left
        for mark in filter(None, (caption.mark, *caption.supplied)):
            x = self._mark(canvas, x, second, mark)
        quote = f"「{caption.quote}」" if caption.quote else ""
        x = canvas.write(x, second, quote, size=QUOTE, face=SERIF, width=right - x) + 0.6 * em
        canvas.write(x, second, caption.source, size=0.9, ink=theme.dim, face=SERIF, width=max(right - x, 1))
        if session.message:
            width = canvas.button_width(session.message)
            box = Box(round(right - width), round(second - em), round(right), round(second + em))
            canvas.fill(box, theme.chosen, 0.3)
            canvas.write(box.left + 0.55 * em, second, session.message, size=0.95)
        return canvas.sheet()

    def _mark(self, canvas: Canvas, left: float, middle: float, text: str) -> float:
        """Draw the mark of a voice in its frame; return where the next begins."""
        em, theme = self._look.em, self._look.theme
        width = max(canvas.length(text, 0.85) + 0.5 * em, 1.4 * em)
        box = Box(round(left), round(middle - 0.7 * em), round(left + width), round(middle + 0.7 * em))
        canvas.fill(box, theme.ink, 0.25)
        inner = Box(box.left + 1, box.top + 1, box.right - 1, box.bottom - 1)
        canvas.fill(inner, theme.back, 0.2)
        canvas.write(left + (width - canvas.length(text, 0.85)) / 2, middle, text, size=0.85)
        return left + width + 0.4 * em
