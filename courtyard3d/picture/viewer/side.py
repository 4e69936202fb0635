"""The panel at the side: sections, people, things, premises, layers; it folds away."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from courtyard3d.layout.premises import as_number
from courtyard3d.picture.viewer.canvas import Canvas, Look
from courtyard3d.picture.viewer.commands import COMMANDS
from courtyard3d.picture.viewer.rows import Choice, Row, Rows, heading
from courtyard3d.picture.viewer.session import SWITCHES, TABS, WAYS, Session
from courtyard3d.picture.viewer.track import key_names, minutes
from courtyard3d.picture.viewer.wording import commands
from courtyard3d.picture.viewer.zones import Sheet
from courtyard3d.picture.words import Box
from courtyard3d.reading.citations import voices
from courtyard3d.reading.words import Labels

if TYPE_CHECKING:
    from courtyard3d.layout.compare import Change
    from courtyard3d.layout.premises import Premise

LISTED = 24  # of what has moved
TAB = 2.3  # letters that a tab is high, or wide where the panel is folded away
UNSEEN = ("station", "row")  # kinds of things that nobody sees
CAMERAS = ("director", "court", "hall", "plan", "archer", "target", "from-target", "eyes")


class Side:
    """Draws the side panel."""

    def __init__(self, look: Look, box: Box) -> None:
        self._look, self._box = look, box

    def key(self, session: Session) -> Hashable:
        """Return all that it shows."""
        t = session.clock.time
        shown: Hashable = None
        if session.tab == "sections":
            shown = session.timeline.section_at(t).id
        elif session.tab == "people":
            shown = session.timeline.actors(t), session.timeline.section_at(t).id
        return (
            self._look,
            self._box,
            session.tab,
            session.scrolled.get(session.tab or ""),
            session.chosen,
            session.roof,
            frozenset(session.on),
            session.cameraman.name,
            session.waiting,
            id(session.rite),
            shown,
        )

    def draw(self, session: Session) -> list[Sheet]:
        """Draw the tabs and the open list."""
        if session.tab is None:
            return [self._folded(session)]
        tabs = self._tabs(session)
        below = self._box._replace(top=tabs.patch.box.bottom)
        rows = list(LISTS[session.tab](session, self._look))
        on = next((row for row, each in enumerate(rows) if each.on), None)
        kept = on if session.tab == "sections" else None
        return [tabs, Rows(self._look, below, session.tab, rows).draw(session, kept)]

    def _folded(self, session: Session) -> Sheet:
        canvas = Canvas(self._look, self._box, self._look.theme.panel)
        top, high = self._box.top, self._look.pixels(TAB)
        canvas.button(
            Box(self._box.left, top, self._box.right, top + high),
            partial(session.show_tab, TABS[0]),
            icon="unfold",
            plain=True,
        )
        for tab in TABS:
            top += high
            box = Box(self._box.left + 2, top + 2, self._box.right - 2, top + high - 2)
            tip = f"{session.say(tab)}  {key_names(f'list-{tab}')}"
            canvas.button(box, partial(session.show_tab, tab), text=session.say(tab)[:1], tip=tip)
        return canvas.sheet()

    def _tabs(self, session: Session) -> Sheet:
        canvas = Canvas(self._look, self._box, self._look.theme.panel)
        em, theme = self._look.em, self._look.theme
        high, fold = self._look.pixels(TAB), self._look.pixels(1.4)
        room = self._box.right - self._box.left - fold
        names = {tab: session.say(tab) for tab in TABS}
        widths = {tab: canvas.length(name, 0.9) + 0.8 * em for tab, name in names.items()}
        lines: list[list[str]] = [[]]
        for tab in TABS:
            if lines[-1] and sum(widths[name] for name in (*lines[-1], tab)) > room:
                lines.append([])
            lines[-1].append(tab)
        top = self._box.top
        for line in lines:
            left, stretch = float(self._box.left), room / max(sum(widths[tab] for tab in line), 1)
            for tab in line:
                wide = widths[tab] * min(stretch, 1.6)
                box = Box(round(left), top, round(left + wide), top + high)
                canvas.button(box, partial(session.show_tab, tab), text=names[tab], size=0.9, plain=True)
                if tab == session.tab:
                    canvas.fill(Box(box.left, box.bottom - 3, box.right, box.bottom), theme.accent)
                left += wide
            top += high
        box = Box(self._box.right - fold, self._box.top, self._box.right, self._box.top + high)
        canvas.button(box, partial(session.show_tab, None), icon="fold", plain=True, tip=session.say("fold"))
        return canvas.sheet(bottom=top)


def _sections(session: Session, look: Look) -> Iterator[Row]:
    running = session.timeline.section_at(session.clock.time)
    for number, span in enumerate(session.timeline.sections, start=1):
        name = f"{number}  {span.labels.text(session.lang)}"
        lasts = span.end > span.start
        ink = None if lasts else look.theme.dim
        note = minutes(span.start) if lasts else "–"
        yield Row(name, partial(session.seek, span.start), span == running, note, ink=ink)


def _people(session: Session, look: Look) -> Iterator[Row]:
    t = session.clock.time
    acting = session.timeline.actors(t)
    for who in acting:
        yield _named(session, who, look, dim=False)
    yield heading(session.say("people"), look)
    for who, track in session.timeline.figures.items():
        if who not in acting:
            yield _named(session, who, look, dim=not track.look(t).visible)


def _things(session: Session, look: Look) -> Iterator[Row]:
    layout = session.rite.layout
    for name, thing in layout.objects.items():
        if thing.kind not in UNSEEN and not thing.members:
            yield _named(session, name, look, dim=False)


def _named(session: Session, name: str, look: Look, *, dim: bool) -> Row:
    ink = look.theme.dim if dim else None
    return Row(session.name(name), partial(session.choose, name), session.chosen == name, ink=ink)


def _premises(session: Session, look: Look) -> Iterator[Row]:
    document, choice = session.rite.document, session.rite.choice
    preset, beside = session.told
    if session.waiting:
        yield Row(session.say("recompiling"), ink=look.theme.accent)
    if session.changes:
        yield heading(session.say("moved", count=len(session.changes)), look, 0.2)
        for change in session.changes[:LISTED]:
            act = partial(session.choose, change.id) if change.there[1] else None
            yield Row(_called(session, change.id), act, note=told(session, change), size=0.9)
    yield heading(session.say("presets"), look)
    yield Row(
        choices=tuple(
            Choice(
                _reading(name, session.lang),
                partial(session.read_as, name, {}),
                name == preset and not beside,
            )
            for name in document.presets
        )
    )
    for premise in document.premises.values():
        labels = premise.labels or Labels(premise.id, premise.id)
        note = "" if premise.id not in beside else "●"
        yield Row(labels.text(session.lang), size=0.9, gap=0.35, note=note, ink=look.theme.dim)
        if premise.follows:
            yield Row(value_of(premise, choice[premise.id], session.lang), indent=0.5)
        else:
            yield Row(choices=tuple(_choices(session, premise, choice[premise.id])), indent=0.3)


def _called(session: Session, name: str) -> str:
    return session.name(name) if name in session.rite.layout.objects else name


def told(session: Session, change: Change) -> str:
    """Return what differs of a thing, in a few words."""
    if not change.there[0]:
        return session.say("came")
    if not change.there[1]:
        return session.say("gone")
    if change.away:
        compass = session.say("compass").split()
        facing = compass[round(change.heading / 45) % 8] if change.heading is not None else "↕"
        return session.say("away-by", chi=f"{change.away:.4g}", facing=facing)
    return session.say("turned" if change.turned else "resized")


def _reading(preset: str, lang: str) -> str:
    """Return the name of a reading, which is that of its voice."""
    voice = voices().get(preset)
    return str(getattr(voice.labels, lang)) if voice is not None else preset


def _choices(session: Session, premise: Premise, chosen: str) -> Iterator[Choice]:
    """Yield the values of a premise as buttons; one with bounds goes up and down."""
    if premise.bounds is None:
        for value in premise.values:
            text = value_of(premise, value, session.lang)
            yield Choice(text, partial(session.assume, premise.id, value), value == chosen)
        return
    number = as_number(chosen)
    low, high = premise.bounds
    assert number is not None
    for sign, step in (("−", -1), ("", 0), ("+", 1)):
        other = min(max(number + step, low), high)
        shown = sign or chosen
        yield Choice(shown, partial(session.assume, premise.id, str(other)), not sign)


def value_of(premise: Premise, value: str, lang: str) -> str:
    """Return the name of a value of a premise."""
    labels = premise.values.get(value)
    return labels.text(lang) if labels is not None else value


def _layers(session: Session, look: Look) -> Iterator[Row]:
    say = session.say
    yield heading(say("roof"), look, 0.0)
    yield Row(
        choices=tuple(
            Choice(say(way), partial(setattr, session, "roof", way), way == session.roof) for way in WAYS
        )
    )
    yield heading(say("layers"), look)
    for layer in SWITCHES:
        mark = "■ " if layer in session.on else "□ "
        yield Row(mark + say(layer), partial(session.switch, layer), layer in session.on, key_names(layer))
    yield heading(say("cameras"), look)
    for name in CAMERAS:
        on = (session.cameraman.name or "").partition(":")[0] == name
        yield Row(say(name), partial(COMMANDS[name], session), on, key_names(name))
    yield heading(say("window"), look)
    for name, command in commands().items():
        if command.group == "window" and name != "back":
            yield Row(say(name), partial(COMMANDS[name], session), False, key_names(name))


LISTS: Mapping[str, Callable[[Session, Look], Iterator[Row]]] = MappingProxyType(
    {"sections": _sections, "people": _people, "things": _things, "premises": _premises, "layers": _layers}
)
