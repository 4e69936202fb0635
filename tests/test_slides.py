"""Films as pictures that move, for slides."""

from __future__ import annotations

import subprocess
from fractions import Fraction
from pathlib import Path

import fakes
import numpy as np
import pytest
from PIL import Image

from courtyard3d.errors import MachineError
from courtyard3d.picture.encoder import check_target
from courtyard3d.picture.graphics import encoder
from courtyard3d.picture.mux import finish
from courtyard3d.picture.reel import Reel
from courtyard3d.picture.slides import animate

SIZE = (160, 90)
FRAMES = 20


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("picture") / "picture.mp4"
    source = ("-f", "lavfi", "-i", "testsrc=s=160x90:r=10:d=4", "-frames:v", str(FRAMES))
    codec = ("-c:v", "libx264", "-crf", "12", "-pix_fmt", "yuv420p")
    subprocess.run([encoder(), "-v", "error", *source, *codec, str(path)], check=True)
    return path


def frames_of(path: Path) -> list[tuple[int, np.ndarray]]:
    """Milliseconds and pixels of every frame of a picture that moves."""
    found = []
    with Image.open(path) as image:
        for number in range(image.n_frames):
            image.seek(number)
            image.load()
            found.append((image.info["duration"], np.asarray(image.convert("RGB")).astype(int)))
    return found


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_a_picture_that_moves_lasts_as_long_as_the_film_and_begins_again(tmp_path, picture, suffix):
    out = tmp_path / f"f{suffix}"
    finish(fakes.courtyard(), picture, out, Reel((), Fraction(10), Fraction(1)), program=encoder())
    raw = subprocess.run(
        [encoder(), "-v", "error", "-i", str(picture), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        capture_output=True,
    ).stdout
    film = np.frombuffer(raw, np.uint8).reshape(FRAMES, SIZE[1], SIZE[0], 3).astype(int)
    frames = frames_of(out)
    assert sum(lasts for lasts, _ in frames) == FRAMES * 100
    assert np.abs(frames[0][1] - film[0]).mean() < 12
    assert np.abs(frames[-1][1] - film[-1]).mean() < 12 < np.abs(frames[0][1] - frames[-1][1]).max()
    with Image.open(out) as image:
        assert image.info["loop"] == 0
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_an_encoder_that_dies_leaves_nothing(tmp_path, picture):
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\necho 'No space left on device' >&2\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(MachineError, match=r"^the disk is full"):
        animate(str(program), picture, tmp_path / "f.gif")
    assert [path.name for path in tmp_path.iterdir()] == ["ffmpeg"]


@pytest.mark.parametrize("name", ["f.gif", "F.WEBP"])
def test_they_can_be_asked_for(tmp_path, name):
    check_target(tmp_path / name, SIZE)
