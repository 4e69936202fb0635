"""A courtyard of a few boxes in which two people walk: enough to draw, film and view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from courtyard3d.errors import InputError
from courtyard3d.reading.words import Labels
from courtyard3d.scene.graph import Item, Node, Scene
from courtyard3d.scene.mesh import Mesh
from courtyard3d.scene.state import FigureState, State, ThingState

CHI = 0.231
PEOPLE = ("pair1-upper", "pair1-lower", "marker")
TURNING = 12.0  # seconds: the first section ends, the second begins

MATERIALS = {
    "earth": (0.78, 0.72, 0.59),
    "stone": (0.66, 0.65, 0.61),
    "tile": (0.35, 0.37, 0.40),
    "wood": (0.48, 0.23, 0.17),
    "silk": (0.18, 0.28, 0.35),
    "skin": (0.85, 0.66, 0.49),
}


def box(east: float, north: float, up: float) -> Mesh:
    """A box of that size in metres, its own point in the middle of its footprint."""
    sides = [(z, y, x) for z in (0, up) for y in (-north / 2, north / 2) for x in (-east / 2, east / 2)]
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]
    faces = [face for a, b, c, d in quads for face in ((a, b, c), (a, c, d))]
    return Mesh(np.array(sides, dtype=float)[:, ::-1].copy(), np.array(faces))


MESHES = {
    "ground": box(40, 100, 0.01),
    "floor": box(20, 10, 0.7),
    "pillar": box(0.4, 0.4, 4.5),
    "roof": box(22, 12, 0.4),
    "wall": box(0.3, 10, 4.5),
    "cloth": box(4, 0.05, 2.5),
    "body": box(0.45, 0.3, 1.45),
    "head": box(0.2, 0.2, 0.25),
    "banner": box(0.1, 0.1, 3.0),
}


def placed(x: float, y: float, z: float = 0.0, facing: float = 0.0) -> NDArray[np.float64]:
    """A matrix that puts a thing there (metres), turned clockwise from north."""
    turn = np.radians(facing)
    matrix = np.eye(4)
    matrix[:2, :2] = [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    matrix[:3, 3] = x, y, z
    return matrix


STATIC = (
    Item("ground", "ground", "ground", "earth", placed(0, -30, -0.01), "ground", ("supplied", "supplied")),
    Item("floor", "hall", "floor", "stone", placed(0, 5), "hall", ("stated", "supplied")),
    Item("roof", "hall", "roof", "tile", placed(0, 5, 5.2), "roof", ("derived", "supplied")),
    Item("west", "side-wall-west", "wall", "stone", placed(-9, 5, 0.7), "wall", ("analogy", "analogy")),
    Item("cloth", "target", "cloth", "stone", placed(0, -300 * CHI, 0.3), "target", ("derived", "stated")),
    Item("east-pillar", "pillar", "pillar", "wood", placed(3, 2.5, 0.7), "hall", ("derived", "supplied")),
    Item("west-pillar", "pillar", "pillar", "wood", placed(-3, 2.5, 0.7), "hall", ("derived", "supplied")),
)


def pillar(x: float, y: float) -> Item:
    """One more pillar, that stands on the ground there (metres)."""
    return Item("pillar", "pillar", "pillar", "wood", placed(x, y), "hall", ("derived", "supplied"))


MOVING = (
    *(
        Item(f"{who}/{part}", who, part, material, placed(0, 0, z), "person", ("stated", "supplied"))
        for who in ("pair1-upper", "pair1-lower", "marker")
        for part, material, z in (("body", "silk", 0.0), ("head", "skin", 1.45))
    ),
    Item("banner", "banner", "banner", "wood", np.eye(4), "thing", ("stated", "stated")),
)


def place(state: State) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    matrices, visible = np.tile(np.eye(4), (len(MOVING), 1, 1)), np.zeros(len(MOVING), dtype=bool)
    for row, item in enumerate(MOVING):
        entity = state.figures.get(item.owner) or state.things[item.owner]
        visible[row] = entity.visible
        if entity.position is not None:
            spot = placed(*(CHI * value for value in entity.position), entity.facing or 0.0)
            matrices[row] = spot @ item.matrix
    return matrices, visible


def figure(position: tuple[float, float, float], facing: float, moving: bool) -> FigureState:
    pose = "walk" if moving else "stand"
    return FigureState(position, facing, "standing", pose, "stand", 1.0, moving, (), (), None, None)


@dataclass(frozen=True)
class FakeCaption:
    title: str
    text: str
    quote: str
    source: str
    mark: str
    supplied: tuple[str, ...] = ()


@dataclass(frozen=True)
class FakeSpan:
    id: str
    labels: Labels
    start: float
    end: float
    day: Labels | None = None
    hour: Labels | None = None


@dataclass(frozen=True)
class FakeAct:
    start: float
    end: float
    people: tuple[str, ...]
    do: str = "walk"
    main: bool = True

    @property
    def act(self) -> FakeAct:
        return self

    def text(self, name: str) -> None:
        """No slot is filled."""


@dataclass(frozen=True)
class FakeTrack:
    """What one person does."""

    timeline: FakeTimeline
    name: str

    def looks(self, begin: float, end: float) -> Iterator[tuple[float, FigureState]]:
        yield begin, self.timeline.state(begin).figures[self.name]


@dataclass(frozen=True)
class FakeTimeline:
    """One: the pair walks from the court up to the hall; two: the marker turns; three: nothing happens."""

    duration: float = 18.0
    changes: tuple[float, ...] = (0.0, 6.0, TURNING)
    acts: tuple[FakeAct, ...] = (
        FakeAct(0.0, 6.0, ("pair1-upper", "pair1-lower")),
        FakeAct(6.0, TURNING, ("pair1-upper", "pair1-lower")),
        FakeAct(TURNING, 18.0, ("marker",), "call"),
    )
    sections: tuple[FakeSpan, ...] = (
        FakeSpan("you-she", Labels("诱射", "demonstration"), 0.0, TURNING),
        FakeSpan("chu-she", Labels("初射", "first shooting"), TURNING, 18.0),
        FakeSpan("qu-shi", Labels("取矢", "fetching"), 18.0, 18.0),
    )

    @property
    def figures(self) -> dict[str, FakeTrack]:
        return {name: FakeTrack(self, name) for name in PEOPLE}

    @property
    def things(self) -> dict[str, object]:
        """No arrow flies."""
        return {}

    def state(self, t: float) -> State:
        north = -40.0 + 5.0 * min(t, TURNING)
        height = 3.0 if north > 0 else 0.0
        figures = {
            "pair1-upper": figure((-3.0, north, height), 0.0, t < TURNING),
            "pair1-lower": figure((3.0, north - 3.6, height), 0.0, t < TURNING),
            "marker": figure((-30.0, -200.0, 0.0), 30.0 * max(t - TURNING, 0.0), False),
        }
        things = {"banner": ThingState((-31.0, -200.0, 0.0), 0.0, 90.0, None, None)}
        return State(t, "you-she" if t < TURNING else "chu-she", None, (), figures, things)

    def places(self, names: Iterable[str], times: NDArray[np.float64]) -> NDArray[np.float64]:
        figures = [self.state(float(t)).figures for t in times]
        spots = [[f[name].position if name in f else (np.nan,) * 3 for name in names] for f in figures]
        return np.array(spots).reshape(len(times), -1, 3)

    def caption(self, t: float, lang: str) -> FakeCaption:
        text = "The upper archer goes up first." if lang == "en" else "上射先升三等，下射从之，中等。"
        title = self.section_at(t).labels.text(lang)
        return FakeCaption(title, text, "上射先升三等", "仪礼经传通解 卷八", "经")

    def moment(self, text: str) -> float:
        return next(span.start for span in self.sections if span.id == text)

    def section(self, name: str) -> FakeSpan:
        names = {text: span for span in reversed(self.sections) for text in (span.labels.hans, span.id)}
        if name not in names:
            raise InputError(f"no section '{name}'", given=name, valid=names)
        return names[name]

    def section_at(self, t: float) -> FakeSpan:
        return next(span for span in reversed(self.sections) if span.start <= t)

    def act_at(self, t: float) -> FakeAct | None:
        return next((act for act in reversed(self.acts) if act.main and act.start <= t), None)

    def called(self, who: str, t: float) -> Labels:
        return Labels(who, who)

    def running(self, t: float) -> list[FakeAct]:
        return [act for act in self.acts if act.start <= t < act.end]


def courtyard(**changes: object) -> SimpleNamespace:
    """A courtyard with what pictures need: layout, scene and timeline, which `changes` may replace."""
    kinds = {"target": "cloth-target", "hall": "hall"}
    layout = SimpleNamespace(
        rite="fake",
        labels=Labels("试礼", "trial"),
        chi_m=CHI,
        plate_at=None,
        objects={name: SimpleNamespace(kind=kind) for name, kind in kinds.items()},
        people=dict.fromkeys(PEOPLE),
        groups={},
        choice={},
    )
    scene = Scene(Node("fake"), MESHES, MATERIALS, STATIC, MOVING, place)
    return SimpleNamespace(
        **{"layout": layout, "scene": scene, "timeline": FakeTimeline(), "shots": ()} | changes
    )
