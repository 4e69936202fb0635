"""Films: exact size, length and moments; whole or not there."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import fakes
import numpy as np
import psutil
import pytest

import courtyard3d
from courtyard3d import picture
from courtyard3d.errors import InputError, MachineError
from courtyard3d.picture.encoder import Encoder, check_target
from courtyard3d.picture.film import Span, frame_times, spans
from courtyard3d.picture.graphics import encoder
from courtyard3d.picture.stage import uninterrupted

SIZE = (160, 90)
CHUNKS = ".f.mp4.chunks"
make_film = partial(picture.make_film, mute=True, soft=False, quiet=True)


def frames_of(path: Path, size: tuple[int, int]) -> np.ndarray:
    """Decode a film: (frames, height, width, 3)."""
    command = [encoder(), "-v", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    raw = subprocess.run(command, capture_output=True, check=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(-1, size[1], size[0], 3)


def said_of(path: Path) -> str:
    """What ffmpeg says of a file."""
    return subprocess.run([encoder(), "-hide_banner", "-i", str(path)], capture_output=True, text=True).stderr


def everything(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def chunks_in(folder: Path) -> dict[str, int]:
    """The finished chunks of the film f.mp4 and when they were written."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / CHUNKS).glob("[!.]*.mp4")}


def test_a_film_has_the_size_the_rate_and_the_frames_asked_for(tmp_path):
    out = make_film(fakes.courtyard(), tmp_path / "f.mp4", size=SIZE, fps="30000/1001", sections=["chu-she"])
    frames = frames_of(out, SIZE)
    assert len(frames) == -(-6 * 30000 // 1001)
    said = said_of(out)
    assert re.search(r"h264.*yuv420p\(tv, bt709.*160x90.*29\.97 fps", said), said
    assert everything(tmp_path) == [CHUNKS, "f.mp4", "f.png"]


def test_speed_thins_the_moments_out_and_sections_follow_each_other(tmp_path):
    out = make_film(
        fakes.courtyard(),
        tmp_path / "f.mp4",
        size=SIZE,
        fps=2,
        speed=3,
        sections=["初射", "you-she"],
    )
    frames = frames_of(out, SIZE).astype(int)
    assert len(frames) == 4 + 8
    assert abs(frames[3] - frames[4]).mean() > abs(frames[4] - frames[5]).mean() / 2


def test_a_section_in_which_nothing_happens_is_one_frame(tmp_path):
    out = make_film(fakes.courtyard(), tmp_path / "f.mp4", size=SIZE, sections=["qu-shi"])
    assert len(frames_of(out, SIZE)) == 1


def test_words_leave_the_middle_of_the_picture_free_and_clean_leaves_them_out(tmp_path):
    pictures = [
        frames_of(
            make_film(
                fakes.courtyard(), tmp_path / f"{clean}.mp4", size=(320, 180), fps=1, sections=["qu-shi"],
                clean=clean,
            ),
            (320, 180),
        )[0]
        for clean in (False, True)
    ]  # fmt: skip
    differs = abs(pictures[0].astype(int) - pictures[1]).max(axis=(1, 2)) > 40
    assert differs[-30:].all()
    assert not differs[80:120].any()


def test_the_moments_are_exact_and_none_lies_at_the_end():
    times = list(frame_times(Span(Fraction(1), Fraction(2)), Fraction(30000, 1001)))
    assert times == [float(1 + Fraction(1001 * n, 30000)) for n in range(30)]
    assert list(frame_times(Span(Fraction(4), Fraction(4)), Fraction(25))) == [4.0]
    assert len(list(frame_times(Span(Fraction(0), Fraction(3, 10)), Fraction(10)))) == 3


def test_sums_of_floats_add_no_frame_and_begin_no_moment_early():
    start = 160.69898247066087
    times = list(frame_times(Span(Fraction(start), Fraction(start + 0.1 + 0.2)), Fraction(10)))
    assert len(times) == 3
    assert times[0] == start


def test_moments_or_sections_but_not_both():
    timeline = fakes.FakeTimeline()
    assert spans(timeline, [], "chu-she", None) == [Span(Fraction(12), Fraction(18))]
    with pytest.raises(InputError, match="sections and moments"):
        spans(timeline, ["you-she"], "chu-she", None)
    with pytest.raises(InputError, match="before it begins"):
        spans(timeline, [], "chu-she", "you-she")
    with pytest.raises(InputError, match="did you mean 'you-she'"):
        spans(timeline, ["you-shee"], None, None)


@pytest.mark.parametrize(
    ("name", "size", "says"),
    [
        ("f.mp4", (641, 360), "641x360.*even numbers such as 642x360"),
        ("f.mp4", (640, 0), "even numbers such as 640x16"),
        ("f.mp4", (100000, 100001), "even numbers such as 7680x4320, up to 7680x4320"),
        ("f.avi", (640, 360), r"'\.avi'; expected \.mp4"),
        ("none/f.mp4", (640, 360), "no folder"),
    ],
)
def test_what_cannot_be_a_film_is_said_before_anything_is_drawn(tmp_path, name, size, says):
    with pytest.raises(InputError, match=says):
        check_target(tmp_path / name, size)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ({"fps": "0"}, "above 0"),
        ({"fps": "fast"}, "is no number"),
        ({"style": "inkk"}, "did you mean 'ink'"),
        ({"camera": "hal"}, "did you mean 'hall'"),
        ({"camera": "follow:markr"}, "did you mean 'marker'"),
    ],
)
def test_bad_options_are_input_errors(tmp_path, option, says):
    with pytest.raises(InputError, match=says):
        make_film(fakes.courtyard(), tmp_path / "f.mp4", **option)
    assert everything(tmp_path) == []


def test_an_error_in_mid_film_leaves_no_film_and_keeps_what_is_done(tmp_path):
    class Broken(fakes.FakeTimeline):
        def state(self, t):
            return super().state(t) if t < 15.0 else 1 / 0

    with pytest.raises(ZeroDivisionError):
        make_film(fakes.courtyard(timeline=Broken()), tmp_path / "f.mp4", size=SIZE, camera="hall")
    assert everything(tmp_path) == [CHUNKS]
    assert len(chunks_in(tmp_path)) == 3
    assert not list((tmp_path / CHUNKS).glob("*.part*"))


def test_an_older_film_stays_where_a_new_one_fails(tmp_path):
    out = tmp_path / "f.mp4"
    out.write_bytes(b"older")
    broken = replace(fakes.courtyard().scene, place=None)
    with pytest.raises(TypeError):
        make_film(fakes.courtyard(scene=broken), out, size=SIZE, camera="hall")
    assert out.read_bytes() == b"older"
    assert everything(tmp_path) == ["f.mp4"]


def test_ctrl_c_in_mid_film_leaves_nothing_and_no_encoder(tmp_path):
    code = (
        "import fakes, courtyard3d.picture as p\n"
        "from dataclasses import replace\n"
        "line = fakes.FakeTimeline()\n"
        "span = replace(line.sections[0], end=3600.0)\n"
        "long = replace(line, duration=3600.0, sections=(span,))\n"
        f"p.make_film(fakes.courtyard(timeline=long), {str(tmp_path / 'f.mp4')!r}, mute=True, quiet=True)"
    )
    paths = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
    running = subprocess.Popen(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": paths},
        stderr=subprocess.PIPE,
        text=True,
    )
    encoders = wait_for(lambda: [child for child in psutil.Process(running.pid).children() if growing(child)])
    running.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in running.communicate(timeout=60)[1]
    assert "f.mp4" not in everything(tmp_path)
    assert not list(tmp_path.rglob("*.part*"))
    assert not any(child.is_running() and child.status() != psutil.STATUS_ZOMBIE for child in encoders)


def test_ctrl_c_while_a_picture_is_drawn_waits_until_it_is_done():
    def draw():
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append("the picture")

    done = []
    with pytest.raises(KeyboardInterrupt):
        draw()
    assert done
    assert signal.getsignal(signal.SIGINT) == signal.default_int_handler


def growing(child: psutil.Process) -> bool:
    """Whether a child is the encoder, in the middle of its work; the probes before it come and go."""
    try:
        return "ffmpeg" in child.name() and child.cpu_times().user > 0.1
    except psutil.NoSuchProcess:
        return False


def wait_for(found, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if result := found():
            return result
        time.sleep(0.05)
    raise AssertionError("it never came")


@contextmanager
def small_disk(folder: Path):
    """A disk of 64 kB, where this machine lets us have one."""
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"no small disk to fill: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def noise(timeline):
    """A caption that changes with every frame: what an encoder can't press small."""

    class Noise(type(timeline)):
        def caption(self, t, lang):
            return fakes.FakeCaption("", " ".join(str(hash((t, n))) for n in range(8)), "", "", "")

    return Noise()


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path):
    with small_disk(tmp_path / "small") as folder:
        courtyard = fakes.courtyard(timeline=noise(fakes.FakeTimeline()))
        with pytest.raises(MachineError, match=r"^the disk is full: no film was written"):
            make_film(courtyard, folder / "f.mp4", size=SIZE)
        assert "f.mp4" not in everything(folder)
        assert not list(folder.rglob("*.part*"))


def test_an_encoder_that_dies_is_told_and_does_not_hang(tmp_path):
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\nhead -c 100000 >/dev/null\necho 'No space left on device' >&2\nexit 1\n")
    program.chmod(0o755)

    def encode():
        with Encoder(str(program), tmp_path / "f.mp4", SIZE, Fraction(10)) as running:
            for _ in range(1000):
                running.put(np.zeros((90, 160, 3), np.uint8))

    with pytest.raises(MachineError, match=r"^the disk is full: no film was written$"):
        encode()


def test_a_rite_without_sections_cannot_be_filmed(tmp_path):
    empty = replace(fakes.FakeTimeline(), duration=0.0, acts=(), sections=())
    with pytest.raises(InputError, match="fake has no sections to film yet"):
        make_film(fakes.courtyard(timeline=empty), tmp_path / "f.mp4")
    assert everything(tmp_path) == []


def test_without_an_encoder_the_error_names_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(tmp_path / "none"))
    with pytest.raises(MachineError, match="pip install imageio-ffmpeg"):
        make_film(fakes.courtyard(), tmp_path / "f.mp4")


def test_an_ffmpeg_that_writes_no_h264_is_no_encoder(tmp_path, monkeypatch):
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\necho ' V....D mpeg4  MPEG-4 part 2'\n")
    program.chmod(0o755)
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(program))
    with pytest.raises(MachineError, match="no encoder for films"):
        make_film(fakes.courtyard(), tmp_path / "f.mp4")


def test_missing_fonts_are_told_before_anything_is_drawn(tmp_path, monkeypatch):
    def missing(face, lang):
        raise MachineError("no Chinese font: pip install fonts")

    monkeypatch.setattr("courtyard3d.picture.fonts.chain", missing)
    with pytest.raises(MachineError, match="no Chinese font"):
        make_film(fakes.courtyard(), tmp_path / "f.mp4")
    assert everything(tmp_path) == []


def test_memory_does_not_grow_with_the_film(tmp_path):
    code = (
        "import sys, resource, json, fakes, courtyard3d.picture as p\n"
        "def film(seconds):\n"
        "    size = (320, 180)\n"
        "    p.make_film(fakes.courtyard(), sys.argv[1], size=size, fps=seconds, camera='hall', mute=True, quiet=True)\n"
        "    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(json.dumps([film(2), film(20)]))"
    )
    paths = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "f.mp4")],
        env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    short, long = json.loads(done.stdout)
    assert done.stderr == ""
    assert long - short < 30_000  # kB; 324 more frames would be 56,000


@pytest.mark.parametrize("hall", ["xu", "xiang"])
def test_the_district_archery_is_filmed_from_both_sections(tmp_path, hall):
    court = courtyard3d.open("xiangshe", premises={"hall": hall})
    both = [court.timeline.section(name) for name in ("you-she", "chu-she")]
    out = make_film(
        court, tmp_path / "f.mp4", sections=[span.id for span in both], size=SIZE, fps=1, speed=30
    )
    frames = frames_of(out, SIZE)
    assert len(frames) == sum(-((span.start - span.end) // 30) for span in both)
    assert all(frame.std() > 15 for frame in frames)
    assert len(np.unique(frames, axis=0)) == len(frames)
