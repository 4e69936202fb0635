"""The text alternative of a figure: who stands where, facing whither."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import chain
from typing import TYPE_CHECKING

from courtyard3d.picture.vector.citing import second, words
from courtyard3d.picture.vector.naming import named
from courtyard3d.picture.vector.words import POSTURES, say, way

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from courtyard3d.layout import Layout
    from courtyard3d.picture.subject import Subject
    from courtyard3d.reading.words import Labels
    from courtyard3d.scene.state import FigureState


def alternative(
    courtyard: Subject,
    *,
    at: str | None = None,
    view: str = "plan",
    lang: str = "hans",
    shown: Collection[str] | None = None,
    markdown: bool = False,
) -> str:
    """Say in words what a figure of a moment shows.

    Parameters
    ----------
    courtyard : Courtyard
    at : str, optional
        The moment; without it the layout's `plate-at`.
    view : str
        The view that the figure has.
    lang : str
        hans, hant or en.
    shown : collection of str, optional
        Ids of the people whom the figure shows (`people_of`); without it everyone who is there.
    markdown : bool
        Write the title as a heading and the people as a list.

    Returns
    -------
    str
        The title, what happens, and a line for each person.
    """
    layout = courtyard.layout
    time = second(courtyard, at)
    said = words(courtyard, time, view, lang)
    people = [
        _line(layout, who, figure, lang)
        for who, figure in courtyard.timeline.state(time).figures.items()
        if figure.position is not None and (shown is None or who in shown)
    ] or [say("nobody", lang)]
    if markdown:
        paragraphs = (part for text in said.paragraphs for part in (text, ""))
        return "\n".join([f"# {said.title}", "", *paragraphs, *(f"- {line}" for line in people), ""])
    return "\n".join([said.title, *said.paragraphs, "", *people, ""])


def people_of(figure: Figure, layout: Layout) -> frozenset[str]:
    """Return the ids of the people whose names a figure writes, those of groups one by one."""
    found = (layout.groups[id].members if id in layout.groups else (id,) for id in named(figure))
    return frozenset(chain.from_iterable(found)) & frozenset(layout.people)


def _line(layout: Layout, who: str, figure: FigureState, lang: str) -> str:
    posture = say("moving", lang) if figure.moving else POSTURES[figure.posture].in_(lang)
    held = Counter(
        _kind(layout, thing).text(lang) for thing in figure.holds if not _always_worn(layout, thing)
    )
    names = [f"{name} ×{count}" if count > 1 else name for name, count in held.items()]
    more = say("with", lang, things=say("between", lang).join(names)) if names else ""
    name, where = layout.people[who].called(figure.office).text(lang), _where(layout, figure, lang)
    facing = way(figure.facing or 0.0, lang)
    return say("who", lang, who=name, where=where, posture=posture, way=facing, more=more)


def _kind(layout: Layout, thing: str) -> Labels:
    """Return what a thing is, whosever it is and whatever its number."""
    return layout.kinds[layout.objects[thing].kind].labels or layout.objects[thing].labels


def _always_worn(layout: Layout, thing: str) -> bool:
    """Say whether a thing that somebody has can only be where it is worn."""
    kind = layout.kinds[layout.objects[thing].kind]
    return kind.worn is not None and kind.worn == kind.carried


def _where(layout: Layout, figure: FigureState, lang: str) -> str:
    """Return the name of the station or of what it belongs to, else the distances from the origin."""
    parts = (figure.station or "").split(".")
    ids = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    names = (layout.objects[id].labels.text(lang) for id in ids if id in layout.objects)
    place = next(filter(None, names), None)
    if place is not None:
        return say("at station", lang, place=place)
    east, north, _ = figure.position or (0.0, 0.0, 0.0)
    x = say("distance", lang, way=way(90.0 if east >= 0 else 270.0, lang), chi=f"{abs(east):.1f}")
    y = say("distance", lang, way=way(0.0 if north >= 0 else 180.0, lang), chi=f"{abs(north):.1f}")
    return say("at spot", lang, x=x, y=y)
