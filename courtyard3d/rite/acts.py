"""The documents of choreography: acts and the closed grammar that joins them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from courtyard3d.errors import Where
from courtyard3d.layout.premises import When
from courtyard3d.reading.words import Labels
from courtyard3d.sources import Source

Conditions = Mapping[str, tuple[str, ...]]
"""What `if` and `unless` ask: a name and the values it may have (none: it only must hold)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """What every entry has: where it stands, its evidence, and when it is carried out."""

    where: Where
    ref: tuple[str, ...] = ()
    source: Source | None = None
    when: When = field(default_factory=dict)
    if_: Conditions = field(default_factory=dict)
    unless: Conditions = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Base):
    """Somebody does something; `slots` are the fields of the verb, still as text."""

    who: tuple[str, ...]
    do: str
    slots: Mapping[str, Slot] = field(default_factory=dict)
    lasts: float | None = None
    tempo: float = 1.0
    caption: Labels | None = None

    def text(self, name: str) -> str | None:
        """The slot as one text; None where the act does not fill it."""
        value = self.slots.get(name)
        return value.values[0] if value is not None and value.values else None

    def texts(self, name: str) -> tuple[str, ...]:
        """The slot as a list of texts."""
        value = self.slots.get(name)
        return value.values if value is not None else ()

    def table(self, name: str) -> Mapping[str, str]:
        """The slot as a table of texts."""
        value = self.slots.get(name)
        return value.table if value is not None else {}

    def place(self, name: str) -> Where:
        """Where the slot stands in the file."""
        value = self.slots.get(name)
        return value.where if value is not None else self.where


@dataclass(frozen=True, slots=True)
class Slot:
    """A field of an act: one text, a list or a small table."""

    where: Where
    values: tuple[str, ...] = ()
    table: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Base):
    """Lines that start at once; over when the longest is over."""

    lines: tuple[tuple[Entry, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meanwhile(Base):
    """A side line: it starts here, the main line goes on at once."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meet(Base):
    """Two lines that end at one place at the same moment, each keeping the other on one side."""

    lines: tuple[tuple[Entry, ...], ...]
    at: str
    passing: str
    bow: Act | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Base):
    """The entries once for each member of a group, from the `first`-th on."""

    name: str
    group: str
    first: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Base):
    """The entries so many times."""

    times: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Base):
    """One branch, by the outcome of the shooting."""

    key: str
    branches: Mapping[str, tuple[Entry, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Base):
    """如初: a procedure with its roles filled, and the acts (by `ref`) that are left out.

    `told` has the clauses that tell single acts here, by the `ref` of the act.
    """

    procedure: str
    roles: Mapping[str, str] = field(default_factory=dict)
    skip: tuple[str, ...] = ()
    told: Mapping[str, Source] = field(default_factory=dict)

    def clause(self, refs: Iterable[str]) -> Source | None:
        """The clause that tells an act of those refs here: one of its own, else that of the call."""
        for ref in refs:
            if ref in self.told:
                return self.told[ref]
        return self.source if self.ref else None


Entry = Act | Together | Meanwhile | Meet | Each | Repeat | Choose | Call


@dataclass(frozen=True, slots=True)
class Procedure:
    """Acts with roles; `choices` lists the values that a role may have that is no person."""

    name: str
    roles: tuple[str, ...]
    choices: Mapping[str, tuple[str, ...]]
    entries: tuple[Entry, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the rite: its acts in order; `counted` where counters are laid for hits."""

    id: str
    title: Labels
    entries: tuple[Entry, ...]
    where: Where
    counted: bool = False
    day: Labels | None = None
    hour: Labels | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """All sections of a rite in order, and what they call."""

    sections: tuple[Section, ...]
    procedures: Mapping[str, Procedure]
    words: Mapping[str, Labels]
