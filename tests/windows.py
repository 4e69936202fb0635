"""Real windows under Xvfb, and the hands that press keys and move the mouse in them."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PIL import ImageGrab

from courtyard3d.picture.viewer.canvas import Look
from courtyard3d.picture.viewer.frame import Frame
from courtyard3d.picture.viewer.panels import Panels
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.theme import letter_size
from courtyard3d.picture.viewer.zones import Board

DPI = 96


@contextmanager
def display(size: tuple[int, int] = (1280, 800)) -> Iterator[str]:
    """Start a screen of that size and give its name."""
    reading, writing = os.pipe()
    screen = f"{size[0]}x{size[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-noreset", "-dpi", str(DPI), "-screen", "0", screen],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as lines:
        name = f":{lines.readline().strip()}"
    try:
        yield name
    finally:
        server.terminate()
        server.wait()


class Hands:
    """A running window and the hands on it."""

    def __init__(self, screen: str, process: subprocess.Popen[str], rite: str, size: tuple[int, int]) -> None:
        self.screen, self.process, self.size = screen, process, size
        self.window = self.until(lambda: self.do("search", "--name", f"^{rite} [a-z]"), 90).split()[0]
        self.do("windowfocus", self.window)

    def do(self, *words: object) -> str:
        """Have xdotool do something."""
        environment = os.environ | {"DISPLAY": self.screen}
        command = ["xdotool", *map(str, words)]
        return subprocess.run(command, env=environment, capture_output=True, text=True).stdout.strip()

    def click(self, place: tuple[int, int]) -> None:
        """Click at a place of the window."""
        self.do("mousemove", *place, "click", 1)

    def until(self, found, seconds=40):
        """Wait until something is so, and return it; fail where it does not come, or the window ends."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if result := found():
                return result
            assert self.process.poll() is None, (self.process.returncode, self.process.communicate()[1])
            time.sleep(0.05)
        raise AssertionError(f"it never came; the window says {self.title}")

    @property
    def title(self) -> str:
        return self.do("getwindowname", self.window)

    def says(self, *words: str) -> str:
        """Wait until the title has these words."""
        return self.until(lambda: set(words) <= set(self.title.split()) and self.title)

    def lacks(self, word: str) -> str:
        """Wait until the title lacks a word."""
        return self.until(lambda: word not in self.title.split() and self.title)

    def picture(self) -> np.ndarray:
        """Return what the window shows, (height, width, 3)."""
        time.sleep(0.4)
        width, height = self.size
        return np.asarray(ImageGrab.grab(xdisplay=self.screen).crop((0, 0, width, height)), dtype=int)

    def differs(self, before: np.ndarray, by: float, part=np.s_[:]) -> np.ndarray:
        """Wait until the picture, or a part of it, differs from another by so much of 255 in the mean."""

        def found():
            now = self.picture()
            return now if abs(now[part] - before[part]).mean() > by else None

        return self.until(lambda: [now] if (now := found()) is not None else None)[0]

    def same(self, before: np.ndarray, within: float = 1.0) -> bool:
        """Wait until the picture is another again."""
        return self.until(lambda: bool(abs(self.picture() - before).mean() < within))

    def ends(self) -> tuple[int, str]:
        """Wait for the end of the window; return its exit code and what it said on stderr."""
        said = self.process.communicate(timeout=60)[1]
        return self.process.returncode, said


@contextmanager
def window(screen: str, code: str, rite: str, size: tuple[int, int]) -> Iterator[Hands]:
    """Run code that opens a window on a rite, and give the hands on it."""
    paths = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
    environment = os.environ | {"DISPLAY": screen, "PYTHONPATH": paths}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Hands(screen, process, rite, size)
        finally:
            process.kill()


def drawn(session: Session, size: tuple[int, int]) -> tuple[Board, Frame]:
    """Draw the sheets of a session as a window of that size does."""
    look = Look(session.theme, letter_size(size, DPI, session.theme, session.zoom), session.lang)
    frame = Frame.of(size, look, open_side=session.tab is not None, text=session.reading)
    scene = frame.scene
    session.cameraman.aspect = (scene.right - scene.left) / (scene.bottom - scene.top)
    board = Board()
    board.lay(Panels().sheets(session, look, frame, session.cameraman.view(), (-1, -1), None))
    return board, frame


def spot(session: Session, size: tuple[int, int], point: np.ndarray) -> tuple[int, int]:
    """Return where a point (3,) in metres is in a window on a session, in pixels."""
    _, frame = drawn(session, size)
    (across,), (above,), _ = session.cameraman.view().project(np.asarray(point, dtype=float)[None])
    half = (frame.scene.bottom - frame.scene.top) / 2
    middle = (frame.scene.left + frame.scene.right) / 2
    return round(middle + half * across), round(frame.scene.top + half * (1 - above))


def middle(box) -> tuple[int, int]:
    """Return the middle of a part of a window."""
    return (box.left + box.right) // 2, (box.top + box.bottom) // 2


class ClientMessage(ctypes.Structure):
    """X's message to a window (XClientMessageEvent), padded to the size of any event."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("sent", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("kind", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("padding", ctypes.c_long * 12),
    )


def press_close(screen: str, window: int) -> None:
    """Send what a window manager sends when its close button is pressed; under Xvfb there is none."""
    x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    server = ctypes.c_void_p(x11.XOpenDisplay(screen.encode()))
    protocols, delete = (x11.XInternAtom(server, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    message = ClientMessage(33, 0, 1, server, window, protocols, 32, (ctypes.c_long * 5)(delete))
    x11.XSendEvent(server, ctypes.c_ulong(window), 0, 0, ctypes.byref(message))
    x11.XCloseDisplay(server)
