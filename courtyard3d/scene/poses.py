"""Poses of people (`meshes/poses.yaml`), blended, and the gait that plants the feet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtyard3d.errors import InputError
from courtyard3d.reading import schema
from courtyard3d.reading.nodes import Node, Table
from courtyard3d.reading.schema import Field
from courtyard3d.reading.words import Labels
from courtyard3d.reading.words import labels as read_labels
from courtyard3d.scene.mesh import Array
from courtyard3d.scene.skeleton import CHANNELS, SIDES, SLICES, WIDTH
from courtyard3d.scene.values import angles, length, number, offset

Bits = npt.NDArray[np.bool_]

PAIRS = {"hands": "hand", "feet": "foot"}  # both at once: the right one is written, the left mirrors it
MIRROR = {"at": (-1.0, 1.0, 1.0), "elbow": (-1.0, 1.0, 1.0), "turn": (1.0, -1.0, -1.0)}
VALUES = {
    "at": Field(offset, "where it is: [right, ahead, up]"),
    "turn": Field(angles, "how it is turned, in degrees"),
    "elbow": Field(angles, "the way its elbow points: [right, ahead, up]"),
}
POSE = {
    "labels": Field(read_labels, "its names", default=Labels()),
    "like": Field(schema.name, "the pose above from which only what is written differs"),
    "free": Field(
        schema.listing(schema.one_of(*SIDES)), "the arms that do what a held thing asks", default=()
    ),
    "whole": Field(schema.flag, "whether the legs are its own in every posture", default=False),
    "draws": Field(schema.flag, "whether the right hand has the bowstring", default=False),
    "why": Field(schema.text, "where it comes from"),
    **{
        bone: Field(schema.nested({value: VALUES[value] for value in CHANNELS.get(bone, MIRROR)}), "a bone")
        for bone in (*CHANNELS, *PAIRS)
    },
}
GAIT = {
    "lift": Field(length, "how high a foot is carried", required=True),
    "roll": Field(number, "degrees that the heel comes up of a foot that is left behind", required=True),
    "behind": Field(length, "how far behind that is", required=True),
    "ball": Field(length, "how far the ankle is behind the ball", required=True),
    "ankle": Field(length, "how far the ankle is above the ground", required=True),
    "close": Field(length, "how high a foot is lifted to take another stance", required=True),
    "why": Field(schema.text, "where the numbers come from", required=True),
}
DOCUMENT = {
    "postures": Field(schema.mapping(schema.name), "the pose that each posture stands on", required=True),
    "poses": Field(schema.mapping(schema.anything), "poses by name", required=True),
    "gait": Field(schema.nested(GAIT), "how feet go", required=True),
}


def _mask(*bones: str) -> Bits:
    """Mark the numbers of a row that belong to some bones."""
    mask = np.zeros(WIDTH, dtype=bool)
    for bone in bones:
        for value in CHANNELS[bone]:
            mask[SLICES[bone, value]] = True
    return mask


ARMS = {side: _mask(f"hand-{side}") for side in SIDES}
BOTH_ARMS = ARMS["left"] | ARMS["right"]
LEGS = ("pelvis", "foot-left", "foot-right")
STANCE = _mask(*LEGS)


@dataclass(frozen=True, slots=True)
class Pose:
    """A pose.

    `row` are its numbers (`skeleton.CHANNELS`); where `free` (an arm) the held thing decides, unless it
    is `whole` the posture decides on the legs; `draws` says that the right hand has the bowstring.
    """

    labels: Labels

    row: Array
    free: Bits
    whole: bool
    draws: bool


class Asked(NamedTuple):
    """What a held thing asks of free arms: those of a pose, the hands `spread` (尺) from the middle."""

    pose: str
    spread: float | None = None


@dataclass(frozen=True, slots=True)
class Gait:
    """How feet go, lengths in 尺.

    `lift` is how high a foot is carried, `roll` how far (degrees) the heel comes up of one that is left
    `behind` by so much; `ball` and `ankle` are how far the ankle is behind and above the ball of the foot;
    `close` is how high a foot is lifted to take another stance.
    """

    lift: float
    roll: float
    behind: float
    ball: float
    ankle: float
    close: float


@dataclass(frozen=True, slots=True)
class Poses:
    """All poses by name, the pose in which each posture has its legs, and the gait."""

    named: Mapping[str, Pose]
    postures: Mapping[str, str]
    gait: Gait

    def pose(self, name: str, posture: str = "") -> Pose:
        """Return the pose of that name, as it is in a posture; raises InputError with the nearest one."""
        pose = self.named.get(f"{name}-{posture}") or self.named.get(name)
        if pose is None:
            raise InputError(
                f"no pose '{name}'", expected=", ".join(self.named), given=name, valid=self.named
            )
        return pose

    def row(self, name: str, posture: str, arms: Asked | None) -> Array:
        """Return the numbers of a pose in a posture, its free arms as what he holds asks.

        Where that asks for the pose itself, or a form of it (`carry-pole`), or for both hands apart, no arm
        is left to the pose.
        """
        pose = self.pose(name, posture)
        row = pose.row
        if not pose.whole:
            row = np.where(STANCE, self.pose(self.postures[posture]).row, row)
        if arms is None:
            return row
        asked = self.pose(arms.pose, posture).row
        if arms.spread is not None:
            asked = asked.copy()
            for side, sign in SIDES.items():
                asked[SLICES[f"hand-{side}", "at"].start] = sign * arms.spread
        own = arms.spread is not None or arms.pose == name or arms.pose.startswith(f"{name}-")
        return np.where(BOTH_ARMS if own else pose.free, asked, row)


def smooth(share: Array) -> Array:
    """Return 0 to 1 with a soft beginning and a soft end."""
    share = np.clip(share, 0.0, 1.0)
    return share * share * (3 - 2 * share)


def read_poses(node: Table) -> Poses:
    """Read the document of poses.

    Raises
    ------
    InputError
        At the place in the file that is wrong.
    """
    fields = schema.record(node, DOCUMENT, "the poses")
    rows: dict[str, Pose] = {}
    for name, pose in fields["poses"].items():
        rows[name] = _pose(pose, rows)
    fields["gait"].pop("why")
    return Poses(rows, fields["postures"], Gait(**fields["gait"]))


def _pose(node: Node, known: Mapping[str, Pose]) -> Pose:
    fields = schema.record(node, POSE, "a pose")
    row = np.zeros(WIDTH)
    if fields["like"] is not None:
        if fields["like"] not in known:
            raise InputError(
                f"no pose '{fields['like']}' above", node.where, given=fields["like"], valid=known
            )
        row = known[fields["like"]].row.copy()
    for name, bone in PAIRS.items():
        for side in SIDES:
            _fill(row, f"{bone}-{side}", fields[name], mirrored=side == "left")
    for bone in CHANNELS:
        _fill(row, bone, fields[bone])
    free = np.zeros(WIDTH, dtype=bool)
    for side in fields["free"]:
        free |= ARMS[side]
    whole = fields["whole"] or any(fields[bone] is not None for bone in (*LEGS, "feet"))
    return Pose(fields["labels"], row, free, whole, fields["draws"])


def _fill(row: Array, bone: str, values: Mapping[str, Array] | None, mirrored: bool = False) -> None:
    """Write the values of one bone into a row."""
    for value, numbers in (values or {}).items():
        if numbers is not None:
            row[SLICES[bone, value]] = numbers * MIRROR[value] if mirrored else numbers
