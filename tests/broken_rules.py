"""For every row of the rules of 乡射 a small change of the rite as it is played (to a win of the right) that breaks it.

A row is named by its first ref, its predicate and the first two slots; where that is not enough, by its premise.
"""

from __future__ import annotations

from retold import (
    Change,
    as_it_is,
    belongs_to,
    both,
    by,
    change_places,
    leave_out,
    lies,
    lies_at_last,
    look,
    move,
    of_side,
    once_more,
    one_lies,
    shift,
    tell,
    trade,
)

EAST, WEST = {"by": "steps-east"}, {"by": "steps-west"}
FIRST_SHOT = {"do": "shoot", "who": "pair1-upper", "section": "chu-she", "n": 0}
ANSWER = {"do": "shoot", "who": "pair1-lower", "section": "chu-she", "n": 0}

BROKEN: dict[str, Change] = {
    # steps, ways, crossing
    "R01 by_steps guest steps-west": tell(EAST, do="ascend", who="guest", n=0),
    "R01 by_steps host steps-east": tell(WEST, do="ascend", who="host", n=0),
    "R02 by_steps archery-director steps-west": tell(EAST, do="ascend", who="archery-director", n=0),
    "R02 by_steps goblet-raiser steps-west": tell(EAST, do="ascend", who="goblet-raiser", n=0),
    "R02 by_steps music-director steps-west": tell(EAST, do="ascend", who="musicians-1", n=0),
    "R03 leads young-pairs steps-west": move("pair1-lower", z=1.0, ref="16.14", who="pair1-lower", n=0),
    "R05 keeps_left young-pairs ascend": move("pair1-upper", x=9.0, at="middle", ref="16.14", n=0),
    "R06 keeps_left young-pairs 18.53": move("pair1-upper", x=9.0, y=-9.0, at="middle", ref="16.10", n=0),
    "R07 on_the_left 16.65": move("pair1-upper", x=20.0, at="start", ref="16.65", n=0),
    "R08 meets_on_the_left archery-director overseer": move(
        "archery-director", x=-9.0, at="end", ref="16.45"
    ),
    "R09 way_passes steps-west.front west-of-hall": move("guests-below-1", y=60.0, ref="20.47a", n=0),
    "R10 way_keeps guest steps-west.front": move("guest", y=-60.0, ref="20.08", do="walk", n=0),
    "R10 way_keeps grandees 20.07": move("grandee", y=-60.0, ref="20.07", do="walk", n=2),
    "R12 way_passes 16.38 mark-left": move("overseer", x=-20.0, ref="16.38", n=0),
    "R13 rounds 15.25 pillar-west xu": move("archery-director", y=-9.0, ref="15.25"),
    "R13 rounds 15.25 pillar-west xiang": as_it_is,  # in the ward school all pass inside
    "R14 never pipers hall": move("tallier", y=6.0, do="report", who="tallier", n=0),
    "R15 way_passes overseer steps-west.head": move("overseer", y=-40.0, ref="13.03", do="walk", n=0),
    # bows and stance
    "R16 sequence young-archers shoot": leave_out(ref="16.21", do="bow", who="pair1-upper", n=0),
    "R16 sequence archery-director shoot": leave_out(ref="15.20"),
    "R16 sequence grandee-pairs shoot": leave_out(ref="20.39", do="bow", n=0),
    "R16 sequence host-pairs shoot": leave_out(ref="20.16", do="bow", n=0),
    "R17 afterwards young-archers shoot": leave_out(ref="16.61", do="bow", who="pair1-upper", n=0),
    "R17 afterwards archery-director shoot": leave_out(ref="15.35"),
    "R17 afterwards host-pairs shoot": leave_out(ref="20.25", do="bow", n=0),
    "R18 done_so archery-director step-on": tell({"foot": "right"}, ref="15.29"),
    "R18 done_so young-archers turn": tell({"then": "as-they-are"}, ref="16.22", n=0),
    "R18 order archery-director step-on": leave_out(do="step-on", who="archery-director"),
    "R19 on_marks young-pairs mark-right": look("pair1-upper", station="mark-left", **FIRST_SHOT),
    "R20 goes_at_most archery-director step-on": move("archery-director", y=9.0, at="end", ref="15.29"),
    "R21 in_file young-archers wait": move("pair1-upper", y=-30.0, at="start", ref="15.14"),
    "R21 in_file young-archers yield": move("pair1-upper", x=-30.0, at="start", ref="15.03"),
    "R22 sequence guest join": by("host", ref="24.31", do="bow", who="guest"),
    "R22 sequence host join": once_more(ref="24.31", people=("host",), do="bow", who="host"),
    # gear and dress
    "R25 never archery-director rod": look("archery-director", plus="rod", of="holds", ref="14.09"),
    "R26 lays_down_only archery-director bow": one_lies(
        "bow", "archery-director", {"holder": "overseer"}, ref="25.14"
    ),
    "R26 lays_down_only archery-director arrow": one_lies(
        "arrow", "archery-director", {"holder": "overseer"}, ref="25.14"
    ),
    "R27 never overseer thumb-ring": look("overseer", plus="thumb-ring", ref="16.30", n=0),
    "R27 never overseer arm-guard": look("overseer", plus="arm-guard", ref="16.30", n=0),
    "R28 always overseer bare": look("overseer", minus="bare", do="push-bow", n=0),
    "R28 never overseer bare": look("overseer", plus="bare", do="shoot", who="pair3-upper", n=0),
    "R29 never overseer bow": look(
        "overseer", plus="overseer.bow", of="holds", do="shoot", who="pair3-upper", n=1
    ),
    "R30 order young-archers tuck": leave_out(do="tuck", who="pair1-lower"),
    "R30 count archery-director shoot": both(
        leave_out(do="shoot", who="pair3-upper", section="chu-she", n=-1),
        leave_out(do="shoot", who="pair3-lower", section="chu-she", n=-1),
    ),
    "R31 shows archery-director hold": look("archery-director", pose="stand", ref="15.34"),
    "R32 place_during host east-of-hall": look("host", station="west-of-hall", do="gear-on", who="host", n=0),
    "R32 place_during guest west-of-hall": look("guest", station=None, do="gear-on", who="guest", n=0),
    "R34 always grandees bare": look("grandee", minus="crimson-jacket", do="shoot", who="grandee", n=0),
    "R30 always young-archers bare": look("pair1-upper", minus="bare", do="shoot", who="pair1-upper", n=0),
    "R30 always other-pairs bare": look("seniors-1", minus="thumb-ring", do="shoot", who="seniors-1", n=0),
    "R30 always host bare": look("host", minus="arm-guard", do="shoot", who="host", n=0),
    "R30 always guest bare": look("guest", minus="bare", do="shoot", who="guest", n=0),
    "R35 always overseer marshal": look("overseer", office=None, do="raise-bow", n=0),
    # target, banner, arrows
    "R36 place_during marker screen.place": look(
        "marker", station="target.front", do="shoot", who="pair2-lower", n=0
    ),
    "R36 place_during marker target.front": look("marker", station="screen.place", do="gather", n=0),
    "R37 says archery-director hit-no-man": shift(60.0, 60.0, ref="16.47"),
    "R38 order marker kneel": leave_out(do="kneel", who="marker"),
    "R38 always marker kneeling": look("marker", posture="standing", do="raise-banner", n=0),
    "R39 lasts_until marker call": shift(0.0, -9.0, do="call", section="chu-she", n=0),
    "R39 done_so marker call": tell({"words": "assent"}, ref="25.04", do="call"),
    "R40 always overseer 225": move("overseer", turn=90.0, do="push-bow", n=1),
    "R41 alternates young-pairs shoot": trade(FIRST_SHOT, ANSWER),
    "R42 never archery-director banner": look(
        "archery-director", plus="banner", of="holds", ref="15.33", n=0
    ),
    "R43 always young-men kneeling": look(
        "young-men-1", posture="standing", do="lay", who="young-men-1", n=0
    ),
    "R44 always overseer kneeling": look("overseer", posture="standing", do="sort", n=0),
    "R45 always pair1-upper kneeling": look(
        "pair1-upper", posture="standing", do="join", who="pair1-upper", n=0
    ),
    "R45 always pair1-lower kneeling": look(
        "pair1-lower", posture="standing", do="join", who="pair1-lower", n=0
    ),
    "R46 turns_left young-archers 18.38": move("pair1-upper", turn=-90.0, ref="18.38", do="turn", n=0),
    "R47 alternates young-pairs join": by(
        "pair1-lower", do="join", who="pair1-upper", section="zai-qing-she", n=0
    ),
    "R47 count young-archers join": leave_out(do="join", who="pair3-lower", n=-1),
    "R48 does_not other-archers join": once_more(
        people=("guests-below-4",), do="join", section="zai-qing-she", n=0
    ),
    "R49 count pair3-lower hand-over": once_more(do="hand-over", who="pair3-lower", section="zai-qing-she"),
    "R49 count pair3-upper hand-over": both(
        by("pair3-upper", do="hand-over", who="pair3-lower", section="zai-qing-she"),
        once_more(people=("pair3-upper",), do="hand-over", who="pair3-lower", section="zai-qing-she"),
    ),
    "R49 done_so young-archers hand-over": tell(
        {"count": "3"}, do="hand-over", who="pair3-lower", section="zai-qing-she"
    ),
    "R49 handed_only_to arrow arms-keepers": tell(
        {"to": "seniors-1"}, do="hand-over", who="pair3-lower", section="zai-qing-she"
    ),
    "S67 bears arrow-rack arrow": one_lies(
        "arrow", "arrow-rack", {"holder": None, "point": None}, at="end", do="sort", section="qu-shi"
    ),
    "S68 bears arrow-rack arrow": one_lies(
        "arrow", "arrow-rack", {"holder": None, "point": None}, at="end", do="sort", section="shi-suan"
    ),
    "R50 condition_during lower-rope tied": lies(
        "lower-rope", condition="folded", ref="15.33", do="shoot", n=1
    ),
    # the count
    "R51 does_not tallier lay-counter": once_more(in_section="chu-she", do="lay-counter", n=0),
    "R52 one_for_each_hit heap-right heap-left": one_lies(
        "counter", "heap-right", {"holder": "heap-left"}, at="end", for_seconds=9.0, do="lay-counter", n=0
    ),
    "R54 made_ready tallier tally-holder": one_lies(
        "counter", "tallier", {"holder": "marker"}, do="shoot", who="pair2-upper", section="bin-zhu-she", n=0
    ),
    "R55 total counter counters": lies_at_last("counter-1", holder=None, point=None),
    "R57 on_marks host-pairs mark-right": look("guest", station="mark-left", do="shoot", who="guest", n=0),
    "R58 in_turn count-heap heap": tell({"heap": "counters-rest"}, do="count-heap", n=0),
    "R59 counted_shape heap-right": one_lies(
        "counter", "heap-right", {"facing": 45.0}, at="end", do="count-heap", n=0
    ),
    "R60 announced tallier right-over-left": one_lies(
        "counter", "tallier", {"holder": "marker"}, ref="21.25", n=0
    ),
    "R61 says archery-director shoot": tell({"to": "pair1-lower"}, ref="16.06", section="chu-she"),
    "R62 in_measures drummer strike": shift(10.0, 10.0, do="strike", who="drummer", section="san-she", n=1),
    "R62 for_each_pair drummer strike": once_more(30.0, do="strike", who="drummer", section="san-she", n=-1),
    "R63 for_each_pair musicians sing": leave_out(do="sing", section="san-she", n=0),
    # who is matched with whom
    "R65 on_marks grandee-pairs mark-right": look(
        "grandee", station="mark-right", do="shoot", who="grandee", n=1
    ),
    "R66 walks_behind grandee-pairs": move(
        "guests-below-1", y=9.0, at="end", ref="20.39", do="walk", who="grandee", n=0
    ),
    "R66 count grandee-mates step-back": leave_out(do="step-back", who="guests-below-1", n=0),
    "R67 of_side young-archers guest": of_side("pair1-upper", "host"),
    "R68 does_not seniors-3 descend": once_more(
        people=("seniors-3",), do="descend", section="zai-qing-she", n=0
    ),
    "R69 in_file other-archers wait no": move("guests-below-1", x=-60.0, at="start", ref="18.16"),
    "R69 in_file other-archers wait yes": move("guests-below-1", x=-90.0, y=-90.0, at="start", ref="18.16"),
    "R70 says archery-director prompts-guest-and-host": tell({"to": "host"}, ref="20.04", do="say"),
    # the losers drink
    "R71 shows young-archers lost": look("pair1-lower", plus="bare", ref="22.26", n=0),
    "R71 does_not young-archers sacrifice": once_more(
        people=("pair1-lower",), in_section="yin-busheng", do="sacrifice", n=0
    ),
    "R72 shows young-archers won": look("pair1-upper", minus="bare", ref="22.22", do="ascend", n=0),
    "R73 goes_first won 22.22": change_places(
        "pair2-upper", "pair2-lower", ref="22.22", who="pair2-upper", n=0
    ),
    "R73 goes_first lost 22.29": change_places(
        "pair2-upper", "pair2-lower", ref="22.29", who="pair2-upper", n=0
    ),
    "R73 stands_by young-pairs 22.26": look("pair2-upper", station=None, ref="22.26", who="pair2-lower", n=0),
    "R74 handed_only_to goblet guest": tell({"to": "seniors-1"}, do="hand-over", section="yin-busheng", n=0),
    "R75 never guest bow": look(
        "host", plus="host.bow", of="holds", do="drink", who="host", section="yin-busheng"
    ),
    "R75 place_during guest steps-west.head": once_more(
        people=("guest",), do="drink", who="host", section="yin-busheng"
    ),
    "R75 place_during host steps-west.head": look(
        "host", station=None, do="drink", who="host", section="yin-busheng-3"
    ),
    "R76 first_by pour winners-boy": by("cup-bearer", do="pour", section="yin-busheng", n=0),
    "R77 alone grandee-mates ascend": once_more(
        people=("guests-below-1",), do="ascend", section="yin-busheng", n=0
    ),
    # cups, mats, toasts
    "R78 travels offering-cup upper-basket": lies_at_last("offering-cup", holder="host"),
    "R79 travels grandee-cup upper-basket": lies_at_last("grandee-cup", holder="host"),
    "R80 comes_by guest guest.mat.place": move("guest", x=3.0, at="start", ref="20.33", do="walk", n=2),
    "R80 comes_by host host.mat.place": move("host", y=3.0, at="start", ref="20.34", do="walk", n=1),
    "R80 comes_by grandee grandee.mat.place": move("grandee", x=3.0, at="start", ref="20.49", do="walk", n=3),
    "R81 always musicians seated": look("musicians-1", posture="standing", do="sing", n=0),
    "R81 does_not other-musicians prostrate": once_more(
        people=("musicians-2",), in_section="yue-bin", do="prostrate", n=0
    ),
    "R82 does_not other-pipers prostrate": once_more(
        people=("pipers-2",), in_section="yue-bin", do="prostrate", n=0
    ),
    "R82 afterwards guest kneeling": leave_out(ref="04.46", do="prostrate", who="guest"),
    "R82 afterwards guest standing": tell(
        {"posture": "standing"}, do="drink", who="host", section="zuo-zhuren", n=0
    ),
    "R83 does_not young-archers shoot": belongs_to("lv-chou", do="shoot", section="chu-she"),
    "R84 washed 22.06": lies("penalty-goblet", condition="empty", do="pour", ref="22.06", n=0),
    "R84 washed 22.44": lies("penalty-goblet", condition="empty", do="pour", ref="22.44", n=0),
    "R84 washed 23.02": lies("officers-cup", condition="empty", do="pour", ref="23.02", n=0),
    "R84 washed 23.33": lies("officers-cup", condition="empty", do="pour", ref="23.33", n=0),
    "R84 washed 13.14": lies("overseer.goblet", condition="empty", do="pour", ref="13.14", n=0),
    "R84 washed 30.03": lies("guest-round-goblet", condition="empty", do="pour", ref="30.03", n=0),
    "R84 washed 04.25": lies("offering-cup", condition="empty", do="pour", ref="04.25", n=0),
    "R84 does_not toast wash": once_more(people=("guest",), in_section="lv-chou", do="wash", n=0),
    "R84 does_not toast sacrifice": once_more(people=("guest",), in_section="lv-chou", do="sacrifice", n=0),
    "R85 does_not grandees arrive": once_more(people=("grandee",), in_section="yue-bin", do="arrive", n=0),
    "R85 does_not other-guests arrive": once_more(people=("seniors-1",), in_section="yan", do="arrive", n=0),
    "R86 after_all grandees depart": shift(-900.0, -900.0, do="depart", who="grandee", section="bin-chu"),
    "R86 count host prostrate": leave_out(do="prostrate", who="host", section="bin-chu", n=-1),
    "R87 done_so host prostrate": tell({"times": "1"}, ref="33.08", do="prostrate"),
    "R87 does_not guest prostrate": once_more(people=("guest",), in_section="bin-chu", do="prostrate", n=0),
    "R88 never guest hall": move("guest", y=20.0, z=3.0, do="shoes-off", who="guest", n=0),
    "R88 order guest shoes-off": leave_out(do="shoes-off", who="seniors-1"),
    "R90 does_not goblet-raiser hand-over": once_more(
        people=("goblet-raiser",), in_section="ju-zhi", do="hand-over", n=0
    ),
    "R91 sequence pair1-upper join": leave_out(ref="18.34", who="pair1-upper", n=0),
    "R91 sequence pair1-lower join": by("pair1-upper", ref="18.31", who="pair1-upper", n=0),
}

BESIDES = {
    "R47 alternates young-pairs join": {
        "R45 always pair1-lower kneeling",
        "R47 count young-archers join",
        "R91 sequence pair1-upper join",
    },
    "R84 washed 23.33": {"R84 washed 23.02"},
    "R51 does_not tallier lay-counter": {"R52 one_for_each_hit heap-right heap-left"},
}
"""Rows that the change for another row breaks too, as they say the same of the same acts."""
