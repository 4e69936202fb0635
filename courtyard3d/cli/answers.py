"""Commands that answer: list, check, facts, explain, state, new."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from courtyard3d.cli.common import COMMON, DONE, FOUND, Common, Rite, app, print_json

if TYPE_CHECKING:
    from courtyard3d.rite.timeline import SectionSpan


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
        "sections": [_told(span, language) for span in court.timeline.sections],
        "groups": [f"{group.id} ({', '.join(group.members)})" for group in layout.groups.values()],
    }
    for title, entries in lists.items():
        out.print(f"{phrase(title, language)}")
        for entry in entries:
            out.print(f"  {entry}")


def _told(span: SectionSpan, language: str) -> str:
    days = [label.text(language) for label in (span.day, span.hour) if label is not None]
    return " ".join([span.id, span.labels.text(language), f"{span.end - span.start:.1f}s", *days])


def _assignments(preset: Any) -> str:
    return " ".join(f"{premise}={value.value}" for premise, value in preset.items())


@app.command
def check(rite: Rite, /, *, format: Literal["table", "json"] = "table", common: Common = COMMON) -> int:
    """Check a rite: does every statement hold? Exit code 1 where there is an error.

    Parameters
    ----------
    format : str
        A table for people, or JSON.
    """
    from courtyard3d import show
    from courtyard3d.reading.phrases import phrase

    court = replace(common, quiet=True).open(rite)
    result = court.check()
    if format == "json":
        print_json(result.as_json())
        return FOUND if result.failed else DONE
    if result.findings:
        show.console().print(show.findings_table(result.findings, common.lang))
    elif not common.quiet:
        print(phrase("nothing_found", common.lang))
    if not common.quiet and (carried := show.carried(result.counts, common.lang)):
        print(carried)
    return FOUND if result.failed else DONE


@app.command
def facts(
    rite: Rite, /, *, format: Literal["table", "json", "csv"] = "table", common: Common = COMMON
) -> None:
    """Print the ledger: every statement in force, what it asks for and whether it holds.

    Parameters
    ----------
    format : str
        A table for people, JSON with exact fractions, or CSV.
    """
    from courtyard3d import show
    from courtyard3d.layout.facts import facts_csv

    court = common.open(rite)
    if format == "json":
        print_json(court.facts)
    elif format == "csv":
        print(facts_csv(court.layout), end="")
    else:
        show.console().print(show.facts_table(court.layout.ledger.rows, common.lang))


@app.command
def explain(
    rite: Rite, name: str, /, *, format: Literal["text", "json"] = "text", common: Common = COMMON
) -> None:
    """Explain why something is where it is and as big as it is.

    Parameters
    ----------
    name : str
        A thing, person, group or quantity by its id or a name in any language.
    format : str
        Text for people, or JSON.
    """
    explanation = common.open(rite).explain(name)
    if format == "json":
        print_json(explanation.as_json())
    else:
        print(explanation.text(common.lang))


@app.command
def state(
    rite: Rite,
    /,
    *,
    at: str | None = None,
    format: Literal["table", "json"] = "table",
    common: Common = COMMON,
) -> None:
    """Print everything at one moment: who stands where, facing whither, holding what.

    Parameters
    ----------
    at : str, optional
        A section, the ref of an act (16.22), seconds (95.5s) or SECTION+SECONDS; without it the
        moment that the layout names for its plate.
    format : str
        A table for people, or JSON.
    """
    court = common.open(rite)
    if format == "json":
        print_json(court.state(at))
    else:
        from courtyard3d import show

        show.console().print(show.state_table(court.timeline, court.moment(at), common.lang))


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
