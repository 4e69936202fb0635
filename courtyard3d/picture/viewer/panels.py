"""All sheets of a window; each is drawn again only where what it shows has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from courtyard3d.picture.cameras import View
from courtyard3d.picture.viewer import asking, helping
from courtyard3d.picture.viewer.canvas import Look
from courtyard3d.picture.viewer.cards import Card
from courtyard3d.picture.viewer.frame import Frame
from courtyard3d.picture.viewer.heading import Heading
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.side import Side
from courtyard3d.picture.viewer.tags import pointer, tags
from courtyard3d.picture.viewer.text_column import Text
from courtyard3d.picture.viewer.track import Track
from courtyard3d.picture.viewer.zones import Sheet, Zone, holds

Mouse = tuple[int, int]


class Panels:
    """Draws everything but the scene."""

    def __init__(self) -> None:
        self._drawn: dict[str, tuple[Hashable, tuple[Sheet, ...]]] = {}

    def sheets(
        self, session: Session, look: Look, frame: Frame, view: View, mouse: Mouse, zone: Zone | None
    ) -> Iterator[Sheet]:
        """Yield the sheets of a moment, the nearest last.

        Parameters
        ----------
        session : Session
        look : Look
        frame : Frame
        view : View
            What is seen of the scene.
        mouse : tuple of int
            Where the mouse is, in pixels from the left and the top.
        zone : Zone, optional
            What it points at.
        """
        if session.blank:
            yield from self._kept("dark", frame, lambda: [helping.dark(look, frame.size, session)])
            return
        heading, track = Heading(look, frame.heading), Track(look, frame.time, session.timeline)
        text = Text(look, frame.text)
        side, card = Side(look, frame.side), Card(look, frame.card(look))
        yield from tags(session, look, frame.scene, view)
        legend = look, frame.scene, "evidence" in session.on
        yield from self._kept("legend", legend, lambda: helping.legend(look, frame, session))
        yield from self._kept("heading", heading.key(session), lambda: [heading.draw(session)])
        yield from self._kept("track", track.key(session), lambda: [track.draw(session)])
        moment = (look, frame, round(track.rite.place(session.clock.time) * 4), round(session.clock.time, 1))
        yield from self._kept("cursor", moment, lambda: [track.cursor(session), track.clock(session)])
        yield from self._kept("side", side.key(session), lambda: side.draw(session))
        yield from self._kept("text", text.key(session), lambda: text.draw(session))
        yield from self._kept("card", card.key(session), lambda: card.draw(session))
        asked = asking.key(session, look, frame.scene)
        yield from self._kept("question", asked, lambda: asking.ask(session, look, frame.scene))
        if session.helping:
            yield from self._kept("help", (look, frame), lambda: [helping.keys(look, frame.size, session)])
        yield from self._hints(session, look, frame, mouse, zone)

    def _kept(self, name: str, key: Hashable, draw: Callable[[], list[Sheet]]) -> tuple[Sheet, ...]:
        """Return sheets as they were drawn before, or drawn anew where their key is another."""
        if name not in self._drawn or self._drawn[name][0] != key:
            self._drawn[name] = key, tuple(draw())
        return self._drawn[name][1]

    def _hints(
        self, session: Session, look: Look, frame: Frame, mouse: Mouse, zone: Zone | None
    ) -> Iterator[Sheet]:
        x, y = mouse
        if zone is not None:
            if zone.tip:
                whole = frame.scene._replace(left=0, right=frame.size[0], top=0, bottom=frame.size[1])
                yield pointer(look, zone.tip, x, y, whole)
        elif session.pointed is not None and holds(frame.scene, x, y):
            yield pointer(look, session.name(session.pointed), x, y, frame.scene)
