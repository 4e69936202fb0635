"""Predicates about the pairs at the marks, and about the counters of their hits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise

from courtyard3d.rite.engine import Played
from courtyard3d.rite.naming import label
from courtyard3d.rite.predicates import Breach, Case, Predicate, Rule
from courtyard3d.rite.tally import CHUN, TEN
from courtyard3d.rite.tracks import ThingTrack

SHOOT, LAY, COUNT = "shoot", "lay-counter", "count-heap"
GROUND = 0.1
"""尺 above the ground up to which one walks in the court."""


def on_marks(case: Case, rule: Rule) -> Iterator[Breach]:
    """The upper archer of each pair of `who` shoots on the mark `upper`, the lower one on `lower`."""
    for pair in case.pairs(rule, "who"):
        for person, slot in zip(pair, ("upper", "lower"), strict=True):
            for played in case.acts((SHOOT,), (person,)):
                if case.timeline.figures[person].look(played.start).station != rule.one(slot):
                    message = f"{label(case.layout, person)} does not shoot on {rule.one(slot)}"
                    yield Breach(message, played.start, (person,))


def walks_behind(case: Case, rule: Rule) -> Iterator[Breach]:
    """Where the two of a pair of `who` walk in the court the upper archer ends behind the lower one."""
    for upper, lower in case.pairs(rule, "who"):
        for played in case.acts(("walk",), (upper,)):
            if lower not in played.people:
                continue
            mate, other = (case.timeline.figures[person].look(played.end) for person in (upper, lower))
            if mate.position is None or other.position is None or other.position[2] > GROUND:
                continue
            ahead = math.radians(other.facing or 0.0)
            x, y = (b - a for a, b in zip(mate.position[:2], other.position[:2], strict=True))
            if x * math.sin(ahead) + y * math.cos(ahead) <= 0.0:
                yield Breach(f"{label(case.layout, upper)} is not behind", played.end, (upper, lower))


def says(case: Case, rule: Rule) -> Iterator[Breach]:
    """In each of `sections` `who` says `words`, to nobody but `to`, before anybody there does `before`."""
    (person,) = case.people(rule, "who")
    wanted = set(case.people(rule, "to"))
    for span in case.timeline.sections:
        if span.id not in rule.names("sections"):
            continue
        spoken = [a for a in case.acts(("say", "report"), (person,)) if a.section == span.id]
        said = [a for a in spoken if _words(a) in rule.names("words")]
        heard = {p for a in said for name in a.act.texts("to") for p in a.scope.people(name, a.act.where)}
        if heard != wanted:
            to = ", ".join(sorted(heard)) or "nobody"
            yield Breach(f"{label(case.layout, person)} says it to {to}", span.start, (person,))
        first = next((a.start for a in case.acts(rule.names("before")) if a.section == span.id), None)
        if first is not None and any(a.end > first for a in said):
            yield Breach(f"{label(case.layout, person)} says it too late", first, (person,))


def _words(played: Played) -> str:
    words = played.act.text("words") or ""
    return played.scope.names.get(words, words)


# -- counters ------------------------------------------------------------------------------------------------


def _tracks(case: Case, kind: str) -> list[ThingTrack]:
    things = case.timeline.things
    return [things[name] for name in case.layout.of_kind.get(kind, ()) if name in things]


def _held(case: Case, holder: str, kind: str, time: float) -> int:
    """How many things of a kind a holder has at `time`."""
    return sum(track.at(time).holder == holder for track in _tracks(case, kind))


def _counted_shots(case: Case) -> Iterator[tuple[Played, float]]:
    """Yield each shot of the sections in which counters are laid, and when its counter must lie there."""
    sections = {played.section for played in case.acts((LAY,))}
    ends = {span.id: span.end for span in case.timeline.sections}
    for section in sections:
        shots = [played for played in case.acts((SHOOT,)) if played.section == section]
        yield from ((one, other.start) for one, other in pairwise(shots))
        yield from ((last, ends[section]) for last in shots[-1:])


def one_for_each_hit(case: Case, rule: Rule) -> Iterator[Breach]:
    """A shot that strikes `at` and counts brings one counter to its side's heap, any other shot none.

    `right` is the heap of the upper archers, `left` that of the lower ones.
    """
    heaps = [rule.one("right"), rule.one("left")]
    for played, end in _counted_shots(case):
        (archer,) = played.people
        outcome = played.scope.outcome
        struck = [_held(case, rule.one("at"), "arrow", time) for time in (played.start, end)]
        number = sum(a.people == played.people and a.section == played.section and a.start < played.start
                     for a in case.acts((SHOOT,)))  # fmt: skip
        counts = struck[1] > struck[0] and (played.section, archer, number) not in outcome.uncounted
        for heap in heaps:
            mine = heap == heaps[0 if archer in outcome.uppers else 1]
            laid = _held(case, heap, "counter", end) - _held(case, heap, "counter", played.start)
            if laid != (counts and mine):
                message = (
                    f"{laid} counters come to {label(case.layout, heap)} for {label(case.layout, archer)}"
                )
                yield Breach(message, played.start, (archer,))


def made_ready(case: Case, rule: Rule) -> Iterator[Breach]:
    """When a pair begins to shoot `who` and `at` have `count` counters each, if any are left in `heap`."""
    keeper = rule.one("who")
    for one, other in pairwise([None, *(played for played, _ in _counted_shots(case))]):
        pair = {other.people[0], *(one.people if one is not None else ())} if other is not None else set()
        groups = [set(group.roles.values()) for group in case.layout.groups.values()]
        if other is None or pair in groups or (one is not None and one.people == other.people):
            continue
        numbers = [_held(case, holder, "counter", other.start) for holder in (keeper, rule.one("at"))]
        left = _held(case, rule.one("heap"), "counter", other.start)
        if left and any(number != int(rule.one("count")) for number in numbers):
            yield Breach(
                f"{numbers[0]} are in his hand and {numbers[1]} in the holder", other.start, (keeper,)
            )


def in_turn(case: Case, rule: Rule) -> Iterator[Breach]:
    """In each section the acts with `do` name in `slot` the values `are`, one after the other."""
    for span in case.timeline.sections:
        acts = [played for played in case.acts(rule.names("do")) if played.section == span.id]
        found = [value for value, _ in groupby(played.act.text(rule.one("slot")) for played in acts)]
        if found and found != list(rule.names("are")):
            yield Breach(f"the order is {', '.join(map(str, found))}", acts[0].start, acts[0].people)


def counted_shape(case: Case, rule: Rule) -> Iterator[Breach]:
    """After a heap of `heap` is counted each ten 纯 and the odd one lie lengthwise, the rest crosswise."""
    for played in case.acts((COUNT,)):
        heap = played.act.text("heap") or ""
        if heap not in rule.names("heap"):
            continue
        along = case.layout.facing(heap)
        number = _held(case, heap, "counter", played.end)
        rests = [track.at(played.end) for track in _tracks(case, "counter")]
        lengthwise = sum(rest.holder == heap and rest.facing == along for rest in rests)
        bundles, odd = number // (CHUN * TEN) * CHUN * TEN, number % CHUN
        if lengthwise != bundles + odd:
            message = f"{lengthwise} of {number} counters lie lengthwise, not {bundles + odd}"
            yield Breach(message, played.end, played.people)


def announced(case: Case, rule: Rule) -> Iterator[Breach]:
    """Who reports one of `words` holds as many counters as the worthier side is ahead."""
    for played in case.acts(("report",), case.people(rule, "who")):
        if played.act.text("words") not in rule.names("words"):
            continue
        score = played.scope.outcome.score(played.section)
        if _held(case, played.people[0], "counter", played.start) != score.surplus or not score.surplus:
            yield Breach(f"he does not hold {score.surplus} counters", played.start, played.people)


PREDICATES_OF_SHOOTING: Mapping[str, tuple[Predicate, tuple[str, ...]]] = {
    "on_marks": (on_marks, ("who", "upper", "lower")),
    "walks_behind": (walks_behind, ("who",)),
    "says": (says, ("who", "words", "to", "sections", "before")),
    "one_for_each_hit": (one_for_each_hit, ("right", "left", "at")),
    "made_ready": (made_ready, ("who", "at", "count", "heap")),
    "in_turn": (in_turn, ("do", "slot", "are")),
    "counted_shape": (counted_shape, ("heap",)),
    "announced": (announced, ("who", "words")),
}
