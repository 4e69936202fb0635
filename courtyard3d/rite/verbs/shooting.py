"""射: draw, loose; the arrow flies and strikes the cloth or the ground."""

from __future__ import annotations

import math

from courtyard3d.errors import InputError
from courtyard3d.rite.custody import number
from courtyard3d.rite.naming import label
from courtyard3d.rite.paths import heading
from courtyard3d.rite.spots import floats
from courtyard3d.rite.tracks import Rest
from courtyard3d.rite.verbs.moment import Moment
from courtyard3d.rite.verbs.table import Verb
from courtyard3d.scene.state import Point

LOOSED = 0.72  # share of the act after which the arrow leaves the string: 2.2 of 3.4 seconds and a hold


class Shoot(Verb):
    """One arrow: the one that is pinched across the bow."""

    names = ("shoot",)

    def carry_out(self, moment: Moment) -> float:
        return max(self._one(moment, person) for person in moment.people)

    def _one(self, moment: Moment, person: str) -> float:
        arrow = self._arrow(moment, person)
        lasts = moment.seconds(self.row.lasts)
        loosed = self._loosed(moment, person, moment.time + LOOSED * lasts)
        begins, end = loosed - LOOSED * lasts, loosed + (1.0 - LOOSED) * lasts
        world, blend = moment.world, moment.movement.blend
        world.pose(person, begins, "draw", "standing", LOOSED * lasts * 0.8)
        world.pose(person, loosed, "loose", "standing", blend / 2.0)
        moment.settle(person, end - blend, blend)
        strike = self._fly(moment, person, arrow, loosed)
        if strike is not None:
            moment.strikes.append(strike)
        return end

    def _loosed(self, moment: Moment, person: str, soonest: float) -> float:
        """When the arrow leaves the string: at once, or on a `beat` of the drum (half a beat late)."""
        if moment.act.text("beat") is None:
            return soonest
        beats, number = moment.world.beats, moment.number("beat", 1)
        if number > len(beats) or beats[number - 1] < soonest:
            raise moment.error(
                f"the drum gives no beat {number} from now on",
                "beat",
                expected=f"one of {len(beats)} to come",
            )
        step = beats[1] - beats[0] if len(beats) > 1 else 0.0
        shots = self._shots(moment, person)
        off = moment.outcome.off_beat(moment.section, person, shots)
        if off:
            moment.outcome.discount((moment.section, person, shots))
        return beats[number - 1] + (step / 2.0 if off else 0.0)

    def _shots(self, moment: Moment, person: str) -> int:
        """How many arrows he has shot in this section."""
        return sum(shot[:2] == (moment.section, person) for shot in moment.outcome.shots)

    def _arrow(self, moment: Moment, person: str) -> str:
        if not any(moment.world.kind(t) == "bow" for t in moment.world.holds(person, "left-hand")):
            raise moment.error(f"{label(moment.world.layout, person)} has no bow in his left hand")
        ready = [t for t in moment.world.holds(person, "left-hand") if moment.world.kind(t) == "arrow"]
        if not ready:
            raise moment.error(
                f"{label(moment.world.layout, person)} has no arrow on the string", expected="pinch"
            )
        return min(ready, key=number)

    def _fly(self, moment: Moment, person: str, arrow: str, loosed: float) -> float | None:
        """Let the arrow fly; return the second at which it hits, None where it misses."""
        movement, name = moment.movement, moment.act.text("at") or ""
        target = moment.scope.names.get(name, name)
        shots = self._shots(moment, person)
        upper = moment.scope.is_upper(person)
        shot = moment.outcome.shot(moment.section, person, shots, upper=upper, counted=moment.counted)
        key = moment.body(person).key
        origin = (key.x, key.y, key.z + movement.chin)
        end = self._end(moment, target, person, shots, shot, origin)
        distance = math.dist(origin, end)
        strike = loosed + distance / movement.flight
        facing = heading(origin[:2], end[:2])
        rise = movement.drop * distance
        pitch = -math.degrees(math.atan2(4.0 * rise, distance))
        moment.world.rest(arrow, Rest(loosed, end, facing, pitch, origin=origin, until=strike, rise=rise))
        if shot == "hit":
            moment.world.stick(arrow, target, strike)
            return strike
        return None

    def _end(self, moment: Moment, target: str, person: str, number: int, shot: str, origin: Point) -> Point:
        """Where the arrow ends: in the centre, beside the cloth, or on the ground behind it."""
        layout, movement = moment.world.layout, moment.movement
        try:
            centre = floats(layout.point(f"{target}.center", moment.place_of("at")))
        except InputError as error:
            raise moment.error(f"{target} can't be shot at: {error.message}", "at") from None
        size = {name: float(q.value) for name, q in layout.objects[target].size.items()}
        draw = moment.outcome.random(moment.section, person, number, "where")
        across, up = draw.uniform(-1.0, 1.0), draw.uniform(-1.0, 1.0)
        if shot == "hit":
            half = size["center_side"] * movement.scatter
            return (centre[0] + half * across, centre[1], centre[2] + half * up)
        side = 1.0 if across > 0 else -1.0
        beside = side * (size["upper_width"] / 2.0 + (1.0 if shot == "graze" else 3.0 + 4.0 * abs(across)))
        behind = 6.0 + 8.0 * abs(up)
        return (centre[0] + beside, centre[1] - behind, 0.1)
