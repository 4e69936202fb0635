"""Scenes for tests: built once, and what is seen of one thing in a state that is made by hand."""

from __future__ import annotations

from functools import cache

import numpy as np

from courtyard3d.layout import compile_layout, load_layout
from courtyard3d.reading.shelves import find_rite
from courtyard3d.scene import build_scene
from courtyard3d.scene.mesh import joined
from courtyard3d.scene.state import FigureState, State, ThingState


@cache
def layout(**premises):
    document = load_layout(find_rite("xiangshe"))
    return compile_layout(document, document.choose(None, premises))


@cache
def scene(**premises):
    return build_scene(layout(**premises))


def at_home(there, name, condition=None):
    """Return the state of a thing in the place where it is used."""
    thing = there.objects[name]
    turn = thing.facing if thing.facing is not None else thing.lies
    place = tuple(float(value) for value in thing.position)
    return ThingState(place, 180.0 if turn is None else float(turn), 0.0, None, None, condition)


def standing(*holds, dress=(), facing=0.0):
    """Return a man who stands in the middle of the court."""
    place = (0.0, -100.0, 0.0)
    return FigureState(place, facing, "standing", "stand", "stand", 1.0, False, holds, dress, None, None)


def held(person, place, condition=None):
    """Return the state of a thing that the standing man has."""
    return ThingState((0.0, -100.0, 3.0), 0.0, 0.0, person, place, condition)


def shown(there, built, owner, things=None, figures=None):
    """Return what is seen of one owner, by material: one mesh in the world, in chi."""
    things = things if things is not None else {owner: at_home(there, owner)}
    matrices, seen = built.matrices(State(0.0, "", None, (), figures or {}, things))
    placed = [(item, item.matrix) for item in built.static]
    placed += [(item, m) for item, m, visible in zip(built.moving, matrices, seen, strict=True) if visible]
    unit, found = np.diag([1 / there.chi_m] * 3 + [1]), {}
    for item, matrix in placed:
        if item.owner == owner:
            found.setdefault(item.material, []).append(built.meshes[item.mesh].moved(unit @ matrix))
    return {material: joined(meshes) for material, meshes in found.items()}
