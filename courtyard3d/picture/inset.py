"""Draws the small plan that shows where somebody walks."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from courtyard3d.picture.styles import Style, colour
from courtyard3d.picture.words import FULL, Box, Inset

FINE = 3  # drawn so many times as wide and high, then averaged
DOT, SMALL_DOT = 0.022, 0.011  # of the height of the inset
WAY = 0.008
ACCENT = colour("#d8432f")  # ways, and those who walk
VEIL = 0.86  # how opaque the card is
FAINT = 0.45  # of the ink: what stands
REMEMBERED = 8


def drawn(inset: Inset, style: Style) -> NDArray[np.uint8]:
    """Return an inset as a picture (height, width, 4)."""
    width, height = inset.box.right - inset.box.left, inset.box.bottom - inset.box.top
    image = _ground(inset.standing, (width, height), style.ink, style.card).copy()
    draw = ImageDraw.Draw(image)
    accent, ink = _rgba(ACCENT), _rgba(style.ink)
    for way in inset.ways:
        draw.line([(FINE * x, FINE * y) for x, y in way], accent, round(FINE * WAY * height), "curve")
    for spots, part, paint in ((inset.others, SMALL_DOT, ink), (inset.walkers, DOT, accent)):
        for x, y in spots:
            radius = FINE * part * height
            draw.ellipse((FINE * x - radius, FINE * y - radius, FINE * x + radius, FINE * y + radius), paint)
    pixels = np.array(image.reduce(FINE))
    pixels[..., 3] = pixels[..., 3].astype(np.uint16) * inset.strength // FULL
    return pixels


@lru_cache(REMEMBERED)
def _ground(
    standing: tuple[Box, ...],
    size: tuple[int, int],
    ink: tuple[float, float, float],
    card: tuple[float, float, float],
) -> Image.Image:
    """Return what stands, on its card."""
    width, height = size
    image = Image.new("RGBA", (FINE * width, FINE * height), _rgba(card, VEIL))
    draw = ImageDraw.Draw(image)
    grey = _rgba(tuple(c + FAINT * (i - c) for c, i in zip(card, ink, strict=True)))
    for box in standing:
        draw.rectangle(tuple(FINE * side for side in box), outline=grey, width=FINE)
    draw.rectangle((0, 0, FINE * width - 1, FINE * height - 1), outline=grey, width=FINE)
    return image


def _rgba(paint: tuple[float, ...], opaque: float = 1.0) -> tuple[int, ...]:
    return tuple(round(255 * part) for part in (*paint, opaque))
