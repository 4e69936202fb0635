"""The atlas: every section has its plates, bookmarks and index lead right, all is vector, no half file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

import courtyard3d
from courtyard3d.cli import run
from courtyard3d.errors import InputError
from courtyard3d.picture.atlas.index import ranges
from courtyard3d.picture.atlas.plates import FILE, plates_of, read_plates

ROOT = Path(__file__).parents[1]
YIELDS = ROOT / "examples" / "three-yields"


@pytest.fixture(scope="module")
def atlas(tmp_path_factory):
    """The atlas of a small rite that has no file of plates."""
    folder = tmp_path_factory.mktemp("atlas")
    asked = ["atlas", str(YIELDS), "-o", str(folder / "yields.pdf"), "--script", "host"]
    assert run([*asked, "--alt", str(folder / "yields.md"), "--lang", "en", "--quiet"]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["yields.md", "yields.pdf"]
    return PdfReader(folder / "yields.pdf")


def marks(reader, outline=None, depth=0):
    """Yield title, depth and page (from 1) of every bookmark."""
    for entry in reader.outline if outline is None else outline:
        if isinstance(entry, list):
            yield from marks(reader, entry, depth + 1)
        else:
            yield entry.title, depth, reader.get_destination_page_number(entry) + 1


def resources(page, kind):
    return (page["/Resources"].get(kind) or {}).values()


def test_no_page_has_a_bitmap(atlas):
    forms = [form.get_object() for page in atlas.pages for form in resources(page, "/XObject")]
    assert not [form for form in forms if form["/Subtype"] == "/Image"]
    assert not any(b"BI\n" in page.get_contents().get_data() for page in atlas.pages)


def test_all_fonts_are_embedded_as_truetype(atlas):
    fonts = [font.get_object() for page in atlas.pages for font in resources(page, "/Font")]
    assert fonts
    for font in fonts:
        inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
        assert inner["/Subtype"] in ("/CIDFontType2", "/TrueType")
        assert "/FontFile2" in inner["/FontDescriptor"].get_object()


def test_every_section_has_a_plate_and_bookmarks_lead_to_what_they_say(atlas):
    found = list(marks(atlas))
    sections = courtyard3d.open(YIELDS).timeline.sections
    assert {span.labels.en for span in sections} <= {title for title, depth, _ in found if depth == 1}
    assert [title for title, depth, _ in found if not depth] == [
        "Three bows and three yieldings · Atlas", "Premises", "List of plates", "Hall and court", "Things",
        "The rite", "Time sheets", "Appendix", "Index of people and things",
    ]  # fmt: skip
    for title, _, page in found:
        if title.startswith("Plate "):
            assert "".join(title.split()) in "".join(atlas.pages[page - 1].extract_text().split())


def test_the_list_of_plates_gives_the_pages_on_which_they_stand(atlas):
    plates = {title.split()[1]: page for title, _, page in marks(atlas) if title.startswith("Plate ")}
    listed = next(page for title, _, page in marks(atlas) if title == "List of plates")
    told = atlas.pages[listed - 1].extract_text()
    for number, page in plates.items():
        assert re.search(rf"Plate {number}\b[^0-9]*\b{page}\b", told)


def test_page_numbers_are_those_of_the_pages(atlas):
    for number, page in enumerate(atlas.pages[1:], start=2):
        assert str(number) in page.extract_text().split("\n")


def test_the_index_leads_to_plates_that_name_the_person(atlas):
    last = atlas.pages[-1].extract_text()
    entry = next(line for line in last.split("\n") if line.startswith("host "))
    plates = {title.split()[1]: page for title, _, page in marks(atlas) if title.startswith("Plate ")}
    numbers = [number.strip() for part in entry.removeprefix("host").split(",") for number in part.split("–")]
    assert numbers
    for number in numbers:
        assert "host" in atlas.pages[plates[number] - 1].extract_text()


def test_scripts_tables_and_sources_stand_in_the_appendix(atlas):
    titles = {title for title, depth, _ in marks(atlas) if depth == 1}
    assert {"Distances", "Script: host", "The ledger", "Sources"} <= titles


def test_the_plates_are_told_in_words(tmp_path):
    assert (
        run(["atlas", str(YIELDS), "-o", str(tmp_path / "a.PDF"), "--alt", str(tmp_path / "a.md"), "--quiet"])
        == 0
    )
    told = (tmp_path / "a.md").read_text("utf-8")
    assert told.count("\n## 图 ") >= 3
    assert "- 主人：" in told
    assert "面" in told


def test_a_starter_has_an_atlas_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["new", "my-rite"]) == 0
    assert run(["atlas", "my-rite/layout.yaml", "-o", "my.pdf", "--paper", "16k", "--quiet"]) == 0
    reader = PdfReader(tmp_path / "my.pdf")
    box = reader.pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx((184 / 25.4 * 72, 260 / 25.4 * 72), abs=0.1)


def test_numbers_that_follow_each_other_are_drawn_together():
    assert ranges([1, 2, 3, 5, 7, 8]) == "1–3, 5, 7, 8"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["-o", "a.svg"], "no atlas format '.svg'; expected .pdf"),
        (["-o", "a.pdf", "--paper", "a5"], "no paper 'a5'"),
        (["-o", "a.pdf", "--script", "nobody"], "nothing is called 'nobody'"),
        (["-o", "a.pdf", "--labels", "hans,hanz"], "no language of names 'hanz'"),
    ],
)
def test_what_is_not_known_is_answered_in_a_line(asked, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["atlas", str(YIELDS), *asked]) == 2
    assert capsys.readouterr().err.startswith(said)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("plate", "said"),
    [
        ("{section: nowhere}", "no section 'nowhere'"),
        ("{section: ru-men, at: '99.99'}", "'99.99' is no moment of three-yields"),
        ("{part: things, title: 器, things: [goblett]}", "no kind 'goblett'"),
        ("{part: hall, title: 堂, figure: {vieww: plan}}", "no option 'vieww' of a figure"),
        ("{title: 堂}", "a plate has a part or a section"),
    ],
)
def test_a_fault_in_the_file_of_plates_is_told_with_its_place(plate, said, tmp_path):
    (tmp_path / FILE).write_text(f"plates:\n  - {plate}\n", "utf-8")
    with pytest.raises(InputError, match=r"plates\.yaml:2:5") as fault:
        plates_of(courtyard3d.open(YIELDS), tmp_path)
    assert said in str(fault.value)


# ── the plates of 乡射礼 ──────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def xiangshe():
    return courtyard3d.open("xiangshe")


@pytest.fixture(scope="module")
def plates(xiangshe):
    return xiangshe.plates


def test_each_section_has_a_plate_in_the_order_of_the_rite(xiangshe, plates):
    sections = [plate.section for plate in plates if plate.section]
    assert list(dict.fromkeys(sections)) == [span.id for span in xiangshe.timeline.sections]
    assert {plate.canon for plate in plates if plate.canon} == set(range(1, 13))


@pytest.mark.parametrize("premises", [{"grandee": "none"}, {"guest-and-host-shoot": "no"}, {"pairs": "3"}])
def test_other_premises_leave_no_section_without_a_plate(premises):
    court = courtyard3d.open("xiangshe", premises=premises)
    sections = {plate.section for plate in court.plates}
    assert sections >= {span.id for span in court.timeline.sections}


def moment(xiangshe, plates, canon, last=False):
    """Who acts, and where everyone and everything is, in a plate of the tradition."""
    plate = [plate for plate in plates if plate.canon == canon][-1 if last else 0]
    time = xiangshe.moment(plate.at)
    return xiangshe.timeline.actors(time), xiangshe.timeline.state(time), time


def near(state, who, x, y, room=2.0):
    place = state.figures[who].position
    return abs(place[0] - x) < room and abs(place[1] - y) < room


def test_plates_of_the_first_shooting_show_their_moments(xiangshe, plates):
    _, state, _ = moment(xiangshe, plates, 1)
    assert all(state.figures[f"pair{n}-{role}"].station.startswith("archers-file") for n in (1, 2, 3)
               for role in ("upper", "lower"))  # fmt: skip
    actors, state, _ = moment(xiangshe, plates, 2)
    assert actors == ("archery-director",)
    assert state.figures["archery-director"].station == "mark-left"
    actors, state, _ = moment(xiangshe, plates, 3)
    assert set(actors) == {"pair1-upper", "pair1-lower"}
    assert state.figures["pair1-upper"].position[1] < 0  # before the steps
    actors, state, _ = moment(xiangshe, plates, 3, last=True)
    assert "archery-director" in actors
    assert near(state, "pair1-upper", -3, 20)
    assert near(state, "pair1-lower", 3, 20)
    screen = xiangshe.layout.point("screen")
    assert near(state, "marker", float(screen[0]), float(screen[1]), 8.0)  # the target is cleared
    actors, state, _ = moment(xiangshe, plates, 4)
    assert set(actors) == {f"pair{n}-{role}" for n in (1, 2) for role in ("upper", "lower")}
    down, up = state.figures["pair1-upper"], state.figures["pair2-upper"]
    assert down.facing == 180 and up.facing == 0
    assert down.position[0] < up.position[0]  # each has the other on his left


def test_plates_of_arrows_counters_and_the_grandee_show_their_moments(xiangshe, plates):
    _, state, _ = moment(xiangshe, plates, 5)
    rack = xiangshe.layout.point("arrow-rack")
    assert near(state, "pair1-upper", float(rack[0]) - 3, float(rack[1]))
    assert state.figures["pair1-lower"].position[0] > rack[0]
    actors, state, _ = moment(xiangshe, plates, 6)
    assert "pair1-upper" in actors
    assert near(state, "tallier", float(xiangshe.layout.point("tally-holder")[0]) - 2, -40, 4.0)
    _, state, _ = moment(xiangshe, plates, 7)
    assert near(state, "grandee", 3, 20)
    assert near(state, "guests-below-1", -3, 20)
    actors, state, _ = moment(xiangshe, plates, 8)
    assert "tallier" in actors
    assert any(thing.startswith("counter-") for thing in state.figures["tallier"].holds)


def test_plates_of_cups_and_music_show_their_moments(xiangshe, plates):
    actors, state, _ = moment(xiangshe, plates, 9)
    assert actors[0].startswith("pair1")
    assert "penalty-goblet" in state.figures[actors[0]].holds
    actors, state, _ = moment(xiangshe, plates, 10)
    assert "officers-cup" in state.figures["marker"].holds
    assert state.figures["marker"].posture == "kneeling"
    actors, _, time = moment(xiangshe, plates, 10, last=True)
    assert xiangshe.timeline.caption(time, "hans").text == "司射授献获者之爵于释获者"
    actors, state, _ = moment(xiangshe, plates, 11)
    assert actors == ("grandee",)
    assert state.figures["grandee"].posture == "kneeling"
    actors, state, _ = moment(xiangshe, plates, 12)
    assert {"drummer", "musicians-1", "pair1-upper"} <= set(actors)
    assert near(state, "pair1-upper", -3, 20)


def test_the_file_of_plates_has_only_moments_of_its_sections(xiangshe, plates):
    spans = {span.id: span for span in xiangshe.timeline.sections}
    for plate in plates:
        if plate.section:
            time = xiangshe.moment(plate.at)
            assert spans[plate.section].start <= time <= spans[plate.section].end, plate.title.hans
    assert len(read_plates(xiangshe.path.parent)) > 30
