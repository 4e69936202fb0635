"""The cast: everything that is there under the chosen premises, before any of it has a place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from courtyard3d.layout.bodies import Bodies
from courtyard3d.layout.casting import Casting
from courtyard3d.layout.definitions import QuantityDefinition
from courtyard3d.layout.documents import LayoutDocument
from courtyard3d.layout.starts import Starts
from courtyard3d.layout.things import Group, Person, Start


@dataclass(frozen=True, slots=True)
class Cast:
    """Everything that is there, before any of it has a place.

    `numbers` are the premises that are numbers; `starts` says where bodies are at first.
    """

    choice: Mapping[str, str]
    numbers: Mapping[str, Fraction]
    quantities: Mapping[str, QuantityDefinition]
    bodies: Bodies
    starts: Mapping[str, Start]
    people: Mapping[str, Person]
    groups: Mapping[str, Group]


def cast(document: LayoutDocument, choice: Mapping[str, str]) -> Cast:
    """Write out everything that is there under a choice of premises."""
    casting = Casting(document, choice)
    bodies = Bodies(casting.bodies, casting.absent)
    starts = Starts(bodies, casting)
    quantities = {
        id: replace(quantity, amounts=tuple(casting.said(quantity.amounts)))
        for id, quantity in document.quantities.items()
    }
    return Cast(
        choice,
        casting.numbers,
        {id: quantity for id, quantity in quantities.items() if quantity.amounts},
        bodies,
        {**starts.of_bodies(), **starts.of_kits()},
        starts.people(),
        casting.groups,
    )
