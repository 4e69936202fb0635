"""One man under several names, and what the sections before the shooting ask of the verbs."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_rite import LAYOUT, small_rite

from courtyard3d.errors import InputError
from courtyard3d.layout import Finding
from courtyard3d.rite.report import state_json
from courtyard3d.rite.rules import check_rules, read_rules
from courtyard3d.rite.timeline import Timeline

OFFICES = "labels: {hans: 丙, en: Three}, office: usher, offices: {usher: {hans: 相, en: usher}}"
THINGS = """  door:
    kind: border
    labels: {hans: 门外, en: the door}
    statements: [{at: d, status: supplied, why: test}]
  rack-place:
    kind: leaning-place
    labels: {hans: 弓所, en: place of the bows}
    facing: {to: south, status: supplied, why: test}
    statements: [{north_of: a, by: 三尺, status: supplied, why: test}]
  sign:
    kind: mark
    labels: {hans: 物, en: mark}
    starts: absent
    statements: [{south_of: c, by: 二尺, status: supplied, why: test}]
    measures: {length: {is: 三尺, status: supplied, why: test}, cross: {is: 一尺, status: supplied, why: test}}
  zither:
    kind: zither
    labels: {hans: 瑟, en: zither}
    starts: absent
    statements: [{north_of: d, by: 三尺, status: supplied, why: test}]
  counter:
    kind: counter
    count: "5"
    labels: {hans: 算, en: counter}
    starts: absent
people:
  away: {kind: man, side: guest, starts: absent, labels: {hans: 丁, en: Away}}
"""
COURT = LAYOUT.replace("labels: {hans: 丙, en: Three}", OFFICES).replace("people:\n", THINGS)
COMES = "- {who: away, do: arrive, at: door}\n"


def play(folder: Path, acts: str) -> Timeline:
    return small_rite(folder, acts, layout=COURT).timeline


def broken(folder: Path, rule: str, acts: str) -> list[Finding]:
    (folder / "rules.yaml").write_text(f"status: supplied\nrules:\n  - {{{rule}}}\n", encoding="utf-8")
    return list(check_rules(play(folder, acts), read_rules(folder)))


def test_a_man_is_called_by_his_office(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: three, do: bow}\n- {who: one, do: report, to: three}\n- {who: three, do: office, as: own}\n"
        "- {who: three, do: bow}\n- {who: three, do: office, as: usher}\n- {who: one, do: report, to: three}",
    )
    told = [
        (timeline.caption(act.start, "hans").text, timeline.caption(act.start, "en").text)
        for act in timeline.acts
    ]
    assert told == [
        ("相揖", "The usher bows"),
        ("甲告于相", "One reports to the usher"),
        ("相为丙", "The usher becomes Three"),
        ("丙揖", "Three bows"),
        ("丙为相", "Three becomes usher"),
        ("甲告于相", "One reports to the usher"),
    ]
    bow = timeline.acts[3].start
    assert timeline.name("three", "hans", bow) == "丙"
    assert timeline.layout.find("相") == "three"
    assert state_json(timeline, 0.0)["figures"]["three"]["office"] == "usher"
    assert state_json(timeline, bow)["figures"]["three"]["office"] is None


def test_an_office_that_he_has_not(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no office 'usherr'.*did you mean 'usher'"):
        play(tmp_path, "- {who: three, do: office, as: usherr}")


def test_he_begins_with_an_office_that_he_has(tmp_path: Path) -> None:
    layout = COURT.replace("office: usher", "office: cook")
    with pytest.raises(InputError, match="three has no office 'cook'"):
        assert small_rite(tmp_path, "- {who: one, do: bow}", layout=layout).layout


def test_a_rule_on_an_office(tmp_path: Path) -> None:
    rule = "check: always, who: three, office: usher, during: say"
    assert not broken(tmp_path, rule, "- {who: three, do: say}")
    assert broken(tmp_path, rule, "- {who: three, do: office, as: own}\n- {who: three, do: say}")


def test_a_rule_on_the_way_of_one(tmp_path: Path) -> None:
    rule = "check: way_passes, who: %s, from: a, to: c, west_of: a"
    walk = "- {who: one, do: walk, to: c}"
    assert broken(tmp_path, rule % "one", walk)
    assert not broken(tmp_path, rule % "three", walk)


def test_what_is_painted_is_there(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: two, do: paint, thing: sign, posture: kneeling}")
    assert not timeline.state(0.0).things["sign"].visible
    assert timeline.state(timeline.duration).things["sign"].position == (10.0, -32.0, 0.0)
    with pytest.raises(InputError, match=r"sign.* is there already"):
        play(tmp_path, "- {who: two, do: paint, thing: sign}\n- {who: two, do: paint, thing: sign}")


def test_what_is_put_down_lies_as_its_place(tmp_path: Path) -> None:
    timeline = play(
        tmp_path, "- {who: one, do: turn, to: east}\n- {who: one, do: lean, thing: own.bow, at: rack-place}"
    )
    bow = timeline.state(timeline.duration).things["one.bow"]
    assert (bow.facing, bow.pitch) == (180.0, 90.0)


def test_he_steps_back_to_a_place(tmp_path: Path) -> None:
    timeline = play(
        tmp_path, "- {who: one, do: walk, to: b, facing: east}\n- {who: one, do: step-back, to: a}"
    )
    figure = timeline.state(timeline.duration).figures["one"]
    assert (figure.position, figure.facing, figure.station) == ((0.0, -20.0, 0.0), 90.0, "a")


def test_all_that_is_absent_is_brought(tmp_path: Path) -> None:
    timeline = play(tmp_path, COMES + "- {who: away, do: bring, thing: counter, count: all, with: armful}")
    assert len(timeline.state(timeline.duration).figures["away"].holds) == 5


def test_a_zither_on_the_shoulder_leaves_one_hand(tmp_path: Path) -> None:
    shouldered = COMES + "- {who: away, do: bring, thing: zither, with: left-shoulder}\n"
    timeline = play(tmp_path, shouldered)
    assert timeline.state(timeline.duration).things["zither"].place == "left-shoulder"
    with pytest.raises(InputError, match=r"left-hand of away .* is not free"):
        play(tmp_path, shouldered + "- {who: away, do: bring, thing: counter, with: left-hand}")


def test_one_who_sits_reaches_the_ground(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        COMES + "- {who: away, do: bring, thing: zither}\n- {who: away, do: sit}\n"
        "- {who: away, do: set, thing: zither}\n- {who: away, do: take, thing: zither}",
    )
    assert timeline.state(timeline.duration).things["zither"].holder == "away"
