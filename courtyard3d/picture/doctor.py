"""What of this machine works for pictures, and what to install where something doesn't."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from courtyard3d.errors import MachineError
from courtyard3d.picture import fonts, graphics


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried.

    Attributes
    ----------
    name : str
        What: 'drawing', 'window', 'encoder' or 'fonts'.
    works : bool
        Whether it does.
    detail : str
        What does it, or what is missing and how to get it.
    needed_for : str
        The commands that can't do without.
    """

    name: str
    works: bool
    detail: str
    needed_for: str


def _drawing() -> str:
    found = graphics.off_screen()
    return f"{found.window or 'VTK'}, {found.renderer}"


def _window() -> str:
    return graphics.on_screen().renderer


def _encoder() -> str:
    path = graphics.encoder()
    return f"{graphics.encoder_version(path)} ({path})"


def _fonts() -> str:
    counts = {lang: len(fonts.glyphs(fonts.font_path("serif", lang))) for lang in fonts.PACKAGES}
    return ", ".join(f"{lang}: {count} characters" for lang, count in counts.items())


TRIALS: Mapping[str, tuple[Callable[[], str], str]] = MappingProxyType(
    {
        "drawing": (_drawing, "film, figure"),
        "window": (_window, "view"),
        "encoder": (_encoder, "film"),
        "fonts": (_fonts, "film, figure, view"),
    }
)


def doctor_report() -> tuple[Finding, ...]:
    """Try everything that pictures need, and say what works."""
    return tuple(_tried(name, trial, needed_for) for name, (trial, needed_for) in TRIALS.items())


def _tried(name: str, trial: Callable[[], str], needed_for: str) -> Finding:
    try:
        return Finding(name, True, trial(), needed_for)
    except MachineError as error:
        return Finding(name, False, str(error), needed_for)
