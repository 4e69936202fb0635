"""How long a rite takes to compile, and what a moment costs with 40 and with 1,000 people.

Run `python bench/compile.py [RITE]`.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import courtyard3d
from courtyard3d.courtyard import Courtyard

CROWDS = (40, 1000)
ROUNDS = 4  # how often each of the crowd walks to and fro
MOMENTS = 200  # how many random moments are asked for
REPEATS = 3  # the best of so many runs counts

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
"""
WALK = "{{who: walker-{n}, do: walk, to: {row}-{n}, facing: north}}"


def best(work: Callable[[], object]) -> float:
    """Return the seconds of the quickest of some runs."""
    gc.collect()
    times = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def crowd(folder: Path, count: int) -> Path:
    """Write a rite in which `count` people walk to and fro, each on his own line."""
    numbers = range(1, count + 1)
    people = "\n".join(PERSON.format(n=n) for n in numbers)
    ways = (", ".join(WALK.format(n=n, row=row) for row in ("far", "near") * ROUNDS) for n in numbers)
    lines = "\n".join(f"    - [{way}]" for way in ways)
    (folder / "acts").mkdir(parents=True)
    (folder / "layout.yaml").write_text(LAYOUT.format(count=count, people=people), "utf-8")
    (folder / "acts" / "to-and-fro.yaml").write_text(SECTION.format(lines=lines), "utf-8")
    return folder / "layout.yaml"


def moment(rite: Courtyard) -> float:
    """Return the seconds that one moment costs, over moments in random order."""
    chance = random.Random(1)
    times = [chance.uniform(0, rite.timeline.duration) for _ in range(MOMENTS)]
    return best(lambda: [rite.timeline.state(time) for time in times]) / MOMENTS


def main(name: str = "xiangshe") -> None:
    """Print what compiling and asking cost."""
    rite = courtyard3d.open(name)
    layout = best(lambda: courtyard3d.open(name).layout)
    both = best(lambda: courtyard3d.open(name).timeline)
    print(f"{name}: layout {layout:.2f} s, acts {both - layout:.2f} s")
    print(f"{name}: one state {1e6 * moment(rite):.0f} µs ({len(rite.layout.people)} people)")
    costs = {}
    with tempfile.TemporaryDirectory() as folder:
        for count in CROWDS:
            rite = courtyard3d.open(crowd(Path(folder) / str(count), count))
            costs[count] = moment(rite)
            micros = 1e6 * costs[count]
            print(f"a crowd of {count}: one state {micros:.0f} µs, {micros / count:.2f} a person")
    few, many = CROWDS
    print(f"ratio {many} to {few}: {costs[many] / costs[few]:.1f} (people: {many / few:.0f})")


if __name__ == "__main__":
    main(*sys.argv[1:])
