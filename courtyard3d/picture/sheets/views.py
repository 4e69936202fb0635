"""Contact sheets of styles: one moment of the rite in each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from courtyard3d.picture.cameras import camera_named
from courtyard3d.picture.sheets.page import INK, Cell, Grid, Line
from courtyard3d.picture.stage import Stage

if TYPE_CHECKING:
    from courtyard3d.picture.styles import Style
    from courtyard3d.picture.subject import Subject


def style_cells(court: Subject, styles: Iterable[Style], camera: str, grid: Grid) -> Iterator[Cell]:
    """Yield the moment of the rite's plate in each style, seen by a camera."""
    time = court.timeline.moment(court.layout.plate_at or "0s")
    wide, high = grid.picture
    view = camera_named(camera, court, wide / high)(time)
    for style in styles:
        with closing(Stage(court.scene, style, grid.picture)) as stage:
            stage.tableau.show(court.timeline.state(time))
            stage.tableau.look(view)
            picture = stage.pixels()
        told = " ".join(court.timeline.caption(time, lang).text for lang in ("hans", "en"))
        yield Cell(picture, (Line(style.name, "name", INK, "serif"), Line(told)))
