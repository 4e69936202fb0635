"""Figures: type and lines as journals ask, true vector, names that never meet, north up."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace as Fake
from typing import Any

import numpy as np
import pytest
import shapely
from few_solids import courtyard

import courtyard3d
from courtyard3d.cli import run
from courtyard3d.errors import InputError, MachineError
from courtyard3d.picture.alternative import alternative
from courtyard3d.picture.figure import make_figure, save
from courtyard3d.picture.vector.citing import words
from courtyard3d.picture.vector.projection import VIEWS
from courtyard3d.picture.vector.sheet import millimetres
from courtyard3d.picture.vector.sight import look
from courtyard3d.reading.words import Labels

LYING = [name for name, view in VIEWS.items() if not view.upright]
VARIANTS = [
    {"view": view, "width": width, "style": style}
    for view in VIEWS for width in ("84mm", "174mm") for style in ("ink", "evidence")
]  # fmt: skip


@pytest.fixture(scope="module")
def xiangshe() -> Any:
    return courtyard3d.open("xiangshe")


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: "-".join(v.values()))
def test_type_and_lines_are_as_journals_ask_and_nothing_is_a_bitmap(
    variant: dict[str, str], tmp_path: Path
) -> None:
    save(make_figure(courtyard(), **variant), tmp_path / "plate.svg")
    svg = (tmp_path / "plate.svg").read_text()
    sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", svg)]
    widths = [float(width) for width in re.findall(r"stroke-width: ([\d.]+)", svg)]
    strokes = [
        style
        for style in re.findall(r'style="([^"]*)"', svg)
        if "stroke: #" in style and "fill: none" in style
    ]
    assert "<image" not in svg
    assert "data:image" not in svg
    assert sizes
    assert min(sizes) >= 6.0
    assert strokes
    assert min(width for width in widths if width) >= 0.1
    assert max(widths) <= 1.5
    page = re.search(r'<svg [^>]*width="([\d.]+)pt"', svg)
    assert page
    assert float(page[1]) == pytest.approx(millimetres(variant["width"]) / 25.4 * 72, abs=0.01)


def overlaps(figure: Any) -> list[tuple[str, str]]:
    """Pieces of type on a sheet that run into each other, as matplotlib itself measures them."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    renderer = FigureCanvasAgg(figure).get_renderer()
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in figure.axes[0].texts]
    ink = [(text, shapely.box(*box.extents).buffer(-0.5)) for text, box in boxes if text.strip()]
    return [(a, b) for (a, one), (b, other) in combinations(ink, 2) if one.intersects(other)]


def texts_of(figure: Any) -> set[str]:
    return {text.get_text() for text in figure.axes[0].texts}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: "-".join(v.values()))
def test_no_two_pieces_of_type_overlap(variant: dict[str, str]) -> None:
    figure = make_figure(courtyard(16), labels=("hans", "pinyin"), **variant)
    upright = VIEWS[variant["view"]].upright  # from the side one thing hides another
    assert upright or {"堂", "侯", "宾"} <= texts_of(figure)
    assert overlaps(figure) == []


def test_people_who_stand_too_close_for_names_share_that_of_their_group() -> None:
    court = courtyard(13)
    files = tuple(f"man-{i + 1}" for i in range(12))
    court.layout.groups = {"others": Fake(id="others", labels=Labels("众宾", "other guests"), members=files)}
    wide, narrow = (texts_of(make_figure(court, width=width)) for width in ("400mm", "84mm"))
    assert "众宾 ×12" in narrow
    assert "众宾3" not in narrow
    assert {f"众宾{i + 1}" for i in range(12)} <= wide


def test_a_pdf_has_embedded_type_42_fonts_and_no_image(tmp_path: Path) -> None:
    save(make_figure(courtyard()), tmp_path / "plate.pdf")
    pdf = (tmp_path / "plate.pdf").read_bytes()
    packed = re.findall(rb"FlateDecode[^>]*>>\s*stream\r?\n(.*?)\r?\nendstream", pdf, re.S)
    streams = [zlib.decompress(stream) for stream in packed]
    fonts = [stream for stream in streams if stream.startswith(b"\x00\x01\x00\x00")]  # TrueType, not OpenType
    assert b"/Subtype /Image" not in pdf
    assert b"/Type3" not in pdf
    assert len(fonts) == pdf.count(b"/FontFile2") > 0
    assert any(b" Tf" in stream for stream in streams)


def test_outlined_type_needs_no_font(tmp_path: Path) -> None:
    save(make_figure(courtyard(), outlined=True), tmp_path / "plate.pdf")
    assert b"/Font " not in re.sub(rb"/Font \d+ 0 R|/Font << >>", b"", (tmp_path / "plate.pdf").read_bytes())


def test_a_figure_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        save(make_figure(courtyard(), view="axonometric"), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def text_at(figure: Any, word: str) -> np.ndarray:
    return np.array(next(text.get_position() for text in figure.axes[0].texts if text.get_text() == word))


@pytest.mark.parametrize("view", LYING)
def test_north_is_up_and_the_lane_may_be_whole(view: str) -> None:
    broken, whole = (make_figure(courtyard(), view=view, lane=lane) for lane in ("broken", "whole"))
    assert text_at(broken, "宾")[1] > text_at(broken, "洗")[1] > text_at(broken, "侯")[1]
    assert whole.get_figheight() > broken.get_figheight()
    texts = {figure: " ".join(t.get_text() for t in figure.axes[0].texts) for figure in (broken, whole)}
    assert "略去" in texts[broken]
    assert "略去" not in texts[whole]


def test_a_hall_plan_shows_the_hall_alone() -> None:
    names = {text.get_text() for text in make_figure(courtyard(), window="hall").axes[0].texts}
    assert {"堂", "宾", "东楹", "西序"} <= names
    assert not {"侯", "洗", "众宾1"} & names


def test_an_elevation_says_whither_one_looks_and_has_its_ground_line(xiangshe: Any) -> None:
    front, side = (
        make_figure(xiangshe, view=view, at="0s", window="hall") for view in ("elevation", "elevation-east")
    )
    assert "向北而视" in texts_of(front)
    assert "北" in texts_of(side)  # to the right: an arrow shows it
    assert {"西阶", "阼阶", "东楹", "西楹"} <= texts_of(front)
    assert "侯" not in texts_of(front)  # it would hide the hall


@pytest.mark.parametrize(("view", "axis"), [("section", 0), ("longitudinal-section", 1)])
def test_a_section_leaves_out_what_is_before_its_plane_and_blackens_what_it_cuts(
    xiangshe: Any, view: str, axis: int
) -> None:
    plane = np.array([0.0, 18.0, 0.0])
    sight = look(xiangshe, VIEWS[view], 0.0, "hall", None, plane)
    near = VIEWS[view].projection
    depth = near(plane[None])[0, 2]
    assert max(near(solid.corners)[:, 2].min() for solid in sight.solids) <= depth
    cut = [solid for solid in sight.solids if solid.poche]
    assert {solid.item.layer for solid in cut} >= {"hall", "roof"}
    assert {round(float(value), 2) for solid in cut for value in solid.corners[:, axis]} == {plane[axis]}
    built = [solid for solid in sight.solids if solid.item.layer in ("hall", "roof", "rear-roof", "frame")]
    assert max(near(solid.corners)[:, 2].max() for solid in built) <= depth


def test_a_section_goes_through_the_thing_that_is_named(xiangshe: Any) -> None:
    drawn = [
        make_figure(xiangshe, view="section", at="0s", window="hall", plane=name)
        for name in ("西楹", "pillar-west")
    ]
    assert texts_of(drawn[0]) == texts_of(drawn[1])
    with pytest.raises(InputError, match="nothing is called"):
        make_figure(xiangshe, view="section", plane="nothing-such")


def test_the_roof_is_left_out_and_everyone_has_a_wedge() -> None:
    plan, solid = (look(courtyard(), VIEWS[view], 12.5, "court") for view in ("plan", "axonometric"))
    layers = {s.item.layer for s in (*plan.solids, *solid.solids)}
    assert not {"roof", "frame"} & layers
    assert {s.item.owner for s in plan.overhead} == {"roof", "ridge"}
    wedges = {s.item.owner: s.corners for s in solid.solids if s.poche and s.item.layer == "person"}
    south, east = wedges["guest"], wedges["man-1"]
    assert south[np.argmin(south[:, 1])][:2].tolist() == pytest.approx([-5.0, 27.0 - 2.6])
    assert east[np.argmax(east[:, 0])][:2].tolist() == pytest.approx([-40.0 + 2.6, -50.0])


def test_the_roof_of_a_figure_hides_people_or_is_dashed_over_them() -> None:
    window = {"view": "axonometric", "window": "hall"}
    seen = {
        roof: {text.get_text() for text in make_figure(courtyard(), roof=roof, **window).axes[0].texts}
        for roof in ("off", "glass", "cut", "solid")
    }
    assert "宾" in seen["off"] & seen["glass"] & seen["cut"]
    assert "宾" not in seen["solid"]
    assert "檐际" in seen["glass"] - seen["cut"]
    with pytest.raises(InputError, match="glass, off"):
        make_figure(courtyard(), view="plan", roof="solid")


def test_the_alternative_says_who_stands_where_facing_whither() -> None:
    said = {lang: alternative(courtyard(2), lang=lang) for lang in ("hans", "hant", "en")}
    assert "宾：在宾席，立，面南，携矢。" in said["hans"]
    assert "賓：在賓席，立，面南，攜矢。" in said["hant"]
    assert "guest: at guest.mat, standing, facing south, with arrow." in said["en"]
    assert "众宾1：在堂廉中点之西 40.0 尺、南 50.0 尺，立，面东。" in said["hans"]


def test_of_the_premises_only_those_are_cited_that_differ() -> None:
    foot = {lang: words(courtyard(2), 12.5, "plan", lang).paragraphs[-1] for lang in ("hans", "hant", "en")}
    assert "前提：preset=ao, hall=xiang；其余皆默认 · " in foot["hans"]
    assert "前提：preset=ao, hall=xiang；其餘皆預設 · " in foot["hant"]
    assert "premises: preset=ao, hall=xiang; all others as default · " in foot["en"]


@pytest.mark.parametrize(
    ("option", "near"),
    [
        ({"view": "plam"}, "plan"),
        ({"style": "inc"}, "ink"),
        ({"window": "cort"}, "court"),
        ({"lane": "brocken"}, "broken"),
        ({"labels": ("pinyn",)}, "pinyin"),
    ],
)
def test_an_unknown_option_is_answered_with_the_nearest(option: dict[str, Any], near: str) -> None:
    with pytest.raises(InputError, match=f"did you mean '{near}'"):
        make_figure(courtyard(), **option)


@pytest.mark.parametrize("dpi", [0, 35, 100000])
def test_a_png_has_neither_too_few_dots_nor_too_many(dpi: int, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=rf"no PNG with {dpi} dots.*expected 36 to 2\d{{3}}"):
        save(make_figure(courtyard(), window="hall", width="84mm"), tmp_path / "plate.png", dpi=dpi)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lang", ["hans", "en"])
@pytest.mark.parametrize("view", VIEWS)
def test_all_type_stays_on_the_sheet_and_the_words_of_a_break_in_the_frame(view: str, lang: str) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    court = courtyard()
    court.layout.choice = {f"a-premise-with-a-long-name-{n}": "yes" for n in range(9)}
    figure = make_figure(court, view=view, width="60mm", labels=(lang,))
    renderer = FigureCanvasAgg(figure).get_renderer()
    edge = 2.0 / 25.4 * figure.dpi
    inside = shapely.box(edge, edge, figure.bbox.width - edge, figure.bbox.height)
    boxes = [(text, shapely.box(*text.get_window_extent(renderer).extents)) for text in figure.axes[0].texts]
    assert all(inside.buffer(1.0).contains(box) for _, box in boxes)
    left_out = any("略去" in text.get_text() or "left out" in text.get_text() for text, _ in boxes)
    assert left_out == (view in LYING)


def test_a_rite_without_sections_is_drawn_as_it_stands() -> None:
    court = courtyard()
    court.timeline.section_at = lambda time: Fake(id="", labels=court.layout.labels, start=0.0)
    court.layout.plate_at = None
    assert "乡射礼 · 平面图" in " ".join(t.get_text() for t in make_figure(court).axes[0].texts)


def test_a_figure_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    figure = make_figure(courtyard(), window="hall")
    with pytest.raises(MachineError):
        save(figure, tmp_path / "no such folder" / "plate.svg")
    with pytest.raises(InputError, match="svg"):
        save(figure, tmp_path / "plate.svgg")
    (tmp_path / "taken.svg").mkdir()
    with pytest.raises(MachineError):
        save(figure, tmp_path / "taken.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.svg"]


def test_the_module_does_not_load_matplotlib() -> None:
    code = "import courtyard3d.picture.figure, sys; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# the rite itself


@pytest.mark.parametrize(
    "options", [{"width": "84mm"}, {"labels": ("hant", "en")}, {"view": "axonometric"}], ids=str
)
def test_the_plate_of_the_rite_names_everyone_and_no_names_meet(
    xiangshe: Any, options: dict[str, Any]
) -> None:
    figure = make_figure(xiangshe, at="chu-she", **options)
    assert overlaps(figure) == []
    lang, layout, texts = options.get("labels", ("hans",))[0], xiangshe.layout, texts_of(figure)
    figures = xiangshe.timeline.state(xiangshe.moment("chu-she")).figures
    shared = [
        group
        for group in layout.groups.values()
        if any(t.startswith(group.labels.text(lang) + " ×") for t in texts)
    ]
    named = {who for who in figures if layout.people[who].called(figures[who].office).text(lang) in texts}
    named |= {who for group in shared for who in group.members}
    assert {who for who, person in figures.items() if person.visible} <= named


def test_the_command_writes_a_figure_and_its_alternative(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plate, words = tmp_path / "plate.svg", tmp_path / "plate.txt"
    asked = [
        "figure",
        "xiangshe",
        "-o",
        str(plate),
        "--at",
        "you-she",
        "--window",
        "hall",
        "--alt",
        str(words),
    ]
    assert run([*asked, "--labels", "hans,pinyin", "--quiet"]) == 0
    assert "主人：在主人席，立，面西" in words.read_text(encoding="utf-8")
    assert "zhǔrén" in plate.read_text(encoding="utf-8")
    assert run(["figure", "xiangshe", "-o", str(tmp_path / "other.svg"), "--at", "you-shee", "--quiet"]) == 2
    assert "you-she" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plate.svg", "plate.txt"]
