"""Axes, compass words and turns; facings are degrees clockwise from north."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

AXES = ("x", "y", "z")
AXIS_WORDS: Mapping[str, str] = {"east-west": "x", "north-south": "y", "height": "z"}
COMPASS: Mapping[str, Fraction] = {
    word: Fraction(45 * eighth)
    for eighth, word in enumerate(
        ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
    )
}
LINES: Mapping[str, Fraction] = {"north-south": COMPASS["north"], "east-west": COMPASS["east"]}
FULL_TURN, HALF_TURN = 360, 180

SIDE_OF_DIAGONAL = Fraction(5, 7)
"""方五斜七: where the diagonal of a square is 7, its side is 5. It keeps every diagonal exact."""

FINEST = 10**6
"""Turns that are no eighths have no exact sine; they are rounded to a millionth."""

_NUMBER = re.compile(r"-?[0-9]{1,4}(?:\.[0-9]{1,6})?")
_UNIT = (0, SIDE_OF_DIAGONAL, 1, SIDE_OF_DIAGONAL, 0, -SIDE_OF_DIAGONAL, -1, -SIDE_OF_DIAGONAL)


def direction(word: str) -> Fraction | None:
    """Return the degrees of a compass word, a line or a number, None for any other word."""
    if (degrees := COMPASS.get(word, LINES.get(word))) is not None:
        return degrees
    return Fraction(word) % FULL_TURN if _NUMBER.fullmatch(word) else None


@cache
def heading(degrees: Fraction) -> tuple[Fraction, Fraction]:
    """Return how far east and how far north a step of 1 in that direction leads.

    Quarter turns are exact; eighth turns count 5/7 on each axis (方五斜七).
    """
    eighths = degrees / 45
    if eighths.denominator == 1:
        eighth = int(eighths)
        return Fraction(_UNIT[eighth % 8]), Fraction(_UNIT[(eighth + 2) % 8])
    turn = math.radians(degrees)
    return _rounded(math.sin(turn)), _rounded(math.cos(turn))


def bearing(east: Fraction, north: Fraction) -> Fraction:
    """Return the direction of a point so far east and north, in degrees, exact for eighth turns."""
    if abs(east) == abs(north) or not (east and north):
        return Fraction(round(math.degrees(math.atan2(east, north))) % FULL_TURN)
    return _rounded(math.degrees(math.atan2(east, north)) % FULL_TURN)


def _rounded(value: float) -> Fraction:
    return Fraction(round(value * FINEST), FINEST)


def along(degrees: Fraction, axis: str) -> Fraction:
    """Return how far a step of 1 in a direction leads along x or y."""
    east, north = heading(degrees)
    return east if axis == "x" else north
