"""The world before the first act: everyone and everything where the layout lets it start."""

from __future__ import annotations

from collections import Counter

from courtyard3d.layout import Layout, Person, Start, Thing
from courtyard3d.rite.ground import Ground, Standings
from courtyard3d.rite.leaning import resting
from courtyard3d.rite.movement import Movement
from courtyard3d.rite.paths import beside
from courtyard3d.rite.spots import Spots, floats
from courtyard3d.rite.tracks import Key, Look, Rest
from courtyard3d.rite.world import Body, Recording, World

RESTING = {"standing": "stand", "seated": "sit", "kneeling": "kneel"}


def opening(layout: Layout, movement: Movement) -> World:
    """Return the world at second 0."""
    ground = Ground.of(layout, movement)
    world = World(layout, movement, ground, Spots(layout), Recording(), standing=Standings(ground.fixed))
    for person in layout.people.values():
        _place(world, person)
    lying: Counter[tuple[str | None, str]] = Counter()
    for thing in layout.objects.values():
        if not thing.members and (thing.position is not None or thing.starts is not None):
            station = thing.starts.station if thing.starts is not None else None
            world.rest(thing.id, _first_rest(world, thing, lying[station, thing.kind]))
            lying[station, thing.kind] += 1
    for person in layout.people.values():
        settle(world, person.id, 0.0, 0.0)
    return world


def settle(world: World, person: str, time: float, blend: float, posture: str | None = None) -> None:
    """Let a person take up the pose in which he waits with what he holds, in that posture or as he is."""
    posture = posture or world.people[person].posture
    pose = _waiting(world, person) if posture == "standing" else RESTING[posture]
    world.pose(person, time, pose, posture, blend)


def _waiting(world: World, person: str) -> str:
    """The pose in which one stands and waits with what he holds, leads or is led."""
    if person in world.guides:
        return LED
    if person in world.guides.values():
        return LEADING
    held = {thing: world.things[thing].place for thing in world.holds(person)}
    kinds = {world.kind(thing) for thing, place in held.items() if place in HANDS}
    burdened = not set(BURDENS).isdisjoint(held.values())
    pose = CARRYING if burdened else RESTING["standing"]
    return next((pose for kind, pose in WAITING.items() if kind in kinds), pose)


BURDENS, CARRYING = ("both-hands", "armful"), "carry"
LEADING, LED = "lead", "led"
WORN = ("thumb", "arm")
HANDS = ("left-hand", "right-hand", "both-hands")
WAITING = {"banner": "hold-banner", "bow": "hold-bow", "goblet": "carry", "cup": "carry"}


def _place(world: World, person: Person) -> None:
    start, layout = person.starts, world.layout
    point, facing = (0.0, 0.0, 0.0), 0.0
    if start.station is not None:
        point, facing = floats(layout.point(start.station)), float(layout.facing(start.station) or 0.0)
    present = start.kind != "absent"
    key = Key(0.0, *point, facing)
    dress = (*person.dress, *_worn(layout, person))
    body = Body((key,), person.posture, dress, start.station, start.holder, present)
    world.people[person.id] = body
    world.stand(person.id, point if present else None)
    look = Look(
        body.posture, dress=body.dress, station=body.station, holder=body.holder, present=present,
        office=person.office,
    )  # fmt: skip
    world.recording.open(person.id, key, look)


def _worn(layout: Layout, person: Person) -> list[str]:
    """The kinds of what he wears at first: a ring on his thumb, a guard on his arm."""
    return [
        thing.kind
        for thing in layout.objects.values()
        if thing.starts is not None and thing.starts.holder == person.id and thing.starts.place in WORN
    ]


def _first_rest(world: World, thing: Thing, rank: int) -> Rest:
    """Where a thing is at first; `rank` counts those of its kind that lie at the same place before it."""
    layout, start = world.layout, thing.starts or Start("spot")
    if start.kind == "held":
        return Rest(0.0, holder=start.holder, place=start.place)
    if start.kind == "absent":
        return Rest(0.0)
    if start.station is None:
        own = thing.lies if thing.lies is not None else thing.facing
        return Rest(0.0, floats(layout.point(thing.id)), float(own or 0.0))
    facing = float(layout.facing(start.station) or 0.0)
    (x, y, z), toward, pitch = resting(world, thing, start.station, facing)
    if pitch > 0.0:
        return Rest(0.0, (x, y, z), toward, pitch)
    layer, place = divmod(rank, int(world.movement.in_a_row))
    point = (*beside((x, y), facing, place * world.movement.apart), z + layer * world.movement.layer)
    return Rest(0.0, point, facing)
