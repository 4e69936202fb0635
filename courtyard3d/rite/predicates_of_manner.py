"""Predicates about how something is done: in which order, how far, how long, and what is laid down."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise, takewhile

from courtyard3d.rite.engine import Played
from courtyard3d.rite.naming import label
from courtyard3d.rite.predicates import Breach, Case, Predicate, Rule
from courtyard3d.rite.spots import floats
from courtyard3d.rite.verbs.vessels import CLEAN, VESSELS

HEADS = {"east": (0, 1.0), "west": (0, -1.0), "north": (1, 1.0), "south": (1, -1.0)}
"""The axis and the sign of the end of a row at which the senior stands."""
NEAR = 1e-6
"""Seconds and 尺 within which two numbers are the same."""


def _done(case: Case, rule: Rule) -> Iterator[Played]:
    """Yield the acts with `do` by `who`, in `sections` and with a ref in `acts` where the rule names such."""
    refs, sections = set(rule.names("acts")), rule.names("sections")
    for played in case.acts(rule.names("do"), case.people(rule, "who")):
        if (not refs or refs & set(played.act.ref)) and (not sections or played.section in sections):
            yield played


def done_so(case: Case, rule: Rule) -> Iterator[Breach]:
    """Where `who` do `do` (in `sections`, in `acts`) they do it so: its `slot` is one of `are`."""
    slot = rule.one("slot")
    for played in _done(case, rule):
        value = played.act.text(slot) or ""
        if played.scope.names.get(value, value) not in rule.names("are"):
            yield Breach(f"its {slot} is {value or 'not told'}", played.start, played.people)


def after_all(case: Case, rule: Rule) -> Iterator[Breach]:
    """Nobody of `who` does `do` in a section (of `sections`) before all of `of` who do it have done it."""
    last = {a.section: a.start for a in case.acts(rule.names("do"), case.people(rule, "of"))}
    for played in _done(case, rule):
        if played.start < last.get(played.section, 0.0):
            yield Breach(f"{label(case.layout, played.people[0])} is too early", played.start, played.people)


def afterwards(case: Case, rule: Rule) -> Iterator[Breach]:
    """After each `do` of `who` (in such a `posture`) he does `count` × `of` before he does `then`."""
    for person in case.people(rule, "who"):
        mine = case.timeline.acts_of(person)
        for place, played in enumerate(mine):
            so = not rule.names("posture") or played.act.text("posture") in rule.names("posture")
            if played.act.do not in rule.names("do") or not so:
                continue
            rest = takewhile(lambda later: later.act.do not in rule.names("then"), mine[place + 1 :])
            number = sum(later.act.do in rule.names("of") for later in rest)
            if number != int(rule.one("count")):
                message = f"{label(case.layout, person)} does {rule.one('of')} {number} times"
                yield Breach(message, played.end, (person,))


def in_file(case: Case, rule: Rule) -> Iterator[Breach]:
    """While `who` do `do` (in `acts`) they stand in their order, the first at the `head` (a quarter).

    A row that bends has two heads: each stands behind the one before on one of the two lines.
    """
    heads = [HEADS[head] for head in rule.names("head")]
    for played in _done(case, rule):
        people = [person for person in case.people(rule, "who") if person in played.people]
        places = [case.timeline.figures[person].look(played.start).position for person in people]
        for (person, here), (_, there) in pairwise(zip(people, places, strict=True)):
            if here is None or there is None:
                continue
            if all(sign * (here[axis] - there[axis]) < NEAR for axis, sign in heads):
                yield Breach(f"{label(case.layout, person)} is out of his place", played.start, (person,))


def goes_at_most(case: Case, rule: Rule) -> Iterator[Breach]:
    """Nobody of `who` goes farther than `by` in one act with `do`."""
    most = float(case.layout.evaluate(rule.one("by")).value)
    for played in _done(case, rule):
        for person in played.people:
            ends = [case.timeline.figures[person].look(time).position for time in (played.start, played.end)]
            way = math.dist(*(place for place in ends if place is not None)) if None not in ends else 0.0
            if way > most + NEAR:
                yield Breach(f"{label(case.layout, person)} goes {way:.2f} 尺", played.start, (person,))


def lasts_until(case: Case, rule: Rule) -> Iterator[Breach]:
    """Whoever of `who` does `do` (in `sections`) goes on until he has come to the place `at`."""
    goal = floats(case.layout.point(rule.one("at")))
    for played in _done(case, rule):
        for person in played.people:
            place = case.timeline.figures[person].look(played.end).position
            if place is None or math.dist(place, goal) > NEAR:
                yield Breach(f"{label(case.layout, person)} is not there yet", played.end, (person,))


def lays_down_only(case: Case, rule: Rule) -> Iterator[Breach]:
    """`who` lets go of a `thing` of that kind only in `acts` (refs)."""
    (person,) = case.people(rule, "who")
    refs = set(rule.names("acts"))
    spans = [(a.start, a.end) for a in case.timeline.acts if person in a.people and refs & set(a.act.ref)]
    for thing, track in case.timeline.things.items():
        if case.layout.objects[thing].kind != rule.one("thing"):
            continue
        for before, after in pairwise(track.rests):
            told = any(start <= after.time <= end for start, end in spans)
            if before.holder == person != after.holder and not told:
                yield Breach(f"he lets go of {label(case.layout, thing)}", after.time, (person, thing))


def washed(case: Case, rule: Rule) -> Iterator[Breach]:
    """In `acts` (refs) whoever pours has washed the vessel since anybody drank of it."""
    for played in case.acts(("pour",)):
        if not set(rule.names("acts")) & set(played.act.ref):
            continue
        for person in played.people:
            for thing in case.timeline.figures[person].look(played.start).holds:
                if case.layout.objects[thing].kind in VESSELS and not _is_clean(case, thing, played.start):
                    message = f"{label(case.layout, person)} has not washed {label(case.layout, thing)}"
                    yield Breach(message, played.start, (person, thing))


def _is_clean(case: Case, thing: str, time: float) -> bool:
    return case.timeline.things[thing].at(time).condition == CLEAN


PREDICATES_OF_MANNER: Mapping[str, tuple[Predicate, tuple[str, ...]]] = {
    "done_so": (done_so, ("who", "do", "slot", "are", "acts", "sections")),
    "after_all": (after_all, ("who", "do", "of", "sections")),
    "afterwards": (afterwards, ("who", "posture", "do", "of", "count", "then")),
    "in_file": (in_file, ("who", "do", "acts", "head")),
    "goes_at_most": (goes_at_most, ("who", "do", "by")),
    "lasts_until": (lasts_until, ("who", "do", "at", "sections")),
    "lays_down_only": (lays_down_only, ("who", "thing", "acts")),
    "washed": (washed, ("acts",)),
}
