"""Who runs into whom, and into what stands there."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_rite import LAYOUT, small_rite

from courtyard3d.layout import Finding
from courtyard3d.rite.collisions import SAMPLE, collisions

PAST = "- together:\n  - [{who: one, do: walk, to: c}]\n  - [{who: two, do: walk, to: %s}]"
NEARBY = """  e:
    kind: station
    labels: {hans: 戊位, en: place e}
    statements: [{%s: %s, by: %s, status: supplied, why: test}]
people:
"""


def met(folder: Path, acts: str, layout: str = LAYOUT) -> list[Finding]:
    return list(collisions(small_rite(folder, acts, layout=layout).timeline))


def test_two_who_walk_through_each_other_are_found_once(tmp_path: Path) -> None:
    (found,) = met(tmp_path, PAST % "a")
    assert (found.level, found.kind, found.subjects) == ("warning", "collision", ("one", "two"))
    assert found.time is not None and found.time % SAMPLE == 0.0


def test_two_who_keep_apart_are_not(tmp_path: Path) -> None:
    assert met(tmp_path, "- {who: one, do: walk, to: b}\n- {who: three, do: walk, to: a}") == []


def test_two_of_one_act_are_exempt_as_long_as_it_lasts(tmp_path: Path) -> None:
    assert met(tmp_path, "- {who: duo, do: walk, to: [c, a]}") == []


def test_two_who_stay_too_near_are_found_when_the_act_is_over(tmp_path: Path) -> None:
    layout = LAYOUT.replace("people:\n", NEARBY % ("west_of", "c", "一尺"), 1)
    rite = small_rite(tmp_path, "- {who: duo, do: walk, to: [e, c]}\n- {who: three, do: bow}", layout=layout)
    (found,) = collisions(rite.timeline)
    (walk, _) = rite.timeline.acts
    assert found.subjects == ("one", "two")
    assert found.time == pytest.approx(walk.end, abs=SAMPLE) and found.time >= walk.end


def test_who_stands_against_a_thing_touches_it(tmp_path: Path) -> None:
    layout = LAYOUT.replace("people:\n", NEARBY % ("south_of", "spare", "四寸"), 1).replace(
        "starts: c", "starts: e"
    )
    (found,) = met(tmp_path, "- {who: two, do: bow}", layout)
    assert found.subjects == ("two", "spare") and found.time == 0.0
