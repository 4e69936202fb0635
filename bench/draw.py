"""Milliseconds to draw the whole courtyard with all its people, against the same with a box for every part.

Both are drawn in turns in one run, and medians count. Run `python bench/draw.py [RITE [STYLE]]`.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import replace

import numpy as np
from bare import SIZE

import courtyard3d
from courtyard3d.picture import graphics
from courtyard3d.picture.cameras import camera_named
from courtyard3d.picture.stage import Stage
from courtyard3d.picture.styles import style_named
from courtyard3d.scene.graph import Scene
from courtyard3d.scene.mesh import Mesh
from courtyard3d.scene.shapes import box

CROWD = {"grandee": "three", "pairs": "9"}  # premises under which sixty people are in the court at once
REPEATS = 15
MOMENTS = 200


def boxed(mesh: Mesh) -> Mesh:
    """Return the box round a mesh."""
    low, high = mesh.box
    block = box(np.maximum(high - low, 1e-4).tolist())
    foot = np.array([*(low + high)[:2] / 2, low[2]])
    return Mesh(block.points + foot, block.faces)


def in_boxes(scene: Scene) -> Scene:
    return replace(scene, meshes={name: boxed(mesh) for name, mesh in scene.meshes.items()}, far={})


def seconds(stage: Stage) -> float:
    start = time.perf_counter()
    stage.pixels()
    return time.perf_counter() - start


def main() -> None:
    graphics.off_screen()
    rite = sys.argv[1] if len(sys.argv) > 1 else "xiangshe"
    court = courtyard3d.open(rite, premises=CROWD if rite == "xiangshe" else None)
    times = np.linspace(0.0, court.timeline.duration, MOMENTS).tolist()
    states = [court.timeline.state(t) for t in times]
    people = [sum(figure.visible for figure in state.figures.values()) for state in states]
    fullest = int(np.argmax(people))
    view = camera_named("court", court, SIZE[0] / SIZE[1])(times[fullest])
    style = style_named(sys.argv[2] if len(sys.argv) > 2 else "colour")
    stages = [Stage(scene, style, SIZE) for scene in (court.scene, in_boxes(court.scene))]
    for stage in stages:
        stage.tableau.show(states[fullest])
        stage.tableau.look(view)
        stage.pixels()
    runs = [[seconds(stage) for stage in stages] for _ in range(REPEATS)]
    ours, boxes = (1000 * statistics.median(column) for column in zip(*runs, strict=True))
    print(f"{people[fullest]} people, {len(court.scene.static) + len(court.scene.moving)} parts")
    print(f"as it is      {ours:6.1f} ms")
    print(f"all in boxes  {boxes:6.1f} ms")
    print(f"ratio         {ours / boxes:6.2f}")


if __name__ == "__main__":
    main()
