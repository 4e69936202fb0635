"""Tables of fields: how every typed document is read, checked and described.

A document is a mapping whose fields stand in a table ``{key: Field(reader, help=…)}``; :func:`record`
reads it. The reference of the file formats is printed from the same tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from courtyard3d.errors import InputError
from courtyard3d.measures import MeasureError, names_in
from courtyard3d.reading.nodes import Items, Node, Table, Text
from courtyard3d.reading.syntax import full_width_hint, quoted

T = TypeVar("T")
Number = TypeVar("Number", int, Fraction)

LONGEST_NUMBER = 40  # digits of a number in a file
LONGEST_WORD = 80  # characters of a wrong word for which the nearest right one is sought


@dataclass(frozen=True, slots=True)
class Reader(Generic[T]):
    """Reads a node as a value: call it with the node and what it is called in messages."""

    expects: str  # "a whole number": said in errors and in the reference
    parse: Callable[[Node, str], T]

    def __call__(self, node: Node, what: str = "the value") -> T:
        """Return the value; raise InputError at the node where it does not fit."""
        return self.parse(node, what)


@dataclass(frozen=True, slots=True)
class Field:
    """A key of a document.

    Parameters
    ----------
    read : Reader
        What its value is.
    help : str
        One line for the reference.
    required : bool
        Whether it must be there.
    default : object
        What stands for it where it is not there; not read.
    """

    read: Reader[Any]
    help: str
    required: bool = False
    default: Any = None


def record(node: Node, fields: Mapping[str, Field], what: str) -> dict[str, Any]:
    """Read a mapping by its table of fields.

    Returns
    -------
    dict
        A value for every field of the table, its default where the file does not give it.

    Raises
    ------
    InputError
        For an unknown key (with the nearest known one), a value that does not fit, a required key that
        is missing, or a node that is no mapping.
    """
    entries = as_table(node, what)
    for key, where in entries.keys.items():
        if key not in fields:
            expected = f"one of {', '.join(fields)}"
            given = key[:LONGEST_WORD]
            raise InputError(
                f"{what} has no {quoted(key)}", where, expected=expected, given=given, valid=fields
            )
    return {key: _field(entries, key, field, what) for key, field in fields.items()}


def _field(entries: Table, key: str, field: Field, what: str) -> Any:
    if key in entries.entries:
        return field.read(entries.entries[key], f"'{key}' of {what}")
    if field.required:
        raise InputError(f"{what} lacks '{key}'", entries.where, expected=f"'{key}': {field.read.expects}")
    return field.default


# ── kinds of nodes ───────────────────────────────────────────────────────────────────────────────


def misfit(node: Node, what: str, expects: str) -> InputError:
    """Return the error for a node that is not what its field expects."""
    if isinstance(node, Text):
        hint = full_width_hint(node.value)
        found = quoted(node.value) + (f": {hint}" if hint else "")
    else:
        found = "a list" if isinstance(node, Items) else "a table"
    return InputError(f"{what} is {found}", node.where, expected=expects)


def as_table(node: Node, what: str, expects: str = "a table of keys and values") -> Table:
    """Return the node if it is a mapping."""
    if not isinstance(node, Table):
        raise misfit(node, what, expects)
    return node


def as_text(node: Node, what: str, expects: str = "text") -> Text:
    """Return the node if it is a scalar with something in it."""
    if not isinstance(node, Text) or not node.value.strip():
        raise misfit(node, what, expects)
    return node


def as_items(node: Node, what: str, expects: str = "a list") -> Items:
    """Return the node if it is a sequence."""
    if not isinstance(node, Items):
        raise misfit(node, what, expects)
    return node


# ── readers of scalars ───────────────────────────────────────────────────────────────────────────


def scalar(expects: str, convert: Callable[[str], T]) -> Reader[T]:
    """Make a reader from a function of the text; a ValueError says that the text does not fit."""

    def parse(node: Node, what: str) -> T:
        found = as_text(node, what, expects)
        try:
            return convert(found.value)
        except MeasureError as error:
            raise misread(found, error, what) from None
        except ValueError:
            raise misfit(node, what, expects) from None

    return Reader(expects, parse)


def misread(found: Text, error: MeasureError, what: str = "the measure") -> InputError:
    """Return the error of a measure as one of the file, at the character that is wrong."""
    return InputError(f"{what} is {quoted(found.value)}: {error.message}", found.at(error.column))


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*")
_FLAGS = {"yes": True, "no": False}


def _as_name(value: str) -> str:
    if not _NAME.fullmatch(value):
        raise ValueError(value)
    return value


def _as_flag(value: str) -> bool:
    if value not in _FLAGS:
        raise ValueError(value)
    return _FLAGS[value]


def _as_whole(value: str) -> int:
    if not re.fullmatch(rf"-?[0-9]{{1,{LONGEST_NUMBER}}}", value):
        raise ValueError(value)
    return int(value)


def _as_number(value: str) -> Fraction:
    if len(value) > LONGEST_NUMBER or not re.fullmatch(r"-?[0-9]+(?:/[0-9]*[1-9][0-9]*|\.[0-9]+)?", value):
        raise ValueError(value)
    return Fraction(value)


def _with_place(reader: Reader[Any]) -> Reader[Text]:
    def parse(node: Node, what: str) -> Text:
        reader(node, what)
        return as_text(node, what)

    return Reader(reader.expects, parse)


text = scalar("text", str)
name = scalar("a name (ASCII letters, digits, '-', '_' and '.')", _as_name)
flag = scalar("yes or no", _as_flag)
whole = scalar("a whole number", _as_whole)
number = scalar("a number (3, 1.5, 6/5)", _as_number)
placed_name = _with_place(name)  # as Text, with its place: for names that are looked up later
length_text = _with_place(scalar("a length or an expression", names_in))  # as Text: the premises decide


def whole_between(low: int, high: int) -> Reader[int]:
    """Read a whole number within bounds, both included."""
    return _between("a whole number", _as_whole, low, high)


def number_between(low: Fraction, high: Fraction) -> Reader[Fraction]:
    """Read a number within bounds, both included."""
    return _between("a number", _as_number, low, high)


def _between(what: str, convert: Callable[[str], Number], low: Number, high: Number) -> Reader[Number]:
    def within(value: str) -> Number:
        found = convert(value)
        if not low <= found <= high:
            raise ValueError(value)
        return found

    return scalar(f"{what} from {low} to {high}", within)


def one_of(*words: str) -> Reader[str]:
    """Read one of a closed list of words; the nearest is offered for another."""
    expects = ", ".join(words[:-1]) + f" or {words[-1]}" if len(words) > 1 else words[0]

    def parse(node: Node, what: str) -> str:
        found = as_text(node, what, expects)
        if found.value not in words:
            given = found.value[:LONGEST_WORD]
            message = f"{what} is {quoted(found.value)}"
            raise InputError(message, found.where, expected=expects, given=given, valid=words)
        return found.value

    return Reader(expects, parse)


# ── readers of lists and tables ──────────────────────────────────────────────────────────────────


def listing(reader: Reader[T]) -> Reader[tuple[T, ...]]:
    """Read a list whose items are all alike."""
    expects = f"a list, each item {reader.expects}"

    def parse(node: Node, what: str) -> tuple[T, ...]:
        found = as_items(node, what, expects)
        return tuple(reader(item, f"an item of {what}") for item in found.items)

    return Reader(expects, parse)


def one_or_many(reader: Reader[T]) -> Reader[tuple[T, ...]]:
    """Read a value or a list of such values, always as a tuple."""
    several = listing(reader)

    def parse(node: Node, what: str) -> tuple[T, ...]:
        return several(node, what) if isinstance(node, Items) else (reader(node, what),)

    return Reader(f"{reader.expects}, or a list of them", parse)


def mapping(reader: Reader[T], keys: Reader[str] | None = None) -> Reader[dict[str, T]]:
    """Read a table with free keys (names, unless `keys` says otherwise) whose values are all alike."""
    expects = f"a table, each value {reader.expects}"
    read_key = keys or name

    def parse(node: Node, what: str) -> dict[str, T]:
        found = as_table(node, what, expects)
        return {
            read_key(Text(key, found.keys[key]), f"a key of {what}"): reader(value, f"'{key}' of {what}")
            for key, value in found.entries.items()
        }

    return Reader(expects, parse)


def bounds(reader: Reader[Any]) -> Reader[tuple[Fraction, Fraction]]:
    """Read a list of two numbers, the least and the greatest."""
    expects = "the least and the greatest value"

    def parse(node: Node, what: str) -> tuple[Fraction, Fraction]:
        found = [Fraction(value) for value in listing(reader)(node, what)]
        if len(found) != 2 or found[0] > found[1]:
            raise misfit(node, what, expects)
        return found[0], found[1]

    return Reader(expects, parse)


def nested(fields: Mapping[str, Field]) -> Reader[dict[str, Any]]:
    """Read a table by a table of fields of its own."""
    return Reader(f"a table of {', '.join(fields)}", lambda node, what: record(node, fields, what))


def by_shape(
    *,
    text: Reader[Any] | None = None,
    items: Reader[Any] | None = None,
    table: Reader[Any] | None = None,
) -> Reader[Any]:
    """Read a value that may be written in several shapes: as text, as a list or as a table."""
    readers = {Text: text, Items: items, Table: table}
    expects = ", or ".join(reader.expects for reader in readers.values() if reader)

    def parse(node: Node, what: str) -> Any:
        reader = readers[type(node)]
        if reader is None:
            raise misfit(node, what, expects)
        return reader(node, what)

    return Reader(expects, parse)


def _as_it_is(node: Node, what: str) -> Node:
    return node


anything: Reader[Node] = Reader("any value", _as_it_is)  # as the node itself: what it means is decided later
names = one_or_many(name)
texts = one_or_many(text)
placed_names = one_or_many(placed_name)
