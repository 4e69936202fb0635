"""Asks, before an act, who moves next."""

from __future__ import annotations

import random
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from courtyard3d.rite.engine import Played
    from courtyard3d.rite.timeline import Timeline

CHOICES = 4


@dataclass(frozen=True, slots=True)
class Question:
    """Who moves next: several answers, each people who act together, of which one is right."""

    act: Played
    choices: tuple[tuple[str, ...], ...]

    @property
    def answer(self) -> tuple[str, ...]:
        """Those who move next."""
        return self.act.people


def next_question(timeline: Timeline, t: float) -> Question | None:
    """Return the question before the next act of the main line that others carry out; None at the end.

    The wrong answers are those who act before and after it; their order hangs on the act alone.
    """
    starts = timeline.changes
    now = timeline.act_at(t)
    for start in starts[bisect_right(starts, t) :]:
        act = timeline.act_at(start)
        if act is not None and (now is None or act.people != now.people):
            return Question(act, _choices(timeline, act))
    return None


def _choices(timeline: Timeline, act: Played) -> tuple[tuple[str, ...], ...]:
    middle = bisect_right(timeline.changes, act.start)
    found = {act.people: None}
    for reach in range(1, len(timeline.changes)):
        for at in (middle - reach, middle + reach):
            if 0 <= at < len(timeline.changes) and len(found) < CHOICES:
                other = timeline.act_at(timeline.changes[at])
                if other is not None:
                    found.setdefault(other.people)
        if len(found) == CHOICES:
            break
    choices = list(found)
    random.Random(middle).shuffle(choices)
    return tuple(choices)
