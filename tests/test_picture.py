"""Fonts, captions, styles, cameras, the director and the stage."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import fakes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import courtyard3d
from courtyard3d.errors import InputError, MachineError
from courtyard3d.picture import fonts, graphics
from courtyard3d.picture.cameras import CAMERAS, Aim, View, camera_named, fit, roofed
from courtyard3d.picture.captions import Lettering
from courtyard3d.picture.cutting import are_near
from courtyard3d.picture.director import Director
from courtyard3d.picture.doctor import doctor_report
from courtyard3d.picture.plotter import make_plotter
from courtyard3d.picture.shots import IDLE, Beat, Shot, beats, shots
from courtyard3d.picture.styles import GRADES, HATCHES, STYLES, style_named
from courtyard3d.picture.subject import BODY_HEIGHT, Sights, bodies, hidden
from courtyard3d.picture.words import Words

SIZE = (320, 180)
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def stage():
    graphics.off_screen()
    from courtyard3d.picture.stage import Stage

    made = Stage(fakes.courtyard().scene, STYLES["colour"], SIZE)
    yield made
    made.close()


def picture(stage, camera, t=9.0):
    courtyard = fakes.courtyard()
    stage.tableau.show(courtyard.timeline.state(t))
    stage.tableau.look(camera_named(camera, courtyard, SIZE[0] / SIZE[1])(t))
    return stage.pixels()


# Graphics.


def test_nothing_to_draw_with_is_told_without_a_crash(monkeypatch):
    monkeypatch.setenv(graphics.WINDOW_VARIABLE, "vtkOSOpenGLRenderWindow")
    monkeypatch.setattr(graphics, "PROBE", "import os; os.kill(os.getpid(), 11)")
    graphics.off_screen.cache_clear()
    with pytest.raises(MachineError, match="apt install libegl1 libgl1-mesa-dri"):
        graphics.off_screen()
    graphics.off_screen.cache_clear()


def test_a_probe_that_hangs_counts_as_one_that_fails(monkeypatch):
    monkeypatch.setattr(graphics, "PROBE", "import time; time.sleep(60)")
    monkeypatch.setattr(graphics, "PROBE_SECONDS", 0.5)
    assert graphics.probe("vtkEGLRenderWindow") is None


@pytest.mark.parametrize("variable", ["unset", ""])
def test_drawing_says_nothing_on_the_way(variable):
    code = (
        "import fakes; from courtyard3d.picture import graphics; graphics.off_screen()\n"
        "from courtyard3d.picture.stage import Stage; from courtyard3d.picture.styles import STYLES\n"
        "print(Stage(fakes.courtyard().scene, STYLES['ink'], (64, 36)).pixels().shape)"
    )
    environment = {
        key: value for key, value in os.environ.items() if key not in ("DISPLAY", graphics.WINDOW_VARIABLE)
    }
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
    if variable != "unset":
        environment[graphics.WINDOW_VARIABLE] = variable
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "(36, 64, 3)\n", "")


def test_the_doctor_names_what_is_missing(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    graphics.on_screen.cache_clear()
    rows = {row.name: row for row in doctor_report()}
    assert set(rows) == {"drawing", "window", "encoder", "fonts"}
    assert rows["drawing"].works
    assert not rows["window"].works
    assert "DISPLAY" in rows["window"].detail
    assert "ffmpeg" in rows["encoder"].detail


# Fonts and captions.


def test_the_fonts_have_the_rare_characters_of_the_texts():
    assert fonts.missing_glyphs(["射礼揖搢挟弣楅丰觯鸿脰韬罍篚㮚zuò jiē"]) == []
    assert fonts.missing_glyphs(["杠\U0003fffd长"]) == ["\U0003fffd"]


@pytest.mark.parametrize("lang", ["hans", "hant", "en"])
def test_every_character_is_drawn_by_a_font_that_has_it(lang):
    text = "《儀禮》揖𠂉 steps zuǒ 弣"
    runs = list(fonts.runs(text, "sans", lang))
    assert "".join(piece for _, piece in runs) == text
    assert all(ord(char) in fonts.glyphs(path) for path, piece in runs for char in piece)


def test_a_language_has_its_own_forms_first():
    assert "SC" in next(fonts.runs("骨", "serif", "hans"))[0].name
    assert "TC" in next(fonts.runs("骨", "serif", "hant"))[0].name


def lines_of(text, lang="hans", size=(640, 360)):
    lettering = Lettering(size, STYLES["colour"], lang)
    return lettering, lettering._lines((fakes.FakeCaption("", text, "", "", ""),), 1.0)


@given(st.text(alphabet="射揖，。「」《》、 abc", max_size=90))
def test_lines_keep_the_text_and_the_width(text):
    lettering, lines = lines_of(text)
    assert (
        "".join(line.text for line in lines) == text.lstrip()
        or "".join(line.text for line in lines).split() == text.split()
    )
    assert all(lettering._length(line) <= 640 for line in lines)


def test_no_line_begins_with_a_mark_that_closes_or_ends_with_one_that_opens():
    _, lines = lines_of("司射东面立于三耦之北，命三耦各与其耦让取弓矢「拾」。" * 3)
    assert len(lines) > 2
    assert not any(line.text[0] in "，。」" for line in lines)
    assert not any(line.text.rstrip()[-1] == "「" for line in lines)


def test_english_breaks_between_words():
    _, lines = lines_of("The upper archer ascends three steps first and the lower follows him. " * 2, "en")
    assert all(line.text.strip() and not line.text.startswith(" ") for line in lines)
    assert " ".join(line.text.strip() for line in lines).count("archer") == 2


@pytest.mark.parametrize("size", [(640, 360), (160, 90), (1920, 1080)])
@pytest.mark.parametrize("times", [1, 40])
def test_a_caption_leaves_most_of_the_picture_free(size, times):
    lettering = Lettering(size, STYLES["colour"], "hans")
    frame = np.zeros((size[1], size[0], 3), np.uint8)
    caption = fakes.FakeCaption("", "上射先升三等，" * times, "升三等", "仪礼", "经")
    lettering.write(frame, Words((caption,)))
    rows = np.flatnonzero(frame.any(axis=(1, 2)))
    assert rows[-1] == size[1] - 1
    assert times > 1 or len(rows) < 0.6 * size[1]
    assert frame.max() > 200


@pytest.mark.parametrize("style", list(STYLES))
def test_words_on_the_smallest_picture_are_cut_off_without_an_error(style):
    frame = np.zeros((16, 16, 3), np.uint8)
    Lettering((16, 16), STYLES[style], "hans").write(
        frame, Words((fakes.FakeTimeline().caption(1.0, "hans"),))
    )
    assert frame.any()


def test_letters_are_large_enough_at_the_size_of_the_demo():
    lettering, lines = lines_of("上射先升三等")
    assert [line.size for line in lines] == [20]
    assert lettering._length(lines[0]) == pytest.approx(6 * 20, abs=2)


def test_a_caption_is_drawn_once():
    lettering = Lettering(SIZE, STYLES["colour"], "hans")
    caption = fakes.FakeTimeline().caption(1.0, "hans")
    assert lettering.caption(caption) is lettering.caption(fakes.FakeTimeline().caption(2.0, "hans"))


# Styles.


def test_grades_differ_by_pattern_and_number_as_well_as_by_colour():
    for of in (lambda g: g.number, lambda g: g.paint.hatch, lambda g: g.paint.colour, lambda g: g.hans):
        assert len({of(grade) for grade in GRADES.values()}) == len(GRADES) == 5


def test_patterns_are_square_tiles():
    assert all(
        len(row) == len(tile) == 8 and set(row) <= {"#", "."} for tile in HATCHES.values() for row in tile
    )


def test_an_unknown_style_offers_the_nearest():
    with pytest.raises(InputError, match="did you mean 'evidence'"):
        style_named("evidense")


# Cameras.


@pytest.mark.parametrize("parallel", [False, True])
@given(
    seed=st.integers(0, 2**32 - 1), heading=st.floats(0, 360), down=st.floats(0, 90), aspect=st.floats(0.5, 3)
)
def test_a_fitted_view_holds_its_points_and_touches_the_border(parallel, seed, heading, down, aspect):
    points = np.random.default_rng(seed).normal(size=(12, 3)) * 5 + (3, 40, 2)
    aim = Aim(heading, down)
    view = fit(points, aim, aspect, parallel=parallel)
    forward, right, up = aim.axes
    seen = points - np.array(view.position)
    half = view.height / 2 if parallel else np.tan(np.radians(view.angle / 2)) * (seen @ forward)
    across, above = seen @ right / (half * aspect), seen @ up / half
    assert (seen @ forward > 0).all()
    assert abs(across).max() <= 0.94 + 1e-9
    assert above.max() <= 0.94 + 1e-9
    assert above.min() >= -0.68 - 1e-9
    assert abs(across).max() > 0.93 or above.max() > 0.93


def test_a_wall_hides_and_a_floor_does_not():
    wall = np.array([[[-1.0, 2.0, 0.0], [1.0, 2.1, 3.0]]])
    floor = np.array([[[-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]]])
    eyes, behind, before = (np.array([[0.0, y, 1.5]]) for y in (0.0, 5.0, 1.0))
    assert hidden(eyes[0], behind, wall).all()
    assert not hidden(eyes[0], before, wall).any()
    assert not hidden(eyes[0], np.array([[0.0, 5.0, 0.0]]), floor).any()
    assert bodies(behind)[1, 2] == 1.5 + BODY_HEIGHT


@pytest.mark.parametrize("name", [*(name for name in CAMERAS if name != "follow"), "follow:marker"])
def test_every_camera_shows_something_and_lifts_the_roof_where_it_would_hide(stage, name):
    seen = picture(stage, name)
    assert seen.shape == (SIZE[1], SIZE[0], 3)
    assert seen.std() > 5


def test_the_follower_keeps_his_man_in_the_middle():
    courtyard = fakes.courtyard()
    camera = camera_named("follow:pair1-upper", courtyard, 16 / 9)
    early, late = camera(1.0), camera(9.0)
    moved = np.array(late.position) - early.position
    assert moved == pytest.approx([0, 8 * 5 * fakes.CHI, 3 * fakes.CHI], abs=1e-9)


# The director.


class Standing(fakes.FakeTimeline):
    """A rite in which everyone stays where he is at the beginning."""

    def state(self, t):
        return super().state(0.0)


def standing(who):
    """One person stands where the pair begins to walk, and acts all the time."""
    return Standing(acts=(fakes.FakeAct(0.0, 18.0, (who,)),))


def timeline(*acts):
    return fakes.FakeTimeline(acts=tuple(fakes.FakeAct(*act) for act in acts))


def test_the_main_line_is_shown_and_a_side_line_only_where_it_rests_long_enough():
    acts = [
        (0.0, 4.0, ("a",)),
        (1.0, 9.0, ("aside",), "walk", False),
        (4.0, 6.0, ("b",)),
        (10.0, 12.0, ("b",)),
        (12.0, 13.0, ("aside",), "call", False),
        (13.0, 15.0, ("a",)),
    ]
    assert beats(timeline(*acts), 0.0, 16.0, 3.0) == [
        Beat(0.0, 4.0, ("a",), "around"),
        Beat(4.0, 6.0, ("b",), "around"),
        Beat(6.0, 10.0, ("aside",), "around", False),
        Beat(10.0, 13.0, ("b",), "around"),
        Beat(13.0, 16.0, ("a",), "around"),
    ]


def test_shooting_is_seen_towards_the_target_and_what_lies_between_shots_with_it():
    acts = [(0.0, 4.0, ("a",), "walk"), (4.0, 6.0, ("a",), "shoot"), (6.0, 7.0, ("a",), "pinch")]
    acts += [(7.0, 9.0, ("a",), "shoot"), (9.0, 12.0, ("a",), "walk")]
    assert [(beat.start, beat.manner) for beat in beats(timeline(*acts), 0.0, 12.0, 3.0)] == [
        (0.0, "around"),
        (4.0, "goal"),
        (9.0, "around"),
    ]


def test_a_section_in_which_nothing_happens_has_no_beats():
    assert beats(timeline((0.0, 4.0, ("a",))), 4.0, 4.0, 3.0) == []


def beat(start, end, *people, manner="around"):
    return Beat(start, end, people, manner)


def test_a_shot_goes_on_until_somebody_new_acts_or_it_was_long():
    found = [beat(0, 1, "a"), beat(1, 4, "b"), beat(4, 5, "a"), beat(5, 9, "c"), beat(9, 10, "d")]
    assert list(shots(found, 3.0)) == [Shot(0, 5, ("b", "a"), "around"), Shot(5, 10, ("c", "d"), "around")]
    found = [beat(0, 2, "a", "b"), beat(2, 7.5, "a"), beat(7.5, 20, "b")]
    assert list(shots(found, 3.0)) == [Shot(0, 7.5, ("a", "b"), "around"), Shot(7.5, 20, ("b",), "around")]


@given(
    lengths=st.lists(st.floats(0.1, 5), min_size=1, max_size=30),
    people=st.lists(st.sampled_from("abcd"), min_size=30, max_size=30),
)
def test_no_shot_is_too_short_and_none_is_missing(lengths, people):
    times = [0.0, *np.cumsum(lengths).tolist()]
    found = [beat(*span, who) for span, who in zip(pairwise(times), people, strict=False)]
    planned = list(shots(found, 3.0))
    assert (planned[0].start, planned[-1].end) == (0.0, times[-1])
    assert all(one.end == other.start for one, other in pairwise(planned))
    assert len(planned) == 1 or all(shot.end - shot.start >= 3.0 - 1e-9 for shot in planned)


def test_the_director_keeps_those_who_act_in_the_picture():
    courtyard = fakes.courtyard()
    director = Director(courtyard, 16 / 9)
    for t in np.arange(0.0, 18.0, 0.5):
        view, state = director(float(t)), courtyard.timeline.state(t)
        people = [name for act in courtyard.timeline.running(t) for name in act.people]
        feet = np.array([state.figures[name].position for name in people]) * fakes.CHI
        forward = np.array(view.focus) - view.position
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, view.up)
        right /= np.linalg.norm(right)
        seen = bodies(feet) - view.position
        half = np.tan(np.radians(view.angle / 2)) * (seen @ forward)
        assert (abs(seen @ right / half) < 16 / 9).all()
        assert (abs(seen @ np.cross(right, forward) / half) < 1).all()


@pytest.fixture(scope="module")
def archery():
    return courtyard3d.open("xiangshe")


def triangles_of(stage, person):
    """Return how many triangles are drawn of a person."""
    stage.draw()
    parts = [part for part in stage.tableau._moving if part.item.owner == person]
    surfaces = [part.actors[0] for part in parts]
    return sum(actor.GetMapper().GetInput().GetNumberOfCells() for actor in surfaces if actor.GetVisibility())


@pytest.mark.parametrize("style", ["colour", "ink"])
def test_who_is_small_in_the_picture_is_drawn_with_few_triangles(archery, style):
    from courtyard3d.picture.stage import Stage

    stage = Stage(archery.scene, STYLES[style], SIZE)
    state = archery.timeline.state(archery.timeline.duration / 4)
    stage.tableau.show(state)
    x, y, z = (archery.layout.chi_m * value for value in state.figures["host"].position)
    near, far = (View((x, y - away, z + 2.0), (x, y, z + 0.8)) for away in (3.0, 60.0))
    counts = []
    for view in (near, far, near):
        stage.tableau.look(view)
        counts.append(triangles_of(stage, "host"))
    stage.close()
    skins = 1 if STYLES[style].line is None else 2  # an outline is the rim of a second skin
    assert counts[0] == counts[2] > 2000
    assert 150 < counts[1] <= 300 * skins


@pytest.mark.parametrize("speed", [1.0, 9.0])
def test_all_who_act_in_the_main_line_are_in_the_picture_at_any_speed(archery, speed):
    director, timeline = Director(archery, 16 / 9, speed), archery.timeline
    section = timeline.sections[-1]
    checked = 0
    for act in timeline.acts:
        t = (act.start + act.end) / 2
        figures = timeline.state(t).figures
        feet = [figures[who].position for who in act.people if who in figures]
        if act.main and act.act.do not in IDLE and act.start >= section.start and feet and None not in feet:
            seen = bodies(np.array(feet) * archery.layout.chi_m)
            assert director(t).holds(seen, 16 / 9).all(), (t, act.people)
            checked += 1
    assert checked > 100


@pytest.mark.parametrize("before", [2.0, 3.0, 4.0])
def test_no_pillar_stands_between_the_camera_and_those_who_act(before):
    """A post where the camera's first choice would look through it: another side is chosen."""
    spot = np.array([-3.0, -40.0, 0.0]) * fakes.CHI
    heading = np.radians(330.0)
    post = spot[:2] - before * np.array([np.sin(heading), np.cos(heading)])
    made = fakes.courtyard(timeline=standing("pair1-upper"))
    made.scene = replace(made.scene, static=(*fakes.STATIC, fakes.pillar(*post)))
    view = Director(made, 16 / 9)(3.0)
    way = spot[:2] - view.position[:2]
    along = way / np.linalg.norm(way)
    beside = abs((post - view.position[:2]) @ (along[1], -along[0]))
    assert beside > 0.2 + 0.3


def test_what_is_seen_depends_on_the_moment_alone():
    one, other = (Director(fakes.courtyard(), 16 / 9) for _ in range(2))
    later = other(13.0), other(12.2), other(3.0)
    assert (one(3.0), one(12.2), one(13.0)) == later[::-1]


def shows_the_hall(view, courtyard):
    whole = Sights(courtyard).corners("hall")
    return view.holds(whole, 16 / 9).all()


def test_a_long_section_begins_with_the_whole_hall():
    courtyard = fakes.courtyard()
    director = Director(courtyard, 16 / 9, speed=0.2)
    assert shows_the_hall(director(0.5), courtyard)
    assert not shows_the_hall(director(1.2), courtyard)
    assert not shows_the_hall(Director(courtyard, 16 / 9)(0.3), courtyard)
    assert not shows_the_hall(Director(courtyard, 16 / 9, speed=0.2, opening=False)(0.3), courtyard)


def test_an_opening_never_hides_the_first_acts_of_a_film_that_hurries():
    long = replace(fakes.FakeTimeline(), duration=900.0, sections=(fakes.FakeSpan("all", None, 0.0, 900.0),))
    courtyard = fakes.courtyard(timeline=long)
    assert shows_the_hall(Director(courtyard, 16 / 9)(2.9), courtyard)
    assert not shows_the_hall(Director(courtyard, 16 / 9)(5.0), courtyard)
    assert not shows_the_hall(Director(courtyard, 16 / 9, speed=9.0)(0.0), courtyard)


def test_a_short_section_in_which_nothing_happens_shows_the_hall():
    courtyard = fakes.courtyard()
    whole = camera_named("court", courtyard, 16 / 9)(0.0)
    assert Director(courtyard, 16 / 9)(18.0) == whole


def test_the_camera_moves_to_what_is_near_and_seen_alike_and_cuts_to_all_else():
    here, alike, far, turned = (
        fit(np.eye(3) + shift, Aim(heading, 20.0), 1.0)
        for shift, heading in ((0.0, 0.0), (5.0, 30.0), (50.0, 0.0), (5.0, 170.0))
    )
    assert are_near(here, alike)
    assert not are_near(here, far)
    assert not are_near(here, turned)


def test_the_camera_moves_without_a_jerk():
    director = Director(fakes.courtyard(), 16 / 9)
    places = np.array([director(t).position for t in np.arange(0.0, 11.9, 0.04)])
    speed = np.linalg.norm(np.diff(places, axis=0), axis=1) / 0.04
    assert abs(np.diff(speed)).max() < 0.5


# The stage.


def test_the_same_state_gives_the_same_picture(stage):
    first = picture(stage, "hall", 9.0)
    assert (abs(picture(stage, "hall", 4.0).astype(int) - first).max(axis=2) > 20).any()
    assert (picture(stage, "hall", 9.0) == first).all()


def test_who_is_absent_is_not_seen(stage):
    with_all = picture(stage, "hall", 9.0)
    state = fakes.FakeTimeline().state(9.0)
    figures = {name: fakes.figure(None, None, False) for name in state.figures}
    stage.tableau.show(type(state)(9.0, "you-she", None, (), figures, state.things))
    empty = stage.pixels()
    changed = (abs(with_all.astype(int) - empty).max(axis=2) > 20).mean()
    assert 0.001 < changed < 0.05
    assert (picture(stage, "hall", 9.0) == with_all).all()


def test_the_roof_hides_the_hall_unless_it_is_lifted(stage):
    open_hall = picture(stage, "hall")
    stage.tableau.hide(())
    roofed = stage.pixels()
    stage.tableau.hide({"roof"})
    assert (stage.pixels() == open_hall).all()
    assert (abs(roofed.astype(int) - open_hall).max(axis=2) > 20).mean() > 0.1


def test_under_a_roof_of_glass_one_sees_the_hall(stage):
    hall = picture(stage, "hall").astype(int)
    roofs = {}
    for roof in ("solid", "glass", "solid"):
        stage.tableau.look(roofed(camera_named("hall", fakes.courtyard(), SIZE[0] / SIZE[1]), roof)(9.0))
        roofs.setdefault(roof, []).append(stage.pixels())
    solid, again = roofs["solid"]
    (glass,) = roofs["glass"]
    assert (solid == again).all()
    assert 1 < abs(glass - hall).mean() < abs(solid - hall).mean() / 2


@pytest.mark.parametrize("style", list(STYLES))
def test_golden_picture(style):
    """A small picture, within a tolerance; `GOLDEN=write` makes it anew, to be looked at."""
    graphics.off_screen()
    from courtyard3d.picture.stage import Stage

    stage = Stage(fakes.courtyard().scene, STYLES[style], SIZE)
    seen = picture(stage, "hall")
    Lettering(SIZE, STYLES[style], "hans").write(seen, Words((fakes.FakeTimeline().caption(9.0, "hans"),)))
    stage.close()
    path = GOLDEN / f"{style}.png"
    if os.environ.get("GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        Image.fromarray(seen).save(path)
    wanted = np.asarray(Image.open(path)).astype(int)
    assert abs(seen - wanted).mean() < 2.0
    assert (abs(seen - wanted).max(axis=2) > 60).mean() < 0.01


def test_a_plotter_shows_the_moment_and_takes_what_one_adds():
    import pyvista

    plotter = make_plotter(fakes.courtyard(), at="chu-she", camera="hall", size=SIZE, off_screen=True)
    seen = np.asarray(plotter.screenshot(None, return_img=True)).astype(int)
    assert seen.shape == (SIZE[1], SIZE[0], 3)
    plotter.add_mesh(pyvista.Sphere(radius=2.0, center=(0.0, 5.0, 2.0)), color="green")
    plotter.render()
    with_ball = np.asarray(plotter.screenshot(None, return_img=True)).astype(int)
    plotter.close()
    assert 0.01 < (abs(seen - with_ball).max(axis=2) > 20).mean() < 0.3
