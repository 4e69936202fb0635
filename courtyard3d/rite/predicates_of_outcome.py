"""Predicates about those who have won and those who have lost, and about the measures to which they shoot."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping

from courtyard3d.rite.engine import Played
from courtyard3d.rite.naming import label
from courtyard3d.rite.predicates import Breach, Case, Predicate, Rule

SHOOT, HAND_OVER, BOW = "shoot", "hand-over", "bow"
STRUNG = "strung"
"""The condition of a bow of which nothing is said."""
LOOK = 0.1
"""Seconds between two looks at those who set off one after the other."""


def _fate(played: Played, person: str) -> str | None:
    """`won` or `lost`: how his side fared in the round before that act; None where they are even."""
    outcome = played.scope.outcome
    result = outcome.score(played.section).result
    if result == "even":
        return None
    return "won" if (person in outcome.uppers) == (result == "right") else "lost"


def _cited(case: Case, rule: Rule) -> Iterator[Played]:
    """Yield the acts that have one of the refs in `acts`."""
    return (played for played in case.timeline.acts if set(played.act.ref) & set(rule.names("acts")))


def _in(played: Played, rule: Rule) -> bool:
    return not rule.names("sections") or played.section in rule.names("sections")


# -- winners and losers --------------------------------------------------------------------------------------


def shows(case: Case, rule: Rule) -> Iterator[Breach]:
    """In `acts` (with `do`) each of `who` (with that `fate`) has `dress`, not `without`, and so on."""
    for played in _cited(case, rule):
        if rule.names("do") and played.act.do not in rule.names("do"):
            continue
        for person in set(played.people) & set(case.people(rule, "who")):
            meant = not rule.names("fate") or _fate(played, person) == rule.one("fate")
            if meant and not _shows(case, rule, person, played.start):
                yield Breach(f"{label(case.layout, person)} does not look so", played.start, (person,))


def _shows(case: Case, rule: Rule, person: str, time: float) -> bool:
    figure = case.timeline.figures[person].look(time)
    bows = [thing for thing in figure.holds if case.layout.objects[thing].kind == BOW]
    conditions = {case.timeline.things[bow].at(time).condition or STRUNG for bow in bows}
    held = case.kinds(figure.holds)
    return (
        set(rule.names("dress")) <= set(figure.dress)
        and not set(rule.names("without")) & set(figure.dress)
        and set(rule.names("holds")) <= held
        and not set(rule.names("lacks")) & held
        and (not rule.names("posture") or figure.posture in rule.names("posture"))
        and (not rule.names("pose") or figure.pose in rule.names("pose"))
        and (not rule.names("bow") or conditions == set(rule.names("bow")))
    )


def goes_first(case: Case, rule: Rule) -> Iterator[Breach]:
    """In the `acts`, which lead up or down, he of the two who has that `fate` leaves the ground first."""
    for played in _cited(case, rule):
        pair = {_fate(played, person): person for person in played.people}
        if set(pair) != {"won", "lost"}:
            continue
        first = min(played.people, key=lambda person: _sets_off(case, person, played))
        if first != pair[rule.one("fate")]:
            yield Breach(f"{label(case.layout, first)} goes first", played.start, (first,))


def _sets_off(case: Case, person: str, played: Played) -> float:
    """When he takes the first step up or down."""
    track, time = case.timeline.figures[person], played.start
    level = track.look(time).position
    while time < played.end and level is not None:
        here = track.look(time).position
        if here is not None and abs(here[2] - level[2]) > LOOK:
            break
        time += LOOK
    return time


def stands_by(case: Case, rule: Rule) -> Iterator[Breach]:
    """While one of a pair of `who` does one of the `acts` his mate stands `at` that station."""
    for played in _cited(case, rule):
        for pair in case.pairs(rule, "who"):
            mates = set(pair) - set(played.people)
            if len(mates) != 1:
                continue
            (mate,) = mates
            station = case.timeline.figures[mate].look(played.start).station
            if station not in rule.names("at"):
                message = f"{label(case.layout, mate)} is at {station or 'no station'}"
                yield Breach(message, played.start, (mate,))


def alone(case: Case, rule: Rule) -> Iterator[Breach]:
    """Whoever of `who` does `do` in `sections` does it by himself, and only if he has that `fate`."""
    for played in case.acts(rule.names("do"), case.people(rule, "who")):
        for person in set(played.people) & set(case.people(rule, "who")):
            wrong = len(played.people) > 1 or _fate(played, person) != rule.one("fate")
            if wrong and _in(played, rule):
                yield Breach(f"{label(case.layout, person)} does it", played.start, (person,))


# -- the goblet ----------------------------------------------------------------------------------------------


def handed_only_to(case: Case, rule: Rule) -> Iterator[Breach]:
    """What is of that kind (`thing`) is handed in `sections` only to those in `to`."""
    receivers = set(case.people(rule, "to"))
    for played in case.acts((HAND_OVER,)):
        things = {played.scope.thing(name, played.people[0]) for name in played.act.texts("thing")}
        objects = case.layout.objects
        kinds = {objects[thing].kind if thing in objects else thing for thing in things}
        if not _in(played, rule) or rule.one("thing") not in kinds:
            continue
        for name in played.act.texts("to"):
            for person in set(played.scope.people(name, played.act.where)) - receivers:
                message = f"it is handed to {label(case.layout, person)}"
                yield Breach(message, played.start, (person,))


def first_by(case: Case, rule: Rule) -> Iterator[Breach]:
    """In each of `sections` the first `do` is by one of `who` with that `fate`, every later one by `then`."""
    for span in case.timeline.sections:
        acts = [played for played in case.acts(rule.names("do")) if played.section == span.id]
        if span.id not in rule.names("sections"):
            continue
        for number, played in enumerate(acts):
            allowed = set(case.people(rule, "then" if number else "who"))
            fated = number or all(_fate(played, person) == rule.one("fate") for person in played.people)
            if not set(played.people) <= allowed or not fated:
                yield Breach(f"{label(case.layout, played.people[0])} does it", played.start, played.people)


def of_side(case: Case, rule: Rule) -> Iterator[Breach]:
    """All of `who` are of that side: host or guest."""
    for person in case.people(rule, "who"):
        side = case.layout.people[person].side
        if side not in rule.names("is"):
            yield Breach(f"{label(case.layout, person)} is of the side of the {side}", None, (person,))


# -- the measures --------------------------------------------------------------------------------------------


def for_each_pair(case: Case, rule: Rule) -> Iterator[Breach]:
    """In each section with shooting in which `who` do `do` they do it `count` times for each pair of `of`."""
    for span in case.timeline.sections:
        acts = [a for a in case.acts(rule.names("do"), case.people(rule, "who")) if a.section == span.id]
        shooting = {p for a in case.acts((SHOOT,)) if a.section == span.id for p in a.people}
        pairs = sum(bool(shooting & set(pair)) for pair in set(case.pairs(rule, "of")))
        if acts and pairs and len(acts) != pairs * int(rule.one("count")):
            yield Breach(f"{len(acts)} times for {pairs} pairs", acts[0].start, acts[0].people)


def in_measures(case: Case, rule: Rule) -> Iterator[Breach]:
    """`who` do `do` once while nobody shoots; in the `count` next ones a pair of `of` shoots, upper first."""
    for span in case.timeline.sections:
        measures = [a for a in case.acts(rule.names("do"), case.people(rule, "who")) if a.section == span.id]
        begins = [measure.start for measure in measures]
        shots = [a for a in case.acts((SHOOT,)) if a.section == span.id] if measures else []
        placed = [(bisect_right(begins, shot.start) - 1, shot.people[0]) for shot in shots]
        for upper, lower in set(case.pairs(rule, "of")):
            mine = [(measure, person) for measure, person in placed if person in (upper, lower)]
            if not mine:
                continue
            first = mine[0][0]
            wanted = [(first + k, who) for k in range(int(rule.one("count"))) for who in (upper, lower)]
            listened = first > 0 and all(measure != first - 1 for measure, _ in placed)
            if mine != wanted or not listened:
                message = f"{label(case.layout, upper)} and his mate shoot in other measures"
                yield Breach(message, begins[max(first, 0)], (upper, lower))


PREDICATES_OF_OUTCOME: Mapping[str, tuple[Predicate, tuple[str, ...]]] = {
    "shows": (
        shows,
        ("who", "fate", "do", "acts", "dress", "without", "holds", "lacks", "posture", "pose", "bow"),
    ),
    "goes_first": (goes_first, ("fate", "acts")),
    "stands_by": (stands_by, ("who", "acts", "at")),
    "alone": (alone, ("who", "do", "fate", "sections")),
    "handed_only_to": (handed_only_to, ("thing", "to", "sections")),
    "first_by": (first_by, ("do", "who", "then", "fate", "sections")),
    "of_side": (of_side, ("who", "is")),
    "for_each_pair": (for_each_pair, ("who", "do", "of", "count")),
    "in_measures": (in_measures, ("who", "do", "of", "count")),
}
