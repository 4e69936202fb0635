"""Frames of a film a second, against the bare VTK loop on the same scene, both into the same encoder.

Runs of the two alternate, and medians count. Run `python bench/film.py [RITE]`.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from bare import SIZE, bare_frames

import courtyard3d
from courtyard3d.courtyard import Courtyard
from courtyard3d.picture import graphics, make_film
from courtyard3d.picture.director import Director
from courtyard3d.picture.encoder import Encoder
from courtyard3d.picture.film import frame_times, spans

FPS, SPEED = 10, 30  # a frame every three seconds of the rite: all places and people come up
REPEATS = 3


def ours(court: Courtyard, out: Path) -> None:
    make_film(court, out, size=SIZE, fps=FPS, speed=SPEED, quiet=True)


def bare(court: Courtyard, out: Path) -> None:
    (span,) = spans(court.timeline, [], None, None)
    camera = Director(court, SIZE[0] / SIZE[1], SPEED)
    with Encoder(graphics.encoder(), out, SIZE, Fraction(FPS)) as encoder:
        for frame in bare_frames(court, frame_times(span, Fraction(FPS, SPEED)), camera):
            encoder.put(frame)


def seconds(run: Callable[[Courtyard, Path], None], court: Courtyard, out: Path) -> float:
    start = time.perf_counter()
    run(court, out)
    return time.perf_counter() - start


def main() -> None:
    graphics.off_screen()
    court = courtyard3d.open(sys.argv[1] if len(sys.argv) > 1 else "xiangshe")
    (span,) = spans(court.timeline, [], None, None)
    count = len(list(frame_times(span, Fraction(FPS, SPEED))))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "film.mp4")
        runs = [(seconds(ours, court, out), seconds(bare, court, out)) for _ in range(REPEATS)]
    film, loop = (statistics.median(times) for times in zip(*runs, strict=True))
    width, height = SIZE
    print(f"{count} frames of {width}x{height}, drawn at twice that, {len(court.scene.moving)} moving parts")
    print(f"film with captions   {1000 * film / count:6.1f} ms a frame  {count / film:5.1f} frames a second")
    print(f"bare VTK loop        {1000 * loop / count:6.1f} ms a frame  {count / loop:5.1f} frames a second")
    print(f"film / bare loop     {film / loop:6.2f}")


if __name__ == "__main__":
    main()
