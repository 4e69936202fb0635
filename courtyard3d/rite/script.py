"""Reads choreography: `acts/<section>.yaml`, `acts/procedures*.yaml` and the words of a rite.

The tables below say which keys each entry of the grammar takes; the slots of
the verbs stand in `layouts/verbs.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from courtyard3d.errors import InputError
from courtyard3d.layout.premises import when_reader
from courtyard3d.reading import garbage, schema
from courtyard3d.reading.citations import DEFAULT_FIELDS, SOURCE_FIELDS, Defaults, source_of
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Items, Node, Table, Text
from courtyard3d.reading.schema import Field, Reader, record
from courtyard3d.reading.words import labels
from courtyard3d.rite.acts import (
    Act,
    Call,
    Choose,
    Conditions,
    Each,
    Entry,
    Meanwhile,
    Meet,
    Procedure,
    Repeat,
    Script,
    Section,
    Slot,
    Together,
)
from courtyard3d.rite.outcome import RESULTS
from courtyard3d.rite.told import TOLD
from courtyard3d.rite.verbs import rows
from courtyard3d.sources import Source, lack

ACTS = "acts"
PROCEDURES = "procedures*.yaml"
WORDS = "words.yaml"


def _condition(node: Node, what: str) -> Conditions:
    if isinstance(node, Text):
        return {node.value: ()}
    return schema.mapping(schema.texts)(node, what)


def _words(node: Node, what: str) -> Slot:
    values = schema.texts(node, what)
    if not values:
        raise InputError(f"{what} is an empty list", node.where, expected=WORDS_SLOT)
    return Slot(node.where, values=values)


def _check_told(verb: str, values: Mapping[str, Any]) -> None:
    """Raise an error for a word that no sentence can tell."""
    for slot in rows()[verb].told:
        given = values[slot]
        wrong = [word for word in given.values if word not in TOLD[slot]] if given is not None else []
        if wrong:
            expected = ", ".join(TOLD[slot])
            raise InputError(
                f"'{slot}' of '{verb}' is '{wrong[0]}'",
                given.where,
                expected=expected,
                given=wrong[0],
                valid=TOLD[slot],
            )


def _table(node: Node, what: str) -> Slot:
    return Slot(node.where, table=schema.mapping(schema.text)(node, what))


condition = Reader("a name, or a name with the values that it may have", _condition)
WORDS_SLOT = "a text or a list of texts"
words_slot = Reader(WORDS_SLOT, _words)
table_slot = Reader("a small table, as {left: upper} or {pillar-west: inside}", _table)
TABLE_SLOTS = ("abreast", "around")


seconds = schema.number_between(Fraction(1, 100), Fraction(3600))
factor = schema.number_between(Fraction(1, 20), Fraction(20))
lines = schema.listing(schema.anything)

CONDITION_FIELDS = {
    "when": Field(when_reader, "the premises under which it is carried out", default={}),
    "if": Field(condition, "a role, loop word, membership or tally that must hold", default={}),
    "unless": Field(condition, "the same, that must not hold", default={}),
}
BASE_FIELDS = {**CONDITION_FIELDS, **SOURCE_FIELDS}
ACT_FIELDS = {
    "who": Field(schema.texts, "who does it: ids, groups, roles", required=True),
    "do": Field(schema.name, "the verb", required=True),
    "lasts": Field(seconds, "seconds, instead of the verb's own"),
    "tempo": Field(factor, "how many times as fast as usual", default=Fraction(1)),
    "caption": Field(labels, "a sentence where the verb's own would mislead"),
    **BASE_FIELDS,
}
GRAMMAR: Mapping[str, Mapping[str, Field]] = {
    "together": {"together": Field(lines, "lines that start at once", required=True)},
    "meanwhile": {"meanwhile": Field(schema.anything, "a side line", required=True)},
    "meet": {
        "meet": Field(lines, "two lines that end at one place at the same moment", required=True),
        "at": Field(schema.text, "where they meet", required=True),
        "passing": Field(
            schema.one_of("left", "right"), "the side on which each keeps the other", required=True
        ),
        "bow": Field(schema.flag, "whether they bow to each other", default=False),
    },
    "each": {
        "each": Field(schema.mapping(schema.text), "a name for the one, and the group", required=True),
        "acts": Field(schema.anything, "what is done for each", required=True),
        "from": Field(schema.whole, "the first one, counted from 1", default=1),
    },
    "repeat": {
        "repeat": Field(schema.whole_between(1, 100), "how often", required=True),
        "acts": Field(schema.anything, "what is repeated", required=True),
    },
    "choose": {
        "choose": Field(schema.one_of("tally.result"), "what decides", required=True),
        **{result: Field(schema.anything, f"the branch for {result}", default=None) for result in RESULTS},
    },
    "call": {
        "call": Field(schema.name, "the procedure (如初)", required=True),
        "with": Field(schema.mapping(schema.text), "who or what fills each role", default={}),
        "skip": Field(schema.texts, "refs of the acts that are left out", default=()),
        "as": Field(
            schema.mapping(schema.nested(SOURCE_FIELDS), keys=schema.text),
            "by ref: the clauses that tell its acts here",
            default={},
        ),
    },
}
FILE_FIELDS = {
    **DEFAULT_FIELDS,
    "procedures": Field(schema.mapping(schema.anything), "procedures by name", default={}),
}
SECTION_FIELDS = {
    **FILE_FIELDS,
    "section": Field(schema.name, "its id", required=True),
    "title": Field(labels, "its name", required=True),
    "names": Field(schema.texts, "further names", default=()),
    "day": Field(labels, "the day"),
    "hour": Field(labels, "the hour"),
    "counted": Field(schema.flag, "whether hits are counted in this section", default=False),
    "acts": Field(schema.anything, "its acts in order", required=True),
}
PROCEDURE_FIELDS = {
    "roles": Field(schema.names, "roles that a call must fill", default=()),
    "choices": Field(schema.mapping(schema.texts), "roles with the values that they may have", default={}),
    "acts": Field(schema.anything, "the acts", required=True),
}


@garbage.kept()
def read_script(folder: Path, sections: tuple[str, ...]) -> Script:
    """Read the sections of a rite, in order, from its folder.

    Raises
    ------
    InputError
        At file:line:col, for whatever is wrong.
    """
    procedures: dict[str, Procedure] = {}
    acts = folder / ACTS
    for path in sorted(acts.glob(PROCEDURES)):
        for document in read(path):
            values = record(document, FILE_FIELDS, "a file of procedures")
            _add(procedures, values, _Reading(_defaults(values)))
    played = tuple(_section(acts / f"{name}.yaml", name, procedures) for name in sections)
    words = {}
    if (folder / WORDS).exists():
        (document,) = read(folder / WORDS)
        words = schema.mapping(labels)(document, "the words")
    return Script(played, procedures, words)


def _defaults(values: Mapping[str, Any]) -> Defaults:
    return Defaults(values["voice"], values["status"], values["seed"])


def _section(path: Path, name: str, procedures: dict[str, Procedure]) -> Section:
    (document,) = read(path)
    values = record(document, SECTION_FIELDS, "a section")
    if values["section"] != name:
        where = document.entries["section"].where
        raise InputError(f"the file holds the section '{values['section']}'", where, expected=name)
    reading = _Reading(_defaults(values))
    _add(procedures, values, reading)
    return Section(
        name,
        values["title"],
        reading.line(values["acts"]),
        document.where,
        values["counted"],
        values["day"],
        values["hour"],
        values["names"],
    )


def _add(procedures: dict[str, Procedure], values: Mapping[str, Any], reading: _Reading) -> None:
    for name, node in values["procedures"].items():
        if name in procedures:
            raise InputError(f"the procedure '{name}' stands already at {procedures[name].where}", node.where)
        fields = record(node, PROCEDURE_FIELDS, f"procedure '{name}'")
        procedures[name] = Procedure(
            name, fields["roles"], fields["choices"], reading.line(fields["acts"]), node.where
        )


@dataclass(frozen=True, slots=True)
class _Reading:
    """Reads entries with the defaults of their file."""

    defaults: Defaults

    def line(self, node: Node) -> tuple[Entry, ...]:
        """A line: one entry or a list of entries."""
        return tuple(map(self.entry, node.items)) if isinstance(node, Items) else (self.entry(node),)

    def entry(self, node: Node) -> Entry:
        """An entry of the grammar."""
        table = schema.as_table(node, "an entry", "an act or a word of the grammar")
        if "do" in table.entries or "who" in table.entries:
            return self._act(table)
        for word, fields in GRAMMAR.items():
            if word in table.entries:
                values = record(table, {**BASE_FIELDS, **fields}, f"'{word}'")
                return _MAKERS[word](self, table, values)
        given = next(iter(table.entries), "")
        raise InputError(
            "this is neither an act nor a word of the grammar",
            table.where,
            expected=f"who and do, or {', '.join(GRAMMAR)}",
            given=given,
            valid=("who", "do", *GRAMMAR),
        )

    def _act(self, table: Table) -> Act:
        verb = table.entries.get("do")
        name = verb.value if isinstance(verb, Text) else ""
        if name not in rows():
            where = verb.where if verb is not None else table.where
            raise InputError(f"'{name}' is no verb", where, given=name, valid=rows())
        slots = {
            slot: Field(table_slot if slot in TABLE_SLOTS else words_slot, f"a slot of {name}")
            for slot in rows()[name].slots
        }
        values = record(table, {**ACT_FIELDS, **slots}, f"the act '{name}'")
        _check_told(name, values)
        return Act(
            **self._base(table, values),
            who=values["who"],
            do=name,
            slots={key: values[key] for key in slots if values[key] is not None},
            lasts=None if values["lasts"] is None else float(values["lasts"]),
            tempo=float(values["tempo"]),
            caption=values["caption"],
        )

    def _base(self, table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "where": table.where,
            "ref": values["ref"],
            "source": self._source(table, values),
            "when": values["when"],
            "if_": values["if"],
            "unless": values["unless"],
        }

    def _source(self, table: Table, values: Mapping[str, Any]) -> Source:
        source = source_of(values, table.where, self.defaults)
        if values["ref"] or values["quote"] or values["why"]:
            missing = lack(source)
            if missing is not None:
                raise InputError(missing, table.where)
        return source

    def together(self, table: Table, values: dict[str, Any]) -> Together:
        return Together(**self._base(table, values), lines=tuple(map(self.line, values["together"])))

    def meanwhile(self, table: Table, values: dict[str, Any]) -> Meanwhile:
        return Meanwhile(**self._base(table, values), entries=self.line(values["meanwhile"]))

    def meet(self, table: Table, values: dict[str, Any]) -> Meet:
        if len(values["meet"]) != 2:
            raise InputError("a meeting has two lines", table.where, expected="meet: [line, line]")
        base = self._base(table, values)
        bow = (
            Act(**{**base, "when": {}, "if_": {}, "unless": {}}, who=(), do="bow") if values["bow"] else None
        )
        return Meet(
            **base,
            lines=tuple(map(self.line, values["meet"])),
            at=values["at"],
            passing=values["passing"],
            bow=bow,
        )

    def each(self, table: Table, values: dict[str, Any]) -> Each:
        if len(values["each"]) != 1:
            raise InputError("each has one name", table.where, expected="each: {NAME: GROUP}")
        ((name, group),) = values["each"].items()
        entries = self.line(values["acts"])
        return Each(
            **self._base(table, values), name=name, group=group, first=values["from"], entries=entries
        )

    def repeat(self, table: Table, values: dict[str, Any]) -> Repeat:
        return Repeat(**self._base(table, values), times=values["repeat"], entries=self.line(values["acts"]))

    def choose(self, table: Table, values: dict[str, Any]) -> Choose:
        branches = {result: self.line(values[result]) for result in RESULTS if values[result] is not None}
        return Choose(**self._base(table, values), key=values["choose"], branches=branches)

    def call(self, table: Table, values: dict[str, Any]) -> Call:
        return Call(
            **self._base(table, values),
            procedure=values["call"],
            roles=values["with"],
            skip=values["skip"],
            told={ref: self._source(table, clause) for ref, clause in values["as"].items()},
        )


_Maker = Callable[[_Reading, Table, dict[str, Any]], Entry]
_MAKERS: Mapping[str, _Maker] = {
    "together": _Reading.together,
    "meanwhile": _Reading.meanwhile,
    "meet": _Reading.meet,
    "each": _Reading.each,
    "repeat": _Reading.repeat,
    "choose": _Reading.choose,
    "call": _Reading.call,
}
