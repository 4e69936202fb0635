"""The people of a scene: bodies, dress by role, and where every bone is in a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from courtyard3d.reading import schema
from courtyard3d.reading.nodes import Table
from courtyard3d.reading.schema import Field
from courtyard3d.scene.cloth import Cloth
from courtyard3d.scene.mesh import Array, apply, rotations, table
from courtyard3d.scene.poses import Asked, Gait, Poses, smooth
from courtyard3d.scene.recipes import GRIP, Grip
from courtyard3d.scene.skeleton import BONES, SIDES, SLICES, WIDTH, Body, frames
from courtyard3d.scene.state import Feet, FigureState
from courtyard3d.scene.values import length, number, offset

FEET = tuple(SLICES[f"foot-{side}", "at"] for side in SIDES)
FEET_TURN = tuple(SLICES[f"foot-{side}", "turn"] for side in SIDES)
EARLY = 1.6  # how much faster a foot goes up a step than on
STRETCHED = 0.995  # of a leg, so that a knee never locks
HIPS_UP = SLICES["pelvis", "at"].start + 2
FOOT_STARTS = (0.0, 0.4)  # of a blend: when the left and the right foot are taken up
FOOT_TIME = 0.6  # of a blend: how long one is in the air


@dataclass(frozen=True, slots=True)
class Figure:
    """What bodies have in common (`meshes/body.yaml`).

    `places` are what a person holds things in, each on a bone; `wears` gives the material of
    each piece of dress, `roles` and `statures` what differs for a person's id, group or kind.
    """

    body: Body
    height: float
    places: Mapping[str, tuple[int, Grip]]
    wears: Mapping[str, str]
    roles: Mapping[str, Mapping[str, str]]
    statures: Mapping[str, float]

    @property
    def hiding(self) -> frozenset[str]:
        """The places that show nothing of what is in them."""
        return frozenset(name for name, (_, place) in self.places.items() if place.hides)

    def dress(self, names: Sequence[str]) -> dict[str, str]:
        """Return the material of each piece of dress; of a person's names the first known counts.

        A piece may be of what another piece is made of.
        """
        worn = {**self.wears, **next((self.roles[name] for name in names if name in self.roles), {})}
        return {piece: worn.get(material, material) for piece, material in worn.items()}

    def size(self, names: Sequence[str]) -> float:
        """Return how tall a person with these names is, as a share of the common height."""
        stature = next((self.statures[name] for name in names if name in self.statures), self.height)
        return stature / self.height


JOINTS = {
    joint: Field(offset, "from the joint above, the right one", required=True)
    for joint in ("waist", "neck", "shoulder", "palm", "hip")
}
LIMBS = {
    limb: Field(length, "its length", required=True) for limb in ("upper_arm", "forearm", "thigh", "shank")
}
PLACE = {
    "bone": Field(schema.one_of(*BONES), "what carries it", required=True),
    **{name: GRIP[name] for name in ("at", "turn", "hides")},
}
CLOTH = {
    "knee": Field(offset, "half width and half depth of the skirt at the knee", required=True),
    "hem": Field(offset, "half width and half depth of the skirt at the hem", required=True),
    "leg": Field(length, "the room that a leg takes in it", required=True),
    "lap_wide": Field(number, "how many times as wide it gets over the thighs", required=True),
    "wide": Field(number, "how many times as wide it gets below the knees", required=True),
    "flat": Field(number, "how flat it is pressed", required=True),
    "length": Field(length, "from the knee to the hem", required=True),
    "drawn": Field(number, "what is left of that when it is lifted", required=True),
    "laid": Field(number, "what is left of what hangs from the girdle, on thighs that lie", required=True),
    "over": Field(number, "what is at least left of its depth there", required=True),
    "sleeve": Field(length, "how deep a sleeve hangs", required=True),
    "gathered": Field(number, "what is left of that on an arm that hangs", required=True),
}
BODY = {
    "height": Field(length, "of a man with his cap", required=True),
    "joints": Field(schema.nested(JOINTS), "where bones join", required=True),
    "limbs": Field(schema.nested(LIMBS), "how long bones are", required=True),
    "cloth": Field(schema.nested(CLOTH), "how cloth hangs and gives way", required=True),
    "places": Field(schema.mapping(schema.nested(PLACE)), "what a person holds things in", required=True),
    "wears": Field(schema.mapping(schema.name), "the material of each piece of dress", required=True),
    "roles": Field(schema.mapping(schema.mapping(schema.name)), "what differs by id or kind", required=True),
    "statures": Field(schema.mapping(length), "heights that differ by id or kind", required=True),
    "why": Field(schema.text, "where the numbers come from", required=True),
}


def read_figure(node: Table) -> Figure:
    """Read the document of bodies.

    Raises
    ------
    InputError
        At the place in the file that is wrong.
    """
    fields = schema.record(node, BODY, "the body")
    places = {
        name: (BONES.index(place["bone"]), Grip(**{key: place[key] for key in ("at", "turn", "hides")}))
        for name, place in fields["places"].items()
    }
    return Figure(
        body=Body(**fields["joints"], **fields["limbs"], cloth=Cloth(**fields["cloth"])),
        places=places,
        **{key: fields[key] for key in ("height", "wears", "roles", "statures")},
    )


@dataclass(frozen=True, slots=True)
class Frames:
    """Where bones are in the world: turns (n, bones, 3, 3), origins (n, bones, 3) and `ground` (n,) in 尺."""

    turns: Array
    origins: Array
    ground: Array


def company(
    figure: Figure, poses: Poses, sizes: Array, states: Sequence[FigureState], arms: Sequence[Asked | None]
) -> Frames:
    """Return the bones of many people at one moment.

    Parameters
    ----------
    figure, poses : Figure, Poses
    sizes : (n,)
        How tall each is, as a share of the common height.
    states : sequence of FigureState
        One for each; who is absent stands at the origin.
    arms : sequence of Asked or None
        What the things in his hands ask of each one's arms, where these are free.
    """
    rows = _rows(poses, states, arms)
    places = table((s.position or (0.0, 0.0, 0.0) for s in states), 3)
    facings = np.array([s.facing or 0.0 for s in states])
    level = np.zeros(len(states))
    walking = np.array([s.feet is not None for s in states], dtype=bool)
    if walking.any():
        feet = [s.feet for s in states if s.feet is not None]
        bodies = places[walking], facings[walking], sizes[walking]
        rows[walking] = _walking(figure.body, poses, rows[walking], feet, bodies)
        level[walking] = (np.array([f.level for f in feet]) - places[walking, 2]) / sizes[walking]
    turns, origins = frames(figure.body, rows, level)
    world = _turned(facings)
    origins = places[:, None] + np.einsum("nij,nbj->nbi", world, origins) * sizes[:, None, None]
    return Frames(world[:, None] @ turns, origins, places[:, 2])


def _rows(poses: Poses, states: Sequence[FigureState], arms: Sequence[Asked | None]) -> Array:
    """Return the numbers of each one's pose, come from the pose before as far as `blend` says."""
    armed = list(zip(states, arms, strict=True))
    after = table((poses.row(s.pose, s.posture, arm) for s, arm in armed), WIDTH)
    before = table((poses.row(s.before, s.posture_before, arm) for s, arm in armed), WIDTH)
    blend = np.array([s.blend for s in states])
    way = after - before
    rows: Array = before + way * smooth(blend)[:, None]
    for foot, turn, start in zip(FEET, FEET_TURN, FOOT_STARTS, strict=True):
        share = np.clip((blend - start) / FOOT_TIME, 0.0, 1.0)
        for part in (foot, turn):
            rows[:, part] = before[:, part] + way[:, part] * smooth(share)[:, None]
        lift = np.minimum(np.linalg.norm(way[:, foot], axis=1), poses.gait.close)
        rows[:, foot.stop - 1] += lift * np.sin(np.pi * share)
        toes = _below(rows[:, turn.start], poses.gait)
        rows[:, foot.stop - 1] += np.sin(np.pi * share) * np.maximum(toes - rows[:, foot.stop - 1], 0.0)
    return rows


def _below(pitch: Array, gait: Gait) -> Array:
    """Return how far (n,) the ball of a foot is below its ankle, where it is turned up so many degrees."""
    turned = np.radians(pitch)
    below: Array = gait.ankle * np.cos(turned) - gait.ball * np.sin(turned)
    return below


def _walking(
    body: Body, poses: Poses, rows: Array, feet: Sequence[Feet], bodies: tuple[Array, Array, Array]
) -> Array:
    """Put feet where they are in the world, hips as low as legs ask for; `bodies` stand, face, measure."""
    rows, gait, rest = np.array(rows), poses.gait, poses.row(poses.postures["standing"], "standing", None)
    places, facings, sizes = bodies
    steps = [[both.left for both in feet], [both.right for both in feet]]
    for (foot, turn), stepping in zip(zip(FEET, FEET_TURN, strict=True), steps, strict=True):
        start, end = table((step.start for step in stepping), 4), table((step.end for step in stepping), 4)
        share = np.array([step.share for step in stepping])
        stance = rest[foot] * sizes[:, None]
        before, after = (spot[:, :3] + apply(_turned(spot[:, 3]), stance) for spot in (start, end))
        at = _carried(before, after, share, gait.lift * sizes)
        yaw = start[:, 3] + smooth(share) * (end[:, 3] - start[:, 3])
        rows[:, foot] = apply(_turned(-facings), at - places) / sizes[:, None]
        rows[:, turn] = rest[turn]
        rows[:, turn.start + 1] += yaw - facings
        flat = rotations(rows[:, turn])
        rows[:, turn.start] -= gait.roll * smooth(
            (rest[foot.start + 1] - rows[:, foot.start + 1]) / gait.behind
        )
        rows[:, foot] += (flat - rotations(rows[:, turn])) @ (0.0, gait.ball, -gait.ankle)
    for foot in FEET:
        _lower(body, rows, foot)
    return rows


def _carried(start: Array, end: Array, share: Array, lift: Array) -> Array:
    """Return where a foot is on its way (n, 3): up before it goes on, and down after it."""
    at: Array = start + (end - start) * smooth(share)[:, None]
    rise = end[:, 2] - start[:, 2]
    early = np.where(rise > 0, smooth(EARLY * share), 1 - smooth(EARLY * (1 - share)))
    at[:, 2] = start[:, 2] + rise * early + lift * np.sin(np.pi * share)
    return at


def _turned(facings: Array) -> Array:
    """Return the turns (n, 3, 3) of bodies that face so, in degrees."""
    return rotations(np.stack([np.zeros_like(facings), facings, np.zeros_like(facings)], axis=-1))


def _lower(body: Body, rows: Array, foot: slice) -> None:
    """Bring the hips down to where a leg reaches its foot."""
    leg = STRETCHED * (body.thigh + body.shank)
    level = np.minimum(np.abs(rows[:, foot.start + 1] - rows[:, HIPS_UP - 1]), leg)
    highest = rows[:, foot.stop - 1] + np.sqrt(leg**2 - level**2) - body.hip[2]
    rows[:, HIPS_UP] = np.minimum(rows[:, HIPS_UP], highest)
