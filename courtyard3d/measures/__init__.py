"""Lengths as the texts write them, exactly: 尺 and its kin, Chinese numerals, expressions.

Every length is a :class:`fractions.Fraction` of 尺 (chi).
"""

from courtyard3d.measures.expressions import evaluate, names_in, parse_length
from courtyard3d.measures.lengths import format_length
from courtyard3d.measures.numerals import format_numeral
from courtyard3d.measures.quantity import MeasureError, Quantity
from courtyard3d.measures.units import DEFAULT, PREMISES, UNITS, Units

__all__ = [
    "DEFAULT",
    "PREMISES",
    "UNITS",
    "MeasureError",
    "Quantity",
    "Units",
    "evaluate",
    "format_length",
    "format_numeral",
    "names_in",
    "parse_length",
]
