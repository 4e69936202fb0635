"""饮不胜者 on the whole rite: sides win, not pairs; who is even drinks nothing; and how far the counters reach."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import courtyard3d
from courtyard3d.courtyard import Courtyard
from courtyard3d.rite.report import shortages

DRINKING = ("yin-busheng", "yin-busheng-3")
COUNTED = {"yin-busheng": ("zai-she", "bin-zhu-she"), "yin-busheng-3": ("san-she",)}
ALL_HIT = "[hit, hit, hit, hit]"


@cache
def court(hits: str, *premises: tuple[str, str]) -> Courtyard:
    return courtyard3d.open("xiangshe", hits=hits, premises=dict(premises))


def drinkers(rite: Courtyard, section: str) -> list[str]:
    """Who drinks the penalty in a section, in order."""
    acts = [act for act in rite.timeline.acts if act.section == section and act.act.do == "drink"]
    assert {act.act.texts("thing") for act in acts} <= {("penalty-goblet",)}
    return [person for act in acts for person in act.people]


def archers(rite: Courtyard, section: str) -> list[str]:
    """Who has shot in a section, once each."""
    acts = [act for act in rite.timeline.acts if act.section == section and act.act.do == "shoot"]
    return list(dict.fromkeys(act.people[0] for act in acts))


def heaps(rite: Courtyard, section: str) -> Counter[str | None]:
    """How many counters lie in each heap of hits when a section begins."""
    time = rite.timeline.section(section).start
    tracks = [track for name, track in rite.timeline.things.items() if name.startswith("counter-")]
    found = Counter(track.at(time).holder for track in tracks)
    return Counter({heap: found[heap] for heap in ("heap-right", "heap-left")})


def file(folder: Path, shots: dict[str, dict[str, str]]) -> str:
    path = folder / "hits.yaml"
    lines = [
        f"{section}: {{{', '.join(f'{a}: {s}' for a, s in one.items())}}}" for section, one in shots.items()
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("section", DRINKING)
@pytest.mark.parametrize(
    ("hits", "premises", "losers"),
    [
        ("right", {}, ["pair1-lower", "pair2-lower", "pair3-lower", "host", "grandee", "seniors-2", "guests-below-5"]),
        ("left", {}, ["pair1-upper", "pair2-upper", "pair3-upper", "guest", "guests-below-1", "seniors-1", "guests-below-4"]),
        ("right", {"grandee": "none", "pairs": "3"}, ["pair1-lower", "pair2-lower", "pair3-lower", "host"]),
        ("left", {"grandee": "none", "pairs": "3"}, ["pair1-upper", "pair2-upper", "pair3-upper", "guest"]),
        (
            "left",
            {"grandee": "three", "pairs": "4"},
            ["pair1-upper", "pair2-upper", "pair3-upper", "guest", "guests-below-1", "guests-below-2", "guests-below-3", "seniors-1"],
        ),
        (
            "right",
            {"grandee": "three", "pairs": "4"},
            ["pair1-lower", "pair2-lower", "pair3-lower", "host", "grandee-1", "grandee-2", "grandee-3", "seniors-2"],
        ),
    ],
)  # fmt: skip
def test_the_whole_losing_side_drinks(
    section: str, hits: str, premises: dict[str, str], losers: list[str]
) -> None:
    assert drinkers(court(hits, *premises.items()), section) == losers


@pytest.mark.parametrize("section", DRINKING)
def test_where_both_sides_are_even_nobody_drinks_and_no_time_passes(section: str) -> None:
    rite = court("even")
    span = rite.timeline.section(section)
    assert span.start == span.end
    assert drinkers(rite, section) == []
    assert rite.state(section)["time"] == pytest.approx(span.start)


@pytest.mark.parametrize("section", DRINKING)
def test_all_who_lose_have_shot_and_all_who_shot_on_their_side_lose(section: str) -> None:
    rite = court("right")
    shot = {archer for counted in COUNTED[section] for archer in archers(rite, counted)}
    lower = {group.roles["lower"] for group in rite.layout.groups.values() if "lower" in group.roles}
    assert set(drinkers(rite, section)) == shot & lower


def test_one_who_hit_all_four_drinks_with_his_side_and_what_is_off_beat_counts_nothing(
    tmp_path: Path,
) -> None:
    """Second round: the left side wins, by the guest's misses. Third: the right hits as often, but off the beat."""
    plain = courtyard3d.open("xiangshe")
    uppers = {group.roles["upper"] for group in plain.layout.groups.values() if "upper" in group.roles}
    second = {
        archer: "[hit, hit, graze, miss]" for counted in COUNTED[DRINKING[0]] for archer in archers(plain, counted)
    }  # fmt: skip
    third = {
        archer: "[hit, hit off-beat, hit off-beat, miss]" if archer in uppers else "[hit, hit, miss, graze]"
        for archer in archers(plain, "san-she")
    }
    second |= {
        "pair1-upper": ALL_HIT,
        "guest": "[miss, miss, miss, graze]",
        "pair2-upper": "[graze, hit, miss, miss]",
    }
    zai = {a: s for a, s in second.items() if a in archers(plain, "zai-she")}
    bin_zhu = {a: s for a, s in second.items() if a not in zai}
    rite = court(file(tmp_path, {"zai-she": zai, "bin-zhu-she": bin_zhu, "san-she": third}))
    pairs = len(second) // 2
    assert heaps(rite, "shi-suan") == {"heap-right": 2 * pairs - 1, "heap-left": 2 * pairs}
    assert heaps(rite, "shi-suan-3") == {"heap-right": pairs, "heap-left": 2 * pairs}
    for section in DRINKING:
        assert set(drinkers(rite, section)) == set(second) & uppers


@pytest.mark.parametrize(("counters", "enough"), [("80", False), ("400", True)])
def test_ten_pairs_who_hit_everything_need_more_than_eighty_counters(
    counters: str, enough: bool, tmp_path: Path
) -> None:
    premises = {"pairs": "10", "counters": counters}
    plain = courtyard3d.open("xiangshe", premises=premises)
    shots = {
        section: dict.fromkeys(archers(plain, section), ALL_HIT) for section in ("zai-she", "bin-zhu-she", "san-she")
    }  # fmt: skip
    rite = courtyard3d.open("xiangshe", premises=premises, hits=file(tmp_path, shots))
    found = [(finding.level, finding.kind) for finding in shortages(rite.timeline)]
    assert (("error", "tally") in found) is not enough
    assert (found == []) is enough
