"""Atlases: all the plates of a rite as one PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from courtyard3d.errors import InputError
from courtyard3d.picture.subject import Subject

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from courtyard3d.picture.atlas.book import Leaf
    from courtyard3d.picture.atlas.plates import PlateSpec


class Illustrated(Subject, Protocol):
    """A courtyard that knows its plates."""

    @property
    def plates(self) -> Sequence[PlateSpec]: ...


def make_atlas(
    courtyard: Illustrated,
    out: Path | str,
    *,
    paper: str = "a4",
    style: str = "ink",
    labels: Sequence[str] = (),
    lang: str = "hans",
    scripts: Sequence[str] = (),
    alt: Path | str | None = None,
    quiet: bool = False,
) -> Path:
    """Write the atlas of a rite as a PDF whose pages are all vector.

    It has a title, the premises, a list of plates; plates of the hall, of the things and of every section;
    time sheets; distances, scripts, the ledger and what is cited as tables; an index of people and things.
    Bookmarks lead to all of them.

    Parameters
    ----------
    courtyard : Courtyard
        A rite under chosen premises.
    out : Path or str
        The file, .pdf.
    paper : str
        a4, a3 or 16k.
    style : str
        ink, colour or evidence.
    labels : sequence of str
        Languages of the names in the plates: hans, hant, pinyin, en; without them `lang`.
    lang : str
        hans, hant or en: of all that is said.
    scripts : sequence of str
        People, by id or name, whose scripts stand in the appendix.
    alt : Path or str, optional
        A file for the text alternative of all plates: who stands where, facing whither (Markdown).
    quiet : bool
        Show no progress.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    InputError
        Where an option, a person or a plate is not known.
    MachineError
        Where the file can't be written.
    """
    from courtyard3d.picture.atlas.binding import bind
    from courtyard3d.picture.atlas.book import Book
    from courtyard3d.picture.atlas.paper import paper_named
    from courtyard3d.picture.figure import write_text
    from courtyard3d.picture.film import counted
    from courtyard3d.picture.styles import style_named
    from courtyard3d.picture.vector.naming import languages_of

    path = Path(out)
    if path.suffix.lower() != ".pdf":
        raise InputError(f"no atlas format '{path.suffix}'", expected=".pdf")
    style_named(style)
    people = tuple(courtyard.layout.find(who, ("person",)) for who in scripts)
    book = Book(
        courtyard, tuple(courtyard.plates), paper_named(paper), lang,
        languages_of(labels or (lang,)), style, people,
    )  # fmt: skip
    bound: list[Leaf] = []

    def pages() -> Iterator[Figure]:
        numbers = count(1)
        for leaf in counted(book.leaves, len(book.leaves), path.name, quiet):
            bound.append(leaf)
            yield leaf.draw(next(numbers))
        for leaf in book.index():
            bound.append(leaf)
            yield leaf.draw(next(numbers))

    bind(pages(), path, lambda: book.marks(bound), lang, {"Title": book.title})
    if alt is not None:
        write_text(book.alternative(), alt)
    return path
