"""Draws what frames show, and writes the words into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from courtyard3d.picture.layers import WORTH, Layers
from courtyard3d.picture.stage import Stage

if TYPE_CHECKING:
    from courtyard3d.picture.captions import Frame, Lettering
    from courtyard3d.picture.sight import Sight
    from courtyard3d.picture.styles import Style
    from courtyard3d.scene.graph import Scene


class Painter:
    """Makes frames of sights; those of a chunk depend on its sights and on nothing that was drawn before.

    Parameters
    ----------
    scene : Scene
        What is shown.
    style : Style
        How it looks.
    size : tuple of int
        Width and height of the frames in pixels.
    lettering : Lettering, optional
        Writes the words; none are written without it.
    """

    def __init__(
        self, scene: Scene, style: Style, size: tuple[int, int], lettering: Lettering | None
    ) -> None:
        self._stage = Stage(scene, style, size)
        self._layers = Layers(scene, self._stage)
        self._lettering = lettering

    def close(self) -> None:
        """Give the window back."""
        self._layers.close()
        self._stage.close()

    def frames(self, sights: Iterable[Sight]) -> Iterator[Frame]:
        """Draw one frame (height, width, 3) a sight."""
        for _, group in groupby(sights, key=attrgetter("view", "next")):
            run = list(group)
            if len(run) >= WORTH and not run[0].view.glass and run[0].next is None:
                for sight, frame in zip(run, self._layers.frames(run), strict=True):
                    yield self._lettered(frame, sight)
            else:
                yield from map(self._drawn, run)

    def _drawn(self, sight: Sight) -> Frame:
        self._stage.tableau.place(sight.matrices, sight.visible)
        self._stage.tableau.look(sight.view)
        frame = self._lettered(self._stage.pixels(), sight)
        if sight.next is not None:
            frame = mixed(frame, self._drawn(sight.next), sight.share)
        return frame

    def _lettered(self, frame: Frame, sight: Sight) -> Frame:
        if self._lettering and sight.words:
            self._lettering.write(frame, sight.words)
        return frame


def mixed(one: Frame, other: Frame, share: float) -> Frame:
    """Return a frame of which `share` (0 to 1) is the other one."""
    part = round(share * 256)
    mix = one.astype(np.uint16) * (256 - part) + other.astype(np.uint16) * part
    return (mix >> 8).astype(np.uint8)
