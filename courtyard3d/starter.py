"""The starter layout that `new` writes."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path

from courtyard3d.errors import InputError, MachineError
from courtyard3d.reading.shelves import LAYOUT_FILE, data_file

TEMPLATE = "starter.yaml"
PLACE_OF_NAME = "{rite}"
_ID = re.compile(r"[a-z][a-z0-9-]*")


def write_starter(name: str) -> Path:
    """Write `name`/layout.yaml and return its path.

    Raises
    ------
    InputError
        If the last part of the name can't be the id of a rite, or the layout is there already.
    MachineError
        If the disk does not take it; no folder is left behind.
    """
    folder = Path(name)
    if not _ID.fullmatch(folder.name):
        raise InputError(
            f"'{folder.name}' can't be the id of a rite", expected="a-z, digits and hyphens, a letter first"
        )
    path = folder / LAYOUT_FILE
    if path.exists():
        raise InputError(f"{path} is there already", expected="a name that is free")
    text = data_file(TEMPLATE).read_text("utf-8").replace(PLACE_OF_NAME, folder.name)
    fresh = [part for part in (folder, *folder.parents) if not part.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_beside(path, text)
    except OSError as error:
        with suppress(OSError):
            for part in fresh:
                part.rmdir()
        raise MachineError(f"{path}: {error.strerror}") from None
    return path


def write_beside(path: Path, text: str) -> None:
    """Write a file beside its place and rename it, so that no half file ever has its name."""
    handle, part = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(part, 0o644)
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise
