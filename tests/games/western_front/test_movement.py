"""Chapter 6: ground movement, and what single arms and nations may do on the march."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexfront.games.western_front.orders import Add, ColumnAttack, Crossing, Entrain, Go, March, Pick, Ride
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import allowances, marching, movement, occupation, rail, steps
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, POINT
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, game, node, position
from tests.games.western_front.marches import at, in_hand, in_points, kinds, reach, refusal, spent, step
from tests.games.western_front.played import listed, marches
from tests.games.western_front.played import refusal as refused

GERMANS = "date 1914-08-3 movement central-powers\n"
FRENCH = "date 1914-08-3 movement entente\n"
ROW = """
board corner=0101 shifted=even
| . . . . . . . . . .
"""
FIELD = """
board corner=0101 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
"""


def picks(of: WesternFrontPosition, side: str) -> set[str]:
    return {action.unit for action in movement.movement_choices(of, side) if isinstance(action, Pick)}


def why_not_pick(of: WesternFrontPosition, side: str, name: str) -> tuple[str, ...]:
    found = movement.why_not_in_movement(of, side, Pick(name))
    return found.rules if found else ()


# Who moves


@pytest.mark.rule("6-3", "24-2", "WF 6")
def test_combat_units_headquarters_and_replacements_move_but_no_fortress() -> None:
    of = position(
        GERMANS
        + ROW
        + """
unit G 0101 nation=ge kind=inf values=8-5
unit H 0101 nation=ge kind=hq size=xxxx values=0-4
unit R 0101 nation=ge kind=rpl values=4-4
unit T 0101 nation=ge kind=fortress values=8-0
unit U 0101 nation=ge kind=inf values=8-5 unmobilized
unit F 0801 nation=fr kind=inf values=6-4
"""
    )
    assert picks(of, CENTRAL_POWERS) == {"G", "H", "R"}
    assert why_not_pick(of, CENTRAL_POWERS, "T") == ("6-1",)
    assert why_not_pick(of, CENTRAL_POWERS, "U") == ("WF 6",)
    assert why_not_pick(of, CENTRAL_POWERS, "F") == ("6-3",)
    assert why_not_pick(of, CENTRAL_POWERS, "nobody") == ("6-3",)


@pytest.mark.rule("6-4", "6-8")
def test_a_unit_moves_once_in_a_phase_and_saves_nothing_for_later() -> None:
    of = position(GERMANS + ROW + "unit G 0101 nation=ge kind=inf values=8-5\n")
    in_hand(of, "G", Go("0201"), PASS)
    assert spent(of, "G") == 1
    assert picks(of, CENTRAL_POWERS) == set()
    assert why_not_pick(of, CENTRAL_POWERS, "G") == ("6-4", "6-8")


@pytest.mark.rule("18-6")
def test_a_headquarters_that_has_sent_supply_stays() -> None:
    of = position(GERMANS + ROW + "unit H 0101 nation=ge kind=hq size=xxxx values=0-4 transferred=5\n")
    assert why_not_pick(of, CENTRAL_POWERS, "H") == ("18-6",)
    assert picks(of, CENTRAL_POWERS) == set()


@pytest.mark.rule("16-4")
def test_a_unit_that_has_column_attacked_moves_no_more() -> None:
    of = position(GERMANS + ROW + "unit G 0101 nation=ge kind=inf values=8-5 column_attacked\n")
    assert why_not_pick(of, CENTRAL_POWERS, "G") == ("16-4",)


# Stacks

STACK = (
    GERMANS
    + ROW
    + """
unit G 0101 nation=ge kind=inf values=8-5
unit A 0101 nation=ge kind=art size=iii values=3-4
unit B 0201 nation=ge kind=inf values=8-5
"""
)


@pytest.mark.rule("6-4", "6-5")
def test_a_stack_begins_and_ends_together() -> None:
    of = position(STACK)
    in_hand(of, "G", Add("A"), Go("0401"), PASS)
    assert (at(of, "G"), at(of, "A")) == ("0401", "0401")
    assert (spent(of, "G"), spent(of, "A")) == (3, 3)


@pytest.mark.rule("6-4", "6-9")
def test_a_stack_moves_with_its_smallest_allowance_and_without_column_movement() -> None:
    of = position(STACK)
    assert max(reach(of, "G").values()) == 7
    assert max(reach(of, "G", "A").values()) == 4


@pytest.mark.rule("6-5")
def test_nobody_joins_from_another_hex_or_on_the_way() -> None:
    of = position(STACK)
    hand = in_hand(of, "G")
    assert Add("A") in hand.choices
    assert Add("B") not in hand.choices
    with pytest.raises(Refusal) as refused:
        hand.answer(Add("B"))
    assert refused.value.rules == ("6-5",)
    hand.answer(Go("0201"))
    assert Add("B") not in hand.choices
    with pytest.raises(Refusal) as refused:
        hand.answer(Add("B"))
    assert refused.value.rules == ("6-5",)


@pytest.mark.rule("6-4", "32-1", "33-2")
def test_a_mixed_stack_pays_at_each_hexside_what_its_dearest_member_pays() -> None:
    of = position(
        GERMANS
        + FIELD
        + """
side 0303-0403 mountain
side 0305-0405 mountain
unit M 0303 nation=ge kind=mtn values=7-6
unit S 0303 nation=ge kind=assault values=7-6
unit F 0302 nation=fr kind=inf values=6-4
"""
    )
    # Leaving a zone over mountains: the mountain unit pays 5 + 1, the assault unit 6 + 0.
    ways = steps_from(of, ["M", "S"], "0303")
    assert ways["0403"] == 6
    assert steps_from(of, ["M"], "0303")["0403"] == 6
    assert steps_from(of, ["S"], "0303")["0403"] == 6
    assert ways["0304"] == 2  # clear: only the mountain unit pays for leaving
    assert steps_from(of, ["M", "S"], "0305")["0405"] == 6  # mountains: the assault unit pays more


def steps_from(of: WesternFrontPosition, names: list[str], here: str) -> dict[str, float]:
    units = [of.units[name] for name in names]
    label = of.setting.board.label
    return {label(there): in_points(cost) for there, cost in steps.ways_for(of, units)[node(of, here)]}


# Costs


@pytest.mark.rule("6-6", "TEC")
def test_a_unit_pays_for_the_terrain_of_each_hexside() -> None:
    of = position(
        GERMANS
        + ROW
        + """
side 0101-0201 woods
side 0201-0301 rough
unit G 0101 nation=ge kind=hq size=xxxx values=0-5
"""
    )
    assert reach(of, "G") == {"0201": 2, "0301": 5}


@pytest.mark.rule("6-7")
def test_wooded_rough_river_and_single_track_cost_four() -> None:
    of = position(
        GERMANS
        + ROW
        + "side 0101-0201 'wooded rough' river rail=single\nunit G 0101 nation=ge kind=inf values=8-5\n"
    )
    assert step(of, "G", "0101", "0201") == (
        "0101 to 0201 costs 4: wooded rough +4 [TEC], river +1 [6-7], single track rail line -1 [TEC]"
    )


@pytest.mark.rule("6-9", "6-11")
def test_refusals_say_what_was_needed() -> None:
    of = position(GERMANS + ROW + "unit G 0101 nation=ge kind=inf values=8-5\n")
    hand = in_hand(of, "G")
    with pytest.raises(Refusal) as refused:
        hand.answer(Go("1001"))
    assert refused.value.rules == ("6-9",)
    assert (refused.value.needed, refused.value.had) == ("9", "5")


# The minimum move


@pytest.mark.rule("6-9")
def test_a_unit_may_always_cross_one_hexside() -> None:
    of = position(
        GERMANS
        + ROW
        + """
side 0201-0301 mountain
unit G 0201 nation=ge kind=hq size=xxxx values=0-4
"""
    )
    assert kinds(of, "G")["0301"] == marching.MINIMUM
    hand = in_hand(of, "G", Go("0301"))
    assert hand.over  # it is the whole movement
    assert (at(of, "G"), spent(of, "G")) == ("0301", 4)


@pytest.mark.rule("6-9", "6-10")
def test_column_movement_adds_nothing_to_the_minimum_move() -> None:
    of = position(
        GERMANS
        + ROW
        + """
side 0201-0301 mountain
unit G 0201 nation=ge kind=inf values=4-2
"""
    )
    assert in_hand(of, "G", Go("0301")).over


@pytest.mark.rule("6-9")
def test_the_minimum_move_is_open_only_to_a_unit_that_has_not_moved() -> None:
    of = position(
        GERMANS
        + ROW
        + """
side 0201-0301 mountain
unit G 0101 nation=ge kind=hq size=xxxx values=0-4
"""
    )
    hand = in_hand(of, "G", Go("0201"))
    assert Go("0301") not in hand.choices


@pytest.mark.rule("6-9")
def test_a_prohibited_hexside_bars_even_the_minimum_move() -> None:
    of = position(
        GERMANS + "board corner=0101 shifted=even\n| . .\nside 0101-0201 alpine\n"
        "unit G 0101 nation=ge kind=inf values=8-5\n"
    )
    assert reach(of, "G") == {}
    assert refusal(of, "G", "0201") == ("6-9",)


# G stands beside one enemy and cannot but go beside the other.
BETWEEN = (
    GERMANS
    + """
board corner=0101 shifted=even
| . . . .
unit F 0101 nation=fr kind=inf values=6-4
unit E 0401 nation=fr kind=inf values=6-4
"""
)


@pytest.mark.rule("6-9", "22-15")
@pytest.mark.parametrize(
    ("terrain", "marker", "open_to_it"),
    [
        ("rough", "", True),
        ("woods river", "", True),
        ("'wooded rough'", "", False),
        ("rough river", "", False),
        ("clear", "marker trench 0301 entente", True),
        ("woods", "marker trench 0301 entente", False),
        ("woods", "marker devastation 0301 entente", False),
        ("'wooded rough' rail=single", "", True),
    ],
)
def test_terrain_of_four_or_more_bars_the_minimum_move_between_zones(
    terrain: str, marker: str, open_to_it: bool
) -> None:
    of = position(f"{BETWEEN}{marker}\nside 0201-0301 {terrain}\nunit G 0201 nation=ge kind=inf values=6-1\n")
    assert kinds(of, "G") == ({"0301": marching.MINIMUM} if open_to_it else {})
    if not open_to_it:
        assert refusal(of, "G", "0301") == ("6-9",)


@pytest.mark.rule("6-9")
def test_the_same_terrain_is_open_to_the_minimum_move_where_only_one_hex_is_controlled() -> None:
    text = BETWEEN + "side 0201-0301 'wooded rough'\nunit G 0201 nation=ge kind=inf values=6-1\n"
    for enemy in ("E", "F"):
        of = position(text)
        of.remove(enemy)
        assert kinds(of, "G")["0301"] == marching.MINIMUM


@pytest.mark.rule("6-9", "TEC")
def test_a_major_river_between_two_zones_is_closed_to_every_move() -> None:
    text = BETWEEN + "side 0201-0301 'major river'\nunit G 0201 nation=ge kind=cav values=2-9\n"
    of = position(text)
    assert reach(of, "G") == {}
    assert refusal(of, "G", "0301") == ("TEC",)
    with pytest.raises(Refusal):
        step(of, "G", "0201", "0301")
    of.remove("E")
    assert reach(of, "G")["0301"] == 5  # clear, major river, leaving the zone


@pytest.mark.rule("32-3")
def test_mountain_units_make_the_minimum_move_between_zones_up_to_six_points() -> None:
    text = BETWEEN + "side 0201-0301 mountain river\nunit M 0201 nation=ge kind=mtn values=7-5\n"
    assert kinds(position(text), "M") == {"0301": marching.MINIMUM}
    assert kinds(position(text.replace("kind=mtn", "kind=inf")), "M") == {}


@pytest.mark.rule("29-12")
def test_artillery_makes_the_minimum_move_over_mountains_only_along_a_rail_line() -> None:
    text = GERMANS + ROW + "unit A 0101 nation=ge kind=art size=iii values=3-4\n"
    assert "0201" not in reach(position(text + "side 0101-0201 mountain\n"), "A")
    assert refusal(position(text + "side 0101-0201 mountain\n"), "A", "0201") == ("29-12",)
    assert "0201" in reach(position(text + "side 0101-0201 mountain rail=single\n"), "A")


# Column movement


@pytest.mark.rule("6-2", "6-10")
@pytest.mark.parametrize(
    ("described", "farthest"),
    [
        ("kind=inf values=8-5", 7),
        ("kind=inf values=6-4", 6),
        ("kind=cav values=2-6", 9),
        ("kind=eng size=iii values=0-3", 4),
        ("kind=art size=iii values=3-4", 4),
        ("kind=siege size=i values=8-2", 2),
        ("kind=hq size=xxxx values=0-4", 4),
        ("kind=rpl values=4-4", 4),
        ("kind=supply values=0-4", 4),
        ("kind=tank size=ii values=2-3", 3),
    ],
)
def test_column_movement_adds_half_the_allowance_in_whole_points(described: str, farthest: int) -> None:
    of = position(
        f"{GERMANS}{ROW}unit G 0101 nation=ge {described}\nunit H 0101 nation=ge kind=hq values=0-4\n"
    )
    assert max(reach(of, "G").values()) == farthest


@pytest.mark.rule("6-10")
def test_column_movement_enters_no_zone_but_may_leave_one() -> None:
    text = GERMANS + ROW + "unit F 0901 nation=fr kind=inf values=6-4\n"
    towards = position(text + "unit G 0201 nation=ge kind=inf values=8-5\n")
    assert "0701" in reach(towards, "G")
    assert "0801" not in reach(towards, "G")  # seven points with its zone: too far without the increase
    near = position(text + "unit G 0401 nation=ge kind=inf values=8-5\n")
    assert reach(near, "G")["0801"] == 5  # within the printed allowance the zone is open
    leaving = position(text + "unit G 0801 nation=ge kind=inf values=8-5\n")
    assert reach(leaving, "G")["0201"] == 7  # 1 + 1 for leaving, then 5 more


@pytest.mark.rule("6-10")
def test_a_unit_that_has_entered_a_zone_gets_no_increase() -> None:
    of = position(
        GERMANS
        + ROW
        + "unit F 0101 nation=fr kind=inf values=6-4\nunit G 0301 nation=ge kind=inf values=8-5\n"
    )
    assert reach(of, "G")["1001"] == 7
    hand = in_hand(of, "G", Go("0201"))  # a hex in the zone of F
    assert Go("0401") in hand.choices  # the fifth point
    assert Go("0501") not in hand.choices


@pytest.mark.rule("6-10", "7-10")
def test_a_unit_in_column_boards_no_train_and_enters_no_zone() -> None:
    of = position(
        "date 1914-09-1 movement central-powers"
        + ROW
        + """
side 0701-0801 rail=double
rail 0701 0801 ge
unit G 0101 nation=ge kind=inf values=8-6
unit F 1001 nation=fr kind=inf values=6-4
"""
    )
    hand = in_hand(of, "G", Go("0801"))
    assert of.units["G"].in_column
    found = rail.why_not_entrain(of, ["G"])
    assert found is not None
    assert found.rules == ("7-10", "6-10")
    assert Entrain() not in hand.choices
    assert refusal(of, "G", "0901") == ("6-10",)


@pytest.mark.rule("6-10")
def test_with_the_option_column_movement_is_declared_with_the_first_march() -> None:
    text = GERMANS + ROW + "unit G 0101 nation=ge kind=inf values=8-5\n"
    free = in_hand(position(text), "G", Go("0201"))
    assert Go("0801") in free.choices
    declared = in_hand(position("option declared-column-movement=on\n" + text), "G", Go("0201"))
    assert Go("0801") not in declared.choices
    assert Go("0601") in declared.choices


@pytest.mark.rule("WF 10-2")
def test_tanks_use_no_column_movement() -> None:
    of = position(GERMANS + ROW + "unit T 0101 nation=gb kind=tank size=ii values=2-4\n")
    found = allowances.why_no_column(of, of.units["T"])
    assert found is not None
    assert found.rules == ("WF 10-2",)


# Enemies


@pytest.mark.rule("6-11")
def test_no_unit_enters_or_passes_a_hex_with_an_enemy_of_strength() -> None:
    of = position(
        GERMANS
        + ROW
        + "unit G 0101 nation=ge kind=inf values=8-5\nunit A 0301 nation=fr kind=hq size=xxxx values=0-4\n"
    )
    assert set(reach(of, "G")) == {"0201"}
    assert refusal(of, "G", "0301") == ("6-11",)
    assert refusal(of, "G", "0401") == ("6-9",)


@pytest.mark.rule("6-11", "9-9", "29-13")
@pytest.mark.parametrize("weak", ["kind=eng size=iii values=0-3", "kind=art size=iii values=3-4"])
def test_enemies_without_strength_are_destroyed_as_the_hex_is_entered(weak: str) -> None:
    of = position(f"{GERMANS}{ROW}unit G 0101 nation=ge kind=inf values=8-5\nunit E 0301 nation=fr {weak}\n")
    assert reach(of, "G")["0301"] == 2  # at no extra cost
    in_hand(of, "G", Go("0501"), PASS)  # only passing through
    assert "E" not in of.units


@pytest.mark.rule("6-11")
@pytest.mark.parametrize("harmless", ["kind=hq size=xxxx values=0-4", "kind=eng size=iii values=0-3"])
def test_only_units_with_strength_walk_over_others(harmless: str) -> None:
    of = position(
        f"{GERMANS}{ROW}unit H 0101 nation=ge {harmless}\nunit E 0301 nation=fr kind=eng values=0-3\n"
    )
    assert "0301" not in reach(of, "H")


@pytest.mark.rule("6-6")
def test_hexes_passed_on_the_way_change_hands() -> None:
    of = position(
        GERMANS
        + ROW
        + "hex 0201 country=france\nhex 0301 country=france\nunit C 0101 nation=ge kind=cav values=2-6\n"
    )
    in_hand(of, "C", Go("0301"), PASS)
    assert [of.holder(node(of, label)) for label in ("0201", "0301")] == [CENTRAL_POWERS] * 2


# Single arms


@pytest.mark.rule("32-1", "32-2")
def test_mountain_units_pay_less_in_the_mountains() -> None:
    of = position(
        GERMANS
        + ROW
        + """
side 0101-0201 mountain
side 0201-0301 'wooded rough'
side 0301-0401 rough rail=single
unit M 0101 nation=ge kind=mtn values=7-5
unit G 0101 nation=ge kind=inf values=8-5
"""
    )
    assert step(of, "M", "0101", "0201") == "0101 to 0201 costs 5: mountain +6 [TEC], mountain unit -1 [32-1]"
    assert " costs 3: " in step(of, "M", "0201", "0301")
    assert " costs 2: " in step(of, "M", "0301", "0401")
    assert [step(of, "G", a, b).split()[4] for a, b in (("0101", "0201"), ("0301", "0401"))] == ["6:", "3:"]
    assert reach(of, "M")["0201"] == 5


@pytest.mark.rule("33-2")
def test_assault_units_leave_a_zone_for_nothing() -> None:
    text = GERMANS + ROW + "unit F 0101 nation=fr kind=inf values=6-4\n"
    assault = position(text + "unit S 0201 nation=ge kind=assault values=12-5\n")
    assert reach(assault, "S")["0301"] == 1
    assert reach(position(text + "unit S 0201 nation=ge kind=inf values=12-5\n"), "S")["0301"] == 2
    assert step(assault, "S", "0201", "0301") == "0201 to 0301 costs 1: clear +1 [TEC]"


@pytest.mark.rule("33-2", "33-4")
@pytest.mark.parametrize(("strength", "cost"), [(12, 2), (9, 2), (8, 3), (7, 3)])
def test_worn_down_to_its_circle_an_assault_unit_pays_for_leaving_a_zone(strength: int, cost: int) -> None:
    played = game(
        GERMANS
        + FIELD
        + "unit F 0103 nation=fr kind=inf values=6-4\nunit E 0105 nation=fr kind=inf values=6-4\n"
        + f"unit S 0203 nation=ge kind=assault values=12-5 reduced=8 full=8 strength={strength}\n"
    )
    played.play_all([Pick("S"), Go("0204")], by="central-powers")
    moved = played.position
    assert isinstance(moved, WesternFrontPosition)
    assert spent(moved, "S") == cost
    assert played.explain(Crossing("S", "0203", "0204")).total == cost * POINT


@pytest.mark.rule("29-9")
def test_artillery_joins_infantry_in_a_zone_for_nothing() -> None:
    text = (
        GERMANS
        + ROW
        + "unit F 0501 nation=fr kind=inf values=6-4\nunit A 0301 nation=ge kind=art values=3-4\n"
    )
    alone = position(text)
    joined = position(text + "unit G 0401 nation=ge kind=inf values=8-5\n")
    cavalry = position(text + "unit G 0401 nation=ge kind=cav values=2-6\n")
    assert reach(alone, "A")["0401"] == 2
    assert reach(joined, "A")["0401"] == 1
    assert reach(cavalry, "A")["0401"] == 2
    assert step(joined, "A", "0301", "0401").endswith("artillery joins infantry -1 [29-9]")


@pytest.mark.rule("29-16")
def test_artillery_does_not_go_from_trench_to_trench_between_zones() -> None:
    text = (
        GERMANS
        + """
board corner=0101 shifted=even
| . .
| . .
marker trench 0102 central-powers
unit F 0101 nation=fr kind=inf values=6-4
unit E 0201 nation=fr kind=inf values=6-4
unit A 0102 nation=ge kind=art values=3-9
"""
    )
    assert "0202" in reach(position(text), "A")
    for marker in ("trench 0202 entente", "devastation 0202 entente"):
        barred = position(f"{text}marker {marker}\n")
        assert "0202" not in reach(barred, "A")
        assert refusal(barred, "A", "0202") == ("29-16",)
    quiet = position(f"{text}marker trench 0202 entente\n")
    quiet.remove("E")
    quiet.remove("F")
    assert "0202" in reach(quiet, "A")


@pytest.mark.rule("29-16", "6-4")
def test_a_stack_with_artillery_is_bound_by_it() -> None:
    of = position(
        GERMANS
        + """
board corner=0101 shifted=even
| . .
| . .
marker trench 0102 central-powers
marker trench 0202 entente
unit F 0101 nation=fr kind=inf values=6-4
unit E 0201 nation=fr kind=inf values=6-4
unit A 0102 nation=ge kind=art values=3-9
unit G 0102 nation=ge kind=inf values=8-9
"""
    )
    assert "0202" in reach(of, "G")
    assert "0202" not in reach(of, "G", "A")


@pytest.mark.rule("18-3")
@pytest.mark.parametrize(
    ("more", "open_to_it"),
    [
        ("", False),
        ("rail 0201 ge\nside 0201-0301 rail=single", True),
        ("rail 0201 cut\nside 0201-0301 rail=single", False),
        ("unit N 0201 nation=ge kind=eng values=0-3", True),
        ("unit N 0201 nation=ge kind=eng values=0-3\nunit F 0301 nation=fr kind=inf values=6-4", False),
        (
            "rail 0201 ge\nside 0201-0301 rail=single\nunit F 0301 nation=fr kind=inf values=6-4",
            True,
        ),
    ],
)
@pytest.mark.parametrize("marker", ["trench", "devastation"])
def test_a_headquarters_enters_a_trench_hex_only_by_rail_or_with_an_engineer(
    more: str, marker: str, open_to_it: bool
) -> None:
    of = position(
        f"{GERMANS}{ROW}marker {marker} 0201 central-powers\n{more}\n"
        "unit H 0101 nation=ge kind=hq size=xxxx values=0-4\n"
    )
    assert ("0201" in reach(of, "H")) == open_to_it
    if not open_to_it:
        assert refusal(of, "H", "0201") == ("18-3",)


@pytest.mark.rule("18-8", "18-9")
def test_a_shipment_marches_only_from_or_to_a_headquarters() -> None:
    text = GERMANS + ROW + "unit S 0301 nation=ge kind=supply values=0-4 supply=10\n"
    alone = position(text)
    assert reach(alone, "S") == {}
    assert refusal(alone, "S", "0401") == ("18-9",)
    towards = position(text + "unit H 0601 nation=ge kind=hq size=xxxx values=0-4\n")
    assert reach(towards, "S") == {"0601": 3}
    sent = position(text + "unit H 0301 nation=ge kind=hq size=xxxx values=0-4\n")
    assert reach(sent, "S")["0701"] == 4


# Nations and the turn of mobilization


@pytest.mark.rule("40-2")
def test_austro_hungarians_use_no_column_movement_towards_the_enemy() -> None:
    text = """
board corner=0101 shifted=even
| . . . . . . . . . . . . . . . . . .
unit A 0901 nation={} kind=inf values=8-4
unit F 1801 nation=fr kind=inf values=6-4
"""
    of = position(GERMANS + text.format("ah"))
    assert "0301" in reach(of, "A")  # six hexes away from the enemy
    assert "1301" in reach(of, "A")  # four hexes towards him
    assert "1401" not in reach(of, "A")
    assert "1501" in reach(position(GERMANS + text.format("ge")), "A")


@pytest.mark.rule("WF 6")
def test_british_units_march_half_as_far_in_the_turn_they_mobilize() -> None:
    of = position(
        "date 1914-08-4 movement entente\n"
        + ROW
        + "unit B 0101 nation=gb kind=inf values=8-5 unmobilized\nunit C 0101 nation=gb kind=inf values=8-5\n"
    )
    movement.note_mobilization(of, "B")
    assert of.units["B"].mobilized
    assert max(reach(of, "B").values()) == 3  # rounded up, and no column movement
    assert max(reach(of, "C").values()) == 7


@pytest.mark.rule("WF 6")
@pytest.mark.parametrize(
    ("turn", "described", "farthest"),
    [
        (3, "nation=ge kind=inf values=8-5", 7),
        (2, "nation=ge kind=cav values=2-6", 6),
        (3, "nation=fr kind=inf values=6-4", 6),
        (3, "nation=fr kind=inf values=7-4", 6),
        (2, "nation=fr kind=inf values=6-4", 4),
        (3, "nation=fr kind=inf values=4-4", 4),
        (2, "nation=fr kind=cav values=1-6", 6),
        (3, "nation=be kind=inf values=5-4", 4),
    ],
)
def test_who_may_use_column_movement_in_the_turn_of_mobilization(
    turn: int, described: str, farthest: int
) -> None:
    of = position(f"date 1914-08-{turn} movement entente\n{ROW}unit G 0101 {described} unmobilized\n")
    movement.note_mobilization(of, "G")
    assert max(reach(of, "G").values()) == farthest


@pytest.mark.rule("WF 6")
def test_the_turn_after_its_mobilization_a_unit_marches_as_usual() -> None:
    of = position(f"date 1914-08-4 movement entente\n{ROW}unit B 0101 nation=gb kind=inf values=8-5\n")
    movement.note_mobilization(of, "B")
    of.date = type(of.date)(1914, 8, 5)
    assert max(reach(of, "B").values()) == 7


@pytest.mark.rule("WF 3-1")
def test_neutral_ground_is_closed() -> None:
    of = position(FRENCH + ROW + "hex 0201 country=netherlands\nunit F 0101 nation=fr kind=inf values=6-4\n")
    assert reach(of, "F") == {}
    assert refusal(of, "F", "0201") == ("WF 3-1", "6-9")
    assert ENTENTE in of.setting.title.sides


@pytest.mark.rule("WF 3-1")
def test_luxembourg_is_open() -> None:
    of = position(FRENCH + ROW + "hex 0201 country=luxembourg\nunit F 0101 nation=fr kind=inf values=6-4\n")
    assert "0201" in reach(of, "F")


# The way

DEAR = "side 0303-0302 mountain\n"  # 6 points across the mountain, 2 round it


def path_of(playing: Game, order: Action) -> list[str]:
    """The hexes of the last march that came of an order."""
    found: list[str] = [event for event in playing.play(order) if event.kind == "move"][-1].data["path"]
    return found


@pytest.mark.rule("6-6")
def test_a_neighbouring_hex_is_entered_straight_although_a_way_round_is_cheaper() -> None:
    playing = game(GERMANS + FIELD + DEAR + "unit G 0303 nation=ge kind=inf values=8-6\n")
    playing.play(Pick("G"))
    face = playing.face(playing.decision, Go("0302"))
    assert (face.cost, face.path) == ("6", ("0303", "0302"))
    assert path_of(playing, Go("0302")) == ["0303", "0302"]
    assert spent(playing.position, "G") == 6


@pytest.mark.rule("6-6", "6-10")
def test_a_step_beyond_the_allowance_does_not_take_the_place_of_a_way_round_within_it() -> None:
    playing = game(GERMANS + FIELD + DEAR + "unit G 0303 nation=ge kind=inf values=8-5\n")
    assert kinds(playing.position, "G")["0302"] == marching.MARCH
    playing.play(Pick("G"))
    assert len(path_of(playing, Go("0302"))) == 3
    assert spent(playing.position, "G") == 2


@pytest.mark.rule("6-6")
def test_a_march_beyond_a_neighbouring_hex_takes_the_cheapest_way() -> None:
    playing = game(GERMANS + FIELD + DEAR + "unit G 0303 nation=ge kind=inf values=8-6\n")
    playing.play(Pick("G"))
    assert len(path_of(playing, Go("0301"))) == 4
    assert spent(playing.position, "G") == 3


@pytest.mark.rule("6-6")
def test_guns_enter_a_neighbouring_hex_straight_too() -> None:
    playing = game(GERMANS + FIELD + DEAR + "unit G 0303 nation=ge kind=art values=8-6\n")
    playing.play(Pick("G"))
    assert path_of(playing, Go("0302")) == ["0303", "0302"]
    assert spent(playing.position, "G") == 6


@pytest.mark.rule("6-6")
def test_a_march_goes_by_way_of_the_hexes_that_are_named() -> None:
    playing = game(
        GERMANS + FIELD + "".join(f"unit {name} 0303 nation=ge kind=inf values=8-6\n" for name in "GH")
    )
    playing.play_words("march G 0302 0203,0202")
    ways = [event.data["path"] for event in playing.events if event.kind == "move"]
    assert ways == [["0303", "0203"], ["0203", "0202"], ["0202", "0302"]]
    assert spent(playing.position, "G") == 3
    assert playing.decision.kind == "move"
    playing.undo()
    assert at(playing.position, "G") == "0303"


@pytest.mark.rule("6-6", "6-9")
@pytest.mark.parametrize("via", [("0203", "9999"), ("0203", "0705"), ("0701", "0203")])
def test_a_march_is_refused_as_a_whole_if_one_of_its_steps_cannot_be_made(via: tuple[str, ...]) -> None:
    playing = game(
        GERMANS
        + FIELD
        + "unit G 0303 nation=ge kind=inf values=8-5\nunit F 0105 nation=ge kind=inf values=8-5\n"
    )
    order = March(("G",), "0302", via)
    assert playing.check(order) is not None
    with pytest.raises(Refusal) as refusal:
        playing.play(order)
    assert {"6-6", "6-9"} & {*refusal.value.rules}
    assert (at(playing.position, "G"), playing.step) == ("0303", 0)


# Two ways to count


@pytest.mark.rule("6-6", "10-7")
@pytest.mark.parametrize("side", [CENTRAL_POWERS, ENTENTE])
def test_what_a_march_costs_is_the_sum_of_its_steps(side: str) -> None:
    of = TITLE.set_up(TITLE.setting("schlieffen-plan", {}), 1914)
    assert isinstance(of, WesternFrontPosition)
    for unit in list(of.of_side(side)):
        of.change(unit.name, mobilized=True)
    checked = 0
    for action in movement.movement_choices(of, side):
        assert isinstance(action, Pick)
        unit = of.units[action.unit]
        march = marching.fresh_march(of, [unit.name])
        legs = marching.reachable(of, [unit], march)
        for to in sorted(legs)[::7]:
            leg = legs[to]
            if leg.kind == marching.MINIMUM:
                continue
            path = marching.path_to(of, march, to, leg)
            costs = [steps.step_cost(of, unit, here, there) for here, there in pairwise(path)]
            assert sum(cost or 0 for cost in costs) == leg.cost
            assert None not in costs
            if leg.kind == marching.COLUMN:
                assert not any(of.enemy_controlled(each, side) for each in path[1:])
                assert leg.cost <= allowances.column_allowance(of, unit)
            else:
                assert leg.cost <= allowances.allowance(of, unit)
            checked += 1
    assert checked > 300


@pytest.mark.rule("6-6")
def test_an_explained_step_costs_what_the_search_charges() -> None:
    of = TITLE.set_up(TITLE.setting("schlieffen-plan", {}), 1914)
    assert isinstance(of, WesternFrontPosition)
    infantry = next(unit for unit in of.units.values() if of.piece(unit).infantry)
    guns = next(unit for unit in of.units.values() if of.piece(unit).artillery)
    for unit in (infantry, guns, of.units["fr-cav-xx-6"]):
        ways = steps.ways_for(of, [unit])
        for here in range(0, len(of.setting.board), 3):
            charged = dict(ways[here])
            for there in of.setting.board.adjacent[here]:
                if occupation.is_passable(of, there, of.side_of(unit)):
                    assert steps.step_cost(of, unit, here, there) == charged.get(there)
                else:
                    assert there not in charged


@pytest.mark.parametrize("order", [Go(""), Go("9999"), Ride(""), ColumnAttack("")])
def test_a_hex_that_does_not_exist_is_refused(order: Action) -> None:
    playing = game(
        FRONTIER + "date 1914-09-3 movement central-powers\nunit A 0302 nation=ge kind=inf values=8-5\n"
    )
    playing.play(Pick("A"))
    with pytest.raises(Refusal, match="there is no hex"):
        playing.play(order)


@pytest.mark.rule("6-11")
def test_a_unit_with_nowhere_to_go_says_why() -> None:
    played = game(
        GERMANS
        + FIELD
        + "unit S 0101 nation=ge kind=art size=x values=3-3\nunit T 0705 nation=ge kind=inf values=8-5\n"
        + "unit F 0102 nation=fr kind=inf values=6-4\nunit E 0201 nation=fr kind=inf values=6-4\n"
        + "unit D 0202 nation=fr kind=inf values=6-4\n"
    )
    refused = played.check(March(("S",), "0102"))
    assert refused is not None
    assert refused.rules == ("6-11",)
    played.play(Pick("S"))
    assert list(played.decision.choices()) == [PASS]
    refused = played.check(Go("0102"))
    assert refused is not None
    assert refused.rules == ("6-11",)


@pytest.mark.rule("22-13", "22-6")
@pytest.mark.parametrize(("marker", "rule"), [("devastation", "22-13"), ("trench", "22-6")])
def test_a_marker_costs_two_points_by_its_own_rule(marker: str, rule: str) -> None:
    played = game(
        GERMANS + FIELD + f"unit S 0101 nation=ge kind=inf values=8-5\nmarker {marker} 0102 central-powers\n"
    )
    played.play_all([Pick("S"), Go("0102")])
    moved = played.position
    assert isinstance(moved, WesternFrontPosition)
    assert spent(moved, "S") == 3
    terms = {term.rule: term.value for term in played.explain(Crossing("S", "0101", "0102")).terms}
    assert terms[rule] == 2 * POINT


# In play


@pytest.mark.rule("6-3", "24-2")
def test_a_player_moves_as_many_of_his_units_as_he_likes_and_no_others() -> None:
    playing = game(
        GERMANS
        + ROW
        + """
unit G 0101 nation=ge kind=inf values=8-5
unit H 0101 nation=ge kind=hq size=xxxx values=0-4
unit R 0101 nation=ge kind=rpl values=4-4
unit T 0101 nation=ge kind=fortress values=8-0
unit F 0901 nation=fr kind=inf values=6-4
"""
    )
    assert listed(playing) == ["pick G", "pick H", "pick R", "administer", "pass"]
    for name in ("F", "X"):
        found = playing.check(Pick(name))
        assert found is not None
        assert found.rules == ("6-3",)
    assert "0501" in marches(playing, "R")  # replacements go four points far
    for name in ("G", "H", "R"):
        playing.play(March((name,), "0201"))
    assert listed(playing) == ["administer", "pass"]


@pytest.mark.rule("18-3")
@pytest.mark.parametrize(
    ("more", "open_to_it"),
    [
        ("", False),
        ("rail 0201 ge\nside 0201-0301 rail=single", True),
        ("rail 0201 fr\nside 0201-0301 rail=single", False),
        ("rail 0201 cut\nside 0201-0301 rail=single", False),
        ("unit N 0201 nation=ge kind=eng values=0-3", True),
        ("unit N 0201 nation=ge kind=eng values=0-3\nunit F 0301 nation=fr kind=inf values=6-4", False),
        ("unit I 0201 nation=ge kind=inf values=8-5", False),
    ],
)
@pytest.mark.parametrize("marker", ["trench", "devastation"])
def test_a_headquarters_is_kept_out_of_trenches_without_line_or_engineer(
    more: str, marker: str, open_to_it: bool
) -> None:
    """In 1914 its own side's trenches would be gone before it came, but for those who hold them."""
    holder = "" if "unit I" in more else "unit K 0201 nation=ge kind=inf values=8-5\n"
    playing = game(
        f"{GERMANS.replace('08-3', '09-3')}{ROW}marker {marker} 0201 central-powers\n{more}\n{holder}"
        "unit H 0101 nation=ge kind=hq size=xxxx values=0-4\n"
    )
    assert ("0201" in marches(playing, "H")) == open_to_it
    assert refused(playing, Pick("H"), Go("0201")) == (() if open_to_it else ("18-3",))


@pytest.mark.rule("WF 3-1")
def test_luxembourg_is_open_to_both_and_the_netherlands_to_nobody() -> None:
    """On the map: 2313 lies in Luxembourg, 1802 in the Netherlands, next to Belgian 1803."""
    for side, nation in (("central-powers", "ge"), ("entente", "fr")):
        head = f"date 1914-09-2 movement {side}\n"
        assert "2313" in marches(game(f"{head}unit U 2314 nation={nation} kind=inf values=6-9\n"), "U")
        playing = game(f"{head}unit U 1803 nation={nation} kind=inf values=6-9\n")
        assert "1802" not in marches(playing, "U")
        assert refused(playing, Pick("U"), Go("1802")) == ("WF 3-1", "6-9")


# What a hexside costs: the second step is looked at, for the first may always be made. Guns have no column.

LADDER = "board corner=0101 shifted=even\n| .\n| .\n| .\n| .\n"


def price(ground: str, described: str = "kind=art size=iii values=3-{}", more: str = "") -> int:
    """The points a second step takes, found by giving the unit more and more of them."""
    for allowance in range(1, 14):
        unit = f"unit G 0101 nation=ge {described.format(allowance)}\n"
        playing = game(f"{GERMANS.replace('08-3', '09-3')}{LADDER}{ground}\n{unit}{more}")
        if "0103" in marches(playing, "G"):
            return allowance - 1
    return 99


@pytest.mark.rule("TEC", "6-7")
@pytest.mark.parametrize(
    ("ground", "cost"),
    [
        ("", 1),
        ("side 0102-0103 broken", 1),
        ("side 0102-0103 hilly", 1),
        ("side 0102-0103 suburban", 1),
        ("side 0102-0103 urban", 1),
        ("side 0102-0103 woods", 2),
        ("side 0102-0103 swamp", 3),
        ("side 0102-0103 rough", 3),
        ("side 0102-0103 'wooded rough'", 4),
        ("side 0102-0103 mountain", 6),
        ("side 0102-0103 river", 2),
        ("side 0102-0103 'major river'", 4),
        ("side 0102-0103 woods rail=double", 2),
        ("side 0102-0103 woods river rail=double", 2),
        ("side 0102-0103 rough rail=double", 2),
        ("side 0102-0103 rough rail=single", 3),
        ("side 0102-0103 'wooded rough' rail=single", 3),
        ("side 0102-0103 'wooded rough' river rail=single", 4),
        ("side 0102-0103 mountain rail=single", 5),
        ("side 0102-0103 ocean", 99),
        ("side 0102-0103 lake", 99),
        ("side 0102-0103 alpine", 99),
    ],
)
def test_a_march_costs_what_the_chart_says(ground: str, cost: int) -> None:
    assert price(ground) == cost


@pytest.mark.rule("TEC")
def test_a_major_river_is_not_crossed_from_one_enemy_zone_into_another() -> None:
    field = f"{GERMANS}{FIELD}side 0202-0302 'major river'\nunit G 0202 nation=ge kind=inf values=8-9\n"
    both = field + "unit F 0303 nation=fr kind=inf values=6-4\n"
    assert refused(game(both), Pick("G"), Go("0302")) == ()  # by another way
    walled = "".join(f"side 0302-{other} ocean\n" for other in ("0201", "0301", "0401", "0402"))
    assert refused(game(both + walled), Pick("G"), Go("0302")) == ("TEC",)
    assert refused(game(field + walled), Pick("G"), Go("0302")) == ()


@pytest.mark.rule("32-1", "32-2")
@pytest.mark.parametrize(
    ("ground", "allowance"),
    [
        ("side 0102-0103 'wooded rough'", 3),  # 1 and 3 instead of 4, of an allowance of 4 in column
        ("side 0102-0103 mountain", 4),  # 1 and 5 instead of 6, of 6
        ("side 0102-0103 rough rail=single", 2),  # 1 and 2 instead of 3, of 3
    ],
)
def test_mountain_troops_pay_a_point_less_on_their_own_ground(ground: str, allowance: int) -> None:
    for kind, gets_there in (("mtn", True), ("inf", False)):
        unit = f"unit G 0101 nation=ge kind={kind} values=6-{allowance}\n"
        playing = game(f"{GERMANS}{LADDER}{ground}\n{unit}")
        assert ("0103" in marches(playing, "G")) == gets_there


@pytest.mark.rule("32-1", "32-2")
@pytest.mark.parametrize("ground", ["side 0102-0103 rough", "side 0102-0103 woods rail=single"])
def test_elsewhere_mountain_troops_march_like_others(ground: str) -> None:
    allowance = 2
    for kind in ("mtn", "inf"):
        unit = f"unit G 0101 nation=ge kind={kind} values=6-{allowance}\n"
        reached = marches(game(f"{GERMANS}{LADDER}{ground}\n{unit}"), "G")
        assert ("0103" in reached) == ("woods" in ground)


@pytest.mark.rule("9-9", "6-11")
@pytest.mark.parametrize(
    ("beside", "enters"), [("", True), ("unit F 0203 nation=fr kind=inf values=1-4\n", False)]
)
def test_engineers_alone_are_destroyed_when_an_enemy_enters_their_hex(beside: str, enters: bool) -> None:
    text = GERMANS.replace("08-3", "09-3") + FIELD + "unit G 0202 nation=ge kind=cav values=2-6\n"
    playing = game(text + "unit E 0203 nation=fr kind=eng size=iii values=0-3\n" + beside)
    assert ("0203" in marches(playing, "G")) == enters
    if enters:
        playing.play(March(("G",), "0203"))
        assert "French E 0-3 is overrun in 0203" in [event.text for event in playing.events]
    else:
        assert refused(playing, Pick("G"), Go("0203")) == ("6-11",)
