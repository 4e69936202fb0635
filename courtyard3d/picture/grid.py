"""A section of a film at even moments: what is seen, and what already lies on the picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from courtyard3d.picture.captions import BORDER, Lettering
from courtyard3d.picture.screen import Screen
from courtyard3d.picture.subject import Sights
from courtyard3d.picture.words import Box

if TYPE_CHECKING:
    from courtyard3d.picture.cameras import Camera
    from courtyard3d.rite.engine import Played
    from courtyard3d.rite.timeline import SectionSpan

STEP = 0.2  # seconds of film between two looks
HEAD = 4  # of a person, from the top, is a head
MARGIN = 0.4  # of a border, that is kept free between words


class Grid:
    """The moments of a section at which words are placed.

    Parameters
    ----------
    sights : Sights
        Where people are.
    camera : callable
        What is seen at a moment.
    lettering : Lettering
        How large words are.
    span : SectionSpan
        The section.
    speed : float
        Seconds of the rite in a second of film.
    free : float
        The second of the rite before which nothing is placed.

    Attributes
    ----------
    step : float
        Seconds of the rite from one moment to the next.
    whole : Box
        The picture within its border.
    """

    def __init__(
        self,
        sights: Sights,
        camera: Camera,
        lettering: Lettering,
        span: SectionSpan,
        speed: float,
        free: float,
    ) -> None:
        self.sights, self.lettering, self.span, self.speed, self.free = sights, lettering, span, speed, free
        self._camera = camera
        self.step = STEP * speed
        width, height = lettering.size
        self.gap = max(1, round(MARGIN * BORDER * height))
        self.whole = Box(0, 0, width, height).padded(-self.gap)
        self.screen = cache(self._screen)
        self.words = cache(self._words)
        self.heads = cache(self._heads)

    def second(self, row: int) -> float:
        """Return the second of the rite of a moment."""
        return self.span.start + row * self.step

    def row(self, t: float) -> int:
        """Return the first moment at or after a second of the rite."""
        return max(0, -int(-(t - self.span.start) / self.step // 1))

    def acts(self) -> Iterator[Played]:
        """Yield the acts that begin in the section, in the order of their beginning."""
        timeline = self.sights.timeline
        return (act for act in timeline.acts if self.span.start <= act.start < self.span.end)

    def _screen(self, row: int) -> Screen:
        t = self.second(row)
        return Screen(self.sights, self._camera(t), self.lettering.size, t)

    def _heads(self, row: int) -> tuple[tuple[str, Box], ...]:
        """Return who acts in the main line, and where his head is."""
        running = self.sights.timeline.running(self.second(row))
        acting = dict.fromkeys(who for act in running if act.main for who in act.people)
        bodies = ((who, self.screen(row).body(who)) for who in acting)
        return tuple(
            (who, body._replace(bottom=body.top + (body.bottom - body.top) // HEAD))
            for who, body in bodies
            if body
        )

    def _words(self, row: int) -> tuple[Box, ...]:
        """Return where captions and what always stands on the picture lie."""
        timeline = self.sights.timeline
        captions = tuple(timeline.caption(self.second(row), lang) for lang in self.lettering.langs)
        return tuple(patch.box for patch in (*self.lettering.always, *self.lettering.captions(captions)))
