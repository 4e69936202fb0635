"""The whole rite under each premise alone, under presets and outcomes, under all pairs, and under many at once.

Nothing may stop it, break a rule or bring two people together; the only findings are those of readings that
contradict the text itself.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import courtyard3d
from courtyard3d.errors import InputError
from courtyard3d.layout import load_layout
from courtyard3d.reading.shelves import find_rite
from courtyard3d.rite.collisions import collisions
from courtyard3d.rite.report import shortages
from courtyard3d.rite.rules import check_rules, read_rules

Choice = tuple[str, ...]
"""Words as on the command line: `hall=xiang`, `preset=ao`, `hits=left`."""

DOCUMENT = load_layout(find_rite("xiangshe"))
NUMBERS = {
    "pairs": ("3", "8", "10"),
    "counters": ("400",),
    "others-in-the-row": ("3",),
    "onlookers": ("200",),
    "chi": ("15", "30"),
}
"""Values of the premises that are numbers; all others name theirs."""
MOVED = (
    *("hall", "xu-room", "chambers", "lane-from", "posts", "grandee", "pairs", "bu", "li-bu", "wu"),
    *("first-place", "marshal-round", "music-master", "first-order", "overseer-court", "director-post"),
    *("fetching-place", "second-round-from", "third-fetching-from", "music-director-post", "hanging"),
    *("first-server", "host-gives-up-arms", "demonstration-arrows", "another-arrow-from"),
    *("guest-and-host-shoot", "grandees-shoot", "others-in-the-row", "dukes"),
)
"""Premises that change a place, a way, or who walks there."""
RANDOM, SEED = 200, 1
READINGS_THAT_FAIL = {
    "ren=4": {"banner.sleeve"},
    "bu=8": {"lane", "screen.x"},
    "wu=3": {"mark-right.cross", "mark-left.cross", "target.z", "target.top"},
}
"""Readings that contradict the text, and of which clause the ledger says so."""
LONG_POLE = ("hall=xiang", "banner-form=rank")
"""A grandee's banner has a pole of five 仞, long enough for its sleeve even at four 尺."""
TOGETHER = [
    ("dukes=one", "grandee=three", "chambers=both"),
    ("dukes=one", "grandee=three", "chambers=both", "hall=xiang"),
    ("preset=ao", "dukes=one", "grandee=three"),
]
"""Premises that crowd the hall only together: four mats between the jars and the wall."""
OUTCOMES = ("hits=right", "hits=left", "hits=even")


def values() -> dict[str, tuple[str, ...]]:
    """The values of each premise other than the default."""
    found = {}
    for name, premise in DOCUMENT.premises.items():
        if not premise.follows:
            default = DOCUMENT.choose(None, {})[name]
            found[name] = tuple(v for v in NUMBERS.get(name, tuple(premise.values)) if v != default)
    return found


def alone() -> list[Choice]:
    single = [(f"{name}={value}",) for name, others in values().items() for value in others]
    return [(), *single, *((f"preset={name}",) for name in DOCUMENT.presets), *((hits,) for hits in OUTCOMES)]


def pairs() -> list[Choice]:
    found = values()
    return [
        (f"{one}={a}", f"{other}={b}")
        for one, other in itertools.combinations(MOVED, 2)
        for a, b in itertools.product(found[one], found[other])
    ]


def at_random() -> list[Choice]:
    """Each premise has its default half of the time; so has the outcome."""
    draw = random.Random(SEED)
    return [
        tuple(
            f"{name}={draw.choice(others)}"
            for name, others in {**values(), "hits": ("right", "left", "even")}.items()
            if draw.random() < 0.5
        )
        for _ in range(RANDOM)
    ]


def contradictions(choice: Choice) -> set[str]:
    """The clauses that do not hold under these readings."""
    failing = set().union(*(READINGS_THAT_FAIL.get(word, set()) for word in choice))
    return failing - {"banner.sleeve"} if set(LONG_POLE) <= set(choice) else failing


def unexpected(choice: Choice) -> list[str]:
    """What stops or breaks the rite; contradictions of the text are expected, and are missed where they are not found."""
    words = dict(word.split("=") for word in choice)
    court = courtyard3d.open(
        "xiangshe", preset=words.pop("preset", None), hits=words.pop("hits", None), premises=words
    )
    try:
        timeline = court.timeline
    except InputError as error:
        return [str(error)]
    statements = {finding.message.partition(":")[0] for finding in court.layout.findings}
    wrong = sorted(statements ^ contradictions(choice))
    found = [*check_rules(timeline, read_rules(court.path.parent)), *collisions(timeline)]
    if "counters=400" in choice:
        found += shortages(timeline)
    return [*wrong, *(f"{finding.message} at {finding.time:.1f}s" for finding in found)]


def test_every_premise_has_another_value() -> None:
    assert [name for name, others in values().items() if not others] == []
    assert set(MOVED) < set(values())
    assert {word.partition("=")[0] for choice in at_random() for word in choice} == {*values(), "hits"}


@pytest.mark.parametrize("choice", alone(), ids=" ".join)
def test_alone(choice: Choice) -> None:
    assert unexpected(choice) == []


@pytest.mark.parametrize("choice", TOGETHER, ids=" ".join)
def test_together(choice: Choice) -> None:
    assert unexpected(choice) == []


@pytest.mark.masses
@pytest.mark.parametrize("choice", pairs(), ids=" ".join)
def test_in_pairs(choice: Choice) -> None:
    assert unexpected(choice) == []


@pytest.mark.masses
@pytest.mark.parametrize("choice", at_random(), ids=" ".join)
def test_many_at_once(choice: Choice) -> None:
    assert unexpected(choice) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"premises": {"pairs": [5]}}, r"premise 'pairs' is \[5\]; expected a text or a number"),
        ({"premises": {"pairs": None}}, "premise 'pairs' has no value"),
        ({"premises": 5}, "premises is 5"),
        ({"premises": {"hall": 5}}, "5"),
        ({"preset": 5}, "5"),
        ({"hits": 5}, "5"),
    ],
)
def test_nonsense_given_in_python_is_told(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        _ = courtyard3d.open("xiangshe", **options).choice


def test_a_premise_may_be_a_number() -> None:
    choice = courtyard3d.open("xiangshe", premises={"pairs": 4}).choice
    assert choice == courtyard3d.open("xiangshe", premises={"pairs": "4"}).choice
    assert choice["pairs"] == "4"


def test_moments_and_names_of_other_kinds_are_told() -> None:
    court = courtyard3d.open("xiangshe")
    assert court.state(3)["time"] == 3.0
    with pytest.raises(InputError, match="seconds is 'x'"):
        court.state("you-she", "x")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="name is None"):
        court.explain(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("ref", ["11.20", "17.31+2s"])
def test_an_act_that_is_left_out_is_told_so(ref: str) -> None:
    with pytest.raises(InputError, match=rf"^{ref[:5]} is not played under these premises") as told:
        courtyard3d.open("xiangshe").state(ref)
    assert "did you mean" not in str(told.value)
