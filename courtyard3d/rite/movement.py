"""How fast and how far apart people move: the quantities of `layouts/movement.yaml`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

from courtyard3d.errors import InputError
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Table, Text
from courtyard3d.reading.shelves import data_file


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """Every number is ours; `layouts/movement.yaml` gives unit and reason of each."""

    court_pace: float
    hall_pace: float
    tread: float
    turn: float
    corner: float
    arc: float
    abreast: float
    setback: float
    reach: float
    low: float
    clear: float
    shoulder: float
    blend: float
    hand: float
    apart: float
    leaning: float
    in_a_row: float
    layer: float
    before: float
    step: float
    stride: float
    longer: float
    pivot: float
    both: float
    rest: float
    chin: float
    flight: float
    drop: float
    hit: float
    graze: float
    scatter: float

    @property
    def aside(self) -> float:
        """尺 from the middle of a body to the side of its shoulder: who goes past has it turned that way."""
        return self.clear + self.shoulder

    def room(self, height: float) -> float:
        """尺 from the middle of a body to what it goes past and what is so high above its feet.

        Over what is low its shoulders pass.
        """
        return self.clear if height <= self.low else self.aside

    def pace(self, on_hall: bool) -> float:
        """尺 a second: 堂上接武, 堂下布武."""
        return self.hall_pace if on_hall else self.court_pace


@cache
def load_movement() -> Movement:
    """Read the quantities of movement."""
    (table,) = read(data_file("movement.yaml"))
    return Movement(**{field.name: _value(table, field.name.replace("_", "-")) for field in fields(Movement)})


def _value(table: Table, name: str) -> float:
    row = table.entries.get(name)
    value = row.entries.get("is") if isinstance(row, Table) else None
    if not isinstance(value, Text):
        raise InputError(f"the quantity '{name}' is missing", table.where)
    return float(value.value)
