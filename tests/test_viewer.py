"""The window: a real one under Xvfb, driven with real keys and a real mouse; and its parts without one."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import fakes
import numpy as np
import pytest
from PIL import ImageGrab

from courtyard3d.errors import MachineError
from courtyard3d.picture import graphics, view
from courtyard3d.picture.cameras import camera_named
from courtyard3d.picture.clock import Clock
from courtyard3d.picture.controls import Bar, minutes
from courtyard3d.picture.player import Player
from courtyard3d.picture.roofs import OVERHEAD

SIZE = (800, 500)
VIEW = (
    "import sys, fakes; from courtyard3d.picture import view\n"
    "view(fakes.courtyard(), size=(800, 500), start=sys.argv[1])"
)


class Hand:
    """A clock that a test moves."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_the_clock_runs_with_real_time_however_often_it_is_asked():
    hand = Hand()
    clock = Clock(18.0, hand)
    hand.now += 5
    assert clock.time == 0.0
    clock.toggle()
    hand.now += 5
    assert clock.time == 5.0
    clock.faster(1)
    hand.now += 2
    assert clock.time == 9.0
    clock.toggle()
    hand.now += 5
    assert (clock.time, clock.playing) == (9.0, False)
    clock.toggle()
    hand.now += 60
    assert (clock.time, clock.playing) == (18.0, False)
    clock.toggle()
    assert (clock.time, clock.playing) == (0.0, True)
    clock.faster(99)
    assert clock.speed == 8.0
    clock.seek(-3.0)
    assert clock.time == 0.0


def test_the_track_holds_the_whole_rite_from_end_to_end():
    bar = Bar(fakes.FakeTimeline(), SIZE, "hans")
    places = [bar.moment(x, 480) for x in range(bar.size[0]) if bar.moment(x, 480) is not None]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0.0, 18.0)
    assert bar.moment(400, 300) is None
    assert bar.is_button(10, 480)
    assert not bar.is_button(10, 300)


def test_the_bar_shows_how_far_the_rite_is():
    bar = Bar(fakes.FakeTimeline(), SIZE, "hans")
    early, late = (bar.draw(t, False, 1.0).pixels.astype(int) for t in (1.0, 17.0))
    gold = [((picture[..., 0] - picture[..., 2]) > 100).sum() for picture in (early, late)]
    assert gold[1] > 5 * gold[0]
    assert early.shape == (SIZE[1] - bar.top, SIZE[0], 4)


def test_minutes():
    assert [minutes(t) for t in (0.0, 65.9, 7265.0)] == ["0:00", "1:05", "2:01:05"]


@pytest.mark.parametrize(
    ("at", "key", "then"),
    [
        (7.0, "Right", 12.0),
        (7.0, "Left", 2.0),
        (2.0, "Left", 0.0),
        (7.0, "period", 12.0),
        (13.0, "period", 18.0),
        (9.0, "comma", 6.0),
        (6.5, "comma", 0.0),
        (7.0, "Next", 12.0),
        (14.0, "Prior", 12.0),
        (7.0, "End", 18.0),
        (7.0, "Home", 0.0),
        (7.0, "F9", 7.0),
    ],
)
def test_keys_go_through_the_rite(at, key, then):
    player = Player(fakes.courtyard(), SIZE, "hans")
    player.clock.seek(at)
    player.key(key)
    assert player.clock.time == then


def test_keys_choose_cameras_and_the_roof():
    player = Player(fakes.courtyard(), SIZE, "hans")
    directed = player.view(3.0)
    player.key("3")
    assert player.view(3.0) == player.view(4.0) != directed
    view = replace(player.view(3.0), lifted=frozenset({"wall", "roof"}))
    assert player.roofed(view) == view
    for lifted in ({"wall"}, {"wall"}, {"wall", "roof"}, {"wall", *OVERHEAD}):
        player.key("r")
        assert player.roofed(view).lifted == lifted
    player.key("r")
    assert player.roofed(view) == view
    player.free()
    assert player.view(3.0) is None


def test_a_window_opens_near_those_who_act():
    courtyard = fakes.courtyard()
    player = Player(courtyard, SIZE, "hans")
    whole = camera_named("court", courtyard, SIZE[0] / player.bar.top)(0.0)
    feet = np.array(
        [courtyard.timeline.state(0.0).figures[who].position for who in ("pair1-upper", "pair1-lower")]
    )
    away = [
        np.linalg.norm(view.position - feet.mean(axis=0) * fakes.CHI) for view in (player.view(0.0), whole)
    ]
    assert away[0] < away[1] / 2


def test_without_a_display_the_error_names_what_works_without(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    graphics.on_screen.cache_clear()
    with pytest.raises(MachineError, match=r"no display.*`film` and `figure` work"):
        view(fakes.courtyard())


def test_a_display_that_is_not_there_is_told_and_does_not_crash(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":4711")
    graphics.on_screen.cache_clear()
    with pytest.raises(MachineError, match="can't draw with OpenGL"):
        view(fakes.courtyard())
    graphics.on_screen.cache_clear()


# A real window.

needs_display = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb or xdotool is missing"
)


@pytest.fixture(scope="module")
def display():
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-noreset", "-screen", "0", "1280x800x24"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as lines:
        name = f":{lines.readline().strip()}"
    yield name
    server.terminate()
    server.wait()


class Driver:
    """A running window and the hands on it."""

    def __init__(self, display, process):
        self.display = display
        self.process = process
        self.window = self.until(lambda: self.do("search", "--name", "^fake "), 60).split()[0]
        self.do("windowfocus", self.window)

    def do(self, *words):
        environment = os.environ | {"DISPLAY": self.display}
        done = subprocess.run(["xdotool", *words], env=environment, capture_output=True, text=True)
        return done.stdout.strip()

    def until(self, found, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if result := found():
                return result
            assert self.process.poll() is None, (self.process.returncode, self.process.communicate()[1])
            time.sleep(0.05)
        raise AssertionError(f"it never came; the window says {self.title}")

    @property
    def title(self):
        return self.do("getwindowname", self.window)

    def shows(self, title):
        return self.until(lambda: self.title == title)

    def picture(self):
        time.sleep(0.3)
        return np.asarray(ImageGrab.grab(xdisplay=self.display).crop((0, 0, *SIZE)), dtype=int)


@contextmanager
def window(display, start="you-she"):
    paths = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
    environment = os.environ | {"DISPLAY": display, "PYTHONPATH": paths}
    command = [sys.executable, "-c", VIEW, start]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Driver(display, process)
        finally:
            process.kill()


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


def press_close(display, window):
    """Send what a window manager sends when its close button is pressed; under Xvfb there is none."""
    x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    server = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    protocols, delete = (x11.XInternAtom(server, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    message = ClientMessage(33, 0, 1, server, window, protocols, 32, (ctypes.c_long * 5)(delete))
    x11.XSendEvent(server, ctypes.c_ulong(window), 0, 0, ctypes.byref(message))
    x11.XCloseDisplay(server)


@needs_display
def test_play_pause_scrub_turn_resize_and_quit(display):
    with window(display) as hands:
        assert hands.title == "fake you-she 0:00"
        first = hands.picture()

        hands.do("key", "space")
        hands.until(lambda: hands.title == "fake you-she 0:02")
        hands.do("key", "space")
        stopped = hands.title
        time.sleep(1.2)
        assert hands.title == stopped

        hands.do("mousemove", "676", "480", "click", "1")
        hands.until(lambda: hands.title.startswith("fake chu-she"))
        hands.do("mousemove", "600", "480", "mousedown", "1", "mousemove", "200", "300", "mouseup", "1")
        hands.until(lambda: hands.title == "fake you-she 0:01")
        hands.do("key", "Home")
        hands.shows("fake you-she 0:00")
        assert hands.until(lambda: abs(hands.picture() - first).mean() < 1.0)

        hands.do("mousemove", "400", "200", "mousedown", "1", "mousemove", "450", "210")
        hands.do("mousemove", "520", "220", "mouseup", "1")
        assert hands.until(lambda: abs(hands.picture()[:350] - first[:350]).mean() > 5.0)
        assert hands.until(lambda: abs(hands.picture()[455:] - first[455:]).mean() < 1.0)

        hands.do("key", "1")
        assert hands.until(lambda: abs(hands.picture() - first).mean() < 1.0)
        hands.do("windowsize", "--sync", hands.window, "640", "400")
        hands.do("mousemove", "20", "380", "click", "1")
        hands.until(lambda: hands.title == "fake you-she 0:01")

        hands.do("key", "q")
        assert hands.process.communicate(timeout=30)[1] == ""
        assert hands.process.returncode == 0


@needs_display
def test_the_window_button_closes(display):
    with window(display) as hands:
        press_close(display, int(hands.window))
        assert hands.process.communicate(timeout=30)[1] == ""
        assert hands.process.returncode == 0


@needs_display
def test_ctrl_c_closes(display):
    with window(display, "chu-she") as hands:
        assert hands.title == "fake chu-she 0:12"
        hands.process.send_signal(signal.SIGINT)
        assert hands.process.communicate(timeout=30)[1].splitlines()[-1] == "KeyboardInterrupt"


@needs_display
def test_a_paused_window_rests(display):
    import psutil

    with window(display) as hands:
        time.sleep(1.0)
        used = psutil.Process(hands.process.pid)
        before = sum(used.cpu_times()[:2])
        time.sleep(2.0)
        assert sum(used.cpu_times()[:2]) - before < 0.4
