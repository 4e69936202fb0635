"""Contact sheets: what recipes, postures, roles and styles look like, for eyes to judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from courtyard3d.errors import InputError, MachineError
from courtyard3d.picture import graphics
from courtyard3d.picture.styles import STYLES, style_named

if TYPE_CHECKING:
    from courtyard3d.picture.sheets.page import Cell, Grid
    from courtyard3d.picture.subject import Subject

WIDTHS = (600, 6000)
WIDTH = 2400  # pixels
COLOURS = 256  # of a page
REFINED = 2  # times that the choice of them is made better, so that a small patch of a legend keeps its own
TITLES = {
    "halls": "堂 · Halls",
    "things": "器 · Things",
    "postures": "容 · Postures",
    "roles": "人 · Roles",
    "styles": "图式 · Styles",
}
COLUMNS = {
    "halls": (3, 1.6),
    "things": (5, 1.25),
    "postures": (6, 0.8),
    "roles": (8, 0.62),
    "styles": (2, 1.78),
}
"""Columns of a page, and the width of a picture by its height."""
ROWS = {"halls": 6, "things": 6, "postures": 4, "roles": 4, "styles": 3}
"""The most rows of a page; pages are filled evenly."""
STYLE_CAMERAS = ("hall", "archer")


def make_sheets(
    court: Subject, out: Path | str, *, only: Sequence[str] = (), width: int = WIDTH, quiet: bool = False
) -> list[Path]:
    """Write contact sheets as PNG pages: halls-1.png, things-1.png, and so on.

    Parameters
    ----------
    court : Subject
        Whose things and people are shown.
    out : Path or str
        The folder; made where it is missing.
    only : sequence of str, optional
        Some of halls, things, postures, roles, styles instead of all.
    width : int, default: 2400
        Width of a page in pixels.
    quiet : bool, default: False
        Show no progress.

    Returns
    -------
    list of Path
        The pages.

    Raises
    ------
    InputError
        A sheet or a width that can't be.
    MachineError
        Nothing to draw with, or a disk that fails.
    """
    for name in only:
        if name not in TITLES:
            raise InputError(f"no sheet '{name}'", expected=", ".join(TITLES), given=name, valid=TITLES)
    if not WIDTHS[0] <= width <= WIDTHS[1]:
        raise InputError(f"no page {width} pixels wide", expected=f"{WIDTHS[0]} to {WIDTHS[1]}")
    graphics.off_screen()
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MachineError(f"can't write into '{folder}': {error.strerror}") from None
    written = []
    for name in only or TITLES:
        written += _sheet(court, folder, name, width, quiet)
    return written


def _sheet(court: Subject, folder: Path, name: str, width: int, quiet: bool) -> list[Path]:
    """Write the pages of one sheet."""
    from courtyard3d.picture.encoder import written_beside
    from courtyard3d.picture.film import counted
    from courtyard3d.picture.sheets.page import INK, Grid, Line, page

    columns, aspect = COLUMNS[name]
    grid = Grid(width, columns, aspect)
    cells = list(counted(_cells(court, name, grid), None, name, quiet))
    pages = shared_out(cells, columns, ROWS[name])
    written = []
    for number, shown in enumerate(pages, start=1):
        of = f"  {number} / {len(pages)}" if len(pages) > 1 else ""
        sheet = page(Line(TITLES[name] + of, "title", INK, "serif"), shown, grid, "hans")
        path = folder / f"{name}-{number}.png"
        with written_beside(path) as part:
            sheet.quantize(COLOURS, kmeans=REFINED).save(part, optimize=True)
        written.append(path)
    return written


def shared_out(cells: Sequence[Cell], columns: int, most: int) -> list[Sequence[Cell]]:
    """Return the cells of each page: as few pages of at most `most` rows as can be, equally full."""
    rows = ceil(len(cells) / columns)
    room = columns * ceil(rows / ceil(rows / most))
    return [cells[at : at + room] for at in range(0, len(cells), room)]


def _cells(court: Subject, name: str, grid: Grid) -> Iterator[Cell]:
    from courtyard3d.picture.sheets.halls import hall_cells
    from courtyard3d.picture.sheets.people import posture_cells, role_cells
    from courtyard3d.picture.sheets.things import exhibits, thing_cell
    from courtyard3d.picture.sheets.views import style_cells

    look = style_named("colour")
    match name:
        case "halls":
            return hall_cells(court, look, grid)
        case "things":
            return (thing_cell(exhibit, look, grid) for exhibit in exhibits(court))
        case "postures":
            return posture_cells(court, look, grid)
        case "roles":
            return role_cells(court, look, grid)
        case _:
            return style_cells(court, STYLES.values(), STYLE_CAMERAS, grid)
