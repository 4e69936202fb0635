"""Print docs/reference.md from the tables by which the program reads its files.

Run `python docs/reference.py >docs/reference.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from courtyard3d.layout.clauses import AMOUNT, ANCHOR, BEND, CLAUSE, FACING, LIES, ROW, STATEMENT
from courtyard3d.layout.documents import LAYOUT
from courtyard3d.layout.entries import EACH, GROUP, OBJECT, PERSON, SITE
from courtyard3d.layout.premises import PREMISE
from courtyard3d.picture.atlas.plates import PLATE_FIELDS
from courtyard3d.picture.shotlist import SHOT_FIELDS
from courtyard3d.reading.citations import DEFAULT_FIELDS, SOURCE_FIELDS
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Items, Node, Table, Text
from courtyard3d.reading.schema import Field
from courtyard3d.reading.shelves import data_file
from courtyard3d.rite.hearing import HEARD, INSTRUMENT
from courtyard3d.rite.rules import TABLE
from courtyard3d.rite.script import ACT_FIELDS, CONDITION_FIELDS, GRAMMAR, PROCEDURE_FIELDS, SECTION_FIELDS

Fields = Mapping[str, Field]

HEAD = """# Reference

Printed by `docs/reference.py` from the tables by which the program reads its files; edit those, not this
page. A field with a star must be there. [The layout language](layout-language.md) and
[choreography](choreography.md) say what it all means.
"""
LAYOUT_TABLES: Mapping[str, Fields] = {
    "A layout file": LAYOUT,
    "A premise": PREMISE,
    "An object": OBJECT,
    "`each` of a row": EACH,
    "A row": ROW,
    "`bends` of a row": BEND,
    "A person": PERSON,
    "A group": GROUP,
    "A site": SITE,
    "A statement": STATEMENT,
    "A measure or quantity": AMOUNT,
    "`facing`": FACING,
    "`lies`": LIES,
    "An anchor": ANCHOR,
    "The source of any clause": SOURCE_FIELDS,
}
ACT_TABLES: Mapping[str, Fields] = {
    "A section": SECTION_FIELDS,
    "A procedure": PROCEDURE_FIELDS,
    "An act, beside the fields of its verb": ACT_FIELDS,
    **{f"`{key}`": fields for key, fields in GRAMMAR.items()},
    "The conditions of any entry": CONDITION_FIELDS,
}
SOUND_TABLES: Mapping[str, Fields] = {"A row of `heard`": HEARD, "An instrument": INSTRUMENT}
SAID_ONCE = (CLAUSE, SOURCE_FIELDS, DEFAULT_FIELDS, CONDITION_FIELDS)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    for cells in (head, ("---" for _ in head), *rows):
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def field_table(title: str, fields: Fields) -> Iterator[str]:
    """Yield the table of a document's fields; what every clause may have stands in its own table."""
    shared = next((part for part in SAID_ONCE if part is not fields and part.items() <= fields.items()), {})
    own = (key for key in fields if key not in shared)
    alike = groupby(own, key=lambda key: (fields[key].read.expects, fields[key].help, fields[key].required))
    yield from ("", f"### {title}", "")
    yield from table(
        ("field", "value", "meaning"),
        ((" ".join(f"`{key}`" for key in keys) + "*" * required, value, meaning)
         for (value, meaning, required), keys in alike),
    )  # fmt: skip
    if shared:
        yield from ("", f"and {', '.join(f'`{key}`' for key in shared)}.")


def plain(node: Node | None) -> str:
    """Return a node of a data file as text."""
    match node:
        case Text():
            return node.value
        case Items():
            return ", ".join(map(plain, node.items))
        case Table():
            return ", ".join(f"{key} {plain(value)}" for key, value in node.entries.items())
        case _:
            return ""


def data(name: str) -> Iterator[tuple[str, Mapping[str, Node]]]:
    """Yield the rows of a data file of layouts/."""
    (document,) = read(data_file(name))
    for key, node in document.entries.items():
        assert isinstance(node, Table)
        yield key, node.entries


def labels(row: Mapping[str, Node]) -> str:
    """Return the Chinese and the English name of a row."""
    names = row["labels"]
    assert isinstance(names, Table)
    return f"{plain(names.entries['hans'])} {plain(names.entries['en'])}"


def measures(row: Mapping[str, Node]) -> str:
    """Return the measures of a kind with the values that they have by default."""
    given = row.get("measures")
    if not isinstance(given, Table):
        return ""
    tables = ((key, value.entries) for key, value in given.entries.items() if isinstance(value, Table))
    return ", ".join(f"{key} {plain(entries['is'])}" for key, entries in tables)


def names(node: Node | None) -> str:
    """Return the keys of a table in a data file."""
    return ", ".join(node.entries) if isinstance(node, Table) else ""


def reference() -> Iterator[str]:
    """Yield the lines of the page."""
    yield from HEAD.splitlines()
    yield from ("", "## Layouts")
    for title, fields in LAYOUT_TABLES.items():
        yield from field_table(title, fields)
    yield from ("", "### Kinds", "", "Their measures with the values that they have by default.", "")
    yield from table(
        ("kind", "", "measures", "size", "points", "holds"),
        (
            (f"`{key}`", labels(row), measures(row), plain(row.get("extent")), names(row.get("points")),
             names(row.get("places")))
            for key, row in data("kinds.yaml")
        ),
    )  # fmt: skip
    yield from ("", "### Voices", "")
    yield from table(
        ("voice", "", "mark"),
        ((f"`{key}`", labels(row), plain(row.get("label"))) for key, row in data("voices.yaml")),
    )
    yield from ("", "## Acts")
    for title, fields in ACT_TABLES.items():
        yield from field_table(title, fields)
    yield from ("", "### Verbs", "", "Seconds are ours; those of 0 last as long as the way or the turn.", "")
    yield from table(
        ("verb", "uses", "fields", "needs", "seconds", "told as"),
        (
            (f"`{key}`", *(plain(row.get(cell)) for cell in ("uses", "slots", "needs", "lasts", "hans")))
            for key, row in data("verbs.yaml")
        ),
    )
    yield from ("", "### Predicates of rules", "")
    yield from table(
        ("predicate", "slots", "what must hold"),
        (
            (f"`{key}`", ", ".join(slots), (predicate.__doc__ or "").splitlines()[0])
            for key, (predicate, slots) in TABLE.items()
        ),
    )
    yield from (
        "",
        "## Shots",
        "",
        "`layouts/<rite>/shots.yaml`; [films](films.md#who-is-seen) say what it means.",
    )
    yield from field_table("A shot", SHOT_FIELDS)
    yield from ("", "## Plates", "", "`layouts/<rite>/plates.yaml`; [plates](plates.md) say what it means.")
    yield from field_table("A plate", PLATE_FIELDS)
    yield from ("", "## Sounds", "", "`layouts/sounds.yaml`; [films](films.md#sound) say what it means.")
    for title, fields in SOUND_TABLES.items():
        yield from field_table(title, fields)


if __name__ == "__main__":
    print("\n".join(reference()))
