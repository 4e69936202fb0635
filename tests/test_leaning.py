"""Bows that nobody holds: each leans on something, beside the others, within reach of him who will take it."""

from __future__ import annotations

import math

import pytest
from rows import at, court
from shapely import LineString

from courtyard3d.rite.ground import footprint

CLOSE = 0.2
BEHIND = ("platform", "wall", "bow-rail")
MOMENTS = ("14.39", "15.05", "16.50", "18.70", "21.09", "24.39", "26.01", "33.01")


@pytest.mark.parametrize("premises", [{}, {"hall": "xiang", "pairs": "10", "grandee": "three"}])
@pytest.mark.parametrize("ref", MOMENTS)
def test_no_bow_stands_free_in_the_air(ref: str, premises: dict[str, str]) -> None:
    layout, state = court(**premises).layout, at(ref, **premises)
    plans = [footprint(layout, thing) for thing in layout.objects.values() if thing.kind in BEHIND]
    feet = []
    for bow in layout.of_kind["bow"]:
        thing = state.things[bow]
        if thing.position is None or thing.holder is not None:
            continue
        assert thing.facing is not None
        assert 45.0 < thing.pitch < 90.0
        x, y, _ = thing.position
        turn, length = math.radians(thing.facing), float(layout.objects[bow].size["length"].value)
        reach = length * math.cos(math.radians(thing.pitch)) + CLOSE
        line = LineString([(x, y), (x + reach * math.sin(turn), y + reach * math.cos(turn))])
        assert any(plan is not None and plan.distance(line) < CLOSE for plan in plans), bow
        feet.append((x, y))
    assert len({(round(x, 2), round(y, 2)) for x, y in feet}) == len(feet) > 2


def test_the_foot_of_what_leans_is_on_its_spot_and_its_head_on_what_is_behind() -> None:
    bow = at("16.50").things["host.bow"]
    assert bow.position == pytest.approx((31.0, 25.0, 3.0))
    assert bow.facing == pytest.approx(270.0)
    assert math.tan(math.radians(bow.pitch)) == pytest.approx(5.0 / 0.5)
