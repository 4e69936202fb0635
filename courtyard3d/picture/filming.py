"""What a film is to be, as it goes to whoever draws a part of it; and how a part becomes a file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from courtyard3d.picture import director
from courtyard3d.picture.captions import Lettering
from courtyard3d.picture.chunks import SUFFIX
from courtyard3d.picture.encoder import KEYS, QUALITY, Encoder, written_beside
from courtyard3d.picture.sight import Sight, digest_of, rounded, settled
from courtyard3d.picture.styles import style_named
from courtyard3d.picture.wording import Wording

if TYPE_CHECKING:
    from courtyard3d.picture.painter import Painter
    from courtyard3d.picture.reel import Reel
    from courtyard3d.picture.subject import Subject

CHUNK = KEYS  # seconds of film: what is lost at most, and what an edit of one act costs to draw again


@dataclass(frozen=True, slots=True)
class Filming:
    """All that shapes the pictures of a film; it can be sent to another process.

    Attributes
    ----------
    courtyard : Subject
        What is filmed; one that is opened by `courtyard3d.open` is opened again where it arrives.
    reel : Reel
        Which moments are shown.
    size : tuple of int
        Width and height in pixels.
    style, camera, lang : str
        As for `make_film`.
    roof : str or None
        As for `make_film`.
    clean : bool
        Whether all words are left out.
    versions : str
        What stands for the programs that draw and encode.
    dissolve : int, default: 0
        Frames at the end that dissolve into the beginning.
    """

    courtyard: Subject
    reel: Reel
    size: tuple[int, int]
    style: str
    camera: str
    roof: str | None
    lang: str
    clean: bool
    versions: str
    dissolve: int = 0

    @property
    def frames(self) -> int:
        """The number of frames of the film."""
        return self.reel.frames - self.dissolve

    def chunks(self) -> tuple[range, ...]:
        """Return the frames of every chunk: `CHUNK` seconds or up to twice that.

        They count from the beginning of a section, so that a change before it leaves them as they are.
        """
        step = max(1, round(CHUNK * self.reel.fps))
        return tuple(
            range(first, last) for begin, end in self._stretches() for first, last in _split(begin, end, step)
        )

    def _stretches(self) -> Iterator[tuple[int, int]]:
        if self.dissolve:
            yield 0, self.frames
        else:
            for stretch in self.reel.stretches:
                yield stretch.first, stretch.first + stretch.frames

    def _moment(self, frame: int) -> float:
        """Return the second of the rite that a frame of the reel shows."""
        at = bisect_right(self.reel.stretches, frame, key=lambda stretch: stretch.first) - 1
        stretch = self.reel.stretches[at]
        return float(stretch.start + (frame - stretch.first) * self.reel.speed / self.reel.fps)

    def moments(self, frame: int) -> tuple[float, float | None, float]:
        """Return the second of the rite that a frame shows, that into which it dissolves, and how far."""
        shown = frame + self.dissolve
        left = self.reel.frames - shown
        if left > self.dissolve:
            return self._moment(shown), None, 0.0
        beginning = self.dissolve - left
        share = Fraction(beginning + 1, self.dissolve + 1)
        return self._moment(shown), self._moment(beginning), float(share)


def _split(begin: int, end: int, step: int) -> Iterator[tuple[int, int]]:
    """Split frames into pieces of `step`; the last is as long or up to twice that."""
    borders = range(begin, end - step + 1, step) or range(begin, begin + 1)
    for first in borders[:-1]:
        yield first, first + step
    yield borders[-1], end


class Drawn(NamedTuple):
    """A chunk that is done: its number and the name of its file."""

    number: int
    key: str


class Crew:
    """Draws chunks of a film in this process.

    Parameters
    ----------
    filming : Filming
        The film.
    program : str
        Path of ffmpeg.

    Attributes
    ----------
    camera : Camera
        What is seen at a second of the rite.
    """

    def __init__(self, filming: Filming, program: str) -> None:
        self._filming, self._program = filming, program
        self._chunks = filming.chunks()
        self._court = filming.courtyard
        self._style = style_named(filming.style)
        size, speed = filming.size, float(filming.reel.speed)
        self.camera = director.camera(
            filming.camera, self._court, size[0] / size[1], speed, roof=filming.roof
        )
        lettering = Lettering(size, self._style, filming.lang)
        self._lettering = None if filming.clean else lettering
        self._wording = Wording(self._court, lettering, self.camera, speed)
        scene = self._court.scene
        self._shared = digest_of(
            (
                *(filming.versions, QUALITY, KEYS, filming.style, filming.lang, filming.clean, size),
                *(filming.reel.fps, scene.meshes, scene.materials, scene.static, scene.moving, scene.far),
            )
        )

    def sights(self, number: int) -> list[Sight]:
        """Return what the frames of a chunk show."""
        return [self._frame(*self._filming.moments(frame)) for frame in self._chunks[number]]

    def _frame(self, t: float, then: float | None, share: float) -> Sight:
        here = self._sight(t)
        if then is None:
            return here
        return Sight(here.matrices, here.visible, here.view, here.words, self._sight(then), share)

    def _sight(self, t: float) -> Sight:
        matrices, visible = self._court.scene.matrices(self._court.timeline.state(t))
        words = self._wording.at(t) if self._lettering else None
        return Sight(settled(matrices), visible, rounded(self.camera(t)), words)

    def key(self, sights: Iterable[Sight]) -> str:
        """Return the name of a chunk: it stands for all that shapes what is in it."""
        return digest_of((self._shared, *sights))

    def draw(self, numbers: Iterable[int], folder: Path) -> Generator[int | Drawn]:
        """Draw chunks into a folder, and leave out those that are there.

        While the encoder ends one the next is begun, so that nothing waits for it.

        Yields
        ------
        int or Drawn
            How many frames were drawn; what is done.
        """
        with ThreadPoolExecutor(1) as ending:
            before: Future[Drawn] | None = None
            for number in numbers:
                sights = self.sights(number)
                done = Drawn(number, self.key(sights))
                out = folder / f"{done.key}{SUFFIX}"
                with ExitStack() as stack:
                    if not out.exists():
                        part = stack.enter_context(written_beside(out))
                        encoder = stack.enter_context(self._encoder(part))
                        for frame in self.painter.frames(sights):
                            encoder.put(frame)
                            yield 1
                    else:
                        yield len(sights)
                    rest = stack.pop_all()
                now = ending.submit(_ended, rest, done)
                if before:
                    yield before.result()
                before = now
            if before:
                yield before.result()

    @cached_property
    def painter(self) -> Painter:
        """What draws."""
        from courtyard3d.picture.painter import Painter  # draws: only after the probe

        return Painter(self._court.scene, self._style, self._filming.size, self._lettering)

    def close(self) -> None:
        """Give the window back."""
        if "painter" in self.__dict__:
            self.painter.close()

    def _encoder(self, part: Path) -> Encoder:
        return Encoder(self._program, part, self._filming.size, self._filming.reel.fps)


def _ended(rest: ExitStack, done: Drawn) -> Drawn:
    rest.close()
    return done
