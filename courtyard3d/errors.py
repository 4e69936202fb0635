"""What goes wrong, said to a person: one place that words every error."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def nearest(name: str, valid: Iterable[str]) -> str | None:
    """Return the valid name most like `name`, or None where none is like it."""
    found = difflib.get_close_matches(name, list(valid), n=1, cutoff=0.5)
    return found[0] if found else None


class CourtyardError(Exception):
    """An error that the command line shows as one line, without a traceback."""

    exit_code = 2


class InputError(CourtyardError):
    """Bad input or usage (exit code 2).

    Parameters
    ----------
    message : str
        What is wrong.
    where : Where, optional
        The place in the file that is wrong.
    expected : str, optional
        What would have been right.
    given, valid : str and iterable of str, optional
        A name that is not known and those that are: the nearest is offered.
    """

    def __init__(
        self,
        message: str,
        where: Where | None = None,
        *,
        expected: str | None = None,
        given: str | None = None,
        valid: Iterable[str] = (),
    ) -> None:
        near = nearest(given, valid) if given is not None else None
        parts = [message]
        if expected:
            parts.append(f"expected {expected}")
        if near:
            parts.append(f"did you mean '{near}'?")
        self.message = "; ".join(parts)
        self.where = where
        super().__init__(f"{where}: {self.message}" if where else self.message)


class MachineError(CourtyardError):
    """The machine lacks something, or the disk fails (exit code 3)."""

    exit_code = 3
