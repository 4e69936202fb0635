"""A moment of a rite as a PyVista plotter, for those who want to draw into the picture themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from courtyard3d.picture import graphics
from courtyard3d.picture.cameras import camera_named, roofed
from courtyard3d.picture.film import SIZE
from courtyard3d.picture.styles import style_named
from courtyard3d.picture.subject import Subject

if TYPE_CHECKING:
    from pyvista import Plotter


def make_plotter(
    courtyard: Subject,
    *,
    at: str | None = None,
    camera: str = "court",
    style: str = "colour",
    roof: str | None = None,
    size: tuple[int, int] = SIZE,
    off_screen: bool | None = None,
) -> Plotter:
    """Return a PyVista plotter that holds the scene at a moment; lengths are metres, x east, y north, z up.

    Parameters
    ----------
    courtyard : Subject
        What is shown: has a layout, a scene and a timeline.
    at : str, optional
        The moment (as for `state --at`); without it the beginning.
    camera : str, default: "court"
        plan, court, hall, archer, target or follow:ID.
    style : str, default: "colour"
        One of `courtyard3d.picture.styles.STYLES`.
    roof : str, optional
        solid, glass, cut (without the slopes toward the court) or off; without it as the camera sees fit.
    size : tuple of int, default: (640, 360)
        Width and height in pixels.
    off_screen : bool, optional
        Draw without a window; by default where there is no display.

    Examples
    --------
    >>> import courtyard3d
    >>> plotter = courtyard3d.open("xiangshe").plotter(at="16.22", camera="hall")
    >>> plotter.screenshot("hall.png")  # doctest: +SKIP
    """
    look = style_named(style)
    t = courtyard.timeline.moment(at) if at else 0.0
    view = roofed(camera_named(camera, courtyard, size[0] / size[1]), roof)(t)
    unseen = off_screen if off_screen is not None else not graphics.has_display()
    if unseen:
        graphics.off_screen()
    else:
        graphics.on_screen()
    from pyvista import Plotter

    from courtyard3d.picture.stage import keep_vtk_quiet
    from courtyard3d.picture.tableau import Tableau

    keep_vtk_quiet()
    plotter = Plotter(off_screen=unseen, window_size=list(size), lighting="none")
    tableau = Tableau(courtyard.scene, look, plotter.renderer)
    tableau.show(courtyard.timeline.state(t))
    tableau.look(view)
    plotter.renderer.camera_set = True
    return plotter
