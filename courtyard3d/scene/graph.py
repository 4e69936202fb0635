"""The scene graph: an immutable tree, and the flat lists that backends draw from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from courtyard3d.scene.mesh import Array, Mesh
from courtyard3d.scene.state import State

Colour = tuple[float, float, float]
Grade = tuple[str, str]
PARTLY = "partly"  # an axis of the place is attested, the other is not


@dataclass(frozen=True, slots=True)
class Item:
    """One mesh in one place.

    `owner` is the thing or person it belongs to, `matrix` (4, 4) its place in the world in
    metres, `layer` one of `recipes.LAYERS`; `grade` says how well position and form are attested.
    """

    name: str
    owner: str
    mesh: str
    material: str
    matrix: Array
    layer: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree: `matrix` (4, 4) is its place in its parent, in metres.

    A node below the root is an owner: its name is the id of a thing or person, under which the
    layout has its labels and the ledger its clauses; what is below it are its meshes.
    """

    name: str
    matrix: Array = field(default_factory=lambda: np.eye(4))
    mesh: str | None = None
    material: str | None = None
    layer: str = "thing"
    grade: Grade = ("supplied", "supplied")
    moves: bool = False
    children: tuple[Node, ...] = ()

    def walk(self, parent: Array | None = None) -> Iterator[tuple[Node, Array]]:
        """Yield this node and all below it, each with its place in the world."""
        matrix = self.matrix if parent is None else parent @ self.matrix
        yield self, matrix
        for child in self.children:
            yield from child.walk(matrix)


@dataclass(frozen=True)
class Scene:
    """Everything that can be seen.

    Attributes
    ----------
    root : Node
    meshes : mapping of str to Mesh
        In metres.
    materials : mapping of str to Colour
        Red, green, blue from 0 to 1.
    static, moving : tuple of Item
        What stays where its matrix says, and what `matrices` moves.
    partly : set of str
        Owners of whose place the text has one axis on the plan, but not the other.
    far : mapping of str to Mesh or None
        Coarser forms of meshes, for an owner who is small in a picture; None is left out then.
    brought : tuple of Item
        What is brought in and then stands in people's way, where it will stand.
    """

    root: Node
    meshes: Mapping[str, Mesh]
    materials: Mapping[str, Colour]
    static: tuple[Item, ...]
    moving: tuple[Item, ...]
    place: Callable[[State], tuple[Array, npt.NDArray[np.bool_]]]
    brought: tuple[Item, ...] = ()
    far: Mapping[str, Mesh | None] = field(default_factory=dict)
    partly: frozenset[str] = frozenset()

    def place_grade(self, item: Item) -> str:
        """Return how well the place of an item is attested: its grade, or `PARTLY`."""
        return PARTLY if item.owner in self.partly else item.grade[0]

    def matrices(self, state: State) -> tuple[Array, npt.NDArray[np.bool_]]:
        """Return where the moving items are.

        Parameters
        ----------
        state : State

        Returns
        -------
        matrices : (n, 4, 4) float64
            Of `moving`, in order, in metres in the world.
        visible : (n,) bool
        """
        return self.place(state)
