"""Bodies: the things that are there under the chosen premises, and how names lead to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from courtyard3d.errors import InputError, Where
from courtyard3d.layout.clauses import Amount, Anchor, RowShape, Statement, Turn
from courtyard3d.layout.definitions import Beginning
from courtyard3d.layout.kinds import Kind
from courtyard3d.layout.premises import When, implies
from courtyard3d.layout.relations import GROUND, ORIGIN
from courtyard3d.reading.words import Labels


@dataclass(frozen=True, slots=True)
class Body:
    """A thing or a row of things with all that is said of it and in force.

    `index` says how many places along its `row` it has, `across` how many beyond
    the bend of the row; `serves` is the mat, person or group that it is for.
    """

    id: str
    scope: str
    kind: Kind
    labels: Labels
    when: When
    statements: tuple[Statement, ...]
    turns: tuple[Turn, ...]
    measures: Mapping[str, tuple[Amount, ...]]
    points: Mapping[str, Anchor]
    starts: Beginning | None
    serves: str | None
    mesh: Mapping[str, str] | None
    where: Where
    members: tuple[str, ...] = ()
    shape: RowShape | None = None
    row: str | None = None
    index: int = 0
    across: int = 0

    @property
    def placed(self) -> bool:
        """Whether anything says where it stands."""
        return bool(self.statements) or self.row is not None


@dataclass(frozen=True, slots=True)
class Context:
    """Who speaks: the scope of names, whose measures may be named bare, under which premises.

    `own` is the measure that is being given: its bare name means something else.
    """

    scope: str = ""
    body: Body | None = None
    when: When = field(default_factory=dict)
    own: str | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """The point to which a name leads; no body stands for the world's origin or the ground."""

    body: Body | None
    point: str | None = None


@dataclass(frozen=True, slots=True)
class Bodies:
    """All bodies by id; `absent` holds what the premises leave out and when it would be there."""

    by_id: Mapping[str, Body]
    absent: Mapping[str, When]

    def spot(self, name: str, where: Where | None, context: Context) -> Spot:
        """Return what a name means: the longest id first, then one of its named points.

        Raises
        ------
        InputError
            For an unknown name, or one that is not there wherever the speaker is.
        """
        if name == GROUND:
            return Spot(None)
        if name == ORIGIN:
            return Spot(self.by_id.get(context.scope.removesuffix(".")))
        for full in scoped(name, context.scope):
            for head, point in _cuts(full):
                if (body := self.by_id.get(head)) is not None:
                    return _point_of(body, point, where, context)
                if (when := self.absent.get(head)) is not None:
                    raise _left_out(head, when, where)
        raise InputError(f"nothing is called '{name}'", where, given=name, valid=self.by_id)

    def has(self, name: str) -> bool:
        """Return whether a name leads to something that has a place, or to a point of it."""
        owner = self.owner(name)
        return owner is not None and self.by_id[owner].placed

    def owner(self, name: str) -> str | None:
        """Return the id of the body that a name or the name of a point leads to, if any."""
        for head, point in _cuts(name):
            if (body := self.by_id.get(head)) is not None:
                return head if not point or point in body.points else None
        return None


def scoped(name: str, scope: str) -> tuple[str, ...]:
    """Return the full names that a name may stand for: that of its own site first."""
    return (scope + name, name) if scope else (name,)


def _point_of(body: Body, point: str, where: Where | None, context: Context) -> Spot:
    if not implies(context.when, body.when):
        raise _left_out(body.id, body.when, where)
    if point and point not in body.points:
        known = f"one of {', '.join(body.points)}" if body.points else None
        raise InputError(
            f"{body.id} has no point '{point}'", where, expected=known, given=point, valid=body.points
        )
    return Spot(body, point or None)


def _cuts(name: str) -> Iterator[tuple[str, str]]:
    """Cut `a.b.c` into id and point: (a.b.c, ''), (a.b, c), (a, b.c)."""
    head, point = name, ""
    while head:
        yield head, point
        head, _, last = head.rpartition(".")
        point = f"{last}.{point}" if point else last


def _left_out(name: str, when: When, where: Where | None) -> InputError:
    terms = ", ".join(f"{premise}: {' or '.join(sorted(values))}" for premise, values in when.items())
    return InputError(
        f"this leans on {name}, which is there only under {{{terms}}}", where, expected="the same `when`"
    )
