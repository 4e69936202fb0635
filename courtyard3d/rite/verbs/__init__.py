"""What people do: a closed table of verbs (`layouts/verbs.yaml`), one small class each."""

from __future__ import annotations

from functools import cache

from courtyard3d.rite.verbs import (
    bodies,
    conditions,
    counting,
    gathering,
    hands,
    music,
    presence,
    shooting,
    stairs,
    vessels,
    walking,
)
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Row, Verb, rows

__all__ = ["Moment", "Row", "Verb", "rows", "verb"]

_CLASSES = {
    name: cls
    for room in (
        bodies,
        conditions,
        counting,
        gathering,
        hands,
        music,
        presence,
        shooting,
        stairs,
        vessels,
        walking,
    )
    for cls in vars(room).values()
    if isinstance(cls, type) and issubclass(cls, Verb)
    for name in cls.names
}


@cache
def verb(name: str) -> Verb:
    """The verb of that name; the reader has checked that there is one."""
    return _CLASSES[name](rows()[name])
