"""What the program says in the languages of its readers (`layouts/phrases.yaml`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from courtyard3d.reading.document import read
from courtyard3d.reading.shelves import data_file
from courtyard3d.reading.words import Labels, labels_from

FILE = "phrases.yaml"


def phrase(key: str, language: str, **slots: str) -> str:
    """Return a phrase in a language (hans, hant, en) with its slots filled."""
    return _phrases()[key].text(language).format(**slots)


@cache
def _phrases() -> Mapping[str, Labels]:
    return {key: labels_from(node) for key, node in read(data_file(FILE))[0].entries.items()}
