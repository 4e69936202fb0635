"""Chooses the words of a film: captions, title cards, names of those who act, a plan of long ways.

What is written at a moment depends on that moment alone. Names are placed once for as long as they are
seen, so that none jumps, flickers or lies over another.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from courtyard3d.picture.captions import TWO, Lettering
from courtyard3d.picture.grid import Grid
from courtyard3d.picture.insets import Insetting, plan_insets
from courtyard3d.picture.screen import Screen
from courtyard3d.picture.subject import Sights, Subject
from courtyard3d.picture.tags import Tagging, plan_tags
from courtyard3d.picture.words import FULL, Card, Words

if TYPE_CHECKING:
    from courtyard3d.picture.cameras import Camera
    from courtyard3d.rite.timeline import SectionSpan

CARD = 3.0  # seconds of film that the title of a section is seen
FADE = 0.4  # seconds of film in which words come or go


class Wording:
    """Says what is written into the frames of a film.

    Parameters
    ----------
    subject : Subject
        What is filmed.
    lettering : Lettering
        Draws the words: gives the size of the picture, the languages and the room that words take.
    camera : callable
        What is seen at a moment.
    speed : float, default: 1
        Seconds of the rite in a second of film.
    """

    def __init__(self, subject: Subject, lettering: Lettering, camera: Camera, speed: float = 1.0) -> None:
        self._timeline, self._layout = subject.timeline, subject.layout
        self._sights = Sights(subject)
        self._lettering, self._camera, self._speed = lettering, camera, speed
        self._plans: dict[str, tuple[list[Tagging], list[Insetting]]] = {}

    def at(self, t: float) -> Words:
        """Return the words of a moment (seconds from the beginning of the rite)."""
        span = self._timeline.section_at(t)
        tags, insets = self._planned(span)
        screen = Screen(self._sights, self._camera(t), self._lettering.size, t)
        shown = (tag.at(screen, self._strength(tag.start, tag.end, t)) for tag in tags if tag.lasts(t))
        inset = next((plan for plan in insets if plan.lasts(t)), None)
        return Words(
            tuple(self._timeline.caption(t, lang) for lang in self._lettering.langs),
            self._card(span, t),
            tuple(tag for tag in shown if tag is not None),
            inset.at(self._sights, t, self._strength(inset.start, inset.end, t)) if inset else None,
        )

    def _planned(self, span: SectionSpan) -> tuple[list[Tagging], list[Insetting]]:
        """Return the names and the plans of a section; they are placed when first asked for."""
        if span.id not in self._plans:
            free = self._untitled(span)
            grid = Grid(self._sights, self._camera, self._lettering, span, self._speed, free)
            insets = plan_insets(grid)
            self._plans[span.id] = plan_tags(grid, insets), insets
        return self._plans[span.id]

    def _untitled(self, span: SectionSpan) -> float:
        """Return the second of the rite at which the title of a section is gone."""
        return span.start + min(CARD * self._speed, (span.end - span.start) / 2)

    def _card(self, span: SectionSpan, t: float) -> Card | None:
        """Return the title of a section while it begins; one in which nothing happens has nothing else."""
        gone = self._untitled(span)
        if t >= gone > span.start:
            return None
        strength = FULL if gone == span.start else self._strength(-inf, gone, t)
        langs = self._lettering.langs
        rite = TWO.join(filter(None, (self._layout.labels.text(lang) for lang in langs)))
        day = TWO.join(filter(None, (self._when(span, lang) for lang in langs)))
        titles = [span.labels.text(lang) for lang in langs]
        return Card(tuple(line for line in (rite or " ", *titles, day) if line), strength)

    def _when(self, span: SectionSpan, lang: str) -> str:
        return " ".join(labels.text(lang) for labels in (span.day, span.hour) if labels is not None)

    def _strength(self, start: float, end: float, t: float) -> int:
        """Return how strongly words are seen that come and go."""
        part = min(t - start, end - t) / (FADE * self._speed)
        return FULL if part >= 1.0 else max(1, round(FULL * part))
