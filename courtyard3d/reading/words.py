"""Names in simplified and traditional Chinese, pinyin and English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from courtyard3d.errors import InputError
from courtyard3d.reading.nodes import Node, Text
from courtyard3d.reading.schema import Field, Reader, record, text

LANGUAGES = ("hans", "hant", "en")
MOST_LANGUAGES = 2  # that are shown at once

# Where OpenCC, which knows modern Chinese, would miss what these texts mean. The longest match counts.
TRADITIONAL = {
    "干侯": "干侯",  # a target of 豻 hide
    "矢干": "矢幹",
    "丰": "豐",
    "系": "繫",
    "关系": "關係",
    "系统": "系統",
    "尸": "尸",  # the impersonator of the dead
    "尸体": "屍體",
    "几": "几",  # the armrest
    "几个": "幾個",
    "几乎": "幾乎",
    "几人": "幾人",
    "几次": "幾次",
    "杠": "杠",  # the pole of a banner
    "斗": "斗",  # the ladle
    "战斗": "戰鬥",
    "钟": "鐘",
    "云": "云",  # says
    "云气": "雲氣",
    "占": "占",
    "采": "采",
    "采苹": "采蘋",
    "驺虞": "騶虞",
    "范甯": "范甯",
    "征": "徵",
    "出征": "出征",
    "征伐": "征伐",
    "里": "里",  # 300 paces, and the hamlet
    "里面": "裏面",
    "这里": "這裏",
    "那里": "那裏",
    "屋里": "屋裏",
    "手里": "手裏",
}

# Readings that the texts ask for and a modern dictionary does not give.
READINGS = {
    "左还": "zuǒ xuán",
    "右还": "yòu xuán",
    "乐正": "yuè zhèng",
    "乐工": "yuè gōng",
    "乐人": "yuè rén",
    "奏乐": "zòu yuè",
    "少牢": "shào láo",
    "拾发": "jié fā",
    "拾取": "jié qǔ",
    "拾级": "shè jí",
    "说屦": "tuō jù",
    "说决": "tuō jué",
    "弟子": "dì zǐ",
    "相者": "xiàng zhě",
    "干侯": "àn hóu",
    "参侯": "sǎn hóu",
    "射": "shè",
    "觯": "zhì",
}


def languages(text: str) -> tuple[str, ...]:
    """Read one or two languages with a comma between them, as in ``"hans,en"``.

    Raises
    ------
    InputError
        For another language, one that is named twice, or more than two.
    """
    found = tuple(part.strip() for part in text.split(","))
    for language in found:
        if language not in LANGUAGES:
            expected = f"{', '.join(LANGUAGES)}, or two of them as in hans,en"
            raise InputError(f"no language '{language}'", expected=expected, given=language, valid=LANGUAGES)
    if len(found) > MOST_LANGUAGES or len(set(found)) < len(found):
        raise InputError(f"the languages are '{text}'", expected="one, or two that differ")
    return found


@dataclass(frozen=True, slots=True)
class Labels:
    """Names of one thing; what is not written is found from the simplified name when it is asked for."""

    hans: str = ""
    en: str = ""
    written_hant: str | None = None
    written_pinyin: str | None = None

    @property
    def hant(self) -> str:
        """Name in traditional Chinese."""
        return self.written_hant if self.written_hant is not None else to_hant(self.hans)

    @property
    def pinyin(self) -> str:
        """Name in pinyin with tone marks, syllables parted by spaces."""
        return self.written_pinyin if self.written_pinyin is not None else to_pinyin(self.hans)

    def text(self, language: str) -> str:
        """Return the name in a language (hans, hant, pinyin, en)."""
        return str(getattr(self, language))

    def as_json(self) -> dict[str, str]:
        """Return the names as `facts` prints them."""
        return {"hans": self.hans, "hant": self.hant, "pinyin": self.pinyin, "en": self.en}

    def names(self) -> Iterator[str]:
        """Return all names that are not empty."""
        return filter(None, self.as_json().values())


LABEL_FIELDS = {
    "hans": Field(text, "name in simplified Chinese"),
    "hant": Field(text, "name in traditional Chinese, where the conversion misses it"),
    "pinyin": Field(text, "pinyin with tone marks, where the dictionary misses it"),
    "en": Field(text, "name in English"),
}


def labels_from(node: Node, what: str = "the labels") -> Labels:
    """Read labels: a table of :data:`LABEL_FIELDS`, or the simplified name alone."""
    if isinstance(node, Text):
        return Labels(hans=node.value)
    values = record(node, LABEL_FIELDS, what)
    return Labels(values["hans"] or "", values["en"] or "", values["hant"], values["pinyin"])


labels = Reader("{hans: …, en: …}", labels_from)


@cache
def to_hant(hans: str) -> str:
    """Convert simplified to traditional Chinese: OpenCC, with the exceptions of these texts."""
    return "".join(
        TRADITIONAL.get(piece) or _opencc("s2t").convert(piece) for piece in _pieces(hans, TRADITIONAL)
    )


@cache
def to_hans(text: str) -> str:
    """Convert traditional to simplified Chinese, sign by sign."""
    return str(_opencc("t2s").convert(text))


@cache
def to_pinyin(hans: str) -> str:
    """Return the pinyin of a Chinese text, with tone marks; other signs stay as they are."""
    from pypinyin import Style, lazy_pinyin

    pieces = _pieces(hans, READINGS)
    return " ".join(
        READINGS.get(piece) or " ".join(lazy_pinyin(piece, style=Style.TONE)).strip() for piece in pieces
    )


def fold(name: str) -> str:
    """Return a name as it is compared: without case, tone marks, spaces and punctuation."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sign for sign in plain if sign.isalnum())


def _pieces(value: str, table: dict[str, str]) -> list[str]:
    """Cut a text so that every entry of a table stands alone."""
    return [piece for piece in _cutter(tuple(table)).split(value) if piece]


@cache
def _cutter(entries: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("(" + "|".join(sorted(map(re.escape, entries), key=len, reverse=True)) + ")")


@cache
def _opencc(way: str) -> Any:
    from opencc import OpenCC

    return OpenCC(way)
