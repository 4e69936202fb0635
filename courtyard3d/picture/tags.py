"""Names beside people when they first act in a section: each is placed once for as long as it is seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from courtyard3d.picture.captions import LINES
from courtyard3d.picture.grid import STEP, Grid
from courtyard3d.picture.screen import Screen, Spot
from courtyard3d.picture.words import Box, Tag

if TYPE_CHECKING:
    from courtyard3d.picture.insets import Insetting
    from courtyard3d.rite.engine import Played

LASTS = 3.6  # seconds of film that a name is seen
LEAST = 1.4  # seconds of film: one that would be seen for less waits for the next act of its bearer
CUT = 0.1  # of the picture's width: who moves so far between two looks is seen by another shot
FEW = 3  # so many who act together have a name each; more have that of their group


@dataclass(frozen=True, slots=True)
class Tagging:
    """A name of people from one second of the rite to another, `offset` pixels from the top of them."""

    text: str
    people: tuple[str, ...]
    start: float
    end: float
    offset: Spot
    size: Spot
    within: Box

    def lasts(self, t: float) -> bool:
        """Say whether it is seen at a second of the rite."""
        return self.start <= t < self.end

    def box(self, crown: Spot) -> Box:
        """Return where it lies when the top of its bearer is there."""
        left, top = crown[0] + self.offset[0], crown[1] + self.offset[1]
        return Box(left, top, left + self.size[0], top + self.size[1])

    def at(self, screen: Screen, strength: int) -> Tag | None:
        """Return the name in a picture; None where it has no place in it."""
        crown = screen.crown(self.people)
        box = self.box(crown) if crown else None
        return Tag(self.text, box.left, box.top, strength) if box and self.within.holds(box) else None


def plan_tags(grid: Grid, insets: Sequence[Insetting]) -> list[Tagging]:
    """Place the names of a section, in the order in which their bearers first act."""
    taken: defaultdict[int, list[Box]] = defaultdict(list)
    found: dict[tuple[str, ...], Tagging] = {}
    for act in grid.acts():
        for text, people in _bearers(grid, act):
            key = (text, *people)
            first = grid.row(max(act.start, grid.free))
            tagging = None if key in found else _placed(grid, insets, taken, text, people, first)
            if tagging is not None:
                found[key] = tagging
    return list(found.values())


def _bearers(grid: Grid, act: Played) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the names of those who act, each with its people: a few by themselves, many as a group."""
    timeline, langs = grid.sights.timeline, grid.lettering.langs
    if len(act.people) <= FEW:
        for who in act.people:
            yield LINES.join(timeline.called(who, act.start).text(lang) for lang in langs), (who,)
        return
    groups = grid.sights.layout.groups
    for name in act.act.who:
        if name in groups and set(act.people) <= {*groups[name].members}:
            yield LINES.join(timeline.name(name, lang, act.start) for lang in langs), tuple(act.people)


def _placed(
    grid: Grid,
    insets: Sequence[Insetting],
    taken: defaultdict[int, list[Box]],
    text: str,
    people: tuple[str, ...],
    first: int,
) -> Tagging | None:
    """Place a name beside its bearer where it stays free the longest, and take the room."""
    rows = _steady(grid, people, first)
    height, width = grid.lettering.tag(text).shape[:2]
    length, best = 0, None
    for offset in _offsets(width, height, grid.gap):
        tagging = Tagging(text, people, grid.second(first), 0.0, offset, (width, height), grid.whole)
        free = _free(grid, insets, taken, tagging, rows)
        if free > length:
            length, best = free, tagging
    if best is None or length * grid.step < LEAST * grid.speed:
        return None
    for row, crown in rows[:length]:
        taken[row].append(best.box(crown).padded(grid.gap))
    return replace(best, end=grid.second(rows[length - 1][0]))


def _steady(grid: Grid, people: Sequence[str], first: int) -> list[tuple[int, Spot]]:
    """Return the moments in which people are seen in one shot, and where the top of them is then."""
    last = min(first + round(LASTS / STEP), grid.row(grid.span.end))
    found: list[tuple[int, Spot]] = []
    for row in range(first, last):
        crown = grid.screen(row).crown(people)
        if crown is None or (found and abs(crown[0] - found[-1][1][0]) > CUT * grid.lettering.size[0]):
            break
        found.append((row, crown))
    return found


def _offsets(width: int, height: int, gap: int) -> Iterator[Spot]:
    """Yield where a name may lie against the top of its bearer, the best place first."""
    for up in (1, 2, 3, 4):
        for left in (width // 2, width // 5, width - width // 5):
            yield -left, -up * (height + 3 * gap)
    for left in (2 * height, -width - 2 * height):
        for down in (0, 2 * height):
            yield left, down


def _free(
    grid: Grid,
    insets: Sequence[Insetting],
    taken: defaultdict[int, list[Box]],
    tagging: Tagging,
    rows: Sequence[tuple[int, Spot]],
) -> int:
    """Return for how many moments a name lies within the picture and over nothing else."""
    for number, (row, crown) in enumerate(rows):
        box = tagging.box(crown)
        t = grid.second(row)
        plans = (inset.box for inset in insets if inset.lasts(t))
        others = (head for who, head in grid.heads(row) if who not in tagging.people)
        room = box.padded(grid.gap)
        full = any(map(room.meets, (*grid.words(row), *taken[row], *plans, *others)))
        if full or not grid.whole.holds(box):
            return number
    return len(rows)
