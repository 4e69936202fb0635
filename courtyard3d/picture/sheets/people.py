"""Contact sheets of people: every posture as the rite has it, every role in all that it wears."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from courtyard3d.picture.cameras import Aim
from courtyard3d.picture.sheets.page import INK, Cell, Grid, Line
from courtyard3d.picture.sheets.photograph import photograph
from courtyard3d.reading.words import Labels
from courtyard3d.scene.exhibit import frozen
from courtyard3d.scene.library import load_library
from courtyard3d.scene.mesh import Mesh
from courtyard3d.scene.state import FigureState, State
from courtyard3d.scene.things import asked_arms

if TYPE_CHECKING:
    from courtyard3d.picture.styles import Style
    from courtyard3d.picture.subject import Subject
    from courtyard3d.scene.graph import Scene
    from courtyard3d.scene.poses import Asked, Poses

SOUTH = 180.0
BEFORE, BEHIND = 32.0, 200.0  # the camera's heading where a person looks south
DOWN = 8.0
DONE = 0.7  # of a blend: the pose is taken up
STEP = 0.1  # seconds
ENOUGH = 4  # acts of a verb in which poses are looked for
WALKING, STANDING = "walk", "stand"
COMPANY = {"lead": "led", "led": "lead", "play-seated": "zither"}
"""By pose what is seen too: whoever is in another pose, or a thing of a kind."""
NESTED = 2  # what someone holds, and what that holds
WORN = ("thumb", "arm")  # places of what is seen as a part of the dress
DRESS = {
    "court": Labels("朝服", "court dress"),
    "dark": Labels("玄端", "plain dark dress"),
    "plain": Labels("常服", "plain dress"),
    "bare": Labels("袒左臂", "left arm bared"),
    "crimson-jacket": Labels("纁襦", "crimson jacket"),
    "thumb-ring": Labels("决", "thumb-ring"),
    "arm-guard": Labels("遂", "arm guard"),
    "unshod": Labels("说屦", "shoes off"),
}
"""Words of dress; a word that is missing here is called by its own name."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Someone has taken up a pose: who, in which state, the sentences of the act, and what is seen too."""

    person: str
    state: State
    told: tuple[str, ...] = ()
    company: str | None = None


def posture_cells(court: Subject, style: Style, grid: Grid) -> Iterator[Cell]:
    """Yield a cell for every pose: as the first act that has it shows it, else as a man would stand in it."""
    poses = load_library().poses
    found = _found(court, poses)
    for name, pose in poses.named.items():
        taken = found.get(name) or _posing(next(iter(court.layout.people)), name, poses.postures)
        lines = (*_named(pose.labels), *map(Line, taken.told))
        yield Cell(_picture(court, taken, style, grid, BEFORE), lines)


def role_cells(court: Subject, style: Style, grid: Grid) -> Iterator[Cell]:
    """Yield one person of every role as he is dressed at first, in front and behind, and then later."""
    figure = load_library().figure
    shown: set[tuple[str, ...]] = set()
    for person in court.layout.people.values():
        worn = figure.dress((person.id, *person.groups, person.kind))
        look = (*sorted(f"{piece}={stuff}" for piece, stuff in worn.items()), *person.dress)
        if look in shown:
            continue
        shown.add(look)
        first, *others = _dressed(court, person.id) or [_posing(person.id, STANDING, {}, person.dress)]
        yield Cell(
            _picture(court, first, style, grid, BEFORE), (*_named(person.labels), *map(Line, first.told))
        )
        yield Cell(_picture(court, first, style, grid, BEHIND), ())
        for taken in others:
            yield Cell(_picture(court, taken, style, grid, BEFORE), tuple(map(Line, taken.told)))


def _named(names: Labels) -> tuple[Line, ...]:
    """Return the lines of a name in three languages."""
    written = "  ".join(dict.fromkeys((names.hans, names.hant)))
    return Line(written, "name", INK, "serif"), Line(names.pinyin), Line(names.en, "small", INK)


def _dressed(court: Subject, person: str) -> list[Taken]:
    """Return a person once in everything that he wears in the course of the rite, standing."""
    timeline, taken = court.timeline, dict[frozenset[str], Taken]()
    for section in timeline.sections:
        for time, figure in timeline.figures[person].looks(section.start, section.end):
            worn = frozenset(figure.dress)
            if not figure.visible or worn in taken:
                continue
            words = [DRESS.get(word, Labels(en=word)) for word in figure.dress]
            told = ("、".join(w.hans for w in words), ", ".join(w.en for w in words))
            things = timeline.state(time).things
            own = {name: at for name, at in things.items() if at.holder == person and at.place in WORN}
            posing = _posing(person, STANDING, {}, figure.dress)
            when = (section.labels.hans, section.labels.en)
            taken[worn] = replace(posing, state=replace(posing.state, things=own), told=(*told, *when))
    return list(taken.values())


def _picture(court: Subject, taken: Taken, style: Style, grid: Grid, heading: float) -> NDArray[np.uint8]:
    """Return a person with all that he holds, seen from a heading as if he looked south."""
    things, figure = taken.state.things, taken.state.figures[taken.person]
    shown = {taken.person, *filter(None, (taken.company,))}
    for _ in range(NESTED):
        shown |= {name for name, thing in things.items() if thing.holder in shown}
    at = np.array(figure.position) * court.layout.chi_m
    scene = _on_ground(frozen(court.scene, taken.state, shown, at))
    towards = ((figure.facing or 0.0) - SOUTH + heading) % 360
    picture, _ = photograph(scene, style, grid.picture, Aim(towards, DOWN))
    return picture


def _on_ground(scene: Scene) -> Scene:
    """Return a scene that stands still, with what the ground would hide pressed flat on it."""
    meshes, items = {}, []
    for number, item in enumerate(scene.static):
        mesh = scene.meshes[item.mesh]
        points = mesh.points @ item.matrix[:3, :3].T + item.matrix[:3, 3]
        points[:, 2] = np.maximum(points[:, 2], 0.0)
        name = f"{number}"
        meshes[name] = Mesh(points, mesh.faces)
        items.append(replace(item, mesh=name, matrix=np.eye(4)))
    return replace(scene, meshes=meshes, static=tuple(items))


def _found(court: Subject, poses: Poses) -> dict[str, Taken]:
    """Return by pose who takes it up first, among the first acts of every verb.

    One who stands outranks one who walks, and both one who has no part in the act.
    """
    timeline, tried, library = court.timeline, Counter[str](), load_library()
    recipes = {thing.id: library.recipe(thing.kind) for thing in court.layout.objects.values()}
    standing, walking, others = dict[str, Taken](), dict[str, Taken](), dict[str, Taken]()
    for act in timeline.acts:
        tried[act.act.do] += 1
        if tried[act.act.do] > ENOUGH:
            continue
        told = tuple(timeline.sentence(act, lang) for lang in ("hans", "en"))
        for time in np.arange(act.start + STEP, act.end, STEP):
            state = timeline.state(float(time))
            for person, figure in state.figures.items():
                if not figure.visible or figure.blend < DONE:
                    continue
                acts = person in act.people
                found = others if not acts else walking if figure.moving else standing
                asked = asked_arms(state, recipes, person, poses.named)
                for pose in _poses_of(figure, asked, poses):
                    exact = f"{pose}-{figure.posture}"
                    name = exact if exact in poses.named else pose
                    if name not in found:
                        company = _company(court, state, person, COMPANY.get(name))
                        found[name] = Taken(person, state, told if acts else (), company)
    return {**others, **walking, **standing}


def _company(court: Subject, state: State, person: str, wanted: str | None) -> str | None:
    """Return who of those in a pose, or what of the things of a kind, is nearest to a person."""
    there = {name: one.position for name, one in state.figures.items() if one.pose == wanted}
    things = court.layout.objects
    there |= {name: one.position for name, one in state.things.items() if things[name].kind == wanted}
    own = np.array(state.figures[person].position)
    seen = {name: np.linalg.norm(at - own) for name, at in there.items() if at is not None}
    return min(seen, key=lambda name: float(seen[name]), default=None)


def _poses_of(figure: FigureState, asked: Asked | None, poses: Poses) -> Iterator[str]:
    """Yield the pose that a man is in, that which his free arms are asked for, and that he walks."""
    yield figure.pose
    pose = poses.pose(figure.pose, figure.posture)
    if asked is not None and (pose.free.any() or asked.pose.startswith(f"{figure.pose}-")):
        yield asked.pose
    if figure.moving:
        yield WALKING


def _posing(person: str, pose: str, postures: Mapping[str, str], dress: tuple[str, ...] = ()) -> Taken:
    """Let one person stand alone in a pose, looking south."""
    posture = next((name for name, own in postures.items() if pose == own or pose.endswith(name)), "standing")
    figure = FigureState((0.0, 0.0, 0.0), SOUTH, posture, pose, pose, 1.0, False, (), dress, None, None)
    return Taken(person, State(0.0, "", None, (), {person: figure}, {}))
