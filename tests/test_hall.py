"""Hall, gate, walls and target of the court, measured against the ledger; what roofs hide and what they let fly."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scenes import at_home, layout, scene, shown

import courtyard3d
from courtyard3d.errors import InputError
from courtyard3d.measures import DEFAULT, Quantity, parse_length
from courtyard3d.picture.cameras import camera_named
from courtyard3d.picture.roofs import COVER, OVERHEAD, ROOFS, roof_named
from courtyard3d.picture.subject import bodies
from courtyard3d.scene.library import load_library
from courtyard3d.scene.recipes import Setting


def points(premises, owner, *layers):
    """Return all points (n, 3) of a standing thing, or of some layers of it, in chi."""
    there, built = layout(**premises), scene(**premises)
    meshes = [
        built.meshes[item.mesh].moved(item.matrix).points
        for item in built.static
        if item.owner == owner and (item.layer in layers or not layers)
    ]
    return np.vstack(meshes) / there.chi_m


@cache
def court(hall):
    return courtyard3d.open("xiangshe", premises={"hall": hall})


@pytest.mark.parametrize("hall", ["xu", "xiang"])
@pytest.mark.parametrize("roof", ["thatch", "tile"])
def test_the_eaves_are_higher_over_the_court_than_an_arrow_leaves(hall, roof):
    assert points({"hall": hall, "roof": roof}, "roof")[:, 2].min() > 12.5


@pytest.mark.parametrize("hall", ["xu", "xiang"])
def test_every_arrow_leaves_between_the_floor_and_the_eaves(hall):
    there, timeline = court(hall).layout, court(hall).timeline
    floor = float(there.objects["hall"].size["floor"].length)
    south, _, eaves = points({"hall": hall}, "roof").min(axis=0)[[1, 0, 2]]
    beam = float(there.point("eave-beam")[2])
    flights = [
        rest
        for name, thing in there.objects.items()
        if thing.kind == "arrow" and not thing.members
        for rest in timeline.things[name].rests
        if rest.origin is not None
    ]
    assert len(flights) > 40
    for rest in flights:
        times = np.linspace(rest.time, rest.until, 400)
        way = np.array([rest.flying(time).position for time in times])
        over = way[way[:, 1] > 0]
        assert over[:, 2].min() > floor
        assert over[:, 2].max() < beam
        assert way[(way[:, 1] <= 0) & (way[:, 1] > south)][:, 2].max() < eaves


def test_the_camera_of_the_target_shows_the_court_then_the_carrier_then_the_target():
    subject = court("xu")
    on_target, whole = (camera_named(name, subject, 16 / 9) for name in ("target", "court"))
    timeline, chi = subject.timeline, subject.layout.chi_m
    assert on_target(0.0) == whole(0.0)
    brought = next(
        t for t in np.arange(0.0, timeline.duration, 5.0) if timeline.state(t).things["target"].holder
    )
    carrier = timeline.state(brought).things["target"].holder
    feet = np.array([timeline.state(brought).figures[carrier].position]) * chi
    assert on_target(brought).holds(bodies(feet), 16 / 9).all()
    later = on_target(timeline.moment("16.22"))
    ends = [[side, -300.0, height] for side in (-28, 28) for height in (0.5, 19)]
    assert later.holds(np.array(ends) * chi, 16 / 9).all()


@pytest.mark.parametrize("hall", ["xu", "xiang"])
def test_five_purlins_lie_on_posts_and_beams_and_carry_the_rafters(hall):
    there = layout(hall=hall)
    beams = points({"hall": hall}, "frames-over-pillars-1")
    for purlin in ("eave-beam", "front-beam", "ridge", "rear-beam", "rear-eave-beam"):
        _, y, z = (float(value) for value in there.point(purlin))
        under = beams[np.abs(beams[:, 1] - y) < 0.6]
        assert under[:, 2].max() == pytest.approx(z), purlin
    rafters, ridge = (shown(there, scene(hall=hall), name)["timber"].points for name in ("roof", "ridge"))
    near = rafters[np.abs(rafters[:, 1] - ridge[:, 1].mean()) < 0.2]
    assert near[:, 2].min() == pytest.approx(ridge[:, 2].max(), abs=0.1)


@pytest.mark.parametrize("roof", ["thatch", "tile"])
def test_the_cover_reaches_from_gable_to_gable_and_over_the_edge_of_the_platform(roof):
    there = layout(roof=roof)
    low, high = (find(points({"roof": roof}, "roof"), axis=0) for find in (np.min, np.max))
    assert high[0] - low[0] == pytest.approx(float(there.objects["roof"].size["width"].length), abs=0.8)
    assert low[1] == pytest.approx(-3, abs=0.3)
    materials = {item.material for item in scene(roof=roof).static if item.owner == "roof"}
    assert (roof in materials) and not {"thatch", "tile"} - {roof} & materials


def test_a_cutaway_leaves_out_the_slope_toward_the_court_and_keeps_posts_and_purlins():
    hidden = ROOFS["cut"].lifted
    left = [item for item in scene().static if item.layer not in hidden]
    kinds = {layout().objects[item.owner].kind for item in left if item.owner in layout().objects}
    assert {"purlin", "beam-frame", "pillar", "post", "roof"} <= kinds
    cover = points({}, "roof", "rear-roof")
    assert cover[:, 1].min() == pytest.approx(20 - 3, abs=0.2)  # the saddle of thatch on the ridge


def test_ways_to_show_roofs_have_names():
    assert roof_named("off").lifted == OVERHEAD
    assert roof_named("glass").glass == COVER
    assert not roof_named("solid").lifted
    with pytest.raises(InputError, match="did you mean 'glass'"):
        roof_named("gless")


def build(kind, **sizes):
    """Return what a recipe is for measures given as text, by material, in chi."""
    quantities = {name: Quantity(parse_length(text), 1) for name, text in sizes.items()}
    setting = Setting(quantities, layout().evaluate, lambda when: False, DEFAULT)
    built = load_library().recipe(kind).build(setting)
    found = {}
    for style, mesh in built.items():
        found.setdefault(style.material, []).append(mesh.points)
    return {material: np.vstack(parts) for material, parts in found.items()}


def test_a_lord_s_roof_slopes_to_four_sides():
    parts = build("hip-roof", width="九丈", depth="四丈六尺", frame="四丈", rise="七尺")
    thatch = parts["thatch"]
    low, high = thatch.min(axis=0), thatch.max(axis=0)
    assert high[0] - low[0] == pytest.approx(90, abs=1)
    eaves = thatch[thatch[:, 2] < low[2] + 0.5]
    assert np.ptp(eaves[:, 0]) > 89 and np.ptp(eaves[:, 1]) > 45
    ridge = thatch[thatch[:, 2] > high[2] - 0.5]
    assert np.ptp(ridge[:, 0]) == pytest.approx(44, abs=1)
    gutters = parts["timber-dark"]
    assert np.abs(gutters[:, 0]).max() > 45 and gutters[:, 1].max() > 23


@pytest.mark.parametrize(("height", "treads"), [("三尺", 3), ("五尺", 5), ("七尺", 7), ("九尺", 9)])
def test_steps_by_rank(height, treads):
    run = Quantity(treads * parse_length("尺二寸"), 1)
    sizes = {
        "height": Quantity(parse_length(height), 1),
        "treads": Quantity(treads, 0),
        "run": run,
        "going": Quantity(parse_length("尺二寸"), 1),
        "width": Quantity(parse_length("丈二"), 1),
    }
    recipe = load_library().recipe("flight")
    built = recipe.build(Setting(sizes, layout().evaluate, lambda when: False, DEFAULT))
    steps = next(mesh for style, mesh in built.items() if style.material == "step-stone")
    levels = {round(float(z), 6) for z in steps.points[:, 2]}
    assert set(range(treads + 1)) <= levels


@pytest.mark.parametrize(("hall", "colour"), [("xu", "pillar-yellow"), ("xiang", "pillar-green")])
def test_pillars_have_the_colour_of_the_rank(hall, colour):
    materials = {item.material for item in scene(hall=hall).static if item.owner == "pillar-east"}
    assert colour in materials and not materials & ({"pillar-yellow", "pillar-green"} - {colour})


def test_the_door_is_in_the_east_and_the_window_in_the_west_of_the_wall_of_the_room():
    premises = {"hall": "xiang"}
    (room, door, window) = (points(premises, name) for name in ("room-wall", "room-door", "room-window"))
    assert window[:, 0].max() < door[:, 0].min()
    for opening in (door, window):
        assert opening[:, 1].min() < room[:, 1].min() and opening[:, 1].max() > room[:, 1].max()


def test_the_gate_has_side_halls_a_threshold_and_a_post_in_the_middle():
    there, gate = layout(), points({}, "gate")
    width = float(there.objects["gate"].size["width"].length)
    assert np.ptp(gate[:, 0]) > width + 2 * 12
    x, y, _ = (float(value) for value in there.point("gate"))
    middle = gate[(np.abs(gate[:, 0] - x) < 0.3) & (np.abs(gate[:, 1] - y) < 0.3) & (gate[:, 2] < 3)]
    assert middle[:, 2].max() == pytest.approx(1.2)
    passage = gate[(np.abs(gate[:, 0] - x) < width / 2 - 0.5) & (gate[:, 2] > 1.3) & (gate[:, 2] < 8)]
    assert not len(passage)


@pytest.mark.parametrize("posts", ["raking", "upright"])
def test_posts_lean_as_far_as_the_ropes_of_the_text_need(posts):
    there = layout(posts=posts)
    wood = shown(there, scene(posts=posts), "target-post-east")["timber"].points
    foot, head = wood[wood[:, 2] < 0.1].mean(axis=0), wood[wood[:, 2] > wood[:, 2].max() - 0.2].mean(axis=0)
    size = {name: float(value.value) for name, value in there.objects["target"].size.items()}
    between = size["upper_width"] / 2 + size["overhang"] - size["lower_width"] / 2 - size["lower_overhang"]
    assert (head - foot)[0] / head[2] == pytest.approx(between / size["height"], abs=0.01)
    assert between == (5 if posts == "raking" else 0)


def test_the_bull_of_two_rings_is_red_within_and_green_without():
    there = layout()
    parts = shown(there, scene(), "target")
    red, green = (np.ptp(parts[name].points, axis=0) for name in ("bull-red", "bull-green"))
    assert red[[0, 2]] == pytest.approx([2, 2])
    assert green[[0, 2]] == pytest.approx([10 / 3, 10 / 3])


def test_the_lower_left_corner_is_folded_to_the_east_until_the_shooting():
    there, built = layout(), scene()
    tied = {name: at_home(there, name) for name in ("target", "lower-rope")}
    folded = tied | {"lower-rope": at_home(there, "lower-rope", "folded")}
    wide, narrow = (shown(there, built, "target", things)["cloth"].points for things in (tied, folded))
    low = [part[part[:, 2] < 3] for part in (wide, narrow)]
    assert [part[:, 0].min() for part in low] == pytest.approx([-15, -10])
    assert [part[:, 0].max() for part in low] == pytest.approx([15, 15])


def test_the_banner_has_a_pole_and_a_sleeve_of_the_stated_lengths():
    parts = shown(layout(), scene(), "banner")
    pole, sleeve = (np.ptp(parts[name].points, axis=0).max() for name in ("bamboo", "cloth"))
    assert pole == pytest.approx(21)
    assert sleeve == pytest.approx(16, abs=0.3)
    assert {"feather-red", "feather-white"} <= set(parts)
