"""The skeleton of a puppet: from numbers of a pose to a frame for each bone, for many at once.

A pose is a row of numbers (see `CHANNELS`), lengths in 尺, angles in degrees. Arms and
legs are solved from where hand and foot are, so that hands hold what they hold and
feet stay where they stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from courtyard3d.scene.cloth import Cloth, hang
from courtyard3d.scene.mesh import AHEAD, UP, Array, apply, hanging, rotations, unit

SIDES = {"left": -1.0, "right": 1.0}

CHANNELS: Mapping[str, tuple[str, ...]] = {
    "pelvis": ("at", "turn"),  # at: from the own point, on the ground between the feet
    "spine": ("turn",),  # turn: [lean forward, turn clockwise, tilt to the right]
    "head": ("turn",),
    "hand-left": ("at", "turn", "elbow"),  # at: the wrist, from the waist joint, moving with the chest
    "hand-right": ("at", "turn", "elbow"),  # turn: [raise, turn clockwise, tilt]; elbow: the way it points
    "foot-left": ("at", "turn"),  # at: the ankle, from the own point
    "foot-right": ("at", "turn"),
}
LEANING = ("pelvis", "spine", "head")  # their first angle leans forward, where that of hands and feet raises


def _slices() -> dict[tuple[str, str], slice]:
    pairs = [(bone, value) for bone, values in CHANNELS.items() for value in values]
    return {pair: slice(3 * k, 3 * k + 3) for k, pair in enumerate(pairs)}


SLICES = _slices()
WIDTH = 3 * len(SLICES)

BONES = (
    "pelvis", "chest", "head",
    "upper-arm-left", "forearm-left", "hand-left", "upper-arm-right", "forearm-right", "hand-right",
    "thigh-left", "shank-left", "foot-left", "thigh-right", "shank-right", "foot-right",
    "hands", "lap", "apron", "hem", "fold-left", "fold-right", "sleeve-left", "sleeve-right",
)  # fmt: skip

FRONT_OF_THIGH = AHEAD + 0.5 * UP  # ahead when it hangs, up when it lies
FRONT_OF_SHANK = AHEAD - 0.5 * UP  # ahead when it hangs, down when it is folded back
FRONT_OF_ARM = UP + 0.3 * AHEAD  # ahead when it hangs, else up: so that a sleeve hangs down
STRETCHED = 0.999  # of a limb's length, the longest reach


@dataclass(frozen=True, slots=True)
class Body:
    """The lengths of a body in 尺: joints are given on the right side, from the joint above."""

    waist: Array
    neck: Array
    shoulder: Array
    palm: Array
    hip: Array
    upper_arm: float
    forearm: float
    thigh: float
    shank: float
    cloth: Cloth


def frames(body: Body, poses: Array, level: Array | None = None) -> tuple[Array, Array]:
    """Return where each bone is, in the frame of the person (own point, facing ahead).

    Parameters
    ----------
    body : Body
    poses : (n, WIDTH)
    level : (n,), optional
        How far above the own point the hem is kept, without it on the ground.

    Returns
    -------
    turns : (n, len(BONES), 3, 3)
    origins : (n, len(BONES), 3)
        In 尺. Limbs hang along -z of their frame.
    """
    found: dict[str, tuple[Array, Array]] = {}

    def channel(bone: str, value: str) -> Array:
        return poses[:, SLICES[bone, value]]

    def turned(bone: str) -> Array:
        sign = (-1.0, 1.0, 1.0) if bone in LEANING else (1.0, 1.0, 1.0)
        return rotations(channel(bone, "turn") * sign)

    pelvis, hips = turned("pelvis"), channel("pelvis", "at")
    found["pelvis"] = pelvis, hips
    chest, waist = pelvis @ turned("spine"), hips + pelvis @ body.waist
    found["chest"] = chest, waist
    found["head"] = chest @ turned("head"), waist + chest @ body.neck
    for side, sign in SIDES.items():
        mirror = (sign, 1.0, 1.0)
        hand, shoulder = f"hand-{side}", waist + chest @ (body.shoulder * mirror)
        wrist = waist + apply(chest, channel(hand, "at"))
        elbow, wrist = _limb(
            shoulder, wrist, body.upper_arm, body.forearm, apply(chest, channel(hand, "elbow"))
        )
        front = np.broadcast_to(FRONT_OF_ARM, elbow.shape)
        found[f"upper-arm-{side}"] = hanging(shoulder, elbow, front), shoulder
        found[f"forearm-{side}"] = hanging(elbow, wrist, front), elbow
        found[hand] = chest @ turned(hand), wrist
        foot, hip = f"foot-{side}", hips + pelvis @ (body.hip * mirror)
        ahead = rotations(channel(foot, "turn") * (0.0, 1.0, 0.0))
        knee, ankle = _limb(hip, channel(foot, "at"), body.thigh, body.shank, ahead @ AHEAD)
        found[f"thigh-{side}"] = hanging(hip, knee, ahead @ FRONT_OF_THIGH), hip
        found[f"shank-{side}"] = hanging(knee, ankle, ahead @ FRONT_OF_SHANK), knee
        found[foot] = turned(foot), ankle
    found["hands"] = _between(found["hand-left"], found["hand-right"], body.palm)
    hang(found, body.cloth, np.zeros(len(poses)) if level is None else level)
    return (
        np.stack([found[bone][0] for bone in BONES], axis=1),
        np.stack([found[bone][1] for bone in BONES], axis=1),
    )


def _between(left: tuple[Array, Array], right: tuple[Array, Array], palm: Array) -> tuple[Array, Array]:
    """Return the frame of what both hands hold: in the middle between the palms, x to the right one."""
    palms = [origin + turn @ palm for turn, origin in (left, right)]
    across = unit(palms[1] - palms[0])
    ahead = left[0] @ AHEAD + right[0] @ AHEAD
    ahead = unit(ahead - across * (ahead * across).sum(axis=1, keepdims=True))
    return np.stack([across, ahead, np.cross(across, ahead)], axis=-1), (palms[0] + palms[1]) / 2


def _limb(start: Array, end: Array, upper: float, lower: float, pole: Array) -> tuple[Array, Array]:
    """Return the middle joint and the end (as far as the limb reaches), the middle bent towards `pole`."""
    way = end - start
    distance = np.linalg.norm(way, axis=1, keepdims=True)
    reach = np.clip(distance, abs(upper - lower) + 1e-6, STRETCHED * (upper + lower))
    way = unit(way)
    side = unit(pole - way * (pole * way).sum(axis=1, keepdims=True))
    along = (upper**2 - lower**2 + reach**2) / (2 * reach)
    across = np.sqrt(np.maximum(upper**2 - along**2, 0.0))
    return start + way * along + side * across, start + way * reach
