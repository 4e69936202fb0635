"""What hangs on a body: the skirt, what the girdle holds, the sleeves.

Each piece is one stiff mesh on a bone of its own, which is stretched along its axes as the cloth gives way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from courtyard3d.scene.mesh import AHEAD, UP, Array, hanging

Bones = dict[str, tuple[Array, Array]]
SIDES = ("left", "right")
UPRIGHT = 0.5  # of its length, what a skirt that hangs covers of the height
HANGS = 8  # a power: how soon a lap that tilts is no longer fitted to the hem
FOLLOWS = np.array([0.65, 0.65, 1.0])  # how far cloth goes after feet that are not below the knees


@dataclass(frozen=True, slots=True)
class Cloth:
    """How far cloth gives way; lengths in 尺.

    `knee` and `hem` are half width and half depth of the skirt there, `leg` the room that a leg or foot
    takes in it; it widens to at most `wide` times that (over the thighs `lap_wide`) and is pressed to at
    least `flat`. `length` is from the knee to the hem; at least the share `drawn` of it is left when it
    is lifted. What hangs from the girdle keeps the share `laid` of its length on thighs that lie, and is
    pressed to at least the share `over` of its depth: it lies on them. A sleeve hangs `sleeve` deep from
    a level arm, and at least `gathered` of that from one that hangs or comes near the ground.
    """

    knee: Array
    hem: Array
    leg: float
    lap_wide: float
    wide: float
    flat: float
    length: float
    drawn: float
    laid: float
    over: float
    sleeve: float
    gathered: float


def hang(found: Bones, cloth: Cloth, level: Array) -> None:
    """Add what hangs on the limbs.

    The skirt is the `lap` down to the knees, from there the `hem` round both legs and a `fold` round each.
    Turns are stretched where the cloth is.
    """
    joints = {
        joint: np.stack([found[f"{joint}-{side}"][1] for side in SIDES], axis=1)
        for joint in ("shank", "foot")
    }
    knees, feet = joints["shank"].mean(axis=1), joints["foot"].mean(axis=1)
    hips, ahead = found["pelvis"][1], found["pelvis"][0] @ AHEAD
    for name, start, end, front, low, half, wide in (
        ("lap", hips, knees, ahead + 0.5 * UP, "shank", cloth.knee, cloth.lap_wide),
        ("hem", knees, knees + FOLLOWS * (feet - knees), ahead - 0.5 * UP, "foot", cloth.hem, cloth.wide),
    ):
        turn = hanging(start, end, front)
        found[name] = _widened(turn, start, joints[low], half, (cloth.leg, wide, cloth.flat)), start
    lap, hem = _as_wide(found["lap"][0], found["hem"][0])
    found["lap"], found["hem"] = (lap, hips), _raised(hem, knees, level, cloth)
    for k, side in enumerate(SIDES):
        knee = found[f"shank-{side}"][1]
        ankle = knee + FOLLOWS * (joints["foot"][:, k] - knee)
        ankle[:, 2] = joints["foot"][..., 2].min(axis=1)
        turn = _widened(
            hanging(knee, ankle, ahead - 0.5 * UP), knee, ankle[:, None], cloth.hem, (0.0, 1.0, cloth.flat)
        )
        found[f"fold-{side}"] = _raised(turn, knee, level, cloth)
    found["apron"] = _laid(found["lap"][0], cloth), hips
    for side in SIDES:
        turn, elbow = found[f"forearm-{side}"]
        lowest = np.minimum(elbow[:, 2], found[f"hand-{side}"][1][:, 2])
        room = lowest / np.maximum(cloth.sleeve * turn[:, 2, 1], 1e-6)
        share = np.minimum(np.hypot(turn[:, 0, 2], turn[:, 1, 2]), room)
        found[f"sleeve-{side}"] = _stretched(turn, 1, np.maximum(share, cloth.gathered)), elbow


def _widened(
    turn: Array, origin: Array, limbs: Array, half: Array, give: tuple[float, float, float]
) -> Array:
    """Stretch a part of the skirt so that the limbs (n, 2, 3) have room, and press it flat on the ground."""
    leg, wide, flat = give
    spread = abs(np.einsum("nji,nkj->nki", turn, limbs - origin[:, None])).max(axis=1)
    for axis in (0, 1):
        room = np.clip((spread[:, axis] + leg) / half[axis], 1.0, wide)
        lowest = np.minimum(origin[:, 2], limbs[..., 2].min(axis=1))
        reach = np.maximum(half[axis] * abs(turn[:, 2, axis]), 1e-6)
        turn = _stretched(turn, axis, np.minimum(room, np.maximum(lowest / reach, flat)))
    return turn


def _as_wide(lap: Array, hem: Array) -> tuple[Array, Array]:
    """Widen a lap and a hem that hang until they meet without a ledge; a lap that lies stays as it is."""
    wide = np.stack([np.linalg.norm(turn, axis=1)[:, :2] for turn in (lap, hem)])
    share = np.clip(lap[:, 2, 2], 0.0, 1.0)[:, None] ** HANGS
    factors = (wide.max(axis=0) / wide) ** share
    for axis in (0, 1):
        lap, hem = (
            _stretched(turn, axis, factor[:, axis]) for turn, factor in zip((lap, hem), factors, strict=True)
        )
    return lap, hem


def _raised(turn: Array, knees: Array, level: Array, cloth: Cloth) -> tuple[Array, Array]:
    """Draw the lower part of the skirt up, so that its lowest point is not below `level`."""
    flare = (abs(turn[:, 2, :2]) * cloth.hem[:2]).sum(axis=1)
    falls = np.maximum(cloth.length * turn[:, 2, 2], 1e-6)
    share = np.clip((knees[:, 2] - level - flare) / falls, cloth.drawn, 1.0)
    return _stretched(turn, 2, np.where(turn[:, 2, 2] > UPRIGHT, share, 1.0)), knees


def _laid(lap: Array, cloth: Cloth) -> Array:
    """Return the turn of what hangs from the girdle, over a lap that is stretched as `lap` says."""
    deep = np.linalg.norm(lap[:, :, 1], axis=1)
    apron = _stretched(lap, 1, np.maximum(deep, cloth.over) / deep)
    return _stretched(apron, 2, cloth.laid + (1 - cloth.laid) * abs(lap[:, 2, 2]))


def _stretched(turn: Array, axis: int, factor: Array) -> Array:
    """Return turns (n, 3, 3) that stretch along one of their axes."""
    stretched = turn.copy()
    stretched[:, :, axis] *= factor[:, None]
    return stretched
