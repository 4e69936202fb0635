"""Joins a finished picture with sound, subtitles, chapters and cover; the picture is not encoded again."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from math import ceil
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from courtyard3d.picture import subtitles
from courtyard3d.picture.boxes import hide_subtitles
from courtyard3d.picture.chapters import Chapter, chapters
from courtyard3d.picture.chunks import LISTED, found_in
from courtyard3d.picture.encoder import FORMATS, SLIDES, run, written_beside
from courtyard3d.picture.instruments import RATE
from courtyard3d.picture.slides import animate
from courtyard3d.picture.sound import Samples, sound

MICROSECONDS = 10**6
SOUND = ("-c:a", "aac", "-b:a", "160k", "-flags:a", "+bitexact")
COVER = (
    "-disposition:v:1",
    "attached_pic",
    "-c:v:1",
    "mjpeg",
    "-q:v:1",
    "3",
    "-filter:v:1",
    "scale='min(960,iw)':-2",
)
POSTER = ("-vf", "scale=in_color_matrix=bt709:in_range=tv:out_range=pc", "-pix_fmt", "rgb24", "-c:v", "png")
TAGS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"hans": ("zho", "简体中文"), "hant": ("zho", "繁體中文"), "en": ("eng", "English")}
)
"""Of a language its code in ISO 639-2 and its name; the two scripts of Chinese differ by name only."""
OLDER = MappingProxyType({"zho": "chi"})
"""The only code of Chinese that .mov knows."""
_ESCAPED = str.maketrans({"=": "\\=", ";": "\\;", "#": "\\#", "\\": "＼", "\n": " "})
"""In titles: ffmpeg takes a line that ends with a backslash for one that goes on, however it is escaped."""

if TYPE_CHECKING:
    from fractions import Fraction

    from courtyard3d.picture.reel import Reel
    from courtyard3d.picture.subject import Subject
    from courtyard3d.rite.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Extras:
    """What is joined to a picture; whatever is empty is left out.

    Parameters
    ----------
    sound : iterable of ndarray, optional
        Blocks of samples (n, 2), 48000 a second, left and right.
    subtitles : mapping of str to Path
        By language ('hans', 'hant', 'en') a file of subtitles (SRT).
    chapters : tuple of Chapter
    cover : Path, optional
        A picture; players show it before the film runs.
    title : str
        The name of the film.
    shown : str
        The language of the subtitles that players show unasked; '' shows none.
    """

    sound: Iterable[Samples] | None = None
    subtitles: Mapping[str, Path] = field(default_factory=dict)
    chapters: tuple[Chapter, ...] = ()
    cover: Path | None = None
    title: str = ""
    shown: str = ""


def finish(
    courtyard: Subject,
    picture: Path,
    out: Path,
    reel: Reel,
    *,
    program: str,
    lang: str = "hans",
    clean: bool = False,
    mute: bool = False,
    soft: bool | None = None,
) -> None:
    """Make a film of a finished picture: add sound, subtitles, chapters and cover.

    Beside the film stand its subtitles in every language (.srt and .vtt) and its poster (.png). What is
    meant for slides (.gif, .webp) has the picture alone.

    Parameters
    ----------
    courtyard : Subject
        What is filmed.
    picture : Path
        The picture alone: a film without sound, or a list of films (.ffconcat) that follow each other.
    out : Path
        The film (.mp4, .mov, .gif or .webp); it appears last, and whole.
    reel : Reel
        What of the rite the picture shows.
    program : str
        Path of ffmpeg.
    lang : str, default: "hans"
        Language of the titles of chapters: hans, hant or en.
    clean : bool, default: False
        Leave out chapters, cover, poster and (unless `soft`) subtitles.
    mute : bool, default: False
        Leave out the sound.
    soft : bool, optional
        Whether there are subtitles; without it, where the film is not clean. In a clean film players
        show those in `lang` unasked; else the words stand in the picture already.

    Raises
    ------
    MachineError
        Where the encoder gives up or the disk fails.
    """
    if out.suffix.lower() in SLIDES:
        animate(program, picture, out)
        return
    soft = not clean if soft is None else soft
    files = _write_subtitles(courtyard.timeline, out, reel) if soft else {}
    cover = None if clean else _poster(program, picture, _moment(courtyard.timeline, reel), out)
    extras = Extras(
        sound=None if mute else sound(courtyard, reel),
        subtitles=files,
        chapters=() if clean else chapters(courtyard.timeline, reel, lang),
        cover=cover,
        title=courtyard.layout.labels.text(lang),
        shown=lang if clean else "",
    )
    join(program, picture, out, extras)


def _write_subtitles(timeline: Timeline, out: Path, reel: Reel) -> dict[str, Path]:
    """Write the subtitles beside a film; return by language the file for its track."""
    files = {}
    for lang, name in subtitles.NAMES.items():
        cues = subtitles.cues(timeline, reel, lang)
        texts = {".vtt": subtitles.vtt(cues, lang), ".srt": subtitles.srt(cues)}
        for suffix, text in texts.items():
            files[lang] = out.with_suffix(f".{name}{suffix}")
            with written_beside(files[lang]) as part:
                part.write_text(text, encoding="utf-8", newline="\n")
    return files


def _moment(timeline: Timeline, reel: Reel) -> Fraction:
    """Return the second of a film at which its poster is taken: amid the act of most people, or the film."""
    seen = [(act, reel.seen((act.start + act.end) / 2)) for act in timeline.acts if act.main]
    busy = ((len(set(act.people)), act.end - act.start, second) for act, second in seen if second is not None)
    *_, second = max(busy, default=(0, 0.0, reel.lasts / 2))
    return min(second, reel.lasts - 1 / reel.fps)


def _poster(program: str, picture: Path, second: Fraction, out: Path) -> Path:
    """Write the frame that stands at a second of a film as a picture beside it."""
    if picture.suffix == LISTED:  # ffmpeg finds no place in the first film of a list
        picture, second = found_in(picture, second)
    path = out.with_suffix(".png")
    with written_beside(path) as part:
        seek = ("-hide_banner", "-loglevel", "error", "-y", "-ss", f"{float(second):.6f}", "-i", str(picture))
        run((program, *seek, "-frames:v", "1", *POSTER, "-f", "image2", "-update", "1", str(part)))
    return path


def join(program: str, picture: Path, out: Path, extras: Extras) -> None:
    """Write a film from a finished picture and what goes with it.

    The frames are copied as they are; all tracks begin at second 0. The film appears when it is whole.

    Parameters
    ----------
    program : str
        Path of ffmpeg.
    picture : Path
        A film without sound, or a list of films (.ffconcat) that follow each other.
    out : Path
        The film (.mp4 or .mov).
    extras : Extras
        What is joined.

    Raises
    ------
    MachineError
        Where the encoder gives up or the disk fails.
    """
    with tempfile.TemporaryDirectory() as folder, written_beside(out) as part:
        told = Path(folder) / "told.txt"
        told.write_text(_told(extras), encoding="utf-8", newline="\n")
        run((program, *_inputs(picture, told, extras), *_outputs(out, part, extras)), extras.sound or ())
        if not extras.shown:
            hide_subtitles(part)


def _inputs(picture: Path, told: Path, extras: Extras) -> Iterator[str]:
    """Yield the inputs: picture, sound, title and chapters, subtitles, cover."""
    yield from ("-hide_banner", "-loglevel", "error", "-y", "-i", str(picture))
    if extras.sound is not None:
        yield from ("-f", "s16le", "-ar", str(RATE), "-ac", "2", "-i", "pipe:0")
    yield from ("-f", "ffmetadata", "-i", str(told))
    for path in extras.subtitles.values():
        yield from ("-f", "srt", "-i", str(path))
    if extras.cover:
        yield from ("-i", str(extras.cover))


def _outputs(out: Path, part: Path, extras: Extras) -> Iterator[str]:
    """Yield what is made of the inputs."""
    number = count(1)
    yield from ("-map", "0:v:0", "-c:v:0", "copy")
    if extras.sound is not None:
        yield from ("-map", f"{next(number)}:a", *SOUND)
    told = str(next(number))
    yield from ("-map_metadata", told, "-map_chapters", told)
    for _ in extras.subtitles:
        yield from ("-map", f"{next(number)}:s")
    yield from ("-c:s", "mov_text")
    for track, lang in enumerate(extras.subtitles):
        code, name = TAGS[lang]
        code = OLDER.get(code, code) if FORMATS[out.suffix.lower()] == "mov" else code
        yield from (f"-metadata:s:s:{track}", f"language={code}")
        yield from (f"-metadata:s:s:{track}", f"handler_name={name}")
        yield from (f"-disposition:s:{track}", "default" if lang == extras.shown else "0")
    if extras.cover:
        yield from ("-map", f"{next(number)}:v", *COVER)
    yield from ("-fflags", "+bitexact", "-movflags", "+faststart")
    yield from ("-f", FORMATS[out.suffix.lower()], str(part))


def _told(extras: Extras) -> str:
    """Return title and chapters in ffmpeg's own format."""
    lines = [";FFMETADATA1", f"title={extras.title.translate(_ESCAPED)}"]
    for chapter in extras.chapters:
        start, end = (ceil(second * MICROSECONDS) for second in (chapter.start, chapter.end))
        lines += ["[CHAPTER]", f"TIMEBASE=1/{MICROSECONDS}", f"START={start}", f"END={end}"]
        lines += [f"title={chapter.title.translate(_ESCAPED)}"]
    return "\n".join((*lines, ""))
