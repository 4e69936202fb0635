"""A sheet while it is drawn: letters, lines, buttons and marks, each where it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageDraw

from courtyard3d.picture.captions import Patch
from courtyard3d.picture.viewer import letters
from courtyard3d.picture.viewer.theme import Ink, Theme
from courtyard3d.picture.viewer.zones import CLICK, Sheet, Zone
from courtyard3d.picture.words import Box

SERIF, SANS = "serif", "sans"
ROUND = 0.3  # radius of the corners of buttons, in letters
ROOM = 0.55  # at both ends of the words of a button, in letters

Polygon = Sequence[tuple[float, float]]
ICONS: Mapping[str, Sequence[Polygon]] = MappingProxyType(
    {
        "play": [[(-0.6, -0.8), (0.8, 0.0), (-0.6, 0.8)]],
        "pause": [
            [(-0.65, -0.8), (-0.2, -0.8), (-0.2, 0.8), (-0.65, 0.8)],
            [(0.2, -0.8), (0.65, -0.8), (0.65, 0.8), (0.2, 0.8)],
        ],
        "next-act": [
            [(-0.5, -0.7), (0.35, 0.0), (-0.5, 0.7)],
            [(0.4, -0.7), (0.65, -0.7), (0.65, 0.7), (0.4, 0.7)],
        ],
        "next-section": [
            [(-0.9, -0.7), (-0.1, 0.0), (-0.9, 0.7)],
            [(-0.1, -0.7), (0.7, 0.0), (-0.1, 0.7)],
            [(0.7, -0.7), (0.9, -0.7), (0.9, 0.7), (0.7, 0.7)],
        ],
        "close": [
            [(-0.65, -0.5), (-0.5, -0.65), (0.65, 0.5), (0.5, 0.65)],
            [(-0.65, 0.5), (0.5, -0.65), (0.65, -0.5), (-0.5, 0.65)],
        ],
        "fold": [[(-0.35, -0.7), (0.45, 0.0), (-0.35, 0.7)]],
    }
)
"""Polygons in halves of their size; those that point to the left are mirrored."""
MIRRORED = {"last-act": "next-act", "last-section": "next-section", "unfold": "fold"}


@dataclass(frozen=True, slots=True)
class Look:
    """What all sheets of a window have in common: theme, letters in pixels, language."""

    theme: Theme
    em: int
    lang: str

    def pixels(self, ems: float) -> int:
        """Return so many letters in pixels."""
        return round(ems * self.em)


class Canvas:
    """A sheet of a window that is being drawn; all places are pixels of the window.

    Parameters
    ----------
    look : Look
    box : Box
        The part of the window that it takes.
    back : Ink, optional
        What it is painted with at first; nothing without it.
    """

    def __init__(self, look: Look, box: Box, back: Ink | None = None) -> None:
        self.look, self.box = look, box
        size = max(box.right - box.left, 1), max(box.bottom - box.top, 1)
        self._image = Image.new("RGBA", size, back or (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)
        self._zones: list[Zone] = []

    def sheet(self, *, through: bool = False, bottom: int | None = None) -> Sheet:
        """Return what has been drawn, above a `bottom` where it was not known how high it would be."""
        drawn = np.array(self._image)[: None if bottom is None else max(bottom - self.box.top, 1)]
        patch = Patch(self.box.top, self.box.left, drawn)
        return Sheet(patch, tuple(self._zones), through)

    def zone(self, box: Box, act: Callable[[float, float], object], kind: str = CLICK, tip: str = "") -> None:
        """Let a part answer the mouse, as far as it is on the sheet."""
        sheet = self.box
        left, top = max(box.left, sheet.left), max(box.top, sheet.top)
        right, bottom = min(box.right, sheet.right), min(box.bottom, sheet.bottom)
        if left < right and top < bottom:
            self._zones.append(Zone(Box(left, top, right, bottom), act, kind, tip))

    def fill(self, box: Box, ink: Ink, rounded: float = 0.0) -> None:
        """Paint a box, its corners `rounded` by so many letters."""
        left, top = box.left - self.box.left, box.top - self.box.top
        right, bottom = box.right - self.box.left - 1, box.bottom - self.box.top - 1
        if right >= left and bottom >= top:
            self._draw.rounded_rectangle((left, top, right, bottom), rounded * self.look.em, ink)

    def line(self, points: Polygon, ink: Ink, width: int = 1) -> None:
        """Draw a line through points."""
        self._draw.line([self._local(*point) for point in points], ink, width)

    def polygon(self, points: Polygon, ink: Ink) -> None:
        """Paint a polygon."""
        self._draw.polygon([self._local(*point) for point in points], ink)

    def disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """Paint a disc."""
        x, y = self._local(x, y)
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), ink)

    def icon(self, name: str, x: float, y: float, ink: Ink, size: float = 1.0) -> None:
        """Draw a mark of `ICONS` round a place, so many letters high."""
        half, turn = size * self.look.em / 2, -1 if name in MIRRORED else 1
        for shape in ICONS[MIRRORED.get(name, name)]:
            self.polygon([(x + turn * half * across, y + half * down) for across, down in shape], ink)

    def length(self, text: str, size: float = 1.0, face: str = SANS) -> float:
        """Return the length of a text in pixels."""
        return letters.length(text, self.look.pixels(size), face, self.look.lang)

    def wrapped(self, text: str, width: float, size: float = 1.0, face: str = SANS) -> tuple[str, ...]:
        """Return the lines of a text in a column so many pixels wide."""
        return letters.wrapped(text, self.look.pixels(size), face, self.look.lang, width)

    def write(
        self,
        left: float,
        middle: float,
        text: str,
        *,
        size: float = 1.0,
        ink: Ink | None = None,
        face: str = SANS,
        width: float | None = None,
    ) -> float:
        """Write a line round a middle line, cut at `width` pixels; return its right end."""
        pixels, lang = self.look.pixels(size), self.look.lang
        if width is not None:
            text = letters.cut(text, pixels, face, lang, width)
        x, y = self._local(left, middle)
        ink = ink or self.look.theme.ink
        return self.box.left + letters.write(
            self._draw, x, y, text, size=pixels, ink=ink, face=face, lang=lang
        )

    def button(
        self,
        box: Box,
        act: Callable[[], object],
        *,
        text: str = "",
        icon: str = "",
        tip: str = "",
        on: bool = False,
        plain: bool = False,
        size: float = 0.95,
    ) -> None:
        """Draw a button with words or a mark, and let it answer."""
        theme = self.look.theme
        if on or not plain:
            self.fill(box, theme.chosen if on else theme.raised, ROUND)
        middle = (box.top + box.bottom) / 2
        if icon:
            self.icon(icon, (box.left + box.right) / 2, middle, theme.ink)
        else:
            room = box.right - box.left
            left = box.left + max((room - self.length(text, size)) / 2, 0)
            self.write(left, middle, text, size=size, width=room)
        self.zone(box, lambda *_: act(), tip=tip)

    def button_width(self, text: str, size: float = 0.95) -> int:
        """Return how wide a button with these words is, in pixels."""
        return round(self.length(text, size) + 2 * ROOM * self.look.em)

    def _local(self, x: float, y: float) -> tuple[float, float]:
        return x - self.box.left, y - self.box.top
