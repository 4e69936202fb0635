"""Soft shadows where things and people touch the floor, as transparent rings that lie on it.

What light does between a body and the ground on which it stands would cost more than the whole picture
if it were found pixel by pixel; a few rings that fade outward show the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.polygon import orient
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkRenderingCore import vtkActor, vtkShaderProperty

from courtyard3d.picture.footprints import Footprints
from courtyard3d.picture.styles import LIGHTS, Shade
from courtyard3d.picture.surfaces import paint, painted, polydata, ring_faces
from courtyard3d.scene.mesh import Mesh

if TYPE_CHECKING:
    from courtyard3d.picture.floors import Floors
    from courtyard3d.scene.graph import Item

Points = NDArray[np.float64]

RINGS = np.array([-0.55, -0.1, 0.12, 0.4, 0.7, 1.0])  # from the outline: inward to outward, of the width
DARKNESS = np.array([1.0, 0.92, 0.6, 0.27, 0.08, 0.0])  # of a ring, as a share of that in the middle
CORNERS = 16  # of a ring round what moves
LIFT = 0.006  # metres above the floor, so that the shadow is seen
ON_TOP = 0.06  # metres: who stands that high above a floor stands on a mat or a low board
CLOSE = 0.3  # metres: what is higher above a floor leaves no shadow
TOUCHING = 0.03  # metres: what stands no higher above a floor stands on it
LOW = 0.015  # metres: what is flatter has no shadow
BROAD = 0.15  # metres: what is narrower darkens the floor less
SPREAD = 0.4  # width of a shadow, of the size of what casts it
WIDTHS = (0.015, 0.34)  # metres: of what moves; the narrowest and the widest
STANDING_WIDTHS = (0.05, 0.8)  # metres: of what stands
DRAWN_OUT = 0.55  # by how much of its width it is drawn away from the sun
STEP = 0.3  # metres between two points of the outline of what stands
ROUND = 4  # points round a corner of it
SQUARE = 0.4  # exponent that makes a ring round a thing nearly square


def _away() -> Points:
    """Return the direction (2,) on the level in which the sun throws shadows."""
    plan = -np.array(LIGHTS[0][0][:2])
    away: Points = plan / np.linalg.norm(plan)
    return away


AWAY = _away()


class Shadows:
    """The shadows of all that moves: one surface, laid out anew for every state.

    Parameters
    ----------
    items : sequence of Item
        What moves, in the order of the rows of `follow`.
    meshes : mapping of str to Mesh
    floors : Floors
    shade : Shade
        Their colour and how dark they are.
    pen : vtkShaderProperty, optional
        What draws them.

    Attributes
    ----------
    actor : vtkActor
        Moves, with all else that moves.
    owners : tuple of str
        Who casts them, in the order of the points of the surface.
    """

    def __init__(
        self,
        items: Sequence[Item],
        meshes: Mapping[str, Mesh],
        floors: Floors,
        shade: Shade,
        pen: vtkShaderProperty | None = None,
    ) -> None:
        self._floors, self._shade = floors, shade
        self._footprints = Footprints(items, meshes)
        self.owners = self._footprints.owners
        count, corners = len(self._footprints.people), len(RINGS) * CORNERS
        self._points = np.zeros((count, corners, 3))
        self._paint = np.zeros((count, corners, 4), dtype=np.uint8)
        self._paint[..., :3] = np.round(255 * np.array(shade.colour))
        faces = _faces(len(RINGS), CORNERS) + corners * np.arange(count)[:, None, None]
        self._data = polydata(Mesh(self._points.reshape(-1, 3), faces.reshape(-1, 3)))
        self._round = _round(self._footprints.people)
        self.actor = _transparent(self._data, pen)
        self.actor.GetMapper().StaticOff()

    def follow(self, matrices: NDArray[np.floating], visible: NDArray[np.bool_]) -> None:
        """Lay the shadows where things are.

        Parameters
        ----------
        matrices : (n, 4, 4)
            Of the items, in metres.
        visible : (n,)
        """
        prints = self._footprints.of(matrices, visible)
        floor = self._floors.under(prints.middle)
        above = prints.low - floor
        near = np.clip(1.0 - above / CLOSE, 0.0, 1.0) ** 2
        near[~prints.there | (prints.high - prints.low < LOW)] = 0.0
        self._points[:] = 0.0
        self._paint[..., 3] = 0
        rows = np.flatnonzero(near > 0.0)
        breadth = 2 * prints.half[rows].mean(axis=1)
        width = np.clip(SPREAD * np.sqrt((prints.high - prints.low)[rows] * breadth), *WIDTHS)
        rings = _offsets(width)
        half = np.maximum(prints.half[rows][:, None] + rings[..., None], 0.0)
        along, across = prints.along[rows], prints.along[rows] @ np.array([[0.0, 1.0], [-1.0, 0.0]])
        axes = half[..., None] * np.stack([along, across], axis=1)[:, None]
        places = prints.middle[rows][:, None, None] + np.einsum("kca,krax->krcx", self._round[rows], axes)
        places += _drawn_out(rings)[..., None, :]
        beside = np.abs(self._floors.under(places) - floor[rows, None, None]) > TOUCHING
        level = floor[rows] + np.clip(above[rows], 0.0, ON_TOP) + LIFT
        heights = np.broadcast_to(level[:, None, None, None], (*beside.shape, 1))
        self._points[rows] = np.concatenate([places, heights], axis=-1).reshape(
            len(rows), *self._points.shape[1:]
        )
        dark = self._shade.moving * (near[rows] * np.minimum(breadth / BROAD, 1.0))[:, None] * DARKNESS
        drawn = np.where(beside, 0.0, np.round(255 * dark)[..., None])
        self._paint[rows, :, 3] = drawn.reshape(len(rows), self._paint.shape[1])
        points = self._points.reshape(-1, 3).astype(np.float32)
        self._data.GetPoints().SetData(numpy_to_vtk(points, deep=True))
        paint(self._data, self._paint.reshape(-1, 4))


def standing_shadows(
    meshes: Iterable[Mesh], floors: Floors, shade: Shade, pen: vtkShaderProperty | None = None
) -> vtkActor | None:
    """Return the shadows of what stands, None where nothing of it stands on a floor.

    Parameters
    ----------
    meshes : iterable of Mesh
        One a thing, in the world, in metres.
    floors : Floors
    shade : Shade
    pen : vtkShaderProperty, optional
        What draws them.
    """
    strips = [strip for mesh in meshes for strip in _strips(mesh, floors)]
    if not strips:
        return None
    starts = np.cumsum([0, *(len(points) for points, _, _ in strips)])
    faces = [strip[2] + start for strip, start in zip(strips, starts, strict=False)]
    data = polydata(Mesh(np.concatenate([points for points, _, _ in strips]), np.concatenate(faces)))
    colours = np.zeros((int(starts[-1]), 4), dtype=np.uint8)
    colours[:, :3] = np.round(255 * np.array(shade.colour))
    colours[:, 3] = np.round(255 * shade.standing * np.concatenate([dark for _, dark, _ in strips]))
    paint(data, colours)
    return _transparent(data, pen)


def _pieces(mesh: Mesh) -> Iterator[Points]:
    """Yield the points (n, 3) of each piece of a mesh, which share no corners with others."""
    label = np.arange(len(mesh.points))
    while True:
        lowest = label[mesh.faces].min(axis=1)
        before = label.copy()
        np.minimum.at(label, mesh.faces.ravel(), np.repeat(lowest, mesh.faces.shape[1]))
        if (label == before).all():
            break
    for piece in np.unique(label[mesh.faces]):
        yield mesh.points[label == piece]


def _strips(mesh: Mesh, floors: Floors) -> Iterator[tuple[Points, Points, NDArray[np.int64]]]:
    """Yield points (n, 3), darkness (n,) and faces of the shadow round each piece that stands on a floor."""
    height = float(np.ptp(mesh.points[:, 2]))
    for points in _pieces(mesh):
        low, high = points[:, 2].min(), points[:, 2].max()
        foot = shapely.MultiPoint(points[points[:, 2] < low + (high - low) / 3][:, :2]).convex_hull
        if high - low < LOW or low > floors.highest + TOUCHING or foot.geom_type != "Polygon":
            continue
        outline, normals = _outline(np.array(orient(foot).exterior.coords)[:-1])
        width = np.clip(
            SPREAD * np.sqrt(height * np.ptp(outline, axis=0).max(keepdims=True)), *STANDING_WIDTHS
        )
        rings = np.maximum(_offsets(width)[0, 1:], 0.0)
        drawn = 1.0 + DRAWN_OUT * (normals @ AWAY)
        places = outline + rings[:, None, None] * drawn[:, None] * normals
        dark = np.where(np.abs(floors.under(places) - low) < TOUCHING, DARKNESS[1:, None], 0.0)
        if dark.any():
            laid = np.concatenate([places, np.full((*dark.shape, 1), low + LIFT)], axis=2)
            yield laid.reshape(-1, 3), dark.ravel(), _faces(len(rings), len(outline))


def _outline(corners: Points) -> tuple[Points, Points]:
    """Return points (n, 2) round a convex outline and the directions (n, 2) that point outward there."""
    points, normals = [], []
    for before, corner, after in zip(
        np.roll(corners, 1, axis=0), corners, np.roll(corners, -1, axis=0), strict=True
    ):
        begin, end = (np.arctan2(-way[0], way[1]) for way in (corner - before, after - corner))
        turns = begin + np.linspace(0.0, (end - begin) % (2 * np.pi), ROUND)
        normals += [np.array([np.cos(turn), np.sin(turn)]) for turn in turns]
        points += [corner] * ROUND
        steps = int(np.linalg.norm(after - corner) // STEP)
        points += [corner + (after - corner) * (k + 1) / (steps + 1) for k in range(steps)]
        normals += [np.array([np.cos(end), np.sin(end)])] * steps
    return np.array(points), np.array(normals)


def _offsets(width: Points) -> Points:
    """Return how far (k, rings) from its outline the rings of shadows lie that are `width` (k,) wide."""
    offsets: Points = width[:, None] * RINGS
    return offsets


def _drawn_out(rings: Points) -> Points:
    """Return by how much (k, rings, 2) rings at these distances are drawn away from the sun."""
    drawn: Points = np.maximum(rings, 0.0)[..., None] * DRAWN_OUT * AWAY
    return drawn


def _round(people: NDArray[np.bool_]) -> Points:
    """Return the corners (k, corners, 2) of a ring of size 1: round for people, square for things."""
    turns = np.linspace(0.0, 2 * np.pi, CORNERS, endpoint=False)
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    square = np.sign(circle) * np.abs(circle) ** SQUARE
    corners: Points = np.where(people[:, None, None], circle, square)
    return corners


def _faces(rings: int, corners: int) -> NDArray[np.int64]:
    """Return the triangles between rings and within the innermost."""
    fan = np.arange(1, corners - 1)
    return np.concatenate([ring_faces(rings, corners), np.stack([0 * fan, fan, fan + 1], axis=1)])


def _transparent(data: vtkPolyData, pen: vtkShaderProperty | None) -> vtkActor:
    actor = painted(data)
    if pen is not None:
        actor.SetShaderProperty(pen)
    actor.ForceTranslucentOn()
    return actor
