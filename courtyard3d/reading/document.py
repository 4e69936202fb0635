"""YAML files as nodes with places: every scalar is text, and whatever is doubtful is refused."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import Any

import yaml

from courtyard3d.errors import InputError, MachineError, Where
from courtyard3d.reading.events import EventReader
from courtyard3d.reading.nodes import Table
from courtyard3d.reading.paths import shown
from courtyard3d.reading.syntax import full_width_hint, place_of, syntax_error

LARGEST_FILE = 5 * 1024 * 1024  # bytes

_BOM = b"\xef\xbb\xbf"
_UNSEEN = re.compile(  # control characters, invisible marks, line ends that editors do not show
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060\ud800-\udfff\ufeff\ufffe\uffff]"
)
_WIDE_INDENT = re.compile(r"^ *([\u3000\xa0])", re.MULTILINE)
_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # the C parser where PyYAML has it


def read(path: Path) -> tuple[Table, ...]:
    """Read all documents of a YAML file.

    Parameters
    ----------
    path : Path
        A regular file of at most 5 MB in UTF-8.

    Returns
    -------
    tuple of Table
        One for each document; every document is a mapping.

    Raises
    ------
    InputError
        At file:line:col, for whatever in the file is wrong or doubtful.
    MachineError
        If the disk fails.
    """
    name = shown(path)
    return parse(_decoded(_bytes(path, name), name), name)


def parse(text: str, name: str) -> tuple[Table, ...]:
    """Read all documents of a text; `name` stands for the file in the places of its nodes."""
    if unseen := _UNSEEN.search(text):
        message = f"the invisible character U+{ord(unseen[0]):04X}"
        raise InputError(message, place_of(text, unseen.start(), name))
    if wide := _WIDE_INDENT.search(text):
        raise InputError(full_width_hint(wide[1]) or "", place_of(text, wide.start(1), name))
    loader = _Loader(text)
    reader = EventReader(loader, name)
    try:
        documents = tuple(reader.documents())
    except yaml.MarkedYAMLError as error:
        raise syntax_error(error, text, name, reader.last) from None
    finally:
        loader.dispose()
    if not documents:
        raise InputError("the file is empty", Where(name, 1, 1), expected="keys and values")
    return documents


def _bytes(path: Path, name: str) -> bytes:
    size = _size(path, name)
    if size > LARGEST_FILE:
        raise InputError("the file is larger than 5 MB", Where(name, 1, 1), expected="several smaller files")
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE)
    except PermissionError:
        raise InputError(f"{name}: no permission to read the file") from None
    except OSError as error:
        raise MachineError(f"{name}: {error.strerror}") from None


def _size(path: Path, name: str) -> int:
    try:
        status = path.stat()
    except (OSError, ValueError):
        raise InputError(f"{name}: no such file", given=path.name, valid=_neighbours(path)) from None
    if not stat.S_ISREG(status.st_mode):
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "no regular file"
        raise InputError(f"{name}: is {what}", expected="a YAML file")
    return status.st_size


def _neighbours(path: Path) -> list[str]:
    try:
        return [other.name for other in path.parent.iterdir()]
    except (OSError, ValueError):
        return []


def _decoded(content: bytes, name: str) -> str:
    if content.startswith(_BOM):
        message = "the file begins with a byte order mark (BOM)"
        raise InputError(message, Where(name, 1, 1), expected="UTF-8 without BOM")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        message = f"the byte 0x{content[error.start]:02X} is not UTF-8"
        raise InputError(message, place_of(before, len(before), name), expected="a file in UTF-8") from None
