"""The units of length: their values as the commentaries give them.

Where scholars differ (仞 步 貍步 武) a premise of the layout decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from courtyard3d.measures.quantity import MeasureError


class Unit(NamedTuple):
    """A row of the table of units: its value is `times` that of `base` (chi or another unit)."""

    signs: str  # simplified, traditional and variant characters, parted by spaces
    times: Fraction
    base: str = "chi"


UNITS: Mapping[str, Unit] = {
    "li": Unit("里", Fraction(300), "bu"),
    "zhi": Unit("雉", Fraction(30)),  # its length; it is 10 high
    "chang": Unit("常", Fraction(16)),
    "zhang": Unit("丈", Fraction(10)),
    "yan": Unit("筵", Fraction(9)),
    "xun": Unit("寻 尋", Fraction(8)),
    "ren": Unit("仞 仭", Fraction(7)),
    "bu": Unit("步 歩", Fraction(6)),
    "li-bu": Unit("貍步 狸步 貍歩 狸歩", Fraction(6)),
    "gong": Unit("弓", Fraction(6)),
    "gan": Unit("笴", Fraction(3)),
    "kui": Unit("跬", Fraction(3)),
    "wu": Unit("武", Fraction(6, 5)),
    "chi": Unit("尺", Fraction(1)),
    "fu": Unit("扶 肤 膚", Fraction(4, 10)),
    "wo": Unit("握", Fraction(4, 10)),
    "cun": Unit("寸", Fraction(1, 10)),
    "fen": Unit("分", Fraction(1, 100)),
}
PREMISES = ("ren", "bu", "li-bu", "wu")
NEXT_LOWER: Mapping[str, str] = {"zhang": "chi", "chi": "cun", "cun": "fen"}
UNIT_OF: Mapping[str, str] = {sign: name for name, unit in UNITS.items() for sign in unit.signs.split()}

_NUMBER = re.compile(r"[0-9]+(?:/0*[1-9][0-9]*|\.[0-9]+)?")


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The units in chi under the premises of a layout; the same premises give the same object."""

    ren: Fraction = UNITS["ren"].times
    bu: Fraction = UNITS["bu"].times
    li_bu: Fraction = UNITS["li-bu"].times
    wu: Fraction = UNITS["wu"].times

    @classmethod
    def from_premises(cls, premises: Mapping[str, str]) -> Units:
        """Take the values of `ren`, `bu`, `li-bu` and `wu` in chi (`7`, `6/5`) where they are given."""
        return _units(tuple((name, premises[name]) for name in PREMISES if name in premises))

    def chi(self, unit: str) -> Fraction:
        """Return the value in chi of a unit by its ASCII name."""
        if unit in PREMISES:
            value: Fraction = getattr(self, _field(unit))
            return value
        row = UNITS[unit]
        return row.times if row.base == "chi" else row.times * self.chi(row.base)


@cache
def _units(values: tuple[tuple[str, str], ...]) -> Units:
    return Units(**{_field(name): _positive(value) for name, value in values})


def _field(premise: str) -> str:
    return premise.replace("-", "_")


def _positive(text: str) -> Fraction:
    value = Fraction(text) if _NUMBER.fullmatch(text) else Fraction(0)
    if not value:
        raise MeasureError(f"'{text}' is no value of a unit; expected chi above zero ('7', '6/5')")
    return value


DEFAULT = Units.from_premises({})
