"""The words of a figure's apparatus in the three languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """One thing said in three languages; braces are filled by whoever says it."""

    hans: str
    hant: str
    en: str

    def in_(self, lang: str) -> str:
        """Return the word in a language: hans, hant or en."""
        text: str = getattr(self, lang)
        return text


WORDS = {
    "north": Word("北", "北", "N"),
    "east": Word("东", "東", "E"),
    "up": Word("上", "上", "up"),
    "chi": Word("尺", "尺", "chi"),
    "metre": Word("米", "米", "m"),
    "plan": Word("平面图", "平面圖", "plan"),
    "elevation": Word("正立面图", "正立面圖", "elevation from the south"),
    "elevation-east": Word("东立面图", "東立面圖", "elevation from the east"),
    "elevation-north": Word("北立面图", "北立面圖", "elevation from the north"),
    "elevation-west": Word("西立面图", "西立面圖", "elevation from the west"),
    "section": Word("横剖面图", "橫剖面圖", "cross section"),
    "longitudinal-section": Word("纵剖面图", "縱剖面圖", "longitudinal section"),
    "looking": Word("向{way}而视", "向{way}而視", "looking {way}"),
    "section cut": Word("剖切面", "剖切面", "cut"),
    "axonometric": Word("轴测图", "軸測圖", "axonometric view"),
    "toward": Word("轴测图", "軸測圖", "axonometric view"),
    "measure": Word("1 尺 = {cm} 厘米", "1 尺 = {cm} 釐米", "1 chi = {cm} cm"),
    "axes": Word("三轴各 {chi} 尺", "三軸各 {chi} 尺", "each axis {chi} chi"),
    "left out": Word(
        "此处略去 {chi} 尺（{m} 米）", "此處略去 {chi} 尺（{m} 米）", "{chi} chi ({m} m) left out"
    ),
    "standing": Word("立者，尖端示所面", "立者，尖端示所面", "standing; the point shows the facing"),
    "bowing": Word("揖者", "揖者", "bowing"),
    "kneeling": Word("坐（跪）者", "坐（跪）者", "kneeling"),
    "seated": Word("席坐者", "席坐者", "seated"),
    "prostrate": Word("拜者", "拜者", "prostrate"),
    "acting": Word("黑者：方行其事者", "黑者：方行其事者", "black: who acts"),
    "wedge": Word("尖端示人所面", "尖端示人所面", "the wedge shows the facing"),
    "cut": Word("剖切面（堂上 {chi} 尺）", "剖切面（堂上 {chi} 尺）", "cut {chi} chi above the floor"),
    "overhead": Word("檐际", "簷際", "eaves above"),
    "axis": Word("栋、楣、庪", "棟、楣、庪", "purlins above"),
    "supplied": Word("虚线：位置经文所无，今补", "虛線：位置經文所無，今補", "dashed: place supplied by us"),
    "at": Word("{section}第 {second} 秒", "{section}第 {second} 秒", "{section}, second {second}"),
    "premises": Word(
        "前提：{chosen}；其余皆默认",
        "前提：{chosen}；其餘皆預設",
        "premises: {chosen}; all others as default",
    ),
    "who": Word(
        "{who}：{where}，{posture}，面{way}{more}。",
        "{who}：{where}，{posture}，面{way}{more}。",
        "{who}: {where}, {posture}, facing {way}{more}.",
    ),
    "moving": Word("行", "行", "walking"),
    "with": Word("，携{things}", "，攜{things}", ", with {things}"),
    "between": Word("、", "、", ", "),
    "at station": Word("在{place}", "在{place}", "at {place}"),
    "at spot": Word(
        "在堂廉中点之{x}、{y}", "在堂廉中點之{x}、{y}", "{x} and {y} of the middle of the hall's edge"
    ),
    "distance": Word("{way} {chi} 尺", "{way} {chi} 尺", "{chi} chi {way}"),
    "size": Word(
        "广深高 {chi} 尺（{cm} 厘米），{status}",
        "廣深高 {chi} 尺（{cm} 釐米），{status}",
        "w × d × h {chi} chi ({cm} cm), {status}",
    ),
    "score": Word("时序图", "時序圖", "time sheet"),
    "voice": Word("上：言", "上：言", "above: voice"),
    "body": Word("中：身", "中：身", "middle: body"),
    "hands": Word("下：手", "下：手", "below: hands"),
    "there": Word("在场", "在場", "present"),
    "nobody": Word("无人。", "無人。", "Nobody is there."),
}
POSTURES = {
    "standing": Word("立", "立", "standing"),
    "bowing": Word("揖", "揖", "bowing"),
    "kneeling": Word("坐（跪）", "坐（跪）", "kneeling"),
    "prostrate": Word("拜", "拜", "prostrate"),
    "seated": Word("席坐", "席坐", "seated"),
}
WAYS = (
    Word("北", "北", "north"), Word("东北", "東北", "north-east"), Word("东", "東", "east"),
    Word("东南", "東南", "south-east"), Word("南", "南", "south"), Word("西南", "西南", "south-west"),
    Word("西", "西", "west"), Word("西北", "西北", "north-west"),
)  # fmt: skip
"""The eight directions, clockwise from north."""
MARKS = {
    "jing": Word("经文", "經文", "text"),
    "ji": Word("记", "記", "record"),
    "zhu": Word("郑注", "鄭注", "commentary"),
    "shu": Word("贾疏", "賈疏", "subcommentary"),
    "shuo": Word("诸家之说", "諸家之說", "a scholar"),
    "yi": Word("今译", "今譯", "translation"),
    "bu": Word("今补", "今補", "supplied"),
    "que": Word("阙", "闕", "silent"),
}
"""What the marks of evidence stand for."""


def say(word: str, lang: str, **values: object) -> str:
    """Return a word of the apparatus in a language, its braces filled."""
    return WORDS[word].in_(lang).format(**values)


def way(facing: float, lang: str) -> str:
    """Return the nearest of the eight directions to degrees clockwise from north."""
    return WAYS[round(facing / (360 / len(WAYS))) % len(WAYS)].in_(lang)
