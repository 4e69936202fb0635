"""Loops: the end dissolves into the beginning, and nothing jumps where it begins again."""

from __future__ import annotations

import fakes
import numpy as np
import pytest
from test_chunks import film
from test_film import SIZE, everything, frames_of, said_of

from courtyard3d.errors import InputError
from courtyard3d.picture.filming import Filming
from courtyard3d.picture.painter import mixed
from courtyard3d.picture.reel import Reel


def test_a_loop_has_no_seam(tmp_path):
    loop = frames_of(film(tmp_path, loop=True, fps=10, camera="director", sections=["you-she"]), SIZE).astype(
        int
    )
    assert len(loop) == 110
    steps = np.abs(np.diff(loop, axis=0, append=loop[:1])).mean(axis=(1, 2, 3))
    assert steps[-1] < 1.5 * np.median(steps[-10:-1]) + 0.5
    assert np.abs(loop[0] - loop[99]).mean() > 3 * steps[-1]  # without the dissolve it would jump
    assert "f.png" not in everything(tmp_path)
    assert "Audio" not in said_of(tmp_path / "f.mp4")


def test_every_frame_of_a_loop_is_one_of_the_rite_or_a_mixture_of_two():
    order = Filming(
        courtyard=None, reel=Reel.of([(5, 25, 20)], 1, 1), size=SIZE, style="ink", camera="hall", roof=None,
        lang="en", clean=True, versions="", dissolve=4,
    )  # fmt: skip
    assert [order.moments(n) for n in range(12)] == [(9.0 + n, None, 0.0) for n in range(12)]
    assert [order.moments(n) for n in range(12, 16)] == [
        (9.0 + n, n - 7.0, (n - 11) / 5) for n in range(12, 16)
    ]
    assert order.frames == 16


def test_a_mixture_lies_between():
    dark, light = np.zeros((1, 1, 3), np.uint8), np.full((1, 1, 3), 255, np.uint8)
    assert mixed(dark, light, 0.25)[0, 0, 0] == 63
    assert (mixed(light, light, 0.3) == light).all()


def test_too_short_a_loop_is_refused(tmp_path):
    with pytest.raises(InputError, match="too short; expected at least 3 s"):
        film(tmp_path, fakes.courtyard(), loop=True, speed=10, sections=["you-she"])
