"""What an act shows and no text states: where somebody goes, and where he looks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from courtyard3d.layout import Layout
from courtyard3d.layout.solver import Cell
from courtyard3d.reading.words import Labels
from courtyard3d.rite.engine import Played
from courtyard3d.sources import Source

PLACE = Labels("位补", "place supplied")
FACING = Labels("面补", "facing supplied")
STATED = ("stated", "derived")
GOING = frozenset({"walk", "ascend", "descend"})
"""Verbs after which somebody looks somewhere, whether that is said or not."""
SAYS_WHERE_TO_LOOK = re.compile("[面向乡鄉]")


def unstated(layout: Layout, played: Played) -> Iterator[Labels]:
    """Yield the names of what is supplied in an act beside what its clause says."""
    act = played.act
    there = [played.scope.place(name, played.people[0]) for name in act.texts("to") or act.texts("at")]
    owners = [owner for name in there if (owner := layout.owner(name)) and owner in layout.objects]
    if any(layout.objects[owner].grade[0] not in (*STATED, None) for owner in owners):
        yield PLACE
    looks = "facing" in act.slots or act.do in GOING
    if looks and not _says(act.source) and not any(_is_turned(layout, owner) for owner in owners):
        yield FACING


def _says(source: Source | None) -> bool:
    """Say whether a clause says where to look."""
    if source is None or source.status not in STATED:
        return False
    clauses = (source.shown, *(clause.shown for clause in source.sources))
    return any(SAYS_WHERE_TO_LOOK.search(clause or "") for clause in clauses)


def _is_turned(layout: Layout, owner: str) -> bool:
    """Say whether a text says where one looks who stands in a place."""
    cell = Cell(owner, "facing")
    return cell in layout.ledger.fixing and layout.ledger.status(cell) in STATED
