"""A lesson: the rite stops before each act and asks who moves next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from courtyard3d.picture.viewer.quiz import Question, next_question

if TYPE_CHECKING:
    from courtyard3d.picture.viewer.clock import Clock
    from courtyard3d.rite.timeline import Timeline

JUST = 1e-3  # seconds before an act at which is asked
LEAP = 20.0  # seconds: who goes so far on at once did not play


class Lesson:
    """Asks its questions while the rite is played.

    Attributes
    ----------
    on : bool
        Whether it asks.
    question : Question or None
        What is asked now.
    answered : tuple of str or None
        What was answered.
    """

    def __init__(self, timeline: Timeline, clock: Clock, *, on: bool = False) -> None:
        self._timeline, self._clock, self.on = timeline, clock, on
        self.question: Question | None = None
        self.answered: tuple[str, ...] | None = None
        self._before = clock.time

    def toggle(self) -> None:
        """Begin or end."""
        self.on, self.question, self._before = not self.on, None, self._clock.time

    def tick(self) -> None:
        """Stop where an act begins; go on where the user plays or goes elsewhere."""
        now, before = self._clock.time, self._before
        self._before = now
        if self.question is not None and abs(now - self.question.act.start) > 2 * JUST:
            self.question = None
        if not self.on or self.question is not None or not self._clock.playing:
            return
        found = next_question(self._timeline, before + 2 * JUST)
        if found is not None and found.act.start - JUST <= now < before + LEAP:
            self._clock.pause()
            self._clock.seek(found.act.start - JUST)
            self._before, self.question, self.answered = self._clock.time, found, None

    def answer(self, people: tuple[str, ...]) -> None:
        """Take an answer; when it has been given, go on."""
        if self.answered is not None:
            self._clock.toggle()
        self.answered = people if self.answered is None else self.answered
