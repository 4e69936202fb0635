"""Sheets of words and buttons that lie over a window, and what the mouse finds on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from courtyard3d.picture.captions import Patch
from courtyard3d.picture.words import Box

CLICK, DRAG, SCROLL = "click", "drag", "scroll"


class Zone(NamedTuple):
    """A part of a sheet that answers the mouse.

    `act` takes where the mouse is, in pixels from the left and the top of the window; that of a zone to
    `scroll` takes the notches of the wheel (down is positive) first. `tip` is shown beside it.
    """

    box: Box
    act: Callable[[float, float], object]
    kind: str = CLICK
    tip: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """What is drawn in one piece, with its zones; the mouse does not go through it."""

    patch: Patch
    zones: tuple[Zone, ...] = ()
    through: bool = False


class Board:
    """All the sheets of a window, the nearest last."""

    def __init__(self) -> None:
        self.sheets: tuple[Sheet, ...] = ()

    def lay(self, sheets: Iterable[Sheet]) -> None:
        """Show these sheets and no others."""
        self.sheets = tuple(sheets)

    def covers(self, x: float, y: float) -> bool:
        """Say whether a sheet lies at a place of the window."""
        return any(holds(sheet.patch.box, x, y) for sheet in self.sheets if not sheet.through)

    def zone(self, x: float, y: float, kinds: Sequence[str] = (CLICK, DRAG)) -> Zone | None:
        """Return the zone of one of these kinds that the mouse meets at a place; None where there is none."""
        for sheet in reversed(self.sheets):
            for zone in reversed(sheet.zones):
                if zone.kind in kinds and holds(zone.box, x, y):
                    return zone
            if holds(sheet.patch.box, x, y) and not sheet.through:
                return None
        return None


def holds(box: Box, x: float, y: float) -> bool:
    """Say whether a place lies in a box."""
    return box.left <= x < box.right and box.top <= y < box.bottom
