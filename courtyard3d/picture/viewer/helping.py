"""The list of keys that `?` shows, and what a darkened or waiting window shows."""

from __future__ import annotations

from itertools import groupby

from courtyard3d.picture.captions import Lettering, Patch
from courtyard3d.picture.styles import STYLES
from courtyard3d.picture.viewer.canvas import SERIF, Canvas, Look
from courtyard3d.picture.viewer.frame import Frame
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.track import key_names
from courtyard3d.picture.viewer.wording import commands, say
from courtyard3d.picture.viewer.zones import Sheet
from courtyard3d.picture.words import Box

ROW = 1.42  # letters
COLUMN = 19.0  # letters
EVIDENCE = "evidence"
LEGEND_HIGH = 28.0  # letters that the picture is high for which the legend is written
KEYS = 6.6  # letters from the left of a column to the words


def keys(look: Look, size: tuple[int, int], session: Session) -> Sheet:
    """Draw all keys in columns, as large as the window allows."""
    em, width, height = look.em, *size
    groups = [list(group) for _, group in groupby(commands().items(), key=lambda item: item[1].group)]
    lines = sum(len(group) + 2 for group in groups)
    columns = max(min(round(width / (COLUMN * em)), 3), 1)
    rows = -(-lines // columns) + 2
    shrunk = min(1.0, (height - 2 * em) / ((rows + 2) * ROW * em), (width - 2 * em) / (columns * COLUMN * em))
    step, wide = ROW * em * shrunk, COLUMN * em * shrunk
    left, top = (width - columns * wide) / 2, max((height - (rows + 2) * step) / 2, 0)
    box = Box(round(left - em), round(top), round(left + columns * wide + em), round(top + (rows + 2) * step))
    canvas = Canvas(look, box, look.theme.panel)
    canvas.zone(box, lambda *_: session.back())
    x, y = left, top + step
    for group in groups:
        if y > top + step and y + (len(group) + 1) * step > box.bottom:
            x, y = x + wide, top + step
        title = say(group[0][1].group, look.lang)
        canvas.write(x, y + step / 2, title, size=1.05 * shrunk, ink=look.theme.accent, face=SERIF)
        y += step
        for name, command in group:
            keyed = key_names(name)
            canvas.write(x, y + step / 2, keyed, size=0.9 * shrunk, ink=look.theme.dim)
            words = command.labels.text(look.lang)
            canvas.write(
                x + KEYS * em * shrunk,
                y + step / 2,
                words,
                size=0.9 * shrunk,
                width=wide - KEYS * em * shrunk,
            )
            y += step
        y += step
    return canvas.sheet()


def dark(look: Look, size: tuple[int, int], session: Session) -> Sheet:
    """Darken the whole window; a click lights it again."""
    canvas = Canvas(look, Box(0, 0, *size), (0, 0, 0, 255))
    canvas.zone(canvas.box, lambda *_: session.back())
    return canvas.sheet()


def legend(look: Look, frame: Frame, session: Session) -> list[Sheet]:
    """Explain the grades where the scene is coloured by them; nothing where it is not."""
    if EVIDENCE not in session.on:
        return []
    scene = frame.scene
    size = scene.right - scene.left, round(look.em * LEGEND_HIGH)
    pixels = Lettering(size, STYLES[EVIDENCE], look.lang).legend().pixels
    return [Sheet(Patch(scene.top, scene.left, pixels), through=True)]


def waiting(look: Look, size: tuple[int, int], title: str) -> Sheet:
    """Say, while the rite is not played yet, that it will be."""
    em, (width, height) = look.em, size
    box = Box(0, height - 3 * em, width, height)
    canvas = Canvas(look, box, look.theme.back)
    canvas.write(
        0.8 * em, (box.top + box.bottom) / 2, f"{title}　{say('loading', look.lang)}", size=1.2, face=SERIF
    )
    return canvas.sheet()
