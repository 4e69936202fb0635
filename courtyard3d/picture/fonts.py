"""Fonts for Chinese and English: they come from packages, and every glyph is checked."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from courtyard3d.errors import MachineError

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

PACKAGES = {"hans": "pylopdf_fonts_zh_cn", "hant": "pylopdf_fonts_zh_tw"}
FACES = ("sans", "serif")
OPEN = 24  # fonts kept open: each takes some megabytes, and a window that is resized asks for many sizes
FIRST = {"hans": "hans", "hant": "hant", "en": "hans"}
"""Which package's forms a language asks for first; the other one fills its gaps."""


def font_path(face: str = "serif", lang: str = "hans") -> Path:
    """Return the font file of a face ('sans' or 'serif') for a language ('hans', 'hant' or 'en').

    Raises
    ------
    MachineError
        Where the package with the font isn't installed.
    """
    package = PACKAGES[FIRST[lang]]
    project = package.replace("_", "-")
    try:
        path: Path = getattr(import_module(package), f"{face}_path")()
    except ImportError:
        raise MachineError(f"no Chinese font: pip install {project}") from None
    if not path.is_file():
        raise MachineError(f"no Chinese font at {path}: pip install --force-reinstall {project}")
    return path


@cache
def chain(face: str = "serif", lang: str = "hans") -> tuple[Path, ...]:
    """Return the font files to look for a glyph in, the best first."""
    other = {"hans": "hant", "hant": "hans"}[FIRST[lang]]
    faces = (face, *(name for name in FACES if name != face))
    return tuple(font_path(name, language) for language in (lang, other) for name in faces)


@cache
def glyphs(path: Path) -> frozenset[int]:
    """Return the code points that a font file has glyphs for."""
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as font:
        return frozenset(font.getBestCmap())


def missing_glyphs(texts: Iterable[str], lang: str = "hans") -> list[str]:
    """Return the characters of `texts` that no font of ours has, in order of code point."""
    drawn = {char for text in texts for char in text if is_drawn(char)}
    fonts = chain("serif", lang)
    return sorted(char for char in drawn if not any(ord(char) in glyphs(path) for path in fonts))


def is_drawn(char: str) -> bool:
    """Say whether a character is one that shows, unlike spaces, ends of lines and marks of direction."""
    return not char.isspace() and unicodedata.category(char) not in ("Cc", "Cf")


def runs(text: str, face: str = "serif", lang: str = "hans") -> Iterator[tuple[Path, str]]:
    """Split a text into pieces, each with the first font that has all its characters.

    A character that no font has stays with the first font, which draws its box.
    """
    fonts = chain(face, lang)
    home = fonts[0]

    def font_of(char: str) -> Path:
        return next((path for path in fonts if ord(char) in glyphs(path)), home)

    for path, chars in groupby(text, key=font_of):
        yield path, "".join(chars)


@lru_cache(OPEN)
def font(path: Path, size: int) -> FreeTypeFont:
    """Return a font file at a size in pixels, for Pillow."""
    from PIL import ImageFont

    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
