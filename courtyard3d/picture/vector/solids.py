"""The solids of a scene at one moment, and what a level plane cuts out of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import shapely

from courtyard3d.picture.roofs import OVERHEAD
from courtyard3d.picture.vector.hidden import Wire, area_of, wire
from courtyard3d.picture.vector.projection import Array, Projection
from courtyard3d.scene.mesh import shift
from courtyard3d.scene.shapes import box

if TYPE_CHECKING:
    from courtyard3d.layout import Layout
    from courtyard3d.scene.graph import Item, Scene
    from courtyard3d.scene.state import State

NEAR = 0.1
"""A thing this near (尺) to its place is in it."""
CROWD = "crowd"
"""The layer of onlookers in numbers."""
CUT_LAYERS = frozenset({"hall", "wall", "court"})
"""What a level plane cuts; furniture and people are seen whole."""
ASIDE = 2e-3
"""So far (尺) behind its plane an upright cut goes: surfaces that lie in the plane are not cut."""
BUILT_LAYERS = CUT_LAYERS | OVERHEAD
"""What an upright plane cuts."""


@dataclass(frozen=True, slots=True)
class Solid:
    """An item with its edges and its corners (n, 3) in the world frame, in 尺.

    `breadth` is the middle one of its three extents, in 尺 (the thickness of what is long); `moves` says
    that it belongs to a person or a thing that acts can move, `settled` that it is in the place that the
    layout gives it; `poche` marks what a cut lays open.
    """

    item: Item
    net: Wire
    corners: Array
    breadth: float = np.inf
    moves: bool = False
    settled: bool = True
    poche: bool = False


def flat(item: Item, triangles: Array) -> Solid:
    """Return level triangles (m, 3, 3), facing up, that are drawn solid black."""
    points: Array = triangles.reshape(-1, 3)
    net = wire(points, np.arange(len(points)).reshape(-1, 3))
    return Solid(item, net, net.corners, poche=True)


def solids(scene: Scene, state: State, layout: Layout) -> Iterator[Solid]:
    """Yield everything that can be seen at a moment."""
    chi_m = layout.chi_m
    crowd = [item for item in scene.static if item.layer == CROWD]
    unnetted = {item.mesh for item in crowd}
    nets = {
        name: wire(mesh.points, mesh.faces) for name, mesh in scene.meshes.items() if name not in unnetted
    }
    breadths = {name: np.sort(np.ptp(net.corners, axis=0))[1] / chi_m for name, net in nets.items()}
    matrices, shown = scene.matrices(state)
    standing = ((item, item.matrix, False) for item in scene.static if item.layer != CROWD)
    moving = (
        (item, matrix, True) for item, matrix, seen in zip(scene.moving, matrices, shown, strict=True) if seen
    )
    for item, matrix, moves in (*standing, *moving):
        net = nets[item.mesh]
        corners = (net.corners @ matrix[:3, :3].T + matrix[:3, 3]) / chi_m
        settled = not moves or _settled(item.owner, state, layout)
        yield Solid(item, net, corners, breadths[item.mesh], moves, settled)
    yield from _bands(scene, crowd, chi_m)


def _bands(scene: Scene, crowd: Sequence[Item], chi_m: float) -> Iterator[Solid]:
    """Yield a box round each side of a crowd, in which nobody is drawn by himself."""
    for item in {item.owner: item for item in crowd}.values():
        parts = [scene.meshes[other.mesh].moved(other.matrix) for other in crowd if other.owner == item.owner]
        points: Array = np.concatenate([part.points for part in parts]) / chi_m
        aside = points[:, 0] < item.matrix[0, 3] / chi_m
        for side in (part for part in (points[aside], points[~aside]) if len(part)):
            low, high = side.min(axis=0), side.max(axis=0)
            mesh = box((high - low).tolist()).moved(shift([*(low + high)[:2] / 2, low[2]]))
            net = wire(mesh.points, mesh.faces)
            yield Solid(item, net, net.corners)


def _settled(name: str, state: State, layout: Layout) -> bool:
    """Say whether a thing that can be moved is in the place that the layout gives it."""
    if name not in layout.objects or name not in state.things:
        return False
    home, now = layout.objects[name].position, state.things[name].position
    return home is not None and now is not None and bool(np.allclose(np.array(home, float), now, atol=NEAR))


def behind(solid: Solid, projection: Projection, depth: float) -> tuple[Solid, ...]:
    """Return what lies behind an upright plane, `depth` near to the viewer, and the surface in it."""
    depth -= ASIDE
    turned = replace(solid, corners=projection(solid.corners))
    if solid.item.layer not in BUILT_LAYERS:  # furniture and people stay whole or are left out
        return (solid,) if turned.corners[:, 2].mean() <= depth else ()
    pieces = cut(turned, depth, BUILT_LAYERS)
    return tuple(replace(piece, corners=piece.corners @ projection.axes) for piece in pieces)


def cut(solid: Solid, height: float, layers: frozenset[str] = CUT_LAYERS) -> tuple[Solid, ...]:
    """Return what lies below a level plane and the surface in it; the solid itself where it's not cut."""
    z = solid.corners[:, 2]
    if solid.item.layer not in layers or not len(z) or z.max() <= height:
        return (solid,)
    if z.min() >= height:
        return ()
    pieces, rim = [], []
    for triangle in solid.corners[solid.net.faces]:
        ring, edge = _below(triangle, height)
        pieces += [(ring[0], ring[i], ring[i + 1]) for i in range(1, len(ring) - 1)]
        rim += [edge] if len(edge) == 2 else []
    points = np.array(pieces).reshape(-1, 3)
    net = wire(points, np.arange(len(points)).reshape(-1, 3))
    return (replace(solid, net=net, corners=net.corners), *_surface(solid, rim, height))


def _below(triangle: Array, height: float) -> tuple[list[Array], list[Array]]:
    """Return the part of a triangle below a plane as a ring, and the two points in the plane."""
    ring, edge = [], []
    for here, there in zip(triangle, np.roll(triangle, -1, axis=0), strict=True):
        if here[2] <= height:
            ring.append(here)
        if (here[2] <= height) != (there[2] <= height):
            point = here + (there - here) * (height - here[2]) / (there[2] - here[2])
            ring.append(point)
            edge.append(point)
    return ring, edge


def _surface(solid: Solid, rim: list[list[Array]], height: float) -> tuple[Solid, ...]:
    """Return the cut surface that the rim encloses."""
    if not rim:
        return ()
    lines = shapely.linestrings([[point[:2] for point in edge] for edge in rim])
    area = shapely.build_area(shapely.union_all(lines, grid_size=10.0**-6))
    rings = shapely.get_coordinates(shapely.constrained_delaunay_triangles(area)).reshape(-1, 4, 2)[:, :3]
    triangles = np.concatenate([rings, np.full((*rings.shape[:2], 1), height)], axis=2)
    down = area_of(rings) < 0
    triangles[down] = triangles[down][:, ::-1]
    return (flat(solid.item, triangles),) if len(triangles) else ()
