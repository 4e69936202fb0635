"""The time sheet of a rite: a line for each person, what he does as bars, the sections above."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import shapely

from courtyard3d.picture.vector.apparatus import RAGGED
from courtyard3d.picture.vector.sheet import (
    BLACK,
    GREY,
    TYPE,
    WHITE,
    Sheet,
    millimetres,
    text_height,
    text_width,
    wrapped,
)
from courtyard3d.picture.vector.words import say
from courtyard3d.rite.tables import premises_note
from courtyard3d.rite.verbs import rows as verbs

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from courtyard3d.picture.subject import Subject
    from courtyard3d.rite.engine import Played
    from courtyard3d.rite.timeline import SectionSpan, Timeline

EDGE = 2.0
"""Free edge of the sheet in millimetres."""
LINE = 3.0
"""From one person to the next, in millimetres."""
LANES = {"voice": (0.24, 0.4), "body": (-0.12, 0.16), "hands": (-0.36, -0.2)}
"""Where in his line what one does with voice, body and hands stands: low and high, in `LINE`."""
SECTION = 3.6
"""Height of the bars of the sections."""
REFS = 3.2
"""Height of the row with the refs of the acts."""
REFS_FROM = 0.2
"""From so many millimetres of a second on there is room for them."""
KEY = 42.0
"""The least breadth of a column of the key of the sections, in millimetres."""
SAMPLE = 6.0
TICKS = (5, 10, 30, 60, 120, 300, 600, 1800, 3600)
"""Seconds that may lie between two marks of the axis of time."""
TICK_ROOM = 12.0
"""The least room between them, in millimetres."""
NAMES_GAP = 1.5
JOINED = 0.05
"""Bars nearer to each other than this (millimetres) are drawn as one."""
LEAST = 0.1
"""No bar is shorter, in millimetres: it could not be printed."""


@dataclass(frozen=True)
class Score:
    """What a time sheet shows: people within a stretch of sections."""

    timeline: Timeline
    sections: tuple[SectionSpan, ...]
    lang: str

    @cached_property
    def acts(self) -> tuple[Played, ...]:
        """All acts in these sections."""
        shown = {span.id for span in self.sections}
        return tuple(act for act in self.timeline.acts if act.section in shown)

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Those who act in them, in the order of the layout."""
        acting = {person for act in self.acts for person in act.people}
        return tuple(person for person in self.timeline.layout.people if person in acting)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(self.timeline.layout.people[person].labels.text(self.lang) for person in self.people)

    @cached_property
    def span(self) -> dict[str, SectionSpan]:
        """The sections by id."""
        return {section.id: section for section in self.sections}

    @cached_property
    def duration(self) -> float:
        """How long all these sections last, in seconds."""
        return max(sum(section.end - section.start for section in self.sections), 1.0)

    def doing(self, person: str, channel: str) -> list[Played]:
        """Return what a person does with voice, body or hands."""
        table = verbs()
        return [act for act in self.acts if person in act.people and channel in table[act.act.do].uses]


def make_score(
    courtyard: Subject,
    *,
    sections: Sequence[str] = (),
    width: str = "174mm",
    lang: str = "hans",
    outlined: bool = False,
) -> Figure:
    """Draw the time sheet of a rite or of some of its sections as a vector figure.

    Parameters
    ----------
    courtyard : Courtyard
        A rite under chosen premises.
    sections : sequence of str
        Sections by id or name, one after the other; without them the whole rite.
    width : str
        Width of the sheet with its unit.
    lang : str
        hans, hant or en.
    outlined : bool
        Draw type as outlines instead of text.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    InputError
        Where a section or a width is not known.
    """
    score = score_of(courtyard.timeline, sections, lang)
    chart = Chart(score, millimetres(width) - 2 * EDGE)
    rite, between = courtyard.layout.labels.text(lang), " · "
    named = [span.labels.text(lang) for span in score.sections] if sections else []
    title = wrapped(between.join((rite, *named, say("score", lang))), TYPE["title"], chart.width, lang)
    cited = wrapped(premises_note(courtyard.layout, lang), TYPE["small"], chart.width - RAGGED, lang)
    above, below = len(title) * text_height(TYPE["title"]) + EDGE, len(cited) * text_height(TYPE["small"])
    sheet = Sheet(chart.width + 2 * EDGE, above + chart.height + below + 2 * EDGE, lang, outlined)
    top = sheet.paragraph(EDGE, sheet.height - EDGE, title, TYPE["title"]) - EDGE
    low = chart.draw(sheet, EDGE, top)
    sheet.paragraph(EDGE, low, cited, TYPE["small"])
    return sheet.figure


def score_of(timeline: Timeline, sections: Iterable[str], lang: str) -> Score:
    """Return the time sheet of sections (all without any), in the order of the rite."""
    wanted = {timeline.section(name).id for name in sections}
    spans = (span for span in timeline.sections if not wanted or span.id in wanted)
    return Score(timeline, tuple(span for span in spans if span.end > span.start or wanted), lang)


@dataclass(frozen=True)
class Chart:
    """A time sheet so many millimetres wide."""

    score: Score
    width: float

    @property
    def _lang(self) -> str:
        return self.score.lang

    @cached_property
    def aside(self) -> float:
        """The room of the names at the left."""
        widths = (text_width(name, TYPE["small"], self._lang) for name in self.score.names)
        return max(widths, default=0.0) + NAMES_GAP

    @cached_property
    def scale(self) -> float:
        """Millimetres of a second."""
        return (self.width - self.aside) / self.score.duration

    @cached_property
    def _begins(self) -> dict[str, float]:
        """Where each section begins, in millimetres from the left."""
        lengths = [section.end - section.start for section in self.score.sections]
        begins = self.aside + self.scale * np.concatenate([[0.0], np.cumsum(lengths)[:-1]])
        return dict(zip(self.score.span, begins.tolist(), strict=True))

    def at(self, section: str, time: float) -> float:
        """Return where a second of a section stands, in millimetres from the left; none is outside of it."""
        span = self.score.span[section]
        return self._begins[section] + self.scale * (min(time, span.end) - span.start)

    @property
    def _refs(self) -> float:
        return REFS if self.scale >= REFS_FROM else 0.0

    @cached_property
    def _key(self) -> list[str]:
        """What the numbers of the sections stand for, where a name has no room in its bar."""
        if all(self._fits(section) for section in self.score.sections):
            return []
        return [
            f"{number} {section.labels.text(self._lang)} {clock(section.start)}"
            for number, section in enumerate(self.score.sections, start=1)
        ]

    @cached_property
    def _key_columns(self) -> int:
        widest = max((text_width(line, TYPE["small"], self._lang) for line in self._key), default=KEY)
        return max(int(self.width / max(widest + NAMES_GAP, KEY)), 1)

    def _fits(self, section: SectionSpan) -> bool:
        room = self.scale * (section.end - section.start)
        return text_width(section.labels.text(self._lang), TYPE["small"], self._lang) < room

    @cached_property
    def height(self) -> float:
        """The height of all of it in millimetres."""
        key = -(-len(self._key) // self._key_columns)
        type_rows = (key + 2) * text_height(TYPE["small"])
        return SECTION + self._refs + LINE * len(self.score.people) + type_rows + 3 * EDGE

    def draw(self, sheet: Sheet, left: float, top: float) -> float:
        """Draw it on a sheet from `top` down; return where it ends."""
        first = top - SECTION - self._refs
        low = first - LINE * len(self.score.people)
        self._draw_sections(sheet, left, top, low)
        if self._refs:
            self._draw_refs(sheet, left, first)
        for number, person in enumerate(self.score.people):
            self._draw_person(sheet, left, first - LINE * (number + 0.5), person, self.score.names[number])
        sheet.lines(shapely.box(left + self.aside, low, left + self.width, first), "crease")
        self._draw_axis(sheet, left, low)
        below = low - text_height(TYPE["small"]) - EDGE
        self._draw_legend(sheet, left, below)
        return self._draw_key(sheet, left, below - text_height(TYPE["small"]) - EDGE)

    def _draw_sections(self, sheet: Sheet, left: float, top: float, low: float) -> None:
        for number, section in enumerate(self.score.sections, start=1):
            begin, end = left + self._begins[section.id], left + self.at(section.id, section.end)
            sheet.polygon([(begin, top), (end, top), (end, top - SECTION), (begin, top - SECTION)],
                          WHITE, "fine")  # fmt: skip
            sheet.polyline([(begin, top - SECTION), (begin, low)], "crease", GREY)
            name = section.labels.text(self._lang) if not self._key else str(number)
            if text_width(name, TYPE["small"], self._lang) < end - begin:
                sheet.text((begin + end) / 2, top - SECTION / 2, name, TYPE["small"], "center")

    def _draw_refs(self, sheet: Sheet, left: float, low: float) -> None:
        """Write the refs of acts above the moments at which they begin, as many as have room."""
        free = 0.0
        for act in self.score.acts:
            if not (act.main and act.act.ref):
                continue
            x = self.at(act.section, act.start)
            width = text_width(act.act.ref[0], TYPE["small"], self._lang)
            if x >= free and x + width <= self.width:
                sheet.text(left + x + JOINED, low + REFS / 2, act.act.ref[0], TYPE["small"])
                sheet.polyline([(left + x, low), (left + x, low + REFS)], "crease")
                free = x + width + NAMES_GAP

    def _draw_person(self, sheet: Sheet, left: float, middle: float, person: str, name: str) -> None:
        sheet.text(left + self.aside - NAMES_GAP, middle, name, TYPE["small"], "right")
        there = [shapely.LineString([(left + a, middle), (left + b, middle)]) for a, b in self._there(person)]
        sheet.lines(there, "crease", GREY)
        bars = []
        for channel, (low, high) in LANES.items():
            found = ((self.at(act.section, act.start), self.at(act.section, act.end))
                     for act in self.score.doing(person, channel))  # fmt: skip
            bars += [
                shapely.box(left + a, middle + low * LINE, left + b, middle + high * LINE)
                for a, b in joined(found)
            ]
        sheet.area(bars, BLACK)

    def _there(self, person: str) -> Iterator[tuple[float, float]]:
        """Yield the stretches in which a person is there, in millimetres."""
        for section in self.score.sections:
            count = max(round(2 * self.scale * (section.end - section.start)), 2)
            times = np.linspace(section.start, section.end, count)
            seen = ~np.isnan(self.score.timeline.places([person], times)[:, 0, 0])
            steps = np.flatnonzero(np.diff(np.concatenate([[False], seen, [False]])))
            for begin, end in steps.reshape(-1, 2).tolist():
                yield self.at(section.id, times[begin]), self.at(section.id, times[end - 1])

    def _draw_axis(self, sheet: Sheet, left: float, low: float) -> None:
        step = next((tick for tick in TICKS if tick * self.scale >= TICK_ROOM), TICKS[-1])
        for second in np.arange(0.0, self.score.duration, step).tolist():
            x = left + self.aside + self.scale * second
            sheet.polyline([(x, low), (x, low - NAMES_GAP / 2)], "fine")
            sheet.text(x, low - NAMES_GAP / 2 - text_height(TYPE["small"]) / 2, clock(second),
                       TYPE["small"], "center" if second else "left")  # fmt: skip

    def _draw_legend(self, sheet: Sheet, left: float, top: float) -> None:
        middle = top - text_height(TYPE["small"]) / 2
        for channel, (low, high) in LANES.items():
            sheet.lines(shapely.LineString([(left, middle), (left + SAMPLE, middle)]), "crease", GREY)
            box = shapely.box(left + 1.0, middle + low * LINE, left + SAMPLE - 1.0, middle + high * LINE)
            sheet.area(box, BLACK)
            text = say(channel, self._lang)
            sheet.text(left + SAMPLE + NAMES_GAP, middle, text, TYPE["small"])
            left += SAMPLE + text_width(text, TYPE["small"], self._lang) + 4 * NAMES_GAP
        sheet.lines(shapely.LineString([(left, middle), (left + SAMPLE, middle)]), "crease", GREY)
        sheet.text(left + SAMPLE + NAMES_GAP, middle, say("there", self._lang), TYPE["small"])

    def _draw_key(self, sheet: Sheet, left: float, top: float) -> float:
        rows = -(-len(self._key) // self._key_columns)
        for column in range(self._key_columns):
            lines = self._key[column * rows : (column + 1) * rows]
            sheet.paragraph(left + column * self.width / self._key_columns, top, lines, TYPE["small"])
        return top - rows * text_height(TYPE["small"])


def joined(bars: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return stretches in millimetres with those that touch as one, none too short to be printed.

    >>> joined([(0.0, 1.0), (1.02, 2.0), (3.0, 3.01)])
    [(0.0, 2.0), (3.0, 3.1)]
    """
    found: list[tuple[float, float]] = []
    for begin, over in sorted(bars):
        end = max(over, begin + LEAST)
        if found and begin - found[-1][1] < JOINED:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found


def clock(seconds: float) -> str:
    """Return seconds as hours, minutes and seconds.

    >>> clock(95), clock(3605)
    ('1:35', '1:00:05')
    """
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
