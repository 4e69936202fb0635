"""Kinds of things: their usual measures, the points named on them, what they hold (`layouts/kinds.yaml`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from courtyard3d.errors import Where
from courtyard3d.layout.clauses import Amount, Anchor, Setting, amounts, anchors
from courtyard3d.reading.citations import Defaults
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Node
from courtyard3d.reading.schema import (
    Field,
    Reader,
    anything,
    bounds,
    flag,
    mapping,
    name,
    names,
    record,
    whole,
)
from courtyard3d.reading.shelves import data_file
from courtyard3d.reading.words import Labels, labels_from


@dataclass(frozen=True, slots=True)
class Extent:
    """The measures that are the size of a kind: left to right, front to back, upwards."""

    across: str | None = None
    along: str | None = None
    height: str | None = None

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of those that the kind has."""
        return tuple(name for name in (self.across, self.along, self.height) if name)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a holder: the kinds that it takes (any where empty) and how many things.

    `fills` names other places of the holder that must be empty (both hands: either hand).
    """

    takes: tuple[str, ...]
    room: int
    fills: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing or person.

    `supports` says that other things may stand on it, `blocks` that nobody walks
    through it, `leans` that it stands aslant where things lean, `floor` that people
    walk on its top and not over its edge; `worn` in which place of its owner a
    thing of this kind sits, `carried` where he keeps it while the rest of his kit lies elsewhere.
    `whole` bounds those measures that are counts.
    """

    id: str
    labels: Labels | None
    measures: Mapping[str, tuple[Amount, ...]]
    whole: Mapping[str, tuple[Fraction, Fraction]]
    extent: Extent
    points: Mapping[str, Anchor]
    supports: bool
    blocks: bool
    leans: bool
    floor: bool
    places: Mapping[str, Place]
    worn: str | None
    carried: str | None
    where: Where | None


PLAIN = Kind(
    "thing",
    None,
    {},
    {},
    Extent(),
    {},
    supports=False,
    blocks=False,
    leans=False,
    floor=False,
    places={},
    worn=None,
    carried=None,
    where=None,
)
"""What something is of which only the place is known."""

_EXTENT: Mapping[str, Field] = {
    "across": Field(name, "the measure from left to right"),
    "along": Field(name, "the measure from front to back"),
    "height": Field(name, "the measure upwards"),
}
_PLACE: Mapping[str, Field] = {
    "takes": Field(names, "the kinds that it takes", default=()),
    "room": Field(whole, "how many things it takes", required=True),
    "fills": Field(names, "other places that must be empty for it", default=()),
}
_place: Reader[Place] = Reader("a place", lambda node, what: Place(**record(node, _PLACE, what)))
KIND: Mapping[str, Field] = {
    "labels": Field(Reader("labels", labels_from), "its names"),
    "measures": Field(anything, "its measures where a layout gives none"),
    "whole": Field(
        mapping(bounds(whole)), "the measures that are whole numbers, with least and greatest", default={}
    ),
    "extent": Field(
        Reader("measures", lambda node, what: Extent(**record(node, _EXTENT, what))),
        "the measures that are its size",
        default=Extent(),
    ),
    "points": Field(anything, "its named points, as offsets"),
    "supports": Field(flag, "whether other things may stand on it", default=False),
    "blocks": Field(flag, "whether nobody can walk through it", default=False),
    "leans": Field(flag, "whether it stands aslant at a leaning-place", default=False),
    "floor": Field(flag, "whether people walk on its top, and not over its edge", default=False),
    "places": Field(mapping(_place), "what it holds", default={}),
    "worn": Field(name, "the place of its owner in which it sits"),
    "carried": Field(name, "the place of its owner in which it is while the rest of his kit lies elsewhere"),
}
FILE = "kinds.yaml"


def kinds_for(folder: Path) -> Mapping[str, Kind]:
    """Return all kinds by id; those of a rite's own `kinds.yaml` come before the shared ones."""
    own = folder / FILE
    shared = _kinds_of(data_file(FILE))
    return {**shared, **_kinds_of(own)} if own.exists() else shared


@cache
def _kinds_of(path: Path) -> Mapping[str, Kind]:
    table = read(path)[0]
    return {id: _kind(id, node, table.keys[id]) for id, node in table.entries.items()}


def _kind(id: str, node: Node, where: Where) -> Kind:
    given = record(node, KIND, f"kind {id}")
    setting = Setting(Defaults(), {})
    return Kind(
        id,
        given["labels"],
        amounts(given["measures"], setting) if given["measures"] else {},
        given["whole"],
        given["extent"],
        anchors(given["points"], "the points") if given["points"] else {},
        given["supports"],
        given["blocks"],
        given["leans"],
        given["floor"],
        given["places"],
        given["worn"],
        given["carried"],
        where,
    )
