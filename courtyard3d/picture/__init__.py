"""Pictures: films, the window, figures; this room loads VTK only when something is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from courtyard3d.picture import graphics
from courtyard3d.picture.film import make_film

if TYPE_CHECKING:
    from courtyard3d.picture.viewer.session import Rite

WINDOW_SIZE = (1024, 640)

__all__ = ["make_film", "view"]


def view(
    courtyard: Rite,
    *,
    start: str | None = None,
    size: tuple[int, int] = WINDOW_SIZE,
    style: str = "colour",
    lang: str = "hans",
    theme: str = "study",
    text: Path | str | None = None,
) -> None:
    """Show a rite in a window until it is closed (`?` in it shows its keys).

    Parameters
    ----------
    courtyard : Rite
        What is shown.
    start : str, optional
        The moment to begin at (as for `state --at`).
    size : tuple of int, default: (1024, 640)
        Width and height of the window in pixels.
    style : str, default: "colour"
        One of `courtyard3d.picture.styles.STYLES`.
    lang : str, default: "hans"
        Language of the words: hans, hant or en.
    theme : str, default: "study"
        'study', or 'projector' with large type and high contrast.
    text : path, optional
        A folder with plain texts (UTF-8) of the rite, which stand beside the scene; their notes are in 【】.

    Raises
    ------
    InputError
        A style, theme, moment or text that isn't there.
    MachineError
        Without a display that can draw.
    KeyboardInterrupt
        On Ctrl-C, after the window is closed.
    """
    from courtyard3d.picture.styles import style_named
    from courtyard3d.picture.viewer.tasks import Task
    from courtyard3d.picture.viewer.theme import theme_named

    look = style_named(style)
    theme_named(theme)
    _ = Task(lambda: courtyard.scene)  # meanwhile a child process tries the display
    graphics.on_screen()
    from courtyard3d.picture.viewer.window import Window  # draws: only after the probe

    folder = Path(text) if text is not None else None
    Window(courtyard, size, look, lang, start=start, theme=theme, folder=folder).run()
