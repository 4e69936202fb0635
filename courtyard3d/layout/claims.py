"""Claims: what each clause in force wants a cell to be. The first claim on a cell fixes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from courtyard3d.errors import InputError
from courtyard3d.layout.bodies import Body, Context, Spot
from courtyard3d.layout.clauses import Amount, Statement, Turn
from courtyard3d.layout.directions import COMPASS, along, bearing, direction
from courtyard3d.layout.premises import both
from courtyard3d.layout.relations import PLAN, RELATIONS
from courtyard3d.layout.solver import Cell
from courtyard3d.layout.space import NOTHING, UNTURNED, Space
from courtyard3d.measures import Quantity
from courtyard3d.reading.nodes import Text
from courtyard3d.sources import OURS, Source, weakest

Bounds = tuple[Fraction, Fraction]


def _no_distance() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Claim:
    """What one clause wants of one cell.

    `objects` are the ids on which it leans, `text` is its own arithmetic as it
    is written, `ask` gives the wanted value; a `bound` must only not be exceeded.
    `distance` works out nothing but how far: what it reads bears on how sure the place is.
    """

    clause: str
    relation: str
    objects: tuple[str, ...]
    text: str | None
    source: Source
    ask: Callable[[], Quantity]
    bound: bool = False
    distance: Callable[[], object] = _no_distance


class Claims:
    """What the clauses in force want of the cells of a space."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self._asked: dict[str, tuple[Asked, ...]] = {}

    def on(self, cell: Cell) -> tuple[Claim, ...]:
        """Return all claims on a cell, the one that fixes it first.

        Raises
        ------
        InputError
            Where nothing determines the cell.
        """
        cast = self._space.cast
        body = cast.bodies.by_id.get(cell.owner)
        if body is None:
            quantity = cast.quantities[cell.owner]
            return _amounts(self._space, quantity.amounts, Context(quantity.scope))
        if cell.axis == "facing":
            return tuple(_turn(self._space, body, turn) for turn in body.turns)
        if (name := cell.measure) is not None:
            context = Context(body.scope, body, body.when, own=name)
            return _amounts(self._space, body.measures[name], context, body.kind.whole.get(name))
        if body.row is not None:
            row = cast.bodies.by_id[body.row]
            return (_in_row(self._space, row, body, cell.axis, self.on(Cell(row.id, cell.axis))[0]),)
        return self._placing(body, cell.axis)

    def _placing(self, body: Body, axis: str) -> tuple[Claim, ...]:
        asked = self._statements(body)
        named = tuple(ask.claim(axis) for ask in asked if axis in ask.names())
        if named:
            return named
        for ask in asked:
            if axis in ask.rule.lends(ask):
                return (ask.lent(axis),)
        if axis == "z" and asked:
            return (_standing(self._space, body),)
        raise InputError(
            f"{body.id}.{axis} is not determined",
            body.where,
            expected=f"a statement that says where {body.id} is {_LINE_OF[axis]}",
        )

    def _statements(self, body: Body) -> tuple[Asked, ...]:
        """The statements on a body; they are the same for all its axes."""
        if body.id not in self._asked:
            self._asked[body.id] = tuple(Asked(self._space, body, each) for each in body.statements)
        return self._asked[body.id]


# ── sizes and facings ──


def _amounts(
    space: Space, amounts: tuple[Amount, ...], context: Context, whole: Bounds | None = None
) -> tuple[Claim, ...]:
    """Return the claims of a measure; `whole` bounds it where it is a count."""
    values = [
        _amount(space, amount, amount.amount, "is", context, whole) for amount in amounts if amount.amount
    ]
    bounds = [
        _amount(space, amount, amount.at_most, "at_most", context) for amount in amounts if amount.at_most
    ]
    if not values:
        raise InputError("only a bound is in force here, no value", amounts[0].source.where, expected="'is'")
    return (*values, *bounds)


def _amount(
    space: Space, amount: Amount, text: Text, relation: str, context: Context, whole: Bounds | None = None
) -> Claim:
    said = replace(context, when=both(context.when, amount.when))
    id = amount.id if relation == "is" else f"{amount.id}/{relation}"

    def ask() -> Quantity:
        value = space.evaluate(text, said)
        return _counted(value, text, *whole) if whole else value

    return Claim(id, relation, (), text.value, amount.source, ask, relation == "at_most")


def _counted(value: Quantity, text: Text, low: Fraction, high: Fraction) -> Quantity:
    if value.dimension or value.value.denominator != 1 or not low <= value.value <= high:
        message = f"'{text.value}' is {f'{value.value} chi' if value.dimension else value.value}"
        raise InputError(message, text.where, expected=f"a whole number from {low} to {high}")
    return value


def _turn(space: Space, body: Body, turn: Turn) -> Claim:
    relation = "lies" if turn.lies else "facing"
    degrees = direction(turn.to.value)
    if degrees is not None:
        return Claim(turn.id, relation, (), turn.to.value, turn.source, lambda: Quantity(degrees, 0))
    context = Context(body.scope, body, both(body.when, turn.when))
    faced = space.cast.bodies.spot(turn.to.value, turn.to.where, context)

    def ask() -> Quantity:
        east, north = (space.coordinate(faced, axis) - space.coordinate(Spot(body), axis) for axis in PLAN)
        if not (east or north):
            raise InputError(f"{body.id} can't face {turn.to.value}: it is at the same place", turn.to.where)
        return Quantity(bearing(east, north), 0)

    return Claim(turn.id, relation, _ids((faced,)), turn.to.value, turn.source, ask)


# ── places ──


_LINE_OF = {"x": "east-west", "y": "north-south", "z": "in height"}


class Asked:
    """A statement put to the space; see :class:`courtyard3d.layout.relations.Asking`."""

    def __init__(self, space: Space, body: Body, statement: Statement) -> None:
        self.rule = RELATIONS[statement.relation]
        self._space = space
        self._body = body
        self._statement = statement
        self._context = Context(body.scope, body, both(body.when, statement.when))
        find = space.cast.bodies.spot
        self._spots = tuple(find(name.value, name.where, self._context) for name in statement.references)

    @property
    def axis(self) -> str | None:
        return self._statement.axis

    @property
    def reference(self) -> str:
        return self._statement.references[0].value

    @property
    def by(self) -> Fraction | None:
        text = self._statement.by
        return self._space.length(text, self._context) if text else None

    def there(self, axis: str) -> Fraction:
        if len(self._spots) == 1:
            return self._space.coordinate(self._spots[0], axis)
        return sum(self._space.box(self._spots, axis), NOTHING) / 2

    def middle(self, axis: str) -> Fraction:
        return sum((self._space.coordinate(spot, axis) for spot in self._spots), NOTHING) / 2

    def beside(self, axis: str, sign: int) -> Fraction:
        low, high = self._space.box(self._spots, axis)
        speaks_of_point = self._statement.point is not None
        own_low, own_high = (NOTHING, NOTHING) if speaks_of_point else self._space.reach(self._body, axis)
        gap = self._space.gap(self._statement.references[0].where, self._context) if axis in PLAN else NOTHING
        return high + gap - own_low if sign > 0 else low - gap - own_high

    def front(self) -> Fraction:
        served = self._space.cast.bodies.by_id.get(self._body.serves or "")
        for body in (self._spots[0].body, served):
            if body is not None and (facing := self._space.facing(body)) is not None:
                return facing
        raise InputError(
            f"'{self._statement.relation}' needs a facing, and {self.reference} has none",
            self._statement.references[0].where,
            expected=f"'facing' of {self.reference}, or 'for' a mat that faces",
        )

    def top(self) -> Fraction:
        spot = self._spots[0]
        if spot.body is None or spot.point:
            return self._space.coordinate(spot, "z")
        return self._space.top(spot.body)

    def names(self) -> tuple[str, ...]:
        """The axes that the statement names; an error where its `axis` leaves none."""
        names = self.rule.names(self)
        if not names:
            raise InputError(
                f"'{self._statement.relation}' does not speak of that axis", self._statement.source.where
            )
        return names

    def claim(self, axis: str) -> Claim:
        """Return what the statement wants of an axis that it names."""
        statement = self._statement
        text = statement.by.value if statement.by else None
        return Claim(
            statement.id,
            statement.relation,
            _ids(self._spots),
            text,
            statement.source,
            lambda: self._value(axis),
            distance=lambda: self.by,
        )

    def lent(self, axis: str) -> Claim:
        """Return the claim of an axis on which the subject is in line with the reference."""
        source = Source(OURS, "derived", where=self._statement.source.where)
        ids = _ids(self._spots)
        return Claim(
            self._statement.id, "in_line_with", ids, None, source, lambda: Quantity(self.there(axis), 1)
        )

    def _value(self, axis: str) -> Quantity:
        value = self.rule.value(self, axis)
        if (point := self._statement.point) is None:
            return Quantity(value, 1)
        if point.value not in self._body.points:
            raise InputError(
                f"{self._body.id} has no point '{point.value}'",
                point.where,
                given=point.value,
                valid=self._body.points,
            )
        return Quantity(value - self._space.offset(self._body, point.value, axis), 1)


def _standing(space: Space, body: Body) -> Claim:
    """What nothing places in height stands on what lies below it, else on the ground."""
    source = Source(OURS, "derived", where=body.where)
    support = space.support(body)
    if support is None:
        return Claim("stands", "on", (), None, source, lambda: Quantity(NOTHING, 1))
    return Claim("stands", "on", (support.id,), None, source, lambda: Quantity(space.top(support), 1))


def _in_row(space: Space, row: Body, body: Body, axis: str, first: Claim) -> Claim:
    """A member stands where its row does, so many spacings along it; `first` places the row."""
    shape = row.shape
    step, places = _step(row, body, axis)
    if shape is None or not step:
        own = partial(space.coordinate, Spot(row), axis)
        line = first.source
        return Claim(
            "row", "in_line_with", (row.id,), None, line, lambda: Quantity(own(), 1), distance=first.distance
        )

    def ask() -> Quantity:
        start = space.coordinate(Spot(row), axis)
        return Quantity(start + places * _spacing(space, row, body, axis, step), 1)

    def distance() -> None:
        first.distance()
        if shape.spacing:
            space.length(shape.spacing, Context(row.scope, row, row.when))

    status = weakest((first.source.status, shape.source.status))
    source = shape.source if status == shape.source.status else first.source
    text = shape.spacing.value if shape.spacing else None
    return Claim("row", "in_row", (row.id,), text, source, ask, distance=distance)


def _step(row: Body, body: Body, axis: str) -> tuple[Fraction, Fraction]:
    """Which way the row runs on an axis (0: not at all), and how many places from its own point."""
    if row.shape is None or axis not in PLAN:
        return NOTHING, NOTHING
    bend = row.shape.bend
    if bend and body.across and (step := along(COMPASS[bend.runs], axis)):
        return step, Fraction(body.across)
    return along(COMPASS[row.shape.runs], axis), _places_along(row, body)


def _spacing(space: Space, row: Body, body: Body, axis: str, step: Fraction) -> Fraction:
    """From one member to the next along an axis: as the row says, else so that they touch."""
    context = Context(row.scope, row, row.when)
    if row.shape and row.shape.spacing:
        return step * space.length(row.shape.spacing, context)
    low, high = space.reach(body, axis)
    return (high - low + space.gap(row.where, context)) * (1 if step > 0 else -1)


def _places_along(row: Body, body: Body) -> Fraction:
    """How many places from the row's own point; that is its middle where `between` places the row."""
    runs = COMPASS[row.shape.runs] if row.shape else UNTURNED
    centred = any(
        statement.relation == "between"
        and any(along(runs, axis) for axis in PLAN if statement.axis in (None, axis))
        for statement in row.statements
    )
    return body.index - (Fraction(len(row.members) - 1, 2) if centred else NOTHING)


def _ids(spots: tuple[Spot, ...]) -> tuple[str, ...]:
    return tuple(spot.body.id for spot in spots if spot.body is not None)
