"""A section as still pictures with a slider, for notebooks and pages in which nothing can be turned."""

from __future__ import annotations

from base64 import b64encode
from contextlib import closing
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from courtyard3d.errors import InputError
from courtyard3d.picture import graphics
from courtyard3d.picture.director import DIRECTOR, camera
from courtyard3d.picture.styles import style_named

if TYPE_CHECKING:
    from courtyard3d.picture.subject import Subject

SIZE = (640, 360)
COUNTS = (2, 240)  # stills: a page with more grows too large
QUALITY = 82  # of the JPEGs


@dataclass(frozen=True)
class Stills:
    """Pictures (JPEG) of a section with what is told in each; a notebook shows them with a slider."""

    pictures: tuple[bytes, ...]
    told: tuple[str, ...]

    def _repr_html_(self) -> str:
        """Return the pictures, a slider and the words; it needs nothing from outside."""
        frames = "".join(
            f'<figure style="margin:0" {"" if number == 0 else "hidden"}>'
            f'<img src="data:image/jpeg;base64,{b64encode(picture).decode()}" alt="{escape(text)}">'
            f"<figcaption>{escape(text)}</figcaption></figure>"
            for number, (picture, text) in enumerate(zip(self.pictures, self.told, strict=True))
        )
        show = "[...this.parentNode.querySelectorAll('figure')].forEach((f, n) => f.hidden = n != this.value)"
        last = len(self.pictures) - 1
        slider = f'<input type="range" style="width:100%" min="0" max="{last}" value="0" oninput="{show}">'
        return f'<div style="max-width:{SIZE[0]}px">{frames}{slider}</div>'


def make_stills(
    courtyard: Subject,
    section: str,
    *,
    count: int = 24,
    camera_name: str = DIRECTOR,
    style: str = "colour",
    lang: str = "hans",
) -> Stills:
    """Draw moments of a section, equally far apart.

    Parameters
    ----------
    courtyard : Subject
        What is shown.
    section : str
        Any of its names.
    count : int, default: 24
        How many moments, from 2 to 240.
    camera_name : str, default: 'director'
        As for a film.
    style, lang : str
        As for a film.

    Raises
    ------
    InputError
        Where an option has a value that is not known.
    MachineError
        Where the machine can't draw.
    """
    if not COUNTS[0] <= count <= COUNTS[1]:
        raise InputError(f"no {count} stills", expected=f"{COUNTS[0]} to {COUNTS[1]}")
    look, span = style_named(style), courtyard.timeline.section(section)
    view = camera(camera_name, courtyard, SIZE[0] / SIZE[1])
    graphics.off_screen()
    from courtyard3d.picture.stage import Stage  # draws: only after the probe

    pictures, told = [], []
    with closing(Stage(courtyard.scene, look, SIZE)) as stage:
        for t in np.linspace(span.start, span.end, count, endpoint=False).tolist():
            stage.tableau.show(courtyard.timeline.state(t))
            stage.tableau.look(view(t))
            buffer = BytesIO()
            Image.fromarray(stage.pixels()).save(buffer, "JPEG", quality=QUALITY)
            pictures.append(buffer.getvalue())
            caption = courtyard.timeline.caption(t, lang)
            told.append(" ".join(filter(None, (caption.text, caption.quote and f"「{caption.quote}」"))))
    return Stills(tuple(pictures), tuple(told))
