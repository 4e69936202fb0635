"""Commands for papers and teaching: atlas, score and table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from courtyard3d.cli.common import COMMON, Common, Rite, app


@app.command
def atlas(
    rite: Rite,
    /,
    *,
    output: Annotated[str, Parameter(name=("--output", "-o"))],
    paper: str = "a4",
    style: str = "ink",
    labels: str | None = None,
    script: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = (),
    alt: str | None = None,
    common: Common = COMMON,
) -> None:
    """Write all the plates of a rite as one PDF: hall, things, every section, time sheets, tables, index.

    Parameters
    ----------
    output : str
        The file, .pdf.
    paper : str
        a4, a3 or 16k.
    style : str
        ink, colour or evidence.
    labels : str, optional
        Languages of the names in the plates, with commas between: hans, hant, pinyin, en; else that of
        --lang.
    script : tuple of str
        A person, by id or name, whose script stands in the appendix; repeatable.
    alt : str, optional
        A file for the text alternative of all plates, in Markdown.
    """
    common.open(rite).atlas(
        output,
        paper=paper,
        style=style,
        labels=labels.split(",") if labels else (),
        lang=common.lang,
        scripts=script,
        alt=alt,
        quiet=common.quiet,
    )


@app.command
def score(
    rite: Rite,
    /,
    *,
    output: Annotated[str, Parameter(name=("--output", "-o"))],
    section: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = (),
    width: str = "174mm",
    dpi: int = 300,
    outlined: bool = False,
    common: Common = COMMON,
) -> None:
    """Draw the time sheet of a rite: a line for each person, what he does as bars, the sections above.

    Parameters
    ----------
    output : str
        The file; its ending says the format: svg, pdf or png.
    section : tuple of str
        A section by its id or name; repeatable. Without it, the whole rite.
    width : str
        Width of the sheet, from 50mm to 1200mm.
    dpi : int
        Dots per inch of a png, from 36 to 2400.
    outlined : bool
        Draw type as outlines: it can't be edited, but needs no font.
    """
    from courtyard3d.picture.figure import save
    from courtyard3d.picture.score import make_score

    sheet = make_score(common.open(rite), sections=section, width=width, lang=common.lang, outlined=outlined)
    save(sheet, output, dpi=dpi)


@app.command
def table(
    rite: Rite,
    what: str,
    /,
    *,
    output: Annotated[str | None, Parameter(name=("--output", "-o"))] = None,
    paper: str = "a4",
    common: Common = COMMON,
) -> None:
    """Write a table: the distances, the ledger, or what one person does from beginning to end.

    Parameters
    ----------
    what : str
        distances, ledger, or script:WHO, where WHO is a person by id or name (script:pair2-upper).
    output : str, optional
        The file; its ending says the format: md, csv or pdf. Without it, Markdown is printed.
    paper : str
        Of a pdf: a4, a3 or 16k.
    """
    from courtyard3d.rite.tables import make_table

    made = make_table(common.open(rite), what, common.lang)
    if output is None:
        print(made.markdown())
        return
    from courtyard3d.picture.tables import save_table

    save_table(made, Path(output), paper=paper, lang=common.lang, quiet=common.quiet)
