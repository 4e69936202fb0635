"""One thing or one person taken out of a scene: a small scene of its own that stands still."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from courtyard3d.errors import Where
from courtyard3d.layout.things import Thing
from courtyard3d.reading import schema
from courtyard3d.reading.words import Labels
from courtyard3d.scene import graph
from courtyard3d.scene.build import OWN, OWN_COLOUR, SUPPLIED, Workshop
from courtyard3d.scene.graph import Grade, Item, Scene
from courtyard3d.scene.mesh import placing
from courtyard3d.scene.recipes import NOT, PART, Recipe
from courtyard3d.scene.values import Scale

if TYPE_CHECKING:
    from courtyard3d.layout.kinds import Kind
    from courtyard3d.measures import Quantity
    from courtyard3d.reading.nodes import Node
    from courtyard3d.scene.mesh import Array
    from courtyard3d.scene.state import State


SOUTHWARD = placing((0.0, 0.0, 0.0), (0.0, 180.0, 0.0))
"""A thing stands with its front to the sun."""


def forms(recipe: Recipe) -> list[dict[str, str]]:
    """Return the choices of premises under which a recipe may look otherwise, as far as it names them."""
    found: dict[tuple[tuple[str, str], ...], None] = {}
    for part in recipe.parts:
        for clause in _asked(part):
            for values in product(*clause.values()):
                found.setdefault(tuple(zip(clause, values, strict=True)))
    return [dict(choice) for choice in found]


def usual(shop: Workshop, kind: Kind) -> Thing | None:
    """Return a thing of a kind of which its layout has none, if the kind says how big such things are."""
    if not kind.extent.measures or set(kind.extent.measures) - set(kind.measures):
        return None

    def measure(name: str) -> Quantity:
        given = kind.measures.get(name, ())
        text = next((amount.amount for amount in given if amount.amount is not None), None)
        return scale.quantity(text) if text is not None else shop.layout.evaluate(name)

    scale = Scale(measure, shop.layout.units)
    sizes = {name: measure(name) for name in kind.measures}
    where = kind.where or Where("", 0, 0)
    return Thing(
        kind.id, kind.id, kind.labels or Labels(), None, None, None, sizes, (), (None, SUPPLIED), None, None,
        None, where,
    )  # fmt: skip


def alone(shop: Workshop, thing: Thing, condition: str | None = None) -> Scene:
    """Return a thing by itself on the origin, its front to the south.

    Parameters
    ----------
    shop : Workshop
        Of the layout that the thing is in.
    thing : Thing
    condition : str, optional
        `slack`, `held` …; without it as it usually is.
    """
    seen = [(style, mesh) for style, mesh in shop.of(thing) if _holds(style.seen, condition)]
    items = (
        Item(mesh, thing.id, mesh, style.material, SOUTHWARD, style.layer, _grade(thing))
        for style, mesh in seen
    )
    materials = {**shop.library.materials, OWN: OWN_COLOUR}
    return _still(Scene(graph.Node(thing.id), shop.meshes, materials, tuple(items), (), _nothing))


def conditions(shop: Workshop, thing: Thing) -> tuple[str, ...]:
    """Return the words that change what is seen of a thing, in the order of its recipe."""
    words = (word for style, _ in shop.of(thing) for word in style.seen)
    return tuple(dict.fromkeys(word.removeprefix(NOT) for word in words))


def frozen(scene: Scene, state: State, owners: Collection[str], at: Array) -> Scene:
    """Return only what moving `owners` look like in a state, with the point `at` (3,), metres, as origin."""
    matrices, visible = scene.matrices(state)
    shifted = matrices.copy()
    shifted[:, :3, 3] -= at
    items = (
        replace(item, matrix=matrix)
        for item, matrix, seen in zip(scene.moving, shifted, visible, strict=True)
        if seen and item.owner in owners
    )
    return _still(replace(scene, static=tuple(items), moving=(), place=_nothing, brought=()))


def _asked(node: Node) -> Iterator[Mapping[str, tuple[str, ...]]]:
    """Yield the premises under which a part or those of its group are there or not."""
    part = schema.record(node, PART, "a part")
    clause = {**(part["when"] or {}), **(part["unless"] or {})}
    if clause:
        yield clause
    for inner in part["group"] or ():
        yield from _asked(inner)


def _holds(words: Collection[str], condition: str | None) -> bool:
    """Whether what is seen with these words is seen in a condition."""
    return all((word.removeprefix(NOT) == condition) != word.startswith(NOT) for word in words)


def _grade(thing: Thing) -> Grade:
    position, form = thing.grade
    return position or SUPPLIED, form or SUPPLIED


def _nothing(_: State) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the matrices of a scene in which nothing moves."""
    return np.zeros((0, 4, 4)), np.zeros(0, dtype=bool)


def _still(scene: Scene) -> Scene:
    """Drop the meshes that nothing of a scene uses."""
    used = {item.mesh for item in scene.static}
    return replace(scene, meshes={name: scene.meshes[name] for name in used})
