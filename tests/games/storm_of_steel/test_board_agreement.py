"""Lists and board agree, and where they do not it is told."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel.errors import DataError
from tests.games.storm_of_steel.builders import altered


def test_lists_and_board_agree() -> None:
    figures = TITLE.check_data()
    assert (figures["hexes"], figures["cities"], figures["forts"]) == (6178, 276, 75)


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (
            "board/places.csv",
            "2425,Verdun,city|fort site,fort 8",
            "2425,Verdun,city|fort site,fort 7",
            "Verdun: a fort of 8, on the board 7",
        ),
        (
            "board/places.csv",
            "2023,Amiens,city,",
            "2023,Amiens,city|fort site,fort 2",
            "Amiens has a fort on the board and no counter",
        ),
        ("board/places.csv", "1924,Paris,", "1925,Paris,", "Paris is in 1925 on the board, not in 1924"),
        ("tables/terrain.csv", "marsh,3", "bog,3", "no row for marsh, which is on the board"),
        (
            "countries/countries.csv",
            "norway,Norway",
            "norge,Norway",
            "norway is on the board and not in the list",
        ),
        ("countries/regions.csv", "libya,Libya", "cyrenaica,Libya", "cyrenaica is not on the board"),
        ("economy/rail_limits.csv", "7749|8050", "7749|8051", "there is no rail gap in 8051"),
        (
            "set_ups/summer_1914.csv",
            "ge-2a-ii,2721,",
            "ge-2a-ii,2619,",
            "ge-2a-ii stands at 2619, in netherlands",
        ),
    ],
)
def test_a_disagreement_is_told(file: str, old: str, new: str, expected: str) -> None:
    with pytest.raises(DataError) as found:
        TITLE.check_data([altered(file, old, new)])
    assert expected in [fault.what for fault in found.value.faults]
