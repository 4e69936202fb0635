"""Each verb on the small court: what it changes, and every way in which it cannot be done."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_rite import LAYOUT, small_rite

from courtyard3d.errors import InputError
from courtyard3d.rite.report import state_json
from courtyard3d.rite.timeline import Timeline
from courtyard3d.scene.state import State

THINGS = """  door:
    kind: border
    labels: {hans: 门外, en: the door}
    facing: {to: west, status: supplied, why: test}
    statements: [{south_of: c, by: 五尺, status: supplied, why: test}]
  basin:
    kind: basin
    labels: {hans: 洗, en: basin}
    statements: [{north_of: a, by: 三尺, status: supplied, why: test}]
  jar:
    kind: wine-jar
    labels: {hans: 尊, en: jar}
    statements: [{south_of: a, by: 三尺, status: supplied, why: test}]
  cup:
    kind: goblet
    labels: {hans: 爵, en: cup}
    starts: {held_by: one, in: right-hand}
  stand:
    kind: meat-stand
    labels: {hans: 俎, en: meat stand}
    starts: absent
    lies: {along: east-west, head: west, status: supplied, why: test}
    statements: [{west_of: c, by: 三尺, status: supplied, why: test}]
  rope:
    kind: rope
    labels: {hans: 纲, en: rope}
    lies: {along: east-west, status: supplied, why: test}
    statements: [{south_of: a, by: 二尺, status: supplied, why: test}, {east_of: a, by: 一丈, status: supplied, why: test}]
    measures: {length: {is: 二丈, status: supplied, why: test}}
  drum:
    kind: drum
    labels: {hans: 鼓, en: drum}
    statements: [{west_of: d, by: 三尺, status: supplied, why: test}]
  zither:
    kind: zither
    labels: {hans: 瑟, en: zither}
    starts: {held_by: two, in: both-hands}
  butt:
    kind: cloth-target
    labels: {hans: 侯, en: target}
    facing: {to: north, status: supplied, why: test}
    statements: [{south_of: a, by: 十丈, status: supplied, why: test}]
    measures:
      upper_width: {is: 四丈, status: supplied, why: test}
      lower_width: {is: 三丈, status: supplied, why: test}
      center_side: {is: 一丈, status: supplied, why: test}
      height: {is: 一丈, status: supplied, why: test}
      hem: {is: 一尺, status: supplied, why: test}
"""
PEOPLE = """  away: {kind: man, side: guest, starts: absent, labels: {hans: 丁, en: Away}}
groups:
"""
COURT = LAYOUT.replace("people:\n", THINGS + "people:\n", 1).replace("groups:\n", PEOPLE, 1)
FILLED = "- {who: one, do: pour, thing: cup}\n"
LOADED = "- {who: away, do: arrive, at: door}\n- {who: away, do: bring, thing: stand}\n"


def play(folder: Path, acts: str, layout: str = COURT, **opening: object) -> Timeline:
    return small_rite(folder, acts, layout=layout, **opening).timeline


def end(timeline: Timeline) -> State:
    return timeline.state(timeline.duration)


def test_he_comes_in_at_the_border_and_goes_out_again(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: away, do: arrive, at: door}\n- {who: away, do: walk, to: c}\n- {who: away, do: walk, to: door}\n"
        "- {who: away, do: depart}",
        COURT.replace("starts: c", "starts: b"),
    )
    at_the_door = timeline.state(0.5).figures["away"]
    assert at_the_door.visible and at_the_door.station == "door" and at_the_door.facing == 270.0
    assert at_the_door.position == pytest.approx((10.0, -35.0, 0.0))
    assert timeline.state(timeline.duration - 0.1).figures["away"].visible
    assert not end(timeline).figures["away"].visible


def test_what_is_brought_is_in_both_hands_and_what_is_set_lies_where_the_layout_says(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        LOADED
        + "- {who: two, do: walk, to: d}\n- {who: away, do: walk, to: c}\n"
        + "- {who: away, do: set, thing: stand, posture: kneeling}\n- {who: away, do: rise}",
    )
    brought = timeline.state(2.0).things["stand"]
    assert (brought.holder, brought.place) == ("away", "both-hands")
    stand = end(timeline).things["stand"]
    assert stand.position == pytest.approx((7.0, -30.0, 0.0)) and stand.facing == 270.0
    assert end(timeline).figures["away"].posture == "standing"


def test_what_is_carried_off_is_gone(tmp_path: Path) -> None:
    timeline = play(tmp_path, LOADED + "- {who: away, do: carry-off, thing: stand}")
    assert not end(timeline).things["stand"].visible and end(timeline).figures["away"].holds == ()


def test_what_is_removed_is_in_his_hands(tmp_path: Path) -> None:
    acts = "- {who: one, do: set, thing: cup, at: a, posture: kneeling}\n- {who: one, do: remove, thing: cup}"
    assert end(play(tmp_path, acts)).things["cup"].holder == "one"


def test_a_cup_is_washed_filled_sipped_and_drained(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: one, do: wash, thing: cup}\n"
        + FILLED
        + "- {who: one, do: sacrifice, thing: cup}\n- {who: one, do: sip, thing: cup}\n"
        "- {who: one, do: taste, of: wine-jar}\n- {who: one, do: drink, thing: cup, posture: kneeling}",
    )
    conditions = [timeline.state(act.end).things["cup"].condition for act in timeline.acts]
    assert conditions == ["clean", "full", "full", "full", "full", "empty"]
    assert end(timeline).figures["one"].posture == "kneeling"
    assert state_json(timeline, timeline.duration)["objects"]["cup"]["condition"] == "empty"


def test_a_full_cup_stays_full_in_other_hands(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        FILLED + "- {who: three, do: walk, to: one.left}\n- {who: one, do: hand-over, thing: cup, to: three}",
    )
    cup = end(timeline).things["cup"]
    assert (cup.holder, cup.condition) == ("three", "full")


def test_hands_are_washed_and_wiped(tmp_path: Path) -> None:
    acts = "- {who: three, do: walk, to: a.west}\n- {who: three, do: wash-hands}\n- {who: three, do: wipe, thing: hands}"
    layout = COURT.replace("  b:\n", "    anchors: {west: {x: -2 chi}}\n  b:\n", 1)
    assert [act.act.do for act in play(tmp_path, acts, layout).acts] == ["walk", "wash-hands", "wipe"]


def test_a_rope_is_folded_tied_and_loosened(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: one, do: fold, thing: rope}\n- {who: one, do: tie, thing: rope}\n"
        "- {who: one, do: untie, thing: rope}\n- {who: one, do: untie, thing: rope, as: folded}",
    )
    conditions = [timeline.state(act.end).things["rope"].condition for act in timeline.acts]
    assert conditions == ["folded", "tied", "loose", "folded"]


def test_a_bow_is_slackened_and_strung(tmp_path: Path) -> None:
    timeline = play(
        tmp_path, "- {who: one, do: unstring, thing: own.bow}\n- {who: one, do: string, thing: own.bow}"
    )
    assert [timeline.state(act.end).things["one.bow"].condition for act in timeline.acts] == [
        "slack",
        "strung",
    ]


def test_arrows_are_bundled_loosened_and_sorted(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: one, do: bundle, thing: arrow, count: 4}\n- {who: one, do: unbundle, thing: arrow, count: 4}\n"
        "- {who: one, do: kneel}\n- {who: one, do: sort, thing: arrow, count: 4}",
    )
    first = timeline.state(timeline.acts[0].end).things
    assert {first[f"arrow-{n}"].condition for n in (1, 2, 3, 4)} == {"bundled"}
    assert {end(timeline).things[f"arrow-{n}"].condition for n in (1, 2, 3, 4)} == {"loose"}


def test_he_bows_to_the_ground_twice_and_is_where_he_was(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: one, do: kneel}\n- {who: one, do: prostrate, times: 2, kind: prostration, to: two}",
    )
    bow = timeline.acts[-1]
    assert bow.end - bow.start == pytest.approx(8.0)
    assert timeline.state(bow.start + 2.0).figures["one"].posture == "prostrate"
    assert timeline.state(bow.start + 4.1).figures["one"].posture == "prostrate"
    assert timeline.state(bow.start + 3.9).figures["one"].posture == "kneeling"
    assert end(timeline).figures["one"].posture == "kneeling"
    assert timeline.caption(bow.start, "hans").text == "甲答再拜稽首"


def test_he_sits_down_and_stands_up(tmp_path: Path) -> None:
    timeline = play(tmp_path, "- {who: three, do: sit}\n- {who: three, do: stand-up}")
    postures = [timeline.state(act.end - 0.01).figures["three"].posture for act in timeline.acts]
    assert postures == ["seated", "standing"]


def test_dress_and_shoes(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: one, do: dress, in: [court]}\n- {who: one, do: shoes-off, posture: kneeling}\n"
        "- {who: one, do: shoes-on, posture: kneeling}",
    )
    dress = [timeline.state(act.end).figures["one"].dress for act in timeline.acts]
    assert dress == [("court",), ("court", "unshod"), ("court",)]


def test_shoes_stand_beside_the_place_where_they_were_taken_off(tmp_path: Path) -> None:
    layout = LAYOUT.replace("labels: {hans: 乙, en: Two}", "labels: {hans: 乙, en: Two}, kit: [shoes]")
    acts = (
        "- {who: two, do: walk, to: one.right, facing: south}\n"
        "- {who: one, do: shoes-off, posture: kneeling}\n- {who: two, do: shoes-off, posture: kneeling}\n"
        "- {who: one, do: shoes-on, posture: kneeling}"
    )
    timeline = small_rite(tmp_path, acts, layout=layout).timeline
    worn, off, both, again = (timeline.state(act.end) for act in timeline.acts)
    one, two = ((both.figures[who].position or (0.0,))[0] for who in ("one", "two"))
    assert worn.things["one.shoes"].place == "feet"
    assert off.things["one.shoes"].position == pytest.approx((one - 0.8, -20.0, 0.0))
    assert both.things["two.shoes"].position == pytest.approx((two - 0.8, -20.0, 0.0))
    assert again.things["one.shoes"].holder == "one"
    assert again.things["two.shoes"].holder is None


def test_bows_of_other_kinds(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: three, do: press-bow, to: one}\n- {who: one, do: push-bow, facing: southwest}",
    )
    assert timeline.state(0.5).figures["three"].posture == "bowing"
    assert end(timeline).figures["one"].facing == pytest.approx(225.0)


def test_music_lasts_its_beats(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: two, do: play, beats: 5}\n- {who: one, do: sing, beats: 3}\n- {who: three, do: strike, thing: drum, beats: 4}",
    )
    assert [act.end - act.start for act in timeline.acts] == pytest.approx([10.0, 6.0, 8.0])


def test_the_arrow_leaves_the_string_on_the_beat(tmp_path: Path) -> None:
    acts = (
        "- meanwhile: [{who: three, do: strike, thing: drum, beats: 6}]\n- {who: one, do: pinch, thing: arrow}\n"
        "- {who: one, do: shoot, at: butt, beat: 4}"
    )
    hits = tmp_path / "hits.yaml"
    hits.write_text("one: {one: [hit off-beat, miss, miss, miss]}")
    on, off = (play(tmp_path, acts), play(tmp_path, acts, hits=str(hits)))
    assert (
        on.state(5.99).things["arrow-1"].holder == "one" and on.state(6.01).things["arrow-1"].holder is None
    )
    assert (
        off.state(6.99).things["arrow-1"].holder == "one" and off.state(7.01).things["arrow-1"].holder is None
    )


SHOTS = (
    "- repeat: 4\n  acts:\n    - {who: one, do: pinch, thing: arrow}\n    - {who: one, do: shoot, at: butt}\n"
    "- together:\n"
    "    - {who: two, do: walk, to: before, legs: [west, south]}\n"
    "    - {who: three, do: walk, to: behind, via: [aside, round], legs: [south, east]}\n"
)
LAY_ALL = "\n- {who: [two, three], do: lay, thing: arrow, count: all}"
BUTTS = """  aside:
    kind: station
    labels: {hans: 丁南, en: south of d}
    statements: [{south_of: d, by: 一丈, status: supplied, why: test}]
  round:
    kind: station
    labels: {hans: 侯西, en: west of the butt}
    statements: [{west_of: a, by: 四丈, status: supplied, why: test}, {south_of: a, by: 一丈, status: supplied, why: test}]
  before:
    kind: station
    labels: {hans: 侯前, en: before the butt}
    statements: [{north_of: butt, by: 二尺, status: supplied, why: test}]
  behind:
    kind: station
    labels: {hans: 侯后, en: behind the butt}
    statements: [{south_of: butt, by: 一丈, status: supplied, why: test}]
people:
"""


def test_men_gather_all_that_was_shot_each_what_lies_nearest(tmp_path: Path) -> None:
    hits = tmp_path / "hits.yaml"
    hits.write_text("one: {one: [hit, miss, hit, graze]}")
    layout = COURT.replace("people:\n", BUTTS, 1).replace("{held_by: two, in: both-hands}", "absent")
    gather = "- {who: [two, three], do: gather, thing: arrow}"
    timeline = play(tmp_path, SHOTS + gather, layout, hits=str(hits))
    state = end(timeline)
    assert set(state.figures["two"].holds) == {"arrow-1", "arrow-3"}
    assert set(state.figures["three"].holds) == {"arrow-2", "arrow-4"}
    assert {state.things[f"arrow-{n}"].place for n in (1, 2, 3, 4)} == {"armful"}
    moment = timeline.acts[-1]
    postures = {timeline.state(moment.start + step).figures["three"].posture for step in range(1, 20)}
    assert postures == {"standing", "kneeling"}, "what lies on the ground is taken kneeling (坐取)"

    rest = gather.replace("arrow}", "arrow, leave: 1}") + LAY_ALL
    timeline = play(tmp_path, SHOTS + rest, layout, hits=str(hits))
    fallen, state = timeline.state(timeline.acts[-2].start).things["arrow-4"], end(timeline)
    assert state.things["arrow-4"].position == fallen.position
    assert state.figures["two"].holds == state.figures["three"].holds == ()


def test_arrows_taken_one_by_one_join_the_bow(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: one, do: set, thing: cup, at: a, posture: kneeling}\n"
        "- {who: one, do: hand-over, thing: arrow-1, to: one, with: right-hand}\n- {who: one, do: join, thing: arrow}",
    )
    joined = timeline.acts[-1]
    assert timeline.state(joined.start).things["arrow-1"].place == "right-hand"
    assert timeline.state(joined.end).things["arrow-1"].place == "left-hand"


def test_what_is_handed_over_comes_from_the_place_that_is_named(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        "- {who: one, do: tuck, thing: arrow, count: 2}\n- {who: three, do: walk, to: one.left}\n"
        "- {who: one, do: hand-over, thing: arrow, count: 2, from: left-hand, to: three}",
    )
    assert {end(timeline).things[f"arrow-{n}"].holder for n in (1, 2)} == {"one"}
    assert {end(timeline).things[f"arrow-{n}"].holder for n in (3, 4)} == {"three"}


def test_the_arrow_in_the_hand_is_pinched_not_one_from_the_belt(tmp_path: Path) -> None:
    acts = (
        "- {who: one, do: hand-over, thing: arrow, count: 3, to: three, with: right-hand}\n"
        "- {who: three, do: tuck, thing: arrow, count: 2}\n- {who: three, do: pinch, thing: arrow}"
    )
    state = end(play(tmp_path, acts, COURT.replace("starts: d", "starts: a")))
    assert [state.things[f"arrow-{n}"].place for n in (1, 2, 3)] == ["belt", "belt", "left-hand"]


def test_what_stands_is_put_away_when_everybody_has_gone(tmp_path: Path) -> None:
    people = ("one", "two", "three")
    gone = "".join(f"- {{who: {who}, do: walk, to: door}}\n- {{who: {who}, do: depart}}\n" for who in people)
    state = end(play(tmp_path, gone + "- {who: away, do: put-away, thing: [cup, bow]}"))
    assert not any(state.things[name].visible for name in ("cup", "one.bow"))
    with pytest.raises(InputError, match="somebody is still there"):
        play(tmp_path, "- {who: away, do: put-away, thing: cup}")
    with pytest.raises(InputError, match="no thing is called 'cap'"):
        play(tmp_path, gone + "- {who: away, do: put-away, thing: cap}")


def test_place_is_only_for_sections_that_prepare_others(tmp_path: Path) -> None:
    acts = (
        "- {who: away, do: place, at: d, facing: south, posture: kneeling, dress: [dark]}\n"
        "- {who: three, do: place, thing: stand}\n- {who: three, do: place, thing: one.bow, at: a}"
    )
    layout = COURT.replace("sections: [one]", "sections: [_one]")
    with pytest.raises(InputError, match="no act of a rite"):
        play(tmp_path, acts)
    script = (tmp_path / "acts" / "one.yaml").read_text().replace("section: one", "section: _one")
    (tmp_path / "acts" / "_one.yaml").write_text(script)
    state = end(play(tmp_path, acts, layout))
    figure = state.figures["away"]
    assert (figure.station, figure.facing, figure.posture, figure.dress) == (
        "d",
        180.0,
        "kneeling",
        ("dark",),
    )
    assert state.things["stand"].holder == "three"
    assert state.things["one.bow"].position == pytest.approx((0.0, -20.0, 0.0))


def test_sentences(tmp_path: Path) -> None:
    timeline = play(
        tmp_path,
        FILLED
        + "- {who: one, do: drink, thing: cup, posture: standing}\n- {who: one, do: sacrifice}\n"
        + "- {who: one, do: taste, of: goblet}\n- {who: one, do: prostrate}\n- {who: three, do: dress, in: dark}",
        COURT.replace("south_of: b, by: 二尺", "west_of: a, by: 二尺"),
    )
    told = [
        (timeline.caption(act.start, "hans").text, timeline.caption(act.start, "en").text)
        for act in timeline.acts
    ]
    assert told == [
        ("甲酌，实爵", "One ladles wine into the cup"),
        ("甲立卒爵", "One drains the cup, standing"),
        ("甲祭酒", "One offers of the wine"),
        ("甲哜觯", "One tastes of the goblet"),
        ("甲拜", "One kneels and bows to the ground"),
        ("丙服玄端", "Three puts on the plain dark dress"),
    ]


BAD = {
    "an act of one who is absent": ("- {who: away, do: bow}", "absent; expected arrive"),
    "coming twice": ("- {who: one, do: arrive, at: door}", "is there already"),
    "coming in the middle of the court": ("- {who: away, do: arrive, at: a}", "no border station"),
    "going from the middle of the court": ("- {who: one, do: depart}", "stands at a; expected a station"),
    "bringing in the middle of the court": ("- {who: one, do: bring, thing: stand}", "stands at a; expected"),
    "bringing what is there": (
        "- {who: away, do: arrive, at: door}\n- {who: away, do: bring, thing: cup}",
        "0 of 1 are absent",
    ),
    "bringing with full hands": (
        LOADED
        + "- {who: away, do: carry-off, thing: stand}\n- {who: away, do: bring, thing: stand, with: left-hand}",
        "does not take",
    ),
    "carrying off what he does not hold": (
        "- {who: away, do: arrive, at: door}\n- {who: away, do: carry-off, thing: stand}",
        "does not hold stand",
    ),
    "carrying off in the middle of the court": (
        "- {who: one, do: carry-off, thing: cup}",
        "stands at a; expected",
    ),
    "setting too far away": (LOADED + "- {who: away, do: set, thing: stand}", "stand is out of the reach"),
    "setting what belongs nowhere": ("- {who: one, do: set, thing: cup}", "does not say where cup is used"),
    "setting what he does not hold": ("- {who: one, do: set, thing: stand}", "does not hold stand"),
    "removing what is absent": ("- {who: one, do: remove, thing: stand}", "not there yet"),
    "washing without a basin": (
        "- {who: one, do: walk, to: d}\n- {who: one, do: wash, thing: cup}",
        "no basin",
    ),
    "washing what is no vessel": ("- {who: one, do: wash, thing: own.bow}", "no vessel to drink from"),
    "washing what is full": (FILLED + "- {who: one, do: wash, thing: cup}", "full already"),
    "washing what he does not hold": (
        "- {who: three, do: walk, to: a}\n- {who: three, do: wash, thing: cup}",
        "does not hold cup",
    ),
    "washing full hands": ("- {who: one, do: wash-hands}", "in his hands; expected empty hands"),
    "washing hands without a basin": ("- {who: three, do: wash-hands}", "no basin is within reach"),
    "pouring twice": (FILLED + FILLED, "full already"),
    "pouring without a jar": ("- {who: one, do: walk, to: d}\n" + FILLED, "no wine-jar is within reach"),
    "pouring from the basin": ("- {who: one, do: pour, thing: cup, from: basin}", "holds no wine"),
    "drinking from an empty cup": ("- {who: one, do: drink, thing: cup}", "not filled"),
    "sipping from an empty cup": ("- {who: one, do: sip, thing: cup}", "not filled"),
    "offering from an empty cup": ("- {who: one, do: sacrifice, thing: cup}", "not filled"),
    "offering what is not there": (
        "- {who: one, do: sacrifice, of: meat-stand}",
        "no meat-stand is within reach",
    ),
    "tasting what he does not hold": ("- {who: one, do: taste, thing: zither}", "does not hold zither"),
    "wiping what is not there": ("- {who: one, do: wipe, thing: zither}", "no zither is within reach"),
    "drinking while he sits as he should kneel": (
        "- {who: three, do: sit}\n- {who: three, do: wash-hands, posture: kneeling}",
        "is seated; expected kneeling or standing",
    ),
    "kneeling in no posture": (
        "- {who: one, do: drink, thing: cup, posture: lying}",
        "expected kneeling or standing",
    ),
    "tying what is out of reach": ("- {who: three, do: tie, thing: rope}", "rope is out of the reach"),
    "tying what is not known": ("- {who: one, do: tie, thing: rop}", "did you mean 'rope'"),
    "tying twice": ("- {who: one, do: tie, thing: rope}\n- {who: one, do: tie, thing: rope}", "tied already"),
    "tying into no condition": ("- {who: one, do: tie, thing: rope, as: knotted}", "no condition of a rope"),
    "stringing a strung bow": ("- {who: one, do: string, thing: own.bow}", "strung already"),
    "slackening another's bow": ("- {who: three, do: unstring, thing: one.bow}", "does not hold one.bow"),
    "stringing a cup": ("- {who: one, do: string, thing: cup}", "has no string"),
    "bundling what is far away": ("- {who: three, do: bundle, thing: arrow-1}", "out of the reach"),
    "loosening loose arrows": ("- {who: one, do: unbundle, thing: arrow}", "loose already"),
    "taking one out of a bundle": (
        "- {who: one, do: bundle, thing: arrow, count: 4}\n- {who: one, do: take, thing: arrow-1}",
        "arrow-1 is tied into a bundle; expected unbundle",
    ),
    "sorting while he stands": ("- {who: one, do: sort, thing: arrow}", "standing; expected kneeling"),
    "sorting what is not there": (
        "- {who: three, do: kneel}\n- {who: three, do: sort, thing: arrow}",
        "finds 0 within",
    ),
    "gathering through a wall": (
        "- {who: one, do: pinch, thing: arrow}\n- {who: one, do: shoot, at: butt}\n"
        "- {who: three, do: gather, thing: arrow}",
        "leads through butt",
    ),
    "joining nothing": ("- {who: one, do: join, thing: arrow}", "nothing of that in his right hand"),
    "handing over from an empty place": (
        "- {who: one, do: hand-over, thing: arrow, from: belt, to: one}",
        "has 0 of that in belt",
    ),
    "sitting down twice": ("- {who: one, do: sit}\n- {who: one, do: sit}", "seated; expected standing"),
    "standing up from nothing": ("- {who: one, do: stand-up}", "standing; expected seated"),
    "bowing to the ground no times": ("- {who: one, do: prostrate, times: no}", "whole number"),
    "pushing no bow": ("- {who: three, do: push-bow}", "no bow in his left hand"),
    "wearing nothing": ("- {who: one, do: dress}", "expected in:"),
    "taking off no shoes": ("- {who: one, do: shoes-off}\n- {who: one, do: shoes-off}", "no shoes on"),
    "having no shoes to take off": ("- {who: three, do: shoes-off}", "no shoes on"),
    "putting on two pairs of shoes": ("- {who: one, do: shoes-on}", "has his shoes on"),
    "playing without an instrument": ("- {who: three, do: play}", "no zither or mouth-organ"),
    "striking without a drum": ("- {who: one, do: strike, thing: drum}", "no drum is within reach"),
    "shooting without a drum": (
        "- {who: one, do: pinch, thing: arrow}\n- {who: one, do: shoot, at: butt, beat: 1}",
        "no beat 1 from now on",
    ),
    "both hands with something in one": (
        "- {who: two, do: walk, to: one.right}\n- {who: two, do: hand-over, thing: zither, to: one}",
        "both-hands of one .* is not free: left-hand holds one.bow",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_done_is_said(name: str, tmp_path: Path) -> None:
    acts, message = BAD[name]
    with pytest.raises(InputError, match=message):
        play(tmp_path, acts)
