"""The entries of a layout file: quantities, objects, people, groups and sites."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from courtyard3d.errors import InputError, Where
from courtyard3d.layout.clauses import (
    Setting,
    Statement,
    Turn,
    amounts,
    anchors,
    read_amount,
    read_facing,
    read_lies,
    read_row,
    read_statement,
    several,
)
from courtyard3d.layout.definitions import (
    Beginning,
    GroupDefinition,
    HeldAt,
    KitItem,
    ObjectDefinition,
    PersonDefinition,
    QuantityDefinition,
)
from courtyard3d.layout.kinds import PLAIN, Kind
from courtyard3d.layout.premises import check_when, when_reader
from courtyard3d.reading.nodes import Items, Node, Table, Text
from courtyard3d.reading.schema import (
    Field,
    Reader,
    anything,
    as_table,
    by_shape,
    length_text,
    mapping,
    name,
    one_of,
    one_or_many,
    placed_name,
    placed_names,
    record,
    scalar,
    text,
    texts,
)
from courtyard3d.reading.words import Labels, labels_from

POSTURES = ("standing", "kneeling", "seated")
_KIT = re.compile(r"([A-Za-z][\w-]*)(?: +x +([1-9][0-9]?))?", re.ASCII)
STATION = "station"

_HELD: Mapping[str, Field] = {
    "held_by": Field(placed_name, "the holder", required=True),
    "in": Field(placed_name, "the place of the holder", required=True),
}
_starts: Reader[Beginning] = by_shape(
    text=placed_name,
    table=Reader("a holder and its place", lambda node, what: HeldAt(*record(node, _HELD, what).values())),
)
_SHARED_FILE = re.compile(r"(common/)?[A-Za-z0-9][A-Za-z0-9_-]*")


def _as_shared_file(value: str) -> str:
    if not _SHARED_FILE.fullmatch(value):
        raise ValueError(value)
    return value


used = one_or_many(scalar("common/NAME, or the NAME of a file in the rite's own folder", _as_shared_file))
_labels: Reader[Labels] = Reader("labels", labels_from)
_MESH: Mapping[str, Field] = {
    "file": Field(text, "the mesh file, beside the layout", required=True),
    "unit": Field(one_of("m", "cm", "mm", "in", "ft", "chi"), "the unit of its coordinates", required=True),
    "up": Field(one_of("x", "y", "z"), "its axis that points up", required=True),
}

_SHARED: Mapping[str, Field] = {
    "labels": Field(_labels, "its names"),
    "when": Field(when_reader, "the premises under which it is there", default={}),
}
_FORM: Mapping[str, Field] = {
    "kind": Field(placed_name, "what it is; without it the kind of its own name, else a station"),
    "facing": Field(anything, "where it faces"),
    "lies": Field(anything, "how it lies, of a thing without a front"),
    "measures": Field(anything, "its sizes, each one clause or several"),
    "anchors": Field(anything, "its own named points, as offsets"),
    "starts": Field(_starts, "where it is at first, unless where it stands"),
    "for": Field(placed_name, "the mat, person or group that it is for"),
    "mesh": Field(Reader("a mesh file", lambda node, what: record(node, _MESH, what)), "its own mesh file"),
}
OBJECT: Mapping[str, Field] = {
    **_SHARED,
    **_FORM,
    "count": Field(length_text, "how many there are of it"),
    "row": Field(anything, "the row that it is"),
    "each": Field(anything, "what every member of the row has"),
    "statements": Field(anything, "where it stands"),
}
EACH: Mapping[str, Field] = {"labels": Field(_labels, "the name of a member"), **_FORM}
PERSON: Mapping[str, Field] = {
    **_SHARED,
    "kind": Field(placed_name, "what kind of person"),
    "count": Field(length_text, "how many there are"),
    "side": Field(name, "host or guest side"),
    "dress": Field(texts, "what he wears", default=()),
    "posture": Field(one_of(*POSTURES), "how he rests", default="standing"),
    "kit": Field(texts, "his gear: kinds, each with `x N` where there are several", default=()),
    "kit-at": Field(placed_name, "where his gear lies at first"),
    "starts": Field(_starts, "where he is at first"),
    "also": Field(texts, "further names", default=()),
    "offices": Field(mapping(_labels), "names that he bears for a while", default={}),
    "office": Field(name, "the office with which he begins, one of `offices`"),
}
_ROLE = Field(placed_name, "the one who has this part")
GROUP: Mapping[str, Field] = {
    **_SHARED,
    "members": Field(placed_names, "people and groups, senior first", default=()),
    "unless": Field(text, "the outcome of the shooting that leaves it without anybody"),
}
SITE: Mapping[str, Field] = {
    "labels": Field(_labels, "its names"),
    "use": Field(used, "the layout that stands here", required=True),
    "at": Field(placed_name, "the point at which its origin lies"),
    "statements": Field(anything, "where its origin lies"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a file with what its reader needs."""

    name: str
    node: Node
    where: Where
    scope: str
    setting: Setting
    kinds: Mapping[str, Kind]

    @property
    def id(self) -> str:
        """Its name in the world."""
        return self.scope + self.name

    def shared(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields that all definitions share."""
        when = check_when(given["when"], self.setting.premises, self.where)
        return {
            "id": self.id,
            "scope": self.scope,
            "labels": given["labels"],
            "when": when,
            "where": self.where,
        }

    def kind(self, written: Text | None, default: str) -> Kind:
        """Return the kind that is written, else that of the default name, else a plain one."""
        if written is None:
            return self.kinds.get(default, PLAIN)
        if written.value not in self.kinds:
            raise InputError(
                f"no kind is called '{written.value}'", written.where, given=written.value, valid=self.kinds
            )
        return self.kinds[written.value]


def read_quantity(entry: Entry) -> QuantityDefinition:
    """Read an entry of `quantities:`."""
    shared = entry.shared({"labels": None, "when": {}})
    return QuantityDefinition(**shared, amounts=several(entry.node, "", entry.setting, read_amount))


def read_object(entry: Entry) -> ObjectDefinition:
    """Read an entry of `objects:`."""
    given = record(entry.node, OBJECT, entry.name)
    if given["each"] and not given["row"]:
        raise InputError(f"{entry.name} has 'each' but is no row", given["each"].where, expected="'row'")
    if given["row"] and given["count"]:
        raise InputError(f"{entry.name} is a row", given["count"].where, expected="`members` of the row")
    each = record(given["each"], EACH, f"each of {entry.name}") if given["each"] else {}
    form = {field: each.get(field) or given[field] for field in _FORM}
    return ObjectDefinition(
        **entry.shared(given),
        kind=entry.kind(form["kind"], entry.name if entry.name in entry.kinds else STATION),
        count=given["count"],
        row=read_row(given["row"], entry.setting) if given["row"] else None,
        statements=_statements(given["statements"], entry),
        turns=_turns(form, entry),
        measures=amounts(form["measures"], entry.setting) if form["measures"] else {},
        points=anchors(form["anchors"], "the anchors") if form["anchors"] else {},
        starts=form["starts"],
        serves=form["for"],
        mesh=form["mesh"],
        member_labels=each.get("labels"),
    )


def read_person(entry: Entry) -> PersonDefinition:
    """Read an entry of `people:`."""
    given = record(entry.node, PERSON, entry.name)
    return PersonDefinition(
        **entry.shared(given),
        kind=entry.kind(given["kind"], "man"),
        count=given["count"],
        side=given["side"],
        dress=given["dress"],
        posture=given["posture"],
        kit=tuple(_kit_item(item, entry) for item in given["kit"]),
        kit_at=given["kit-at"],
        starts=given["starts"],
        also=given["also"],
        offices=given["offices"],
        office=_office(given, entry),
    )


def _office(given: Mapping[str, Any], entry: Entry) -> str | None:
    office: str | None = given["office"]
    if office is not None and office not in given["offices"]:
        known, where = given["offices"], as_table(entry.node, entry.name).entries["office"].where
        raise InputError(f"{entry.name} has no office '{office}'", where, given=office, valid=known)
    return office


def read_group(entry: Entry) -> GroupDefinition:
    """Read an entry of `groups:`: a list, `{members: [...]}`, or members by their roles."""
    node = entry.node
    if isinstance(node, Items | Text):
        shared = entry.shared({"labels": None, "when": {}})
        return GroupDefinition(**shared, members=placed_names(node, entry.name), roles={})
    roles = [key for key in as_table(node, entry.name).entries if key not in GROUP]
    given = record(node, {**GROUP, **dict.fromkeys(roles, _ROLE)}, entry.name)
    return GroupDefinition(
        **entry.shared(given),
        members=(*(given[role] for role in roles), *given["members"]),
        roles={role: given[role].value for role in roles},
        unless=given["unless"],
    )


def read_site(entry: Entry) -> ObjectDefinition:
    """Read an entry of `sites:` as an object: the origin of what stands there."""
    given = record(entry.node, SITE, f"site {entry.name}")
    if bool(given["at"]) == bool(given["statements"]):
        raise InputError(
            f"site {entry.name} needs its place once", entry.where, expected="'at' or 'statements'"
        )
    at: Text | None = given["at"]
    placing = Table({"at": at}, {"at": at.where}, at.where) if at else given["statements"]
    kept = {key: node for key, node in as_table(entry.node, entry.name).entries.items() if key == "labels"}
    entries = {**kept, "statements": placing}
    return read_object(replace(entry, node=Table(entries, dict.fromkeys(entries, entry.where), entry.where)))


def _statements(node: Node | None, entry: Entry) -> tuple[Statement, ...]:
    return several(node, "", entry.setting, read_statement) if node else ()


def _turns(form: Mapping[str, Any], entry: Entry) -> tuple[Turn, ...]:
    if form["facing"] and form["lies"]:
        raise InputError(
            f"{entry.name} can't both face and lie", form["lies"].where, expected="'facing' or 'lies'"
        )
    if form["facing"]:
        return several(form["facing"], "facing", entry.setting, read_facing)
    return several(form["lies"], "lies", entry.setting, read_lies) if form["lies"] else ()


def _kit_item(written: str, entry: Entry) -> KitItem:
    match = _KIT.fullmatch(written)
    if match is None:
        raise InputError(
            f"the kit has '{written}'", entry.where, expected="a kind, or `KIND x NUMBER` up to 99"
        )
    kind, count = match.groups()
    return KitItem(entry.kind(Text(kind, entry.where), kind), int(count) if count else None)
