"""The folders in which layouts and meshes lie: a user's own first, then those of the package."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

HOME_VARIABLE = "COURTYARD3D_HOME"
PACKAGE = Path(__file__).resolve().parent.parent


def package_root() -> Path:
    """Return the folder that holds `layouts/` and `meshes/`: `data` in a wheel, else the checkout."""
    inside = PACKAGE / "data"
    return inside if inside.is_dir() else PACKAGE.parent


def roots() -> tuple[Path, ...]:
    """Return the folders that may hold `layouts/` and `meshes/`, in the order of search, each once."""
    return _roots(os.environ.get(HOME_VARIABLE), os.getcwd())


@cache
def _roots(home: str | None, here: str) -> tuple[Path, ...]:
    candidates = [Path(home)] if home else []
    found = [path.resolve() for path in (*candidates, Path(here), package_root())]
    return tuple(dict.fromkeys(found))


def shown(path: Path) -> str:
    """Return a path as messages and tables show it.

    Relative to the current folder or to the package's own data (`layouts/xiangshe/layout.yaml`) where it
    lies inside one of them, else as it was given.
    """
    full = Path(os.path.abspath(path))
    for base in (Path.cwd(), package_root()):
        if full.is_relative_to(base):
            return full.relative_to(base).as_posix()
    return str(path)
