"""What hands do in the whole rite: on strings, on a drum, at a blind man's arm, with a ladle; heads on the ground."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import courtyard3d
from courtyard3d.scene.library import load_library

PART, FAR_PART = 200, 20  # triangles of one part of a person, near and far


@cache
def court():
    return courtyard3d.open("xiangshe")


def acts(do, who=None):
    return [act for act in court().timeline.acts if act.act.do == do and who in (None, *act.people)]


def points(time, owner, part=""):
    """Return all points (n, 3) in chi of what is seen of an owner at a moment, or of some of its parts."""
    scene = court().scene
    matrices, seen = scene.matrices(court().timeline.state(time))
    placed = [
        scene.meshes[item.mesh].points @ matrix[:3, :3].T + matrix[:3, 3]
        for item, matrix, visible in zip(scene.moving, matrices, seen, strict=True)
        if visible and item.owner == owner and part in item.mesh
    ]
    return np.concatenate(placed) / court().layout.chi_m


def test_hands_are_on_the_strings_of_the_zither():
    act = acts("play", "musicians-1")[0]
    middle = (act.start + act.end) / 2
    for number in (1, 2):
        hands, strings = (
            points(middle, f"musicians-{number}", "hand"),
            points(middle, f"zither-{number}", "string"),
        )
        low, high = strings.min(axis=0), strings.max(axis=0)
        over = hands[(hands[:, :2] >= low[:2]).all(axis=1) & (hands[:, :2] <= high[:2]).all(axis=1)]
        assert len(over) and abs(over[:, 2].min() - high[2]) < 0.12


@pytest.mark.parametrize(("who", "mallet", "struck", "within"), [("drummer", "drumstick", "drum", 0.15)])
def test_the_mallet_meets_the_skin_at_every_beat(who, mallet, struck, within):
    act = acts("strike", who)[0]
    beat = (act.end - act.start) / 8
    down, up = (points(act.start + share * beat, mallet) for share in (2.4, 2.9))
    skin = points(act.start, struck, "skin")
    assert abs(down[:, 0].min() - skin[:, 0].max()) < within
    assert up[:, 0].min() - skin[:, 0].max() > within
    assert up[:, 2].max() > down[:, 2].max() + 1


def test_the_guide_has_a_hand_at_the_arm_of_the_blind_man_until_he_sits():
    timeline = court().timeline
    for number in (1, 3):
        guide, led = f"guides-{number}", f"musicians-{number}"
        walk = next(act for act in timeline.acts if act.people == (guide, led))
        time = (walk.start + walk.end) / 2
        assert timeline.state(time).figures[guide].pose == "lead"
        assert timeline.state(time).figures[led].pose == "led"
        hand, arm = points(time, guide, "hand-right"), points(time, led, "left")
        assert np.linalg.norm(hand[:, None] - arm[None], axis=2).min() < 0.4
        sat = next(act for act in acts("sit", led) if act.start > walk.end)
        assert timeline.state(sat.end + 3).figures[guide].pose != "lead"


def test_the_ladle_is_in_the_hand_while_he_pours_and_in_the_jar_before_and_after():
    for act in (acts("pour", "host")[0], acts("pour", "guest")[0]):
        before, during, after = (
            court().timeline.state(time).things["wine-ladle"]
            for time in (act.start - 0.1, (act.start + act.end) / 2, act.end + 0.1)
        )
        assert (during.holder, during.place) == (act.people[0], "right-hand")
        assert (before.holder, before.place) == (after.holder, after.place) == ("wine-jar", "mouth")


def test_the_head_touches_the_ground_in_a_prostration_and_not_in_a_kneeling_bow():
    from courtyard3d.scene.state import FigureState, State

    scene, poses = court().scene, load_library().poses
    for pose, low, high in (("kowtow", 0.0, 0.35), ("prostrate", 0.9, 2.5)):
        assert pose in poses.named
        man = FigureState((0.0, 0.0, 0.0), 0.0, "prostrate", pose, pose, 1.0, False, (), (), None, None)
        matrices, seen = scene.matrices(State(0.0, "", None, (), {"host": man}, {}))
        heads = [
            scene.meshes[item.mesh].points @ matrix[:3, :3].T + matrix[:3, 3]
            for item, matrix, visible in zip(scene.moving, matrices, seen, strict=True)
            if visible and item.owner == "host" and "skin-head" in item.mesh
        ]
        assert low <= np.concatenate(heads)[:, 2].min() / court().layout.chi_m <= high, pose


def test_no_part_of_a_person_is_heavy():
    scene = court().scene
    for name, coarse in scene.far.items():
        assert len(scene.meshes[name].faces) <= PART, name
        assert coarse is None or len(coarse.faces) <= FAR_PART, name
