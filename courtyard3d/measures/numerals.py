"""Chinese numerals: 百二十, 一千二百三十四, 十有二, 廿, 两."""

from __future__ import annotations

import re
from collections.abc import Sequence

from courtyard3d.measures.quantity import MeasureError

LARGEST = 10**8 - 1

_DIGITS = "零一二三四五六七八九"
_SIZES = {"万": 10_000, "千": 1000, "百": 100, "十": 10}
_VALUES = {**{sign: n for n, sign in enumerate(_DIGITS)}, "两": 2, "兩": 2, "廿": 20, "卅": 30, "卌": 40}

_JOINT = "(?:(?<=[十百千万萬])[零〇有])?"
_DIGIT = "[一二两兩三四五六七八九]"
_BELOW_MYRIAD = (
    f"(?:({_DIGIT}?)千)?"
    f"(?:{_JOINT}({_DIGIT}?)百)?"
    f"(?:{_JOINT}(?:({_DIGIT}?)十|([廿卅卌])))?"
    f"(?:{_JOINT}({_DIGIT}))?"
)
_NUMERAL = re.compile(f"[零〇]|(?:{_BELOW_MYRIAD}([万萬]))?{_BELOW_MYRIAD}")
_TWO_READINGS = re.compile(f"[百千万萬]{_DIGIT}$")  # 百二 may be 102 or 120
_GROUPS = 5  # of `_BELOW_MYRIAD`


def read_numeral(text: str, at: int) -> tuple[int, int] | None:
    """Read the numeral that begins at an index; return its value and where it ends, None if none begins.

    Raises
    ------
    MeasureError
        If it has two readings.
    """
    found = _NUMERAL.match(text, at)
    if not found or not found[0]:
        return None
    if _TWO_READINGS.search(found[0]):
        clear = f"'{found[0]}十' or '{found[0][:-1]}零{found[0][-1]}'"
        raise MeasureError(f"'{found[0]}' has two readings; expected {clear}", at + 1)
    groups = found.groups()
    myriads = _SIZES["万"] * (_below_myriad(groups[:_GROUPS]) or 1) if groups[_GROUPS] else 0
    return myriads + _below_myriad(groups[_GROUPS + 1 :]), found.end()


def _below_myriad(groups: Sequence[str | None]) -> int:
    *multiplied, score, ones = groups
    sizes = (_SIZES[sign] for sign in "千百十")
    value = sum(
        size * _VALUES.get(digit, 1)
        for digit, size in zip(multiplied, sizes, strict=True)
        if digit is not None
    )
    return value + sum(_VALUES[sign] for sign in (score, ones) if sign)


def format_numeral(number: int) -> str:
    """Return a whole number from 0 to `LARGEST` in Chinese (十二, 一百一十, 一千零二十)."""
    text = _format(number)
    return text.removeprefix("一") if text.startswith("一十") else text


def _format(number: int) -> str:
    for sign, size in _SIZES.items():
        high, low = divmod(number, size)
        if high:
            gap = "零" if low * 10 < size else ""
            return _format(high) + sign + (gap + _format(low) if low else "")
    return _DIGITS[number]
