"""A courtyard of a few solids, exact enough to be measured in a figure."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace as Fake
from typing import Any

import numpy as np

from courtyard3d.reading.words import Labels
from courtyard3d.scene.state import FigureState, State, ThingState

CHI = 0.231


def prism(ring: Any, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Corners and outward faces of an upright prism over a convex ring that runs counter-clockwise."""
    ring, n = np.asarray(ring, float), len(ring)
    points = np.vstack([np.column_stack([ring, np.full(n, z)]) for z in (low, high)])
    after = [(i + 1) % n for i in range(n)]
    faces = [(i, after[i], n + after[i]) for i in range(n)] + [(i, n + after[i], n + i) for i in range(n)]
    faces += [(0, i + 1, i) for i in range(1, n - 1)] + [(n, n + i, n + i + 1) for i in range(1, n - 1)]
    return points, np.array(faces)


def box(x: float, y: float, z: float, east: float, north: float, up: float) -> tuple[np.ndarray, np.ndarray]:
    a, b = east / 2, north / 2
    return prism([(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)], z, z + up)


POST = [(14 + 0.8 * np.cos(a), 10 + 0.8 * np.sin(a)) for a in np.arange(12) * np.pi / 6]
THINGS = {  # name: label, kind, layer, status of its place, mesh in 尺
    "hall": ("堂", "hall", "hall", "stated", box(0, 20, 0, 90, 40, 3)),
    "wall": ("西序", "wall", "wall", "supplied", box(-30, 25, 3, 1, 30, 12)),
    "post": ("东楹", "pillar", "hall", "supplied", prism(POST, 3, 17)),
    "roof": ("屋", "roof", "roof", "supplied", box(0, 20, 20, 96, 46, 1)),
    "ridge": ("栋", "purlin", "frame", "supplied", box(0, 20, 19, 90, 1, 1)),
    "basin": ("洗", "basin", "thing", "supplied", box(45, -40, 0, 3, 3, 2)),
    "target": ("侯", "cloth-target", "thing", "stated", box(0, -300, 1.2, 40, 0.2, 18)),
}
BODY = {"body": box(0, 0, 0, 1.6, 1, 5.5), "head": box(0, 0, 5.5, 0.8, 0.8, 1)}
SECTION = Fake(id="chu-she", labels=Labels("初射", "first shooting"), start=10.0)


def item(owner: str, mesh: str, layer: str, status: str) -> Any:
    grade = (status, "supplied")
    return Fake(
        name=f"{owner}/{mesh}",
        owner=owner,
        mesh=mesh,
        material="wood",
        matrix=np.eye(4),
        layer=layer,
        grade=grade,
    )


def figure(spot: tuple[float, float, float], facing: float, station: str | None, *holds: str) -> FigureState:
    return FigureState(spot, facing, "standing", "stand", "stand", 1.0, False, holds, (), station, None)


def cast(people: int) -> dict[str, FigureState]:
    """The guest on his mat, facing south, and files of six in the court, facing east."""
    spots = {f"man-{i + 1}": (-40.0 - 2.4 * (i // 6), -50.0 - 2.0 * (i % 6), 0.0) for i in range(people - 1)}
    court = {who: figure(spot, 90.0, None) for who, spot in spots.items()}
    return court | {"guest": figure((-5.0, 27.0, 3.0), 180.0, "guest.mat.place", "arrow")}


def placed(person: FigureState) -> np.ndarray:
    turn, matrix = np.radians(person.facing), np.eye(4)
    matrix[:2, :2] = [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    matrix[:3, 3] = np.array(person.position) * CHI
    return matrix


def scene(figures: dict[str, FigureState]) -> Any:
    meshes = {name: mesh for name, (*_, mesh) in THINGS.items()} | BODY
    matrices = np.array([placed(person) for person in figures.values() for _ in BODY])
    return Fake(
        meshes={name: Fake(points=points * CHI, faces=faces) for name, (points, faces) in meshes.items()},
        materials={"wood": (0.6, 0.4, 0.3)},
        place_grade=lambda item: item.grade[0],
        static=tuple(item(name, name, layer, status) for name, (_, _, layer, status, _) in THINGS.items()),
        moving=tuple(item(who, part, "person", "derived") for who in figures for part in BODY),
        matrices=lambda state: (matrices, np.ones(len(matrices), bool)),
    )


def layout(figures: dict[str, FigureState]) -> Any:
    rows = {name: (hans, kind) for name, (hans, kind, *_) in THINGS.items()}
    rows |= {"guest.mat": ("宾席", "mat"), "arrow": ("矢", "arrow")}
    objects = {
        name: Fake(kind=kind, labels=Labels(hans, name), size={}) for name, (hans, kind) in rows.items()
    }
    objects["hall"].size = {"floor": Fake(value=Fraction(3))}
    names = {who: Labels("宾" if who == "guest" else f"众宾{who[4:]}", who) for who in figures}
    people = {who: Fake(labels=name, called=lambda _, name=name: name) for who, name in names.items()}
    return Fake(
        rite="xiangshe",
        labels=Labels("乡射礼", "District archery"),
        chi_m=CHI,
        choice={"hall": "xiang"},
        told=("ao", {"hall": "xiang"}),
        objects=objects,
        people=people,
        groups={},
        kinds={"arrow": Fake(labels=Labels("矢", "arrow"), worn="left-hand", carried=None)},
        plate_at="chu-she",
        ledger=Fake(rows=()),
    )


def courtyard(people: int = 12) -> Any:
    figures = cast(people)
    arrow = ThingState(None, None, 0.0, "guest", "belt")
    timeline = Fake(
        state=lambda time: State(time, "chu-she", None, (), figures, {"arrow": arrow}),
        moment=lambda text: 12.5,
        sections=(SECTION,),
        section_at=lambda time: SECTION,
        actors=lambda time: ("guest",),
        caption=lambda time, lang: Fake(text="上射先发", quote="乃射", source="仪礼", mark="经"),
    )
    return Fake(layout=layout(figures), scene=scene(figures), timeline=timeline)
