"""What a window shows and how: the moment, the camera, the layers, what was asked. Nothing here draws."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

import numpy as np

from courtyard3d.layout.compare import Change, compare
from courtyard3d.picture.director import DIRECTOR
from courtyard3d.picture.roofs import ROOFS
from courtyard3d.picture.subject import Points, Sights, Subject
from courtyard3d.picture.viewer.cameraman import EYES, FOLLOW, Cameraman
from courtyard3d.picture.viewer.clock import Clock
from courtyard3d.picture.viewer.edition import Edition
from courtyard3d.picture.viewer.lesson import Lesson
from courtyard3d.picture.viewer.moments import same_moment
from courtyard3d.picture.viewer.theme import THEMES, ZOOMS, Theme
from courtyard3d.picture.viewer.variants import Variants
from courtyard3d.picture.viewer.wording import say
from courtyard3d.reading.words import LANGUAGES, to_hant

if TYPE_CHECKING:
    from courtyard3d.layout import Layout, LayoutDocument
    from courtyard3d.layout.explain import Explanation
    from courtyard3d.picture.shotlist import Written
    from courtyard3d.rite.explained import ActExplanation
    from courtyard3d.rite.timeline import SectionSpan, Timeline
    from courtyard3d.scene.graph import Scene

BACK = 1.0  # seconds after its beginning from which 'back' goes to that beginning itself
AUTOMATIC = "automatic"  # the roof as the camera sees fit
WAYS = (AUTOMATIC, *ROOFS)
TABS = ("sections", "people", "things", "premises", "layers")
SWITCHES = ("walls", "names", "paths", "stations", "evidence", "axes", "ruler")
SHOWN = 5.0  # seconds that a message stays
PAST, COMING = "past", "coming"
UNICODE = re.compile(r"U[0-9A-F]{4,6}")
"""The X name of a key that writes a character which has no name."""


class Rite(Subject, Protocol):
    """A courtyard that can be asked, and seen under other premises."""

    @property
    def document(self) -> LayoutDocument: ...

    @property
    def choice(self) -> Mapping[str, str]: ...

    @property
    def path(self) -> Path: ...

    @property
    def hits(self) -> str | None: ...

    @property
    def seed(self) -> int: ...

    def explain(self, name: str) -> Explanation | ActExplanation: ...

    def under(self, preset: str | None, premises: Mapping[str, str]) -> Rite: ...


class Standing(NamedTuple):
    """A rite that has not been played yet: only what stands can be looked at."""

    layout: Layout
    scene: Scene
    timeline: Timeline = cast("Timeline", None)
    shots: Sequence[Written] = ()


@dataclass
class Ruler:
    """Up to two points (3,) in metres between which is measured."""

    points: list[Points] = field(default_factory=list)

    def add(self, point: Points) -> None:
        """Take a point; a third one begins anew."""
        self.points = [*self.points, point] if len(self.points) == 1 else [point]


class Session:
    """The state of a window on a rite.

    Parameters
    ----------
    rite : Rite
        What is shown.
    lang : str
        'hans', 'hant' or 'en'.
    theme : str
        One of `THEMES`.
    folder : Path, optional
        Holds the texts that stand beside the scene.
    now : callable, optional
        Gives the real time in seconds.

    Attributes
    ----------
    on : set of str
        The layers of `SWITCHES` that are switched on.
    tab : str or None
        The list in the side panel; None: it is folded away.
    chosen, pointed : str or None
        The id whose card is open, and that under the mouse.
    told : (str, mapping)
        The reading under which the rite is seen, and the premises beside it.
    ways : set of (str, str)
        People whose path is drawn, with `PAST` or `COMING`.
    reading : bool
        Whether the text stands beside the scene.
    query : str or None
        What is looked for in the text.
    changes : tuple of Change
        What the last change of premises has moved.
    wishes : list of str
        What only the window can do: 'quit', 'screenshot', 'figure', 'film'.
    asked : (str, mapping) or None
        The reading and the premises beside it under which the rite shall be seen.
    waiting : bool
        Whether they are being worked out.
    """

    def __init__(
        self,
        rite: Rite,
        lang: str,
        theme: str = "study",
        folder: Path | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._now = now
        self.lang, self.zoom = lang, 1.0
        self.theme: Theme = THEMES[theme]
        self.roof, self.on = AUTOMATIC, {"walls"}
        self.tab: str | None = "sections"
        self.scrolled: dict[str, float] = {}
        self._kept: dict[str, int | None] = {}
        self.chosen: str | None = None
        self.pointed: str | None = None
        self.ways: set[tuple[str, str]] = set()
        self.ruler = Ruler()
        self.wishes: list[str] = []
        self.query: str | None = None
        self._folder = folder
        self.reading = folder is not None
        self.changes: tuple[Change, ...] = ()
        self.loop: SectionSpan | None = None
        self.helping = self.blank = self.waiting = False
        self.asked: tuple[str, Mapping[str, str]] | None = None
        self._message: tuple[str, float] = ("", 0.0)
        self._take(rite, Clock(rite.timeline.duration, now))

    def _take(self, rite: Rite, clock: Clock, *, teaching: bool = False) -> None:
        """Show a rite, at the moment of a clock."""
        self.rite, self.timeline, self.clock = rite, rite.timeline, clock
        self.sights, self.told = Sights(rite), rite.layout.told
        self.cameraman = Cameraman(rite, clock, self._now)
        self.lesson = Lesson(self.timeline, clock, on=teaching)
        self.variants = Variants(rite.layout)
        self.edition = Edition.of(self.timeline, self._folder)
        self._stops: Mapping[str, Sequence[float]] = {
            "act": self.timeline.changes,
            "section": [span.start for span in self.timeline.sections],
        }

    # ── time ──

    def tick(self) -> None:
        """Do what time asks for: begin a looped section again, ask a question."""
        self.lesson.tick()
        if self.loop is not None and self.clock.time >= self.loop.end:
            self.clock.seek(self.loop.start)

    def seek(self, t: float) -> None:
        """Go to a moment; one outside of the section that is looped ends the loop."""
        if self.loop is not None and not self.loop.start <= t < self.loop.end:
            self.loop = None
        self.clock.seek(t)

    def jump(self, seconds: float) -> None:
        """Go some seconds on, or back."""
        self.seek(self.clock.time + seconds)

    def step(self, steps: int, what: str) -> None:
        """Go to the next (1) or the last (-1) beginning of an 'act' or a 'section'."""
        now, stops = self.clock.time, self._stops[what]
        at = bisect_right(stops, now) if steps > 0 else bisect_left(stops, now - BACK) - 1
        self.seek(stops[max(at, 0)] if at < len(stops) else self.timeline.duration)

    def toggle_loop(self) -> None:
        """Play the running section again and again, or no longer."""
        span = self.timeline.section_at(self.clock.time)
        self.loop = span if self.loop is None and span.end > span.start else None

    # ── what is seen ──

    def next_roof(self) -> None:
        """Show roofs in the next way, at last again as the camera sees fit."""
        self.roof = WAYS[(WAYS.index(self.roof) + 1) % len(WAYS)]

    def switch(self, layer: str) -> None:
        """Switch a layer of `SWITCHES` on or off."""
        self.on ^= {layer}
        if layer == "ruler":
            self.ruler.points.clear()

    def through_eyes(self) -> None:
        """Look through the eyes of whose card is open, else of who acts."""
        acting = self.timeline.actors(self.clock.time)
        who = self.chosen if self.chosen in self.timeline.figures else next(iter(acting), None)
        if who is not None:
            self.cameraman.choose(f"{EYES}:{who}")

    def follow(self, who: str) -> None:
        """Keep a person in the middle of the picture, or no longer."""
        name = f"{FOLLOW}:{who}"
        self.cameraman.choose(name if self.cameraman.name != name else DIRECTOR)

    def toggle_way(self, who: str, when: str) -> None:
        """Draw, or no longer draw, where a person has gone (`PAST`) or will go (`COMING`)."""
        self.ways ^= {(who, when)}

    # ── under which premises ──

    def read_as(self, preset: str, premises: Mapping[str, str]) -> None:
        """Ask for the rite in a reading, with premises beside it."""
        self.asked = preset, dict(premises)

    def assume(self, premise: str, value: str) -> None:
        """Ask for the rite under another value of a premise."""
        preset, beside = self.asked or self.told
        self.read_as(preset, {**beside, premise: value})

    def change(self, rite: Rite) -> None:
        """Show the rite under other premises: at the same act and second, as it was looked at."""
        before, clock, cameraman = self.timeline, self.clock, self.cameraman
        self.changes = compare(self.rite.layout, rite.layout)
        t = same_moment(before, rite.timeline, clock.time)
        self._take(rite, clock.over(rite.timeline.duration), teaching=self.lesson.on)
        self.clock.seek(t)
        self.cameraman.take_over(cameraman)
        layout, self.loop = rite.layout, None
        there = {*layout.people, *layout.objects}
        self.chosen = self.chosen if self.chosen in there else None
        self.pointed = None
        self.ways = {(who, when) for who, when in self.ways if who in layout.people}

    # ── what is asked ──

    def choose(self, name: str | None) -> None:
        """Open the card of a thing or person, or close it."""
        self.chosen = name
        self.scrolled.pop("card", None)

    def show_tab(self, tab: str | None) -> None:
        """Open a list in the side panel; None, or the one that is open, folds it away."""
        self.tab = tab if tab != self.tab else None

    def back(self) -> None:
        """Close what lies uppermost: the keys, the dark, the card, the ruler."""
        if self.query is not None:
            self.query = None
        elif self.helping or self.blank:
            self.helping = self.blank = False
        elif self.chosen is not None:
            self.choose(None)
        elif "ruler" in self.on:
            self.switch("ruler")
        else:
            self.ways.clear()

    def look_for(self) -> None:
        """Begin to look for words of the text."""
        self.reading, self.query = True, ""

    def type(self, key: str) -> None:
        """Take a key while words are looked for: a character, or the X name of another key."""
        assert self.query is not None
        if key == "Return":
            self._next_found()
        elif key == "BackSpace":
            self.query = self.query[:-1]
        elif key == "space":
            self.query += " "
        elif (char := _character(key)) is not None:
            self.query += char

    def _next_found(self) -> None:
        """Go to the next moment at which what was found is acted."""
        found = self.edition.find(self.query or "")
        seconds = sorted(
            second
            for section, row in found
            if (second := self.edition.sections[section][row].second) is not None
        )
        if seconds:
            self.seek(next((second for second in seconds if second > self.clock.time), seconds[0]))

    def script(self, text: str) -> str:
        """Return Chinese words in the characters of the language of the window."""
        return to_hant(text) if self.lang == "hant" else text

    def scroll(self, what: str, by: float, most: float) -> None:
        """Scroll a list by pixels, from 0 to `most`."""
        self.scrolled[what] = min(max(self.scrolled.get(what, 0.0) + by, 0.0), max(most, 0.0))

    def keeps(self, what: str, row: int | None) -> bool:
        """Say whether a list has another row to keep in sight than it had before."""
        before = self._kept.get(what)
        self._kept[what] = row
        return row is not None and row != before

    def next_language(self) -> None:
        """Change the language."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]

    def next_theme(self) -> None:
        """Change between the desk and the projector."""
        names = list(THEMES)
        self.theme = THEMES[names[(names.index(self.theme.name) + 1) % len(names)]]

    def enlarge(self, steps: int) -> None:
        """Make letters larger, or smaller."""
        self.zoom = ZOOMS[min(max(ZOOMS.index(self.zoom) + steps, 0), len(ZOOMS) - 1)]

    def tell(self, text: str) -> None:
        """Show a message for a while."""
        self._message = text, self._now() + SHOWN

    @property
    def message(self) -> str:
        """The message that is shown."""
        text, until = self._message
        return text if self._now() < until else ""

    def say(self, key: str, **slots: object) -> str:
        """Return words in the language of the window."""
        return say(key, self.lang, **slots)

    def knows(self, name: str | None) -> bool:
        """Say whether there is a thing or person of that id."""
        return name in self.rite.layout.people or name in self.rite.layout.objects

    def name(self, who: str) -> str:
        """Return the name of a person, group, thing or place now."""
        return self.timeline.name(who, self.lang, self.clock.time)

    def feet(self, names: Sequence[str]) -> Points:
        """Return where people stand now, (k, 3) in metres; not a number for those who are absent."""
        return np.asarray(self.sights.feet(self.clock.time, names))


def _character(key: str) -> str | None:
    """Return the character that a key with that X name writes."""
    if len(key) == 1:
        return key
    return chr(int(key[1:], 16)) if UNICODE.fullmatch(key) else None
