"""What acts do to things is seen: tied, folded, slack, rolled, worn, carried, taken off."""

from __future__ import annotations

import numpy as np
import pytest
from scenes import at_home, held, layout, scene, shown, standing

from courtyard3d.scene.library import load_library
from courtyard3d.scene.state import ThingState

WHO = "host"


def target(condition=None):
    there = layout()
    things = {"target": at_home(there, "target"), "lower-rope": at_home(there, "lower-rope", condition)}
    return {name: shown(there, scene(), name, things) for name in things}


def lowest_strip(parts):
    points = parts["target"]["cloth"].points
    return points[points[:, 2] < float(layout().objects["target"].size["hem"].length) + 0.5]


@pytest.mark.parametrize(
    ("condition", "cloth", "rope"),
    [(None, (-15, 15), (-23, 23)), ("tied", (-15, 15), (-23, 23)), ("folded", (-10, 15), (-10, 23))],
)
def test_the_west_tongue_of_the_target_is_folded_with_the_rope_that_is_for_it(condition, cloth, rope):
    parts = target(condition)
    across = lowest_strip(parts)[:, 0]
    line = parts["lower-rope"]["rope"].points[:, 0]
    assert (across.min(), across.max()) == pytest.approx(cloth)
    assert (line.min(), line.max()) == pytest.approx(rope, abs=0.1)


def test_a_loose_tongue_hangs_down_to_the_ground_in_the_west():
    parts = target("loose")
    low = parts["target"]["cloth"].points
    low = low[low[:, 2] < 0.5]
    assert len(low)
    assert (low[:, 0] < -10).all()
    assert parts["lower-rope"]["rope"].points[:, 2].min() == pytest.approx(0.1, abs=0.15)


def test_a_target_that_is_carried_is_a_bundle():
    there, things = layout(), {"target": held(WHO, "both-hands")}
    parts = shown(there, scene(), "target", things, {WHO: standing("target")})
    assert set(parts) == {"cloth", "rope"}
    assert np.ptp(parts["cloth"].points, axis=0).max() < 7


def test_what_is_brought_in_is_where_it_will_stand_only_if_it_stands_in_the_way():
    brought = {item.owner for item in scene().brought}
    assert {"target", "screen", "basin", "target-post-west"} <= brought
    assert not {"lower-rope", "guest.mat", "counter-1"} & brought
    assert not brought & {item.owner for item in scene().static}


def test_a_slack_bow_curves_the_other_way():
    there = layout()
    tips = {}
    for condition in ("strung", "slack"):
        things = {"host.bow": ThingState((0.0, 0.0, 0.0), 0.0, 0.0, None, None, condition)}
        points = shown(there, scene(), "host.bow", things)["lacquer-black"].points
        tips[condition] = points[np.abs(points[:, 1]) > 2.8][:, 0].mean()
    assert tips["strung"] < -0.4
    assert tips["slack"] > 0.9


def test_arrows_in_a_bundle_have_a_band_round_them():
    there = layout()
    seen = {
        condition: "rush" in shown(there, scene(), "arrow-1", {"arrow-1": at_spot(condition)})
        for condition in (None, "loose", "bundled")
    }
    assert seen == {None: False, "loose": False, "bundled": True}


def at_spot(condition=None):
    return ThingState((0.0, 0.0, 0.0), 0.0, 0.0, None, None, condition)


def test_a_mat_is_rolled_up_in_the_hands_and_flat_on_the_floor():
    there = layout()
    flat = shown(there, scene(), "guest.mat")["rush"].points
    things = {"guest.mat": held(WHO, "both-hands")}
    rolled = shown(there, scene(), "guest.mat", things, {WHO: standing("guest.mat")})["rush"].points
    assert np.ptp(flat[:, 2]) == pytest.approx(0.05)
    assert np.ptp(rolled[:, 2]) == pytest.approx(np.ptp(rolled[:, 1]), rel=0.1)
    assert np.ptp(rolled, axis=0).max() < 3.5


def test_shoes_that_are_off_stand_on_the_ground_and_the_feet_are_in_socks():
    there, shoes = layout(), f"{WHO}.shoes"
    worn, off = {shoes: held(WHO, "feet")}, {shoes: ThingState((1.0, -100.0, 0.0), 0.0, 0.0, None, None)}
    shod = shown(there, scene(), WHO, worn, {WHO: standing(shoes)})
    unshod = shown(there, scene(), WHO, off, {WHO: standing(dress=("unshod",))})
    assert "shoe" in shod
    assert "shoe" not in unshod
    assert len(unshod["edge-white"].faces) > len(shod["edge-white"].faces)
    assert shown(there, scene(), shoes, worn, {WHO: standing(shoes)}) == {}
    low, high = shown(there, scene(), shoes, off)["shoe"].box
    assert low[2] == pytest.approx(0, abs=0.02)
    assert (low[0] + high[0]) / 2 == pytest.approx(1)


def test_every_place_of_a_man_is_somewhere_on_his_body():
    assert set(layout().kinds["man"].places) <= set(load_library().figure.places)


def test_nothing_is_seen_of_what_is_in_a_sleeve():
    ring = "host.thumb-ring"
    for place, seen in (("sleeve", False), ("thumb", True)):
        parts = shown(layout(), scene(), ring, {ring: held(WHO, place)}, {WHO: standing(ring)})
        assert bool(parts) == seen


def test_a_zither_is_carried_on_the_left_head_ahead_strings_inward():
    things = {"zither-1": held(WHO, "left-shoulder")}
    parts = shown(layout(), scene(), "zither-1", things, {WHO: standing("zither-1")})
    board, strings = parts["lacquer-black"].box, parts["silk-string"].points
    assert board[1][0] < -0.7  # clear of his head, which is in the middle
    assert strings[:, 0].mean() > (board[0][0] + board[1][0]) / 2
    assert np.ptp(parts["lacquer-black"].points[:, 1]) > 5


def test_many_arrows_lie_in_layers_on_the_rack():
    rack = load_library().recipe("arrow-rack").places["back"]
    lying = np.array([rack.at + rack.offset(slot) for slot in range(120)])
    half = float(layout().objects["arrow-rack"].size["length"].length) / 2
    assert (np.abs(lying[:, 1]) < half).all()
    assert len(np.unique(lying.round(6), axis=0)) == 120
