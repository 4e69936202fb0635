"""The command line: thin, and lazy (nothing that draws is loaded before it is needed)."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

from cyclopts import CycloptsError, MissingArgumentError

from courtyard3d.cli import answers, pictures, plates
from courtyard3d.cli.common import BAD_INPUT, DONE, INTERRUPTED, LACKING, app
from courtyard3d.errors import CourtyardError

_NEGATIVE = re.compile(r"-\d")
__all__ = ["answers", "app", "main", "pictures", "plates", "run"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code (see the README)."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code. Bad input never ends in a traceback."""
    _open_streams()
    try:
        code = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except CycloptsError as error:
        print(_usage(error, arguments or sys.argv[1:]), file=sys.stderr)
        return BAD_INPUT
    except CourtyardError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except OSError as error:
        print(f"{error.filename or 'output'}: {error.strerror}", file=sys.stderr)
        return LACKING
    return code if isinstance(code, int) else DONE


def _open_streams() -> None:
    """Let what a shell has closed (`>&-`) swallow what is written there."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def _usage(error: CycloptsError, arguments: Sequence[str]) -> str:
    """Return what is wrong with the arguments on one line, worded as other errors are."""
    said = " ".join(str(error).split()).rstrip(".")
    parts = re.split(r"(?<=\?) |\. ", said.replace("Choose from:", "expected").replace('"', "'"))
    if isinstance(error, MissingArgumentError) and any(map(_NEGATIVE.match, arguments)):
        parts.append("a value that begins with '-' is written --OPTION=VALUE")
    return "; ".join(part[:1].lower() + part[1:] for part in parts)
