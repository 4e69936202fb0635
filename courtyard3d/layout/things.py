"""What a compiled layout holds: things, people and groups, each written out one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from courtyard3d.errors import Where
from courtyard3d.measures import Quantity
from courtyard3d.reading.words import Labels

Position = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Start:
    """Where something is when the rite begins: on a spot, held in a place of a holder, or absent."""

    kind: Literal["spot", "held", "absent"]
    station: str | None = None
    holder: str | None = None
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing, a station or a row of them, where it is used.

    `position` is in exact chi in the world frame, None where nothing says where
    it is used; `facing` (or `lies`, of a thing without a front the direction of
    its head) in degrees clockwise from north. `starts` is None where it stands
    from the beginning where it is used. `grade` are the evidence of its position
    and of its form, None where it has none; `partly` says that of its two axes on the plan
    one is stated or derived and the other is not.
    """

    id: str
    kind: str
    labels: Labels
    position: Position | None
    facing: Fraction | None
    lies: Fraction | None
    size: Mapping[str, Quantity]
    members: tuple[str, ...]
    grade: tuple[str | None, str | None]
    starts: Start | None
    for_: str | None
    mesh: Mapping[str, str] | None
    where: Where
    partly: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """One person; `offices` are names that he bears for a while, `office` the one with which he begins."""

    id: str
    kind: str
    labels: Labels
    side: str | None
    dress: tuple[str, ...]
    posture: str
    starts: Start
    also: tuple[str, ...]
    groups: tuple[str, ...]
    where: Where
    offices: Mapping[str, Labels] = field(default_factory=dict)
    office: str | None = None

    def called(self, office: str | None) -> Labels:
        """His names while he holds an office; his own without one."""
        return self.offices[office] if office is not None else self.labels


@dataclass(frozen=True, slots=True)
class Group:
    """People by a common name: `members` one by one, `parts` one by one but for pairs.

    `unless` is the outcome (`tally.even`) that leaves the group without anybody in the acts.
    """

    id: str
    labels: Labels
    members: tuple[str, ...]
    roles: Mapping[str, str]
    parts: tuple[str, ...]
    where: Where
    unless: str | None = None
