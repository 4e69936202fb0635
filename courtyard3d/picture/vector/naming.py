"""What is named in a figure, with which words, and the drawing of the names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from courtyard3d.errors import InputError
from courtyard3d.picture.vector.frame import Frame
from courtyard3d.picture.vector.labels import Name, Place, place
from courtyard3d.picture.vector.projection import Array
from courtyard3d.picture.vector.sheet import MM_PER_POINT, TYPE, WHITE, Sheet, text_height, text_width
from courtyard3d.picture.vector.sight import Sight
from courtyard3d.picture.vector.solids import Solid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from courtyard3d.reading.words import Labels

LANGUAGES = {"hans": "name", "hant": "name", "pinyin": "small", "en": "small"}
"""The languages of names and the size of type of each."""
BETWEEN = {"hans": "、", "hant": "、", "pinyin": ", ", "en": ", "}
NARROW = 100.0
"""On a sheet narrower than this (millimetres) all names have the small size."""
WIDE = 7.0
"""A thing reaching farther than this (millimetres) is named in or at its middle, and may be written on."""
DEAR = 12.0
"""A thing is left without a name where that would cost more: people come first (see `labels.COST`)."""
CROWD = 1.8
"""People of a group standing closer than this (millimetres) share its name."""
KNOT = 2 * CROWD
"""Two files of them no farther apart than this (millimetres) are one group."""
NEIGHBOURS = 7.0
"""Things of one name no farther apart than this (尺) share it."""
HEAP = 2.5
"""Things that can be moved and lie this close together (尺) share a name."""
GAP = 0.55
"""Free room between two names side by side, in the size of their type: more than half a character."""
UNNAMED = frozenset({"beam-frame"})
"""Kinds of things of which no text speaks: they carry what is named."""
NAMED, NEXT = "name-", ":"
"""What the id of a name begins with in a drawing, and what parts the ids of those who share it."""
NUMERALS = "一二三四五六七八九十百0123456789 -"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a name belongs to: its lines with their sizes of type, and its box on the sheet.

    `solid` says that no name may cover it, `needed` that it must be named wherever there is room;
    `others` share the name.
    """

    id: str
    lines: tuple[tuple[str, float], ...]
    box: Array
    solid: bool
    needed: bool = False
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wording:
    """How names are written: their languages, and the mark (id → text) behind the first line of some."""

    languages: tuple[str, ...]
    marks: Mapping[str, str]
    narrow: bool

    def lines(self, id: str, text: Callable[[str], str]) -> tuple[tuple[str, float], ...]:
        """Return the lines of a name, `text` giving it in a language, each with its size of type."""
        sizes = {lang: TYPE["small" if self.narrow else LANGUAGES[lang]] for lang in self.languages}
        lines = [(words, size) for lang, size in sizes.items() if (words := text(lang))]
        return tuple((w + ("" if i else self.marks.get(id, "")), size) for i, (w, size) in enumerate(lines))


def languages_of(names: Sequence[str]) -> tuple[str, ...]:
    """Check the languages that are asked for.

    Raises
    ------
    InputError
        Where one is not known.
    """
    for name in names:
        if name not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise InputError(f"no language of names '{name}'", expected=known, given=name, valid=LANGUAGES)
    return tuple(names)


def people(sight: Sight, boxes: Mapping[str, Array], wording: Wording) -> list[Subject]:
    """Return the people who are there, `boxes` (id → 4) being those of their signs.

    Who stand too close to each other share the name of their group, of the first that all of them have.
    """
    called = {who: sight.layout.people[who].called(figure.office) for who, figure in sight.people}
    subjects = {
        who: Subject(who, wording.lines(who, called[who].text), box, solid=True, needed=True)
        for who, box in boxes.items()
    }
    for group in sight.layout.groups.values():
        crowd = [who for who in group.members if who in subjects]
        alone = all(subjects[who].lines for who in crowd)
        if len(crowd) > 2 and alone and _crowded([boxes[who] for who in crowd]):
            subjects |= {who: replace(subjects[who], lines=()) for who in crowd}
            box = np.array([boxes[who] for who in crowd])
            whole = np.concatenate([box[:, :2].min(axis=0), box[:, 2:].max(axis=0)])
            lines = wording.lines(group.id, _counted(group.labels, len(crowd)))
            subjects[group.id] = Subject(group.id, lines, whole, solid=True, needed=True)
    return list(subjects.values())


def _crowded(boxes: Sequence[Array]) -> bool:
    """Say whether all stand in one row or knot, each too close to the next for a name of his own."""
    middles = np.array([(box[:2] + box[2:]) / 2 for box in boxes])
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    reached = apart[0] < KNOT
    for _ in middles:
        reached = (apart[reached] < KNOT).any(axis=0)
    np.fill_diagonal(apart, np.inf)
    return bool(reached.all() and (apart.min(axis=1) < CROWD).all())


def _counted(labels: Labels, count: int) -> Callable[[str], str]:
    """Return how a name that several share is written: without a numeral of its own, with their number."""
    return lambda lang: f"{stem(labels.text(lang))} ×{count}"


def things(sight: Sight, frame: Frame, wording: Wording) -> list[Subject]:
    """Return the things that stand, lie or hang by themselves; those in one heap share a name."""
    corners: dict[str, list[Array]] = {}
    for solid in sight.solids:
        if _by_itself(solid, sight):
            corners.setdefault(solid.item.owner, []).append(solid.corners)
    for solid in sight.overhead:
        if solid.item.layer == "frame" and sight.kind(solid) not in UNNAMED:
            corners.setdefault(solid.item.owner, []).append(solid.corners)
    found = []
    for names in _heaps(sight, corners):
        points = frame.points(np.concatenate([part for name in names for part in corners[name]]))
        box = np.concatenate([points.min(axis=0), points.max(axis=0)])
        lines = wording.lines(names[0], _heap_text(sight, names))
        small = float((box[2:] - box[:2]).max()) <= WIDE
        found.append(Subject(names[0], lines, box, small, others=tuple(names[1:])))
    return found


def _by_itself(solid: Solid, sight: Sight) -> bool:
    """Say whether a solid belongs to a thing that nobody holds."""
    name = solid.item.owner
    held = name in sight.state.things and sight.state.things[name].holder
    return name in sight.layout.objects and sight.kind(solid) not in UNNAMED and not held


def _heaps(sight: Sight, corners: Mapping[str, list[Array]]) -> list[list[str]]:
    """Sort things into heaps: what lies close together and can be moved, or stands near and has one name."""
    objects = sight.layout.objects
    middles = {name: parts[0].mean(axis=0)[:2] for name, parts in corners.items()}
    loose = {solid.item.owner for solid in sight.solids if solid.moves}

    def together(a: str, b: str) -> bool:
        same = stem(objects[a].labels.hans) == stem(objects[b].labels.hans)
        apart = float(np.linalg.norm(middles[a] - middles[b]))
        return (same and apart <= NEIGHBOURS) or ({a, b} <= loose and apart <= HEAP)

    heaps: list[list[str]] = []
    for name in corners:
        heap = next((heap for heap in heaps if any(together(name, other) for other in heap)), None)
        if heap is None:
            heaps.append([name])
        else:
            heap.append(name)
    return heaps


def _heap_text(sight: Sight, names: Sequence[str]) -> Callable[[str], str]:
    """Return how a heap is named: by the name of one thing, the number of many alike, else by their kinds."""
    objects = [sight.layout.objects[name] for name in names]
    if len(names) == 1:
        return objects[0].labels.text
    if len({stem(thing.labels.hans) for thing in objects}) == 1:
        return _counted(objects[0].labels, len(names))
    kinds = dict.fromkeys(thing.kind for thing in objects)
    labels = [kind.labels for name in kinds if (kind := sight.layout.kinds[name]).labels is not None]
    return lambda lang: BETWEEN[lang].join(label.text(lang) for label in labels)


def stem(label: str) -> str:
    """Return a name without the numeral that tells it from others of its kind."""
    return label.rstrip(NUMERALS) or label


def draw_names(
    sheet: Sheet, frame: Frame, subjects: Sequence[Subject], taken: Sequence[Array], drawn: Array
) -> list[Place]:
    """Place and draw the names of what the frame shows.

    Parameters
    ----------
    taken : sequence of (4,) arrays
        Boxes that no name may touch.
    drawn : (n, 2) array
        Points that are drawn, which names avoid where they can.

    Returns
    -------
    list of Place
        Where they stand.
    """
    inside = [subject for subject in subjects if _shown(subject, frame)]
    shown = [s for s in inside if s.lines]
    places = place(
        [_name(subject, sheet.lang) for subject in shown],
        frame.box,
        np.array([*(s.box for s in inside if s.solid), *taken]).reshape(-1, 4),
        drawn,
    )
    for found in places:
        if found and found.leader:
            sheet.polyline(found.leader, "leader")
    for subject, found in zip(shown, places, strict=True):
        if found:
            _draw(sheet, subject, found)
    return [found for found in places if found]


def _shown(subject: Subject, frame: Frame) -> bool:
    """Say whether the frame shows the whole of a small subject, or the middle of a large one."""
    low, high = subject.box[:2], subject.box[2:]
    needed = np.array([low, high]) if subject.solid else np.array([(low + high) / 2])
    return bool(frame.shows(needed).all())


def _name(subject: Subject, lang: str) -> Name:
    left, low, right, high = subject.box.tolist()
    reach = ((right - left) / 2, (high - low) / 2)
    size = (
        max(text_width(text, size, lang) for text, size in subject.lines),
        sum(text_height(size) for _, size in subject.lines),
    )
    return Name(
        ((left + right) / 2, (low + high) / 2),
        reach,
        size,
        not subject.solid,
        np.inf if subject.needed else DEAR,
        gap=max(size for _, size in subject.lines) * MM_PER_POINT * GAP,
    )


def _draw(sheet: Sheet, subject: Subject, found: Place) -> None:
    left, low, right, top = found.box
    sheet.polygon([(left, low), (right, low), (right, top), (left, top)], WHITE)
    called: str | None = NAMED + NEXT.join((subject.id, *subject.others))
    for text, size in subject.lines:
        sheet.text((left + right) / 2, top - text_height(size) / 2, text, size, "center", called)
        top -= text_height(size)
        called = None


def named(figure: Figure) -> Iterator[str]:
    """Yield the ids of the people, groups and things of whom a figure writes the name."""
    for artist in figure.findobj(lambda artist: (artist.get_gid() or "").startswith(NAMED)):
        yield from (artist.get_gid() or "").removeprefix(NAMED).split(NEXT)
