"""Joining and rounding of lines and areas."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.drawing.outline import Edge, Vertex, area_path, bent, chains, join, line_path, vertex

A, B, C, D, E = (vertex(x, y) for x, y in ((0, 0), (100, 0), (100, 100), (0, 100), (200, 0)))


def test_edges_in_any_order_and_direction_become_one_line() -> None:
    (line,) = chains([Edge(C, D), Edge(B, A), Edge(B, C)])
    assert line in ([A, B, C, D], [D, C, B, A])


def test_lines_end_where_three_edges_meet() -> None:
    lines = chains([Edge(A, B), Edge(B, C), Edge(B, E), Edge(C, D)])
    assert sorted(len(line) for line in lines) == [2, 2, 3]
    assert all(B in (line[0], line[-1]) for line in lines)


def test_a_closed_line_ends_where_it_began() -> None:
    (line,) = chains([Edge(A, B), Edge(B, C), Edge(C, D), Edge(D, A)])
    assert line[0] == line[-1]
    assert set(line) == {A, B, C, D}
    assert line_path(line, 10).endswith("Z")


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12))
def test_every_edge_is_drawn_exactly_once(pairs: list[tuple[int, int]]) -> None:
    points = [A, B, C, D]
    edges = {frozenset((points[a], points[b])) for a, b in pairs if a != b}
    lines = chains([Edge(*sorted(edge)) for edge in sorted(edges, key=sorted)])
    drawn = [frozenset(step) for line in lines for step in pairwise(line)]
    assert sorted(map(sorted, drawn)) == sorted(map(sorted, edges))


def test_polygons_of_one_key_lose_the_edge_between_them() -> None:
    areas = join([("land", [A, B, C]), ("land", [A, C, D])])
    (ring,) = areas.rings["land"]
    assert sorted(ring) == sorted([A, B, C, D])
    assert not areas.simple  # everything lies at the rim


def test_neighbouring_areas_share_their_curve() -> None:
    """A boundary of two areas is the same curve seen from both, so that no gap shows."""
    left = [vertex(-100, -50), A, vertex(10, 50), D, vertex(-100, 150)]
    right = [A, vertex(150, -50), vertex(150, 150), D, vertex(10, 50)]
    areas = join([("left", left), ("right", right)])
    assert areas.simple == {vertex(10, 50)}
    curves = [set(re.findall(r"Q([^ ]+ [^ ]+) ", area_path(areas, key, 20, 8))) for key in ("left", "right")]
    assert curves[0] == curves[1]
    assert "10 50" in curves[0]


def test_a_ring_with_a_hole_has_two_outlines() -> None:
    outer = [vertex(x, y) for x, y in ((-10, -10), (30, -10), (30, 30), (-10, 30))]
    inner = [vertex(x, y) for x, y in ((0, 0), (10, 0), (10, 10), (0, 10))]
    around = [[outer[at], outer[(at + 1) % 4], inner[(at + 1) % 4], inner[at]] for at in range(4)]
    areas = join([("land", corners) for corners in around] + [("lake", inner)])
    assert len(areas.rings["land"]) == 2
    assert len(areas.rings["lake"]) == 1


def test_an_edge_bends_the_same_way_from_both_ends() -> None:
    assert bent(Edge(A, C), 8) == bent(Edge(C, A), 8)
    assert bent(Edge(A, B), 8).y == pytest.approx(0, abs=8)


def test_corners_are_cut_no_further_than_the_middle_of_an_edge() -> None:
    assert line_path([A, B, C], 500) == "M0 0L50 0Q100 0 100 50L100 100"
    assert line_path([A, B, C], 0) == "M0 0L100 0L100 100"
    assert line_path([A, B, C], 20, firm=[B]) == "M0 0L100 0L100 100"


def test_a_corner_reached_from_two_hexes_is_one_vertex() -> None:
    assert vertex(0.1 + 0.2, -0.0) == vertex(0.3, 0.0)
    assert isinstance(vertex(1, 2), Vertex)
