"""The plates of a rite: as `layouts/<rite>/plates.yaml` lists them, or as any rite has them without one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from courtyard3d.errors import InputError, Where
from courtyard3d.layout.premises import When, in_force, when_reader
from courtyard3d.picture.atlas.things import kinds_drawn
from courtyard3d.picture.figure import make_figure
from courtyard3d.picture.vector.words import say
from courtyard3d.reading import schema
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Node
from courtyard3d.reading.phrases import phrase
from courtyard3d.reading.schema import Field, record
from courtyard3d.reading.words import Labels, labels

if TYPE_CHECKING:
    from courtyard3d.picture.subject import Subject
    from courtyard3d.rite.timeline import SectionSpan, Timeline

FILE = "plates.yaml"
BUILT = "platform"
"""The kind by which a layout has a hall that is drawn."""
BUILDING = ("plan", "section", "longitudinal-section", "elevation", "axonometric")
"""The views of a hall."""
PARTS = ("hall", "things", "rite")
"""The parts of an atlas: what is built, what is used, and what is done, section by section."""

OPTIONS = frozenset(signature(make_figure).parameters) - {
    *("courtyard", "at", "style", "labels", "width", "height", "lang", "outlined", "titled")
}
"""The options of a figure that a plate may choose; the atlas has the others."""

PLATE_FIELDS: Mapping[str, Field] = {
    "title": Field(labels, "what it is called; without it as its section"),
    "part": Field(schema.one_of(*PARTS[:2]), "where it stands in the atlas, where it is of no section"),
    "section": Field(schema.placed_name, "the section of which it is; its moment may lie in another"),
    "at": Field(schema.text, "the moment that it shows; without it one in the middle of its section"),
    "canon": Field(schema.whole_between(1, 99), "its number among the plates of the tradition"),
    "things": Field(
        schema.names, "kinds of things that are drawn by themselves, instead of a view", default=()
    ),
    "figure": Field(schema.mapping(schema.text), "the options of `figure`: view, window, roof …", default={}),
    "note": Field(labels, "what is to be seen on it"),
    "when": Field(when_reader, "the premises under which it is shown", default={}),
}
FILE_FIELDS: Mapping[str, Field] = {
    "plates": Field(schema.listing(schema.anything), "the plates, in order", required=True),
}


@dataclass(frozen=True, slots=True)
class PlateSpec:
    """One plate as it is asked for; `at` is a moment as on the command line."""

    title: Labels
    part: str
    section: str | None = None
    at: str | None = None
    canon: int | None = None
    things: tuple[str, ...] = ()
    figure: Mapping[str, Any] | None = None
    note: Labels | None = None
    when: When | None = None
    where: Where | None = None


def plates_of(courtyard: Subject, folder: Path, known: Collection[str] = ()) -> list[PlateSpec]:
    """Return the plates of a rite in the order of the atlas; every section has at least one.

    Parameters
    ----------
    courtyard : Courtyard
    folder : Path
        Where `plates.yaml` is looked for.
    known : collection of str
        Refs of acts that the rite has under other premises, if not under these: their plates are left out.

    Raises
    ------
    InputError
        At file:line:col, for whatever in the rite's file of plates is wrong.
    """
    written = [spec for spec in read_plates(folder) if in_force(spec.when or {}, courtyard.layout.choice)]
    checked = [spec for plate in written if (spec := _checked(plate, courtyard, known)) is not None]
    parts = {spec.part for spec in checked}
    missing = [spec for spec in usual_plates(courtyard) if spec.part not in parts]
    sections = [
        spec for span in courtyard.timeline.sections for spec in _of_section(checked, span, courtyard)
    ]
    others = [*checked, *missing]
    return [*(spec for part in PARTS[:2] for spec in others if spec.part == part), *sections]


def read_plates(folder: Path) -> list[PlateSpec]:
    """Read the plates of a rite; none where it has no file of them."""
    if not (folder / FILE).exists():
        return []
    tables = (record(table, FILE_FIELDS, "a file of plates") for table in read(folder / FILE))
    return [_spec(node) for table in tables for node in table["plates"]]


def _spec(node: Node) -> PlateSpec:
    values = record(node, PLATE_FIELDS, "a plate")
    section = values.pop("section")
    part = values.pop("part")
    if (part is None) == (section is None):
        raise InputError("a plate has a part or a section", node.where, expected="one of them")
    if values["title"] is None and section is None:
        expected = "title: {hans: …, en: …}"
        raise InputError("a plate without a section has no title", node.where, expected=expected)
    for option in values["figure"]:
        if option not in OPTIONS:
            raise InputError(f"no option '{option}' of a figure", node.where, given=option, valid=OPTIONS)
    title = values.pop("title") or Labels()
    return PlateSpec(title, part or "rite", section and section.value, where=node.where, **values)


def _checked(spec: PlateSpec, courtyard: Subject, known: Collection[str]) -> PlateSpec | None:
    """Return a plate whose section, moment and kinds the rite has; raise InputError at its place else.

    None where its moment is an act that nobody carries out under these premises.
    """
    timeline, kinds = courtyard.timeline, courtyard.layout.kinds
    spans = {span.id: span for span in timeline.sections}
    if spec.section is not None and spec.section not in spans:
        raise InputError(f"no section '{spec.section}'", spec.where, given=spec.section, valid=spans)
    for kind in spec.things:
        if kind not in kinds:
            raise InputError(f"no kind '{kind}'", spec.where, given=kind, valid=kinds)
    if spec.at is not None:
        try:
            timeline.moment(spec.at)
        except InputError as error:
            if spec.at.partition("+")[0] in known:
                return None
            raise InputError(error.message, spec.where) from None
    if spec.section is not None:
        spec = replace(
            spec, title=spec.title if spec.title.hans else spans[spec.section].labels,
            at=spec.at or middle(timeline, spans[spec.section]),
        )  # fmt: skip
    return spec


def _of_section(written: Sequence[PlateSpec], span: SectionSpan, courtyard: Subject) -> list[PlateSpec]:
    """Return the plates of a section; where none is written, one of a moment in its middle."""
    found = [spec for spec in written if spec.section == span.id]
    usual = PlateSpec(span.labels, "rite", span.id, middle(courtyard.timeline, span), figure={"view": "plan"})
    return found or [usual]


def middle(timeline: Timeline, span: SectionSpan) -> str:
    """Return the moment at which the act in the middle of a section begins."""
    half = (span.start + span.end) / 2
    starts = [act.start for act in timeline.acts if act.main and act.section == span.id and act.start <= half]
    return f"{span.id}+{max(starts, default=span.start) - span.start:.2f}s"


def usual_plates(courtyard: Subject) -> Iterator[PlateSpec]:
    """Yield the plates that any rite has of what is built and of what is used."""
    layout = courtyard.layout
    built = bool(layout.of_kind.get(BUILT))
    window = "hall" if built else "all"
    for view in BUILDING if built else ("plan", "axonometric"):
        yield PlateSpec(_view(view), "hall", at="0s", figure={"view": view, "window": window})
    kinds = tuple(kinds_drawn(layout))
    if kinds:
        yield PlateSpec(
            Labels(phrase("plate_things", "hans"), phrase("plate_things", "en")), "things", things=kinds
        )


def _view(name: str) -> Labels:
    """Return what a view is called."""
    return Labels(say(name, "hans"), say(name, "en").capitalize())
