"""Plays a section: lines of acts run side by side, each waiting for its people.

A line is a generator that yields what it waits for; the engine always resumes
the line that can go on earliest, so the world changes in the order of time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from courtyard3d.errors import InputError, Where
from courtyard3d.rite.acts import (
    Act,
    Call,
    Choose,
    Each,
    Entry,
    Meanwhile,
    Meet,
    Procedure,
    Repeat,
    Together,
)
from courtyard3d.rite.outcome import Outcome
from courtyard3d.rite.scope import Meeting, Scope
from courtyard3d.rite.verbs import Moment, verb
from courtyard3d.rite.world import World

LONGEST = 12 * 3600.0
"""Seconds of a rite: more would be a slip of the pen."""


def _parts(act: Act, stages: int) -> Iterator[Act]:
    """Yield what each ref of an act tells that has several stages, with its own clause where each has one."""
    if act.source is None or min(stages, len(act.ref)) < 2:
        yield act
        return
    clauses = act.source.sources
    for number, ref in enumerate(act.ref):
        source = clauses[number] if len(clauses) == len(act.ref) else act.source
        yield replace(act, ref=(ref,), source=source)


class Until(NamedTuple):
    """Go on at `time`."""

    time: float


@dataclass(frozen=True, slots=True)
class When:
    """Go on as soon as `ready` holds; `what` tells what is waited for."""

    ready: Callable[[], bool]
    what: str
    where: Where


Line = Generator[Until | When, None, None]


def _nothing() -> Line:
    yield from ()


@dataclass(eq=False)
class Task:
    """One line that runs; `claims` are the people whom it keeps until it is over."""

    line: Line
    wait: Until | When
    parent: Task | None = None
    claims: frozenset[str] = frozenset()
    main: bool = False
    done: bool = False

    def within(self, other: Task) -> bool:
        """Whether this is `other` or a line inside it."""
        task: Task | None = self
        while task is not None and task is not other:
            task = task.parent
        return task is other


@dataclass(frozen=True, slots=True)
class Played:
    """One act as it was carried out; `main` tells whether it belongs to the main line."""

    id: str
    act: Act
    people: tuple[str, ...]
    start: float
    end: float
    main: bool
    section: str
    scope: Scope


@dataclass
class Engine:
    """Plays entries in a world."""

    world: World
    procedures: dict[str, Procedure]
    outcome: Outcome
    section: str
    counted: bool = False
    now: float = 0.0
    played: list[Played] = field(default_factory=list)
    _tasks: list[Task] = field(default_factory=list)
    _busy: dict[tuple[str, str], tuple[float, Task]] = field(default_factory=dict)
    _hits: list[Task] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)

    def play(self, entries: Sequence[Entry], scope: Scope) -> float:
        """Play the entries to the end; return the second at which all lines are over."""
        self._start(lambda task: self._line(entries, scope, task), main=True)
        while self._tasks:
            wakes = [self._wakes(task) for task in self._tasks]
            first = min(wakes)
            self._resume(self._tasks[wakes.index(first)], first)
        return max([self.now, *(end for end, _ in self._busy.values())])

    def _wakes(self, task: Task) -> float:
        if isinstance(task.wait, Until):
            return max(task.wait.time, self.now)
        return self.now if task.wait.ready() else float("inf")

    def _resume(self, task: Task, time: float) -> None:
        if time == float("inf"):
            assert isinstance(task.wait, When)
            raise InputError(f"the rite stands still: {task.wait.what}", task.wait.where)
        self.now = time
        try:
            task.wait = next(task.line)
        except StopIteration:
            task.done = True
            self._tasks.remove(task)

    def _start(
        self,
        make: Callable[[Task], Line],
        parent: Task | None = None,
        at: float | None = None,
        claims: Iterable[str] = (),
        main: bool = False,
    ) -> Task:
        """Start a line at `at` (now); inside `parent` it counts to the main line where that does."""
        main = parent.main if parent is not None else main
        task = Task(_nothing(), Until(self.now if at is None else at), parent, frozenset(claims), main)
        task.line = make(task)
        self._tasks.append(task)
        return task

    # lines -----------------------------------------------------------------

    def _line(self, entries: Sequence[Entry], scope: Scope, task: Task) -> Line:
        for entry in entries:
            if scope.lets(entry):
                yield from self._entry(entry, scope, task)

    def _entry(self, entry: Entry, scope: Scope, task: Task) -> Line:
        match entry:
            case Act():
                return self._act(entry, scope, task)
            case Together():
                return self._together(entry, scope, task)
            case Meanwhile():
                return self._meanwhile(entry, scope, task)
            case Meet():
                return self._meet(entry, scope, task)
            case Each():
                return self._turns(entry.entries, scope.loop(entry), task)
            case Repeat():
                return self._turns(entry.entries, scope.repeat(entry), task)
            case Choose():
                branch = self.outcome.verdict(entry.where)
                return self._line(entry.branches.get(branch, ()), scope, task)
            case Call():
                procedure, inner = self.enter(entry, scope)
                return self._line(procedure.entries, inner, task)

    def _turns(self, entries: Sequence[Entry], scopes: Iterable[Scope], task: Task) -> Line:
        for scope in scopes:
            yield from self._line(entries, scope, task)

    def enter(self, call: Call, scope: Scope) -> tuple[Procedure, Scope]:
        """The procedure that is called, and what its roles mean inside it.

        Raises
        ------
        InputError
            Where there is no such procedure, where it calls itself, or its roles are not filled.
        """
        procedure = self.procedures.get(call.procedure)
        if procedure is None:
            raise InputError(
                f"there is no procedure '{call.procedure}'",
                call.where,
                given=call.procedure,
                valid=self.procedures,
            )
        if any(outer.procedure == call.procedure for outer in scope.calls):
            raise InputError(f"procedure '{call.procedure}' calls itself", call.where)
        return procedure, scope.enter(call, procedure)

    def _together(self, entry: Together, scope: Scope, task: Task) -> Line:
        tasks = [
            self._start(lambda t, line=line: self._line(line, scope, t), task)  # type: ignore[misc]
            for line in entry.lines
        ]
        yield When(lambda: all(t.done for t in tasks), "lines that run together do not end", entry.where)

    def _meanwhile(self, entry: Meanwhile, scope: Scope, task: Task) -> Line:
        claims = self.actors(entry.entries, scope)
        yield from self._free(claims, task, entry.where)
        self._start(lambda t: self._line(entry.entries, scope, t), claims=claims)

    def _meet(self, entry: Meet, scope: Scope, task: Task) -> Line:
        lines = [line for line in entry.lines if any(scope.lets(e) for e in line)]
        people = [self.actors(line, scope) for line in lines]
        lines = [line for line, cast in zip(lines, people, strict=True) if cast]
        people = [cast for cast in people if cast]
        everyone = [p for cast in people for p in cast]
        yield from self._free(everyone, task, entry.where)
        inner = scope
        if len(lines) == 2:
            inner = replace(scope, meeting=Meeting(entry.at, entry.passing))
        lasts = [self._rehearse(line, inner) for line in lines]
        tasks = [
            self._start(
                lambda t, line=line: self._line(line, inner, t),  # type: ignore[misc]
                task,
                self.now + max(lasts) - seconds,
                cast,
            )
            for line, seconds, cast in zip(lines, lasts, people, strict=True)
        ]
        yield When(lambda: all(t.done for t in tasks), "those who meet do not arrive", entry.where)
        if entry.bow is not None and len(lines) == 2:
            yield from self._act(replace(entry.bow, who=tuple(everyone)), scope, task)

    def _rehearse(self, line: Sequence[Entry], scope: Scope) -> float:
        """How many seconds a line would take from now on if nobody else were there."""
        other = Engine(
            self.world.fork(), self.procedures, self.outcome.fork(), self.section, self.counted, self.now
        )
        other._busy = dict(self._busy)
        return other.play(line, scope) - self.now

    # acts ------------------------------------------------------------------

    def _act(self, act: Act, scope: Scope, task: Task) -> Line:
        people = scope.cast(act)
        if not people:
            return
        rule = verb(act.do)
        yield from self._idle(people, rule.uses, task, act)
        if rule.name == "shoot":
            yield When(lambda: all(t.done for t in self._hits), "the call of the last hit", act.where)
        moment = Moment(self.world, act, people, scope, self.now, self.outcome, self.section, self.counted)
        end = rule.perform(moment)
        if end > LONGEST:
            raise InputError(f"the rite lasts longer than {LONGEST / 3600:g} hours", act.where)
        for person in people:
            for channel in rule.uses:
                self._busy[person, channel] = (end, task)
        stages = [(self.now, people), *moment.stages]
        for part, (begin, cast) in zip(_parts(act, len(stages)), stages, strict=False):
            self._record(scope.cite(part), cast, begin, end, task, scope)
        if act.text("on-hit") is not None:
            for strike in moment.strikes:
                self._strike(act, strike, scope)
        yield Until(end)

    def _strike(self, act: Act, time: float, scope: Scope) -> None:
        name = str(act.text("on-hit"))
        call = Call(where=act.where, procedure=scope.names.get(name, name))
        beside = replace(scope, calls=())
        claims = self.actors([call], beside)
        self._hits = [t for t in self._hits if not t.done]
        self._hits.append(self._start(lambda t: self._line([call], beside, t), at=time, claims=claims))

    def _record(
        self, act: Act, people: tuple[str, ...], start: float, end: float, task: Task, scope: Scope
    ) -> None:
        label = act.ref[0] if act.ref else act.do
        self._counts[label] += 1
        number = self._counts[label]
        name = f"{self.section}:{label}" + (f"#{number}" if number > 1 else "")
        self.played.append(Played(name, act, people, start, end, task.main, self.section, scope))

    def _free(self, people: Iterable[str], task: Task, where: Where) -> Line:
        """Wait until no other line keeps one of the people."""
        cast = tuple(people)

        def ready() -> bool:
            return not any(
                not (other.claims.isdisjoint(cast) or task.within(other) or other.within(task))
                for other in self._tasks
                if other is not task
            )

        if not ready():
            yield When(ready, f"{', '.join(cast)} can't come free", where)

    def _idle(self, people: Sequence[str], uses: Sequence[str], task: Task, act: Act) -> Line:
        """Wait until the people are free and those channels of theirs idle.

        Raises
        ------
        InputError
            Where lines of one `together` want the same channel of one person.
        """
        wanted = [(person, channel) for person in people for channel in uses]
        while True:
            yield from self._free(people, task, act.where)
            busy = [pair for pair in wanted if pair in self._busy and self._busy[pair][0] > self.now + 1e-9]
            if not busy:
                return
            person, channel = max(busy, key=lambda pair: self._busy[pair][0])
            end, other = self._busy[person, channel]
            if other is not task and other.parent is task.parent and task.parent is not None:
                raise InputError(f"{person} can't do two things at once with his {channel}", act.where)
            yield Until(end)

    # who ------------------------------------------------------------------

    def actors(self, entries: Sequence[Entry], scope: Scope) -> tuple[str, ...]:
        """Everyone who acts in the entries, conditions left aside, in order."""
        found: dict[str, None] = {}
        for entry in entries:
            found.update(dict.fromkeys(self._actors_of(entry, scope)))
        return tuple(found)

    def _actors_of(self, entry: Entry, scope: Scope) -> tuple[str, ...]:
        match entry:
            case Act():
                return scope.cast(entry) if scope.lets(entry) else ()
            case Call():
                if not scope.lets(entry):
                    return ()
                procedure, inner = self.enter(entry, scope)
                return self.actors(procedure.entries, inner)
            case Each():
                return tuple(p for inner in scope.loop(entry) for p in self.actors(entry.entries, inner))
            case Repeat():
                return tuple(p for inner in scope.repeat(entry) for p in self.actors(entry.entries, inner))
            case Choose():
                return tuple(p for branch in entry.branches.values() for p in self.actors(branch, scope))
            case Together() | Meet():
                return tuple(p for line in entry.lines for p in self.actors(line, scope))
            case Meanwhile():
                return self.actors(entry.entries, scope)
