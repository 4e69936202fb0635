"""Everybody and everything of 乡射 is there: the people with their side and dress, the things with their sizes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import courtyard3d
from courtyard3d.layout import Layout

Sizes = dict[str, str]

CAST = {
    # of the host's party
    "host": ("host", ["host"], "dark"),
    "archery-director": ("host", ["archery-director"], "court"),
    "overseer": ("host", ["overseer"], "court"),
    "tallier": ("host", ["tallier"], "plain"),
    "counter-bearer": ("host", ["counter-bearer"], "plain"),
    "music-director": ("host", ["music-director"], "court"),
    "musicians": ("host", [f"musicians-{n}" for n in range(1, 5)], "plain"),
    "zither-players": ("host", ["musicians-1", "musicians-2"], "plain"),
    "singers": ("host", ["musicians-3", "musicians-4"], "plain"),
    "pipers": ("host", [f"pipers-{n}" for n in range(1, 5)], "plain"),
    "chime-player": ("host", ["chime-player"], "plain"),
    "drummer": ("host", ["drummer"], "plain"),
    "goblet-raiser": ("host", ["goblet-raiser"], "plain"),
    "raisers": ("host", ["first-raiser", "second-raiser"], "plain"),
    "cup-bearer": ("host", ["cup-bearer"], "plain"),
    "attendants": ("host", [f"attendants-{n}" for n in range(1, 6)], "plain"),
    "house-servant": ("host", ["house-servant"], "plain"),
    "usher": ("host", ["usher"], "dark"),
    "mark-painters": ("host", ["mark-painters-1", "mark-painters-2"], "plain"),
    # of the guests' party
    "guest": ("guest", ["guest"], "dark"),
    "grandees": ("guest", ["grandee"], "court"),
    "grandee-mates": ("guest", ["guests-below-1"], "court"),
    "seniors": ("guest", ["seniors-1", "seniors-2", "seniors-3"], "court"),
    "guests-below": ("guest", [f"guests-below-{n}" for n in range(1, 8)], "court"),
    "young-archers": (
        "guest",
        [f"pair{n}-{role}" for n in (1, 2, 3) for role in ("upper", "lower")],
        "plain",
    ),
    "young-men": ("guest", [f"young-men-{n}" for n in range(1, 5)], "plain"),
    "marker": ("guest", ["marker"], "plain"),
    "arms-keepers": ("guest", ["arms-keeper-1", "arms-keeper-2"], "plain"),
    "guides": ("guest", [f"guides-{n}" for n in range(1, 5)], "plain"),
    "followers": ("guest", [f"followers-{n}" for n in range(1, 5)], "plain"),
}
"""Person or group: side, who belongs to it, what they wear first."""

PROPS: dict[str, Sizes] = {
    "target": {
        "center_side": "10",
        "body_width": "20",
        "upper_width": "40",
        "lower_width": "30",
        "hem": "6/5",
    },
    "upper-rope": {"length": "56"},
    "lower-rope": {"length": "46", "tongue": "5"},
    "banner": {"pole": "21", "sleeve": "16"},
    "guest.bow": {"length": "6"},
    "arrow-1": {"length": "3"},
    "rod": {"length": "3", "handle": "1"},
    "arrow-rack": {"length": "3", "width": "3/10", "thickness": "3/20", "heads": "2", "snakes": "2"},
    "tally-holder": {"holes": "8"},
    "counter-80": {"length": "7/5", "grip": "2/5"},
    "counters-rest": {"number": "80"},
    "tray": {"feet": "0"},
    "chimes": {"stones": "16", "bells": "0", "big_bells": "0"},
    "mark-right": {"length": "3", "cross": "6/5"},
    "guest.splint-basket": {"strips": "5", "strip": "6/5"},
    "guest.mat": {"thickness": "1/10"},
    "grandee.mat": {"thickness": "1/5"},
}
"""Thing: the sizes that the texts give it."""

ONE_EACH = ("bow", "thumb-ring", "arm-guard")
EATERS = ("guest", "host", "grandee", "marker", "tallier")
"""Those who have a meat stand beside dried meat and sauce."""


@cache
def layout(**premises: str) -> Layout:
    return courtyard3d.open("xiangshe", premises=premises).layout


def people(name: str) -> list[str]:
    """Who is meant by the name of a person or group."""
    group = layout().groups.get(name)
    return [name] if group is None else [one for member in group.members for one in people(member)]


@pytest.mark.parametrize("name", CAST)
def test_they_are_there_with_their_side_and_dress(name: str) -> None:
    side, members, dress = CAST[name]
    assert people(name) == members
    assert {layout().people[one].side for one in members} == {side}
    assert {layout().people[one].dress[0] for one in members} == {dress}


def test_everybody_is_of_a_side() -> None:
    assert {person.side for person in layout().people.values()} == {"host", "guest"}
    sides = {side: set(people(f"{side}-side")) for side in ("host", "guest")}
    assert {side: {p for p, q in layout().people.items() if q.side == side} for side in sides} == sides


def test_one_man_is_introducer_overseer_and_marshal() -> None:
    assert {"introducer", "marshal"} <= set(layout().people["overseer"].offices)


@pytest.mark.parametrize("grandees", ["none", "one", "three"])
def test_each_grandee_has_a_mate_of_the_guests_below(grandees: str) -> None:
    there = layout(grandee=grandees)
    count = {"none": 0, "one": 1, "three": 3}[grandees]
    mates = [person for person in there.people if person.startswith("grandee")]
    assert len(mates) == count
    assert all("crimson-jacket" in there.people[mate].dress for mate in mates)


@pytest.mark.parametrize("name", PROPS)
def test_things_have_the_sizes_of_the_texts(name: str) -> None:
    thing = layout().objects[name]
    assert {size: thing.size[size].value for size in PROPS[name]} == {
        size: Fraction(value) for size, value in PROPS[name].items()
    }


def test_all_archers_have_bow_ring_guard_and_four_arrows() -> None:
    archers = [
        one
        for name in ("guest", "host", "grandees", "young-archers", "other-archers")
        for one in people(name)
    ]
    objects = layout().objects
    assert [one for one in archers if not all(f"{one}.{kind}" in objects for kind in ONE_EACH)] == []
    assert sum(thing.kind == "arrow" for thing in objects.values()) >= 4 * len(archers)


@pytest.mark.parametrize("eater", EATERS)
def test_who_is_served_meat_has_dried_meat_and_sauce_too(eater: str) -> None:
    kinds = [
        layout().objects[f"{eater}.{kind}"].kind for kind in ("splint-basket", "stemmed-bowl", "meat-stand")
    ]
    assert kinds == ["splint-basket", "stemmed-bowl", "meat-stand"]


def test_three_mouth_organs_and_a_small_one() -> None:
    sizes = [layout().objects[f"pipers-{n}.mouth-organ"].size["length"].value for n in range(1, 5)]
    assert sizes[0] == sizes[1] == sizes[2] > sizes[3]


@pytest.mark.parametrize(("hall", "animal"), [("xu", "deer"), ("xiang", "rhinoceros")])
def test_the_tally_holder_follows_the_hall(hall: str, animal: str) -> None:
    assert layout(hall=hall).choice["tally-animal"] == animal


def test_everything_has_its_names_in_all_languages() -> None:
    there = layout(hall="xiang", grandee="three", pairs="10")
    entries = [*there.objects.values(), *there.people.values(), *there.groups.values()]
    assert [e.id for e in entries if not all(e.labels.as_json().values())] == []
