"""The command line: thin, and lazy (nothing that draws is loaded before it is needed)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from cyclopts import App, CycloptsError, Parameter

import courtyard3d
from courtyard3d.courtyard import SEED, Courtyard
from courtyard3d.errors import CourtyardError, InputError

Language = Literal["hans", "hant", "en"]

DONE, FOUND, BAD_INPUT, LACKING, INTERRUPTED = 0, 1, 2, 3, 130

app = App(
    name="courtyard3d",
    help="Ancient Chinese court and temple rites: solved from the clauses of the texts, proved, and shown.",
    version="0.1.0",
)


def _premise(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        raise InputError(f"'{text}' is no premise", expected="NAME=VALUE, such as ren=8")
    return name, value


@Parameter(name="*")
@dataclass(frozen=True)
class Common:
    """Options of all commands that open a rite."""

    preset: Annotated[str | None, Parameter(help="A reading, such as zheng or ao.")] = None
    premise: Annotated[
        tuple[str, ...],
        Parameter(help="A single premise, NAME=VALUE; repeatable.", negative="", show_default=False),
    ] = ()
    hits: Annotated[
        str | None, Parameter(help="Outcome of the counted rounds: right, left, even or a file.")
    ] = None
    seed: Annotated[int, Parameter(help="Seed of what no text and no file decides.")] = SEED
    lang: Annotated[Language, Parameter(help="Language of what is shown.")] = "hans"
    quiet: Annotated[bool, Parameter(help="Say nothing but what was asked for.", negative="")] = False

    def open(self, rite: str) -> Courtyard:
        """Open a rite with these options; say once on stderr where statements do not hold."""
        premises = dict(map(_premise, self.premise))
        court = courtyard3d.open(rite, preset=self.preset, premises=premises, hits=self.hits, seed=self.seed)
        failed = sum(finding.level == "error" for finding in court.layout.findings)
        if failed and not self.quiet:
            what = "a statement does" if failed == 1 else f"{failed} statements do"
            print(f"note: {what} not hold; `courtyard3d check {rite}` says which", file=sys.stderr)
        return court


COMMON = Common()


@app.command(name="list")
def list_(rite: str | None = None, /, *, common: Common = COMMON) -> None:
    """List the rites and where they come from; of one: sections, premises, presets, groups.

    Parameters
    ----------
    rite : str, optional
        An id, a name in any language, or the path of a layout.
    """
    from courtyard3d import show
    from courtyard3d.reading.paths import shown
    from courtyard3d.reading.phrases import phrase
    from courtyard3d.reading.shelves import rites

    out, language = show.console(), common.lang
    if rite is None:
        out.print(show.rites_table(rites(), language))
        return
    court = common.open(rite)
    document, layout = court.document, court.layout
    out.print(f"{document.rite} {document.labels.text(language)}  {shown(court.path)}")
    out.print(show.premises_table(document.premises.values(), layout, language))
    lists = {
        "presets": [f"{name} {_assignments(preset)}".strip() for name, preset in document.presets.items()],
        "sections": [
            f"{span.id} {span.labels.text(language)} {span.end - span.start:.1f}s"
            for span in court.timeline.sections
        ],
        "groups": [f"{group.id} ({', '.join(group.members)})" for group in layout.groups.values()],
    }
    for title, entries in lists.items():
        out.print(f"{phrase(title, language)}")
        for entry in entries:
            out.print(f"  {entry}")


def _assignments(preset: Any) -> str:
    return " ".join(f"{premise}={value.value}" for premise, value in preset.items())


@app.command
def check(rite: str, /, *, format: Literal["table", "json"] = "table", common: Common = COMMON) -> int:
    """Check a rite: does every statement hold? Exit code 1 where there is an error.

    Parameters
    ----------
    rite : str
        An id, a name in any language, or the path of a layout.
    format : str
        A table for people, or JSON.
    """
    from courtyard3d import show
    from courtyard3d.reading.phrases import phrase

    court = replace(common, quiet=True).open(rite)
    result = court.check()
    if format == "json":
        _print_json(result.as_json())
    elif result.findings:
        show.console().print(show.findings_table(result.findings, common.lang))
    elif not common.quiet:
        print(phrase("nothing_found", common.lang))
    return FOUND if result.failed else DONE


@app.command
def facts(
    rite: str, /, *, format: Literal["table", "json", "csv"] = "table", common: Common = COMMON
) -> None:
    """Print the ledger: every statement in force, what it asks for and whether it holds.

    Parameters
    ----------
    rite : str
        An id, a name in any language, or the path of a layout.
    format : str
        A table for people, JSON with exact fractions, or CSV.
    """
    from courtyard3d import show
    from courtyard3d.layout.facts import facts_csv

    court = common.open(rite)
    if format == "json":
        _print_json(court.facts)
    elif format == "csv":
        print(facts_csv(court.layout), end="")
    else:
        show.console().print(show.facts_table(court.layout.ledger.rows, common.lang))


@app.command
def explain(
    rite: str, name: str, /, *, format: Literal["text", "json"] = "text", common: Common = COMMON
) -> None:
    """Explain why something is where it is and as big as it is.

    Parameters
    ----------
    rite : str
        An id, a name in any language, or the path of a layout.
    name : str
        A thing, person, group or quantity by its id or a name in any language.
    format : str
        Text for people, or JSON.
    """
    explanation = common.open(rite).explain(name)
    if format == "json":
        _print_json(explanation.as_json())
    else:
        print(explanation.text(common.lang))


@app.command
def state(
    rite: str,
    /,
    *,
    at: str | None = None,
    format: Literal["table", "json"] = "table",
    common: Common = COMMON,
) -> None:
    """Print everything at one moment: who stands where, facing whither, holding what.

    Parameters
    ----------
    rite : str
        An id, a name in any language, or the path of a layout.
    at : str, optional
        A section, the ref of an act (16.22), seconds (95.5s) or SECTION+SECONDS; without it the
        moment that the layout names for its plate.
    format : str
        A table for people, or JSON.
    """
    court = common.open(rite)
    if format == "json":
        _print_json(court.state(at))
    else:
        from courtyard3d import show

        show.console().print(show.state_table(court.timeline, court.moment(at), common.lang))


@app.command
def figure(
    rite: str,
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
    dpi: int = 300,
    outlined: bool = False,
    alt: str | None = None,
    common: Common = COMMON,
) -> None:
    """Draw a moment as a vector figure for print.

    Parameters
    ----------
    rite : str
        An id, a name in any language, or the path of a layout.
    output : str
        The file; its ending says the format: svg, pdf or png.
    view : str
        plan or axonometric.
    at : str, optional
        A section, the ref of an act (16.22), seconds (95.5s) or SECTION+SECONDS; without it the
        moment that the layout names for its plate.
    style : str
        ink, colour or evidence.
    labels : str, optional
        Languages of the names, with commas between: hans, hant, pinyin, en; else that of --lang.
    width : str
        Width of the sheet: 84mm, 17.4cm, 6.4in.
    window : str
        hall, court (all that stands and all who are there) or all (with walls and gate).
    lane : str
        broken leaves out the empty stretches of the lane, whole draws them to scale.
    dpi : int
        Dots per inch of a png.
    outlined : bool
        Draw type as outlines: it can't be edited, but needs no font.
    alt : str, optional
        A file for the text alternative: who stands where, facing whither.
    """
    from courtyard3d.picture.alternative import alternative
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
        lang=common.lang,
        outlined=outlined,
    )
    save(plate, output, dpi=dpi)
    if alt:
        write_text(alternative(court, at=at, view=view, lang=common.lang), alt)


@app.command
def new(name: str, /) -> None:
    """Write a commented starter layout into a folder of that name.

    Parameters
    ----------
    name : str
        The folder; its last part is the id of the rite.
    """
    from courtyard3d.starter import write_starter

    path = write_starter(name)
    print(f"{path}\ncourtyard3d facts {path}")


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code (see the README)."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code. Bad input never ends in a traceback."""
    try:
        code = app(arguments, exit_on_error=False, result_action="return_value")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except CycloptsError:
        return BAD_INPUT
    except CourtyardError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except OSError as error:
        print(f"{error.filename or 'output'}: {error.strerror}", file=sys.stderr)
        return LACKING
    return code if isinstance(code, int) else DONE
