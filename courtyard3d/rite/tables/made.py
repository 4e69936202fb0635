"""Which tables there are, and how they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from courtyard3d.errors import InputError
from courtyard3d.reading.phrases import phrase
from courtyard3d.rite.tables.distances import distances
from courtyard3d.rite.tables.ledger import ledger
from courtyard3d.rite.tables.script import script
from courtyard3d.rite.tables.table import Table

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.rite.timeline import Timeline

SCRIPT = "script"
TABLES = ("distances", "ledger", "script:WHO")
"""How tables are asked for; WHO is a person by any name."""


class Played(Protocol):
    """A rite that has been laid out and played."""

    @property
    def layout(self) -> Layout: ...

    @property
    def timeline(self) -> Timeline: ...


def make_table(rite: Played, what: str, lang: str = "hans") -> Table:
    """Make a table of a rite.

    Parameters
    ----------
    rite : Courtyard
    what : str
        `distances`, `ledger` or `script:WHO`, where WHO is a person by his id or any of his names.
    lang : str
        hans, hant or en.

    Raises
    ------
    InputError
        Where there is no such table, or no such person.
    """
    name, _, who = what.partition(":")
    if name == SCRIPT and who:
        return script(rite.timeline, rite.layout.find(who, ("person",)), lang)
    if what not in TABLES:
        raise InputError(f"no table '{what}'", expected=", ".join(TABLES), given=what, valid=TABLES)
    made = distances if what == "distances" else ledger
    return made(rite.layout, lang)


def premises_note(layout: Layout, lang: str) -> str:
    """Return under which premises a table holds."""
    preset, beside = layout.told
    chosen = ", ".join(f"{name}={value}" for name, value in {"preset": preset, **beside}.items())
    return phrase("under_premises", lang, by=chosen, object=f"{layout.chi_m * 100:g}")
