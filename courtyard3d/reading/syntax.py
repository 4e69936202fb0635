"""How errors of YAML are worded: in the terms of someone who writes a layout, not of a parser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

from courtyard3d.errors import InputError, Where
from courtyard3d.reading.nodes import Node, Text

DEEPEST = 32  # levels of nesting
LONGEST_SHOWN = 40  # characters of a value in a message

_FULL_WIDTH = {"：": "':' and a space", "，": "','", "\u3000": "a plain space", "\xa0": "a plain space"}
_FULL_WIDTH_SIGN = re.compile("|".join(_FULL_WIDTH))

_NO_COLON = "could not find expected ':'"
_SAID_BETTER = {  # part of what the parser says: what is wrong, what was expected
    "tab character": ("a tab in the indentation", "spaces"),
    "mapping values are not allowed": (
        "a colon inside a plain value",
        "quotes round the value, or a new line",
    ),
    "expected ',' or '}'": ("a '{' is not closed, or a comma is missing", "',' or '}'"),
    "expected ',' or ']'": ("a '[' is not closed, or a comma is missing", "',' or ']'"),
    "unexpected end of stream": ("a quote is not closed", "the same quote at the end of the value"),
    "alphabetic or numeric": ("an anchor or alias that is not ASCII", "letters and digits"),
    "expected <block end>": ("a line is indented otherwise than its neighbours", "the same number of spaces"),
    "maximum nesting depth": (f"nested more than {DEEPEST} deep", "a flatter document"),
}


def quoted(value: str) -> str:
    """Return a value as messages show it: on one line, in quotes, not too long."""
    line = " ".join(value[: 2 * LONGEST_SHOWN].split())
    return f"'{line}'" if len(line) <= LONGEST_SHOWN else f"'{line[:LONGEST_SHOWN]}…'"


def full_width_hint(value: str) -> str | None:
    """Say which full-width sign may have kept YAML from seeing a key, a list or a space; None if none."""
    sign = _FULL_WIDTH_SIGN.search(value)
    return _full_width(sign[0]) if sign else None


def place_of(text: str, index: int, name: str) -> Where:
    """Return the line and column of a character of a text."""
    return Where(name, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def no_value(key: Text, before: Mapping[str, Node], flow: bool) -> InputError:
    """Return the error for a key without a value, after the entries `before` it; `flow`: inside { }."""
    message = f"{quoted(key.value)} has no value"
    last = list(before.values())[-1] if flow and before else None
    if ":" in key.value:
        return InputError(message, key.where, expected="a space after the colon")
    if isinstance(last, Text):
        message = f"{message}: a comma inside {{ }} ends the value before it"
        return InputError(message, key.where, expected=f'one value in quotes: "{last.value}, {key.value}"')
    return InputError(message, key.where, expected="a value ('{}' for an empty table)")


def syntax_error(error: yaml.MarkedYAMLError, text: str, name: str, last: Text | None) -> InputError:
    """Return the error for what the parser refuses in a text, after it has read the scalar `last`."""
    problem = error.problem or ""
    mark: Any = error.problem_mark or error.context_mark
    where = Where(name, mark.line + 1, mark.column + 1)
    if _NO_COLON in problem:
        return _no_colon(text, error.context_mark or mark, name)
    if last and (sign := _FULL_WIDTH_SIGN.search(last.value)):
        return InputError(_full_width(sign[0]), last.at(sign.start() + 1))
    if "cannot start any token" in problem:
        if (start := text[mark.index]) != "\t":
            return InputError(f"'{start}' begins no plain value", where, expected="quotes round the value")
        problem = "tab character"
    for part, (wrong, expected) in _SAID_BETTER.items():
        if part in problem:
            return InputError(wrong, where, expected=expected)
    return InputError(", ".join(filter(None, (error.context, problem))), where)


def _no_colon(text: str, key: Any, name: str) -> InputError:
    line = text[key.index :].split("\n", 1)[0]
    if sign := _FULL_WIDTH_SIGN.search(line):
        return InputError(_full_width(sign[0]), place_of(text, key.index + sign.start(), name))
    where = Where(name, key.line + 1, key.column + 1)
    return InputError(f"{quoted(line)} has no colon", where, expected="a name, a colon and a space")


def _full_width(sign: str) -> str:
    called = f"'{sign}'" if sign.isprintable() else f"U+{ord(sign):04X}"
    return f"{called} is not ASCII; YAML wants {_FULL_WIDTH[sign]} here"
