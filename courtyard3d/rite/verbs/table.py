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
from courtyard3d.rite.naming import label
from courtyard3d.rite.told import TOLD
from courtyard3d.rite.verbs.moment import Moment

DONE_TOO = ("posture", "times")
"""Slots that are told and carried out: the verb itself says what they may be."""
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

    @property
    def told(self) -> tuple[str, ...]:
        """The slots that are only told: their words are those of `TOLD`."""
        return tuple(slot for slot in self.slots if slot in TOLD and slot not in DONE_TOO)


class Verb(ABC):
    """What a verb does; `row` says how long it lasts, what it uses and how it is told.

    `of_the_absent` is set where one who is absent may do it.
    """

    names: ClassVar[tuple[str, ...]] = ()
    of_the_absent: ClassVar[bool] = False

    def __init__(self, row: Row) -> None:
        self.row, self.name, self.uses = row, row.name, row.uses

    def perform(self, moment: Moment) -> float:
        """Carry the act out; return the second at which it is over.

        Raises
        ------
        InputError
            Where what must be true before does not hold.
        """
        for person in moment.people:
            if not (moment.body(person).present or self.of_the_absent):
                raise moment.error(
                    f"{label(moment.world.layout, person)} is absent", expected="arrive before this"
                )
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
