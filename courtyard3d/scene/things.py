"""Where movable things are: on a spot, in flight, in a hand or a belt, or on another thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from courtyard3d.scene.mesh import Array, placing, rotations, shift, table
from courtyard3d.scene.people import Figure, Frames
from courtyard3d.scene.poses import Asked
from courtyard3d.scene.recipes import Grip, Recipe
from courtyard3d.scene.state import State, ThingState

LOOSE = Grip()
HELD = "held"  # the word for a thing that a person has


@dataclass(frozen=True, slots=True)
class Prop:
    """A movable thing: its recipe, half its length along y in 尺, and where it is if no state says so.

    `served` are the things that are for it: what is done to them is seen in it too.
    """

    name: str
    recipe: Recipe
    half: float
    rest: ThingState
    served: tuple[str, ...] = ()


def where(state: State, prop: Prop) -> ThingState:
    """Return where a thing is in a state; what the state does not know is where it was at first."""
    return state.things.get(prop.name, prop.rest)


def words(state: State, prop: Prop) -> set[str | None]:
    """Return the words that hold for a thing: its condition, that of what is for it, `held`."""
    at = where(state, prop)
    found = {at.condition, *(state.things[name].condition for name in prop.served if name in state.things)}
    return found | {HELD} if at.holder in state.figures else found


def asked_arms(
    state: State, recipes: Mapping[str, Recipe], person: str, poses: Container[str]
) -> Asked | None:
    """Return what the things that a person holds ask of his arms.

    A thing in a condition asks for the pose `ARMS-CONDITION` where there is one.
    """
    for name in state.figures[person].holds:
        at = state.things.get(name)
        grip = recipes[name].grips.get(at.place or "") if at is not None and name in recipes else None
        if at is not None and grip is not None and grip.arms is not None:
            form = f"{grip.arms}-{at.condition}"
            return Asked(form if form in poses else grip.arms, grip.spread)
    return None


def place_things(
    props: Sequence[Prop], state: State, figure: Figure, people: Mapping[str, int], bodies: Frames
) -> Array:
    """Return the matrix of each thing in the world, in 尺.

    Parameters
    ----------
    props : sequence of Prop
    state : State
    figure, people, bodies : Figure, mapping, Frames
        The places of a person; the row of each person in the frames; the frames.

    Returns
    -------
    (n, 4, 4)
    """
    states = [where(state, prop) for prop in props]
    matrices = _on_spots(props, states)
    rows = {prop.name: row for row, prop in enumerate(props)}
    filled: dict[tuple[str, str], int] = defaultdict(int)
    nested = []
    for row, (prop, at) in enumerate(zip(props, states, strict=True)):
        if at.holder is None or at.place is None:
            continue
        slot = filled[at.holder, at.place]
        filled[at.holder, at.place] += 1
        if at.holder in people and at.place in figure.places:
            person = people[at.holder]
            bone, place = figure.places[at.place]
            frame = _frame(bodies.turns[person, bone], bodies.origins[person, bone])
            grip = prop.recipe.grips.get(at.place, LOOSE)
            matrices[row] = frame @ _seat(place, 0) @ _hold(grip, slot)
            if grip.foot:
                _stand(matrices[row], prop.half, float(bodies.ground[person]))
        elif at.holder in rows:
            nested.append((_depth(at, rows, states), row, rows[at.holder], at.place, slot))
    for _, row, holder, place_name, slot in sorted(nested):
        seat = props[holder].recipe.places.get(place_name)
        if seat is not None:
            matrices[row] = matrices[holder] @ _seat(seat, slot)
    return matrices


def _depth(at: ThingState, rows: Mapping[str, int], states: Sequence[ThingState]) -> int:
    """Return how many things hold one another down to this one."""
    depth = 0
    while at.holder is not None and at.holder in rows:
        at = states[rows[at.holder]]
        depth += 1
    return depth


def _on_spots(props: Sequence[Prop], states: Sequence[ThingState]) -> Array:
    """Return the matrices of things that lie where their state says."""
    matrices = np.tile(np.eye(4), (len(props), 1, 1))
    angles = table(((at.pitch, at.facing or 0.0, 0.0) for at in states), 3)
    matrices[:, :3, :3] = rotations(angles)
    matrices[:, :3, 3] = table((at.position or (0.0, 0.0, 0.0) for at in states), 3)
    half = np.array([prop.half if prop.recipe.lies == "foot" else 0.0 for prop in props])
    pitch, facing = np.radians(angles[:, :2]).T
    matrices[:, 2, 3] += half * np.abs(np.sin(pitch))
    forward = half * np.where(pitch > 0.0, np.cos(pitch), 0.0)  # what leans has its foot on the spot
    matrices[:, :2, 3] += forward[:, None] * np.column_stack((np.sin(facing), np.cos(facing)))
    return matrices


def _frame(turn: Array, origin: Array) -> Array:
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, origin
    return matrix


@cache
def _seat(place: Grip, slot: int) -> Array:
    """Return where the thing number `slot` in a place is, in the frame of what has the place."""
    return placing(place.at + place.offset(slot), place.turn)


@cache
def _hold(grip: Grip, slot: int) -> Array:
    """Return where the thing number `slot` is in its place: the gripped point in the middle."""
    return placing(grip.offset(slot), grip.turn) @ shift(-grip.at)


def _stand(matrix: Array, half: float, ground: float) -> None:
    """Let the foot of a long thing be where its middle is, and on the ground as far as it is upright."""
    along = matrix[:3, 1]
    matrix[:3, 3] += along * (half - (matrix[2, 3] - ground) * along[2])
