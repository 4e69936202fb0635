"""The pure rooms of the window: text beside the stage, lessons, what changes with premises, what is written."""

from __future__ import annotations

import subprocess
from fractions import Fraction

import numpy as np
import pytest
from small_rite import LAYOUT, small_rite

from courtyard3d.errors import InputError
from courtyard3d.layout.compare import compare
from courtyard3d.picture.viewer import deeds
from courtyard3d.picture.viewer.commands import COMMANDS
from courtyard3d.picture.viewer.edition import Edition
from courtyard3d.picture.viewer.glide import LASTS, Glide
from courtyard3d.picture.viewer.quiz import next_question
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.variants import Variants
from courtyard3d.picture.viewer.wording import bound

SOURCE = "voice: jing, status: stated, seed: s1"
ACTS = f"""
- {{who: one, do: walk, to: b, quote: 主人进, {SOURCE}, ref: "01.1"}}
- {{who: two, do: walk, to: d, quote: 宾北面, {SOURCE}, ref: "01.2"}}
- {{who: one, do: walk, to: a, quote: 复位, {SOURCE}, ref: "01.3"}}
- {{who: three, do: bow, quote: 皆揖, {SOURCE}, ref: "01.4"}}
"""
TEXT = "书名 - 第 1 页/共 2 页\n前文【注】主人进【注曰进者【疏】前也】\n宾北面【向也】立【立】复位【复\n也】皆揖【注】后文【注】"
MOVES = LAYOUT.replace(
    "    statements: [{east_of: a, by: 一丈, status: supplied, why: test}]",
    "    statements: [{east_of: a, by: 一丈, status: supplied, why: test, when: {hall: xu}}, "
    "{east_of: a, by: 二丈, status: supplied, why: test, when: {hall: xiang}}]",
)


class Hand:
    """A clock that a test moves."""

    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture(scope="module")
def rite(tmp_path_factory):
    return small_rite(tmp_path_factory.mktemp("small"), ACTS, layout=MOVES)


@pytest.fixture
def hand():
    return Hand()


@pytest.fixture
def session(rite, hand):
    return Session(rite, "hans", now=hand)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "s1_book.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path


# The text.


def test_a_section_is_read_from_its_first_to_its_last_clause_without_notes(rite, folder):
    edition = Edition.of(rite.timeline, folder)
    clauses = edition.sections["one"]
    assert [clause.text for clause in clauses] == ["主人进", "宾北面", "立", "复位", "皆揖"]
    starts = [act.start for act in rite.timeline.acts]
    assert [clause.second for clause in clauses if clause.second is not None] == starts
    assert clauses[2].second is None


def test_the_clause_is_lit_while_it_is_acted(rite, folder):
    edition, acts = Edition.of(rite.timeline, folder), rite.timeline.acts
    assert [edition.at(act.start + 0.01, "one") for act in acts] == [0, 1, 3, 4]
    assert edition.at(0.0, "another") is None


def test_without_a_folder_the_quotes_stand_there(rite):
    clauses = Edition.of(rite.timeline, None).sections["one"]
    assert [clause.text for clause in clauses] == ["主人进", "宾北面", "复位", "皆揖"]


@pytest.mark.parametrize("words", ["北面", "beimian", "bei mian"])
def test_words_are_found_in_characters_and_in_pinyin(rite, folder, words):
    assert list(Edition.of(rite.timeline, folder).find(words)) == [("one", 1)]


def test_nothing_is_found_for_nothing(rite, folder):
    edition = Edition.of(rite.timeline, folder)
    assert list(edition.find("")) == list(edition.find("天")) == []


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        (None, b"", "no plain text"),
        ("a.txt", "天地玄黄".encode(), "no text in .* has a clause"),
        ("a.txt", b"\xff\xfe\x00", "not in UTF-8"),
    ],
)
def test_a_folder_without_the_text_is_told(rite, tmp_path, name, content, told):
    if name:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=told):
        Edition.of(rite.timeline, tmp_path)
    with pytest.raises(InputError, match="no folder"):
        Edition.of(rite.timeline, tmp_path / "missing")


def test_typing_finds_and_return_goes_to_the_moment(session):
    COMMANDS[bound()["slash"]](session)
    for key in ("f", "u", "x", "BackSpace", "w", "e", "i", "F9", "U4F4D", "BackSpace"):
        session.type(key)
    assert session.query == "fuwei"
    session.type("Return")
    assert session.clock.time == session.timeline.acts[2].start
    session.back()
    assert session.query is None


# The lesson.


def test_the_question_before_an_act_has_the_right_answer_among_others(rite):
    question = next_question(rite.timeline, 0.0)
    assert question.answer == ("two",)
    assert question.answer in question.choices
    assert len(set(question.choices)) == len(question.choices) == 3
    assert next_question(rite.timeline, 0.0) == question
    assert next_question(rite.timeline, rite.timeline.duration) is None


def test_a_lesson_stops_before_each_act_of_others_and_goes_on_after_the_answer(session, hand):
    lesson, clock = session.lesson, session.clock
    lesson.toggle()
    clock.toggle()
    asked = []
    for _ in range(400):
        hand.now += 0.1
        session.tick()
        if lesson.question is not None and lesson.answered is None:
            asked.append(lesson.question.answer)
            assert clock.time <= lesson.question.act.start
            assert not clock.playing
            lesson.answer(("nobody",))
            assert lesson.answered == ("nobody",)
            lesson.answer(("nobody",))
            assert clock.playing
    assert asked == [("two",), ("one",), ("three",)]


# Premises.


def test_what_moves_is_told_with_its_distance_and_direction(rite):
    changes = {
        change.id: change for change in compare(rite.layout, rite.under(None, {"hall": "xiang"}).layout)
    }
    assert set(changes) == {"b", "c", "spare"}
    moved = changes["b"]
    assert (moved.away, moved.heading) == (10.0, 90.0)
    assert moved.after[0] - moved.before[0] == Fraction(10)
    assert compare(rite.layout, rite.layout) == ()


def test_a_change_of_premises_lists_what_moved_and_keeps_the_moment(session, rite):
    act = session.timeline.acts[2]
    session.seek((act.start + act.end) / 2)
    session.change(rite.under(None, {"hall": "xiang"}))
    later = session.timeline.acts[2]
    assert {change.id for change in session.changes} == {"b", "c", "spare"}
    assert session.clock.time == pytest.approx((later.start + later.end) / 2)
    assert session.told == ("zheng", {"hall": "xiang"})


def test_all_other_premises_are_worked_out(rite):
    variants = Variants(rite.layout)
    assert (variants.begun, variants.of("b")) == (False, [])
    variants.begin()
    variants._task.result()
    assert ("hall", "xiang") in [(variant.premise, variant.value) for variant, _ in variants.of("b")]
    assert not any(variant.premise == "hall" for variant, _ in variants.of("a"))


def test_what_moves_glides_from_its_old_to_its_new_place(hand):
    matrices = np.tile(np.eye(4), (2, 1, 1))
    glide = Glide({"one": np.array([4.0, 0.0, 0.0])}, [], ["one", "two"], hand)
    assert glide.place(matrices)[:, 0, 3].tolist() == [4.0, 0.0]
    hand.now += LASTS / 2
    assert glide.place(matrices)[0, 0, 3] == pytest.approx(2.0)
    assert not glide.over
    hand.now += LASTS
    assert glide.place(matrices)[0, 0, 3] == 0.0
    assert glide.over


# What is written.


def test_a_figure_shows_the_moment_in_the_direction_of_the_camera(session, hand, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session.cameraman.choose("court")
    hand.now += 5
    path, draw = deeds.figure(session, session.cameraman.view())
    assert draw() == path
    assert "<svg" in path.read_text(encoding="utf-8")
    assert deeds.figure(session, session.cameraman.view())[0].name == "small-one-0s-2.svg"


def test_a_film_is_asked_for_with_the_same_premises_and_from_here(session, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    said = []

    def run(command, **options):
        said.extend(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    session.change(session.rite.under(None, {"hall": "xiang"}))
    session.seek(1.0)
    session.cameraman.choose("plan")
    path, make = deeds.film(session)
    assert make() == path
    words = " ".join(said)
    assert "--premise hall=xiang" in words
    assert "--from 1.00s" in words
    assert "--camera plan" in words


def test_a_picture_is_written(session, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert deeds.picture(session, np.zeros((4, 6, 3), np.uint8)).exists()


def test_stills_with_a_slider_need_nothing_from_outside(rite):
    stills = rite.stills("one", count=3, camera_name="court")
    page = stills._repr_html_()
    assert len(set(stills.pictures)) == 3
    assert page.count("data:image/jpeg") == 3
    assert "主人进" in page
    assert "http" not in page
    with pytest.raises(InputError, match="no 1 stills"):
        rite.stills("one", count=1)


# Editions as people have them.


def edition_of(rite, folder, text):
    (folder / "s1_book.txt").write_text(text, encoding="utf-8")
    return Edition.of(rite.timeline, folder)


def test_a_traditional_edition_with_punctuation_is_found(rite, tmp_path):
    edition = edition_of(rite, tmp_path, "主人，進。【注】賓北面【】復位【】皆揖【】")
    assert [clause.text for clause in edition.sections["one"]] == ["主人，進。", "賓北面", "復位", "皆揖"]
    assert all(clause.second is not None for clause in edition.sections["one"])
    for words in ("宾北", "賓北", "bin bei"):
        assert list(edition.find(words)) == [("one", 1)]


def test_the_title_that_closes_a_section_is_a_clause_of_its_own(rite, tmp_path):
    edition = edition_of(rite, tmp_path, "主人进【】宾北面【】右迎宾 记主人复位【】\n右进退\n皆揖【】")
    texts = [clause.text for clause in edition.sections["one"]]
    assert texts == ["主人进", "宾北面", "右迎宾", "记主人复位", "右进退", "皆揖"]


def test_of_clauses_in_the_same_words_the_nearest_is_lit(rite, tmp_path):
    edition = edition_of(rite, tmp_path, "主人进【】复位【】宾北面【】复位【】皆揖【】")
    acts = rite.timeline.acts
    assert [edition.at(act.start + 0.01, "one") for act in acts] == [0, 2, 3, 4]


def test_notes_without_marks_are_no_clauses(rite, tmp_path):
    edition = edition_of(rite, tmp_path, f"主人进{'疏' * 300}【】宾北面【】复位【】")
    assert [clause.text for clause in edition.sections["one"]] == ["宾北面", "复位"]


def test_a_text_that_is_too_large_is_refused_unread(rite, tmp_path):
    with (tmp_path / "s1.txt").open("wb") as file:
        file.truncate(5_000_001)
    with pytest.raises(InputError, match="too large"):
        Edition.of(rite.timeline, tmp_path)
