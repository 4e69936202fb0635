"""What is elsewhere under each other premise: worked out beside the window, one premise after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from courtyard3d.errors import InputError
from courtyard3d.layout import compile_layout
from courtyard3d.layout.compare import Change, compare
from courtyard3d.picture.viewer.tasks import Task

if TYPE_CHECKING:
    from courtyard3d.layout import Layout


class Variant(NamedTuple):
    """One premise with another value than it has, and what differs then, by id."""

    premise: str
    value: str
    changes: dict[str, Change]


@dataclass
class Variants:
    """All the other values of all premises of a layout; numbers by their bounds.

    Attributes
    ----------
    found : list of Variant
        Those that have been worked out.
    """

    layout: Layout
    found: list[Variant] = field(default_factory=list)
    _task: Task[None] | None = None

    def begin(self) -> None:
        """Work them out beside the window, once."""
        self._task = self._task or Task(self._work)

    @property
    def begun(self) -> bool:
        """Whether somebody has asked for them."""
        return self._task is not None

    @property
    def done(self) -> bool:
        """Whether all have been worked out."""
        return self._task is not None and self._task.done

    def of(self, name: str) -> list[tuple[Variant, Change]]:
        """Return the variants that change a thing, as far as they have been worked out."""
        return [(variant, variant.changes[name]) for variant in list(self.found) if name in variant.changes]

    def _work(self) -> None:
        document, choice = self.layout.document, self.layout.choice
        preset, beside = self.layout.told
        for premise, value in self._others():
            try:
                other = compile_layout(document, document.choose(preset, {**beside, premise: value}))
            except InputError:  # premises that exclude each other
                continue
            changes = {change.id: change for change in compare(self.layout, other)}
            if changes and choice[premise] != value:
                self.found.append(Variant(premise, value, changes))

    def _others(self) -> Iterator[tuple[str, str]]:
        for premise in self.layout.document.premises.values():
            values = premise.values if premise.bounds is None else map(str, premise.bounds)
            for value in () if premise.follows else values:
                if value != self.layout.choice[premise.id]:
                    yield premise.id, value
