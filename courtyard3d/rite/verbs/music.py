"""Verbs of music: play, sing, strike; a piece lasts so many beats."""

from __future__ import annotations

from courtyard3d.rite.custody import within_reach
from courtyard3d.rite.naming import label
from courtyard3d.rite.verbs.bodies import Gesture
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import rows

INSTRUMENTS = {
    "play": ("zither", "mouth-organ", "chime-frame"),
    "strike": ("drum", "chime-frame"),
    "sing": (),
}

RAISED, STRUCK = "strike", "struck"
"""The poses of one who strikes: the mallet up, and the mallet down."""


def beats(start: float, end: float, count: int) -> tuple[float, ...]:
    """Return the seconds of the beats of a piece: evenly spread, the first at its start."""
    step = (end - start) / count
    return tuple(start + step * beat for beat in range(count))


class Music(Gesture):
    """奏, 歌, 击: on an instrument within reach; `beats` says how long."""

    names = tuple(INSTRUMENTS)

    def pose(self, moment: Moment) -> str | None:
        wanted = moment.act.text("thing")
        struck = wanted is not None and self._kind(moment, wanted) in INSTRUMENTS["strike"]
        return rows()["strike"].pose if struck else super().pose(moment)

    def _kind(self, moment: Moment, name: str) -> str:
        thing = moment.scope.names.get(name, name)
        return moment.world.kind(thing) if thing in moment.world.things else thing

    def lasts(self, moment: Moment) -> float:
        return self.row.lasts * moment.number("beats", 1)

    def _one(self, moment: Moment, person: str, index: int) -> float:
        end = super()._one(moment, person, index)
        if self.pose(moment) == RAISED:
            count = moment.number("beats", 1)
            half = (end - moment.time) / count / 2
            for down in beats(moment.time, end, count):
                moment.at(down).strike_pose(person, STRUCK, None, down + half, stays=True)
                moment.at(down + half).strike_pose(person, RAISED, None, down + 2 * half, stays=True)
        return end

    def carry_out(self, moment: Moment) -> float:
        for person in moment.people if INSTRUMENTS[self.name] else ():
            self._require_instrument(moment, person)
        end = super().carry_out(moment)
        if self.name == "strike":
            moment.world.beats = beats(moment.time, end, moment.number("beats", 1))
        return end

    def _require_instrument(self, moment: Moment, person: str) -> None:
        world, wanted = moment.world, moment.act.text("thing")
        wanted = moment.scope.thing(wanted, person) if wanted is not None else None
        near = [
            thing
            for kind in INSTRUMENTS[self.name]
            for thing in world.of_kind(kind)
            if wanted in (None, thing, kind) and within_reach(world, person, thing, moment.time)
        ]
        if not near:
            what = wanted or " or ".join(INSTRUMENTS[self.name])
            raise moment.error(f"no {what} is within reach of {label(world.layout, person)}", "thing")
