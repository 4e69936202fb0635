"""What a frame shows, as values: whatever shapes its pixels is in them, and they alone are drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from courtyard3d.picture.cameras import View

if TYPE_CHECKING:
    from courtyard3d.picture.words import Words

GRAIN = (
    2.0**-16
)  # metres, 15 µm: places are whole multiples, so that the last bits of a sum change no picture
DECIMALS = 5  # of the numbers of a view
DIGEST = 20  # bytes of the name of what was drawn: no two films will ever meet in one


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What one frame shows.

    Attributes
    ----------
    matrices : (n, 4, 4) float32
        Where the moving items of the scene are, in metres, on a grid of `GRAIN`.
    visible : (n,) bool
        Which of them are there.
    view : View
        Where the camera stands and what it leaves out.
    words : Words or None
        What is written into the picture.
    next : Sight or None
        What the picture dissolves into, of which `share` (0 to 1) is already seen.
    """

    matrices: NDArray[np.float32]
    visible: NDArray[np.bool_]
    view: View
    words: Words | None
    next: Sight | None = None
    share: float = 0.0


def settled(matrices: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return matrices on the grid of `GRAIN`; what is absent (not a number) lies at the origin."""
    grid = np.rint(np.nan_to_num(matrices) / GRAIN) * GRAIN
    return grid.astype(np.float32)


def rounded(view: View) -> View:
    """Return a view with its numbers rounded to `DECIMALS`."""
    return replace(view, **{field.name: _rounded(getattr(view, field.name)) for field in fields(view)})


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DECIMALS) + 0.0  # no minus zero
    return tuple(map(_rounded, value)) if isinstance(value, tuple) else value


def digest_of(values: Iterable[object]) -> str:
    """Return a name that stands for these values, the same in every process and on every machine.

    Raises
    ------
    TypeError
        For a value of which no such name can be given.
    """
    digest = hashlib.blake2b(digest_size=DIGEST)
    for value in values:
        _feed(digest, value)
    return digest.hexdigest()


def _feed(digest: hashlib.blake2b, value: object) -> None:
    if isinstance(value, np.ndarray):
        digest.update(f"{value.dtype}{value.shape}".encode())
        digest.update(np.ascontiguousarray(value).data)
    elif isinstance(value, Mapping):
        _feed(digest, sorted(value.items()))
    elif isinstance(value, AbstractSet):
        _feed(digest, sorted(value))
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        digest.update(f"[{len(value)}]".encode())
        for part in value:
            _feed(digest, part)
    elif is_dataclass(value):
        digest.update(type(value).__name__.encode())
        for field in fields(value):
            _feed(digest, getattr(value, field.name))
    elif value is None or isinstance(value, str | bytes | int | float | Fraction):
        digest.update(f"{value!r};".encode())
    else:
        raise TypeError(f"no digest of a {type(value).__name__}")
