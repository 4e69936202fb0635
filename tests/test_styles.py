"""Ink and evidence: outlines, creases, hatching, patterns that tell grades apart without colour."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import pairwise

import fakes
import numpy as np
import pytest
from vtkmodules.util.numpy_support import vtk_to_numpy

import courtyard3d
from courtyard3d.picture import graphics
from courtyard3d.picture.cameras import View, camera_named
from courtyard3d.picture.captions import Lettering
from courtyard3d.picture.outlines import along, creases, outlined, welded
from courtyard3d.picture.styles import GRADES, LIGHTNESS, STYLES
from courtyard3d.picture.subject import Sights
from courtyard3d.scene.graph import PARTLY, Item, Node, Scene
from courtyard3d.scene.mesh import joined, rotations
from courtyard3d.scene.shapes import lathe

SIZE = (320, 180)
POST = lathe([[0.2, 0.0], [0.2, 4.0]], 16)


def scene(mesh, *items, **more):
    """Return a scene in which a mesh stands for every item, on a floor of paper."""
    meshes = {"ground": fakes.MESHES["ground"], "thing": mesh}
    ground = Item("ground", "ground", "ground", "earth", fakes.placed(0, -30, -0.01), "ground", ("", ""))
    nothing = np.zeros((0, 4, 4)), np.zeros(0, dtype=bool)
    return Scene(Node("x"), meshes, fakes.MATERIALS, (ground, *items), (), lambda _: nothing, **more)


def thing(grade="stated", owner="thing", x=0.0, material="stone"):
    return Item(owner, owner, "thing", material, fakes.placed(x, 0.0), "hall", (grade, "supplied"))


def drawn(shown, style, view, size=SIZE):
    graphics.off_screen()
    from courtyard3d.picture.stage import Stage

    with closing(Stage(shown, STYLES[style], size)) as stage:
        stage.tableau.look(view)
        return stage.pixels() @ np.array(LIGHTNESS)


@pytest.mark.parametrize("away", [6.0, 20.0, 70.0])
@pytest.mark.parametrize("parallel", [None, 4.6])
def test_a_round_post_has_an_outline_on_both_sides(away, parallel):
    view = View((0.0, -away, 2.0), (0.0, 0.0, 2.0), angle=30.0, height=parallel)
    row = drawn(scene(POST, thing()), "ink", view)[SIZE[1] // 2]
    dark = np.flatnonzero(row < 150)
    focal = SIZE[1] / (parallel or 2 * away * np.tan(np.radians(15.0)))
    left, right = SIZE[0] / 2 - 0.2 * focal, SIZE[0] / 2 + 0.2 * focal
    assert np.abs(dark - left + 0.5).min() < 1.6
    assert np.abs(dark - right + 0.5).min() < 1.6
    inside = row[int(left) + 3 : int(right) - 2]
    assert not inside.size or inside.max() > 200


def test_edges_behind_a_box_are_hidden():
    """A box from in front: its four sides, and no line within."""
    view = View((0.0, -8.0, 1.0), (0.0, 0.0, 1.0))
    seen = drawn(scene(fakes.box(2.0, 0.1, 2.0), thing()), "ink", view)
    for line in (seen[SIZE[1] // 2], seen[:, SIZE[0] // 2]):
        dark = np.flatnonzero(line < 190)
        assert (np.diff(dark) > 5).sum() == 1
        assert line[dark[0] + 3 : dark[-1] - 2].min() > 190


def test_a_skin_grows_outward_from_what_is_closed_and_not_from_a_sheet():
    post = outlined(POST)
    growth = vtk_to_numpy(post.GetPointData().GetArray("outward"))
    grown = np.linalg.norm(growth, axis=1) > 0
    points = vtk_to_numpy(post.GetPoints().GetData())[grown]
    assert ((points - (0.0, 0.0, 2.0)) * growth[grown]).sum(axis=1).min() > 0
    sheet = replace(fakes.box(1.0, 1.0, 1.0), faces=np.array([[4, 5, 7], [4, 7, 6]]))
    flat = outlined(sheet)
    assert not vtk_to_numpy(flat.GetPointData().GetArray("outward")).any()
    assert flat.GetNumberOfCells() == 4


def test_creases_know_how_much_room_they_have():
    lines = creases(fakes.box(2.0, 1.0, 0.1))
    assert lines.GetNumberOfCells() == 12
    ends = vtk_to_numpy(lines.GetPoints().GetData()).reshape(-1, 2, 3)
    room = vtk_to_numpy(lines.GetPointData().GetArray("room")).reshape(-1, 2)
    upright = np.abs(ends[:, 1] - ends[:, 0])[:, 2] > 0.05
    assert room[upright] == pytest.approx(1.0)
    assert room[~upright] == pytest.approx(0.1)
    assert creases(POST).GetNumberOfCells() == 32
    assert len(welded(fakes.box(1.0, 1.0, 1.0)).points) == 8


def test_lines_that_would_crowd_are_left_out():
    """A comb of thin boards: near it is drawn board by board, from afar its outline alone."""
    boards = [fakes.box(0.02, 0.5, 0.5).moved(fakes.placed(x, 0.0)) for x in np.arange(-0.6, 0.6, 0.04)]
    from courtyard3d.scene.mesh import joined

    comb = scene(joined(boards), thing())
    near = drawn(comb, "ink", View((0.0, -0.4, 2.2), (0.0, 0.0, 0.4)))
    far = drawn(comb, "ink", View((0.0, -5.0, 30.0), (0.0, 0.0, 0.2)))
    assert (near < 110).mean() > 0.05
    assert (far < 110).sum() < 60


def test_hatching_stays_on_the_thing_and_does_not_swim():
    """A wall in shade seen from two places: what moves with it is its strokes."""
    wall = scene(fakes.box(6.0, 0.2, 4.0), thing())
    moved, focal = 14, SIZE[1] / (2 * 11.9 * np.tan(np.radians(15.0)))
    places = (0.0, moved / focal)
    seen = [drawn(wall, "ink", View((x, 12.0, 2.0), (x, 0.0, 2.0))) for x in places]
    patch = [picture[60:120, 80:200] for picture in seen]
    assert np.ptp(patch[0]) > 40
    again = seen[1][60:120, 80 + moved : 200 + moved]
    still = np.abs(patch[0] - patch[1]).mean()
    assert np.abs(patch[0] - again).mean() < 0.1 * still


def test_grades_are_told_apart_in_grey():
    """The same board in every grade: the grey of it and the grain of its pattern differ pair by pair."""
    board, grain = fakes.box(3.0, 0.1, 3.0), {}
    for grade in GRADES:
        item = replace(thing("supplied"), owner=grade) if grade == PARTLY else thing(grade)
        seen = drawn(
            scene(board, item, partly=frozenset({PARTLY})), "evidence", View((0.0, -8, 1.5), (0.0, 0.0, 1.5))
        )
        patch = seen[60:120, 130:190]
        grain[grade] = patch.mean(), patch.std(), np.abs(np.diff(patch, axis=0)).mean()
    assert grain["stated"][1] < 1.0
    assert all(grain[grade][1] > 5.0 for grade in GRADES if grade != "stated")
    for one, other in pairwise(sorted(grain.values())):
        assert max(np.abs(np.subtract(one, other))) > 6.0


@pytest.mark.parametrize("lang", ["hans", "hant", "en"])
@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (360, 240)])
def test_the_legend_names_every_grade_and_lies_above_the_title(lang, size):
    lettering = Lettering(size, STYLES["evidence"], lang)
    legend = lettering.always[0]
    title = lettering.caption(fakes.FakeTimeline().caption(1.0, lang))[0]
    assert legend.pixels.shape[1] == size[0]
    assert len(legend.pixels) < 0.2 * size[1]
    assert title.top >= len(legend.pixels)
    for grade in GRADES.values():
        shade = np.round(255 * np.array(grade.paint.colour))
        assert (np.abs(legend.pixels[..., :3] - shade).max(axis=2) < 2).sum() > 20


def test_a_place_with_one_axis_from_the_text_is_a_grade_of_its_own():
    court = courtyard3d.open("xiangshe")
    partly = court.scene.partly
    assert {"host.mat", "pillar-west"} <= partly
    assert not {"tally-holder", "hall"} & partly
    mat = next(item for item in court.scene.moving if item.owner == "host.mat")
    assert court.scene.place_grade(mat) == PARTLY
    assert mat.grade[0] == "supplied"


@pytest.mark.parametrize("hall", ["xu", "xiang"])
def test_no_beam_crosses_those_who_shoot_where_the_hall_is_looked_at(hall):
    court = courtyard3d.open("xiangshe", premises={"hall": hall})
    view = camera_named("hall", court, 16 / 9)(0.0)
    assert Sights(court).crossed(np.array(view.position), "mark") == 0


@pytest.mark.parametrize(
    ("extent", "direction"),
    [((0.3, 9, 0.3), (0, 1, 0)), ((0.4, 0.4, 3), (0, 0, 1)), ((1, 2, 2.5), (0, 0, 0))],
)
def test_each_beam_and_post_is_hatched_along(extent, direction):
    """Also where it leans, and where it is one mesh with others."""
    lean = rotations(np.array([[30.0, 20.0, 0.0]]))[0]
    leaning = fakes.box(*extent).moved(
        np.block([[lean, np.zeros((3, 1))], [np.zeros((1, 3)), np.ones((1, 1))]])
    )
    beside = fakes.box(1.0, 1.0, 1.0).moved(fakes.placed(20.0, 0.0))
    found = abs(along(joined([leaning, beside])))
    assert found[: len(leaning.points)] == pytest.approx(
        np.tile(abs(lean @ direction), (len(leaning.points), 1)), abs=1e-6
    )
    assert not found[len(leaning.points) :].any()
