"""The words of a film: captions in one or two languages, title cards, names, plans; where they lie."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

import courtyard3d
from courtyard3d.errors import InputError
from courtyard3d.picture.captions import Lettering
from courtyard3d.picture.director import Director
from courtyard3d.picture.screen import Screen
from courtyard3d.picture.styles import STYLES
from courtyard3d.picture.subject import Sights
from courtyard3d.picture.wording import Wording
from courtyard3d.picture.words import Box
from courtyard3d.reading.words import languages

SIZE = (640, 360)
MARKS = {"hans": set("经记注疏说译补"), "hant": set("經記注疏說譯補")}


@pytest.fixture(scope="module")
def archery():
    return courtyard3d.open("xiangshe")


def wording(archery, lang="hans", size=SIZE, style="colour"):
    lettering = Lettering(size, STYLES[style], lang)
    return lettering, Wording(archery, lettering, Director(archery, size[0] / size[1]))


def moments(archery, section, step=0.2):
    span = archery.timeline.section(section)
    return np.arange(span.start, span.end, step).tolist()


@pytest.mark.parametrize(
    ("section", "lang", "size", "style"),
    [
        ("qu-shi", "hans", SIZE, "colour"),
        ("chu-she", "hans,en", SIZE, "colour"),
        ("li-sizheng", "en", (320, 180), "evidence"),
        ("bin-chu", "hant,en", (1280, 720), "ink"),
    ],
)
def test_no_words_lie_over_others_or_over_the_border(archery, section, lang, size, style):
    lettering, words = wording(archery, lang, size, style)
    whole = Box(0, 0, *size)
    for t in moments(archery, section):
        boxes = [patch.box for patch in lettering.patches(words.at(t))]
        assert all(map(whole.holds, boxes)), t
        assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])], t


def test_names_are_seen_without_a_gap_and_keep_their_distance_to_their_bearers(archery):
    _, words = wording(archery)
    director, sights = Director(archery, SIZE[0] / SIZE[1]), Sights(archery)
    seen = {}
    for t in moments(archery, "chu-she", 0.04):
        for tag in words.at(t).tags:
            seen.setdefault(tag.text, []).append((t, tag))
    assert {"司射", "司马", "获者", "上耦上射", "上耦下射"} <= seen.keys()
    for name, found in seen.items():
        times = [t for t, _ in found]
        assert max(np.diff(times)) < 0.05, name
        assert times[-1] - times[0] > 1.2, name
    who = {"司射": "archery-director", "获者": "marker"}
    for name, person in who.items():
        crowns = [Screen(sights, director(t), SIZE, t).crown([person]) for t, _ in seen[name]]
        offsets = {(tag.left - x, tag.top - y) for (_, tag), (x, y) in zip(seen[name], crowns, strict=True)}
        assert len(offsets) == 1


def test_words_depend_on_the_moment_alone(archery):
    _, one = wording(archery, "hans,en")
    _, other = wording(archery, "hans,en")
    times = moments(archery, "you-she", 7.0)
    later = [other.at(t) for t in reversed(times)]
    assert [one.at(t) for t in times] == later[::-1]


def test_a_section_begins_with_its_title_which_fades(archery):
    _, words = wording(archery, "hans,en")
    begin = archery.timeline.section("yue-bin").start
    card = words.at(begin).card
    assert card.lines == ("乡射礼 · District Archery Rite", "乐宾", "Music for the guest")
    strengths = [words.at(begin + t).card.strength for t in (0.0, 2.0, 2.7, 2.9)]
    assert strengths[0] == strengths[1] == 255 > strengths[2] > strengths[3] > 0
    assert words.at(begin + 3.0).card is None


def test_a_plan_shows_who_walks_far_and_nobody_else(archery):
    _, words = wording(archery)
    begin = archery.timeline.section("chu-she").start
    inset = words.at(begin + 15.0).inset
    assert len(inset.walkers) == len(inset.ways) == 1
    assert len(inset.others) > 30
    (x, y), way = inset.walkers[0], inset.ways[0]
    assert min(abs(x - a) + abs(y - b) for a, b in way) < 12
    assert words.at(begin + 195.0).inset is None


def test_captions_in_two_languages_are_told_in_both(archery):
    single, _ = wording(archery)
    double, words = wording(archery, "hans,en")
    said = words.at(archery.timeline.moment("16.50"))
    assert [caption.text for caption in said.captions] == ["上耦上射射", "The first pair upper archer shoots"]
    below = [
        max(patch.pixels.shape[0] for patch in letters.captions(said.captions[:n]))
        for letters, n in ((single, 1), (double, 2))
    ]
    assert below[0] < below[1] < 0.4 * SIZE[1]


@pytest.mark.parametrize("lang", ["hans", "hant"])
def test_every_act_has_its_mark(archery, lang):
    timeline = archery.timeline
    wrong = [t for t in timeline.changes if timeline.caption(t, lang).mark not in MARKS[lang]]
    assert not wrong


def test_what_no_text_states_is_marked(archery):
    timeline = archery.timeline

    def supplied(ref):
        return timeline.caption(timeline.moment(ref), "hans").supplied

    assert supplied("15.38") == ("位补", "面补")  # 适堂西: where exactly, and how he turns there
    assert supplied("15.28") == ()  # 北面揖
    assert supplied("15.24") == ()
    assert timeline.caption(timeline.moment("15.38"), "en").supplied == ("place supplied", "facing supplied")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hans,hans", "one, or two"),
        ("hans,hant,en", "one, or two"),
        ("hans,eng", "no language 'eng'.*did you mean 'en'"),
    ],
)
def test_languages_are_one_or_two(text, says):
    with pytest.raises(InputError, match=says):
        languages(text)
    assert languages("hant, en") == ("hant", "en")


def test_pairs_of_names_have_room(archery):
    assert all(
        one.meets(other) for one, other in pairwise([Box(0, 0, 4, 4), Box(3, 3, 9, 9), Box(8, 0, 12, 12)])
    )
    assert not Box(0, 0, 4, 4).meets(Box(4, 0, 8, 4))
