"""A bare VTK loop: the least that draws a rite's scene and reads it back. All pictures compare with it.

One actor an item, VTK's own normals and one lit property a material, the matrices set by hand; no
captions, no director, no hidden layers. Run `python bench/bare.py [RITE]`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import courtyard3d
from courtyard3d.courtyard import Courtyard
from courtyard3d.picture import graphics
from courtyard3d.picture.cameras import Camera
from courtyard3d.picture.director import Director

SIZE = (640, 360)
SCALE = 2  # drawn twice as wide and high, as the films are
FRAMES = 120


def bare_frames(
    court: Courtyard,
    moments: Iterable[float],
    camera: Camera,
    size: tuple[int, int] = SIZE,
    scale: int = SCALE,
) -> Iterator[NDArray[np.uint8]]:
    """Draw the scene at each moment and read it back, (height, width, 3)."""
    import vtkmodules.vtkRenderingOpenGL2  # noqa: F401
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkCommonCore import vtkUnsignedCharArray
    from vtkmodules.vtkCommonMath import vtkMatrix4x4
    from vtkmodules.vtkFiltersCore import vtkPolyDataNormals
    from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkRenderer, vtkRenderWindow

    from courtyard3d.picture.surfaces import polydata

    scene, renderer, window = court.scene, vtkRenderer(), vtkRenderWindow()
    mappers = {}
    for name, mesh in scene.meshes.items():
        normals = vtkPolyDataNormals()
        normals.SetInputData(polydata(mesh))
        mappers[name] = vtkPolyDataMapper()
        mappers[name].SetInputConnection(normals.GetOutputPort())
    moving = []
    for item in (*scene.static, *scene.moving):
        actor, matrix = vtkActor(), vtkMatrix4x4()
        matrix.DeepCopy(item.matrix.ravel().tolist())
        actor.SetUserMatrix(matrix)
        actor.SetMapper(mappers[item.mesh])
        actor.GetProperty().SetColor(*scene.materials[item.material])
        renderer.AddActor(actor)
        moving.append((actor, matrix))
    del moving[: len(scene.static)]
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    width, height = scale * size[0], scale * size[1]
    window.SetSize(width, height)
    window.AddRenderer(renderer)
    lens = renderer.GetActiveCamera()
    for t in moments:
        for (actor, matrix), place, seen in zip(
            moving, *court.scene.matrices(court.timeline.state(t)), strict=True
        ):
            actor.SetVisibility(bool(seen))
            matrix.DeepCopy(place.ravel().tolist())
        view = camera(t)
        lens.SetPosition(*view.position)
        lens.SetFocalPoint(*view.focus)
        lens.SetViewUp(*view.up)
        lens.SetViewAngle(view.angle)
        renderer.ResetCameraClippingRange()
        window.Render()
        data = vtkUnsignedCharArray()
        window.GetPixelData(0, 0, width - 1, height - 1, 0, data, 0)
        drawn = vtk_to_numpy(data).reshape(height, width, 3)
        yield np.asarray(Image.fromarray(drawn).reduce(scale))[::-1]
    window.Finalize()


def main() -> None:
    graphics.off_screen()
    court = courtyard3d.open(sys.argv[1] if len(sys.argv) > 1 else "xiangshe")
    camera = Director(court, SIZE[0] / SIZE[1])
    moments = np.linspace(0.0, court.timeline.duration, FRAMES, endpoint=False).tolist()
    for t in moments:
        camera(t)
    start = time.perf_counter()
    count = sum(1 for _ in bare_frames(court, moments, camera))
    passed = time.perf_counter() - start
    print(f"{1000 * passed / count:.1f} ms a frame, {len(court.scene.moving)} moving parts")


if __name__ == "__main__":
    main()
