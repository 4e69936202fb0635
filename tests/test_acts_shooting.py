"""诱射 to 三射毕 (15 to 28), row by row: who stands where and holds what when the text comes to an act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from functools import cache

import pytest

import courtyard3d
from courtyard3d.courtyard import Courtyard
from courtyard3d.rite.acts import Act, Base, Call
from courtyard3d.rite.engine import Played
from courtyard3d.scene.state import FigureState, State, ThingState

NORTH, EAST, SOUTH, WEST = 0.0, 90.0, 180.0, 270.0
TEN_CHUN = 20


@cache
def court(hits: str | None = None) -> Courtyard:
    return courtyard3d.open("xiangshe", hits=hits)


def first(ref: str, hits: str | None = None) -> Played:
    """The act with which a row of the text begins."""
    return next(act for act in court(hits).timeline.acts if ref in act.act.ref)


def at(ref: str, hits: str | None = None) -> State:
    timeline = court(hits).timeline
    return timeline.state(timeline.moment(ref))


def after(section: str) -> State:
    timeline = court().timeline
    return timeline.state(timeline.section(section).end - 0.01)


def figure(ref: str, person: str, hits: str | None = None) -> FigureState:
    return at(ref, hits).figures[person]


def place(found: FigureState | ThingState) -> tuple[float, float, float]:
    assert found.position is not None
    return found.position


def kinds(names: Iterable[str]) -> Counter[str]:
    """How many things of each kind."""
    return Counter(court().layout.objects[name].kind for name in names)


def arrows_by_holder(state: State) -> Counter[str | None]:
    objects = court().layout.objects
    return Counter(thing.holder for name, thing in state.things.items() if objects[name].kind == "arrow")


# -- the moment of a row is the moment of that very row -----------------------------------------------------------


@pytest.mark.parametrize(
    ("ref", "do", "people"),
    [
        ("15.15", "turn", ["archery-director"]),
        ("16.14", "ascend", ["pair1-upper", "pair1-lower"]),
        ("16.15", "ascend", ["pair1-lower"]),
        ("16.16", "ascend", ["pair1-upper"]),
        ("16.17", "ascend", ["pair1-lower"]),
        ("16.54", "shoot", ["pair1-upper"]),
        ("16.73", "shoot", ["pair2-upper"]),
        ("16.75", "bow", ["pair3-upper", "pair3-lower"]),
        ("17.05", "bare", ["overseer"]),
        ("17.21", "cover", ["overseer"]),
        ("18.40", "walk", ["pair1-lower"]),
        ("18.42", "join", ["pair1-lower"]),
        ("18.43", "walk", ["pair1-upper"]),
        ("18.57", "walk", ["pair3-upper"]),
        ("18.61", "bare", ["guests-below-1"]),
        ("18.69", "call", ["marker"]),
        ("19.30", "load-counters", ["tallier"]),
        ("20.23", "shoot", ["host"]),
        ("20.41", "ascend", ["grandee"]),
        ("20.46", "descend", ["grandee"]),
        ("21.17", "count-heap", ["tallier"]),
        ("22.41", "bow", ["pair3-upper", "pair3-lower"]),
        ("23.17", "rise", ["marker"]),
        ("23.33", "walk", ["archery-director"]),
        ("24.15", "bare", ["pair1-upper", "pair1-lower", "pair2-upper", "pair2-lower", "pair3-upper", "pair3-lower"]),
        ("24.33", "walk", ["host"]),
        ("24.36", "bow", ["guest", "host"]),
        ("24.42", "walk", ["host"]),
        ("25.30", "walk", ["tallier"]),
        ("28.06a", "bow", ["guest", "host", "grandee"]),
        ("28.10b", "turn", ["host"]),
        ("28.12a", "walk", ["host"]),
    ],
)  # fmt: skip
def test_a_row_begins_with_what_it_tells(ref: str, do: str, people: list[str]) -> None:
    act = first(ref)
    assert (act.act.do, list(act.people)) == (do, people)


@pytest.mark.parametrize(
    ("ref", "voice", "quote"),
    [
        ("15.15", "jia", "明司射却时右还"),
        ("16.15", "jing", "下射从之中等"),
        ("16.17", "jing", "上射升堂少左下射升"),
        ("18.41", "jing", "覆手自弓上取一个"),
        ("19.29", "jing", "又取中之八算"),
        ("20.42", "ji", "耦少退于物"),
        ("21.15", "jing", "十纯则缩而委之"),
        ("24.27", "zheng", "南面相俟而揖行也"),
        ("28.09", "jing", "以退不反位遂授有司于堂西"),
    ],
)
def test_the_clause_is_that_of_the_row(ref: str, voice: str, quote: str) -> None:
    source = first(ref).act.source
    assert source is not None
    clause = source.sources[0] if source.sources else source
    assert (clause.voice, clause.quote) == (voice, quote)


def test_rows_of_a_climb_follow_one_another() -> None:
    """上射先升三等，下射从之中等: he has three treads when the other begins, and is on the floor before him."""
    upper, lower = (figure("16.15", f"pair1-{role}") for role in ("upper", "lower"))
    assert place(upper)[2] == pytest.approx(3.0) and place(lower)[2] == pytest.approx(0.0)
    assert place(figure("16.17", "pair1-upper"))[1] > place(figure("16.16", "pair1-upper"))[1]


# -- bows, stations, facings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("person", ["archery-director", "pair1-lower"])
def test_the_fifth_bow_is_at_the_mark_and_not_where_the_fourth_was(person: str) -> None:
    """当物揖, 及物揖: opposite the mark, then at its edge."""
    bows = [act for act in court().timeline.acts if act.act.do == "bow" and person in act.people]
    tell = {"archery-director": ("15.26", "15.28"), "pair1-lower": ("16.20", "16.21")}[person]
    opposite, there = (next(bow for bow in bows if ref in bow.act.ref) for ref in tell)
    places = [court().timeline.figures[person].at(bow.start).position for bow in (opposite, there)]
    south, edge = court().layout.point("mark-left.south"), court().layout.point("mark-left.south-edge")
    assert places == [pytest.approx(tuple(map(float, south))), pytest.approx(tuple(map(float, edge)))]


@pytest.mark.parametrize(
    ("ref", "person", "station", "facing"),
    [
        ("16.06", "archery-director", "archery-director.post", WEST),
        ("18.07", "archery-director", "archery-director.before-host", 45.0),
        ("18.44", "pair1-upper", "arrow-rack.west", EAST),
        ("18.44", "pair1-lower", "arrow-rack.east", WEST),
        ("19.09", "archery-director", "tally-holder.east", WEST),
        ("21.12", "archery-director", "archery-director.count-post", NORTH),
        ("23.08", "overseer", "overseer.sending-place", WEST),
        ("23.24", "overseer", "overseer.receiving-place", NORTH),
        ("23.23", "marker", "marker.setting.right", EAST),
        ("24.31", "guest", "arrow-rack.west", EAST),
        ("24.31", "host", "arrow-rack.east", WEST),
        ("25.18", "music-director", "music-director.before-musicians", EAST),
        ("28.11", "guest", "west-of-wall", None),
        ("28.17", "overseer", "overseer.post", EAST),
    ],
)
def test_he_stands_where_the_row_says(ref: str, person: str, station: str, facing: float | None) -> None:
    found, point = figure(ref, person), court().layout.point(station)
    assert place(found) == pytest.approx(tuple(map(float, point)), abs=0.01)
    assert facing is None or found.facing == pytest.approx(facing)


def test_guest_and_host_wait_for_each_other_facing_south() -> None:
    timeline = court().timeline
    waits = first("24.27")
    assert waits.act.do == "wait"
    assert [timeline.figures[p].at(waits.end).facing for p in ("guest", "host")] == [SOUTH, SOUTH]


# -- what they hold ---------------------------------------------------------------------------------------------------


def test_the_last_man_has_three_in_the_belt_and_five_pinched_until_he_hands_four_over() -> None:
    """后者遂取诱射之矢, 兼乘矢而取之."""
    held = figure("18.59", "pair3-lower").holds
    things = at("18.59").things
    places = Counter(things[name].place for name in held if name.startswith("arrow-"))
    assert places == {"belt": 3, "left-hand": 5}
    assert kinds(figure("18.60", "pair3-lower").holds)["arrow"] == 4


@pytest.mark.parametrize(
    ("section", "rack", "pairs"),
    [
        ("qu-shi", 28, 0),
        ("shi-suan", 56, 0),
        ("shi-suan-3", 56, 0),
        ("san-qing-she", 0, 24),
        ("she-bi", 0, 0),
    ],
)
def test_the_arrows_of_a_round_come_back(section: str, rack: int, pairs: int) -> None:
    """28 after the first round, four of each of the fourteen who shoot after the others."""
    found = arrows_by_holder(after(section))
    assert found["arrow-rack"] == rack
    assert sum(count for holder, count in found.items() if str(holder).startswith("pair")) == pairs
    assert found["target"] == 0 and not any(str(holder).startswith("young-men") for holder in found)


def test_winners_hold_a_strung_bow_and_losers_a_slack_one() -> None:
    timeline = court().timeline
    holds = [act for act in timeline.acts if act.section == "yin-busheng" and act.act.do == "hold"]
    told = [(act.people[0], act.end) for act in holds if act.people[0].startswith("pair")]
    state = {archer: timeline.things[f"{archer}.bow"].at(end).condition or "strung" for archer, end in told}
    assert state == {f"pair{k}-upper": "slack" for k in (1, 2, 3)} | {
        f"pair{k}-lower": "strung" for k in (1, 2)
    }
    loser = figure("22.26", "pair1-upper")
    held = kinds(loser.holds)
    assert held["bow"] == held["goblet"] == 1
    assert not {"bare", "thumb-ring", "arm-guard"} & set(loser.dress)


def test_counters_lie_as_they_are_counted_in_both_rounds() -> None:
    """缩, 横: of each heap only the odd counter (and whole tens of 纯) lies lengthwise."""
    timeline, layout = court().timeline, court().layout
    for section in ("shi-suan", "shi-suan-3"):
        time = next(a.start for a in timeline.acts if a.section == section and a.act.do == "take-surplus")
        for heap in ("heap-right", "heap-left"):
            rests = [
                t.at(time) for name, t in timeline.things.items() if layout.objects[name].kind == "counter"
            ]
            lying = [rest for rest in rests if rest.holder == heap]
            lengthwise = sum(rest.facing == layout.facing(heap) for rest in lying)
            assert lying and lengthwise == len(lying) // TEN_CHUN * TEN_CHUN + len(lying) % 2


def test_after_the_third_count_nobody_holds_counters() -> None:
    state = after("shi-suan-3")
    assert not kinds(state.figures["tallier"].holds)["counter"]


@pytest.mark.parametrize(
    ("thing", "where"),
    [
        ("arrow-rack", "west-of-hall.rack"),
        ("tally-holder", "west-of-hall.holder"),
        ("cup-stand", "west-of-hall.stand"),
        ("archery-director.bow", "west-of-hall.bows"),
        ("overseer.bow", "west-of-hall.marshal-bow"),
        ("rod", "west-of-hall.bows"),
        ("host.bow", "east-of-hall.arms"),
        ("pair1-upper.bow", "west-of-hall.arms"),
        ("grandee.bow", "west-of-hall.arms"),
    ],
)
def test_when_all_is_over_everything_lies_ready_again(thing: str, where: str) -> None:
    """诸所退皆俟堂西备复射也."""
    found = after("she-bi").things[thing]
    assert found.holder is None
    assert place(found)[:2] == pytest.approx(tuple(map(float, court().layout.point(where)[:2])), abs=1.5)


def test_the_target_is_loosened_and_the_penalty_goblet_is_in_its_basket() -> None:
    state = after("she-bi")
    assert court().timeline.things["lower-rope"].at(state.time).condition == "loose"
    assert state.things["penalty-goblet"].holder == state.things["officers-cup"].holder == "cup-basket"
    assert kinds(n for n, t in state.things.items() if t.holder == "tallier")["counter"] == 0


def test_the_director_is_covered_once_for_music_and_count() -> None:
    """25.07 covers him; he bares his arm again only for the drinking."""
    covers = [
        a.section for a in court().timeline.acts if a.act.do == "cover" and "archery-director" in a.people
    ]
    assert covers == ["shi-suan", "xian-huozhe", "san-she", "she-bi"]


def test_the_mate_of_a_grandee_who_drinks_does_not_go_up() -> None:
    """大夫饮则耦不升: the right side wins, host and grandee drink at the west steps."""
    mate = figure("22.50", "guests-below-1", "right")
    assert mate.station is not None and mate.station.startswith("west-of-hall.others-row")
    drinks = [a for a in court("right").timeline.acts if a.section == "yin-busheng" and a.act.do == "drink"]
    grandee = next(a for a in drinks if a.people == ("grandee",))
    host = next(a for a in drinks if a.people == ("host",))
    figures = court("right").timeline.figures
    for act in (grandee, host):
        found = figures[act.people[0]].at(act.start)
        assert found.station == "steps-west.head" and found.facing == pytest.approx(NORTH)
    assert not any(a.people == ("guests-below-1",) for a in drinks)


# -- captions ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ref", "hans", "en"),
    [
        ("15.04", "三耦袒左臂", "The three pairs bare their left arms"),
        ("15.10", "三耦搢三矢", "The three pairs tuck 3 arrows each into their belts"),
        ("16.25", "司马取弓", "The marshal takes the bow"),
        ("17.23", "弟子行至侯西北", "The young men walk to north-west of the target"),
        (
            "17.28",
            "司马左右抚矢而乘之",
            "The marshal parts all the arrows with right and left hand, four and four",
        ),
        ("21.12", "司射北面视算", "The director of archery inspects the count, facing north"),
        ("22.14", "不胜者袭，不决拾", "The loser stays covered, without ring and guard"),
    ],
)
def test_captions(ref: str, hans: str, en: str) -> None:
    teller, act = court().timeline._teller, first(ref)
    assert (teller.sentence(act, "hans"), teller.sentence(act, "en")) == (hans, en)


@pytest.mark.parametrize(
    ("ref", "person"),
    [
        ("28.09", "pair1-upper"),
        ("28.09", "pair1-lower"),
        ("28.10a", "guest"),
        ("28.10b", "host"),
        ("28.10c", "grandee"),
    ],
)
def test_the_last_time_arrows_go_away_along_the_grip_neither_tucked_nor_pinched(
    ref: str, person: str
) -> None:
    state = at(ref)
    held = [state.things[name].place for name in state.figures[person].holds if name.startswith("arrow")]
    assert held == ["left-hand"] * 4
    last = [act for act in court().timeline.acts if act.section == "she-bi" and person in act.people]
    assert not {"tuck", "pinch"} & {act.act.do for act in last}


def within(entry: object) -> Iterable[Base]:
    """An entry and all entries within it."""
    if isinstance(entry, Base):
        yield entry
        for field in fields(entry):
            yield from within(getattr(entry, field.name))
    elif isinstance(entry, tuple):
        for inner in entry:
            yield from within(inner)
    elif isinstance(entry, dict):
        yield from within(tuple(entry.values()))


def test_what_a_call_leaves_out_is_left_out_with_the_facts_that_it_tells() -> None:
    script = court().script
    lines = [line.entries for line in (*script.sections, *script.procedures.values())]
    told = [set(entry.ref) for entry in within(tuple(lines)) if isinstance(entry, Act)]
    left_out = [set(entry.skip) for entry in within(tuple(lines)) if isinstance(entry, Call) and entry.skip]
    assert len(left_out) > 20
    done_still = [refs - skip for skip in left_out for refs in told if refs & skip and not refs <= skip]
    assert [rest for rest in done_still if not any(ref[0].isdigit() for ref in rest)] == []


def test_the_director_orders_the_last_fetching_with_one_arrow_in_his_right_hand() -> None:
    state = at("28.03")
    held = {name: state.things[name].place for name in state.figures["archery-director"].holds}
    assert held["archery-director.bow"] == "left-hand"
    assert [place for name, place in held.items() if name.startswith("arrow-")] == ["right-hand"]


@pytest.mark.parametrize(
    ("ref", "stand", "facing"),
    [
        ("23.13", "marker.meat-stand", NORTH),  # before the right ear, for the target
        ("23.21", "marker.meat-stand", NORTH),
        ("23.24", "marker.meat-stand", EAST),
        ("23.38", "tallier.meat-stand", EAST),
    ],
)
def test_a_meat_stand_stands_across_before_what_it_is_for(ref, stand, facing):
    found = at(ref).things[stand]
    assert found.holder is None
    assert found.facing is not None
    assert found.facing % 360 == pytest.approx(facing)
