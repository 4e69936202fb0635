"""The same moment of a rite under other premises."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from courtyard3d.rite.engine import Played
    from courtyard3d.rite.timeline import SectionSpan, Timeline

INSTANT = 1e-9  # seconds


def same_moment(before: Timeline, after: Timeline, t: float) -> float:
    """Return the second of another timeline at which the same people are as far in the same act.

    Where they do not act then, it is as far in the section; where it has none, the same second.
    """
    act = before.act_at(t)
    times = [found for found in before.acts if act and found.act is act.act and found.people == act.people]
    others = [found for found in after.acts if act and found.act is act.act and found.people == act.people]
    if act is not None and (number := times.index(act)) < len(others):
        return _as_far(act, others[number], t)
    span = before.section_at(t)
    other = next((found for found in after.sections if found.id == span.id), None)
    return _as_far(span, other, t) if other is not None else min(t, after.duration)


def _as_far(span: SectionSpan | Played, other: SectionSpan | Played, t: float) -> float:
    """Return the second at which as much of one stretch of time has passed as of another at second `t`."""
    share = (t - span.start) / max(span.end - span.start, t - span.start, INSTANT)
    return other.start + share * (other.end - other.start)
