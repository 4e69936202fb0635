"""Two readings of a rite beside each other: what stands elsewhere, who is elsewhere, what is done."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_rite import LAYOUT, small_rite

from courtyard3d.errors import InputError
from courtyard3d.rite.comparing import compare_rites

ACTS = """
- {who: one, do: walk, to: b, when: {hall: xu}}
- {who: one, do: walk, to: b, when: {hall: xiang}, tempo: 2}
- {who: two, do: turn, to: north}
- {who: three, do: bow, when: {hall: xiang}}
"""
MOVES = LAYOUT.replace(
    "    statements: [{east_of: a, by: 一丈, status: supplied, why: test}]",
    "    statements: [{east_of: a, by: 一丈, status: supplied, why: test, when: {hall: xu}}, "
    "{east_of: a, by: 二丈, status: supplied, why: test, when: {hall: xiang}}]",
)


@pytest.fixture(scope="module")
def rite(tmp_path_factory):
    return small_rite(tmp_path_factory.mktemp("small"), ACTS, layout=MOVES)


@pytest.fixture(scope="module")
def other(rite):
    return rite.under(None, {"hall": "xiang"})


def test_what_stands_elsewhere_is_listed_with_its_distance(rite):
    found = {change.id: change.away for change in rite.compare(premises={"hall": "xiang"}).standing}
    assert found == {"b": 10.0, "c": 10.0, "spare": 10.0}


def test_acts_are_told_apart_by_their_line_in_the_script(rite):
    found = rite.compare(premises={"hall": "xiang"})
    assert [(act.act.do, act.people) for act in found.left_out] == [("walk", ("one",))]
    assert [(act.act.do, act.people) for act in found.added] == [("walk", ("one",)), ("bow", ("three",))]
    ((before, after),) = found.lengths
    assert before.id == after.id == "one"


def test_at_a_moment_people_are_compared_too(rite):
    at_end = {move.id: move for move in rite.compare(premises={"hall": "xiang"}, at="0.001s").moves}
    assert at_end["two"].away == pytest.approx(10.0)  # c, where he stands, hangs on b
    assert "three" not in at_end


def test_the_same_premises_differ_in_nothing(rite):
    found = rite.compare(at="1s")
    assert not (found.standing or found.moves or found.lengths or found.added or found.left_out)


@given(share=st.floats(0.0, 1.0))
def test_there_and_back_are_mirrored(rite, other, share):
    at = f"{share * min(rite.timeline.duration, other.timeline.duration) - 0.001:.3f}s".lstrip("-")
    there = compare_rites(rite.timeline, other.timeline, at)
    back = compare_rites(other.timeline, rite.timeline, at)
    assert (there.added, there.left_out) == (back.left_out, back.added)
    assert {(m.id, m.places, m.facings) for m in there.moves} == {
        (m.id, m.places[::-1], m.facings[::-1]) for m in back.moves
    }


@pytest.mark.parametrize("lang", ["hans", "hant", "en"])
def test_it_is_told_in_every_language(rite, lang):
    told = rite.compare(premises={"hall": "xiang"}, at="0s").text(lang)
    assert told.splitlines()[0] == "hall: xu → xiang"
    assert {"hans": "增行", "hant": "增行", "en": "added"}[lang] in told


def test_a_moment_that_one_lacks_is_refused(rite):
    with pytest.raises(InputError, match="outside"):
        rite.compare(premises={"hall": "xiang"}, at="500s")
