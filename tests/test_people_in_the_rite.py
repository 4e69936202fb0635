"""People as they are in the whole rite: feet that stand, hems on steps, hands on what they hold, sleeves."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import courtyard3d
from courtyard3d.scene.library import load_library
from courtyard3d.scene.people import company
from courtyard3d.scene.skeleton import BONES

FPS = 25
CM = 0.01
ON_FOOT = ("standing", "bowing")
DOWN = 0.004  # 尺; a foot no higher than this above the ground stands on it
SKIRT = ("hem", "fold-left", "fold-right")
CLEAR = 1.9  # 尺 from the middle of a pillar; who passes nearer is pressed against it
BRUSH = 0.045  # 尺; a sleeve may brush it by a centimetre


@cache
def court():
    return courtyard3d.open("xiangshe")


def company_at(time, names):
    """Return the states of people at a moment, their bones, and how tall they are."""
    library, people = load_library(), court().layout.people
    states = [court().timeline.figures[name].at(time) for name in names]
    sizes = np.array([
        library.figure.size((name, *people[name].groups, people[name].kind)) for name in names
    ])  # fmt: skip
    return states, company(library.figure, library.poses, sizes, states, [None] * len(names)), sizes


@cache
def flights():
    """Return the treads of all flights: x, half width, half depth, and (y, z) of each."""
    found = []
    for thing in court().layout.objects.values():
        if "treads" in thing.size:
            size = {name: float(value.value) for name, value in thing.size.items()}
            x, top, floor = (float(value) for value in court().layout.point(f"{thing.id}.top-tread"))
            count, going = int(size["treads"]), size["going"]
            treads = [(top - (count - k) * going, floor * k / count) for k in range(1, count + 1)]
            found.append((x, size["width"] / 2, going / 2, treads))
    return found


# -- feet ----------------------------------------------------------------------------------------------


def balls(time, names):
    """Return where the balls of both feet are (n, 2, 3) and the states."""
    states, frames, sizes = company_at(time, names)
    gait = load_library().poses.gait
    ball = np.array([0, gait.ball, -gait.ankle])
    feet = [BONES.index("foot-left"), BONES.index("foot-right")]
    return frames.origins[:, feet] + (frames.turns[:, feet] @ ball) * sizes[:, None, None], states


@pytest.mark.parametrize("do", ["walk", "ascend", "descend", "turn", "step-on", "gather"])
def test_a_foot_that_bears_weight_stands_still(do):
    levels = np.array(sorted({0.0, *(z for *_, treads in flights() for _, z in treads)}))
    names = tuple(court().layout.people)
    acts = [act for act in court().timeline.acts if act.act.do == do]
    begin = acts[len(acts) // 2].start
    moments = [balls(begin + frame / FPS, names) for frame in range(2 * FPS)]
    walked = 0
    for (here, before), (there, after) in pairwise(moments):
        on_foot = [
            a.visible and b.visible and {a.posture, b.posture} <= set(ON_FOOT)
            for a, b in zip(before, after, strict=True)
        ]
        stands = [abs(feet[..., 2:] - levels).min(axis=-1) < DOWN for feet in (here, there)]
        moved = np.linalg.norm(there - here, axis=-1) * court().layout.chi_m
        bears = stands[0] & stands[1] & np.array(on_foot)[:, None]
        assert moved[bears].max() < 1 * CM
        walked += sum(state.feet is not None for state in after)
    assert walked > FPS / 2


# -- hems ----------------------------------------------------------------------------------------------


def ground(points):
    """Return how high the steps are under each point."""
    height = np.zeros(len(points))
    for x, half, deep, treads in flights():
        for y, z in treads:
            on = (abs(points[:, 0] - x) < half) & (points[:, 1] > y - deep)
            height[on] = np.maximum(height[on], z)
    return height


def on_steps(do):
    """Yield who goes up or down, and when."""
    acts = [act for act in court().timeline.acts if act.act.do == do]
    for act in acts[:: len(acts) // 6]:
        for person in act.people:
            yield from ((person, float(time)) for time in np.arange(act.start, act.end, 0.12))


@pytest.mark.parametrize("do", ["ascend", "descend"])
def test_hems_do_not_sink_into_steps(do):
    scene, chi = court().scene, court().layout.chi_m
    skirts = {
        BONES.index(bone): next(
            scene.meshes[item.mesh].points / chi
            for item in scene.moving
            if item.owner == "host" and item.mesh.endswith(f"/skirt-{bone}-not-dark")
        )
        for bone in SKIRT
    }
    checked = 0
    for person, time in on_steps(do):
        (state,), frames, (size,) = company_at(time, (person,))
        x, y, z = state.position
        if z < DOWN or not any(abs(x - middle) < half and y < 0 for middle, half, _, _ in flights()):
            continue
        for bone, points in skirts.items():
            placed = (points * size) @ frames.turns[0, bone].T + frames.origins[0, bone]
            assert ((placed[:, 2] - ground(placed)) * chi).min() > -1 * CM, (person, time, BONES[bone])
            checked += 1
    assert checked > 100


# -- hands ---------------------------------------------------------------------------------------------


def distance(point, triangles):
    """Return how far a point is from triangles (n, 3, 3)."""
    best = np.inf
    a, b, c = np.moveaxis(triangles, 1, 0)
    normal = np.cross(b - a, c - a)
    area = np.maximum((normal * normal).sum(axis=1), 1e-18)
    share = [(np.cross(q - p, point - p) * normal).sum(axis=1) / area for p, q in ((a, b), (b, c), (c, a))]
    inside = np.min(share, axis=0) >= 0
    flat = abs(((point - a) * normal).sum(axis=1)) / np.sqrt(area)
    best = min(best, flat[inside].min(initial=np.inf))
    for p, q in ((a, b), (b, c), (c, a)):
        way = q - p
        along = np.clip(((point - p) * way).sum(axis=1) / np.maximum((way * way).sum(axis=1), 1e-18), 0, 1)
        best = min(best, np.linalg.norm(point - p - along[:, None] * way, axis=1).min())
    return best


@cache
def held():
    """Return a moment for each kind of thing, place and pose in which it is held: time, person, thing, place."""
    found = {}
    for time in np.arange(0.0, court().timeline.duration, 8.0):
        state = court().timeline.state(float(time))
        for person, figure in state.figures.items():
            for name in figure.holds if figure.visible and figure.blend == 1.0 else ():
                thing = state.things.get(name)
                if thing is not None and thing.place in {"left-hand", "right-hand", "both-hands"}:
                    kind = court().layout.objects[name].kind
                    key = kind, thing.place, figure.pose, figure.posture, thing.condition
                    found.setdefault(key, (float(time), person, name, thing.place, figure.pose))
    return list(found.values())


def test_hands_hold_what_they_hold():
    scene, palm = court().scene, load_library().figure.body.palm * court().layout.chi_m
    rows = {}
    for row, item in enumerate(scene.moving):
        rows.setdefault(item.owner, []).append(row)
    hands = {
        side: {i.owner: row for row, i in enumerate(scene.moving) if i.mesh.endswith(f"/skin-hand-{side}")}
        for side in ("left", "right")
    }
    assert len(held()) > 60
    for time, person, thing, place, pose in held():
        matrices, seen = scene.matrices(court().timeline.state(time))
        meshes = [
            scene.meshes[scene.moving[row].mesh].moved(matrices[row]) for row in rows[thing] if seen[row]
        ]
        triangles = np.concatenate([mesh.points[mesh.faces] for mesh in meshes])
        holding = ("left", "right") if place == "both-hands" else (place.removesuffix("-hand"),)
        for side in holding:
            hand = matrices[hands[side][person]]
            away = distance(hand[:3, :3] @ palm + hand[:3, 3], triangles)
            assert away < 3 * CM, (thing, place, pose, person, time, away)


# -- sleeves -------------------------------------------------------------------------------------------


def test_sleeves_do_not_cut_through_pillars():
    pillars = [thing for thing in court().layout.objects.values() if thing.kind == "pillar"]
    chi, scene = court().layout.chi_m, court().scene
    rows = {}
    for row, item in enumerate(scene.moving):
        if "sleeve" in item.mesh or "upper-arm" in item.mesh:
            rows.setdefault(item.owner, []).append(row)
    times, passed = np.arange(0.0, court().timeline.duration, 0.4), 0
    for pillar in pillars:
        x, y, _ = (float(value) for value in pillar.position)
        for person, track in court().timeline.figures.items():
            places = track.places(times)
            away = np.hypot(places[:, 0] - x, places[:, 1] - y)
            near = np.flatnonzero((away > CLEAR) & (away < 2.6))
            for time in times[near[:: max(len(near) // 6, 1)]]:
                matrices, seen = scene.matrices(court().timeline.state(float(time)))
                for row in (row for row in rows[person] if seen[row]):
                    points = scene.meshes[scene.moving[row].mesh].moved(matrices[row]).points / chi
                    away = np.hypot(points[:, 0] - x, points[:, 1] - y).min()
                    assert away > float(pillar.size["diameter"].value) / 2 - BRUSH, (
                        scene.moving[row].name,
                        time,
                        pillar.id,
                    )
                passed += 1
    assert passed > 20
