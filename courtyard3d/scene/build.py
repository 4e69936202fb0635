"""From a compiled layout to a scene: every thing and person as nodes, and what moves them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from courtyard3d.layout.premises import in_force
from courtyard3d.measures import Quantity
from courtyard3d.scene.graph import Grade, Item, Node, Scene
from courtyard3d.scene.library import Library, load_library
from courtyard3d.scene.mesh import Array, Mesh, placing, scaling
from courtyard3d.scene.motion import Member, Motion, Part
from courtyard3d.scene.own_mesh import own_mesh
from courtyard3d.scene.recipes import Recipe, Setting, Style
from courtyard3d.scene.skeleton import BONES
from courtyard3d.scene.state import FigureState, Point, State, ThingState
from courtyard3d.scene.things import Prop

if TYPE_CHECKING:
    from courtyard3d.layout import Layout, Person, Thing

GROUND = "ground"
PERSON = "person"
NONE = "none"  # a piece of dress that is not worn
OWN = "own"  # the material of a user's own mesh
OWN_COLOUR = (0.75, 0.72, 0.66)
SUPPLIED = "supplied"
UNGRADED: Grade = (SUPPLIED, SUPPLIED)
SOUTH = 180.0  # what has no front is measured as if it faced south, as the hall does


class Workshop:
    """Builds meshes for one layout; things of one kind and size share them."""

    def __init__(self, layout: Layout, library: Library) -> None:
        self.layout = layout
        self.library = library
        self.meshes: dict[str, Mesh] = {}
        self.far: dict[str, Mesh | None] = {}
        self._made: dict[tuple[str, frozenset[tuple[str, Quantity]]], list[tuple[Style, str]]] = {}
        self._variants: dict[str, int] = {}

    def pieces(self, recipe: Recipe, sizes: Mapping[str, Quantity]) -> list[tuple[Style, str]]:
        """Return the looks of a thing with these measures, each with the name of its mesh (in metres)."""
        key = recipe.name, frozenset(sizes.items())
        if key not in self._made:
            variant = self._variants[recipe.name] = self._variants.get(recipe.name, 0) + 1
            built = recipe.build(self._setting(sizes))
            self._made[key] = [
                (style, self._keep(recipe.name, style, variant, mesh)) for style, mesh in built.items()
            ]
            self._keep_far(recipe, sizes, self._made[key])
        return self._made[key]

    def _keep(self, recipe: str, style: Style, variant: int, mesh: Mesh) -> str:
        parts = [style.material, style.bone, style.string, *(word.replace(" ", "-") for word in style.seen)]
        name = f"{recipe}-{variant}/" + "-".join(part for part in parts if part)
        while name in self.meshes:
            name += "'"
        self.meshes[name] = mesh.moved(self._metres)
        return name

    def _keep_far(
        self, recipe: Recipe, sizes: Mapping[str, Quantity], pieces: Sequence[tuple[Style, str]]
    ) -> None:
        """Keep the coarser meshes of a recipe that has such."""
        far = recipe.build_far(self._setting(sizes))
        if far:
            for style, name in pieces:
                self.far[name] = far[style].moved(self._metres) if style in far else None

    @property
    def _metres(self) -> Array:
        return scaling([self.layout.chi_m] * 3)

    def of(self, thing: Thing) -> list[tuple[Style, str]]:
        """Return the looks of a thing: its recipe's, or the user's own mesh."""
        recipe = self.library.recipe(thing.kind)
        if thing.mesh is None:
            return self.pieces(recipe, thing.size)
        name = f"{thing.id}/{OWN}"
        self.meshes[name] = own_mesh(thing.mesh, thing.where, self.layout.chi_m).mesh
        return [(Style(OWN, recipe.layer), name)]

    def _setting(self, sizes: Mapping[str, Quantity]) -> Setting:
        return Setting(sizes, self.layout.evaluate, self._holds, self.layout.units)

    def _holds(self, when: Mapping[str, tuple[str, ...]]) -> bool:
        return in_force({name: frozenset(values) for name, values in when.items()}, self.layout.choice)


def build_scene(layout: Layout) -> Scene:
    """Build the scene of a compiled layout.

    Parameters
    ----------
    layout : Layout

    Returns
    -------
    Scene
        People and all things that can be held or that start elsewhere are `moving`.

    Raises
    ------
    InputError
        At the line of a recipe or layout that cannot be built.
    """
    library = load_library()
    shop = Workshop(layout, library)
    things = [thing for thing in layout.objects.values() if not thing.members]
    movable = [
        thing for thing in things if thing.starts is not None or _takes_part(library.recipe(thing.kind))
    ]
    moved = {thing.id for thing in movable}
    fixed = [thing for thing in things if thing.id not in moved and thing.position is not None]
    beginning = _beginning(shop, movable)
    motion = _motion(shop, movable, beginning)
    moving = motion.items(motion.matrices(beginning)[0])
    nodes = (_ground(shop), *(_fixed(thing, shop) for thing in fixed))
    brought = [_fixed(thing, shop) for thing in movable if _will_stand(thing, layout)]
    root = Node(layout.rite, children=(*nodes, *_owners(moving)))
    materials = {**library.materials, OWN: OWN_COLOUR}
    return Scene(
        root,
        shop.meshes,
        materials,
        static=tuple(_items(nodes)),
        brought=tuple(_items(brought)),
        moving=moving,
        place=motion.matrices,
        far=shop.far,
        partly=frozenset(thing.id for thing in things if thing.partly),
    )


def _takes_part(recipe: Recipe) -> bool:
    """Whether things of a kind are held or hold others."""
    return bool(recipe.grips or recipe.places)


def _will_stand(thing: Thing, layout: Layout) -> bool:
    """Whether a thing that is not there from the beginning will stand in people's way."""
    return thing.position is not None and layout.kinds[thing.kind].blocks


# -- what stands still -------------------------------------------------------------------------------


def _fixed(thing: Thing, shop: Workshop) -> Node:
    """Return the node of a thing where it is used."""
    assert thing.position is not None
    x, y, z = (float(value) * shop.layout.chi_m for value in thing.position)
    matrix = placing((x, y, z), (0, _heading(thing), 0))
    usual = [(style, mesh) for style, mesh in shop.of(thing) if style.usual]
    return _node(thing.id, matrix, usual, _grade(thing))


def _ground(shop: Workshop) -> Node:
    """Return the node of the ground: as wide as all that stands on it."""
    places = [thing.position for thing in shop.layout.objects.values() if thing.position is not None]
    sides = {
        name: Quantity(bound(place[axis] for place in places), 1)
        for name, bound, axis in (("west", min, 0), ("east", max, 0), ("south", min, 1), ("north", max, 1))
    }
    return _node(GROUND, np.eye(4), shop.pieces(shop.library.recipe(GROUND), sides), UNGRADED)


def _node(name: str, matrix: Array, pieces: Iterable[tuple[Style, str]], grade: Grade) -> Node:
    parts = (
        Node(
            f"{name}/{mesh.partition('/')[2]}",
            mesh=mesh,
            material=style.material,
            layer=style.layer,
            grade=grade,
        )
        for style, mesh in pieces
    )
    return Node(name, matrix, grade=grade, children=tuple(parts))


def _items(nodes: Iterable[Node]) -> Iterator[Item]:
    """Yield an item for every mesh below the nodes, each of which is an owner."""
    for owner in nodes:
        for node, matrix in owner.walk():
            if node.mesh is not None and node.material is not None:
                yield Item(node.name, owner.name, node.mesh, node.material, matrix, node.layer, node.grade)


def _heading(thing: Thing) -> float:
    """Return where the front of a thing points (the head of one without a front); without either, south."""
    degrees = thing.facing if thing.facing is not None else thing.lies
    return SOUTH if degrees is None else float(degrees)


def _grade(owner: Thing) -> Grade:
    position, form = owner.grade
    return position or SUPPLIED, form or SUPPLIED


# -- what moves --------------------------------------------------------------------------------------


def _motion(shop: Workshop, movable: Sequence[Thing], beginning: State) -> Motion:
    library = shop.library
    people = list(shop.layout.people.values())
    props, parts = [], []
    serving: dict[str | None, list[str]] = {}
    for thing in movable:
        serving.setdefault(thing.for_, []).append(thing.id)
    for row, thing in enumerate(movable):
        pieces = shop.of(thing)
        half = max((shop.meshes[mesh].box[1][1] for _, mesh in pieces), default=0.0) / shop.layout.chi_m
        recipe, served = library.recipe(thing.kind), tuple(serving.get(thing.id, ()))
        props.append(Prop(thing.id, recipe, float(half), beginning.things[thing.id], served))
        parts += [
            Part(row, mesh, style.material, style.layer, _grade(thing), seen=style.seen, string=style.string)
            for style, mesh in pieces
        ]
    return Motion(
        library.figure,
        library.poses,
        people=[Member(person.id, library.figure.size(_roles(person))) for person in people],
        props=props,
        bodies=[part for row, person in enumerate(people) for part in _body(row, person, shop)],
        parts=parts,
        chi=shop.layout.chi_m,
    )


def _body(row: int, person: Person, shop: Workshop) -> Iterator[Part]:
    """Yield the parts of a person, in the materials of his role."""
    wears = shop.library.figure.dress(_roles(person))
    for style, mesh in shop.pieces(shop.library.recipe(PERSON), {}):
        material = wears.get(style.material, style.material)
        if material != NONE and style.bone is not None:
            yield Part(row, mesh, material, style.layer, UNGRADED, BONES.index(style.bone), style.seen)


def _roles(person: Person) -> tuple[str, ...]:
    """Return the names by which a body knows its role: the nearest first."""
    return (person.id, *person.groups, person.kind)


def _owners(items: Sequence[Item]) -> Iterator[Node]:
    """Yield a node for each owner of moving items, which are in order."""
    for name, own in groupby(items, key=lambda item: item.owner):
        parts = [
            Node(
                item.name,
                item.matrix,
                mesh=item.mesh,
                material=item.material,
                layer=item.layer,
                grade=item.grade,
            )
            for item in own
        ]
        yield Node(name, grade=parts[0].grade, moves=True, children=tuple(parts))


def _beginning(shop: Workshop, movable: Sequence[Thing]) -> State:
    """Return where everyone and everything is when the rite begins."""
    layout, postures = shop.layout, shop.library.poses.postures
    things = {thing.id: _thing_at(thing, layout) for thing in movable}
    holds: dict[str, list[str]] = {}
    for name, thing in things.items():
        if thing.holder is not None:
            holds.setdefault(thing.holder, []).append(name)
    figures = {
        person.id: _person_at(person, layout, postures[person.posture], tuple(holds.get(person.id, ())))
        for person in layout.people.values()
    }
    return State(0.0, "", None, (), figures, things)


def _person_at(person: Person, layout: Layout, pose: str, holds: tuple[str, ...]) -> FigureState:
    place, facing = _spot(layout, person.starts.station)
    return FigureState(
        place, facing, person.posture, pose, pose, 1.0, False, holds, person.dress,
        person.starts.station, person.starts.holder,
    )  # fmt: skip


def _thing_at(thing: Thing, layout: Layout) -> ThingState:
    start = thing.starts
    if start is None:
        return ThingState(_floats(thing.position), _heading(thing), 0.0, None, None)
    holder = start.holder
    owner = layout.people.get(holder or "")
    station = owner.starts.station if owner is not None else start.station or holder
    place, facing = _spot(layout, station)
    return ThingState(place, facing, 0.0, holder, start.place)


def _spot(layout: Layout, station: str | None) -> tuple[Point | None, float | None]:
    if station is None:
        return None, None
    facing = layout.facing(station)
    return _floats(layout.point(station)), None if facing is None else float(facing)


def _floats(position: tuple[Fraction, Fraction, Fraction] | None) -> Point | None:
    if position is None:
        return None
    x, y, z = position
    return float(x), float(y), float(z)
