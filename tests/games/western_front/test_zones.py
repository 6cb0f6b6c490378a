"""Chapter 10: zones of control."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from tests.games.western_front.builders import game, node, position
from tests.games.western_front.marches import reach, step
from tests.games.western_front.played import marches

FIELD = """
date 1914-08-3 movement central-powers
board corner=0101 shifted=even
| . . . .
| . . . .
| . . . .
| . . . .
"""
AROUND_0202 = {"0201", "0203", "0102", "0103", "0302", "0303"}


def controlled(of: WesternFrontPosition, by: str) -> set[str]:
    board = of.setting.board
    return {board.label(each) for each in range(len(board)) if of.controlled(each, by)}


@pytest.mark.rule("10-1", "10-2", "10-3", "18-2", "18-11", "9-8")
@pytest.mark.parametrize(
    ("described", "controls"),
    [
        ("kind=inf values=6-4", True),
        ("kind=mtn values=6-4", True),
        ("kind=mar values=6-4", True),
        ("kind=assault values=6-4", True),
        ("kind=mtnassault values=6-4", True),
        ("kind=cav values=1-6", True),
        ("kind=bike size=x values=1-6", True),
        ("kind=inf size=x values=3-4", True),
        ("kind=inf values=6-4 unmobilized", True),
        ("kind=inf values=6-4 strength=0", False),
        ("kind=inf values=6-4 entrained", False),
        ("kind=rpl values=4-4", False),
        ("kind=art size=iii values=3-4", False),
        ("kind=siege size=i values=8-2", False),
        ("kind=eng size=iii values=0-3", False),
        ("kind=tank size=ii values=2-3", False),
        ("kind=hq size=xxxx values=0-4", False),
        ("kind=fortress values=12-0", False),
        ("kind=supply values=0-4", False),
    ],
)
def test_only_infantry_and_cavalry_control_the_hexes_around_them(described: str, controls: bool) -> None:
    of = position(f"{FIELD}unit F 0202 nation=fr {described}\n")
    assert controlled(of, ENTENTE) == (AROUND_0202 if controls else set())


@pytest.mark.rule("10-4")
def test_a_zone_reaches_into_hexes_with_enemies() -> None:
    of = position(
        FIELD
        + "unit F 0202 nation=fr kind=inf values=6-4\nunit G 0203 nation=ge kind=inf values=8-5\n"
        + "unit H 0402 nation=ge kind=inf values=8-5\n"
    )
    assert of.enemy_controlled(node(of, "0203"), CENTRAL_POWERS)
    of.remove("H")
    of.put(of.units["G"])
    assert reach(of, "G")["0204"] == 2  # it pays for leaving although it stands there itself


@pytest.mark.rule("10-5", "10-7")
def test_several_zones_in_one_hex_cost_no_more_than_one() -> None:
    one = position(
        FIELD + "unit F 0201 nation=fr kind=inf values=6-4\nunit G 0204 nation=ge kind=inf values=8-5\n"
    )
    two = position(
        FIELD
        + "unit F 0201 nation=fr kind=inf values=6-4\nunit E 0101 nation=fr kind=inf values=6-4\n"
        + "unit G 0204 nation=ge kind=inf values=8-5\n"
    )
    assert two.entente_control[node(two, "0102")] == 2
    assert step(one, "G", "0203", "0202") == step(two, "G", "0203", "0202")
    assert reach(two, "G")["0202"] == 3
    both = position(
        FIELD + "unit F 0201 nation=fr kind=inf values=6-4\nunit G 0203 nation=ge kind=inf values=8-5\n"
    )
    assert "0202" in controlled(both, ENTENTE) & controlled(both, CENTRAL_POWERS)


@pytest.mark.rule("10-6")
@pytest.mark.parametrize(
    ("ground", "reaches"),
    [
        ("side 0202-0302 ocean", False),
        ("side 0202-0302 alpine", False),
        ("side 0202-0302 lake", False),
        ("hex 0302 country=netherlands", False),
        ("hex 0302 country=switzerland", False),
        ("hex 0302 country=luxembourg", True),
        ("side 0202-0302 mountain", True),
        ("side 0202-0302 'major river'", True),
    ],
)
def test_zones_stop_at_closed_hexsides_and_neutral_ground(ground: str, reaches: bool) -> None:
    of = position(f"{FIELD}{ground}\nunit F 0202 nation=fr kind=inf values=6-4\n")
    assert ("0302" in controlled(of, ENTENTE)) == reaches


@pytest.mark.rule("10-7")
def test_entering_and_leaving_a_zone_each_cost_a_point() -> None:
    of = position(
        """
date 1914-08-3 movement central-powers
board corner=0101 shifted=even
| . . . . . .
unit F 0101 nation=fr kind=eng values=0-3
unit G 0501 nation=ge kind=hq size=xxxx values=0-5
unit H 0201 nation=ge kind=hq size=xxxx values=0-5
"""
    )
    assert reach(of, "G")["0201"] == 3
    of.put(of.units["F"].__class__("C", "fr-cav-xx-1", node(of, "0101"), 1))
    assert reach(of, "G")["0201"] == 4
    assert reach(of, "H")["0301"] == 2


@pytest.mark.rule("10-7", "10-2")
def test_zones_go_with_the_units_that_have_them() -> None:
    of = position(FIELD + "unit F 0202 nation=fr kind=inf values=6-4\n")
    of.change("F", at=node(of, "0303"))
    assert controlled(of, ENTENTE) == {"0302", "0304", "0202", "0203", "0402", "0403"}
    of.change("F", entrained=True)
    assert controlled(of, ENTENTE) == set()
    of.change("F", entrained=False)
    of.remove("F")
    assert controlled(of, ENTENTE) == set()


# In play

LANE = """
date 1914-08-3 movement central-powers
board corner=0101 shifted=even
| . . .
| . . .
| . . .
| . . .
| . . .
"""
MARCHER = "unit G 0204 nation=ge kind=inf values=8-2\n"  # two steps north bring it to 0202, next to 0201


@pytest.mark.rule("10-2", "10-3", "18-2", "18-11", "21-2", "9-8", "7-11")
@pytest.mark.parametrize(
    ("described", "controls"),
    [
        ("kind=inf values=6-4", True),
        ("kind=inf size=iii values=2-4", True),
        ("kind=mtn values=6-4", True),
        ("kind=mar values=6-4", True),
        ("kind=cav values=1-6", True),
        ("kind=inf values=6-4 strength=1", True),
        ("kind=inf values=6-4 unmobilized", True),
        ("kind=inf values=6-4 entrained", False),
        ("kind=rpl values=4-4", False),
        ("kind=art size=iii values=3-4", False),
        ("kind=siege size=i values=8-2", False),
        ("kind=eng size=iii values=0-3", False),
        ("kind=hq size=xxxx values=0-4", False),
        ("kind=fortress values=12-0", False),
        ("kind=supply values=0-4 supply=10", False),
    ],
)
def test_the_zones_of_infantry_and_cavalry_keep_a_march_short_and_those_of_no_others(
    described: str, controls: bool
) -> None:
    playing = game(f"{LANE}{MARCHER}unit F 0201 nation=fr {described}\n")
    assert ("0202" not in marches(playing, "G")) == controls
    assert "0203" in marches(playing, "G")


@pytest.mark.rule("10-4")
@pytest.mark.parametrize("friend", ["", "unit H 0202 nation=ge kind=inf values=8-5\n"])
def test_a_hex_with_friends_in_an_enemy_zone_costs_as_much_to_enter_as_an_empty_one(friend: str) -> None:
    playing = game(f"{LANE}{MARCHER}{friend}unit F 0201 nation=fr kind=inf values=6-4\n")
    assert "0202" not in marches(playing, "G")


@pytest.mark.rule("10-4")
def test_who_stands_in_an_enemy_zone_pays_for_leaving_it() -> None:
    """Guns have no column movement to make up for it."""
    guns = "unit G 0202 nation=ge kind=art size=iii values=3-2\n"
    free = game(LANE + guns)
    held = game(f"{LANE}{guns}unit F 0201 nation=fr kind=inf values=6-4\n")
    assert "0204" in marches(free, "G")
    assert "0204" not in marches(held, "G")
    assert "0203" in marches(held, "G")


@pytest.mark.rule("10-5")
def test_a_hex_in_several_zones_costs_no_more_to_enter() -> None:
    """Three points are enough for two steps and one zone, and would not be for two zones."""
    enemies = "unit F 0201 nation=fr kind=inf values=6-4\nunit E 0301 nation=fr kind=inf values=6-4\n"
    playing = game(LANE + MARCHER.replace("8-2", "8-3") + enemies)
    assert "0202" in marches(playing, "G")


@pytest.mark.rule("10-5")
def test_zones_of_both_sides_lie_in_one_hex() -> None:
    """A German beside the hex does not keep the French zone out of it."""
    friend = "unit H 0302 nation=ge kind=inf values=8-5\n"
    playing = game(f"{LANE}{MARCHER}{friend}unit F 0201 nation=fr kind=inf values=6-4\n")
    assert "0202" not in marches(playing, "G")


@pytest.mark.rule("10-6")
@pytest.mark.parametrize(
    ("ground", "reaches"),
    [
        ("side 0201-0202 ocean", False),
        ("side 0201-0202 alpine", False),
        ("side 0201-0202 lake", False),
        ("side 0201-0202 mountain", True),
        ("side 0201-0202 'major river'", True),
        ("hex 0202 country=luxembourg", True),
    ],
)
def test_no_zone_crosses_sea_or_alps(ground: str, reaches: bool) -> None:
    playing = game(f"{LANE}{ground}\n{MARCHER}unit F 0201 nation=fr kind=inf values=6-4\n")
    assert ("0202" not in marches(playing, "G")) == reaches
