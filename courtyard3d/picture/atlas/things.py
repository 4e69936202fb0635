"""A plate of things: each drawn by itself from the front and from above, all to one scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from courtyard3d.picture.vector import apparatus, plate
from courtyard3d.picture.vector.drawing import Drawing, draw
from courtyard3d.picture.vector.frame import Frame
from courtyard3d.picture.vector.hidden import wire
from courtyard3d.picture.vector.projection import Array, looking, no_fold
from courtyard3d.picture.vector.sheet import TYPE, Sheet, text_height, wrapped
from courtyard3d.picture.vector.solids import Solid
from courtyard3d.picture.vector.words import say
from courtyard3d.reading.phrases import phrase
from courtyard3d.scene.build import PERSON, Workshop
from courtyard3d.scene.exhibit import alone, usual
from courtyard3d.scene.library import ANY_KIND, load_library
from courtyard3d.sources import SUPPLIED

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.layout.things import Thing
    from courtyard3d.reading.words import Labels
    from courtyard3d.scene.graph import Scene

SIGHTS = {"front": looking(0.0, 0.0), "above": looking(0.0, 90.0)}
"""Seen from the south, where its front is, and from above."""
SCALES = tuple(0.9**step * 150.0 for step in range(60))
"""Millimetres on the sheet of one 尺 that a plate may have, the largest first."""
APART = 6.0
"""Between two things, in millimetres."""
BETWEEN = 2.0
"""Between the two drawings of one thing, and above its name."""
NARROWEST = 26.0
"""No thing takes less of a row, in millimetres: its name stands below it."""


@dataclass(frozen=True)
class Exhibit:
    """One thing by itself."""

    thing: Thing
    labels: Labels
    scene: Scene
    chi_m: float

    @cached_property
    def solids(self) -> list[Solid]:
        """What is drawn of it, in 尺, on the origin."""
        found = []
        for item in self.scene.static:
            mesh = self.scene.meshes[item.mesh]
            net = wire(mesh.points, mesh.faces)
            corners = (net.corners @ item.matrix[:3, :3].T + item.matrix[:3, 3]) / self.chi_m
            breadth = float(np.sort(np.ptp(net.corners, axis=0))[1]) / self.chi_m
            found.append(Solid(item, net, corners, breadth, settled=False))
        return found

    @cached_property
    def extent(self) -> Array:
        """Its lowest and highest corner (2, 3), in 尺."""
        points = np.concatenate([solid.corners for solid in self.solids])
        return np.array([points.min(axis=0), points.max(axis=0)])

    @property
    def size(self) -> Array:
        """Its breadth, depth and height, in 尺."""
        size: Array = self.extent[1] - self.extent[0]
        return size

    @cached_property
    def drawings(self) -> dict[str, Drawing]:
        """What is seen of it from the front and from above."""
        return {name: draw(self.solids, sight, no_fold()) for name, sight in SIGHTS.items()}

    def lines(self, lang: str, width: float) -> list[str]:
        """Return its name and its size as lines of type no wider than `width` millimetres."""
        more = self.labels.pinyin if lang != "en" else self.labels.hans
        name = f"{self.labels.text(lang)} {more}".strip()
        chi = " × ".join(f"{value:.2g}" for value in self.size)
        centimetres = " × ".join(f"{100 * value * self.chi_m:.0f}" for value in self.size)
        status = phrase(f"is_{self.thing.grade[1] or SUPPLIED}", lang)
        said = say("size", lang, chi=chi, cm=centimetres, status=status)
        return [line for text in (name, said) for line in wrapped(text, TYPE["small"], width, lang)]


def exhibits(layout: Layout, kinds: Iterable[str]) -> list[Exhibit]:
    """Return a thing of each kind that can be drawn; one of which there is none, as the kind says it is."""
    library = load_library()
    shop = Workshop(layout, library)
    found = []
    for kind in kinds:
        thing = next(
            (layout.objects[id] for id in layout.of_kind.get(kind, ()) if not layout.objects[id].members),
            None,
        )
        thing = thing or usual(shop, layout.kinds[kind])
        if thing is not None and kind in library.recipes:
            scene = alone(shop, thing)
            if any(len(scene.meshes[item.mesh].points) for item in scene.static):
                found.append(Exhibit(thing, layout.kinds[kind].labels or thing.labels, scene, layout.chi_m))
    return found


def kinds_drawn(layout: Layout) -> Iterator[str]:
    """Yield the kinds of the things of a rite that have a form of their own, in the order of the kinds."""
    recipes = load_library().recipes
    return (kind for kind in layout.kinds if kind in layout.of_kind and kind in recipes
            and kind not in (PERSON, ANY_KIND))  # fmt: skip


@dataclass(frozen=True)
class Shelf:
    """Things in rows on a piece of a page `width` × `height` millimetres, to the largest scale that fits."""

    things: Sequence[Exhibit]
    width: float
    height: float
    lang: str

    def _cell(self, thing: Exhibit, scale: float) -> tuple[float, float, float]:
        """Return how wide a thing is, how high its drawings and how high its lines."""
        width = max(float(thing.size[0]) * scale, NARROWEST)
        drawn = float(thing.size[2] + thing.size[1]) * scale + BETWEEN
        return width, drawn, len(thing.lines(self.lang, width)) * text_height(TYPE["small"]) + BETWEEN

    def _rows(self, scale: float) -> list[list[Exhibit]]:
        rows: list[list[Exhibit]] = []
        used = self.width
        for thing in self.things:
            width = self._cell(thing, scale)[0] + APART
            if used + width > self.width + APART:
                rows.append([])
                used = 0.0
            rows[-1].append(thing)
            used += width
        return rows

    def _high(self, row: Sequence[Exhibit], scale: float) -> tuple[float, float]:
        cells = [self._cell(thing, scale) for thing in row]
        return max(cell[1] for cell in cells), max(cell[2] for cell in cells)

    @cached_property
    def scale(self) -> float:
        """Millimetres of one 尺."""
        return next((scale for scale in SCALES if self._fits(scale)), SCALES[-1])

    def _fits(self, scale: float) -> bool:
        rows = self._rows(scale)
        high = sum(sum(self._high(row, scale)) + APART for row in rows) + apparatus.BAR_ROW
        return high <= self.height and all(
            float(thing.size[0]) * scale <= self.width for thing in self.things
        )

    def draw(self, sheet: Sheet, left: float, top: float) -> None:
        """Draw the things from `top` down, and the scale bars below them."""
        for row in self._rows(self.scale):
            drawn, said = self._high(row, self.scale)
            x = left
            for thing in row:
                width = self._cell(thing, self.scale)[0]
                self._draw_thing(sheet, thing, x + width / 2, top - drawn)
                sheet.paragraph(x, top - drawn - BETWEEN, thing.lines(self.lang, width), TYPE["small"])
                x += width + APART
            top -= drawn + said + APART
        apparatus.scale_bars(sheet, left, top - apparatus.BAR_ROW / 2, self.scale, self.things[0].chi_m)

    def _draw_thing(self, sheet: Sheet, thing: Exhibit, middle: float, low: float) -> None:
        """Draw a thing from above, and over that from the front, the lower of them standing on `low`."""
        for name, axis in (("above", 1), ("front", 2)):
            page = np.array([*thing.extent[0, [0, axis]], *thing.extent[1, [0, axis]]])
            corner = np.array([middle - float(thing.size[0]) * self.scale / 2, low])
            frame = Frame(SIGHTS[name], no_fold(), page, self.scale, corner)
            drawing = thing.drawings[name]
            plate.lines(sheet, frame, drawing.traces, "ink")
            low += float(thing.size[axis]) * self.scale + BETWEEN
