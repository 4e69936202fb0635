"""What moves: the parts of people and of movable things, and their matrices in a state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from courtyard3d.scene.graph import Grade, Item
from courtyard3d.scene.mesh import Array, shift
from courtyard3d.scene.people import Figure, Frames, company
from courtyard3d.scene.poses import Poses
from courtyard3d.scene.recipes import NOT
from courtyard3d.scene.state import FigureState, State
from courtyard3d.scene.things import Prop, asked_arms, place_things, where, words

ABSENT = FigureState(None, None, "standing", "stand", "stand", 1.0, False, (), (), None, None)
DRAWS = "right-hand"  # has the string of a drawn bow


@dataclass(frozen=True, slots=True)
class Member:
    """A person of the scene: how tall, as a share of the common height."""

    name: str
    size: float


@dataclass(frozen=True, slots=True)
class Part:
    """A mesh that moves with its owner (a row of the people, or of the props).

    `bone` carries a part of a person; `seen` are the words of dress or state with which it is
    seen (`not WORD`: without which); `string` is the place where this half of a bowstring ends.
    """

    owner: int
    mesh: str
    material: str
    layer: str
    grade: Grade
    bone: int = 0
    seen: tuple[str, ...] = ()
    string: str | None = None

    def name_on(self, owner: str) -> str:
        """Return the name of the part as one of its owner's."""
        return f"{owner}/{self.mesh.partition('/')[2]}"


class Choice:
    """Which of some parts are seen, by the words that hold for their owners."""

    def __init__(self, parts: Sequence[Part]) -> None:
        asks = [(row, part.owner, word) for row, part in enumerate(parts) for word in part.seen]
        self._count = len(parts)
        self._part = np.array([row for row, _, _ in asks], dtype=int)
        self._wanted = np.array([not word.startswith(NOT) for _, _, word in asks], dtype=bool)
        self._asks = [(owner, word.removeprefix(NOT)) for _, owner, word in asks]
        self._owners = sorted({owner for owner, _ in self._asks})

    def made(self, words: Callable[[int], Collection[str | None]]) -> npt.NDArray[np.bool_]:
        """Return what is seen (n,), where `words` gives those that hold for an owner."""
        holding = {owner: words(owner) for owner in self._owners}
        held = np.array([word in holding[owner] for owner, word in self._asks], dtype=bool)
        seen = np.ones(self._count, dtype=bool)
        seen[self._part[held != self._wanted]] = False
        return seen


class Motion:
    """Knows what moves and finds its matrices.

    Parameters
    ----------
    figure, poses : Figure, Poses
    people, props : sequence of Member, of Prop
    bodies, parts : sequence of Part
        What people and props are made of; `matrices` has them in this order.
    chi : float
        Metres.
    """

    def __init__(
        self,
        figure: Figure,
        poses: Poses,
        *,
        people: Sequence[Member],
        props: Sequence[Prop],
        bodies: Sequence[Part],
        parts: Sequence[Part],
        chi: float,
    ) -> None:
        self._figure, self._poses, self._chi = figure, poses, chi
        self._people, self._props = tuple(people), tuple(props)
        self._rows = {member.name: row for row, member in enumerate(people)}
        self._recipes = {prop.name: prop.recipe for prop in props}
        self._sizes = np.array([member.size for member in people])
        self._bodies, self._parts = tuple(bodies), tuple(parts)
        self._body_of = np.array([part.owner for part in bodies], dtype=int)
        self._bone_of = np.array([part.bone for part in bodies], dtype=int)
        self._prop_of = np.array([part.owner for part in parts], dtype=int)
        self._bodies_seen, self._parts_seen = Choice(bodies), Choice(parts)
        self._hiding = figure.hiding
        self._strings = [(row, part) for row, part in enumerate(parts) if part.string is not None]

    def items(self, matrices: Array) -> tuple[Item, ...]:
        """Return the items, placed as `matrices` (n, 4, 4) say."""
        people = [(self._people[part.owner].name, part) for part in self._bodies]
        things = [(self._props[part.owner].name, part) for part in self._parts]
        return tuple(
            Item(part.name_on(owner), owner, part.mesh, part.material, matrix, part.layer, part.grade)
            for (owner, part), matrix in zip(people + things, matrices, strict=True)
        )

    def matrices(self, state: State) -> tuple[Array, npt.NDArray[np.bool_]]:
        """Return the matrices (n, 4, 4), in metres, and what is visible (n,); see `Scene.matrices`."""
        figures = [state.figures.get(member.name, ABSENT) for member in self._people]
        arms = [
            asked_arms(state, self._recipes, member.name, self._poses.named) if figure.holds else None
            for member, figure in zip(self._people, figures, strict=True)
        ]
        frames = company(self._figure, self._poses, self._sizes, figures, arms)
        people = np.zeros((len(self._bodies), 4, 4))
        people[:, :3, :3] = (
            frames.turns[self._body_of, self._bone_of] * self._sizes[self._body_of, None, None]
        )
        people[:, :3, 3] = frames.origins[self._body_of, self._bone_of] * self._chi
        people[:, 3, 3] = 1.0
        placed = place_things(self._props, state, self._figure, self._rows, frames)
        things = placed[self._prop_of]
        self._draw(things, placed, state, frames)
        things[:, :3, 3] *= self._chi
        return np.concatenate([people, things]), self._visible(state, figures)

    def _visible(self, state: State, figures: Sequence[FigureState]) -> npt.NDArray[np.bool_]:
        placed = [where(state, prop) for prop in self._props]
        people = np.array([figure.visible for figure in figures], dtype=bool)[self._body_of]
        people &= self._bodies_seen.made(lambda row: figures[row].dress)
        there = [at.visible and at.place not in self._hiding for at in placed]
        things = np.array(there, dtype=bool)[self._prop_of]
        things &= self._parts_seen.made(lambda row: words(state, self._props[row]))
        return np.concatenate([people, things])

    def _draw(self, things: Array, placed: Array, state: State, frames: Frames) -> None:
        """Stretch the strings of drawn bows to the hand."""
        for row, part in self._strings:
            prop = self._props[part.owner]
            holder = where(state, prop).holder
            figure = state.figures.get(holder) if holder is not None else None
            if holder is None or figure is None or not self._poses.pose(figure.pose).draws:
                continue
            bone, place = self._figure.places[DRAWS]
            person = self._rows[holder]
            hand = frames.origins[person, bone] + frames.turns[person, bone] @ place.at
            matrix = placed[part.owner]
            there = np.linalg.inv(matrix) @ np.append(hand, 1.0)
            end, nock = (prop.recipe.places[name].at for name in (part.string or "", "nock"))
            things[row] = matrix @ _stretch(end, nock, there[:3])


def _stretch(end: Array, before: Array, after: Array) -> Array:
    """Return the matrix (4, 4) that leaves `end` where it is and takes `before` to `after`."""
    matrix = np.eye(4)
    way = before - end
    matrix[:3, :3] += np.outer(after - before, way) / (way @ way)
    return shift(end) @ matrix @ shift(-end)
