"""Shadows: on the floor under those who cast them, whatever the floor is, and gone with them."""

from __future__ import annotations

from dataclasses import replace

import fakes
import numpy as np
import pytest
from vtkmodules.util.numpy_support import vtk_to_numpy

import courtyard3d
from courtyard3d.picture.floors import Floors
from courtyard3d.picture.footprints import Footprints
from courtyard3d.picture.shadows import LIFT, Shadows, standing_shadows
from courtyard3d.picture.styles import STYLES
from courtyard3d.scene.graph import Item
from courtyard3d.scene.mesh import rotations, shift

SHADE = STYLES["colour"].shade


@pytest.fixture(scope="module")
def court():
    return courtyard3d.open("xiangshe")


@pytest.fixture(scope="module")
def shadows(court):
    return Shadows(court.scene.moving, court.scene.meshes, Floors(court.scene), SHADE)


def cast(shadows, court, t):
    """Return by owner the points (n, 3) of his shadow at a moment, and how dark (n,) they are."""
    state = court.timeline.state(t)
    shadows.follow(*court.scene.matrices(state))
    data = shadows.actor.GetMapper().GetInput()
    points = vtk_to_numpy(data.GetPoints().GetData()).reshape(len(shadows.owners), -1, 3)
    dark = vtk_to_numpy(data.GetPointData().GetScalars()).reshape(*points.shape[:2], 4)[..., 3]
    return state, dict(zip(shadows.owners, zip(points, dark, strict=True), strict=True))


def climbing(court):
    """Return moments at which someone is on the steps, above the court and below the hall."""
    chi = court.layout.chi_m
    top = Floors(court.scene).under(np.array([0.0, 5.0])) / chi
    times = np.arange(0.0, court.timeline.duration, 7.3)
    for t in times:
        for name, figure in court.timeline.state(float(t)).figures.items():
            if figure.visible and 0.2 < figure.position[2] < top - 0.2:
                yield float(t), name
                break


def test_the_floor_is_known_in_the_court_in_the_hall_and_on_every_tread(court):
    floors, chi = Floors(court.scene), court.layout.chi_m
    steps = court.layout.objects["steps-west"]
    going, rise = (float(steps.size[name].value) * chi for name in ("going", "height"))
    treads = int(steps.size["treads"].value)
    x, y = float(steps.position[0]) * chi, -np.arange(treads) * going - going / 2
    heights = floors.under(np.stack([np.full(treads, x), y], axis=1))
    assert heights == pytest.approx(rise - np.arange(treads) * rise / treads, abs=0.002)
    assert floors.under(np.array([[0.0, -20.0], [0.0, 4.0]])) == pytest.approx(
        [floors.ground, rise], abs=0.002
    )


def test_a_shadow_lies_under_its_person_on_the_floor_wherever_he_goes(shadows, court):
    floors, chi = Floors(court.scene), court.layout.chi_m
    on_steps = list(climbing(court))[:5]
    assert len(on_steps) == 5
    elsewhere = [(share * court.timeline.duration, "host") for share in (0.2, 0.4, 0.6)]
    for t, who in on_steps + elsewhere:
        state, thrown = cast(shadows, court, t)
        points, dark = thrown[who]
        place = np.array(state.figures[who].position) * chi
        core = points[dark == dark.max()]
        assert dark.max() > 90
        assert np.linalg.norm(core.mean(axis=0)[:2] - place[:2]) < 0.25, (t, who)
        assert np.ptp(points[:, 0]) < 2.5
        seen = points[dark > 0]
        above = seen[:, 2] - floors.under(seen[:, :2])
        assert (above >= LIFT - 1e-6).all()
        assert (above < 0.1).all()
        assert np.ptp(points[:, 2]) < 1e-5, "it is not laid over the edge of a tread"


def test_who_is_absent_or_in_the_air_casts_no_shadow(shadows, court):
    state, thrown = cast(shadows, court, court.timeline.duration / 3)
    absent = [name for name, at in (state.figures | state.things).items() if not at.visible]
    present = [name for name, figure in state.figures.items() if figure.visible]
    assert len(absent) > 20
    assert not any(thrown[name][1].any() for name in absent if name in thrown)
    assert all(thrown[name][1].any() for name in present)
    held = [name for name, at in state.things.items() if at.holder in present and at.place == "belt"]
    assert not any(thrown[name][1].any() for name in held)


@pytest.mark.parametrize(("pitch", "longest"), [(0.0, 2.0), (60.0, 0.115)])
def test_of_a_staff_that_is_aslant_only_the_lower_end_covers_the_floor(pitch, longest):
    staff = fakes.box(0.02, 2.0, 0.02)
    matrix = np.eye(4)
    matrix[:3, :3] = rotations(np.array([[pitch, 0.0, 0.0]]))[0]
    item = Item("staff", "staff", "staff", "timber", matrix, "thing", ("supplied", "supplied"))
    prints = Footprints([item], {"staff": staff}).of(matrix[None], np.array([True]))
    assert 2 * prints.half.max() == pytest.approx(longest, rel=0.3)
    if pitch:
        assert prints.middle[0, 1] < -0.4


def test_what_stands_darkens_the_floor_round_its_foot_and_nothing_in_the_air():
    floors = Floors(fakes.courtyard().scene)
    post = fakes.MESHES["pillar"]
    assert standing_shadows([post.moved(shift((0.0, -5.0, 2.0)))], floors, SHADE) is None
    for height, y in ((0.0, -5.0), (0.7, 5.0)):
        actor = standing_shadows([post.moved(shift((0.0, y, height)))], floors, SHADE)
        data = actor.GetMapper().GetInput()
        points = vtk_to_numpy(data.GetPoints().GetData())
        dark = vtk_to_numpy(data.GetPointData().GetScalars())[:, 3]
        assert points[:, 2] == pytest.approx(height + LIFT, abs=1e-4)
        near = np.abs(points[:, :2] - (0.0, y)).max(axis=1) < 0.21
        assert dark[near].max() > 60
        assert 0 < dark[~near].max() < dark[near].max()
        assert dark[np.abs(points[:, :2] - (0.0, y)).max(axis=1) > 1.2].max(initial=0) == 0


def test_a_shadow_goes_with_the_layer_that_casts_it():
    from courtyard3d.picture import graphics
    from courtyard3d.picture.cameras import View

    graphics.off_screen()
    from courtyard3d.picture.stage import Stage

    scene = fakes.courtyard().scene
    scene = replace(scene, static=tuple(item for item in scene.static if item.layer in ("ground", "wall")))
    scene = replace(scene, static=(scene.static[0], replace(scene.static[1], matrix=fakes.placed(-9, -20))))
    stage = Stage(scene, STYLES["colour"], (160, 90))
    stage.tableau.look(View((2.0, -30.0, 9.0), (-9.0, -20.0, 0.0)))
    with_wall = stage.pixels().astype(int)
    stage.tableau.hide({"wall"})
    bare = stage.pixels().astype(int)
    stage.close()
    changed = np.abs(with_wall - bare).max(axis=2)
    assert (changed > 0).mean() > 0.02
    assert len(np.unique(bare[60:].reshape(-1, 3), axis=0)) < 12
