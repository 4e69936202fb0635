"""The grammar of acts, on a court small enough to reckon by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_rite import LAYOUT, small_rite

import courtyard3d.rite.verbs
from courtyard3d.errors import InputError
from courtyard3d.rite.engine import Played
from courtyard3d.rite.timeline import Timeline
from courtyard3d.rite.told import TOLD
from courtyard3d.rite.verbs import rows

EAST = """  e:
    kind: station
    labels: {hans: 戊, en: e}
    statements: [{east_of: b, by: 一丈, status: supplied, why: test}]
"""
BEYOND = """  beyond:
    kind: station
    labels: {hans: 外, en: beyond}
    statements:
      - {west_of: hall, by: 二丈, status: supplied, why: test}
      - {north_of: hall.front, by: 六丈, status: supplied, why: test}
      - {above: ground, by: 三尺, status: supplied, why: test}
"""
PACE = 6.4
"""court-pace of layouts/movement.yaml, 尺 a second."""


def play(folder: Path, acts: str, procedures: str = "", **opening: object) -> Timeline:
    return small_rite(folder, acts, procedures, **opening).timeline


def told(timeline: Timeline) -> list[tuple[str, tuple[str, ...]]]:
    return [(act.act.do, act.people) for act in timeline.acts]


def spans(timeline: Timeline, verb: str) -> list[Played]:
    return [act for act in timeline.acts if act.act.do == verb]


def test_a_walk_ends_at_its_place_after_the_time_of_its_way(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: one, do: walk, to: b}")
    figure = timeline.state(timeline.duration).figures["one"]
    assert figure.position == pytest.approx((10.0, -20.0, 0.0))
    assert figure.station == "b" and figure.facing == pytest.approx(90.0)
    assert timeline.duration == pytest.approx(10.0 / PACE, abs=0.3)


def test_half_way_he_is_half_way(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: one, do: walk, to: b, tempo: 2}")
    middle = timeline.state(timeline.duration / 2).figures["one"]
    assert middle.moving and middle.station is None
    assert 2.0 < middle.position[0] < 7.0  # type: ignore[index]
    assert timeline.duration == pytest.approx(10.0 / PACE / 2, abs=0.3)


def test_acts_of_a_list_follow_one_another(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: one, do: bow}\n- {who: two, do: bow}")
    first, second = timeline.acts
    assert second.start == first.end


def test_together_starts_at_once_and_ends_with_the_longest(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- together:\n    - {who: one, do: bow, lasts: 1}\n    - {who: two, do: bow, lasts: 3}\n- {who: three, do: bow}",
    )
    assert [act.start for act in timeline.acts] == [0.0, 0.0, 3.0]


def test_a_side_line_is_waited_for_only_where_its_people_are_needed(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- meanwhile: [{who: one, do: bow, lasts: 5}, {who: one, do: bow, lasts: 5}]\n"
        "- {who: two, do: bow, lasts: 1}\n- {who: one, do: yield, lasts: 1}",
    )
    main = [act for act in timeline.acts if act.main]
    assert [(act.people, act.start) for act in main] == [(("two",), 0.0), (("one",), 10.0)]
    assert [act.start for act in timeline.acts if not act.main] == [0.0, 5.0]


def test_those_who_meet_arrive_at_the_same_moment_and_keep_each_other_on_the_left(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- meet:\n    - [{who: three, do: walk, to: b}]\n    - [{who: one, do: walk, to: b}]\n"
        "  at: b\n  passing: left\n  bow: yes",
        layout=LAYOUT.replace("people:\n", EAST + "people:\n").replace("starts: a", "starts: e"),
    )
    far, near = spans(timeline, "walk")
    assert far.end == pytest.approx(near.end) and far.start < near.start
    assert spans(timeline, "bow")[0].people == ("three", "one")
    state = timeline.state(far.end)
    three, one = state.figures["three"].position, state.figures["one"].position
    assert three is not None and one is not None
    assert one[1] > three[1], "who walks east has the other on his left, in the north"


def test_each_knows_first_last_previous_and_next(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- each: {man: all}\n  acts:\n"
        "    - {who: man, do: bow, if: first}\n    - {who: next, do: yield, if: next}\n"
        "    - {who: previous, do: wait, unless: first}\n    - {who: man, do: look, if: last}",
    )
    assert told(timeline) == [
        ("bow", ("one",)),
        ("yield", ("two",)),
        ("yield", ("three",)),
        ("wait", ("one",)),
        ("wait", ("two",)),
        ("look", ("three",)),
    ]


def test_from_starts_a_chain_at_the_second(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- each: {man: all}\n  from: 2\n  acts:\n    - {who: [previous, man], do: bow}")
    assert [people for _, people in told(timeline)] == [("one", "two"), ("two", "three")]


def test_repeat_knows_its_last_turn(tmp_path: Path) -> None:
    timeline = play(
        tmp_path, "- repeat: 3\n  acts:\n    - {who: one, do: bow, unless: last}\n    - {who: two, do: yield}"
    )
    assert [verb for verb, _ in told(timeline)] == ["bow", "yield", "bow", "yield", "yield"]


PROCEDURES = """
greet:
  roles: [guest]
  choices: {side: [east, west]}
  acts:
    - {ref: g1, who: guest, do: bow, if: {side: east}, status: supplied, why: test}
    - {ref: g2, who: guest.upper, do: yield, if: {side: west}, status: supplied, why: test}
"""


def test_a_call_fills_roles_and_choices_and_skips(tmp_path: Path) -> None:
    acts = (
        "- {call: greet, with: {guest: duo}}\n- {call: greet, with: {guest: duo, side: west}}\n"
        "- {call: greet, with: {guest: duo}, skip: [g1]}"
    )
    assert told(play(tmp_path, acts, PROCEDURES)) == [("bow", ("one", "two")), ("yield", ("one",))]


def test_membership_is_asked_of_a_group(tmp_path: Path) -> None:
    procedure = "ask:\n  roles: [man]\n  acts:\n    - {who: man, do: bow, if: {man: duo}}\n    - {who: man, do: yield, unless: {man: duo}}"
    timeline = play(tmp_path, "- {call: ask, with: {man: two}}\n- {call: ask, with: {man: three}}", procedure)
    assert told(timeline) == [("bow", ("two",)), ("yield", ("three",))]


def test_when_asks_the_premises(tmp_path: Path) -> None:
    acts = "- {who: one, do: bow, when: {hall: xiang}}\n- {who: two, do: bow, when: {hall: [xu, xiang]}}"
    assert told(play(tmp_path, acts)) == [("bow", ("two",))]
    assert len(told(play(tmp_path, acts, premises={"hall": "xiang"}))) == 2


def test_two_go_up_three_steps_apart_with_one_between(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: duo, do: ascend, by: steps, leader: upper, lead: 3, between: 1}")
    gaps = set()
    for step in range(int(timeline.duration * 20)):
        one, two = (timeline.state(step / 20).figures[name] for name in ("one", "two"))
        treads = [round(figure.position[2] / 0.6, 3) for figure in (one, two)]  # type: ignore[index]
        if all(0 < t < 5 and t == int(t) for t in treads) and not (one.moving or two.moving):
            gaps.add(treads[0] - treads[1])
    assert gaps == {2}
    end = timeline.state(timeline.duration).figures
    assert end["one"].position[2] == end["two"].position[2] == pytest.approx(3.0)  # type: ignore[index]


def test_to_the_top_tread_is_not_on_the_hall(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: three, do: ascend, by: steps, to: steps.top-tread}")
    position = timeline.state(timeline.duration).figures["three"].position
    assert position is not None and position[1] < 0 and position[2] == pytest.approx(3.0)


def test_up_and_down_again(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: three, do: ascend, by: steps}\n- {who: three, do: descend, by: steps}")
    figure = timeline.state(timeline.duration).figures["three"]
    assert figure.position is not None and figure.position[2] == pytest.approx(0.0) and figure.facing == 180.0


def test_a_group_in_unison_walks_abreast_with_square_corners(tmp_path: Path) -> None:
    acts = "- {who: [one, three], do: walk, to: c, legs: [east, south], abreast: {left: one}}"
    timeline = play(tmp_path, acts)
    one, three = (timeline.state(timeline.duration).figures[n].position for n in ("one", "three"))
    assert one is not None and three is not None
    assert one[0] - three[0] == pytest.approx(3.0) and one[1] == three[1] == pytest.approx(-30.0)


def test_things_stay_in_one_place_at_a_time(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: one, do: walk, to: b}\n- {who: one, do: kneel}\n- {who: one, do: take, thing: spare}\n"
        "- {who: one, do: rise}\n- {who: two, do: walk, to: one.front}\n"
        "- {who: one, do: hand-over, thing: spare, to: two}\n- {who: two, do: kneel}\n- {who: two, do: lay, thing: spare}",
    )
    before, after = timeline.state(0.0), timeline.state(timeline.duration)
    assert before.things["spare"].holder is None and before.things["spare"].position is not None
    take = spans(timeline, "take")[0]
    assert timeline.state(take.end).things["spare"].holder == "one"
    assert "spare" in timeline.state(take.end).figures["one"].holds
    hand = spans(timeline, "hand-over")[0]
    assert timeline.state(hand.end).things["spare"].holder == "two"
    assert after.things["spare"].holder is None and after.figures["two"].holds == ()


def test_four_arrows_are_three_tucked_and_one_pinched(tmp_path: Path) -> None:
    timeline = play(
        tmp_path, "- {who: one, do: tuck, thing: arrow, count: 3}\n- {who: one, do: pinch, thing: arrow}"
    )
    places = [timeline.state(timeline.duration).things[f"arrow-{n}"].place for n in (1, 2, 3, 4)]
    assert sorted(map(str, places)) == ["belt", "belt", "belt", "left-hand"]


def test_state_is_the_same_however_often_it_is_asked(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: one, do: walk, to: b}\n- {who: one, do: bow}")
    late = timeline.state(1.2)
    timeline.state(0.1)
    assert timeline.state(1.2) == late
    assert play(tmp_path, "- {who: one, do: walk, to: b}\n- {who: one, do: bow}").state(1.2) == late


def test_moments_are_sections_refs_and_seconds(tmp_path: Path) -> None:
    acts = "- {who: one, do: bow, lasts: 2}\n- {ref: '1.2', who: two, do: bow, status: supplied, why: test}"
    timeline = play(tmp_path, acts)
    assert [timeline.moment(t) for t in ("one", "一", "1.2", "1.5s", "one+0.5s", "1.2+0.5s")] == [
        0, 0, 2, 1.5, 0.5, 2.5,
    ]  # fmt: skip
    for bad in ("two", "99s", "one+x", "1.3"):
        with pytest.raises(InputError):
            timeline.moment(bad)


BAD = {
    "an unknown verb": ("- {who: one, do: wlak, to: b}", "5:20: 'wlak' is no verb; did you mean 'walk'"),
    "an unknown slot": ("- {who: one, do: walk, too: b}", "5:26: .*did you mean 'to'"),
    "an unknown person": ("- {who: onne, do: walk, to: b}", "5:5: .*'onne'.*did you mean 'one'"),
    "an unknown place": ("- {who: one, do: walk, to: bb}", "5:30: no place is called 'bb'; did you mean 'b'"),
    "an unknown procedure": ("- {call: greet}", "5:5: there is no procedure 'greet'"),
    "an unknown word": ("- {repaet: 3, acts: []}", "neither an act nor a word.*did you mean 'repeat'"),
    "a wrong number": ("- {who: one, do: bow, lasts: no}", "5:32: .*'no'; expected a number"),
    "no time at all": ("- {who: one, do: bow, tempo: 0}", "expected a number from 1/20 to 20"),
    "a day for one bow": ("- {who: one, do: bow, lasts: 86400}", "expected a number from 1/100 to 3600"),
    "a day of bows": (
        "- {repeat: 25, acts: [{who: one, do: bow, lasts: 3600}]}",
        "the rite lasts longer than 12 hours",
    ),
    "a thing that is not there": ("- {who: two, do: take, thing: arrow}", "needs 1 × arrow and finds 0"),
    "a thing too far away": ("- {who: three, do: take, thing: spare}", r"it is \S+ 尺 away"),
    "a thing on the ground": ("- {who: one, do: walk, to: b}\n- {who: one, do: take, thing: spare}", "坐取"),
    "a ring that he does not have": ("- {who: two, do: gear-on}", "5:5: there is no two.thumb-ring"),
    "a ring off that he does not have": ("- {who: two, do: gear-off}", "there is no two.thumb-ring"),
    "holding what another holds": (
        "- {who: two, do: hold, thing: one.bow}",
        "5:33: .* does not hold one.bow",
    ),
    "a full hand": (
        "- {who: one, do: hand-over, thing: arrow, count: 4, to: one, with: thumb}",
        "does not take",
    ),
    "a wall in the way": (
        "- {who: three, do: ascend, by: steps}\n- {who: three, do: walk, to: on-hall, via: [beyond]}",
        "leads through",
    ),
    "another level": ("- {who: one, do: walk, to: on-hall}", "not on that level; expected ascend"),
    "two things at once": (
        "- together:\n    - {who: one, do: bow}\n    - {who: one, do: bow}",
        "two things at once",
    ),
    "kneeling while he walks": (
        "- {who: one, do: kneel}\n- {who: one, do: walk, to: b}",
        "kneeling; expected standing",
    ),
    "rising from nothing": ("- {who: one, do: rise}", "expected kneeling"),
    "no arrow on the string": ("- {who: two, do: shoot, at: b}", "no bow in his left hand"),
    "a tally before any count": (
        "- choose: tally.result\n  right: []\n  left: []\n  even: []",
        "no hits have been counted",
    ),
    "too many places": ("- {who: one, do: walk, to: [a, b]}", "1 people go to 2 places"),
    "a table where a place belongs": ("- {who: one, do: walk, to: {left: right}}", "5:30: .*is a table"),
    "an empty list": ("- {who: one, do: walk, to: []}", "5:30: .*is an empty list"),
    "a word where a table belongs": (
        "- {who: one, do: walk, to: b, around: pillar}",
        "expected a table",
    ),
    "no flight": ("- {who: one, do: ascend, by: a}", "no flight of steps"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_done_is_said_at_its_line(name: str, tmp_path: Path) -> None:
    acts, message = BAD[name]
    with pytest.raises(InputError, match=message) as raised:
        play(tmp_path, acts, layout=LAYOUT.replace("people:\n", BEYOND + "people:\n", 1))
    assert raised.value.where is not None and raised.value.where.file.endswith("one.yaml")


@pytest.mark.parametrize("called", ["round", "about"])
def test_a_procedure_that_calls_itself_is_refused(called: str, tmp_path: Path) -> None:
    procedures = f"round:\n  acts: [{{call: {called}}}]\nabout:\n  acts: [{{call: round}}]"
    with pytest.raises(InputError, match="procedure 'round' calls itself") as raised:
        play(tmp_path, "- {call: round}", procedures)
    assert raised.value.where is not None and raised.value.where.file.endswith("procedures.yaml")


def test_a_side_line_may_have_a_side_line(tmp_path: Path) -> None:
    acts = "- meanwhile:\n    - {call: wait-for}\n- {who: two, do: bow}"
    procedures = "wait-for:\n  acts:\n    - meanwhile: [{who: one, do: bow}]\n    - {who: two, do: bow}"
    timeline = play(tmp_path, acts, procedures)
    assert len(timeline.acts) == 3


def test_a_rite_without_sections_stands_still(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: one, do: bow}", layout=LAYOUT.replace("sections: [one]\n", ""))
    state = timeline.state(timeline.moment("0s"))
    assert state.section == "" and state.act is None
    assert state.figures["one"].station == "a"
    assert timeline.caption(0.0, "hans").title == "小礼"


def test_a_character_that_no_font_has_is_found(tmp_path: Path) -> None:
    rite = small_rite(
        tmp_path,
        "- {who: one, do: bow}",
        layout=LAYOUT.replace("hans: 甲, en: One", "hans: \U0001f600, en: One"),
    )
    glyphs = [finding for finding in rite.check().findings if finding.kind == "glyph"]
    assert glyphs[0].subjects == ("one",)
    assert "U+1F600" in glyphs[0].message


def test_every_slot_of_every_verb_is_read_by_the_code() -> None:
    room = Path(courtyard3d.rite.verbs.__file__).parent
    code = "".join(path.read_text("utf-8") for path in [*room.glob("*.py"), room.parent / "telling.py"])
    unread = {slot for row in rows().values() for slot in row.slots if f'"{slot}"' not in code}
    assert unread - set(TOLD) <= {"on-hit"}, "on-hit is read by the engine"


def test_posture_is_taken_up_for_an_act_of_the_hands(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: one, do: walk, to: b}\n- {who: one, do: take, thing: spare, posture: kneeling}\n"
        "- {who: one, do: hold, thing: spare}\n- {who: one, do: lay, thing: spare, posture: standing}",
    )
    take, lay = spans(timeline, "take")[0], spans(timeline, "lay")[0]
    assert timeline.state(take.end).figures["one"].posture == "kneeling"
    assert timeline.state(lay.end).figures["one"].posture == "standing"
