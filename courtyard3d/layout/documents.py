"""Layout files: read with all that they use, typed, and with the premises still open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from courtyard3d.errors import InputError, Where
from courtyard3d.layout.clauses import Setting, Statement
from courtyard3d.layout.definitions import (
    Definition,
    GroupDefinition,
    ObjectDefinition,
    PersonDefinition,
    QuantityDefinition,
)
from courtyard3d.layout.entries import (
    SITE,
    Entry,
    read_group,
    read_object,
    read_person,
    read_quantity,
    read_site,
    used,
)
from courtyard3d.layout.kinds import Kind, kinds_for
from courtyard3d.layout.premises import PLAIN_PRESET, Premise, Preset, choose, read_premises, read_preset
from courtyard3d.layout.relations import ORIGIN
from courtyard3d.reading import garbage
from courtyard3d.reading.citations import DEFAULT_FIELDS, Defaults
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Node, Table, Text
from courtyard3d.reading.schema import (
    Field,
    Reader,
    as_table,
    name,
    names,
    placed_name,
    record,
    texts,
)
from courtyard3d.reading.shelves import data_file
from courtyard3d.reading.words import Labels, labels_from
from courtyard3d.sources import OURS, Source

D = TypeVar("D", bound=Definition)

BASE = "premises.yaml"
HALL = "hall"
_table: Reader[Table] = Reader("a table", as_table)

LAYOUT: Mapping[str, Field] = {
    "rite": Field(name, "the id of the rite"),
    "title": Field(Reader("labels", labels_from), "its names in Chinese and English", default=Labels()),
    "names": Field(texts, "further names", default=()),
    **DEFAULT_FIELDS,
    "use": Field(used, "shared layouts", default=()),
    "origin": Field(placed_name, "the object whose own point is the origin; without it the hall"),
    "plate-at": Field(name, "the moment that figures show"),
    "sections": Field(names, "the sections, in order", default=()),
    "premises": Field(_table, "what readings and states of affairs decide"),
    "presets": Field(_table, "named bundles of premises, one a reading"),
    "quantities": Field(_table, "measures that belong to no object"),
    "objects": Field(_table, "things and stations"),
    "people": Field(_table, "people"),
    "groups": Field(_table, "groups of people"),
    "sites": Field(_table, "several places, each a layout of its own"),
}


@dataclass(frozen=True, slots=True)
class LayoutDocument:
    """A layout as it is written; definitions by their name in the world, in order of declaration."""

    path: Path
    rite: str
    labels: Labels
    names: tuple[str, ...]
    sections: tuple[str, ...]
    plate_at: str | None
    premises: Mapping[str, Premise]
    presets: Mapping[str, Preset]
    quantities: Mapping[str, QuantityDefinition]
    objects: Mapping[str, ObjectDefinition]
    people: Mapping[str, PersonDefinition]
    groups: Mapping[str, GroupDefinition]
    kinds: Mapping[str, Kind]

    def choose(self, preset: str | None = None, overrides: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return a value for every premise; see :func:`courtyard3d.layout.premises.choose`."""
        return choose(self.premises, self.presets, preset, overrides or {})


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One file at one site; `given` are its fields."""

    path: Path
    scope: str
    given: Mapping[str, Any]


@garbage.kept()
def load_layout(path: Path) -> LayoutDocument:
    """Read a layout file with all that it uses.

    Raises
    ------
    InputError
        At file:line:col, for whatever does not fit its field.
    """
    sheets = tuple(_sheets(path, "", path.parent, set()))
    own = sheets[0].given
    premises, presets = _premises(sheets)
    reading = _Reading(sheets, premises, kinds_for(path.parent))
    quantities = reading.all("quantities", read_quantity)
    objects = reading.all("objects", read_object) | reading.sites()
    people, groups = reading.all("people", read_person), reading.all("groups", read_group)
    _refuse_doubles(quantities, objects, people, groups)
    return LayoutDocument(
        path=path,
        rite=own["rite"] or _name_of(path),
        labels=own["title"],
        names=own["names"],
        sections=own["sections"],
        plate_at=own["plate-at"],
        premises=premises,
        presets=presets,
        quantities=quantities,
        objects=_with_origins(objects, sheets),
        people=people,
        groups=groups,
        kinds=reading.kinds,
    )


def _sheets(path: Path, scope: str, folder: Path, seen: set[tuple[str, Path]]) -> Iterator[_Sheet]:
    """Yield a file and whatever it uses, its own first, each once a site."""
    if (scope, path) in seen:
        return
    seen.add((scope, path))
    documents = read(path)
    if len(documents) > 1:
        raise InputError(
            "a layout is one document", documents[1].where, expected="the next in a file of its own"
        )
    given = record(documents[0], LAYOUT, "the layout")
    yield _Sheet(path, scope, given)
    for shared in given["use"]:
        yield from _sheets(_used_file(shared, folder), scope, folder, seen)
    for site, node in _entries(given, "sites"):
        for shared in record(node, SITE, f"site {site}")["use"]:
            yield from _sheets(_used_file(shared, folder), f"{scope}{site}.", folder, seen)


def _used_file(shared: str, folder: Path) -> Path:
    return data_file(f"{shared}.yaml") if shared.startswith("common/") else folder / f"{shared}.yaml"


def _name_of(path: Path) -> str:
    return path.resolve().parent.name if path.stem == "layout" else path.stem


def _entries(given: Mapping[str, Any], section: str) -> Iterator[tuple[str, Node]]:
    table: Table | None = given[section]
    return iter(table.entries.items() if table else ())


def _premises(sheets: tuple[_Sheet, ...]) -> tuple[dict[str, Premise], dict[str, Preset]]:
    """Return the premises of all files, those of every rite among them, and the presets."""
    premises: dict[str, Premise] = {}
    base = record(read(data_file(BASE))[0], {"premises": LAYOUT["premises"]}, "the premises")
    for given in (*(sheet.given for sheet in sheets), base):
        if given["premises"]:
            premises |= read_premises(given["premises"], "the premises", but=premises)
    presets: dict[str, Preset] = {PLAIN_PRESET: {}}
    for sheet in reversed(sheets):
        for id, node in _entries(sheet.given, "presets"):
            presets[id] = read_preset(id, node, premises)
    return premises, presets


class _Reading:
    """Reads one kind of entry from all files; what stands in the file that uses another comes first."""

    def __init__(
        self, sheets: tuple[_Sheet, ...], premises: Mapping[str, Premise], kinds: Mapping[str, Kind]
    ) -> None:
        self.kinds = kinds
        self._sheets = [
            (sheet, Setting(Defaults(*(sheet.given[field] for field in DEFAULT_FIELDS)), premises))
            for sheet in sheets
        ]

    def all(self, section: str, read_entry: Callable[[Entry], D]) -> dict[str, D]:
        """Return the definitions of a section by id."""
        found: dict[str, D] = {}
        for entry in self._entries(section):
            if entry.id not in found:
                found[entry.id] = read_entry(entry)
        return found

    def sites(self) -> dict[str, ObjectDefinition]:
        """Return the origins of the sites."""
        return {entry.id: read_site(entry) for entry in self._entries("sites")}

    def _entries(self, section: str) -> Iterator[Entry]:
        for sheet, setting in self._sheets:
            for id, node in _entries(sheet.given, section):
                where = sheet.given[section].keys[id]
                name(Text(id, where), "an id")
                yield Entry(id, node, where, sheet.scope, setting, self.kinds)


def _refuse_doubles(*sections: Mapping[str, Definition]) -> None:
    first: dict[str, Where] = {}
    for section in sections:
        for id, definition in section.items():
            if id in first:
                raise InputError(f"'{id}' is used twice; first at {first[id]}", definition.where)
            first[id] = definition.where


def _with_origins(
    objects: dict[str, ObjectDefinition], sheets: tuple[_Sheet, ...]
) -> dict[str, ObjectDefinition]:
    """Put the origin's object of each file at the origin, where nothing else says where it stands."""
    for sheet in sheets:
        named: Text | None = sheet.given["origin"]
        id = sheet.scope + (named.value if named else HALL)
        if named and id not in objects:
            raise InputError(f"nothing is called '{named.value}'", named.where, given=id, valid=objects)
        if id in objects and not objects[id].statements:
            where = named.where if named else objects[id].where
            source = Source(OURS, "derived", why="the origin of the frame", where=where)
            at = Statement("1", {}, source, "at", (Text(ORIGIN, where),), None, None, None)
            objects[id] = replace(objects[id], statements=(at,))
    return objects
