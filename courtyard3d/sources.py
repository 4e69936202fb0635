"""Who says it and how surely: works, voices, quotes and the marks that are shown for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from courtyard3d.errors import Where

SUPPLIED = "supplied"
STATUSES = ("stated", "derived", "analogy", SUPPLIED)  # strongest first
ATTESTED = STATUSES[:2]  # in the text, or following from it
OURS = "ours"  # the voice of this reconstruction
LONGEST_QUOTE = 20  # characters


class Named(Protocol):
    """What has names in every language."""

    @property
    def hans(self) -> str:
        """Name in simplified Chinese."""

    @property
    def hant(self) -> str:
        """Name in traditional Chinese."""

    @property
    def en(self) -> str:
        """Name in English."""


@dataclass(frozen=True, slots=True)
class Work:
    """A book: citations name it by title, 卷 and section; `seeds` are the files that hold it."""

    id: str
    title: str
    juan: str | None
    author: str | None
    edition: str | None
    seeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Voice:
    """Someone who speaks in the texts; `label` is the sign of the mark for what he states (经, 注, …)."""

    id: str
    labels: Named
    work: str | None
    label: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where something is taken from.

    Parameters
    ----------
    voice, status : str
        Who says it, and one of `STATUSES`.
    quote, read : str or None
        The clause as the file has it, and as it should be read where the file has a misprint or variant.
    seed : str or None
        The file that holds the quote; None for a clause that is in no file (its `work` is named).
    work : str or None
        The book, where it is not that of the voice.
    why : str or None
        The reason for what is supplied, or for an analogy.
    ref : tuple of str
        Its ids in the rite's own list of facts, acts and rules.
    sources : tuple of Source
        The single clauses where several voices speak.
    where : Where or None
        Its place in the layout; None for what the program adds.
    """

    voice: str
    status: str
    quote: str | None = None
    read: str | None = None
    seed: str | None = None
    work: str | None = None
    why: str | None = None
    ref: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    where: Where | None = None

    @property
    def shown(self) -> str | None:
        """The clause as it is shown."""
        return self.read or self.quote


class Mark(NamedTuple):
    """What stands beside a caption, a facing or a label: how sure it is."""

    id: str
    hans: str
    hant: str
    en: str


MARKS = (
    Mark("jing", "经", "經", "text"),
    Mark("ji", "记", "記", "record"),
    Mark("zhu", "注", "注", "commentary"),
    Mark("shu", "疏", "疏", "subcommentary"),
    Mark("shuo", "说", "說", "scholar"),
    Mark("yi", "译", "譯", "translation"),
    Mark("bu", "补", "補", "supplied"),
    Mark("que", "阙", "闕", "silent"),
)
_BY_SIGN = {row.hans: row for row in MARKS}
_SUPPLIED, _SILENT = "补", "阙"


def mark(status: str | None, voice: Voice | None = None) -> Mark:
    """Return the mark of a status and a voice; a status of None is a silence that nothing fills (阙)."""
    if status is None:
        return _BY_SIGN[_SILENT]
    said = voice is not None and status in ("stated", "derived")
    return _BY_SIGN[voice.label if voice and said else _SUPPLIED]


def weakest(statuses: Iterable[str]) -> str:
    """Return the least sure of one or more statuses."""
    return max(statuses, key=STATUSES.index)


def lack(source: Source) -> str | None:
    """Say what a source should have and does not, or None."""
    clauses = source.sources or (source,)
    quotes = [clause.quote for clause in clauses if clause.quote]
    if source.status == "supplied":
        return None if source.why else "what is supplied has no 'why'"
    if any(len(quote) > LONGEST_QUOTE for quote in quotes):
        return f"the quote is longer than {LONGEST_QUOTE} characters"
    if source.voice == OURS:
        return None
    if len(quotes) < len(clauses):
        return f"what is {source.status} has no 'quote'"
    if any(clause.seed is None and clause.work is None for clause in clauses):
        return "the quote has neither 'seed' nor 'work'"
    return None
