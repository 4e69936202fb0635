"""What a picture adds to a scene that stands still: ground and sky to the horizon, shadows on the floors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from courtyard3d.picture.actors import Part
from courtyard3d.picture.backdrop import backdrop, court_of
from courtyard3d.picture.shadows import standing_shadows
from courtyard3d.scene.graph import Item
from courtyard3d.scene.mesh import Mesh, joined

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkActor

    from courtyard3d.picture.floors import Floors
    from courtyard3d.picture.pens import Pens
    from courtyard3d.picture.styles import Style
    from courtyard3d.scene.graph import Scene

GROUND = "ground"
CASTING = ("hall", "wall", "court", "thing", "target")  # layers that stand on floors


def scenery(scene: Scene, style: Style, floors: Floors, pens: Pens) -> Iterator[Part]:
    """Yield what a style adds to what stands still, each in the layer with which it is left out."""
    if style.sky is not None and (court := court_of(scene)) is not None:
        earth = next(scene.materials[item.material] for item in scene.static if item.layer == GROUND)
        for actor in backdrop(court, floors.ground, earth, style.sky):
            yield _part(GROUND, actor)
    if style.shade is not None:
        for layer in CASTING:
            shadows = standing_shadows(_owners(scene, layer), floors, style.shade, pens.shadow())
            if shadows is not None:
                yield _part(layer, shadows)


def _owners(scene: Scene, layer: str) -> Iterator[Mesh]:
    """Yield what stands in a layer, a mesh for each thing."""
    items = [item for item in scene.static if item.layer == layer]
    for _, own in groupby(items, key=lambda item: item.owner):
        yield joined([scene.meshes[item.mesh].moved(item.matrix) for item in own])


def _part(layer: str, actor: vtkActor) -> Part:
    return Part.of(Item(layer, "", "", "", np.eye(4), layer, ("", "")), (actor,))
