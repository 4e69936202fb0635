"""Films: frame n shows the rite at its start + n / fps × speed, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from courtyard3d.errors import InputError
from courtyard3d.picture import director, graphics
from courtyard3d.picture.captions import Lettering
from courtyard3d.picture.encoder import Encoder, check_target, written_beside
from courtyard3d.picture.styles import style_named
from courtyard3d.picture.subject import Subject

if TYPE_CHECKING:
    from courtyard3d.picture.captions import Frame
    from courtyard3d.rite.timeline import Timeline

T = TypeVar("T")

SIZE = (640, 360)
FPS = Fraction(25)
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
    quiet: bool = False,
) -> Path:
    """Write a film of a rite.

    Parameters
    ----------
    courtyard : Subject
        What is filmed: has a layout, a scene and a timeline.
    out : Path or str
        The file (.mp4 or .mov); it appears only when the film is whole.
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
        The director, or a camera by name: plan, court, hall, archer, target, follow:ID.
    roof : str, optional
        solid, glass, cut (without the slopes toward the court) or off; without it as the camera sees fit.
    lang : str, default: "hans"
        Language of the words: hans, hant or en.
    clean : bool, default: False
        Leave out all words.
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
    look = style_named(style)
    asked = spans(courtyard.timeline, sections, start, end)
    moments = [t for span in asked for t in frame_times(span, fps / speed)]
    seen_by = director.camera(camera, courtyard, size[0] / size[1], float(speed), roof=roof)
    graphics.off_screen()
    program = graphics.encoder()
    lettering = None if clean else Lettering(size, look, lang)

    from courtyard3d.picture.stage import Stage  # draws: only after the probe

    def frames() -> Iterator[Frame]:
        with closing(Stage(courtyard.scene, look, size)) as stage:
            for t in moments:
                stage.tableau.show(courtyard.timeline.state(t))
                stage.tableau.look(seen_by(t))
                frame = stage.pixels()
                if lettering:
                    lettering.write(frame, courtyard.timeline.caption(t, lang))
                yield frame

    with written_beside(out) as part, Encoder(program, part, size, fps) as encoder:
        for frame in counted(frames(), len(moments), out.name, quiet):
            encoder.put(frame)
    return out


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
    begin = timeline.moment(start) if start else 0.0
    finish = timeline.moment(end) if end else timeline.duration
    if finish < begin:
        raise InputError(f"the film would end at {finish:.1f} s, before it begins at {begin:.1f} s")
    return [Span(Fraction(begin), Fraction(finish))]


def frame_times(span: Span, rate: Fraction) -> Iterator[float]:
    """Return the moments of a stretch at `rate` frames a second: the first at its start, none at its end.

    A stretch in which nothing happens has one frame.
    """
    lasts = Fraction(round((span.end - span.start) * TICKS), TICKS)
    count = max(1, ceil(lasts * rate))
    return (float(span.start + n / rate) for n in range(count))


def counted(pieces: Iterable[T], total: int | None, name: str, quiet: bool) -> Iterator[T]:
    """Pass pieces on and show how many (of `total`) are done and how long the rest will take."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True) as progress:
        yield from progress.track(pieces, total=total)
