"""How roofs are shown: what of them is left out, and what is seen through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from courtyard3d.errors import InputError

Layers = frozenset[str]
COVER = frozenset({"roof", "rear-roof"})  # rafters and what lies on them
OVERHEAD = COVER | {"frame"}  # purlins and beams too


@dataclass(frozen=True, slots=True)
class Roof:
    """A way to show roofs: layers that are left out, and layers like glass."""

    lifted: Layers = frozenset()
    glass: Layers = frozenset()


ROOFS: Mapping[str, Roof] = MappingProxyType(
    {
        "solid": Roof(),
        "glass": Roof(glass=COVER),
        "cut": Roof(lifted=frozenset({"roof"})),  # the slopes toward the court; posts, beams, purlins stay
        "off": Roof(lifted=OVERHEAD),
    }
)


def roof_named(name: str) -> Roof:
    """Return the way to show roofs of that name.

    Raises
    ------
    InputError
        Where there is none; offers the nearest.
    """
    if name not in ROOFS:
        raise InputError(f"no roof '{name}'", expected=", ".join(ROOFS), given=name, valid=ROOFS)
    return ROOFS[name]
