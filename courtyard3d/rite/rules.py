"""Rules that must hold over the whole time line: rows of `layouts/<rite>/rules.yaml`.

A rule names a predicate of the closed table (`TABLE`) and fills its slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from courtyard3d.errors import InputError
from courtyard3d.layout import Finding, in_force
from courtyard3d.layout.premises import when_reader
from courtyard3d.reading import schema
from courtyard3d.reading.citations import DEFAULT_FIELDS, SOURCE_FIELDS, Defaults, source_of
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Table, Text
from courtyard3d.reading.schema import Field, record
from courtyard3d.rite.naming import label
from courtyard3d.rite.predicates import PREDICATES, Breach, Case, Rule
from courtyard3d.rite.predicates_of_manner import PREDICATES_OF_MANNER
from courtyard3d.rite.predicates_of_outcome import PREDICATES_OF_OUTCOME
from courtyard3d.rite.predicates_of_place import PREDICATES_OF_PLACE
from courtyard3d.rite.predicates_of_shooting import PREDICATES_OF_SHOOTING
from courtyard3d.rite.predicates_of_sides import PREDICATES_OF_SIDES
from courtyard3d.rite.timeline import Timeline

FILE = "rules.yaml"
TABLE = {
    **PREDICATES,
    **PREDICATES_OF_SIDES,
    **PREDICATES_OF_PLACE,
    **PREDICATES_OF_SHOOTING,
    **PREDICATES_OF_OUTCOME,
    **PREDICATES_OF_MANNER,
}

FILE_FIELDS = {
    **DEFAULT_FIELDS,
    "rules": Field(schema.listing(schema.anything), "the rules", required=True),
}


def read_rules(folder: Path) -> tuple[Rule, ...]:
    """Read the rules of a rite; none where it has no file of them."""
    if not (folder / FILE).exists():
        return ()
    rules: list[Rule] = []
    for document in read(folder / FILE):
        values = record(document, FILE_FIELDS, "a file of rules")
        defaults = Defaults(values["voice"], values["status"], values["seed"])
        rules += [_rule(schema.as_table(node, "a rule"), defaults) for node in values["rules"]]
    return tuple(rules)


def _rule(table: Table, defaults: Defaults) -> Rule:
    check = table.entries.get("check")
    name = check.value if isinstance(check, Text) else ""
    if name not in TABLE:
        where = check.where if check is not None else table.where
        raise InputError(f"'{name}' is no predicate", where, given=name, valid=TABLE)
    slots = {slot: Field(schema.texts, f"a slot of {name}", default=()) for slot in TABLE[name][1]}
    fields = {
        "check": Field(schema.name, "the predicate", required=True),
        "when": Field(when_reader, "the premises under which it holds", default={}),
        **SOURCE_FIELDS,
        **slots,
    }
    values = record(table, fields, f"a rule '{name}'")
    source = source_of(values, table.where, defaults)
    return Rule(name, {slot: values[slot] for slot in slots}, source, values["when"])


def check_rules(timeline: Timeline, rules: Iterable[Rule]) -> Iterator[Finding]:
    """Yield a finding of level error for each breach of a rule in force."""
    case = Case(timeline)
    for rule in rules:
        if not in_force(rule.when, timeline.layout.choice):
            continue
        predicate, _ = TABLE[rule.check]
        yield from (_finding(case, rule, breach) for breach in predicate(case, rule))


def _finding(case: Case, rule: Rule, breach: Breach) -> Finding:
    """What is told of a breach, at the act that breaks the rule: who, what was found, what was expected."""
    act = case.blamed(breach)
    name = ", ".join(rule.source.ref) or rule.check
    who = [label(case.layout, subject) for subject in breach.subjects]
    unnamed = ", ".join(person for person in who if person not in breach.message)
    found = f"{unnamed}: {breach.message}" if unnamed else breach.message
    done = f" in {act.act.do} {' '.join(act.act.ref)}".rstrip() if act else ""
    expected = ", ".join(f"{slot}: {' '.join(names)}" for slot, names in rule.slots.items() if names)
    return Finding(
        "error", "rule", f"{name}: {found}{done}; expected {rule.check} {{{expected}}}, {rule.source.where}",
        act.act.where if act else rule.source.where, breach.time, breach.subjects,
        rule.source.shown, rule.source.seed,
    )  # fmt: skip
