"""Every predicate finds a rule that is broken on purpose, and keeps silent where it holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_rite import small_rite

from courtyard3d.errors import InputError
from courtyard3d.layout import Finding
from courtyard3d.rite.rules import PREDICATES, check_rules, read_rules

UP = "- {who: duo, do: ascend, by: steps, leader: upper, lead: %d, between: %d}"
SHOOT = "- {who: one, do: shoot, at: mark}"
CASES = {
    # predicate: (rule, acts that keep it, acts that break it)
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
}
BROKEN_BY_ITS_SLOTS = {
    "total": "kind: goblet, is: 3 / 3 + 1",
    "way_passes": "from: a, to: c, north_of: a",
}


def findings(folder: Path, check: str, slots: str, acts: str) -> list[Finding]:
    from small_rite import LAYOUT

    other = LAYOUT[LAYOUT.index("  steps:\n") : LAYOUT.index("  a:\n")].replace("steps:", "other-steps:", 1)
    other = other.replace("{west_of: hall, by: 二丈", "{east_of: hall, by: 二丈")
    rule = f"status: supplied\nrules:\n  - {{check: {check}, {slots}}}\n"
    (folder / "rules.yaml").write_text(rule, encoding="utf-8")
    rite = small_rite(folder, acts, layout=LAYOUT.replace("  a:\n", other + "  a:\n", 1))
    return list(check_rules(rite.timeline, read_rules(folder)))


def test_every_predicate_is_tried() -> None:
    assert set(CASES) == set(PREDICATES)


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
    assert all(finding.where is not None and finding.where.file.endswith("rules.yaml") for finding in found)


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
