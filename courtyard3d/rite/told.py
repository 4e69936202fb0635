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
    "toward": {
        "target": ("向侯", " toward the target"),
        "south": ("向南", " toward the south"),
        "screen": ("向乏", " toward the screen"),
        "down": ("，推而下之", ", down before [him|them]"),
    },
    "tied": {
        "above-the-grip": ("于握之上", " above the grip"),
        "below-the-grip": ("于握之下", " below the grip"),
    },
    "tip": {"south": ("，南踣", ", its tip to the south")},
    "then": {"feet-together": ("，合足而俟", ", bring[s] the feet together and wait[s]")},
}
