"""Work that goes on beside the window."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Task(Generic[Result]):
    """Something that is worked out in a thread of its own; the window asks whether it is done.

    The thread does not keep the program from ending.
    """

    def __init__(self, work: Callable[[], Result]) -> None:
        self._future: Future[Result] = Future()
        self._work = work
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._future.set_result(self._work())
        except BaseException as error:
            self._future.set_exception(error)

    @property
    def done(self) -> bool:
        """Whether there is a result, or an error."""
        return self._future.done()

    def result(self) -> Result:
        """Return the result, or raise the error of the work."""
        return self._future.result()
