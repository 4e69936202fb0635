"""How much of a person is seen: every owner of a scene is drawn in a colour of his own, and counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkRenderingCore import vtkProperty

from courtyard3d.picture.cameras import View
from courtyard3d.picture.stage import Stage
from courtyard3d.picture.styles import STYLES

if TYPE_CHECKING:
    from courtyard3d.picture.actors import Part
    from courtyard3d.scene.graph import Scene
    from courtyard3d.scene.state import State

SIZE = (160, 90)
PLAIN = replace(STYLES["colour"], sky=None, shade=None)


class Witness:
    """Sees who is where in a picture, by a buffer of object ids.

    Parameters
    ----------
    scene : Scene
        What is looked at.
    size : tuple of int, default: (160, 90)
        Width and height of the pictures in pixels.
    """

    def __init__(self, scene: Scene, size: tuple[int, int] = SIZE) -> None:
        self._stage = Stage(scene, PLAIN, size, supersampling=1)
        self._stage.renderer.SetBackground(0.0, 0.0, 0.0)
        self._parts = self._stage.tableau.parts
        self._owners: dict[str, int] = {}
        for part in self._parts:
            _dye(part, self._owners.setdefault(part.item.owner, len(self._owners) + 1))

    def ids(self, state: State, view: View) -> NDArray[np.int_]:
        """Return whose each pixel is (height, width), as `owner` numbers them; 0 is nobody's."""
        self._stage.tableau.show(state)
        self._stage.tableau.look(view)
        return self._read()

    def shares(self, state: State, view: View, people: Iterable[str]) -> dict[str, float]:
        """Return which share of each person, as large as he would be if he were alone, is seen (0 to 1).

        Who is absent is left out; of who is off the picture nothing is seen.
        """
        seen = self.ids(state, view)
        present = [who for who in people if (figure := state.figures.get(who)) and figure.position]
        return {who: self._share(who, seen) for who in present}

    def owner(self, name: str) -> int:
        """Return the number of a thing or person in `ids`; 0 where it has no body."""
        return self._owners.get(name, 0)

    def close(self) -> None:
        """Give the window back."""
        self._stage.close()

    def _share(self, who: str, seen: NDArray[np.int_]) -> float:
        """Draw a person alone, and return which share of that is `seen` among all others."""
        others = [part for part in self._parts if part.item.owner != who and part.actors[0].GetVisibility()]
        for part in others:
            part.show(False)
        whole = self._read() == self.owner(who)
        for part in others:
            part.show(True)
        return float((whole & (seen == self.owner(who))).sum() / max(whole.sum(), 1))

    def _read(self) -> NDArray[np.int_]:
        red, green, blue = np.moveaxis(self._stage.pixels().astype(np.int_), 2, 0)
        return np.asarray(red + 256 * green + 65536 * blue)


def _dye(part: Part, number: int) -> None:
    """Paint a part flat, in the colour that stands for a number."""
    paint = vtkProperty()
    paint.SetLighting(False)
    paint.SetColor(*(byte / 255 for byte in number.to_bytes(3, "little")))
    for actor in part.actors:
        actor.SetProperty(paint)
        actor.GetMapper().ScalarVisibilityOff()
