"""The values that must come out: every row of `cases/positions.csv`."""

from __future__ import annotations

import csv
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import courtyard3d

HERE = Path(__file__).parent
RITES = {
    "xiangshe": HERE.parent / "layouts" / "xiangshe" / "layout.yaml",
    "dashe": HERE / "data" / "dashe-static.yaml",
}
HALLS = {"xiangshe": ("xu", "xiang"), "dashe": (None,)}


def rows() -> list[tuple[str, str, str, str, str]]:
    with (HERE / "cases" / "positions.csv").open(encoding="utf-8") as file:
        lines = [line for line in csv.reader(file) if line and not line[0].startswith("#")]
    return [(rite, premises, thing, what, value) for rite, premises, thing, what, value, *_ in lines]


CASES = [(*row, hall) for row in rows() for hall in HALLS[row[0]]]


@cache
def opened(rite: str, premises: str, hall: str | None) -> courtyard3d.Courtyard:
    chosen = dict(term.split("=") for term in premises.split(" + "))
    if hall:
        chosen["hall"] = hall
    return courtyard3d.open(RITES[rite], preset=chosen.pop("preset"), premises=chosen)


def errors(rite: str, premises: str, hall: str | None = None) -> list[str]:
    findings = opened(rite, premises, hall).layout.findings
    return [finding.message for finding in findings if finding.level == "error"]


def test_all_rows_are_read():
    assert len(CASES) == len(set(CASES)) > 40


@pytest.mark.parametrize(("rite", "premises", "thing", "what", "value", "hall"), CASES)
def test_value(rite, premises, thing, what, value, hall):
    found = opened(rite, premises, hall).facts["objects"][thing]
    axis = what.removeprefix("position.")
    text = found["size"][what] if axis == what else found["position"]["xyz".index(axis)]
    assert Fraction(text) == Fraction(value)


@pytest.mark.parametrize(("rite", "hall"), [(rite, hall) for rite in RITES for hall in HALLS[rite]])
def test_nothing_contradicts_itself(rite, hall):
    assert errors(rite, "preset=zheng", hall) == []


@pytest.mark.parametrize("hall", HALLS["xiangshe"])
def test_banner_of_four_chi_is_impossible(hall):
    (message,) = errors("xiangshe", "preset=zheng + ren=4", hall)
    assert message.startswith("banner.sleeve: 二寻 (记「")
    assert "gives 16" in message
    assert message.endswith("allows at most 12")


@pytest.mark.parametrize("hall", HALLS["xiangshe"])
def test_pace_of_eight_chi_breaks_lane_and_screen(hall):
    assert errors("xiangshe", "preset=zheng + bu=8", hall) == [
        "lane: 五十弓 (记「乡侯五十弓」) gives 300, 五十步 (注「侯道五十步者」) gives 400",
        "screen.x: 五步 (经「西五步」) gives -40, 三丈 (注「西三丈」) gives -30",
    ]


def test_the_example_compiles_as_it_is():
    layout = courtyard3d.open(HERE / "data" / "xiangshe-static.yaml").layout
    assert layout.point("screen") == (-30, -200, 0)
    assert not [finding for finding in layout.findings if finding.level == "error"]


OF_ANOTHER_RITE = {
    f"{thing}-{which}" for thing in ("target", "screen") for which in ("far", "middle", "near")
}
"""Ids of the great archery."""


def named() -> list[tuple[str, str]]:
    """Every fixed id with each of its names."""
    with (HERE / "cases" / "ids.csv").open(encoding="utf-8") as file:
        lines = [line for line in csv.reader(file) if line and not line[0].startswith("#")]
    return [
        (id, name) for id, *names, _ in lines if id not in OF_ANOTHER_RITE for name in (id, *names) if name
    ]


@pytest.mark.parametrize(("id", "name"), named())
def test_every_fixed_id_is_found_by_each_of_its_names(id: str, name: str) -> None:
    rite = opened("xiangshe", "preset=zheng", "xiang" if id == "room" else "xu")
    assert rite.layout.find(name) == id
    assert id in {**rite.facts["objects"], **rite.facts["people"]}
