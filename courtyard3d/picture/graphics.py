"""What this machine can draw and encode with, found out before anything depends on it.

VTK ends the process with a segmentation fault where it finds no way to draw, so a
child process tries first.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from courtyard3d.errors import MachineError

DRAWING_PACKAGES = "libegl1 libgl1-mesa-dri"
WINDOW_VARIABLE = "VTK_DEFAULT_OPENGL_WINDOW"
ENCODER_VARIABLE = "IMAGEIO_FFMPEG_EXE"
CODEC = "libx264"
PROBE_SECONDS = 60.0  # a cold import of VTK from a slow disk takes tens of seconds

SHAPING = ("vtk", "numpy", "pillow", "pylopdf-fonts-zh-cn", "pylopdf-fonts-zh-tw")

PROBE = """
from vtkmodules.vtkCommonCore import vtkUnsignedCharArray
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow
import vtkmodules.vtkRenderingOpenGL2
window, renderer, pixel = vtkRenderWindow(), vtkRenderer(), vtkUnsignedCharArray()
renderer.SetBackground(1, 0, 0)
window.AddRenderer(renderer)
window.SetOffScreenRendering(OFF_SCREEN)
window.SetSize(8, 8)
window.Render()
window.GetPixelData(0, 0, 0, 0, 1, pixel, 0)
assert pixel.GetTuple3(0) == (255, 0, 0), "the picture is not what was drawn"
lines = dict(line.split(":", 1) for line in window.ReportCapabilities().splitlines() if ":" in line)
told = [lines[name].strip() for name in ("OpenGL renderer string", "OpenGL version string") if name in lines]
print(", ".join(told) or window.GetClassName())
"""

OFF_SCREEN_WINDOWS = {
    "linux": ("vtkEGLRenderWindow", "vtkOSOpenGLRenderWindow", "vtkXOpenGLRenderWindow"),
}
ON_SCREEN_WINDOWS = {"linux": ("vtkXOpenGLRenderWindow",)}
VTK_CHOOSES = ("",)


@dataclass(frozen=True, slots=True)
class Graphics:
    """A way to draw that works: VTK's window class ('' = VTK chooses) and the renderer's name."""

    window: str
    renderer: str


def probe(window: str, *, on_screen: bool = False) -> str | None:
    """Return the name of the renderer behind a VTK window class, or None where it can't draw."""
    environment = _environment(window)
    code = PROBE.replace("OFF_SCREEN", str(int(not on_screen)))
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PROBE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return done.stdout.strip() or window if done.returncode == 0 else None


def _environment(window: str) -> dict[str, str]:
    """Return the environment for a window class; an empty variable would make VTK crash."""
    environment = {key: value for key, value in os.environ.items() if key != WINDOW_VARIABLE}
    environment.setdefault("EGL_LOG_LEVEL", "fatal")
    return environment | {WINDOW_VARIABLE: window} if window else environment


def has_display() -> bool:
    """Say whether a window can be asked for at all (macOS and Windows always have a screen)."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))


@cache
def off_screen() -> Graphics:
    """Find a way to draw without a screen and set this process up for it.

    Raises
    ------
    MachineError
        Where nothing can draw; names the packages to install.
    """
    chosen = os.environ.get(WINDOW_VARIABLE)
    candidates = (chosen,) if chosen else OFF_SCREEN_WINDOWS.get(sys.platform, VTK_CHOOSES)
    graphics = _first_that_draws(candidates, on_screen=False)
    if graphics is None:
        raise MachineError(
            f"this machine can't draw: no OpenGL through {', '.join(filter(None, candidates))}; "
            f"on Debian or Ubuntu: apt install {DRAWING_PACKAGES}"
        )
    return graphics


@cache
def on_screen() -> Graphics:
    """Find a way to draw into a window and set this process up for it.

    Raises
    ------
    MachineError
        Without a display, or where the display can't draw.
    """
    if not has_display():
        raise MachineError(
            "there is no display for a window (DISPLAY is not set); "
            "`film`, `figure` and `export` work without one"
        )
    graphics = _first_that_draws(ON_SCREEN_WINDOWS.get(sys.platform, VTK_CHOOSES), on_screen=True)
    if graphics is None:
        raise MachineError(
            f"the display {os.environ.get('DISPLAY', '')} can't draw with OpenGL; on Debian or Ubuntu: "
            "apt install libgl1 libgl1-mesa-dri; `film`, `figure` and `export` work without a display"
        )
    return graphics


def _first_that_draws(candidates: tuple[str, ...], *, on_screen: bool) -> Graphics | None:
    for window in candidates:
        if window == "vtkXOpenGLRenderWindow" and not has_display():
            continue
        if (renderer := probe(window, on_screen=on_screen)) is not None:
            os.environ.update(_environment(window))
            return Graphics(window, renderer)
    return None


def encoder() -> str:
    """Return the path of an ffmpeg: the user's choice, imageio-ffmpeg's own, or the one on the PATH.

    Raises
    ------
    MachineError
        Where there is none that runs and writes H.264.
    """
    for path in _encoders():
        if path and CODEC in _said(path, "-encoders"):
            return path
    raise MachineError(
        "no encoder for films: pip install imageio-ffmpeg, or on Debian or Ubuntu: apt install ffmpeg"
    )


def _encoders() -> list[str | None]:
    if chosen := os.environ.get(ENCODER_VARIABLE):
        return [chosen]
    try:
        from imageio_ffmpeg import get_ffmpeg_exe

        return [get_ffmpeg_exe(), shutil.which("ffmpeg")]
    except (ImportError, RuntimeError):  # no wheel for this platform brings a binary
        return [shutil.which("ffmpeg")]


def versions(encoder: str) -> str:
    """Return what stands for all programs that shape a picture: drawing, letters, encoder, and our own."""
    found = off_screen()
    told = [found.window, found.renderer, encoder_version(encoder), sys.version.split()[0]]
    told += [f"{name} {metadata.version(name)}" for name in SHAPING]
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return ", ".join((*filter(None, told), f"courtyard3d.picture {digest.hexdigest()}"))


def encoder_version(path: str) -> str | None:
    """Return what an ffmpeg says of itself in its first line, or None where it doesn't run."""
    return _said(path, "-version").partition("\n")[0] or None


def _said(path: str, option: str) -> str:
    """Return what an ffmpeg says to an option, nothing where it doesn't run."""
    try:
        done = subprocess.run(
            [path, option], capture_output=True, text=True, timeout=PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
