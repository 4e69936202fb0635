"""A film as a picture that moves, over and over, for slides and web pages: GIF or WebP."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from courtyard3d.picture.encoder import SLIDES, run, written_beside

PALETTE = "palettegen=stats_mode=diff"  # colours of what moves count for more
PAINTED = (
    "paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle"  # a still pattern, so that little changes
)
CODECS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"gif": (), "webp": ("-c:v", "libwebp_anim", "-quality", "80", "-compression_level", "4")}
)
FOR_EVER = ("-loop", "0")


def animate(program: str, picture: Path, out: Path) -> None:
    """Write a finished film as a GIF or WebP that begins again for ever; it appears when it is whole.

    Parameters
    ----------
    program : str
        Path of ffmpeg.
    picture : Path
        A film, or a list of films (.ffconcat) that follow each other.
    out : Path
        The picture (.gif or .webp).

    Raises
    ------
    MachineError
        Where the encoder gives up or the disk fails.
    """
    kind = SLIDES[out.suffix.lower()]
    begin = (program, "-hide_banner", "-loglevel", "error", "-y", "-i", str(picture))
    with tempfile.TemporaryDirectory() as folder, written_beside(out) as part:
        colours: tuple[str, ...] = ()
        if (
            kind == "gif"
        ):  # its 256 colours are found in a run of their own: no frame has to wait for the last
            palette = str(Path(folder) / "palette.png")
            run((*begin, "-vf", PALETTE, "-frames:v", "1", "-update", "1", palette))
            colours = ("-i", palette, "-lavfi", PAINTED)
        run((*begin, *colours, "-an", *CODECS[kind], *FOR_EVER, "-f", kind, str(part)))
