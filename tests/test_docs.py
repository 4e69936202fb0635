"""The guides are true: their example compiles, their tables are complete, their links lead somewhere."""

from __future__ import annotations

import re
import runpy
import shlex
from fractions import Fraction
from pathlib import Path

import pytest
import yaml

import courtyard3d
from courtyard3d import Courtyard
from courtyard3d.cli import app

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [*ROOT.glob("*.md"), *DOCS.glob("*.md"), *(ROOT / "bench").glob("*.md")]
GUIDES = (DOCS / "layout-language.md", DOCS / "choreography.md")
NAMED_FILE = re.compile(r"```yaml\n# (layouts/two-steps/\S+)\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def two_steps(tmp_path_factory) -> Path:
    """Write the example of the guides into a folder, file by file, as they tell."""
    folder = tmp_path_factory.mktemp("rites")
    for guide in GUIDES:
        for name, text in NAMED_FILE.findall(guide.read_text("utf-8")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
    return folder / "layouts" / "two-steps"


def test_layout_of_the_guide_puts_the_basin_where_it_says(two_steps):
    layout = courtyard3d.open(two_steps).layout
    assert layout.point("basin") == (Fraction(24), Fraction(-40), Fraction(0))
    assert layout.point("gate")[1] == -100
    grandee = courtyard3d.open(two_steps, premises={"rank": "grandee"}).layout
    assert grandee.point("gate")[1] == -200


def test_acts_of_the_guide_bring_host_and_cup_to_the_basin(two_steps):
    rite = courtyard3d.open(two_steps)
    begin, end = (rite.timeline.state(time) for time in (0, rite.timeline.duration))
    place = tuple(map(float, rite.layout.point("basin.north")))
    assert end.figures["host"].position == pytest.approx(place)
    assert (end.figures["host"].facing, end.figures["host"].posture) == (180, "kneeling")
    assert begin.things["cup"].position[1] - end.things["cup"].position[1] > 5
    assert any(rite.timeline.state(time).figures["host"].holds == ("cup",) for time in range(9))


@pytest.fixture(scope="module")
def three_yields() -> Courtyard:
    return courtyard3d.open(ROOT / "examples" / "three-yields")


def test_three_yields_is_without_fault(three_yields):
    assert [finding for finding in three_yields.check().findings if finding.level != "note"] == []
    done = [played.act.do for played in three_yields.timeline.acts]
    assert (done.count("bow"), done.count("yield")) == (3, 6)


def test_host_goes_up_one_tread_before_the_guest(three_yields):
    timeline = three_yields.timeline
    start, end = timeline.moment("9"), timeline.moment("11")
    looks = [timeline.state(start + (end - start) * step / 100).figures for step in range(101)]
    heights = [(figures["host"].position[2], figures["guest"].position[2]) for figures in looks]
    assert all(host >= guest for host, guest in heights)
    assert any(host >= 1 and guest == 0 for host, guest in heights)


def test_both_end_under_the_front_beam(three_yields):
    end = three_yields.timeline.state(three_yields.timeline.duration).figures
    _, beam, _ = three_yields.layout.point("front-beam")
    for who, steps in (("host", "steps-east"), ("guest", "steps-west")):
        x, _, _ = three_yields.layout.point(steps)
        assert end[who].position == pytest.approx((float(x), float(beam), 3.0))


def test_reference_is_printed_from_the_tables():
    printed = "\n".join(runpy.run_path(str(DOCS / "reference.py"))["reference"]()) + "\n"
    assert (DOCS / "reference.md").read_text("utf-8") == printed, (
        "python docs/reference.py >docs/reference.md"
    )


def test_choreography_explains_every_field_of_the_verbs():
    verbs = yaml.safe_load((ROOT / "layouts" / "verbs.yaml").read_text("utf-8"))
    explained = set(re.findall(r"`([\w-]+)[:`]", (DOCS / "choreography.md").read_text("utf-8")))
    assert {slot for verb in verbs.values() for slot in verb["slots"]} <= explained


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = page.read_text("utf-8")
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", text):
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)", path.read_text("utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in headings}


def commands(page: Path) -> list[str]:
    """Return the command lines that a page shows, without their comments."""
    shown = re.findall(r"^(?:\$ )?((?:\./|courtyard3d )[^#\n]*)", page.read_text("utf-8"), re.MULTILINE)
    return [line.strip() for line in shown]


def test_both_readmes_show_the_same_commands():
    english, chinese = (commands(ROOT / name) for name in ("README.md", "README.zh.md"))
    assert english == chinese
    assert english[:2] == ["./scripts/demo", "./scripts/test"]


@pytest.mark.parametrize(
    "line", sorted({line for page in PAGES for line in commands(page) if line[0] == "c"})
)
def test_commands_that_are_shown_can_be_given(line):
    app.parse_args(shlex.split(line)[1:], exit_on_error=False, print_error=False)


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "README.zh.md"], ids=lambda page: page.name)
def test_python_that_is_shown_exists(page):
    (block,) = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    used = set(re.findall(r"\brite\.(\w+)", block))
    assert used
    assert used <= set(dir(Courtyard))
