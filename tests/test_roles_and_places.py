"""What belongs to a role, what a call says of its acts, mats, and what stands only once it is set up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_rite import LAYOUT, small_rite

from courtyard3d.rite.timeline import Timeline

PLACES = """  one.seat:
    kind: station
    labels: {hans: 甲席, en: seat of one}
    facing: {to: west, status: supplied, why: test}
    statements: [{west_of: a, by: 五尺, status: supplied, why: test}]
  pair.seat:
    row: {runs: south, spacing: 三尺}
    labels: {hans: 众席, en: seats}
    for: duo
    each: {kind: station}
    statements: [{east_of: b, by: 一丈, status: supplied, why: test}]
  mat:
    kind: mat
    labels: {hans: 席, en: mat}
    facing: {to: south, status: supplied, why: test}
    statements: [{south_of: a, by: 一丈, status: supplied, why: test}, {above: ground, by: 0 chi, status: supplied, why: test}]
  basin:
    kind: basin
    labels: {hans: 洗, en: basin}
    starts: absent
    statements: [{east_of: a, by: 五尺, status: supplied, why: test}, {above: ground, by: 0 chi, status: supplied, why: test}]
  door:
    kind: border
    labels: {hans: 户, en: door}
    facing: {to: north, status: supplied, why: test}
    statements: [{south_of: basin, by: 三尺, status: supplied, why: test}]
"""
BOW_TWICE = """bow-twice:
  roles: [man]
  acts:
    - {ref: t1, who: man, do: bow, why: the first}
    - {ref: t2, who: man, do: bow, why: the second}
    - {call: yield-once, with: {man: man}, ref: t3, why: the third}
yield-once:
  roles: [man]
  acts:
    - {who: man, do: yield, why: inside}
go-home:
  roles: [man]
  acts:
    - {who: man, do: walk, to: man.seat, why: test}
"""
BRING = """- {who: two, do: walk, to: door}
- {who: two, do: bring, thing: basin}
- {who: two, do: set, thing: basin}
"""


def nearest_to_the_basin(timeline: Timeline) -> float:
    """How near (尺) the first man comes to the middle of the basin."""
    here = timeline.places(["one"], np.arange(0.0, timeline.duration, 0.05))[:, 0]
    return float(np.hypot(here[:, 0] - 5.0, here[:, 1] + 20.0).min())


def play(folder: Path, acts: str) -> Timeline:
    layout = LAYOUT.replace("people:\n", PLACES + "people:\n", 1)
    return small_rite(folder, acts, BOW_TWICE, layout).timeline


def told(timeline: Timeline) -> list[tuple[tuple[str, ...], str | None]]:
    return [(act.act.ref, act.act.source.why if act.act.source else None) for act in timeline.acts]


def test_without_clauses_of_its_own_a_call_tells_what_the_procedure_tells(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {call: bow-twice, with: {man: one}}")
    assert told(timeline) == [(("t1",), "the first"), (("t2",), "the second"), (("t3",), "the third")]


def test_the_clause_of_a_call_tells_all_its_acts(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {call: bow-twice, with: {man: one}, ref: t9, why: again}")
    assert told(timeline) == [(("t9", "t1"), "again"), (("t9", "t2"), "again"), (("t9", "t3"), "again")]
    assert timeline.moment("t9") == 0.0


def test_a_call_tells_single_acts_by_their_ref(tmp_path: Path) -> None:
    clauses = "as: {t2: {ref: t8, why: anew}, t3: {ref: t9, why: last}}"
    timeline = play(tmp_path, f"- {{call: bow-twice, with: {{man: one}}, {clauses}}}")
    assert told(timeline) == [(("t1",), "the first"), (("t8", "t2"), "anew"), (("t9", "t3"), "last")]
    assert timeline.moment("t8") == timeline.acts[1].start > 0.0


def test_what_is_left_out_is_known_by_the_ref_of_the_procedure(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {call: bow-twice, with: {man: one}, skip: [t1, t3], ref: t9, why: again}")
    assert told(timeline) == [(("t9", "t2"), "again")]


def test_a_place_of_a_role_is_the_place_of_whoever_fills_it(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {call: go-home, with: {man: one}}")
    assert timeline.state(timeline.duration).figures["one"].station == "one.seat"


def test_in_a_row_a_role_means_his_own_place(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {call: go-home, with: {man: two}}")
    assert timeline.state(timeline.duration).figures["two"].station == "pair.seat-2"


def test_one_step_back_is_taken_without_turning(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: one, do: step-back}")
    before, after = (timeline.state(time).figures["one"] for time in (0.0, timeline.duration))
    assert after.facing == before.facing == 0.0
    assert before.position is not None and after.position is not None
    assert after.position[1] < before.position[1] and after.position[0] == before.position[0]


def test_one_steps_on_a_mat_and_faces_as_it_does(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: one, do: walk, to: mat.place}\n- {who: one, do: walk, to: a}")
    on_it = timeline.state(timeline.acts[0].end).figures["one"]
    assert on_it.position == pytest.approx((0.0, -30.0, 0.1)) and on_it.facing == pytest.approx(180.0)
    assert timeline.state(timeline.duration).figures["one"].position == pytest.approx((0.0, -20.0, 0.0))


def test_a_thing_is_in_the_way_only_once_it_is_set_up(tmp_path: Path) -> None:
    walk = "- {who: one, do: walk, to: b}\n"
    assert nearest_to_the_basin(play(tmp_path, walk + BRING)) == pytest.approx(0.0, abs=0.2)
    timeline = play(tmp_path, BRING + walk)
    assert nearest_to_the_basin(timeline) > timeline.movement.aside


def test_a_thing_that_bears_the_name_of_a_kind_is_itself(tmp_path: Path) -> None:
    timeline = play(tmp_path, BRING)
    state = timeline.state(timeline.duration).things["basin"]
    assert state.position == pytest.approx((5.0, -20.0, 0.0)) and state.holder is None
