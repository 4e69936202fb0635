"""The command line: thin, and lazy (nothing that draws is loaded before it is needed)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import CycloptsError

from courtyard3d.cli import answers, pictures
from courtyard3d.cli.common import BAD_INPUT, DONE, INTERRUPTED, LACKING, app
from courtyard3d.errors import CourtyardError

__all__ = ["answers", "app", "main", "pictures", "run"]


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
