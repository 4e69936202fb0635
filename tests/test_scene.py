"""Shapes, recipes and the scene of a compiled layout, measured against the ledger."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from scenes import layout, scene, shown

from courtyard3d.errors import InputError
from courtyard3d.measures import DEFAULT, MeasureError, Quantity, parse_length
from courtyard3d.reading.document import parse
from courtyard3d.reading.shelves import data_file
from courtyard3d.scene.library import load_library
from courtyard3d.scene.mesh import mirroring, placing, rotations
from courtyard3d.scene.recipes import LAYERS, Setting, read_recipe
from courtyard3d.scene.shapes import box, cylinder, extrude, lathe, sheet, sweep

BIG = {
    "roof",
    "arrow-rack",
    "platform",
    "gate",
}  # more triangles: rafters; two dragons, two snakes; edge stones; three roofs
MOST_TRIANGLES, MOST_OF_A_PART = 600, 300
PEOPLE = {"man", "young-man", "grandee", "musician"}


def size(thing, name):
    return float(thing.size[name].length)


def box_of(owner, built, there):
    """Return the lowest and highest corner of a thing in the world, in chi."""
    corners = [mesh.box for mesh in shown(there, built, owner).values()]
    return np.min([low for low, _ in corners], axis=0), np.max([high for _, high in corners], axis=0)


def volume(mesh):
    a, b, c = (mesh.points[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6


def is_closed(mesh):
    edges = [
        tuple(edge)
        for face in mesh.faces
        for edge in ((face[0], face[1]), (face[1], face[2]), (face[2], face[0]))
    ]
    return len(set(edges)) == len(edges) and {(b, a) for a, b in edges} == set(edges)


L_SHAPE = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)]


@pytest.mark.parametrize(
    ("mesh", "expected"),
    [
        (box([2, 3, 4]), 24),
        (cylinder(1, 2, sides=6), 2 * 6 * np.sqrt(3) / 4),
        (cylinder(1, 3, top=0, sides=4), 2),
        (lathe([(0, 0), (1, 0), (1, 1), (0, 1)], 4), 2),
        (extrude(L_SHAPE, 2), 8),
        (extrude(L_SHAPE[::-1], 2), 8),
        (sheet([(0, 0, 0), (2, 0, 0), (2, 3, 0), (0, 3, 0)], 0.5), 3),
        (sweep([(0, 0, 0), (0, 0, 5)], 1, sides=4), 10),
        (sweep([(0, 0, 0), (0, 3, 0), (0, 3, 3)], 0.5, sides=8), None),
    ],
)
def test_a_shape_is_closed_and_looks_outward(mesh, expected):
    assert is_closed(mesh)
    assert volume(mesh) > 0
    if expected is not None:
        assert volume(mesh) == pytest.approx(expected)


def test_a_mirrored_mesh_still_looks_outward():
    assert volume(extrude(L_SHAPE, 1).moved(mirroring("x"))) == pytest.approx(4)


def test_turning_is_clockwise_and_raising_lifts_what_is_ahead():
    ahead = np.array([0, 1, 0])
    assert rotations(np.array([0.0, 90, 0])) @ ahead == pytest.approx([1, 0, 0])
    assert rotations(np.array([90.0, 0, 0])) @ ahead == pytest.approx([0, 0, 1])
    assert rotations(np.array([0.0, 0, 90])) @ [1, 0, 0] == pytest.approx([0, 0, -1])
    assert placing([1, 2, 3], (0, 180, 0)) @ [0, 1, 0, 1] == pytest.approx([1, 1, 3, 1])


def no_names(name):
    raise MeasureError(f"no measure is called '{name}'")


def built(text, sizes=None, names=no_names, holds=lambda when: True):
    return read_recipe(parse(text, "meshes/thing.yaml")[0]).build(Setting(sizes or {}, names, holds, DEFAULT))


HEAD = "recipe: thing\nlayer: thing\n"


def test_a_recipe_prefers_the_measures_of_the_thing_to_its_own():
    text = HEAD + "sizes: {high: {is: wide / 2, why: half}, wide: {is: 4尺, why: known}}\n"
    text += "parts: [{box: {size: [wide, 1尺, high]}, material: timber}]"
    assert volume(next(iter(built(text).values()))) == pytest.approx(8)
    wide = {"wide": Quantity(parse_length("二丈"), 1)}
    assert volume(next(iter(built(text, wide).values()))) == pytest.approx(200)


def test_parts_of_one_look_become_one_mesh_with_every_copy():
    text = HEAD + "parts: [{box: {size: [1尺, 1尺, 1尺]}, at: [2尺, 0, 0], material: timber, mirror: x,"
    text += ' array: {count: "3", step: [0, 2尺, 0]}}, {box: {size: [1尺, 1尺, 1尺]}, material: timber}]'
    (mesh,) = built(text).values()
    assert volume(mesh) == pytest.approx(7)
    assert mesh.box[1] == pytest.approx([2.5, 4.5, 1])


def test_a_part_stands_only_under_its_premises():
    text = HEAD + "parts: [{when: {tally-animal: deer}, box: {size: [1尺, 1尺, 1尺]}, material: bone}]"
    seen = {}
    assert built(text, holds=lambda when: bool(seen.update(when))) == {}
    assert seen == {"tally-animal": ("deer",)}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{bx: {size: [1尺, 1尺, 1尺]}, material: timber}", "thing.yaml:3:10: a part has no 'bx'"),
        ("{box: {sise: [1尺, 1尺, 1尺]}, material: timber}", "did you mean 'size'?"),
        ("{box: {size: [1尺, 1尺, 1尺]}}", "lacks 'material'"),
        ("{material: timber}", "exactly one shape"),
        ("{box: {size: [wide, 1尺, 1尺]}, material: timber}", "no measure is called 'wide'"),
        ("{box: {size: [1尺 + 2, 1尺, 1尺]}, material: timber}", "thing.yaml:3:26: the value is '1尺 + 2'"),
        ('{cylinder: {radius: 1尺, height: "3"}, material: timber}', "is a plain number"),
        ('{box: {size: [1尺, 1尺, 1尺]}, material: timber, array: {count: "1/2"}}', "a whole number up to"),
        ("{box: {size: [1尺, 1尺, 1尺]}, material: timber, mirror: q}", "no axis 'q'"),
    ],
)
def test_a_wrong_recipe_is_named_at_its_place(line, message):
    with pytest.raises(InputError) as error:
        built(HEAD + f"parts: [{line}]")
    assert "thing.yaml:3:" in str(error.value)
    assert message in str(error.value)


def test_every_kind_has_a_recipe_and_every_material_a_colour():
    kinds = set(layout().kinds) - PEOPLE
    library = load_library()
    assert kinds - set(library.recipes) == set()
    wears = {*library.figure.wears, *(piece for role in library.figure.roles.values() for piece in role)}
    materials = {item.material for item in (*scene().static, *scene().moving)}
    assert materials <= set(library.materials)
    dress = {
        item.mesh.partition("/")[2].partition("-")[0] for item in scene().moving if item.layer == "person"
    }
    assert dress <= {piece.partition("-")[0] for piece in wears}


def test_items_are_in_known_layers_and_know_their_owners():
    known = {*layout().objects, *layout().people, "ground"}
    items = (*scene().static, *scene().moving)
    assert {item.layer for item in items} <= set(LAYERS)
    assert {item.owner for item in items} <= known
    assert {item.mesh for item in items} == set(scene().meshes)
    names = [node.name for node, _ in scene().root.walk() if node.mesh]
    assert names == [item.name for item in items]


def test_things_are_light():
    count = {}
    for item in (*scene().static, *scene().moving):
        faces = len(scene().meshes[item.mesh].faces)
        count[item.owner] = count.get(item.owner, 0) + faces
        if item.layer == "person":
            assert faces <= MOST_OF_A_PART, item.name
    for owner, faces in count.items():
        thing = layout().objects.get(owner)
        if thing is not None and thing.kind not in BIG:
            assert faces <= MOST_TRIANGLES, owner


@pytest.mark.parametrize("hall", ["xu", "xiang"])
def test_what_stands_still_is_as_big_as_its_measures_and_where_they_say(hall):
    there, built_scene = layout(hall=hall), scene(hall=hall)
    exact = ("platform", "purlin", "basin", "tray", "water-jar", "wine-jar", "cloth-target")
    for thing in (thing for thing in there.objects.values() if thing.kind in exact and not thing.members):
        low, high = box_of(thing.id, built_scene, there)
        extent = there.kinds[thing.kind].extent
        heading = thing.facing if thing.facing is not None else thing.lies
        sides = [extent.across, extent.along]
        if heading is not None and heading % 180 == 90:
            sides.reverse()
        for axis, name in enumerate((*sides, extent.height)):
            if (thing.kind, axis) in {("cloth-target", 1), ("water-jar", 0)}:
                continue  # the bull is painted on the cloth; the jar has ears
            assert high[axis] - low[axis] == pytest.approx(size(thing, name)), (thing.id, axis)
        assert low[2] == pytest.approx(float(thing.position[2]))


@pytest.mark.parametrize(("hall", "floor", "treads"), [("xu", 3, 3), ("xiang", 5, 5)])
def test_the_steps_are_real_and_end_level_with_the_floor(hall, floor, treads):
    there, built_scene = layout(hall=hall), scene(hall=hall)
    (steps,) = [i for i in built_scene.static if i.owner == "steps-west" and i.material == "step-stone"]
    points = built_scene.meshes[steps.mesh].moved(steps.matrix).points / there.chi_m
    levels = {round(float(z), 6) for z in points[:, 2]}
    assert set(range(treads + 1)) <= levels
    assert max(levels) == floor
    assert points[points[:, 2] > floor - 0.5][:, 1].max() == pytest.approx(0, abs=1e-6)
    pillar_low, pillar_high = box_of("pillar-west", built_scene, there)
    assert pillar_low[2] == pytest.approx(floor)
    assert pillar_high[2] == pytest.approx(float(there.point("front-beam")[2]))


def test_the_target_has_the_parts_of_the_text_and_faces_the_hall():
    there, built_scene = layout(), scene()
    target = there.objects["target"]
    low, high = box_of("target", built_scene, there)
    assert high[0] - low[0] == 40
    cloth = shown(there, built_scene, "target")
    points = cloth["cloth"].points
    assert points[:, 2].max() == pytest.approx(19.2)
    below = points[points[:, 2] < 1.2 + 1.9]
    assert np.ptp(below[:, 0]) == pytest.approx(30)
    assert cloth["bull-red"].points[:, 1].max() > cloth["bull-green"].points[:, 1].max() > points[:, 1].max()
    assert cloth["bull-red"].points[:, 2].mean() == pytest.approx(10.2)
    assert float(target.facing) == 0


@pytest.mark.parametrize("posts", ["raking", "upright"])
def test_both_ropes_end_at_the_posts(posts):
    there, built_scene = layout(posts=posts), scene(posts=posts)
    post = there.objects["target-post-east"]
    foot = np.array([float(value) for value in post.position])
    lean = float(post.size["rake"].length) / size(post, "height")
    for rope in ("upper-rope", "lower-rope"):
        _, high = box_of(rope, built_scene, there)
        height = float(there.point(rope)[2]) - foot[2]
        assert high[0] == pytest.approx(foot[0] + lean * height, abs=1e-6)


def test_the_roof_can_be_lifted_and_is_above_the_purlins():
    there, built_scene = layout(), scene()
    roofs = [i for i in built_scene.static if i.layer == "roof" and i.owner == "roof"]
    assert {i.material for i in roofs} >= {"thatch", "timber"}
    thatch = np.vstack(
        [built_scene.meshes[i.mesh].moved(i.matrix).points for i in roofs if i.material == "thatch"]
    )
    assert thatch[:, 2].min() / there.chi_m > 12.5  # arrows leave under the eaves
    assert not [
        i for i in built_scene.static if i.layer == "roof" and there.objects[i.owner].kind == "purlin"
    ]


@pytest.mark.parametrize(
    ("premises", "present", "absent"),
    [
        ({"hall": "xiang"}, {"room-door", "room-window", "room-wall"}, {"chamber-west-door"}),
        ({"hall": "xu"}, set(), {"room-door", "room-window", "room-wall"}),
        ({"hall": "xu", "xu-room": "yes", "chambers": "both"}, {"room-door", "chamber-west-door"}, set()),
    ],
)
def test_premises_decide_what_is_built(premises, present, absent):
    owners = {item.owner for item in scene(**premises).static}
    assert present <= owners
    assert not absent & owners


def test_the_scene_needs_no_graphics_and_no_mesh_reader():
    code = (
        "import sys; from courtyard3d.layout import *; from courtyard3d.reading.shelves import find_rite;"
        "from courtyard3d.scene import build_scene; d = load_layout(find_rite('xiangshe'));"
        "build_scene(compile_layout(d, d.choose(None, {})));"
        "assert not {'vtkmodules', 'pyvista', 'trimesh', 'matplotlib'} & set(sys.modules), 1"
    )
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=data_file("materials.yaml", "meshes").parent.parent
    )


def test_meshes_of_things_with_equal_measures_are_shared():
    pillars = {item.mesh for item in scene().static if item.owner.startswith("pillar-")}
    assert len(pillars) == len({item.material for item in scene().static if item.owner == "pillar-west"})


def test_a_kind_without_a_recipe_is_drawn_as_a_box_of_its_measures():
    library = load_library()
    assert library.recipe("no-such-kind").name == "plain"
