"""What differs between a rite under two choices of premises: what stands, who is where, what is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import dist

from courtyard3d.layout.compare import Change, compare
from courtyard3d.reading.phrases import phrase
from courtyard3d.rite.engine import Played
from courtyard3d.rite.timeline import SectionSpan, Timeline
from courtyard3d.scene.state import FigureState, Point, ThingState

LEAST = 1e-6
"""Chi, degrees or seconds below which nothing differs."""

Body = FigureState | ThingState


@dataclass(frozen=True, slots=True)
class Move:
    """A person or thing that is elsewhere, or turned, at a moment; floats in chi and degrees.

    A place or facing is None where he or it is absent or has none.
    """

    id: str
    places: tuple[Point | None, Point | None]
    facings: tuple[float | None, float | None]

    @property
    def away(self) -> float:
        """How far apart the two places are, in chi; 0 where there are not two."""
        before, after = self.places
        return dist(before, after) if before and after else 0.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two timelines of one rite.

    Attributes
    ----------
    standing : tuple of Change
        What stands elsewhere, is turned, of another size, new or gone; the farthest first.
    moves : tuple of Move
        Who and what is elsewhere at the moment that was asked, the farthest first; else empty.
    lengths : tuple of (SectionSpan, SectionSpan)
        The sections that last longer or shorter, before and after.
    added, left_out : tuple of Played
        The acts that only one of both has.
    """

    before: Timeline
    after: Timeline
    standing: tuple[Change, ...]
    moves: tuple[Move, ...]
    lengths: tuple[tuple[SectionSpan, SectionSpan], ...]
    added: tuple[Played, ...]
    left_out: tuple[Played, ...]

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = "hans") -> str:
        """Return what differs as lines of text in a language (hans, hant, en)."""
        return "\n".join(self._lines(language))

    def _lines(self, language: str) -> Iterator[str]:
        one, other = self.before.layout.choice, self.after.layout.choice
        yield ", ".join(f"{name}: {one[name]} → {other[name]}" for name in one if one[name] != other[name])
        for change in self.standing:
            yield f"{self._name(change.id, language)}  {_told_change(change, language)}"
        for move in self.moves:
            yield f"{self._name(move.id, language)}  {_told_move(move, language)}"
        for span, later in self.lengths:
            lasts = f"{span.end - span.start:.1f}s → {later.end - later.start:.1f}s"
            yield f"{span.labels.text(language)}  {lasts}"
        for key, timeline, acts in (
            ("added", self.after, self.added),
            ("left_out", self.before, self.left_out),
        ):
            for act in acts:
                section = timeline.section(act.section).labels.text(language)
                said = timeline.sentence(act, language)
                yield f"{phrase(key, language)}  {section} · {said}  {act.act.where}"

    def _name(self, name: str, language: str) -> str:
        labels = self.after.layout.named(name) or self.before.layout.named(name)
        return f"{labels.text(language)}({name})" if labels else name


def compare_rites(before: Timeline, after: Timeline, at: str | None = None) -> Comparison:
    """Compare a rite under two choices of premises.

    Parameters
    ----------
    before, after : Timeline
        Both of the same script.
    at : str, optional
        A moment (as for `state --at`) at which people and things are compared too.

    Raises
    ------
    InputError
        Where one of them does not have the moment.
    """
    moves = tuple(_moves(before, after, at)) if at is not None else ()
    later = {span.id: span for span in after.sections}
    pairs = ((span, later[span.id]) for span in before.sections)
    return Comparison(
        before,
        after,
        compare(before.layout, after.layout),
        tuple(sorted(moves, key=lambda move: -move.away)),
        tuple(pair for pair in pairs if abs(_lasts(pair[0]) - _lasts(pair[1])) > LEAST),
        tuple(_beyond(after.acts, before.acts)),
        tuple(_beyond(before.acts, after.acts)),
    )


def _lasts(span: SectionSpan) -> float:
    return span.end - span.start


def _beyond(acts: Iterable[Played], others: Iterable[Played]) -> Iterator[Played]:
    """Yield the acts that have no like among the others: the same line of the script by the same people."""
    left = Counter(map(_likeness, others))
    for act in acts:
        if left[_likeness(act)] > 0:
            left[_likeness(act)] -= 1
        else:
            yield act


def _likeness(played: Played) -> tuple[object, ...]:
    return played.section, played.act.where, played.act.ref, played.act.do, played.people


def _moves(before: Timeline, after: Timeline, at: str) -> Iterator[Move]:
    one, other = before.state(before.moment(at)), after.state(after.moment(at))
    tables: tuple[tuple[Mapping[str, Body], Mapping[str, Body]], ...] = (
        (one.figures, other.figures),
        (one.things, other.things),
    )
    for here, there in tables:
        for name in dict.fromkeys((*here, *there)):
            move = _move(name, here.get(name), there.get(name))
            if _differ(move):
                yield move


def _move(name: str, one: Body | None, other: Body | None) -> Move:
    places = one.position if one else None, other.position if other else None
    return Move(name, places, (one.facing if one else None, other.facing if other else None))


def _differ(move: Move) -> bool:
    one, other = move.facings
    turned = one is not None and other is not None and abs((one - other + 180) % 360 - 180) > LEAST
    return turned or move.away > LEAST or (move.places[0] is None) != (move.places[1] is None)


def _told_change(change: Change, language: str) -> str:
    told = [f"{change.away:.2f} 尺"] if change.away else []
    told += [phrase("came" if change.there[1] else "gone", language)] if not all(change.there) else []
    told += [f"{change.turned[0]}° → {change.turned[1]}°"] if change.turned else []
    told += [f"{measure} {one} → {other}" for measure, one, other in change.sizes]
    return "  ".join(told)


def _told_move(move: Move, language: str) -> str:
    if None in move.places:
        return phrase("gone" if move.places[1] is None else "came", language)
    turn = "  ".join(f"{facing:g}°" for facing in move.facings if facing is not None)
    return f"{move.away:.2f} 尺  {turn}"
