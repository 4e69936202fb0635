"""Contact sheets of halls: by rank, and those of the rite; whole, cut open, and without the roof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from courtyard3d.picture.cameras import Aim
from courtyard3d.picture.roofs import ROOFS
from courtyard3d.picture.sheets.page import BOUND, INK, Cell, Grid, Line
from courtyard3d.picture.sheets.photograph import photograph, with_bar
from courtyard3d.picture.sheets.things import Exhibit, compiled, halls, told_sizes
from courtyard3d.reading.words import Labels
from courtyard3d.scene.build import build_scene

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.picture.styles import Style
    from courtyard3d.picture.subject import Subject

HALL, FLIGHT = "hall", "flight"
BUILDING = (
    *("platform", "flight", "pillar", "post", "purlin", "beam-frame"),
    *("roof", "hip-roof", "wall", "door", "window"),
)
"""The kinds that a hall is built of."""
VIEWS = {
    "solid": (Aim(22, 16), Labels("全", "whole")),
    "cut": (Aim(22, 20), Labels("去前坡，存柱与檩", "front slope cut away, posts and purlins kept")),
    "off": (Aim(28, 34), Labels("去屋", "without the roof")),
}
"""By the way in which the roof is shown: from where, and what is said of it."""


def hall_cells(court: Subject, style: Style, grid: Grid) -> Iterator[Cell]:
    """Yield the cells of every hall: by rank, then that of the rite under each value of `hall`."""
    for rank, labels in halls().document.premises["rank"].values.items():
        yield from _views(halls(rank), labels, style, grid)
    premise = court.layout.document.premises.get(HALL)
    for value, labels in premise.values.items() if premise is not None else ():
        yield from _views(compiled(court.layout, {HALL: value}), labels, style, grid)


def _views(layout: Layout, labels: Labels | None, style: Style, grid: Grid) -> Iterator[Cell]:
    """Yield a cell for each way to show the roof, the first with the names and sizes of the hall."""
    scene = build_scene(layout)
    built = {thing.id for thing in layout.objects.values() if thing.kind in BUILDING}
    for way, (aim, told) in VIEWS.items():
        hidden = ROOFS[way].lifted
        building = tuple(item for item in scene.static if item.owner in built and item.layer not in hidden)
        picture, scale = photograph(
            replace(scene, static=building, moving=(), brought=()), style, grid.picture, aim
        )
        picture, bar = with_bar(picture, scale, layout.chi_m)
        lines = [Line(f"{told.hans} {told.en}"), Line(f"标尺 bar: {bar} 尺")]
        if way == next(iter(VIEWS)):
            hall = layout.objects[HALL]
            names = labels or hall.labels
            exhibit = Exhibit(HALL, hall, layout, scene, None, None)
            steps = next(t for t in layout.objects.values() if t.kind == FLIGHT and not t.members)
            said = [text for text, _ in told_sizes(exhibit)]
            said.append(f"阶 steps {steps.size['treads'].value}".replace(" ", BOUND))
            lines = [
                Line("  ".join(dict.fromkeys((names.hans, names.hant))), "name", INK, "serif"),
                Line(names.en, "name", INK, "serif"),
                Line(f"{BOUND}· ".join(said), "small", INK),
                *lines,
            ]
        yield Cell(picture, tuple(lines))
