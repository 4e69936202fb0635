"""The sound of a film: the sounds of the rite, moved to where the film shows them, mixed block by block."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from courtyard3d.picture.instruments import RATE, Wave, note
from courtyard3d.rite.hearing import hearing
from courtyard3d.rite.sounds import Sound, sounds

if TYPE_CHECKING:
    from courtyard3d.picture.reel import Reel, Stretch
    from courtyard3d.picture.subject import Subject

Samples = NDArray[np.int16]

BLOCK = RATE  # samples mixed at a time
KNEE = 0.6  # height of the wave above which it is pressed
MOST = 0.84  # height that it never reaches, so that no encoder makes it too high
FULL = 32767.0  # the highest sample
SHORTEST = 0.06  # seconds: what is held sounds at least so long
CLOSES = 0.05  # seconds in which the end of a film falls silent


class Cue(NamedTuple):
    """A sound in a film: its first sample, how many it is held, what sounds on which tone, left and right."""

    first: int
    held: int
    instrument: str
    tone: str
    left: float
    right: float


def sound(subject: Subject, reel: Reel) -> Iterator[Samples]:
    """Yield the sound of a film in blocks of samples (n, 2), as long as its frames last.

    A film that runs faster or slower moves its sounds, it does not bend them.
    """
    length = int(reel.lasts * RATE)
    yield from mixed(placed(sounds(subject.layout, subject.timeline), reel), length)


def placed(heard: Sequence[Sound], reel: Reel) -> list[Cue]:
    """Return where in a film the sounds of a rite (in order of time) stand, in order.

    Of the same tone twice in hardly any time one is left.
    """
    longest = max((sound.lasts for sound in heard), default=0.0)
    cues: list[Cue] = []
    last: dict[tuple[str, str], int] = {}
    for stretch in reel.stretches:
        start, end = float(stretch.start), float(stretch.end)
        begin = bisect_left(heard, start - longest, key=lambda sound: sound.time)
        for sound in heard[begin : bisect_left(heard, end, key=lambda sound: sound.time)]:
            cue = _placed(sound, stretch, reel)
            if cue is None or cue.first - last.get(cue[2:4], -RATE) < hearing().room["apart"] * RATE:
                continue
            last[cue[2:4]] = cue.first
            cues.append(cue)
    return sorted(cues)


def _placed(sound: Sound, stretch: Stretch, reel: Reel) -> Cue | None:
    """Return a sound where a stretch shows it; what is held and began before is heard from its middle on."""
    held = hearing().instruments[sound.instrument].rings is None
    begin, end = float(stretch.start), float(stretch.end)
    start = max(sound.time, begin) if held else sound.time
    lasts = (min(sound.time + sound.lasts, end) - start) / float(reel.speed)
    if start < begin or (held and lasts <= 0.0):
        return None
    samples = max(round(lasts * RATE), round(SHORTEST * RATE)) if held else 0
    room = hearing().room
    side = room["side"] * min(max(sound.east / room["breadth"], -1.0), 1.0)
    left, right = np.sqrt(1.0 - side), np.sqrt(1.0 + side)
    return Cue(
        round(reel.at(stretch, start) * RATE),
        samples,
        sound.instrument,
        sound.tone,
        sound.loud * float(left),
        sound.loud * float(right),
    )


def mixed(cues: Sequence[Cue], length: int) -> Iterator[Samples]:
    """Yield sounds, in order of their beginning, mixed in blocks of samples (n, 2), `length` in all."""
    waiting = deque(cues)
    ringing: list[tuple[int, Wave]] = []
    for begin in range(0, length, BLOCK):
        end = min(begin + BLOCK, length)
        while waiting and waiting[0].first < end:
            cue = waiting.popleft()
            wave = note(cue.instrument, cue.tone, cue.held)
            ringing.append((cue.first, wave * np.array([cue.left, cue.right], np.float32)))
        if not ringing:
            yield np.zeros((end - begin, 2), np.int16)
            continue
        block = np.zeros((end - begin, 2), np.float32)
        for first, wave in ringing:
            low, high = max(first, begin), min(first + len(wave), end)
            block[low - begin : high - begin] += wave[low - first : high - first]
        ringing = [(first, wave) for first, wave in ringing if first + len(wave) > end]
        yield _pressed(block * _closing(begin, end, length))


def _closing(begin: int, end: int, length: int) -> Wave:
    """Return the share of a block (n, 1) that is heard: all but at the end of the film."""
    left = (length - np.arange(begin, end)) / (CLOSES * RATE)
    return np.minimum(left, 1.0).astype(np.float32)[:, None]


def _pressed(block: Wave) -> Samples:
    """Return samples that stay below the most, however much sounds at once."""
    height = np.abs(block)
    over = KNEE + (MOST - KNEE) * np.tanh((height - KNEE) / (MOST - KNEE))
    return np.rint(FULL * np.sign(block) * np.where(height > KNEE, over, height)).astype(np.int16)
