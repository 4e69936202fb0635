"""Ways in plan, turns and the beats of a flight."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtyard3d.errors import InputError, Where
from courtyard3d.rite.paths import around, beside, heading, lane, legs, turned, with_arcs
from courtyard3d.rite.verbs.stairs import beats

HERE = Where("test.yaml", 1, 1)
ANGLE = st.floats(-720, 720)


@given(ANGLE, ANGLE)
def test_left_turn_is_clockwise_and_right_turn_is_not(facing: float, to: float) -> None:
    left, right = turned(facing, to, "left"), turned(facing, to, "right")
    assert 0.0 <= left - facing < 360.0 + 1e-6
    assert -1e-6 < facing - right <= 360.0 + 1e-6
    for end in (left, right):
        assert math.isclose(math.cos(math.radians(end)), math.cos(math.radians(to)), abs_tol=1e-9)


@given(ANGLE, ANGLE)
def test_a_turn_without_a_way_is_the_shorter_one(facing: float, to: float) -> None:
    assert abs(turned(facing, to) - facing) <= 180.0 + 1e-6


def test_left_turn_from_east_to_west_goes_through_south() -> None:
    assert turned(90.0, 270.0, "left") == 270.0
    assert turned(90.0, 270.0, "right") == -90.0


def test_legs_make_square_corners() -> None:
    assert legs((0.0, 0.0), (5.0, 7.0), ["east", "north"], HERE) == [(5.0, 0.0), (5.0, 7.0)]
    twice = legs((0.0, 0.0), (6.0, 7.0), ["east", "north", "east"], HERE)
    assert twice == [(3.0, 0.0), (3.0, 7.0), (6.0, 7.0)]


@pytest.mark.parametrize("directions", [["west", "north"], ["east"], ["up", "north"]])
def test_legs_that_lead_elsewhere_are_refused(directions: list[str]) -> None:
    with pytest.raises(InputError, match=r"test\.yaml:1:1"):
        legs((0.0, 0.0), (5.0, 7.0), directions, HERE)


def test_around_goes_along_the_line_of_the_pillar() -> None:
    assert around((0.0, 0.0), (9.0, 8.0), (4.0, 5.0)) == [(0.0, 5.0), (9.0, 5.0), (9.0, 8.0)]


def test_lanes_keep_their_distance_at_a_corner() -> None:
    way = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert _rounded(lane(way, 1.0)) == [(0.0, 1.0), (9.0, 1.0), (9.0, 10.0)]
    assert _rounded(lane(way, -1.0)) == [(0.0, -1.0), (11.0, -1.0), (11.0, 10.0)]


def _rounded(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(round(x, 9), round(y, 9)) for x, y in points]


@given(st.floats(0, 359), st.floats(-3, 3))
def test_beside_is_at_a_right_angle(facing: float, left: float) -> None:
    x, y = beside((0.0, 0.0), facing, left)
    assert math.isclose(math.hypot(x, y), abs(left), abs_tol=1e-9)
    if abs(left) > 0.1:
        side = (heading((0.0, 0.0), (x, y)) - facing) % 360.0
        assert side == pytest.approx(270.0 if left > 0 else 90.0)


def test_turning_back_is_an_arc_and_a_corner_is_not() -> None:
    back = with_arcs([(0.0, 0.0), (0.0, -20.0)], 0.0, 1.0)
    assert len(back) > 2 and max(abs(x) for x, _ in back) == pytest.approx(2.0)
    assert with_arcs([(0.0, 0.0), (20.0, 0.0)], 0.0, 1.0) == [(0.0, 0.0), (20.0, 0.0)]


@pytest.mark.parametrize("treads", [3, 5, 7])
def test_the_leader_is_two_treads_ahead_whenever_both_are_on_the_steps(treads: int) -> None:
    count = treads + 1
    leader, follower = beats(count, 3, 1, True), beats(count, 3, 1, False)
    assert leader[:3] == [1, 2, 3] and follower[0] == 4
    for beat in range(1, max(follower) + 1):
        ahead = sum(t <= beat for t in leader)
        behind = sum(t <= beat for t in follower)
        if behind and ahead < count:
            assert ahead - behind == 2
