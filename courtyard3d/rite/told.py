"""Words of an act that are told: what a slot may say, in simplified Chinese and in English."""

from __future__ import annotations

Pair = tuple[str, str]

TOLD: dict[str, dict[str, Pair]] = {
    "way": {"left": ("左还", " to the left"), "right": ("右还", " to the right")},
    "foot": {"left": ("左足", " with the left foot"), "right": ("右足", " with the right foot")},
    "tone": {"gong": ("（宫）", " on the note gong"), "shang": ("（商）", " on the note shang")},
    "posture": {"standing": ("立", ", standing"), "kneeling": ("坐", ", kneeling")},
    "times": {"2": ("再", " twice"), "3": ("三", " three times")},
    "in": {
        "court": ("朝服", " court dress"),
        "dark": ("玄端", " the plain dark dress"),
        "plain": ("常服", " plain dress"),
    },
    "grip": {
        "crosswise": ("横", " crosswise"),
        "lengthwise": ("纵", " lengthwise"),
        "along": ("顺", " along the string"),
    },
    "toward": {"target": ("向侯", " toward the target")},
    "tip": {"south": ("，南踣", ", its tip to the south")},
    "then": {"feet-together": ("，合足而俟", ", brings the feet together and waits")},
}
