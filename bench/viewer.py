"""Milliseconds of a frame of the window and its parts with 40, 200 and 1,000 people; a change of premises.

The people beyond those of the rite are copies of them, who act as they do. Off screen, without words.
Run `python bench/viewer.py [WIDTHxHEIGHT]`.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from vtkmodules.vtkRenderingCore import vtkRenderWindow

import courtyard3d
from courtyard3d.picture import graphics
from courtyard3d.picture.cameras import camera_named
from courtyard3d.picture.styles import style_named
from courtyard3d.picture.viewer.scene_view import SceneView
from courtyard3d.scene.graph import Scene
from courtyard3d.scene.state import State

CROWDS = (40, 200, 1000)
FRAMES = 12
STEP = 0.04  # seconds of the rite between two frames
APART = 3.0  # metres between copies of the people


def crowded(scene: Scene, people: int, there: int) -> Scene:
    """Return the scene with copies of all that moves, so that so many people are there."""
    copies = max(round(people / there), 1)
    moved = [item for item in scene.moving if item.layer == "person"] if copies > 1 else []
    items = (
        *scene.moving,
        *(replace(item, name=f"{item.name} {n}") for n in range(1, copies) for item in moved),
    )
    rows = np.array([row for row, item in enumerate(scene.moving) if item.layer == "person"])

    def place(state: State) -> tuple[np.ndarray, np.ndarray]:
        matrices, visible = scene.place(state)
        if copies == 1:
            return matrices, visible
        offsets = APART * np.array([[n % 8, -(n // 8), 0.0] for n in range(1, copies)])
        others = np.tile(matrices[rows], (copies - 1, 1, 1)).reshape(copies - 1, len(rows), 4, 4)
        others[:, :, :3, 3] += offsets[:, None]
        return (
            np.concatenate([matrices, others.reshape(-1, 4, 4)]),
            np.concatenate([visible, np.tile(visible[rows], copies - 1)]),
        )

    return replace(scene, moving=items, place=place)


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def measured(rite: courtyard3d.Courtyard, scene: Scene, size: tuple[int, int]) -> list[float]:
    """Return the medians of state, matrices, update and draw, in milliseconds."""
    window = vtkRenderWindow()
    window.SetOffScreenRendering(True)
    window.SetMultiSamples(0)
    window.SetSize(*size)
    seen = SceneView(scene, style_named("colour"))
    window.AddRenderer(seen.renderer)
    timeline, begun = rite.timeline, rite.timeline.moment("16.22")
    seen.look(camera_named("court", rite, size[0] / size[1])(begun))
    rows = []
    for number in range(FRAMES):
        times = [time.perf_counter()]
        state = timeline.state(begun + number * STEP)
        times.append(time.perf_counter())
        scene.matrices(state)
        times.append(time.perf_counter())
        seen.put(state)
        times.append(time.perf_counter())
        window.Render()
        window.WaitForCompletion()
        times.append(time.perf_counter())
        made, placed, put, drawn = (1000 * np.diff(times)).tolist()
        rows.append((made, placed, max(put - placed, 0.0), drawn))
    window.Finalize()
    return [statistics.median(column) for column in zip(*rows[1:], strict=True)]


def main() -> None:
    graphics.off_screen()
    size = tuple(map(int, (sys.argv[1] if len(sys.argv) > 1 else "1280x800").split("x")))
    rite = courtyard3d.open("xiangshe")
    timeline, scene = rite.timeline, rite.scene
    begun = timeline.moment("16.22")
    there = sum(figure.visible for figure in timeline.state(begun).figures.values())
    print(f"{size[0]}x{size[1]}, {there} people of the rite; medians of {FRAMES} frames, ms")
    print("people     state  matrices    update      draw     frame")
    for people in CROWDS:
        medians = measured(rite, crowded(scene, people, there), size)
        print(f"{people:6}" + "".join(f"{value:10.1f}" for value in (*medians, sum(medians))))
    print("\na change of premises (hall=xiang), after reading, s")
    other = rite.under(None, {"hall": "xiang"})
    for name in ("layout", "scene", "timeline"):
        print(f"{name:10} {milliseconds(lambda name=name: getattr(other, name)) / 1000:6.2f}")
    built = milliseconds(lambda: SceneView(other.scene, style_named("colour"))) / 1000
    print(f"{'actors':10} {built:6.2f}")


if __name__ == "__main__":
    main()
