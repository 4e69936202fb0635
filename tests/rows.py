"""Rows of the text: the acts that carry them out, and where people are then."""

from __future__ import annotations

from functools import cache

import pytest

import courtyard3d
from courtyard3d.courtyard import Courtyard
from courtyard3d.rite.engine import Played
from courtyard3d.scene.state import FigureState, State

NORTH, NORTHEAST, EAST, SOUTHEAST, SOUTH = 0.0, 45.0, 90.0, 135.0, 180.0
SOUTHWEST, WEST, NORTHWEST = 225.0, 270.0, 315.0


@cache
def court(**premises: str) -> Courtyard:
    return courtyard3d.open("xiangshe", premises=premises)


def row(ref: str, do: str | None = None, **premises: str) -> Played:
    """The act with which a row of the text begins, or the first of its acts that is a `do`."""
    acts = court(**premises).timeline.acts
    return next(act for act in acts if ref in act.act.ref and do in (None, act.act.do))


def at(ref: str, **premises: str) -> State:
    timeline = court(**premises).timeline
    return timeline.state(timeline.moment(ref))


def done(act: Played) -> FigureState:
    """Who acts, as the act comes to its end."""
    return court().timeline.figures[act.people[0]].at(act.end - 1e-4)


def assert_stands(found: FigureState, station: str, facing: float) -> None:
    place = tuple(map(float, court().layout.point(station)))
    assert found.position == pytest.approx(place, abs=0.1)
    assert found.facing is not None
    assert (found.facing - facing + 180.0) % 360.0 - 180.0 == pytest.approx(0.0, abs=0.5)
