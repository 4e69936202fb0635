"""Mesh recipes: `meshes/*.yaml`, shapes as text, built for the measures of one thing.

A recipe stands on its thing's own point: x right, y ahead (a long thing's head),
z up. Its expressions know the thing's measures, the recipe's own `sizes` (used where the
thing has none of that name) and the layout's names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from courtyard3d.errors import InputError
from courtyard3d.measures import Quantity, Units
from courtyard3d.reading import schema
from courtyard3d.reading.nodes import Node, Table, Text
from courtyard3d.reading.schema import Field, Reader
from courtyard3d.scene.crowd import places
from courtyard3d.scene.mesh import AXES, Array, Mesh, joined, mirroring, placing, scaling, shift
from courtyard3d.scene.shapes import SHAPES
from courtyard3d.scene.skeleton import BONES
from courtyard3d.scene.values import Names, Scale, angles, length, offset

When = Mapping[str, tuple[str, ...]]
LAYERS = (
    *("hall", "frame", "roof", "rear-roof", "wall", "court"),
    *("ground", "thing", "person", "mark", "target", "crowd"),
)
LARGEST_ARRAY = 1000
ZERO = np.zeros(3)
NOT = "not "


@dataclass(frozen=True, slots=True)
class Style:
    """What parts of one look have in common: they become one mesh.

    `bone` is what carries a part of a person; `seen` are the words with which it is seen
    (`not WORD`: without which); `string` names the place from which half a bowstring runs.
    """

    material: str
    layer: str
    bone: str | None = None
    seen: tuple[str, ...] = ()
    string: str | None = None

    @property
    def usual(self) -> bool:
        """Whether it is seen where no word holds."""
        return all(word.startswith(NOT) for word in self.seen)


@dataclass(frozen=True, slots=True, eq=False)
class Grip:
    """How a thing sits in a place (or a place on a thing): `at` in 尺, `turn` in degrees.

    `step` parts further things in the same place, after a `row` of them the next lie a `layer`
    further; `arms` is the pose that the arms of who holds it take, `spread` how far (尺) from the middle
    each wrist is then; `foot` says that `at` counts
    from its foot, which stands on the ground; a place that `hides` shows nothing of what is in it.
    """

    at: Array = field(default_factory=lambda: ZERO)
    turn: Array = field(default_factory=lambda: ZERO)
    step: Array = field(default_factory=lambda: ZERO)
    row: int | None = None
    layer: Array = field(default_factory=lambda: ZERO)
    arms: str | None = None
    spread: float | None = None
    foot: bool = False
    hides: bool = False

    def offset(self, slot: int) -> Array:
        """Return how far the thing number `slot` lies from the first."""
        layers, rank = divmod(slot, self.row) if self.row else (0, slot)
        return rank * self.step + layers * self.layer


@dataclass(frozen=True, slots=True)
class Setting:
    """For what a recipe is built: the thing's measures, the layout's names, the premises."""

    sizes: Mapping[str, Quantity]
    names: Names
    holds: Callable[[When], bool]
    units: Units


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe as read: the entries are text until `build` knows the measures.

    `lies` says that the thing is long, modelled lying along y, and that a pitch raises
    its head: about its `middle`, or with its `foot` on the ground.
    """

    name: str
    layer: str
    lies: str | None
    sizes: Mapping[str, Text]
    grips: Mapping[str, Grip]
    places: Mapping[str, Grip]
    parts: tuple[Node, ...]
    far: tuple[Node, ...] = ()

    def build(self, setting: Setting) -> dict[Style, Mesh]:
        """Return one mesh (in 尺) for each look."""
        return self._built(self.parts, setting)

    def build_far(self, setting: Setting) -> dict[Style, Mesh]:
        """Return coarser meshes of some of the looks, for who or what is small in a picture."""
        return self._built(self.far, setting)

    def _built(self, parts: Sequence[Node], setting: Setting) -> dict[Style, Mesh]:
        scale = Scale(self._names(setting), setting.units)
        pieces: dict[Style, list[Mesh]] = {}
        builder = _Builder(scale, setting.holds)
        for part in parts:
            for style, mesh in builder.pieces(part, {"layer": self.layer}):
                pieces.setdefault(style, []).append(mesh)
        return {style: joined(meshes) for style, meshes in pieces.items()}

    def _names(self, setting: Setting) -> Names:
        own: dict[str, Quantity] = {}

        def names(name: str) -> Quantity:
            if name in setting.sizes:
                return setting.sizes[name]
            if name not in self.sizes:
                return setting.names(name)
            if name not in own:
                own[name] = Scale(names, setting.units).quantity(self.sizes[name])
            return own[name]

        return names


GRIP = {
    "at": Field(offset, "the point of the thing that is held, or of the place where it sits", default=ZERO),
    "turn": Field(angles, "how the thing is turned there: [raise, clockwise, tilt]", default=ZERO),
    "step": Field(offset, "how far the next thing in the same place lies from it", default=ZERO),
    "row": Field(schema.whole, "how many lie in a row before the next layer"),
    "layer": Field(offset, "how far the next row lies from it", default=ZERO),
    "arms": Field(schema.name, "the pose that free arms take with it"),
    "spread": Field(length, "how far each wrist is then from the middle"),
    "foot": Field(
        schema.flag, "whether `at` counts from its foot, which stands on the ground", default=False
    ),
    "hides": Field(schema.flag, "whether nothing is seen of what is there", default=False),
    "why": Field(schema.text, "where the numbers come from"),
}


def _grip(node: Node, what: str) -> Grip:
    fields = schema.record(node, GRIP, what)
    fields.pop("why")
    return Grip(**fields)


grip = Reader("how a thing sits in a place", _grip)
RECIPE = {
    "recipe": Field(schema.name, "the kind that it draws", required=True),
    "layer": Field(schema.one_of(*LAYERS), "what the picture can leave out at once", required=True),
    "lies": Field(schema.one_of("middle", "foot"), "a long thing: what stays when its head is raised"),
    "sizes": Field(
        schema.mapping(
            schema.nested(
                {
                    "is": Field(schema.length_text, "the value", required=True),
                    "why": Field(schema.text, "where it comes from", required=True),
                }
            )
        ),
        "measures for what the layout leaves open",
        default=MappingProxyType({}),
    ),
    "grips": Field(
        schema.mapping(grip), "how it sits in the places of a holder", default=MappingProxyType({})
    ),
    "places": Field(schema.mapping(grip), "where on it lies what it holds", default=MappingProxyType({})),
    "parts": Field(schema.listing(schema.anything), "its shapes", required=True),
    "far": Field(
        schema.listing(schema.anything),
        "fewer and coarser shapes of the same looks, for what is small",
        default=(),
    ),
}
PART = {
    **{name: Field(schema.anything, f"a shape: {', '.join(shape.fields)}") for name, shape in SHAPES.items()},
    "group": Field(schema.listing(schema.anything), "parts that are placed together"),
    "material": Field(schema.name, "what it is made of (meshes/materials.yaml)"),
    "layer": Field(schema.one_of(*LAYERS), "where other than the recipe's"),
    "bone": Field(schema.one_of(*BONES), "what carries a part of a person"),
    "seen": Field(
        schema.texts, "the words of dress or state with which it is seen (not WORD: without which)"
    ),
    "string": Field(schema.name, "the place from which this half of a bowstring runs to the nock"),
    "when": Field(schema.mapping(schema.names), "the premises under which it is there"),
    "unless": Field(schema.mapping(schema.names), "the premises under which it is not there"),
    "scale": Field(schema.anything, "three factors"),
    "turn": Field(schema.anything, "[raise, clockwise, tilt] in degrees"),
    "at": Field(schema.anything, "[right, ahead, up]"),
    "array": Field(schema.anything, "count and step, or count and round"),
    "crowd": Field(schema.anything, "how many stand in ranks on both sides, instead of an array"),
    "mirror": Field(schema.text, "axes across which it is repeated"),
}
LOOK = ("material", "layer", "bone", "seen", "string")
ARRAY = {
    "count": Field(schema.anything, "how many", required=True),
    "step": Field(schema.anything, "[right, ahead, up] from one to the next"),
    "round": Field(schema.flag, "whether they stand round the z axis", default=False),
}
CROWD = {
    **{
        name: Field(schema.anything, what, required=True)
        for name, what in (
            ("number", "how many"),
            ("inner", "from the middle to the front ranks"),
            ("length", "of a rank"),
            ("apart", "from man to man"),
        )
    },
    "first": Field(schema.whole, "the first of those that look so", default=0),
    "every": Field(schema.whole, "how many looks there are", default=1),
}


def read_recipe(node: Table) -> Recipe:
    """Read a recipe document.

    Raises
    ------
    InputError
        At the place in the file that is wrong.
    """
    fields = schema.record(node, RECIPE, "a recipe")
    return Recipe(
        name=fields["recipe"],
        **{key: fields[key] for key in ("layer", "lies", "grips", "places", "parts", "far")},
        sizes={name: size["is"] for name, size in fields["sizes"].items()},
    )


@dataclass(frozen=True, slots=True)
class _Builder:
    """Builds the parts of one recipe for one setting."""

    scale: Scale
    holds: Callable[[When], bool]

    def pieces(self, node: Node, above: Mapping[str, Any]) -> Iterator[tuple[Style, Mesh]]:
        """Yield the meshes of a part, each with its look; a group hands its own look on."""
        fields = schema.record(node, PART, "a part")
        if fields["when"] is not None and not self.holds(fields["when"]):
            return
        if fields["unless"] is not None and self.holds(fields["unless"]):
            return
        look = {**above, **{name: fields[name] for name in LOOK if fields[name] is not None}}
        shapes = [name for name in (*SHAPES, "group") if fields[name] is not None]
        if len(shapes) != 1:
            raise InputError(
                "a part has exactly one shape", node.where, expected=", ".join((*SHAPES, "group"))
            )
        matrices = self.copies(fields, node)
        if not matrices:  # a crowd too small to have any who look so
            return
        for style, mesh in self.shaped(shapes[0], fields[shapes[0]], node, look):
            yield style, joined([mesh.moved(matrix) for matrix in matrices])

    def shaped(
        self, name: str, value: Any, node: Node, look: Mapping[str, Any]
    ) -> Iterator[tuple[Style, Mesh]]:
        """Yield what one shape, or the parts of a group, come to."""
        if name == "group":
            for part in value:
                yield from self.pieces(part, look)
            return
        if "material" not in look:
            raise InputError("a part lacks 'material'", node.where)
        shape = SHAPES[name]
        fields = schema.record(value, _FIELDS[name], f"a {name}")
        values = {
            key: READERS[shape.fields[key]](self.scale, given) for key, given in fields.items() if given
        }
        yield Style(**look), shape.make(**values)

    def copies(self, fields: Mapping[str, Any], node: Node) -> list[Array]:
        """Return the matrices of a part: scaled, turned and moved, then arrayed, then mirrored."""
        offset, turn, factors = (
            read(self.scale, fields[name]) if fields[name] else default
            for name, read, default in (
                ("at", Scale.offset, ZERO),
                ("turn", Scale.numbers, ZERO),
                ("scale", Scale.numbers, np.ones(3)),
            )
        )
        matrices = [placing(offset, turn) @ scaling(factors)]
        if fields["crowd"]:
            matrices = [place @ matrices[0] for place in self.crowd(fields["crowd"])]
        elif fields["array"]:
            matrices = [step @ matrices[0] for step in self.array(fields["array"])]
        for axis in fields["mirror"] or "":
            if axis not in AXES:
                raise InputError(f"no axis '{axis}'", node.where, expected="x, y, z or several of them")
            matrices += [mirroring(axis) @ matrix for matrix in matrices]
        return matrices

    def crowd(self, node: Node) -> Array:
        """Return where those of a crowd stand who look alike."""
        fields = schema.record(node, CROWD, "a crowd")
        inner, length, apart = (self.scale.length(fields[name]) for name in ("inner", "length", "apart"))
        number = int(self.scale.number(fields["number"]))
        return places(number, inner, length, apart, fields["first"], fields["every"])

    def array(self, node: Node) -> list[Array]:
        """Return the steps of an array: along a line, or round the z axis."""
        fields = schema.record(node, ARRAY, "an array")
        count = self.scale.number(fields["count"])
        if not 0 < count <= LARGEST_ARRAY or count % 1:
            raise InputError(
                f"an array of {count:g}", node.where, expected=f"a whole number up to {LARGEST_ARRAY}"
            )
        if fields["round"]:
            return [placing(ZERO, (0, 360 * k / count, 0)) for k in range(int(count))]
        step = self.scale.offset(fields["step"]) if fields["step"] else ZERO
        return [shift(step * k) for k in range(int(count))]


READERS: Mapping[str, Callable[[Scale, Node], Any]] = {
    "length": Scale.length,
    "number": Scale.number,
    "lengths": Scale.lengths,
    "points": Scale.points,
    "length or lengths": lambda scale, node: (
        scale.length(node) if isinstance(node, Text) else scale.lengths(node)
    ),
}
_FIELDS = {
    name: {
        key: Field(schema.anything, kind, required=key in shape.required)
        for key, kind in shape.fields.items()
    }
    for name, shape in SHAPES.items()
}
