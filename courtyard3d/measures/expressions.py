"""Expressions over lengths, plain numbers and names: `lane / 一弓 * 二寸`, `hall.front.y - screen.y`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from courtyard3d.measures.lengths import NAME, read_literal, skip_space
from courtyard3d.measures.quantity import MeasureError, Quantity
from courtyard3d.measures.units import DEFAULT, Units

LONGEST_TEXT = 200  # characters
DEEPEST = 40  # parentheses and signs inside one another
LARGEST_BITS = 256  # of a numerator or denominator

Names = Callable[[str], Quantity]

_BINARY: Mapping[str, tuple[int, Callable[[Quantity, Quantity], Quantity]]] = {  # precedence, meaning
    "+": (1, operator.add),
    "-": (1, operator.sub),
    "*": (2, operator.mul),
    "/": (2, operator.truediv),
}


class _Token(NamedTuple):
    """A leaf of an expression, a sign, or the end (kind `end`)."""

    kind: str  # quantity, name, end, or the sign itself
    text: str
    column: int
    quantity: Quantity | None = None
    spaced: bool = False  # between spaces


class _Branch(NamedTuple):
    """An operation; `right` is None for a minus before its operand."""

    sign: _Token
    left: _Tree
    right: _Tree | None


_Tree = _Token | _Branch


def parse_length(text: str, units: Units = DEFAULT) -> Fraction:
    """Return the length that a text writes, in chi.

    Parameters
    ----------
    text : str
        As the texts write it (`一丈五寸少半寸`, `长尺有握`), or its ASCII twin (`50 gong`, `-1/3 chi`).
    units : Units
        The values of the units under the premises.

    Raises
    ------
    MeasureError
        If the text is no single length.
    """
    tree = _parse(text, units)
    negative = isinstance(tree, _Branch) and tree.right is None
    leaf = tree.left if isinstance(tree, _Branch) and negative else tree
    if isinstance(leaf, _Branch) or leaf.quantity is None:
        raise MeasureError("this is no single length; expected one such as '三丈' or '50 gong'")
    return -leaf.quantity.length if negative else leaf.quantity.length


def evaluate(text: str, names: Names, units: Units = DEFAULT) -> Quantity:
    """Return the value of an expression of lengths, plain numbers and names.

    Parameters
    ----------
    text : str
        A minus between two operands has spaces round it; a hyphen without them belongs to a name.
    names : callable
        Gives the quantity of a name; what it raises goes through.
    units : Units
        The values of the units under the premises.

    Raises
    ------
    MeasureError
        If the text is no expression, mixes dimensions, divides by zero or grows beyond all measure.
    """
    return _value(_parse(text, units), names)


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in an expression, each once, in order. Raises MeasureError if it is none."""
    return tuple(dict.fromkeys(leaf.text for leaf in _leaves(_parse(text, DEFAULT)) if leaf.kind == "name"))


def _value(tree: _Tree, names: Names) -> Quantity:
    if isinstance(tree, _Token):
        return tree.quantity or names(tree.text)
    left = _value(tree.left, names)
    if tree.right is None:
        return -left
    right = _value(tree.right, names)
    try:
        result = _BINARY[tree.sign.kind][1](left, right)
    except MeasureError as error:
        raise MeasureError(error.message, tree.sign.column) from None
    return _bounded(result, tree.sign.column)


def _leaves(tree: _Tree) -> Iterator[_Token]:
    if isinstance(tree, _Token):
        yield tree
    else:
        yield from _leaves(tree.left)
        if tree.right is not None:
            yield from _leaves(tree.right)


def _bounded(quantity: Quantity, column: int) -> Quantity:
    value = quantity.value
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > LARGEST_BITS:
        raise MeasureError("the number is too large", column)
    return quantity


def _tokens(text: str, units: Units) -> Iterator[_Token]:
    if len(text) > LONGEST_TEXT:
        raise MeasureError(f"longer than {LONGEST_TEXT} characters", LONGEST_TEXT + 1)
    at = skip_space(text, 0)
    while at < len(text):
        column = at + 1
        if name := NAME.match(text, at):
            yield _Token("name", name[0], column)
            end = name.end()
        elif (sign := text[at]) in "+-*/()":
            end = at + 1
            spaced = text[at - 1 : at].isspace() and text[end : end + 1].isspace()
            yield _Token(sign, sign, column, spaced=spaced)
        else:
            quantity, end = read_literal(text, at, units)
            yield _Token("quantity", text[at:end], column, _bounded(quantity, column))
        at = skip_space(text, end)
    yield _Token("end", "", len(text) + 1)


@lru_cache(maxsize=4096)
def _parse(text: str, units: Units) -> _Tree:
    parser = _Parser(_tokens(text, units))
    tree = parser.operation(1, 0)
    parser.take("end", expected="an operator")
    return tree


class _Parser:
    """Precedence climbing over tokens."""

    def __init__(self, tokens: Iterator[_Token]) -> None:
        self.tokens = tokens
        self.next = next(tokens)

    def take(self, *kinds: str, expected: str) -> _Token:
        token = self.next
        if token.kind not in kinds:
            found = f"'{token.text}' is out of place" if token.text else "the text ends too early"
            raise MeasureError(f"{found}; expected {expected}", token.column)
        self.next = next(self.tokens, token)
        return token

    def operation(self, floor: int, depth: int) -> _Tree:
        """Read operands joined by signs that bind at least as closely as `floor`."""
        left = self.operand(depth)
        while self.next.kind in _BINARY and _BINARY[self.next.kind][0] >= floor:
            sign = self.take(*_BINARY, expected="an operator")
            if sign.kind == "-" and not sign.spaced:
                raise MeasureError("a minus between two operands has a space on either side", sign.column)
            left = _Branch(sign, left, self.operation(_BINARY[sign.kind][0] + 1, depth))
        return left

    def operand(self, depth: int) -> _Tree:
        if depth > DEEPEST:
            raise MeasureError(f"nested more than {DEEPEST} deep", self.next.column)
        token = self.take("quantity", "name", "-", "(", expected="a length, a number or a name")
        if token.kind == "-":
            return _Branch(token, self.operand(depth + 1), None)
        if token.kind == "(":
            inner = self.operation(1, depth + 1)
            self.take(")", expected="')'")
            return inner
        return token
