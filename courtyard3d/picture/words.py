"""The words of one frame, as values: what is written, where, and how strongly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from courtyard3d.rite.telling import Caption

FULL = 255  # how strongly something is written that does not fade


class Box(NamedTuple):
    """A part of the picture, in pixels from the left and the top."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: Box) -> bool:
        """Say whether two parts have a pixel in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        """Say whether another part lies wholly in this one."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom

    def padded(self, by: int) -> Box:
        """Return the part that is so many pixels larger on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, right: int, down: int) -> Box:
        """Return the part so many pixels further on."""
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)


@dataclass(frozen=True, slots=True)
class Card:
    """The title of a section: its lines, the second the largest."""

    lines: tuple[str, ...]
    strength: int = FULL


@dataclass(frozen=True, slots=True)
class Tag:
    """A name beside whoever bears it."""

    text: str
    left: int
    top: int
    strength: int = FULL


Spot = tuple[int, int]
"""Pixels from the left and the top of an inset."""


@dataclass(frozen=True, slots=True)
class Inset:
    """A small plan: boxes that stand, the ways of those who walk, where they are and where all others are."""

    box: Box
    standing: tuple[Box, ...]
    ways: tuple[tuple[Spot, ...], ...]
    walkers: tuple[Spot, ...]
    others: tuple[Spot, ...]
    strength: int = FULL


@dataclass(frozen=True, slots=True)
class Words:
    """All words of a frame; `captions` tell the same in one or two languages."""

    captions: tuple[Caption, ...]
    card: Card | None = None
    tags: tuple[Tag, ...] = ()
    inset: Inset | None = None
