"""What the folders of meshes hold: recipes by kind, materials, bodies, poses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from courtyard3d.errors import InputError
from courtyard3d.reading import schema
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Table
from courtyard3d.reading.schema import Field
from courtyard3d.reading.shelves import data_file, shelf
from courtyard3d.scene.people import Figure, read_figure
from courtyard3d.scene.poses import Poses, read_poses
from courtyard3d.scene.recipes import Recipe, read_recipe

T = TypeVar("T")
Colour = tuple[float, float, float]
OTHER = ("materials.yaml", "body.yaml", "poses.yaml")  # files that are no recipes
ANY_KIND = "plain"  # draws the kinds that have no recipe


def _colour(text: str) -> Colour:
    if len(text) != len("#rrggbb") or not text.startswith("#"):
        raise ValueError(text)
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


MATERIAL = {
    "colour": Field(schema.scalar("a colour (#rrggbb)", _colour), "red, green, blue", required=True),
}
MATERIALS = {"materials": Field(schema.mapping(schema.nested(MATERIAL)), "materials by name", required=True)}


@dataclass(frozen=True, slots=True)
class Library:
    """Everything that scenes are built from."""

    recipes: Mapping[str, Path]
    materials: Mapping[str, Colour]
    figure: Figure
    poses: Poses

    def recipe(self, kind: str) -> Recipe:
        """Return the recipe of a kind; a kind without one is drawn as a plain box."""
        return _recipe(self.recipes.get(kind, self.recipes[ANY_KIND]))


def load_library() -> Library:
    """Read what is on the shelves of meshes; a user's own file hides the package's one of that name.

    Raises
    ------
    InputError
        At the place in the file that is wrong.
    """
    files = [path for folder in shelf("meshes") for path in sorted(folder.glob("*.yaml"))]
    recipes: dict[str, Path] = {}
    for path in files:
        if path.name not in OTHER:
            recipes.setdefault(path.stem, path)
    materials = schema.record(_only(data_file("materials.yaml", "meshes")), MATERIALS, "the materials")[
        "materials"
    ]
    return Library(
        recipes,
        {name: material["colour"] for name, material in materials.items()},
        _document("body.yaml", read_figure),
        _document("poses.yaml", read_poses),
    )


def _document(name: str, reader: Callable[[Table], T]) -> T:
    return reader(_only(data_file(name, "meshes")))


def _only(path: Path) -> Table:
    return read(path)[0]


@cache
def _recipe(path: Path) -> Recipe:
    recipe = read_recipe(_only(path))
    if recipe.name != path.stem:
        raise InputError(f"{path.name} holds the recipe of '{recipe.name}'", expected=f"recipe: {path.stem}")
    return recipe
