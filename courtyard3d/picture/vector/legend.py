"""What the signs of a figure mean, and how well its places are attested."""

from __future__ import annotations

from collections.abc import Iterator

from courtyard3d.picture.styles import GRADES
from courtyard3d.picture.vector import apparatus, symbols
from courtyard3d.picture.vector.apparatus import Entry
from courtyard3d.picture.vector.frame import Frame
from courtyard3d.picture.vector.plate import HATCHES, hexadecimal, sign_size, supplied
from courtyard3d.picture.vector.sheet import BLACK, TYPE, Sheet
from courtyard3d.picture.vector.sight import Sight
from courtyard3d.picture.vector.solids import CUT_LAYERS
from courtyard3d.picture.vector.words import MARKS as MEANINGS
from courtyard3d.picture.vector.words import say
from courtyard3d.reading.citations import mark_of
from courtyard3d.sources import MARKS, OURS, STATUSES, Mark, Source

LEAST_SIGN = 2.4
"""Breadth of a person's sign in the legend, at least, in millimetres."""


def legend(sight: Sight, frame: Frame, style: str, lang: str) -> list[Entry]:
    """Return the entries of the legend: only what the figure shows."""
    return [
        *_people(sight, frame, lang),
        *_lines(sight, style, lang),
        *(_grades(sight, lang) if style == "evidence" else ()),
    ]


def _people(sight: Sight, frame: Frame, lang: str) -> Iterator[Entry]:
    if sight.view.upright:
        return
    if not sight.view.from_above:
        yield Entry(_wedge, say("wedge", lang))
        return
    inside = frame.shows(frame.points(sight.standing()))
    shown = {who: figure.posture for (who, figure), seen in zip(sight.people, inside, strict=True) if seen}
    size = max(sign_size(frame), LEAST_SIGN)
    for posture in symbols.SIGNS:
        if posture in shown.values():
            yield Entry(_person(posture, size), say(posture, lang))
    if sight.actors & set(shown):
        yield Entry(_person("standing", size, acting=True), say("acting", lang))


def _lines(sight: Sight, style: str, lang: str) -> Iterator[Entry]:
    if any(solid.poche and solid.item.layer in CUT_LAYERS for solid in sight.solids):
        cut = say("section cut" if sight.view.upright else "cut", lang, chi=f"{sight.view.cut:g}")
        yield Entry(_swatch(BLACK, None), cut)
    if sight.overhead:
        yield Entry(_stroke("overhead"), say("overhead", lang))
    if any(solid.item.layer == "frame" for solid in sight.overhead):
        yield Entry(_stroke("axis"), say("axis", lang))
    if any(supplied(solid, style) for solid in sight.solids):
        yield Entry(_stroke("supplied"), say("supplied", lang))


def _grades(sight: Sight, lang: str) -> Iterator[Entry]:
    for grade in GRADES.values():
        sample = _swatch(hexadecimal(grade.paint.colour), HATCHES[grade.paint.hatch])
        yield Entry(sample, f"{grade.number} {getattr(grade, lang)}")
    used = set(evidence(sight).values())
    for mark in MARKS:
        if mark in used:
            yield Entry(_letters(in_brackets(mark, lang)), MEANINGS[mark.id].in_(lang))


def evidence(sight: Sight) -> dict[str, Mark]:
    """Return the mark (经 记 注 疏 说 译 补 阙) of each thing's place: that of the weaker of its two axes."""
    fixing: dict[str, list[Source]] = {}
    for row in sight.layout.ledger.rows:
        if row.fixes and row.cell.axis in ("x", "y"):
            fixing.setdefault(row.cell.owner, []).append(row.source)
    settled = {solid.item.owner for solid in (*sight.solids, *sight.overhead) if solid.settled}
    return {who: mark_of(max(said, key=_weakness)) for who, said in fixing.items() if who in settled}


def _weakness(source: Source) -> tuple[bool, bool, int]:
    """Return how weak a source is: what no text says, then a text's word (rather than ours) by its status."""
    said = source.status in ("stated", "derived")
    return not said, source.voice != OURS, STATUSES.index(source.status)


def in_brackets(mark: Mark, lang: str) -> str:
    """Return a mark as it stands behind a name: the character, in English too."""
    return f"〔{mark.hant if lang == 'hant' else mark.hans}〕"


def _person(posture: str, size: float, *, acting: bool = False) -> apparatus.Sample:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        middle = (x + apparatus.SAMPLE / 2, y)
        symbols.person(sheet, middle, 90.0, posture, size, "outline", acting=acting)

    return sample


def _wedge(sheet: Sheet, x: float, y: float) -> None:
    x += apparatus.SAMPLE / 2
    sheet.polygon([(x - 1.2, y - 0.7), (x - 1.2, y + 0.7), (x + 1.2, y)], BLACK)


def _letters(text: str) -> apparatus.Sample:
    return lambda sheet, x, y: sheet.text(x + apparatus.SAMPLE / 2, y, text, TYPE["small"], "center")


def _stroke(name: str) -> apparatus.Sample:
    return lambda sheet, x, y: sheet.polyline([(x, y), (x + apparatus.SAMPLE, y)], name)


def _swatch(colour: str, hatch: str | None) -> apparatus.Sample:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        right, low, high = x + apparatus.SAMPLE, y - 1.0, y + 1.0
        sheet.polygon([(x, low), (right, low), (right, high), (x, high)], colour, "crease", hatch)

    return sample
