"""The boxes of which an .mp4 or .mov consists, as far as no encoder sets them as players need them."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

SUBTITLES = (b"sbtl", b"text")  # the second one in .mov
ENABLED = 1


class Box(NamedTuple):
    """A box: its kind, and where its content begins and ends in the file."""

    kind: bytes
    begin: int
    end: int


def boxes(file: BinaryIO, begin: int, end: int) -> Iterator[Box]:
    """Yield the boxes between two places of a file."""
    while begin < end:
        file.seek(begin)
        size, kind = struct.unpack(">I4s", file.read(8))
        header = 8
        if size == 1:  # too long for four bytes: the next eight say how long
            (size,) = struct.unpack(">Q", file.read(8))
            header = 16
        yield Box(kind, begin + header, begin + size)
        begin += size


def hide_subtitles(path: Path) -> None:
    """Let players show no subtitles unasked: ffmpeg always switches the first track of a kind on."""
    with path.open("r+b") as file:
        for movie in boxes(file, 0, path.stat().st_size):
            if movie.kind == b"moov":
                for track in boxes(file, movie.begin, movie.end):
                    if track.kind == b"trak" and _handler(file, track) in SUBTITLES:
                        _disable(file, track)


def _inner(file: BinaryIO, outer: Box, kind: bytes) -> Box:
    return next(box for box in boxes(file, outer.begin, outer.end) if box.kind == kind)


def _handler(file: BinaryIO, track: Box) -> bytes:
    """Return the four letters that say what a track holds."""
    file.seek(_inner(file, _inner(file, track, b"mdia"), b"hdlr").begin + 8)
    return file.read(4)


def _disable(file: BinaryIO, track: Box) -> None:
    """Clear the flag of a track that switches it on: the last bit of the four bytes of version and flags."""
    at = _inner(file, track, b"tkhd").begin
    file.seek(at)
    (flags,) = struct.unpack(">I", file.read(4))
    file.seek(at)
    file.write(struct.pack(">I", flags & ~ENABLED))
