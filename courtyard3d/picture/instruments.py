"""Instruments made of sines and noise: every note is computed, none is a recording."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from courtyard3d.rite.hearing import Instrument, hearing

Wave = NDArray[np.float32]

RATE = 48000  # samples a second
HIGHEST = 16000.0  # hertz: partials above are not heard
SILENT = np.log(1000.0)  # what rings is over when it is a thousandth as loud
STRIKE = 0.0015  # seconds in which a stroke reaches its height: no click, and still exact
TAIL = 0.03  # seconds in which what rings is brought to nothing
DULL = 8  # samples over which an echo is blurred: plaster and earth swallow what is high
OVER = 1.5  # a mouth lets nothing through that is so much higher than its last formant
UNLIKE = 0.1  # share by which those who play together waver faster or slower
SEED = 1  # noise is the same every time
REMEMBERED = 48  # notes kept


@lru_cache(REMEMBERED)
def note(instrument: str, tone: str, samples: int) -> Wave:
    """Return a note with its echo, (n, 2): left and right alike but for the echo.

    Parameters
    ----------
    instrument, tone : str
        What sounds, and on which tone ('' for its own pitch).
    samples : int
        How long it is held; what is struck rings on.
    """
    heard = hearing()
    made = heard.instruments[instrument]
    hertz = made.hertz or heard.tones[tone] * made.octave
    wave = _struck(made, hertz) if made.rings else _held(made, hertz, samples)
    return _in_the_court(wave * (made.loud / np.abs(wave).max()))


def _struck(made: Instrument, hertz: float) -> Wave:
    """Return a stroke: partials that die away, each in its time, and the noise of the blow."""
    assert made.rings is not None
    t = np.arange(round(made.rings * RATE)) / RATE
    wave = np.zeros(len(t))
    turns = _turns(made, hertz, t)
    for ratio, loud, rings in made.partials:
        if ratio * hertz < HIGHEST:
            wave += loud * np.exp(-SILENT * t / (made.rings * rings)) * np.sin(ratio * turns)
    wave += _blow(made, t)
    wave[: round(STRIKE * RATE)] *= _ramp(STRIKE)
    wave[-round(TAIL * RATE) :] *= _ramp(TAIL)[::-1]
    return wave.astype(np.float32)


def _held(made: Instrument, hertz: float, samples: int) -> Wave:
    """Return a tone that is held, and falls silent after its time."""
    t = np.arange(samples + round(made.fades * RATE)) / RATE
    wave = np.zeros(len(t))
    for one, beside in enumerate(np.linspace(-1.0, 1.0, made.together) * (made.together > 1)):
        turns = _turns(made, hertz * (1.0 + made.apart * beside), t, beside)
        for ratio, loud in _spectrum(made, hertz):
            wave += loud * np.sin(ratio * turns + ratio**2 + one / 2)  # phases that do not all begin together
    rise, fall = _ramp(min(made.swells, samples / RATE)), _ramp(made.fades)
    wave[: len(rise)] *= rise
    wave[len(wave) - len(fall) :] *= fall[::-1]
    return wave.astype(np.float32)


def _turns(
    made: Instrument, hertz: float, t: NDArray[np.float64], beside: float = 0.0
) -> NDArray[np.float64]:
    """Return the phase of the lowest partial, in radians; those who play `beside` others waver otherwise."""
    cycles = hertz * t
    if made.drops:
        higher, seconds = made.drops
        cycles += hertz * higher * seconds * (1.0 - np.exp(-t / seconds))
    if made.wavers:
        often, share = made.wavers
        waves = 2.0 * np.pi * often * (1.0 + UNLIKE * beside)
        cycles += hertz * share / waves * (1.0 - np.cos(waves * t))
    turns: NDArray[np.float64] = 2.0 * np.pi * cycles
    return turns


def _spectrum(made: Instrument, hertz: float) -> list[tuple[float, float]]:
    """Return pitch over the lowest and loudness of the partials of what is held."""
    if not made.formants:
        return [(ratio, loud) for ratio, loud, _ in made.partials if ratio * hertz < HIGHEST]
    heights = np.arange(1, max(2, int(OVER * made.formants[-1][0] / hertz))) * hertz
    mouth = sum(peak / (1.0 + ((heights - middle) / width) ** 2) for middle, width, peak in made.formants)
    loud = mouth * hertz / heights  # what the throat gives falls with the pitch
    return list(zip((heights / hertz).tolist(), np.asarray(loud).tolist(), strict=True))


def _blow(made: Instrument, t: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the noise of a blow, dull above its hertz."""
    if not made.noise:
        return np.zeros(len(t))
    loud, seconds, dull = made.noise
    noise = np.random.default_rng(SEED).standard_normal(len(t)) * np.exp(-t / seconds)
    heights = np.fft.rfftfreq(len(t), 1.0 / RATE)
    softened: NDArray[np.float64] = np.fft.irfft(np.fft.rfft(noise) / (1.0 + (heights / dull) ** 2), len(t))
    softened *= loud / np.abs(softened).max()
    return softened


def _in_the_court(wave: Wave) -> Wave:
    """Return a wave (n,) with what the walls of the court give back, (m, 2)."""
    echo = _echo()
    length = len(wave) + len(echo) - 1
    size = 1 << (length - 1).bit_length()
    back = np.fft.irfft(np.fft.rfft(wave, size)[:, None] * np.fft.rfft(echo, size, axis=0), size, axis=0)
    heard = back[:length].astype(np.float32)
    heard[: len(wave)] += wave[:, None]
    return heard


@cache
def _echo() -> Wave:
    """Return what the court gives back of one sample, (n, 2): noise that dies away, other on each side."""
    room = hearing().room
    dies, share = room["dies"], room["echo"]
    t = np.arange(round(dies * RATE)) / RATE
    noise = np.random.default_rng(SEED).standard_normal((len(t), 2)) * np.exp(-SILENT * t / dies)[:, None]
    noise[: round(TAIL * RATE)] *= _ramp(TAIL)[:, None]
    dull = np.exp(-np.arange(DULL * DULL) / DULL)
    noise = np.stack([np.convolve(side, dull)[: len(t)] for side in noise.T], axis=1)
    echo: Wave = (share * noise / np.sqrt((noise**2).sum(axis=0))).astype(np.float32)
    return echo


def _ramp(seconds: float) -> Wave:
    """Return a rise from nothing to all, without a corner."""
    steps = np.arange(round(seconds * RATE)) / max(round(seconds * RATE), 1)
    return (0.5 - 0.5 * np.cos(np.pi * steps)).astype(np.float32)
