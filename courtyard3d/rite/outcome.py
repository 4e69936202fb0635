"""Hits: given by the user or drawn from a seeded generator; and the tally that follows."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from courtyard3d.errors import InputError, Where
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Items, Node, Table, Text
from courtyard3d.rite.movement import Movement
from courtyard3d.rite.tally import Score

RESULTS = ("right", "left", "even")
SHOTS = ("hit", "graze", "miss")
ARROWS = 4
GOOD_SHOTS = {"right": (3, 2), "left": (2, 3), "even": (2, 2)}
"""Hits of every upper and every lower archer in a counted round whose outcome is given."""

Shot = tuple[str, str, int]
"""Section, archer, and which of his arrows in it (from 0)."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What a file says of one archer in one section: his shots, and where the two names stand."""

    shots: tuple[str, ...]
    section_at: Where
    archer_at: Where


Given = Mapping[tuple[str, str], Listed]
"""By section and archer."""


@dataclass
class Outcome:
    """What each arrow does.

    `result` fixes the counted rounds, `given` names the shots of single archers
    (four of hit, graze, miss, each perhaps with off-beat); all others are drawn:
    the same seed draws the same shots, whatever else is played.
    `uppers` are the upper archers, the right side; `uncounted` are hits for which
    no counter is due or none was left. `rounds` has for each section the counted
    sections of the last round until then; `section` is the one under way.
    """

    seed: int
    movement: Movement
    result: str | None = None
    given: Given = field(default_factory=dict)
    uppers: frozenset[str] = frozenset()
    shots: dict[Shot, str] = field(default_factory=dict)
    uncounted: set[Shot] = field(default_factory=set)
    rounds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    section: str = ""

    def fork(self) -> Outcome:
        """A copy whose shots are its own."""
        return replace(self, shots=dict(self.shots), uncounted=set(self.uncounted))

    def open(self, section: str, *, counted: bool) -> None:
        """Begin a section; counted sections that follow one another are one round."""
        last = self.rounds.get(self.section, ())
        if counted:
            last = (*last, section) if self.section in last else (section,)
        self.rounds[section], self.section = last, section

    def shot(self, section: str, archer: str, number: int, *, upper: bool, counted: bool) -> str:
        """What the archer's `number`-th arrow (from 0) of a section does."""
        listed = self.given.get((section, archer))
        if listed is not None and number < ARROWS:
            shot = listed.shots[number].partition(" ")[0]
        elif counted and self.result is not None:
            shot = "hit" if number < GOOD_SHOTS[self.result][0 if upper else 1] else "miss"
        else:
            shot = self._drawn(section, archer, number)
        self.shots[section, archer, number] = shot
        return shot

    def off_beat(self, section: str, archer: str, number: int) -> bool:
        """Whether the outcome that is given lets an arrow miss the beat of the drum."""
        listed = self.given.get((section, archer))
        return listed is not None and number < ARROWS and listed.shots[number].endswith(" off-beat")

    def _drawn(self, section: str, archer: str, number: int) -> str:
        chance = self.random(section, archer, number).random()
        if chance < self.movement.hit:
            return "hit"
        return "graze" if chance < self.movement.hit + self.movement.graze else "miss"

    def random(self, *names: object) -> random.Random:
        """A generator of its own for everything that is named."""
        return random.Random(":".join(map(str, (self.seed, *names))))

    def counts(self, shot: Shot) -> bool:
        """Whether a shot hit and is counted."""
        return self.shots[shot] == "hit" and shot not in self.uncounted

    @property
    def last(self) -> Shot | None:
        """The shot that was shot last; None before the first."""
        return next(reversed(self.shots), None)

    def discount(self, shot: Shot | None) -> None:
        """Leave a shot out of the count, whatever it hit."""
        if shot is not None:
            self.uncounted.add(shot)

    def score(self, section: str) -> Score:
        """Hits that count in the last round until a section, of the right and of the left side."""
        round_ = self.rounds.get(section, ())
        archers = [shot[1] for shot in self.shots if shot[0] in round_ and self.counts(shot)]
        right = sum(archer in self.uppers for archer in archers)
        return Score(right, len(archers) - right)

    def verdict(self, where: Where) -> str:
        """`right`, `left` or `even`: who has won the last counted round.

        Raises
        ------
        InputError
            Before any round has been counted.
        """
        if not self.rounds.get(self.section):
            raise InputError("no hits have been counted yet", where, expected="a section with counted: yes")
        return self.score(self.section).result

    def fate(self, archer: str, where: Where) -> str | None:
        """`won` or `lost`: how an archer's side fared in the last counted round; None where they are even."""
        verdict = self.verdict(where)
        if verdict == "even":
            return None
        return "won" if (archer in self.uppers) == (verdict == "right") else "lost"

    def check(self, sections: Collection[str], people: Collection[str]) -> None:
        """Check, after the rite has been played, that everyone who is given shots has shot them.

        Raises
        ------
        InputError
            At a section or person that there is not, or one who does not shoot in that section.
        """
        for (section, archer), listed in self.given.items():
            archers = dict.fromkeys(who for where, who, _ in self.shots if where == section)
            if section not in sections:
                raise _unknown(f"there is no section '{section}'", listed.section_at, section, sections)
            if archer not in people:
                raise _unknown(f"there is no '{archer}'", listed.archer_at, archer, archers or people)
            if archer not in archers:
                raise _unknown(f"'{archer}' does not shoot in '{section}'", listed.archer_at, archer, archers)

    def holds(self, name: str, where: Where) -> bool:
        """Whether a condition holds: tally.even, .right, .left, .surplus, or shot.counts (of the last)."""
        if name == "shot.counts":
            return self.last is not None and self.counts(self.last)
        head, _, verdict = name.partition(".")
        if head != "tally" or verdict not in (*RESULTS, "surplus"):
            raise InputError(
                f"'{name}' is no condition here",
                where,
                expected="a role, first, last, next, previous, tally.even or PERSON.lost",
            )
        found = self.verdict(where)
        return found != "even" if verdict == "surplus" else found == verdict


def read_hits(text: str, movement: Movement, seed: int) -> Outcome:
    """The outcome that `--hits` names: right, left, even, or a YAML file.

    Raises
    ------
    InputError
        Where it is neither, or the file has something else than shots.
    """
    if text in RESULTS:
        return Outcome(seed, movement, result=text)
    if not text.endswith((".yaml", ".yml")):
        raise InputError(
            f"'{text}' is no outcome", expected="right, left, even or a YAML file", given=text, valid=RESULTS
        )
    given: dict[tuple[str, str], Listed] = {}
    for document in read(Path(text)):
        for section, archers in document.entries.items():
            if not (isinstance(archers, Table) and archers.entries):
                raise InputError("a section holds a table of archers", archers.where)
            for archer, node in archers.entries.items():
                place = archers.keys[archer]
                given[section, archer] = Listed(_shots(node), document.keys[section], place)
    return Outcome(seed, movement, given=given)


def _unknown(message: str, where: Where, given: str, valid: Collection[str]) -> InputError:
    return InputError(message, where, expected=" or ".join(valid) or None, given=given, valid=valid)


def _shots(node: Node) -> tuple[str, ...]:
    if not isinstance(node, Items):
        raise InputError(
            "an archer's shots are a list", node.where, expected=f"{ARROWS} of {', '.join(SHOTS)}"
        )
    shots = []
    for item in node.items:
        value = item.value if isinstance(item, Text) else ""
        if value.removesuffix(" off-beat") not in SHOTS:
            raise InputError(f"'{value}' is no shot", item.where, given=value, valid=SHOTS)
        shots.append(value)
    if len(shots) != ARROWS:
        raise InputError(f"an archer has {ARROWS} arrows, not {len(shots)}", node.where)
    return tuple(shots)
