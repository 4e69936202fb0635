"""What a glTF file says of itself, before it is read: a small file may ask for all memory there is."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

GLB_HEAD, GLB_MAGIC = struct.Struct("<4sIIII"), b"glTF"
WHOLE = "a GLB that holds everything"
PLAIN = "a mesh that is not compressed"
COMPRESSED = ("KHR_draco_mesh_compression", "EXT_meshopt_compression")
MOST_NODES = 5000  # parts of a scene: more take a reader minutes
TRIANGLE = 3  # corners


def objection(path: Path, most: int) -> tuple[str, str] | None:
    """Say why a file is not read.

    Parameters
    ----------
    path : Path
        A GLB or glTF file.
    most : int
        Triangles that may be drawn.

    Returns
    -------
    tuple of str or None
        What is wrong and what is expected; None where the file may be read.
    """
    try:
        return _objection(_document(path.read_bytes(), path.suffix.lower() == ".glb"), most)
    except (ValueError, TypeError, AttributeError, KeyError, IndexError, RecursionError, struct.error):
        return "cannot be read as a mesh: its table of contents is damaged", WHOLE


def _document(data: bytes, binary: bool) -> Mapping[str, Any]:
    """Return the table of contents of a file."""
    if binary:
        magic, _, _, length, _ = GLB_HEAD.unpack_from(data)
        if magic != GLB_MAGIC:
            raise ValueError("no GLB")
        data = data[GLB_HEAD.size : GLB_HEAD.size + length]
    document: Mapping[str, Any] = json.loads(data)
    return document


def _objection(document: Mapping[str, Any], most: int) -> tuple[str, str] | None:
    uris = (buffer.get("uri") for buffer in document.get("buffers", ()))
    if away := next((uri for uri in uris if isinstance(uri, str) and not uri.startswith("data:")), None):
        return f"refers to {away}", WHOLE
    if packed := next((name for name in document.get("extensionsRequired", ()) if name in COMPRESSED), None):
        return f"is compressed ({packed})", PLAIN
    nodes = document.get("nodes", ())
    if len(nodes) > MOST_NODES:
        return f"has {len(nodes)} parts", f"at most {MOST_NODES}"
    counts = [int(accessor["count"]) for accessor in document.get("accessors", ())]
    sizes = [_triangles(mesh, counts) for mesh in document.get("meshes", ())]
    shown = sum(sizes[node["mesh"]] for node in nodes if "mesh" in node)
    if max(counts, default=0) > TRIANGLE * most:
        return f"has a list of {max(counts)} entries", f"at most {TRIANGLE * most}"
    if shown > most:
        return f"holds {shown} triangles", f"at most {most}"
    return None


def _triangles(mesh: Mapping[str, Any], counts: Sequence[int]) -> int:
    """Return how many triangles a mesh has: by its list of corners, without one by its points."""
    corners = (counts[part.get("indices", part["attributes"]["POSITION"])] for part in mesh["primitives"])
    return sum(count // TRIANGLE for count in corners)
