"""Under the chosen premises: every row, number, kit and group written out one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from courtyard3d.errors import InputError
from courtyard3d.layout.bodies import Body, scoped
from courtyard3d.layout.clauses import Clause
from courtyard3d.layout.definitions import (
    GroupDefinition,
    KitItem,
    ObjectDefinition,
    PersonDefinition,
)
from courtyard3d.layout.documents import LayoutDocument
from courtyard3d.layout.kinds import Kind
from courtyard3d.layout.premises import When, as_number, in_force
from courtyard3d.layout.things import Group
from courtyard3d.measures import MeasureError, Quantity, evaluate, format_numeral
from courtyard3d.reading.nodes import Text
from courtyard3d.reading.words import Labels

C = TypeVar("C", bound=Clause)

WHO = "{who}"
"""In the names of a row: him whom a place in it is for."""
MOST = 5_000
"""Members of one row or number of things: more would be a slip of the pen."""
MOST_IN_ALL = 20_000
"""Things of one layout, gear and members of rows included."""


@dataclass(frozen=True, slots=True)
class Member:
    """One of the people of a definition; the bare name where he is the only one."""

    id: str
    index: int
    definition: PersonDefinition


class Casting:
    """Makes people, groups and bodies out of their definitions, in this order."""

    def __init__(self, document: LayoutDocument, choice: Mapping[str, str]) -> None:
        self.document = document
        self.choice = choice
        values = {premise: as_number(value) for premise, value in choice.items()}
        self.numbers = {premise: value for premise, value in values.items() if value is not None}
        self.absent: dict[str, When] = {}
        self.people: dict[str, Member] = {}
        self.groups: dict[str, Group] = {}
        self.bodies: dict[str, Body] = {}
        self.kits: dict[str, tuple[Member, KitItem]] = {}
        self._next_number: dict[str, int] = {}
        self._count_people()
        self._gather_groups()
        self._make_bodies()
        self._hand_out_kits()

    def said(self, clauses: Iterable[C]) -> Iterator[C]:
        """Yield those clauses that are in force."""
        return (clause for clause in clauses if in_force(clause.when, self.choice))

    def there(self, definition: ObjectDefinition | PersonDefinition | GroupDefinition) -> bool:
        """Return whether the premises leave a definition in; remember it if not."""
        there = in_force(definition.when, self.choice)
        if not there:
            self.absent[definition.id] = definition.when
        return there

    def whole(self, text: Text) -> int:
        """Return how many an expression over the premises says."""
        try:
            value = evaluate(text.value, lambda name: self._number(name, text)).number
        except MeasureError as error:
            raise InputError(error.message, text.at(error.column)) from None
        if value.denominator != 1 or not 0 <= value <= MOST:
            raise InputError(
                f"'{text.value}' is {value}", text.where, expected=f"a whole number up to {MOST}"
            )
        return int(value)

    def _number(self, name: str, text: Text) -> Quantity:
        value = self.numbers.get(name, as_number(name))
        if value is None:
            message = f"no premise that is a number is called '{name}'"
            raise InputError(message, text.where, given=name, valid=self.numbers)
        return Quantity(value, 0)

    # ── people and groups ──

    def _count_people(self) -> None:
        for definition in self.document.people.values():
            if not self.there(definition):
                continue
            ids = numbered(definition.id, self.whole(definition.count) if definition.count else 1)
            for index, id in enumerate(ids):
                if id in self.people:
                    raise InputError(f"'{id}' is used twice", definition.where)
                self.people[id] = Member(id, index, definition)
            if ids != (definition.id,):
                labels = labels_of(definition, definition.kind)
                self.groups[definition.id] = Group(definition.id, labels, ids, {}, ids, definition.where)

    def _gather_groups(self) -> None:
        for definition in self.document.groups.values():
            if self.there(definition):
                self._gather(definition, ())

    def _gather(self, definition: GroupDefinition, within: tuple[str, ...]) -> Group:
        id = definition.id
        if id in within:
            raise InputError(
                f"group {id} is a part of itself: {' in '.join((id, *reversed(within)))}", definition.where
            )
        if id in self.groups:
            return self.groups[id]
        members: dict[str, None] = {}
        there: set[str] = set()
        parts: dict[str, None] = {}
        for written in definition.members:
            name, found = self._part(written, definition, (*within, id))
            if found is not None:
                there.add(name)
                inner = self.groups.get(name)
                parts |= dict.fromkeys((name,) if inner is None or inner.roles else inner.parts)
                members |= dict.fromkeys(found)
        roles = {
            role: name
            for role, written in definition.roles.items()
            for name in scoped(written, definition.scope)
            if name in there
        }
        labels = definition.labels or Labels(en=id)
        self.groups[id] = Group(
            id, labels, tuple(members), roles, tuple(parts), definition.where, definition.unless
        )
        return self.groups[id]

    def _part(
        self, written: Text, definition: GroupDefinition, within: tuple[str, ...]
    ) -> tuple[str, tuple[str, ...] | None]:
        """Return the full name of a part and its people; None for them where the premises leave it out."""
        for name in scoped(written.value, definition.scope):
            if name in self.people:
                return name, (name,)
            if name in self.groups:
                return name, self.groups[name].members
            if name in self.absent:
                return name, None
            if (other := self.document.groups.get(name)) is not None:
                return name, self._gather(other, within).members if self.there(other) else None
        valid = (*self.people, *self.document.groups)
        raise InputError(
            f"no person or group is called '{written.value}'", written.where, given=written.value, valid=valid
        )

    # ── things ──

    def _make_bodies(self) -> None:
        listed = dict(self._listed())
        for definition in self.document.objects.values():
            if definition.id in listed:
                continue
            if not self.there(definition):
                self.absent |= {name: definition.when for name, row in listed.items() if row == definition.id}
            elif definition.row is not None or definition.count is not None:
                self._several(definition)
            else:
                self._add(self._body(definition, definition.id))

    def _add(self, body: Body) -> None:
        if body.id in self.bodies:
            raise InputError(f"'{body.id}' is used twice; first at {self.bodies[body.id].where}", body.where)
        if len(self.bodies) == MOST_IN_ALL:
            raise InputError(f"more than {MOST_IN_ALL:,} things", body.where, expected="fewer of them")
        self.bodies[body.id] = body

    def _listed(self) -> Iterator[tuple[str, str]]:
        """Yield the members that a row lists by name, with the row."""
        for definition in self.document.objects.values():
            if definition.row is not None and isinstance(definition.row.members, tuple):
                for member in definition.row.members:
                    yield definition.scope + member.value, definition.id

    def _several(self, definition: ObjectDefinition) -> None:
        """Make the members of a row or number of things, and the body that stands for them all."""
        served = self._served(definition)
        ids = self._member_ids(definition, served)
        if ids == (definition.id,):
            one = next(iter(served), None)
            self._add(self._body(definition, definition.id, serves=one, labels=self._labels(definition, one)))
        elif not ids:
            self.absent[definition.id] = definition.when
        elif definition.row:
            labels = self._labels(definition, definition.serves.value if definition.serves else None)
            self._add(self._body(definition, definition.id, members=ids, shape=definition.row, labels=labels))
            for index, id in enumerate(ids):
                self._add(self._in_row(definition, id, index, served[index] if served else None))
        else:
            whole = replace(definition, statements=(), turns=(), starts=None)
            self._add(self._body(whole, definition.id, members=ids))
            for index, id in enumerate(ids):
                labels = _numbered(labels_of(definition, definition.kind), index + 1)
                self._add(self._body(definition, id, labels=labels, index=index))

    def _in_row(self, row: ObjectDefinition, id: str, index: int, serves: str | None) -> Body:
        """Make a member of a row; what the file says of it by itself comes first."""
        own = self.document.objects.get(id)
        member = replace(_laid_over(row, own) if own else row, statements=())
        labels = own.labels if own and own.labels else self._labels(row, serves, index + 1)
        bend = row.row.bend if row.row else None
        room = self.whole(bend.after) if bend else index
        if bend and bend.facing and index >= room:
            member = replace(member, turns=(bend.facing,))
        along, across = min(index, room), max(index - room, 0)
        return self._body(member, id, labels=labels, serves=serves, row=row.id, index=along, across=across)

    def _labels(self, row: ObjectDefinition, serves: str | None, number: int | None = None) -> Labels:
        """Return the names of a row, or of the place in it of that number; they may tell whom it is for."""
        labels = row.member_labels or labels_of(row, row.kind) if number else labels_of(row, row.kind)
        if WHO in labels.hans and serves is not None:
            names = scoped(serves, row.scope)
            members = [self.labels(self.people[name]) for name in names if name in self.people]
            (who, *_) = members or [self.groups[name].labels for name in names if name in self.groups]
            return Labels(
                labels.hans.replace(WHO, who.hans), labels.en.replace(WHO, who.en.removeprefix("the "))
            )
        return _numbered(labels, number) if number else labels

    def _served(self, definition: ObjectDefinition) -> tuple[str, ...]:
        """Return the people for whom a row is, one each; empty where it is for no group."""
        if definition.row is None or definition.serves is None:
            return ()
        names = scoped(definition.serves.value, definition.scope)
        return next((self.groups[name].members for name in names if name in self.groups), ())

    def _member_ids(self, definition: ObjectDefinition, served: tuple[str, ...]) -> tuple[str, ...]:
        members = definition.row.members if definition.row else definition.count
        if isinstance(members, tuple):
            ids = tuple(definition.scope + member.value for member in members)
        elif members is not None:
            ids = numbered(definition.id, self.whole(members))
        elif definition.serves:
            ids = numbered(definition.id, len(served))
        else:
            raise InputError(
                f"row {definition.id} has no members", definition.where, expected="'members', or 'for: GROUP'"
            )
        if len(ids) < len(served):
            raise InputError(
                f"row {definition.id} has {len(ids)} places for {len(served)} people", definition.where
            )
        return ids

    def _body(self, definition: ObjectDefinition, id: str, **more: Any) -> Body:
        kind = definition.kind
        measures = {name: tuple(self.said(amounts)) for name, amounts in definition.measures.items()}
        given: dict[str, Any] = {
            "labels": labels_of(definition, kind),
            "serves": definition.serves.value if definition.serves else None,
            **more,
        }
        return Body(
            id=id,
            scope=definition.scope,
            kind=kind,
            when=definition.when,
            statements=tuple(self.said(definition.statements)),
            turns=tuple(self.said(definition.turns)),
            measures={**kind.measures, **{name: said for name, said in measures.items() if said}},
            points={**kind.points, **definition.points},
            starts=definition.starts,
            mesh=definition.mesh,
            where=definition.where,
            **given,
        )

    def _hand_out_kits(self) -> None:
        """Make everybody's gear: single pieces are his (`guest.bow`), several are numbered (`arrow-1`)."""
        for person in self.people.values():
            for item in person.definition.kit:
                self.kits |= dict.fromkeys(self._kit_ids(person, item), (person, item))
        for id, (person, item) in self.kits.items():
            self._add(self._gear(id, person, item))
        for kind in {item.kind.id: item.kind for _, item in self.kits.values() if item.count}.values():
            self._gather_pieces(kind)

    def _gather_pieces(self, kind: Kind) -> None:
        """Make the body that stands for all the numbered pieces of a kind, unless the layout has one."""
        pieces = {id: person for id, (person, item) in self.kits.items() if item.kind is kind and item.count}
        if kind.id not in self.bodies:
            owner, labels = next(iter(pieces.values())), kind.labels or Labels(en=kind.id)
            self._add(self._piece(kind.id, kind, owner, labels=labels, members=tuple(pieces)))

    def _gear(self, id: str, owner: Member, item: KitItem) -> Body:
        labels = item.kind.labels or Labels(en=item.kind.id)
        number = int(id.rpartition("-")[2]) if item.count else None
        labels = _numbered(labels, number) if number else _owned(labels, self.labels(owner))
        return self._piece(id, item.kind, owner, labels=labels, serves=owner.id)

    def _piece(self, id: str, kind: Kind, owner: Member, **more: Any) -> Body:
        given: dict[str, Any] = {"serves": None, **more}
        return Body(
            id=id,
            scope=owner.definition.scope,
            kind=kind,
            when=owner.definition.when,
            statements=(),
            turns=(),
            measures=kind.measures,
            points=kind.points,
            starts=None,
            mesh=None,
            where=owner.definition.where,
            **given,
        )

    def _kit_ids(self, person: Member, item: KitItem) -> tuple[str, ...]:
        if item.count is None:
            return (f"{person.id}.{item.kind.id}",)
        first = self._next_number.setdefault(item.kind.id, self._first_number(item.kind.id))
        self._next_number[item.kind.id] = first + item.count
        return tuple(f"{item.kind.id}-{number}" for number in range(first, first + item.count))

    def _first_number(self, kind: str) -> int:
        """Return the first free number of things of a kind: objects that a layout counts come first."""
        numbers = (name.removeprefix(f"{kind}-") for name in self.bodies if name.startswith(f"{kind}-"))
        return 1 + max((int(number) for number in numbers if number.isdecimal()), default=0)

    def labels(self, person: Member) -> Labels:
        """Return a person's names, numbered where there are several."""
        labels = labels_of(person.definition, person.definition.kind)
        return labels if person.id == person.definition.id else _numbered(labels, person.index + 1)


def numbered(id: str, count: int) -> tuple[str, ...]:
    """Return the ids of so many members; a single one has the bare name."""
    return (id,) if count == 1 else tuple(f"{id}-{number}" for number in range(1, count + 1))


def labels_of(definition: ObjectDefinition | PersonDefinition, kind: Kind) -> Labels:
    """Return the names of a definition: its own, else those of its kind, else its id."""
    return definition.labels or kind.labels or Labels(en=definition.id)


def _numbered(labels: Labels, number: int) -> Labels:
    numeral = format_numeral(number)
    return Labels(
        hans=f"{labels.hans}{numeral}",
        en=f"{labels.en} {number}",
        written_hant=f"{labels.written_hant}{numeral}" if labels.written_hant else None,
        written_pinyin=f"{labels.written_pinyin} {number}" if labels.written_pinyin else None,
    )


def _owned(thing: Labels, owner: Labels) -> Labels:
    written = thing.written_hant or owner.written_hant
    return Labels(
        hans=f"{owner.hans}之{thing.hans}",
        en=f"{owner.en}'s {thing.en}",
        written_hant=f"{owner.hant}之{thing.hant}" if written else None,
    )


def _laid_over(row: ObjectDefinition, own: ObjectDefinition) -> ObjectDefinition:
    """Return what a member of a row is that the file also describes by itself."""
    if own.statements:
        raise InputError(f"{own.id} is placed by row {row.id}", own.where, expected="no 'statements'")
    return replace(
        row,
        labels=own.labels or row.labels,
        turns=own.turns or row.turns,
        measures={**row.measures, **own.measures},
        points={**row.points, **own.points},
        starts=own.starts or row.starts,
        mesh=own.mesh or row.mesh,
        where=own.where,
    )
