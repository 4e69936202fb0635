"""The words and keys of the window (`strings.yaml`, `keys.yaml`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Node
from courtyard3d.reading.schema import Field, anything, mapping, record, texts
from courtyard3d.reading.words import LABEL_FIELDS, Labels, labels_from

HERE = Path(__file__).parent


class Command(NamedTuple):
    """Something that a window does: its group, the X names of its keys, and its words."""

    group: str
    keys: tuple[str, ...]
    labels: Labels


def say(key: str, lang: str, **slots: object) -> str:
    """Return words in a language (hans, hant, en) with their slots filled."""
    labels = strings().get(key) or commands()[key].labels
    return labels.text(lang).format(**slots)


def measure_named(measure: str, lang: str) -> str:
    """Return the name of a measure of a thing; where it has none, its id."""
    labels = strings().get(f"measure-{measure}")
    return labels.text(lang) if labels is not None else measure


@cache
def strings() -> Mapping[str, Labels]:
    """Return the further words, by their key."""
    return {key: labels_from(node) for key, node in read(HERE / "strings.yaml")[0].entries.items()}


@cache
def commands() -> Mapping[str, Command]:
    """Return all that a window does, by id, in the order of the list of keys."""
    groups = read(HERE / "keys.yaml")[0].entries
    return {
        name: _command(group, node, name)
        for group, entries in groups.items()
        for name, node in mapping(anything)(entries, group).items()
    }


@cache
def bound() -> Mapping[str, str]:
    """Return what each key does."""
    return {key: name for name, command in commands().items() for key in command.keys}


def _command(group: str, node: Node, what: str) -> Command:
    fields = {"keys": Field(texts, "the X names of its keys", required=True), **LABEL_FIELDS}
    found = record(node, fields, what)
    return Command(group, found["keys"], Labels(found["hans"], found["en"], found["hant"]))
