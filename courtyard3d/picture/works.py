"""Who draws the chunks of a film: this process, or several (`cluster.py`: those of other machines)."""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from courtyard3d.errors import CourtyardError, MachineError
from courtyard3d.picture.filming import Crew, Drawn, Filming

Works = Generator[int | Drawn]
"""What is done, as it is done: how many frames were drawn, or a whole chunk."""

Draw = Callable[[Filming, str, Iterable[int], Path], Works]
"""Draws chunks (by number) of a film, with an ffmpeg, into a folder; closed, it stops."""

TRIES = 3  # workers that may vanish over one chunk
THREADS = "LP_NUM_THREADS"  # of Mesa without a graphics card; by default each process takes all cores


def here(filming: Filming, program: str, numbers: Iterable[int], folder: Path) -> Works:
    """Draw chunks in this process, one after the other."""
    with closing(Crew(filming, program)) as crew:
        yield from crew.draw(numbers, folder)


class _Worker(NamedTuple):
    """A process that draws, and what it was given and has not brought back."""

    process: BaseProcess
    line: Connection
    has: list[int]


class Processes:
    """Draws chunks in several processes; one that vanishes costs the chunk it was at, which another draws.

    Parameters
    ----------
    count : int
        How many.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._spawn = get_context("spawn")  # a fork after VTK has drawn hangs

    def __call__(self, filming: Filming, program: str, numbers: Iterable[int], folder: Path) -> Works:
        """Draw chunks into a folder; see `Crew.draw`.

        Raises
        ------
        MachineError
            Where one chunk makes `TRIES` workers vanish, or what a worker says it lacks.
        """
        waiting, vanished = deque(numbers), Counter[int]()
        workers: list[_Worker] = []
        try:
            while waiting or workers:
                while waiting and len(workers) < self._count:
                    workers.append(self._start(filming, program, folder, len(workers) + len(waiting)))
                for line in wait([worker.line for worker in workers]):
                    worker = next(worker for worker in workers if worker.line is line)
                    try:
                        yield from _heard(worker, waiting)
                    except (EOFError, OSError):
                        workers.remove(worker)
                        worker.process.join()
                        waiting.extendleft(reversed(worker.has))
                        _count(vanished, worker.has)
        finally:
            for worker in workers:
                worker.process.kill()
                worker.process.join()

    def _start(self, filming: Filming, program: str, folder: Path, left: int) -> _Worker:
        mine, theirs = self._spawn.Pipe()
        cores = (os.cpu_count() or 1) // min(self._count, left)
        process = self._spawn.Process(
            target=_draw_on_call, args=(filming, program, folder, theirs, max(1, cores)), daemon=True
        )
        process.start()
        theirs.close()
        return _Worker(process, mine, [])


def _heard(worker: _Worker, waiting: deque[int]) -> Iterator[int | Drawn]:
    """Take what a worker says: an error, what it has done, or (None) that it wants the next chunk."""
    said = worker.line.recv()
    if isinstance(said, BaseException):
        raise said
    if said is None:
        number = waiting.popleft() if waiting else None
        if number is not None:
            worker.has.append(number)
        worker.line.send(number)
        return
    if isinstance(said, Drawn):
        worker.has.remove(said.number)
    yield said


def _count(vanished: Counter[int], numbers: Sequence[int]) -> None:
    """Note over which chunks a worker has vanished.

    Raises
    ------
    MachineError
        Where that has happened too often.
    """
    vanished.update(numbers[-1:])  # the last it was given is the one it drew
    if numbers and vanished[numbers[-1]] >= TRIES:
        raise MachineError(
            f"{TRIES} workers vanished one after the other while they drew chunk {numbers[-1]} "
            "(killed, or out of memory); try fewer --workers"
        )


def _draw_on_call(filming: Filming, program: str, folder: Path, line: Connection, cores: int) -> None:
    """Be a worker: ask for chunks and draw them until there are none."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives the chunks
    os.environ.setdefault(THREADS, str(cores))
    Thread(target=_end_with_parent, daemon=True).start()

    def numbers() -> Iterator[int]:
        while True:
            line.send(None)
            number = line.recv()
            if number is None:
                return
            yield number

    try:
        for piece in here(filming, program, numbers(), folder):
            line.send(piece)
    except CourtyardError as error:
        line.send(error)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
