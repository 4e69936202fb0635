"""The words round a drawing: its title, what happens, and the citation of the moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from courtyard3d.picture.vector.words import say

if TYPE_CHECKING:
    from courtyard3d.picture.subject import Subject as Courtyard
DECIMALS = 2
"""To so many decimals of a second a moment is cited."""


@dataclass(frozen=True, slots=True)
class Words:
    """What stands round a drawing: the title above it, the paragraphs below."""

    title: str
    paragraphs: tuple[str, ...]


def second(courtyard: Courtyard, at: str | None) -> float:
    """Return the asked moment in seconds; without one that of the layout's plate, else the beginning."""
    moment = at or courtyard.layout.plate_at
    return courtyard.timeline.moment(moment) if moment else 0.0


def words(courtyard: Courtyard, time: float, view: str, lang: str) -> Words:
    """Return the words of a figure of a moment (seconds)."""
    layout, timeline = courtyard.layout, courtyard.timeline
    span = timeline.section_at(time)
    rite = getattr(layout.labels, lang)
    part = [getattr(span.labels, lang)] if span.id else []  # a rite without sections stands still
    second = f"{round(time - span.start, DECIMALS):g}"
    moment = [
        f"{say('at', lang, section=name, second=second)} ({layout.rite} {span.id}+{second}s)" for name in part
    ]
    preset, beside = layout.told
    chosen = {"preset": preset, **beside}
    cited = (
        rite,
        *moment,
        say("premises", lang, chosen=", ".join(f"{name}={value}" for name, value in chosen.items())),
        say("measure", lang, cm=f"{layout.chi_m * 100:g}"),
        "courtyard3d",
    )
    title = " · ".join((rite, *part, say(view, lang)))
    return Words(title, (_caption(courtyard, time, lang), " · ".join(cited)))


def _caption(courtyard: Courtyard, time: float, lang: str) -> str:
    """Return what happens, with the clause that says so, its mark and where it stands."""
    caption = courtyard.timeline.caption(time, lang)
    clause = f"〔{caption.mark}〕{caption.quote}" if caption.quote else ""
    return " ".join(part for part in (caption.text, clause, caption.source) if part)
