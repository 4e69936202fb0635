"""Every predicate finds a rule that is broken on purpose, and keeps silent where it holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from drinking_rite import ARMED
from drinking_rite import BROKEN_BY_ITS_SLOTS as BROKEN_BY_THEIR_SLOTS
from drinking_rite import CASES as CASES_OF_THE_DRINKING
from manner_rite import BROKEN_BY_ITS_SLOTS as BROKEN_IN_MANNER
from manner_rite import CASES as CASES_OF_MANNER
from manner_rite import WASHING
from small_rite import LAYOUT, small_rite
from tally_rite import CASES as CASES_OF_THE_TALLY
from tally_rite import tally

from courtyard3d.errors import InputError
from courtyard3d.layout import Finding
from courtyard3d.rite.rules import TABLE, check_rules, read_rules

UP = "- {who: duo, do: ascend, by: steps, leader: upper, lead: %d, between: %d}"
SHOOT = "- {who: one, do: shoot, at: mark}"
MEETING = """- {who: one, do: turn, to: %s}
- {who: two, do: turn, to: %s}
- {ref: t1, why: test, who: duo, do: bow}"""
PAST_THE_PILLAR = """- {who: three, do: ascend, by: steps}
- {ref: t1, why: test, who: three, do: walk, to: on-hall, around: {pillar: %s}}"""
SLACK = "- {who: one, do: unstring, thing: own.bow}\n"
CASES = {
    # predicate: (rule, acts that keep it, acts that break it)
    "comes_by": (
        "who: one, to: b, by: a",
        "- {who: one, do: walk, to: b}",
        "- {who: one, do: walk, to: d}\n- {who: one, do: walk, to: b}",
    ),
    "travels": (
        "thing: spare, from: spare, to: spare",
        "- {who: one, do: walk, to: b}",
        "- {who: one, do: walk, to: b}\n- {who: one, do: take, thing: spare, posture: kneeling}",
    ),
    "rounds": (
        "acts: t1, pillar: pillar, side: inside",
        PAST_THE_PILLAR % "inside",
        PAST_THE_PILLAR % "outside",
    ),
    "condition_during": (
        "thing: one.bow, is: slack, do: bow, of: one",
        SLACK + "- {who: one, do: bow}",
        SLACK + "- {who: one, do: string, thing: own.bow}\n- {who: one, do: bow}",
    ),
    "never": (
        "who: one, holds: bow, on: hall",
        "- {who: one, do: lay, thing: own.bow}\n- {who: one, do: ascend, by: steps}",
        "- {who: one, do: ascend, by: steps}",
    ),
    "always": (
        "who: two, posture: kneeling, during: say",
        "- {who: two, do: kneel}\n- {who: two, do: say}",
        "- {who: two, do: say}",
    ),
    "by_steps": (
        "who: all, on: steps",
        "- {who: three, do: ascend, by: steps}",
        "- {who: three, do: ascend, by: other-steps}",
    ),
    "leads": ('who: duos, on: steps, by: "2"', UP % (3, 1), UP % (4, 2)),
    "alternates": (
        "who: duo, do: bow",
        "- {who: one, do: bow}\n- {who: two, do: bow}",
        "- {who: one, do: bow}\n- {who: one, do: bow}",
    ),
    "total": ("kind: goblet, is: 2 / 2", "- {who: one, do: bow}", None),
    "way_passes": (
        "from: a, to: c, south_of: b",
        "- {who: one, do: walk, to: c}",
        None,
    ),
    "order": (
        "who: one, first: bow, then: yield",
        "- {who: one, do: bow}\n- {who: one, do: yield}",
        "- {who: one, do: yield}\n- {who: one, do: bow}",
    ),
    "sequence": (
        'who: one, do: yield, of: bow, count: "2"',
        "- repeat: 2\n  acts:\n    - {who: one, do: bow}\n- {who: one, do: yield}",
        "- {who: one, do: bow}\n- {who: one, do: yield}",
    ),
    "place_during": (
        "who: two, at: c, do: bow, of: one",
        "- {who: one, do: bow}",
        "- {who: two, do: walk, to: d}\n- {who: one, do: bow}",
    ),
    "count": (
        'who: one, do: bow, count: "2"',
        "- repeat: 2\n  acts:\n    - {who: one, do: bow}",
        "- {who: one, do: bow}",
    ),
    "does_not": ("who: two, do: bow, sections: one", "- {who: one, do: bow}", "- {who: two, do: bow}"),
    "turns_left": (
        "who: one, acts: t1",
        "- {ref: t1, why: test, who: one, do: turn, way: left, to: west}",
        "- {ref: t1, why: test, who: one, do: turn, way: right, to: west}",
    ),
    "keeps_left": (
        "who: duos",
        "- {who: duo, do: walk, to: d}\n- {who: duo, do: walk, to: a, abreast: {left: upper}}",
        "- {who: duo, do: walk, to: d, abreast: {left: upper}}\n"
        "- {who: duo, do: walk, to: a, abreast: {right: upper}}",
    ),
    **CASES_OF_THE_TALLY,
    **CASES_OF_THE_DRINKING,
    **CASES_OF_MANNER,
    "on_the_left": ("acts: t1", MEETING % ("west", "east"), MEETING % ("east", "west")),
}
BROKEN_BY_ITS_SLOTS = {
    **BROKEN_BY_THEIR_SLOTS,
    **BROKEN_IN_MANNER,
    "total": "kind: goblet, is: 3 / 3 + 1",
    "way_passes": "from: a, to: c, north_of: a",
}


def findings(folder: Path, check: str, slots: str, acts: str) -> list[Finding]:
    other = LAYOUT[LAYOUT.index("  steps:\n") : LAYOUT.index("  a:\n")].replace("steps:", "other-steps:", 1)
    other = other.replace("{west_of: hall, by: 二丈", "{east_of: hall, by: 二丈")
    rule = f"status: supplied\nrules:\n  - {{check: {check}, {slots}}}\n"
    (folder / "rules.yaml").write_text(rule, encoding="utf-8")
    layout = LAYOUT.replace("  a:\n", other + "  a:\n", 1).replace(
        "people:\n", tally("c", 20) + "people:\n", 1
    )
    after_a_round = check in CASES_OF_THE_DRINKING
    layout = layout.replace(*ARMED) if after_a_round else layout
    layout = layout.replace("people:\n", WASHING + "people:\n", 1) if check == "washed" else layout
    rite = small_rite(folder, acts, layout=layout, counted=after_a_round)
    return list(check_rules(rite.timeline, read_rules(folder)))


def test_every_predicate_is_tried() -> None:
    assert set(CASES) == set(TABLE)


@pytest.mark.parametrize("check", CASES)
def test_a_rule_that_holds_is_not_reported(check: str, tmp_path: Path) -> None:
    slots, kept, _ = CASES[check]
    assert findings(tmp_path, check, slots, kept) == []


@pytest.mark.parametrize("check", CASES)
def test_a_rule_that_is_broken_is_found(check: str, tmp_path: Path) -> None:
    slots, kept, broken = CASES[check]
    found = findings(tmp_path, check, BROKEN_BY_ITS_SLOTS.get(check, slots), broken or kept)
    assert found
    assert all(finding.level == "error" and finding.kind == "rule" for finding in found)
    assert all(
        re.search(r"; expected \w+ {.*}, \S*rules\.yaml:\d+:\d+$", finding.message) for finding in found
    )
    assert all(finding.where is not None for finding in found)


def test_a_broken_rule_is_told_at_the_act_that_breaks_it(tmp_path: Path) -> None:
    slots, _, broken = CASES["keeps_left"]
    (found,) = findings(tmp_path, "keeps_left", slots, broken)
    assert found.where is not None
    assert (Path(found.where.file).name, found.where.line) == ("one.yaml", 6)
    assert re.match(
        r"keeps_left: two \(乙\): one \(甲\) is not on the left in walk; expected keeps_left {who: duos}, ",
        found.message,
    )


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("check: nevr, who: one", r"2:\d+: 'nevr' is no predicate; did you mean 'never'"),
        ("check: never, whom: one", "did you mean 'who'"),
        ("check: never, who: onne, holds: bow", "there is no 'onne'; did you mean 'one'"),
    ],
)
def test_a_rule_that_can_not_be_read_is_said_at_its_line(rule: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(f"rules:\n  - {{{rule}, ref: R1, status: supplied, why: x}}\n")
    rite = small_rite(tmp_path, "- {who: one, do: bow}")
    with pytest.raises(InputError, match=message):
        list(check_rules(rite.timeline, read_rules(tmp_path)))


def test_a_folder_is_no_file_of_rules(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").mkdir()
    with pytest.raises(InputError, match=r"rules\.yaml: is a folder"):
        read_rules(tmp_path)
