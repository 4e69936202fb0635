"""Contact sheets of people: every posture as the rite has it, every role from in front and behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from courtyard3d.picture.cameras import Aim
from courtyard3d.picture.sheets.page import INK, Cell, Grid, Line
from courtyard3d.picture.sheets.photograph import photograph
from courtyard3d.scene.exhibit import frozen
from courtyard3d.scene.library import load_library
from courtyard3d.scene.state import FigureState, State

if TYPE_CHECKING:
    from courtyard3d.picture.styles import Style
    from courtyard3d.picture.subject import Subject
    from courtyard3d.scene.poses import Poses

SOUTH = 180.0
BEFORE, BEHIND = 32.0, 200.0  # the camera's heading where a person looks south
DOWN = 8.0
DONE = 0.9  # of a blend: the pose is taken up
STEP = 0.1  # seconds
ENOUGH = 4  # acts of a verb in which poses are looked for
WALKING, STANDING = "walk", "stand"


@dataclass(frozen=True, slots=True)
class Taken:
    """Someone has taken up a pose: who, in which state, and the sentences of the act."""

    person: str
    state: State
    told: tuple[str, ...] = ()


def posture_cells(court: Subject, style: Style, grid: Grid) -> Iterator[Cell]:
    """Yield a cell for every pose: as the first act that has it shows it, else as a man would stand in it."""
    poses = load_library().poses
    found = _found(court, poses)
    for pose in poses.named:
        taken = found.get(pose) or _posing(next(iter(court.layout.people)), pose, poses.postures)
        name = Line(pose.replace("-", " "), "name", INK, "serif")
        yield Cell(_picture(court, taken, style, grid, BEFORE), (name, *map(Line, taken.told)))


def role_cells(court: Subject, style: Style, grid: Grid) -> Iterator[Cell]:
    """Yield two cells, from in front and from behind, for one person of every dress."""
    figure = load_library().figure
    shown: set[tuple[str, ...]] = set()
    for person in court.layout.people.values():
        worn = figure.dress((person.id, *person.groups, person.kind))
        look = (*sorted(f"{piece}={stuff}" for piece, stuff in worn.items()), *person.dress)
        if look in shown:
            continue
        shown.add(look)
        taken, names = _posing(person.id, STANDING, {}, person.dress), person.labels
        written = "  ".join(dict.fromkeys((names.hans, names.hant)))
        lines = (Line(written, "name", INK, "serif"), Line(names.pinyin), Line(names.en, "small", INK))
        yield Cell(_picture(court, taken, style, grid, BEFORE), lines)
        yield Cell(_picture(court, taken, style, grid, BEHIND), ())


def _picture(court: Subject, taken: Taken, style: Style, grid: Grid, heading: float) -> NDArray[np.uint8]:
    """Return a person with all that he holds, seen from a heading as if he looked south."""
    things, figure = taken.state.things, taken.state.figures[taken.person]
    held = {name for name, thing in things.items() if thing.holder == taken.person}
    held |= {name for name, thing in things.items() if thing.holder in held}
    at = np.array(figure.position) * court.layout.chi_m
    scene = frozen(court.scene, taken.state, {taken.person, *held}, at)
    towards = ((figure.facing or 0.0) - SOUTH + heading) % 360
    picture, _ = photograph(scene, style, grid.picture, Aim(towards, DOWN))
    return picture


def _found(court: Subject, poses: Poses) -> dict[str, Taken]:
    """Return by pose who takes it up first, among the first acts of every verb."""
    timeline, tried, found = court.timeline, Counter[str](), dict[str, Taken]()
    for act in timeline.acts:
        tried[act.act.do] += 1
        if tried[act.act.do] > ENOUGH:
            continue
        told = tuple(timeline.sentence(act, lang) for lang in ("hans", "en"))
        for time in np.arange(act.start + STEP, act.end, STEP):
            state = timeline.state(float(time))
            for person in act.people:
                figure = state.figures[person]
                pose = WALKING if figure.moving else figure.pose
                exact = f"{pose}-{figure.posture}"
                if figure.visible and figure.blend > DONE:
                    found.setdefault(exact if exact in poses.named else pose, Taken(person, state, told))
    return found


def _posing(person: str, pose: str, postures: Mapping[str, str], dress: tuple[str, ...] = ()) -> Taken:
    """Let one person stand alone in a pose, looking south."""
    posture = next((name for name, own in postures.items() if pose == own or pose.endswith(name)), "standing")
    figure = FigureState((0.0, 0.0, 0.0), SOUTH, posture, pose, pose, 1.0, False, (), dress, None, None)
    return Taken(person, State(0.0, "", None, (), {person: figure}, {}))
