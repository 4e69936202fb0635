"""Says what happens: the sentence of a verb, filled with names, places and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from courtyard3d.layout import Group, Layout
from courtyard3d.measures import format_numeral
from courtyard3d.reading.citations import mark_of, voices, works
from courtyard3d.reading.words import Labels, to_hant
from courtyard3d.rite.acts import Script
from courtyard3d.rite.engine import Played
from courtyard3d.rite.paths import COMPASS
from courtyard3d.rite.scope import LOOP_FLAGS
from courtyard3d.rite.told import TOLD
from courtyard3d.rite.unstated import unstated
from courtyard3d.rite.verbs import rows
from courtyard3d.rite.verbs.moment import ALL
from courtyard3d.sources import Source

Called = Callable[[str, float], Labels]
"""What a person is called at a second."""
Pair = tuple[str, str]
"""A phrase in simplified Chinese and in English."""

FACING = dict(
    zip(COMPASS, ("北面", "东北面", "东面", "东南面", "南面", "西南面", "西面", "西北面"), strict=True)
)
RECORD = "ji"  # the voice of the 记, which stands behind the sections of the text
COUNT = "{count}"
"""In words: by how many 纯 and 奇 one side is ahead."""
DETERMINERS = frozenset({"the", "a", "an", "those", "all", "he", "one", "who"})
"""With these an English noun has its article, or needs none."""
AGREES = re.compile(r"\[([^]|]+)\|?([^]]*)\]")
"""Of an English sentence what one does and what several do: `walk[s]`, `[his|their]`."""
POINTS: dict[str, Pair] = {
    "front": ("前", "in front of"),
    "head": ("上", "the head of"),
    "foot": ("下", "the foot of"),
    "top-tread": ("尽阶", "the top tread of"),
    "first-tread": ("初等", "the first tread of"),
    "end": ("端", "the end of"),
    "place": ("", ""),
    "north": ("之北", "north of"),
    "south": ("之南", "south of"),
    "east": ("之东", "east of"),
    "west": ("之西", "west of"),
    "east-side": ("之东", "east of"),
    "west-side": ("之西", "west of"),
    "inside": ("内", "inside"),
    "outside": ("外", "outside"),
    "behind": ("后", "behind"),
    "corner": ("旁", "beside"),
    "left": ("左", "left of"),
    "right": ("右", "right of"),
    "south-edge": ("南侧", "the south side of"),
    "west-edge": ("西侧", "the west side of"),
    "east-edge": ("东侧", "the east side of"),
    "southwest": ("西南", "southwest of"),
    "southeast": ("东南", "southeast of"),
    "southeast-back": ("东南", "southeast of"),
    "around-southwest": ("西南", "southwest of"),
    "around-southeast": ("东南", "southeast of"),
    "around-northeast": ("东北", "northeast of"),
    "around-northwest": ("西北", "northwest of"),
}


@dataclass(frozen=True, slots=True)
class Caption:
    """What stands under a picture: all in one language; `quote` and `source` may be empty.

    `supplied` names what is seen of the act and no text states.
    """

    title: str
    text: str
    quote: str
    source: str
    mark: str
    supplied: tuple[str, ...] = ()


class Teller:
    """Tells acts in one's own words, with the clause that says so."""

    def __init__(self, layout: Layout, script: Script, called: Called) -> None:
        self._layout = layout
        self._script = script
        self._called = called

    def caption(self, title: Labels, played: Played | None, lang: str) -> Caption:
        """The caption of an act (or of none) under the title of its section."""
        if played is None or played.act.source is None:
            return Caption(title.text(lang), "", "", "", "")
        source = played.act.source
        mark = mark_of(source)
        return Caption(
            title.text(lang),
            self.sentence(played, lang),
            _in(lang, source.shown or ""),
            _in(lang, cited(source, self._section(source, title))) if source.shown else "",
            {"hans": mark.hans, "hant": mark.hant, "en": mark.en}[lang],
            tuple(labels.text(lang) for labels in unstated(self._layout, played)),
        )

    def _section(self, source: Source, shown: Labels) -> str:
        """The 节 of a clause: that of the number before the dot of its ref, else the one that is `shown`."""
        if source.work:  # another book than that of the rite, which has other sections
            return ""
        if source.voice == RECORD:
            return voices()[RECORD].label
        titles = {str(number): section.title for number, section in enumerate(self._script.sections, start=1)}
        numbers = (ref.partition(".")[0].lstrip("0") for ref in source.ref if "." in ref)
        return next((titles[number] for number in numbers if number in titles), shown).hans

    def name(self, name: str, lang: str, time: float) -> str:
        """The name of a person (at `time`), group, thing or place in hans, hant or en."""
        return _in(lang, self._names(lang, time).name(name))

    def _names(self, lang: str, time: float, *, definite: bool = False) -> _Names:
        return _Names(self._layout, lang == "en", lambda person: self._called(person, time), definite)

    def sentence(self, played: Played, lang: str, subject: str | None = None) -> str:
        """The sentence of an act in hans, hant or en; `subject` stands for the names of those who act."""
        if played.act.caption is not None:
            return played.act.caption.text(lang)
        row = rows()[played.act.do]
        english = lang == "en"
        names = self._names(lang, played.start, definite=True)
        phrases = _Phrases(self._layout, self._script, played, english, names)
        if subject is not None:
            phrases["who"] = subject
        text = (row.en if english else row.hans).format_map(phrases)
        several = len(played.people) > 1
        return _in(lang, AGREES.sub(lambda found: found[2 if several else 1], text))


def cited(source: Source, section: str) -> str:
    """书名·卷·节 of a source; empty where no book is named."""
    work = works().get(source.work or voices()[source.voice].work or "")
    if work is None:
        return ""
    return "·".join(filter(None, (f"《{work.title}》{work.juan or ''}", section)))


def _in(lang: str, hans: str) -> str:
    return to_hant(hans) if lang == "hant" else hans


def _numeral(count: str) -> str:
    """A count of an act in Chinese."""
    return format_numeral(int(count)) if count.isdecimal() else count


def _plural(noun: str) -> str:
    """Of an English noun, or of the noun that others explain, the plural.

    >>> _plural("young man"), _plural("attendant of the host")
    ('young men', 'attendants of the host')
    """
    head, of, rest = noun.partition(" of ")
    return (f"{head[:-2]}en" if head.endswith("man") else f"{head}s") + of + rest


def _definite(noun: str) -> str:
    """An English noun with its article; a name, what is numbered and what has an article take none.

    >>> _definite("host"), _definite("musician 2"), _definite("the three pairs"), _definite("Confucius")
    ('the host', 'musician 2', 'the three pairs', 'Confucius')
    """
    bare = noun[:1].islower() and not noun[-1].isdecimal() and noun.partition(" ")[0] not in DETERMINERS
    return f"the {noun}" if bare else noun


class _Names:
    """Names in one language, simplified Chinese or English; in sentences those of people are definite."""

    def __init__(
        self, layout: Layout, english: bool, called: Callable[[str], Labels], definite: bool
    ) -> None:
        self._layout, self._english, self._called = layout, english, called
        self._definite = _definite if english and definite else str

    def pick(self, pair: Pair) -> str:
        """The phrase of a pair in this language."""
        return pair[1 if self._english else 0]

    def label(self, labels: Labels) -> str:
        """The label in this language."""
        return labels.en if self._english else labels.hans

    def person(self, person: str) -> str:
        """What a person is called then."""
        return self._definite(self.label(self._called(person)))

    def group(self, group: Group) -> str:
        """The name of a group; one of people of one name is called by their name."""
        alike = not group.roles and all(member.startswith(f"{group.id}-") for member in group.members)
        return self._definite(
            _plural(group.labels.en) if self._english and alike else self.label(group.labels)
        )

    def joined(self, names: Iterable[str]) -> str:
        """Names one after the other, each once."""
        return (" and " if self._english else "、").join(dict.fromkeys(names))

    def name(self, name: str) -> str:
        """The name of a person, group or place, or of a point named on it."""
        if name in self._layout.people:
            return self.person(name)
        if name in self._layout.groups:
            return self.group(self._layout.groups[name])
        if name in self._layout.objects:
            return self.label(self._layout.objects[name].labels)
        head, _, point = name.rpartition(".")
        if not head or point not in POINTS:
            return name
        around = self.pick(POINTS[point])
        return f"{around} {self.name(head)}".strip() if self._english else self.name(head) + around


class _Phrases(dict[str, str]):
    """The phrases of one sentence, made when it asks for them; empty where the act is silent."""

    def __init__(self, layout: Layout, script: Script, played: Played, english: bool, names: _Names) -> None:
        super().__init__()
        self._layout, self._script, self._english = layout, script, english
        self._act, self._people, self._scope = played.act, played.people, played.scope
        self._section = played.section
        self._names = names

    def __missing__(self, name: str) -> str:
        if name in TOLD:
            return self._names.pick(TOLD[name].get(self._act.text(name) or "", ("", "")))
        make: Callable[[], str] = getattr(self, f"_tell_{name}")
        return make()

    def _name(self, name: str) -> str:
        """A name as it stands in the act: a role means whoever fills it, a row his place in it."""
        name = self._scope.place(name, self._people[0])
        head, _, tail = name.partition(".")
        group = self._layout.groups.get(head)
        role = group.roles.get(tail) if group is not None else None
        if group is not None and tail in LOOP_FLAGS:
            role = group.parts[0 if tail == "first" else -1]
        return self._names.name(role or name)

    def _tell_who(self) -> str:
        named = [self._scope.one(name, self._act.where) for name in self._act.who]
        groups = [g for g in self._layout.groups.values() if [g.id] == named]
        people = [self._names.person(person) for person in self._people]
        names = [self._names.group(groups[0])] if groups and len(people) > 1 else people
        text = self._names.joined(names)
        return text[:1].upper() + text[1:] if self._english else text

    def _tell_office(self) -> str:
        """The office that he takes up; without one of that name his own."""
        own = self._layout.people[self._people[0]]
        office = self._names.label(own.offices.get(self._act.text("as") or "", own.labels))
        return f" {office}" if self._english else office

    def _slot(self, slot: str, pair: Pair) -> str:
        names = self._act.texts(slot)
        return self._names.pick(pair).format(self._names.joined(map(self._name, names))) if names else ""

    def _tell_to(self) -> str:
        hans = {"report": "于{}", "say": "{}", "yield": "{}", "bow": "{}", "step-on": "{}"}.get(
            self._act.do, "至{}"
        )
        english = " {}" if self._act.do == "step-on" else " to {}"
        return self._slot("to", (hans, english))

    def _tell_receiver(self) -> str:
        return self._slot("to", ("于{}", " to {}"))

    def _tell_answer(self) -> str:
        return self._slot("to", ("答", " in answer to {}"))

    def _tell_kind(self) -> str:
        """How one bows to the ground; a plain bow comes last, after `times`."""
        deep = self._act.text("kind") == "prostration"
        if self._english:
            return (
                " kneel[s] and bow[s] with [his|their] head to the ground"
                if deep
                else " kneel[s] and bow[s] to the ground"
            )
        return "拜稽首" if deep else "拜"

    def _tell_of(self) -> str:
        names = self._names.joined(map(self._kind, self._act.texts("of")))
        return (f" of the {names}" if names else " of the wine") if self._english else names or "酒"

    def _tell_wiped(self) -> str:
        if self._act.text("thing") == "hands":
            return self._names.pick(("手", " [his|their] hands"))
        return self._tell_thing()

    def _tell_heap(self) -> str:
        return self._slot("heap", ("{}", " {}"))

    def _tell_from(self) -> str:
        return self._slot("from", ("{}", " of {}"))

    def _tell_at(self) -> str:
        return self._slot("at", ("于{}", " at {}"))

    def _tell_by(self) -> str:
        return self._slot("by", ("自{}", " by {}"))

    def _tell_thing(self) -> str:
        things, count = self._act.texts("thing"), self._act.text("count")
        names = self._names.joined(map(self._kind, things))
        if not self._english:
            return f"{_numeral(count)}{names}" if count and count != ALL else names
        several = len(self._people) > 1
        if count == ALL:
            return f" all the {_plural(names)}"
        if count is not None:
            return f" {count} {_plural(names)}" + " each" * several
        if several and things and things[0].startswith("own."):
            return f" their {_plural(names)}"
        return f" one {names} each" if several and things[:1] == ("arrow",) else f" the {names}"

    def _tell_things(self) -> str:
        names = self._names.joined(map(self._kind, self._act.texts("thing")))
        return self._names.pick((names, f" the {_plural(names)}"))

    def _kind(self, name: str) -> str:
        layout, name = self._layout, self._scope.names.get(name, name)
        kind = layout.kinds.get(name.rpartition(".")[2])
        if name not in layout.objects and kind is not None and kind.labels is not None:
            return self._names.label(kind.labels)
        found = layout.objects.get(self._scope.thing(name, self._people[0]))
        return self._names.label(found.labels) if found is not None else name

    def _tell_words(self) -> str:
        words = self._act.text("words") or ""
        labels = self._script.words.get(self._scope.names.get(words, words))
        if labels is None:
            return ""
        score = self._scope.outcome.score(self._section)
        return self._names.label(labels).replace(COUNT, score.told(self._english))

    def _tell_facing(self) -> str:
        names = [name for name in self._act.texts("facing") if name in COMPASS]
        if self._english:
            return f", facing {self._names.joined(names)}" if names else ""
        return self._names.joined(FACING[name] for name in names)

    def _tell_turned(self) -> str:
        if self._act.text("by") == "half":
            return self._names.pick(("转身", " half round"))
        names = [name for name in self._act.texts("to") if name in COMPASS]
        if self._english:
            return f" to face {self._names.joined(names)}" if names else ""
        return "转而" + self._names.joined(FACING[name] for name in names)
