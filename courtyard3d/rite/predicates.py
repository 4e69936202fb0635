"""What a rule can say: predicates over the whole time line, each one small function with its slots."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from courtyard3d.errors import InputError
from courtyard3d.rite.engine import Played
from courtyard3d.rite.naming import label
from courtyard3d.rite.spots import floats
from courtyard3d.rite.timeline import Timeline
from courtyard3d.scene.state import FigureState, Point
from courtyard3d.sources import Source

SAMPLE = 0.25
"""Seconds between two looks at what moves."""


class Breach(NamedTuple):
    """One place in time at which a rule does not hold."""

    message: str
    time: float | None
    subjects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A predicate with its slots filled."""

    check: str
    slots: Mapping[str, Any]
    source: Source
    when: Mapping[str, frozenset[str]]

    def names(self, slot: str) -> tuple[str, ...]:
        return tuple(self.slots.get(slot) or ())

    def one(self, slot: str) -> str:
        return str(self.names(slot)[0])


class Case:
    """A time line, and what the names in a rule mean in it."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.layout = timeline.layout

    def people(self, rule: Rule, slot: str) -> tuple[str, ...]:
        """The individuals of a slot; what the premises leave out is left out."""
        found: list[str] = []
        for name in rule.names(slot):
            if name in self.layout.people:
                found.append(name)
            elif name in self.layout.groups:
                found += self.layout.groups[name].members
            elif not self._declared(name):
                raise InputError(
                    f"rule {rule.source.ref[0]}: there is no '{name}'", rule.source.where, given=name,
                    valid=[*self.layout.people, *self.layout.groups],
                )  # fmt: skip
        return tuple(dict.fromkeys(found))

    def _declared(self, name: str) -> bool:
        document = self.layout.document
        return name in document.people or name in document.groups

    def pairs(self, rule: Rule, slot: str) -> Iterator[tuple[str, str]]:
        """(upper, lower) of each pair in a slot, or in the groups of a slot."""
        groups = self.layout.groups
        for name in rule.names(slot):
            for part in (name, *groups[name].parts):
                if part in groups and {"upper", "lower"} <= set(groups[part].roles):
                    yield groups[part].roles["upper"], groups[part].roles["lower"]

    def acts(self, verbs: Iterable[str], people: Iterable[str] | None = None) -> list[Played]:
        """The acts with one of these verbs, of one of these people, in the order of time."""
        who = set(people) if people is not None else None
        found = sorted(numbered for verb in set(verbs) for numbered in self._acts.get(verb, ()))
        return [played for _, played in found if who is None or not who.isdisjoint(played.people)]

    @cached_property
    def _acts(self) -> dict[str, list[tuple[int, Played]]]:
        """The acts of each verb, with their number in the order of time."""
        found: dict[str, list[tuple[int, Played]]] = {}
        for number, played in enumerate(self.timeline.acts):
            found.setdefault(played.act.do, []).append((number, played))
        return found

    def looks(self, person: str, during: Iterable[str]) -> Iterator[tuple[float, FigureState]]:
        """Yield a person who is there as often as he changes: always, or `during` acts with such verbs."""
        acts = [(played.start, played.end) for played in self.acts(during, (person,))]
        track = self.timeline.figures[person]
        for begin, end in acts if during else [(0.0, self.timeline.duration)]:
            yield from (look for look in track.looks(begin, end) if look[1].visible)

    def blamed(self, breach: Breach) -> Played | None:
        """The act that breaks a rule: of those that its people do at that second, the last that began."""
        if breach.time is None:
            return None
        running = (
            played
            for played in self.timeline.acts
            if played.start <= breach.time <= played.end
            and not set(breach.subjects).isdisjoint(played.people)
        )
        return max(running, key=lambda played: played.start, default=None)

    def on_hall(self, figure: FigureState) -> bool:
        assert figure.position is not None
        return self.timeline.ground.on_hall(figure.position)

    def kinds(self, things: Iterable[str]) -> set[str]:
        return {self.layout.objects[thing].kind for thing in things}


Predicate = Callable[[Case, Rule], Iterable[Breach]]


def never(case: Case, rule: Rule) -> Iterator[Breach]:
    """Nobody of `who` ever holds or wears that, is in that posture, on the hall."""
    yield from _each_look(case, rule, wanted=False)


def always(case: Case, rule: Rule) -> Iterator[Breach]:
    """Each of `who` always, or while he does one of `during`, holds, wears, faces or stands so."""
    yield from _each_look(case, rule, wanted=True)


def _each_look(case: Case, rule: Rule, *, wanted: bool) -> Iterator[Breach]:
    tests = {slot: (test, rule.names(slot)) for slot, test in LOOKS.items() if rule.names(slot)}
    for person in case.people(rule, "who"):
        for time, figure in case.looks(person, rule.names("during")):
            so = all(test(case, figure, names) for test, names in tests.values())
            if so is not wanted and _meant(case, rule, figure):
                seen = ", ".join(f"{slot} {_seen(case, figure, slot)}" for slot in tests)
                yield Breach(f"{label(case.layout, person)} is seen with {seen}", time, (person,))
                break


def _seen(case: Case, figure: FigureState, slot: str) -> str:
    """What one of `LOOKS` looks at."""
    value = sorted(case.kinds(figure.holds)) if slot == "holds" else getattr(figure, slot)
    return (" ".join(value) if isinstance(value, list | tuple) else str(value)) or "nothing"


def _meant(case: Case, rule: Rule, figure: FigureState) -> bool:
    """Whether the rule speaks of him where he is."""
    at = rule.names("at")
    return ("hall" not in rule.names("on") or case.on_hall(figure)) and (not at or figure.station in at)


LOOKS: Mapping[str, Callable[[Case, FigureState, tuple[str, ...]], bool]] = {
    "holds": lambda case, figure, names: set(names) <= case.kinds(figure.holds),
    "dress": lambda _, figure, names: set(names) <= set(figure.dress),
    "posture": lambda _, figure, names: figure.posture in names,
    "facing": lambda _, figure, names: abs((figure.facing or 0.0) - float(names[0])) < 1.0,
    "office": lambda _, figure, names: figure.office in names,
}
"""How each slot is seen on a person."""


def by_steps(case: Case, rule: Rule) -> Iterator[Breach]:
    """`who` go up and down only by that flight."""
    for played in case.acts(("ascend", "descend"), case.people(rule, "who")):
        for person in set(played.people) & set(case.people(rule, "who")):
            if played.act.text("by") != rule.one("on"):
                yield Breach(
                    f"{label(case.layout, person)} takes {played.act.text('by')}", played.start, (person,)
                )


def leads(case: Case, rule: Rule) -> Iterator[Breach]:
    """While both are on the flight the leader is so many treads ahead of the other, up and down."""
    flight, by = rule.one("on"), int(rule.one("by"))
    for played in case.acts(("ascend", "descend")):
        left_out = set(played.act.ref) & set(rule.names("without"))
        if played.act.text("by") != flight or len(played.people) != 2 or left_out:
            continue
        leader = next((u for u, _ in case.pairs(rule, "who") if u in played.people), None)
        if leader is None:
            continue
        follower = next(person for person in played.people if person != leader)
        gap = _nearest_gap(case, played, leader, follower, flight)
        if gap is not None and gap != by:
            message = f"{label(case.layout, leader)} is {gap} treads ahead of {label(case.layout, follower)}"
            yield Breach(message, played.start, (leader, follower))


def _nearest_gap(case: Case, played: Played, leader: str, follower: str, flight: str) -> int | None:
    """By how many treads at least the leader is ahead while both stand on treads."""
    size = case.layout.objects[flight].size
    rise = float(case.layout.point(f"{flight}.top-tread")[2]) / float(size["treads"].value)
    top = float(case.layout.point(f"{flight}.top-tread")[1])
    ahead = 1 if played.act.do == "ascend" else -1
    gaps = []
    for step in range(int((played.end - played.start) / 0.05)):
        time = played.start + step * 0.05
        here = [case.timeline.figures[person].look(time) for person in (leader, follower)]
        spots = [figure.position for figure in here]
        if any(figure.moving for figure in here) or None in spots:
            continue
        treads = [round(p[2] / rise) for p in spots if p is not None and p[2] > 0 and p[1] <= top + 0.01]
        if len(treads) == 2:
            gaps.append(ahead * (treads[0] - treads[1]))
    return min(gaps) if gaps else None


def alternates(case: Case, rule: Rule) -> Iterator[Breach]:
    """The two of each pair do it in turn, the upper first, and nothing comes between."""
    for upper, lower in case.pairs(rule, "who"):
        acts = case.acts(rule.names("do"), (upper, lower))
        turns = itertools.cycle((upper, lower))
        for played, expected in zip(acts, turns, strict=False):
            if played.people != (expected,):
                message = f"{label(case.layout, played.people[0])} shoots when it is the other's turn"
                yield Breach(message, played.start, (upper, lower))
                break
        for one, other in itertools.pairwise(acts):
            if other.start < one.end:
                yield Breach("they act at the same time", other.start, (upper, lower))


def total(case: Case, rule: Rule) -> Iterator[Breach]:
    """So many things of a kind are there at the beginning (or none yet) and at the end of the first day."""
    wanted = float(case.layout.evaluate(rule.one("is")).value)
    kind, objects = rule.one("kind"), case.layout.objects
    tracks = [track for t, track in case.timeline.things.items() if objects[t].kind == kind]
    came = any(track.exists(rest.time) for track in tracks for rest in track.rests)
    for time in (0.0, case.timeline.evening):
        there = [track for track in tracks if track.exists(time)]
        if len(there) != wanted and (there or (came and time > 0.0)):
            yield Breach(f"there are {len(there)} × {rule.one('kind')}, not {wanted:g}", time, ())


SIDES = {"south_of": (1, -1.0), "north_of": (1, 1.0), "west_of": (0, -1.0), "east_of": (0, 1.0)}
"""The axis and the sign of each side."""


def way_passes(case: Case, rule: Rule) -> Iterator[Breach]:
    """Whoever (of `who`) walks between two places (or in `acts`, `sections`) passes beside a third."""
    for played, person, beside in _ways(case, rule):
        if not any(beside):
            yield Breach(f"{label(case.layout, person)} does not pass there", played.start, (person,))


def way_keeps(case: Case, rule: Rule) -> Iterator[Breach]:
    """Whoever (of `who`) walks between two places (or in `acts`, `sections`) keeps to one side of a third."""
    for played, person, beside in _ways(case, rule):
        if not all(beside):
            yield Breach(f"{label(case.layout, person)} leaves that side", played.start, (person,))


def _ways(case: Case, rule: Rule) -> Iterator[tuple[Played, str, list[bool]]]:
    """Yield each walk that is meant, by whom, and whether he is on that side at each point of it."""
    left_out = set(case.people(rule, "except"))
    meant = set(case.people(rule, "who")) if rule.names("who") else None
    side = next(slot for slot in SIDES if rule.names(slot))
    axis, sign = SIDES[side]
    limit = floats(case.layout.point(rule.one(side)))[axis]
    sections = rule.names("sections")
    for played in (a for a in case.acts(("walk",), meant) if not sections or a.section in sections):
        for person in set(played.people) - left_out if meant is None else set(played.people) & meant:
            if _is_meant(case, rule, person, played):
                way = positions(case, person, played)
                yield played, person, [sign * (p[axis] - limit) > 0.0 for p in way if p is not None]


def _is_meant(case: Case, rule: Rule, person: str, played: Played) -> bool:
    if rule.names("acts"):
        return bool(set(played.act.ref) & set(rule.names("acts")))
    track = case.timeline.figures[person]
    before, after = track.look(played.start).position, track.look(played.end).position
    ends = {rule.one("from"), rule.one("to")}
    return before is not None and after is not None and _joins(case, before, after, ends)


def positions(case: Case, person: str, played: Played) -> list[Point | None]:
    """Where a person is while he carries out an act, at short steps."""
    steps = max(int((played.end - played.start) / SAMPLE), 1)
    track = case.timeline.figures[person]
    return [
        track.look(played.start + (played.end - played.start) * k / steps).position for k in range(steps + 1)
    ]


def _joins(case: Case, before: Any, after: Any, ends: set[str]) -> bool:
    """Whether a walk goes from near one place to near the other."""
    near = 2.0 * case.timeline.movement.abreast + case.timeline.movement.setback
    spots = [floats(case.layout.point(name)) for name in sorted(ends)]

    def close(a: Any, b: Any) -> bool:
        return bool(abs(a[0] - b[0]) < near and abs(a[1] - b[1]) < near)

    return any(close(before, s) and close(after, e) for s, e in itertools.permutations(spots, 2))


def order(case: Case, rule: Rule) -> Iterator[Breach]:
    """Whoever of `who` does the `first` and the `then` act does them in this order."""
    for person in case.people(rule, "who"):
        first, then = (case.acts(rule.names(slot), (person,)) for slot in ("first", "then"))
        if then and (not first or first[0].start > then[0].start):
            yield Breach(
                f"{label(case.layout, person)} does {rule.one('then')} before {rule.one('first')}",
                then[0].start,
                (person,),
            )


def sequence(case: Case, rule: Rule) -> Iterator[Breach]:
    """Before each of `who` first does `do` in a section he has done `count` × `of`, in it or since a ref."""
    names = rule.names("sections")
    for person in case.people(rule, "who"):
        for span in (span for span in case.timeline.sections if not names or span.id in names):
            shots = [a for a in case.acts(rule.names("do"), (person,)) if a.section == span.id]
            if not shots:
                continue
            told = [a for a in case.timeline.acts if person in a.people and a.start < shots[0].start]
            since = [a.start for a in told if set(a.act.ref) & set(rule.names("since"))]
            begin = max(since, default=span.start)
            bows = [
                a for a in told
                if a.act.do in rule.names("of") and a.start >= begin
                and not set(a.act.ref) & set(rule.names("without"))
            ]  # fmt: skip
            if len(bows) != int(rule.one("count")):
                message = f"{label(case.layout, person)} does {rule.one('of')} {len(bows)} times"
                yield Breach(message, shots[0].start, (person,))


def place_during(case: Case, rule: Rule) -> Iterator[Breach]:
    """While `of` do `do`, each of `who` stands at that station."""
    shooters = case.people(rule, "of")
    for played in case.acts(rule.names("do"), shooters):
        if rule.names("sections") and played.section not in rule.names("sections"):
            continue
        for person in case.people(rule, "who"):
            station = case.timeline.figures[person].look(played.start).station
            if station not in rule.names("at"):
                message = f"{label(case.layout, person)} is at {station or 'no station'}"
                yield Breach(message, played.start, (person,))


def count(case: Case, rule: Rule) -> Iterator[Breach]:
    """Each of `who` does `do` so many times in each section (of `sections`) in which he does it."""
    names = rule.names("sections")
    for person in case.people(rule, "who"):
        for span in (span for span in case.timeline.sections if not names or span.id in names):
            acts = [a for a in case.acts(rule.names("do"), (person,)) if a.section == span.id]
            if acts and len(acts) != int(rule.one("count")):
                message = f"{label(case.layout, person)} does {rule.one('do')} {len(acts)} times"
                yield Breach(message, acts[0].start, (person,))


def does_not(case: Case, rule: Rule) -> Iterator[Breach]:
    """Nobody of `who` does `do` in those sections."""
    for played in case.acts(rule.names("do"), case.people(rule, "who")):
        if played.section in rule.names("sections"):
            names = ", ".join(label(case.layout, person) for person in played.people)
            yield Breach(f"{names} does {played.act.do}", played.start, played.people)


WAY = ("who", "from", "to", "acts", *SIDES, "except", "sections")
PREDICATES: Mapping[str, tuple[Predicate, tuple[str, ...]]] = {
    "never": (never, ("who", "holds", "dress", "posture", "facing", "office", "on", "at", "during")),
    "always": (always, ("who", "holds", "dress", "posture", "facing", "office", "on", "at", "during")),
    "by_steps": (by_steps, ("who", "on")),
    "leads": (leads, ("who", "on", "by", "without")),
    "alternates": (alternates, ("who", "do")),
    "total": (total, ("kind", "is")),
    "way_passes": (way_passes, WAY),
    "way_keeps": (way_keeps, WAY),
    "order": (order, ("who", "first", "then")),
    "sequence": (sequence, ("who", "do", "of", "count", "without", "since", "sections")),
    "place_during": (place_during, ("who", "at", "do", "of", "sections")),
    "count": (count, ("who", "do", "count", "sections")),
    "does_not": (does_not, ("who", "do", "sections")),
}
