"""Who is heard and how it sounds: `layouts/sounds.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from courtyard3d.errors import InputError, Where
from courtyard3d.reading import schema
from courtyard3d.reading.document import read
from courtyard3d.reading.nodes import Node
from courtyard3d.reading.schema import Field, Reader, record
from courtyard3d.reading.shelves import data_file

FLIGHTS = ("loosed", "hits", "falls")
NO_TONE = "none"
WHY = Field(schema.text, "the reason", required=True)

_seconds = schema.number_between(Fraction(0), Fraction(60))
_hertz = schema.number_between(Fraction(10), Fraction(16000))
_share = schema.number_between(Fraction(0), Fraction(1))


def _numbers(*counts: int) -> Reader[tuple[Fraction, ...]]:
    """Read a list of so many numbers."""
    expects = f"{' or '.join(map(str, counts))} numbers"

    def parse(node: Node, what: str) -> tuple[Fraction, ...]:
        found = schema.listing(schema.number)(node, what)
        if len(found) not in counts:
            raise schema.misfit(node, what, expects)
        return found

    return Reader(expects, parse)


HEARD = {
    "do": Field(schema.names, "the verbs", default=()),
    "on": Field(schema.name, "the kind of the thing that is played"),
    "there": Field(schema.name, "the kind of a thing that must stand in the court; the sound comes from it"),
    "tone": Field(schema.name, f"the tone on which is called; {NO_TONE}: calls without one"),
    "flight": Field(schema.one_of(*FLIGHTS), "what an arrow does"),
    "instrument": Field(schema.name, "what sounds", required=True),
    "tune": Field(schema.flag, "whether each beat has its tone of the tune", default=False),
    "every": Field(schema.whole_between(1, 400), "which beats are heard: 2, every second one", default=1),
    "loud": Field(schema.number, "loudness over the instrument's own", default=Fraction(1)),
    "why": WHY,
}
INSTRUMENT = {
    "hertz": Field(_hertz, "its pitch, where it has only one"),
    "octave": Field(schema.number, "over the tone: 2 an octave above", default=Fraction(1)),
    "loud": Field(_share, "the height of its wave; 1 is the most that there is", required=True),
    "rings": Field(
        schema.number_between(Fraction(1, 20), Fraction(60)),
        "seconds until it is a thousandth as loud; without it, it is held",
    ),
    "swells": Field(_seconds, "seconds until what is held is as loud as it gets", default=Fraction(0)),
    "fades": Field(_seconds, "seconds in which what is held falls silent", default=Fraction(0)),
    "partials": Field(
        schema.listing(_numbers(2, 3)), "pitch over the lowest, loudness, ringing over the lowest", default=()
    ),
    "formants": Field(
        schema.listing(_numbers(3)), "hertz, width, loudness of what a mouth lets through", default=()
    ),
    "noise": Field(_numbers(3), "loudness, seconds, hertz above which it is dull", default=()),
    "drops": Field(_numbers(2), "how much higher it begins, and for how many seconds", default=()),
    "wavers": Field(_numbers(2), "times a second, share of the pitch", default=()),
    "together": Field(schema.whole_between(1, 9), "how many play as one", default=1),
    "apart": Field(_share, "share of the pitch by which they differ", default=Fraction(0)),
    "why": WHY,
}
AMOUNT = {
    "is": Field(schema.number, "the number", required=True),
    "unit": Field(schema.text, "what it counts"),
    "why": WHY,
}
TUNE = {"is": Field(schema.names, "the tones of the beats, over and over", required=True), "why": WHY}


@dataclass(frozen=True, slots=True)
class Heard:
    """A row of `heard`: which acts or flights sound, and how; the fields are those of `HEARD`."""

    do: tuple[str, ...]
    on: str | None
    there: str | None
    tone: str | None
    flight: str | None
    instrument: str
    tune: bool
    every: int
    loud: float

    def fits(self, verb: str, tone: str | None, kind: str | None, kinds: Iterable[str]) -> bool:
        """Say whether an act on a thing of some kind is heard so, where things of `kinds` stand."""
        asked = verb in self.do and self.on in (None, kind)
        there = self.there is None or self.there in kinds
        return asked and there and self.tone in (None, tone or NO_TONE)


@dataclass(frozen=True, slots=True)
class Instrument:
    """How something sounds; the fields are those of `INSTRUMENT`."""

    hertz: float | None
    octave: float
    loud: float
    rings: float | None
    swells: float
    fades: float
    partials: tuple[tuple[float, ...], ...]
    formants: tuple[tuple[float, ...], ...]
    noise: tuple[float, ...]
    drops: tuple[float, ...]
    wavers: tuple[float, ...]
    together: int
    apart: float


@dataclass(frozen=True, slots=True)
class Hearing:
    """All of the file: the hertz of the tones, the tune, who is heard, on what, and in which room."""

    tones: Mapping[str, float]
    tune: tuple[str, ...]
    heard: tuple[Heard, ...]
    instruments: Mapping[str, Instrument]
    room: Mapping[str, float]


def _amount(node: Node, what: str) -> float:
    return float(record(node, AMOUNT, what)["is"])


def _heard(node: Node, what: str) -> tuple[Where, Heard]:
    return node.where, Heard(**_floats(record(node, HEARD, what)))


def _instrument(node: Node, what: str) -> Instrument:
    """Read an instrument; the partials of what is held need not say how they ring."""
    fields = _floats(record(node, INSTRUMENT, what))
    if not (fields["partials"] or fields["formants"] or fields["noise"]):
        raise InputError(f"{what} is silent", node.where, expected="partials, formants or noise")
    fields["partials"] = tuple((*partial, 1.0)[:3] for partial in fields["partials"])
    return Instrument(**fields)


def _floats(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields without their reason, and floats for fractions."""
    return {key: _float(value) for key, value in fields.items() if key != "why"}


def _float(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_float, value))
    return float(value) if isinstance(value, Fraction) else value


_AMOUNTS = schema.mapping(Reader("a number with its reason", _amount))
FILE = {
    "pitch": Field(Reader("a number with its reason", _amount), "hertz of 黄钟", required=True),
    "tones": Field(_AMOUNTS, "the pitch of every tone over 黄钟", required=True),
    "tune": Field(schema.nested(TUNE), "the tones of a piece", required=True),
    "heard": Field(schema.listing(Reader("a row", _heard)), "who is heard", required=True),
    "instruments": Field(
        schema.mapping(Reader("an instrument", _instrument)), "how it sounds", required=True
    ),
    "room": Field(_AMOUNTS, "the court round the sound", required=True),
}


@cache
def hearing() -> Hearing:
    """Read `layouts/sounds.yaml`.

    Raises
    ------
    InputError
        Where a field does not fit, or a row names a tone or an instrument that there is not.
    """
    (table,) = read(data_file("sounds.yaml"))
    fields = record(table, FILE, "what is heard")
    tones, instruments = fields["tones"], fields["instruments"]
    for where, row in fields["heard"]:
        _known(row.instrument, "instrument", instruments, where)
        pitched = fields["tune"]["is"] if row.tune else () if row.tone in (None, NO_TONE) else (row.tone,)
        for tone in pitched:
            _known(tone, "tone", tones, where)
        if not pitched and instruments[row.instrument].hertz is None:
            raise InputError(f"nothing says on which tone '{row.instrument}' sounds", where, expected="hertz")
    return Hearing(
        {tone: share * fields["pitch"] for tone, share in tones.items()},
        fields["tune"]["is"],
        tuple(row for _, row in fields["heard"]),
        instruments,
        fields["room"],
    )


def _known(name: str, what: str, valid: Iterable[str], where: Where) -> None:
    if name not in valid:
        raise InputError(f"there is no {what} '{name}'", where, given=name, valid=valid)
