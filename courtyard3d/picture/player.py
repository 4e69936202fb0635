"""What a window does with keys and mouse: the moment, the camera, the roof; nothing here draws."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from courtyard3d.picture.cameras import Camera, View
from courtyard3d.picture.clock import Clock
from courtyard3d.picture.controls import Bar
from courtyard3d.picture.director import DIRECTOR, camera
from courtyard3d.picture.roofs import ROOFS
from courtyard3d.picture.subject import Subject

JUMP = 5.0  # seconds of the rite that an arrow key goes
BACK = 1.0  # seconds after its beginning from which 'back' goes to that beginning itself
AUTOMATIC = "automatic"  # the roof as the camera sees fit


class Player:
    """The state of a window on a courtyard.

    Parameters
    ----------
    courtyard : Subject
        What is shown.
    size : tuple of int
        Width and height of the window in pixels.
    lang : str
        'hans', 'hant' or 'en'.
    """

    def __init__(self, courtyard: Subject, size: tuple[int, int], lang: str) -> None:
        self._courtyard = courtyard
        self._lang = lang
        self.timeline = courtyard.timeline
        self.clock = Clock(self.timeline.duration)
        self.closed = False
        self.camera_name: str | None = DIRECTOR
        self.roof = AUTOMATIC
        self._scrubbing = False
        self._stops: Mapping[str, Sequence[float]] = {
            "acts": self.timeline.changes,
            "sections": [span.start for span in self.timeline.sections],
        }
        self.fit(size)

    def fit(self, size: tuple[int, int]) -> None:
        """Take a new size of the window."""
        self.size = size
        self.bar = Bar(self.timeline, size, self._lang)
        self._cameras: dict[str, Camera] = {}

    def view(self, t: float) -> View | None:
        """Return what is seen at a moment, or None where the user has turned the view himself."""
        if self.camera_name is None:
            return None
        if self.camera_name not in self._cameras:
            aspect = self.size[0] / self.bar.top
            self._cameras[self.camera_name] = camera(self.camera_name, self._courtyard, aspect, opening=False)
        return self._cameras[self.camera_name](t)

    def roofed(self, view: View) -> View:
        """Return a view with roofs as the user wants them."""
        return view if self.roof == AUTOMATIC else view.under(ROOFS[self.roof])

    def press(self, x: float, y: float) -> bool:
        """Take a press of the left button (pixels from the left and the top); say if it was for the bar."""
        moment = self.bar.moment(x, y)
        if self.bar.is_button(x, y):
            self.clock.toggle()
        elif moment is not None:
            self._scrubbing = True
            self.clock.seek(moment)
        return y >= self.bar.top

    def drag(self, x: float) -> bool:
        """Take a move of the mouse; say whether it was for the bar."""
        if self._scrubbing:
            self.clock.seek(self.bar.moment_at(x))
        return self._scrubbing

    def release(self) -> None:
        """Take the release of the left button."""
        self._scrubbing = False

    def free(self) -> None:
        """Leave the camera where it is: the user turns the view himself."""
        self.camera_name = None

    def key(self, name: str) -> None:
        """Do what a key (its X name) stands for; other keys do nothing."""
        if name in KEYS:
            KEYS[name](self)

    def jump(self, seconds: float) -> None:
        """Go some seconds on, or back."""
        self.clock.seek(self.clock.time + seconds)

    def step(self, steps: int, what: str) -> None:
        """Go to the next (1) or the last (-1) beginning of 'acts' or 'sections'."""
        now, stops = self.clock.time, self._stops[what]
        at = bisect_right(stops, now) if steps > 0 else bisect_left(stops, now - BACK) - 1
        self.clock.seek(stops[max(at, 0)] if at < len(stops) else self.timeline.duration)

    def choose(self, name: str) -> None:
        """Look through a camera by name."""
        self.camera_name = name

    def next_roof(self) -> None:
        """Show roofs in the next way, at last again as the camera sees fit."""
        ways = (AUTOMATIC, *ROOFS)
        self.roof = ways[(ways.index(self.roof) + 1) % len(ways)]

    def close(self) -> None:
        """Ask for the window to be closed."""
        self.closed = True


KEYS: Mapping[str, Callable[[Player], None]] = MappingProxyType(
    {
        "space": lambda player: player.clock.toggle(),
        "Left": partial(Player.jump, seconds=-JUMP),
        "Right": partial(Player.jump, seconds=JUMP),
        "Up": lambda player: player.clock.faster(1),
        "Down": lambda player: player.clock.faster(-1),
        "comma": partial(Player.step, steps=-1, what="acts"),
        "period": partial(Player.step, steps=1, what="acts"),
        "Prior": partial(Player.step, steps=-1, what="sections"),
        "Next": partial(Player.step, steps=1, what="sections"),
        "Home": lambda player: player.clock.seek(0.0),
        "End": lambda player: player.clock.seek(player.timeline.duration),
        "1": partial(Player.choose, name=DIRECTOR),
        "2": partial(Player.choose, name="court"),
        "3": partial(Player.choose, name="hall"),
        "4": partial(Player.choose, name="plan"),
        "5": partial(Player.choose, name="archer"),
        "6": partial(Player.choose, name="target"),
        "r": Player.next_roof,
        "q": Player.close,
    }
)
