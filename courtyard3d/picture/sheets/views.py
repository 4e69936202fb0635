"""Contact sheets of styles: one moment of the rite in each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from courtyard3d.picture.cameras import camera_named
from courtyard3d.picture.captions import Lettering
from courtyard3d.picture.sheets.page import INK, Cell, Grid, Line
from courtyard3d.picture.stage import Stage

if TYPE_CHECKING:
    from courtyard3d.picture.styles import Style
    from courtyard3d.picture.subject import Subject

SHOT = "shoot"
DRAWN = 0.5  # of a shot: the bow is fully drawn


def style_cells(
    court: Subject, styles: Iterable[Style], cameras: Iterable[str], grid: Grid
) -> Iterator[Cell]:
    """Yield one moment of the rite in each style, seen by each camera."""
    time = _telling(court)
    wide, high = grid.picture
    views = {name: camera_named(name, court, wide / high)(time) for name in cameras}
    told = " ".join(court.timeline.caption(time, lang).text for lang in ("hans", "en"))
    for style in styles:
        with closing(Stage(court.scene, style, grid.picture)) as stage:
            stage.tableau.show(court.timeline.state(time))
            for name, view in views.items():
                stage.tableau.look(view)
                picture = stage.pixels()
                for legend in Lettering(grid.picture, style, "hans").always:
                    legend.lay_on(picture)
                yield Cell(picture, (Line(f"{style.name} · {name}", "name", INK, "serif"), Line(told)))


def _telling(court: Subject) -> float:
    """Return the moment at which the first archer holds the full draw, else that of the rite's plate."""
    timeline = court.timeline
    shot = next((act for act in timeline.acts if act.act.do == SHOT), None)
    if shot is None:
        return timeline.moment(court.layout.plate_at or "0s")
    return shot.start + DRAWN * (shot.end - shot.start)
