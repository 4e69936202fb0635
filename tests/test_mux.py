"""A finished picture with sound, subtitles, chapters and cover: nothing of the picture changes."""

from __future__ import annotations

import re
import subprocess
from fractions import Fraction
from functools import cache
from pathlib import Path

import fakes
import numpy as np
import pytest
from PIL import Image

import courtyard3d
from courtyard3d.errors import MachineError
from courtyard3d.picture.chapters import Chapter
from courtyard3d.picture.graphics import encoder
from courtyard3d.picture.mux import Extras, finish, join
from courtyard3d.picture.reel import Reel
from courtyard3d.rite.sounds import sounds

FPS = Fraction(30000, 1001)
FRAMES = 91
SRT = "1\n00:00:00,000 --> 00:00:01,500\n上射先升三等\n\n2\n00:00:01,500 --> 00:00:02,500\n下射從之\n"


def ran(*command: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([encoder(), "-hide_banner", *command], capture_output=True)


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film without sound, encoded as ours are; its B-frames make the first packet begin before 0."""
    path = tmp_path_factory.mktemp("picture") / "picture.mp4"
    source = ("-f", "lavfi", "-i", f"testsrc=s=160x90:r={FPS}:d=4", "-frames:v", str(FRAMES))
    ran("-v", "error", *source, "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", str(path))
    return path


def packets(path: Path) -> list[str]:
    """The packets of the picture: times and check sums."""
    said = ran("-v", "error", "-i", str(path), "-map", "0:v:0", "-c", "copy", "-f", "framecrc", "-").stdout
    return [line for line in said.decode().splitlines() if not line.startswith("#")]


def said_of(path: Path) -> str:
    return ran("-i", str(path)).stderr.decode()


def heard_in(path: Path) -> np.ndarray:
    raw = ran("-v", "error", "-i", str(path), "-map", "0:a:0", "-f", "s16le", "-").stdout
    return np.frombuffer(raw, np.int16).reshape(-1, 2).astype(int)


def everything(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def click(at: int) -> list[np.ndarray]:
    """Silence with one click, in blocks, as long as the picture."""
    wave = np.zeros((int(FRAMES / FPS * 48000), 2), np.int16)
    wave[at : at + 200] = 20000
    return np.array_split(wave, 5)


@pytest.fixture
def extras(tmp_path_factory: pytest.TempPathFactory) -> Extras:
    folder = tmp_path_factory.mktemp("extras")
    (folder / "a.srt").write_text(SRT, encoding="utf-8")
    Image.new("RGB", (160, 90), "brown").save(folder / "cover.png")
    return Extras(
        sound=click(48000),
        subtitles=dict.fromkeys(("hans", "hant", "en"), folder / "a.srt"),
        chapters=(Chapter(Fraction(0), 30 / FPS, "一; #=\\"), Chapter(30 / FPS, FRAMES / FPS, "二")),
        cover=folder / "cover.png",
        title="鄉射禮",
    )


@pytest.mark.parametrize("suffix", [".mp4", ".mov"])
def test_the_picture_stays_as_it_is_and_all_begin_together(tmp_path, picture, extras, suffix):
    out = tmp_path / f"f{suffix}"
    join(encoder(), picture, out, extras)
    assert packets(out) == packets(picture)
    assert len(packets(out)) == FRAMES
    assert "start: 0.000000" in said_of(out)
    wave = heard_in(out)
    assert abs(np.flatnonzero(np.abs(wave[:, 0]) > 8000)[0] - 48000) < 24
    assert len(wave) == int(FRAMES / FPS * 48000)
    assert everything(tmp_path) == [out.name]


def test_players_find_the_tracks_the_chapters_and_the_cover(tmp_path, picture, extras):
    out = tmp_path / "f.mp4"
    join(encoder(), picture, out, extras)
    said = said_of(out)
    assert re.findall(r"Stream #0:\d\S*?\((\w+)\): Subtitle: mov_text", said) == ["zho", "zho", "eng"]
    assert re.findall(r"handler_name +: (简体中文|繁體中文|English)", said) == [
        "简体中文",
        "繁體中文",
        "English",
    ]
    assert re.findall(r"Chapter #0:\d: start ([\d.]+), end ([\d.]+)", said) == [
        ("0.000000", "1.001000"),
        ("1.001000", "3.036367"),
    ]
    assert re.findall(r"title +: (.+)", said) == ["鄉射禮", "一; #=＼", "二"]
    assert "attached pic" in said
    assert "aac" in said
    subtitles = ran("-v", "error", "-i", str(out), "-map", "0:s:1", "-f", "srt", "-").stdout.decode()
    assert re.sub(r"</?font[^>]*>", "", subtitles).split() == SRT.split()


@pytest.mark.parametrize(("shown", "default"), [("", []), ("hant", [1])])
def test_subtitles_show_unasked_only_where_they_should(tmp_path, picture, extras, shown, default):
    out = tmp_path / "f.mp4"
    join(encoder(), picture, out, Extras(subtitles=extras.subtitles, shown=shown))
    found = re.findall(r"Subtitle: mov_text.*", said_of(out))
    assert [number for number, line in enumerate(found) if "(default)" in line] == default


def test_a_list_of_films_is_joined_without_a_film_between(tmp_path, picture):
    (tmp_path / "list.ffconcat").write_text("ffconcat version 1.0\nfile 'one.mp4'\nfile 'two.mp4'\n")
    for name in ("one.mp4", "two.mp4"):
        (tmp_path / name).write_bytes(picture.read_bytes())
    join(encoder(), tmp_path / "list.ffconcat", tmp_path / "f.mp4", Extras(sound=click(0)))
    times = [int(line.split(",")[2]) for line in packets(tmp_path / "f.mp4")]
    assert len(times) == 2 * FRAMES
    assert set(np.diff(sorted(times))) == {1001}


@pytest.mark.parametrize(
    ("dies", "says"), [("No space left on device", "^the disk is full"), ("no", "encoder stopped: no")]
)
def test_an_encoder_that_dies_leaves_nothing_and_the_older_film(tmp_path, picture, dies, says):
    program = tmp_path / "ffmpeg"
    program.write_text(f"#!/bin/sh\nhead -c 1000 >/dev/null\necho '{dies}' >&2\nexit 1\n")
    program.chmod(0o755)
    (tmp_path / "f.mp4").write_bytes(b"older")
    with pytest.raises(MachineError, match=says):
        join(str(program), picture, tmp_path / "f.mp4", Extras(sound=click(0)))
    assert (tmp_path / "f.mp4").read_bytes() == b"older"
    assert everything(tmp_path) == ["f.mp4", "ffmpeg"]


def test_an_error_in_the_sound_leaves_nothing(tmp_path, picture):
    def broken():
        yield click(0)[0]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        join(encoder(), picture, tmp_path / "f.mp4", Extras(sound=broken()))
    assert everything(tmp_path) == []


# all that goes with a film ------------------------------------------------------


BESIDE = [
    "f.en.srt",
    "f.en.vtt",
    "f.mp4",
    "f.png",
    "f.zh-Hans.srt",
    "f.zh-Hans.vtt",
    "f.zh-Hant.srt",
    "f.zh-Hant.vtt",
]


def fake_reel() -> Reel:
    return Reel.of([(Fraction(10), 10 + FRAMES / FPS, FRAMES)], FPS, Fraction(1))


@pytest.mark.parametrize(
    ("options", "files", "tracks"),
    [
        ({}, BESIDE, ["Video", "Audio", "Subtitle", "Subtitle", "Subtitle", "Video"]),
        ({"mute": True}, BESIDE, ["Video", "Subtitle", "Subtitle", "Subtitle", "Video"]),
        ({"clean": True}, ["f.mp4"], ["Video", "Audio"]),
        ({"clean": True, "mute": True}, ["f.mp4"], ["Video"]),
        (
            {"clean": True, "soft": True},
            [name for name in BESIDE if not name.endswith(".png")],
            ["Video", "Audio", "Subtitle", "Subtitle", "Subtitle"],
        ),
        ({"soft": False, "mute": True}, ["f.mp4", "f.png"], ["Video", "Video"]),
    ],
)
def test_what_goes_with_a_film(tmp_path, picture, options, files, tracks):
    finish(fakes.courtyard(), picture, tmp_path / "f.mp4", fake_reel(), program=encoder(), **options)
    said = said_of(tmp_path / "f.mp4")
    assert everything(tmp_path) == files
    assert re.findall(r"Stream #\S+ (Video|Audio|Subtitle)", said) == tracks
    assert ("Chapter #0:0" in said) == (not options.get("clean"))
    assert ("(default)" in "".join(re.findall("mov_text.*", said))) == bool(
        options.get("clean") and options.get("soft")
    )


def test_the_poster_is_a_frame_of_the_film_in_its_size_and_colours(tmp_path, picture):
    finish(fakes.courtyard(), picture, tmp_path / "f.mp4", fake_reel(), program=encoder(), mute=True)
    poster = np.asarray(Image.open(tmp_path / "f.png")).astype(int)
    raw = ran("-v", "error", "-i", str(picture), "-f", "rawvideo", "-pix_fmt", "rgb24", "-").stdout
    frames = np.frombuffer(raw, np.uint8).reshape(FRAMES, 90, 160, 3).astype(int)
    differs = np.abs(frames - poster).mean(axis=(1, 2, 3))
    assert differs.argmin() == 46
    assert differs.min() < 20


@cache
def district_archery() -> courtyard3d.Courtyard:
    return courtyard3d.open("xiangshe")


def test_the_drum_of_the_third_round_is_heard_when_it_is_struck(tmp_path, picture):
    court = district_archery()
    drum = np.array([s.time for s in sounds(court.layout, court.timeline) if s.instrument == "drum"])
    start = Fraction(float(drum[8])) - Fraction(1, 3)
    film = Reel.of([(start, start + FRAMES / FPS, FRAMES)], FPS, Fraction(1))
    finish(court, picture, tmp_path / "f.mp4", film, program=encoder())
    wave = heard_in(tmp_path / "f.mp4")
    assert np.abs(wave).max() < 32767
    expected = [int((float(start) - time) * -48000) for time in drum if start <= time < start + 3]
    assert len(expected) >= 2
    slope = np.abs(np.diff(wave[:, 1]))
    for at in expected:
        before = slope[at - 2400 : at - 96].max()
        assert abs(np.flatnonzero(slope[at - 96 :] > 1.5 * before + 300)[0] - 96) < 0.010 * 48000
