"""Predicates about where people and things come from and lie: a mat, the basket of a cup, the rack."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise

from courtyard3d.rite.naming import label
from courtyard3d.rite.predicates import Breach, Case, Predicate, Rule, positions
from courtyard3d.rite.spots import floats
from courtyard3d.scene.state import Point

HERE = 0.05
"""尺 within which something is at a place."""


def comes_by(case: Case, rule: Rule) -> Iterator[Breach]:
    """Whoever of `who` walks to the place `to` sets out from `by`."""
    goal, before = rule.one("to"), rule.one("by")
    for person in case.people(rule, "who"):
        track = case.timeline.figures[person]
        for played in case.acts(("walk",), (person,)):
            start, end = (track.look(time).position for time in (played.start, played.end))
            well = any(_is_near(case, start, place) for place in (before, goal))
            if _is_near(case, end, goal) and not well:
                message = f"{label(case.layout, person)} does not come by {label(case.layout, before)}"
                yield Breach(message, played.start, (person,))


def travels(case: Case, rule: Rule) -> Iterator[Breach]:
    """Each `thing` is at the beginning in the holder or place `from`, at the end of the first day in `to`."""
    ends = (("from", 0.0), ("to", case.timeline.evening))
    for thing in rule.names("thing"):
        for slot, time in ends:
            if thing in case.timeline.things and not _is_at(case, thing, rule.one(slot), time):
                where = label(case.layout, rule.one(slot))
                yield Breach(f"{label(case.layout, thing)} is not in its place: {where}", time, (thing,))


def bears(case: Case, rule: Rule) -> Iterator[Breach]:
    """When `who` have done `do` in one of `sections` the `thing` holds so many (`count`) of a `kind`."""
    wanted, holder = case.layout.evaluate(rule.one("count")).value, rule.one("thing")
    objects = case.layout.objects
    tracks = [t for name, t in case.timeline.things.items() if objects[name].kind == rule.one("kind")]
    done = case.acts(rule.names("do"), case.people(rule, "who"))
    last = {played.section: played.end for played in done if played.section in rule.names("sections")}
    for time in last.values():
        number = sum(track.at(time).holder == holder for track in tracks)
        if number != wanted:
            message = f"{label(case.layout, holder)} holds {number} × {rule.one('kind')}, not {wanted}"
            yield Breach(message, time, ())


def rounds(case: Case, rule: Rule) -> Iterator[Breach]:
    """Whoever walks past the `pillar` in `acts` (refs) passes it `inside` (north of it) or `outside`."""
    pillar, inside = rule.one("pillar"), rule.one("side") == "inside"
    x, y, _ = floats(case.layout.point(pillar))
    for played in case.acts(("walk",)):
        if not set(played.act.ref) & set(rule.names("acts")):
            continue
        for person in played.people:
            way = [place for place in positions(case, person, played) if place is not None]
            past = [b for a, b in pairwise(way) if (a[0] - x) * (b[0] - x) < 0.0]
            if any((place[1] > y) is not inside for place in past):
                side = "inside" if inside else "outside"
                message = f"{label(case.layout, person)} does not pass {side} {label(case.layout, pillar)}"
                yield Breach(message, played.start, (person,))


def condition_during(case: Case, rule: Rule) -> Iterator[Breach]:
    """While `of` do `do` the `thing`, of whose condition anything is told, is in the condition `is`."""
    for played in case.acts(rule.names("do"), case.people(rule, "of")):
        for thing in rule.names("thing"):
            condition = case.timeline.things[thing].at(played.start).condition
            if condition is not None and condition not in rule.names("is"):
                yield Breach(f"{label(case.layout, thing)} is {condition}", played.start, (thing,))


def _is_at(case: Case, thing: str, place: str, time: float) -> bool:
    rest = case.timeline.things[thing].at(time)
    return rest.holder == place if rest.holder is not None else _is_near(case, rest.point, place)


def _is_near(case: Case, point: Point | None, place: str) -> bool:
    return point is not None and math.dist(point, floats(case.layout.point(place))) < HERE


PREDICATES_OF_PLACE: Mapping[str, tuple[Predicate, tuple[str, ...]]] = {
    "comes_by": (comes_by, ("who", "to", "by")),
    "travels": (travels, ("thing", "from", "to")),
    "bears": (bears, ("thing", "kind", "count", "who", "do", "sections")),
    "rounds": (rounds, ("acts", "pillar", "side")),
    "condition_during": (condition_during, ("thing", "is", "do", "of")),
}
