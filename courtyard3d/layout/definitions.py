"""Objects, people, groups and quantities as a layout defines them, before the premises are chosen.

`id` is the name in the world, `scope` the name of the site (with a dot) in whose
layout it is written, empty where there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from courtyard3d.errors import Where
from courtyard3d.layout.clauses import Amount, Anchor, RowShape, Statement, Turn
from courtyard3d.layout.kinds import Kind
from courtyard3d.layout.premises import When
from courtyard3d.reading.nodes import Text
from courtyard3d.reading.words import Labels


@dataclass(frozen=True, slots=True)
class HeldAt:
    """Where a thing is at first: with a holder, in one of its places."""

    holder: Text
    place: Text


Beginning = Text | HeldAt
"""`absent`, a station, a holder, or a holder with the place."""


@dataclass(frozen=True, slots=True)
class Definition:
    """What all definitions share; `labels` is None where the file gives none."""

    id: str
    scope: str
    labels: Labels | None
    when: When
    where: Where


@dataclass(frozen=True, slots=True)
class QuantityDefinition(Definition):
    """A quantity: the first clause in force gives it, the others check it."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class ObjectDefinition(Definition):
    """A thing, a station, or a row or number of things: then all but the statements is each member's."""

    kind: Kind
    count: Text | None
    row: RowShape | None
    statements: tuple[Statement, ...]
    turns: tuple[Turn, ...]
    measures: Mapping[str, tuple[Amount, ...]]
    points: Mapping[str, Anchor]
    starts: Beginning | None
    serves: Text | None
    mesh: Mapping[str, str] | None
    member_labels: Labels | None


@dataclass(frozen=True, slots=True)
class KitItem:
    """Gear of one kind; `count` is None for a single piece."""

    kind: Kind
    count: int | None


@dataclass(frozen=True, slots=True)
class PersonDefinition(Definition):
    """A person, or several who are alike."""

    kind: Kind
    count: Text | None
    side: str | None
    dress: tuple[str, ...]
    posture: str
    kit: tuple[KitItem, ...]
    kit_at: Text | None
    starts: Beginning | None
    also: tuple[str, ...]
    offices: Mapping[str, Labels]
    office: str | None


@dataclass(frozen=True, slots=True)
class GroupDefinition(Definition):
    """A group; `roles` names its members by their part in it where the file does."""

    members: tuple[Text, ...]
    roles: Mapping[str, str]
    unless: str | None = None
