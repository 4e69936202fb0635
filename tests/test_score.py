"""The time sheet: a line for each who acts, bars as long as acts, sections in order, type apart."""

from __future__ import annotations

import pytest
from test_figure import overlaps

import courtyard3d
from courtyard3d.cli import run
from courtyard3d.picture.score import EDGE, Chart, clock, joined, make_score, score_of


@pytest.fixture(scope="module")
def xiangshe():
    return courtyard3d.open("xiangshe")


def texts(figure):
    return {text.get_text() for text in figure.axes[0].texts}


def test_everyone_who_acts_has_a_line_and_every_section_a_number(xiangshe):
    figure, timeline = make_score(xiangshe), xiangshe.timeline
    acting = {person for act in timeline.acts for person in act.people}
    names = {xiangshe.layout.people[person].labels.hans for person in acting}
    assert names <= texts(figure)
    unnumbered = {str(number) for number in range(1, 36)} - texts(figure)
    short = {str(n) for n, span in enumerate(timeline.sections, 1) if span.end - span.start < 200}
    assert unnumbered <= short
    shooting = next(span for span in timeline.sections if span.id == "chu-she")
    assert sum(text.endswith(f" {clock(shooting.start)}") for text in texts(figure)) == 1  # in the key


@pytest.mark.parametrize("lang", ["hans", "en"])
def test_no_type_overlaps(xiangshe, lang):
    for sections in ((), ("chu-she",), ("chu-she", "qu-shi")):
        assert overlaps(make_score(xiangshe, sections=sections, lang=lang)) == []


def test_a_bar_is_as_long_as_its_act(xiangshe):
    score = score_of(xiangshe.timeline, ["chu-she"], "hans")
    chart = Chart(score, 200.0)
    (span,) = score.sections
    assert chart.at(span.id, span.start) == pytest.approx(chart.aside)
    assert chart.at(span.id, span.end) == pytest.approx(200.0)
    shots = [act for act in score.doing("pair1-upper", "hands") if act.act.do == "shoot"]
    assert len(shots) == 4
    act = shots[0]
    length = chart.at(act.section, act.end) - chart.at(act.section, act.start)
    assert length == pytest.approx((act.end - act.start) * chart.scale)


def test_bars_that_touch_are_one_and_none_is_too_short_to_print():
    assert joined([(3.0, 3.0), (0.0, 1.0), (1.02, 2.0)]) == [(0.0, 2.0), (3.0, 3.1)]


def test_the_sheet_is_as_wide_as_asked_and_nothing_leaves_it(xiangshe):
    figure = make_score(xiangshe, sections=["yue-bin"], width="84mm")
    assert figure.get_figwidth() * 25.4 == pytest.approx(84.0)
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(figure).get_renderer()
    right = max(text.get_window_extent(canvas).x1 for text in figure.axes[0].texts)
    assert right <= (84.0 - EDGE / 2) / 25.4 * figure.dpi


def test_the_command_writes_it_and_a_wrong_section_is_named(tmp_path, capsys):
    assert run(["score", "xiangshe", "-o", str(tmp_path / "s.svg"), "--section", "诱射"]) == 0
    assert "<image" not in (tmp_path / "s.svg").read_text()
    assert run(["score", "xiangshe", "-o", str(tmp_path / "t.svg"), "--section", "chu-shi"]) == 2
    assert "did you mean" in capsys.readouterr().err
    assert not (tmp_path / "t.svg").exists()
