"""The rules of 乡射 hold in the whole rite, and each of them finds the small change that breaks it."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from broken_rules import BESIDES, BROKEN
from retold import Retelling, Told, told

import courtyard3d
from courtyard3d.layout import in_force
from courtyard3d.rite.predicates import Case, Rule
from courtyard3d.rite.rules import TABLE, check_rules, read_rules

FOLDER = Path(courtyard3d.open("xiangshe").path).parent
GROUPS = 6
"""Into so many the rows are dealt, of which each is broken in one run."""


def title(rule: Rule) -> str:
    """The name of a row: its first ref, its predicate, two slots."""
    slots = [values[0] for values in rule.slots.values() if values][:2]
    return " ".join((rule.source.ref[0], rule.check, *slots))


def named(rules: Sequence[Rule]) -> dict[str, Rule]:
    """The rows by name; where two have the same the premises under which they hold tell them apart."""
    often = Counter(map(title, rules))
    premises = [" ".join(("", *(min(values) for values in rule.when.values()))) for rule in rules]
    names = [
        title(rule) + (more if often[title(rule)] > 1 else "")
        for rule, more in zip(rules, premises, strict=True)
    ]
    return dict(zip(names, rules, strict=True))


RULES = named(read_rules(FOLDER))


@pytest.fixture(scope="module")
def rite() -> Told:
    return told(hits="right")


def broken(rite: Told, names: list[str]) -> set[str]:
    """The rows that break when the rite is told otherwise in all these ways."""
    retelling = Retelling(rite)
    for name in names:
        BROKEN[name](retelling)
    return {name for name, rule in RULES.items() if any(check_rules(retelling.timeline, [rule]))}


def test_every_row_has_a_name_of_its_own_and_a_change_that_breaks_it() -> None:
    assert len(RULES) == len(read_rules(FOLDER))
    assert set(BROKEN) == set(RULES)


@pytest.mark.parametrize("name", RULES)
def test_a_row_finds_the_change_that_breaks_it(rite: Told, name: str) -> None:
    retelling, rule = Retelling(rite), RULES[name]
    BROKEN[name](retelling)
    predicate, _ = TABLE[rule.check]
    assert list(predicate(Case(retelling.timeline), rule))


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_change_breaks_no_other_row(rite: Told, group: int) -> None:
    names = [name for name, rule in RULES.items() if in_force(rule.when, rite.layout.choice)][group::GROUPS]
    besides = {row for name in names for row in BESIDES.get(name, ())}
    assert broken(rite, names) - besides == set(names) - besides


def test_the_rules_hold(rite: Told) -> None:
    assert list(check_rules(rite, RULES.values())) == []


@pytest.mark.parametrize(
    ("premises", "hits", "preset"),
    [
        ({"grandee": "none", "pairs": "3"}, "even", None),
        ({"hall": "xiang", "grandee": "three", "pairs": "8"}, "left", "jia"),
        ({"hall": "xiang"}, "left", "ao"),
        ({"guest-and-host-shoot": "no", "grandee": "three"}, "right", None),
    ],
)
def test_the_rules_hold_under_other_premises(premises: dict[str, str], hits: str, preset: str | None) -> None:
    rite = courtyard3d.open("xiangshe", premises=premises, hits=hits, preset=preset)
    assert list(check_rules(rite.timeline, RULES.values())) == []


UNDONE = {
    "the wash before the penalty": ("procedures-drinking", "22.05, who: server, do: wash,", "R84"),
    "the wash before the others' cups": ("procedures-drinking", "22.43, who: cup-bearer, do: wash,", "R84"),
    "the wash for the marker": ("xian-huozhe", "23.01, who: server, do: wash,", "R84"),
    "the wash after his own draught": ("ju-zhi", "08.11, who: goblet-raiser, do: wash,", "R84"),
    "the grandee's bare arm": ("procedures", "20.35, who: pair.lower, do: bare,", "R34"),
    "the young men's rings": ("you-she", "15.05, who: young-pairs, do: gear-on,", "R30"),
}


@pytest.mark.parametrize("name", UNDONE)
def test_an_act_that_is_not_done_is_found(name: str, tmp_path: Path) -> None:
    file, act, ref = UNDONE[name]
    folder = tmp_path / "rite"
    shutil.copytree(FOLDER, folder)
    acts = folder / "acts" / f"{file}.yaml"
    text = acts.read_text("utf-8")
    assert text.count(act) == 1
    verb = act.rpartition("do: ")[2]
    undone = re.sub(rf"({re.escape(act.removesuffix(verb))}){verb}( thing: [a-z-]+,)?", r"\1wait,", text)
    acts.write_text(undone, "utf-8")
    rite = courtyard3d.open(folder / "layout.yaml")
    found = list(check_rules(rite.timeline, read_rules(folder)))
    assert {finding.message.partition(":")[0] for finding in found} & {ref}
    assert all(finding.where is not None and finding.where.file.startswith(str(folder)) for finding in found)
