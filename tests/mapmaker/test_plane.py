"""Inside or outside an outline, and how far off a line."""

from __future__ import annotations

import pytest

from hexfront.kernel.grid import Point
from hexfront.mapmaker.plane import Outline, between, off_line

BAY = Outline([Point(0, 0), Point(4, 0), Point(4, 4), Point(2, 1), Point(0, 4)])


@pytest.mark.parametrize(
    ("point", "inside"),
    [
        (Point(1, 1), True),
        (Point(2, 0.5), True),
        (Point(2, 2), False),
        (Point(3.8, 3), True),
        (Point(5, 1), False),
    ],
)
def test_an_outline_holds_what_lies_within_even_with_a_bay(point: Point, inside: bool) -> None:
    assert BAY.holds(point) is inside


def test_an_outline_is_near_what_lies_beside_its_box() -> None:
    assert BAY.is_near(Point(4.5, 2), 1.0)
    assert not BAY.is_near(Point(5.5, 2), 1.0)


def test_off_line_gives_the_distance_and_the_way_along() -> None:
    line = [Point(0, 0), Point(4, 0), Point(4, 4)]
    assert off_line(Point(1, 2), line) == (2.0, 1.0)
    assert off_line(Point(6, 3), line) == (2.0, 7.0)
    assert off_line(Point(-3, 4), line) == (5.0, 0.0)


def test_off_line_passes_over_a_point_given_twice() -> None:
    assert off_line(Point(1, 1), [Point(0, 0), Point(0, 0), Point(2, 0)]) == (1.0, 1.0)


def test_between_goes_part_of_the_way() -> None:
    assert between(Point(0, 2), Point(4, 4), 0.25) == Point(1, 2.5)
