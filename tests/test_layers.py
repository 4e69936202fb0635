"""Frames through an unmoving camera: only what moves is drawn, and the pixels are those of whole pictures."""

from __future__ import annotations

import fakes
import numpy as np
import pytest

import courtyard3d
from courtyard3d.picture.filming import Crew, Filming
from courtyard3d.picture.layers import Layers
from courtyard3d.picture.painter import Painter
from courtyard3d.picture.reel import Reel
from courtyard3d.picture.stage import Stage
from courtyard3d.picture.styles import STYLES

SIZE = (320, 180)


def sights(courtyard, start, seconds, style="colour", camera="court"):
    order = Filming(
        courtyard=courtyard, reel=Reel.of([(start, start + seconds, 2 * seconds)], 2, 1), size=SIZE, style=style,
        camera=camera, roof=None, lang="en", clean=True, versions="",
    )  # fmt: skip
    return Crew(order, "").sights(0)


def whole(courtyard, chosen, style):
    """Every frame drawn whole."""
    stage = Stage(courtyard.scene, STYLES[style], SIZE)
    for sight in chosen:
        stage.tableau.place(sight.matrices, sight.visible)
        stage.tableau.look(sight.view)
        yield stage.pixels()
    stage.close()


@pytest.fixture(scope="module")
def court():
    return courtyard3d.open("xiangshe")


@pytest.mark.parametrize("style", ["colour", "ink", "evidence"])
def test_the_pixels_are_those_of_whole_pictures(court, style):
    chosen = sights(court, court.timeline.section("chu-she").start + 100, 4, style)
    painter = Painter(court.scene, STYLES[style], SIZE, None)
    layered = np.array(list(painter.frames(chosen))).astype(int)
    painter.close()
    drawn = np.array(list(whole(court, chosen, style))).astype(int)
    assert len(np.unique(drawn, axis=0)) > 4
    differs = abs(layered - drawn).max(axis=3)
    assert (differs > 2).mean() < 1e-4
    assert differs.max(axis=(1, 2)).mean() < 12


def test_who_comes_near_goes_out_of_the_picture_or_changes_leaves_nothing_behind():
    courtyard = fakes.courtyard()
    chosen = sights(courtyard, 0, 18, camera="hall")
    painter = Painter(courtyard.scene, STYLES["colour"], SIZE, None)
    layered = np.array(list(painter.frames(chosen)))
    painter.close()
    assert (layered == np.array(list(whole(courtyard, chosen, "colour")))).all()


def test_a_still_picture_is_drawn_once(monkeypatch):
    courtyard = fakes.courtyard()
    still = [sights(courtyard, 18, 1)[0]] * 20
    stage = Stage(courtyard.scene, STYLES["colour"], SIZE)
    read = []
    monkeypatch.setattr(Stage, "read", lambda self, box, real=Stage.read: read.append(box) or real(self, box))
    frames = list(Layers(courtyard.scene, stage).frames(still))
    stage.close()
    assert read == [stage.whole]
    assert all((frame == frames[0]).all() for frame in frames)
