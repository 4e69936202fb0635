"""Binds single pages into one PDF: bookmarks, page labels, links, what a reader's program shows of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from courtyard3d.picture.figure import beside, save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PDF_LANGUAGE = {"hans": "zh-Hans", "hant": "zh-Hant", "en": "en"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A bookmark: its title, how deep it lies below the others, and its page, counted from 0."""

    title: str
    depth: int
    page: int


def bind(
    pages: Iterable[Figure],
    path: Path,
    marks: Callable[[], Iterable[Mark]],
    lang: str,
    about: Mapping[str, str],
) -> None:
    """Write pages into one PDF, beside its name first, so that no half file is left under it.

    Parameters
    ----------
    pages : iterable of matplotlib.figure.Figure
        Drawn one after the other, so that only one is in memory.
    path : Path
    marks : callable
        Returns the bookmarks in order when all pages are drawn; none is more than one deeper than the one
        before it.
    lang : str
        hans, hant or en.
    about : mapping of str to str
        `Title`, `Subject` … of the document.

    Raises
    ------
    MachineError
        Where the file can't be written.
    """
    from pypdf import PdfWriter
    from pypdf.generic import NameObject, TextStringObject

    writer = PdfWriter()
    with TemporaryDirectory() as folder:
        part = Path(folder) / "page.pdf"
        for page in pages:
            save(page, part)
            writer.append(part, import_outline=False)
    _mark(writer, marks())
    writer.add_metadata({f"/{name}": text for name, text in about.items()})
    writer.root_object[NameObject("/Lang")] = TextStringObject(PDF_LANGUAGE[lang])
    writer.page_mode = "/UseOutlines"
    writer.compress_identical_objects()
    with beside(path) as whole:
        writer.write(whole)


def _mark(writer: Any, marks: Iterable[Mark]) -> None:
    parents: list[Any] = []
    for mark in marks:
        parent = parents[mark.depth - 1] if mark.depth else None
        item = writer.add_outline_item(title=mark.title, page_number=mark.page, parent=parent)
        parents[mark.depth :] = [item]
