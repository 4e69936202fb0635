"""What a small rite needs for shooting and counting: a target, a tally holder, heaps, counters."""

from __future__ import annotations

TALLY = """
  target:
    kind: cloth-target
    labels: {hans: 侯, en: target}
    facing: {to: north, status: supplied, why: test}
    statements:
      - {south_of: hall.front, by: 二十丈, status: supplied, why: test}
      - {above: ground, by: 一尺, status: supplied, why: test}
    measures:
      hem: {is: target.z, status: supplied, why: test}
      center_side: {is: 一丈, status: supplied, why: test}
      upper_width: {is: 四丈, status: supplied, why: test}
      lower_width: {is: 三丈, status: supplied, why: test}
      height: {is: 丈八尺, status: supplied, why: test}
  tally-holder:
    kind: tally-holder
    labels: {hans: 中, en: tally holder}
    facing: {to: east, status: supplied, why: test}
    statements: [{east_of: PLACE, by: 二尺, status: supplied, why: test}]
  right:
    kind: heap
    labels: {hans: 右获, en: right heap}
    facing: {to: east, status: supplied, why: test}
    statements: [{south_of: tally-holder, by: 二尺, status: supplied, why: test}]
  left:
    kind: heap
    labels: {hans: 左获, en: left heap}
    facing: {to: east, status: supplied, why: test}
    statements: [{north_of: tally-holder, by: 二尺, status: supplied, why: test}]
  rest:
    kind: heap
    labels: {hans: 余算, en: reserve}
    facing: {to: east, status: supplied, why: test}
    statements: [{east_of: PLACE, by: 一尺, status: supplied, why: test}]
  counter:
    kind: counter
    labels: {hans: 算, en: counter}
    count: COUNT
    starts: PLACE
    statements: [{at: PLACE, status: supplied, why: test}]
"""


def tally(place: str, counters: int) -> str:
    """The objects, round the place of the man who counts."""
    return TALLY.replace("PLACE", place).replace("COUNT", f'"{counters}"').lstrip("\n")


READY = """- {who: two, do: kneel}
- {who: two, do: gather-counters}
- {who: two, do: load-counters}
- {who: two, do: lay-rest, heap: rest}
- {who: two, do: gather-counters, from: tally-holder}
"""
LOADED = READY + "- {who: two, do: load-counters, from: rest}\n"
SHOT = "- {who: one, do: shoot, at: target}\n"
LAID = "- {who: two, do: lay-counter, heap: %s, if: shot.counts}\n"
HEAPS = "- {who: two, do: count-heap, heap: %s}\n- {who: two, do: count-heap, heap: %s}"
MEDDLING = """- {who: two, do: kneel, facing: east}
- {who: three, do: walk, to: two.right}
- {who: three, do: kneel}
- {who: three, do: gather-counters}
- {who: three, do: lay-counter, heap: right}
- together:
    - {who: two, do: count-heap, heap: right}
    - {who: three, do: %s}"""
WALK = "- {who: duo, do: walk, to: [d, a], facing: %s}"
SAY = "- {who: one, do: say, to: %s, words: well-done}"

CASES = {
    # predicate: (rule, acts that keep it, acts that break it)
    "on_marks": ("who: duo, upper: a, lower: c", SHOT, "- {who: one, do: walk, to: d}\n" + SHOT),
    "walks_behind": ("who: duo", WALK % "east", WALK % "west"),
    "says": ("who: one, words: well-done, to: two, sections: one", SAY % "two", SAY % "three"),
    "one_for_each_hit": (
        "right: right, left: left, at: target",
        LOADED + 4 * (SHOT + LAID % "right"),
        LOADED + 4 * (SHOT + LAID % "left"),
    ),
    "bears": (
        "thing: tally-holder, kind: counter, count: 2 * 4, who: two, do: wait, sections: one",
        LOADED + "- {who: two, do: wait}",
        READY + "- {who: two, do: wait}",
    ),
    "made_ready": (
        'who: two, at: tally-holder, count: "8", heap: rest',
        LOADED + SHOT + LAID % "right",
        READY + SHOT + "- {who: two, do: lay-counter, heap: right}",
    ),
    "in_turn": (
        "do: count-heap, slot: heap, are: [right, left]",
        "- {who: two, do: kneel}\n" + HEAPS % ("right", "left"),
        "- {who: two, do: kneel}\n" + HEAPS % ("left", "right"),
    ),
    "counted_shape": ("heap: right", MEDDLING % "wait", MEDDLING % "lay-counter, heap: right"),
    "announced": (
        "who: one, words: right-over-left",
        "- {who: one, do: report, to: two, words: well-done}",
        "- {who: one, do: report, to: two, words: right-over-left}",
    ),
}
