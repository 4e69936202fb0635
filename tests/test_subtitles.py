"""Subtitles and chapters: what the captions say, when the film shows it, as other programs read it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil

import fakes
import pysubs2
import pytest
import webvtt

import courtyard3d
from courtyard3d.picture.chapters import chapters
from courtyard3d.picture.reel import Reel
from courtyard3d.picture.subtitles import LEAST, Cue, cues, srt, vtt


@cache
def timeline():
    return courtyard3d.open("xiangshe").timeline


def reel(*names: str, speed: int = 1, fps: int = 25) -> Reel:
    spans = [timeline().section(name) for name in names]
    rate = Fraction(fps, speed)
    pieces = (
        (Fraction(s.start), Fraction(s.end), max(1, ceil(Fraction(s.end - s.start) * rate))) for s in spans
    )
    return Reel.of(pieces, Fraction(fps), Fraction(speed))


@pytest.mark.parametrize("lang", ["hans", "hant", "en"])
@pytest.mark.parametrize(("names", "speed"), [(("you-she", "chu-she"), 1), (("chu-she", "you-she"), 8)])
def test_subtitles_follow_each_other_and_can_be_read(lang, names, speed):
    film = reel(*names, speed=speed)
    found = cues(timeline(), film, lang)
    assert found[0].start == 0
    assert found[-1].end == film.lasts
    assert all(one.end == following.start for one, following in pairwise(found))
    assert all(cue.end - cue.start >= LEAST for cue in found)
    assert all(1 <= len(cue.lines) <= 4 for cue in found)


def test_a_subtitle_says_what_is_done_and_the_clause_that_says_so():
    film = reel("you-she")
    stretch = film.stretches[0]
    act = next(act for act in timeline().acts if "15.33" in act.act.ref)
    seconds = film.at(stretch, act.start) + Fraction(1, 10)
    texts = {
        lang: next(c.lines for c in cues(timeline(), film, lang) if c.start <= seconds < c.end)
        for lang in ("hans", "hant", "en")
    }
    assert timeline().sentence(act, "hans") in texts["hans"]
    assert "【经】 「将乘矢」《仪礼》卷五 乡射礼·诱射" in texts["hans"]
    assert "【經】 「將乘矢」《儀禮》卷五 鄉射禮·誘射" in texts["hant"]
    assert any(line.startswith("[text] 「将乘矢」") for line in texts["en"])


def test_what_is_supplied_says_so_behind_its_sentence():
    lines = [line for cue in cues(timeline(), reel("you-she"), "hans") for line in cue.lines]
    assert any(line.endswith(" 【补】") for line in lines)
    assert "【补】" not in lines


def test_acts_that_are_too_short_share_a_subtitle():
    class Quick(fakes.FakeTimeline):
        def caption(self, t, lang):
            return fakes.FakeCaption("", f"act {t:g}", "", "", "")

    quick = Quick(changes=(0.0, 0.5, 1.0, 4.0, 4.2, 9.0), sections=(), duration=9.5)
    film = Reel.of([(Fraction(0), Fraction(19, 2), 95)], Fraction(10), Fraction(1))
    found = [(float(c.start), float(c.end), c.lines) for c in cues(quick, film, "en")]
    assert found == [(0.0, 4.0, ("act 0", "act 1")), (4.0, 9.5, ("act 4.2", "act 9"))]


HARD = [
    Cue(Fraction(0), Fraction(3001, 2000), ("<i>礼</i> & {\\an8}", "二")),
    Cue(Fraction(3001, 2000), Fraction(4000), ("a --> b",)),
]


def test_other_programs_read_the_srt_as_it_was_meant():
    found = pysubs2.SSAFile.from_string(srt(HARD), format_="srt")
    assert [(line.start, line.end) for line in found] == [(0, 1500), (1500, 4000 * 1000)]
    assert found[0].plaintext == "＜i＞礼＜/i＞ & ｛\\an8｝\n二"
    assert "-->" not in found[1].plaintext


def test_other_programs_read_the_vtt_as_it_was_meant():
    found = webvtt.from_string(vtt(HARD, "hant"))
    assert [(c.start, c.end) for c in found] == [
        ("00:00:00.000", "00:00:01.500"),
        ("00:00:01.500", "01:06:40.000"),
    ]
    assert found[0].raw_text == "&lt;i&gt;礼&lt;/i&gt; &amp; {\\an8}\n二"
    assert vtt(HARD, "hant").startswith("WEBVTT\n")


def test_all_subtitles_of_the_rite_are_read_by_other_programs():
    found = cues(timeline(), reel("you-she", "chu-she"), "hans")
    lines = [list(cue.lines) for cue in found]
    assert [
        line.plaintext.split("\n") for line in pysubs2.SSAFile.from_string(srt(found), format_="srt")
    ] == lines
    assert [cue.lines for cue in webvtt.from_string(vtt(found, "hans"))] == lines


# chapters --------------------------------------------------------------------


def test_chapters_begin_with_the_first_frame_of_their_section():
    film = reel("chu-she", "you-she", speed=8)
    found = chapters(timeline(), film, "en")
    assert [c.title for c in found] == [timeline().section(n).labels.en for n in ("chu-she", "you-she")]
    assert [c.start * 25 for c in found] == [stretch.first for stretch in film.stretches]
    assert found[-1].end == film.lasts
    assert all(one.end == following.start for one, following in pairwise(found))


def test_a_film_between_two_moments_has_a_chapter_for_every_section_that_it_crosses():
    sections = timeline().sections
    begin, end = sections[3].start + 1.25, sections[6].end - 1.0
    film = Reel.of([(Fraction(begin), Fraction(end), ceil((end - begin) * 25))], Fraction(25), Fraction(1))
    found = chapters(timeline(), film, "hans")
    lasting = [s for s in sections[3:7] if s.end > s.start]
    assert [c.title for c in found] == [s.labels.hans for s in lasting]
    for chapter, section in zip(found[1:], lasting[1:], strict=True):
        assert 0 <= begin + float(chapter.start) - section.start < 1 / 25
        assert (chapter.start * 25).denominator == 1


def test_a_section_in_which_nothing_happens_has_its_chapter():
    film = Reel.of([(Fraction(18), Fraction(18), 1)], Fraction(25), Fraction(1))
    assert [c.title for c in chapters(fakes.FakeTimeline(), film, "en")] == ["fetching"]


def test_a_reel_knows_where_it_shows_a_moment():
    film = Reel.of(
        [(Fraction(10), Fraction(12), 20), (Fraction(0), Fraction(2), 20)], Fraction(20), Fraction(2)
    )
    assert (film.frames, film.lasts) == (40, 2)
    assert (film.seen(11.0), film.seen(1.0), film.seen(5.0)) == (Fraction(1, 2), Fraction(3, 2), None)
    assert film.ends(film.stretches[0]) == film.begins(film.stretches[1]) == 1
