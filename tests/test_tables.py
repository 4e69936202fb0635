"""Tables: distances as the texts give them, the ledger whole, scripts in own words, no half file."""

from __future__ import annotations

import csv
import io

import pytest
from pypdf import PdfReader

import courtyard3d
from courtyard3d.cli import run


@pytest.fixture(scope="module")
def xiangshe():
    return courtyard3d.open("xiangshe")


def rows(table):
    return list(csv.DictReader(io.StringIO(table.csv())))


def test_the_lane_and_the_screen_are_as_far_as_the_texts_say(xiangshe):
    table = rows(xiangshe.table("distances", "en"))
    stated = [row for row in table if row["evidence"] == "stated by a text"]
    assert {row["metres"] for row in stated if row["subject"] == "lane"} == {"69.30"}
    screen = [row for row in stated if row["subject"].startswith("marker")]
    assert {row["length (chi)"].split(" ")[0] for row in screen} >= {"三丈", "十丈", "二十丈"}
    assert all(float(row["metres"]) > 0 for row in table)


def test_distances_follow_the_chi_that_is_chosen():
    short = courtyard3d.open("xiangshe", premises={"chi": "20"}).table("distances", "en")
    assert {row["metres"] for row in rows(short) if row["subject"] == "lane"} == {"60.00"}


def test_the_ledger_has_every_clause_that_a_text_or_a_reason_stands_behind(xiangshe):
    told = {row["where"] for row in rows(xiangshe.table("ledger", "en"))}
    clauses = {
        str(row.source.where)
        for row in xiangshe.layout.ledger.rows
        if row.source.shown or row.source.status != "derived"
    }
    assert clauses <= told


@pytest.mark.parametrize(("lang", "first"), [("hans", "行至"), ("hant", "行至"), ("en", "Walks to")])
def test_a_script_tells_all_acts_of_one_in_order_without_his_name(xiangshe, lang, first):
    who = "pair2-upper"
    table, name = rows(xiangshe.table(f"script:{who}", lang)), xiangshe.layout.people[who].labels.text(lang)
    cells = [list(row.values()) for row in table]
    assert [cell[1] for cell in cells] == [str(n + 1) for n in range(len(xiangshe.timeline.acts_of(who)))]
    own = [cell[4] for cell in cells]
    assert all(own)
    assert any(text.startswith(first) for text in own)
    assert not any(name in text or "his|their" in text for text in own)


def test_a_script_gives_each_of_a_pair_the_place_of_his_own(xiangshe):
    upper, lower = (rows(xiangshe.table(f"script:pair2-{role}", "en")) for role in ("upper", "lower"))
    steps = [[row["does"] for row in table if row["does"].startswith("Steps on")] for table in (upper, lower)]
    assert all("right (west)" in text and "left (east)" not in text for text in steps[0])
    assert all("left (east)" in text and "right (west)" not in text for text in steps[1])


def test_a_cue_is_what_others_have_just_done(xiangshe):
    acts = rows(xiangshe.table("script:pair1-upper", "en"))
    waits = [row for row in acts if row["does"].startswith("Shoots")]
    assert sum("lower archer" in row["cue"] for row in waits) > 5  # they shoot in turn
    assert all("first pair upper archer" not in row["cue"] for row in waits)


def test_a_table_is_printed_or_written_as_its_name_says(tmp_path, capsys):
    assert run(["table", "xiangshe", "distances"]) == 0
    assert "| 乏 | 侯之西 五步 | 三丈 (30) | 6.93 |" in capsys.readouterr().out
    for ending in ("md", "csv", "pdf"):
        assert (
            run(["table", "xiangshe", "script:次耦上射", "-o", str(tmp_path / f"t.{ending}"), "--quiet"]) == 0
        )
    pages = PdfReader(tmp_path / "t.pdf").pages
    assert len(pages) > 3
    assert all("所为" in page.extract_text() for page in pages)  # the headings stand on every page
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.csv", "t.md", "t.pdf"]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (
            ["distanze"],
            "no table 'distanze'; expected distances, ledger, script:WHO; did you mean 'distances'?",
        ),
        (["script:nobody"], "nothing is called 'nobody'"),
        (["distances", "-o", "t.doc"], "no table format 'doc'; expected md, csv, pdf"),
        (["distances", "-o", "t.pdf", "--paper", "b5"], "no paper 'b5'; expected a4, a3, 16k"),
    ],
)
def test_what_is_not_known_is_answered_in_a_line(what, said, capsys):
    assert run(["table", "xiangshe", *what]) == 2
    assert capsys.readouterr().err.strip().startswith(said)
