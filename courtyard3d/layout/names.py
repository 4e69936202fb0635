"""Finding things by any of their names: id, Chinese, pinyin with tones or without, English."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from courtyard3d.errors import InputError
from courtyard3d.layout.things import Person
from courtyard3d.reading.words import fold

if TYPE_CHECKING:
    from courtyard3d.layout.layout import Layout

Called = Callable[[], Iterable[str]]


class Names:
    """An index of names; two things may share one.

    Parameters
    ----------
    entries : iterable of (str, callable)
        Ids, each with what gives its further names.
    """

    def __init__(self, entries: Iterable[tuple[str, Called]]) -> None:
        self._names = dict(entries)

    @classmethod
    def of(cls, layout: Layout, kinds: Iterable[str]) -> Names:
        """Return the names of a layout's objects, people and groups, as far as `kinds` asks for them."""
        wanted = set(kinds)
        return cls(entry for kind, entry in _entries(layout) if kind in wanted)

    def find(self, text: str) -> str:
        """Return the id that has this name; of several with names alike, the one that has just this.

        Raises
        ------
        InputError
            For a name that several have (they are listed) or none (the nearest is offered).
        """
        if text in self._names:
            return text
        found = tuple(self._by_name.get(fold(text), ()))
        just = [id for id in found if len(found) == 1 or text in self._names[id]()]
        if len(just) == 1:
            return just[0]
        if found:
            raise InputError(f"'{text}' may be {' or '.join(found)}", expected="one of these ids")
        written = (name for id, names in self._names.items() for name in (id, *names()))
        raise InputError(f"nothing is called '{text}'", given=text, valid=written)

    @cached_property
    def _by_name(self) -> Mapping[str, Mapping[str, None]]:
        """The ids by folded name; made only when something is not called by its id."""
        found: dict[str, dict[str, None]] = {}
        for id, names in self._names.items():
            for name in (id, *names()):
                found.setdefault(fold(name), {})[id] = None
        return found


def _entries(layout: Layout) -> Iterator[tuple[str, tuple[str, Called]]]:
    for thing in layout.objects.values():
        yield "object", (thing.id, thing.labels.names)
    for person in layout.people.values():
        yield "person", (person.id, partial(_of_person, person))
    for group in layout.groups.values():
        yield "group", (group.id, group.labels.names)


def _of_person(person: Person) -> Iterator[str]:
    yield from person.labels.names()
    yield from person.also
    for labels in person.offices.values():
        yield from labels.names()
