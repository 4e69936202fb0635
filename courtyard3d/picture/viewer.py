"""The window: a rite that can be played, stopped, scrubbed and looked at from all sides."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import closing
from typing import Any

from vtkmodules.vtkCommonCore import vtkCommand
from vtkmodules.vtkInteractionStyle import vtkInteractorStyleTerrain
from vtkmodules.vtkRenderingCore import vtkRenderWindowInteractor

from courtyard3d.picture.cameras import View
from courtyard3d.picture.captions import Lettering
from courtyard3d.picture.controls import BAR_HEIGHT, minutes
from courtyard3d.picture.overlay import Overlay
from courtyard3d.picture.player import Player
from courtyard3d.picture.stage import Stage
from courtyard3d.picture.styles import Style
from courtyard3d.picture.subject import Subject

TICK = 33  # milliseconds between two looks at the clock
DOLLY = 1.15  # how much nearer a notch of the wheel brings the camera


class Window:
    """A window on a courtyard.

    Keys: space plays and pauses; Left and Right go 5 s, comma and period by acts, Page Up and Page
    Down by sections, Home and End to the ends; Up and Down change the speed; 1 to 6 choose a
    camera; r shows the roof in another way; q closes. The left mouse button turns the view, the
    middle one shifts it, the wheel brings it nearer; on the bar below the mouse goes to a moment.

    Parameters
    ----------
    courtyard : Subject
        What is shown.
    size : tuple of int
        Width and height in pixels.
    style : Style
        How it looks.
    lang : str
        'hans', 'hant' or 'en'.
    """

    def __init__(self, courtyard: Subject, size: tuple[int, int], style: Style, lang: str) -> None:
        self._courtyard = courtyard
        self._style = style
        self._lang = lang
        self.player = Player(courtyard, size, lang)
        self._stage = Stage(courtyard.scene, style, size, supersampling=1, off_screen=False)
        self._overlay = Overlay(self._stage.renderer)
        self._lettering = self._letters()
        self._interactor = vtkRenderWindowInteractor()
        self._interactor.SetRenderWindow(self._stage.window)
        self._style_of_mouse = vtkInteractorStyleTerrain()
        self._interactor.SetInteractorStyle(self._style_of_mouse)
        self._view: View | None = None
        self._drawn: object = None
        self._error: BaseException | None = None
        self._listen()

    def run(self) -> None:
        """Show the window until it is closed.

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C, after the window is closed.
        """
        before = signal.signal(signal.SIGINT, lambda *_: self._stop(KeyboardInterrupt()))
        try:
            with closing(self._stage):
                self._interactor.Initialize()
                self._refresh()
                self._interactor.CreateRepeatingTimer(TICK)
                self._interactor.Start()
        finally:
            signal.signal(signal.SIGINT, before)
        if self._error is not None:
            raise self._error

    def _stop(self, error: BaseException) -> None:
        """Have the window closed at the next tick, for an error that `run` then raises."""
        self._error = self._error or error
        self.player.close()

    def _listen(self) -> None:
        """Tie what happens in the window to what it does."""
        mouse = {
            vtkCommand.LeftButtonPressEvent: self._press,
            vtkCommand.LeftButtonReleaseEvent: self._release,
            vtkCommand.MouseMoveEvent: self._move,
            vtkCommand.MouseWheelForwardEvent: lambda: self._dolly(DOLLY),
            vtkCommand.MouseWheelBackwardEvent: lambda: self._dolly(1 / DOLLY),
            vtkCommand.CharEvent: lambda: None,  # VTK's own keys would quit, pick and change the shading
        }
        window = {
            vtkCommand.KeyPressEvent: lambda: self.player.key(self._interactor.GetKeySym()),
            vtkCommand.TimerEvent: self._refresh,
        }
        for source, actions in ((self._style_of_mouse, mouse), (self._interactor, window)):
            for event, action in actions.items():
                source.AddObserver(event, self._guarded(action))

    def _guarded(self, action: Callable[[], object]) -> Callable[..., None]:
        """Return an observer that never raises: VTK would print the error and go on."""

        def observer(*_: Any) -> None:
            try:
                action()
            except Exception as error:
                self._stop(error)

        return observer

    def _refresh(self) -> None:
        """Do what has to be done between two ticks: close, take a new size, draw what is new."""
        player = self.player
        if player.closed:
            self._interactor.TerminateApp()
            return
        width, height = self._stage.window.GetSize()
        if (width, height) != player.size:
            player.fit((width, height))
            self._lettering = self._letters()
        t, clock = player.clock.time, player.clock
        seen = (t, clock.playing, clock.speed, player.size, player.camera_name, player.roof)
        if seen != self._drawn:
            self._drawn = seen
            self._show(t)

    def _show(self, t: float) -> None:
        """Draw a moment, with its words and the bar."""
        player = self.player
        self._stage.tableau.show(player.timeline.state(t))
        if (view := player.view(t)) is not None:
            self._view = view
            self._stage.tableau.look(view)
        if self._view is not None:
            self._stage.tableau.uncover(player.roofed(self._view))
        words = self._lettering.caption(player.timeline.caption(t, self._lang))
        bar = player.bar.draw(t, player.clock.playing, player.clock.speed)
        self._overlay.show((*self._lettering.always, *words, bar), player.size[1])
        self._stage.window.SetWindowName(self._title(t))
        self._stage.draw()

    def _title(self, t: float) -> str:
        """Return the window's name, in ids: VTK hands it to X in Latin letters only."""
        return f"{self._courtyard.layout.rite} {self.player.bar.section(t).id} {minutes(t)}"

    def _letters(self) -> Lettering:
        width, height = self.player.size
        return Lettering((width, height - BAR_HEIGHT), self._style, self._lang)

    def _place(self) -> tuple[int, int]:
        """Return where the mouse is, in pixels from the left and the top."""
        x, y = self._interactor.GetEventPosition()
        return x, self.player.size[1] - 1 - y

    def _press(self) -> None:
        if not self.player.press(*self._place()):
            self.player.free()
            self._style_of_mouse.OnLeftButtonDown()

    def _release(self) -> None:
        self.player.release()
        self._style_of_mouse.OnLeftButtonUp()

    def _move(self) -> None:
        if not self.player.drag(self._place()[0]):
            self._style_of_mouse.OnMouseMove()

    def _dolly(self, factor: float) -> None:
        self.player.free()
        self._stage.renderer.GetActiveCamera().Dolly(factor)
        self._drawn = None
