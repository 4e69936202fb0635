"""戒宾 to 请射 (01 to 14), row by row: who stands where, facing whither, when the text comes to an act."""

from __future__ import annotations

import pytest
from rows import (
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    assert_stands,
    at,
    court,
    done,
    row,
)

from courtyard3d.errors import InputError

# -- the moment of a row is the moment of that very row -------------------------------------------------


@pytest.mark.parametrize(
    ("ref", "do", "person"),
    [
        ("04.23", "walk", "guest"),
        ("04.44", "prostrate", "host"),
        ("06.06", "walk", "guest"),
        ("06.13a", "descend", "guest"),
        ("08.13", "walk", "goblet-raiser"),
        ("09.13", "report", "host"),
        ("09.15", "walk", "grandee"),
        ("09.21", "prostrate", "grandee"),
        ("09.33", "prostrate", "host"),
        ("10.14", "prostrate", "grandee"),
        ("10.24", "walk", "host"),
        ("10.28", "walk", "seniors-1"),
        ("11.05", "ascend", "guides-1"),
        ("11.06", "ascend", "guides-3"),
        ("11.07", "sit", "musicians-1"),
        ("11.09", "wait", "guides-4"),
        ("11.32", "sacrifice", "guides-1"),
        ("11.37", "prostrate", "pipers-1"),
        ("13.01", "walk", "overseer"),
        ("14.36", "stand-up", "musicians-1"),
    ],
)
def test_a_moment_shows_its_own_row(ref: str, do: str, person: str) -> None:
    act = row(ref)
    assert (act.act.do, act.people[0]) == (do, person)


def test_the_overseer_brings_the_answer_after_the_guest_has_given_it() -> None:
    assert row("13.03").start < row("13.07").start < row("13.08").start


# -- who stands where, facing whither --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ref", "do", "station", "facing"),
    [
        ("01.03", "prostrate", "guest-gate.owner", WEST),
        ("01.04", "prostrate", "guest-gate.visitor", EAST),
        ("03.14", "walk", "gate.host-inside", WEST),
        ("03.28", "prostrate", "under-beam.east", NORTH),
        ("04.07", "walk", "washing-north", SOUTH),
        ("04.11", "report", "guest.forward", NORTHEAST),
        ("04.12", "report", "washing-north", WEST),
        ("04.26", "walk", "guest.mat.offering", NORTHWEST),
        ("04.36", "walk", "host.still", WEST),
        ("04.43", "prostrate", "guest.mat.below", NORTH),
        ("04.45", "drink", "steps-west.head", NORTH),
        ("05.05", "walk", "washing-south", NORTH),
        ("05.16", "walk", "host.mat.offering", SOUTHEAST),
        ("06.23", "walk", "host.court", SOUTHWEST),
        ("07.08", "prostrate", "steps-west.head-right", NORTH),
        ("07.12", "walk", "seniors.court-1", EAST),
        ("08.08", "prostrate", "guest.mat.lower-end", SOUTH),
        ("08.15", "take", "guest.mat.place", SOUTH),
        ("09.02", "walk", "host.mat.lower-end", WEST),
        ("09.24", "prostrate", "steps-west.head-right", NORTH),
        ("10.08", "walk", "between-pillars.west", EAST),
        ("10.09", "walk", "between-pillars.east", WEST),
        ("11.39", "prostrate", "steps-west.head", NORTH),
        ("13.11", "prostrate", "steps-west.head", NORTH),
        ("14.11", "walk", "archery-director.before-host", NORTHEAST),
        ("14.20", "walk", "west-of-hall.south-of-pairs", NORTH),
        ("14.39", "walk", "overseer.post", EAST),
    ],
)
def test_who_acts_stands_where_the_text_has_him(ref: str, do: str, station: str, facing: float) -> None:
    assert_stands(done(row(ref, do)), station, facing)


@pytest.mark.parametrize(
    ("ref", "times"),
    [
        ("01.07", "2"),
        ("03.29", "2"),
        ("05.29", "2"),
        ("07.01", "3"),
        ("07.02", None),
        ("09.10", None),
        ("10.19", "2"),
        ("10.20", None),
        ("12.05", "2"),
        ("12.06", None),
        ("13.11", "2"),
    ],
)
def test_bows_are_as_many_as_the_text_has(ref: str, times: str | None) -> None:
    assert row(ref, "prostrate").act.text("times") == times


def test_the_overseer_stands_between_the_pillars_when_host_and_guest_bow() -> None:
    assert_stands(at("13.10").figures["overseer"], "between-pillars", NORTH)


def test_the_piper_hands_the_cup_to_a_host_who_faces_him() -> None:
    host = at("11.42").figures["host"]
    assert host.station == "steps-west.head"
    assert host.facing == SOUTH


def test_nobody_but_the_musicians_sits_before_the_feast() -> None:
    timeline = court().timeline
    feast = timeline.section("yan").start
    moments = [act.start for act in timeline.acts if act.start < feast and act.act.do in ("sit", "walk")]
    seated = {
        name
        for moment in moments[::25]
        for name, figure in timeline.state(moment).figures.items()
        if figure.posture == "seated"
    }
    assert seated == {f"musicians-{number}" for number in range(1, 5)}


# -- the guests below are told as they are, not as the three seniors -------------------------------------


def test_no_act_of_those_below_is_told_as_one_of_the_seniors() -> None:
    seniors_only = {"07.07", "07.08", "07.12"}
    timeline = court().timeline
    below = [act for act in timeline.acts if any(person.startswith("guests-below") for person in act.people)]
    shared = {
        ref for act in below for ref in act.act.ref if ref in seniors_only and "07.13" not in act.act.ref
    }
    assert not shared


# -- what a premise adds ----------------------------------------------------------------------------------


def test_a_music_master_brings_the_guest_down_and_the_grandee_stays() -> None:
    state = at("11.22", **{"music-master": "yes"})
    assert state.figures["guest"].station == "guest.court"
    assert state.figures["grandee"].station == "grandee.mat.place"
    with pytest.raises(StopIteration):
        row("11.20")


# -- sections by name -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "section"),
    [
        ("初射", "chu-she"),
        ("再射", "zai-she"),
        ("三射", "san-she"),
        ("三射毕", "she-bi"),
        ("献宾", "xian-bin"),
        ("獻賓", "xian-bin"),
        ("张侯", "chen-she"),
        ("張侯", "chen-she"),
        ("yuè bīn", "yue-bin"),
        ("dafu zuo", "dafu-zuo"),
        ("the feast", "yan"),
        ("视算", "shi-suan"),
        ("三番视算", "shi-suan-3"),
    ],
)
def test_a_section_is_found_by_any_of_its_names(name: str, section: str) -> None:
    assert court().timeline.section(name).id == section


def test_an_unknown_section_is_an_error_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="no moment"):
        court().timeline.section("四射")


def test_day_and_hour_are_data() -> None:
    sections = {span.id: span for span in court().timeline.sections}
    assert [
        sections[name].day and sections[name].day.hans for name in ("jie-bin", "bai-ci", "xi-sizheng")
    ] == [
        "射日",
        "明日",
        "明日",
    ]
    assert sections["jie-bin"].hour is not None and sections["jie-bin"].hour.hans == "朝"
