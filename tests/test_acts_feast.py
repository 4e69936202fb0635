"""旅酬 to 息司正 (29 to 35), row by row: who stands where, facing whither, when the text comes to an act."""

from __future__ import annotations

import math

import pytest
from rows import EAST, NORTH, SOUTH, SOUTHEAST, SOUTHWEST, WEST, assert_stands, at, court, done, row


@pytest.mark.parametrize(
    ("ref", "do", "person"),
    [
        ("29.19", "walk", "grandee"),
        ("29.27", "walk", "seniors-1"),
        ("29.30", "say", "overseer"),
        ("30.09", "lay", "first-raiser"),
        ("30.13", "walk", "first-raiser"),
        ("30.19", "descend", "second-raiser"),
        ("31.04", "walk", "overseer"),
        ("31.23", "walk", "young-men-2"),
        ("32.04a", "walk", "grandee"),
        ("32.04b", "walk", "seniors-1"),
        ("32.12a", "descend", "second-raiser"),
        ("32.15a", "walk", "seniors-2"),
        ("33.06", "walk", "seniors-1"),
        ("33.09", "walk", "grandee"),
        ("35.04", "arrive", "attendants-5"),
        ("35.21", "play", "musicians-1"),
    ],
)
def test_a_moment_shows_its_own_row(ref: str, do: str, person: str) -> None:
    act = row(ref)
    assert (act.act.do, act.people[0]) == (do, person)


@pytest.mark.parametrize(
    ("ref", "do", "station", "facing"),
    [
        ("29.06", "take", "guest.mat.below", NORTH),
        ("29.09", "prostrate", "steps-east.head-west", NORTH),
        ("29.13", "walk", "steps-east.presenting", SOUTHEAST),
        ("29.21a", "walk", "steps-west.presenting", SOUTHWEST),
        ("29.28", "walk", "side-wall-west.watch", EAST),
        ("30.05", "prostrate", "guest.mat.lower-end", SOUTH),
        ("31.08", "say", "steps-west.front", WEST),
        ("31.21", "walk", "steps-east.head", EAST),
        ("32.15", "turn", "steps-west.head", NORTH),
        ("33.08", "prostrate", "gate.host-outside", WEST),
        ("34.02", "prostrate", "gate.guest-outside-1", EAST),
        ("34.04", "prostrate", "guest-gate.visitor", EAST),
        ("35.11", "wait", "host.court", SOUTHWEST),
        ("35.21", "play", "singers-above-1", NORTH),
    ],
)
def test_who_acts_stands_where_the_text_has_him(ref: str, do: str, station: str, facing: float) -> None:
    assert_stands(done(row(ref, do)), station, facing)


def test_a_later_toast_is_announced_from_the_end_of_the_west_wall() -> None:
    first, later = at("29.26").figures["overseer"], at("29.30").figures["overseer"]
    assert (first.station, first.facing) == ("steps-west.head-right", NORTH)
    assert (later.station, later.facing) == ("side-wall-west.watch", EAST)


def test_without_a_grandee_the_host_toasts_the_seniors_and_one_man_raises_a_goblet() -> None:
    alone = {"grandee": "none"}
    assert row("29.24", **alone).people == ("host",)
    assert row("30.21", **alone).people == ("first-raiser",)
    assert all("grandee" not in name for name in court(**alone).layout.people)


def test_the_last_to_drink_in_the_feast_sits_down_again() -> None:
    assert row("32.15a", "sit").people == ("seniors-2",)


def test_the_grandee_leaves_when_the_guest_has_gone() -> None:
    timeline = court().timeline
    assert timeline.figures["guest"].at(row("33.09").start).position is None


# -- 息司正: what the text does not take back is done as in the rite --------------------------------------


def test_the_others_are_offered_to_with_bows_but_not_with_the_three_bows() -> None:
    offered = [act for act in court().timeline.acts if "35.12" in act.act.ref]
    bowing = [act.people[0] for act in offered if act.act.do == "prostrate"]
    assert bowing == ["seniors-1", "host", "seniors-2", "host", "seniors-3", "host"]
    assert not [act for act in court().timeline.acts if act.section == "xi-sizheng" and act.act.text("times")]


def test_the_goblet_is_raised_as_to_the_guest() -> None:
    raised = [act for act in court().timeline.acts if "35.13" in act.act.ref]
    model = [act for act in court().timeline.acts if act.section == "ju-zhi"]
    start = next(i for i, act in enumerate(model) if "08.05" in act.act.ref)
    assert [act.act.do for act in raised] == [
        act.act.do for act in model[start:] if "08.03" not in act.act.ref
    ]


def test_no_meat_stand_and_no_guest_of_the_day_before() -> None:
    timeline = court().timeline
    state = timeline.state(timeline.duration - 0.01)
    stands = [name for name, thing in court().layout.objects.items() if thing.kind == "meat-stand"]
    assert not [name for name in stands if name in state.things and state.things[name].visible]
    assert state.figures["guest"].position is None


@pytest.mark.parametrize("premises", [{}, {"grandee": "three", "hanging": "east", "dukes": "one"}])
def test_on_the_next_day_only_what_that_day_needs_stands(premises: dict[str, str]) -> None:
    seen = court(**premises).layout.objects
    kinds = {
        seen[name].kind
        for name, thing in at("34.01", **premises).things.items()
        if thing.visible and seen[name].starts is not None
    }
    assert kinds == {
        "mat",
        "tray",
        "wine-jar",
        "basket",
        "basin",
        "water-jar",
        "ladle",
        "cup",
        "goblet",
        "mark",
    }
    mats = [
        n for n, thing in at("34.01", **premises).things.items() if thing.visible and seen[n].kind == "mat"
    ]
    assert sorted(mats) == [
        "guest.mat",
        "host.mat",
        "musicians.mat",
        "senior.mat-1",
        "senior.mat-2",
        "senior.mat-3",
    ]


def test_until_the_evening_all_counters_and_arrows_are_there() -> None:
    timeline = court().timeline
    things = timeline.state(timeline.evening).things
    kinds = [court().layout.objects[name].kind for name, thing in things.items() if thing.visible]
    assert (kinds.count("counter"), kinds.count("arrow")) == (80, 81)


@pytest.mark.parametrize("ref", ["11.35", "14.33", "29.06", "32.23"])
def test_no_dish_stands_in_a_zither(ref: str) -> None:
    things, sizes = at(ref).things, court().layout.objects
    zithers = [things[name].position for name in ("zither-1", "zither-2")]
    half = [float(sizes["zither-1"].size[name].value) / 2.0 for name in ("width", "length")]
    dishes = [
        name for name in things if name.endswith((".splint-basket", ".stemmed-bowl")) and things[name].visible
    ]
    assert any(name.startswith("musicians") for name in dishes)
    for zither in zithers:
        for dish in dishes:
            place, radius = things[dish].position, float(sizes[dish].size["diameter"].value) / 2.0
            assert zither is not None and place is not None
            away = [max(abs(place[k] - zither[k]) - half[k], 0.0) for k in (0, 1)]
            assert math.hypot(*away) >= radius - 1e-9, dish


def test_they_sit_to_the_music_of_the_country() -> None:
    figures = court().timeline.state(row("35.21").start).figures
    seated = {name for name, found in figures.items() if found.posture == "seated"}
    musicians = {f"musicians-{number}" for number in range(1, 5)}
    assert seated == musicians | {"host", "overseer", "seniors-1", "seniors-2", "seniors-3"}


def test_the_second_guest_who_is_missing_is_told() -> None:
    caption = court().timeline.caption(row("35.02").start, "hans")
    assert (caption.text, caption.quote) == ("息司正无介", "无介")


def test_what_is_served_is_told_by_its_name() -> None:
    timeline = court().timeline
    told = [
        timeline.sentence(act, lang)
        for act in timeline.acts
        if "32.05" in act.act.ref
        for lang in ("hans", "en")
    ]
    assert not [sentence for sentence in told if "eater" in sentence]
