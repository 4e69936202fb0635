"""Premises: what a reading or a state of affairs decides, and what then is in force.

Values are text, in files as on the command line.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from fractions import Fraction

from courtyard3d.errors import InputError, Where
from courtyard3d.reading.nodes import Node, Text
from courtyard3d.reading.schema import (
    Field,
    Reader,
    anything,
    as_table,
    as_text,
    bounds,
    by_shape,
    flag,
    listing,
    mapping,
    number,
    record,
    text,
    texts,
    whole,
)
from courtyard3d.reading.words import Labels, labels_from

When = Mapping[str, frozenset[str]]
"""For each premise the values under which something holds; empty: always."""

PLAIN_PRESET = "zheng"

WORDS_FOR_NUMBERS: Mapping[str, int] = {"none": 0, "one": 1, "two": 2, "three": 3}


@dataclass(frozen=True, slots=True)
class Premise:
    """A premise with the values that it may have.

    `values` maps each to its labels; it is empty where the values are numbers,
    for which `bounds` holds the least and the greatest and `whole` says whether
    there are others between them. One that `follows` is decided by other premises.
    `ref` are the variants of the rite's own list between which it decides.
    """

    id: str
    labels: Labels | None
    values: Mapping[str, Labels | None]
    bounds: tuple[Fraction, Fraction] | None
    whole: bool
    defaults: tuple[tuple[str, When], ...]
    where: Where
    follows: bool = False
    ref: tuple[str, ...] = ()

    @property
    def expects(self) -> str:
        """What a value may be, for messages."""
        if self.bounds is None:
            return " or ".join(self.values)
        low, high = self.bounds
        return f"a {'whole ' if self.whole else ''}number from {low} to {high}"

    @property
    def decided_by(self) -> tuple[str, ...]:
        """The other premises on which its value hangs."""
        return tuple(dict.fromkeys(other for _, when in self.defaults for other in when))

    def choose(self, value: str, where: Where | None) -> str:
        """Return the value that someone chooses; raise InputError where he can't."""
        if self.follows:
            message = f"premise {self.id} can't be chosen: it follows from {' and '.join(self.decided_by)}"
            raise InputError(message, where, expected=f"a choice of {' or '.join(self.decided_by)}")
        return self.accept(value, where)

    def accept(self, value: str, where: Where | None) -> str:
        """Return the value; raise InputError where the premise can't have it."""
        if self.bounds is None:
            accepted = value in self.values
        else:
            accepted = self._within(as_number(value), *self.bounds)
        if not accepted:
            raise InputError(
                f"premise {self.id} can't be '{value}'",
                where,
                expected=self.expects,
                given=value,
                valid=self.values,
            )
        return value

    def _within(self, number: Fraction | None, low: Fraction, high: Fraction) -> bool:
        return number is not None and low <= number <= high and not (self.whole and number.denominator > 1)


Preset = Mapping[str, Text]


def as_number(value: str) -> Fraction | None:
    """Return the number that a premise's value is (`7`, `23.1`, `6/5`, `three`), None where it is none."""
    if value in WORDS_FOR_NUMBERS:
        return Fraction(WORDS_FOR_NUMBERS[value])
    try:
        return number(Text(value, _NO_PLACE))
    except InputError:
        return None


_NO_PLACE = Where("", 0, 0)


def in_force(when: When, choice: Mapping[str, str]) -> bool:
    """Return whether all that `when` asks for is chosen."""
    return not when or all(choice.get(premise) in values for premise, values in when.items())


def implies(narrow: When, wide: When) -> bool:
    """Return whether `wide` holds wherever `narrow` does."""
    return all(premise in narrow and narrow[premise] <= values for premise, values in wide.items())


def both(one: When, other: When) -> When:
    """Return when both hold."""
    if not (one and other):
        return one or other
    merged = dict(one)
    for premise, values in other.items():
        merged[premise] = merged.get(premise, values) & values
    return merged


def choose(
    premises: Mapping[str, Premise],
    presets: Mapping[str, Preset],
    preset: str | None,
    overrides: Mapping[str, str],
) -> dict[str, str]:
    """Return a value for every premise: as overridden, else as the preset says, else its default.

    Raises
    ------
    InputError
        For a preset, premise or value that there is not, with the nearest one.
    """
    chosen: dict[str, str] = {}
    name = preset or PLAIN_PRESET
    if name not in presets:
        raise InputError(
            f"no preset is called '{name}'", expected=" or ".join(presets), given=name, valid=presets
        )
    for key, value in presets[name].items():
        chosen[key] = value.value
    for key, given in overrides.items():
        if key not in premises:
            known = ", ".join(premises)
            raise InputError(f"no premise is called '{key}'", expected=known, given=key, valid=premises)
        chosen[key] = premises[key].choose(given, None)
    pending = [premise for premise in premises.values() if premise.id not in chosen]
    while pending:
        before = len(pending)
        for premise in tuple(pending):
            if (default := _default(premise, chosen)) is not None:
                chosen[premise.id] = premise.accept(default, premise.where)
                pending.remove(premise)
        if len(pending) == before:
            raise InputError(
                f"premise {pending[0].id} has no default here",
                pending[0].where,
                expected="a default for every choice of the other premises",
            )
    return {name: chosen[name] for name in premises}


def told(
    premises: Mapping[str, Premise], presets: Mapping[str, Preset], choice: Mapping[str, str]
) -> tuple[str, dict[str, str]]:
    """Return a choice in the fewest words: the preset that it keeps to, and what it chooses beside it."""
    kept = (name for name, preset in presets.items() if all(choice[k] == v.value for k, v in preset.items()))
    name = max(kept, key=lambda name: len(presets[name]), default=PLAIN_PRESET)
    beside: dict[str, str] = {}
    for premise in premises.values():
        usual = choose(premises, presets, name, beside)[premise.id]
        if not premise.follows and choice[premise.id] != usual:
            beside[premise.id] = choice[premise.id]
    return name, beside


def _default(premise: Premise, chosen: Mapping[str, str]) -> str | None:
    """Return the first default in force; None while it hangs on a premise that is not chosen yet."""
    for value, when in premise.defaults:
        if any(other not in chosen for other in when):
            return None
        if in_force(when, chosen):
            return value
    return None


# ── reading ──


when_reader: Reader[When] = Reader(
    "a table of premises and values",
    lambda node, what: {key: frozenset(values) for key, values in mapping(texts)(node, what).items()},
)


def check_when(when: When, premises: Mapping[str, Premise], where: Where) -> When:
    """Return `when`; raise InputError where it asks for a premise or a value that there is not."""
    for name, values in when.items():
        if name not in premises:
            raise InputError(f"no premise is called '{name}'", where, given=name, valid=premises)
        for value in sorted(values):
            premises[name].accept(value, where)
    return when


def _labelled(node: Node, what: str) -> dict[str, Labels | None]:
    return dict(mapping(Reader("labels", labels_from), _any_key)(node, what))


_any_key = text
_values: Reader[dict[str, Labels | None]] = by_shape(
    items=Reader("values", lambda node, what: dict.fromkeys(listing(text)(node, what))),
    table=Reader("values with labels", _labelled),
)
_DEFAULT: Mapping[str, Field] = {
    "is": Field(text, "the value", required=True),
    "when": Field(when_reader, "the other premises under which it is so", default={}),
}


def _defaults(node: Node, what: str) -> tuple[tuple[str, When], ...]:
    if isinstance(node, Text):
        return ((text(node, what), {}),)
    several = listing(Reader("a value with `when`", lambda item, label: record(item, _DEFAULT, label)))
    return tuple((entry["is"], entry["when"]) for entry in several(node, what))


PREMISE: Mapping[str, Field] = {
    "labels": Field(Reader("labels", labels_from), "its names"),
    "one_of": Field(_values, "the values it may have, with labels or without"),
    "whole": Field(bounds(whole), "the least and the greatest whole number"),
    "range": Field(bounds(number), "the least and the greatest number"),
    "default": Field(
        Reader("a value, or a list of {is, when}", _defaults), "the value without a choice", required=True
    ),
    "follows": Field(
        flag, "whether the other premises decide it, so that nobody can choose it", default=False
    ),
    "ref": Field(texts, "the variants of the rite's own list between which it decides", default=()),
}
_SHAPES = ("one_of", "whole", "range")


def read_premise(name: str, node: Node) -> Premise:
    """Read one entry of `premises:`."""
    what = f"premise {name}"
    given = record(node, PREMISE, what)
    shapes = [shape for shape in _SHAPES if given[shape] is not None]
    if len(shapes) != 1:
        raise InputError(f"{what} needs its values once", node.where, expected="one_of, whole or range")
    bounds = given["whole"] or given["range"]
    premise = Premise(
        name,
        given["labels"],
        given["one_of"] or {},
        bounds,
        shapes == ["whole"],
        given["default"],
        node.where,
        given["follows"],
        given["ref"],
    )
    if premise.follows and not premise.decided_by:
        raise InputError(f"{what} follows from nothing", node.where, expected="a default with 'when'")
    for value, _ in premise.defaults:
        premise.accept(value, node.where)
    return premise


def read_premises(node: Node, what: str, but: Container[str] = ()) -> dict[str, Premise]:
    """Read `premises:`, but for those that are known already."""
    table = mapping(anything)(node, what)
    return {name: read_premise(name, item) for name, item in table.items() if name not in but}


def read_preset(name: str, node: Node, premises: Mapping[str, Premise]) -> Preset:
    """Read one entry of `presets:`."""
    table = as_table(node, f"preset {name}")
    for key, where in table.keys.items():
        if key not in premises:
            raise InputError(f"no premise is called '{key}'", where, given=key, valid=premises)
    preset = {key: as_text(value, f"'{key}' of preset {name}") for key, value in table.entries.items()}
    for key, value in preset.items():
        premises[key].choose(value.value, value.where)
    return preset
