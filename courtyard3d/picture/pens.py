"""What lines, hatching and patterns do on the graphics card: small programs put into those of VTK.

All of them are laid on the things themselves, not on the picture, so that they do not swim when a thing
or the camera moves; their spacing doubles where it would become too narrow, so that they do not shimmer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataObject
from vtkmodules.vtkRenderingCore import vtkCamera, vtkPolyDataMapper, vtkShaderProperty

from courtyard3d.picture.styles import HATCH_DARKNESS, HATCHES

if TYPE_CHECKING:
    from courtyard3d.picture.styles import Style

OUTWARD, ROOM, ALONG = "outward", "room", "along"
"""Data of points: in which direction the outline is drawn out (nothing: no outline); metres between lines;
the direction along which a slender piece is hatched (nothing: it is not slender)."""

PLACE_DECLARED = """//VTK::PositionVC::Dec
out vec3 place;
out float depth;
"""
PLACE_FOUND = """//VTK::PositionVC::Impl
  place = vertexMC.xyz;
  depth = gl_Position.w;
"""
OUTLINE_DECLARED = "in vec3 outward;\nout float rim;\n"
OUTLINE_DRAWN = """  rim = dot(outward, outward);
  if (rim > 0.01) {
    vec4 way = MCDCMatrix * vec4(outward, 0.0);
    vec2 turned = (way.xy * depth - gl_Position.xy * way.w) * view;
    float pen = scale * clamp(BROAD * focal / depth, THIN, THICK);
    gl_Position.xy += turned / max(length(turned), 1e-9) * pen * 2.0 / view * depth;
    gl_Position.z += lift * BEHIND / depth;
  }
"""
HATCHED_DECLARED = OUTLINE_DECLARED + "in vec3 along;\nout vec3 grain;\n"
HATCHED_DRAWN = "  grain = along;\n" + OUTLINE_DRAWN
FADE_DECLARED = "in float room;\nout float fade;\n"
FADE_FOUND = """  fade = clamp((room * focal / depth - CROWDED) / FREE, 0.0, 1.0);
  gl_Position.z -= lift * (BEFORE + HALF_A_PIXEL * depth / focal) / depth;
"""

FRAGMENT_DECLARED = """//VTK::PositionVC::Dec
in vec3 place;
in float depth;
"""
STROKES = """
// How much ink strokes across a direction leave where they shall cover a share of the surface.
float strokes(vec3 way, float share) {
  float level = log2(SPACING * depth / focal);
  float along = dot(place, way) / exp2(ceil(level));
  float number = floor(along + 0.5);
  float between = fwidth(along);
  float every = mod(number, 2.0) < 0.5 ? 1.0 : ceil(level) - level;
  float broad = share * every / max(between, 1e-6);
  float beside = max(broad, 1.0) / 2.0 - abs(along - number) / max(between, 1e-6);
  float covered = clamp(beside + 0.5, 0.0, 1.0) * min(broad, 1.0);
  return mix(covered, share * (1.0 + every) / 2.0, smoothstep(NARROW, 2.0 * NARROW, between * scale));
}
"""
SHADED = """//VTK::Light::Impl
  float dark = 1.0 - dot(fragOutput0.rgb, vec3(0.299, 0.587, 0.114));
  vec3 way = ONE_WAY - grain * dot(ONE_WAY, grain);
  vec3 other = OTHER_WAY - grain * dot(OTHER_WAY, grain);
  float once = strokes(normalize(way), clamp((dark - WHITE) * STRENGTH, 0.0, 0.6));
  float twice = strokes(normalize(other), clamp((dark - CROSSED) * STRENGTH, 0.0, 0.5));
  float inked = dark > BLACK ? 1.0 : max(once, dark > CROSSED ? twice : 0.0);
  fragOutput0.rgb = mix(sheet, ink, rim > 0.01 ? 1.0 : inked);
"""
RIMMED = "//VTK::Light::Impl\n  if (rim > 0.01) fragOutput0.rgb = ink;\n"
TILED = """//VTK::Light::Impl
  const int tile[{side}] = int[{side}]({rows});
  vec3 facing = abs(cross(dFdx(place), dFdy(place)));
  vec2 flat_ = facing.z >= max(facing.x, facing.y) ? place.xy : facing.x > facing.y ? place.yz : place.xz;
  vec2 finest = fwidth(flat_) * scale;
  float pixel = min(max(finest.x, finest.y), 4.0 * depth / focal);
  float cell = exp2(ceil(log2(CELL * pixel)));
  ivec2 at = ivec2(floor(flat_ / cell)) & {last};
  float mark = float((tile[at.y] >> at.x) & 1);
  mark = mix(mark, {mean}, smoothstep(1.4, 2.8, max(finest.x, finest.y) / cell));
  fragOutput0.rgb *= mix(1.0, {darkness}, mark);
"""
FADED = "//VTK::Light::Impl\n  fragOutput0.a *= fade;\n"
STROKED = "//VTK::Light::Impl\n  fragOutput0.a = strokes(FLOOR_WAY, fragOutput0.a);\n"

NUMBERS = {
    "BROAD": 0.014,  # metres: the breadth of the pen that draws outlines …
    "THIN": 0.7,  # … but pixels of the finished picture at least, …
    "THICK": 1.3,  # … and at most
    "BEHIND": 0.002,  # metres: how far an outline lies behind what it is drawn round
    "BEFORE": 0.003,  # metres: how far a crease lies before the surface, …
    "HALF_A_PIXEL": 0.5,  # … and so many pixels more
    "CROWDED": 1.5,  # pixels between two lines on a thing: nearer ones are not drawn
    "FREE": 3.0,  # pixels more, and they are drawn in full
    "SPACING": 2.2,  # pixels between two strokes, and up to twice as many
    "NARROW": 0.45,  # distances between strokes in a pixel: from here on a grey tone takes their place
    "WHITE": 0.2,  # how dark a surface is before it is hatched, …
    "STRENGTH": 0.7,  # … and how soon the strokes become broader
    "CROSSED": 0.55,  # how dark it is before it is hatched twice
    "BLACK": 0.83,  # how dark it is before it is black
    "CELL": 0.75,  # pixels of a square of a pattern, and up to twice as many
    "ONE_WAY": "vec3(0.5, 0.3, 0.81)",  # no wall, post or floor of a court lies across it
    "OTHER_WAY": "vec3(0.6, 0.3, -0.74)",
    "FLOOR_WAY": "vec3(0.25, 0.97, 0.0)",
}


class Pens:
    """The programs of a style; `aim` has to follow the camera.

    Parameters
    ----------
    style : Style
    scale : int
        Pixels drawn for each pixel of the finished picture, along an edge.
    """

    def __init__(self, style: Style, scale: int) -> None:
        self._style, self._scale = style, scale
        self._made: dict[str, vtkShaderProperty] = {}

    def surface(self, hatch: str) -> vtkShaderProperty | None:
        """Return what draws a surface with its outline and its hatching or pattern; None: VTK's own way."""
        if self._style.line is None:
            return None
        if self._style.hatched:
            tools = "in float rim;\nin vec3 grain;\n" + STROKES
            return self._pen("surface", HATCHED_DECLARED, HATCHED_DRAWN, tools, SHADED)
        tiled = RIMMED if hatch == "plain" else _tile(hatch) + RIMMED.partition("\n")[2]
        return self._pen(f"surface {hatch}", OUTLINE_DECLARED, OUTLINE_DRAWN, "in float rim;\n", tiled)

    def line(self) -> vtkShaderProperty:
        """Return what draws creases, fainter where they would crowd."""
        return self._pen("line", FADE_DECLARED, FADE_FOUND, "in float fade;\n", FADED)

    def shadow(self) -> vtkShaderProperty | None:
        """Return what hatches shadows; None: they are soft."""
        return self._pen("shadow", "", "", STROKES, STROKED) if self._style.hatched else None

    def aim(self, camera: vtkCamera, size: tuple[int, int]) -> None:
        """Let the lines fit a camera and a window of that size in pixels."""
        focal, lift = focal_length(camera, size[1] / self._scale), _lift(camera)
        for made in self._made.values():
            for uniforms in (made.GetVertexCustomUniforms(), made.GetFragmentCustomUniforms()):
                uniforms.SetUniformf("focal", focal)
            made.GetVertexCustomUniforms().SetUniform2f("view", [float(side) for side in size])
            made.GetVertexCustomUniforms().SetUniformf("lift", lift)

    def _pen(self, name: str, declared: str, done: str, tools: str, drawn: str) -> vtkShaderProperty:
        if name not in self._made:
            made = self._made[name] = vtkShaderProperty()
            for tag, code in (("Dec", PLACE_DECLARED + declared), ("Impl", PLACE_FOUND + done)):
                made.AddVertexShaderReplacement(f"//VTK::PositionVC::{tag}", True, _with_numbers(code), False)
            for tag, code in (("PositionVC::Dec", FRAGMENT_DECLARED + tools), ("Light::Impl", drawn)):
                made.AddFragmentShaderReplacement(f"//VTK::{tag}", True, _with_numbers(code), False)
            for uniforms in (made.GetVertexCustomUniforms(), made.GetFragmentCustomUniforms()):
                uniforms.SetUniformf("focal", 1.0)
                uniforms.SetUniformf("scale", float(self._scale))
            made.GetVertexCustomUniforms().SetUniform2f("view", [1.0, 1.0])
            made.GetVertexCustomUniforms().SetUniformf("lift", 0.0)
            for word, colour in (("ink", self._style.line), ("sheet", self._style.sheet)):
                made.GetFragmentCustomUniforms().SetUniform3f(word, list(colour or (0.0, 0.0, 0.0)))
        return self._made[name]


def focal_length(camera: vtkCamera, height: float) -> float:
    """Return the pixels of a metre in a picture of that height: at 1 m, or anywhere in a parallel one."""
    if camera.GetParallelProjection():
        return float(height / (2 * camera.GetParallelScale()))
    return float(height / (2 * np.tan(np.radians(camera.GetViewAngle() / 2))))


def _lift(camera: vtkCamera) -> float:
    """Return by how much the depth of what is 1 m away changes where it comes a metre nearer."""
    near, far = camera.GetClippingRange()
    return 2.0 / (far - near) if camera.GetParallelProjection() else 2.0 * far * near / (far - near)


def take(drawn: vtkPolyDataMapper, name: str) -> None:
    """Let the programs know data of points."""
    drawn.MapDataArrayToVertexAttribute(name, name, vtkDataObject.FIELD_ASSOCIATION_POINTS, -1)


def _tile(hatch: str) -> str:
    tile = HATCHES[hatch]
    marks = np.array([[mark == "#" for mark in row] for row in tile])
    rows = ", ".join(str(int((row << np.arange(len(row))).sum())) for row in marks.astype(int))
    return TILED.format(
        side=len(tile), last=len(tile) - 1, rows=rows, mean=float(marks.mean()), darkness=HATCH_DARKNESS
    )


def _with_numbers(code: str) -> str:
    for name, value in NUMBERS.items():
        code = code.replace(name, str(value))
    return code
