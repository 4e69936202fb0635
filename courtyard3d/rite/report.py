"""`state` and the rite's part of `check` in the shapes that scripts rely on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from courtyard3d.errors import Where
from courtyard3d.layout import Finding, Layout, Thing
from courtyard3d.layout.notes import NO_NOTES, Notes
from courtyard3d.reading.words import Labels
from courtyard3d.rite.acts import Script
from courtyard3d.rite.timeline import Timeline
from courtyard3d.rite.verbs.counting import COUNTER, HOLDER
from courtyard3d.scene.state import FigureState, ThingState

CROWD = "onlookers"
"""The kind of many people who are one thing."""


def state_json(timeline: Timeline, time: float, notes: Notes = NO_NOTES) -> dict[str, Any]:
    """Everything at `time`, in the shape of `state --format json`.

    Positions are floats in 尺, facings degrees clockwise from north. `objects`
    has every single thing; rows and groups are left to `facts`.
    """
    state, objects = timeline.state(time), timeline.layout.objects
    played = timeline.act_at(time)
    source = played.act.source if played is not None else None
    return {
        "rite": timeline.layout.rite,
        "time": time,
        "section": state.section,
        "act": state.act,
        "acts": list(state.acts),
        "ref": list(played.act.ref) if played is not None else [],
        "quote": source.shown if source is not None else None,
        "seed": source.seed if source is not None else None,
        "notes": [note.as_json() for note in notes.about(played.act.ref if played is not None else ())],
        "figures": {name: _figure(figure) for name, figure in state.figures.items()},
        "objects": {name: _thing(thing) | _crowd(objects[name]) for name, thing in state.things.items()},
    }


def _figure(figure: FigureState) -> dict[str, Any]:
    return {
        "position": list(figure.position) if figure.position is not None else None,
        "facing": figure.facing,
        "posture": figure.posture,
        "pose": figure.pose,
        "moving": figure.moving,
        "holds": list(figure.holds),
        "dress": list(figure.dress),
        "station": figure.station,
        "holder": figure.holder,
        "office": figure.office,
        "visible": figure.visible,
    }


def _thing(thing: ThingState) -> dict[str, Any]:
    return {
        "position": list(thing.position) if thing.position is not None else None,
        "facing": thing.facing,
        "holder": thing.holder,
        "place": thing.place,
        "condition": thing.condition,
        "visible": thing.visible,
    }


def _crowd(thing: Thing) -> dict[str, Any]:
    """How many a crowd are, and the box (lowest and highest corner, 尺) in which they stand."""
    if thing.kind != CROWD or thing.position is None:
        return {}
    x, y, z = (float(value) for value in thing.position)
    width, length, height = (float(thing.size[name].value) for name in ("width", "length", "height"))
    low, high = (x - width / 2, y - length / 2, z), (x + width / 2, y + length / 2, z + height)
    return {"count": int(thing.size["number"].value), "box": [list(low), list(high)]}


def silences(timeline: Timeline) -> Iterator[Finding]:
    """Yield a note for each act that the text does not tell: what is supplied, and why."""
    told: set[object] = set()
    for played in timeline.acts:
        source = played.act.source
        if source is None or source.status != "supplied" or played.act.where in told:
            continue
        told.add(played.act.where)
        reason = f"supplied: {source.why}" if source.why else "supplied, and no 'why' gives the reason"
        message = f"{played.id}: {reason}"
        yield Finding("note", "silence", message, played.act.where, played.start, played.people)


def shortages(timeline: Timeline) -> Iterator[Finding]:
    """Yield a finding where counters run out.

    A warning where fewer are left than the holder takes for a pair, an error
    where a hit gets none.
    """
    for played in timeline.acts:
        place = (played.act.where, played.start, played.people)
        if played.act.do == "load-counters":
            room = sum(hole.room for hole in timeline.layout.kinds[HOLDER].places.values())
            ready = _counters(timeline, HOLDER, played.end)
            if ready < room:
                yield Finding("warning", "tally", f"{ready} counters are left for a pair, not {room}", *place)
        elif played.act.do == "lay-counter":
            heap = played.act.text("heap") or ""
            heap = played.scope.names.get(heap, heap)
            if _counters(timeline, heap, played.end) == _counters(timeline, heap, played.start):
                message = "no counter is left for this hit, which does not count therefore"
                yield Finding("error", "tally", message, *place)


def _counters(timeline: Timeline, holder: str, time: float) -> int:
    """How many counters a holder has at `time`."""
    objects = timeline.layout.objects
    tracks = (track for name, track in timeline.things.items() if objects[name].kind == COUNTER)
    return sum(track.at(time).holder == holder for track in tracks)


def undrawable(
    layout: Layout, script: Script, notes: Notes, missing_glyphs: Callable[[Iterable[str]], list[str]]
) -> Iterator[Finding]:
    """Yield an error for each name, title, speech or note with a character that no font can draw."""
    entries = [e for table in (layout.people, layout.groups, layout.objects) for e in table.values()]
    named: list[tuple[str, Labels, Where | None]] = [(e.id, e.labels, e.where) for e in entries]
    named += [(section.id, section.title, section.where) for section in script.sections]
    named += [(name, words, None) for name, words in script.words.items()]
    named += [(" ".join(note.on), note.words, note.source.where) for note in notes.entries]
    if not missing_glyphs("".join(labels.names()) for _, labels, _ in named):
        return
    for name, labels, where in named:
        for char in missing_glyphs(labels.names()):
            message = f"{name}: no font has the character {char} (U+{ord(char):04X})"
            yield Finding("error", "glyph", message, where, subjects=(name,))


def unlabelled(layout: Layout) -> Iterator[Finding]:
    """Yield an error for each person, thing or group without a Chinese or an English name."""
    for table in (layout.people, layout.groups, layout.objects):
        for entry in table.values():
            missing = [lang for lang in ("hans", "en") if not entry.labels.text(lang)]
            if missing:
                message = f"{entry.id} has no label in {' and '.join(missing)}"
                yield Finding("error", "label", message, entry.where, subjects=(entry.id,))
