"""Lengths: the table of cases, and what holds for all of them."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from courtyard3d.measures import (
    MeasureError,
    Quantity,
    Units,
    evaluate,
    format_length,
    format_numeral,
    names_in,
    parse_length,
)

CASES = Path(__file__).parent / "cases" / "measures.csv"
PLACES = {
    "lane": Quantity(Fraction(300), 1),
    "frame-depth": Quantity(Fraction(40), 1),
    "hall.front.y": Quantity(Fraction(0), 1),
    "screen.y": Quantity(Fraction(-200), 1),
    "center_side": Quantity(Fraction(10), 1),
    "treads": Quantity(Fraction(3), 0),
}
LENGTHS = st.fractions(max_denominator=10**12).map(lambda value: value * 1000)
WRITTEN = st.text(
    alphabet="一二两十百千万零有半少大丈尺寸分弓步仞里长0123456789 /.+-*()abgchi-_", max_size=30
)


def rows() -> list[list[str]]:
    with CASES.open(encoding="utf-8") as file:
        return [row for row in csv.reader(file) if row and not row[0].startswith("#")]


def premises(note: str) -> Units:
    return Units.from_premises(dict(word.split("=") for word in note.split() if "=" in word))


def value_of(text: str) -> Quantity:
    return evaluate(text, PLACES.__getitem__)


@pytest.mark.parametrize(("text", "value", "note"), [(*row, "")[:3] for row in rows()])
def test_every_case(text: str, value: str, note: str) -> None:
    if value == "ERROR":
        with pytest.raises(MeasureError):
            parse_length(text)
    else:
        assert parse_length(text, premises(note)) == Fraction(value)


@pytest.mark.parametrize(
    ("text", "chi"),
    [
        ("一千二百三十四尺", 1234),
        ("百二十尺", 120),
        ("一万二千尺", 12_000),
        ("萬二千尺", 12_000),
        ("一千零五尺", 1005),
        ("一千零一十尺", 1010),
        ("二百有七十尺", 270),
        ("十有二寸", Fraction(12, 10)),
        ("廿尺", 20),
        ("卅二尺", 32),
        ("两步", 12),
        ("兩步", 12),
        ("零尺", 0),
        ("一丈半", 15),
        ("三尺半寸", Fraction(305, 100)),
        ("半尺三分", Fraction(53, 100)),
        ("尺有二寸", Fraction(6, 5)),
        ("太半寸", Fraction(1, 15)),
        ("三寸三", Fraction(33, 100)),
        ("尋有四尺", 12),
        ("五十歩", 300),
        ("二仭", 14),
        ("二狸步", 12),
        ("三扶", Fraction(6, 5)),
        ("三膚", Fraction(6, 5)),
        ("常", 16),
        ("九筵", 81),
        ("三雉", 90),
        ("高三尺", 3),
        ("廣八尺", 8),
        ("1 zhang 5 cun", Fraction(21, 2)),
        ("2.5 chi", Fraction(5, 2)),
        ("50弓", 300),
        ("-1/3 chi", Fraction(-1, 3)),
        ("0", 0),
        (" 三丈 ", 30),
    ],
)
def test_more_lengths(text: str, chi: Fraction) -> None:
    assert parse_length(text) == chi


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "ends too early"),
        ("五十弓三", 4, "no unit"),
        ("五尺五尺", 3, "out of order"),
        ("三仞二", 3, "no unit"),
        ("丈二三", 3, "no unit"),
        ("一丈二三寸", 4, "out of order"),
        ("百二尺", 1, "two readings"),
        ("一二尺", 2, "out of place"),
        ("五寸半寸半寸", 5, "out of order"),
        ("半", 1, "of what"),
        ("尺有", 2, "nothing follows"),
        ("尺有六丈", 3, "out of order"),
        ("参尺", 1, "begins no length"),
        ("长", 2, "begins no length"),
        ("长3", 2, "begins no length"),
        ("3", 1, "plain number"),
        ("50 gongs", 4, "no unit"),
        ("1/0 chi", 1, "division by zero"),
        ("三丈 + 二尺", 1, "no single length"),
        ("lane", 1, "no single length"),
        ("三（尺）", 2, "expected '('"),
        ("9" * 90 + " chi", 1, "too large"),
        ("一" * 201, 201, "longer than"),
    ],
)
def test_errors_point_at_the_character(text: str, column: int, message: str) -> None:
    with pytest.raises(MeasureError) as caught:
        parse_length(text)
    assert message in caught.value.message
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("lane / 一弓 * 二寸", 10, 1),
        ("lane / 3", 100, 1),
        ("2 * 武", Fraction(12, 5), 1),
        ("frame-depth * 3 / 4", 30, 1),
        ("hall.front.y - screen.y", 200, 1),
        ("(2 + 1) * 武", Fraction(18, 5), 1),
        ("2 + 3 * 4", 14, 0),
        ("12 / 3 / 2", 2, 0),
        ("lane - 一丈 - 一丈", 280, 1),
        ("-lane / -3", 100, 1),
        ("1 - -1", 2, 0),
        ("6 chi / 1/3 chi", 18, 0),
        ("treads * center_side", 30, 1),
        ("lane / 三", 100, 1),
        ("96/5", Fraction(96, 5), 0),
        ("3/4", Fraction(3, 4), 0),
        ("丈二 / 二尺", 6, 0),
    ],
)
def test_expressions(text: str, value: Fraction, dimension: int) -> None:
    assert value_of(text) == Quantity(Fraction(value), dimension)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("lane * lane", 6, "times a length"),
        ("3 / lane", 3, "divided by a length"),
        ("lane + 3", 6, "do not add up"),
        ("lane / (1 - 1)", 6, "division by zero"),
        ("lane -3", 6, "a space on either side"),
        ("lane- 3 chi", 5, "a space on either side"),
        ("lane 3", 6, "out of place"),
        ("(lane", 6, "expected ')'"),
        ("lane)", 5, "out of place"),
        ("lane ×3", 6, "expected '*'"),
        ("* 3", 1, "out of place"),
        ("(" * 50, 42, "nested"),
        ("9999999999 * " * 8 + "9999999999", 90, "too large"),
    ],
)
def test_expressions_that_fail(text: str, column: int, message: str) -> None:
    with pytest.raises(MeasureError) as caught:
        value_of(text)
    assert message in caught.value.message
    assert caught.value.column == column


def test_names_in_order_each_once() -> None:
    assert names_in("b.x - a-c * (b.x / 三丈) + _d") == ("b.x", "a-c", "_d")


def test_what_names_raise_goes_through() -> None:
    with pytest.raises(KeyError):
        value_of("nowhere + 1")


def test_premises_change_their_units_only() -> None:
    units = Units.from_premises({"bu": "8", "li-bu": "3", "wu": "3", "ren": "4", "hall": "xu"})
    texts = ("一里", "一步", "一貍步", "一弓", "武", "一仞", "一尺")
    assert [parse_length(text, units) for text in texts] == [2400, 8, 3, 6, 3, 4, 1]


@pytest.mark.parametrize("text", ["0", "seven", "-7", "7/0", "1/00", "7 chi", ""])
def test_premises_are_numbers_above_zero(text: str) -> None:
    with pytest.raises(MeasureError):
        Units.from_premises({"ren": text})


@pytest.mark.parametrize(
    ("chi", "text"),
    [
        (Fraction(158, 15), "一丈五寸少半寸"),
        (Fraction(14, 3), "四尺六寸大半寸"),
        (Fraction(96, 5), "一丈九尺二寸"),
        (300, "三十丈"),
        (1, "一尺"),
        (1050, "一百零五丈"),
        (Fraction(1, 7), "1/7 chi"),
        (0, "0 chi"),
        (Fraction(-1, 3), "-1/3 chi"),
    ],
)
def test_formatted(chi: Fraction, text: str) -> None:
    assert format_length(Fraction(chi)) == text


@given(LENGTHS)
def test_a_formatted_length_is_read_again(value: Fraction) -> None:
    assert parse_length(format_length(value)) == value


@given(st.integers(1, 10**11))
def test_whole_thirtieths_of_a_cun_too(thirtieths: int) -> None:
    value = Fraction(thirtieths, 300)
    assert parse_length(format_length(value)) == value


@given(st.integers(0, 10**8 - 1))
def test_a_formatted_numeral_is_read_again(number: int) -> None:
    assert value_of(format_numeral(number)) == Quantity(Fraction(number), 0)


@given(st.lists(LENGTHS, max_size=6))
def test_sums_are_exact(values: list[Fraction]) -> None:
    named = {f"v{n}": Quantity(value, 1) for n, value in enumerate(values)}
    total = evaluate(" + ".join(["0 chi", *named]), named.__getitem__)
    assert total == Quantity(sum(values, Fraction(0)), 1)


@given(LENGTHS, LENGTHS.filter(bool))
def test_a_ratio_undoes_itself(length: Fraction, unit: Fraction) -> None:
    named = {"a": Quantity(length, 1), "b": Quantity(unit, 1)}
    assert evaluate("a / b * b", named.__getitem__) == named["a"]


@settings(max_examples=400)
@given(WRITTEN | st.text(max_size=250))
def test_nothing_but_a_measure_error_comes_out(text: str) -> None:
    for read in (parse_length, names_in, lambda text: evaluate(text, lambda name: Quantity(Fraction(2), 1))):
        column = 1
        try:
            read(text)
        except MeasureError as error:
            column = error.column
        assert 1 <= column <= len(text) + 1
