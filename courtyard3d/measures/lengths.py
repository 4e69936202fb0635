"""One length or plain number within a text: 丈八尺, 尺有握, 一丈五寸少半寸, 50 gong, 3."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from courtyard3d.measures import numerals
from courtyard3d.measures.quantity import MeasureError, Quantity
from courtyard3d.measures.units import NEXT_LOWER, UNIT_OF, UNITS, Units

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*")

_PARTS: Mapping[str, Fraction] = {
    "少半": Fraction(1, 3),
    "大半": Fraction(2, 3),
    "太半": Fraction(2, 3),
    "半": Fraction(1, 2),
}
_AND = "有"
_OF_WHAT = re.compile("[长長广廣博厚高崇深]?")  # what is measured: skipped
_PART = re.compile("|".join(_PARTS))
_UNIT = re.compile("|".join(sorted(UNIT_OF, key=len, reverse=True)))
_DECIMAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_OF_UNIT = re.compile(rf"([0-9]+(?:/[0-9]+|\.[0-9]+)?)\s*({_UNIT.pattern}|{NAME.pattern})")
_SPACE = re.compile(r"\s*")
_ASCII_FOR = dict(zip("（）＋－＊×／÷．", "()+-**//.", strict=True))


def after(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return where a pattern ends that begins at an index; the index if it does not."""
    found = pattern.match(text, at)
    return found.end() if found else at


def skip_space(text: str, at: int) -> int:
    """Return the index of the next character that is no space."""
    return after(_SPACE, text, at)


def read_literal(text: str, at: int, units: Units) -> tuple[Quantity, int]:
    """Read the length or plain number that begins at an index; return it and where it ends.

    Raises
    ------
    MeasureError
        If none begins there, or its parts are out of order.
    """
    start = after(_OF_WHAT, text, at)
    length = _Length(text, start, units)
    while length.take_part():
        pass
    if length.parts:
        return Quantity(length.value, 1), length.at
    if start == at:
        if numeral := numerals.read_numeral(text, at):
            return Quantity(Fraction(numeral[0]), 0), numeral[1]
        if decimal := _DECIMAL.match(text, at):
            return Quantity(Fraction(decimal[0]), 0), decimal.end()
    wrong = text[start : start + 1]
    hint = f"; expected '{_ASCII_FOR[wrong]}'" if wrong in _ASCII_FOR else ""
    raise MeasureError(f"'{wrong}' begins no length, number or name{hint}", start + 1)


class _Length:
    """A length that is being read: its parts shrink from left to right."""

    def __init__(self, text: str, at: int, units: Units) -> None:
        self.text, self.at, self.units = text, at, units
        self.value = Fraction(0)
        self.parts = 0
        self.unit = ""  # of the last part, as long as its half or a lower digit may follow
        self.limit: Fraction | None = None  # the next part is of a smaller unit

    def take_part(self) -> bool:
        """Take the next part; say whether there was one."""
        start = skip_space(self.text, self.at)
        joined = self.parts > 0 and self.text.startswith(_AND, start)
        at = start + joined
        taken = self._fraction(at) or self._of_unit(at) or self._numeral(at) or self._bare(at, joined)
        if joined and not taken:
            raise MeasureError(f"nothing follows '{_AND}'; expected a smaller length", start + 1)
        return taken

    def _fraction(self, at: int) -> bool:
        """少半寸, a part of the unit that follows it; 二步半, half of the unit before."""
        part = _PART.match(self.text, at)
        if not part:
            return False
        unit = _UNIT.match(self.text, part.end())
        name = UNIT_OF[unit[0]] if unit else self.unit
        if not name:
            raise MeasureError(f"'{part[0]}' of what? expected a unit ('{part[0]}寸')", at + 1)
        self._add(_PARTS[part[0]], name, at, unit.end() if unit else part.end(), again=name == self.unit)
        self.unit = ""
        return True

    def _of_unit(self, at: int) -> bool:
        """1/3 chi, 50弓."""
        found = _OF_UNIT.match(self.text, at)
        if not found:
            return False
        name = UNIT_OF.get(found[2], found[2])
        if name not in UNITS:
            raise MeasureError(f"'{name}' is no unit; expected one of {', '.join(UNITS)}", found.start(2) + 1)
        try:
            amount = Fraction(found[1])
        except ZeroDivisionError:
            raise MeasureError("division by zero", at + 1) from None
        self._add(amount, name, at, found.end())
        return True

    def _numeral(self, at: int) -> bool:
        """三丈, or the last digit of 丈二."""
        numeral = numerals.read_numeral(self.text, at)
        if not numeral:
            return False
        amount, end = numeral
        unit = _UNIT.match(self.text, end)
        if not unit and not self.parts:
            return False
        name = UNIT_OF[unit[0]] if unit else NEXT_LOWER.get(self.unit)
        if name is None:
            raise MeasureError(f"'{self.text[at:end]}' has no unit, and none is understood here", at + 1)
        self._add(Fraction(amount), name, at, unit.end() if unit else end)
        if not unit:
            self.unit, self.limit = "", Fraction(0)
        return True

    def _bare(self, at: int, joined: bool) -> bool:
        """武, which is 一武; so is the 握 of 尺有握."""
        unit = _UNIT.match(self.text, at) if joined or not self.parts else None
        if unit:
            self._add(Fraction(1), UNIT_OF[unit[0]], at, unit.end())
        return bool(unit)

    def _add(self, amount: Fraction, unit: str, at: int, end: int, *, again: bool = False) -> None:
        size = self.units.chi(unit)
        if self.limit is not None and size >= self.limit and not again:
            part = self.text[at:end]
            raise MeasureError(f"'{part}' is out of order: units shrink and none repeats", at + 1)
        self.value += amount * size
        self.limit = size
        self.unit = unit
        self.parts += 1
        self.at = end


def format_length(value: Fraction) -> str:
    """Return a text that :func:`parse_length` reads as `value` again: 丈尺寸分, else `n/d chi`.

    Parameters
    ----------
    value : Fraction
        In chi; of any size that :func:`parse_length` takes.
    """
    thirds = value / UNITS["cun"].times % 1
    part = {Fraction(1, 3): "少半寸", Fraction(2, 3): "大半寸"}.get(thirds, "")
    fen = (value - (thirds * UNITS["cun"].times if part else 0)) / UNITS["fen"].times
    if fen.denominator != 1 or not 0 < value <= numerals.LARGEST * UNITS["zhang"].times:
        return f"{value} chi"
    text, rest = "", fen
    for unit in ("zhang", "chi", "cun", "fen"):
        amount, rest = divmod(rest, UNITS[unit].times / UNITS["fen"].times)
        text += numerals.format_numeral(amount) + UNITS[unit].signs if amount else ""
    return text + part
