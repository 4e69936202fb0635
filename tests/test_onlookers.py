"""Onlookers in numbers: one thing, outside the range and of everybody's way."""

from __future__ import annotations

import numpy as np
import pytest
from scenes import layout, scene

import courtyard3d
from courtyard3d.picture.vector.solids import CROWD, solids
from courtyard3d.rite.report import state_json
from courtyard3d.scene.crowd import places
from courtyard3d.scene.state import State

FACES = 20  # triangles of one of them


def test_nobody_looks_on_unless_asked():
    assert "onlookers" not in layout().objects
    assert not [item for item in scene().static if item.layer == CROWD]


@pytest.mark.parametrize("number", [1, 7, 5000])
def test_as_many_stand_there_as_are_asked_for(number):
    built = scene(onlookers=str(number))
    crowd = [item for item in built.static if item.layer == CROWD]
    assert sum(len(built.meshes[item.mesh].faces) for item in crowd) == FACES * number
    assert {item.owner for item in crowd} == {"onlookers"}


def test_they_stand_within_their_box_and_clear_of_the_ways():
    there, built = layout(onlookers="5000"), scene(onlookers="5000")
    thing = there.objects["onlookers"]
    points = np.concatenate([built.meshes[i.mesh].points for i in built.static if i.layer == CROWD])
    size = {name: float(value.value) for name, value in thing.size.items()}
    feet = points[points[:, 2] < 0.01] / there.chi_m
    assert np.abs(feet[:, 0]).max() < size["width"] / 2
    assert np.abs(feet[:, 0]).min() > size["inner"] - size["apart"]
    assert np.ptp(feet[:, 1]) < size["length"] + size["apart"]


def test_ranks_are_filled_from_the_front_on_both_sides_by_turns():
    matrices = places(number=9, inner=10.0, length=3.0, apart=1.5)
    assert matrices[:, 0, 3].tolist() == [-10, 10, -10, 10, -11.5, 11.5, -11.5, 11.5, -13]
    assert matrices[:5, 1, 3].tolist() == [-1.5, -1.5, 0, 0, -0.75]
    ahead = matrices[:, :3, :3] @ [0, 1, 0]
    assert ahead[:, 0] == pytest.approx(-np.sign(matrices[:, 0, 3]))


def test_the_shares_of_a_crowd_are_the_crowd():
    parts = [places(100, 10.0, 30.0, 1.5, first, 3) for first in range(3)]
    together = np.concatenate(parts)[:, :3, 3]
    whole = places(100, 10.0, 30.0, 1.5)[:, :3, 3]
    assert sorted(map(tuple, together)) == sorted(map(tuple, whole))


def test_a_figure_shows_a_band_on_either_side_and_no_single_onlooker():
    there, built = layout(onlookers="3000"), scene(onlookers="3000")
    state = State(0.0, "", None, (), {}, {})
    bands = [solid for solid in solids(built, state, there) if solid.item.layer == CROWD]
    assert [len(band.corners) for band in bands] == [8, 8]
    assert bands[0].corners[:, 0].max() < 0 < bands[1].corners[:, 0].min()


def test_a_state_tells_their_number_and_the_box_round_their_ground(one_section):
    found = state_json(one_section.timeline, 0.0)
    crowd = found["objects"]["onlookers"]
    assert crowd["count"] == 3000
    assert crowd["box"] == [[-100.0, -340.0, 0.0], [100.0, -50.0, 7.0]]
    assert "onlookers" not in found["figures"]


@pytest.fixture(scope="module")
def one_section():
    return courtyard3d.open("xiangshe", premises={"onlookers": "3000"})
