"""The layout of the District Archery Rite: its clauses, its exact values, and room for everybody."""

from __future__ import annotations

import csv
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import courtyard3d
from courtyard3d.layout import Layout, compile_layout, load_layout
from courtyard3d.layout.relations import RELATIONS
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Items, Node, Table, Text

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "layouts" / "xiangshe"
FILES = [FOLDER / f"{name}.yaml" for name in ("hall", "range", "court", "mats", "people", "stations")]
SEEDS = ROOT.parent / "shared" / "seeds"
LONGEST_QUOTE = 20
OBSTACLES = ("platform", "steps-west", "steps-east", "pillar-west", "side-wall-west", "basin", "chimes")
BREADTH = 2  # 尺 from one person's middle to the next
CLAUSE_KEYS = {*RELATIONS, "is", "at_most", "to", "along"}
PREMISE_VALUES = [
    f"{premise}={value}"
    for premise, values in {
        "hall": "xu xiang",
        "xu-room": "no yes",
        "lane-from": "hall mark",
        "chambers": "east both",
        "grandee": "none one three",
        "pairs": "3 5 10",
        "counters": "80 400",
        "posts": "raking upright",
        "tally-animal": "deer rhinoceros",
        "ren": "7 4 8",
        "bu": "6 8",
        "li-bu": "6 3",
        "wu": "6/5 3",
        "chi": "15 23.1 30",
    }.items()
    for value in values.split()
]
BREAKS = {"ren=4": {"banner"}, "bu=8": {"lane", "screen"}, "wu=3": {"mark-right", "mark-left", "target"}}


DOCUMENT = load_layout(FOLDER / "layout.yaml")


@cache
def chosen(choice: tuple[tuple[str, str], ...]) -> Layout:
    return compile_layout(DOCUMENT, dict(choice))


def compiled(preset: str = "zheng", *premises: str) -> Layout:
    return chosen(tuple(DOCUMENT.choose(preset, dict(term.split("=") for term in premises)).items()))


def tables(node: Node) -> Iterator[Table]:
    if isinstance(node, Table):
        yield node
        for child in node.entries.values():
            yield from tables(child)
    elif isinstance(node, Items):
        for child in node.items:
            yield from tables(child)


def word(table: Table, key: str) -> str | None:
    value = table.entries.get(key)
    return value.value if isinstance(value, Text) else None


def clauses() -> Iterator[tuple[Table, str]]:
    """Every table that quotes or states something, with the seed of its file."""
    for path in FILES:
        (document,) = read(path)
        default = word(document, "seed") or "000"
        for section in ("quantities", "objects"):
            if section in document.entries:
                for table in tables(document.entries[section]):
                    yield table, word(table, "seed") or default


# ── clauses ──


def test_quotes_are_short() -> None:
    quotes = [quote for table, _ in clauses() if (quote := word(table, "quote"))]
    assert len(quotes) > 150
    assert [quote for quote in quotes if len(quote) > LONGEST_QUOTE] == []


def test_every_clause_says_who_or_why() -> None:
    silent = [
        str(table.where)
        for table, _ in clauses()
        if CLAUSE_KEYS & table.entries.keys()
        and not {"why", "sources"} & table.entries.keys()
        and not {"voice", "quote"} <= table.entries.keys()
    ]
    assert silent == []


def test_supplied_clauses_give_a_reason() -> None:
    assert [
        str(table.where)
        for table, _ in clauses()
        if word(table, "status") in ("supplied", "analogy") and "why" not in table.entries
    ] == []


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the source texts are not here")
def test_quotes_stand_in_the_texts() -> None:
    texts = {path.name[:3]: re.sub(r"\s", "", path.read_text("utf-8")) for path in SEEDS.glob("*.txt")}
    lost = [
        f"{table.where}: {quote} ({seed})"
        for table, seed in clauses()
        if (quote := word(table, "quote")) and seed != "none" and quote not in texts[seed]
    ]
    assert lost == []


def test_refs_are_in_the_list_of_coverage() -> None:
    (coverage,) = read(FOLDER / "coverage.yaml")
    sections = {name: node for name, node in coverage.entries.items() if isinstance(node, Table)}
    listed = {name: set(table.entries) for name, table in sections.items()}
    assert {section: len(ids) for section, ids in listed.items()} == {
        "facts": 301, "acts": 1109, "rules": 92, "variants": 81
    }  # fmt: skip
    refs = {
        text.value
        for table, _ in clauses()
        for node in [table.entries.get("ref")]
        for text in (node.items if isinstance(node, Items) else [node])
        if isinstance(text, Text)
    }
    assert refs - listed["facts"] == set()
    assert len(refs) > 120


# ── readings ──


@pytest.mark.parametrize("preset", ["zheng", "ao"])
@pytest.mark.parametrize("hall", ["hall=xu", "hall=xiang"])
@pytest.mark.parametrize("grandee", ["grandee=none", "grandee=one", "grandee=three"])
def test_all_clauses_agree_in_every_reading(preset: str, hall: str, grandee: str) -> None:
    assert compiled(preset, hall, grandee).findings == ()


@pytest.mark.parametrize("premise", PREMISE_VALUES)
def test_every_value_of_every_premise_compiles(premise: str) -> None:
    wrong = {subject for finding in compiled("zheng", premise).findings for subject in finding.subjects}
    assert wrong == BREAKS.get(premise, set())


def cases() -> Iterator[tuple[str, ...]]:
    with (Path(__file__).parent / "cases" / "positions.csv").open(encoding="utf-8") as file:
        yield from (tuple(row[:5]) for row in csv.reader(file) if row and row[0] == "xiangshe")


@pytest.mark.parametrize(("rite", "premises", "thing", "quantity", "value"), list(cases()))
def test_positions(rite: str, premises: str, thing: str, quantity: str, value: str) -> None:
    preset, *others = premises.removeprefix("preset=").split(" + ")
    found = compiled(preset, *others).objects[thing]
    if quantity.startswith("position."):
        assert found.position is not None
        assert found.position["xyz".index(quantity[-1])] == Fraction(value)
    else:
        assert found.size[quantity].value == Fraction(value)


@pytest.mark.parametrize("preset", ["zheng", "ao"])
@pytest.mark.parametrize("hall", ["hall=xu", "hall=xiang"])
def test_the_hall_is_built_from_the_middle_outward(preset: str, hall: str) -> None:
    layout = compiled(preset, hall)
    outward = ("mark-left", "pillar-east", "steps-east", "side-wall-east")
    marks, pillar, steps, wall = (layout.point(name)[0] for name in outward)
    assert marks + 1 < pillar < steps < wall
    assert -steps < layout.point("cup-stand")[0] < -pillar


@pytest.mark.parametrize(
    ("hall", "rooms", "depth"), [("xu", "no", 40), ("xu", "yes", 30), ("xiang", "yes", 30)]
)
def test_what_follows_the_depth_of_the_hall(hall: str, rooms: str, depth: int) -> None:
    layout = compiled("zheng", f"hall={hall}", f"xu-room={rooms}")
    assert layout.objects["hall"].size["depth"].value == depth
    assert {layout.point(name)[1] for name in ("basin", "arrow-rack", "tally-holder")} == {-depth}
    assert list(layout.point("archery-director.post")[:2]) == [-36, -depth - 8]
    assert list(layout.point("archers-file-6")[:2]) == [-44, -depth - 23]
    assert ("room" in layout.objects) == (rooms == "yes")


def test_marks_stand_under_the_ridge_or_the_front_purlin() -> None:
    for hall, purlin in (("xu", "ridge"), ("xiang", "front-beam")):
        layout = compiled("zheng", f"hall={hall}")
        assert layout.point("mark-left")[1] == layout.point(purlin)[1]
        assert layout.point("mark-left")[2] == layout.objects["steps-west"].size["height"].value


@pytest.mark.parametrize(("posts", "foot", "head"), [("raking", Fraction(68, 3), 28), ("upright", 28, 28)])
def test_the_posts_meet_the_ends_of_both_ropes(posts: str, foot: Fraction, head: int) -> None:
    layout = compiled("zheng", f"posts={posts}")
    size = {name: thing.size for name, thing in layout.objects.items()}
    post, target = size["target-post-east"], size["target"]
    slope = post["rake"].value / post["height"].value
    assert layout.point("target-post-east")[0] == foot
    assert foot + slope * target["top"].value == head
    assert foot + slope * target["top"].value == size["upper-rope"]["length"].value / 2
    assert foot + slope * target["hem"].value == size["lower-rope"]["length"].value / 2


def test_the_room_moves_the_mat_of_the_guest() -> None:
    one, both = (compiled("zheng", "hall=xiang", f"chambers={value}") for value in ("east", "both"))
    assert [layout.point("guest.mat")[0] for layout in (one, both)] == [-6, 0]


def test_where_the_gear_lies_before_it_is_used() -> None:
    state = courtyard3d.open("xiangshe").state("you-she")
    for name in ("arrow-rack", "tally-holder", "cup-stand", "counter-80", "rod"):
        assert state["objects"][name]["position"][0] < -30
    assert compiled().objects["arrow-rack"].lies == 270


# ── people ──


@pytest.mark.parametrize(
    ("pairs", "grandee", "count"), [("5", "one", 81), ("3", "none", 61), ("10", "three", 129)]
)
def test_everybody_has_four_arrows_and_one_is_spare(pairs: str, grandee: str, count: int) -> None:
    layout = compiled("zheng", f"pairs={pairs}", f"grandee={grandee}")
    arrows = [thing for thing in layout.objects.values() if thing.kind == "arrow" and not thing.members]
    assert len(arrows) == count
    young = layout.groups["young-archers"].members
    assert [thing.id for thing in arrows if thing.for_ in young] == [f"arrow-{n}" for n in range(5, 29)]
    assert layout.objects["arrow-29"].for_ == "arms-keeper-1"  # taken after the demonstration (改取一个)
    lying = [thing.id for thing in arrows if thing.starts and thing.starts.kind != "absent"]
    assert lying == [f"arrow-{n}" for n in range(1, 5)]  # the director's own; all others are brought


@pytest.mark.parametrize("hall", ["xu", "xiang"])
@pytest.mark.parametrize(("pairs", "grandee"), [("3", "none"), ("10", "three")])
def test_everybody_stands_free_when_the_shooting_begins(hall: str, pairs: str, grandee: str) -> None:
    court = courtyard3d.open("xiangshe", premises={"hall": hall, "pairs": pairs, "grandee": grandee})
    figures = court.state("you-she")["figures"]
    places = {id: figure["position"] for id, figure in figures.items() if figure["visible"]}
    assert len(places) > len(court.layout.groups["young-archers"].members) + 2 * int(pairs)
    for (one, here), (other, there) in itertools.combinations(places.items(), 2):
        assert math.dist(here[:2], there[:2]) >= BREADTH, (one, other)
    for id, spot in places.items():
        for name in OBSTACLES:
            assert not within(court.layout, name, spot), (id, name)


def test_every_place_is_free() -> None:
    layout = compiled()
    places = [thing for thing in layout.objects.values() if thing.kind == "station" and not thing.members]
    assert len(places) > 50
    for place, name in itertools.product(places, OBSTACLES):
        assert not within(layout, name, layout.point(place.id)), (place.id, name)


def test_everything_has_its_names() -> None:
    layout = compiled("zheng", "hall=xiang", "chambers=both", "grandee=three")
    named = {id: thing.labels for id, thing in layout.objects.items()}
    named |= {id: person.labels for id, person in layout.people.items()}
    named |= {id: group.labels for id, group in layout.groups.items()}
    assert [id for id, labels in named.items() if not (labels.hans and labels.en)] == []


def within(layout: Layout, name: str, spot: Sequence[Fraction | float]) -> bool:
    """Whether a place lies in the body of a thing (on top of it is outside)."""
    thing, extent = layout.objects[name], layout.kinds[layout.objects[name].kind].extent
    across, along, height = (thing.size[measure].value for measure in extent.measures)
    if (thing.facing or thing.lies or 0) % 180 == 90:
        across, along = along, across
    x, y, z = (there - here for there, here in zip(spot, thing.position or spot, strict=True))
    return abs(x) < across / 2 and abs(y) < along / 2 and 0 <= z < height


def test_groups() -> None:
    layout = compiled()
    assert layout.groups["young-pairs"].parts == ("pair1", "pair2", "pair3")
    assert layout.groups["young-archers"].members[:2] == ("pair1-upper", "pair1-lower")
    assert layout.groups["pair2"].roles == {"upper": "pair2-upper", "lower": "pair2-lower"}
    assert layout.find("司马") == "overseer"
    sides = [*layout.groups["guest-side"].members, *layout.groups["host-side"].members]
    assert sorted(sides) == sorted(layout.people)
