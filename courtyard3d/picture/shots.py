"""Which people a film shows when: the acts of a section, joined to shots that last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from courtyard3d.rite.timeline import Timeline

AROUND, GOAL, WIDE_SHOT = "around", "goal", "wide"
STEEP, ANYWHERE, ABOVE = ELSEWHERE = "steep", "anywhere", "above"
"""Manners for people whom the manner of their shot would hide, the best first."""
SEEN_AS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("shoot", "call", "raise-banner", "lower-banner"), GOAL)
)
"""Verbs that are seen with the target behind the people; all others are seen from the court."""
ALONG = frozenset({"pinch", "hold", "wait", "look", "turn", "kneel", "rise"})
"""Verbs between others, seen as what comes before them is."""
IDLE = frozenset({"wait"})
"""Verbs of people who need not be seen."""
LONG = 6.0  # times the shortest shot: so long at most those who are close together are shown
ENOUGH = 2.5  # times the shortest shot: one as long as this ends with the next change of people


@dataclass(frozen=True, slots=True)
class Beat:
    """A stretch of the rite (seconds) in which the same people act, to be seen in one manner."""

    start: float
    end: float
    people: tuple[str, ...]
    manner: str
    main: bool = True

    @property
    def length(self) -> float:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Shot:
    """A stretch of the rite (seconds), the people it shows, those who act longest first, and its manner."""

    start: float
    end: float
    people: tuple[str, ...]
    manner: str


def beats(timeline: Timeline, start: float, end: float, hold: float) -> list[Beat]:
    """Return who acts between two moments, without a gap.

    The acts of the main line count; those of a side line only where the main line rests, and then
    if they last at least `hold` seconds. While nobody acts, those who acted last are meant.
    """
    cuts = sorted(
        {start, end, *(t for act in timeline.acts for t in (act.start, act.end) if start < t < end)}
    )
    found: list[Beat] = []
    for here, there in pairwise(cuts):
        running = timeline.running(here)
        acts = [act for act in running if act.main] or running
        people = tuple(dict.fromkeys(name for act in acts for name in act.people))
        manner = found[-1].manner if found else AROUND
        verbs = [act.act.do for act in acts if act.act.do not in ALONG]
        if verbs:
            manner = next((SEEN_AS[verb] for verb in verbs if verb in SEEN_AS), AROUND)
        found.append(Beat(here, there, people, manner, any(act.main for act in acts)))
    return _without_short_asides(_joined(found), hold)


def _joined(found: Iterable[Beat]) -> list[Beat]:
    """Join neighbours with the same people in the same manner, and moments in which nobody acts."""
    joined: list[Beat] = []
    for beat in found:
        last = joined[-1] if joined else None
        if last and (not beat.people or (last.people, last.manner) == (beat.people, beat.manner)):
            joined[-1] = Beat(last.start, beat.end, last.people, last.manner, last.main)
        else:
            joined.append(beat)
    return joined


def _without_short_asides(found: list[Beat], hold: float) -> list[Beat]:
    """Give the time of a side line that is too short for a shot to those who acted before it."""
    kept = (
        beat if beat.main or beat.length >= hold else Beat(beat.start, beat.end, (), beat.manner)
        for beat in found
    )
    return _joined(kept)


Near = Callable[[Sequence[str], float], bool]
"""Whether people stay close together from a moment of the rite on."""


def shots(found: Sequence[Beat], hold: float, near: Near = lambda people, t: False) -> Iterator[Shot]:
    """Join beats to shots of at least `hold` seconds; only where all beats together are shorter a shot is.

    People who act in turn and are `near` each other are shown together, and for longer.
    """
    group: list[Beat] = []
    for beat in found:
        lasts = group and min(beat.start - group[0].start, found[-1].end - beat.start) >= hold
        if lasts:
            shown = _shot(group)
            close = beat.manner == shown.manner and near((*shown.people, *beat.people), beat.start)
            enough = beat.start - shown.start >= (LONG if close else ENOUGH) * hold
            if enough or (not close and _is_new(beat, shown)):
                yield shown
                group = []
        group.append(beat)
    if group:
        yield _shot(group)


def _is_new(beat: Beat, shot: Shot) -> bool:
    return not set(beat.people) <= set(shot.people) or beat.manner != shot.manner


def _shot(group: Sequence[Beat]) -> Shot:
    people: defaultdict[str, float] = defaultdict(float)
    manners: defaultdict[str, float] = defaultdict(float)
    for beat in group:
        manners[beat.manner] += beat.length
        for name in beat.people:
            people[name] += beat.length
    longest = tuple(sorted(people, key=people.__getitem__, reverse=True))
    return Shot(group[0].start, group[-1].end, longest, max(manners, key=manners.__getitem__))
