"""Colours and sizes of the words, buttons and panels of a window; all sizes follow from one, the letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from courtyard3d.errors import InputError

Ink = tuple[int, int, int, int]
"""Red, green, blue and how opaque, from 0 to 255."""

LINES_HIGH = 50  # letters that a window is high, and
LETTERS_WIDE = 62  # that it is wide, so that both its lists and its lines have room
USUAL_DPI = 96.0
USUAL_LETTERS = 13.0  # pixels at the usual dots per inch
SMALLEST = 12  # pixels: below this Chinese is not legible
ZOOMS = (0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)


@dataclass(frozen=True, slots=True)
class Theme:
    """How a window looks around its scene.

    Attributes
    ----------
    back, panel, raised, chosen : Ink
        Behind everything; a panel; what can be pressed; what is switched on.
    ink, dim, accent, rule : Ink
        Letters; letters that stand back; what is now; thin lines.
    larger : float
        Letters by their usual size.
    """

    name: str
    back: Ink
    panel: Ink
    raised: Ink
    chosen: Ink
    ink: Ink
    dim: Ink
    accent: Ink
    rule: Ink
    larger: float = 1.0


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        theme.name: theme
        for theme in (
            Theme(
                "study",
                back=(24, 22, 20, 255),
                panel=(36, 33, 30, 255),
                raised=(54, 50, 45, 255),
                chosen=(104, 80, 38, 255),
                ink=(240, 235, 226, 255),
                dim=(170, 163, 152, 255),
                accent=(224, 176, 82, 255),
                rule=(72, 66, 59, 255),
            ),
            Theme(
                "projector",
                back=(0, 0, 0, 255),
                panel=(0, 0, 0, 255),
                raised=(44, 44, 44, 255),
                chosen=(0, 74, 140, 255),
                ink=(255, 255, 255, 255),
                dim=(214, 214, 214, 255),
                accent=(255, 214, 0, 255),
                rule=(120, 120, 120, 255),
                larger=1.45,
            ),
        )
    }
)


def theme_named(name: str) -> Theme:
    """Return the theme of that name.

    Raises
    ------
    InputError
        Where there is none; offers the nearest.
    """
    if name not in THEMES:
        raise InputError(f"no theme '{name}'", expected=" or ".join(THEMES), given=name, valid=THEMES)
    return THEMES[name]


def letter_size(size: tuple[int, int], dpi: float, theme: Theme, zoom: float = 1.0) -> int:
    """Return how high letters are in a window, in pixels.

    Parameters
    ----------
    size : tuple of int
        Width and height of the window in pixels.
    dpi : float
        Dots per inch of the screen; on a finer screen letters have more pixels.
    theme : Theme
        Gives how much larger than usual they are.
    zoom : float
        One of `ZOOMS`, which the user chooses.
    """
    width, height = size
    by_window = min(height / LINES_HIGH, width / LETTERS_WIDE)
    by_screen = USUAL_LETTERS * dpi / USUAL_DPI
    return max(round(max(by_window, min(by_screen, 1.6 * by_window)) * theme.larger * zoom), SMALLEST)
