"""Chapter 15 as it is met in games: who is found to be in supply as a Supply Phase passes.

The hexes lie in a row from 20.10 on. Its west end is the friendly map edge, with a railway of two hexes and,
unless a test says otherwise, an army depot.
"""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import game
from tests.games.serbia_1914.manoeuvre import ENEMY, SERB

COLUMNS = 16
RAILS = "side 20.10-21.10 rail=single-track\n"
EDGE = "region 'friendly-edge {side}' 20.10\nholder 20.10 21.10 {side}\n"
SERBIAN_DEPOT = "unit sr-depot-1 20.10\n"


def row(glyphs: str = "", rows: int = 1) -> str:
    ground = " ".join((glyphs + "." * COLUMNS)[:COLUMNS])
    return "board corner=20.10 shifted=even\n" + f"| {ground}\n" * rows


def lacking(text: str, *, side: str = "serbia", board: str = "") -> set[str]:
    """The units found to be out of supply, or isolated; supply units are not extended."""
    head = (board or row()) + RAILS + EDGE.format(side=side) + f"turn 3 supply {side} begun=no\n"
    playing = game(head + text)
    while isinstance(of := playing.position, SerbiaPosition) and of.phase == "supply":
        playing.play(PASS)
    said = [each.text for each in playing.events if "15.4" in each.rules]
    return {text.partition(" ")[0] for text in said if "out of supply" in text or "isolated" in text}


def unit(at: str, name: str = "A", more: str = "") -> str:
    return f"unit {name} {at} {SERB} {more}\n"


@pytest.mark.rule("15.1.1", "4.2.3")
def test_a_depot_supplies_any_number_of_units_within_its_range() -> None:
    """Eight hexes, for a Serbian depot that is not extended."""
    near = unit("28.10", "A") + unit("28.10", "B") + unit("25.10", "C")
    assert lacking(SERBIAN_DEPOT + near) == set()
    assert lacking(SERBIAN_DEPOT + near + unit("29.10", "D")) == {"D"}


@pytest.mark.rule("15.3.2")
@pytest.mark.parametrize(
    ("ground", "at", "supplied"),
    [
        ("..m...", "26.10", True),
        ("..m.m.", "24.10", True),  # into the second mountain
        ("..m.m.", "25.10", False),  # and no further
        ("..M...", "22.10", True),
        ("..M...", "23.10", False),
    ],
)
def test_a_supply_line_passes_one_low_mountain(ground: str, at: str, supplied: bool) -> None:
    """Lines are traced from the unit to the depot, and what one passes it passes both ways."""
    assert (lacking(SERBIAN_DEPOT + unit(at), board=row(ground)) == set()) == supplied


@pytest.mark.rule("15.3.2")
def test_along_a_roadway_mountains_do_not_stop_a_line() -> None:
    roads = "".join(f"side {column}.10-{column + 1}.10 roadway=roadway\n" for column in range(21, 26))
    assert lacking(SERBIAN_DEPOT + unit("26.10") + roads, board=row("..m.m.")) == set()
    assert lacking(SERBIAN_DEPOT + unit("26.10"), board=row("..m.m.")) == {"A"}


@pytest.mark.rule("15.1.3", "18.1.1")
def test_a_railway_that_works_gives_provisions_five_hexes_far() -> None:
    assert lacking(unit("26.10")) == set()
    assert lacking(unit("27.10")) == {"A"}


@pytest.mark.rule("18.1.1")
def test_a_railway_that_does_not_lead_to_the_edge_gives_nothing() -> None:
    apart = "side 24.10-25.10 rail=single-track\nholder 24.10 25.10 serbia\n"
    joined = "".join(f"side {column}.10-{column + 1}.10 rail=single-track\n" for column in (21, 22, 23))
    held = "holder 22.10 23.10 serbia\n"
    assert lacking(unit("29.10") + apart) == {"A"}
    assert lacking(unit("29.10") + apart + joined + held) == set()


@pytest.mark.rule("3.3.2")
def test_a_friendly_zone_cancels_an_enemy_zone_for_supply() -> None:
    """E south of the row bars it; B, beside the hexes it covers, opens it again, and A itself does not."""
    board, enemy = row(rows=2), f"unit E 24.11 {ENEMY}\n"
    assert lacking(SERBIAN_DEPOT + unit("26.10"), board=board) == set()
    assert lacking(SERBIAN_DEPOT + unit("26.10") + enemy, board=board) == {"A"}
    assert "A" not in lacking(SERBIAN_DEPOT + unit("26.10") + enemy + unit("24.10", "B"), board=board)


@pytest.mark.rule("15.2.1")
@pytest.mark.parametrize(("army", "supplied"), [("FIFTH", True), ("SIXTH", False)])
def test_an_austro_hungarian_depot_supplies_its_own_army_only(army: str, supplied: bool) -> None:
    """27.10 is seven hexes from the depot and too far from the railway."""
    division = f"unit A 27.10 {ENEMY.replace('FIFTH', army)}\n"
    depot = "unit ah-depot-fifth-1 20.10 army=FIFTH\n"
    assert (lacking(depot + division, side="austria-hungary") == set()) == supplied
