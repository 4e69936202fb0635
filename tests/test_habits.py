"""Habits of the house: light imports, one direction, small files, a wheel with its data."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "courtyard3d"
SOURCES = sorted(PACKAGE.rglob("*.py"))
TEXTS = sorted(
    path
    for folder in ("courtyard3d", "layouts", "meshes", "examples", "tests", "docs", "bench", "scripts", ".ci")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and "__pycache__" not in path.parts
)
LONGEST = 400  # lines of a file
HEAVY = ("matplotlib", "pyvista", "trimesh", "vtk", "vtkmodules")

# from left to right: a room imports only from itself and from what stands before it
ROOMS = ("errors", "measures", "sources", "reading", "layout", "scene", "rite", "picture", "export")
OUTSIDE = (
    "__init__",
    "__main__",
    "cli",
    "courtyard",
    "show",
    "starter",
)  # the front of the house sees every room


def room_of(module: str) -> str:
    """Return the room of `courtyard3d.ROOM.…`, or the file outside the rooms."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imported_modules(path: Path) -> set[str]:
    """Return the modules of this package that a file imports, wherever in the file it does."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write the import in full"
            found.add(node.module)
            if node.module == "courtyard3d":
                found.update(f"courtyard3d.{alias.name}" for alias in node.names)
    return {name for name in found if name.split(".")[0] == "courtyard3d"} - {"courtyard3d"}


def loaded_by(code: str) -> set[str]:
    """Run `code` in a fresh interpreter and return the top-level modules that it loaded."""
    ending = "import sys; print('loaded:', *sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{ending}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.rpartition("loaded:")[2].split())


def command(*arguments: str) -> str:
    """Return code that runs the command line in its process and goes on after it."""
    return (
        "from courtyard3d.cli import main\nimport sys\n"
        f"sys.argv = ['courtyard3d', *{arguments!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code"
    )


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import courtyard3d", id="import"),
        pytest.param(command("--help"), id="help"),
        pytest.param(command("film", "--help"), id="film help"),
        pytest.param(command("list"), id="list"),
        pytest.param(command("check", "xiangshe"), id="check"),
        pytest.param(command("facts", "xiangshe", "--format", "json"), id="facts"),
        pytest.param(command("state", "xiangshe", "--at", "chu-she", "--format", "json"), id="state"),
    ],
)
def test_light_commands_load_no_heavy_library(code):
    assert loaded_by(code).isdisjoint(HEAVY)


def test_no_room_imports_to_its_right():
    crossings = []
    for path in SOURCES:
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if room not in OUTSIDE:
            allowed = ROOMS[: ROOMS.index(room) + 1]
            crossings += [
                f"{path}: {name}" for name in imported_modules(path) if room_of(name) not in allowed
            ]
    assert not crossings


def test_files_stay_small():
    lengths = {str(path): len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    assert {path: length for path, length in lengths.items() if length > LONGEST} == {}


def test_no_file_names_a_machine():
    machine = re.compile(r"(?<![\w.])/(?:home|root|work|Users)/\w|https?://[^\s)>\"']*(?:/simple\b|:\d{4}/)")
    named = [
        f"{path.relative_to(ROOT)}: {found.group()}"
        for path in TEXTS
        if path != Path(__file__) and (found := machine.search(path.read_text("utf-8", "ignore")))
    ]
    assert not named


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Build the wheel by way of the sdist, as a release would."""
    folder = tmp_path_factory.mktemp("dist")
    built = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(built, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_wheel_holds_the_program_and_its_data(wheel):
    expected = {str(path.relative_to(ROOT)) for path in (*SOURCES, *PACKAGE.rglob("*.yaml"))}
    expected |= {"courtyard3d/py.typed"}
    for kind in ("layouts", "meshes"):
        files = (path for path in (ROOT / kind).rglob("*") if path.is_file())
        expected |= {f"courtyard3d/data/{path.relative_to(ROOT)}" for path in files}
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert inside == expected
