"""Who runs into whom, and into what stands there; who goes round it, and who waits for whom."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_rite import LAYOUT, small_rite

import courtyard3d
from courtyard3d.layout import Finding
from courtyard3d.rite.bodies import overlap
from courtyard3d.rite.collisions import SAMPLE, collisions
from courtyard3d.rite.movement import load_movement
from courtyard3d.rite.timeline import Timeline

MOVEMENT = load_movement()
PAST = "- together:\n  - [{who: one, do: walk, to: c}]\n  - [{who: two, do: walk, to: %s}]"
PLACE = """  {name}:
    kind: station
    labels: {{hans: 戊位, en: a place}}
    statements: [{statements}]
"""


def with_place(*statements: str, name: str = "e", layout: str = LAYOUT) -> str:
    """The small layout with one more place, of which each statement is like `south_of: a, by: 二丈`."""
    text = ", ".join(f"{{{statement}, status: supplied, why: test}}" for statement in statements)
    return layout.replace("people:\n", PLACE.format(name=name, statements=text) + "people:\n", 1)


def met(folder: Path, acts: str, layout: str = LAYOUT) -> list[Finding]:
    return list(collisions(small_rite(folder, acts, layout=layout).timeline))


def nearest(timeline: Timeline, person: str, thing: str) -> float:
    """How near (尺) a person comes to the middle of a thing."""
    x, y, _ = (float(value) for value in timeline.layout.point(thing))
    here = timeline.places([person], np.arange(0.0, timeline.duration, 0.05))[:, 0]
    return float(np.hypot(here[:, 0] - x, here[:, 1] - y).min())


@pytest.mark.parametrize(
    ("away", "facing", "expected"),
    [
        ((1.2, 0.0), (0.0, 0.0), 0.7),
        ((0.0, 1.2), (0.0, 0.0), 0.0),
        ((1.9, 0.0), (0.0, 180.0), 0.0),
        ((1.9, 0.0), (0.0, 90.0), -0.37),
    ],
)
def test_bodies_are_broader_than_deep(
    away: tuple[float, float], facing: tuple[float, float], expected: float
) -> None:
    one, other = np.array([0.0, 0.0, 0.0, facing[0]]), np.array([*away, 0.0, facing[1]])
    assert overlap(one, other, MOVEMENT) == pytest.approx(expected, abs=0.03)
    assert overlap(one, other + np.array([0.0, 0.0, 3.0, 0.0]), MOVEMENT) == -np.inf


def test_two_who_walk_through_each_other_are_found_once(tmp_path: Path) -> None:
    (found,) = met(tmp_path, PAST % "a")
    assert (found.level, found.kind, found.subjects) == ("warning", "collision", ("one", "two"))
    assert found.time is not None and found.time % SAMPLE == 0.0
    assert " in one" in found.message and "overlap by" in found.message


def test_two_who_keep_apart_are_not(tmp_path: Path) -> None:
    assert met(tmp_path, "- {who: one, do: walk, to: b}\n- {who: three, do: walk, to: a}") == []


def test_two_of_one_act_who_change_places_are_found_too(tmp_path: Path) -> None:
    (found,) = met(tmp_path, "- {who: duo, do: walk, to: [c, a]}")
    assert found.subjects == ("one", "two")


def test_one_who_does_something_to_another_is_at_hand(tmp_path: Path) -> None:
    layout = with_place("west_of: c, by: 一尺")
    acts = "- {who: one, do: walk, to: e}\n- {who: one, do: bow, to: two, lasts: 4}\n- {who: one, do: walk, to: a}"
    rite = small_rite(tmp_path, acts, layout=layout)
    _, bow, _ = rite.timeline.acts
    (found,) = collisions(rite.timeline)
    assert found.time is not None and not bow.start <= found.time < bow.end


def test_one_waits_until_the_other_has_gone_past(tmp_path: Path) -> None:
    layout = with_place("south_of: a, by: 二丈", name="f", layout=with_place("south_of: d, by: 二丈"))
    rite = small_rite(tmp_path, "- {who: [one, three], do: walk, to: [e, f]}", layout=layout)
    (walk,) = rite.timeline.acts
    way = 20.0 * 2.0**0.5 / MOVEMENT.court_pace
    assert walk.end - walk.start > way + SAMPLE
    assert list(collisions(rite.timeline)) == []


def test_who_stands_against_a_thing_touches_it(tmp_path: Path) -> None:
    layout = with_place("south_of: spare, by: 四寸").replace("starts: c", "starts: e")
    (found,) = met(tmp_path, "- {who: two, do: bow}", layout)
    assert found.subjects == ("two", "spare") and found.time == 0.0


def test_who_walks_goes_round_a_pillar(tmp_path: Path) -> None:
    layout = with_place("west_of: pillar, by: 一丈").replace("starts: d", "starts: e")
    rite = small_rite(tmp_path, "- {who: three, do: walk, to: on-hall}", layout=layout)
    radius = float(rite.layout.objects["pillar"].size["diameter"].value) / 2.0
    away = nearest(rite.timeline, "three", "pillar") - radius
    assert MOVEMENT.aside - 0.1 < away < MOVEMENT.aside + 0.6
    assert list(collisions(rite.timeline)) == []


def test_a_way_that_is_broken_on_purpose_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside = with_place(
        "east_of: spare, axis: east-west, by: 一丈", "south_of: spare, axis: north-south, by: 一尺"
    )
    layout = with_place("west_of: spare, by: 一丈", name="f", layout=beside).replace("starts: d", "starts: f")
    acts = "- {who: three, do: walk, to: e}"
    assert met(tmp_path, acts, layout) == []
    monkeypatch.setattr("courtyard3d.rite.verbs.walking.round_things", lambda way, *_: way)
    (found,) = met(tmp_path, acts, layout)
    assert found.subjects == ("three", "spare") and "0.3 尺" in found.message


def test_who_walks_goes_round_whoever_stands_there(tmp_path: Path) -> None:
    rite = small_rite(tmp_path, "- {who: three, do: walk, to: b}")
    assert 1.5 < nearest(rite.timeline, "three", "a") < 2.5
    assert list(collisions(rite.timeline)) == []


@pytest.mark.parametrize("premises", [{}, {"hall": "xu"}, {"posts": "upright"}])
def test_nobody_touches_anything_in_the_whole_rite(premises: dict[str, str]) -> None:
    timeline = courtyard3d.open("xiangshe", premises=premises).timeline
    assert [f"{finding.message} at {finding.time:.1f}s" for finding in collisions(timeline)] == []
