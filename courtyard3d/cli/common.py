"""What all commands share: the application, how a rite is named and opened, exit codes."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

import courtyard3d
from courtyard3d.courtyard import SEED, Courtyard
from courtyard3d.errors import InputError

Language = Literal["hans", "hant", "en"]
Rite = Annotated[str, Parameter(help="An id, a name in any language, or the path of a layout.")]

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


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=1))
