"""Tables as files: Markdown, CSV, or pages of a PDF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from courtyard3d.errors import InputError
from courtyard3d.picture.figure import write_text
from courtyard3d.picture.film import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from courtyard3d.rite.tables import Table

FORMATS = ("md", "csv", "pdf")


def save_table(
    table: Table, path: Path, *, paper: str = "a4", lang: str = "hans", quiet: bool = False
) -> None:
    """Write a table, beside its name first, so that no half file is left under it.

    Parameters
    ----------
    table : Table
    path : Path
        Its ending says the format: md, csv or pdf.
    paper : str
        Of a PDF: a4, a3 or 16k.
    lang : str
        Whose forms of characters a PDF takes: hans, hant or en.
    quiet : bool
        Show no progress.

    Raises
    ------
    InputError
        Where there is no such format or paper.
    MachineError
        Where the file can't be written.
    """
    kind = path.suffix.lower().lstrip(".")
    if kind not in FORMATS:
        raise InputError(f"no table format '{kind}'", expected=", ".join(FORMATS), given=kind, valid=FORMATS)
    if kind == "pdf":
        _save_pages(table, path, paper, lang, quiet)
    else:
        write_text(table.csv() if kind == "csv" else table.markdown(), path)


def _save_pages(table: Table, path: Path, paper: str, lang: str, quiet: bool) -> None:
    from courtyard3d.picture.atlas.binding import Mark, bind
    from courtyard3d.picture.atlas.flow import set_table
    from courtyard3d.picture.atlas.paper import Page, paper_named

    size = paper_named(paper)
    spreads = set_table(table, size, lang)

    def pages() -> Iterator[Figure]:
        for number, spread in enumerate(counted(spreads, len(spreads), path.name, quiet), start=1):
            page = Page(size, lang, table.title, number)
            spread.draw(page)
            yield page.sheet.figure

    bind(pages(), path, lambda: [Mark(table.title, 0, 0)], lang, {"Title": table.title})
