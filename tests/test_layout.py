"""Layouts: relations, axes, points, rows, people, premises, and what is wrong with bad ones."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtyard3d.errors import InputError
from courtyard3d.layout import Layout, Start, compile_layout, load_layout
from courtyard3d.layout.directions import COMPASS, bearing, heading
from courtyard3d.layout.solver import Cell, Circle, Solver
from courtyard3d.measures import Quantity

KINDS = """
    box:
      measures: {width: {is: 二尺, status: supplied, why: x}, length: {is: 四尺, status: supplied, why: x}}
      extent: {across: width, along: length, height: height}
      points: {nose: {ahead: length / 2}, side: {left: width / 2, up: 一尺}}
    table:
      measures: {width: {is: 十尺, status: supplied, why: x}, height: {is: 二尺, status: supplied, why: x}}
      extent: {across: width, along: width, height: height}
      supports: yes
      places: {drawer: {takes: [box], room: 2}}
    ladder: {whole: {steps: [1, 99]}}
    bow: {worn: left-hand}
    arrow: {worn: belt}
    man: {places: {left-hand: {takes: [bow], room: 1}, belt: {takes: [arrow], room: 4}}}
    station: {}
    rope: {}
"""


@pytest.fixture
def lay(tmp_path):
    """Compile a layout from its text; `chosen` are premises."""

    def compiled(text: str, preset: str | None = None, **chosen: str) -> Layout:
        (tmp_path / "kinds.yaml").write_text(dedent(KINDS), encoding="utf-8")
        path = tmp_path / "layout.yaml"
        path.write_text(dedent(text), encoding="utf-8")
        document = load_layout(path)
        return compile_layout(document, document.choose(preset, chosen))

    return compiled


@pytest.fixture
def fails(lay):
    """Return the message of the error that a layout ends in."""

    def message(text: str, **chosen: str) -> str:
        with pytest.raises(InputError) as caught:
            lay(text, **chosen)
        return str(caught.value)

    return message


def place(layout: Layout, name: str) -> tuple[Fraction, ...]:
    return tuple(layout.point(name))


A = "objects:\n  a: {kind: box, facing: east, statements: [{at: origin}]}\n"


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("{north_of: a, by: 三尺}", (0, 3, 0)),
        ("{west_of: a, by: 三尺}", (-3, 0, 0)),
        ("{southeast_of: a, by: 七尺}", (5, -5, 0)),
        ("{before: a, by: 三尺}", (3, 0, 0)),
        ("{behind: a, by: 三尺}", (-3, 0, 0)),
        ("{left_of: a, by: 三尺}", (0, 3, 0)),
        ("{right_of: a, by: 三尺}", (0, -3, 0)),
        ("{above: a, by: 三尺}", (0, 0, 3)),
        ("{below: a, by: 三尺}", (0, 0, -3)),
        ("{at: a}", (0, 0, 0)),
        ("{north_of: a.nose, by: 一尺}", (2, 1, 0)),
        ("{at: a.side}", (0, 1, 0)),
    ],
)
def test_one_statement_places_a_thing(lay, statement, expected):
    layout = lay(f"{A}  b: {{statements: [{statement}]}}")
    assert place(layout, "b") == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("{north_of: a}", (0, Fraction("3.5"), 0)),  # a reaches 1 north, b 2 south, the gap is a half
        ("{east_of: a}", (Fraction("3.5"), 0, 0)),
        ("{above: a}", (0, 0, 5)),
        ("{southwest_of: a}", (Fraction("-3.5"), Fraction("-3.5"), 0)),
        ("{north_of: a, point: nose}", (0, Fraction("-0.5"), 0)),  # its nose, 2 north of it, touches
    ],
)
def test_without_distance_edges_touch(lay, statement, expected):
    text = """
        quantities: {gap: 五寸}
        objects:
          a: {kind: box, facing: east, measures: {height: 五尺}, statements: [{at: origin}]}
          b: {kind: box, facing: north, statements: [%s]}
        """
    layout = lay(dedent(text) % statement)
    assert place(layout, "b") == expected


def test_next_to_needs_a_gap(fails):
    message = fails(f"{A}  b: {{statements: [{{north_of: a}}]}}")
    assert message.endswith(
        "this stands next to something, but no quantity 'gap' says how close; "
        "expected 'by', or a quantity 'gap'"
    )
    assert "layout.yaml:3:" in message


def test_other_relations(lay):
    layout = lay("""
        objects:
          a: {statements: [{at: origin}]}
          b: {statements: [{east_of: a, by: 十尺}, {north_of: a, by: 四尺}]}
          table: {kind: table, statements: [{south_of: a, by: 百尺}]}
          middle: {statements: [{between: [a, b]}]}
          crossing: {statements: [{in_line_with: a, axis: east-west}, {in_line_with: b, axis: north-south}]}
          half: {statements: [{between: [a, b], axis: east-west}, {south_of: a, by: 一尺}]}
          on-table: {statements: [{at: table}]}
          beside-table: {statements: [{east_of: table, by: 五尺}]}
          hung: {kind: box, facing: south, measures: {height: 三尺}, anchors: {ring: {z: height}},
                 statements: [{at: a}, {in_line_with: table.lid, axis: height, point: ring}]}
          table.lid: {statements: [{at: table}, {on: table}]}
        """)
    assert place(layout, "middle") == (5, 2, 0)
    assert place(layout, "crossing") == (0, 4, 0)
    assert place(layout, "half") == (5, -1, 0)
    assert place(layout, "on-table") == (0, -100, 2)  # it stands on what lies below it
    assert place(layout, "beside-table") == (5, -100, 0)  # on the very edge it stands beside it
    assert place(layout, "hung") == (0, 0, -1)
    assert place(layout, "table.lid") == (0, -100, 2)  # the longest id, not a point of the table


def test_a_list_is_the_box_round_all(lay):
    layout = lay("""
        quantities: {gap: 0 chi}
        objects:
          a: {kind: box, facing: north, statements: [{at: origin}]}
          b: {kind: box, facing: north, statements: [{east_of: a, by: 十尺}]}
          c: {kind: box, facing: north, statements: [{south_of: [a, b]}]}
        """)
    assert place(layout, "c") == (5, -4, 0)


def test_first_statement_fixes_others_check(lay):
    layout = lay("""
        objects:
          a: {statements: [{at: origin}]}
          b:
            statements:
              - {west_of: a, by: 五步, voice: jing, quote: 西五步, seed: "004"}
              - {west_of: a, by: 三丈, voice: zheng, quote: 西三丈, seed: "004"}
              - {west_of: a, by: 四丈, voice: jia, quote: 西四丈, seed: "004"}
        """)
    rows = [row for row in layout.ledger.rows if row.cell == Cell("b", "x")]
    assert [(row.fixes, row.value, row.found, row.holds) for row in rows] == [
        (True, -30, -30, True),
        (False, -30, -30, True),
        (False, -40, -30, False),
    ]
    errors = [finding for finding in layout.findings if finding.level == "error"]
    assert [finding.message for finding in errors] == [
        "b.x: 五步 (经「西五步」) gives -30, 四丈 (疏「西四丈」) gives -40"
    ]
    assert errors[0].where.line == 8


def test_dependence_is_per_axis(lay):
    layout = lay("""
        objects:
          a: {statements: [{at: origin}]}
          b: {statements: [{east_of: a, by: 一尺}, {in_line_with: c, axis: north-south}]}
          c: {statements: [{in_line_with: b, axis: east-west}, {north_of: a, by: 二尺}]}
        """)
    assert place(layout, "b") == place(layout, "c") == (1, 2, 0)


def test_circle_is_named(fails):
    message = fails("""
        objects:
          a: {statements: [{east_of: b, by: 一尺}, {in_line_with: c, axis: north-south}]}
          b: {statements: [{east_of: a, by: 一尺}, {in_line_with: c, axis: north-south}]}
          c: {statements: [{at: origin}]}
        """)
    assert "layout.yaml:4:3: a circle: b.x leans on a.x leans on b.x" in message


def test_a_long_chain_is_no_circle(lay):
    chain = "".join(f"  c{n}: {{statements: [{{east_of: c{n + 1}, by: 一尺}}]}}\n" for n in range(3000))
    layout = lay(f"objects:\n{chain}  c3000: {{statements: [{{at: origin}}]}}\n")
    assert place(layout, "c0") == (3000, 0, 0)


@pytest.mark.parametrize(
    ("statement", "axis"),
    [
        ("{in_line_with: a, axis: north-south}", "x"),
        ("{on: a}", "x"),
        ("{southeast_of: a, by: 一尺, axis: east-west}", "y"),
    ],
)
def test_undetermined_axis_is_named(fails, statement, axis):
    message = fails(f"{A}  b: {{statements: [{statement}]}}")
    assert (
        f"layout.yaml:3:3: b.{axis} is not determined; expected a statement that says where b is" in message
    )


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("{statements: [{eastof: a}]}", "did you mean 'east_of'?"),
        ("{statements: [{east_of: aa, by: 一尺}]}", "nothing is called 'aa'; did you mean 'a'?"),
        ("{statements: [{east_of: a.nos, by: 一尺}]}", "a has no point 'nos'"),
        (
            "{statements: [{east_of: a, by: 一尺, on: a}]}",
            "a statement says one relation, not east_of and on",
        ),
        ("{statements: [{at: a, by: 一尺}]}", "'at' takes no distance"),
        ("{statements: [{in_line_with: a}]}", "'in_line_with' lacks 'axis'"),
        ("{statements: [{between: a}]}", "'between' takes 2 name(s)"),
        ("{statements: [{above: ground}]}", "'above: ground' lacks 'by'"),
        ("{statements: [{east_of: a, by: lane}]}", "nothing in force is called 'lane'"),
        ("{statements: [{east_of: a, by: a.hight}]}", "a has no measure 'hight' in force"),
        ("{statements: [{east_of: a, by: 2 * (lane}]}", "layout.yaml:3:"),
        ("{statements: [{east_of: a, by: 三尺 * 三尺}]}", "layout.yaml:3:40: a length times a length"),
        ("{statements: [{east_of: a, by: '2'}]}", "2 is a plain number; expected a length"),
        ("{statements: [{before: c, by: 一尺}]}", "'before' needs a facing, and c has none"),
        ("{kind: bocks}", "no kind is called 'bocks'; did you mean 'box'?"),
        ("{facing: a, statements: [{at: a}]}", "b can't face a: it is at the same place"),
        ("{facing: a, lies: {head: north}}", "b can't both face and lie"),
        ("{lies: {along: east-west, head: north}}", "what lies east-west can't have its head north"),
        ("{measures: {size: {at_most: 三尺}}}", "only a bound is in force here, no value"),
        ("{row: {runs: east}, statements: [{at: a}]}", "row b has no members"),
        ("{count: 三尺}", "is a length; expected a plain number"),
        ("{starts: nowhere}", "nothing is called 'nowhere'"),
        ("{starts: {held_by: table, in: lid}}", "table has no place 'lid'"),
        ("{each: {kind: box}, statements: [{at: a}]}", "b has 'each' but is no row"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(fails, entry, expected):
    rest = "  c: {statements: [{at: origin}]}\n  table: {kind: table, statements: [{east_of: a, by: 百尺}]}\n"
    message = fails(f"{A}  b: {entry}\n{rest}")
    assert expected in message
    assert "layout.yaml:3:" in message


# ── rows and numbers ──


def test_row_stands_where_its_first_member_does(lay):
    layout = lay("""
        objects:
          a: {statements: [{at: origin}]}
          file:
            row: {members: 3, runs: south, spacing: 二尺}
            each: {kind: box, facing: east}
            statements: [{west_of: a, by: 六尺}]
        """)
    assert place(layout, "file") == place(layout, "file-1") == (-6, 0, 0)
    assert place(layout, "file-3") == (-6, -4, 0)
    assert place(layout, "file-3.nose") == (-4, -4, 0)
    assert layout.objects["file"].members == ("file-1", "file-2", "file-3")
    assert layout.facing("file-2") == 90


def test_row_between_stands_in_its_middle(lay):
    layout = lay("""
        objects:
          a: {statements: [{at: origin}]}
          b: {statements: [{east_of: a, by: 十尺}]}
          pair:
            row: {members: [left, right], runs: east, spacing: 一弓}
            each: {labels: {hans: 物, en: mark}}
            statements: [{between: [a, b]}]
          right: {labels: {hans: 右物, en: right mark}, facing: north}
        """)
    assert place(layout, "pair") == (5, 0, 0)
    assert place(layout, "left") == (2, 0, 0)
    assert place(layout, "right") == (8, 0, 0)
    assert layout.objects["right"].labels.hans == "右物"
    assert layout.objects["left"].labels.hans == "物一"
    assert layout.facing("right") == 0


BENT = """
        premises: {{room: {{whole: [1, 9], default: 2}}}}
        objects:
          a: {{statements: [{{at: origin}}]}}
          file:
            row: {{members: 4, runs: west, spacing: 二尺, bends: {{after: room, runs: {runs}, facing: east}}}}
            each: {{kind: box, facing: south}}
            statements: [{{at: a}}]
        """


def test_a_row_bends_where_it_has_no_more_room(lay):
    layout = lay(BENT.format(runs="south"))
    places = [place(layout, f"file-{number}") for number in (1, 2, 3, 4)]
    assert places == [(0, 0, 0), (-2, 0, 0), (-4, 0, 0), (-4, -2, 0)]
    assert [layout.facing(f"file-{number}") for number in (1, 2, 3, 4)] == [180, 180, 90, 90]


def test_a_row_bends_at_right_angles(fails):
    assert "a row that runs west can't bend east" in fails(BENT.format(runs="east"))


def test_row_without_spacing_touches(lay):
    layout = lay("""
        quantities: {gap: 0 chi}
        objects:
          a: {statements: [{at: origin}]}
          mats: {row: {members: 2, runs: west}, each: {kind: box, facing: west}, statements: [{at: a}]}
        """)
    assert place(layout, "mats-2") == (-4, 0, 0)


def test_a_single_member_has_the_bare_name(lay):
    layout = lay("""
        premises: {guests: {one_of: [none, one, three], default: one}}
        objects:
          a: {statements: [{at: origin}]}
          mat: {row: {members: guests, runs: west, spacing: 一尺}, statements: [{at: a}]}
          cup: {count: guests, starts: absent}
        """)
    assert list(layout.objects) == ["a", "mat", "cup"]
    assert layout.objects["mat"].members == ()


def test_numbers_of_things_and_people(lay):
    layout = lay(
        """
        premises: {guests: {one_of: [none, one, three], default: one}}
        objects:
          a: {statements: [{at: origin}]}
          mat: {row: {members: guests, runs: west, spacing: 一尺}, statements: [{at: a}]}
          cup: {count: guests + 1, starts: absent}
        people:
          guest: {count: guests, starts: mat}
        groups:
          all: [guest]
        """,
        guests="three",
    )
    assert layout.objects["cup"].members == ("cup-1", "cup-2", "cup-3", "cup-4")
    assert layout.objects["cup"].position is None
    assert list(layout.people) == ["guest-1", "guest-2", "guest-3"]
    assert layout.groups["guest"].members == layout.groups["all"].members == tuple(layout.people)
    assert layout.people["guest-2"].starts == Start("spot", station="mat-2")


def test_what_the_premises_leave_out_is_gone(lay):
    layout = lay(
        """
        premises: {guests: {one_of: [none, one, three], default: one}}
        objects:
          a: {statements: [{at: origin}]}
          mat: {row: {members: guests, runs: west, spacing: 一尺}, statements: [{at: a}]}
        people:
          guest: {count: guests, starts: mat}
          host: {starts: a, when: {guests: [one, three]}}
        groups:
          all: [guest, host]
        """,
        guests="none",
    )
    assert list(layout.objects) == ["a"]
    assert not layout.people
    assert layout.groups["all"].members == ()


# ── people, groups, kits, starts ──

PEOPLE = """
    objects:
      a: {statements: [{at: origin}]}
      chest: {kind: table, statements: [{east_of: a, by: 百尺}]}
      brick: {kind: box, starts: chest}
      stick: {kind: bow, starts: {held_by: p-upper, in: left-hand}}
      file: {row: {runs: south, spacing: 二尺}, for: both, statements: [{at: a}]}
    people:
      p-upper: {starts: file, kit: [bow, arrow x 2], also: 上射, labels: {hans: 甲, en: first}}
      p-lower: {starts: file, kit: [arrow x 2], kit-at: a, side: guest, dress: [court, bare]}
      idle: {}
    groups:
      p: {upper: p-upper, lower: p-lower}
      both: [p]
"""


def test_kits_groups_and_starts(lay):
    layout = lay(PEOPLE)
    p = layout.groups["p"]
    assert (p.roles, p.members, p.parts) == (
        {"upper": "p-upper", "lower": "p-lower"},
        ("p-upper", "p-lower"),
        ("p-upper", "p-lower"),
    )
    assert layout.groups["both"].parts == ("p",)
    assert layout.groups["both"].members == p.members
    starts = {id: layout.objects[id].starts for id in ("brick", "stick", "p-upper.bow", "arrow-1", "arrow-3")}
    assert starts == {
        "brick": Start("held", holder="chest", place="drawer"),
        "stick": Start("held", holder="p-upper", place="left-hand"),
        "p-upper.bow": Start("held", holder="p-upper", place="left-hand"),
        "arrow-1": Start("held", holder="p-upper", place="belt"),
        "arrow-3": Start("spot", station="a"),
    }
    assert [layout.people[id].starts.station for id in p.members] == ["file-1", "file-2"]
    assert layout.objects["file-2"].for_ == "p-lower"
    assert layout.people["idle"].starts == Start("absent")
    assert layout.people["p-lower"].dress == ("court", "bare")
    assert layout.people["p-upper"].groups == ("p", "both")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("both: [p]", "both: [q]", "no person or group is called 'q'"),
        ("both: [p]", "both: [p, both]", "group both is a part of itself"),
        ("kit: [bow,", "kit: [box,", "kind box does not say where it is worn"),
        ("kit: [bow,", "kit: [bow x two,", "the kit has 'bow x two'"),
        ("in: left-hand", "in: ear", "p-upper has no place 'ear'"),
        ("idle: {}", "a: {}", "'a' is used twice; first at"),
        ("starts: chest", "starts: idle", "idle has no place for a thing of kind box"),
    ],
)
def test_bad_people(fails, old, new, expected):
    assert expected in fails(dedent(PEOPLE).replace(old, new))


def test_names_in_all_languages(lay):
    layout = lay("""
        objects:
          screen: {labels: {hans: 乏, pinyin: fá, en: marker's screen}, statements: [{at: origin}]}
          mark-left: {labels: {hans: 左物, en: mark}, statements: [{at: origin}]}
          mark-right: {labels: {hans: 右物, en: mark}, statements: [{at: origin}]}
        people:
          overseer: {labels: {hans: 司正, en: overseer}, also: [司马]}
        """)
    for name in ("screen", "乏", "fa", "Fá", "Marker's Screen"):
        assert layout.find(name) == "screen"
    for name in ("司正", "sizheng", "司马"):
        assert layout.find(name) == "overseer"
    with pytest.raises(InputError, match="'mark' may be mark-left or mark-right"):
        layout.find("mark")
    with pytest.raises(InputError, match="did you mean 'screen'"):
        layout.find("scren")
    with pytest.raises(InputError):
        layout.find("overseer", kinds=["object"])


# ── premises, presets, when ──

CHOICES = """
    premises:
      hall: {one_of: [xu, xiang], default: xu}
      rooms: {one_of: ["no", "yes"], default: [{is: "yes", when: {hall: xiang}}, {is: "no"}]}
      pairs: {whole: [3, 10], default: 5}
    presets: {ao: {ren: "8"}}
    objects:
      a:
        statements: [{at: origin}]
        measures:
          pole: [{is: 三仞, when: {hall: xu}}, {is: 五尺, when: {hall: xiang}}]
          width: {is: pairs * 一尺}
      room: {when: {rooms: "yes"}, statements: [{north_of: a, by: 一尺}]}
"""


def test_premises_presets_and_when(lay):
    assert lay(CHOICES).choice == {
        "hall": "xu", "rooms": "no", "pairs": "5",
        "ren": "7", "bu": "6", "li-bu": "6", "wu": "6/5", "chi": "23.1",
    }  # fmt: skip
    assert lay(CHOICES).objects["a"].size["pole"].value == 21
    assert lay(CHOICES, "ao").objects["a"].size["pole"].value == 24
    assert lay(CHOICES, "ao", ren="4").objects["a"].size["pole"].value == 12
    xiang = lay(CHOICES, hall="xiang", pairs="7", chi="20")
    assert list(xiang.objects) == ["a", "room"]
    assert xiang.objects["a"].size["pole"].value == 5
    assert xiang.objects["a"].size["width"] == Quantity(Fraction(7), 1)
    assert xiang.chi_m == 0.2


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"ren": "9"}, "premise ren can't be '9'; expected 7 or 4 or 8"),
        ({"pairs": "11"}, "premise pairs can't be '11'; expected a whole number from 3 to 10"),
        ({"pairs": "3.5"}, "a whole number from 3 to 10"),
        ({"chi": "40"}, "expected a number from 15 to 30"),
        ({"chi": "1e1"}, "premise chi can't be '1e1'"),
        ({"hal": "xu"}, "no premise is called 'hal'"),
        ({"preset": "zhen"}, "no preset is called 'zhen'; expected zheng or ao; did you mean 'zheng'?"),
    ],
)
def test_bad_choices(fails, chosen, expected):
    assert expected in fails(CHOICES, **chosen)


def test_what_follows_can_not_be_chosen(fails, lay):
    follows = CHOICES.replace('{is: "no"}]}', '{is: "no"}], follows: yes}')
    expected = "premise rooms can't be chosen: it follows from hall; expected a choice of hall"
    assert expected in fails(follows, rooms="no")
    assert expected in fails(follows.replace('{ren: "8"}', '{rooms: "no"}'))
    assert lay(follows, hall="xiang").choice["rooms"] == "yes"
    bare = 'premises: {a: {one_of: ["x"], default: x, follows: yes}}'
    assert "premise a follows from nothing" in fails(bare)


def test_leaning_on_what_may_be_left_out_needs_the_same_when(fails, lay):
    text = dedent(CHOICES) + "  door: {%s statements: [{east_of: room, by: 一尺}]}\n"
    message = fails(text % "", hall="xiang")
    assert "this leans on room, which is there only under {rooms: yes}; expected the same `when`" in message
    assert "this leans on room" in fails(text % "")
    assert list(lay(text % 'when: {rooms: "yes"},').objects) == ["a"]


def test_when_asks_for_what_there_is(fails):
    assert "no premise is called 'hal'" in fails("objects: {a: {when: {hal: xu}}}")
    assert "premise ren can't be '5'" in fails("objects: {a: {when: {ren: ['5', '7']}}}")


# ── measures, facings, grades ──


def test_measures_are_clauses_too(lay):
    layout = lay("""
        quantities: {lane: [{is: 五十弓}, {is: 五十步}]}
        objects:
          a:
            kind: box
            statements: [{south_of: origin, by: 一尺}, {above: ground, by: lane / 100}]
            measures:
              height: {is: 2 * width + a.z}
              lane: {is: lane}
              sleeve: {is: 九尺, at_most: height}
        """, bu="8")  # fmt: skip
    size = {name: quantity.value for name, quantity in layout.objects["a"].size.items()}
    assert size == {"width": 2, "length": 4, "height": 7, "lane": 300, "sleeve": 9}
    assert [finding.message for finding in layout.findings if finding.level == "error"] == [
        "lane: 五十弓 (补) gives 300, 五十步 (补) gives 400",
        "a.sleeve: 九尺 (补) gives 9, height (补) allows at most 7",
    ]
    assert layout.evaluate("lane + a.height").value == 307


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        ("north", 0),
        ("southwest", 225),
        ("'30'", 30),
        ("east-mark", 90),
        ("corner", 135),
        ("far", Fraction("18.434949")),
    ],
)
def test_facings(lay, to, expected):
    layout = lay(f"""
        objects:
          a: {{facing: {{to: {to}}}, statements: [{{at: origin}}]}}
          east-mark: {{statements: [{{east_of: a, by: 一尺}}]}}
          corner: {{statements: [{{southeast_of: a, by: 一尺}}]}}
          far: {{statements: [{{east_of: a, by: 一尺}}, {{north_of: a, by: 三尺}}]}}
        """)
    assert layout.facing("a") == expected
    assert layout.objects["a"].lies is None


def test_lying_things(lay):
    layout = lay(
        "objects: {a: {kind: box, lies: {along: east-west, head: west}, statements: [{at: origin}]}}"
    )
    assert (layout.objects["a"].facing, layout.objects["a"].lies) == (None, 270)
    assert place(layout, "a.nose") == (-2, 0, 0)


def test_grades_are_those_of_the_weakest(lay):
    layout = lay("""
        voice: jing
        seed: "004"
        objects:
          a: {statements: [{at: origin, status: stated, quote: 甲}]}
          b:
            kind: box
            statements:
              - {east_of: a, by: 一尺, quote: 乙}
              - {north_of: a, by: 一尺, status: analogy, quote: 丙}
            measures: {height: {is: 一尺, quote: 丁}}
        """)
    assert layout.objects["a"].grade == ("stated", None)
    assert layout.objects["b"].grade == ("analogy", "supplied")


def test_a_place_is_no_surer_than_the_measures_of_its_distance(lay):
    layout = lay("""
        voice: jing
        seed: "004"
        quantities:
          guess: {is: 二尺, status: supplied, why: x}
          known: {is: 二尺, status: derived, quote: 戊}
        objects:
          a: {statements: [{at: origin, status: stated, quote: 甲}, {above: ground, by: 0 chi, quote: 乙}]}
          near: {statements: [{east_of: a, by: known, quote: 丙}]}
          far: {statements: [{east_of: a, by: guess * 2, quote: 丁}]}
          beyond: {statements: [{east_of: far, by: 一尺, quote: 己}]}
          file: {row: {members: "2", runs: south, spacing: guess}, statements: [{east_of: a, by: known}]}
          rank: {row: {members: "2", runs: south, spacing: known}, statements: [{east_of: a, by: guess}]}
        """)
    grades = {name: thing.grade[0] for name, thing in layout.objects.items()}
    assert grades["near"] == grades["beyond"] == grades["file"] == "derived"
    assert grades["far"] == grades["rank"] == grades["rank-2"] == grades["file-2"] == "supplied"
    (row,) = [row for row in layout.ledger.rows if row.cell == Cell("far", "x")]
    assert (row.source.status, row.source.quote) == ("stated", "丁")
    assert row.measured == (Cell.size("guess", "guess"),)


@pytest.mark.parametrize("steps", ["100", "0", "5/2", "五尺", "9 * 12"])
def test_a_measure_that_is_a_count_is_whole_and_bounded(fails, steps):
    message = fails(
        f"objects: {{a: {{kind: ladder, statements: [{{at: origin}}], measures: {{steps: {steps}}}}}}}"
    )
    assert "layout.yaml:1:75: " in message
    assert message.endswith("; expected a whole number from 1 to 99")


def test_counts_are_bounded(fails, lay):
    assert "expected a whole number up to 5000" in fails("people: {a: {count: '5001'}}")
    assert "up to 99" in fails("people: {a: {kit: [bow, arrow x 100]}}")
    assert "more than 20,000 things" in fails("people: {a: {count: '5000', kit: [arrow x 5]}}")
    assert lay("objects: {a: {kind: ladder, statements: [{at: origin}], measures: {steps: 99}}}").objects


# ── shared layouts and sites ──


def test_use_and_sites(lay, tmp_path, monkeypatch):
    common = tmp_path / "layouts" / "common"
    common.mkdir(parents=True)
    (common / "temple.yaml").write_text(
        dedent("""
            quantities: {deep: 一丈, gap: 0 chi}
            objects:
              hall: {}
              gate: {kind: box, facing: south, statements: [{south_of: hall, by: deep}]}
              beside: {kind: box, facing: south, measures: {height: gate.width}, statements: [{east_of: gate}]}
            people: {keeper: {starts: gate}}
            groups: {all: [keeper]}
            """),
        encoding="utf-8",
    )
    monkeypatch.setenv("COURTYARD3D_HOME", str(tmp_path))
    one = lay("use: common/temple\nquantities: {deep: 二丈}\n")
    assert place(one, "gate") == (0, -20, 0)
    two = lay("""
        sites:
          old: {use: common/temple, at: origin}
          new: {use: common/temple, statements: [{east_of: old.hall, by: 一里}]}
        objects:
          ditch: {statements: [{between: [old.gate, new.gate]}]}
        """)
    assert place(two, "old.gate") == (0, -10, 0)
    assert place(two, "new.gate") == (1800, -10, 0)
    assert place(two, "new.beside") == (1802, -10, 0)
    assert two.objects["new.beside"].size["height"].value == 2
    assert place(two, "ditch") == (900, -10, 0)
    assert two.people["new.keeper"].starts.station == "new.gate"
    assert two.groups["new.all"].members == ("new.keeper",)


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "common/../x", "other/x"])
def test_use_takes_no_other_paths(fails, name):
    assert "expected common/NAME, or the NAME of a file in the rite's own folder" in fails(f"use: {name}")


def test_origin_may_be_another_object(lay):
    layout = lay(
        "origin: palace\nobjects:\n  palace: {}\n  hall: {statements: [{east_of: palace, by: 一里}]}\n"
    )
    assert place(layout, "palace") == (0, 0, 0)
    assert place(layout, "hall") == (1800, 0, 0)


def test_dishes_of_a_mat():
    document = load_layout(Path(__file__).parent / "data" / "dishes" / "layout.yaml")
    layout = compile_layout(document, document.choose())
    assert not [finding for finding in layout.findings if finding.level == "error"]
    at = {id: tuple(map(str, thing.position)) for id, thing in layout.objects.items() if thing.position}
    assert at["shi-leek"] == ("-9/2", "-1", "0")
    assert at["shi-black"] == ("-11/2", "-3", "0")  # east of the white one and south of the wheat: both hold
    assert at["shi-stand-mutton"] == ("-4", "-3", "0")  # south of the box round two dishes
    assert at["shi-cup"] == ("-14/5", "-1", "0")  # to the left of him who sits on the mat, facing south
    assert at["armrest"] == ("0", "0", "1/10")


# ── the parts ──


@given(st.fractions(-720, 720, max_denominator=8))
def test_a_bearing_undoes_a_heading(degrees):
    found = bearing(*heading(degrees))
    assert abs((found - degrees + 180) % 360 - 180) < Fraction(1, 1000)


@pytest.mark.parametrize("degrees", COMPASS.values())
def test_eighth_turns_are_exact(degrees):
    assert bearing(*heading(degrees)) == degrees
    assert sum(abs(part) for part in heading(degrees)) in (1, Fraction(10, 7))


def test_solver_names_the_circle():
    after = {Cell("a", "x"): Cell("b", "x"), Cell("b", "x"): Cell("c", "x"), Cell("c", "x"): Cell("b", "x")}
    solver = Solver(lambda cell: solver.read(after[cell]))
    with pytest.raises(Circle) as caught:
        solver.settle(lambda: solver.read(Cell("a", "x")))
    assert str(caught.value) == "b.x leans on c.x leans on b.x"
