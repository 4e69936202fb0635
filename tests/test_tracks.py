"""The track of one person: single moments, many moments at once, and all changes in between."""

from __future__ import annotations

import math
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtyard3d.rite.tracks import FigureRecorder, FigureTrack, Key, Look, Rest, ThingTrack

END = 40.0
SECONDS = st.integers(0, 400).map(lambda tenths: tenths / 10.0)
LENGTH = st.integers(-20, 20).map(float)
PIECE = st.tuples(st.integers(0, 5).map(float), LENGTH, LENGTH, st.sampled_from([0.0, 3.0]), LENGTH)
CHANGE = st.one_of(
    st.fixed_dictionaries({"posture": st.sampled_from(["standing", "kneeling"])}),
    st.fixed_dictionaries({"holds": st.sampled_from([(), ("bow",), ("bow", "arrow")])}),
    st.fixed_dictionaries({"present": st.booleans()}),
    st.fixed_dictionaries({"pose": st.sampled_from(["stand", "bow"]), "blend": st.sampled_from([0.0, 0.5])}),
)


@st.composite
def tracks(draw: st.DrawFn) -> FigureTrack:
    """A track with movements, jumps (keys at the same time) and changes of look."""
    recorder = FigureRecorder(Key(0.0, 0.0, 0.0, 0.0, 0.0), Look())
    pieces = draw(st.lists(PIECE, max_size=8))
    times = accumulate((piece[0] for piece in pieces), initial=0.0)
    recorder.move([Key(time, *piece[1:]) for time, piece in zip(times, pieces, strict=False)])
    for time, changes in draw(st.lists(st.tuples(SECONDS, CHANGE), max_size=8)):
        recorder.change(time, **changes)
    return recorder.freeze(END)


@given(tracks(), st.lists(SECONDS, min_size=1))
def test_many_places_are_those_of_single_looks(track: FigureTrack, times: list[float]) -> None:
    single = [track.at(time).position or (math.nan,) * 3 for time in times]
    np.testing.assert_array_equal(track.places(np.array(times)), np.array(single))


@given(tracks(), SECONDS)
def test_whatever_is_seen_at_any_time_is_among_the_looks(track: FigureTrack, time: float) -> None:
    def seen(figure: object) -> tuple[object, ...]:
        return tuple(getattr(figure, name) for name in ("posture", "pose", "holds", "visible", "moving"))

    assert seen(track.at(time)) in {seen(figure) for _, figure in track.looks(0.0, END + 1.0)}
    (_, first), *_ = track.looks(time, END + 1.0)
    assert first == track.at(time)._replace(feet=None)


@given(tracks(), SECONDS, SECONDS)
def test_looks_keep_within_their_span(track: FigureTrack, one: float, other: float) -> None:
    begin, end = sorted((one, other))
    assert all(begin <= time <= end for time, _ in track.looks(begin, end))


def test_one_who_walks_is_seen_where_he_sets_out_and_where_he_arrives() -> None:
    recorder = FigureRecorder(Key(0.0, 0.0, 0.0, 0.0, 0.0), Look(station="a"))
    recorder.move([Key(2.0, 0.0, 0.0, 0.0, 0.0), Key(6.0, 0.0, 8.0, 0.0, 0.0)])
    track = recorder.freeze(END)
    places = [(time, figure.position, figure.moving) for time, figure in track.looks(1.0, 5.0)]
    assert places == [
        (1.0, (0.0, 0.0, 0.0), False),
        (2.0, (0.0, 0.0, 0.0), True),
        (5.0, (0.0, 6.0, 0.0), True),
    ]
    assert track.at(4.0)[:2] == ((0.0, 4.0, 0.0), 0.0)
    assert track.at(4.0).feet is not None and track.at(1.0).feet is None
    assert track.at(4.0).station is None and track.at(1.0).station == "a"


def test_a_pose_is_blended_until_it_is_taken_up() -> None:
    recorder = FigureRecorder(Key(0.0, 0.0, 0.0, 0.0, 0.0), Look())
    recorder.change(3.0, pose="bow", posture="bowing", blend=0.5)
    track = recorder.freeze(END)
    shares = [(track.at(time).before, track.at(time).blend) for time in (2.9, 3.0, 3.25, 3.5, 30.0)]
    assert shares == [("stand", 1.0), ("stand", 0.0), ("stand", 0.5), ("stand", 1.0), ("stand", 1.0)]
    assert [track.at(time).pose for time in (2.9, 3.0)] == ["stand", "bow"]


def test_one_who_rests_is_the_same_at_every_moment() -> None:
    track = FigureRecorder(Key(0.0, 1.0, 2.0, 0.0, 450.0), Look()).freeze(END)
    assert track.at(0.0) is track.at(5.0)
    assert track.at(0.0) == track.at(END) == track.at(2 * END)
    assert track.at(5.0).facing == 90.0


def test_a_thing_is_carried_lies_and_flies() -> None:
    spot, far = (0.0, 0.0, 1.0), (10.0, 0.0, 1.0)
    track = ThingTrack(
        [
            Rest(0.0, spot),
            Rest(1.0, holder="one", place="belt"),
            Rest(2.0, far, origin=spot, until=4.0, rise=2.0),
        ]
    )
    lying, carried, flying = (track.state(time) for time in (0.5, 1.5, 3.0))
    assert lying is not None and lying.position == spot
    assert carried is None
    assert flying is not None and flying.position == pytest.approx((5.0, 0.0, 3.0))
    assert [track.exists(time) for time in (0.5, 1.5, 3.0)] == [True] * 3
