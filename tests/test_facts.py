"""The ledger as `facts` and `explain` give it."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

import courtyard3d
from courtyard3d.errors import InputError
from courtyard3d.layout.coverage import Coverage, Listed, load_coverage
from courtyard3d.layout.facts import COLUMNS, facts_csv
from courtyard3d.layout.layout import Layout

HERE = Path(__file__).parent
AXES = ("x", "y", "z")


@pytest.fixture(scope="module")
def court() -> courtyard3d.Courtyard:
    return courtyard3d.open("xiangshe", preset="zheng")


@pytest.fixture(scope="module")
def layout(court) -> Layout:
    return court.layout


def statements(court, subject, axis):
    return [row for row in court.facts["statements"] if (row["subject"], row["axis"]) == (subject, axis)]


def test_shape(court):
    facts = json.loads(json.dumps(court.facts))
    assert facts["rite"] == "xiangshe"
    assert facts["chi_m"] == 0.231
    assert facts["premises"]["hall"] == "xu"
    ids = [row["id"] for row in facts["statements"]]
    assert len(ids) == len(set(ids))
    for row in facts["statements"]:
        assert row["unit"] in ("chi", "deg", "1")
        assert row["role"] in ("fixes", "checks")
        assert row["axis"] in (*AXES, "facing") or row["axis"].startswith("size.")
        Fraction(row["value"])
        Fraction(row["found"])


def test_what_is_found_is_what_the_objects_say(court):
    facts = court.facts
    for row in facts["statements"]:
        thing = facts["objects"].get(row["subject"])
        if thing is None:
            assert row["axis"] == f"size.{row['subject']}"  # a quantity
        elif row["axis"] in AXES:
            assert thing["position"][AXES.index(row["axis"])] == row["found"]
        elif row["axis"] == "facing":
            assert thing["facing"] == pytest.approx(float(Fraction(row["found"])))
        else:
            assert thing["size"][row["axis"].removeprefix("size.")] == row["found"]


def test_every_axis_is_fixed_once(court):
    fixed = [(row["subject"], row["axis"]) for row in court.facts["statements"] if row["role"] == "fixes"]
    assert len(fixed) == len(set(fixed))
    for id, thing in court.facts["objects"].items():
        assert thing["position"] is None or {(id, axis) for axis in AXES} <= set(fixed)


def test_a_statement_with_its_source(court):
    first, second = statements(court, "screen", "x")
    expected = {
        "relation": "west_of", "object": "target", "value": "-30", "found": "-30", "unit": "chi", "role": "fixes",
        "voice": "jing", "status": "stated", "quote": "西五步", "seed": "004", "holds": True,
    }  # fmt: skip
    assert {key: first[key] for key in expected} == expected
    assert [source["voice"] for source in first["sources"]] == ["jing", "jia", "jia"]
    assert (second["role"], second["voice"], second["quote"]) == ("checks", "zheng", "西三丈")
    assert first["where"].startswith("layouts/xiangshe/range.yaml:")


def test_lists_rows_and_people(court):
    facts = court.facts
    (row,) = statements(court, "marks", "x")
    assert row["object"] == ["pillar-west", "pillar-east"]
    assert facts["objects"]["marks"]["members"] == ["mark-right", "mark-left"]
    assert facts["objects"]["marks"]["position"][0] == "0"
    assert facts["objects"]["screen"]["grade"] == {"position": "derived", "form": "supplied"}
    assert facts["objects"]["screen"]["labels"]["hans"] == "乏"
    assert facts["people"]["pair1"]["members"] == ["pair1-upper", "pair1-lower"]
    assert facts["people"]["pair1-upper"]["members"] == []
    assert "grandee" in facts["people"]


def test_what_is_left_out_is_missing():
    facts = courtyard3d.open("xiangshe", premises={"grandee": "none"}).facts
    assert "grandee" not in facts["people"]
    assert not any(name.startswith("grandee") for name in facts["objects"])


def test_ids_of_statements_do_not_hang_on_premises(court):
    derived = ("in_row", "in_line_with", "on")  # what follows from others goes where they are
    others = courtyard3d.open("xiangshe", premises={"hall": "xiang", "lane-from": "mark"}).facts["statements"]
    wheres = {row["id"]: row["where"] for row in court.facts["statements"] if row["relation"] not in derived}
    shared = [row for row in others if row["id"] in wheres]
    assert len(shared) > 0.9 * len(wheres)
    assert all(wheres[row["id"]] == row["where"] for row in shared)


def test_csv_holds_the_same_rows(court, layout):
    rows = list(csv.DictReader(io.StringIO(facts_csv(layout))))
    assert tuple(rows[0]) == COLUMNS
    assert [row["found"] for row in rows] == [row["found"] for row in court.facts["statements"]]
    assert {row["holds"] for row in rows} == {"yes"}


def test_explanation_goes_down_to_the_ground(court):
    explanation = court.explain("乏")
    reasons = {reason["cell"]: reason for reason in explanation.as_json()["reasons"]}
    y = reasons["screen.y"]
    assert (y["value"], y["statement"]["text"]) == ("-200", "lane / 3")
    lane = next(reason for reason in y["leans"] if reason["cell"] == "lane")
    assert lane["checks"][0]["quote"] == "侯道五十步者"
    target = next(reason for reason in y["leans"] if reason["cell"] == "target.y")
    assert [lean["cell"] for lean in target["leans"]] == ["lane", "hall.y"]
    assert [lean["told"] for lean in target["leans"]] == ["above", "here"]
    text = explanation.text("en")
    assert "screen.x = -30 尺 (-三丈)  五步 west of cloth target(target)  [text] 「西五步」" in text
    assert "✓ holds" in text
    assert "之西 五步" in explanation.text("hans")
    assert "經" in explanation.text("hant")


def test_explanation_of_what_does_not_hold():
    text = courtyard3d.open("xiangshe", premises={"bu": "8"}).explain("screen").text("en")
    assert "✗ does not hold: gives -30 尺 (-三丈)" in text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("guest", "not there at first"),
        ("archery-director", "begins at archery-director.attending"),
        ("lane", "lane = 300 尺 (三十丈)"),
        ("pair1", "members: pair1-upper, pair1-lower"),
        ("target.top", "target.top = 96/5 尺 (一丈九尺二寸)"),
    ],
)
def test_people_groups_and_quantities_are_explained_too(court, name, expected):
    assert expected in court.explain(name).text("en")


def test_unknown_name_offers_the_nearest(court):
    with pytest.raises(InputError, match="did you mean 'screen'"):
        court.explain("scren")


def test_coverage_counts_what_is_named(tmp_path):
    (tmp_path / "coverage.yaml").write_text(
        "facts: {T01: a fact, T02: another, T03: {is: a third, left-out: it is told elsewhere}}\nrules: {R01: a rule}\n",
        encoding="utf-8",
    )
    coverage = load_coverage(tmp_path)
    assert coverage.facts["T03"] == Listed("a third", "it is told elsewhere")
    assert coverage.counts(["T01", "T03", "T01"]) == {
        "facts_covered": [1, 2], "acts_covered": [0, 0], "rules_covered": [0, 1], "variants_covered": [0, 0]
    }  # fmt: skip
    assert load_coverage(HERE) == Coverage()
