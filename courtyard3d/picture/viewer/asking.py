"""The question of a lesson, with its answers to click."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from courtyard3d.picture.viewer.canvas import SERIF, Canvas, Look
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.theme import Ink
from courtyard3d.picture.viewer.zones import Sheet
from courtyard3d.picture.words import Box

WIDE, ROW = 24.0, 2.2  # letters
RIGHT: Ink = (46, 125, 70, 255)
WRONG: Ink = (160, 50, 40, 255)


def key(session: Session, look: Look, scene: Box) -> Hashable:
    """Return all that the question shows."""
    lesson = session.lesson
    return look, scene, lesson.question and lesson.question.act.id, lesson.answered


def ask(session: Session, look: Look, scene: Box) -> list[Sheet]:
    """Draw the question in the middle of the scene; nothing where none is asked."""
    lesson = session.lesson
    if (question := lesson.question) is None:
        return []
    wide = min(look.pixels(WIDE), scene.right - scene.left)
    step, rows = look.pixels(ROW), len(question.choices) + 2
    left, top = (scene.left + scene.right - wide) // 2, max(scene.bottom - (rows + 1) * step, scene.top)
    box = Box(left, top, left + wide, min(top + rows * step, scene.bottom))
    canvas = Canvas(look, box, look.theme.panel)
    inner, room = left + look.em, wide - 2 * look.em
    canvas.write(inner, top + step / 2, session.say("who-next"), size=1.3, ink=look.theme.accent, face=SERIF)
    for number, people in enumerate(question.choices, start=1):
        row = Box(inner, top + number * step + 2, inner + room, top + (number + 1) * step - 2)
        canvas.button(row, partial(lesson.answer, people), text=_names(session, people))
        if lesson.answered is not None and people in (lesson.answered, question.answer):
            canvas.fill(row, RIGHT if people == question.answer else WRONG, 0.3)
            sign = "✓ " if people == question.answer else "✗ "
            canvas.write(row.left + 0.5 * look.em, (row.top + row.bottom) / 2, sign + _names(session, people))
    if lesson.answered is not None:
        told = session.timeline.sentence(question.act, session.lang)
        canvas.write(inner, top + (rows - 0.5) * step, told, size=0.95, width=room)
    return [canvas.sheet()]


def _names(session: Session, people: tuple[str, ...]) -> str:
    return "、".join(dict.fromkeys(map(session.name, people)))
