"""Chunks of a film drawn by the workers of a Dask cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from uuid import uuid4

from courtyard3d.errors import InputError, MachineError
from courtyard3d.picture import graphics
from courtyard3d.picture.chunks import SUFFIX, keys_in, put
from courtyard3d.picture.filming import Crew, Drawn, Filming
from courtyard3d.picture.works import Works

PATIENCE = 20  # seconds in which a cluster must answer
AHEAD = 2  # chunks that each worker is given before it has brought one back


class Sent(NamedTuple):
    """What a worker sends: which chunk, how many frames, and the file, unless it is there already."""

    drawn: Drawn
    frames: int
    data: bytes | None


class Cluster:
    """Draws chunks on a cluster; whole files come back, so that no disk need be shared.

    Parameters
    ----------
    address : str
        Of the scheduler, such as tcp://10.0.0.1:8786.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    def __call__(self, filming: Filming, program: str, numbers: Iterable[int], folder: Path) -> Works:
        """Draw chunks into a folder; see `Crew.draw`. A chunk whose worker vanishes is given to another.

        Raises
        ------
        MachineError
            Without Dask, a cluster or workers, or where a worker can't draw or has other programs.
        """
        with closing(self._client()) as client:
            from distributed import as_completed

            film, known, waiting = uuid4().hex, keys_in(folder), deque(numbers)

            def give() -> Any:
                return client.submit(draw_there, film, filming, waiting.popleft(), known, pure=False)

            room = AHEAD * len(client.scheduler_info(n_workers=-1)["workers"])
            jobs = as_completed([give() for _ in range(min(room, len(waiting)))], loop=client.loop)
            for job in jobs:
                sent = self._result(job)
                if sent.data is not None:
                    put(folder / f"{sent.drawn.key}{SUFFIX}", sent.data)
                job.release()
                if waiting:
                    jobs.add(give())
                yield sent.frames
                yield sent.drawn

    def _client(self) -> Any:
        try:
            from distributed import Client
        except ImportError:
            raise MachineError("no Dask for --cluster: pip install 'courtyard3d[cluster]'") from None
        try:
            client = Client(self._address, timeout=PATIENCE, set_as_default=False)
        except ValueError as error:
            raise InputError(f"no address '{self._address}': {error}", expected="tcp://HOST:PORT") from None
        except (OSError, TimeoutError):
            raise MachineError(f"no cluster answers at {self._address}") from None
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            client.close()
            raise MachineError(f"the cluster at {self._address} has no workers") from None
        return client

    def _result(self, job: Any) -> Sent:
        from distributed import CancelledError, KilledWorker

        try:
            sent: Sent = job.result()
        except KilledWorker as error:
            raise MachineError(
                f"workers of the cluster vanished one after the other (the last: {error.last_worker.address})"
            ) from None
        except (CancelledError, OSError) as error:
            raise MachineError(f"the cluster at {self._address} is gone: {error}") from None
        return sent


def draw_there(film: str, filming: Filming, number: int, known: frozenset[str]) -> Sent:
    """Draw a chunk of a film on a worker, unless its name is `known`."""
    return _easel().submit(_draw, film, filming, number, known).result()


@cache
def _easel() -> ThreadPoolExecutor:
    """Return the one thread of this process that draws: a window belongs to the thread that made it."""
    return ThreadPoolExecutor(1)


_crews: dict[str, Crew] = {}


def _draw(film: str, filming: Filming, number: int, known: frozenset[str]) -> Sent:
    if film not in _crews:
        for name in list(_crews):
            _crews.pop(name).close()
        _crews[film] = _crew(filming)
    crew = _crews[film]
    sights = crew.sights(number)
    drawn = Drawn(number, crew.key(sights))
    if drawn.key in known:
        return Sent(drawn, len(sights), None)
    with TemporaryDirectory() as folder:
        for _ in crew.draw([number], Path(folder)):
            pass
        return Sent(drawn, len(sights), Path(folder, f"{drawn.key}{SUFFIX}").read_bytes())


def _crew(filming: Filming) -> Crew:
    """Make ready for a film.

    Raises
    ------
    MachineError
        Where this worker can't draw or encode, or would draw otherwise than the others.
    """
    program = graphics.encoder()
    if (versions := graphics.versions(program)) != filming.versions:
        raise MachineError(
            f"a worker has other programs, so that its frames might differ: {versions} "
            f"instead of {filming.versions}"
        )
    return Crew(filming, program)
