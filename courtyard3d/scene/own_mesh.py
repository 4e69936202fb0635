"""A user's own mesh in the place of a recipe: read with trimesh, which only this file needs."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from courtyard3d.errors import InputError, MachineError, Where
from courtyard3d.layout.findings import Finding
from courtyard3d.measures import Quantity
from courtyard3d.reading.paths import package_root
from courtyard3d.scene.gltf import objection
from courtyard3d.scene.mesh import Array, Indices, Mesh

if TYPE_CHECKING:
    from courtyard3d.layout import Layout

T = TypeVar("T")

UNITS = {"mm": 0.001, "cm": 0.01, "m": 1.0, "in": 0.0254, "ft": 0.3048}
CHI = "chi"
UP = {  # which of the file's axes is x, y and z here, and its sign
    "z": ((0, 1), (1, 1), (2, 1)),
    "y": ((0, 1), (2, -1), (1, 1)),
    "x": ((2, -1), (1, 1), (0, 1)),
}
FORMATS = ("glb", "gltf", "obj", "stl", "ply", "off")
LARGEST_FILE = 50 * 1024 * 1024  # bytes
MOST_FACES = 500_000
HEAVY = 20_000  # triangles: more than all the people of a court together, and drawn slowly
SMALLEST, LARGEST = 0.001, 1000.0  # metres: beyond these the unit is wrong
TOLERANCE = 0.02  # of a size, before a difference is worth a word
GLTF = (".glb", ".gltf")
MATERIALS = re.compile(rb"^[ \t]*(?:usemtl|mtllib)\b.*$", re.MULTILINE)  # of an OBJ
NOTHING = 1e-9  # of the square of its length: a triangle with less area has none


@dataclass(frozen=True, slots=True)
class OwnMesh:
    """A mesh as it was read, and what is to be said of its file."""

    mesh: Mesh
    remarks: tuple[str, ...]


def own_mesh(spec: Mapping[str, str], where: Where, chi_m: float) -> OwnMesh:
    """Read a mesh file.

    Parameters
    ----------
    spec : mapping
        `file` (beside the layout), `unit` (mm, cm, m, in, ft, chi), `up` (x, y, z: its axis that is up).
    where : Where
        The thing in the layout.
    chi_m : float
        Metres in a chi.

    Returns
    -------
    OwnMesh
        In metres, z up, standing on its own point.

    Raises
    ------
    InputError
        If the file is missing, too large, empty, no mesh, in pieces, or of an impossible size.
    MachineError
        If trimesh is not installed.
    """
    path = _checked(_beside(spec["file"], where), where)
    scale = _one_of({**UNITS, CHI: chi_m}, spec["unit"], "unit", where)
    axes = _one_of(UP, spec["up"], "axis", where)
    points, faces, textured = _load(path, where)
    turned = np.stack([points[:, axis] * sign for axis, sign in axes], axis=1) * scale
    low, high = turned.min(axis=0), turned.max(axis=0)
    longest = float((high - low).max())
    if not SMALLEST <= longest <= LARGEST:
        raise InputError(
            f"{path.name} would be {longest:g} m long in {spec['unit']}", where, expected="its unit"
        )
    turned -= [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]]
    mesh = Mesh(turned, faces)
    return OwnMesh(mesh, tuple(f"{path.name} {flaw}" for flaw in _flaws(mesh, textured)))


def differences(
    mesh: Mesh, sizes: Mapping[str, Quantity], extent: Sequence[str | None], chi_m: float
) -> list[str]:
    """Say where the box of a mesh differs from the measures of its thing.

    Parameters
    ----------
    mesh : Mesh
    sizes : mapping
        The thing's measures.
    extent : sequence of three str or None
        Which of them is its size across, along and upwards.
    chi_m : float
        Metres in a chi.
    """
    low, high = mesh.box
    found = []
    for axis, name in enumerate(extent):
        if name is None or name not in sizes:
            continue
        wanted, given = float(sizes[name].length), float(high[axis] - low[axis]) / chi_m
        if abs(given - wanted) > TOLERANCE * wanted:
            found.append(f"{name} is {given:.2f} chi in the mesh, {wanted:.2f} in the layout")
    return found


def mesh_findings(layout: Layout) -> Iterator[Finding]:
    """Yield what `check` has to say of the own meshes of a layout: an error for each that can't be drawn."""
    for thing in layout.objects.values():
        if thing.mesh is None or thing.members:
            continue
        extent = layout.kinds[thing.kind].extent
        try:
            own = own_mesh(thing.mesh, thing.where, layout.chi_m)
        except InputError as error:
            yield Finding("error", "mesh", error.message, thing.where, subjects=(thing.id,))
            continue
        named = (extent.across, extent.along, extent.height)
        for remark in (*own.remarks, *differences(own.mesh, thing.size, named, layout.chi_m)):
            yield Finding("warning", "mesh", f"{thing.id}: {remark}", thing.where, subjects=(thing.id,))


def _beside(name: str, where: Where) -> Path:
    """Return the path of a file that lies beside the layout which names it."""
    folder = Path(where.file).parent
    beside = [base / folder / name for base in (Path.cwd(), package_root())]
    return next((path for path in beside if path.is_file()), beside[0])


def _checked(path: Path, where: Where) -> Path:
    if not path.is_file():
        raise InputError(f"no mesh file {path.name}", where)
    if path.suffix[1:].lower() not in FORMATS:
        raise InputError(f"{path.name} is no mesh file", where, expected=", ".join(FORMATS))
    if not path.stat().st_size:
        raise InputError(f"{path.name} is empty", where, expected="a mesh")
    if path.stat().st_size > LARGEST_FILE:
        raise InputError(f"{path.name} is larger than {LARGEST_FILE // 2**20} MB", where)
    return path


def _one_of(table: Mapping[str, T], name: str, what: str, where: Where) -> T:
    if name not in table:
        raise InputError(f"no {what} '{name}'", where, expected=", ".join(table), given=name, valid=table)
    return table[name]


def _load(path: Path, where: Where) -> tuple[Array, Indices, bool]:
    """Return points, faces, and whether the file has textures, which are not drawn."""
    try:
        import trimesh
    except ImportError:
        raise MachineError(f"{path.name} needs trimesh: pip install trimesh") from None
    if path.suffix.lower() in GLTF and (against := objection(path, MOST_FACES)):
        raise InputError(f"{path.name} {against[0]}", where, expected=against[1])
    try:
        with _quiet(trimesh.__name__):
            file = BytesIO(_plain(path))  # nameless: no reader looks for files beside it
            mesh = trimesh.load_mesh(file, file_type=path.suffix[1:].lower(), process=False)
    except Exception as error:  # whatever a damaged file raises in a reader
        raise InputError(f"{path.name} cannot be read as a mesh: {error}", where) from error
    faces = np.asarray(getattr(mesh, "faces", ()), dtype=np.int64)
    if not len(faces):
        raise InputError(f"{path.name} holds no triangles", where)
    if len(faces) > MOST_FACES:
        raise InputError(f"{path.name} holds {len(faces)} triangles", where, expected=f"at most {MOST_FACES}")
    points = np.asarray(mesh.vertices, dtype=np.float64)
    if faces.min() < 0 or faces.max() >= len(points):
        raise InputError(f"{path.name} has triangles without points", where)
    if not np.isfinite(points).all():
        raise InputError(f"{path.name} has points that are no numbers", where)
    return points, faces, getattr(mesh.visual, "kind", None) == "texture"


def _plain(path: Path) -> bytes:
    """Return a file without its materials, which are not drawn: many of them take a reader minutes."""
    data = path.read_bytes()
    return MATERIALS.sub(b"", data) if path.suffix.lower() == ".obj" else data


@contextmanager
def _quiet(reader: str) -> Iterator[None]:
    """Keep a reader from telling on the console what it does without."""
    log = logging.getLogger(reader)
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        with np.errstate(all="ignore"):
            yield
    finally:
        log.setLevel(before)


def _flaws(mesh: Mesh, textured: bool) -> Iterator[str]:
    """Yield what is worth a word in a mesh that can be drawn."""
    _, same = np.unique(mesh.points.round(6), axis=0, return_inverse=True)
    faces = same.reshape(-1)[mesh.faces]
    whole = faces[(faces != np.roll(faces, 1, axis=1)).all(axis=1)]
    edges = np.sort(np.concatenate([whole[:, [0, 1]], whole[:, [1, 2]], whole[:, [2, 0]]]), axis=1)
    shared = np.unique(edges, axis=0, return_counts=True)[1]
    if crowded := int((shared > 2).sum()):
        yield f"is not manifold: {crowded} edges belong to more than two triangles"
    if open_ := int((shared == 1).sum()):
        yield f"is open at {open_} edges: one sees its inside there"
    corners = mesh.points[mesh.faces]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    if empty := int((areas <= NOTHING * np.ptp(mesh.points, axis=0).max() ** 2).sum()):
        yield f"has {empty} triangles without area"
    if len(faces) > HEAVY:
        yield f"holds {len(faces)} triangles and will be drawn slowly"
    if textured:
        yield "has textures, which are left out"
