"""诱射 and 初射 against the text: ways, steps, bows, arrows, in both halls."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import courtyard3d
from courtyard3d.courtyard import Courtyard
from courtyard3d.rite.engine import Played
from courtyard3d.rite.timeline import Timeline

HALLS = ("xu", "xiang")
SECTIONS = ("you-she", "chu-she")
ARCHERS = [f"pair{k}-{role}" for k in (1, 2, 3) for role in ("upper", "lower")]


@cache
def court(*choice: tuple[str, str]) -> Courtyard:
    return courtyard3d.open("xiangshe", premises=dict(choice))


def acts(rite: Courtyard, ref: str) -> list[Played]:
    """The acts with a ref in the two sections; later ones call the same procedures (如初)."""
    return [act for act in played(rite.timeline) if ref in act.act.ref]


def played(timeline: Timeline) -> list[Played]:
    return [act for act in timeline.acts if act.section in SECTIONS]


def last_moment(timeline: Timeline) -> float:
    """The last moment of the first shooting."""
    return timeline.section(SECTIONS[-1]).end - 0.001


def way(rite: Courtyard, person: str, act: Played) -> list[tuple[float, float, float]]:
    """His positions during an act, ten a second."""
    steps = range(int((act.end - act.start) * 10) + 1)
    places = [rite.timeline.figures[person].at(act.start + step / 10).position for step in steps]
    return [place for place in places if place is not None]


@pytest.mark.parametrize(("hall", "side"), [("xu", 1), ("xiang", -1)])
@pytest.mark.parametrize(
    ("ref", "who"),
    [
        ("15.25", "archery-director"),
        ("16.19", "pair1-upper"),
        ("16.19", "pair3-lower"),
        ("16.61", "pair2-upper"),
    ],
)
def test_the_pillar_is_passed_inside_in_the_ward_school_and_outside_in_the_district_school(
    hall: str, side: int, ref: str, who: str
) -> None:
    rite = court(("hall", hall))
    x, y, _ = map(float, rite.layout.point("pillar-west"))
    passing = [
        p for act in acts(rite, ref) if who in act.people for p in way(rite, who, act) if abs(p[0] - x) < 1
    ]
    assert passing
    assert all((p[1] - y) * side > 1.0 for p in passing)


@pytest.mark.parametrize("hall", HALLS)
def test_the_marshal_hooks_the_pillar_in_both_schools(hall: str) -> None:
    rite = court(("hall", hall))
    x, y, _ = map(float, rite.layout.point("pillar-west"))
    (act,) = acts(rite, "16.28")
    assert all(p[1] > y + 1 for p in way(rite, "overseer", act) if abs(p[0] - x) < 1)


@pytest.mark.parametrize("hall", HALLS)
def test_the_marshal_goes_up_once(hall: str) -> None:
    rite = court(("hall", hall))
    ascents = [act for act in played(rite.timeline) if act.act.do == "ascend" and "overseer" in act.people]
    assert len(ascents) == 1


@pytest.mark.parametrize("hall", HALLS)
def test_the_marshal_rounds_the_lower_archer(hall: str) -> None:
    rite = court(("hall", hall))
    x, y, _ = map(float, rite.layout.point("mark-left"))
    round_him = [
        p for ref in ("16.37", "16.38") for act in acts(rite, ref) for p in way(rite, "overseer", act)
    ]
    assert any(p[1] < y - 2 for p in round_him), "south of him"
    assert any(p[0] > x + 2 for p in round_him), "east of him"
    assert any(p[1] > y + 2 for p in round_him), "behind him"


@pytest.mark.parametrize("hall", HALLS)
def test_those_who_cross_before_the_steps_have_each_other_on_the_left(hall: str) -> None:
    rite = court(("hall", hall))
    bows = acts(rite, "16.65")
    assert len(bows) == 2, "the last pair crosses nobody"
    for bow in bows:
        down, up = bow.people[:2], bow.people[2:]
        state = rite.timeline.state(bow.start)
        for one in down:
            for other in up:
                a, b = state.figures[one], state.figures[other]
                assert a.position is not None and b.position is not None
                assert b.position[0] - a.position[0] > 1.5, "who comes down has them in the east, his left"
                assert a.facing == pytest.approx(180.0) and b.facing == pytest.approx(0.0)
    (crossing,) = acts(rite, "16.45")
    state = rite.timeline.state(crossing.end)
    director, marshal = (state.figures[p].position for p in ("archery-director", "overseer"))
    assert director is not None and marshal is not None and director[0] > marshal[0]


@pytest.mark.parametrize("hall", HALLS)
def test_the_upper_archer_walks_on_the_left(hall: str) -> None:
    rite = court(("hall", hall))
    for act in acts(rite, "16.12"):
        upper, lower = (rite.timeline.figures[p].at(act.end).position for p in act.people)
        assert upper is not None and lower is not None and upper[0] < lower[0], "north-bound, left is west"


@pytest.mark.parametrize("hall", HALLS)
def test_six_bows_lead_to_the_mark(hall: str) -> None:
    rite = court(("hall", hall))
    bows = [
        ref
        for a in rite.timeline.acts
        if a.act.do == "bow" and "archery-director" in a.people
        for ref in a.act.ref
    ]
    assert bows[:6] == ["15.18", "15.20", "15.22", "15.24", "15.26", "15.28"]


@pytest.mark.parametrize("hall", HALLS)
def test_arrows_are_conserved_and_each_archer_shoots_four(hall: str) -> None:
    timeline = court(("hall", hall)).timeline
    shots = Counter(act.people[0] for act in played(timeline) if act.act.do == "shoot")
    assert shots == {"archery-director": 4, **dict.fromkeys(ARCHERS, 4)}
    end = timeline.state(last_moment(timeline))
    shot = [f"arrow-{n}" for n in range(1, 29)]
    assert all(end.things[a].position is not None for a in shot)
    assert all(end.things[a].holder in (None, "target") for a in shot)
    assert end.things["arrow-29"].holder == "archery-director", (
        "the one that he takes after the demonstration"
    )
    hits = sum(end.things[a].holder == "target" for a in shot)
    calls = sum(act.act.do == "raise-banner" for act in played(timeline))
    demonstration = sum(
        shot == "hit" for (section, _, _), shot in _shots(hall).items() if section == "you-she"
    )
    assert hits == calls + demonstration, "every hit of the pairs is called, none of the demonstration"


def _shots(hall: str) -> dict[tuple[str, str, int], str]:
    from courtyard3d.rite.movement import load_movement
    from courtyard3d.rite.outcome import Outcome
    from courtyard3d.rite.timeline import play

    outcome = Outcome(1, load_movement())
    play(court(("hall", hall)).layout, court(("hall", hall)).script, outcome)
    return outcome.shots


def test_hits_stick_in_the_cloth_and_misses_lie_behind_it() -> None:
    timeline = court(("hall", "xu")).timeline
    end = timeline.state(last_moment(timeline))
    for n in range(1, 29):
        x, y, z = end.things[f"arrow-{n}"].position or (0.0, 0.0, 0.0)
        if end.things[f"arrow-{n}"].holder == "target":
            assert abs(x) <= 5 and y == pytest.approx(-300.0) and 5.2 <= z <= 15.2
        else:
            assert y < -300 and z < 1 and abs(x) > 20


@pytest.mark.parametrize("hall", HALLS)
def test_shots_alternate_and_wait_for_the_call(hall: str) -> None:
    timeline = court(("hall", hall)).timeline
    shots = [act for act in played(timeline) if act.act.do == "shoot" and act.section == "chu-she"]
    assert [act.people[0].endswith("upper") for act in shots] == [True, False] * 12
    called = [(act.start, act.end) for act in played(timeline) if act.act.do == "raise-banner"]
    for one, other in pairwise(shots):
        assert other.start >= one.end
        assert not any(start < other.start < end for start, end in called)


@pytest.mark.parametrize("hall", HALLS)
def test_guest_host_and_grandee_stand_on_their_mats(hall: str) -> None:
    timeline = court(("hall", hall)).timeline
    for time in (timeline.section("you-she").start, last_moment(timeline)):
        figures = timeline.state(time).figures
        for who in ("guest", "host", "grandee"):
            assert figures[who].station == f"{who}.mat.place"
            assert figures[who].posture in ("standing", "bowing")


def test_state_has_the_shape_that_scripts_rely_on() -> None:
    state = court(("hall", "xu")).state("16.22")
    assert set(state) >= {
        "rite",
        "time",
        "section",
        "act",
        "acts",
        "ref",
        "quote",
        "seed",
        "figures",
        "objects",
    }
    assert state["ref"] == ["16.22"] and state["seed"] == "000"
    assert state["quote"] == "还视侯中合足而俟"
    upper = state["figures"]["pair1-upper"]
    assert set(upper) >= {
        "position",
        "facing",
        "posture",
        "pose",
        "moving",
        "holds",
        "dress",
        "station",
        "holder",
        "visible",
    }
    assert upper["position"] == pytest.approx([-3.0, 20.0, 3.0])
    assert upper["dress"] == ["plain", "bare", "thumb-ring", "arm-guard"]
    assert set(state["objects"]["pair1-upper.bow"]) >= {"position", "facing", "holder", "place", "visible"}
    assert state["objects"]["pair1-upper.bow"]["holder"] == "pair1-upper"


def test_the_same_seed_gives_the_same_rite_and_another_does_not() -> None:
    one, same, other = (courtyard3d.open("xiangshe", seed=seed).timeline for seed in (7, 7, 8))
    late = last_moment(one)
    assert one.state(late) == same.state(late)
    assert one.state(late) != other.state(last_moment(other))


def test_state_may_be_asked_by_section_and_seconds() -> None:
    rite = court(("hall", "xu"))
    assert rite.state("chu-she", 12.5) == rite.state("chu-she+12.5s")
    with pytest.raises(courtyard3d.InputError, match="outside"):
        rite.state("chu-she", 1e9)


def test_a_notebook_shows_the_plan() -> None:
    assert "<svg" in court(("hall", "xu"))._repr_svg_()


@pytest.mark.parametrize("hall", HALLS)
def test_the_marker_stands_at_the_target_before_the_first_pair_is_called(hall: str) -> None:
    rite = court(("hall", hall))
    marker = rite.timeline.state(rite.timeline.moment("16.05")).figures["marker"]
    assert marker.station == "target.front"
    assert marker.facing == pytest.approx(0.0)
    assert "banner" in marker.holds


@pytest.mark.parametrize("hall", HALLS)
def test_nobody_leaps(hall: str) -> None:
    timeline = court(("hall", hall)).timeline
    times = np.arange(0.0, timeline.duration, 0.1)
    for name, track in timeline.figures.items():
        steps = np.linalg.norm(np.diff(track.places(times), axis=0), axis=1)
        assert list(times[1:][steps >= 1.1]) == [], name
