"""Where everyone and everything is when the rite begins."""

from __future__ import annotations

from courtyard3d.errors import InputError, Where
from courtyard3d.layout.bodies import Bodies, Body, Context, scoped
from courtyard3d.layout.casting import Casting, Member
from courtyard3d.layout.definitions import Beginning, HeldAt, KitItem, PersonDefinition
from courtyard3d.layout.kinds import Kind
from courtyard3d.layout.things import Person, Start
from courtyard3d.reading.nodes import Text

ABSENT = "absent"


class Starts:
    """Finds out what `starts:` and `kit-at:` mean."""

    def __init__(self, bodies: Bodies, casting: Casting) -> None:
        self._bodies = bodies
        self._casting = casting

    def of_bodies(self) -> dict[str, Start]:
        return {
            body.id: self._begin(body.starts, Context(body.scope, None, body.when), body, body.kind)
            for body in self._bodies.by_id.values()
            if body.starts is not None
        }

    def people(self) -> dict[str, Person]:
        groups: dict[str, list[str]] = {}
        for group in self._casting.groups.values():
            for member in group.members:
                groups.setdefault(member, []).append(group.id)
        return {
            member.id: self._person(member, tuple(groups.get(member.id, ())))
            for member in self._casting.people.values()
        }

    def _person(self, member: Member, groups: tuple[str, ...]) -> Person:
        definition = member.definition
        return Person(
            id=member.id,
            kind=definition.kind.id,
            labels=self._casting.labels(member),
            side=definition.side,
            dress=definition.dress,
            posture=definition.posture,
            starts=self._begin(definition.starts, _context(definition), member),
            also=definition.also,
            offices=definition.offices,
            office=definition.office,
            groups=groups,
            where=definition.where,
        )

    def of_kits(self) -> dict[str, Start]:
        """Return where all gear is at first: where it lies, else with its owner."""
        return {id: self._of_kit(person, item) for id, (person, item) in self._casting.kits.items()}

    def _of_kit(self, person: Member, item: KitItem) -> Start:
        definition, kind = person.definition, item.kind
        if definition.kit_at is not None and kind.carried is not None:
            return Start("held", holder=person.id, place=kind.carried)
        if definition.kit_at is not None:
            return self._begin(definition.kit_at, _context(definition), person, kind)
        if kind.worn is None:
            raise InputError(
                f"kind {kind.id} does not say where it is worn",
                definition.where,
                expected="'worn', or 'kit-at'",
            )
        return Start("held", holder=person.id, place=kind.worn)

    def _begin(
        self, beginning: Beginning | None, context: Context, who: Member | Body, kind: Kind | None = None
    ) -> Start:
        """Return the start of a person, or of a thing of a kind; without a beginning it is absent."""
        if beginning is None or (isinstance(beginning, Text) and beginning.value == ABSENT):
            return Start("absent")
        if isinstance(beginning, HeldAt):
            return self._held(beginning.holder, beginning.place.value, beginning.place.where, context)
        where = beginning.where
        for name in scoped(beginning.value, context.scope):
            if kind is not None and name in self._casting.people:
                return self._held(beginning, self._place_for(kind, name, where), where, context)
        spot = self._bodies.spot(beginning.value, where, context)
        body = spot.body
        if body is not None and body.members:
            body = self._own_place(body, who, where)
        elif body is not None and kind is not None and body.kind.places and not spot.point:
            return self._held(beginning, self._place_for(kind, body.id, where), where, context)
        if body is None or not body.placed:
            raise InputError(f"'{beginning.value}' is nowhere", where, expected="a station or a holder")
        return Start("spot", station=f"{body.id}.{spot.point}" if spot.point else body.id)

    def _own_place(self, row: Body, who: Member | Body, where: Where) -> Body:
        """Return the place of a row that is for a person, else the one with his number."""
        places = [self._bodies.by_id[id] for id in row.members]
        own = [place for place in places if place.serves == who.id] or places[who.index : who.index + 1]
        if not own:
            raise InputError(f"row {row.id} has no place for {who.id}", where)
        return own[0]

    def _place_for(self, kind: Kind, holder: str, where: Where) -> str:
        places = self._holder_kind(holder).places
        fitting = (name for name, place in places.items() if not place.takes or kind.id in place.takes)
        place = kind.worn if kind.worn in places else next(fitting, None)
        if place is None:
            known = ", ".join(places)
            raise InputError(f"{holder} has no place for a thing of kind {kind.id}", where, expected=known)
        return place

    def _held(self, holder: Text, place: str, where: Where, context: Context) -> Start:
        for name in scoped(holder.value, context.scope):
            if name in self._casting.people or name in self._bodies.by_id:
                places = self._holder_kind(name).places
                if place not in places:
                    raise InputError(f"{name} has no place '{place}'", where, given=place, valid=places)
                return Start("held", holder=name, place=place)
        valid = (*self._casting.people, *self._bodies.by_id)
        raise InputError(
            f"no holder is called '{holder.value}'", holder.where, given=holder.value, valid=valid
        )

    def _holder_kind(self, name: str) -> Kind:
        people = self._casting.people
        return people[name].definition.kind if name in people else self._bodies.by_id[name].kind


def _context(definition: PersonDefinition) -> Context:
    return Context(definition.scope, None, definition.when)
