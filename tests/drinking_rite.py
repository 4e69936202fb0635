"""Acts after a round in which One has hit, so that his side has won and the side of Two has lost."""

from __future__ import annotations

from tally_rite import SHOT

ARMED = ("en: Two}}", "en: Two}, kit: [bow, arrow x 4]}")
"""What the layout of the small rite needs so that Two can shoot as well."""
WON = 4 * SHOT
CITED = "- {ref: t1, why: test, who: two, do: wait}"
CLIMB = "- {ref: t1, why: test, who: duo, do: ascend, by: steps, leader: %s, lead: 3, between: 1}"
HANDED = "- {who: %s, do: walk, to: one}\n- {who: one, do: hand-over, thing: own.bow, to: %s}"
WAITED = "- {who: %s, do: wait}\n- {who: two, do: wait}"
BEAT = "- {who: three, do: bow}\n"
MEASURE = """- together:
    - {who: three, do: bow, lasts: 12}
    - - {who: one, do: shoot, at: target}
      - {who: two, do: shoot, at: target}
"""

CASES = {
    # predicate: (rule, acts that keep it, acts that break it)
    "shows": (
        "who: all, fate: lost, acts: t1, without: bare, posture: standing, bow: slack",
        WON + "- {who: two, do: unstring, thing: own.bow}\n" + CITED,
        WON + CITED,
    ),
    "goes_first": ("fate: won, acts: t1", WON + CLIMB % "upper", WON + CLIMB % "lower"),
    "stands_by": ("who: duo, acts: t1, at: a", CITED, "- {who: one, do: walk, to: d}\n" + CITED),
    "alone": (
        "who: two, do: bow, fate: lost, sections: one",
        WON + "- {who: two, do: bow}",
        WON + "- {who: duo, do: bow}",
    ),
    "handed_only_to": (
        "thing: bow, to: two, sections: one",
        HANDED % ("two", "two"),
        HANDED % ("three", "three"),
    ),
    "first_by": (
        "do: wait, who: one, fate: won, then: two, sections: one",
        WON + WAITED % "one",
        WON + WAITED % "two",
    ),
    "of_side": ("who: [two, three], is: guest", "- {who: one, do: bow}", None),
    "for_each_pair": ('who: three, do: bow, of: duo, count: "2"', SHOT + 2 * BEAT, SHOT + BEAT),
    "in_measures": ('who: three, do: bow, of: duo, count: "1"', BEAT + MEASURE, MEASURE),
}
BROKEN_BY_ITS_SLOTS = {"of_side": "who: [one, two], is: guest"}
