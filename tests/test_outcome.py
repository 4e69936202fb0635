"""Files of hits: what they may say, and where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import courtyard3d
from courtyard3d.errors import InputError
from courtyard3d.rite.movement import load_movement
from courtyard3d.rite.outcome import Outcome, read_hits

FOUR = "[hit, miss, graze, hit off-beat]"


def court(folder: Path, hits: str) -> courtyard3d.Courtyard:
    path = folder / "hits.yaml"
    path.write_text(hits, encoding="utf-8")
    return courtyard3d.open("xiangshe", hits=str(path))


def test_given_shots_are_shot_and_no_others(tmp_path: Path) -> None:
    path = tmp_path / "hits.yaml"
    path.write_text(f"chu-she: {{pair1-upper: {FOUR}}}", encoding="utf-8")
    given, drawn = read_hits(str(path), load_movement(), 7), Outcome(7, load_movement())

    def shots(outcome: Outcome, archer: str) -> list[str]:
        return [outcome.shot("chu-she", archer, n, upper=True, counted=True) for n in range(4)]

    assert shots(given, "pair1-upper") == ["hit", "miss", "graze", "hit"]
    assert shots(given, "pair1-lower") == shots(drawn, "pair1-lower")
    given.check(["chu-she"], ["pair1-upper", "pair1-lower"])


@pytest.mark.parametrize(
    ("hits", "message"),
    [
        (f"chu-sh: {{pair1-upper: {FOUR}}}", r"1:1: there is no section 'chu-sh'; .*did you mean 'chu-she'"),
        (f"chu-she: {{pair1-uper: {FOUR}}}", r"1:11: there is no 'pair1-uper'; .*did you mean 'pair1-upper'"),
        (
            f"chu-she: {{host: {FOUR}}}",
            r"1:11: 'host' does not shoot in 'chu-she'; expected pair1-upper or",
        ),
        ("chu-she: {pair1-upper: [hit, hit, miss]}", r"1:24: an archer has 4 arrows, not 3"),
        ("chu-she: {pair1-upper: [hit, hit, miss, hti]}", r"1:41: 'hti' is no shot; did you mean 'hit'"),
        (
            "chu-she: {pair1-upper: hit}",
            r"1:24: an archer's shots are a list; expected 4 of hit, graze, miss",
        ),
        ("chu-she: {}", r"1:10: a section holds a table of archers"),
    ],
)
def test_what_can_not_be_shot_is_said_when_the_court_is_opened(
    hits: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=message):
        court(tmp_path, hits)
