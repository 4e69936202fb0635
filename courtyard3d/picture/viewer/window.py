"""The window: VTK's side of it. What it shows and does is decided by the session."""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from time import sleep
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  (gives VTK its drawing classes)
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkCommand, vtkUnsignedCharArray
from vtkmodules.vtkInteractionStyle import vtkInteractorStyleUser
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow, vtkRenderWindowInteractor

from courtyard3d.errors import CourtyardError, InputError
from courtyard3d.picture.cameras import CAMERAS, View
from courtyard3d.picture.overlay import Overlay
from courtyard3d.picture.roofs import ROOFS
from courtyard3d.picture.stage import keep_vtk_quiet
from courtyard3d.picture.styles import STYLES, Style
from courtyard3d.picture.subject import Sights
from courtyard3d.picture.viewer import deeds, helping
from courtyard3d.picture.viewer.canvas import Look
from courtyard3d.picture.viewer.commands import COMMANDS
from courtyard3d.picture.viewer.frame import Frame
from courtyard3d.picture.viewer.mouse import SHIFTING, TURNING, Mouse
from courtyard3d.picture.viewer.panels import Panels
from courtyard3d.picture.viewer.scene_view import SceneView
from courtyard3d.picture.viewer.session import AUTOMATIC, Rite, Session, Standing
from courtyard3d.picture.viewer.strokes import strokes
from courtyard3d.picture.viewer.tasks import Task
from courtyard3d.picture.viewer.theme import THEMES, letter_size
from courtyard3d.picture.viewer.track import minutes
from courtyard3d.picture.viewer.wording import bound
from courtyard3d.picture.viewer.zones import Board, holds

if TYPE_CHECKING:
    from courtyard3d.picture.viewer.picking import Hit

EVIDENCE = "evidence"
DEEDS: Mapping[str, Callable[[Session, View], tuple[Path, Callable[[], Path]]]] = MappingProxyType(
    {"figure": deeds.figure, "film": lambda session, view: deeds.film(session)}
)
"""What is written beside the window, since it takes long."""
TICK, REST = 0.004, 0.02  # seconds between two looks at what has happened: while something moves, and else


class Window:
    """A window on a rite.

    Parameters
    ----------
    rite : Rite
        What is shown.
    size : tuple of int
        Width and height in pixels.
    style : Style
        How it looks.
    lang : str
        'hans', 'hant' or 'en'.
    start : str, optional
        The moment to begin at, as on the command line.
    theme : str, default: 'study'
        One of `viewer.theme.THEMES`.
    folder : Path, optional
        Holds the texts that stand beside the scene.
    """

    def __init__(
        self,
        rite: Rite,
        size: tuple[int, int],
        style: Style,
        lang: str,
        *,
        start: str | None = None,
        theme: str = "study",
        folder: Path | None = None,
    ) -> None:
        keep_vtk_quiet()
        self._rite, self._style, self._lang = rite, style, lang
        self._start, self._theme, self._folder = start, theme, folder
        self._session: Session | None = None
        self._scene, self._shown_style = SceneView(rite.scene, style), style
        self._over = vtkRenderer()
        self._over.SetLayer(1)
        self._overlay = Overlay(self._over)
        self._board, self._panels = Board(), Panels()
        self._window = vtkRenderWindow()
        self._window.SetMultiSamples(0)
        self._window.SetNumberOfLayers(2)
        self._window.SetSize(*size)
        self._window.SetWindowName(f"{rite.layout.rite} …")
        self._window.AddRenderer(self._scene.renderer)
        self._window.AddRenderer(self._over)
        self._interactor = vtkRenderWindowInteractor()
        self._interactor.SetRenderWindow(self._window)
        self._hands = vtkInteractorStyleUser()
        self._interactor.SetInteractorStyle(self._hands)
        self._opening = Task(lambda: rite.timeline)
        self._changing: Task[Rite] | None = None
        self._error: BaseException | None = None
        self._closed = False
        self._drawn: object = None
        self._mouse = Mouse(self._board, self._hit)
        self._pointed_at: object = None
        self._making: dict[Path, Task[Path]] = {}
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
            self._interactor.Initialize()
            while not self._closed:
                self._interactor.ProcessEvents()
                self._guarded(self._refresh)()
                sleep(TICK if self._restless else REST)
        finally:
            self._window.Finalize()
            signal.signal(signal.SIGINT, before)
        if self._error is not None:
            raise self._error

    # ── what happens ──

    def _listen(self) -> None:
        """Tie what happens in the window to what it does."""
        actions: dict[int, Callable[[], object]] = {
            vtkCommand.LeftButtonPressEvent: lambda: self._press(TURNING),
            vtkCommand.MiddleButtonPressEvent: lambda: self._press(SHIFTING),
            vtkCommand.RightButtonPressEvent: lambda: self._press(SHIFTING),
            vtkCommand.LeftButtonReleaseEvent: self._release,
            vtkCommand.MiddleButtonReleaseEvent: self._release,
            vtkCommand.RightButtonReleaseEvent: self._release,
            vtkCommand.MouseMoveEvent: self._move,
            vtkCommand.LeaveEvent: self._mouse.leave,
            vtkCommand.MouseWheelForwardEvent: lambda: self._wheel(-1),
            vtkCommand.MouseWheelBackwardEvent: lambda: self._wheel(1),
            vtkCommand.KeyPressEvent: self._key,
            vtkCommand.ExposeEvent: self._forget,
            vtkCommand.ExitEvent: self._stop,
        }
        for event, action in actions.items():
            self._interactor.AddObserver(event, self._guarded(action))
        # Without this VTK's own keys would quit, pick and change the shading.
        self._hands.AddObserver(vtkCommand.CharEvent, lambda *_: None)

    def _guarded(self, action: Callable[[], object]) -> Callable[..., None]:
        """Return an observer that never raises: VTK would print the error and go on."""

        def observer(*_: Any) -> None:
            try:
                action()
            except Exception as error:
                self._stop(error)

        return observer

    def _stop(self, error: BaseException | None = None) -> None:
        """Close the window; `run` then raises the error."""
        self._error, self._closed = self._error or error, True

    def _forget(self) -> None:
        self._drawn = None

    @property
    def _restless(self) -> bool:
        """Whether the picture changes by itself."""
        session = self._session
        return session is not None and (session.clock.playing or session.cameraman.flying or self._gliding)

    @property
    def _gliding(self) -> bool:
        return self._scene.glide is not None

    def _place(self) -> tuple[int, int]:
        """Return where the mouse is, in pixels from the left and the top."""
        x, y = self._interactor.GetEventPosition()
        return x, self._window.GetSize()[1] - 1 - y

    def _key(self) -> None:
        key = self._interactor.GetKeySym()
        if self._session is not None and self._session.query is not None and key not in ("Escape", "F7"):
            self._session.type(key)
            return
        name = bound().get(key)
        if name == "quit":
            self._stop()
        elif name is not None and self._session is not None:
            COMMANDS[name](self._session)

    def _press(self, button: int) -> None:
        shifted = self._interactor.GetShiftKey()
        self._mouse.press(SHIFTING if shifted else button, *self._place())

    def _release(self) -> None:
        if self._session is not None:
            self._mouse.release(self._session, *self._place())

    def _move(self) -> None:
        if self._session is not None:
            scene = self._frame.scene
            self._mouse.move(self._session, *self._place(), scene.bottom - scene.top)

    def _wheel(self, notches: int) -> None:
        if self._session is not None:
            self._mouse.wheel(self._session, notches, *self._place())

    def _hit(self, x: int, y: int) -> Hit | None:
        """Return what is seen at a place of the window."""
        box = self._frame.scene
        if self._board.covers(x, y) or not holds(box, x, y):
            return None
        half = (box.bottom - box.top) / 2
        return self._scene.pick((x - (box.left + box.right) / 2) / half, 1 - (y - box.top) / half)

    # ── what is drawn ──

    def _refresh(self) -> None:
        """Do what has to be done between two ticks: take what is ready, draw what is new."""
        if self._session is None:
            self._open()
            return
        session = self._session
        session.tick()
        self._change(session)
        self._grant(session)
        seen = session.clock.time, session.cameraman.view()
        stale = seen != self._pointed_at and not self._restless
        if (self._mouse.moved or stale) and self._mouse.free:
            self._mouse.moved, self._pointed_at = False, seen
            hit = self._hit(*self._mouse.place)
            session.pointed = hit.owner if hit and session.knows(hit.owner) else None
        self._draw(session)

    def _open(self) -> None:
        """Show what stands until the rite is played."""
        if self._opening.done:
            timeline = self._opening.result()
            self._session = Session(self._rite, self._lang, self._theme, self._folder)
            self._session.clock.seek(timeline.moment(self._start) if self._start else 0.0)
            self._draw(self._session)
            return
        size = self._window.GetSize()
        if size == self._drawn:
            return
        self._drawn = size
        look = Look(
            THEMES[self._theme], letter_size(size, self._window.GetDPI(), THEMES[self._theme]), self._lang
        )
        self._scene.look(
            CAMERAS["court"](Sights(Standing(self._rite.layout, self._rite.scene)), size[0] / size[1], None)(
                0.0
            )
        )
        sheet = helping.waiting(look, size, self._rite.layout.labels.text(self._lang))
        self._overlay.show([sheet.patch], size[1])
        self._window.Render()

    def _change(self, session: Session) -> None:
        """Work out the premises that were asked for, and show the rite under them when that is done."""
        if self._changing is None and session.asked is not None:
            other = session.rite.under(*session.asked)
            self._changing, session.asked, session.waiting = Task(lambda: _played(other)), None, True
        elif self._changing is not None and self._changing.done:
            done, self._changing, session.waiting = self._changing, None, session.asked is not None
            try:
                rite = done.result()
            except InputError as error:
                session.tell(str(error))
            else:
                session.change(rite)
                self._restage(session)

    def _grant(self, session: Session) -> None:
        """Write what was asked for, beside the window where that takes long."""
        for wish in session.wishes:
            if wish == "quit":
                self._stop()
            elif wish == "screenshot":
                session.tell(session.say("saved", file=deeds.picture(session, self._pixels())))
            else:
                path, make = DEEDS[wish](session, self._view)
                self._making[path] = Task(make)
        session.wishes.clear()
        for path, task in list(self._making.items()):
            if not task.done:
                if not session.message:
                    session.tell(session.say("saving", file=path))
                continue
            del self._making[path]
            try:
                session.tell(session.say("saved", file=task.result()))
            except (OSError, CourtyardError) as error:
                session.tell(str(error))

    def _pixels(self) -> NDArray[np.uint8]:
        """Return what the window shows: (height, width, 3), the first row at the top."""
        data, (width, height) = vtkUnsignedCharArray(), self._window.GetSize()
        self._window.GetPixelData(0, 0, width - 1, height - 1, 1, data, 0)
        return np.asarray(vtk_to_numpy(data).reshape(height, width, 3)[::-1])

    def _restage(self, session: Session) -> None:
        """Build the scene anew; what was elsewhere glides to its place."""
        before = self._scene.places()
        self._scene.close()
        style = STYLES[EVIDENCE] if EVIDENCE in session.on else self._style
        self._scene, self._shown_style = SceneView(session.rite.scene, style), style
        self._scene.come_from(before)
        self._window.AddRenderer(self._scene.renderer)
        self._forget()

    def _draw(self, session: Session) -> None:
        """Draw a moment, where it differs from what is seen."""
        size = self._window.GetSize()
        look = Look(
            session.theme, letter_size(size, self._window.GetDPI(), session.theme, session.zoom), session.lang
        )
        self._frame = Frame.of(size, look, open_side=session.tab is not None, text=session.reading)
        scene = self._frame.scene
        session.cameraman.aspect = (scene.right - scene.left) / (scene.bottom - scene.top)
        view = self._layered(session, session.cameraman.view())
        zone = self._board.zone(*self._mouse.place)
        sheets = tuple(self._panels.sheets(session, look, self._frame, view, self._mouse.place, zone))
        lines = strokes(session)
        patches = tuple((id(sheet.patch.pixels), sheet.patch.box) for sheet in sheets)
        seen = (
            session.clock.time,
            view,
            patches,
            tuple(lines),
            session.pointed,
            session.chosen,
            session.blank,
        )
        if seen == self._drawn:
            return
        if (EVIDENCE in session.on) != (
            self._shown_style is STYLES[EVIDENCE]
        ) and self._style.name != EVIDENCE:
            self._restage(session)
        self._drawn, self._view = seen if not self._gliding else None, view
        self._board.lay(sheets)
        self._scene.renderer.SetViewport(*self._frame.viewport())
        self._scene.renderer.SetDraw(not session.blank)
        self._scene.put(session.timeline.state(session.clock.time), session.cameraman.eye)
        self._scene.look(view)
        self._scene.draw_lines(lines, look.em / 16)
        self._scene.light(session.pointed, session.chosen)
        self._overlay.show([sheet.patch for sheet in sheets], size[1])
        self._window.SetWindowName(self._title(session))
        self._window.Render()

    def _layered(self, session: Session, view: View) -> View:
        """Return a view with roofs and walls as the user wants them."""
        if session.roof != AUTOMATIC:
            view = view.under(ROOFS[session.roof])
        return view if "walls" in session.on else replace(view, lifted=view.lifted | {"wall"})

    def _title(self, session: Session) -> str:
        """Return the window's name, in ids: VTK hands it to X in Latin letters only."""
        layout, t = session.rite.layout, session.clock.time
        reading, beside = session.told
        premises = (f"{name}={value}" for name, value in beside.items())
        named = (
            layout.rite,
            session.timeline.section_at(t).id,
            minutes(t),
            reading,
            *premises,
            session.chosen,
        )
        return " ".join(filter(None, named))


def _played(rite: Rite) -> Rite:
    """Return a rite that has been built and played."""
    _ = rite.scene, rite.timeline
    return rite
