"""The window without a window: its clock, its cameras, its lists, what the mouse finds."""

from __future__ import annotations

import string

import numpy as np
import pytest
from small_rite import small_rite
from windows import drawn, middle, spot

from courtyard3d.errors import MachineError
from courtyard3d.picture import fonts, graphics, view
from courtyard3d.picture.cameras import Aim, View
from courtyard3d.picture.viewer.clock import Clock
from courtyard3d.picture.viewer.commands import COMMANDS
from courtyard3d.picture.viewer.picking import Picker, Ray, first_triangle
from courtyard3d.picture.viewer.session import SWITCHES, TABS, Session
from courtyard3d.picture.viewer.theme import THEMES, letter_size
from courtyard3d.picture.viewer.track import Lane, minutes
from courtyard3d.picture.viewer.turning import Flight, in_parallel, length, nearer, shifted, tall, turned
from courtyard3d.picture.viewer.wording import bound, commands, strings
from courtyard3d.picture.viewer.zones import SCROLL
from courtyard3d.picture.words import Box
from courtyard3d.reading.words import LANGUAGES

SIZE = (1280, 800)
ACTS = """
- {who: one, do: walk, to: b}
- {who: two, do: turn, to: north}
- {who: one, do: walk, to: a}
- {who: three, do: bow}
"""


class Hand:
    """A clock that a test moves."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture(scope="module")
def rite(tmp_path_factory):
    return small_rite(tmp_path_factory.mktemp("small"), ACTS)


@pytest.fixture
def hand():
    return Hand()


@pytest.fixture
def session(rite, hand):
    return Session(rite, "hans", now=hand)


def press(session, key):
    COMMANDS[bound()[key]](session)


# Time.


def test_the_clock_runs_with_real_time_however_often_it_is_asked(hand):
    clock = Clock(18.0, hand)
    hand.now += 5
    assert clock.time == 0.0
    clock.toggle()
    hand.now += 5
    assert clock.time == 5.0
    clock.faster(1)
    hand.now += 2
    assert clock.time == 9.0
    clock.toggle()
    hand.now += 5
    assert (clock.time, clock.playing) == (9.0, False)
    clock.toggle()
    hand.now += 60
    assert (clock.time, clock.playing) == (18.0, False)
    clock.toggle()
    assert (clock.time, clock.playing) == (0.0, True)
    clock.faster(99)
    assert clock.speed == 8.0
    clock.seek(-3.0)
    assert clock.time == 0.0


def test_minutes():
    assert [minutes(t) for t in (0.0, 65.9, 7265.0)] == ["0:00", "1:05", "2:01:05"]


def test_a_lane_holds_its_stretch_from_end_to_end():
    lane = Lane(Box(100, 0, 300, 20), 10.0, 30.0)
    assert [lane.moment(x) for x in (0, 100, 200, 300, 999)] == [10.0, 10.0, 20.0, 30.0, 30.0]
    assert [lane.place(t) for t in (0.0, 10.0, 20.0, 31.0)] == [100, 100, 200, 300]


def test_keys_go_from_act_to_act(session):
    starts = sorted({*session.timeline.changes, session.timeline.duration})
    for start in starts[1:]:
        press(session, "Next")
        assert session.clock.time == start
    press(session, "Prior")
    assert session.clock.time == starts[-2]
    press(session, "Home")
    assert session.clock.time == 0.0
    press(session, "Right")
    assert session.clock.time == min(5.0, session.timeline.duration)


def test_a_looped_section_begins_again_and_a_moment_outside_ends_the_loop(session, hand):
    press(session, "l")
    press(session, "space")
    hand.now += session.timeline.duration + 1.0
    session.tick()
    assert session.clock.time == 0.0
    assert session.clock.playing
    session.seek(session.timeline.duration)
    assert session.loop is None


# Words.


def test_every_command_has_keys_and_words_and_does_something():
    assert set(commands()) == set(COMMANDS)
    keys = [key for command in commands().values() for key in command.keys]
    assert len(keys) == len(set(keys))
    assert all(command.keys for command in commands().values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_words_exist_in_all_languages_with_every_glyph(lang):
    labels = [*strings().values(), *(command.labels for command in commands().values())]
    texts = [label.text(lang) for label in labels]
    assert all(texts)
    assert fonts.missing_glyphs(texts, lang) == []


def test_slots_are_the_same_in_both_languages():
    def slots(text):
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert all(slots(label.hans) == slots(label.en) for label in strings().values())


@pytest.mark.parametrize(
    ("size", "dpi", "least", "most"),
    [
        ((800, 600), 96, 12, 14),
        ((1280, 800), 96, 15, 17),
        ((3840, 2160), 96, 40, 46),
        ((2560, 1600), 192, 26, 34),
    ],
)
def test_letters_grow_with_the_window_and_the_screen(size, dpi, least, most):
    assert least <= letter_size(size, dpi, THEMES["study"]) <= most
    assert letter_size(size, dpi, THEMES["projector"]) > 1.3 * letter_size(size, dpi, THEMES["study"])


# Views.

VIEW = View((0.0, -20.0, 8.0), (0.0, 0.0, 1.0))


def test_a_drag_turns_about_what_is_looked_at_and_the_head_about_the_eye():
    about = turned(VIEW, 0.1, 0.0)
    assert about.focus == pytest.approx(VIEW.focus)
    assert Aim.of(about).heading == pytest.approx(18.0)
    assert length(about) == pytest.approx(length(VIEW))
    head = turned(VIEW, 0.1, 0.0, about_eye=True)
    assert head.position == pytest.approx(VIEW.position)
    assert Aim.of(turned(VIEW, 0.0, 9.0)).down == pytest.approx(89.0)


def test_what_is_seized_stays_under_the_mouse():
    point = np.array([VIEW.focus])
    (across,), (above,), _ = shifted(VIEW, 0.25, 0.1).project(point)
    assert (across, above) == pytest.approx((0.5, -0.2))


def test_the_wheel_brings_nearer_and_projections_show_the_focus_as_large():
    assert length(nearer(VIEW, 2)) == pytest.approx(length(VIEW) / 1.15**2)
    flat = in_parallel(VIEW, True)
    assert flat.height == pytest.approx(tall(VIEW))
    assert in_parallel(flat, False).position == pytest.approx(VIEW.position)
    assert nearer(flat, 1).height == pytest.approx(flat.height / 1.15)


def test_a_flight_begins_where_one_is_and_ends_at_the_goal():
    goal = turned(nearer(VIEW, 3), 0.4, 0.05)
    flight = Flight(VIEW, 10.0, 1.0)
    assert flight.view(goal, 10.0).position == pytest.approx(VIEW.position)
    assert flight.view(goal, 11.0) == goal
    between = flight.view(goal, 10.5)
    assert Aim.of(VIEW).heading < Aim.of(between).heading < Aim.of(goal).heading


def test_cameras_by_keys(session, hand):
    for key in "12345678":
        press(session, key)
        hand.now += 2.0
        assert session.cameraman.view() is not None
    press(session, "v")
    assert session.cameraman.view().height is not None
    session.cameraman.turn(0.1, 0.0)
    assert session.cameraman.name is None
    press(session, "f")
    hand.now += 2.0
    seen = session.cameraman.view().holds(
        session.feet(session.timeline.actors(0.0)), session.cameraman.aspect
    )
    assert seen.all()


def test_a_view_from_the_eyes_of_one_looks_where_he_looks(session, hand):
    session.choose("one")
    session.through_eyes()
    hand.now += 2.0
    seen = session.cameraman.view()
    assert session.cameraman.eye == "one"
    (feet,) = session.feet(["one"])
    assert seen.position[:2] == pytest.approx(feet[:2])
    assert Aim.of(seen).heading == pytest.approx(session.timeline.state(0.0).figures["one"].facing % 360)


# What the mouse finds.


def test_a_ray_meets_the_first_of_several_triangles():
    one = np.array([[-1.0, 5.0, -1.0], [1.0, 5.0, -1.0], [0.0, 5.0, 1.0]])
    triangles = np.array([one + np.array([0.0, 3.0, 0.0]), one])
    ahead = np.array([0.0, 1.0, 0.0])
    assert first_triangle(np.zeros(3), ahead, triangles) == pytest.approx(5.0)
    assert first_triangle(np.array([3.0, 0.0, 0.0]), ahead, triangles) == float("inf")
    assert first_triangle(np.array([0.0, 9.0, 0.0]), ahead, triangles) == float("inf")


def test_a_ray_through_a_person_finds_him_and_past_him_the_ground(session):
    scene, state = session.rite.scene, session.timeline.state(0.0)
    (feet,) = session.feet(["one"])
    looking = View(tuple(feet + np.array([0.0, -6.0, 1.0])), tuple(feet + np.array([0.0, 0.0, 1.0])))
    matrices, visible = scene.matrices(state)
    picker = Picker(scene)
    hit = picker.pick(Ray.through(looking, 0.0, 0.0), matrices, visible)
    assert hit is not None
    assert hit.owner == "one"
    assert hit.away == pytest.approx(6.0, abs=0.6)
    assert picker.pick(Ray.through(looking, 0.0, 0.0), matrices, visible & False) != hit


def test_the_lists_answer_the_mouse_and_the_mouse_does_not_go_through_them(session):
    board, frame = drawn(session, SIZE)
    assert board.covers(*middle(frame.side))
    assert not board.covers(*middle(frame.scene))
    assert board.zone(*middle(frame.scene)) is None
    for tab in TABS:
        session.tab = None
        press(session, bound_to(f"list-{tab}"))
        assert drawn(session, SIZE)[0].covers(*middle(frame.side))
    press(session, "Tab")
    assert session.tab is None
    assert drawn(session, SIZE)[1].scene.right > frame.scene.right


def bound_to(name):
    return commands()[name].keys[0]


def test_a_long_list_scrolls_to_its_end_and_not_beyond(session):
    session.tab = "layers"
    board, frame = drawn(session, (800, 400))
    zone = board.zone(*middle(frame.side), (SCROLL,))
    for _ in range(100):
        zone.act(1, 0)
    end = session.scrolled["layers"]
    assert end > 0
    zone.act(1, 0)
    assert session.scrolled["layers"] == end
    for _ in range(100):
        zone.act(-1, 0)
    assert session.scrolled["layers"] == 0.0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(320, 240), (800, 600), (3840, 2160)])
def test_everything_is_drawn_at_any_size(session, size, lang):
    session.lang, session.on = lang, set(SWITCHES)
    session.ruler.add(np.zeros(3))
    session.ruler.add(np.array([1.0, 2.0, 0.5]))
    for chosen in (None, "one", "pillar", "hall"):
        session.choose(chosen)
        for tab in (*TABS, None):
            session.tab = tab
            board, _ = drawn(session, size)
            for sheet in board.sheets:
                box = sheet.patch.box
                assert 0 <= box.left < box.right <= size[0] + 1, (tab, box)
                assert 0 <= box.top < box.bottom <= size[1] + 1, (tab, box)
    press(session, "question")
    assert drawn(session, size)[0].covers(size[0] // 2, size[1] // 2)
    press(session, "b")
    assert drawn(session, size)[0].covers(1, 1)


def test_escape_closes_what_lies_uppermost(session):
    session.choose("one")
    session.helping = True
    press(session, "Escape")
    assert (session.helping, session.chosen) == (False, "one")
    press(session, "Escape")
    assert session.chosen is None


def test_a_premise_is_asked_for_beside_those_that_are_chosen(session, rite):
    session.assume("hall", "xiang")
    assert session.asked == ("zheng", {"hall": "xiang"})
    press(session, "Next")
    press(session, "n")
    at = session.clock.time
    session.change(rite.under(*session.asked))
    assert session.rite.layout.choice["hall"] == "xiang"
    assert session.clock.time == pytest.approx(at)
    assert "names" in session.on


def test_a_place_in_the_scene_is_found_in_the_window(session, hand):
    press(session, "2")
    hand.now += 2.0
    drawn(session, SIZE)
    x, y = spot(session, SIZE, session.cameraman.view().focus)
    box = drawn(session, SIZE)[1].scene
    assert (x, y) == middle(box)


# Without a display.


def test_without_a_display_the_error_names_what_works_without(monkeypatch, rite):
    monkeypatch.delenv("DISPLAY", raising=False)
    graphics.on_screen.cache_clear()
    with pytest.raises(MachineError, match=r"no display.*`film`, `figure` and `export` work"):
        view(rite)


def test_a_display_that_is_not_there_is_told_and_does_not_crash(monkeypatch, rite):
    monkeypatch.setenv("DISPLAY", ":4711")
    graphics.on_screen.cache_clear()
    with pytest.raises(MachineError, match="can't draw with OpenGL"):
        view(rite)
    graphics.on_screen.cache_clear()
