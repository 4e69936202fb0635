"""Pictures: films, the window, figures; this room loads VTK only when something is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from courtyard3d.picture import graphics
from courtyard3d.picture.film import make_film

if TYPE_CHECKING:
    from courtyard3d.picture.subject import Subject

WINDOW_SIZE = (1024, 640)

__all__ = ["make_film", "view"]


def view(
    courtyard: Subject,
    *,
    start: str | None = None,
    size: tuple[int, int] = WINDOW_SIZE,
    style: str = "colour",
    lang: str = "hans",
) -> None:
    """Show a rite in a window until it is closed (see `courtyard3d.picture.viewer.Window` for its keys).

    Parameters
    ----------
    courtyard : Subject
        What is shown: has a layout, a scene and a timeline.
    start : str, optional
        The moment to begin at (as for `state --at`).
    size : tuple of int, default: (1024, 640)
        Width and height of the window in pixels.
    style : str, default: "colour"
        One of `courtyard3d.picture.styles.STYLES`.
    lang : str, default: "hans"
        Language of the words: hans, hant or en.

    Raises
    ------
    InputError
        A style or moment that isn't there.
    MachineError
        Without a display that can draw.
    KeyboardInterrupt
        On Ctrl-C, after the window is closed.
    """
    from courtyard3d.picture.styles import style_named

    look = style_named(style)
    graphics.on_screen()
    from courtyard3d.picture.viewer import Window  # draws: only after the probe

    window = Window(courtyard, size, look, lang)
    window.player.clock.seek(courtyard.timeline.moment(start) if start else 0.0)
    window.run()
