"""People: bodies on a skeleton, poses, gait, and what they hold."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtyard3d.errors import InputError
from courtyard3d.layout import compile_layout, load_layout
from courtyard3d.measures import DEFAULT
from courtyard3d.reading.document import parse
from courtyard3d.reading.shelves import find_rite
from courtyard3d.rite.tracks import FigureRecorder, Key, Look
from courtyard3d.scene import FigureState, State, ThingState, build_scene
from courtyard3d.scene.library import load_library
from courtyard3d.scene.people import company
from courtyard3d.scene.poses import Asked, read_poses, smooth
from courtyard3d.scene.recipes import Setting
from courtyard3d.scene.skeleton import BONES, SLICES

FPS = 25
CM = 0.01
DOWN = 0.002  # 尺; lower than this a foot is on the ground
MOST_TRIANGLES, MOST_WHEN_FAR = 3000, 300  # of a person
KNEELING = ("kneel", "take", "lay", "lower-banner", "hold-bow", "say")
CONTRACT = [
    "stand", "walk", "bow", "kneel", "prostrate", "sit", "hold-bow", "pinch", "tuck", "draw", "loose",
    "raise-bow", "raise-banner", "lower-banner", "hold-banner", "carry", "take", "lay", "say", "bare", "cover", "gear", "look-down",
]  # fmt: skip


@cache
def layout():
    document = load_layout(find_rite("xiangshe"))
    return compile_layout(document, document.choose(None, {}))


@cache
def library():
    return load_library()


@cache
def scene():
    return build_scene(layout())


@cache
def person_meshes():
    nothing = Setting({}, pytest.fail, lambda when: True, DEFAULT)
    return library().recipe("person").build(nothing)


def person(pose="stand", **changes):
    values = {
        "position": (0.0, 0.0, 0.0), "facing": 0.0, "posture": "standing", "pose": pose, "before": pose, "blend": 1.0,
        "moving": False, "holds": (), "dress": (), "station": None, "holder": None,
        "posture_before": changes.get("posture", "standing"),
    }  # fmt: skip
    return FigureState(**{**values, **changes})


def bones(*states, arms=None):
    frames = company(
        library().figure, library().poses, np.ones(len(states)), states, arms or [None] * len(states)
    )
    return [
        {bone: (frames.turns[row, k], frames.origins[row, k]) for k, bone in enumerate(BONES)}
        for row in range(len(states))
    ]


def ball(frame):
    """Return the ball of a foot: where it is when the heel is up."""
    turn, ankle = frame
    gait = library().poses.gait
    return ankle + turn @ [0, gait.ball, -gait.ankle]


def drawn(body, dress=()):
    """Return all points of a person dressed so, in chi."""
    points = []
    for style, mesh in person_meshes().items():
        if all((word.removeprefix("not ") in dress) == (not word.startswith("not ")) for word in style.seen):
            turn, origin = body[style.bone]
            points.append(mesh.points @ turn.T + origin)
    return np.vstack(points)


def test_every_pose_of_the_contract_is_there():
    assert set(CONTRACT) <= set(library().poses.named)


def test_a_man_is_seven_chi_tall_with_his_cap():
    points = drawn(bones(person())[0])
    assert points[:, 2].max() == pytest.approx(7, abs=0.15)
    assert points[:, 2].min() == pytest.approx(0, abs=0.02)
    assert float(library().figure.height) == 7


@pytest.mark.parametrize("pose", CONTRACT)
def test_hands_are_where_the_pose_has_them_and_feet_on_the_ground(pose):
    posture = {"kneel": "kneeling", "prostrate": "prostrate", "sit": "seated"}.get(pose, "standing")
    (body,) = bones(person(pose, posture=posture))
    row = library().poses.row(pose, posture, None)
    for side in ("left", "right"):
        turn, waist = body["chest"]
        wanted = waist + turn @ row[SLICES[f"hand-{side}", "at"]]
        assert body[f"hand-{side}"][1] == pytest.approx(wanted, abs=0.02), "out of reach"
        assert body[f"foot-{side}"][1] == pytest.approx(row[SLICES[f"foot-{side}", "at"]], abs=0.02)
    if posture == "standing":
        assert drawn(body)[:, 2].min() == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize("pose", KNEELING)
def test_who_kneels_has_his_knees_on_the_ground_and_sits_on_his_heels(pose):
    (body,) = bones(person(pose, posture="kneeling"))
    for side in ("left", "right"):
        knee, ankle, hip = body[f"shank-{side}"][1], body[f"foot-{side}"][1], body[f"thigh-{side}"][1]
        assert 0 < knee[2] < 0.4
        assert knee[1] > ankle[1] + 1
        assert hip[2] < 1
    assert body["head"][1][2] < 3.5


def test_a_pose_has_its_own_form_in_a_posture():
    standing, kneeling = bones(
        person("stand", holds=("bow",)),
        person("kneel", posture="kneeling", holds=("bow",)),
        arms=[Asked("hold-bow"), Asked("hold-bow")],
    )
    assert standing["hand-left"][0] @ [0, 0, 1] == pytest.approx([0, 0, 1])
    assert abs((kneeling["hand-left"][0] @ [0, 0, 1])[2]) < 0.2


def test_an_unknown_pose_is_an_error_with_the_nearest():
    with pytest.raises(InputError, match="did you mean 'draw'"):
        bones(person("drow"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("poses: {a: {like: b}}", "no pose 'b' above"),
        ("poses: {a: {hand-left: {at: [0, 1尺]}}}", "a list of three"),
        ("poses: {a: {hnad-left: {}}}", "did you mean 'hand-left'"),
        ("poses: {a: {hand-left: {elbow: [0, 1尺, 0]}}}", "is a length"),
    ],
)
def test_a_wrong_pose_is_named_at_its_place(text, message):
    with pytest.raises(InputError, match=message) as error:
        read_poses(parse(f"postures: {{}}\ngait: {GAIT}\n{text}", "poses.yaml")[0])
    assert "poses.yaml:3:" in str(error.value)


GAIT = '{lift: 1寸, roll: "30", behind: 1尺, ball: 6寸, ankle: 3寸, close: 1寸, why: test}'


# -- blending ------------------------------------------------------------------------------------------


def test_a_blend_goes_from_the_pose_before_to_the_pose():
    before, half, after, late = bones(
        person("carry"),
        person("say", before="carry", blend=0.5),
        person("say"),
        person("say", before="carry", blend=0),
    )
    for bone in ("hand-left", "hand-right", "head"):
        assert late[bone][1] == pytest.approx(before[bone][1])
        assert half[bone][1] != pytest.approx(before[bone][1])
        assert half[bone][1] != pytest.approx(after[bone][1])


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_blend_is_smooth_and_never_goes_back(one, other):
    low, high = sorted((one, other))
    assert 0 <= smooth(np.array(low)) <= smooth(np.array(high)) <= 1
    assert smooth(np.array(high)) - smooth(np.array(low)) <= 1.5 * (high - low) + 1e-12


def test_one_foot_bears_the_weight_while_the_other_takes_its_stance():
    rest = bones(person("stand"))[0]
    early, late = bones(person("draw", before="stand", blend=0.3), person("draw", before="stand", blend=0.8))
    assert early["foot-right"][1] == pytest.approx(rest["foot-right"][1], abs=0.01)
    assert early["foot-left"][1][2] > rest["foot-left"][1][2] + 0.05
    assert late["foot-left"][1] == pytest.approx(bones(person("draw"))[0]["foot-left"][1], abs=0.01)
    assert late["foot-right"][1][2] > rest["foot-right"][1][2] + 0.05


def test_who_rises_comes_up_from_where_he_knelt():
    heights = [
        bones(person("hold-banner", before="lower-banner", posture_before="kneeling", blend=share))[0][
            "pelvis"
        ][1][2]
        for share in np.linspace(0, 1, 11)
    ]
    assert heights[0] == pytest.approx(bones(person("kneel", posture="kneeling"))[0]["pelvis"][1][2])
    assert heights == sorted(heights)
    assert max(np.diff(heights)) < 0.5


# -- walking -------------------------------------------------------------------------------------------


def walk(way, speed, facing=90.0, turn=0.0):
    """Return the bodies of one who walks and then turns, frame by frame, the last at its end."""
    heading, walked = np.radians(facing), way / speed
    there = (way * np.sin(heading), way * np.cos(heading), 0.0)
    keys = [Key(0.0, 0.0, 0.0, 0.0, facing), Key(walked, *there, facing)]
    if turn:
        keys.append(Key(walked + abs(turn) / 240.0, *there, facing + turn))
    recorder = FigureRecorder(keys[0], Look())
    recorder.move(keys)
    end = keys[-1].time
    track = recorder.freeze(end + 1.0)
    return bones(*(track.at(time) for time in [*np.arange(0.0, end, 1 / FPS), end]))


def slips(bodies, height=0.0):
    """Yield for each frame how far (m) each foot that is on the ground in it and in the next has moved."""
    for before, after in pairwise(bodies):
        here, there = ([ball(body[f"foot-{side}"]) for side in ("left", "right")] for body in (before, after))
        yield [
            np.linalg.norm(b - a) * layout().chi_m
            for a, b in zip(here, there, strict=True)
            if max(a[2], b[2]) - height < DOWN
        ]


@pytest.mark.parametrize(
    ("way", "speed", "turn"),
    [(20.0, 5.0, 0.0), (20.0, 6.4, 90.0), (7.3, 3.0, -180.0), (2.0, 5.0, 0.0), (41.7, 4.0, 360.0)],
)
def test_a_foot_that_bears_weight_does_not_slide(way, speed, turn):
    for moved in slips(walk(way, speed, turn=turn)):
        assert moved, "both feet are in the air"
        assert min(moved) < 0.1 * CM
        assert max(moved) < 1 * CM


def test_a_walk_begins_and_ends_with_both_feet_side_by_side():
    bodies = walk(23.0, 5.0)
    rest = bones(person("stand"))[0]
    for body, stride in ((bodies[0], 0.0), (bodies[-1], 23.0)):
        for side in ("left", "right"):
            turned = np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]) @ rest[f"foot-{side}"][1]
            assert body[f"foot-{side}"][1] == pytest.approx(turned + np.array([stride, 0, 0]), abs=1e-6)


def test_legs_are_long_enough_for_every_step():
    figure = library().figure
    for body in walk(30.0, 6.4):
        for side in ("left", "right"):
            hip, knee, ankle = (body[f"{bone}-{side}"][1] for bone in ("thigh", "shank", "foot"))
            assert np.linalg.norm(knee - hip) == pytest.approx(figure.body.thigh)
            assert np.linalg.norm(ankle - knee) == pytest.approx(figure.body.shank)
        assert drawn(body)[:, 2].min() > -0.1


# -- what is held --------------------------------------------------------------------------------------


def played(pose, held, dress=(), posture="standing", facing=180.0):
    """Return where everything of one archer is in the scene, by the name of its owner."""
    who, place = "pair1-upper", (0.0, -50.0, 0.0)
    figures = {
        who: person(pose, position=place, facing=facing, posture=posture, dress=dress, holds=tuple(held))
    }
    things = {name: ThingState(place, facing, 0.0, who, hand) for name, hand in held.items()}
    absent = ThingState(None, None, 0.0, None, None)
    for item in scene().moving:
        if item.owner in layout().objects:
            things.setdefault(item.owner, absent)
    matrices, visible = scene().matrices(State(0.0, "", None, (), figures, things))
    found = {}
    for item, matrix, seen in zip(scene().moving, matrices, visible, strict=True):
        if seen:
            found.setdefault(item.owner, []).append((item, scene().meshes[item.mesh].moved(matrix)))
    return found


def points_of(pieces, material=None):
    meshes = [mesh.points for item, mesh in pieces if material in (None, item.material)]
    return np.vstack(meshes) / layout().chi_m


ARCHER = {"pair1-upper.bow": "left-hand", "arrow-5": "left-hand"}


def test_only_who_is_there_is_visible():
    assert set(played("stand", {})) == {"pair1-upper"}


def test_at_full_draw_the_bow_is_upright_and_the_arrow_points_where_the_archer_faces():
    found = played("draw", ARCHER)
    stave = points_of(found["pair1-upper.bow"], "lacquer-black")
    assert np.ptp(stave[:, 2]) == pytest.approx(6, abs=0.1)
    arrow = points_of(found["arrow-5"])
    way = arrow[arrow[:, 1].argmin()] - arrow[arrow[:, 1].argmax()]
    assert way / np.linalg.norm(way) == pytest.approx([0, -1, 0], abs=0.06)
    assert arrow[:, 1].min() < stave[:, 1].min() + 0.4


def test_the_string_of_a_drawn_bow_runs_from_both_ends_to_the_right_hand():
    figure, poses = library().figure, library().poses
    string = points_of(played("draw", ARCHER)["pair1-upper.bow"], "silk-string")
    slack = points_of(played("hold-bow", ARCHER)["pair1-upper.bow"], "silk-string")
    size = np.array([figure.size(("young-archers",))])
    state = person("draw", position=(0.0, -50.0, 0.0), facing=180.0)
    frames = company(figure, poses, size, [state], [None])
    bone, place = figure.places["right-hand"]
    hand = frames.origins[0, bone] + frames.turns[0, bone] @ place.at
    assert np.linalg.norm(string - hand, axis=1).min() < 0.05
    assert np.ptp(slack[:, 1]) < np.ptp(string[:, 1]) - 1
    ends = string[[string[:, 2].argmin(), string[:, 2].argmax()]]
    assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(5.6, abs=0.1)


@pytest.mark.parametrize(
    ("pose", "posture"), [("hold-bow", "standing"), ("kneel", "kneeling"), ("take", "kneeling")]
)
def test_a_held_bow_does_not_touch_the_ground(pose, posture):
    bow = points_of(played(pose, {"pair1-upper.bow": "left-hand"}, posture=posture)["pair1-upper.bow"])
    assert bow[:, 2].min() > 0.1


def test_arrows_are_tucked_at_the_right_of_the_belt():
    belt = {f"arrow-{k}": "belt" for k in (5, 6, 7)}
    found = played("hold-bow", {**belt, "pair1-upper.bow": "left-hand"}, facing=0.0)
    middles = np.array([points_of(found[name]).mean(axis=0) for name in belt])
    assert (middles[:, 0] > 0.4).all()
    assert len({tuple(middle.round(3)) for middle in middles}) == 3
    assert all(points_of(found[name])[:, 2].min() > 1 for name in belt)


@pytest.mark.parametrize("pose", ["hold-banner", "raise-banner"])
def test_the_banner_stands_on_the_ground_before_its_bearer(pose):
    pole = points_of(played(pose, {"banner": "left-hand"}, facing=0.0)["banner"], "bamboo")
    assert pole[:, 2].min() == pytest.approx(0, abs=0.3)
    assert np.ptp(pole[:, 2]) == pytest.approx(21, abs=0.3)
    assert 0.5 < pole[:, 1].mean() + 50 < 2


def test_a_lowered_banner_lies_flat_ahead():
    banner = points_of(
        played("lower-banner", {"banner": "right-hand"}, posture="kneeling", facing=0.0)["banner"]
    )
    assert banner[:, 2].max() < 2.5
    assert banner[:, 1].max() + 50 > 18
    assert banner[:, 1].min() + 50 > 0


def test_a_bared_arm_shows_skin_and_no_sleeve():
    covered, bared = (
        {item.mesh for item, _ in played("stand", {}, dress=dress)["pair1-upper"]}
        for dress in ((), ("bare",))
    )
    assert any("forearm-left" in mesh and "skin" in mesh for mesh in bared - covered)
    assert any("sleeve-left" in mesh for mesh in covered - bared)


@pytest.mark.parametrize("dress", [(), ("dark",), ("bare",), ("bare", "crimson-jacket"), ("unshod",)])
def test_a_person_is_light(dress):
    figures = {name: person(dress=dress) for name in layout().people}
    seen = scene().matrices(State(0.0, "", None, (), figures, {}))[1]
    for name in figures:
        parts = [
            item for item, there in zip(scene().moving, seen, strict=True) if there and item.owner == name
        ]
        assert sum(len(scene().meshes[item.mesh].faces) for item in parts) <= MOST_TRIANGLES, name


def test_roles_are_told_apart_without_colour():
    def lightness(owner):
        shown = [item for item in scene().moving if item.owner == owner and "/jacket-chest" in item.mesh]
        return round(sum(scene().materials[shown[0].material]), 2)

    def wears(owner):
        return {item.mesh.partition("/")[2] for item in scene().moving if item.owner == owner}

    assert (
        len({lightness(owner) for owner in ("host", "guest", "grandee", "archery-director", "pair1-upper")})
        == 5
    )
    assert wears("pair1-upper") != wears("host") != wears("musicians-1") != wears("pair1-upper")


def test_a_thing_on_a_spot_lies_stands_or_leans_as_its_state_says():
    def box_of(pitch):
        state = State(0.0, "", None, (), {}, {"rod": ThingState((1.0, 2.0, 3.0), 0.0, pitch, None, None)})
        matrices, _ = scene().matrices(state)
        return [
            scene().meshes[item.mesh].moved(matrix).points / layout().chi_m
            for item, matrix in zip(scene().moving, matrices, strict=True)
            if item.owner == "rod"
        ]

    lying, standing = np.vstack(box_of(0.0)), np.vstack(box_of(90.0))
    assert np.ptp(lying[:, 1]) == pytest.approx(3, abs=0.01)
    assert lying[:, 2].min() == pytest.approx(3, abs=0.01)
    assert np.ptp(standing[:, 2]) == pytest.approx(3, abs=0.01)
    assert standing[:, 2].min() == pytest.approx(3, abs=0.01)


def test_arrows_on_the_rack_lie_side_by_side_on_it():
    held = {f"arrow-{k}": ThingState((0, 0, 0), 0.0, 0.0, "arrow-rack", "back") for k in range(1, 29)}
    rack = ThingState((0.0, -40.0, 0.0), 270.0, 0.0, None, None)
    matrices, _ = scene().matrices(State(0.0, "", None, (), {}, {**held, "arrow-rack": rack}))
    places = {
        item.owner: matrix[:3, 3] / layout().chi_m
        for item, matrix in zip(scene().moving, matrices, strict=True)
        if item.owner in held
    }
    middles = np.array(list(places.values()))
    assert len({tuple(middle.round(3)) for middle in middles}) == 28
    assert np.abs(middles[:, 0]).max() < 1.5
    heads = [
        matrix[:3, 1]
        for item, matrix in zip(scene().moving, matrices, strict=True)
        if item.owner == "arrow-1"
    ]
    assert heads[0] == pytest.approx([0, -1, 0], abs=1e-9)  # nocks north


def test_matrices_are_the_same_for_the_same_state():
    figures = {"host": person("bow", position=(1.0, 2.0, 0.0))}
    state = State(0.0, "", None, (), figures, {})
    (one, seen), (two, seen_again) = scene().matrices(state), scene().matrices(state)
    assert np.array_equal(one, two)
    assert np.array_equal(seen, seen_again)
    assert one.shape == (len(scene().moving), 4, 4)
    assert one.dtype == np.float64


def test_what_lies_in_a_thing_goes_where_that_thing_goes():
    things = {
        "overseer.goblet": ThingState((0, 0, 0), 0.0, 0.0, "cup-stand", "top"),
        "cup-stand": ThingState((5.0, 6.0, 3.0), 0.0, 0.0, None, None),
    }
    matrices, _ = scene().matrices(State(0.0, "", None, (), {}, things))
    (goblet,) = {
        tuple((matrix[:3, 3] / layout().chi_m).round(6))
        for item, matrix in zip(scene().moving, matrices, strict=True)
        if item.owner == "overseer.goblet"
    }
    assert goblet == (5, 6, 4)


# -- level of detail -----------------------------------------------------------------------------------


@pytest.mark.parametrize("dress", [(), ("dark",), ("bare",), ("bare", "crimson-jacket"), ("unshod",)])
def test_who_is_far_has_few_triangles_of_the_same_pieces(dress):
    figures = {name: person(dress=dress) for name in layout().people}
    seen = scene().matrices(State(0.0, "", None, (), figures, {}))[1]
    count = dict.fromkeys(figures, 0)
    for item, there in zip(scene().moving, seen, strict=True):
        far = scene().far.get(item.mesh)
        if there and far is not None and item.owner in figures:
            count[item.owner] += len(far.faces)
    assert min(count.values()) > 150
    assert max(count.values()) <= MOST_WHEN_FAR


def test_every_coarse_piece_is_the_form_of_a_fine_one():
    recipe = library().recipe("person")
    nothing = Setting({}, pytest.fail, lambda when: True, DEFAULT)
    assert set(recipe.build_far(nothing)) <= set(recipe.build(nothing))


@pytest.mark.parametrize("pose", ["stand", "walk", "draw", "loose"])
def test_the_skirt_of_who_stands_has_no_ledge_at_the_knees(pose):
    (found,) = bones(person(pose))
    lap, hem = (np.linalg.norm(found[part][0], axis=0) for part in ("lap", "hem"))
    assert lap[:2] == pytest.approx(hem[:2], rel=0.03)
