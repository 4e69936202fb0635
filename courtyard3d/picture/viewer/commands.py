"""What keys and buttons do; `keys.yaml` has the keys and the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from courtyard3d.picture.viewer.session import SWITCHES, TABS, Session

JUMP = 5.0  # seconds of the rite that an arrow key goes


def _toggle_help(session: Session) -> None:
    session.helping = not session.helping


def _toggle_text(session: Session) -> None:
    session.reading = not session.reading


def _toggle_blank(session: Session) -> None:
    session.blank = not session.blank


def _wish(what: str) -> Callable[[Session], None]:
    return lambda session: session.wishes.append(what)


def _camera(name: str) -> Callable[[Session], None]:
    return lambda session: session.cameraman.choose(name)


def _switch(layer: str) -> Callable[[Session], None]:
    return lambda session: session.switch(layer)


def _tab(tab: str) -> Callable[[Session], None]:
    return lambda session: session.show_tab(tab)


COMMANDS: Mapping[str, Callable[[Session], object]] = MappingProxyType(
    {
        "play": lambda session: session.clock.toggle(),
        "back-5": lambda session: session.jump(-JUMP),
        "on-5": lambda session: session.jump(JUMP),
        "last-act": lambda session: session.step(-1, "act"),
        "next-act": lambda session: session.step(1, "act"),
        "last-section": lambda session: session.step(-1, "section"),
        "next-section": lambda session: session.step(1, "section"),
        "beginning": lambda session: session.seek(0.0),
        "end": lambda session: session.seek(session.timeline.duration),
        "faster": lambda session: session.clock.faster(1),
        "slower": lambda session: session.clock.faster(-1),
        "loop": Session.toggle_loop,
        "director": _camera("director"),
        "court": _camera("court"),
        "hall": _camera("hall"),
        "plan": _camera("plan"),
        "archer": _camera("archer"),
        "target": _camera("target"),
        "from-target": _camera("from-target"),
        "eyes": Session.through_eyes,
        "fit": lambda session: session.cameraman.fit_acting(),
        "parallel": lambda session: session.cameraman.toggle_parallel(),
        "roof": Session.next_roof,
        **{layer: _switch(layer) for layer in SWITCHES},
        **{f"list-{tab}": _tab(tab) for tab in TABS},
        "fold": lambda session: session.show_tab(session.tab if session.tab else TABS[0]),
        "text": _toggle_text,
        "find": Session.look_for,
        "quiz": lambda session: session.lesson.toggle(),
        "blank": _toggle_blank,
        "projector": Session.next_theme,
        "language": Session.next_language,
        "larger": lambda session: session.enlarge(1),
        "smaller": lambda session: session.enlarge(-1),
        "screenshot": _wish("screenshot"),
        "figure": _wish("figure"),
        "film": _wish("film"),
        "help": _toggle_help,
        "back": Session.back,
        "quit": _wish("quit"),
    }
)
"""By the ids of `keys.yaml`."""
