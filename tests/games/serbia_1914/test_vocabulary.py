"""Days in words."""

from __future__ import annotations

from hexfront.games.serbia_1914.vocabulary import day, days


def test_days_name_the_month_once_if_it_is_one() -> None:
    assert day("1914-08-12") == "12 August 1914"
    assert days("1914-08-12", "1914-08-13") == "12 to 13 August 1914"
    assert days("1914-09-30", "1914-10-03") == "30 September to 3 October 1914"
