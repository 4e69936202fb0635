"""Subtitles: what the captions say, in every language, as tracks of a film and as files beside it."""

from __future__ import annotations

import html
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from courtyard3d.picture.reel import Reel
    from courtyard3d.rite.telling import Caption
    from courtyard3d.rite.timeline import Timeline

LEAST = Fraction(3, 2)  # seconds that every subtitle stays, to be read
MOST = 2  # acts that one subtitle tells, where they follow each other faster than that
NAMES = {"hans": "zh-Hans", "hant": "zh-Hant", "en": "en"}
"""Of a language its code in BCP 47, as it stands in the names of files."""
MARKED = {"hans": "【{}】", "hant": "【{}】", "en": "[{}]"}
PLAIN = str.maketrans({"<": "＜", ">": "＞", "{": "｛", "}": "｝"})
"""In SRT what players could take for signs of their own."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A subtitle: seconds of the film, and lines of text."""

    start: Fraction
    end: Fraction
    lines: tuple[str, ...]


class Told(NamedTuple):
    """A caption as long as it stands: seconds of the film."""

    start: Fraction
    end: Fraction
    caption: Caption


def cues(timeline: Timeline, reel: Reel, lang: str) -> list[Cue]:
    """Return the subtitles of a film: none overlaps another, none is gone before it can be read."""
    found = []
    for group in _readable(_told(timeline, reel, lang)):
        told = sorted(
            (piece for piece in group if piece.caption.text), key=lambda piece: piece.start - piece.end
        )
        if told:
            lines = _lines(sorted(told[:MOST]), lang)
            found.append(Cue(group[0].start, group[-1].end, lines))
    return found


def _told(timeline: Timeline, reel: Reel, lang: str) -> Iterator[Told]:
    """Yield the captions of a film one after the other, each once."""
    last: Told | None = None
    for start, end, time in _moments(timeline, reel):
        caption = timeline.caption(time, lang)
        if last is not None and last.caption == caption and last.end == start:
            last = last._replace(end=end)
            continue
        if last is not None:
            yield last
        last = Told(start, end, caption)
    if last is not None:
        yield last


def _moments(timeline: Timeline, reel: Reel) -> Iterator[tuple[Fraction, Fraction, float]]:
    """Yield where in the film, from and to, the caption of which second of the rite stands."""
    changes = sorted({*timeline.changes, *(section.start for section in timeline.sections)})
    for stretch in reel.stretches:
        start, end = float(stretch.start), float(stretch.end)
        times = [start, *changes[bisect_right(changes, start) : bisect_left(changes, end)]]
        begins = [reel.at(stretch, time) for time in times]
        yield from zip(begins, [*begins[1:], reel.ends(stretch)], times, strict=True)


def _readable(pieces: Iterable[Told]) -> Iterator[list[Told]]:
    """Group what follows each other so that every group lasts long enough; a short rest joins the last."""
    ready: list[Told] = []
    group: list[Told] = []
    for piece in pieces:
        group.append(piece)
        if piece.end - group[0].start >= LEAST:
            if ready:
                yield ready
            ready, group = group, []
    if ready or group:
        yield ready + group


def _lines(pieces: Sequence[Told], lang: str) -> tuple[str, ...]:
    """Return the sentences, and below them the clauses that say so, each once; marks stand before clauses."""
    sentences: dict[str, None] = {}
    clauses: dict[str, None] = {}
    for _, _, caption in pieces:
        mark = MARKED[lang].format(caption.mark) if caption.mark else ""
        clause = (f"「{caption.quote}」{caption.source}",) if caption.quote else ()
        sentences[_joined(caption.text, *(() if clause else (mark,)))] = None
        clauses.update((_joined(mark, text), None) for text in clause)
    return (*sentences, *clauses)


def _joined(*texts: str) -> str:
    """Return texts as one line."""
    return " ".join(" ".join(texts).split())


def srt(cues: Iterable[Cue]) -> str:
    """Write subtitles as SubRip (.srt)."""
    return "\n".join(
        f"{number}\n{_clock(cue.start, ',')} --> {_clock(cue.end, ',')}\n" + _block(cue).translate(PLAIN)
        for number, cue in enumerate(cues, 1)
    )


def vtt(cues: Iterable[Cue], lang: str) -> str:
    """Write subtitles as WebVTT (.vtt)."""
    blocks = (
        f"{_clock(cue.start, '.')} --> {_clock(cue.end, '.')}\n" + html.escape(_block(cue), quote=False)
        for cue in cues
    )
    return "\n".join((f"WEBVTT\nLanguage: {NAMES[lang]}\n", *blocks))


def _block(cue: Cue) -> str:
    return "".join(f"{line}\n" for line in cue.lines)


def _clock(seconds: Fraction, point: str) -> str:
    """Return seconds as hours, minutes, seconds and thousandths."""
    rest, thousandths = divmod(round(seconds * 1000), 1000)
    rest, second = divmod(rest, 60)
    hour, minute = divmod(rest, 60)
    return f"{hour:02}:{minute:02}:{second:02}{point}{thousandths:03}"
