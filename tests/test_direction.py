"""The director: shots that last, keep to one side of a line, and show those who act unhidden."""

from __future__ import annotations

from itertools import pairwise

import fakes
import numpy as np
import pytest

import courtyard3d
from courtyard3d.errors import InputError
from courtyard3d.picture.cameras import camera_named
from courtyard3d.picture.director import Director
from courtyard3d.picture.lines import Line
from courtyard3d.picture.shotlist import check_shots, read_shots
from courtyard3d.picture.shots import IDLE
from courtyard3d.picture.subject import Sights

ASPECT = 16 / 9
SEEN = 0.1  # of a person: who is seen less is hidden
SOME = ("you-she", "qu-shi", "xian-bin", "li-sizheng")


@pytest.fixture(scope="module")
def archery():
    return courtyard3d.open("xiangshe")


def sections(courtyard, names=()):
    """Return the numbers and spans of sections that last, all without names."""
    found = enumerate(courtyard.timeline.sections)
    return [(n, span) for n, span in found if span.end > span.start and (not names or span.id in names)]


@pytest.mark.parametrize("speed", [1.0, 4.0])
def test_every_shot_lasts_three_seconds_of_film_and_none_leaves_a_gap(archery, speed):
    director = Director(archery, ASPECT, speed)
    for number, span in sections(archery):
        takes = director.takes(number)
        assert (takes[0].start, takes[-1].end) == (span.start, span.end)
        assert all(one.end == other.start for one, other in pairwise(takes))
        assert len(takes) == 1 or min(take.end - take.start for take in takes) >= 3.0 * speed - 1e-6, span.id


def crossings(archery, director, number):
    """Yield the cuts across a line of people whom both shots show, with no wide shot on either side."""
    sights = Sights(archery)
    for one, other in pairwise(director.takes(number)):
        shared = [name for name in other.people if name in one.people]
        if one.wide or other.wide or other.ease or not shared:
            continue
        line = Line.drawn(sights, shared, one.see(other.start), other.start)
        if line is not None and line.is_crossed_by(other.see(other.start)):
            yield other.start, shared


def test_no_cut_crosses_the_line_without_a_wide_shot(archery):
    director = Director(archery, ASPECT)
    found = [cut for number, _ in sections(archery) for cut in crossings(archery, director, number)]
    assert not found


def test_two_who_look_at_each_other_draw_the_line_between_them():
    def view(x, y):
        return (
            camera_named("court", fakes.courtyard(), ASPECT)(0.0)
            .moved(np.zeros(3))
            .__class__((x, y, 1.6), (0, 0, 1))
        )

    line = Line(np.zeros(2), np.array([0.0, 1.0]), 0.0)
    assert line.side_of(view(9.0, 0.0)) == -line.side_of(view(-9.0, 0.0)) != 0
    assert line.side_of(view(0.5, 9.0)) == 0
    east = Line(line.place, line.way, line.side_of(view(9.0, 0.0)))
    assert east.is_crossed_by(view(-9.0, 1.0))
    assert not east.is_crossed_by(view(7.0, 4.0))
    assert not east.is_crossed_by(view(-0.5, 9.0))


def test_the_camera_over_the_shoulder_stands_behind_him_and_looks_where_he_looks(archery):
    t = archery.timeline.moment("chu-she+20s")
    sights = Sights(archery)
    view = camera_named("over-the-shoulder:guest", archery, ASPECT)(t)
    (feet,), ahead = sights.feet(t, ["guest"]), sights.facing("guest", t)
    way = np.subtract(view.focus, view.position)
    assert (feet - view.position) @ ahead > 1.0
    assert way @ ahead / np.linalg.norm(way) > 0.9
    assert view.holds(feet[None] + (0.0, 0.0, 1.5), ASPECT).all()


# Written shots.

WRITTEN = """
shots:
  - {section: you-she, after: 3, hold: 4, camera: plan, why: the whole way}
  - {section: you-she, after: 8, hold: 4, people: [pair1-upper], manner: wide, roof: off}
"""


def test_written_shots_are_seen_as_written_and_the_director_fills_the_rest(tmp_path):
    (tmp_path / "shots.yaml").write_text(WRITTEN)
    courtyard = fakes.courtyard(shots=read_shots(tmp_path))
    director, plan = Director(courtyard, ASPECT), camera_named("plan", courtyard, ASPECT)
    assert director(5.0) == plan(5.0)
    assert director(1.0).height is None
    assert director(11.0).lifted == {"roof", "rear-roof", "frame"}
    takes = director.takes(0)
    assert [(take.start, take.end) for take in takes] == [(0, 3), (3, 7), (7, 12)]


@pytest.mark.parametrize(
    ("shot", "says"),
    [
        ("{section: you-she, camera: cuort}", "shots.yaml:3:5: no camera 'cuort'.*did you mean 'court'"),
        ("{section: you-she, hold: 1}", "shots.yaml:3:30: 'hold' of a shot is '1'; expected a number from 3"),
        (
            "{section: you-she, camera: plan, manner: wide}",
            "shots.yaml:3:5: a shot has a camera and a manner",
        ),
        ("{section: you-she, hold: 5, until: '1'}", "shots.yaml:3:5: a shot has 'until' and 'hold'"),
        ("{section: you-shi}", "shots.yaml:3:15: no section 'you-shi'; did you mean 'you-she'"),
        (
            "{section: you-she, people: [marke]}",
            "shots.yaml:3:33: no person or group 'marke'; did you mean 'marker'",
        ),
        ("{section: you-she, act: '9'}", "shots.yaml:3:5: no act '9'"),
        ("{section: you-she, roofs: off}", "shots.yaml:3:24: a shot has no 'roofs'; .*did you mean 'roof'"),
    ],
)
def test_what_is_wrong_with_a_written_shot_is_said_at_its_place(tmp_path, shot, says):
    (tmp_path / "shots.yaml").write_text(f"\nshots:\n  - {shot}\n")
    with pytest.raises(InputError, match=says):
        check_shots(read_shots(tmp_path), ["you-she"], ["15.1"], ["marker"])


def test_the_written_shots_of_the_archery_are_all_used(archery):
    director = Director(archery, ASPECT)
    assert archery.shots
    for shot in archery.shots:
        number = next(n for n, span in sections(archery) if span.id == shot.section.value)
        assert any(take.written is shot for take in director.takes(number)), shot.where


# Measured by object ids.


def unseen(archery, names, step):
    """Yield who acts in the main line and is hidden or off screen, and when."""
    from courtyard3d.picture.visible import Witness

    witness, director, timeline = Witness(archery.scene), Director(archery, ASPECT), archery.timeline
    for _, span in sections(archery, names):
        for t in np.arange(span.start + 0.3, span.end, step).tolist():
            acts = [act for act in timeline.running(t) if act.main and act.act.do not in IDLE]
            acting = dict.fromkeys(who for act in acts for who in act.people)
            shares = witness.shares(timeline.state(t), director(t), acting) if acting else {}
            yield from (
                (span.id, round(t - span.start, 1), who, share)
                for who, share in shares.items()
                if share < SEEN
            )
    witness.close()


@pytest.mark.parametrize("name", SOME)
def test_who_acts_is_neither_hidden_nor_off_screen(archery, name):
    assert not list(unseen(archery, [name], 6.0))


@pytest.mark.masses
def test_who_acts_is_never_hidden_in_the_whole_rite(archery):
    assert not list(unseen(archery, (), 2.0))


def test_a_witness_counts_what_is_seen_of_people():
    from courtyard3d.picture.visible import Witness

    courtyard = fakes.courtyard()
    witness, state = Witness(courtyard.scene), courtyard.timeline.state(13.0)
    marker = camera_named("follow:marker", courtyard, ASPECT)(13.0)
    assert 0.9 < witness.shares(state, marker, ["marker"])["marker"] < 1.0  # behind his banner
    assert witness.shares(state, marker, ["pair1-upper", "nobody"]) == {"pair1-upper": 0.0}
    witness.close()
