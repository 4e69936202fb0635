"""The Python twin of the command line: one rite under one choice of premises."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from courtyard3d.errors import InputError
from courtyard3d.layout import Layout, LayoutDocument, compile_layout, load_layout
from courtyard3d.layout.coverage import Coverage, load_coverage
from courtyard3d.layout.explain import Explanation, explain
from courtyard3d.layout.facts import facts_json
from courtyard3d.layout.notes import Notes, load_notes
from courtyard3d.reading.shelves import find_rite
from courtyard3d.rite.acts import Script
from courtyard3d.rite.check import Check, check
from courtyard3d.rite.comparing import Comparison, compare_rites
from courtyard3d.rite.explained import ActExplanation, explain_act
from courtyard3d.rite.movement import load_movement
from courtyard3d.rite.outcome import Outcome, read_hits
from courtyard3d.rite.report import state_json
from courtyard3d.rite.rules import read_rules
from courtyard3d.rite.script import read_script
from courtyard3d.rite.tables import Table, make_table
from courtyard3d.rite.timeline import Timeline, play

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pyvista import Plotter

    from courtyard3d.picture.atlas.plates import PlateSpec
    from courtyard3d.picture.notebook import Stills
    from courtyard3d.picture.shotlist import Written
    from courtyard3d.scene import Scene

Number = int | float | Fraction

SEED = 1


class Courtyard:
    """A rite under one choice of premises; what is costly is made when it is first asked for.

    Parameters
    ----------
    path : Path
        The layout file.
    preset : str, optional
        A reading; the layout's defaults without it.
    premises : mapping of str to str or number, optional
        Single premises, stronger than the preset; a number is taken as it is written.
    hits : str, optional
        The outcome of the counted rounds: `right`, `left`, `even`, or a file.
    seed : int
        Seed of the generator that draws what no file gives.
    """

    def __init__(
        self,
        path: Path,
        *,
        preset: str | None = None,
        premises: Mapping[str, str | Number] | None = None,
        hits: str | None = None,
        seed: int = SEED,
    ) -> None:
        self.path = path
        self.preset = _text("preset", preset)
        self.hits = _text("hits", hits)
        self.seed = seed
        self._premises = _texts(premises)

    def __reduce__(self) -> tuple[partial[Courtyard], tuple[Path]]:
        """Travel to another process as what was asked for; there it is made anew."""
        made = partial(Courtyard, preset=self.preset, premises=self._premises, hits=self.hits, seed=self.seed)
        return made, (self.path.resolve(),)

    def _repr_svg_(self) -> str:
        """Return the plan of the rite, which a notebook shows."""
        buffer = StringIO()
        self.figure().savefig(buffer, format="svg")
        return buffer.getvalue()

    def under(self, preset: str | None, premises: Mapping[str, str | Number]) -> Courtyard:
        """Return the same rite under other premises; what does not hang on them is not read again."""
        other = Courtyard(self.path, preset=preset, premises=premises, hits=self.hits, seed=self.seed)
        other.document, other.script = self.document, self.script
        other.coverage, other.notes = self.coverage, self.notes
        return other

    def compare(
        self,
        *,
        preset: str | None = None,
        premises: Mapping[str, str | Number] | None = None,
        at: str | None = None,
    ) -> Comparison:
        """Compare with another reading or other premises; those of this courtyard stay but for what is named.

        Parameters
        ----------
        preset, premises
            As for `open`.
        at : str, optional
            A moment at which people and things are compared too.

        Examples
        --------
        >>> import courtyard3d
        >>> court = courtyard3d.open("xiangshe")
        >>> print(court.compare(premises={"hall": "xiang"}, at="you-she"))  # doctest: +SKIP
        """
        other = self.under(preset or self.preset, {**self._premises, **(premises or {})})
        return compare_rites(self.timeline, other.timeline, at)

    def __repr__(self) -> str:
        return f"<Courtyard {self.document.rite}: {self.document.labels.hans}>"

    @cached_property
    def document(self) -> LayoutDocument:
        """The layout as it is written."""
        return load_layout(self.path)

    @cached_property
    def choice(self) -> dict[str, str]:
        """A value for every premise."""
        return self.document.choose(self.preset, self._premises)

    @cached_property
    def layout(self) -> Layout:
        """Exact places and sizes, with the ledger."""
        return compile_layout(self.document, self.choice)

    @cached_property
    def coverage(self) -> Coverage:
        """The rite's own list of facts, acts and rules."""
        return load_coverage(self.path.parent)

    @cached_property
    def notes(self) -> Notes:
        """What the voices say beside the play; `notes.about(names)` are those on things, people and refs."""
        return load_notes(self.path.parent)

    @cached_property
    def script(self) -> Script:
        """The choreography as it is written."""
        return read_script(self.path.parent, self.document.sections)

    @cached_property
    def shots(self) -> tuple[Written, ...]:
        """The shots of a film that are written down; the director fills the others."""
        from courtyard3d.picture.shotlist import check_shots, read_shots

        shots, layout = read_shots(self.path.parent), self.layout
        refs = {ref for act in self.timeline.acts for ref in act.act.ref} | set(self.coverage.ids)
        check_shots(shots, layout.sections, refs, {**layout.people, **layout.groups})
        return shots

    @cached_property
    def plates(self) -> tuple[PlateSpec, ...]:
        """The plates of its atlas, in order: those that are written down, and for the rest the usual ones."""
        from courtyard3d.picture.atlas.plates import plates_of

        return tuple(plates_of(self, self.path.parent, self.coverage.ids))

    @cached_property
    def timeline(self) -> Timeline:
        """The whole rite in time."""
        movement = load_movement()
        outcome = Outcome(self.seed, movement)
        if self.hits is not None:
            outcome = read_hits(self.hits, movement, self.seed)
        timeline = play(self.layout, self.script, outcome, movement)
        outcome.check(self.document.sections, self.layout.people)
        return timeline

    @cached_property
    def scene(self) -> Scene:
        """Everything that can be drawn."""
        from courtyard3d.scene import build_scene

        return build_scene(self.layout)

    def moment(self, at: str | Number | None = None) -> float:
        """The second that a text or number means; the layout's `plate-at` without one, else the beginning."""
        text = _text("at", at)
        if text is not None and not isinstance(at, str):
            text = f"{text}s"
        ref = (text or "").rpartition("+")[0] or text
        if ref in self.coverage.acts and not any(ref in played.act.ref for played in self.timeline.acts):
            raise InputError(f"{ref} is not played under these premises and this outcome")
        return self.timeline.moment(text or self.layout.plate_at or "0s")

    def state(self, at: str | Number | None = None, seconds: Number | None = None) -> dict[str, Any]:
        """Everything at a moment, or so many seconds after it, in the shape of `state --format json`."""
        if seconds is not None and not isinstance(seconds, Number):
            raise InputError(f"seconds is {seconds!r}", expected="a number")
        moment = self.moment(at)
        time = moment if seconds is None else self.timeline.after(moment, float(seconds))
        return state_json(self.timeline, time, self.notes)

    def figure(self, **options: Any) -> Figure:
        """Draw a moment as a vector figure; the options are those of `picture.figure.make_figure`."""
        from courtyard3d.picture.figure import make_figure

        return make_figure(self, **options)

    def atlas(self, out: Path | str, **options: Any) -> Path:
        """Write all plates as a PDF; the options are those of `picture.atlas.make_atlas`."""
        from courtyard3d.picture.atlas import make_atlas

        return make_atlas(self, out, **options)

    def score(self, **options: Any) -> Figure:
        """Draw the time sheet; the options are those of `picture.score.make_score`."""
        from courtyard3d.picture.score import make_score

        return make_score(self, **options)

    def table(self, what: str, lang: str = "hans") -> Table:
        """Make a table: `distances`, `ledger` or `script:WHO`; see `rite.tables.make_table`."""
        return make_table(self, what, lang)

    def film(self, out: Path | str, **options: Any) -> Path:
        """Make a film; the options are those of `picture.film.make_film`."""
        from courtyard3d.picture.film import make_film

        return make_film(self, out, **options)

    def sheets(self, out: Path | str, **options: Any) -> list[Path]:
        """Write contact sheets; the options are those of `picture.sheets.make_sheets`."""
        from courtyard3d.picture.sheets import make_sheets

        return make_sheets(self, out, **options)

    def view(self, **options: Any) -> None:
        """Show the rite in a window; the options are those of `picture.view`."""
        from courtyard3d.picture import view

        view(self, **options)

    def stills(self, section: str, **options: Any) -> Stills:
        """Return stills of a section with a slider; options as for `picture.notebook.make_stills`."""
        from courtyard3d.picture.notebook import make_stills

        return make_stills(self, section, **options)

    def plotter(self, **options: Any) -> Plotter:
        """Return a PyVista plotter with a moment; the options are those of `picture.plotter.make_plotter`."""
        from courtyard3d.picture.plotter import make_plotter

        return make_plotter(self, **options)

    def check(self) -> Check:
        """Check everything: statements, rules, collisions, labels, silences, coverage."""
        from courtyard3d.picture.fonts import missing_glyphs

        rules = read_rules(self.path.parent)
        return check(self.timeline, self.script, rules, self.coverage, self.notes, missing_glyphs)

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The ledger, in the shape of `facts --format json`."""
        return facts_json(self.layout)

    def explain(self, name: str) -> Explanation | ActExplanation:
        """Explain why something is where it is, or why people act so (by the `ref`); `print` shows it."""
        if not isinstance(name, str):
            raise InputError(f"name is {name!r}", expected="a name or the ref of an act, as text")
        if name in self.coverage.acts:
            return explain_act(self.timeline, self.notes, name)
        return explain(self.layout, name, self.notes)


def _text(name: str, value: str | Number | None) -> str | None:
    """A value as it would be written on the command line."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, Number):
        raise InputError(f"{name} is {value!r}", expected="a text or a number")
    return str(value)


def _texts(premises: Mapping[str, str | Number] | None) -> dict[str, str]:
    if premises is not None and not isinstance(premises, Mapping):
        raise InputError(f"premises is {premises!r}", expected="names with their values")
    written = {name: _text(f"premise '{name}'", value) for name, value in (premises or {}).items()}
    missing = [name for name, value in written.items() if value is None]
    if missing:
        raise InputError(f"premise '{missing[0]}' has no value", expected="a text or a number")
    return {str(name): value for name, value in written.items() if value is not None}


def open(
    rite: str | Path,
    *,
    preset: str | None = None,
    premises: Mapping[str, str | Number] | None = None,
    hits: str | None = None,
    seed: int = SEED,
) -> Courtyard:
    """Open a rite by its id, any of its names, or the path of its layout.

    Raises
    ------
    InputError
        If no rite has that name, or `hits` says what can't be shot.

    Examples
    --------
    >>> import courtyard3d
    >>> court = courtyard3d.open("xiangshe", preset="zheng")
    >>> court.facts["objects"]["screen"]["position"]
    ['-30', '-200', '0']
    """
    court = Courtyard(find_rite(str(rite)), preset=preset, premises=premises, hits=hits, seed=seed)
    if hits is not None:
        _ = court.timeline  # only a rite that has been played tells who shoots
    return court
