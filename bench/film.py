"""Time of a film against a bare VTK loop into the same encoder, on the whole hall with its people at 1080p.

(a) a moving camera, with our captions; (b) a fixed camera, with the mean likeness (SSIM) of ten frames of
each to a picture drawn sixteen times as large; (c) f3d and pyrender on the same scene, where they are
installed. The two take turns, and medians count; making ready (opening the rite, the first frame) does not.
Run `python bench/film.py [RITE] [SECONDS]`.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from bare import bare_frames
from numpy.typing import NDArray

import courtyard3d
from courtyard3d.courtyard import Courtyard
from courtyard3d.picture import graphics
from courtyard3d.picture.cameras import Camera, View, camera_named
from courtyard3d.picture.encoder import Encoder
from courtyard3d.picture.filming import Crew, Filming
from courtyard3d.picture.painter import Painter
from courtyard3d.picture.reel import Reel
from courtyard3d.picture.sight import Sight
from courtyard3d.picture.stage import Stage
from courtyard3d.picture.styles import STYLES

SIZE = (1920, 1080)
FPS = 25
REPEATS = 3
SHARPEST = 4  # pixels drawn for each of the reference, along an edge
COMPARED = 10
PEOPLE = 60  # onlookers make up for those of the rite who are not there yet
SIDE = 8  # pixels of the windows in which likeness is measured
CIRCLE = 10.0  # degrees a second of the moving camera


def turning(camera: Camera, start: float) -> Camera:
    """Return a camera that goes round what another sees, so that no two frames have the same view."""

    def view(t: float) -> View:
        seen = camera(t)
        way, angle = np.subtract(seen.position, seen.focus), np.radians(CIRCLE * (t - start))
        east, north = np.cos(angle), np.sin(angle)
        turned = (east * way[0] - north * way[1], north * way[0] + east * way[1], way[2])
        return replace(seen, position=tuple((np.array(turned) + seen.focus).tolist()))

    return view


class Case:
    """A stretch of a rite seen through a camera, filmed in both ways; each returns the seconds it took."""

    def __init__(self, court: Courtyard, start: float, frames: int, camera: Camera, *, clean: bool) -> None:
        self.court, self.camera = court, camera
        self.moments = [start + n / FPS for n in range(frames)]
        piece = (Fraction(start), Fraction(start) + Fraction(frames, FPS), frames)
        filming = Filming(
            courtyard=court, reel=Reel.of([piece], Fraction(FPS), Fraction(1)), size=SIZE, style="colour",
            camera="court", roof=None, lang="hans", clean=clean, versions="bench",
        )  # fmt: skip
        self.crew = Crew(filming, graphics.encoder())
        self.crew.camera = camera
        self.chunks = range(len(filming.chunks()))
        for _ in self.crew.painter.frames(self.crew.sights(0)[:1]):
            pass

    def ours(self) -> float:
        """Film as `courtyard3d film` does, without sound."""
        with tempfile.TemporaryDirectory() as folder:
            return seconds(self.crew.draw(self.chunks, Path(folder)))

    def bare(self) -> float:
        """Film with the bare loop."""
        frames = bare_frames(self.court, [self.moments[0], *self.moments], self.camera, SIZE)
        next(frames)
        with tempfile.TemporaryDirectory() as folder:
            return seconds(encoded(frames, Path(folder, "bare.mp4")))

    def ours_drawn(self) -> float:
        """Draw our frames, and encode none."""
        return seconds(
            frame for number in self.chunks for frame in self.crew.painter.frames(self.crew.sights(number))
        )

    def bare_drawn(self) -> float:
        """Draw those of the bare loop, and encode none."""
        frames = bare_frames(self.court, [self.moments[0], *self.moments], self.camera, SIZE)
        next(frames)
        return seconds(frames)


def encoded(frames: Iterator[NDArray[np.uint8]], out: Path) -> Iterator[None]:
    with Encoder(graphics.encoder(), out, SIZE, Fraction(FPS)) as encoder:
        yield from map(encoder.put, frames)


def seconds(work: Iterator[object]) -> float:
    start = time.perf_counter()
    for _ in work:
        pass
    return time.perf_counter() - start


def medians(*runs: Callable[[], float]) -> list[float]:
    """Return the median seconds of each; they take turns."""
    times = [[run() for run in runs] for _ in range(REPEATS)]
    return [statistics.median(column) for column in zip(*times, strict=True)]


def likeness(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """Return the mean structural similarity (SSIM) of two pictures, in windows of `SIDE` pixels."""
    x, y = (blocks(picture.mean(axis=2)) for picture in (one, other))
    mx, my = x.mean(axis=1), y.mean(axis=1)
    vx, vy = x.var(axis=1), y.var(axis=1)
    both = ((x - mx[:, None]) * (y - my[:, None])).mean(axis=1)
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float(((2 * mx * my + c1) * (2 * both + c2) / ((mx**2 + my**2 + c1) * (vx + vy + c2))).mean())


def blocks(grey: NDArray[np.float64]) -> NDArray[np.float64]:
    height, width = (side // SIDE * SIDE for side in grey.shape)
    cut = grey[:height, :width].reshape(height // SIDE, SIDE, width // SIDE, SIDE)
    return cut.transpose(0, 2, 1, 3).reshape(-1, SIDE * SIDE)


def sharpest(court: Courtyard, sights: Sequence[Sight]) -> Iterator[NDArray[np.uint8]]:
    """Draw sights whole, at `SHARPEST` times the size."""
    stage = Stage(court.scene, STYLES["colour"], SIZE, supersampling=SHARPEST)
    for sight in sights:
        stage.tableau.place(sight.matrices, sight.visible)
        stage.tableau.look(sight.view)
        yield stage.pixels()
    stage.close()


def qualities(case: Case) -> tuple[float, float]:
    """Return the mean likeness of our frames, and of the bare loop's, to those drawn at `SHARPEST`."""
    step = max(1, len(case.moments) // COMPARED)
    sights = case.crew.sights(0)
    painter = Painter(case.court.scene, STYLES["colour"], SIZE, None)
    frames = [frame for n, frame in enumerate(painter.frames(sights)) if n % step == 0]
    painter.close()
    ours = [likeness(*pair) for pair in zip(frames, sharpest(case.court, sights[::step]), strict=True)]
    moments = case.moments[::step]
    loops = (bare_frames(case.court, moments, case.camera, SIZE, scale) for scale in (2, SHARPEST))
    bare = [likeness(*pair) for pair in zip(*loops, strict=True)]
    return statistics.mean(ours), statistics.mean(bare)


def fullest(court: Courtyard) -> float:
    """Return a second of the shooting at which most people are there."""
    span = court.timeline.section("chu-she")
    times = np.linspace(span.start, span.end, 60, endpoint=False).tolist()
    return max(times, key=lambda t: sum(f.visible for f in court.timeline.state(t).figures.values()))


def main() -> None:
    graphics.off_screen()
    rite, length = (*sys.argv[1:], *("xiangshe", "4")[len(sys.argv) - 1 :])[:2]
    court, count = courtyard3d.open(rite), round(FPS * float(length))
    start = fullest(court)
    people = sum(figure.visible for figure in court.timeline.state(start).figures.values())
    onlookers = max(0, PEOPLE - people)
    court = courtyard3d.open(rite, premises={"onlookers": str(onlookers)})
    camera = camera_named("court", court, SIZE[0] / SIZE[1])
    print(f"{people} people, {onlookers} onlookers; {count} frames of {SIZE[0]}x{SIZE[1]}, drawn at twice it")
    print(f"{'ms a frame':36}{'ours':>8}{'bare loop':>11}{'ratio':>8}")
    moving = Case(court, start, count, turning(camera, start), clean=False)
    report("(a) moving camera, with captions", count, moving.ours, moving.bare)
    fixed = Case(court, start, count, camera, clean=True)
    report("(b) fixed camera", count, fixed.ours, fixed.bare)
    report("    the drawing alone", count, fixed.ours_drawn, fixed.bare_drawn)
    ours, bare = qualities(fixed)
    print(f"{'    likeness (SSIM) to 4x4':36}{ours:8.4f}{bare:11.4f}")
    for name in ("f3d", "pyrender"):
        why = "there is no GLB of a moving rite yet" if find_spec(name) else "it is not installed"
        print(f"(c) {name}: skipped, {why}")


def report(what: str, count: int, *runs: Callable[[], float]) -> None:
    ours, bare = (1000 * passed / count for passed in medians(*runs))
    print(f"{what:36}{ours:8.1f}{bare:11.1f}{ours / bare:8.2f}", flush=True)


if __name__ == "__main__":
    main()
