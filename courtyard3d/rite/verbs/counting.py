"""Verbs of the tally keeper: counters go from hand to holder, from hand to heap, and are counted in heaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from courtyard3d.rite.custody import candidates, give
from courtyard3d.rite.paths import ahead
from courtyard3d.rite.tally import CHUN, TEN, Lie, Score, Spread, counted, piled
from courtyard3d.rite.tracks import Rest
from courtyard3d.rite.verbs.hands import Handling, place_in
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Verb
from courtyard3d.scene.state import Point

HAND = "armful"
COUNTER, HEAP, HOLDER = "counter", "heap", "tally-holder"
"""Kinds; of the last there is one thing in a rite, by the same name."""
WAYS = ("taking-up", "laying-down")


@dataclass(frozen=True, slots=True)
class Heap:
    """A heap of counters: the point from which they lie and the direction in which it is counted."""

    id: str
    place: str
    point: Point
    facing: float
    spread: Spread

    @classmethod
    def of(cls, moment: Moment, slot: str) -> Heap:
        """The heap that a slot names, if it is within reach of the man who counts."""
        layout, name = moment.world.layout, _name(moment, moment.act.text(slot) or "")
        if name not in layout.objects or layout.objects[name].kind != HEAP:
            heaps = [thing.id for thing in layout.objects.values() if thing.kind == HEAP]
            raise moment.error(f"'{name}' is no heap of counters", slot, given=name, valid=heaps)
        size = {measure: float(value.value) for measure, value in layout.objects[name].size.items()}
        slip = next(t.size for t in layout.objects.values() if t.kind == COUNTER and not t.members)
        spread = Spread(
            float(slip["length"].value), float(slip["diameter"].value),
            int(size["row"]), size["pitch"], size["gap"], size["apart"],
        )  # fmt: skip
        point = place_in(moment, moment.people[0], name, slot)
        return cls(name, _place(moment, name), point, float(layout.facing(name) or 0.0), spread)

    def lay(self, moment: Moment, counter: str, lie: Lie, time: float) -> None:
        """Lay one counter where it belongs in the heap."""
        x, y, z = self.point
        x, y = ahead(ahead((x, y), self.facing, lie.ahead), self.facing + 90.0, lie.right)
        facing = self.facing + (90.0 if lie.across else 0.0)
        moment.world.rest(counter, Rest(time, (x, y, z + lie.up), facing, holder=self.id, place=self.place))

    def pile(self, moment: Moment, counters: Sequence[str], time: float) -> None:
        """Lay counters uncounted on what lies there already."""
        there = len(moment.world.holds(self.id))
        lies = list(piled(there + len(counters), self.spread))[there:]
        for counter, lie in zip(counters, lies, strict=True):
            self.lay(moment, counter, lie, time)


def _name(moment: Moment, name: str) -> str:
    return moment.scope.names.get(name, name)


def _place(moment: Moment, holder: str) -> str:
    """The only place of a heap or of the tally holder."""
    (place,) = moment.world.layout.kinds[moment.world.kind(holder)].places
    return place


def _into_hand(moment: Moment, person: str, counters: Iterable[str], time: float) -> None:
    for counter in counters:
        give(moment.world, counter, person, HAND, time, moment.act.where)


def _in_hand(moment: Moment, person: str) -> tuple[str, ...]:
    return tuple(t for t in moment.world.holds(person) if moment.world.kind(t) == COUNTER)


def _lying(moment: Moment, holders: Iterable[str], person: str, slot: str) -> list[str]:
    """The counters in heaps or in the tally holder that he can reach."""
    found: list[str] = []
    for holder in (_name(moment, name) for name in holders):
        place_in(moment, person, holder, slot)
        found += moment.world.holds(holder)
    return found


class LayCounter(Handling):
    """释算: one counter for the last shot; from the holder where his hand is empty; none where both are."""

    names = ("lay-counter",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        ready = _in_hand(moment, person) or moment.world.holds(HOLDER)
        if ready:
            Heap.of(moment, "heap").pile(moment, ready[:1], time)
        else:
            moment.outcome.discount(moment.outcome.last)


class LoadCounters(Handling):
    """实算: into the tally holder, till it is full or nothing is left, out of his hand or `from` a heap."""

    names = ("load-counters",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        world, source = moment.world, moment.act.texts("from")
        place_in(moment, person, HOLDER, "do")
        able = _lying(moment, source, person, "from") if source else list(_in_hand(moment, person))
        place = _place(moment, HOLDER)
        room = world.layout.kinds[HOLDER].places[place].room - len(world.holds(HOLDER))
        for counter in able[max(len(able) - room, 0) :]:
            give(world, counter, HOLDER, place, time, moment.act.where)


class GatherCounters(Handling):
    """兼敛算: all that he can reach into his hand, or all `from` those heaps or the tally holder."""

    names = ("gather-counters",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        holders = moment.act.texts("from")
        if holders:
            able = _lying(moment, holders, person, "from")
        else:
            able = candidates(moment.world, person, COUNTER, moment.time)
        _into_hand(moment, person, able, time)


class LayRest(Handling):
    """委其余: what is left in his hand, crosswise on a heap; nothing happens where it is empty."""

    names = ("lay-rest",)

    def carry_out(self, moment: Moment) -> float:
        return super().carry_out(moment) if _in_hand(moment, moment.people[0]) else moment.time

    def handle(self, moment: Moment, person: str, time: float) -> None:
        Heap.of(moment, "heap").pile(moment, _in_hand(moment, person), time)


class TakeSurplus(Handling):
    """取贤获: of the right and the left heap what the larger has more; one of each where they are even."""

    names = ("take-surplus",)

    def handle(self, moment: Moment, person: str, time: float) -> None:
        right, left = (_lying(moment, [heap], person, "from") for heap in moment.act.texts("from"))
        score = Score(len(right), len(left))
        ahead_of = {"right": right[score.right - score.surplus :], "left": left[score.left - score.surplus :]}
        _into_hand(moment, person, ahead_of.get(score.result, [*right[-1:], *left[-1:]]), time)


class CountHeap(Verb):
    """数获: 纯 by 纯 from the ground into his hand, or from his hand onto the ground; `lasts` is one 纯."""

    names = ("count-heap",)

    def carry_out(self, moment: Moment) -> float:
        person, beat = moment.people[0], moment.seconds(self.row.lasts)
        heap, way = Heap.of(moment, "heap"), moment.act.text("by") or WAYS[0]
        if way not in WAYS:
            raise moment.error(f"'{way}' is no way to count", "by", given=way, valid=WAYS)
        counters = moment.world.holds(heap.id)
        lies = dict(zip(counters, counted(len(counters), heap.spread), strict=True))
        time, lays = moment.time, []
        for handful, up in _steps(counters, taking_up=way == WAYS[0]):
            time += beat
            if up:
                _into_hand(moment, person, handful, time)
            else:
                lays.append(time - beat)
                for counter in handful:
                    heap.lay(moment, counter, lies[counter], time)
        end = time + beat
        if lays:  # the first is laid, what is left over the tens, the last
            rest = len(counters) // (CHUN * TEN) * (1 if way == WAYS[0] else TEN)
            moment.stages += [(lays[k], (person,)) for k in (0, min(rest, len(lays) - 1), -1)]
        moment.strike_pose(person, self.row.pose or "take", None, end, self.row.stays)
        return end


def _steps(counters: Sequence[str], *, taking_up: bool) -> Iterator[tuple[Sequence[str], bool]]:
    """Yield which counters go into the hand (True) or onto the ground (False), one movement after another."""
    even = len(counters) // CHUN * CHUN
    if taking_up:
        for start in range(0, even, CHUN * TEN):
            handful = counters[start : min(start + CHUN * TEN, even)]
            yield from ((chun, True) for chun in _chunks(handful))
            yield handful, False
        yield from ((counters[even:], up) for up in (True, False) if even < len(counters))
    elif counters:
        yield counters, True
        yield from ((chun, False) for chun in _chunks(counters))


def _chunks(counters: Sequence[str]) -> Iterator[Sequence[str]]:
    return (counters[start : start + CHUN] for start in range(0, len(counters), CHUN))
