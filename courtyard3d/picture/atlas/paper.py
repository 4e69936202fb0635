"""Pages: sizes of paper, and the sheet with its margins, running head and page number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from courtyard3d.errors import InputError
from courtyard3d.picture.vector.sheet import TYPE, Sheet, text_height

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RUNNING = 7.0
"""Room of the running head and of the page number, in millimetres."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper and its margins, in millimetres."""

    width: float
    height: float
    side: float
    ends: float

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of what a page holds between its margins, running head and page number."""
        return self.width - 2 * self.side, self.height - 2 * (self.ends + RUNNING)


PAPERS = {
    "a4": Paper(210.0, 297.0, side=18.0, ends=12.0),
    "a3": Paper(297.0, 420.0, side=24.0, ends=16.0),
    "16k": Paper(184.0, 260.0, side=14.0, ends=10.0),
}
"""What an atlas is printed on; 16开 is the page of Chinese journals (184 × 260 mm)."""


def paper_named(name: str) -> Paper:
    """Return the paper of a name; raises InputError where there is none."""
    if name.lower() not in PAPERS:
        raise InputError(f"no paper '{name}'", expected=", ".join(PAPERS), given=name, valid=PAPERS)
    return PAPERS[name.lower()]


class Page:
    """A page to draw on.

    Parameters
    ----------
    paper : Paper
    lang : str
        hans, hant or en.
    head : str
        What stands above the page.
    number : int or None
        The page number; a page without one has neither head nor number.
    plate : matplotlib.figure.Figure, optional
        A drawing, its one axes in millimetres, that stands in the middle of the page under `below`
        millimetres of free room.
    """

    def __init__(
        self,
        paper: Paper,
        lang: str,
        head: str = "",
        number: int | None = None,
        plate: Figure | None = None,
        below: float = 0.0,
    ) -> None:
        self.paper = paper
        drawn = plate.get_size_inches() * 25.4 if plate is not None else None
        self.sheet = Sheet(paper.width, paper.height, lang, figure=plate)
        width, height = paper.room
        self.left, self.low = paper.side, paper.ends + RUNNING
        self.right, self.top = self.left + width, self.low + height
        if plate is not None and drawn is not None:
            x, y = (paper.width - drawn[0]) / 2, self.top - below - drawn[1]
            plate.axes[0].set_position(
                (x / paper.width, y / paper.height, drawn[0] / paper.width, drawn[1] / paper.height)
            )
        if number is not None:
            line = text_height(TYPE["small"])
            self.sheet.text(self.left, self.top + RUNNING - line, head, TYPE["small"])
            self.sheet.text(self.right, self.low - RUNNING + line, str(number), TYPE["text"], "right")
