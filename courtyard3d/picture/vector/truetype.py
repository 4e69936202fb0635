"""Fonts for PDF: the glyphs that are used, as TrueType, which is what an embedded font of type 42 must be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.text import Text

ERROR = 0.5
"""How far a curve of the copy may lie from the original, in units of the font (1/1000 em)."""


@contextmanager
def truetype(figure: Figure) -> Iterator[None]:
    """Set the type of a figure in TrueType copies of its fonts while it is saved."""
    from matplotlib.text import Text

    texts = [text for text in figure.findobj(Text) if isinstance(text, Text) and text.get_text()]
    before = {text: text.get_fontproperties() for text in texts}
    with TemporaryDirectory() as folder:
        for file in {str(prop.get_file()) for prop in before.values()}:
            users = [text for text in texts if before[text].get_file() == file]
            copy = Path(folder) / Path(file).with_suffix(".ttf").name
            convert(Path(file), "".join(text.get_text() for text in users), copy)
            _set(users, copy)
        try:
            yield
        finally:
            for text, prop in before.items():
                text.set_fontproperties(prop)


def _set(texts: list[Text], file: Path) -> None:
    for text in texts:
        prop = text.get_fontproperties().copy()
        prop.set_file(str(file))
        text.set_fontproperties(prop)


def convert(source: Path, characters: str, target: Path) -> None:
    """Write the glyphs of some characters of an OpenType font as a TrueType font."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont

    with TTFont(source, lazy=True) as font:
        glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
        used = {ord(char): cmap[ord(char)] for char in characters if ord(char) in cmap}
        order = [".notdef", *dict.fromkeys(used.values())]
        outlines = {}
        for name in order:
            pen = TTGlyphPen(None)
            glyphs[name].draw(Cu2QuPen(pen, ERROR, reverse_direction=True))
            outlines[name] = pen.glyph()
        builder = FontBuilder(font["head"].unitsPerEm, isTTF=True)
        builder.setupGlyphOrder(order)
        builder.setupCharacterMap(used)
        builder.setupGlyf(outlines)
        builder.setupHorizontalMetrics({name: font["hmtx"][name] for name in order})
        builder.setupHorizontalHeader(ascent=font["hhea"].ascent, descent=font["hhea"].descent)
        names = {key: font["name"].getDebugName(number) for key, number in NAMES.items()}
        builder.setupNameTable({key: name for key, name in names.items() if name})
        builder.setupOS2()
        builder.setupPost()
        builder.save(target)


NAMES = {"familyName": 1, "styleName": 2, "fullName": 4, "psName": 6}
"""The names that a copy keeps, with their numbers in a font's table of names."""
