"""Commands that draw: figure, film, view, sheets; and doctor, which says whether they can."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from courtyard3d.cli.common import COMMON, DONE, LACKING, Common, Rite, app


@app.command
def figure(
    rite: Rite,
    /,
    *,
    output: Annotated[str, Parameter(name=("--output", "-o"))],
    view: str = "plan",
    at: str | None = None,
    style: str = "ink",
    labels: str | None = None,
    width: str = "163mm",
    window: str = "court",
    lane: str = "broken",
    roof: str | None = None,
    plane: str | None = None,
    dpi: int = 300,
    outlined: bool = False,
    alt: str | None = None,
    common: Common = COMMON,
) -> None:
    """Draw a moment as a vector figure for print.

    Parameters
    ----------
    output : str
        The file; its ending says the format: svg, pdf or png.
    view : str
        plan, axonometric, elevation (of the south front; elevation-east, -north, -west), section (from
        front to rear) or longitudinal-section.
    at : str, optional
        A section, the ref of an act (16.22), seconds (95.5s) or SECTION+SECONDS; without it the
        moment that the layout names for its plate.
    style : str
        ink, colour or evidence.
    labels : str, optional
        Languages of the names, with commas between: hans, hant, pinyin, en; else that of --lang.
    width : str
        Width of the sheet, from 50mm to 1200mm: 84mm, 17.4cm, 6.4in.
    window : str
        hall, court (all that stands and all who are there) or all (with walls and gate).
    lane : str
        broken leaves out the empty stretches of the lane, whole draws them to scale.
    roof : str, optional
        off or glass (its outline dashed, usual in a plan); in an axonometric, where the usual off cuts
        walls and posts too, also cut (without the slopes toward the court) and solid.
    plane : str, optional
        Of a section: the thing through which it goes, by id or name; without it the middle of what is
        shown.
    dpi : int
        Dots per inch of a png, from 36 to 2400.
    outlined : bool
        Draw type as outlines: it can't be edited, but needs no font.
    alt : str, optional
        A file for the text alternative: who stands where, facing whither; Markdown where it ends in .md.
    """
    from courtyard3d.picture.alternative import alternative, people_of
    from courtyard3d.picture.figure import make_figure, save, write_text

    court = common.open(rite)
    plate = make_figure(
        court,
        view=view,
        at=at,
        style=style,
        labels=labels.split(",") if labels else (common.lang,),
        width=width,
        window=window,
        lane=lane,
        roof=roof,
        plane=plane,
        lang=common.lang,
        outlined=outlined,
    )
    save(plate, output, dpi=dpi)
    if alt:
        shown = people_of(plate, court.layout)
        markdown = alt.lower().endswith(".md")
        write_text(
            alternative(court, at=at, view=view, lang=common.lang, shown=shown, markdown=markdown), alt
        )


@app.command
def film(
    rite: Rite,
    /,
    *,
    output: Annotated[str, Parameter(name=("--output", "-o"))],
    section: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    to: str | None = None,
    size: str = "640x360",
    fps: str = "25",
    speed: str = "1",
    style: str = "colour",
    camera: str = "director",
    roof: str | None = None,
    clean: Annotated[bool, Parameter(negative="")] = False,
    subtitles: bool | None = None,
    mute: Annotated[bool, Parameter(negative="")] = False,
    loop: Annotated[bool, Parameter(negative="")] = False,
    workers: int = 1,
    cluster: str | None = None,
    common: Common = COMMON,
) -> None:
    """Make a film, with what happens and the clause that says so written into the picture.

    It has sound, chapters, a cover and subtitles in every language; subtitles (.srt, .vtt) and a poster
    (.png) stand beside it as well. A film that was interrupted goes on where it was: what is drawn is
    kept in a hidden folder beside it (.NAME.chunks).

    Parameters
    ----------
    output : str
        The file, .mp4 or .mov, or the picture alone for slides, .gif or .webp; it appears when it is whole.
    section : tuple of str
        A section by its id or name; repeatable. Without it, the whole rite.
    from_ : str, optional
        The moment to begin at instead of sections: a section, the ref of an act (16.22), seconds
        (95.5s) or SECTION+SECONDS.
    to : str, optional
        The moment to end at.
    size : str
        Width and height in pixels, even numbers up to 7680x4320.
    fps : str
        Frames a second: 25, 12.5, 30000/1001.
    speed : str
        Seconds of the rite in a second of film.
    style : str
        colour, ink or evidence.
    camera : str
        director, plan, court, hall, archer, target, over-the-shoulder or over-the-shoulder:ID,
        follow:ID.
    roof : str, optional
        solid, glass, cut (without the slopes toward the court) or off; without it as the camera sees fit.
    clean : bool
        Leave out all words: those in the picture, and subtitles, chapters, cover and poster.
    subtitles : bool, optional
        With --clean: subtitles all the same, to switch on and off; --no-subtitles leaves out only them.
    mute : bool
        Leave out the sound.
    loop : bool
        Let the last second dissolve into the first, so that it can be shown over and over; without sound.
    workers : int
        How many processes draw.
    cluster : str, optional
        The address of a Dask scheduler (tcp://HOST:8786) whose workers draw instead.
    """
    from courtyard3d.picture import make_film
    from courtyard3d.picture.film import parse_size

    make_film(
        common.open(rite),
        output,
        sections=section,
        start=from_,
        end=to,
        size=parse_size(size),
        fps=fps,
        speed=speed,
        style=style,
        camera=camera,
        roof=roof,
        lang=common.langs,
        clean=clean,
        soft=subtitles,
        mute=mute,
        loop=loop,
        workers=workers,
        cluster=cluster,
        quiet=common.quiet,
    )


@app.command
def view(
    rite: Rite,
    /,
    *,
    at: str | None = None,
    size: str = "1024x640",
    style: str = "colour",
    theme: str = "study",
    text: str | None = None,
    common: Common = COMMON,
) -> None:
    """Show a rite in a window: play, stop, turn, ask, switch premises.

    `?` in the window shows all its keys. Space plays and pauses, Page Up and Page Down go from act to
    act, the left mouse button turns the view, a click on a person or thing opens its card.

    Parameters
    ----------
    at : str, optional
        The moment to begin at: a section, the ref of an act (16.22), seconds (95.5s) or
        SECTION+SECONDS.
    size : str
        Width and height of the window in pixels.
    style : str
        colour, ink or evidence.
    theme : str
        study, or projector: large type, high contrast.
    text : str, optional
        A folder with plain texts of the rite (UTF-8, .txt; notes in 【】), which stand beside the scene.
    """
    from courtyard3d.picture import view as show_window
    from courtyard3d.picture.film import parse_size

    pixels = parse_size(size)
    show_window(
        common.open(rite), start=at, size=pixels, style=style, theme=theme, text=text, lang=common.lang
    )


@app.command
def doctor() -> int:
    """Try what pictures need: graphics, a display, the encoder, fonts; say what to install."""
    from courtyard3d.picture.doctor import doctor_report

    report = doctor_report()
    for row in report:
        print(f"{'ok' if row.works else '--'}  {row.name:8} {row.detail}  ({row.needed_for})")
    return DONE if all(row.works or row.name == "window" for row in report) else LACKING


@app.command
def sheets(
    *,
    output: Annotated[str, Parameter(name=("--output", "-o"))],
    only: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = (),
    rite: str = "xiangshe",
    width: int = 2400,
    common: Common = COMMON,
) -> None:
    """Write contact sheets: halls, things in their forms with their sizes, postures, roles, styles.

    Parameters
    ----------
    output : str
        A folder for the pages (PNG); it is made where it is missing.
    only : tuple of str
        halls, things, postures, roles or styles; repeatable. Without it, all.
    rite : str
        Whose things and people are shown.
    width : int
        Width of a page in pixels, from 600 to 6000.
    """
    from courtyard3d.picture.sheets import make_sheets

    make_sheets(common.open(rite), output, only=only, width=width, quiet=common.quiet)
