"""A pipe into ffmpeg: frames go in through a thread, a whole file comes out or none."""

from __future__ import annotations

import errno
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from queue import Queue
from threading import Thread
from types import MappingProxyType, TracebackType
from typing import IO, Self

import numpy as np
from numpy.typing import NDArray

from courtyard3d.errors import InputError, MachineError

Frame = NDArray[np.uint8]

WAITING = 8  # frames between the drawing and the encoder: what bounds the memory
FORMATS: Mapping[str, str] = MappingProxyType({".mp4": "mp4", ".mov": "mov"})
SLIDES: Mapping[str, str] = MappingProxyType({".gif": "gif", ".webp": "webp"})  # pictures that move
KEYS = 4  # seconds of film from one frame that needs no other to the next: players jump to them
QUALITY = (
    *("-c:v", "libx264", "-preset", "veryfast", "-qp", "21", "-sc_threshold", "0"),
    *("-pix_fmt", "yuv420p", "-movflags", "+faststart"),
)
"""A fixed quantizer, and key frames at fixed places alone: then what is made of a frame depends on no frame
before the last key frame and on none after the next, and a film in pieces is the film made at once."""
COLOURS = (
    *("-vf", "scale=in_range=pc:out_range=tv:out_color_matrix=bt709"),
    *("-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"),
)
SMALLEST = 16  # pixels: a block of H.264
LARGEST = (7680, 4320)  # pixels: what players and graphics still take
GRACE = 10.0  # seconds that an encoder that has stopped reading gets to say why
FULL = os.strerror(errno.ENOSPC)  # what the encoder says of a full disk, among much else
SAYS = 400  # characters of what the encoder says last that are passed on


def check_target(out: Path, size: tuple[int, int]) -> None:
    """Check that a film of this size can be written there, before anything is drawn.

    Raises
    ------
    InputError
        Unknown kind of file, no such folder, a folder of that name, or a size that H.264 can't have.
    """
    if out.suffix.lower() not in (*FORMATS, *SLIDES):
        expected = ", ".join((*FORMATS, *SLIDES))
        raise InputError(f"a film can't be '{out.suffix or out.name}'", expected=expected)
    if out.is_dir():
        raise InputError(f"'{out}' is a folder", expected="the name of a file")
    if not out.parent.is_dir():
        raise InputError(f"no folder '{out.parent}' to write '{out.name}' into")
    able = tuple(min(max(side + side % 2, SMALLEST), most) for side, most in zip(size, LARGEST, strict=True))
    if able != tuple(size):
        raise InputError(
            "a film can't be {}x{} pixels".format(*size),
            expected="even numbers such as {}x{}, up to {}x{}".format(*able, *LARGEST),
        )


def gap(fps: Fraction) -> int:
    """Return how many frames lie from one key frame to the next."""
    return max(1, round(KEYS * fps))


@contextmanager
def written_beside(out: Path) -> Iterator[Path]:
    """Give a name beside `out` to write to; it becomes `out` when all went well, else it is removed."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{out.stem}-", suffix=f".part{out.suffix}", dir=out.parent)
    except OSError as error:
        raise failure(f"can't write into '{out.parent}'", error.errno, error.strerror) from None
    os.close(handle)
    part = Path(name)
    try:
        yield part
        _publish(part, out)
    except OSError as error:
        raise failure(f"can't write '{out}'", error.errno, error.strerror) from None
    finally:
        part.unlink(missing_ok=True)


def _publish(part: Path, out: Path) -> None:
    """Make sure that `part` is on the disk, and give it its name."""
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.chmod(0o666 & ~_umask())
    part.replace(out)


def stopped(errors: IO[bytes], code: int) -> MachineError:
    """Return the error of an encoder that has stopped, by what it said last into a file."""
    errors.seek(0)
    said = " ".join(errors.read().decode(errors="replace").split())[-SAYS:]
    full = errno.ENOSPC if FULL in said else None
    return failure("the encoder stopped", full, said or f"exit code {code}")


def failure(what: str, code: int | None, reason: str | None) -> MachineError:
    """Return the error for what failed; a full disk is told in words of its own."""
    return MachineError(
        "the disk is full: no film was written" if code == errno.ENOSPC else f"{what}: {reason}"
    )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class Encoder:
    """An ffmpeg that takes frames; a context: left well, the file is whole; by an error, it is stopped.

    Parameters
    ----------
    program : str
        Path of ffmpeg.
    out : Path
        The file to write.
    size : tuple of int
        Width and height in pixels, both even.
    fps : Fraction
        Frames a second.
    """

    def __init__(self, program: str, out: Path, size: tuple[int, int], fps: Fraction) -> None:
        rate = f"{fps.numerator}/{fps.denominator}"
        self._command = (
            *(program, "-hide_banner", "-loglevel", "error", "-y"),
            *("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "{}x{}".format(*size), "-r", rate, "-i", "pipe:0"),
            *("-an", *COLOURS, *QUALITY, "-g", str(gap(fps)), "-r", rate),
            *("-f", FORMATS[out.suffix.lower()], str(out)),
        )
        self._frames: Queue[Frame | None] = Queue(WAITING)
        self._failed = False

    def __enter__(self) -> Self:
        self._errors = tempfile.TemporaryFile()
        # A session of its own: Ctrl-C reaches us, not ffmpeg, so that we decide what becomes of the file.
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        self._thread = Thread(target=self._feed, args=(self._process.stdin,), daemon=True)
        self._thread.start()
        return self

    def put(self, frame: Frame) -> None:
        """Hand over a frame (height, width, 3); waits while too many are on their way.

        Raises
        ------
        MachineError
            Where the encoder has given up, for example on a full disk.
        """
        if self._failed:
            raise self._error()
        self._frames.put(frame)

    def _feed(self, pipe: IO[bytes]) -> None:
        """Write frames into the pipe; after a failure go on taking them, so that nobody waits for ever."""
        while (frame := self._frames.get()) is not None:
            if not self._failed:
                try:
                    pipe.write(np.ascontiguousarray(frame).data)
                except OSError:
                    self._failed = True
        try:
            pipe.close()
        except OSError:
            self._failed = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._process.kill()
        self._frames.put(None)
        self._thread.join()
        code = self._process.wait()
        with self._errors:
            if kind is None and (code or self._failed):
                raise self._error()

    def _error(self) -> MachineError:
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        return stopped(self._errors, self._process.returncode)


def run(command: Sequence[str], blocks: Iterable[NDArray[np.generic]] = ()) -> None:
    """Run ffmpeg to its end, with blocks of numbers for its input; none is left running, whatever goes wrong.

    Raises
    ------
    MachineError
        Where it gives up, with what it said last.
    """
    with tempfile.TemporaryFile() as errors:
        # A session of its own: Ctrl-C reaches us, not ffmpeg, so that we decide what becomes of the file.
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True
        )
        assert process.stdin is not None
        try:
            with suppress(OSError), process.stdin as pipe:  # one that has given up says why
                for block in blocks:
                    pipe.write(np.ascontiguousarray(block).data)
            code = process.wait()
        finally:
            process.kill()
            process.wait()
        if code:
            raise stopped(errors, code)
