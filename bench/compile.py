"""How long a rite takes to read, compile and check, how much memory it needs, and what a moment costs.

The moments are those of the rite itself, also with onlookers round the court, and of crowds that first walk
and then stand, up to 1,000 people. Run `python bench/compile.py [RITE]`.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import time
import tracemalloc
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter, methodcaller
from pathlib import Path

import courtyard3d
from courtyard3d.courtyard import Courtyard
from courtyard3d.errors import InputError

CROWDS = (40, 200, 1000)
ONLOOKERS = {"onlookers": "5000"}
"""The premise of a wall of people round the court (观者如堵墙), in a rite that has it."""
ROUNDS = 4  # how often each of the crowd walks to and fro
STANDS = 60.0  # seconds for which the crowd stands in the end
MOMENTS = 200  # how many random moments are asked for
REPEATS = 3  # the best of so many runs counts
STAGES: Mapping[str, Callable[[Courtyard], object]] = {
    "reading": attrgetter("document", "script"),
    "layout": attrgetter("layout"),
    "acts": attrgetter("timeline"),
    "first moment": lambda rite: rite.timeline.state(0.0),
    "check": methodcaller("check"),
}

LAYOUT = """
rite: crowd
title: {{hans: 众人, en: A crowd}}
origin: court
voice: ours
sections: [to-and-fro]
objects:
  court: {{kind: station, statements: [{{at: origin, status: supplied, why: bench}}]}}
  near:
    row: {{members: {count}, runs: east, spacing: 三尺}}
    each: {{kind: station}}
    statements: [{{at: court, status: supplied, why: bench}}]
  far:
    row: {{members: {count}, runs: east, spacing: 三尺}}
    each: {{kind: station}}
    statements: [{{north_of: court, by: 三丈, status: supplied, why: bench}}]
people:
{people}
"""
PERSON = "  walker-{n}: {{kind: man, starts: near-{n}, labels: {{hans: 众, en: walker}}}}"
SECTION = """
section: to-and-fro
title: {{hans: 往来, en: To and fro}}
acts:
  - together:
{lines}
  - {{who: walker-1, do: wait, lasts: {stands:g} }}
"""
WALK = "{{who: walker-{n}, do: walk, to: {row}-{n}, facing: north}}"


def best(work: Callable[[], object]) -> float:
    """Return the seconds of the quickest of some runs."""
    gc.collect()
    times = []
    for _ in range(REPEATS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def crowd(folder: Path, count: int) -> Path:
    """Write a rite in which `count` people walk to and fro, each on his own line."""
    numbers = range(1, count + 1)
    people = "\n".join(PERSON.format(n=n) for n in numbers)
    ways = (", ".join(WALK.format(n=n, row=row) for row in ("far", "near") * ROUNDS) for n in numbers)
    lines = "\n".join(f"    - [{way}]" for way in ways)
    (folder / "acts").mkdir(parents=True)
    (folder / "layout.yaml").write_text(LAYOUT.format(count=count, people=people), "utf-8")
    (folder / "acts" / "to-and-fro.yaml").write_text(SECTION.format(lines=lines, stands=STANDS), "utf-8")
    return folder / "layout.yaml"


def moment(rite: Courtyard, begin: float, end: float) -> float:
    """Return the seconds that one moment costs, over moments between two in random order."""
    chance = random.Random(1)
    times = [chance.uniform(begin, end) for _ in range(MOMENTS)]
    return best(lambda: deque(map(rite.timeline.state, times), maxlen=0)) / MOMENTS


def stages(make: Callable[[], Courtyard]) -> dict[str, float]:
    """Return the seconds of each stage from the files to the findings."""
    seconds: dict[str, list[float]] = {stage: [] for stage in STAGES}
    for _ in range(REPEATS):
        rite = make()
        for stage, work in STAGES.items():
            begin = time.process_time()
            work(rite)
            seconds[stage].append(time.process_time() - begin)
    return {stage: min(times) for stage, times in seconds.items()}


def memory(make: Callable[[], Courtyard]) -> tuple[float, float]:
    """Return the MB that layout, time line and a first state hold, and the most that was held meanwhile."""
    rite = make()
    _ = rite.script
    tracemalloc.start()
    rite.timeline.state(0.0)
    held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / 2**20, most / 2**20


def compiling(what: str, make: Callable[[], Courtyard]) -> None:
    """Print what it costs to make a rite."""
    print(f"{what}: " + ", ".join(f"{stage} {seconds:.2f} s" for stage, seconds in stages(make).items()))
    print(f"{what}: " + "{:.0f} MB, at most {:.0f} MB".format(*memory(make)))


def main(name: str = "xiangshe") -> None:
    """Print what compiling and asking cost."""
    rite = courtyard3d.open(name)
    compiling(name, partial(courtyard3d.open, name))
    if ONLOOKERS.keys() <= rite.document.premises.keys():
        compiling(f"{name}, 5,000 onlookers", partial(courtyard3d.open, name, premises=ONLOOKERS))
    whole, people = rite.timeline.duration, len(rite.layout.people)
    for what, begin, end in (
        ("any", 0.0, whole),
        ("early", 0.0, whole / 10),
        ("late", whole * 9 / 10, whole),
    ):
        cost = 1e6 * moment(rite, begin, end)
        print(f"{name}: one state, {what}: {cost:.0f} µs, {cost / people:.2f} a person ({people} people)")
    with tempfile.TemporaryDirectory() as folder:
        costs = [crowds(Path(folder) / str(count), count) for count in CROWDS]
    for kind, few, *_, many in zip(("walk", "stand"), *costs, strict=True):
        print(f"ratio of {CROWDS[-1]} to {CROWDS[0]} who {kind}: {many / few:.1f}")


def crowds(folder: Path, count: int) -> tuple[float, float]:
    """Print and return the seconds of one state of a crowd that walks, and of one that stands."""
    path = crowd(folder, count)
    print(
        f"a crowd of {count}: "
        + "{:.1f} MB, at most {:.1f} MB".format(*memory(partial(courtyard3d.open, path)))
    )
    rite = courtyard3d.open(path)
    end = rite.timeline.duration
    walk, stand = moment(rite, 0.0, end - STANDS), moment(rite, end - STANDS, end)
    each = (f"{kind} {1e6 * cost / count:.2f}" for kind, cost in (("walks", walk), ("stands", stand)))
    print(f"a crowd of {count}: µs a state for each who {', who '.join(each)}")
    return walk, stand


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit("usage: python bench/compile.py [RITE]")
    try:
        main(*sys.argv[1:])
    except InputError as error:
        sys.exit(str(error))
