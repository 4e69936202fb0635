"""The ledger and what came out of it, as `facts` prints it (lengths are texts of exact chi)."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any

from courtyard3d.layout.layout import Layout
from courtyard3d.layout.ledger import Row
from courtyard3d.layout.things import Thing
from courtyard3d.reading.citations import mark_of
from courtyard3d.reading.words import Labels
from courtyard3d.sources import Source

COLUMNS = ("id", "ref", "subject", "relation", "object", "axis", "value", "found", "unit", "role", "voice",
           "status", "quote", "read", "seed", "where", "holds")  # fmt: skip


def facts_json(layout: Layout) -> dict[str, Any]:
    """Return everything that a layout states and what follows, ready for JSON.

    Returns
    -------
    dict
        `rite`, `premises`, `chi_m`, `statements` (a row for each axis that a statement fixes or checks),
        `objects` and `people` by id; only what is in force and there.
    """
    return {
        "rite": layout.rite,
        "premises": dict(layout.choice),
        "chi_m": layout.chi_m,
        "statements": [row_json(row) for row in layout.ledger.rows],
        "objects": {thing.id: _thing(thing) for thing in layout.objects.values()},
        "people": {
            **{person.id: _people((), person.labels) for person in layout.people.values()},
            **{
                group.id: _people(group.members, group.labels)
                for group in layout.groups.values()
                if group.members
            },
        },
    }


def facts_csv(layout: Layout) -> str:
    """Return the statements as CSV with a header; several ids in one field are parted by spaces."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in layout.ledger.rows:
        cells = {**row_json(row), "holds": "yes" if row.holds else "no"}
        writer.writerow({name: _flat(cells[name]) for name in COLUMNS})
    return out.getvalue()


def _flat(value: Any) -> Any:
    return " ".join(value) if isinstance(value, list) else value


def row_json(row: Row) -> dict[str, Any]:
    """Return one row of the ledger, ready for JSON."""
    return {
        "id": row.id,
        "ref": list(row.source.ref),
        "subject": row.cell.owner,
        "relation": row.relation,
        "object": row.objects[0] if len(row.objects) == 1 else list(row.objects) or None,
        "axis": row.cell.axis,
        "value": str(row.value),
        "found": str(row.found),
        "unit": row.unit,
        "role": row.role,
        "text": row.text,
        **_source(row.source),
        "work": row.source.work,
        "why": row.source.why,
        "mark": mark_of(row.source).hans,
        "sources": [_source(source) for source in row.source.sources],
        "where": str(row.source.where) if row.source.where else None,
        "holds": row.holds,
    }


def _source(source: Source) -> dict[str, str | None]:
    return {
        "voice": source.voice,
        "status": source.status,
        "quote": source.quote,
        "read": source.read,
        "seed": source.seed,
    }


def _thing(thing: Thing) -> dict[str, Any]:
    position, form = thing.grade
    turn = thing.facing if thing.facing is not None else thing.lies
    return {
        "kind": thing.kind,
        "position": [str(value) for value in thing.position] if thing.position else None,
        "facing": None if turn is None else number(turn),
        "size": {name: str(quantity.value) for name, quantity in thing.size.items()},
        "members": list(thing.members),
        "grade": {"position": position, "form": form},
        "labels": thing.labels.as_json(),
    }


def _people(members: tuple[str, ...], labels: Labels) -> dict[str, Any]:
    return {"members": list(members), "labels": labels.as_json()}


def number(value: Fraction) -> int | float:
    """Return an exact value as a JSON number."""
    return int(value) if value.denominator == 1 else float(value)
