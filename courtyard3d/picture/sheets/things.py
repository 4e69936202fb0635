"""Contact sheets of things: every recipe, in each of its forms and conditions, with its stated sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from courtyard3d.layout import compile_layout, load_layout
from courtyard3d.layout.solver import Cell as Measure
from courtyard3d.measures import format_length
from courtyard3d.picture.sheets.page import BOUND, INK, Cell, Grid, Line
from courtyard3d.picture.sheets.photograph import photograph, with_bar
from courtyard3d.reading.shelves import data_file
from courtyard3d.reading.words import Labels
from courtyard3d.scene.build import PERSON, Workshop
from courtyard3d.scene.exhibit import alone, conditions, forms, usual
from courtyard3d.scene.library import ANY_KIND, Library, load_library

if TYPE_CHECKING:
    from courtyard3d.layout import Layout, Thing
    from courtyard3d.layout.premises import When
    from courtyard3d.measures import Quantity
    from courtyard3d.picture.styles import Style
    from courtyard3d.picture.subject import Subject
    from courtyard3d.scene.graph import Scene

ALIKE = ("full", "held", "folded", "loose")
"""Conditions in which the other forms of a thing look as its first."""
CONDITIONS = {
    "slack": Labels("弛", "slack"),
    "full": Labels("实", "filled"),
    "held": Labels("执", "as it is carried"),
    "bundled": Labels("束", "bundled"),
    "folded": Labels("不系左下纲，中掩束之", "lower left end folded"),
    "loose": Labels("说束", "loosened"),
    "tied": Labels("系", "tied"),
}
"""Conditions by name; one that is missing here is called by its own name."""
STATED = ("stated", "derived")
HALLS, TARGETS = "halls.yaml", "targets.yaml"
FEW = 4  # things of one kind: so many are named
TENTH = 9.5  # centimetres: below this their tenths are told


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One thing to be shown: its form, its condition, and whether its sizes are new."""

    kind: str
    thing: Thing
    layout: Layout
    scene: Scene
    form: Labels | None
    condition: str | None
    sized: bool = True


def exhibits(court: Subject) -> Iterator[Exhibit]:
    """Yield everything that recipes draw: kinds in their order, forms, conditions; each look once."""
    library = load_library()
    for kind in court.layout.kinds:
        if kind not in library.recipes or kind in (PERSON, ANY_KIND):
            continue
        seen: set[bytes] = set()
        told: Mapping[str, Quantity] | None = None
        for exhibit in _everywhere(court.layout, kind, library):
            scene = exhibit.scene
            look = b"".join(scene.meshes[item.mesh].points.tobytes() for item in scene.static)
            if look and look not in seen:
                seen.add(look)
                yield replace(exhibit, sized=exhibit.thing.size != told)
                told = exhibit.thing.size


def halls(rank: str = "king") -> Layout:
    """Return the hall of a rank: it has kinds that the hall of a rite may lack."""
    return _shelf(HALLS, rank=rank)


def _shelf(file: str, **chosen: str) -> Layout:
    document = load_layout(data_file(file))
    return compile_layout(document, document.choose(None, chosen))


def _everywhere(home: Layout, kind: str, library: Library) -> list[Exhibit]:
    """Return a kind as a rite has it, then as other ranks have it."""
    ranks = _shelf(TARGETS)
    others = _of_kind(ranks, kind, library) if _first(ranks, kind) else ()
    return [*_of_kind(home, kind, library), *others] or list(_of_kind(halls(), kind, library))


def _of_kind(home: Layout, kind: str, library: Library) -> Iterator[Exhibit]:
    """Yield a kind under all premises that its recipe asks for, each in all conditions."""
    choices, chosen = forms(library.recipe(kind)), home.choice
    names = {name for choice in choices if len(choice) == 1 for name in choice}
    at_home = {name: value for name, value in chosen.items() if name in names}
    for choice in ({}, *choices):
        layout = _under(home, kind, choice)
        if layout is None:
            continue
        shop, form = Workshop(layout, library), _form(home, choice or at_home)
        thing = _first(layout, kind) or usual(shop, layout.kinds[kind])
        if thing is None:
            continue
        for condition in (None, *conditions(shop, thing)):
            if not choice or condition not in ALIKE:
                yield Exhibit(kind, thing, layout, alone(shop, thing, condition), form, condition)


def thing_cell(exhibit: Exhibit, style: Style, grid: Grid) -> Cell:
    """Return the picture of an exhibit with its names, its form and its sizes."""
    picture, scale = photograph(exhibit.scene, style, grid.picture)
    picture, bar = with_bar(picture, scale, exhibit.layout.chi_m)
    names = exhibit.layout.kinds[exhibit.kind].labels or Labels(en=exhibit.kind)
    written = dict.fromkeys((names.hans, names.hant))
    lines = [
        Line("  ".join((*written, names.pinyin)), "name", INK, "serif"),
        Line(names.en, "name", INK, "serif"),
    ]
    if exhibit.form is not None:
        lines.append(Line(f"{exhibit.form.hans} {exhibit.form.en}", "small", INK))
    if exhibit.sized:
        lines += [Line(f"{one.hans} {one.en}".replace(" ", BOUND)) for one in _called(exhibit)]
    if exhibit.condition is not None:
        words = CONDITIONS.get(exhibit.condition, Labels(en=exhibit.condition))
        lines.append(Line(f"{words.hans} {words.en}".strip(), "small", INK))
    for wanted in (True, False) if exhibit.sized else ():
        sizes = [text for text, stated in told_sizes(exhibit) if stated == wanted]
        lines.append(Line(f"{BOUND}· ".join(sizes), "small", *((INK,) if wanted else ())))
    return Cell(picture, (*(line for line in lines if line.text), Line(f"标尺 bar: {bar} 尺")))


def _called(exhibit: Exhibit) -> list[Labels]:
    """Return what the things of a kind are called, where there are a few and each has its own name."""
    things = (thing for thing in exhibit.layout.objects.values() if thing.kind == exhibit.kind)
    names = list(dict.fromkeys(thing.labels for thing in things if not thing.members))
    return names if 1 < len(names) <= FEW else []


def told_sizes(exhibit: Exhibit) -> Iterator[tuple[str, bool]]:
    """Yield the measures of a thing, each with whether a text states it; of supplied ones only its extent."""
    main = exhibit.layout.kinds[exhibit.kind].extent.measures
    fixing = exhibit.layout.ledger.fixing
    for name, size in exhibit.thing.size.items():
        cell = Measure.size(exhibit.thing.id, name)
        stated = cell in fixing and exhibit.layout.ledger.status(cell) in STATED
        if name not in main and not stated:
            continue
        if size.dimension:
            centimetres = 100 * float(size.length) * exhibit.layout.chi_m
            digits = 0 if centimetres > TENTH else 1
            text = f"{format_length(size.length)} ({centimetres:.{digits}f} cm)"
        else:
            text = str(size.value)
        yield f"{name.replace('_', ' ')} {text}".replace(" ", BOUND), stated


def _under(home: Layout, kind: str, choice: Mapping[str, str]) -> Layout | None:
    """Return the layout under a choice of premises in which there is such a kind, if that can be chosen."""
    document = home.document
    for name, value in choice.items():
        premise = document.premises.get(name)
        if premise is None or premise.follows or value not in premise.values:
            return None
    layout = compiled(home, choice)
    wanted = next((body.when for body in document.objects.values() if body.kind.id == kind), None)
    if _first(layout, kind) is not None or not wanted:
        return layout
    return compiled(home, {**dict(_chosen(home, wanted)), **choice})


def compiled(home: Layout, choice: Mapping[str, str]) -> Layout:
    """Return a layout with other values for some premises."""
    if not choice:
        return home
    document = home.document
    kept = {name: value for name, value in home.choice.items() if not document.premises[name].follows}
    return compile_layout(document, document.choose(None, {**kept, **choice}))


def _chosen(home: Layout, when: When) -> Iterator[tuple[str, str]]:
    """Yield the choices under which a clause is in force; what follows from others is chosen by them."""
    for name, values in when.items():
        premise = home.document.premises[name]
        if premise.follows:
            yield from _chosen(home, next(other for value, other in premise.defaults if value in values))
        else:
            yield name, min(values)


def _first(layout: Layout, kind: str) -> Thing | None:
    things = (thing for thing in layout.objects.values() if thing.kind == kind and not thing.members)
    return next(things, None)


def _form(home: Layout, choice: Mapping[str, str]) -> Labels | None:
    """Return the words for a form: those of the values that are chosen."""
    words = [home.document.premises[name].values.get(value) for name, value in choice.items()]
    known = [labels for labels in words if labels is not None]
    if not known:
        return None
    return Labels("；".join(labels.hans for labels in known), "; ".join(labels.en for labels in known))
