"""Vector drawing: hidden lines exact, cuts, the fold, names that never meet, signs that point."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace as Fake
from typing import Any

import numpy as np
import pytest
import shapely
from few_solids import box
from hypothesis import given, settings
from hypothesis import strategies as st

from courtyard3d.errors import InputError
from courtyard3d.picture.vector.drawing import draw
from courtyard3d.picture.vector.hidden import candidates, visible, wire
from courtyard3d.picture.vector.labels import Name, place
from courtyard3d.picture.vector.projection import VIEWS, fold_empty, looking, no_fold
from courtyard3d.picture.vector.sheet import Sheet, millimetres, wrapped
from courtyard3d.picture.vector.solids import Solid, cut
from courtyard3d.picture.vector.symbols import person

PLAN = VIEWS["plan"].projection


def seen(*meshes: tuple[np.ndarray, np.ndarray], projection: Any = PLAN) -> tuple[np.ndarray, np.ndarray]:
    """Visible stretches of some meshes, and which mesh each belongs to."""
    wires = [wire(points, faces) for points, faces in meshes]
    lines, faces = candidates([(net, projection(net.corners)) for net in wires])
    stretches, edge = visible(lines, faces)
    return stretches, lines.piece[edge]


def length(stretches: np.ndarray) -> float:
    return float(np.linalg.norm(stretches[:, 1] - stretches[:, 0], axis=1).sum())


# hidden lines


def test_a_cube_seen_from_a_corner_shows_nine_of_its_twelve_edges() -> None:
    view = looking(30.0, 35.0)
    points, faces = box(0, 0, 0, 2, 2, 2)
    net = wire(points, faces)
    page = view(net.corners)
    sharp = net.edges[net.sharp]
    nearest_hidden = int(np.argmin(page[:, 2]))
    drawn = [edge for edge in sharp if nearest_hidden not in edge]
    expected = sum(np.linalg.norm(page[a, :2] - page[b, :2]) for a, b in drawn)
    assert len(sharp) == 12
    assert len(drawn) == 9
    assert length(seen((points, faces), projection=view)[0]) == pytest.approx(expected)


def test_what_lies_under_a_plate_is_hidden_to_the_hair() -> None:
    beam, plate = box(0, 0, 0, 10, 0.5, 0.5), box(1, 0, 2, 4, 4, 0.1)
    stretches, piece = seen(beam, plate)
    ends = np.sort(stretches[piece == 0].reshape(-1, 2)[:, 0])
    long = stretches[(piece == 0) & (np.abs(stretches[:, 0, 1] - stretches[:, 1, 1]) < 1e-9)]
    assert set(np.round(ends, 5)) == {-5.0, -1.0, 3.0, 5.0}
    assert length(long) == pytest.approx(2 * (10 - 4), abs=1e-4)


def test_solids_that_run_through_each_other_hide_each_other_where_they_cross() -> None:
    """A rod that dives through a level plate is seen down to the plate, and no farther."""
    rod = (
        np.array([[0, 0, 3], [6, 0, -3], [0, 0.01, 3], [6, 0.01, -3]], float),
        np.array([[0, 1, 2], [1, 3, 2]]),
    )
    plate = box(4, 0, -0.5, 6, 4, 0.5)
    stretches, piece = seen(rod, plate)
    assert stretches[piece == 0][..., 0].max() == pytest.approx(3.0, abs=0.05)


def test_touching_solids_do_not_hide_each_other() -> None:
    floor, mat = box(0, 0, 0, 10, 10, 1), box(0, 0, 1, 2, 2, 0.0001)
    stretches, piece = seen(floor, mat)
    assert length(stretches[piece == 1]) >= 8 - 1e-6


def test_the_surface_between_lines_belongs_to_what_is_nearest() -> None:
    floor, plate = box(0, 0, 0, 10, 10, 1), box(1, 1, 3, 4, 4, 1)
    solids = [Solid(Fake(layer="hall", owner=name), wire(*mesh), wire(*mesh).corners) for name, mesh in
              (("floor", floor), ("plate", plate))]  # fmt: skip
    areas: dict[str, float] = {}
    for patch in draw(solids, PLAN, no_fold()).patches:
        areas[patch.solid.item.owner] = areas.get(patch.solid.item.owner, 0.0) + patch.area.area
    assert areas == pytest.approx({"floor": 84.0, "plate": 16.0}, abs=0.02)


# cuts and the fold


def test_a_cut_lays_open_the_section_of_a_hollow_wall() -> None:
    outer, inner = box(0, 0, 0, 10, 10, 8), box(0, 0, 0, 8, 8, 8)
    points = np.vstack([outer[0], inner[0]])
    faces = np.vstack([outer[1], inner[1][:, ::-1] + len(outer[0])])
    net = wire(points, faces)
    below, surface = cut(Solid(Fake(layer="wall"), net, net.corners), 5.0)
    triangles = surface.corners[surface.net.faces][..., :2]
    assert surface.poche
    assert below.corners[:, 2].max() == pytest.approx(5.0)
    assert sum(shapely.polygons(t).area for t in triangles) == pytest.approx(100 - 64)


def test_furniture_is_not_cut_and_what_is_above_the_cut_is_gone() -> None:
    net = wire(*box(0, 0, 6, 1, 1, 4))
    thing, wall = (Solid(Fake(layer=layer), net, net.corners) for layer in ("thing", "wall"))
    assert cut(thing, 5.0) == (thing,)
    assert cut(wall, 5.0) == ()


def test_an_empty_lane_is_folded_and_nothing_else() -> None:
    fold = fold_empty([(-300, -299), (-50, 40), (-10, 10)], least=40, margin=5, left=9)
    y = fold(np.array([[0, y, 0] for y in (40.0, -50.0, -55.0, -294.0, -300.0)]))[:, 1]
    assert fold.gaps.tolist() == [[-294.0, -55.0]]
    assert y.tolist() == pytest.approx([40.0, -50.0, -55.0, -64.0, -70.0])
    assert not len(fold_empty([(-50, 0), (10, 40)], least=40, margin=5, left=9).gaps)


# names


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.floats(5, 155), st.floats(5, 95)), min_size=1, max_size=40), st.integers(0, 9))
def test_names_never_meet_nor_leave_the_frame_nor_cover_a_sign(
    anchors: list[tuple[float, float]], seed: int
) -> None:
    widths = np.random.default_rng(seed).uniform(4, 14, len(anchors))
    names = [Name(anchor, (1.0, 1.0), (width, 3.0)) for anchor, width in zip(anchors, widths, strict=True)]
    signs = np.array([[x - 1, y - 1, x + 1, y + 1] for x, y in anchors])
    places = place(names, np.array([0.0, 0.0, 160.0, 100.0]), signs, np.empty((0, 2)))
    boxes = [shapely.box(*found.box) for found in places if found]
    assert len(boxes) == len(names)
    assert not any(a.intersects(b) for a, b in combinations(boxes, 2))
    assert all(shapely.box(0, 0, 160, 100).contains(found) for found in boxes)
    assert not any(found.intersects(shapely.box(*sign)) for found in boxes for sign in signs)


def test_names_side_by_side_keep_their_gap() -> None:
    names = [Name((x, 10.0), (0.5, 0.5), (6.0, 3.0), gap=1.4) for x in (10.0, 13.0, 16.0, 19.0, 22.0)]
    places = place(names, np.array([0.0, 0.0, 32.0, 20.0]), np.empty((0, 4)), np.empty((0, 2)))
    boxes = [found.box for found in places if found]
    in_a_line = [(a, b) for a, b in combinations(sorted(boxes), 2) if a[1] < b[3] and b[1] < a[3]]
    assert len(boxes) == len(names)
    assert in_a_line
    assert all(b[0] - a[2] >= 1.4 - 1e-9 for a, b in in_a_line)


def test_a_name_without_room_is_left_out_rather_than_laid_over_another() -> None:
    names = [Name((5.0, 5.0), (1.0, 1.0), (9.0, 3.0))] * 6
    places = place(names, np.array([0.0, 0.0, 10.0, 10.0]), np.array([[4.0, 4, 6, 6]]), np.empty((0, 2)))
    assert 1 <= sum(found is not None for found in places) <= 2


# signs and type


@pytest.mark.parametrize(
    ("facing", "tip"), [(0, (0, 1)), (90, (1, 0)), (180, (0, -1)), (225, (-0.707, -0.707))]
)
@pytest.mark.parametrize("posture", ["standing", "bowing", "kneeling", "prostrate", "seated"])
def test_the_sign_of_a_person_points_where_he_faces(
    facing: float, tip: tuple[float, float], posture: str
) -> None:
    sheet = Sheet(20.0, 20.0)
    person(sheet, (10.0, 10.0), facing, posture, 4.0, "outline")
    points = np.concatenate([patch.get_path().vertices for patch in sheet.axes.patches]) - 10.0
    farthest = points[np.argmax(np.linalg.norm(points, axis=1))]
    assert (farthest / np.linalg.norm(farthest)).tolist() == pytest.approx(tip, abs=0.01)


@pytest.mark.parametrize("text", ["163", "mm", "-5mm", "0mm", "12ft", "nanmm", "1e9mm", "1mm"])
def test_a_width_needs_a_number_and_a_unit(text: str) -> None:
    with pytest.raises(InputError, match="163mm"):
        millimetres(text)


def test_lines_of_type_break_between_characters_and_at_blanks() -> None:
    lines = wrapped("上耦立于物上，上射先发。The first pair stands on the marks.", 6.0, 22.0)
    assert "".join(lines).replace(" ", "") == "上耦立于物上，上射先发。Thefirstpairstandsonthemarks."
    assert len(lines) > 2
    assert not any(line.startswith(("，", "。")) for line in lines)
    assert all(word in ["上耦立于物上，上射先发", "The first pair stands on the marks."][1].split() or
               ord(word[0]) > 127 for line in lines for word in line.split())  # fmt: skip
