"""The count (释获): what two scores say, and the exact shape of counters that have been counted.

Two counters are one 纯. Each ten 纯 lie lengthwise and apart, the 纯 that remain
crosswise below them, the odd counter lengthwise below those.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from courtyard3d.measures import format_numeral

CHUN = 2
"""Counters of one 纯 (二算为纯)."""
TEN = 10
"""纯 of one bundle (十纯则缩而委之)."""


@dataclass(frozen=True, slots=True)
class Score:
    """Counters of the right side (upper archers) and of the left side."""

    right: int
    left: int

    @property
    def result(self) -> str:
        """`right`, `left` or `even`: which side is the worthier."""
        if self.right == self.left:
            return "even"
        return "right" if self.right > self.left else "left"

    @property
    def surplus(self) -> int:
        """By how many counters the worthier side is ahead (贤获)."""
        return abs(self.right - self.left)

    def told(self, english: bool) -> str:
        """The surplus as it is announced: 以纯数告，若有奇者亦曰奇.

        >>> Score(7, 2).told(False), Score(2, 7).told(True), Score(3, 2).told(False)
        ('二纯一奇', '2 chun and one odd', '一奇')
        """
        chun, odd = divmod(self.surplus, CHUN)
        parts = []
        if chun:
            parts.append(f"{chun} chun" if english else f"{format_numeral(chun)}纯")
        if odd:
            parts.append("one odd" if english else "一奇")
        return (" and " if english else "").join(parts)


@dataclass(frozen=True, slots=True)
class Spread:
    """The measures of a heap, in 尺.

    `length` and `thickness` of a counter; `row` counters lie side by side, `pitch`
    from middle to middle; `gap` is left between what lies below another, `apart`
    between bundles.
    """

    length: float
    thickness: float
    row: int
    pitch: float
    gap: float
    apart: float


@dataclass(frozen=True, slots=True)
class Lie:
    """Where a counter lies in its heap, in 尺 from the heap's point: ahead of it, to its right, above it.

    `across` (横) is at right angles to the heap's own direction, else it lies lengthwise (缩).
    """

    ahead: float
    right: float
    up: float
    across: bool


def piled(number: int, spread: Spread) -> Iterator[Lie]:
    """Yield where so many uncounted counters lie: crosswise, a row side by side, the next row on top."""
    for index in range(number):
        layer, column = divmod(index, spread.row)
        yield Lie((column - (spread.row - 1) / 2) * spread.pitch, 0.0, layer * spread.thickness, True)


def counted(number: int, spread: Spread) -> Iterator[Lie]:
    """Yield where so many counted counters lie, 纯 by 纯, in the order in which they are laid."""
    tens, rest = divmod(number // CHUN, TEN)
    bundle = TEN * spread.pitch + spread.apart
    for index in range(tens * TEN):
        ten, column = divmod(index, TEN)
        right = (ten - (tens - 1) / 2) * bundle + (column - (TEN - 1) / 2) * spread.pitch
        for layer in range(CHUN):
            yield Lie(spread.length / 2, right, layer * spread.thickness, False)
    step = CHUN * spread.pitch + spread.gap
    for index in range(rest):
        for slip in range(CHUN):
            yield Lie(-spread.gap - index * step - slip * spread.pitch, 0.0, 0.0, True)
    for _ in range(number % CHUN):
        yield Lie(-2 * spread.gap - rest * step - spread.length / 2, 0.0, 0.0, False)
