"""The closed table of verbs: rows from `layouts/verbs.yaml`, one small class each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from courtyard3d.reading import schema
from courtyard3d.reading.document import read
from courtyard3d.reading.schema import Field, record
from courtyard3d.reading.shelves import data_file
from courtyard3d.rite.verbs.moment import Moment

CHANNELS = ("body", "hands", "voice")

ROW = {
    "uses": Field(schema.listing(schema.one_of(*CHANNELS)), "what it uses of a man", required=True),
    "slots": Field(
        schema.listing(schema.name), "the keys that an act with this verb may have", required=True
    ),
    "lasts": Field(schema.number, "its usual seconds", required=True),
    "needs": Field(schema.text, "the posture in which it can be done"),
    "pose": Field(schema.name, "how it looks", default=None),
    "posture": Field(schema.name, "the posture while it lasts"),
    "stays": Field(schema.flag, "whether the pose stays when it is over", default=False),
    "hans": Field(schema.text, "its sentence in Chinese", required=True),
    "en": Field(schema.text, "its sentence in English", required=True),
    "why": Field(schema.text, "why it lasts so long", required=True),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table."""

    name: str
    uses: tuple[str, ...]
    slots: tuple[str, ...]
    lasts: float
    needs: str | None
    pose: str | None
    posture: str | None
    stays: bool
    hans: str
    en: str


class Verb(ABC):
    """What a verb does; `row` says how long it lasts, what it uses and how it is told."""

    names: ClassVar[tuple[str, ...]] = ()

    def __init__(self, row: Row) -> None:
        self.row = row

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def uses(self) -> tuple[str, ...]:
        return self.row.uses

    def perform(self, moment: Moment) -> float:
        """Carry the act out; return the second at which it is over.

        Raises
        ------
        InputError
            Where what must be true before does not hold.
        """
        for person in moment.people:
            if self.row.needs is not None:
                moment.require(person, self.row.needs)
        return self.carry_out(moment)

    @abstractmethod
    def carry_out(self, moment: Moment) -> float:
        """Change the world; return the second at which the act is over."""


def _row(name: str, fields: dict[str, Any]) -> Row:
    fields = {key: value for key, value in fields.items() if key != "why"}
    return Row(name, **{**fields, "lasts": float(fields["lasts"])})


@cache
def rows() -> dict[str, Row]:
    """All rows of `layouts/verbs.yaml` by verb."""
    (document,) = read(data_file("verbs.yaml"))
    return {name: _row(name, record(node, ROW, f"verb '{name}'")) for name, node in document.entries.items()}
