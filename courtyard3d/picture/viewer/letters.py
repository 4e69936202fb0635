"""Letters in pixels: how long a text is, where its lines end, and how it is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import ImageDraw

from courtyard3d.picture import fonts
from courtyard3d.picture.captions import PIECE
from courtyard3d.picture.viewer.theme import Ink

ELLIPSIS = "…"
REMEMBERED = 4096


@lru_cache(REMEMBERED)
def length(text: str, size: int, face: str, lang: str) -> float:
    """Return the length of a text in pixels."""
    return sum(fonts.font(path, size).getlength(piece) for path, piece in fonts.runs(text, face, lang))


@lru_cache(REMEMBERED)
def cut(text: str, size: int, face: str, lang: str, width: float) -> str:
    """Return as much of a text as is no longer than `width` pixels, with an ellipsis where it is cut."""
    if length(text, size, face, lang) <= width:
        return text
    kept = len(text)
    while kept and length(text[:kept].rstrip() + ELLIPSIS, size, face, lang) > width:
        kept -= 1
    return text[:kept].rstrip() + ELLIPSIS


@lru_cache(REMEMBERED)
def wrapped(text: str, size: int, face: str, lang: str, width: float) -> tuple[str, ...]:
    """Return the lines of a text that are no longer than `width` pixels."""
    return tuple(_lines(text, size, face, lang, width)) or ("",)


def _lines(text: str, size: int, face: str, lang: str, width: float) -> Iterator[str]:
    begun = ""
    for piece in PIECE.findall(text):
        if begun and length((begun + piece).rstrip(), size, face, lang) > width:
            yield begun.rstrip()
            begun = ""
        begun += piece
    if begun:
        yield begun.rstrip()


def write(
    draw: ImageDraw.ImageDraw,
    left: float,
    middle: float,
    text: str,
    *,
    size: int,
    ink: Ink,
    face: str,
    lang: str,
) -> float:
    """Draw a text from its left end, its letters round a middle line; return its right end in pixels."""
    for path, piece in fonts.runs(text, face, lang):
        font = fonts.font(path, size)
        draw.text((left, middle + 0.36 * size), piece, ink, font, anchor="ls")
        left += font.getlength(piece)
    return left
