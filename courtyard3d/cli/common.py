"""What all commands share: the application, how a rite is named and opened, exit codes."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import App, Parameter

import courtyard3d
from courtyard3d.courtyard import SEED, Courtyard
from courtyard3d.errors import InputError
from courtyard3d.reading.words import languages

Rite = Annotated[str, Parameter(help="An id, a name in any language, or the path of a layout.")]

DONE, FOUND, BAD_INPUT, LACKING, INTERRUPTED = 0, 1, 2, 3, 130

app = App(
    name="courtyard3d",
    help="Ancient Chinese court and temple rites: solved from the clauses of the texts, proved, and shown.",
    version="0.1.0",
)


def _premises(texts: Iterable[str]) -> dict[str, str]:
    premises: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise InputError(f"'{text}' is no premise", expected="NAME=VALUE, such as ren=8")
        if premises.setdefault(name, value) != value:
            raise InputError(f"premise {name} is both {premises[name]} and {value}", expected="one of them")
    return premises


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
    langs: Annotated[
        str,
        Parameter(
            name="--lang", help="Language of what is shown: hans, hant or en; a film takes two: hans,en."
        ),
    ] = "hans"
    quiet: Annotated[bool, Parameter(help="Say nothing but what was asked for.", negative="")] = False

    @property
    def lang(self) -> str:
        """The language of a command that shows one."""
        found = languages(self.langs)
        if len(found) > 1:
            raise InputError(f"the languages are '{self.langs}'", expected="one; only a film shows two")
        return found[0]

    def open(self, rite: str) -> Courtyard:
        """Open a rite with these options; say once on stderr where statements do not hold."""
        premises = _premises(self.premise)
        court = courtyard3d.open(rite, preset=self.preset, premises=premises, hits=self.hits, seed=self.seed)
        failed = sum(finding.level == "error" for finding in court.layout.findings)
        if failed and not self.quiet:
            what = "a statement does" if failed == 1 else f"{failed} statements do"
            check = shlex.join(("courtyard3d", "check", rite, *self._reading()))
            print(f"note: {what} not hold; `{check}` says which", file=sys.stderr)
        return court

    def _reading(self) -> Iterator[str]:
        """Yield the options on which the statements hang, as they are written."""
        if self.preset is not None:
            yield from ("--preset", self.preset)
        for premise in self.premise:
            yield from ("--premise", premise)


COMMON = Common()


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=1))
