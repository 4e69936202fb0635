"""The list of a rite: what is carried, what is not, what is left out and why; and the list of 乡射."""

from __future__ import annotations

from pathlib import Path

import courtyard3d
from courtyard3d.layout.coverage import FEW, Coverage, load_coverage, sources_of
from courtyard3d.layout.findings import Finding
from courtyard3d.rite.check import sources_in
from courtyard3d.rite.rules import read_rules
from courtyard3d.sources import OURS, Source

LIST = """
facts: {T01: a fact, T02: another, T03: {is: a third, left-out: it is told elsewhere}}
rules: {R01: a rule}
"""
RITE = courtyard3d.open("xiangshe")
FOLDER = RITE.path.parent
REMARKS = {  # facts that only a note tells
    *("H11", "M07", "T44", "C24", "C25", "C30", "C54", "C55", "C91"),  # a word, a colour, a form
    *("H26", "H27"),  # the one step of the host, whose act tells it, and the two of a prince
    *("H39", "N02", "N04", "N05", "N06", "N07"),  # other rites
    *("C84", "S61"),  # more guests than are staged
}


def listed(folder: Path, text: str = LIST) -> Coverage:
    (folder / "coverage.yaml").write_text(text, encoding="utf-8")
    return load_coverage(folder)


def found(coverage: Coverage, *refs: str) -> list[Finding]:
    return list(coverage.findings([Source(OURS, "derived", ref=refs)]))


def test_what_nothing_carries_is_a_warning_for_each_list(tmp_path: Path) -> None:
    findings = found(listed(tmp_path), "T01")
    assert [(f.level, f.kind, f.subjects) for f in findings] == [
        ("warning", "coverage", ("T02",)),
        ("note", "left-out", ("T03",)),
        ("warning", "coverage", ("R01",)),
    ]
    assert findings[0].message == "facts that nothing carries (1): T02"


def test_what_is_left_out_says_why_and_where(tmp_path: Path) -> None:
    (note,) = found(listed(tmp_path), "T01", "T02", "R01")
    assert note.message == "facts: T03 is left out: it is told elsewhere"
    assert note.where is not None and note.where.line == 2


def test_a_ref_that_is_in_no_list_is_a_warning(tmp_path: Path) -> None:
    findings = found(listed(tmp_path), "T01", "T02", "R01", "T04")
    assert [f.message for f in findings if f.kind == "coverage"] == [
        "ref 'T04' is in no list of coverage.yaml"
    ]


def test_a_long_list_is_cut_short_in_words_and_whole_in_its_subjects(tmp_path: Path) -> None:
    ids = [f"T{number:02}" for number in range(FEW + 5)]
    text = "facts: {" + ", ".join(f"{id}: a fact" for id in ids) + "}\n"
    (warning,) = found(listed(tmp_path, text))
    assert warning.message.endswith(f"{ids[FEW - 1]} …")
    assert warning.subjects == tuple(ids)


def test_a_rite_without_a_list_has_nothing_to_find(tmp_path: Path) -> None:
    assert found(load_coverage(tmp_path), "T01") == []


def test_everything_of_the_district_archery_is_carried_or_left_out_with_a_reason() -> None:
    findings = [f for f in RITE.check().findings if f.kind in ("coverage", "left-out")]
    assert {f.level for f in findings} == {"note"}
    left_out = {id for f in findings for id in f.subjects}
    assert left_out == {"U23", "R23", "R24", "R33", "R89", "V18", "V55"}


def test_a_fact_is_a_clause_an_act_a_rule_or_a_premise_unless_it_only_tells_what_a_word_means() -> None:
    clauses = [*sources_of(RITE.document), *sources_in(RITE.script), *(r.source for r in read_rules(FOLDER))]
    carried = {ref for one in (*clauses, *RITE.document.premises.values()) for ref in one.ref}
    assert set(RITE.coverage.facts) - carried - {"U23", "S08"} == REMARKS
