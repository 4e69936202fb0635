"""The sound of a film: in time with the acts, the same every time, never too loud."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from fractions import Fraction
from functools import cache
from math import ceil

import numpy as np
import pytest

import courtyard3d
from courtyard3d.errors import InputError
from courtyard3d.picture import sound as mixer
from courtyard3d.picture.instruments import RATE, note
from courtyard3d.picture.reel import Reel
from courtyard3d.picture.sound import BLOCK, MOST, Cue, mixed, placed, sound
from courtyard3d.reading.document import parse
from courtyard3d.rite import hearing as hearing_file
from courtyard3d.rite.hearing import hearing
from courtyard3d.rite.sounds import Sound, sounds

OFF_BEAT = "san-she: {pair1-upper: [hit, hit off-beat, miss, hit off-beat]}\n"


@cache
def court() -> courtyard3d.Courtyard:
    return courtyard3d.open("xiangshe")


@cache
def heard() -> list[Sound]:
    return sounds(court().layout, court().timeline)


def first_beat() -> float:
    """The second in which the drum of the third round is struck first."""
    return min(sound.time for sound in heard() if sound.instrument == "drum")


def reel(*pieces: tuple[float, float], fps: int = 25, speed: Fraction | int = 1) -> Reel:
    rate = Fraction(fps) / speed
    found = [(Fraction(a), Fraction(b), max(1, ceil((Fraction(b) - Fraction(a)) * rate))) for a, b in pieces]
    return Reel.of(found, Fraction(fps), Fraction(speed))


def one(
    time: float, instrument: str = "drum", lasts: float = 0.0, tone: str = "", east: float = 0.0
) -> Sound:
    return Sound(time, lasts, instrument, tone, east, 1.0)


def whole(cues: list[Cue], seconds: float) -> np.ndarray:
    return np.concatenate(list(mixed(cues, round(seconds * RATE)))).astype(int)


# who is heard when -----------------------------------------------------------


def test_the_arrows_of_the_third_round_leave_the_string_on_the_drum_or_half_a_beat_late(tmp_path):
    hits = tmp_path / "hits.yaml"
    hits.write_text(OFF_BEAT)
    there = courtyard3d.open("xiangshe", hits=str(hits))
    section = there.timeline.section("san-she")
    found = [s for s in sounds(there.layout, there.timeline) if section.start <= s.time < section.end]
    drum = np.array([s.time for s in found if s.instrument == "drum"])
    gaps = [float(np.abs(drum - s.time).min()) for s in found if s.instrument == "bowstring"]
    shot = sum(a.act.do == "shoot" and a.section == "san-she" for a in there.timeline.acts)
    assert Counter(round(gap, 6) for gap in gaps) == {0.0: shot - 2, 18 / 8 / 2: 2}


def test_five_times_eight_beats_of_the_drum_for_every_pair():
    strikes = [a for a in court().timeline.acts if a.act.do == "strike" and a.act.text("thing") == "drum"]
    expected = [
        a.start + k * (a.end - a.start) / int(a.act.text("beats"))
        for a in strikes
        for k in range(int(a.act.text("beats")))
    ]
    assert [s.time for s in heard() if s.instrument == "drum"] == pytest.approx(sorted(expected), abs=1e-9)
    pairs = sum(a.act.do == "shoot" and a.section == "san-she" for a in court().timeline.acts) / 8
    assert sum(s.instrument == "drum" and s.time < 15000 for s in heard()) == pairs * 5 * 8


@pytest.mark.parametrize(("verb", "tone"), [("raise-banner", "gong"), ("lower-banner", "shang")])
def test_the_banner_goes_up_on_gong_and_down_on_shang(verb, tone):
    calls = {s.time: s for s in heard() if s.instrument == "call" and s.tone == tone}
    moved = [a for a in court().timeline.acts if a.act.do == verb and set(a.act.ref) & {"16.56", "16.57"}]
    assert len(moved) > 60
    assert all(act.start in calls and calls[act.start].lasts == pytest.approx(1.0) for act in moved)


def test_the_second_call_is_softer():
    loud = {s.tone: s.loud for s in heard() if s.instrument == "call"}
    assert loud["shang"] < loud["gong"]


def test_the_joint_music_has_voices_zithers_pipes_and_stones_on_one_tune():
    section = court().timeline.section("yue-bin")
    found = [s for s in heard() if section.start <= s.time < section.end]
    tones = {
        name: [s.tone for s in found if s.instrument == name]
        for name in ("song", "zither", "mouth-organ", "stone")
    }
    assert tones["song"][:3] == ["gong", "shang", "jue"]
    assert all(tones[name] == tones["song"] for name in tones)


def test_bells_sound_only_where_they_hang():
    def who(*kinds: str) -> set[str]:
        return {row.instrument for row in hearing().heard if row.fits("play", None, "chime-frame", kinds)}

    assert not any(s.instrument == "bell" for s in heard())
    assert who("chime-frame") == {"stone"}
    assert who("chime-frame", "bell-frame") == {"stone", "bell"}


def test_an_arrow_that_hits_sounds_on_the_cloth_when_it_strikes():
    hits = [
        (r.until, r.point) for t in court().timeline.things.values() for r in t.rests if r.origin is not None
    ]
    ends = sorted(s.time for s in heard() if s.instrument in ("cloth", "earth"))
    assert ends == sorted(until for until, _ in hits)
    stuck = [r.time for t in court().timeline.things.values() for r in t.rests if r.holder == "target"]
    assert sorted(s.time for s in heard() if s.instrument == "cloth") == sorted(stuck)


# where in a film -------------------------------------------------------------


@pytest.mark.parametrize("speed", [1, 4, Fraction(1, 2)])
def test_speed_moves_strokes_and_does_not_bend_them(speed):
    cues = placed([one(10.0), one(12.0)], reel((9.0, 20.0), speed=speed))
    assert [cue.first for cue in cues] == [round(RATE / speed), round(3 * RATE / speed)]
    alone = whole([cues[0]._replace(first=0)], 1.0)
    assert (whole(cues[:1], cues[0].first / RATE + 1.0)[cues[0].first :] == alone).all()


def test_speed_shortens_what_is_held():
    (cue,) = placed([one(10.0, "song", 2.0, "gong")], reel((9.0, 20.0), speed=4))
    assert cue.held == RATE // 2


def test_sections_in_another_order_have_their_sounds_with_them():
    cues = placed([one(1.0), one(11.0)], reel((10.0, 12.0), (0.0, 2.0)))
    assert [cue.first / RATE for cue in cues] == [1.0, 3.0]


def test_what_is_held_is_heard_from_its_middle_on_and_what_was_struck_before_is_not():
    cues = placed([one(1.0), one(1.0, "song", 4.0, "gong")], reel((2.0, 10.0)))
    assert [(cue.instrument, cue.first, cue.held) for cue in cues] == [("song", 0, 3 * RATE)]


def test_in_a_fast_film_one_tone_does_not_rattle():
    beats = [one(2.0 * k) for k in range(100)]
    cues = placed(beats, reel((0.0, 200.0), speed=200))
    assert len(cues) < 30
    assert np.diff([cue.first for cue in cues]).min() >= hearing().room["apart"] * RATE


def test_a_moment_in_which_nothing_happens_is_silent():
    assert placed([one(4.0, "song", 2.0, "gong"), one(5.0)], reel((5.0, 5.0))) == []


def test_east_is_on_the_right():
    (cue,) = placed([one(0.0, east=50.0)], reel((0.0, 1.0)))
    assert cue.right > 1.2 * cue.left > 0.0


# the wave --------------------------------------------------------------------


def test_a_stroke_begins_on_its_sample():
    at = 12345
    wave = np.abs(whole([Cue(at, 0, "drum", "", 1.0, 1.0)], 1.0)).max(axis=1)
    assert wave[:at].max() == 0
    assert wave[at : at + RATE // 200].max() > 3000
    assert np.argmax(wave) - at < RATE // 50


def test_blocks_join_without_a_seam(monkeypatch):
    begin = first_beat()
    cues = placed(heard(), reel((begin, begin + 12.0)))
    assert len(cues) >= 5
    parts = whole(cues, 12.0)
    monkeypatch.setattr(mixer, "BLOCK", 12 * RATE)
    assert (parts == whole(cues, 12.0)).all()


def test_the_sound_is_as_long_as_the_film_and_ends_in_silence():
    begin = first_beat() - 1.0
    film = reel((begin, begin + 3.33), fps=30)
    wave = np.concatenate(list(sound(court(), film)))
    assert wave.shape == (int(film.lasts * RATE), 2)
    assert np.abs(wave[-1]).max() < 50 < np.abs(wave[-RATE:]).max()


def test_nothing_is_too_loud_however_much_sounds_at_once():
    crowd = [
        Cue(0, RATE, name, "" if made.hertz else "gong", 1.0, 1.0)
        for name, made in hearing().instruments.items()
    ]
    assert np.abs(whole(sorted(crowd * 9), 2.0)).max() <= MOST * 32767
    begin = first_beat()
    third = whole(placed(heard(), reel((begin, begin + 60.0))), 60.0)
    assert 0.3 * 32767 < np.abs(third).max() <= MOST * 32767


@pytest.mark.parametrize("name", list(hearing().instruments))
def test_notes_begin_and_end_in_silence_and_are_the_same_every_time(name):
    tone = "" if hearing().instruments[name].hertz else "gong"
    wave = note(name, tone, RATE)
    assert wave.dtype == np.float32
    assert np.isfinite(wave).all()
    assert np.abs(wave[[0, -1]]).max() < 1e-3
    assert np.abs(np.diff(wave[-RATE // 4 :], axis=0)).max() < 0.01
    assert (note.__wrapped__(name, tone, RATE) == wave).all()


@pytest.mark.parametrize(
    ("name", "octave"), [("stone", 2), ("bell", 1 / 2), ("zither", 1 / 2), ("mouth-organ", 1)]
)
@pytest.mark.parametrize("tone", ["gong", "zhi"])
def test_notes_have_their_pitch(name, octave, tone):
    wave = note(name, tone, RATE)[:, 0]
    heights = np.abs(np.fft.rfft(wave * np.hanning(len(wave))))
    pitch = np.flatnonzero(heights > heights.max() / 4)[0] * RATE / len(wave)
    assert pitch == pytest.approx(hearing().tones[tone] * octave, rel=0.01)


def test_the_tones_are_made_by_thirds_and_the_pitch_by_the_pipe():
    tone = hearing().tones
    third_taken, third_added = 3 / 2, 3 / 4
    assert tone["zhi"] == pytest.approx(tone["gong"] * third_taken)
    assert tone["shang"] == pytest.approx(tone["zhi"] * third_added)
    assert tone["yu"] == pytest.approx(tone["shang"] * third_taken)
    assert tone["jue"] == pytest.approx(tone["yu"] * third_added)
    length, radius, sound_speed = 0.9 * 0.231, 0.015 * 0.231, 343.0
    assert tone["gong"] == pytest.approx(sound_speed / 4 / (length + 0.6 * radius), rel=0.01)


def test_memory_does_not_grow_with_the_film():
    def most(seconds: int) -> int:
        cues = [Cue(k * RATE, 0, "drum", "", 1.0, 1.0) for k in range(seconds)]
        tracemalloc.start()
        for _ in mixed(cues, seconds * RATE):
            pass
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    most(3)
    assert most(60) < 1.2 * most(10)
    assert BLOCK <= 2 * RATE


# the file --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("instrument: drum,", "instrument: drumm,", "no instrument 'drumm'; did you mean 'drum'"),
        ("tone: gong,", "tone: gung,", "no tone 'gung'"),
        (
            "do: strike, on: drum, instrument: drum",
            "do: strike, instrument: stone",
            "on which tone 'stone' sounds",
        ),
        ('drops: ["0.35", "0.05"]', 'drops: ["0.35"]', "2 numbers"),
        ('loud: "0.5"', 'loud: "5"', "from 0 to 1"),
    ],
)
def test_what_is_wrong_in_the_file_is_told_with_its_place(monkeypatch, old, new, says):
    text = hearing_file.data_file("sounds.yaml").read_text(encoding="utf-8")
    assert old in text
    monkeypatch.setattr(hearing_file, "read", lambda path: parse(text.replace(old, new, 1), "sounds.yaml"))
    with pytest.raises(InputError, match=f"sounds.yaml:[0-9]+:[0-9]+: .*{says}"):
        hearing.__wrapped__()
