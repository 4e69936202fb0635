"""Points, sizes and boxes of a layout that is being worked out; all lengths are exact chi."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from courtyard3d.errors import InputError, Where
from courtyard3d.layout.bodies import Body, Context, Spot, scoped
from courtyard3d.layout.cast import Cast
from courtyard3d.layout.directions import AXES, COMPASS, along
from courtyard3d.layout.relations import PLAN
from courtyard3d.layout.solver import Cell, Solver
from courtyard3d.measures import MeasureError, Quantity, Units, evaluate
from courtyard3d.reading.nodes import Text

UNTURNED = COMPASS["south"]
"""What has no front is measured as if it faced south, as the hall does."""

GAP = "gap"
NOTHING = Fraction(0)


class Space:
    """What the rules of the ledger ask of each other; they read cells of the solver."""

    def __init__(self, cast: Cast, solver: Solver) -> None:
        self.cast = cast
        self.units = Units.from_premises(cast.choice)
        self._solver = solver
        self._edges: dict[str, tuple[tuple[Fraction, Fraction], ...]] = {}
        self._supports = [body for body in cast.bodies.by_id.values() if body.kind.supports and body.placed]

    # ── expressions ──

    def evaluate(self, text: Text, context: Context) -> Quantity:
        """Return the value of an expression; an error points at its character."""
        try:
            return evaluate(text.value, lambda name: self._named(name, text.where, context), self.units)
        except MeasureError as error:
            raise InputError(error.message, text.at(error.column)) from None

    def length(self, text: Text, context: Context) -> Fraction:
        """Return the value of an expression that must be a length."""
        return _length(self.evaluate(text, context), text.where)

    def gap(self, where: Where, context: Context) -> Fraction:
        """Return what lies between two that stand next to each other."""
        if (quantity := self._quantity(GAP, context)) is None:
            raise InputError(
                "this stands next to something, but no quantity 'gap' says how close",
                where,
                expected="'by', or a quantity 'gap'",
            )
        return _length(quantity, where)

    def _named(self, name: str, where: Where, context: Context) -> Quantity:
        body = context.body
        if body is not None and name in body.measures and name != context.own:
            return self._solver.read(Cell.size(body.id, name))
        if (quantity := self._quantity(name, context)) is not None:
            return quantity
        if name in self.cast.numbers:
            return Quantity(self.cast.numbers[name], 0)
        head, _, last = name.rpartition(".")
        if not head:
            known = (*(body.measures if body else ()), *self.cast.quantities, *self.cast.numbers)
            raise InputError(f"nothing in force is called '{name}'", where, given=name, valid=known)
        return self._part_of(self.cast.bodies.spot(head, where, context), last, where)

    def _quantity(self, name: str, context: Context) -> Quantity | None:
        for full in scoped(name, context.scope):
            if full in self.cast.quantities:
                return self._solver.read(Cell.size(full, full))
        return None

    def _part_of(self, spot: Spot, name: str, where: Where) -> Quantity:
        if name in AXES:
            return Quantity(self.coordinate(spot, name), 1)
        if spot.body is None or spot.point or name not in spot.body.measures:
            measures = spot.body.measures if spot.body and not spot.point else {}
            what = spot.body.id if spot.body else "the origin"
            raise InputError(
                f"{what} has no measure '{name}' in force",
                where,
                expected=f"one of {', '.join((*measures, *AXES))}",
                given=name,
                valid=measures,
            )
        return self._solver.read(Cell.size(spot.body.id, name))

    # ── points ──

    def coordinate(self, spot: Spot, axis: str) -> Fraction:
        """Return a coordinate of a point in the world frame."""
        if spot.body is None:
            return NOTHING
        own = self._solver.read(Cell(spot.body.id, axis)).value
        return own + self.offset(spot.body, spot.point, axis) if spot.point else own

    def offset(self, body: Body, point: str, axis: str) -> Fraction:
        """Return how far a named point lies from the own point along an axis."""
        context = Context(body.scope, body, body.when)
        anchor = body.points[point]
        total = self.length(anchor[axis], context) if axis in anchor else NOTHING
        if axis == "z":
            return total + (self.length(anchor["up"], context) if "up" in anchor else NOTHING)
        for name, turn in (("ahead", 0), ("left", -90)):
            if name in anchor and (part := along(self.orientation(body) + turn, axis)):
                total += part * self.length(anchor[name], context)
        return total

    def facing(self, body: Body) -> Fraction | None:
        """Return where a body faces or its head points, None where nothing says so."""
        return self._solver.read(Cell(body.id, "facing")).value if body.turns else None

    def orientation(self, body: Body) -> Fraction:
        """Return the facing by which a body is measured."""
        facing = self.facing(body)
        return UNTURNED if facing is None else facing

    # ── sizes and boxes ──

    def size(self, body: Body, measure: str | None) -> Fraction:
        """Return a measure in chi, 0 where the body has none of that name."""
        if measure is None or measure not in body.measures:
            return NOTHING
        return _length(self._solver.read(Cell.size(body.id, measure)), body.measures[measure][0].source.where)

    def top(self, body: Body) -> Fraction:
        """Return the height at which something stands on a body."""
        return self.coordinate(Spot(body), "z") + self.size(body, body.kind.extent.height)

    def reach(self, body: Body, axis: str) -> tuple[Fraction, Fraction]:
        """Return how far a body reaches from its own point, down and up along an axis."""
        extent = body.kind.extent
        if axis == "z":
            return NOTHING, self.size(body, extent.height)
        across, depth = self.size(body, extent.across), self.size(body, extent.along)
        if not (across or depth):
            return NOTHING, NOTHING
        turn = self.orientation(body)
        half = (abs(along(turn, axis)) * depth + abs(along(turn + 90, axis)) * across) / 2
        return -half, half

    def box(self, spots: Iterable[Spot], axis: str) -> tuple[Fraction, Fraction]:
        """Return the lowest and highest coordinate of things, rows and points."""
        lows, highs = zip(*(self._box(spot, axis) for spot in spots), strict=True)
        return min(lows), max(highs)

    def _box(self, spot: Spot, axis: str) -> tuple[Fraction, Fraction]:
        if spot.body is not None and spot.body.members and not spot.point:
            return self.box((Spot(self.cast.bodies.by_id[name]) for name in spot.body.members), axis)
        place = self.coordinate(spot, axis)
        low, high = (NOTHING, NOTHING) if spot.body is None or spot.point else self.reach(spot.body, axis)
        return place + low, place + high

    def support(self, body: Body) -> Body | None:
        """Return what a body stands on where nothing says so: the highest thing within whose edges it lies.

        What itself supports others stands only on what was declared before it,
        so that no two mats can stand on each other.
        """
        place = {axis: self.coordinate(Spot(body), axis) for axis in PLAN}
        below = [other for other in self._candidates(body) if self._covers(other, place)]
        return max(below, key=self.top, default=None)

    def _candidates(self, body: Body) -> Iterator[Body]:
        for other in self._supports:
            if other.id == body.id:
                return
            if not other.members:
                yield other

    def _covers(self, body: Body, place: Mapping[str, Fraction]) -> bool:
        if body.id not in self._edges:
            self._edges[body.id] = tuple(self._box(Spot(body), axis) for axis in PLAN)
        edges = zip(PLAN, self._edges[body.id], strict=True)
        return all(low < place[axis] < high for axis, (low, high) in edges)


def _length(quantity: Quantity, where: Where | None) -> Fraction:
    try:
        return quantity.length
    except MeasureError as error:
        raise InputError(error.message, where) from None
