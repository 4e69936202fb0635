"""What a figure shows: the solids and people of one moment, within a window."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from courtyard3d.picture.roofs import COVER, OVERHEAD, ROOFS
from courtyard3d.picture.vector.projection import VIEWS, Array, Fold, View, fold_empty, no_fold
from courtyard3d.picture.vector.solids import CROWD, Solid, behind, cut, flat, solids

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.picture.subject import Subject as Courtyard
    from courtyard3d.scene.state import FigureState, State

WALLS = frozenset({"wall", "court"})
LAYERS = frozenset({"hall", "thing", "target", "person", "mark", CROWD})


@dataclass(frozen=True, slots=True)
class Window:
    """What a window must show whole: things of these layers, of these kinds where kinds are named.

    Whatever else lies in it is shown too, but for walls and what is of the kinds `beside`.
    """

    layers: frozenset[str]
    kinds: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()

    def needs(self, layer: str, kind: str) -> bool:
        """Say whether the window must show what is of this layer and kind."""
        return layer in self.layers and kind not in self.beside and (not self.kinds or kind in self.kinds)


WINDOWS = {
    "hall": Window(LAYERS, kinds=frozenset({"hall", "platform", "flight"})),
    "court": Window(LAYERS, beside=frozenset({"gate"})),
    "all": Window(LAYERS | WALLS),
}
ABOVE = OVERHEAD | {"hall"}
"""What stands so high that it must be seen from the side."""
UNSEEN = frozenset({"ground"})
"""The ground has no lines."""
EMPTY = 40.0
"""A stretch of the court at least this long (尺) where nothing stands may be broken out."""
UNTOUCHED = 8.0
"""How much of such a stretch stays at each end, in 尺."""
LEFT = 9.0
"""How much is left of it between the break lines, in 尺."""
WEDGE = ((0.4, 1.3), (0.0, 2.6), (-0.4, 1.3))
"""The wedge before the feet of a person who faces up the page, in 尺."""
HOVER = 0.06
"""How high it lies, in 尺: no floor hides it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """One moment as it is seen: cut solids, what hangs overhead, who is there and who of them acts."""

    layout: Layout
    state: State
    view: View
    window: str
    solids: tuple[Solid, ...]
    overhead: tuple[Solid, ...]
    actors: frozenset[str] = frozenset()

    @property
    def people(self) -> Iterator[tuple[str, FigureState]]:
        """Everyone who is there."""
        return ((id, figure) for id, figure in self.state.figures.items() if figure.position is not None)

    def standing(self) -> Array:
        """Return the feet (n, 3) of everyone who is there, in 尺."""
        return np.array([figure.position for _, figure in self.people], float).reshape(-1, 3)

    def bodies(self) -> Iterator[tuple[str, Array]]:
        """Yield each person's id and corners (n, 3), in 尺."""
        parts: dict[str, list[Array]] = {}
        for solid in self.solids:
            if solid.item.layer == "person":
                parts.setdefault(solid.item.owner, []).append(solid.corners)
        return ((owner, np.concatenate(corners)) for owner, corners in parts.items())

    def only(self, owners: Collection[str]) -> Sight:
        """Return what is seen of these owners alone."""
        return replace(self, solids=tuple(solid for solid in self.solids if solid.item.owner in owners))

    def kind(self, solid: Solid) -> str:
        """Return the kind of thing that a solid belongs to; people and the ground have none."""
        return _kind(self.layout, solid)

    def essential(self) -> list[Array]:
        """Return the corners of all that the window must show whole; of everything if that is nothing."""
        window = WINDOWS[self.window]
        shown = [solid.corners for solid in self.solids if window.needs(solid.item.layer, self.kind(solid))]
        if self.view.upright and shown:
            above = [solid for solid in self.solids if solid.item.layer in ABOVE]
            shown += [solid.corners for solid in _standing_on(above, np.concatenate(shown))]
        if window.needs("person", ""):
            shown.append(self.standing())
        if not sum(map(len, shown)):  # a layout that has no hall yet
            shown = [*(solid.corners for solid in self.solids), self.standing(), np.zeros((1, 3))]
        return shown

    def fold(self) -> Fold:
        """Return the fold that takes out of the court what is empty."""
        if self.window == "hall" or self.view.upright:
            return no_fold()
        spans = [(part[:, 1].min(), part[:, 1].max()) for part in self._blocks() if len(part)]
        return fold_empty(spans, EMPTY, UNTOUCHED, LEFT)

    def _blocks(self) -> Iterator[Array]:
        yield from (solid.corners for solid in self.solids if solid.item.layer not in WALLS)
        yield from self.standing()[:, None]

    def page(self, fold: Fold, margin: float) -> Array:
        """Return the box (left, low, right, high) on the page that the window shows, in 尺."""
        flat = self.view.projection(fold(np.concatenate(self.essential())))[:, :2]
        return np.concatenate([flat.min(axis=0) - margin, flat.max(axis=0) + margin])


def look(
    courtyard: Courtyard,
    view: View,
    time: float,
    window: str,
    roof: str | None = None,
    plane: Array | None = None,
) -> Sight:
    """Return what is seen of a courtyard at a time (seconds), under a `roof` that the view allows.

    Where the whole roof is left out, walls and posts are cut off too. With a `plane`, a point (3,) in 尺 of
    an upright one that faces the viewer, what lies before it is left out.
    """
    layout, scene = courtyard.layout, courtyard.scene
    state = courtyard.timeline.state(time)
    way = ROOFS[roof or view.roofs[0]]
    lifted = way.lifted | COVER if way.lifted else way.lifted  # from so high above, the rear slopes hide too
    unseen = UNSEEN | lifted | way.glass | (OVERHEAD | {"person"} if view.from_above else set())
    height = floor(layout) + view.cut if unseen >= OVERHEAD else np.inf
    everything = list(solids(scene, state, layout))
    if not view.from_above:
        everything += list(_wedges(everything, state))
    seen = tuple(
        part for solid in everything if solid.item.layer not in unseen for part in cut(solid, height)
    )
    hanging = way.glass | {"frame"} if view.from_above and way.glass else way.glass
    overhead = tuple(solid for solid in everything if solid.item.layer in hanging)
    actors = frozenset(courtyard.timeline.actors(time))
    sight = Sight(layout, state, view, window, tuple(seen), overhead, actors)
    sight = replace(sight, solids=tuple(_without_outer_walls(sight)))
    if view.upright and window == "hall":  # from the side, what stands elsewhere would hide the hall
        hall = np.concatenate(sight.essential())
        sight = replace(sight, solids=tuple(_standing_on(sight.solids, hall)))
    if plane is None:
        return sight
    depth = float(view.projection(plane[None])[0, 2])
    left = (part for solid in sight.solids for part in behind(solid, view.projection, depth))
    return replace(sight, solids=tuple(left))


def _standing_on(solids: Iterable[Solid], ground: Array) -> Iterator[Solid]:
    """Yield solids whose middle lies within the plan of points (n, 3)."""
    low, high = ground[:, :2].min(axis=0), ground[:, :2].max(axis=0)
    for solid in solids:
        middle = (solid.corners[:, :2].min(axis=0) + solid.corners[:, :2].max(axis=0)) / 2
        if ((middle >= low) & (middle <= high)).all():
            yield solid


def middle_of(courtyard: Courtyard, window: str) -> Array:
    """Return the middle (3,) of what a window must show, in 尺: through it sections go."""
    sight = look(courtyard, VIEWS["plan"], 0.0, window)
    points = np.concatenate(sight.essential())
    middle: Array = (points.min(axis=0) + points.max(axis=0)) / 2
    return middle


def _without_outer_walls(sight: Sight) -> Iterator[Solid]:
    """Yield what a window shows: a wall or gate that it needn't show only where it stands within the rest."""
    window = WINDOWS[sight.window]
    inside = {id(solid) for solid in _standing_on(sight.solids, np.concatenate(sight.essential()))}
    for solid in sight.solids:
        outer = solid.item.layer in WALLS or sight.kind(solid) in window.beside
        if id(solid) in inside or not outer or window.needs(solid.item.layer, sight.kind(solid)):
            yield solid


def _kind(layout: Layout, solid: Solid) -> str:
    thing = layout.objects.get(solid.item.owner)
    return thing.kind if thing is not None else ""


def _wedges(everything: list[Solid], state: State) -> Iterator[Solid]:
    """Yield a flat black wedge before the feet of everyone: where he faces."""
    bodies = {solid.item.owner: solid.item for solid in everything if solid.item.layer == "person"}
    for who, item in bodies.items():
        figure = state.figures[who]
        turn = np.radians(figure.facing or 0.0)
        turned = np.array(WEDGE) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        level = np.column_stack([turned, np.full(len(turned), HOVER)])
        yield flat(item, (level + np.array(figure.position))[None])


def floor(layout: Layout) -> float:
    """Return how high the floor of the hall lies above the court, in 尺."""
    return max(
        (float(thing.size["floor"].value) for thing in layout.objects.values() if "floor" in thing.size),
        default=0.0,
    )
