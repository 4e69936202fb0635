"""Contact sheets: every recipe, posture and role is on a page; pages appear whole and are small enough for the docs."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

import courtyard3d
from courtyard3d.cli import run
from courtyard3d.errors import InputError
from courtyard3d.picture import graphics
from courtyard3d.picture.sheets import make_sheets, people, shared_out, things
from courtyard3d.picture.sheets.page import BOUND, Cell, Grid, Line, page
from courtyard3d.picture.sheets.photograph import with_bar
from courtyard3d.reading.shelves import data_file
from courtyard3d.scene.build import Workshop
from courtyard3d.scene.library import load_library
from courtyard3d.scene.recipes import Recipe

SMALL = Grid(600, 4)


@pytest.fixture(scope="module")
def court():
    return courtyard3d.open("xiangshe")


@pytest.fixture(scope="module")
def shown(court):
    return list(things.exhibits(court))


def drawn_kinds(court):
    """Kinds whose recipe draws something and whose size is known without a layout."""
    library = load_library()
    used = {thing.kind for thing in court.layout.objects.values()}
    recipes: dict[str, Recipe] = {kind: library.recipe(kind) for kind in library.recipes}
    return {kind for kind, recipe in recipes.items() if kind in used and recipe.parts}


def test_every_thing_of_the_rite_is_shown(court, shown):
    assert drawn_kinds(court) <= {exhibit.kind for exhibit in shown}
    assert "small-drum" in {exhibit.kind for exhibit in shown}  # known by its kind alone
    assert "hip-roof" in {exhibit.kind for exhibit in shown}  # of a lord's hall
    assert "bell-frame" in {exhibit.kind for exhibit in shown}  # only there under another premise


def test_forms_and_conditions_are_shown_once_each(shown):
    def of(kind):
        return [
            (exhibit.form.en[:5] if exhibit.form else "", exhibit.condition)
            for exhibit in shown
            if exhibit.kind == kind
        ]

    assert of("cup") == [("on th", None), ("on th", "full"), ("a bir", None), ("shape", None)]
    assert [condition for _, condition in of("bow")] == [None, "slack", None, "slack"]
    assert len(of("tally-holder")) == 3
    assert of("goblet") == [("", None), ("", "full")]


def test_targets_of_other_ranks_are_shown_beside_that_of_the_rite(shown):
    forms = [one.form.en for one in shown if one.kind == "cloth-target" and one.condition is None]
    assert [form.partition(" (")[0] for form in forms] == [
        "a bullseye of two rings",
        "painted beasts and a square to aim at",
        "a bullseye of three rings",
        "a bullseye of five rings",
        "a bullseye of hide",
    ]


@pytest.mark.parametrize(("face", "rings"), [("two-rings", 2), ("three-rings", 3), ("five-rings", 5)])
def test_rings_lie_evenly_between_the_red_middle_and_a_third_of_the_centre(face, rings):
    there = things._shelf(things.TARGETS, **{"target-face": face})
    assert run(["check", str(data_file(things.TARGETS)), "--premise", f"target-face={face}"]) == 0
    shop, size = Workshop(there, load_library()), there.objects["target"].size
    middle, bull = (float(size[name].length) for name in ("height", "bull"))
    corners = np.concatenate([shop.meshes[name].points for _, name in shop.of(there.objects["target"])])
    corners = corners / there.chi_m - (0, 0, middle / 2)
    square = corners[np.isclose(abs(corners[:, 0]), abs(corners[:, 2])), 0]
    painted = np.unique(2 * abs(square).round(6))
    painted = painted[painted <= bull + 1e-3]
    assert len(painted) == rings
    assert np.diff(painted, 2) == pytest.approx(0, abs=1e-5)
    assert painted[0] == pytest.approx(2)
    assert painted[-1] == pytest.approx(float(size["center_side"].length) / 3, abs=1e-5)


def test_stated_sizes_are_told_from_supplied_ones(shown):
    rack = next(exhibit for exhibit in shown if exhibit.kind == "arrow-rack")
    sizes = dict(things.told_sizes(rack))
    assert sizes["length 三尺 (69 cm)".replace(" ", BOUND)]
    assert not sizes["height 一尺二寸 (28 cm)".replace(" ", BOUND)]


def test_every_role_is_shown_in_front_and_behind_and_in_all_that_it_wears(court, monkeypatch):
    seen = []

    def noted(court, taken, style, grid, heading):
        seen.append((taken.person, heading, frozenset(taken.state.figures[taken.person].dress)))
        return np.zeros((2, 2, 3), np.uint8)

    monkeypatch.setattr(people, "_picture", noted)
    list(people.role_cells(court, None, SMALL))
    roles = {"host", "guest", "grandee", "marker", "musicians-1", "archery-director", "overseer"}
    for heading in (people.BEFORE, people.BEHIND):
        assert roles <= {person for person, at, _ in seen if at == heading}
    worn = {(person, *dress) for person, _, dress in seen}
    assert len(seen) == len(set(seen))
    for person, *words in (
        ("host", "court", "bare", "thumb-ring", "arm-guard"),
        ("guest", "court", "unshod"),
        ("grandee", "court", "crimson-jacket", "bare", "thumb-ring", "arm-guard"),
        ("overseer", "court", "bare"),
    ):
        assert any(one[0] == person and set(one[1:]) == set(words) for one in worn), person


def test_every_posture_has_a_name_in_three_languages_and_most_an_act(court):
    poses = load_library().poses
    for name, pose in poses.named.items():
        assert pose.labels.hans and pose.labels.hant and pose.labels.en, name
    found = people._found(court, poses)
    shown = {"sing", "strike", "struck", "loose", "carry-on-shoulder", "carry-pole", "gear", "wipe"}
    assert shown <= set(found)
    assert set(poses.named) - set(found) <= {
        "bow-deep",
        "kowtow",
        "wash-kneeling",
        "hold-bow-slack",
        "take",
    }


def test_who_and_what_belongs_to_a_posture_is_seen_with_it(court):
    found = people._found(court, load_library().poses)
    assert found["lead"].company in court.layout.groups["musicians"].members
    assert found["led"].company in court.layout.groups["guides"].members
    assert court.layout.objects[found["play-seated"].company].kind == "zither"
    assert found["carry"].company is None


@pytest.mark.parametrize(("cells", "pages"), [(1, [1]), (24, [24]), (76, [20, 20, 20, 16])])
def test_pages_are_filled_evenly(cells, pages):
    assert [len(one) for one in shared_out([None] * cells, 5, 5)] == pages


def test_halls_of_four_ranks_stand_on_as_many_chi_as_they_have_steps():
    for rank, chi in (("officer", 3), ("grandee", 5), ("lord", 7), ("king", 9)):
        there = things.halls(rank)
        assert there.objects["steps-1"].size["treads"].value == chi
        assert there.objects["hall"].size["floor"].length == chi
        assert ("hip-roof" in there.objects) == (chi > 5)


@pytest.mark.parametrize("rank", ["officer", "grandee", "lord", "king"])
def test_nothing_is_to_be_said_of_the_halls(rank, capsys):
    assert run(["check", str(data_file("halls.yaml")), "--premise", f"rank={rank}", "--lang", "en"]) == 0
    assert "warning" not in capsys.readouterr().out


def test_purlins_of_a_hip_roof_end_where_it_slopes_down():
    there = things.halls("lord")
    bay = there.evaluate("bay").length
    long, middle, ridge = (
        there.objects[name].size["length"].length for name in ("eave-beams-1", "middle-beams-1", "ridge")
    )
    assert long - middle == middle - ridge == 2 * bay
    for name in ("end-eave-beams-1", "end-middle-beams-1"):
        x, _, _ = there.point(name)
        half = (long if "eave" in name else middle) / 2
        assert x == -half


def test_a_page_is_as_wide_as_asked_and_its_lines_stay_within_their_column():
    picture = np.full((*SMALL.picture[::-1], 3), 200, np.uint8)
    sheet = page(Line("器", "title"), [Cell(picture, (Line("length 三尺 " * 30),))] * 5, SMALL, "hans")
    wide, _ = SMALL.picture
    assert sheet.width == 600
    gutter = np.array(sheet)[:, SMALL.margin + wide + 1 : SMALL.margin + wide + SMALL.gutter - 1]
    assert (gutter == gutter[0, 0]).all()


@pytest.mark.parametrize(("scale", "length"), [(1000.0, "0.2"), (100.0, "2"), (3.0, "100")])
def test_the_bar_is_as_long_as_it_says(scale, length):
    marked, said = with_bar(np.full((200, 300, 3), 255, np.uint8), scale, 0.231)
    assert said == length
    dark = np.flatnonzero((marked < 128).all(axis=2).any(axis=0))
    assert np.ptp(dark) + 1 == pytest.approx(float(length) * 0.231 * scale, abs=1)


def test_bad_wishes_are_refused(court, tmp_path):
    with pytest.raises(InputError, match=r"no sheet 'thing'.*did you mean 'things'"):
        make_sheets(court, tmp_path, only=["thing"])
    with pytest.raises(InputError, match="no page 10 pixels wide; expected 600 to 6000"):
        make_sheets(court, tmp_path, width=10)
    assert run(["sheets", "-o", str(tmp_path), "--only", "thing", "--quiet"]) == 2
    assert not list(tmp_path.iterdir())


def test_a_sheet_is_written_whole_beside_its_name(court, tmp_path):
    try:
        graphics.off_screen()
    except courtyard3d.MachineError as error:
        pytest.skip(str(error))
    out = tmp_path / "sheets"
    (styles,) = make_sheets(court, out, only=["styles"], width=600, quiet=True)
    assert [path.name for path in out.iterdir()] == ["styles-1.png"] == [styles.name]
    with Image.open(styles) as sheet:
        assert sheet.width == 600
        assert len(sheet.convert("RGB").getcolors(10**6)) > 50


def test_the_sheets_of_the_docs_are_small():
    sheets = list((data_file("materials.yaml", "meshes").parents[1] / "docs" / "sheets").glob("*.png"))
    assert {path.stem.partition("-")[0] for path in sheets} == {
        "halls",
        "things",
        "postures",
        "roles",
        "styles",
    }
    assert sum(path.stat().st_size for path in sheets) < 1_800_000
