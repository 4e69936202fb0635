"""What the mouse does in a window: it presses, drags and scrolls sheets, turns the view, asks the scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from courtyard3d.picture.viewer.zones import DRAG, SCROLL, Board, Zone

if TYPE_CHECKING:
    from courtyard3d.picture.viewer.picking import Hit
    from courtyard3d.picture.viewer.session import Session

TURNING, SHIFTING = 1, 2  # buttons
STILL = 4  # pixels that the mouse moves between press and release of a click at most
NOWHERE = (-1, -1)


@dataclass
class Mouse:
    """A mouse over the sheets of a board and the scene below them.

    Attributes
    ----------
    board : Board
    hit : callable
        Tells what is seen of the scene at a place (pixels from the left and the top).
    place : tuple of int
        Where it is.
    moved : bool
        Whether it has moved since what it points at was looked for.
    """

    board: Board
    hit: Callable[[int, int], Hit | None]
    place: tuple[int, int] = NOWHERE
    moved: bool = False
    _held: int | None = field(default=None, repr=False)
    _origin: tuple[int, int] | None = field(default=None, repr=False)
    _dragged: Zone | None = field(default=None, repr=False)

    @property
    def free(self) -> bool:
        """Whether no button is held."""
        return self._held is None and self._dragged is None

    def press(self, button: int, x: int, y: int) -> None:
        """Take the press of a button."""
        self.place = x, y
        zone = self.board.zone(x, y)
        if zone is not None and button == TURNING:
            self._dragged = zone if zone.kind == DRAG else None
            zone.act(x, y)
        elif not self.board.covers(x, y):
            self._held, self._origin = button, (x, y)

    def move(self, session: Session, x: int, y: int, tall: int) -> None:
        """Take a move; `tall` is the height of the scene in pixels."""
        last, self.place, self.moved = self.place, (x, y), True
        if self._dragged is not None:
            self._dragged.act(x, y)
        if self._held is None or self._is_click():
            return
        if self._origin is not None:  # the drag begins where the button was pressed
            last, self._origin = self._origin, None
        right, down = (x - last[0]) / tall, (y - last[1]) / tall
        drag = session.cameraman.turn if self._held == TURNING else session.cameraman.shift
        drag(right, down)

    def release(self, session: Session, x: int, y: int) -> None:
        """Take the release of a button; without a drag before it, ask the scene what is there."""
        self.place = x, y
        if self._held == TURNING and self._is_click():
            found = self.hit(x, y)
            if "ruler" not in session.on:
                session.choose(found.owner if found and session.knows(found.owner) else None)
            elif found is not None:
                session.ruler.add(found.point)
        self._held = self._origin = self._dragged = None
        self.moved = True  # what lies under it may be another thing now

    def leave(self) -> None:
        """Take that the mouse has left the window."""
        self.place, self.moved = NOWHERE, True

    def wheel(self, session: Session, notches: int, x: int, y: int) -> None:
        """Take notches of the wheel; towards the user they are positive."""
        zone = self.board.zone(x, y, (SCROLL,))
        if zone is not None:
            zone.act(notches, 0)
        elif not self.board.covers(x, y):
            session.cameraman.approach(-notches)

    def _is_click(self) -> bool:
        """Say whether the mouse has hardly moved since it was pressed."""
        if self._origin is None:
            return False
        (left, top), (x, y) = self._origin, self.place
        return abs(x - left) <= STILL and abs(y - top) <= STILL
