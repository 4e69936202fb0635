"""Figures: plans, sections, elevations and axonometrics of a moment, true vector, fit for print."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import shapely

from courtyard3d.errors import InputError, MachineError
from courtyard3d.picture.styles import style_named
from courtyard3d.picture.vector import apparatus, naming, plate
from courtyard3d.picture.vector.citing import Words, second, words
from courtyard3d.picture.vector.drawing import draw
from courtyard3d.picture.vector.frame import Frame
from courtyard3d.picture.vector.legend import evidence, in_brackets, legend
from courtyard3d.picture.vector.projection import SECTIONS, Array, no_fold, view_named
from courtyard3d.picture.vector.sheet import TYPE, Sheet, millimetres, text_height, wrapped
from courtyard3d.picture.vector.sight import WINDOWS, Sight, look, middle_of
from courtyard3d.picture.vector.truetype import truetype

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from courtyard3d.picture.subject import Subject as Courtyard

T = TypeVar("T")

LANES = {"broken": True, "whole": False}
"""Whether an empty stretch of the court is broken out or drawn as long as it is."""
FORMATS = ("svg", "pdf", "png")
DPI = 300
DPIS = (36, 2400)
"""The fewest and the most dots per inch of a PNG."""
PIXELS = 2e8
"""The most pixels of a PNG: what memory holds and programs still open."""
TALLEST = 236.0
"""Height of the printed part of an A4 page in millimetres; only a whole lane may be taller."""
EDGE = 2.0
"""Free edge round everything on the sheet, in millimetres."""
MARGIN = 5.0
"""Free room round what the window must show, in 尺."""


def make_figure(
    courtyard: Courtyard,
    *,
    view: str = "plan",
    at: str | None = None,
    style: str = "ink",
    labels: Sequence[str] = ("hans",),
    width: str = "163mm",
    window: str = "court",
    lane: str = "broken",
    roof: str | None = None,
    lang: str | None = None,
    outlined: bool = False,
    plane: str | None = None,
    height: str | None = None,
    titled: bool = True,
) -> Figure:
    """Draw a moment of a rite as a vector figure.

    Parameters
    ----------
    courtyard : Courtyard
        A rite under chosen premises.
    view : str
        'plan' (from above, cut above the floor of the hall), 'axonometric', 'elevation' (of the south front;
        'elevation-east', '-north', '-west'), 'section' (from front to rear), 'longitudinal-section', or
        'toward:AZIMUTH/DOWN': the axonometric that looks there, in degrees clockwise from north and below
        the level.
    at : str, optional
        The moment, as on the command line; without it the layout's `plate-at`.
    style : str
        'ink', 'colour' or 'evidence'.
    labels : sequence of str
        Languages of the names, one below the other: hans, hant, pinyin, en.
    width : str
        Width of the sheet with its unit.
    window : str
        'hall', 'court' (all that stands and all who are there) or 'all' (with walls and gate).
    lane : str
        'broken' takes empty stretches out, with break lines; 'whole' draws them to scale on a tall page.
    roof : str, optional
        'off' or 'glass' (its outline dashed, usual in a plan); in an axonometric, where the usual 'off'
        cuts walls and posts too, also 'cut' (without the slopes toward the court) and 'solid'.
    lang : str, optional
        Language of title, legend and caption; without it the first of `labels` that is no pinyin.
    outlined : bool
        Draw type as outlines instead of text: it can't be edited, but needs no font where it's opened.
    plane : str, optional
        Of a section: the thing, or the point named on it, through which it goes (`pillar-west`); without
        it the middle of what is shown.
    height : str, optional
        The most that the sheet is high, with its unit; without it the printed part of an A4 page.
    titled : bool
        Write the title above the frame; without it the figure has only a caption.

    Returns
    -------
    matplotlib.figure.Figure
        Its one axes is measured in millimetres of the sheet.

    Raises
    ------
    InputError
        Where an option has a value that is not known.
    """
    names = naming.languages_of(labels)
    lang = lang or next((name for name in names if name != "pinyin"), "hans")
    looking = view_named(view)
    _chosen("window", window, WINDOWS)
    broken = _chosen("lane", lane, LANES)
    style_named(style)
    if roof is not None:
        _chosen(f"roof of a view '{view}'", roof, dict.fromkeys(looking.roofs))
    time = second(courtyard, at)
    through = _plane(courtyard, plane, window) if view in SECTIONS else None
    sight = look(courtyard, looking, time, window, roof, through)
    page = _page(sight, millimetres(width), broken)
    said = words(courtyard, time, view.partition(":")[0], lang)
    below = _Below.of(sight, page, said if titled else replace(said, title=""), style, lang)
    tallest = (millimetres(height) if height else TALLEST) if broken else np.inf
    sheet, frame = _lay_out(page, below, lang, outlined, tallest)
    _fill(courtyard, sheet, frame, sight, style, names)
    below.draw(sheet, frame, sight)
    return sheet.figure


def _chosen(what: str, name: str, table: Mapping[str, T]) -> T:
    if name not in table:
        raise InputError(f"no {what} '{name}'", expected=", ".join(table), given=name, valid=table)
    return table[name]


def _plane(courtyard: Courtyard, name: str | None, window: str) -> Array:
    """Return a point (3,) of the plane of a section, in 尺."""
    if name is None:
        return middle_of(courtyard, window)
    layout = courtyard.layout
    return np.array(layout.point(name if layout.has_point(name) else layout.find(name, ("object",))), float)


def _page(sight: Sight, width: float, broken: bool) -> Frame:
    """Return the frame as wide as the sheet, not yet placed on it."""
    fold = sight.fold() if broken else no_fold()
    page = sight.page(fold, MARGIN)
    scale = (width - 2 * EDGE) / float(page[2] - page[0])
    return Frame(sight.view.projection, fold, page, scale, np.full(2, EDGE))


@dataclass(frozen=True, slots=True)
class _Below:
    """What stands round the frame: the title; scale and north, legend, caption and citation."""

    title: list[str]
    rows: list[list[apparatus.Entry]]
    lines: list[str]

    @classmethod
    def of(cls, sight: Sight, frame: Frame, said: Words, style: str, lang: str) -> _Below:
        width = float(frame.box[2] - frame.box[0])
        rows = apparatus.legend_rows(legend(sight, frame, style, lang), width, lang)
        title = wrapped(said.title, TYPE["title"], width, lang)
        return cls(title, rows, apparatus.caption_lines(said.paragraphs, width, lang))

    @property
    def above(self) -> float:
        return len(self.title) * text_height(TYPE["title"]) + 2 * EDGE

    @property
    def height(self) -> float:
        text = len(self.lines) * text_height(TYPE["small"])
        return apparatus.BAR_ROW + len(self.rows) * apparatus.LEGEND_ROW + text + 2 * EDGE

    def draw(self, sheet: Sheet, frame: Frame, sight: Sight) -> None:
        left, low, right, high = frame.box.tolist()
        sheet.paragraph(left, high + self.above - 1.5 * EDGE, self.title, TYPE["title"])
        middle = low - apparatus.BAR_ROW / 2
        apparatus.scale_bars(sheet, left, middle, frame.scale, sight.layout.chi_m)
        apparatus.north_arrow(sheet, right - EDGE - apparatus.ARROW / 2, middle, frame.projection)
        top = apparatus.legend(sheet, left, low - apparatus.BAR_ROW, self.rows)
        sheet.paragraph(left, top - EDGE / 2, self.lines, TYPE["small"])


def _lay_out(page: Frame, below: _Below, lang: str, outlined: bool, tallest: float) -> tuple[Sheet, Frame]:
    """Return the sheet and the frame on it; what would be taller than `tallest` gets a smaller scale."""
    above = below.above
    width, height = Frame.size(page.page, page.scale).tolist()
    shrink = min(1.0, (tallest - below.height - above) / height)
    beside = (width / shrink - width) / page.scale / 2
    frame = replace(
        page,
        page=page.page + np.array([-beside, 0.0, beside, 0.0]),
        scale=page.scale * shrink,
        corner=np.array([EDGE, below.height]),
    )
    return Sheet(width + 2 * EDGE, below.height + height * shrink + above, lang, outlined), frame


def _fill(
    courtyard: Courtyard, sheet: Sheet, frame: Frame, sight: Sight, style: str, names: tuple[str, ...]
) -> None:
    """Draw what the frame shows, from the ground up to the names."""
    drawing = draw(list(sight.solids), frame.projection, frame.fold)
    above = sight.view.from_above
    taken = [] if above else plate.breaks(sheet, frame, sight)
    dark = plate.surfaces(sheet, frame, drawing, style, courtyard.scene)
    drawn = plate.lines(sheet, frame, drawing.traces, style)
    if above:
        taken = plate.breaks(sheet, frame, sight)
    plate.overhead(sheet, frame, sight)
    if above:
        plate.people(sheet, frame, sight)
    left, low, right, high = frame.box.tolist()
    if sight.view.upright:
        ground = float(frame.points([(0.0, 0.0, 0.0)])[0, 1])
        sheet.polyline([(left, ground), (right, ground)], "cut")
    sheet.lines(shapely.box(left, low, right, high), "frame")
    marks = evidence(sight) if style == "evidence" else {}
    marked = {owner: in_brackets(mark, sheet.lang) for owner, mark in marks.items()}
    wording = naming.Wording(names, marked, sheet.width < naming.NARROW)
    if not above:
        sight = sight.only({trace.solid.item.owner for trace in drawing.traces})
    signs = plate.person_boxes(frame, sight)
    subjects = [*naming.people(sight, signs, wording), *naming.things(sight, frame, wording)]
    naming.draw_names(sheet, frame, subjects, taken, np.concatenate([dark, drawn]))


def save(figure: Figure, path: str | Path, *, dpi: int = DPI) -> None:
    """Write a figure as SVG, PDF or PNG, beside its name first, so that no half file is left under it.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    path : path-like
        Its ending says the format.
    dpi : int
        Dots per inch of a PNG.

    Raises
    ------
    InputError
        Where the ending is none of svg, pdf, png, or a PNG would have too few or too many dots.
    MachineError
        Where the file can't be written.
    """
    import matplotlib

    path = Path(path)
    kind = path.suffix.lower().lstrip(".")
    _chosen("figure format", kind, dict.fromkeys(FORMATS))
    if kind == "png":
        _check_dots(figure, dpi)
    settings: Any = {"pdf.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "courtyard3d"}
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    type_42 = truetype(figure) if kind == "pdf" else nullcontext()
    with beside(path) as part, matplotlib.rc_context(settings), type_42:
        figure.savefig(part, format=kind, dpi=dpi, metadata=dates[kind])


def _check_dots(figure: Figure, dpi: int) -> None:
    area = figure.get_figwidth() * figure.get_figheight()
    most = min(DPIS[1], int((PIXELS / area) ** 0.5))
    if not DPIS[0] <= dpi <= most:
        raise InputError(f"no PNG with {dpi} dots per inch", expected=f"{DPIS[0]} to {most} for this figure")


def write_text(text: str, path: str | Path) -> None:
    """Write a text alternative like a figure: beside its name first.

    Raises
    ------
    MachineError
        Where the file can't be written.
    """
    with beside(Path(path)) as part:
        part.write_text(text, encoding="utf-8")


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Yield a name to write under; what is there when all went well gets its own name."""
    part = path.with_name(f".{path.name}.part")
    try:
        yield part
        os.replace(part, path)
    except OSError as error:
        raise MachineError(f"can't write {path}: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
