"""Predicates about left and right: how one turns, who walks and who passes on which side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from courtyard3d.rite.naming import label
from courtyard3d.rite.predicates import Breach, Case, Predicate, Rule
from courtyard3d.scene.state import FigureState

HALF, SOON = 180.0, 0.2
"""A half turn in degrees; the share of a turn after which its direction is seen."""
SAME_WAY = 10.0
"""Degrees within which two people face the same way."""
WAYS = ("walk", "ascend", "descend")
MOMENT = 3
"""Decimals of a second to which two ends are one moment."""


def turns_left(case: Case, rule: Rule) -> Iterator[Breach]:
    """Every turn of `who` in `acts` (refs) is 左还: clockwise seen from above."""
    for played in case.acts(("turn",), case.people(rule, "who")):
        if not set(played.act.ref) & set(rule.names("acts")):
            continue
        soon = played.start + SOON * (played.end - played.start)
        for person in played.people:
            before, after = (case.timeline.figures[person].look(t).facing for t in (played.start, soon))
            if before is not None and after is not None and (after - before) % 360.0 > HALF:
                yield Breach(f"{label(case.layout, person)} turns the other way", played.start, (person,))


def keeps_left(case: Case, rule: Rule) -> Iterator[Breach]:
    """Where a pair walks abreast, or does `do`, the upper archer is on the left, but in acts `without`."""
    uppers, wanted = dict(case.pairs(rule, "who")), rule.names("do")
    for played in case.acts(wanted or ("walk",), uppers):
        pair = next((p for p in uppers.items() if set(p) == set(played.people)), None)
        meant = bool(wanted or played.act.table("abreast"))
        if pair is None or not meant or set(played.act.ref) & set(rule.names("without")):
            continue
        upper, lower = (case.timeline.figures[p].look((played.start + played.end) / 2.0) for p in pair)
        if _same_way(upper, lower) and _to_the_left(lower, upper) <= 0.0:
            yield Breach(f"{label(case.layout, pair[0])} is not on the left", played.start, pair)


def _same_way(one: FigureState, other: FigureState) -> bool:
    turn = ((one.facing or 0.0) - (other.facing or 0.0) + HALF) % 360.0 - HALF
    return abs(turn) < SAME_WAY


def _to_the_left(one: FigureState, other: FigureState) -> float:
    """How far in 尺 `other` is to the left of `one`."""
    assert one.position is not None
    assert other.position is not None
    left = math.radians((one.facing or 0.0) - 90.0)
    x, y = (b - a for a, b in zip(one.position[:2], other.position[:2], strict=True))
    return x * math.sin(left) + y * math.cos(left)


def on_the_left(case: Case, rule: Rule) -> Iterator[Breach]:
    """Of those who meet and bow in `acts` (refs) each has the others on his left."""
    for played in case.acts(("bow",)):
        if not set(played.act.ref) & set(rule.names("acts")):
            continue
        figures = {person: case.timeline.figures[person].look(played.start) for person in played.people}
        for person, figure in figures.items():
            others = [other for other in figures.values() if not _same_way(figure, other)]
            if any(_to_the_left(figure, other) <= 0.0 for other in others):
                yield Breach(
                    f"{label(case.layout, person)} has the others on his right", played.start, (person,)
                )


def meets_on_the_left(case: Case, rule: Rule) -> Iterator[Breach]:
    """In each of `acts` (refs) `who` and `of` arrive at one moment, each with the other on his left."""
    (one,), (other,) = case.people(rule, "who"), case.people(rule, "of")
    ends = {round(played.end, MOMENT) for played in case.acts(WAYS, (other,))}
    for ref in rule.names("acts"):
        ways = [played for played in case.acts(WAYS, (one,)) if ref in played.act.ref]
        meetings = [played.end for played in ways if round(played.end, MOMENT) in ends]
        if not meetings:
            yield Breach("they do not meet", ways[0].start if ways else None, (one, other))
        for time in meetings:
            figures = [case.timeline.figures[person].look(time) for person in (one, other)]
            if any(_to_the_left(*pair) <= 0.0 for pair in (figures, figures[::-1])):
                yield Breach("they have each other on the right", time, (one, other))


PREDICATES_OF_SIDES: Mapping[str, tuple[Predicate, tuple[str, ...]]] = {
    "turns_left": (turns_left, ("who", "acts")),
    "keeps_left": (keeps_left, ("who", "do", "without")),
    "on_the_left": (on_the_left, ("acts",)),
    "meets_on_the_left": (meets_on_the_left, ("who", "of", "acts")),
}
