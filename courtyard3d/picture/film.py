"""Films: frame n shows the rite at its start + n / fps × speed, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from courtyard3d.errors import InputError, MachineError
from courtyard3d.picture import director, fonts, graphics
from courtyard3d.picture.chunks import Chunks
from courtyard3d.picture.cluster import Cluster
from courtyard3d.picture.encoder import check_target
from courtyard3d.picture.filming import Drawn, Filming
from courtyard3d.picture.mux import finish
from courtyard3d.picture.reel import Reel
from courtyard3d.picture.styles import style_named
from courtyard3d.picture.subject import Subject
from courtyard3d.picture.works import Draw, Processes, here
from courtyard3d.reading.words import languages
from courtyard3d.rite.hearing import hearing

if TYPE_CHECKING:
    from rich.progress import Progress

    from courtyard3d.rite.timeline import Timeline

T = TypeVar("T")

SIZE = (640, 360)
FPS = Fraction(25)
DISSOLVE = 1  # seconds of film in which the end of a loop becomes its beginning
SHORTEST = 3  # times that: the shortest loop
TICKS = 10**6  # a stretch of the rite lasts whole microseconds, whatever the sums of floats say


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the rite, in exact seconds."""

    start: Fraction
    end: Fraction


def make_film(
    courtyard: Subject,
    out: Path | str,
    *,
    sections: Sequence[str] = (),
    start: str | None = None,
    end: str | None = None,
    size: tuple[int, int] = SIZE,
    fps: Fraction | int | str = FPS,
    speed: Fraction | int | str = 1,
    style: str = "colour",
    camera: str = director.DIRECTOR,
    roof: str | None = None,
    lang: str = "hans",
    clean: bool = False,
    mute: bool = False,
    soft: bool | None = None,
    loop: bool = False,
    workers: int = 1,
    cluster: str | None = None,
    quiet: bool = False,
) -> Path:
    """Write a film of a rite.

    It is drawn in chunks of a few seconds, which are kept in a hidden folder beside it: a run that was
    killed goes on from there, and what looks as before is not drawn again.

    Parameters
    ----------
    courtyard : Subject
        What is filmed: has a layout, a scene and a timeline.
    out : Path or str
        The file (.mp4, .mov, .gif or .webp); it appears only when the film is whole.
    sections : sequence of str, optional
        Ids or names of the sections to film, in this order; none: the whole rite.
    start, end : str, optional
        Moments (as for `state --at`) instead of sections.
    size : tuple of int, default: (640, 360)
        Width and height in pixels, even numbers.
    fps : Fraction, int or str, default: 25
        Frames a second, such as ``"30000/1001"``.
    speed : Fraction, int or str, default: 1
        Seconds of the rite in a second of film.
    style : str, default: "colour"
        One of `courtyard3d.picture.styles.STYLES`.
    camera : str, default: "director"
        The director, or a camera by name: plan, court, hall, archer, target,
        over-the-shoulder (of whoever acts, or with :ID), follow:ID.
    roof : str, optional
        solid, glass, cut (without the slopes toward the court) or off; without it as the camera sees fit.
    lang : str, default: "hans"
        Language of the words: hans, hant or en; or two of them, as in ``"hans,en"``.
    clean : bool, default: False
        Leave out all words.
    mute : bool, default: False
        Leave out the sound.
    soft : bool, optional
        Whether there are subtitles to switch on; without it, where the film is not clean.
    loop : bool, default: False
        Let the end dissolve into the beginning, so that it can be shown over and over; without sound.
    workers : int, default: 1
        How many processes draw.
    cluster : str, optional
        Address of the scheduler of a Dask cluster whose workers draw.
    quiet : bool, default: False
        Show no progress.

    Returns
    -------
    Path
        The film.

    Raises
    ------
    InputError
        A size, rate, style, camera, moment or name of a file that can't be; a rite without sections.
    MachineError
        Nothing to draw or encode with, or a disk that fails.
    """
    out = Path(out)
    if not courtyard.timeline.sections:
        raise InputError(f"{courtyard.layout.rite} has no sections to film yet")
    fps, speed = positive(fps, "frames a second"), positive(speed, "speed")
    check_target(out, size)
    first, *second = languages(lang)
    style_named(style)
    if not mute:
        hearing()  # what is wrong in its file is told before anything is drawn
    asked = spans(courtyard.timeline, sections, start, end)
    reel = Reel.of(((s.start, s.end, frame_count(s, fps / speed)) for s in asked), fps, speed)
    dissolve = _dissolve(reel) if loop else 0
    director.camera(camera, courtyard, size[0] / size[1], float(speed), roof=roof)
    if not clean:
        for language in (first, *second):
            fonts.chain("sans", language)
    graphics.off_screen()
    program = graphics.encoder()
    filming = Filming(
        courtyard=courtyard,
        reel=reel,
        size=size,
        style=style,
        camera=camera,
        roof=roof,
        lang=lang,
        clean=clean,
        versions=graphics.versions(program),
        dissolve=dissolve,
    )
    draw = _who_draws(workers, cluster)
    with Chunks(out) as chunks:
        keys = _drawn(draw, filming, program, chunks, quiet)
        ends = [chunk.stop / fps for chunk in filming.chunks()]
        picture = chunks.listed(keys, ends, {"frames": filming.frames, "fps": str(fps), "size": size})
        if loop:
            clean, mute, soft = True, True, False  # no track goes on where its end meets its beginning
        finish(courtyard, picture, out, reel, program=program, lang=first, clean=clean, mute=mute, soft=soft)
    return out


def _dissolve(reel: Reel) -> int:
    """Return how many frames at the end of a loop dissolve into its beginning.

    Raises
    ------
    InputError
        Where the loop is too short for that.
    """
    frames = max(1, round(DISSOLVE * reel.fps))
    if reel.frames < SHORTEST * frames:
        raise InputError(
            f"a loop of {float(reel.lasts):.1f} s is too short", expected=f"at least {SHORTEST * DISSOLVE} s"
        )
    return frames


def _who_draws(workers: int, cluster: str | None) -> Draw:
    if workers < 1:
        raise InputError(f"{workers} workers", expected="at least 1")
    if cluster is not None:
        if workers > 1:
            raise InputError("workers and a cluster together", expected="either --workers or --cluster")
        return Cluster(cluster)
    return Processes(workers) if workers > 1 else here


def _drawn(draw: Draw, filming: Filming, program: str, chunks: Chunks, quiet: bool) -> list[str]:
    """Draw what is missing of a film; return the names of all its chunks in order."""
    numbers = range(len(filming.chunks()))
    keys: dict[int, str] = {}
    pieces = draw(filming, program, numbers, chunks.folder)
    with bar(chunks.out.name, quiet) as progress, _kept(chunks), closing(pieces):
        task = progress.add_task(chunks.out.name, total=filming.frames)
        for piece in pieces:
            if isinstance(piece, Drawn):
                chunks.add(piece.key)
                keys[piece.number] = piece.key
            else:
                progress.advance(task, piece)
    return [keys[number] for number in numbers]


@contextmanager
def _kept(chunks: Chunks) -> Iterator[None]:
    """Add to what the machine refuses that what is done is not lost."""
    try:
        yield
    except MachineError as error:
        if not chunks.keys:
            raise
        raise MachineError(
            f"{error}; finished chunks are kept ({len(chunks.keys)}): the same command goes on from there"
        ) from None


def parse_size(text: str) -> tuple[int, int]:
    """Read a size such as 640x360 (also 640×360): width and height in pixels.

    Raises
    ------
    InputError
        Where it is none.
    """
    width, _, height = text.replace("×", "x").lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise InputError(f"'{text}' is no size", expected="width x height in pixels, such as 640x360")
    return int(width), int(height)


def positive(value: Fraction | int | str, what: str) -> Fraction:
    """Read a number above zero, exactly: 25, "12.5" or "30000/1001".

    Raises
    ------
    InputError
        Where it is none.
    """
    try:
        number = Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise InputError(f"'{value}' is no number", expected=f"{what} such as 25 or 30000/1001") from None
    if number <= 0:
        raise InputError(f"'{value}' {what}", expected="a number above 0")
    return number


def spans(timeline: Timeline, sections: Sequence[str], start: str | None, end: str | None) -> list[Span]:
    """Return the stretches of the rite that are asked for, in order.

    Raises
    ------
    InputError
        Sections together with moments, an end before its start, a section that isn't there.
    """
    if sections and (start or end):
        raise InputError("sections and moments together", expected="either --section or --from and --to")
    if sections:
        found = map(timeline.section, sections)
        return [Span(Fraction(span.start), Fraction(span.end)) for span in found]
    if not (start or end):
        lasting = [span for span in timeline.sections if span.end > span.start] or timeline.sections[:1]
        return [Span(Fraction(span.start), Fraction(span.end)) for span in lasting]
    begin = timeline.moment(start) if start else 0.0
    finish = timeline.moment(end) if end else timeline.duration
    if finish < begin:
        raise InputError(f"the film would end at {finish:.1f} s, before it begins at {begin:.1f} s")
    return [Span(Fraction(begin), Fraction(finish))]


def frame_count(span: Span, rate: Fraction) -> int:
    """Return how many frames a stretch has at `rate` frames a second of the rite: at least one."""
    lasts = Fraction(round((span.end - span.start) * TICKS), TICKS)
    return max(1, ceil(lasts * rate))


def frame_times(span: Span, rate: Fraction) -> Iterator[float]:
    """Return the moments of a stretch at `rate` frames a second: the first at its start, none at its end.

    A stretch in which nothing happens has one frame.
    """
    return (float(span.start + n / rate) for n in range(frame_count(span, rate)))


def counted(pieces: Iterable[T], total: int | None, name: str, quiet: bool) -> Iterator[T]:
    """Pass pieces on and show how many (of `total`) are done and how long the rest will take."""
    with bar(name, quiet) as progress:
        yield from progress.track(pieces, total=total)


def bar(name: str, quiet: bool) -> Progress:
    """Return a bar that shows how many pieces are done and how long the rest will take."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True)
