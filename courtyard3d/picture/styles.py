"""How things look: tables of colours, lines and patterns, nothing that draws.

A style paints an item from two facts: the colour of its material and how well its place
is attested. Colours are red, green, blue from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from courtyard3d.errors import InputError

Colour = tuple[float, float, float]


def colour(text: str) -> Colour:
    """Return the colour that `#rrggbb` writes."""
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


LIGHTS: tuple[tuple[tuple[float, float, float], Colour, float], ...] = (
    ((0.7, -1.0, 1.1), (1.0, 0.97, 0.91), 1.05),  # the sun in the south-east, as at the hour of the rite
    ((-0.6, 1.0, 0.6), (0.9, 0.95, 1.0), 0.55),  # the sky on the other side, so that north faces have a form
)
"""Where each light comes from (x east, y north, z up), its colour and strength."""


@dataclass(frozen=True, slots=True)
class Paint:
    """The look of a surface: its colour, the pattern on it (see `HATCHES`), whether light falls on it."""

    colour: Colour
    hatch: str = "plain"
    lit: bool = True


HATCHES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "plain": (),
        "stripes": (
            "##......",
            ".##.....",
            "..##....",
            "...##...",
            "....##..",
            ".....##.",
            "......##",
            "#......#",
        ),
        "lattice": (
            "#......#",
            ".#....#.",
            "..#..#..",
            "...##...",
            "...##...",
            "..#..#..",
            ".#....#.",
            "#......#",
        ),
        "dashes": (
            "####....",
            "####....",
            "........",
            "........",
            "....####",
            "....####",
            "........",
            "........",
        ),
        "dots": (
            "........",
            ".##.....",
            ".##.....",
            "........",
            "........",
            ".....##.",
            ".....##.",
            "........",
        ),
    }
)
"""Tiles of pixels that cover a surface; `#` is dark."""
HATCH_DARKNESS = 0.55  # how much of its colour a dark pixel keeps


@dataclass(frozen=True, slots=True)
class Grade:
    """How a grade of evidence is shown: paint, number and words, so that colour never stands alone."""

    number: str
    paint: Paint
    hans: str
    hant: str
    en: str


GRADES: Mapping[str, Grade] = MappingProxyType(
    {
        "stated": Grade("1", Paint(colour("#3f7fb5")), "明文", "明文", "stated"),
        "derived": Grade("2", Paint(colour("#74b3a0"), "stripes"), "推得", "推得", "derived"),
        "analogy": Grade("3", Paint(colour("#e2b44c"), "lattice"), "比附", "比附", "analogy"),
        "partly": Grade("4", Paint(colour("#d3d9bb"), "dashes"), "部分补拟", "部分補擬", "supplied in part"),
        "supplied": Grade("5", Paint(colour("#ece8e2"), "dots"), "补拟", "補擬", "supplied"),
    }
)
UNGRADED = Grade("–", Paint(colour("#fbfaf7")), "人（不分等）", "人（不分等）", "people (not graded)")
"""What moves about has no grade: its places are as well attested as the act that brings it there."""


@dataclass(frozen=True, slots=True)
class Sky:
    """The colours of what is far: the sky overhead, the haze at the horizon, the fields round the court."""

    zenith: Colour
    haze: Colour
    field: Colour


@dataclass(frozen=True, slots=True)
class Shade:
    """Shadows where things meet the floor: their colour, how dark (0 to 1) those of what stands and moves."""

    colour: Colour
    standing: float
    moving: float


@dataclass(frozen=True, slots=True)
class Style:
    """One way to show the courtyard.

    `paint` gives a thing its look, `ground` the ground (None: that of its material); the ground is unlit:
    it is level, and most of every picture, so that shading it would cost time and show nothing.
    `ambient` is the part of the light that comes from everywhere; `line` is the colour of drawn edges
    or None, `sheet` that of what they are drawn on where light and dark are `hatched`; `ink` and `card` are
    the letters of captions and what they stand on, `veil` how opaque that is (0 to 1); `legend` says whether
    the grades are explained beside the picture. `sky` is what is seen behind the court (None: the
    background), `shade` the shadows on its floors.
    """

    name: str
    paint: Callable[[Colour, str], Paint]
    ground: Colour | None
    background: Colour
    ambient: float
    line: Colour | None
    ink: Colour
    card: Colour
    veil: float
    legend: bool = False
    hatched: bool = False
    sheet: Colour = (1.0, 1.0, 1.0)
    sky: Sky | None = None
    shade: Shade | None = None


LIGHTNESS = (0.299, 0.587, 0.114)  # of red, green and blue in what is seen
PAPER = colour("#f6f0e2")


WASH = ((0.0, 0.178, 0.182, 0.52), (0.1, 0.1, 0.42, 1.0))
"""How light materials are in a drawing, by their own lightness: what is darkest black, the light white."""


def _washed(material: Colour) -> Colour:
    """Return how light a material is in a drawing."""
    light = float(np.interp(np.dot(material, LIGHTNESS), *WASH))
    return light, light, light


STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "colour": Style(
            name="colour",
            paint=lambda material, _: Paint(material),
            ground=None,
            background=colour("#dfe2df"),
            ambient=0.46,
            line=None,
            ink=colour("#ffffff"),
            card=colour("#1d1a17"),
            veil=0.72,
            sky=Sky(zenith=colour("#8fa9bb"), haze=colour("#dfe2df"), field=colour("#c5bfa6")),
            shade=Shade(colour("#2a2016"), standing=0.42, moving=0.55),
        ),
        "ink": Style(
            name="ink",
            paint=lambda material, _: Paint(_washed(material)),
            ground=PAPER,
            background=PAPER,
            ambient=0.42,
            line=colour("#2a2420"),
            ink=colour("#2a2420"),
            card=PAPER,
            veil=0.88,
            hatched=True,
            sheet=colour("#fdf9ee"),
            shade=Shade(colour("#2a2420"), standing=0.4, moving=0.5),
        ),
        "evidence": Style(
            name="evidence",
            paint=lambda _, grade: GRADES[grade].paint if grade in GRADES else UNGRADED.paint,
            ground=colour("#fcfbf8"),
            background=colour("#fcfbf8"),
            ambient=0.68,
            line=colour("#4a4a4a"),
            ink=colour("#1c1c1c"),
            card=colour("#ffffff"),
            veil=0.88,
            legend=True,
        ),
    }
)


def style_named(name: str) -> Style:
    """Return the style of that name.

    Raises
    ------
    InputError
        Where there is no such style; offers the nearest.
    """
    if name not in STYLES:
        raise InputError(f"no style '{name}'", expected=", ".join(STYLES), given=name, valid=STYLES)
    return STYLES[name]
