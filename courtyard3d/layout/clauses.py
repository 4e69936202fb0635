"""What the texts say, clause by clause, as it is written and before the premises are chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from courtyard3d.errors import InputError
from courtyard3d.layout.directions import AXIS_WORDS, COMPASS, HALF_TURN, LINES
from courtyard3d.layout.premises import Premise, When, check_when, when_reader
from courtyard3d.layout.relations import GROUND, RELATIONS
from courtyard3d.reading.citations import SOURCE_FIELDS, Defaults, source_of
from courtyard3d.reading.nodes import Items, Node, Table, Text
from courtyard3d.reading.schema import (
    Field,
    Reader,
    anything,
    as_text,
    by_shape,
    length_text,
    mapping,
    one_of,
    placed_name,
    placed_names,
    record,
)
from courtyard3d.sources import Source

C = TypeVar("C", bound="Clause")


@dataclass(frozen=True, slots=True)
class Clause:
    """Something said of one subject; `id` is unique within it and the same under all premises."""

    id: str
    when: When
    source: Source


@dataclass(frozen=True, slots=True)
class Statement(Clause):
    """Where the subject stands in relation to something else.

    `axis` (x, y or z) limits the statement to one coordinate, `point` is the
    point of the subject of which it speaks.
    """

    relation: str
    references: tuple[Text, ...]
    by: Text | None
    axis: str | None
    point: Text | None


@dataclass(frozen=True, slots=True)
class Amount(Clause):
    """How much a measure or quantity is, or which one it does not exceed."""

    amount: Text | None
    at_most: Text | None


@dataclass(frozen=True, slots=True)
class Turn(Clause):
    """Where the subject faces, or (`lies`) where its head points.

    `to` is a compass word, degrees clockwise from north, a line (east-west) or
    the name of what is faced.
    """

    to: Text
    lies: bool


@dataclass(frozen=True, slots=True)
class Bend:
    """Where a row turns: the members `after` so many run on at right angles and face as it says."""

    after: Text
    runs: str
    facing: Turn | None
    source: Source


@dataclass(frozen=True, slots=True)
class RowShape:
    """Members one after the other; `members` is None where a group says how many."""

    members: Text | tuple[Text, ...] | None
    runs: str
    spacing: Text | None
    source: Source
    bend: Bend | None = None


Anchor = Mapping[str, Text]
"""The offset of a named point from the own point: x, y, z, or ahead, left, up."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for all clauses of a file: its defaults, and the premises that there are."""

    defaults: Defaults
    premises: Mapping[str, Premise]


# ── the fields of a clause ──

CLAUSE: Mapping[str, Field] = {
    "when": Field(when_reader, "the premises under which it is said", default={}),
    **SOURCE_FIELDS,
}
STATEMENT: Mapping[str, Field] = {
    **{name: Field(placed_names, "what the subject stands in this relation to") for name in RELATIONS},
    "by": Field(length_text, "the distance; without it the two stand next to each other"),
    "axis": Field(one_of(*AXIS_WORDS), "the one coordinate of which it speaks"),
    "point": Field(placed_name, "the point of the subject of which it speaks"),
    **CLAUSE,
}
AMOUNT: Mapping[str, Field] = {
    "is": Field(length_text, "how much: a length, a number or an expression"),
    "at_most": Field(length_text, "what it does not exceed"),
    **CLAUSE,
}


def _word(*words: str) -> Reader[Text]:
    reader = one_of(*words)
    return Reader(reader.expects, lambda node, what: Text(reader(node, what), node.where))


_direction: Reader[Text] = Reader("a compass word, degrees or the name of what is faced", as_text)
FACING: Mapping[str, Field] = {
    "to": Field(_direction, "a compass word, degrees clockwise from north, or a name", required=True),
    **CLAUSE,
}
LIES: Mapping[str, Field] = {
    "along": Field(_word(*LINES), "the line along which it lies"),
    "head": Field(_word(*COMPASS), "where its head points"),
    **CLAUSE,
}
ANCHOR: Mapping[str, Field] = {
    name: Field(length_text, f"how far {name} of the own point")
    for name in ("x", "y", "z", "ahead", "left", "up")
}
_members = by_shape(text=length_text, items=placed_names)
ROW: Mapping[str, Field] = {
    "members": Field(_members, "its members"),
    "runs": Field(one_of(*COMPASS), "where it runs from its first member", required=True),
    "spacing": Field(length_text, "from one to the next; without it they stand next to each other"),
    "bends": Field(anything, "where the members turn for whom it has no room"),
    **SOURCE_FIELDS,
}
BEND: Mapping[str, Field] = {
    "after": Field(length_text, "how many have room before it turns", required=True),
    "runs": Field(one_of(*COMPASS), "where it runs from there, at right angles", required=True),
    "facing": Field(one_of(*COMPASS), "where those beyond face, if not as the others"),
    **SOURCE_FIELDS,
}


# ── reading ──


def read_statement(node: Node, id: str, setting: Setting) -> Statement:
    """Read one statement: a relation with its reference, and what limits it."""
    given = record(node, STATEMENT, "the statement")
    said = [name for name in RELATIONS if given[name]]
    if len(said) != 1:
        raise InputError(
            "a statement says one relation" + (f", not {' and '.join(said)}" if said else ""),
            node.where,
            expected=f"one of {', '.join(RELATIONS)}",
        )
    (relation,) = said
    references, rule = given[relation], RELATIONS[relation]
    if given["by"] and not rule.takes_by:
        raise InputError(f"'{relation}' takes no distance", given["by"].where)
    if rule.needs_axis and not given["axis"]:
        raise InputError(f"'{relation}' lacks 'axis'", node.where, expected=" or ".join(AXIS_WORDS))
    if rule.references not in (None, len(references)):
        raise InputError(f"'{relation}' takes {rule.references} name(s)", references[0].where)
    if references[0].value == GROUND and not given["by"]:
        raise InputError(f"'{relation}: ground' lacks 'by'", node.where, expected="the height")
    axis = AXIS_WORDS[given["axis"]] if given["axis"] else None
    return Statement(
        **_clause(given, id, node, setting),
        relation=relation,
        references=references,
        by=given["by"],
        axis=axis,
        point=given["point"],
    )


def read_amount(node: Node, id: str, setting: Setting) -> Amount:
    """Read one clause of a measure or quantity: `{is: …}`, `{at_most: …}`, or the amount alone."""
    given = record(_as_table_of("is", node), AMOUNT, "the measure")
    if not (given["is"] or given["at_most"]):
        raise InputError("the measure has no value", node.where, expected="'is' or 'at_most'")
    return Amount(**_clause(given, id, node, setting), amount=given["is"], at_most=given["at_most"])


def read_facing(node: Node, id: str, setting: Setting) -> Turn:
    """Read `facing:`, a table or the direction alone."""
    given = record(_as_table_of("to", node), FACING, "the facing")
    return Turn(**_clause(given, id, node, setting), to=given["to"], lies=False)


def read_lies(node: Node, id: str, setting: Setting) -> Turn:
    """Read `lies:`."""
    given = record(node, LIES, "the lie")
    line, head = given["along"], given["head"]
    to: Text | None = head or line
    if to is None:
        raise InputError("the lie has no direction", node.where, expected="'along' or 'head'")
    if line and head and LINES[line.value] != COMPASS[head.value] % HALF_TURN:
        raise InputError(f"what lies {line.value} can't have its head {head.value}", head.where)
    return Turn(**_clause(given, id, node, setting), to=to, lies=True)


def read_row(node: Node, setting: Setting) -> RowShape:
    """Read `row:`."""
    given = record(node, ROW, "the row")
    source = source_of(given, node.where, setting.defaults)
    bend = _read_bend(given["bends"], given["runs"], setting) if given["bends"] else None
    return RowShape(given["members"], given["runs"], given["spacing"], source, bend)


def _read_bend(node: Node, runs: str, setting: Setting) -> Bend:
    given = record(node, BEND, "the bend of the row")
    if (COMPASS[given["runs"]] - COMPASS[runs]) % HALF_TURN != COMPASS["east"]:
        raise InputError(
            f"a row that runs {runs} can't bend {given['runs']}", node.where, expected="a right angle"
        )
    source = source_of(given, node.where, setting.defaults)
    facing = (
        Turn("bends", {}, source, Text(given["facing"], node.where), lies=False) if given["facing"] else None
    )
    return Bend(given["after"], given["runs"], facing, source)


def several(node: Node, id: str, setting: Setting, read: Callable[[Node, str, Setting], C]) -> tuple[C, ...]:
    """Read one clause or a list of them; each is numbered after `id`."""
    nodes = node.items if isinstance(node, Items) else (node,)
    prefix = f"{id}/" if id else ""
    return tuple(read(item, f"{prefix}{number}", setting) for number, item in enumerate(nodes, 1))


def amounts(node: Node, setting: Setting, what: str = "the measures") -> dict[str, tuple[Amount, ...]]:
    """Read a table of measures, each one clause or several."""
    table = mapping(anything)(node, what)
    return {name: several(item, name, setting, read_amount) for name, item in table.items()}


def anchors(node: Node, what: str) -> dict[str, Anchor]:
    """Read a table of named points."""
    table = mapping(Reader("offsets", lambda item, label: record(item, ANCHOR, label)))(node, what)
    return {
        name: {axis: value for axis, value in offsets.items() if value is not None}
        for name, offsets in table.items()
    }


def _as_table_of(key: str, node: Node) -> Node:
    """Return a value that stands alone as the table that it stands for."""
    return Table({key: node}, {key: node.where}, node.where) if isinstance(node, Text) else node


def _clause(given: Mapping[str, Any], id: str, node: Node, setting: Setting) -> dict[str, Any]:
    when = check_when(given["when"], setting.premises, node.where)
    return {"id": id, "when": when, "source": source_of(given, node.where, setting.defaults)}
