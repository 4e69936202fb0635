"""How a window is divided: what happens above, time below, lists at the side, the scene between them."""

from __future__ import annotations

from dataclasses import dataclass

from courtyard3d.picture.viewer.canvas import Look
from courtyard3d.picture.words import Box

HEADING, TIME = 4.4, 6.1  # letters that they are high
SIDE, FOLDED = 19.0, 2.3  # letters that the lists are wide, open and folded away
WIDEST_SIDE = 0.4  # of the width of the window
CARD, WIDEST_CARD = 26.0, 0.6  # letters that a card is wide, and how much of the scene at most
TEXT = 17.0  # letters that the text is wide


@dataclass(frozen=True, slots=True)
class Frame:
    """The parts of a window, in pixels from the left and the top."""

    size: tuple[int, int]
    heading: Box
    side: Box
    time: Box
    scene: Box
    text: Box

    @classmethod
    def of(cls, size: tuple[int, int], look: Look, *, open_side: bool, text: bool) -> Frame:
        """Divide a window of that size."""
        width, height = size
        top = min(look.pixels(HEADING), height // 4)
        bottom = max(height - look.pixels(TIME), top + 1)
        right = width - (
            min(look.pixels(SIDE), round(WIDEST_SIDE * width)) if open_side else look.pixels(FOLDED)
        )
        left = min(look.pixels(TEXT), round(WIDEST_SIDE * right)) if text else 0
        return cls(
            size,
            Box(0, 0, width, top),
            Box(right, top, width, bottom),
            Box(0, bottom, width, height),
            Box(left, top, max(right, left + 1), bottom),
            Box(0, top, left, bottom),
        )

    def card(self, look: Look) -> Box:
        """Return the part of the scene that a card may take."""
        scene, room = self.scene, look.pixels(0.5)
        wide = min(look.pixels(CARD), round(WIDEST_CARD * (scene.right - scene.left)))
        return Box(scene.left + room, scene.top + room, scene.left + room + wide, scene.bottom - room)

    def viewport(self) -> tuple[float, float, float, float]:
        """Return the scene as VTK wants it: shares of the window from the left and the bottom."""
        width, height = self.size
        box = self.scene
        return box.left / width, 1 - box.bottom / height, box.right / width, 1 - box.top / height
