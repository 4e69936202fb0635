"""Chapters of a film: one for each section that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from courtyard3d.picture.reel import Reel, Stretch
    from courtyard3d.rite.timeline import SectionSpan, Timeline


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a film to which players jump: seconds of the film, and its title."""

    start: Fraction
    end: Fraction
    title: str


def chapters(timeline: Timeline, reel: Reel, lang: str) -> tuple[Chapter, ...]:
    """Return the chapters of a film; each begins with the first frame that shows its section."""
    begins = list(_beginnings(timeline, reel, lang))
    ends = [start for start, _ in begins[1:]] + [reel.lasts]
    return tuple(
        Chapter(start, end, title) for (start, title), end in zip(begins, ends, strict=True) if end > start
    )


def _beginnings(timeline: Timeline, reel: Reel, lang: str) -> Iterator[tuple[Fraction, str]]:
    for stretch in reel.stretches:
        for section in _sections(timeline.sections, stretch):
            seen = reel.at(stretch, max(Fraction(section.start), stretch.start))
            yield Fraction(ceil(seen * reel.fps)) / reel.fps, section.labels.text(lang)


def _sections(sections: Iterable[SectionSpan], stretch: Stretch) -> list[SectionSpan]:
    """Return the sections that a stretch shows; of a moment the one in which nothing happens, if any."""
    if stretch.start == stretch.end:
        at = [section for section in sections if section.start <= stretch.start <= section.end]
        return sorted(at, key=lambda section: section.end - section.start)[:1]
    return [section for section in sections if section.start < stretch.end and section.end > stretch.start]
