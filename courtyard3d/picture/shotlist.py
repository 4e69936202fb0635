"""Shots that are written down: `layouts/<rite>/shots.yaml`. The director fills what is not written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from courtyard3d.errors import InputError, Where
from courtyard3d.layout.premises import When, in_force, when_reader
from courtyard3d.picture.cameras import MANNERS, check_camera
from courtyard3d.picture.roofs import ROOFS
from courtyard3d.reading import schema
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Node, Text
from courtyard3d.reading.schema import Field, record

if TYPE_CHECKING:
    from courtyard3d.picture.subject import Sights
    from courtyard3d.rite.engine import Played
    from courtyard3d.rite.timeline import SectionSpan

FILE = "shots.yaml"
SHORTEST = Fraction(3)  # seconds
seconds = schema.number_between(Fraction(0), Fraction(3600))

SHOT_FIELDS: Mapping[str, Field] = {
    "section": Field(schema.placed_name, "the section in which it is seen", required=True),
    "act": Field(schema.text, "the ref of the act with which it begins; without it the section's first"),
    "all": Field(schema.flag, "wherever an act of that ref is carried out, not only at first", default=False),
    "after": Field(seconds, "seconds of the rite by which it begins later", default=Fraction(0)),
    "until": Field(schema.text, "the ref of the act with which the next shot begins"),
    "hold": Field(
        schema.number_between(SHORTEST, Fraction(600)), "seconds that it lasts, instead of `until`"
    ),
    "camera": Field(schema.text, "a camera by name: plan, court, hall, archer, target, follow:ID …"),
    "manner": Field(schema.one_of(*MANNERS), "how the director frames the people, instead of a camera"),
    "people": Field(schema.placed_names, "who is framed, instead of those who act", default=()),
    "roof": Field(schema.one_of(*ROOFS), "how roofs are shown, instead of as the camera sees fit"),
    "why": Field(schema.text, "what it is for"),
    "when": Field(when_reader, "the premises under which it is used", default={}),
}
FILE_FIELDS: Mapping[str, Field] = {
    "shots": Field(schema.listing(schema.anything), "the shots", required=True),
}


@dataclass(frozen=True, slots=True)
class Written:
    """A shot as it is written."""

    section: Text
    act: str | None
    all: bool
    after: Fraction
    until: str | None
    hold: Fraction | None
    camera: str | None
    manner: str | None
    people: tuple[Text, ...]
    roof: str | None
    why: str | None
    when: When
    where: Where


@dataclass(frozen=True, slots=True)
class Placed:
    """A written shot in time, seconds of the rite."""

    start: float
    end: float
    shot: Written


def read_shots(folder: Path) -> tuple[Written, ...]:
    """Read the shots of a rite; none where it has no file of them.

    Raises
    ------
    InputError
        At file:line:col, for whatever in the file is wrong.
    """
    if not (folder / FILE).exists():
        return ()
    tables = (record(table, FILE_FIELDS, "a file of shots") for table in read(folder / FILE))
    return tuple(_written(node) for table in tables for node in table["shots"])


def _written(node: Node) -> Written:
    values = record(node, SHOT_FIELDS, "a shot")
    if values["camera"] and (values["manner"] or values["people"]):
        raise InputError("a shot has a camera and a manner or people", node.where, expected="one of them")
    if values["until"] and values["hold"]:
        raise InputError("a shot has 'until' and 'hold'", node.where, expected="one of them")
    if values["camera"]:
        try:
            check_camera(values["camera"])
        except InputError as error:
            raise InputError(error.message, node.where) from None
    return Written(**values, where=node.where)


def check_shots(
    shots: Iterable[Written], sections: Collection[str], refs: Collection[str], people: Collection[str]
) -> None:
    """Raise InputError at a shot that names a section, an act or a person that the rite has not."""
    for shot in shots:
        named = [(shot.section, sections, "section")]
        named += [(who, people, "person or group") for who in shot.people]
        named += [(Text(ref, shot.where), refs, "act") for ref in (shot.act, shot.until) if ref]
        _, _, who = (shot.camera or "").partition(":")
        named += [(Text(who, shot.where), people, "person")] if who else []
        for name, valid, what in named:
            if name.value not in valid:
                raise InputError(f"no {what} '{name.value}'", name.where, given=name.value, valid=valid)


def placed(shots: Iterable[Written], sights: Sights, span: SectionSpan, hold: float) -> list[Placed]:
    """Return the shots that are written for a section, one after the other.

    One that would last less than `hold` seconds of the rite is longer; one that begins before the one
    before it is over begins then. What the premises leave out isn't there.
    """
    found: list[Placed] = []
    acts = [act for act in sights.timeline.acts if span.start <= act.start < span.end]
    choice = sights.layout.choice
    used = (shot for shot in shots if shot.section.value == span.id and in_force(shot.when, choice))
    wanted = [place for shot in used for place in _places(shot, acts, span)]
    for place in sorted(wanted, key=lambda place: place.start):
        start = max(place.start, found[-1].end if found else span.start)
        end = min(max(place.end, start + hold), span.end)
        if end - start >= hold:
            found.append(Placed(start, end, place.shot))
    return found


def _places(shot: Written, acts: list[Played], span: SectionSpan) -> Iterator[Placed]:
    """Return where a shot stands in its section."""
    begins = [act for act in acts if shot.act is None or shot.act in act.act.ref]
    for act in begins if shot.all and shot.act else begins[:1]:
        start = (act.start if shot.act else span.start) + float(shot.after)
        end = max(act.end, start)
        if shot.hold is not None:
            end = start + float(shot.hold)
        elif shot.until is not None:
            end = next((a.start for a in acts if shot.until in a.act.ref and a.start > start), end)
        yield Placed(start, end, shot)
