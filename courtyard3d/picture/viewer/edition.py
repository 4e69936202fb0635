"""The text beside the stage: the clauses of each section, and when each is acted.

They come from plain-text editions that the user has; without them from the short quotes of the acts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from courtyard3d.errors import InputError
from courtyard3d.reading.words import fold, to_hans, to_pinyin

if TYPE_CHECKING:
    from courtyard3d.rite.engine import Played
    from courtyard3d.rite.timeline import Timeline

LARGEST = 5_000_000  # bytes of a file
BASE = "jing"  # the voice of the base text
CLOSE = 12  # clauses between two that belong to one section, at most
LONGEST = 160  # characters of a clause: what is longer are notes without marks round them
OPENS, CLOSES = "【】"  # of a note, which stands behind the clause that it explains
HEADING = re.compile(rf"(?:^|(?<={CLOSES}))\s*(右\S{{1,12}})\s", re.MULTILINE)  # closes a section
PAGE = re.compile(r"^.* - 第 .* 页.*$", re.MULTILINE)


class Clause(NamedTuple):
    """A clause of the text: its words, and the second at which it is acted first, None where it never is."""

    text: str
    second: float | None


@dataclass(frozen=True)
class Edition:
    """The clauses of each section of a rite, by its id.

    `lit` are the seconds at which another clause begins to be acted, each with its section and number.
    """

    sections: Mapping[str, tuple[Clause, ...]]
    lit: tuple[tuple[float, str, int], ...]

    @classmethod
    def of(cls, timeline: Timeline, folder: Path | None) -> Edition:
        """Read the editions in a folder; take the quotes of the acts without one, or where they have none.

        Raises
        ------
        InputError
            Where the folder is none, or no text of it has a clause of the rite.
        """
        files = _read(folder) if folder is not None else {}
        quoted = [act for act in timeline.acts if act.main and act.act.source and act.act.source.shown]
        found: dict[str, tuple[Clause, ...]] = {}
        lit: list[tuple[float, str, int]] = []
        read = 0
        for number, span in enumerate(timeline.sections, start=1):
            acts = [act for act in quoted if act.section == span.id]
            pieces = _section(files, quoted, number)
            read += bool(pieces)
            texts = pieces or list(dict.fromkeys(_shown(act) for act in acts))
            seconds: dict[int, float] = {}
            last = 0
            for act in acts:
                at = _holding(texts, act, last)
                if at is not None:
                    last = at
                    seconds.setdefault(at, act.start)
                    lit.append((act.start, span.id, at))
            found[span.id] = tuple(Clause(text, seconds.get(at)) for at, text in enumerate(texts))
        if files and not read:
            raise InputError(
                f"no text in {folder} has a clause of this rite", expected="its edition as plain text"
            )
        return cls(found, tuple(lit))

    def at(self, t: float, section: str) -> int | None:
        """Return the number of the clause of a section that is acted at a second."""
        row = bisect_right(self._starts, t) - 1
        if row < 0 or self.lit[row][1] != section:
            return None
        return self.lit[row][2]

    def find(self, words: str) -> Iterator[tuple[str, int]]:
        """Yield the sections and numbers of clauses that have words, in characters or in pinyin."""
        wanted = plain(words)
        if not wanted:
            return
        by_sound = wanted.isascii()
        for section, clauses in self.sections.items():
            for number, clause in enumerate(clauses):
                if wanted in plain(self._sounds[clause.text] if by_sound else clause.text):
                    yield section, number

    @cached_property
    def _starts(self) -> list[float]:
        return [second for second, _, _ in self.lit]

    @cached_property
    def _sounds(self) -> Mapping[str, str]:
        return {
            clause.text: to_pinyin(clause.text) for clauses in self.sections.values() for clause in clauses
        }


@cache
def plain(text: str) -> str:
    """Return a text as it is compared: simplified, without punctuation and spaces."""
    return fold(to_hans(text))


def _read(folder: Path) -> dict[str, list[str]]:
    """Return the clauses of each text of a folder, by the first word of its file's name."""
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder", expected="a folder with plain texts (UTF-8, .txt)")
    paths = sorted(folder.glob("*.txt"))
    for path in paths:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path} is too large", expected=f"at most {LARGEST // 1_000_000} MB")
    if not paths:
        raise InputError(f"no plain text in {folder}", expected="files in UTF-8 that end in .txt")
    return {re.split(r"[_.]", path.name)[0]: list(_clauses(path)) for path in paths}


def _clauses(path: Path) -> Iterator[str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not in UTF-8", expected="a plain text in UTF-8") from error
    parted = HEADING.sub(rf"\1{OPENS}{CLOSES}", PAGE.sub("", text))
    for line in _without_notes(parted).split("\n"):
        if 0 < len(line) <= LONGEST:
            yield line


def _without_notes(text: str) -> str:
    """Return a text with a line for each clause between two notes; notes may hold others."""
    kept, depth = [], 0
    for char in re.sub(r"\s", "", text):
        depth = max(depth + (char == OPENS) - (char == CLOSES), 0)
        if char == CLOSES:
            kept.append("\n" * (depth == 0))
        elif depth == 0:
            kept.append(char)
    return "".join(kept)


def _section(files: Mapping[str, Sequence[str]], quoted: Iterable[Played], number: int) -> list[str]:
    """Return the clauses of a section: from the first to the last by which it is played."""
    for clauses in files.values():
        quotes = {act.act.source.quote for act in quoted if act.act.source and _of(act, number)}
        rows = _together(sorted({row for quote in quotes if quote for row in _rows(clauses, quote)}))
        if rows:
            return list(clauses[rows[0] : rows[-1] + 1])
    return []


def _together(rows: Sequence[int]) -> Sequence[int]:
    """Return the longest run of rows that lie close together: a clause may be borrowed from far away."""
    breaks = [at for at in range(1, len(rows)) if rows[at] - rows[at - 1] > CLOSE]
    runs = [rows[start:end] for start, end in zip([0, *breaks], [*breaks, len(rows)], strict=True)]
    return max(runs, key=len)


def _of(act: Played, number: int) -> bool:
    """Say whether an act is played by the base text of a section, by the number of its ref."""
    source = act.act.source
    refs = source.ref if source is not None and source.voice == BASE else ()
    return any(ref.partition(".")[0].lstrip("0") == str(number) for ref in refs)


def _rows(clauses: Sequence[str], quote: str) -> list[int]:
    """Return the only row that holds a quote; none where several do."""
    wanted = plain(quote)
    found = [row for row, clause in enumerate(clauses) if wanted in plain(clause)]
    return found if len(found) == 1 else []


def _holding(texts: Sequence[str], act: Played, last: int) -> int | None:
    """Return the row that holds the quote of an act; of several the nearest to the `last`, or after it."""
    source = act.act.source
    assert source is not None
    wanted = [plain(quote) for quote in (source.quote, source.shown) if quote]
    found = (row for row, text in enumerate(texts) if any(quote in plain(text) for quote in wanted))
    return min(found, key=lambda row: (abs(row - last), -row), default=None)


def _shown(act: Played) -> str:
    source = act.act.source
    assert source is not None
    assert source.shown is not None
    return source.shown
