"""The command line: what it prints, its exit codes, and that bad input never ends in a traceback."""

from __future__ import annotations

import errno
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from courtyard3d import cli, show, starter
from courtyard3d.layout import Finding, compile_layout, load_layout

HERE = Path(__file__).parent
DASHE = str(HERE / "data" / "dashe-static.yaml")
HEAVY = {"vtk", "vtkmodules", "pyvista", "trimesh", "matplotlib"}


@pytest.fixture
def run(capfd):
    """Run a command; return exit code, stdout and stderr."""

    def command(*arguments: str) -> tuple[int, str, str]:
        code = cli.run(arguments)
        out, err = capfd.readouterr()
        return code, out, err

    return command


@pytest.mark.parametrize("arguments", [["--help"], ["facts", DASHE]])
def test_nothing_that_draws_is_loaded(arguments):
    code = f"import sys; from courtyard3d.cli import run; run({arguments!r}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & {name.split(".")[0] for name in done.stderr.split()}


def test_facts_as_json_csv_and_table(run):
    code, out, err = run("facts", DASHE, "--format", "json", "--premise", "li-bu=3")
    assert (code, err) == (0, "")
    assert json.loads(out)["objects"]["target-far"]["position"] == ["0", "-270", "338/15"]
    assert run("facts", DASHE, "--format", "csv")[1].startswith("id,ref,subject,relation,object,axis,value")
    table = run("facts", DASHE, "--lang", "en")[1]
    assert table.splitlines()[0].split()[:2] == ["subject", "axis"]
    assert "「干不及地武」" in table


def test_explain(run):
    code, out, _ = run("explain", DASHE, "大侯", "--lang", "en")
    assert code == 0
    assert "target-far.z = 338/15 尺 (二丈二尺五寸少半寸)" in out
    assert json.loads(run("explain", DASHE, "大侯", "--format", "json")[1])["id"] == "target-far"


def test_list(run):
    code, out, _ = run("list")
    assert code == 0
    assert "xiangshe" in out
    assert "乡射礼" in out


def test_what_does_not_hold_is_said_once_on_stderr(run):
    code, out, err = run("facts", "xiangshe", "--premise", "ren=4", "--premise", "bu=8")
    assert code == 0
    assert "✗" in out
    again = "courtyard3d check xiangshe --premise ren=4 --premise bu=8"
    assert err == f"note: 3 statements do not hold; `{again}` says which\n"
    assert run("facts", "xiangshe", "--premise", "ren=4", "--quiet")[2] == ""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["facts", "xiangsh"], "no rite is called 'xiangsh'"),
        (["facts", "/nowhere/layout.yaml"], "no such file"),
        (["facts", DASHE, "--preset", "zhen"], "did you mean 'zheng'?"),
        (["facts", DASHE, "--premise", "ren=9"], "premise ren can't be '9'; expected 7 or 4 or 8"),
        (["facts", DASHE, "--premise", "ren"], "'ren' is no premise; expected NAME=VALUE"),
        (["facts", DASHE, "--premise", "ren=7", "--premise", "ren=8"], "premise ren is both 7 and 8"),
        (["facts", "xiangshe", "--premise", "rooms=no"], "it follows from hall and xu-room"),
        (["facts", "xiangshe", "--hits", "nowhere.yaml"], "nowhere.yaml: no such file"),
        (["facts", "xiangshe", "--hits", ""], "'' is no outcome; expected right, left, even"),
        (["state", "xiangshe", "--at", "-5s"], "--at requires an argument; a value that begins with '-'"),
        (["facts", DASHE, "--premise", "run=4"], "did you mean 'ren'?"),
        (["facts", DASHE, "--format", "xml"], "--format"),
        (["facts", DASHE, "--colour"], "--colour"),
        (["facts"], "RITE"),
        (["fact", DASHE], "facts"),
        (["explain", DASHE, "target-fat"], "did you mean 'target-far'?"),
        (["new", "Not a name"], "can't be the id of a rite"),
    ],
)
def test_bad_usage_is_one_message_and_exit_code_2(run, arguments, expected):
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert expected in err
    assert err.count("\n") == 1


def test_bad_layouts_name_file_line_and_column(run, tmp_path):
    path = tmp_path / "layout.yaml"
    path.write_text("objects:\n  a: {statements: [{eastof: b}]}\n", encoding="utf-8")
    code, _, err = run("facts", str(path))
    assert code == 2
    assert f"{path}:2:21: the statement has no 'eastof'" in err
    assert err.rstrip().endswith("did you mean 'east_of'?")
    assert err.count("\n") == 1


def test_new_writes_a_layout_that_compiles(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("new", "my-rite")
    assert code == 0
    assert out.splitlines() == ["my-rite/layout.yaml", "courtyard3d facts my-rite/layout.yaml"]
    document = load_layout(tmp_path / "my-rite" / "layout.yaml")
    for hall in ("xu", "xiang"):
        layout = compile_layout(document, document.choose(None, {"hall": hall}))
        assert layout.rite == "my-rite"
        assert layout.findings == ()
        assert layout.point("screen") == (-30, -200, 0)
    assert os.listdir(tmp_path / "my-rite") == ["layout.yaml"]
    code, _, err = run("new", "my-rite")
    assert code == 2
    assert "is there already" in err


def test_what_follows_is_listed_as_following(run):
    out = run("list", "xiangshe", "--lang", "en")[1]
    (line,) = [line for line in out.splitlines() if line.startswith("rooms ")]
    assert "(follows from hall, xu-room)" in line


def test_new_names_the_path_on_a_full_disk_and_leaves_no_folder(run, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(starter, "write_beside", full)
    assert run("new", "far/my-rite") == (3, "", "far/my-rite/layout.yaml: No space left on device\n")
    assert os.listdir(tmp_path) == []


def test_tables_do_not_read_emoji(capfd):
    finding = Finding("note", "silence", "meeting:bow: [bold]supplied", None)
    show.console().print(show.findings_table([finding], "en"))
    assert "meeting:bow: [bold]supplied" in capfd.readouterr().out


def test_a_closed_stdout_is_no_error():
    command = f"{shlex.quote(sys.executable)} -m courtyard3d list >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_pipe_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "courtyard3d", "facts", DASHE],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_a_full_disk_is_exit_code_3():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "courtyard3d", "facts", DASHE],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_interrupt_is_exit_code_130(monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "app", interrupted)
    assert cli.run(["list"]) == 130
