"""What readings differ about: each value of a premise changes something, each preset plays, notes stand with their acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from small_rite import small_rite

import courtyard3d
from courtyard3d.courtyard import Courtyard
from courtyard3d.layout.premises import in_force
from courtyard3d.rite.acts import Act, Call, Choose, Entry, Meet, Together
from courtyard3d.rite.rules import check_rules, read_rules
from courtyard3d.rite.timeline import Timeline
from courtyard3d.scene import build_scene

STATES_OF_AFFAIRS = {"hall", "grandee", "dukes", "pairs", "guest-and-host-shoot", "grandees-shoot"}

PLACES: Mapping[str, Mapping[str, tuple[str, str, str]]] = {
    # premise=value: what moves, and whither (x, y, z as exact fractions)
    "director-post=eaves": {"archery-director.post": ("-45", "-48", "0"), "west-of-hall": ("-55", "-5", "0")},
    "fetching-place=shooting-place": {"fetching-place-1": ("-44", "-53", "0")},
    "first-place=steps": {"guest.first-place": ("-30", "-33/5", "0")},
    "hanging=double": {"bells": ("-92", "-30", "0")},
    "hanging=east": {"bells": ("55", "-44", "0"), "big-bell": ("55", "-56", "0"), "drum": ("55", "-64", "0")},
    "lane-from=mark": {"target": ("0", "-280", "6/5")},
    "music-director-post=southwest": {"music-director.post": ("36", "-25", "0")},
    "others-in-the-row=3+pairs=8": {
        "west-of-hall.others-row-5": ("-72", "-11", "0"),
        "west-of-hall.others-row-11": ("-72", "-23", "0"),
    },
    "overseer-court=east": {"overseer.goblet": ("39/2", "-20", "0")},
    "xu-room=yes": {"basin": ("45", "-30", "0")},
}
SIZES: Mapping[str, tuple[str, str, str]] = {
    # premise=value: a thing, its measure, and that under the value
    "banner-form=rank+hall=xiang": ("banner", "pole", "35"),
    "posts=upright": ("target", "lower_overhang", "13"),
    "ren=8": ("banner", "pole", "24"),
    "tray-form=footed": ("tray", "feet", "3/10"),
}
ACTS: Mapping[str, tuple[set[str], set[str]]] = {
    # premise=value: refs and procedures that fall away, and those that come in their place
    "another-arrow-from=wall": ({"14.15", "15.41"}, {"14.15", "15.38", "15.41"}),
    "arrows-found=short": (
        {"17.34", "young-men-gather-the-arrows"},
        {"once-more", "young-men-gather-the-arrows"},
    ),
    "bow-tips=upper": ({"18.35"}, {"18.35"}),
    "bundle=below": ({"21.06"}, {"21.06"}),
    "cup-bearer-goes-up=before-the-first-pair": ({"22.35"}, {"22.35"}),
    "demonstration-arrows=upper": (
        {"18.53", "18.55", "take-the-demonstration-arrows"},
        {"18.53", "18.55", "18.58", "take-the-demonstration-arrows"},
    ),
    "director-covers=no": ({"25.07", "director-inspects-the-count"}, {"director-inspects-the-count"}),
    "first-order=steps": ({"14.39", "16.01"}, {"16.01"}),
    "first-server=waits": (
        {"22.10", "arm-the-loser", "server-arms", "server-comes-down"},
        {"22.10", "arm-the-pair", "server-comes-down"},
    ),
    "first-server=winner": (
        {"22.10", "arm-the-loser", "fill-the-first-goblet", "server-arms", "server-comes-down"},
        {"22.10", "22.22", "arm-the-pair", "fill-the-first-goblet", "server-comes-down"},
    ),
    "host-gives-up-arms=west": ({"host-gives-up-his-arms"}, {"host-gives-up-his-arms-in-the-west"}),
    "lower-archer-takes=at-once": ({"take-four-each"}, {"take-in-one-bundle"}),
    "marker-bow=twice": ({"23.06"}, {"23.06"}),
    "marks-painted=beforehand": ({"paint-the-marks", "painters-come"}, {"paint-the-marks", "painters-come"}),
    "marshal-orders=after": (
        {"14.23", "marshal-orders-target-and-banner"},
        {"14.23", "marshal-orders-target-and-banner"},
    ),
    "marshal-ring=yes": ({"marshal-takes-his-bow"}, {"21.01", "marshal-takes-his-bow"}),
    "marshal-round=east": ({"16.37", "16.38"}, {"16.37", "16.38"}),
    "mate-on-the-mark=stays": ({"20.42"}, set()),
    "measures-heard=three": (
        {"hear-one-measure-and-shoot-in-four"},
        {"hear-three-measures-and-shoot-in-two"},
    ),
    "music-master=yes": (set(), {"those-below-come-up", "wash-for-the-master"}),
    "pushed-bow=down": ({"17.10", "21.02"}, {"17.10", "21.02"}),
    "raised-bow=screen": ({"16.30"}, {"16.30"}),
    "second-round-from=shooting-place": ({"18.55", "18.60", "set-off"}, {"18.55", "18.60", "set-off"}),
    "song=caifan": ({"25.18", "25.21"}, {"25.18", "25.21"}),
    "song=caipin": ({"25.18", "25.21"}, {"25.18", "25.21"}),
    "step-at-the-rack=toward-each-other": ({"18.47"}, {"18.47"}),
    "third-fetching-from=fetching-place": (
        {"fetch-one-after-another", "pair-takes-its-bows", "set-off"},
        {"fetch-one-after-another", "pair-takes-its-bows", "set-off"},
    ),
    "three-pairs-chosen=for-the-request": ({"choose-the-three-pairs"}, {"choose-the-three-pairs"}),
    "turn-on-the-mark=right": ({"15.30", "16.22", "20.20", "20.21"}, {"15.30", "16.22", "20.20", "20.21"}),
}
SHOOTERS: Mapping[str, set[str]] = {
    # premise=value: who of those who have mats does not shoot, and whose mate with him
    "guest-and-host-shoot=no": {"guest", "host"},
    "grandees-shoot=no": {"grandee", "guests-below-1"},
}
FORMS = {
    "target-face=beasts": "target",
    "banner-form=rank": "banner",
    "tally-animal=rhinoceros": "tally-holder",
    "tally-animal=rhinoceros+rhinoceros-form=buffalo": "tally-holder",
    "cup-form=bird": "offering-cup",
    "cup-form=ladle": "offering-cup",
    "bow-form=stave": "pair1-upper.bow",
    "stand-form=broad": "cup-stand",
    "stand-form=figure": "cup-stand",
    "rack-heads=one": "arrow-rack",
    "roof=tile": "roof",
}
SHOOTING = (
    *("zai-qing-she", "zai-she", "bin-zhu-she", "shi-suan", "yin-busheng"),
    *("san-qing-she", "san-she", "shi-suan-3", "yin-busheng-3", "she-bi"),
)
ELSEWHERE = {  # tested with the measures, the hall, the cast and the tally
    "bu=8", "chambers=both", "dukes=one", "grandee=none", "grandee=three", "hall=xiang", "li-bu=3", "ren=4", "wu=3",
}  # fmt: skip
TOLD_OTHERWISE = {"raised-bow": "screen", "pushed-bow": "down", "bundle": "below", "song": "caipin"}
CAPTIONS = {
    "16.30": "司马扬弓向乏",
    "17.10": "司马西南面揖弓，推而下之",
    "21.06": "弟子二束四矢于握之下",
    "25.18": "乐正命工一：奏《采蘋》，间若一",
}


def chosen(text: str) -> dict[str, str]:
    return dict(term.split("=") for term in text.split("+"))


@cache
def opened(text: str = "") -> Courtyard:
    return courtyard3d.open("xiangshe", premises=chosen(text) if text else {})


def every_value() -> Iterator[str]:
    """Every value of a premise that is not its default, but for those that follow and those that are numbers."""
    default = opened().choice
    for premise in opened().document.premises.values():
        if not premise.follows:
            yield from (f"{premise.id}={value}" for value in premise.values if value != default[premise.id])


def entries_in_force(entries: Iterable[Entry], choice: Mapping[str, str]) -> Iterator[str]:
    """The acts (with all that they say) and calls that are in force, by their refs and procedures."""
    for entry in entries:
        if not in_force(entry.when, choice):
            continue
        match entry:
            case Act():
                refs = (ref for ref in entry.ref if ref in opened().coverage.acts)
                yield from (f"{ref} {entry.who} {entry.do} {entry.slots}" for ref in refs)
            case Call():
                yield f"{entry.procedure} {entry.where}"
            case Together() | Meet():
                for line in entry.lines:
                    yield from entries_in_force(line, choice)
            case Choose():
                for line in entry.branches.values():
                    yield from entries_in_force(line, choice)
            case _:
                yield from entries_in_force(entry.entries, choice)


def whole_script(choice: Mapping[str, str]) -> Counter[str]:
    script = opened().script
    parts = [section.entries for section in script.sections]
    parts += [procedure.entries for procedure in script.procedures.values()]
    return Counter(line for part in parts for line in entries_in_force(part, choice))


def heads(lines: Iterable[str]) -> set[str]:
    return {line.split(" ", 1)[0] for line in lines}


def test_every_value_is_in_a_table():
    single = {text for text in (*PLACES, *SIZES, *ACTS, *SHOOTERS, *ELSEWHERE) if "+" not in text}
    assert set(every_value()) == single | {text.rpartition("+")[2] for text in FORMS}


@pytest.mark.parametrize("text", ACTS)
def test_acts_change(text):
    before = whole_script(opened().choice)
    after = whole_script(opened().document.choose(None, chosen(text)))
    assert (heads(before - after), heads(after - before)) == ACTS[text]


@pytest.mark.parametrize("text", SHOOTERS)
def test_who_does_not_shoot_neither_fetches_nor_drinks(text):
    """Right wins, so that the host and the grandee would drink; they stay on the hall with covered arms."""
    shooting = court_of_right(**chosen(text)).timeline
    idle = SHOOTERS[text]
    assert archers(court_of_right().timeline) - archers(shooting) == idle
    mine = [
        played.act.do for played in shooting.acts if played.section in SHOOTING and idle & set(played.people)
    ]
    assert not {"shoot", "bare", "gear-on", "take", "drink", "descend"} & set(mine)


def archers(timeline: Timeline) -> set[str]:
    return {played.people[0] for played in timeline.acts if played.act.do == "shoot"}


@cache
def court_of_right(**premises: str) -> Courtyard:
    return courtyard3d.open("xiangshe", hits="right", premises=premises)


def test_a_duke_is_received_as_the_guest_and_the_grandee_as_a_second_guest():
    """He sits next to the jars on three mats of which one is taken away, tastes, sips and praises the wine."""
    rite = opened("dukes=one")
    done = [played for played in rite.timeline.acts if played.section == "xian-dafu"]
    his = {played.act.do for played in done if played.people == ("duke",)}
    others = {played.act.do for played in done if played.people == ("grandee",)}
    assert {"taste", "sip", "sacrifice"} <= his
    assert "sacrifice" in others and not {"taste", "sip"} & others
    mats, alone = rite.facts["objects"], opened().facts["objects"]
    assert mats["grandee.mat-1"]["position"] == alone["grandee.mat"]["position"]
    assert mats["grandee.mat-2"]["position"] == ["11", "36", "3"]
    assert not rite.state("xian-dafu", 0)["objects"]["duke.third-mat"]["visible"]
    assert not rite.state("dafu-zuo", 0)["objects"]["duke.third-mat"]["visible"]
    toasted = [
        played.people[0]
        for played in rite.timeline.acts
        if played.section == "lv-chou" and played.act.do == "drink"
    ]
    assert toasted[:5] == ["guest", "host", "duke", "grandee", "seniors-1"]
    assert "duke" not in archers(rite.timeline)


@pytest.mark.parametrize(("grandees", "mats"), [("none", ["诸公席"]), ("one", ["诸公席", "大夫席"])])
def test_the_places_of_a_duke_bear_his_name(grandees, mats):
    objects = courtyard3d.open("xiangshe", premises={"dukes": "one", "grandee": grandees}).layout.objects
    rows = [objects[name] for name in ("grandee.mat", "grandee.mat-1", "grandee.mat-2") if name in objects]
    assert [place.labels.hans for place in rows if not place.members] == mats
    assert not [
        thing.labels.en for thing in objects.values() if "{who}" in thing.labels.en + thing.labels.hans
    ]


@pytest.mark.parametrize("text", PLACES)
def test_places_change(text):
    moved = opened(text).facts["objects"]
    default = opened().facts["objects"]
    for name, position in PLACES[text].items():
        assert tuple(moved[name]["position"]) == position
        assert name not in default or tuple(default[name]["position"]) != position


def test_those_for_whom_the_row_has_no_room_face_east():
    places = opened("others-in-the-row=3+pairs=8").facts["objects"]
    row = [places[f"west-of-hall.others-row-{n}"] for n in range(1, 12)]
    assert [place["facing"] for place in row] == [180] * 3 + [90] * 8


@pytest.mark.parametrize("text", SIZES)
def test_sizes_change(text):
    name, measure, size = SIZES[text]
    assert Fraction(opened(text).facts["objects"][name]["size"][measure]) == Fraction(size)
    assert Fraction(opened().facts["objects"][name]["size"][measure]) != Fraction(size)


@pytest.mark.parametrize(("text", "name"), FORMS.items())
def test_forms_change(text, name):
    def look(court: Courtyard) -> list[tuple[str | None, object]]:
        scene = build_scene(court.layout)
        node = next(node for node, _ in scene.root.walk() if node.name == name)
        return [
            (part.material, scene.meshes[part.mesh].points.tolist()) for part, _ in node.walk() if part.mesh
        ]

    without = text.rpartition("+")[0]
    assert look(opened(text)) != look(opened(without) if without else opened())


def test_what_a_thing_needs_is_there_only_under_its_premise():
    assert "overseer-ring" not in opened().facts["objects"]
    assert "overseer-ring" in opened("marshal-ring=yes").facts["objects"]
    assert opened().facts["objects"]["drum"]["position"] == ["55", "-42", "0"]


def test_captions_tell_the_reading():
    timeline = played(**TOLD_OTHERWISE)
    told = {ref: act for act in reversed(timeline.acts) for ref in act.act.ref}
    assert {ref: timeline.sentence(told[ref], "hans") for ref in CAPTIONS} == CAPTIONS


@cache
def played(preset: str | None = None, **premises: str):
    return courtyard3d.open("xiangshe", preset=preset, premises=premises).timeline


def test_presets_name_readings_only():
    presets = opened().document.presets
    assert set(presets) == {"zheng", "jia", "zhu", "ao"}
    assert presets["zheng"] == {}
    assert not STATES_OF_AFFAIRS & {premise for preset in presets.values() for premise in preset}
    for name, preset in presets.items():
        choice = opened().document.choose(name)
        assert all(opened().choice[premise] != choice[premise] for premise in preset)


@pytest.mark.parametrize("preset", ["jia", "zhu", "ao"])
def test_each_preset_plays_and_breaks_no_rule(preset):
    timeline = played(preset)
    assert not [finding.message for finding in timeline.layout.findings if finding.level == "error"]
    assert [breach.message for breach in check_rules(timeline, read_rules(opened().path.parent))] == []


def test_a_choice_is_told_in_the_fewest_words():
    assert opened().layout.told == ("zheng", {})
    assert opened("hall=xiang").layout.told == ("zheng", {"hall": "xiang"})  # the tally holder follows
    court = courtyard3d.open("xiangshe", preset="ao", premises={"chi": "24.2", "song": "zouyu"})
    assert court.layout.told == ("ao", {"chi": "24.2"})


def test_ao_hears_three_measures():
    timeline = played("ao")
    mine = [a for a in timeline.acts if a.section == "san-she" and a.people != ("chime-player",)]
    begins = [a.people[0] for a in mine if a.act.do in ("strike", "shoot")][:13]
    pair = ["pair1-upper", "pair1-lower"] * 2
    assert begins == ["drummer"] * 4 + pair + ["drummer"] + pair


# ── notes ──


def test_all_variants_are_decided_or_told():
    court = opened()
    refs = [ref for premise in court.document.premises.values() for ref in premise.ref]
    refs += [ref for note in court.notes.entries for ref in note.source.ref]
    left_out = {id for id, listed in court.coverage.variants.items() if listed.left_out}
    assert len(court.coverage.variants) == 81
    assert left_out == {"V18", "V55"}
    assert set(refs) & set(court.coverage.variants) == set(court.coverage.variants) - left_out


def test_a_note_stands_with_its_thing_and_its_act():
    court = opened()
    told = court.explain("winner-place").text("en").splitlines()[-1]
    assert told.startswith("※ A little to the right: out of the way of him who drinks (Zheng); east")
    assert told.count("「") == 2
    assert court.explain("winner-place").as_json()["notes"][0]["ref"] == ["V25"]
    assert [note.source.ref for note in court.notes.about(("20.28",))] == [("V20",)]


NOTES = """
voice: zhu
seed: "000"
notes:
  - {on: ["1", a], ref: V1, hans: 注一, en: first, quote: 今按}
  - {on: [nobody], hans: 注二, en: second, status: supplied, why: test}
"""
COVERAGE = 'acts: {"1": walks}\nvariants: {V1: one, V2: another}\n'


def noted(tmp_path: Path) -> Courtyard:
    (tmp_path / "notes.yaml").write_text(NOTES, encoding="utf-8")
    (tmp_path / "coverage.yaml").write_text(COVERAGE, encoding="utf-8")
    return small_rite(tmp_path, '- {ref: "1", who: one, do: walk, to: b, why: test}')


def test_state_and_explain_have_the_notes_of_an_act(tmp_path):
    court = noted(tmp_path)
    (note,) = court.state("1")["notes"]
    assert (note["ref"], note["hans"], note["hant"], note["en"]) == (["V1"], "注一", "注一", "first")
    assert note["sources"] == [{"voice": "zhu", "quote": "今按", "seed": "000"}]
    head, act, remark = court.explain("1").text("hans").splitlines()
    assert head == "1 · 一"
    assert act.startswith("甲行至乙位")
    assert remark.startswith("※ 注一  [说] 「今按」朱熹今按")
    assert court.explain("a").text("en").splitlines()[-1].startswith("※ first")


def test_check_counts_variants_and_finds_notes_on_nothing(tmp_path):
    result = noted(tmp_path).check()
    assert result.counts["variants_covered"] == [1, 2]
    messages = [finding.message for finding in result.findings if finding.kind == "coverage"]
    assert "a note is about 'nobody', which is neither a thing nor a ref" in messages
    assert "variants that nothing carries (1): V2" in messages
