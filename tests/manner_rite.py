"""Acts that keep and that break the rules about how something is done."""

from __future__ import annotations

CALL = "- together:\n    - {who: one, do: walk, to: b}\n    - {who: one, do: call, lasts: %s}"
IN_ROW = "- {ref: t1, why: test, who: duo, do: bow}"
BOWS = "- {who: one, do: say}\n%s- {who: one, do: walk, to: d}"
BOW = "- {who: one, do: bow}\n"
LAY = "- {ref: %s, why: test, who: one, do: lay, thing: own.bow}"
MEET = """- {who: one, do: walk, to: b}
- meet:
    - [{ref: t1, why: test, who: one, do: walk, to: a}]
    - [{who: three, do: walk, to: a}]
  at: a
  passing: %s"""

WASHING = """
  basin:
    kind: basin
    labels: {hans: 洗, en: basin}
    statements: [{north_of: a, by: 三尺, status: supplied, why: test}]
  jar:
    kind: wine-jar
    labels: {hans: 尊, en: jar}
    statements: [{south_of: a, by: 三尺, status: supplied, why: test}]
  cup:
    kind: goblet
    starts: {held_by: one, in: right-hand}
    labels: {hans: 爵, en: cup}
""".lstrip("\n")
"""The things that one needs who washes a cup and fills it."""
POUR = "- {who: one, do: pour, thing: cup}\n- {who: one, do: drink, thing: cup}\n%s- {ref: t1, why: test, who: one, do: pour, thing: cup}"

CASES = {
    # predicate: (rule, acts that keep it, acts that break it)
    "way_keeps": (
        "who: one, from: a, to: b, north_of: c",
        "- {who: one, do: walk, to: b}",
        None,
    ),
    "done_so": (
        "who: one, do: turn, slot: way, are: left",
        "- {who: one, do: turn, way: left, to: west}",
        "- {who: one, do: turn, way: right, to: west}",
    ),
    "after_all": (
        "who: two, do: bow, of: one, sections: one",
        "- {who: one, do: bow}\n- {who: two, do: bow}",
        "- {who: two, do: bow}\n- {who: one, do: bow}",
    ),
    "afterwards": ('who: one, do: say, of: bow, count: "1", then: walk', BOWS % BOW, BOWS % (2 * BOW)),
    "in_file": (
        "who: [one, two], do: bow, acts: t1, head: north",
        IN_ROW,
        "- {who: two, do: walk, to: d}\n" + IN_ROW,
    ),
    "goes_at_most": (
        "who: one, do: walk, by: 一丈",
        "- {who: one, do: walk, to: b}",
        "- {who: one, do: walk, to: d}",
    ),
    "lasts_until": ("who: one, do: call, at: b", CALL % '"60"', CALL % '"1"'),
    "washed": ("acts: t1", POUR % "- {who: one, do: wash, thing: cup}\n", POUR % ""),
    "lays_down_only": ("who: one, thing: bow, acts: t1", LAY % "t1", LAY % "t2"),
    "meets_on_the_left": ("who: one, of: three, acts: t1", MEET % "left", MEET % "right"),
}
BROKEN_BY_ITS_SLOTS = {"way_keeps": "who: one, from: a, to: b, north_of: a"}
