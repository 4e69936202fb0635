"""Check that the film of the README has as many frames as its sections last: frames.py FILM."""

import sys
from fractions import Fraction
from math import ceil

import imageio_ffmpeg

import courtyard3d

SECTIONS = ("you-she", "chu-she")
RATE = Fraction(10, 3)  # frames a second, at three times the pace of the rite
TICKS = 10**6

film = sys.argv[1]
timeline = courtyard3d.open("xiangshe").timeline
lengths = [Fraction(round((s.end - s.start) * TICKS), TICKS) for s in timeline.sections if s.id in SECTIONS]
expected = sum(ceil(length * RATE) for length in lengths)
found, _ = imageio_ffmpeg.count_frames_and_secs(film)
assert found == expected, f"{film}: {found} frames, expected {expected}"
print(f"{film}: {found} frames")
