"""The bar below a window: play or pause, where the rite is, its sections, the speed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw

from courtyard3d.picture import fonts
from courtyard3d.picture.captions import Patch

if TYPE_CHECKING:
    from courtyard3d.rite.timeline import SectionSpan, Timeline

BAR_HEIGHT = 46  # pixels
LETTERS = 14
BUTTON = 46  # pixels from the left that play and pause
CLOCK = 92  # pixels between the button and the track, and for the speed behind it
TRACK = 5
BACK, INK, DIM, DONE = (24, 22, 20, 235), (255, 255, 255, 255), (150, 145, 138, 255), (214, 167, 76, 255)


def minutes(seconds: float) -> str:
    """Write a moment as minutes and seconds: 1:05, or 2:01:05."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of a window `width` and `height` pixels big.

    Attributes
    ----------
    timeline : Timeline
        Gives the sections and the duration.
    size : tuple of int
        Width and height of the window.
    lang : str
        'hans', 'hant' or 'en'.
    """

    timeline: Timeline
    size: tuple[int, int]
    lang: str

    @property
    def top(self) -> int:
        return self.size[1] - BAR_HEIGHT

    def is_button(self, x: float, y: float) -> bool:
        """Say whether a point (pixels from the left and the top) is on the button that plays and pauses."""
        return y >= self.top and x < BUTTON

    def moment(self, x: float, y: float) -> float | None:
        """Return the moment of the rite under a point of the track, or None beside it."""
        if y < self.top or x < BUTTON:
            return None
        return self.moment_at(x)

    def moment_at(self, x: float) -> float:
        """Return the moment of the rite under a place from the left; beside the track, its nearest end."""
        left, right = self._track
        duration: float = self.timeline.duration
        return min(max((x - left) / (right - left), 0.0), 1.0) * duration

    @property
    def _track(self) -> tuple[int, int]:
        return BUTTON + CLOCK, self.size[0] - CLOCK

    def section(self, t: float) -> SectionSpan:
        """Return the section that runs at a moment."""
        return self.timeline.section_at(t)

    def draw(self, t: float, playing: bool, speed: float) -> Patch:
        """Return the picture of the bar at a moment."""
        bar = Image.new("RGBA", (self.size[0], BAR_HEIGHT), BACK)
        draw = ImageDraw.Draw(bar)
        self._draw_button(draw, playing)
        middle = BAR_HEIGHT / 2
        self._write(draw, BUTTON, middle, minutes(t), INK, "lm")
        self._write(draw, self.size[0] - LETTERS, middle, f"×{speed:g}", INK, "rm")
        self._draw_track(draw, t)
        return Patch(self.top, 0, np.array(bar))

    def _draw_button(self, draw: ImageDraw.ImageDraw, playing: bool) -> None:
        x, y, half = BUTTON / 2, BAR_HEIGHT / 2, 8
        if playing:
            draw.rectangle((x - half, y - half, x - 3, y + half), INK)
            draw.rectangle((x + 3, y - half, x + half, y + half), INK)
        else:
            draw.polygon([(x - half + 2, y - half), (x - half + 2, y + half), (x + half, y)], INK)

    def _draw_track(self, draw: ImageDraw.ImageDraw, t: float) -> None:
        left, right = self._track
        y = BAR_HEIGHT * 0.68
        duration = self.timeline.duration or 1.0

        def place(moment: float) -> float:
            return left + (right - left) * moment / duration

        draw.rounded_rectangle((left, y - TRACK / 2, right, y + TRACK / 2), TRACK, DIM)
        draw.rounded_rectangle((left, y - TRACK / 2, max(place(t), left + TRACK), y + TRACK / 2), TRACK, DONE)
        running = self.section(t)
        for span in self.timeline.sections:
            x, name = place(span.start), span.labels.text(self.lang)
            draw.line((x, y - 2 * TRACK, x, y + TRACK), INK)
            if self._length(name) + LETTERS / 2 < place(span.end) - x:
                self._write(draw, x + 4, y - 2 * TRACK, name, INK if span == running else DIM, "lb")
        draw.ellipse((place(t) - TRACK - 1, y - TRACK - 1, place(t) + TRACK + 1, y + TRACK + 1), INK)

    def _length(self, text: str) -> float:
        pieces = fonts.runs(text, "sans", self.lang)
        return sum(fonts.font(path, LETTERS).getlength(piece) for path, piece in pieces)

    def _write(
        self, draw: ImageDraw.ImageDraw, x: float, y: float, text: str, ink: tuple[int, ...], anchor: str
    ) -> None:
        path = next(iter(fonts.runs(text, "sans", self.lang)))[0]
        draw.text((x, y), text, ink, fonts.font(path, LETTERS), anchor=anchor)
