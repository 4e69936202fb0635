"""Chunks of a film: reused, resumed after any death, joined without a seam, held by one run at a time."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import fakes
import numpy as np
import pytest
from test_film import CHUNKS, SIZE, chunks_in, everything, frames_of, make_film, wait_for

from courtyard3d.errors import MachineError
from courtyard3d.picture import filming
from courtyard3d.picture.chunks import Chunks
from courtyard3d.picture.filming import Crew, Filming
from courtyard3d.picture.painter import Painter
from courtyard3d.picture.reel import Reel
from courtyard3d.picture.sight import digest_of
from courtyard3d.picture.styles import STYLES

PATHS = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
FILM = """
import sys, fakes
from courtyard3d.picture import make_film
make_film(fakes.courtyard(), sys.argv[1], size=(160, 90), camera="hall", mute=True, soft=False, quiet=True)
"""


def film(folder, courtyard=None, **options):
    courtyard = courtyard or fakes.courtyard()
    return make_film(courtyard, folder / "f.mp4", **{"size": SIZE, "camera": "hall"} | options)


def run(folder, **options):
    """Start a film in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", FILM, str(folder / "f.mp4")],
        env=os.environ | {"PYTHONPATH": PATHS}, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


def test_a_film_that_is_there_is_drawn_again_from_its_chunks_alone(tmp_path):
    first = film(tmp_path).read_bytes()
    before = chunks_in(tmp_path)
    assert film(tmp_path).read_bytes() == first
    assert chunks_in(tmp_path) == before
    assert len(before) == 4


class Later(fakes.FakeTimeline):
    """The same rite, in which the marker turns otherwise in the second section."""

    def state(self, t):
        state = super().state(t)
        if t < fakes.TURNING:
            return state
        marker = fakes.figure((-31.0, -200.0, 0.0), 0.0, False)
        return replace(state, figures={**state.figures, "marker": marker})


def test_only_the_section_that_changed_is_drawn_again(tmp_path):
    film(tmp_path)
    before = chunks_in(tmp_path)
    film(tmp_path, fakes.courtyard(timeline=Later()))
    after = chunks_in(tmp_path)
    assert len(before.items() & after.items()) == 3
    assert len(after) == 4


@pytest.mark.parametrize(
    "change", [{"size": (176, 90)}, {"fps": 24}, {"style": "ink"}, {"lang": "en"}, {"clean": True}]
)
def test_what_looks_different_is_drawn_again(tmp_path, change):
    film(tmp_path, sections=["chu-she"])
    before = set(chunks_in(tmp_path))
    film(tmp_path, sections=["chu-she"], **change)
    assert not before & set(chunks_in(tmp_path))


def test_the_name_of_a_chunk_stands_for_its_values_alone():
    values = ({"b": 1.5, "a": np.arange(3)}, frozenset({"x", "y"}), None)
    same = ({"a": np.arange(3), "b": 1.5}, frozenset({"y", "x"}), None)
    assert digest_of(values) == digest_of(same)
    assert digest_of(values) != digest_of(({"b": 1.5, "a": np.arange(3.0)}, frozenset({"x", "y"}), None))
    assert digest_of((("a", "b"), "c")) != digest_of(("a", ("b", "c")))
    with pytest.raises(TypeError, match="object"):
        digest_of((object(),))


def test_every_frame_is_in_one_chunk_and_none_is_short():
    reel = Reel.of([(0, 12, 301), (12, 13, 25), (13, 40, 650)], 25, 1)
    order = Filming(
        courtyard=None,
        reel=reel,
        size=SIZE,
        style="ink",
        camera="hall",
        roof=None,
        lang="en",
        clean=True,
        versions="",
    )
    chunks = order.chunks()
    assert [frame for chunk in chunks for frame in chunk] == list(range(976))
    assert [chunk.start for chunk in chunks] == [0, 100, 200, 301, 326, 426, 526, 626, 726, 826]
    assert all(100 <= len(chunk) < 200 for chunk in chunks if chunk.start != 301)


def drawn_of(film_of, monkeypatch) -> np.ndarray:
    """The frames of a film as they were drawn, before they were encoded."""
    drawn = []
    frames = Painter.frames

    def keeping(painter, sights):
        for frame in frames(painter, sights):
            drawn.append(frame.copy())
            yield frame

    with monkeypatch.context() as patch:
        patch.setattr(Painter, "frames", keeping)
        film_of()
    return np.array(drawn)


def test_a_film_in_chunks_equals_the_whole_frame_by_frame(tmp_path, monkeypatch):
    options = {"camera": "director", "fps": 10}
    drawn = drawn_of(lambda: film(tmp_path, **options), monkeypatch)
    chunked = frames_of(tmp_path / "f.mp4", SIZE)
    monkeypatch.setattr(filming, "CHUNK", 1000)
    (tmp_path / CHUNKS).rename(tmp_path / "chunks")
    assert (drawn_of(lambda: film(tmp_path, **options), monkeypatch) == drawn).all()
    whole = frames_of(tmp_path / "f.mp4", SIZE)
    assert len(chunks_in(tmp_path)) == 2  # one a section
    assert (chunked == whole).all()


def test_the_pixels_of_a_frame_do_not_depend_on_what_was_drawn_before():
    reel = Reel.of([(0, 18, 36)], 2, 1)
    order = Filming(
        courtyard=fakes.courtyard(), reel=reel, size=SIZE, style="ink", camera="director", roof=None, lang="en",
        clean=True, versions="",
    )  # fmt: skip
    sights = [sight for number in range(4) for sight in Crew(order, "").sights(number)]

    def drawn(chosen):
        painter = Painter(order.courtyard.scene, STYLES["ink"], SIZE, None)
        frames = [frame.copy() for frame in painter.frames(chosen)]
        painter.close()
        return frames

    forward, backward = drawn(sights), drawn(sights[::-1])[::-1]
    assert all((one == other).all() for one, other in zip(forward, backward, strict=True))
    assert len(np.unique(forward, axis=0)) > 20


def test_a_film_killed_at_any_moment_goes_on_and_ends_as_if_it_had_not(tmp_path):
    wanted = film(tmp_path).read_bytes()
    broken = tmp_path / "broken"
    broken.mkdir()
    chance = random.Random(4)
    found = set()
    for _ in range(4):
        running = run(broken)
        try:
            running.wait(chance.uniform(0.8, 3.5))
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
        if (broken / "f.mp4").exists():
            assert (broken / "f.mp4").read_bytes() == wanted
        assert found <= set(chunks_in(broken))
        found = set(chunks_in(broken))
    assert run(broken).wait(60) == 0
    assert (broken / "f.mp4").read_bytes() == wanted
    assert everything(broken) == [CHUNKS, "f.mp4", "f.png"]
    assert not list(broken.rglob("*.part*"))


def test_a_killed_film_keeps_its_finished_chunks(tmp_path):
    running = run(tmp_path)
    wait_for(lambda: len(chunks_in(tmp_path)) >= 2)
    running.kill()
    running.wait()
    kept = chunks_in(tmp_path)
    film(tmp_path)
    assert kept.items() <= chunks_in(tmp_path).items()


def test_a_damaged_chunk_is_drawn_again(tmp_path):
    wanted = film(tmp_path).read_bytes()
    for path in list((tmp_path / CHUNKS).glob("[!.]*.mp4"))[:2]:
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    assert film(tmp_path).read_bytes() == wanted


def test_a_broken_manifest_costs_nothing(tmp_path):
    film(tmp_path)
    before = chunks_in(tmp_path)
    (tmp_path / CHUNKS / "manifest.json").write_text("{")
    film(tmp_path)
    assert chunks_in(tmp_path) == before
    manifest = json.loads((tmp_path / CHUNKS / "manifest.json").read_text("utf-8"))
    assert [f"{key}.mp4" for key in sorted(manifest["film"])] == sorted(before)
    assert set(manifest["chunks"]) == set(manifest["film"])


def test_one_run_at_a_time(tmp_path):
    with Chunks(tmp_path / "f.mp4"):
        with pytest.raises(
            MachineError, match=rf"another run is making this film \(process {os.getpid()} on .+\)"
        ):
            film(tmp_path)
        assert everything(tmp_path) == [CHUNKS]
    assert everything(tmp_path) == []


def test_a_limit_of_file_size_is_told_and_what_is_done_is_kept(tmp_path):
    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, 6_000))

    running = run(tmp_path, preexec_fn=small)
    said = running.communicate(timeout=60)[1]
    assert running.returncode == 1
    assert re.search(r"MachineError: .*(encoder stopped|can't write)", said), said
    assert not list(tmp_path.rglob("*.part*"))
    film(tmp_path)
    assert len(frames_of(tmp_path / "f.mp4", SIZE)) == 450


def test_leavings_of_killed_runs_are_cleaned_away(tmp_path):
    with Chunks(tmp_path / "f.mp4") as chunks:
        chunks.path("whole").write_bytes(b"whole")
    for name in (".f-k3_x92ab.part.mp4", ".f.en-k3_x92ab.part.srt", f"{CHUNKS}/.2-k3_x92ab.part.mp4"):
        (tmp_path / name).write_bytes(b"half")
    others = [".f-2-k3_x92ab.part.mp4", ".g-k3_x92ab.part.mp4"]
    for name in others:
        (tmp_path / name).write_bytes(b"of another film")
    film(tmp_path, sections=["qu-shi"])
    assert everything(tmp_path) == sorted([CHUNKS, *others, "f.mp4", "f.png"])
    assert len(chunks_in(tmp_path)) == 1


def test_an_encoder_that_dies_in_mid_film_costs_one_chunk(tmp_path, monkeypatch):
    from courtyard3d.picture.graphics import encoder

    real, count = encoder(), tmp_path / "count"
    program = tmp_path / "ffmpeg"
    program.write_text(
        f'#!/bin/sh\ncase "$*" in *rawvideo*) echo x >> {count};; esac\n'
        f"if [ -e {count} ] && [ $(wc -l < {count}) -eq 3 ]; then echo x >> {count}; head -c 400000 >/dev/null; kill -9 $$; fi\n"
        f'exec {real} "$@"\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(program))
    with pytest.raises(MachineError, match=r"the encoder stopped: .*; finished chunks are kept \(2\)"):
        film(tmp_path)
    kept = chunks_in(tmp_path)
    assert len(kept) == 2
    assert len(frames_of(film(tmp_path), SIZE)) == 450
    assert kept.items() <= chunks_in(tmp_path).items()
