"""What names mean at one point of the choreography: roles, loops, conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from courtyard3d.errors import InputError, Where
from courtyard3d.layout import Group, Layout, in_force
from courtyard3d.rite.acts import Act, Base, Call, Conditions, Each, Procedure, Repeat
from courtyard3d.rite.outcome import Outcome

LOOP_FLAGS = ("first", "last")
LOOP_NAMES = ("previous", "next")
FATES = {"winner": "won", "loser": "lost"}


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two lines are on their way to `at`; each keeps the other on the side `passing`."""

    at: str
    passing: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Names in force: roles and loop variables (id of a person or group, or a chosen value).

    `calls` are those that are being carried out, the outermost first.
    """

    layout: Layout
    outcome: Outcome
    names: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, bool] = field(default_factory=dict)
    skip: frozenset[str] = frozenset()
    meeting: Meeting | None = None
    calls: tuple[Call, ...] = ()

    # conditions -------------------------------------------------------------

    def lets(self, entry: Base) -> bool:
        """Whether the entry is carried out here."""
        if entry.ref and self.skip.issuperset(entry.ref):
            return False
        return (
            in_force(entry.when, self.layout.choice)
            and (not entry.if_ or all(self._hold(entry.if_, entry.where)))
            and not (entry.unless and any(self._hold(entry.unless, entry.where)))
        )

    def _hold(self, conditions: Conditions, where: Where) -> Iterator[bool]:
        return (self._holds(name, values, where) for name, values in conditions.items())

    def _holds(self, name: str, values: tuple[str, ...], where: Where) -> bool:
        if values:
            return self._is_one_of(name, values, where)
        if name in self.flags:
            return self.flags[name]
        if name in self.names or name in LOOP_NAMES:
            return bool(self.names.get(name))
        head, _, fate = name.rpartition(".")
        if fate in FATES.values():
            return all(self.outcome.fate(person, where) == fate for person in self.people(head, where))
        return self.outcome.holds(self._expand(name), where)

    def _is_one_of(self, name: str, values: tuple[str, ...], where: Where) -> bool:
        if name not in self.names:
            raise InputError(f"'{name}' is no role here", where, given=name, valid=[*self.names, *self.flags])
        value = self.names[name]
        if not value or value in values:
            return bool(value)
        if value not in self.layout.people and value not in self.layout.groups:
            return False
        groups = [v for v in values if self._known(v) or self._known(self._expand(v))]
        return any(set(self.people(value, where)) <= set(self.people(v, where)) for v in groups)

    def _expand(self, name: str) -> str:
        head, dot, tail = name.partition(".")
        return f"{self.names[head]}{dot}{tail}" if self.names.get(head) else name

    def _known(self, name: str) -> bool:
        return name in self.layout.people or name in self.layout.groups or "." in name

    # people -----------------------------------------------------------------

    def one(self, name: str, where: Where) -> str:
        """The id of the person or group that `name` means: an id, a role, `pair.upper`, `seniors.first`."""
        layout = self.layout
        if name in self.names:
            return self.names[name]
        if name in layout.people or name in layout.groups:
            return name
        head, _, tail = name.rpartition(".")
        if head:
            group = layout.groups.get(self.one(head, where))
            if group is not None and tail in group.roles:
                return group.roles[tail]
            if group is not None and tail in FATES:
                return self._of_fate(group, FATES[tail], where)
            if group is not None and tail in LOOP_FLAGS:
                return self._turns(group)[0 if tail == "first" else -1]
        also = {a: p.id for p in layout.people.values() for a in p.also}
        if name in also:
            return also[name]
        raise InputError(
            f"there is no person or group '{name}'",
            where,
            given=name,
            valid=[*self.names, *layout.people, *layout.groups],
        )

    def _is_empty(self, group: Group, where: Where) -> bool:
        """Whether the outcome leaves the group without anybody."""
        return group.unless is not None and self.outcome.holds(group.unless, where)

    def _of_fate(self, group: Group, fate: str, where: Where) -> str:
        found = [person for person in group.roles.values() if self.outcome.fate(person, where) == fate]
        if not found:
            raise InputError(f"nobody of {group.id} has {fate}", where, expected="unless: tally.even")
        return found[0]

    def people(self, name: str, where: Where) -> tuple[str, ...]:
        """The individuals that `name` means, in order."""
        found = self.one(name, where)
        if found in self.layout.people:
            return (found,)
        group = self.layout.groups.get(found)
        if group is not None:
            return () if self._is_empty(group, where) else group.members
        raise InputError(f"'{name}' means '{found}', which is no person", where)

    def cast(self, act: Act) -> tuple[str, ...]:
        """Those who carry out the act."""
        if len(act.who) == 1:
            return self.people(act.who[0], act.where)
        return tuple(dict.fromkeys(p for name in act.who for p in self.people(name, act.where)))

    def is_upper(self, person: str) -> bool:
        """Whether a person is the upper archer of his pair (上射)."""
        return any(group.roles.get("upper") == person for group in self.layout.groups.values())

    def thing(self, name: str, person: str) -> str:
        """`own.bow` of a person, `overseer.bow`, `archer.bow`: the id of a thing."""
        head, dot, tail = name.partition(".")
        if head == "own":
            return f"{person}.{tail}"
        if not dot:
            return self.names.get(name, name)
        found = f"{self.names.get(head, head)}.{tail}"
        thing = self.layout.objects.get(found)
        return found if thing is not None and not thing.members else self.place(found, person)

    def place(self, name: str, person: str) -> str:
        """`taker.mat.place`, `grandee.mat.place`: the id of a place; of a row the one that is meant.

        In a row a role or a person means his own place (`grandee-2.mat`); without
        either it is that of the `person` who acts.
        """
        given, name = name, self._expand(name)
        objects, places = self.layout.objects, self.layout.places
        if name in objects and not objects[name].members:
            return name
        owner, _, rest = name.partition(".")
        own = [(row.partition(".")[2], rest, place) for row, place in places.get(owner, ())]
        literal = name == given and owner in places  # `grandee.court` where one grandee stands behind a duke
        acting = [
            (row, name, place) for row, place in places.get(person, ()) if literal or name not in objects
        ]
        for row, wanted, place in acting + own if literal else own + acting:
            if row and f"{wanted}.".startswith(f"{row}."):
                return place + wanted[len(row) :]
        return name

    # loops and calls ----------------------------------------------------------

    def loop(self, each: Each) -> Iterator[Scope]:
        """One scope for each turn of the loop, with `first`, `last`, `previous` and `next`."""
        group = self.layout.groups.get(self.one(each.group, each.where))
        if group is None:
            raise InputError(
                f"'{each.group}' is no group", each.where, given=each.group, valid=self.layout.groups
            )
        members = () if self._is_empty(group, each.where) else self._turns(group)
        parts = ["", *members, ""]
        turns = range(each.first, len(members) + 1)
        for turn in turns:
            names = {
                **self.names,
                each.name: parts[turn],
                "previous": parts[turn - 1],
                "next": parts[turn + 1],
            }
            yield replace(self, names=names, flags=self._flags(turn == turns[0], turn == turns[-1]))

    def _turns(self, group: Group) -> tuple[str, ...]:
        """The parts of a group in order: a pair stays together, a group without roles comes one by one."""
        found: list[str] = []
        for part in group.parts:
            inner = self.layout.groups.get(part)
            found += self._turns(inner) if inner is not None and not inner.roles else (part,)
        return tuple(found)

    def repeat(self, repeat: Repeat) -> Iterator[Scope]:
        """One scope for each repetition, with `first` and `last`."""
        for turn in range(repeat.times):
            yield replace(self, flags=self._flags(turn == 0, turn == repeat.times - 1))

    def _flags(self, first: bool, last: bool) -> dict[str, bool]:
        return {"first": first, "last": last}

    def enter(self, call: Call, procedure: Procedure) -> Scope:
        """The scope inside a procedure: its roles, and nothing else but the loop that calls it.

        Raises
        ------
        InputError
            Where a role is missing or unknown, or has a value that it may not have.
        """
        wanted = [*procedure.roles, *procedure.choices]
        for role in call.roles:
            if role not in wanted:
                raise InputError(
                    f"'{procedure.name}' has no role '{role}'", call.where, given=role, valid=wanted
                )
        missing = [role for role in procedure.roles if role not in call.roles]
        if missing:
            raise InputError(f"'{procedure.name}' needs the role '{missing[0]}'", call.where)
        names = {name: self.names[name] for name in LOOP_NAMES if name in self.names}
        for role, given in call.roles.items():
            choices = procedure.choices.get(role)
            value = self.names.get(given, given) if choices is not None else given
            if choices is not None and value not in choices:
                raise InputError(
                    f"'{value}' is no {role}", call.where, expected=" or ".join(choices), given=value,
                    valid=choices,
                )  # fmt: skip
            names[role] = value if choices is not None else self.one(value, call.where)
        for role, choices in procedure.choices.items():
            names.setdefault(role, choices[0])
        return replace(self, names=names, skip=self.skip | set(call.skip), calls=(*self.calls, call))

    def cite(self, act: Act) -> Act:
        """The act as it is told here: 如初 is told by the clauses of the call, where it has some."""
        refs, source = act.ref, act.source
        for call in reversed(self.calls):
            told = call.clause(refs)
            if told is not None:
                refs, source = tuple(dict.fromkeys((*told.ref, *refs))), told
        return act if source is act.source else replace(act, ref=refs, source=source)
