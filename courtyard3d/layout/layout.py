"""The compiled layout: exact places and sizes of everything, with the ledger that proves them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import TypeVar

from courtyard3d.errors import InputError, Where
from courtyard3d.layout.bodies import Body, Context
from courtyard3d.layout.cast import Cast, cast
from courtyard3d.layout.directions import AXES
from courtyard3d.layout.documents import LayoutDocument
from courtyard3d.layout.findings import Finding
from courtyard3d.layout.kinds import Kind
from courtyard3d.layout.ledger import Books, Ledger
from courtyard3d.layout.names import Names
from courtyard3d.layout.premises import told
from courtyard3d.layout.solver import Cell
from courtyard3d.layout.things import Group, Person, Position, Thing
from courtyard3d.measures import Quantity, Units
from courtyard3d.reading import garbage
from courtyard3d.reading.nodes import Text
from courtyard3d.reading.words import Labels
from courtyard3d.sources import ATTESTED, lack, weakest

T = TypeVar("T")

CM = Fraction(1, 100)
NO_PLACE = Where("", 0, 0)


@dataclass(frozen=True)
class Layout:
    """A layout under one choice of premises; immutable.

    `chi_m` is the length of the chi in metres; `findings` are the checks that do
    not hold and what the clauses lack; `objects`, `people` and `groups` are by id.
    """

    document: LayoutDocument
    choice: Mapping[str, str]
    units: Units
    ledger: Ledger
    findings: tuple[Finding, ...]
    objects: Mapping[str, Thing]
    people: Mapping[str, Person]
    groups: Mapping[str, Group]
    _books: Books = field(repr=False, compare=False)
    _names: dict[tuple[str, ...], Names] = field(default_factory=dict, repr=False, compare=False)
    _points: dict[str, Position] = field(default_factory=dict, repr=False, compare=False)
    _facings: dict[str, Fraction | None] = field(default_factory=dict, repr=False, compare=False)

    @property
    def rite(self) -> str:
        """The id of the rite."""
        return self.document.rite

    @property
    def labels(self) -> Labels:
        """The names of the rite."""
        return self.document.labels

    @property
    def told(self) -> tuple[str, dict[str, str]]:
        """The choice in the fewest words: the preset that it keeps to, and what it chooses beside it."""
        return told(self.document.premises, self.document.presets, self.choice)

    @property
    def chi_m(self) -> float:
        """The length of the chi in metres."""
        return float(Fraction(self.choice["chi"]) * CM)

    @property
    def sections(self) -> tuple[str, ...]:
        """The ids of the sections, in order."""
        return self.document.sections

    @property
    def plate_at(self) -> str | None:
        """The moment that figures show."""
        return self.document.plate_at

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """All kinds by id."""
        return self.document.kinds

    def point(self, name: str, where: Where | None = None) -> Position:
        """Return a point by the name of an object or of a point named on it (`mark-left.south`), in chi.

        Raises
        ------
        InputError
            At `where`, if nothing has that name or nothing says where it is.
        """
        if name not in self._points:
            spot = self._books.space.cast.bodies.spot(name, where, self._context)
            if spot.body is not None and not spot.body.placed:
                raise InputError(f"{name} is nowhere", where, expected="something that a statement places")
            x, y, z = (self._ask(partial(self._books.space.coordinate, spot, axis)) for axis in AXES)
            self._points[name] = x, y, z
        return self._points[name]

    def has_point(self, name: str) -> bool:
        """Return whether a name leads to an object with a place or to a point of one."""
        return self._books.space.cast.bodies.has(name)

    def facing(self, name: str) -> Fraction | None:
        """Return where an object (or the object of a point) faces, in degrees; None where nothing says so."""
        if name not in self._facings:
            body = self._books.space.cast.bodies.spot(name, None, self._context).body
            facing = self._ask(partial(self._books.space.facing, body)) if body else None
            self._facings[name] = facing
        return self._facings[name]

    def evaluate(self, text: str, where: Where | None = None) -> Quantity:
        """Return the value of an expression over quantities, measures and coordinates."""
        written = Text(text, where or NO_PLACE)
        return self._ask(partial(self._books.space.evaluate, written, self._context))

    def find(self, text: str, kinds: Iterable[str] = ("object", "person", "group")) -> str:
        """Return the id of what is called `text` in any language; see :meth:`Names.find`."""
        wanted = tuple(kinds)
        if wanted not in self._names:
            self._names[wanted] = Names.of(self, wanted)
        return self._names[wanted].find(text)

    def named(self, id: str) -> Labels | None:
        """Return the labels of an object, person or group, None where there is none of that id."""
        entry = self.objects.get(id) or self.people.get(id) or self.groups.get(id)
        return entry.labels if entry else None

    def owner(self, name: str) -> str | None:
        """Return the id of the object that a name, or the name of a point, leads to; None for neither."""
        return self._books.space.cast.bodies.owner(name)

    def _ask(self, rule: Callable[[], T]) -> T:
        return self._books.settle(rule)[0]

    @cached_property
    def of_kind(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of the objects of each kind, in order."""
        found: dict[str, tuple[str, ...]] = {}
        for thing in self.objects.values():
            found[thing.kind] = (*found.get(thing.kind, ()), thing.id)
        return found

    @cached_property
    def places(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The rows and places that are for each person, the longest ids first, with his place in them."""
        found: dict[str, tuple[tuple[str, str], ...]] = {}
        for row in sorted(self.objects.values(), key=lambda row: -len(row.id)):
            served = row.for_ or ""
            group = self.groups.get(served)
            people = group.members if group else (served,) if served in self.people else ()
            for person, place in zip(people, row.members or (row.id,), strict=False):
                found[person] = (*found.get(person, ()), (row.id, place))
        return found

    @cached_property
    def _context(self) -> Context:
        return Context(when={premise: frozenset((value,)) for premise, value in self.choice.items()})


@garbage.kept()
def compile_layout(document: LayoutDocument, choice: Mapping[str, str]) -> Layout:
    """Work out a layout under a choice of premises.

    Raises
    ------
    InputError
        For a name that stands for nothing, a circle, or an axis that nothing determines. Checks that do
        not hold are findings of the layout instead.
    """
    there = cast(document, choice)
    books = Books(there)
    ledger = books.close()
    bodies = there.bodies.by_id.values()
    return Layout(
        document,
        choice,
        books.space.units,
        ledger,
        (*ledger.findings(), *_lacks(ledger)),
        {body.id: _thing(body, ledger, there) for body in bodies},
        there.people,
        there.groups,
        books,
    )


def _thing(body: Body, ledger: Ledger, there: Cast) -> Thing:
    found = ledger.quantities
    cells = [Cell(body.id, axis) for axis in AXES]
    position = None
    if body.placed:
        x, y, z = (found[cell].value for cell in cells)
        position = (x, y, z)
    turn = found.get(Cell(body.id, "facing"))
    lies = bool(body.turns and body.turns[0].lies)
    degrees = turn.value if turn else None
    return Thing(
        id=body.id,
        kind=body.kind.id,
        labels=body.labels,
        position=position,
        facing=None if lies else degrees,
        lies=degrees if lies else None,
        size={} if body.members else {name: found[Cell.size(body.id, name)] for name in body.measures},
        members=body.members,
        grade=(_weakest(cells, ledger), _weakest(_main_sizes(body), ledger)),
        starts=there.starts.get(body.id),
        for_=body.serves,
        mesh=body.mesh,
        where=body.where,
        partly=_is_partly(cells[:2], ledger),
    )


def _main_sizes(body: Body) -> Iterator[Cell]:
    """Yield the cells of those measures that are the size of a thing; of all, where its kind names none."""
    main = [name for name in body.kind.extent.measures if name in body.measures]
    return (Cell.size(body.id, name) for name in main or body.measures)


def _weakest(cells: Iterable[Cell], ledger: Ledger) -> str | None:
    statuses = [ledger.status(cell) for cell in cells if cell in ledger.fixing]
    return weakest(statuses) if statuses else None


def _is_partly(cells: Iterable[Cell], ledger: Ledger) -> bool:
    """Whether some of the cells are stated or derived and others are not."""
    sure = {ledger.status(cell) in ATTESTED for cell in cells if cell in ledger.fixing}
    return len(sure) > 1


def _lacks(ledger: Ledger) -> Iterator[Finding]:
    """Yield what the sources of the clauses lack, each clause once."""
    for source, row in {row.source: row for row in reversed(ledger.rows)}.items():
        if missing := lack(source):
            yield Finding(
                "warning",
                "source",
                f"{row.cell}: {missing}",
                source.where,
                subjects=(row.cell.owner,),
                quote=source.quote,
                seed=source.seed,
            )
