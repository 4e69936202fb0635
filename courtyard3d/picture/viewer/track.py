"""The time line: the whole rite with its sections, the running section with its acts, the buttons."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from courtyard3d.picture.viewer.canvas import Canvas, Look
from courtyard3d.picture.viewer.commands import COMMANDS
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.wording import commands
from courtyard3d.picture.viewer.zones import DRAG, Sheet
from courtyard3d.picture.words import Box

if TYPE_CHECKING:
    from courtyard3d.rite.timeline import SectionSpan, Timeline

RITE, SECTION, BUTTONS = (0.3, 1.9), (2.1, 3.3), (3.7, 5.8)  # from and to, in letters from the top
EDGE = 0.8  # letters free at both ends
NARROWEST = 2.0  # letters: a section that has less room does not show its name
CLOCK = 9.2  # letters that the time takes
DENSEST = 3  # pixels between marks of acts
TRANSPORT = ("last-section", "last-act", "play", "next-act", "next-section")


def minutes(seconds: float) -> str:
    """Write a moment as minutes and seconds: 1:05, or 2:01:05."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


class Lane:
    """A stretch of time from one end of a part of the window to the other."""

    def __init__(self, box: Box, start: float, end: float) -> None:
        self.box, self.start, self.end = box, start, end

    def place(self, t: float) -> float:
        """Return where a moment lies, in pixels from the left."""
        share = (t - self.start) / ((self.end - self.start) or 1.0)
        return self.box.left + min(max(share, 0.0), 1.0) * (self.box.right - self.box.left)

    def moment(self, x: float) -> float:
        """Return the moment at a place; beside the lane, its nearest end."""
        share = (x - self.box.left) / max(self.box.right - self.box.left, 1)
        return self.start + min(max(share, 0.0), 1.0) * (self.end - self.start)


class Track:
    """The time line of a window, in two sheets: what stands, and the moment that moves over it."""

    def __init__(self, look: Look, box: Box, timeline: Timeline) -> None:
        self._look, self._box, self._timeline = look, box, timeline
        self.rite = Lane(self._row(RITE), 0.0, timeline.duration)

    def key(self, session: Session) -> Hashable:
        """Return all that the standing sheet shows."""
        span = self._timeline.section_at(session.clock.time)
        buttons = session.clock.playing, session.clock.speed, session.loop, session.cameraman.name
        return self._look, self._box, span.id, buttons

    def section(self, span: SectionSpan) -> Lane:
        """Return the lane of one section."""
        return Lane(self._row(SECTION), span.start, span.end)

    def draw(self, session: Session) -> Sheet:
        """Draw what stands."""
        canvas = Canvas(self._look, self._box, self._look.theme.back)
        running = self._timeline.section_at(session.clock.time)
        self._draw_rite(canvas, session, running)
        self._draw_section(canvas, session, running)
        self._draw_buttons(canvas, session)
        return canvas.sheet()

    def cursor(self, session: Session) -> Sheet:
        """Draw where the moment is, and how late it is."""
        theme, t = self._look.theme, session.clock.time
        running = self._timeline.section_at(t)
        canvas = Canvas(self._look, self._box._replace(bottom=self._row(SECTION).bottom + 1))
        for lane in (self.rite, self.section(running)):
            x, box = lane.place(t), lane.box
            canvas.fill(Box(box.left, box.bottom - 3, round(x), box.bottom), theme.accent)
            canvas.fill(Box(round(x) - 1, box.top, round(x) + 2, box.bottom), theme.ink)
            canvas.disc(x, box.top + 1, 0.28 * self._look.em, theme.ink)
        return canvas.sheet(through=True)

    def clock(self, session: Session) -> Sheet:
        """Draw the time."""
        row = self._row(BUTTONS)
        text = f"{minutes(session.clock.time)} / {minutes(self._timeline.duration)}"
        left = row.left + self._look.pixels(5 * 2.5 + 0.4)
        canvas = Canvas(self._look, Box(left, row.top, left + self._look.pixels(CLOCK), row.bottom))
        canvas.write(left, (row.top + row.bottom) / 2, text, size=0.95)
        return canvas.sheet(through=True)

    def _row(self, row: tuple[float, float]) -> Box:
        edge = self._look.pixels(EDGE)
        top, bottom = (self._box.top + self._look.pixels(value) for value in row)
        return Box(self._box.left + edge, top, self._box.right - edge, bottom)

    def _draw_rite(self, canvas: Canvas, session: Session, running: SectionSpan) -> None:
        theme, lane = self._look.theme, self.rite
        canvas.zone(lane.box, lambda x, y: session.seek(lane.moment(x)), DRAG)
        lasting = [span for span in self._timeline.sections if span.end > span.start]
        for number, span in enumerate(lasting):
            box = Box(
                round(lane.place(span.start)), lane.box.top, round(lane.place(span.end)), lane.box.bottom
            )
            back = theme.chosen if span == running else (theme.raised if number % 2 else theme.panel)
            canvas.fill(box, back)
            canvas.line([(box.left, box.top), (box.left, box.bottom)], theme.rule)
            name, room = span.labels.text(session.lang), box.right - box.left - self._look.pixels(0.3)
            ink = theme.ink if span == running else theme.dim
            if room > NARROWEST * self._look.em:
                middle = (box.top + box.bottom) / 2 - 2
                canvas.write(box.left + 3, middle, name, size=0.85, ink=ink, width=room)
            if session.loop == span:
                canvas.line([(box.left, box.top), (box.right, box.top)], theme.accent, 2)
            canvas.zone(box, lambda x, y: session.seek(lane.moment(x)), DRAG, f"{name} {minutes(span.start)}")

    def _draw_section(self, canvas: Canvas, session: Session, running: SectionSpan) -> None:
        theme, lane = self._look.theme, self.section(running)
        canvas.fill(lane.box, theme.panel)
        canvas.zone(lane.box, lambda x, y: session.seek(lane.moment(x)), DRAG)
        for x in self._marks(lane):
            canvas.line([(x, lane.box.top + 2), (x, lane.box.bottom - 4)], theme.rule)
        name = running.labels.text(session.lang)
        middle = (lane.box.top + lane.box.bottom) / 2
        canvas.write(lane.box.left + 4, middle - 1, name, size=0.8, ink=theme.dim)

    def _marks(self, lane: Lane) -> Iterator[float]:
        """Yield where the acts of the section begin, as close as can be told apart."""
        changes: Sequence[float] = self._timeline.changes
        last = -float(DENSEST)
        for t in changes[bisect_left(changes, lane.start) : bisect_right(changes, lane.end)]:
            x = lane.place(t)
            if x - last >= DENSEST:
                yield x
                last = x

    def _draw_buttons(self, canvas: Canvas, session: Session) -> None:
        row = self._row(BUTTONS)
        wide = self._look.pixels(2.3)
        left = row.left
        for name in TRANSPORT:
            icon = "pause" if name == "play" and session.clock.playing else name
            canvas.button(
                Box(left, row.top, left + wide, row.bottom),
                _act(session, name),
                icon=icon,
                tip=_tip(name, session),
            )
            left += round(wide + 0.2 * self._look.em)
        help_box = row._replace(left=row.right - self._look.pixels(1.7))
        canvas.button(
            help_box, _act(session, "help"), text="?", on=session.helping, tip=_tip("help", session)
        )
        left += self._look.pixels(CLOCK)
        for name, text, on in self._further(session):
            width = max(canvas.button_width(text), self._look.pixels(1.6))
            if left + width > help_box.left:
                break
            box = Box(left, row.top, left + width, row.bottom)
            tip = _tip(name, session) if name else ""
            canvas.button(box, _act(session, name), text=text, on=on, tip=tip, plain=not name)
            left += round(width + 0.2 * self._look.em)

    def _further(self, session: Session) -> Iterator[tuple[str, str, bool]]:
        """Yield the commands behind the clock, those that a narrow window leaves out last."""
        yield "slower", "−", False
        yield "", f"×{session.clock.speed:g}", False
        yield "faster", "+", False
        yield "loop", session.say("loop"), session.loop is not None
        for name in VIEWS:
            yield name, session.say(name), (session.cameraman.name or "").partition(":")[0] == name
        for name in ("fit", "parallel", "screenshot"):
            yield name, session.say(name), False


VIEWS = ("director", "court", "hall", "plan", "target", "eyes")


def _act(session: Session, name: str) -> Callable[[], object]:
    return partial(COMMANDS[name], session) if name else lambda: None


def _tip(name: str, session: Session) -> str:
    """Return the words of a command with its keys."""
    return f"{session.say(name)}  {key_names(name)}"


def key_names(name: str) -> str:
    """Return the keys of a command as they are printed on them."""
    return "  ".join(PRINTED.get(key, key.upper() if len(key) == 1 else key) for key in commands()[name].keys)


PRINTED = {
    "space": "Space",
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
    "Prior": "PgUp",
    "Next": "PgDn",
    "comma": ",",
    "period": ".",
    "bracketleft": "[",
    "bracketright": "]",
    "plus": "+",
    "equal": "=",
    "minus": "-",
    "question": "?",
    "slash": "/",
    "Escape": "Esc",
}
