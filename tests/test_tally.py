"""The count: scores in 纯 and 奇, the shape of counted heaps, counters from hand to heap and back."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_rite import LAYOUT, small_rite
from tally_rite import tally

import courtyard3d
from courtyard3d.courtyard import Courtyard
from courtyard3d.errors import Where
from courtyard3d.rite.movement import load_movement
from courtyard3d.rite.outcome import Outcome
from courtyard3d.rite.report import shortages
from courtyard3d.rite.tally import Lie, Score, Spread, counted, piled

SPREAD = Spread(length=1.4, thickness=0.03, row=10, pitch=0.04, gap=0.1, apart=0.3)
NUMBERS = st.integers(0, 80)
NOWHERE = Where("", 0, 0)

KIT = ", kit: [bow, arrow x 4, thumb-ring, arm-guard, shoes]"
BEGIN = ["{who: one, do: kneel}", "{who: one, do: gather-counters}"]


def rite(folder: Path, acts: list[str], counters: int = 80) -> Courtyard:
    layout = LAYOUT.replace("people:\n", tally("a", counters) + "people:\n", 1).replace(KIT, "")
    return small_rite(folder, "\n".join(f"- {act}" for act in [*BEGIN, *acts]), layout=layout)


def lay(heap: str, number: int) -> list[str]:
    return [f"{{who: one, do: lay-counter, heap: {heap}}}"] * number


def count(heap: str, by: str = "taking-up") -> str:
    return f"{{who: one, do: count-heap, heap: {heap}, by: {by}}}"


def holders(courtyard: Courtyard, time: float) -> Counter[str | None]:
    tracks = courtyard.timeline.things.items()
    counters = [track for name, track in tracks if courtyard.layout.objects[name].kind == "counter"]
    return Counter(track.at(time).holder for track in counters)


# -- scores ----------------------------------------------------------------------------------------------------


@given(NUMBERS, NUMBERS)
def test_a_surplus_is_told_in_pairs_and_the_odd_one(right: int, left: int) -> None:
    score = Score(right, left)
    words = score.told(english=True)
    chun = int(words.split(" chun")[0]) if "chun" in words else 0
    assert 2 * chun + words.count("odd") == score.surplus == abs(right - left)
    assert score.result == ("even" if right == left else "right" if right > left else "left")


def test_scores_are_told_in_both_languages() -> None:
    assert [Score(23, 0).told(False), Score(0, 4).told(False), Score(3, 2).told(False), Score(5, 5).told(False)] == [
        "十一纯一奇", "二纯", "一奇", "",
    ]  # fmt: skip
    assert Score(23, 0).told(True) == "11 chun and one odd"


def outcome(**opening: object) -> Outcome:
    made = Outcome(1, load_movement(), uppers=frozenset({"upper"}), **opening)  # type: ignore[arg-type]
    made.open("one", counted=True)
    return made


def shoot(made: Outcome, archer: str, *shots: str, section: str = "one") -> None:
    for number, shot in enumerate(shots):
        made.shots[section, archer, number] = shot


def test_the_right_side_is_that_of_the_upper_archers() -> None:
    made = outcome()
    shoot(made, "upper", "hit", "hit", "graze", "miss")
    shoot(made, "lower", "hit", "miss", "graze", "miss")
    assert made.score("one") == Score(2, 1)
    assert (made.fate("upper", NOWHERE), made.fate("lower", NOWHERE)) == ("won", "lost")
    assert made.holds("tally.right", NOWHERE) and made.holds("tally.surplus", NOWHERE)
    assert not made.holds("tally.even", NOWHERE)


def test_counted_sections_that_follow_one_another_are_one_round() -> None:
    made = outcome()
    shoot(made, "upper", "hit")
    made.open("two", counted=True)
    shoot(made, "lower", "hit", "hit", section="two")
    made.open("drink", counted=False)
    assert made.score("drink") == Score(1, 2) and made.verdict(NOWHERE) == "left"
    made.open("third", counted=True)
    assert made.score("third") == Score(0, 0)
    assert made.score("drink") == Score(1, 2), "what was announced then stays"


def test_a_hit_that_is_not_counted_leaves_the_score_alone() -> None:
    made = outcome()
    shoot(made, "upper", "hit", "hit")
    made.discount(made.last)
    assert made.score("one") == Score(1, 0) and not made.holds("shot.counts", NOWHERE)
    fork = made.fork()
    fork.discount(("one", "upper", 0))
    assert made.score("one") == Score(1, 0)


# -- the shape of heaps ----------------------------------------------------------------------------------------


def apart(a: Lie, b: Lie) -> float:
    return max(abs(a.ahead - b.ahead), abs(a.right - b.right), abs(a.up - b.up))


@given(NUMBERS)
def test_counted_counters_lie_as_the_text_describes(number: int) -> None:
    lies = list(counted(number, SPREAD))
    tens = [lie for lie in lies if not lie.across and lie.ahead > 0]
    rest = [lie for lie in lies if lie.across]
    odd = [lie for lie in lies if not lie.across and lie.ahead < 0]
    assert len(tens) == number // 20 * 20, "十纯则缩而委之"
    assert len(rest) == number % 20 // 2 * 2, "有余纯则横于下"
    assert len(odd) == number % 2, "奇则又缩诸纯下"
    assert lies == [*tens, *rest, *odd]
    assert all(lie.ahead + SPREAD.thickness < 0 for lie in rest), "below the ends of the tens"
    assert all(lie.ahead + SPREAD.length / 2 < min((r.ahead for r in rest), default=0.0) for lie in odd)
    assert all(apart(a, b) >= SPREAD.thickness - 1e-9 for a, b in itertools.combinations(lies, 2))


@given(st.integers(40, 400))
def test_each_ten_lies_apart(number: int) -> None:
    tens = [lie for lie in counted(number, SPREAD) if not lie.across][: number // 20 * 20]
    bundles = [tens[start : start + 20] for start in range(0, len(tens), 20)]
    for one, other in itertools.pairwise(bundles):
        between = min(lie.right for lie in other) - max(lie.right for lie in one)
        assert between >= SPREAD.apart, "每委异之"
    assert sum(lie.right for lie in tens) == pytest.approx(0.0, abs=1e-6), "the middle lies before the man"


@given(st.integers(1, 400))
def test_a_pile_lies_crosswise_in_full_layers(number: int) -> None:
    lies = list(piled(number, SPREAD))
    assert all(lie.across for lie in lies)
    layers = Counter(round(lie.up / SPREAD.thickness) for lie in lies)
    assert all(layers[layer] == SPREAD.row for layer in range(max(layers)))


# -- custody ---------------------------------------------------------------------------------------------------


def test_eight_in_the_holder_eight_in_the_hand_the_rest_crosswise(tmp_path: Path) -> None:
    acts = [
        "{who: one, do: load-counters}",
        "{who: one, do: lay-rest, heap: rest}",
        "{who: one, do: gather-counters, from: tally-holder}",
        "{who: one, do: load-counters, from: rest}",
    ]
    courtyard = rite(tmp_path, acts)
    assert holders(courtyard, courtyard.timeline.duration) == {"one": 8, "tally-holder": 8, "rest": 64}
    state = courtyard.timeline.state(courtyard.timeline.duration)
    resting = [thing for thing in state.things.values() if thing.holder == "rest"]
    assert {thing.facing for thing in resting} == {180.0}, "横委其余于中西，南末"


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 26), st.integers(0, 26))
def test_no_counter_is_lost_and_the_heaps_are_what_was_laid(tmp_path: Path, right: int, left: int) -> None:
    acts = [*lay("right", right), *lay("left", left), count("right"), count("left", "laying-down")]
    acts.append("{who: one, do: take-surplus, from: [right, left]}")
    courtyard = rite(tmp_path, acts)
    timeline = courtyard.timeline
    for act in timeline.acts[2:]:
        assert sum(holders(courtyard, act.end).values()) == 80
        assert None not in holders(courtyard, act.end)
    surplus = abs(right - left)
    each = min(right, left) - (surplus == 0 and right > 0)
    found = holders(courtyard, timeline.duration)
    assert (found["right"], found["left"]) == (each, each), "齐之而取其余; even: one of each"


@pytest.mark.parametrize("by", ["taking-up", "laying-down"])
@pytest.mark.parametrize("number", [0, 1, 2, 19, 20, 21, 43])
def test_both_ways_of_counting_end_in_the_same_shape(by: str, number: int, tmp_path: Path) -> None:
    courtyard = rite(tmp_path, [*lay("right", number), count("right", by)])
    heap = [
        t
        for t in courtyard.timeline.state(courtyard.timeline.duration).things.values()
        if t.holder == "right"
    ]
    x, y, _ = (float(value) for value in courtyard.layout.point("right"))
    found = Counter((round(t.position[0] - x, 6), round(t.position[1] - y, 6), t.facing) for t in heap)  # type: ignore[index]
    size = {name: float(q.value) for name, q in courtyard.layout.objects["right"].size.items()}
    slip = {name: float(q.value) for name, q in courtyard.layout.objects["counter-1"].size.items()}
    spread = Spread(
        slip["length"], slip["diameter"], int(size["row"]), size["pitch"], size["gap"], size["apart"]
    )
    shape = counted(number, spread)
    assert found == Counter(
        (round(lie.ahead, 6), round(-lie.right, 6), 180.0 if lie.across else 90.0) for lie in shape
    )


def test_running_out_of_counters_is_a_finding_and_no_crash(tmp_path: Path) -> None:
    acts = [
        "{who: one, do: load-counters}",
        "{who: one, do: lay-rest, heap: rest}",
        *lay("right", 6),
    ]
    courtyard = rite(tmp_path, acts, counters=5)
    found = list(shortages(courtyard.timeline))
    assert [(finding.level, finding.kind) for finding in found] == [("warning", "tally"), ("error", "tally")]
    assert "5 counters are left" in found[0].message
    assert found[1].time == courtyard.timeline.acts[-1].start
    assert holders(courtyard, courtyard.timeline.duration) == {"right": 5}


def test_with_counters_enough_nothing_is_found(tmp_path: Path) -> None:
    courtyard = rite(tmp_path, ["{who: one, do: load-counters}", *lay("left", 6)], counters=16)
    assert not list(shortages(courtyard.timeline))


# -- what depends on the outcome -------------------------------------------------------------------------------

SECTIONS = """- {who: two, do: bow, if: one.won}
- {who: three, do: bow, if: two.lost}
- {who: duo.winner, do: yield, unless: tally.even}
- each: {pair: drinkers}
  acts: [{who: pair, do: wait}]
- choose: tally.result
  right: [{who: one, do: report, to: two, words: by}]
  even: [{who: three, do: report, to: two, words: by}]
"""


def after_a_round(folder: Path, monkeypatch: pytest.MonkeyPatch, *hits: tuple[str, str]) -> Courtyard:
    """A rite whose round has been counted before it begins: archer and what he shot."""
    opened = Outcome.open

    def open_(self: Outcome, section: str, *, counted: bool) -> None:
        for number, (archer, shot) in enumerate(hits):
            self.shots["round", archer, number] = shot
        opened(self, "round", counted=True)
        opened(self, section, counted=counted)

    monkeypatch.setattr(Outcome, "open", open_)
    drinkers = "  drinkers: {members: [duo, solo], unless: tally.even, labels: {hans: 饮者, en: drinkers}}\n"
    courtyard = small_rite(folder, SECTIONS, layout=LAYOUT + drinkers)
    (folder / "words.yaml").write_text('by: {hans: "：{count}", en: " by {count}"}\n', encoding="utf-8")
    return courtyard


def told(courtyard: Courtyard) -> list[tuple[str, tuple[str, ...]]]:
    return [(act.act.do, act.people) for act in courtyard.timeline.acts]


def test_the_side_of_the_winner_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    courtyard = after_a_round(tmp_path, monkeypatch, ("one", "hit"), ("one", "hit"), ("three", "hit"))
    assert told(courtyard) == [
        ("bow", ("two",)),
        ("bow", ("three",)),
        ("yield", ("one",)),
        ("wait", ("one", "two")),
        ("wait", ("three", "two")),
        ("report", ("one",)),
    ]
    time = courtyard.timeline.acts[-1].start
    assert courtyard.timeline.caption(time, "hans").text.endswith("：一纯一奇")
    assert courtyard.timeline.caption(time, "en").text.endswith("by 1 chun and one odd")


def test_where_the_sides_are_even_nobody_wins_and_the_group_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    courtyard = after_a_round(tmp_path, monkeypatch, ("one", "hit"), ("two", "hit"), ("two", "graze"))
    assert told(courtyard) == [("report", ("three",))]


# -- 再射 to 视算 -----------------------------------------------------------------------------------------------

COUNTED = ("zai-she", "bin-zhu-she", "shi-suan")


@pytest.mark.parametrize("hits", ["right", "left", "even"])
def test_the_round_is_counted_from_the_first_hit_to_the_announcement(hits: str) -> None:
    court = courtyard3d.open("xiangshe", hits=hits)
    said, *again = [
        act
        for act in court.timeline.acts
        if {"21.25", "21.26", "21.27"} & set(act.act.ref) and act.act.do == "report"
    ]
    assert {act.act.ref[0] for act in again} == {"26.08"}, "the third round is told likewise"
    assert said.act.ref[0] == {"right": "21.25", "left": "21.26", "even": "21.27"}[hits]
    found = holders(court, said.start)
    shots = [act for act in court.timeline.acts if act.act.do == "shoot" and act.section in COUNTED]
    pairs = len({act.people for act in shots}) // 2
    assert sum(found.values()) == 80
    assert found["tallier"] == {"right": pairs, "left": pairs, "even": 2}[hits]
    end = court.timeline.section("shi-suan").end
    assert holders(court, end) == {"tally-holder": 8, "counters-rest": 72}
