"""A user's own mesh in the place of a recipe: read with trimesh, which only this file needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from courtyard3d.errors import InputError, MachineError, Where
from courtyard3d.measures import Quantity
from courtyard3d.reading.paths import package_root
from courtyard3d.scene.mesh import Array, Indices, Mesh

T = TypeVar("T")

UNITS = {"mm": 0.001, "cm": 0.01, "m": 1.0, "in": 0.0254, "ft": 0.3048}
UP = {  # which of the file's axes is x, y and z here, and its sign
    "z": ((0, 1), (1, 1), (2, 1)),
    "y": ((0, 1), (2, -1), (1, 1)),
    "x": ((2, -1), (1, 1), (0, 1)),
}
FORMATS = ("glb", "gltf", "obj", "stl", "ply", "off")
LARGEST_FILE = 50 * 1024 * 1024  # bytes
MOST_FACES = 500_000
TOLERANCE = 0.02  # of a size, before a difference is worth a word


def own_mesh(spec: Mapping[str, str], where: Where) -> Mesh:
    """Read a mesh file.

    Parameters
    ----------
    spec : mapping
        `file` (beside the layout), `unit` (mm, cm, m, in, ft) and `up` (x, y, z: the file's axis that is up).
    where : Where
        The thing in the layout.

    Returns
    -------
    Mesh
        In metres, z up, standing on its own point.

    Raises
    ------
    InputError
        If the file is missing, too large, empty or no mesh.
    MachineError
        If trimesh is not installed.
    """
    path = _checked(_beside(spec["file"], where), where)
    scale = _one_of(UNITS, spec["unit"], "unit", where)
    axes = _one_of(UP, spec["up"], "axis", where)
    points, faces = _load(path, where)
    turned = np.stack([points[:, axis] * sign for axis, sign in axes], axis=1) * scale
    low, high = turned.min(axis=0), turned.max(axis=0)
    turned -= [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]]
    return Mesh(turned, faces)


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
    if path.stat().st_size > LARGEST_FILE:
        raise InputError(f"{path.name} is larger than {LARGEST_FILE // 2**20} MB", where)
    return path


def _one_of(table: Mapping[str, T], name: str, what: str, where: Where) -> T:
    if name not in table:
        raise InputError(f"no {what} '{name}'", where, expected=", ".join(table), given=name, valid=table)
    return table[name]


def _load(path: Path, where: Where) -> tuple[Array, Indices]:
    try:
        import trimesh
    except ImportError:
        raise MachineError(f"{path.name} needs trimesh: pip install trimesh") from None
    try:
        with path.open("rb") as file:  # as bytes: readers in C trip over names that are not ASCII
            mesh = trimesh.load_mesh(file, file_type=path.suffix[1:].lower(), process=False)
    except Exception as error:  # whatever a damaged file raises in a reader
        raise InputError(f"{path.name} cannot be read as a mesh: {error}", where) from error
    faces = np.asarray(getattr(mesh, "faces", ()), dtype=np.int64)
    if not len(faces):
        raise InputError(f"{path.name} holds no triangles", where)
    if len(faces) > MOST_FACES:
        raise InputError(f"{path.name} holds {len(faces)} triangles", where, expected=f"at most {MOST_FACES}")
    points = np.asarray(mesh.vertices, dtype=np.float64)
    if not np.isfinite(points).all():
        raise InputError(f"{path.name} has points that are no numbers", where)
    return points, faces
