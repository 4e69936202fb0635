"""What a window writes: a picture of itself, a figure of what it shows, a film from here on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from courtyard3d.picture.cameras import Aim, View
from courtyard3d.picture.graphics import WINDOW_VARIABLE

if TYPE_CHECKING:
    from courtyard3d.picture.captions import Frame
    from courtyard3d.picture.viewer.session import Rite, Session

STEEP = 80.0  # degrees below the level from which a view is drawn as a plan
FLATTEST = 8  # degrees below the level that a figure looks at least: from lower all would lie on one line
NEAR = 40.0  # metres from which the figure shows the hall, from further away the court


def picture(session: Session, pixels: Frame) -> Path:
    """Write what the window shows, (height, width, 3), as PNG; return the file."""
    path = free(_stem(session), ".png")
    Image.fromarray(pixels).save(path)
    return path


def figure(session: Session, view: View) -> tuple[Path, Callable[[], Path]]:
    """Return the file of a vector figure of the moment in the direction of a view, and what draws it.

    It is in parallel projection, as figures are; a view from above is a plan.
    """
    aim, away = Aim.of(view), dist(view.position, view.focus)
    name = f"toward:{round(aim.heading) % 360}/{max(round(aim.down), FLATTEST)}"
    words = ["--view", "plan" if aim.down > STEEP else name, "--at", f"{session.clock.time:.3f}s"]
    words += ["--window", "hall" if away < NEAR else "court"]
    return _written(session, "figure", ".svg", words)


def film(session: Session) -> tuple[Path, Callable[[], Path]]:
    """Return the file of a film from the moment to the end of its section, and what makes it."""
    span = session.timeline.section_at(session.clock.time)
    words = ["--from", f"{session.clock.time:.2f}s", "--to", f"{span.end:.2f}s"]
    if (camera := session.cameraman.filmed) is not None:
        words += ["--camera", camera]
    return _written(session, "film", ".mp4", words)


def _written(
    session: Session, what: str, ending: str, words: Sequence[str]
) -> tuple[Path, Callable[[], Path]]:
    """Return a file and the making of it by a command, in a process of its own, since it draws."""
    path = free(_stem(session), ending)
    command = [sys.executable, "-m", "courtyard3d", what, *_options(session.rite), *words]
    command += ["--lang", session.lang, "--quiet", "--output", str(path)]
    environment = {name: value for name, value in os.environ.items() if name != WINDOW_VARIABLE}

    def make() -> Path:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if done.returncode:
            raise OSError(done.stderr.strip().rpartition("\n")[2])
        return path

    return path, make


def _options(rite: Rite) -> Iterator[str]:
    """Yield how the command line opens a rite under the same premises."""
    preset, beside = rite.layout.told
    yield from (str(rite.path), "--preset", preset)
    for name, value in beside.items():
        yield from ("--premise", f"{name}={value}")
    if rite.hits is not None:
        yield from ("--hits", rite.hits)
    yield from ("--seed", str(rite.seed))


def _stem(session: Session) -> str:
    t = session.clock.time
    span = session.timeline.section_at(t)
    return f"{session.rite.layout.rite}-{span.id}-{t - span.start:.0f}s"


def free(stem: str, ending: str) -> Path:
    """Return a path in the folder of the user that no file has yet."""
    path, number = Path(f"{stem}{ending}"), 2
    while path.exists():
        path, number = Path(f"{stem}-{number}{ending}"), number + 1
    return path
