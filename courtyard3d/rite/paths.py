"""Ways in plan: square corners, arcs for turning back, lanes for those who walk abreast.

Points are (x, y) in 尺, headings degrees clockwise from north.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from courtyard3d.errors import InputError, Where
from courtyard3d.rite.movement import Movement
from courtyard3d.rite.tracks import Key
from courtyard3d.scene.state import Point

XY = tuple[float, float]

COMPASS = {
    "north": 0.0,
    "northeast": 45.0,
    "east": 90.0,
    "southeast": 135.0,
    "south": 180.0,
    "southwest": 225.0,
    "west": 270.0,
    "northwest": 315.0,
}
_NEAR = 1e-6
HALF_TURN, REVERSAL = 180.0, 135.0
"""Degrees; a way that turns by more than a reversal turns back."""
SHARPEST = 0.2
"""The least cosine of half a turn at which a lane still keeps its distance at the corner."""


def heading(start: XY, end: XY) -> float:
    """Degrees clockwise from north of the way from `start` to `end`."""
    return math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])) % 360.0


def ahead(point: XY, facing: float, distance: float) -> XY:
    """The point `distance` before one who stands at `point` and faces `facing`."""
    angle = math.radians(facing)
    return (point[0] + distance * math.sin(angle), point[1] + distance * math.cos(angle))


def beside(point: XY, facing: float, left: float) -> XY:
    """The point `left` 尺 to the left of one who stands at `point` and faces `facing`."""
    return ahead(point, facing - 90.0, left)


def turned(facing: float, to: float, way: str | None = None) -> float:
    """`to`, unwrapped so that the turn from `facing` goes the named way.

    左还 (`left`: the left hand outward) is clockwise seen from above, 右还
    (`right`) the other way round; without a way the turn is the shorter one.
    """
    clockwise = (to - facing) % 360.0
    if way == "left" or (way is None and clockwise <= HALF_TURN):
        return facing + clockwise
    return facing + clockwise - 360.0


def distinct(points: Sequence[XY]) -> list[XY]:
    """The points without those that stand where the one before stands."""
    kept = [points[0]]
    kept += [b for a, b in itertools.pairwise(points) if math.dist(a, b) > _NEAR]
    return kept


def legs(start: XY, target: XY, directions: Sequence[str], where: Where) -> list[XY]:
    """The square way from `start` to `target` by compass legs, without `start`.

    Each leg goes on until it is level with the target; where the same direction comes
    again, the way in that direction is shared equally.

    Raises
    ------
    InputError
        Where the legs do not lead to the target.
    """
    points, here = [], start
    for number, direction in enumerate(directions):
        if direction not in ("north", "east", "south", "west"):
            raise InputError(f"'{direction}' is no leg", where, expected="north, east, south or west")
        share = 1.0 / list(directions[number:]).count(direction)
        if direction in ("north", "south"):
            here = (here[0], here[1] + share * (target[1] - here[1]))
        else:
            here = (here[0] + share * (target[0] - here[0]), here[1])
        points.append(here)
    steps = zip([start, *points], points, directions, strict=False)
    wrong = [d for a, b, d in steps if math.dist(a, b) > _NEAR and abs(heading(a, b) - COMPASS[d]) > 1]
    if wrong or math.dist(here, target) > _NEAR:
        why = f"its leg {wrong[0]} would go the other way" if wrong else "they end beside it"
        raise InputError(f"the legs {', '.join(directions)} do not lead to the place: {why}", where)
    return points


def around(start: XY, target: XY, past: XY) -> list[XY]:
    """The square way from `start` to `target` on the line of `past`: north-south, east-west, north-south."""
    return [(start[0], past[1]), (target[0], past[1]), target]


def lane(points: Sequence[XY], left: float) -> list[XY]:
    """The way that keeps `left` 尺 to the left of the way through `points`, corners square."""
    headings = [heading(a, b) for a, b in itertools.pairwise(points)]
    shifted = [beside(points[0], headings[0], left)]
    for corner, before, after in zip(points[1:-1], headings, headings[1:], strict=False):
        half = math.radians((after - before + 180.0) % 360.0 - 180.0) / 2.0
        reach = left / math.cos(half) if abs(math.cos(half)) > SHARPEST else left
        shifted.append(beside(corner, before + math.degrees(half), reach))
    return [*shifted, beside(points[-1], headings[-1], left)]


def with_arcs(points: Sequence[XY], facing: float, radius: float) -> list[XY]:
    """The way with an arc wherever it turns back on itself (反行宜圜).

    The first leg counts too: who faces `facing` and walks off behind himself
    goes round in a half circle.
    """
    way = [points[0]]
    before = facing
    for here, there in itertools.pairwise(points):
        after = heading(here, there)
        turn = (after - before + 180.0) % 360.0 - 180.0
        if abs(turn) > REVERSAL and math.dist(here, there) > 6.0 * radius:
            side = 1.0 if turn > 0 else -1.0
            centre = beside(here, before, -side * radius)
            way += [
                beside(centre, before + side * angle, side * radius) for angle in (45.0, 90.0, 135.0, 180.0)
            ]
        way.append(there)
        before = after
    return distinct(way)


class Walker:
    """Makes the keys of one person's movement, one piece after the other."""

    def __init__(self, key: Key, movement: Movement) -> None:
        self._keys = [key]
        self._movement = movement

    @property
    def here(self) -> Key:
        return self._keys[-1]

    def keys(self) -> list[Key]:
        """All keys."""
        return list(self._keys)

    def wait(self, until: float) -> None:
        """Stand still until that time."""
        if until > self.here.time:
            self._keys.append(self.here._replace(time=until))

    def put_off(self, seconds: float) -> None:
        """Stand still so long before everything else."""
        if seconds > 0.0:
            later = (key._replace(time=key.time + seconds) for key in self._keys)
            self._keys = [self._keys[0], *later]

    def turn(self, to: float, rate: float, way: str | None = None) -> None:
        """Turn on the spot to the facing `to` at `rate` degrees a second."""
        time, x, y, z, before = self.here
        facing = turned(before, to, way)
        angle = abs(facing - before)
        if angle > _NEAR:
            self._keys.append(Key(time + angle / rate, x, y, z, facing))

    def go(self, point: Point, seconds: float) -> None:
        """Walk straight to `point` in `seconds`, facing as he does."""
        time, x, y, z, facing = self.here
        if math.dist((x, y), point[:2]) > _NEAR or abs(z - point[2]) > _NEAR:
            self._keys.append(Key(time + seconds, *point, facing))

    def follow(self, way: Sequence[XY], times: Sequence[float], height: float | None = None) -> None:
        """Walk along `way` (from where he stands), a square turn at each corner.

        `times` are the seconds of each piece; the turns come to them. He steps
        off a mat with the first piece, and onto one of that `height` with the last.
        """
        height, last = self.here.z if height is None else height, len(way) - 1
        for number, (point, seconds) in enumerate(zip(way[1:], times, strict=True), 1):
            _, x, y, z, _ = self.here
            if math.dist((x, y), point) > _NEAR:
                self.turn(heading((x, y), point), self._movement.corner)
            self.go((*point, height if number == last else min(height, z)), seconds)
