"""A user's own mesh: read whole, stood up, measured against the layout, refused with the place in the layout."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from courtyard3d.errors import InputError, Where
from courtyard3d.layout import compile_layout, load_layout
from courtyard3d.measures import Quantity, parse_length
from courtyard3d.scene import build_scene
from courtyard3d.scene import own_mesh as room
from courtyard3d.scene.mesh import Mesh
from courtyard3d.scene.own_mesh import differences, mesh_findings, own_mesh
from courtyard3d.scene.shapes import box

trimesh = pytest.importorskip("trimesh")

CHI = 0.231
HERE = Where("layout.yaml", 7, 3)
TETRAHEDRON = "v 0 0 0\nv 200 0 0\nv 0 100 0\nv 0 0 50\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
LAYOUT = """\
rite: small
title: {hans: 小, en: small}
origin: hall
presets: {zheng: {}}
objects:
  hall: {kind: hall, statements: [{at: origin, status: supplied, why: test}]}
  stool:
    kind: basin
    mesh: {file: FILE, unit: cm, up: z}
    statements: [{north_of: hall, by: 一丈, status: supplied, why: test}]
"""


def read(path, unit="cm", up="z"):
    return own_mesh({"file": str(path), "unit": unit, "up": up}, HERE, CHI)


def compiled(folder, file):
    (folder / "layout.yaml").write_text(LAYOUT.replace("FILE", file), encoding="utf-8")
    document = load_layout(folder / "layout.yaml")
    return compile_layout(document, document.choose(None, {}))


@pytest.fixture
def tetrahedron(tmp_path):
    path = tmp_path / "盆.obj"
    path.write_text(TETRAHEDRON, encoding="utf-8")
    return path


@pytest.mark.parametrize(("up", "box_size"), [("z", [2, 1, 0.5]), ("y", [2, 0.5, 1]), ("x", [0.5, 1, 2])])
def test_it_is_read_in_its_unit_and_stood_up(tetrahedron, up, box_size):
    own = read(tetrahedron, up=up)
    low, high = own.mesh.box
    assert high - low == pytest.approx(box_size)
    assert low[2] == pytest.approx(0)
    assert (low + high)[:2] == pytest.approx([0, 0])
    a, b, c = (own.mesh.points[own.mesh.faces[:, k]] for k in range(3))
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(2 * 1 * 0.5 / 6)
    assert own.remarks == ()


@pytest.mark.parametrize(("unit", "metres"), [("chi", CHI), ("mm", 0.001), ("in", 0.0254), ("ft", 0.3048)])
def test_every_unit_counts(tetrahedron, unit, metres):
    low, high = read(tetrahedron, unit=unit).mesh.box
    assert (high - low)[0] == pytest.approx(200 * metres)


@pytest.mark.parametrize("kind", ["glb", "stl", "ply", "obj", "off"])
def test_every_format_gives_the_same_box(tmp_path, kind):
    path = tmp_path / f"box.{kind}"
    trimesh.creation.box((20, 30, 40)).export(path)
    low, high = read(path).mesh.box
    assert high - low == pytest.approx([0.2, 0.3, 0.4])


def test_the_parts_of_a_glb_stay_where_they_are(tmp_path):
    pair = trimesh.Scene()
    for x in (0, 100):
        pair.add_geometry(
            trimesh.creation.box((10, 10, 10)),
            transform=trimesh.transformations.translation_matrix([x, 0, 0]),
        )
    (tmp_path / "two.glb").write_bytes(pair.export(file_type="glb"))
    low, high = read(tmp_path / "two.glb").mesh.box
    assert high - low == pytest.approx([1.1, 0.1, 0.1])


def glb(*, binary=b"", **parts):
    text = json.dumps({"asset": {"version": "2.0"}, **parts}).encode()
    text += b" " * (-len(text) % 4)
    chunk = len(binary).to_bytes(4, "little") + b"BIN\0" + binary if binary else b""
    head = (2, 20 + len(text) + len(chunk), len(text))
    return b"glTF" + b"".join(n.to_bytes(4, "little") for n in head) + b"JSON" + text + chunk


CORNERS = np.array([[0, 0, 0], [100, 0, 0], [0, 100, 0]], "<f4").tobytes()


def triangle(*, count=3, nodes=1, **more):
    """One triangle as a GLB whose parts can be bent: how many points it says it has, how often it is shown."""
    return shown([{"mesh": 0}] * nodes, range(nodes), count, **more)


def shown(nodes, tops=(0,), count=3, **more):
    """One triangle as a GLB with these nodes, of which `tops` are in the scene."""
    return glb(
        binary=CORNERS,
        buffers=[{"byteLength": len(CORNERS)}],
        bufferViews=[{"buffer": 0, "byteLength": len(CORNERS)}],
        accessors=[{"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3"}],
        meshes=[{"primitives": [{"attributes": {"POSITION": 0}}]}],
        nodes=nodes,
        scenes=[{"nodes": list(tops)}],
        scene=0,
        **more,
    )


STL = trimesh.creation.box((1, 1, 1)).export(file_type="stl")
POINTS_ONLY = b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("missing.obj", None, "no mesh file missing.obj"),
        ("mesh.txt", b"x", "is no mesh file; expected glb"),
        ("empty.obj", b"", "empty.obj is empty"),
        ("no-faces.obj", b"v 0 0 0\n", "no-faces.obj"),
        ("cloud.ply", POINTS_ONLY, "holds no triangles"),
        ("broken.glb", b"no mesh", "broken.glb cannot be read as a mesh"),
        ("cut.stl", STL[:200], "cut.stl"),
        ("points.obj", b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "points that are no numbers"),
        ("elsewhere.glb", glb(buffers=[{"uri": "far.bin", "byteLength": 4}]), "refers to far.bin; expected a GLB"),
        ("elsewhere.gltf", b'{"buffers": [{"uri": "far.bin"}]}', "refers to far.bin"),
        ("odd.gltf", b'{"buffers": 3}', "its table of contents is damaged"),
        ("nested.gltf", b'{"a":' * 100_000, "its table of contents is damaged"),
        ("cut.glb", triangle()[:60], "its table of contents is damaged"),
        ("greedy.glb", triangle(count=2_000_000_000), "has a list of 2000000000 entries; expected at most"),
        ("crowd.glb", triangle(nodes=6000), "has 6000 parts; expected at most 5000"),
        ("packed.glb", triangle(extensionsRequired=["KHR_draco_mesh_compression"]), "is compressed"),
        ("ring.glb", shown([{"children": [1]}, {"mesh": 0, "children": [0]}]), "ring.glb cannot be read"),
        ("far.glb", shown([{"mesh": 0, "scale": [1e300] * 3}]), "would be 1e\\+300 m long in cm"),
        ("beyond.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99\n", "beyond.obj cannot be read"),
        ("greedy.stl", b"\0" * 80 + b"\xff" * 4 + b"\0" * 50, "greedy.stl"),
        ("huge.obj", b"v 0 0 0\nv 9e9 0 0\nv 0 9e9 0\nf 1 2 3\n", "would be 9e\\+07 m long in cm; expected its unit"),
        ("dot.obj", b"v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n", "would be 0 m long"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_a_reason_and_its_place_in_the_layout(tmp_path, name, data, message):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=message) as caught:
        read(tmp_path / name)
    assert str(caught.value).startswith("layout.yaml:7:3: ")


def test_too_many_bytes_or_triangles_are_refused(tmp_path, tetrahedron, monkeypatch):
    monkeypatch.setattr(room, "MOST_FACES", 3)
    with pytest.raises(InputError, match="holds 4 triangles; expected at most 3"):
        read(tetrahedron)
    monkeypatch.setattr(room, "LARGEST_FILE", 10)
    with pytest.raises(InputError, match="is larger than"):
        read(tetrahedron)


def test_what_can_be_drawn_but_is_not_sound_gets_a_word(tmp_path):
    fan = "v 0 0 0\nv 0 0 10\nv 10 0 0\nv 0 10 0\nv -10 0 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\nf 1 1 3\n"
    (tmp_path / "fan.obj").write_text(fan)
    assert read(tmp_path / "fan.obj").remarks == (
        "fan.obj is not manifold: 1 edges belong to more than two triangles",
        "fan.obj is open at 6 edges: one sees its inside there",
        "fan.obj has 1 triangles without area",
    )


def test_textures_are_left_out_with_a_word(tmp_path):
    from PIL import Image

    cube = trimesh.creation.box((10, 10, 10))
    paint = Image.new("RGB", (4, 4), "red")
    cube.visual = trimesh.visual.TextureVisuals(uv=np.zeros((len(cube.vertices), 2)), image=paint)
    (tmp_path / "painted.glb").write_bytes(cube.export(file_type="glb"))
    assert "painted.glb has textures, which are left out" in read(tmp_path / "painted.glb").remarks
    text = TETRAHEDRON.replace("v 0 0 0", "mtllib far.mtl\nusemtl x\nvt 0 0\nv 0 0 0", 1)
    (tmp_path / "painted.obj").write_text(text)
    assert len(read(tmp_path / "painted.obj").mesh.faces) == 4  # its far.mtl is not needed


def test_many_materials_and_nodes_that_are_shown_many_times_are_read_at_once(tmp_path):
    many = "".join(f"usemtl m{k}\nv 0 0 0\nv 100 0 0\nv 0 100 0\nf -1 -2 -3\n" for k in range(10_000))
    (tmp_path / "many.obj").write_text(many)
    (tmp_path / "bomb.glb").write_bytes(shown([*({"children": [k + 1] * 10} for k in range(9)), {"mesh": 0}]))
    assert len(read(tmp_path / "many.obj").mesh.faces) == 10_000
    assert len(read(tmp_path / "bomb.glb").mesh.faces) == 1


def test_no_other_file_is_read_and_the_reader_is_silent(tmp_path, capsys, monkeypatch):
    """Pictures that are named but not there, or lie outside, are neither looked for nor told of."""
    (tmp_path / "secret").write_text("secret")
    opened = []
    real = open
    monkeypatch.setattr(
        "builtins.open", lambda file, *rest, **more: opened.append(file) or real(file, *rest, **more)
    )
    away = {
        "images": [{"uri": "../secret"}, {"uri": "http://127.0.0.1:9/x.png"}],
        "textures": [{"source": 0}],
    }
    (tmp_path / "away.glb").write_bytes(triangle(**away))
    head, points = POINTS_ONLY.split(b"end_header")[0], b"0 0 0\n100 0 0\n0 100 0\n3 0 1 2\n"
    faces = b"element face 1\nproperty list uchar int vertex_indices\nend_header\n"
    named = head.replace(b"vertex 1", b"vertex 3").replace(
        b"1.0\n", b"1.0\ncomment TextureFile ../secret\n", 1
    )
    (tmp_path / "away.ply").write_bytes(named + faces + points)
    for name in ("away.glb", "away.ply"):
        assert len(read(tmp_path / name).mesh.faces) == 1, name
    assert not [file for file in opened if "secret" in str(file)]
    assert capsys.readouterr() == ("", "")


def test_a_public_model_is_read(tmp_path):
    examples = pytest.importorskip("pyvista.examples.examples")
    for file, faces in ((examples.nutfile, 1046), (examples.antfile, 912)):
        own = read(file, unit="mm", up="z")
        assert len(own.mesh.faces) == faces
        assert own.mesh.box[0][2] == pytest.approx(0)


def test_its_box_is_compared_with_the_measures():
    mesh = Mesh(box([1, 1, 2]).points * CHI, box([1, 1, 2]).faces)
    sizes = {"diameter": Quantity(parse_length("一尺"), 1), "height": Quantity(parse_length("三尺"), 1)}
    extent = ("diameter", None, "height")
    assert differences(mesh, sizes, extent, CHI) == ["height is 2.00 chi in the mesh, 3.00 in the layout"]


def test_a_layout_brings_it_and_the_check_tells_where_its_size_differs(tmp_path, tetrahedron):
    there = compiled(tmp_path, tetrahedron.name)
    (item,) = [item for item in build_scene(there).moving if item.owner == "stool"]
    assert item.material == "own"
    findings = list(mesh_findings(there))
    assert {(finding.level, finding.kind) for finding in findings} == {("warning", "mesh")}
    assert findings[-1].message == "stool: height is 2.16 chi in the mesh, 3.00 in the layout"
    assert findings[-1].where == there.objects["stool"].where


def test_the_check_reports_what_cannot_be_drawn_as_an_error(tmp_path):
    (finding,) = mesh_findings(compiled(tmp_path, "missing.obj"))
    assert (finding.level, finding.message) == ("error", "no mesh file missing.obj")


@pytest.mark.parametrize("slot", ["unit: cm", "up: z"])
def test_unit_and_up_must_be_given(tmp_path, slot):
    text = LAYOUT.replace(f", {slot}", "")
    (tmp_path / "layout.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"lacks '{slot.split(':')[0]}'"):
        load_layout(tmp_path / "layout.yaml")


def test_a_check_without_own_meshes_loads_no_reader():
    code = (
        "import sys, courtyard3d\nfrom courtyard3d.scene.own_mesh import mesh_findings\n"
        "assert not list(mesh_findings(courtyard3d.open('xiangshe').layout))\nassert 'trimesh' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
