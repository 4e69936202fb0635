"""Names in the scene: beside people, stations and ticks, as far as they do not lie over one another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from courtyard3d.picture.cameras import View
from courtyard3d.picture.captions import Frame as Pixels
from courtyard3d.picture.captions import Patch
from courtyard3d.picture.subject import BODY_HEIGHT, Points
from courtyard3d.picture.viewer import letters
from courtyard3d.picture.viewer.canvas import SANS, Canvas, Look
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.strokes import marks
from courtyard3d.picture.viewer.zones import Sheet
from courtyard3d.picture.words import Box

REMEMBERED = 512
NEAR = 0.4  # metres
VEIL = 200  # of 255: how opaque a tag is
MOST = 60


def tags(session: Session, look: Look, scene: Box, view: View) -> Iterator[Sheet]:
    """Yield the names of a moment, the most important first."""
    taken: list[Box] = []
    for text, point, strong in _wanted(session):
        sheet = _at(look, text, strong, point, scene, view)
        if sheet is None or any(sheet.patch.box.meets(box) for box in taken):
            continue
        taken.append(sheet.patch.box)
        yield sheet
        if len(taken) == MOST:
            return


def _wanted(session: Session) -> Iterator[tuple[str, Points, bool]]:
    """Yield words with the point (3,) in metres below them; strong ones stand out."""
    crown = np.array([0.0, 0.0, BODY_HEIGHT + 0.15])
    acting = session.timeline.actors(session.clock.time)
    if "names" in session.on:
        people = [*acting, *(who for who in session.timeline.figures if who not in acting)]
        for who, feet in zip(people, session.feet(people), strict=True):
            if not np.isnan(feet).any():
                yield session.name(who), feet + crown, who in acting
    for mark in marks(session):
        yield mark.text, mark.point, False


def _at(look: Look, text: str, strong: bool, point: Points, scene: Box, view: View) -> Sheet | None:
    (across,), (above,), (depth,) = view.project(point[None])
    if depth < NEAR:
        return None
    half = (scene.bottom - scene.top) / 2
    x = (scene.left + scene.right) / 2 + half * across
    y = scene.top + half * (1 - above)
    pixels = _tag(look, text, strong)
    tall, wide = pixels.shape[:2]
    box = Box(round(x - wide / 2), round(y - tall), round(x - wide / 2) + wide, round(y - tall) + tall)
    return Sheet(Patch(box.top, box.left, pixels), through=True) if scene.holds(box) else None


@lru_cache(REMEMBERED)
def _tag(look: Look, text: str, strong: bool) -> Pixels:
    theme = look.theme
    width = round(letters.length(text, look.pixels(0.85), SANS, look.lang) + 0.5 * look.em)
    canvas = Canvas(look, Box(0, 0, width, look.pixels(1.25)))
    back = theme.chosen if strong else theme.panel
    canvas.fill(canvas.box, (*back[:3], VEIL), 0.25)
    canvas.write(0.25 * look.em, canvas.box.bottom / 2, text, size=0.85)
    return canvas.sheet().patch.pixels


def pointer(look: Look, text: str, x: float, y: float, scene: Box) -> Sheet:
    """Return the name of what is under the mouse, beside it."""
    pixels = _tag(look, text, True)
    tall, wide = pixels.shape[:2]
    left = min(round(x) + look.em, scene.right - wide)
    top = max(round(y) - tall - look.em // 2, scene.top)
    return Sheet(Patch(top, left, pixels), through=True)
