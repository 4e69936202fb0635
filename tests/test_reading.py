"""Documents: places, limits, errors, tables of fields, shelves and names."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from courtyard3d.errors import InputError, MachineError, Where
from courtyard3d.reading import document, events, schema, shelves
from courtyard3d.reading.document import parse, read
from courtyard3d.reading.nodes import Items, Node, Table, Text
from courtyard3d.reading.paths import shown
from courtyard3d.reading.schema import Field, record
from courtyard3d.reading.words import Labels, fold, labels_from, to_hant, to_pinyin

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdefghi", "bcdefghij", strict=True)
)


def plain(node: Node) -> object:
    if isinstance(node, Table):
        return {key: plain(value) for key, value in node.entries.items()}
    return [plain(item) for item in node.items] if isinstance(node, Items) else node.value


# ── YAML ─────────────────────────────────────────────────────────────────────────────────────────


def test_every_scalar_is_text() -> None:
    (table,) = parse("a: no\nb: 1:30\nc: [010, 2024-01-02, ~, 1e3]\nd: '8'\n=: 'x：，y'\n", "f.yaml")
    assert plain(table) == {
        "a": "no",
        "b": "1:30",
        "c": ["010", "2024-01-02", "~", "1e3"],
        "d": "8",
        "=": "x：，y",
    }


def test_places_count_characters_from_one() -> None:
    (table,) = parse('主人: 升，x\nb:\n  - {谁: "𠀀宾", c: 尸}\n', "f.yaml")
    (item,) = table.entries["b"].items
    assert table.entries["主人"].where == Where("f.yaml", 1, 5)
    assert item.where == Where("f.yaml", 3, 5)
    assert item.keys["c"] == Where("f.yaml", 3, 15)
    assert item.entries["谁"].at(2) == Where("f.yaml", 3, 11)  # after the quote
    assert item.entries["c"].at(1) == item.entries["c"].where == Where("f.yaml", 3, 18)


def test_all_documents_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text("a: 1\n---\na: 2\n", "utf-8")
    assert [plain(table) for table in read(path)] == [{"a": "1"}, {"a": "2"}]


def test_an_alias_is_what_it_names() -> None:
    (table,) = parse("a: &steps [x, y]\nb: *steps\n", "f.yaml")
    assert table.entries["b"] is table.entries["a"]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        pytest.param("", "1:1", "the file is empty", id="empty"),
        pytest.param("# nothing\n", "1:1", "the file is empty", id="comments only"),
        pytest.param("a: 1\n---\n---\nb: 2", "3:1", "the document is empty", id="empty document"),
        pytest.param("- a\n", "1:1", "the document is no table", id="a list"),
        pytest.param("a: 1\nb: 2\na: 3\n", "3:1", "there twice: it stands at f.yaml:1:1", id="duplicate key"),
        pytest.param("a: {b: 1, c: 2, b: 3}", "1:17", "there twice: it stands at f.yaml:1:5", id="in braces"),
        pytest.param("a:\n\tb: c\n", "2:1", "a tab in the indentation; expected spaces", id="tab"),
        pytest.param(
            "a:\n- x\n\t- y\n", "3:1", "a tab in the indentation; expected spaces", id="tab in list"
        ),
        pytest.param("\ufeffa: 1", "1:1", "U+FEFF", id="mark of byte order"),
        pytest.param("a: x\u200by", "1:5", "U+200B", id="zero width"),
        pytest.param("a: x\x07", "1:5", "U+0007", id="control character"),
        pytest.param("主人：升", "1:1", "'：' is not ASCII; YAML wants ':' and a space", id="only line"),
        pytest.param("a: b\n主人：升\nc: d", "2:3", "'：' is not ASCII", id="full-width colon"),
        pytest.param(
            "a: b\nwho:\u3000host\nc: d", "2:5", "U+3000 is not ASCII; YAML wants a plain space", id="wide"
        ),
        pytest.param("a: b\nwho:\xa0host\nc: d", "2:5", "U+00A0 is not ASCII", id="no-break space"),
        pytest.param("\u3000who: host", "1:1", "U+3000 is not ASCII", id="wide indentation"),
        pytest.param("a:\n\u3000\u3000b: c", "2:1", "U+3000 is not ASCII", id="wide indentation of a table"),
        pytest.param("a:\n  \u3000- b", "2:3", "U+3000 is not ASCII", id="of a list"),
        pytest.param(
            "{who: host，do: bow}", "1:11", "'，' is not ASCII; YAML wants ','", id="full-width comma"
        ),
        pytest.param("{quote: 甲, 乙}", "1:12", 'in quotes: "甲, 乙"', id="comma parts a value"),
        pytest.param("{a:b}", "1:2", "expected a space after the colon", id="no space"),
        pytest.param("a:\nb: 1", "1:1", "'a' has no value", id="no value"),
        pytest.param("a:\n  -\n", "2:4", "an item has no value", id="empty item"),
        pytest.param("a: b\nfoo\nc: d", "2:1", "'foo' has no colon", id="no colon"),
        pytest.param("a: b: c", "1:5", "a colon inside a plain value; expected quotes", id="second colon"),
        pytest.param("a: [1, 2\nb: 3", "2:2", "a '[' is not closed", id="open list"),
        pytest.param("a: {b: 1\n", "2:1", "a '{' is not closed", id="open braces"),
        pytest.param('a: "b\n', "2:1", "a quote is not closed", id="open quote"),
        pytest.param("a: @b", "1:4", "'@' begins no plain value; expected quotes", id="reserved sign"),
        pytest.param("a: !!python/object/apply:os.system [x]", "1:4", "is not read", id="tag"),
        pytest.param("a: ! x", "1:4", "the tag '!' is not read", id="bare tag"),
        pytest.param("? [a]\n: b", "1:3", "a key is no text", id="list as key"),
        pytest.param("a: &a {x: 1}\n<<: *a", "2:1", "merge key", id="merge key"),
        pytest.param("a: &x [*x]", "1:8", "inside what it names", id="alias inside itself"),
        pytest.param("a: &step 1\nb: *stop", "2:4", "did you mean 'step'?", id="unknown alias"),
        pytest.param("&主人 a: b", "1:2", "not ASCII", id="anchor not ASCII"),
        pytest.param("a: " + "[" * 40 + "]" * 40, "1:35", "nested more than 32 deep", id="deep"),
        pytest.param("a: " + "[" * 100_000, None, "nested more than 32 deep", id="very deep"),
        pytest.param("a: " + "{a: " * 100_000, None, "nested more than 32 deep", id="deep braces"),
        pytest.param(BOMB, "6:16", "more than 250,000 values", id="alias bomb"),
        pytest.param("a: [" + "x," * 300_000 + "]", None, "more than 250,000 values", id="many values"),
    ],
)
def test_doubtful_yaml_is_refused(text: str, place: str | None, words: str) -> None:
    start = time.monotonic()
    with pytest.raises(InputError) as caught:
        parse(text, "f.yaml")
    assert words in str(caught.value)
    assert caught.value.where is not None
    if place:
        assert str(caught.value).startswith(f"f.yaml:{place}: ")
    assert time.monotonic() - start < 20  # a bound against hanging, not a measurement


def test_a_hint_needs_the_sign_where_the_error_is() -> None:
    with pytest.raises(InputError, match="comma is missing"):
        parse('{quote: "甲，乙", who: [host}', "f.yaml")


def test_chains_of_aliases_do_not_get_round_the_depth() -> None:
    chain = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 40))
    with pytest.raises(InputError, match="nested more than 32 deep"):
        parse(chain, "f.yaml")


def test_the_slow_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '主人: &a {b: [1, "二, 三"]}\nc: |\n  x\n  y\nd: *a\n'
    fast = parse(text, "f.yaml")
    monkeypatch.setattr(document, "_Loader", yaml.BaseLoader)
    assert parse(text, "f.yaml") == fast
    with pytest.raises(InputError, match=r"f\.yaml:2:3: '：' is not ASCII"):
        parse("a: b\n主人：升\nc: d", "f.yaml")


@given(st.text(alphabet="ab: ,[]{}&*'\"\n\t-？：，　#|>!%@`\\甲", max_size=60) | st.text(max_size=60))
def test_nothing_but_an_input_error_comes_out(text: str) -> None:
    try:
        tables = parse(text, "f.yaml")
    except InputError:
        tables = ()
    assert all(isinstance(table, Table) for table in tables)


# ── files ────────────────────────────────────────────────────────────────────────────────────────


def test_a_large_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(document.LARGEST_FILE + 1)
    monkeypatch.setattr(Path, "open", lambda *_, **__: pytest.fail("it was opened"))
    with pytest.raises(InputError, match=r"large\.yaml:1:1: the file is larger than 5 MB"):
        read(path)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    for content, message in [
        (b"\xef\xbb\xbfa: 1", r"a\.yaml:1:1: .*byte order mark"),
        ("a: 1\nb: 主人".encode("gb18030"), r"a\.yaml:2:4: the byte 0xD6 is not UTF-8"),
        ("a: 1".encode("utf-16"), r"a\.yaml:1:1: the byte 0xFF is not UTF-8"),
    ]:
        path.write_bytes(content)
        with pytest.raises(InputError, match=message):
            read(path)


def test_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "layout.yaml").touch()
    for path, message in [
        (tmp_path, "is a folder; expected a YAML file"),
        (tmp_path / "layuot.yaml", "no such file; did you mean 'layout.yaml'"),
        (tmp_path / "layout.yaml" / "x", "no such file"),
        (tmp_path / ("x" * 300), "no such file"),
        (tmp_path / "a\0b", "no such file"),
        (Path("/dev/zero"), "no regular file"),
    ]:
        with pytest.raises(InputError, match=message):
            read(path)


@pytest.mark.parametrize(
    ("error", "kind"), [(PermissionError(13, "no"), InputError), (OSError(5, "disk"), MachineError)]
)
def test_files_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, kind: type[Exception]
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 1")

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(kind):
        read(path)


def test_paths_are_shown_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = shelves.data_file("voices.yaml")
    monkeypatch.chdir(tmp_path)
    assert shown(package) == "layouts/voices.yaml"
    assert shown(tmp_path / "my" / "a.yaml") == shown(Path("my/a.yaml")) == "my/a.yaml"
    assert shown(Path("/elsewhere/a.yaml")) == "/elsewhere/a.yaml"


# ── tables of fields ─────────────────────────────────────────────────────────────────────────────

FIELDS = {
    "kind": Field(schema.name, "what it is", required=True),
    "count": Field(schema.whole_between(3, 10), "how many", default=5),
    "chi": Field(schema.number, "cm"),
    "roof": Field(schema.flag, "whether it has one", default=False),
    "by": Field(schema.length_text, "how far"),
    "axis": Field(schema.one_of("east-west", "north-south", "height"), "which"),
    "members": Field(schema.names, "who", default=()),
    "sizes": Field(schema.mapping(schema.number), "how large", default={}),
    "rows": Field(schema.listing(schema.nested({"runs": Field(schema.text, "way", required=True)})), "rows"),
    "is": Field(schema.by_shape(text=schema.length_text, items=schema.listing(schema.text)), "value"),
    "rest": Field(schema.anything, "whatever"),
}


def records(text: str) -> dict[str, object]:
    return record(parse(text, "f.yaml")[0], FIELDS, "the thing")


def test_a_record_has_a_value_for_every_field() -> None:
    values = records(
        "{kind: cloth-target, chi: 23.1, roof: yes, by: lane / 3, members: host, sizes: {a: 6/5}, "
        "rows: [{runs: east}], is: [a, b], rest: {x: y}}"
    )
    assert list(values) == list(FIELDS)
    assert values["count"] == 5
    assert values["chi"] == Fraction(231, 10)
    assert values["roof"] is True
    assert values["by"] == Text("lane / 3", Where("f.yaml", 1, 48))
    assert values["members"] == ("host",)
    assert values["sizes"] == {"a": Fraction(6, 5)}
    assert values["rows"] == ({"runs": "east"},)
    assert values["is"] == ("a", "b")
    assert isinstance(values["rest"], Table)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{kind: a, cuont: 3}", "1:11: the thing has no 'cuont'; expected one of kind, count"),
        ("{kind: a, cuont: 3}", "did you mean 'count'?"),
        ("{count: 3}", "1:1: the thing lacks 'kind'; expected 'kind': a name"),
        ("{kind: a, count: no}", "1:18: 'count' of the thing is 'no'; expected a whole number from 3 to 10"),
        ("{kind: a, count: 11}", "expected a whole number from 3 to 10"),
        ("{kind: a, count: '٣'}", "is '٣'; expected a whole number"),
        ("{kind: a, chi: 1e3}", "expected a number"),
        ("{kind: a, chi: 1/0}", "expected a number"),
        (f"{{kind: a, chi: {'9' * 5000}}}", "…'; expected a number"),
        ("{kind: a, roof: true}", "is 'true'; expected yes or no"),
        ("{kind: 主人}", "is '主人'; expected a name (ASCII"),
        ("{kind: ''}", "is ''; expected a name"),
        ("{kind: [a]}", "is a list; expected a name"),
        (
            "{kind: a, axis: northsouth}",
            "expected east-west, north-south or height; did you mean 'north-south'?",
        ),
        ("{kind: a, members: {b: c}}", "is a table; expected a name"),
        ("{kind: a, members: [host，guest]}", "'，' is not ASCII; YAML wants ','"),
        ("{kind: a, sizes: 3}", "is '3'; expected a table, each value a number"),
        ("{kind: a, rows: [{run: east}]}", "1:19: an item of 'rows' of the thing has no 'run'"),
        (
            "{kind: a, is: {b: c}}",
            "is a table; expected a length or an expression, or a list, each item text",
        ),
        ("{kind: a, by: 五十弓三}", "1:18: 'by' of the thing is '五十弓三': '三' has no unit"),
        ('{kind: a, by: "五十弓三"}', "1:19: 'by' of the thing"),
        ("{kind: a, by: &far 五十弓三}", "1:23: 'by' of the thing"),
    ],
)
def test_what_does_not_fit_a_field(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        records(text)
    assert message in str(caught.value)


def test_a_line_that_yaml_took_for_text() -> None:
    fields = {"rest": Field(schema.nested({"host": FIELDS["kind"]}), "a table")}
    with pytest.raises(InputError, match="2:3: 'rest' of it is '主人：升': '：' is not ASCII"):
        record(parse("rest:\n  主人：升\n", "f.yaml")[0], fields, "it")


# ── shelves ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's own shelf in a current folder elsewhere."""
    home, here = tmp_path / "home", tmp_path / "here"
    for folder, title in [
        (home / "layouts/feast", "燕礼"),
        (here / "layouts/feast", "别"),
        (here / "layouts/walk", "行"),
    ]:
        folder.mkdir(parents=True)
        (folder / "layout.yaml").write_text(
            f"title: {{hans: {title}, en: {folder.name} rite}}\nnames: [{title}一]\n", "utf-8"
        )
    (here / "layouts/broken").mkdir()
    (here / "layouts/broken/layout.yaml").write_text("a: 1\na: 2\n", "utf-8")
    monkeypatch.setenv("COURTYARD3D_HOME", str(home))
    monkeypatch.chdir(here)
    return tmp_path


def test_own_rites_come_first_and_say_so(own: Path) -> None:
    places = {place.id: place for place in shelves.rites()}
    assert places["feast"].path == own / "home/layouts/feast/layout.yaml"
    assert (places["walk"].origin, places["xiangshe"].origin) == ("own", "package")
    assert "there twice" in (places["broken"].problem or "")


@pytest.mark.parametrize("name", ["feast", "燕礼", "燕禮", "yanli", "Yàn lǐ", "Feast Rite", "燕礼一"])
def test_a_rite_is_found_by_any_name(own: Path, name: str) -> None:
    assert shelves.find_rite(name) == own / "home/layouts/feast/layout.yaml"


def test_a_rite_is_found_by_its_path(own: Path) -> None:
    assert shelves.find_rite("layouts/walk") == Path("layouts/walk/layout.yaml")
    assert shelves.find_rite("my.yaml") == Path("my.yaml")


@pytest.mark.parametrize("name", ["", "..", "x" * 5000, "foast"])
def test_a_rite_that_nobody_knows(own: Path, name: str) -> None:
    with pytest.raises(InputError, match="no rite is called"):
        shelves.find_rite(name)


def test_an_ambiguous_name_lists_the_candidates(own: Path) -> None:
    (own / "here/layouts/other").mkdir()
    (own / "here/layouts/other/layout.yaml").write_text("title: 行\n", "utf-8")
    with pytest.raises(InputError, match="may be other or walk"):
        shelves.find_rite("行")


def test_data_files_of_the_package(own: Path) -> None:
    assert shelves.data_file("voices.yaml").name == "voices.yaml"
    with pytest.raises(InputError, match=r"did you mean 'voices\.yaml'"):
        shelves.data_file("voice.yaml")


# ── names ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("hans", "hant"),
    [
        ("主人升自阼阶", "主人升自阼階"),
        ("干侯", "干侯"),
        ("矢干长三尺", "矢幹長三尺"),
        ("奠于丰上", "奠於豐上"),
        ("王后立于后", "王后立於後"),
        ("二里", "二里"),
        ("这里", "這裏"),
        ("系左下纲", "繫左下綱"),
        ("关系", "關係"),
        ("征", "徵"),
        ("其余", "其餘"),
        ("尸与侑", "尸與侑"),
        ("授几", "授几"),
        ("杠长三仞", "杠長三仞"),
        ("50 gong", "50 gong"),
        ("", ""),
    ],
)
def test_traditional_characters(hans: str, hant: str) -> None:
    assert to_hant(hans) == hant


def test_pinyin_has_tone_marks_and_the_readings_of_the_texts() -> None:
    assert to_pinyin("司射左还") == "sī shè zuǒ xuán"
    assert to_pinyin("乐正") == "yuè zhèng"


def test_written_names_outrank_found_ones() -> None:
    labels = labels_from(parse("a: {hans: 后, hant: 后, pinyin: hòu, en: queen}", "f.yaml")[0].entries["a"])
    assert labels.as_json() == {"hans": "后", "hant": "后", "pinyin": "hòu", "en": "queen"}
    assert labels_from(Text("后", Where("f.yaml", 1, 1))).hant == "後"
    assert list(Labels(en="queen").names()) == ["queen"]


def test_names_are_compared_without_case_tone_and_space() -> None:
    assert fold("Sī shè") == fold("sishe") == fold("SI-SHE")
    assert fold("司射") != fold("司马")


def test_reading_is_light() -> None:
    code = (
        "import sys\n"
        "from courtyard3d.reading import citations\n"
        "from courtyard3d.reading.words import Labels\n"
        "citations.voices()\n"
        "Labels(hans='丰')\n"
        "assert not {'opencc', 'pypinyin', 'numpy', 'vtk'} & set(sys.modules)"
    )
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=Path(document.__file__).parents[2], env=os.environ
    )


def test_limits_are_those_of_the_reference() -> None:
    assert (document.LARGEST_FILE, events.MOST_NODES) == (5 * 2**20, 250_000)
