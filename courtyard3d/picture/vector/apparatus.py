"""What makes a drawing a plate: scale bars, north, legend, caption and citation, below the frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from courtyard3d.picture.vector.projection import Projection
from courtyard3d.picture.vector.sheet import BLACK, TYPE, WHITE, Sheet, text_height, text_width, wrapped
from courtyard3d.picture.vector.words import say
from courtyard3d.picture.vector.words import way as direction

BAR_SHARE = 0.28
"""The scale bar takes about this part of the sheet's width."""
STEPS = (1, 2, 4, 6, 8, 10, 16, 20, 30, 40, 60, 80, 100, 200)
"""Lengths that a scale bar may have, in 尺 or metres."""
BAR_HEIGHT = 1.1
ARROW = 7.0
SPECK = 1e-6
"""What of the north is on the page, at least, where an arrow shows it."""
BAR_ROW = 12.0
"""Height of the row with scale bars and north arrow, in millimetres."""
LEGEND_ROW = 3.8
SAMPLE = 7.0
GAP = 1.6
RAGGED = 2.0
"""Free room at the right of a caption: a reader's substitute for the font may be wider."""

Sample = Callable[[Sheet, float, float], None]
"""Draws a sample of a sign, SAMPLE millimetres wide, from (x, y) to the right."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the legend."""

    sample: Sample
    text: str


def bar_length(chi: float, room: float) -> int:
    """Return the longest round length that takes no more than `room` millimetres.

    Parameters
    ----------
    chi : float
        Millimetres on the sheet of one unit.
    room : float
        Millimetres.
    """
    return max((step for step in STEPS if step * chi <= room), default=STEPS[0])


def scale_bars(sheet: Sheet, x: float, y: float, scale: float, chi_m: float) -> None:
    """Draw the double bar: 尺 above, metres below.

    Parameters
    ----------
    x, y : float
        Left end of the line between the two bars, in millimetres.
    scale : float
        Millimetres on the sheet of one 尺.
    chi_m : float
        Length of the 尺 in metres.
    """
    room = sheet.width * BAR_SHARE
    for unit, word, up in ((scale, "chi", 1), (scale / chi_m, "metre", -1)):
        length = bar_length(unit, room)
        _bar(sheet, x, y, unit * length, up)
        height = y + up * (BAR_HEIGHT + text_height(TYPE["small"]) / 2 + 0.2)
        for share in (0.0, 0.5, 1.0):
            value = f"{length * share:g}"
            last = f"{value} {say(word, sheet.lang)}" if share == 1.0 else value
            left = x + unit * length * share - text_width(value, TYPE["small"], sheet.lang) / 2
            sheet.text(max(left, x), height, last, TYPE["small"])


def _bar(sheet: Sheet, x: float, y: float, length: float, up: int) -> None:
    for part, colour in enumerate((BLACK, WHITE, BLACK, WHITE)):
        left, right = x + length * part / 4, x + length * (part + 1) / 4
        corners = [(left, y), (right, y), (right, y + up * BAR_HEIGHT), (left, y + up * BAR_HEIGHT)]
        sheet.polygon(corners, colour, "crease")


def north_arrow(sheet: Sheet, x: float, y: float, projection: Projection) -> None:
    """Draw the arrow to the north, its middle at (x, y); where it's not on the page, whither one looks."""
    way = projection.direction((0.0, 1.0, 0.0))
    if np.linalg.norm(way) < SPECK:
        whither = direction(
            float(np.degrees(np.arctan2(-projection.axes[2, 0], -projection.axes[2, 1]))), sheet.lang
        )
        sheet.text(x + ARROW / 2, y, say("looking", sheet.lang, way=whither), TYPE["text"], "right")
        return
    way /= np.linalg.norm(way)
    room = text_height(TYPE["text"])  # of the letter before its tip
    middle, side = np.array([x, y]) - way * (max(way[0], 0.0) + 1.0) * room / 2, np.array([way[1], -way[0]])
    tip, tail = middle + way * ARROW / 2, middle - way * ARROW / 2
    notch = tail + way * ARROW * 0.22
    sheet.polygon([tip, tail - side * 1.6, notch], WHITE, "crease")
    sheet.polygon([tip, notch, tail + side * 1.6], BLACK, "crease")
    above, up = (tip + way * text_height(TYPE["text"]) / 2).tolist()
    sheet.text(above, up, say("north", sheet.lang), TYPE["text"], "center")


def legend_rows(entries: list[Entry], width: float, lang: str) -> list[list[Entry]]:
    """Break a legend into rows no wider than `width` millimetres."""
    rows: list[list[Entry]] = []
    used = width
    for entry in entries:
        takes = entry_width(entry, lang)
        if used + takes > width:
            rows.append([])
            used = 0.0
        rows[-1].append(entry)
        used += takes
    return rows


def entry_width(entry: Entry, lang: str) -> float:
    """Return how much of a row an entry takes, in millimetres."""
    return SAMPLE + GAP + text_width(entry.text, TYPE["small"], lang) + 3 * GAP


def legend(sheet: Sheet, x: float, top: float, rows: list[list[Entry]]) -> float:
    """Draw the legend from `top` down; return where it ends."""
    for row in rows:
        left, middle = x, top - LEGEND_ROW / 2
        for entry in row:
            entry.sample(sheet, left, middle)
            sheet.text(left + SAMPLE + GAP, middle, entry.text, TYPE["small"])
            left += entry_width(entry, sheet.lang)
        top -= LEGEND_ROW
    return top


def caption_lines(texts: Iterable[str], width: float, lang: str) -> list[str]:
    """Break the paragraphs of a caption into lines that leave a margin within `width` millimetres."""
    return [line for text in texts for line in wrapped(text, TYPE["small"], width - RAGGED, lang)]
