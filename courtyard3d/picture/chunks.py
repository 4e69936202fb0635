"""The folder beside a film of its finished chunks: one run at a time, nothing half, nothing lost."""

from __future__ import annotations

import errno
import fcntl
import glob
import hashlib
import json
import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from courtyard3d.errors import MachineError
from courtyard3d.picture.encoder import failure, written_beside

MANIFEST = "manifest.json"
LOCK = "lock"
LISTED = ".ffconcat"
LIST = f"film{LISTED}"
SUFFIX = ".mp4"
PART = ".part"  # in the names of what is being written
RANDOM = "?" * 8  # before it
MICROSECONDS = 10**6


class Chunks:
    """The finished chunks of a film; a context, in which no other run may touch them.

    The folder is hidden and stands beside the film: `.NAME.chunks`. A chunk is named by all that shapes it,
    so that one that is there is good; the manifest has its length and its checksum, in case the disk has
    damaged it. The folder may be deleted at any time: then all is drawn again.

    Parameters
    ----------
    out : Path
        The film.
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        self.folder = out.with_name(f".{out.name}.chunks")
        self._known: dict[str, dict[str, Any]] = {}

    def __enter__(self) -> Self:
        with ExitStack() as stack, _told(self.folder):
            stack.enter_context(_locked(self.folder))
            self._clean()
            self._known = {key: entry for key, entry in self._written().items() if self._is_whole(key, entry)}
            self._held = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._held, suppress(OSError):
            self._clean()
            if not self.keys:
                for name in (LIST, MANIFEST, LOCK):
                    (self.folder / name).unlink(missing_ok=True)
                self.folder.rmdir()

    def path(self, key: str) -> Path:
        """Return the file of a chunk."""
        return self.folder / f"{key}{SUFFIX}"

    def add(self, key: str) -> None:
        """Take note of a chunk that is done."""
        if key not in self._known:
            self._known[key] = _entry(self.path(key))
            self._note()

    @property
    def keys(self) -> frozenset[str]:
        """The names of the chunks that are there."""
        return keys_in(self.folder)

    def listed(self, keys: Sequence[str], ends: Sequence[Fraction], about: Mapping[str, Any]) -> Path:
        """Return a list (.ffconcat) of the chunks of a whole film; all others are forgotten.

        Parameters
        ----------
        keys : sequence of str
            Their names, in order.
        ends : sequence of Fraction
            The second of the film at which each ends.
        about : mapping
            What the manifest says of the film.
        """
        for key in self.keys - set(keys):
            self.path(key).unlink()
        self._known = {key: self._known[key] for key in dict.fromkeys(keys)}
        self._note({**about, "film": keys})
        lines = ["ffconcat version 1.0"]
        # Rounded from the beginning of the film each, so that no error grows.
        for key, begin, end in zip(keys, (Fraction(0), *ends), ends, strict=False):
            lasts = round(end * MICROSECONDS) - round(begin * MICROSECONDS)
            lines += [f"file {key}{SUFFIX}", f"duration {lasts}us"]
        with _told(self.folder):
            (self.folder / LIST).write_text("\n".join((*lines, "")), encoding="utf-8")
        return self.folder / LIST

    def _clean(self) -> None:
        """Remove what killed runs have left half: chunks, the film, and what stands beside it."""
        stem = glob.escape(f".{self.out.stem}")
        half = [*self.folder.glob(f".*{PART}*")]
        for name in (f"{stem}-{RANDOM}{PART}*", f"{stem}.*-{RANDOM}{PART}*"):
            half += self.out.parent.glob(name)
        for path in half:
            path.unlink(missing_ok=True)

    def _written(self) -> Mapping[str, Any]:
        """Return what the manifest says of chunks; a chunk of which it says nothing is whole."""
        entries: dict[str, Any] = dict.fromkeys(self.keys)
        with suppress(OSError, ValueError, KeyError, TypeError):
            told = json.loads((self.folder / MANIFEST).read_text("utf-8"))["chunks"]
            entries |= {key: told[key] for key in entries.keys() & told.keys()}
        return entries

    def _is_whole(self, key: str, entry: Mapping[str, Any] | None) -> bool:
        """Say whether a chunk is as it was written; one that isn't is removed."""
        whole = entry is None or entry == _entry(self.path(key))
        if not whole:
            self.path(key).unlink()
        return whole and entry is not None

    def _note(self, about: Mapping[str, Any] | None = None) -> None:
        """Write the manifest anew."""
        told = json.dumps({**(about or {}), "chunks": self._known}, indent=1)
        put(self.folder / MANIFEST, told.encode())


def keys_in(folder: Path) -> frozenset[str]:
    """Return the names of the chunks in a folder."""
    return frozenset(path.stem for path in folder.glob(f"[!.]*{SUFFIX}"))


def put(path: Path, data: bytes) -> None:
    """Write a file; it appears when it is whole."""
    with written_beside(path) as part, _told(path.parent):
        part.write_bytes(data)


def found_in(picture: Path, second: Fraction) -> tuple[Path, Fraction]:
    """Return the file of a list (.ffconcat) that holds a second of the film, and where in it that is."""
    begin = Fraction(0)
    lines = picture.read_text("utf-8").splitlines()[1:]
    for file, lasts in zip(lines[::2], lines[1::2], strict=True):
        path = picture.with_name(file.removeprefix("file "))
        end = begin + Fraction(int(lasts.removeprefix("duration ").removesuffix("us")), MICROSECONDS)
        if second < end:
            break
        begin = end
    return path, second - begin


def _entry(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return {"bytes": path.stat().st_size, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Tell what the disk refuses."""
    try:
        yield
    except OSError as error:
        raise failure(f"can't write into '{folder}'", error.errno, error.strerror) from None


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a folder, which is made where it is missing; the system frees it when the process ends.

    Raises
    ------
    MachineError
        Where another run has it.
    """
    while True:
        folder.mkdir(exist_ok=True)
        with (folder / LOCK).open("a+", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                    raise
                lock.seek(0)
                raise MachineError(
                    f"another run is making this film ({lock.read().strip() or 'just begun'}); "
                    "wait for it, or choose another name"
                ) from None
            if not _is_same(lock.fileno(), folder / LOCK):
                continue  # whoever had it has just removed the folder
            lock.truncate(0)
            lock.write(f"process {os.getpid()} on {socket.gethostname()}")
            lock.flush()
            yield
            return


def _is_same(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
