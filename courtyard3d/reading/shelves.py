"""Where layouts, meshes and rites are found: a user's own come before those of the package."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from courtyard3d.errors import InputError
from courtyard3d.reading.document import read
from courtyard3d.reading.paths import package_root, roots
from courtyard3d.reading.schema import texts
from courtyard3d.reading.words import Labels, fold, labels_from

LAYOUT_FILE = "layout.yaml"


@dataclass(frozen=True, slots=True)
class RitePlace:
    """A rite on a shelf.

    `origin` is `own` or `package`; `names` are its further names; `problem` says why its layout could
    not be read, in which case it has no labels.
    """

    id: str
    labels: Labels
    path: Path
    origin: str
    names: tuple[str, ...] = ()
    problem: str | None = None

    def answers_to(self, name: str) -> bool:
        """Whether one of its names is this one."""
        return fold(name) in map(fold, (self.id, *self.labels.names(), *self.names))


def shelf(kind: str) -> tuple[Path, ...]:
    """Return the folders of a kind (`layouts`, `meshes`), in the order of search."""
    return tuple(path for root in roots() if (path := root / kind).is_dir())


def data_files(name: str, kind: str = "layouts") -> tuple[Path, ...]:
    """Return the files of this name on all shelves of a kind; those that come first outrank the others."""
    return tuple(path for path in _paths(roots(), kind, name) if os.path.isfile(path))


@cache
def _paths(folders: tuple[Path, ...], kind: str, name: str) -> tuple[Path, ...]:
    return tuple(folder / kind / name for folder in folders)


def data_file(name: str, kind: str = "layouts") -> Path:
    """Return the first file of this name (`kinds.yaml`, `common/temple.yaml`) on the shelves of a kind."""
    if files := data_files(name, kind):
        return files[0]
    known = [path.relative_to(folder).as_posix() for folder in shelf(kind) for path in folder.rglob("*.yaml")]
    raise InputError(f"no file {kind}/{name}", given=name, valid=known)


def rites() -> list[RitePlace]:
    """Return every rite once, by id; a user's own hides one of the package."""
    return [_rite(path) for path in _layout_files().values()]


def find_rite(name: str) -> Path:
    """Return the layout file of a rite by its id, any of its names, or a path.

    Raises
    ------
    InputError
        If nothing has the name (the nearest is offered), or several rites have it.
    """
    if os.sep in name or name.endswith(".yaml"):
        return Path(name, LAYOUT_FILE) if os.path.isdir(name) else Path(name)
    files = _layout_files()
    if name in files:
        return files[name]
    places = rites()
    matches = [place for place in places if place.answers_to(name)]
    if len(matches) == 1:
        return matches[0].path
    if matches:
        several = " or ".join(place.id for place in matches)
        raise InputError(f"'{name}' may be {several}", expected="one of these ids")
    known = [word for place in places for word in (place.id, *place.labels.names(), *place.names)]
    expected = f"one of {', '.join(place.id for place in places)}, or a path to a layout file"
    raise InputError(f"no rite is called '{name}'", expected=expected, given=name, valid=known)


def _layout_files() -> dict[str, Path]:
    found: dict[str, Path] = {}
    for folder in shelf("layouts"):
        for path in folder.glob(f"*/{LAYOUT_FILE}"):
            found.setdefault(path.parent.name, path)
    return dict(sorted(found.items()))


def _rite(path: Path) -> RitePlace:
    origin = "package" if path.is_relative_to(package_root() / "layouts") else "own"
    try:
        entries = read(path)[0].entries
        labels = labels_from(entries["title"], "'title'") if "title" in entries else Labels()
        names = texts(entries["names"], "'names'") if "names" in entries else ()
    except InputError as error:
        return RitePlace(path.parent.name, Labels(), path, origin, problem=str(error))
    return RitePlace(path.parent.name, labels, path, origin, names)
