"""The card of a person or thing: what it is, what it does, and why it is there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from courtyard3d.measures import format_length
from courtyard3d.picture.styles import GRADES
from courtyard3d.picture.viewer.cameraman import EYES, FOLLOW
from courtyard3d.picture.viewer.canvas import SERIF, Canvas, Look
from courtyard3d.picture.viewer.rows import Choice, Row, Rows, heading
from courtyard3d.picture.viewer.session import COMING, PAST, Session
from courtyard3d.picture.viewer.side import told, value_of
from courtyard3d.picture.viewer.wording import measure_named
from courtyard3d.picture.viewer.zones import Sheet
from courtyard3d.picture.words import Box
from courtyard3d.reading.phrases import phrase

if TYPE_CHECKING:
    from courtyard3d.layout.things import Thing

HEAD = 2.6  # letters
SOON = 600.0  # seconds within which what comes next is told
NEXT = 2  # acts that are told
SPACES, DEEPEST = 4, 6  # of an explanation: spaces that a step is set in, steps that are shown so


class Card:
    """Draws the card of what was chosen."""

    def __init__(self, look: Look, box: Box) -> None:
        self._look, self._box = look, box

    def key(self, session: Session) -> Hashable:
        """Return all that it shows."""
        name, t = session.chosen, session.clock.time
        if name is None:
            return None
        doing: Hashable = None
        if name in session.timeline.figures:
            state = session.timeline.state(t).figures[name]
            acts = tuple(act.id for act in session.timeline.running(t) if name in act.people)
            doing = acts, state.holds, state.posture, state.visible, state.station
        variants = session.variants
        compared = variants.begun, variants.done, len(variants.found)
        shown = name, doing, compared, session.scrolled.get("card"), frozenset(session.ways)
        return self._look, self._box, shown, session.cameraman.name, id(session.rite)

    def draw(self, session: Session) -> list[Sheet]:
        """Draw it; nothing where nothing is chosen."""
        if session.chosen is None:
            return []
        rows = [*self._rows(session, session.chosen)]
        below = self._box._replace(top=self._box.top + self._look.pixels(HEAD))
        listed = Rows(self._look, below, "card", rows)
        if listed.height < below.bottom - below.top:
            listed = Rows(self._look, below._replace(bottom=below.top + listed.height), "card", rows)
        return [self._head(session, session.chosen), listed.draw(session)]

    def _head(self, session: Session, name: str) -> Sheet:
        look, box = self._look, self._box._replace(bottom=self._box.top + self._look.pixels(HEAD))
        canvas = Canvas(look, box, look.theme.chosen)
        middle, em = (box.top + box.bottom) / 2, look.em
        x = canvas.write(box.left + 0.6 * em, middle, session.name(name), size=1.3, face=SERIF)
        named = session.rite.layout.named(name)
        names = [text for text in dict.fromkeys((named.pinyin, named.en, name) if named else (name,)) if text]
        canvas.write(x + 0.6 * em, middle, " · ".join(names), size=0.85, width=box.right - x - 3 * em)
        close = Box(box.right - look.pixels(2.2), box.top, box.right, box.bottom)
        canvas.button(close, partial(session.choose, None), icon="close", plain=True, tip=session.say("back"))
        return canvas.sheet()

    def _rows(self, session: Session, name: str) -> Iterator[Row]:
        if name in session.timeline.figures:
            yield from self._person(session, name)
        if (thing := session.rite.layout.objects.get(name)) is not None:
            yield from self._thing(session, thing)
        yield heading(session.say("why"), self._look)
        yield from self._reasons(session, name)
        figure = session.timeline.state(session.clock.time).figures.get(name)
        if figure is not None and figure.station is not None and figure.station != name:
            yield Row(session.name(figure.station), partial(session.choose, figure.station), gap=0.3)
            yield from self._reasons(session, figure.station)
            name = figure.station
        yield from self._variants(session, name)

    def _reasons(self, session: Session, name: str) -> Iterator[Row]:
        """Yield the statements that place something, with voices, quotes, arithmetic and file."""
        owner = session.rite.layout.owner(name) or name
        for line in session.rite.explain(owner).text(session.lang).splitlines()[1:]:
            indent = (len(line) - len(line.lstrip())) / SPACES
            yield Row(line.strip(), size=0.85, face=SERIF, indent=min(indent, DEEPEST) * 0.8, gap=0.15)

    def _variants(self, session: Session, name: str) -> Iterator[Row]:
        """Yield what changes of something under other premises, each a click away."""
        variants, premises = session.variants, session.rite.document.premises
        yield heading(session.say("otherwise"), self._look)
        if not variants.begun:
            yield Row(choices=(Choice(session.say("work-out"), variants.begin),))
            return
        for variant, change in variants.of(session.rite.layout.owner(name) or name):
            premise = premises[variant.premise]
            label = premise.labels.text(session.lang) if premise.labels else premise.id
            text = f"{label}：{value_of(premise, variant.value, session.lang)}"
            act = partial(session.assume, variant.premise, variant.value)
            yield Row(text, act, note=told(session, change), size=0.9)
        if not variants.done:
            yield Row(session.say("working-out"), size=0.85, ink=self._look.theme.dim)

    def _person(self, session: Session, who: str) -> Iterator[Row]:
        say, t, timeline = session.say, session.clock.time, session.timeline
        state = timeline.state(t).figures[who]
        eyes, follow = f"{EYES}:{who}", f"{FOLLOW}:{who}"
        yield Row(
            choices=(
                Choice(say("follow"), partial(session.follow, who), session.cameraman.name == follow),
                Choice(
                    say("look-from-here"),
                    partial(session.cameraman.choose, eyes),
                    session.cameraman.name == eyes,
                ),
                Choice(
                    say("path-so-far"), partial(session.toggle_way, who, PAST), (who, PAST) in session.ways
                ),
                Choice(
                    say("path-to-come"),
                    partial(session.toggle_way, who, COMING),
                    (who, COMING) in session.ways,
                ),
            ),
            gap=0.3,
        )
        if not state.visible:
            yield Row(say("away"), ink=self._look.theme.dim)
        posture = phrase(state.posture, session.lang)
        held = "、".join(session.name(thing) for thing in state.holds) or say("nothing")
        yield Row(f"{say('holds')}：{held}    {posture}", gap=0.3)
        acts = timeline.acts_of(who)
        for act in acts:
            if act.start <= t < act.end:
                yield Row(f"{say('does')}：{timeline.sentence(act, session.lang)}", gap=0.2)
        coming = [act for act in acts if t < act.start < t + SOON][:NEXT]
        for act in coming:
            sentence = timeline.sentence(act, session.lang)
            yield Row(
                f"{say('next')}：{sentence}", partial(session.seek, act.start), ink=self._look.theme.dim
            )

    def _thing(self, session: Session, thing: Thing) -> Iterator[Row]:
        say = session.say
        chi = session.rite.layout.chi_m
        for grade, what in zip(thing.grade, ("position", "form"), strict=True):
            if grade is not None:
                yield Row(f"{say(what)}：{getattr(GRADES[grade], session.lang)}", size=0.9)
        sizes = [
            f"{measure_named(measure, session.lang)} {_length(quantity.value, chi)}"
            for measure, quantity in thing.size.items()
            if quantity.dimension
        ]
        if sizes:
            yield Row(f"{say('size')}：{'，'.join(sizes)}", size=0.9)


def _length(value: Fraction, chi: float) -> str:
    """Write a length in chi as the texts do, and in metres."""
    written = format_length(value) if value > 0 else str(value)
    return f"{written} ({float(value) * chi:.2f} m)"
