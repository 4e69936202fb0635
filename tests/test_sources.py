"""Voices, works, statuses, and the marks that are shown for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtyard3d.errors import InputError
from courtyard3d.reading.citations import (
    DEFAULT_FIELDS,
    SOURCE_FIELDS,
    Defaults,
    mark_of,
    source_of,
    voices,
    works,
)
from courtyard3d.reading.document import parse
from courtyard3d.reading.schema import record
from courtyard3d.sources import MARKS, STATUSES, Source, lack, mark, weakest


def source(text: str, file: str = "{}") -> Source:
    """Read a source as it stands in a file with these defaults."""
    defaults = Defaults(**record(parse(file, "f.yaml")[0], DEFAULT_FIELDS, "the file"))
    table = parse(text, "f.yaml")[0]
    return source_of(record(table, SOURCE_FIELDS, "the clause"), table.where, defaults)


@pytest.mark.parametrize(
    ("status", "voice", "sign"),
    [
        ("stated", "jing", "经"),
        ("derived", "jing", "经"),
        ("stated", "ji", "记"),
        ("stated", "zheng", "注"),
        ("derived", "jia", "疏"),
        ("stated", "zhu", "说"),
        ("stated", "ao", "说"),
        ("stated", "lv", "说"),
        ("stated", "li", "说"),
        ("stated", "translation", "译"),
        ("analogy", "jing", "补"),
        ("supplied", "zheng", "补"),
        ("supplied", "ours", "补"),
    ],
)
def test_the_mark_follows_from_status_and_voice(status: str, voice: str, sign: str) -> None:
    assert mark(status, voices()[voice]).hans == sign
    assert mark_of(Source(voice, status)).hans == sign


def test_a_silence_has_its_own_mark() -> None:
    assert mark(None).hans == "阙"


def test_marks_differ_in_every_language() -> None:
    for field in ("id", "hans", "hant", "en"):
        assert len({getattr(row, field) for row in MARKS}) == len(MARKS)


@given(st.lists(st.sampled_from(STATUSES), min_size=1))
def test_the_weakest_is_one_of_them_and_none_is_weaker(statuses: list[str]) -> None:
    found = weakest(statuses)
    assert found in statuses
    assert all(STATUSES.index(status) <= STATUSES.index(found) for status in statuses)


def test_every_voice_has_names_and_a_work_that_is_listed() -> None:
    for voice in voices().values():
        assert voice.labels.hans
        assert voice.labels.en
        assert voice.work in works() or voice.id == "ours"


@pytest.mark.parametrize(
    ("text", "file", "voice", "status", "seed"),
    [
        ("{voice: ji, quote: 乡侯五十弓, seed: '004'}", "{}", "ji", "stated", "004"),
        ("{quote: 西五步}", "{voice: jing, seed: '000'}", "jing", "stated", "000"),
        (
            "{quote: 西五步, voice: zheng, seed: none, work: 郑注}",
            "{voice: jing, seed: '000'}",
            "zheng",
            "stated",
            None,
        ),
        ("{status: derived}", "{voice: jing, seed: '000'}", "ours", "derived", None),
        ("{status: derived, voice: jia, quote: 去堂二十丈, seed: '004'}", "{}", "jia", "derived", "004"),
        ("{why: no text says it}", "{}", "ours", "supplied", None),
        ("{status: supplied, why: no text says it}", "{voice: jing}", "ours", "supplied", None),
        ("{status: analogy, voice: jing, quote: 不及地武}", "{seed: '001'}", "jing", "analogy", "001"),
        ("{ref: T02}", "{voice: jing, seed: '000'}", "jing", "stated", None),
        ("{ref: T02}", "{}", "ours", "derived", None),
        ("{quote: 西五步}", "{voice: jing, status: analogy}", "jing", "analogy", None),
    ],
)
def test_what_a_clause_leaves_out(text: str, file: str, voice: str, status: str, seed: str | None) -> None:
    found = source(text, file)
    assert (found.voice, found.status, found.seed) == (voice, status, seed)


def test_the_voice_belongs_to_the_quote() -> None:
    found = source(
        "ref: [T25, T26]\n"
        "sources: [{voice: jing, quote: 西五步}, {voice: zheng, quote: 西三丈, read: 西三尺}]",
        "{voice: ji, seed: '004'}",
    )
    assert (found.voice, found.quote, found.seed, found.ref) == ("jing", "西五步", "004", ("T25", "T26"))
    assert [(one.voice, one.shown, one.seed) for one in found.sources] == [
        ("jing", "西五步", "004"),
        ("zheng", "西三尺", "004"),
    ]


def test_an_own_quote_leads_the_others() -> None:
    found = source("{voice: jing, quote: 西五步, sources: [{voice: zheng, quote: 西三丈}]}", "{voice: ji}")
    assert (found.voice, found.quote, found.sources[0].voice) == ("jing", "西五步", "zheng")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{voice: zhang, quote: 西}", "1:9: no voice is called 'zhang'; did you mean 'zheng'?"),
        ("{status: statd}", "did you mean 'stated'?"),
        ("{qoute: 西}", "did you mean 'quote'?"),
        ("{sources: [{voice: ji, why: x}]}", "an item of 'sources' of the clause has no 'why'"),
    ],
)
def test_errors_at_their_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        source(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("{voice: jing, quote: 西五步, seed: '004'}", None),
        ("{voice: jing, quote: 西五步, seed: none, work: 仪礼}", None),
        ("{status: derived}", None),
        ("{status: supplied, why: no text says it}", None),
        ("{status: supplied}", "'why'"),
        ("{voice: jing}", "'quote'"),
        ("{voice: jing, quote: 西五步}", "neither 'seed' nor 'work'"),
        ("{voice: jing, seed: '004', quote: 一二三四五六七八九十一二三四五六七八九十一}", "longer than 20"),
        ("{sources: [{voice: jing, quote: 西, seed: '004'}, {voice: ji, seed: '004'}]}", "'quote'"),
    ],
)
def test_what_a_clause_lacks(text: str, missing: str | None) -> None:
    found = lack(source(text))
    assert found is None if missing is None else found is not None and missing in found


def test_own_voices_add_to_those_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "layouts"
    folder.mkdir()
    own = "hu: {labels: {hans: 胡培翚, en: Hu Peihui}, label: 说}\nli: {labels: {hans: 李, en: another Li}}\n"
    (folder / "voices.yaml").write_text(own, "utf-8")
    monkeypatch.setenv("COURTYARD3D_HOME", str(tmp_path))
    assert voices()["hu"].labels.en == "Hu Peihui"
    assert voices()["li"].labels.en == "another Li"
    assert "jing" in voices()
