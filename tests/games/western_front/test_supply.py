"""Chapter 19: supply lines, what supply makes of a unit, and who pays."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import cast

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Attack, Join, Supply
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import lines, supplied_strength, suppliers, supply
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, POINT, other_side
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.title import Procedure
from tests.games.western_front.builders import Play, game, position, table

BOARD = """
board corner=0101
| . . . . . . . . . . . . . .
| . . . . . . . . . . . . . .
| . . . . . . . . . . . . . .
hex 0101 country=germany
hex 1401 country=france
rail 0102 ge
"""
GERMANS = (
    "date 1914-08-5 combat central-powers"
    + BOARD
    + "unit army 0102 nation=ge kind=hq size=xxxx values=0-4 supply=50\n"
)


def attack(
    of: WesternFrontPosition, unit: str = "A", headquarters: str = "army"
) -> supplied_strength.Strength:
    payer = of.units[headquarters] if headquarters else None
    return supplied_strength.attack_strength(of, of.units[unit], payer)


def counterattack(
    of: WesternFrontPosition, unit: str = "A", headquarters: str = "army"
) -> supplied_strength.Strength:
    payer = of.units[headquarters] if headquarters else None
    return supplied_strength.counterattack_strength(of, of.units[unit], payer)


def length(of: WesternFrontPosition, unit: str = "A", headquarters: str = "army") -> int | None:
    line = supply.supply_line(of, of.units[unit], of.units[headquarters])
    return None if line is None else line.cost // POINT


# Supply lines


@pytest.mark.rule("19-7")
def test_no_line_enters_an_enemy_zone_without_a_friendly_combat_unit() -> None:
    wall = "unit F 0601 nation=fr kind=inf values=6-4\nunit E 0603 nation=fr kind=inf values=6-4\n"
    text = GERMANS + wall + "unit A 1002 nation=ge kind=inf values=8-5\n"
    assert length(position(text)) is None
    assert length(position(text.replace(wall, ""))) == 9
    held = text + "".join(
        f"unit H{at} {at} nation=ge kind=inf values=1-5\n" for at in ("0502", "0602", "0702")
    )
    assert length(position(held)) == 9


@pytest.mark.rule("19-7", "18-2")
def test_a_headquarters_does_not_hold_an_enemy_zone_open() -> None:
    text = GERMANS + "unit F 0202 nation=fr kind=inf values=6-4\nunit A 0103 nation=ge kind=inf values=8-5\n"
    assert length(position(text)) is None
    guarded = text + "unit guard 0102 nation=ge kind=inf values=1-5\n"
    assert length(position(guarded)) == 1


@pytest.mark.rule("19-7")
def test_no_line_passes_a_hex_with_an_enemy_unit_of_any_kind() -> None:
    text = GERMANS + "unit A 0302 nation=ge kind=inf values=8-5\n"
    blocked = "".join(
        f"unit F{row} 02{row} nation=fr kind=hq size=xxxx values=0-4\n" for row in ("01", "02", "03")
    )
    assert length(position(text)) == 2
    assert length(position(text + blocked)) is None


@pytest.mark.rule("19-7")
@pytest.mark.parametrize("terrain", ["ocean", "lake", "alpine"])
def test_no_line_crosses_sea_lake_or_alpine_hexsides(terrain: str) -> None:
    text = f"""
date 1914-08-5 combat central-powers
board corner=0101
| . .
hex 0101 country=germany
side 0101-0201 {terrain}
rail 0101 ge
unit army 0101 nation=ge kind=hq size=xxxx values=0-4 supply=9
unit A 0201 nation=ge kind=inf values=8-5
"""
    assert length(position(text)) is None
    assert length(position(text.replace(f" {terrain}", ""))) == 1


@pytest.mark.rule("21-2")
def test_a_line_passes_an_enemy_zone_held_by_a_fortress_alone() -> None:
    text = (
        GERMANS
        + "unit F 0601 nation=fr kind=inf values=6-4\nunit E 0603 nation=fr kind=inf values=6-4\n"
        + "".join(f"unit H{at} {at} nation=ge kind=inf values=1-5\n" for at in ("0502", "0702"))
        + "unit A 1002 nation=ge kind=inf values=8-5\n"
    )
    assert length(position(text)) is None
    assert length(position(text + "unit fort 0602 nation=ge kind=fortress values=3-0\n")) == 9


@pytest.mark.rule("19-8", "22-15")
def test_a_trench_at_the_headquarters_lengthens_the_line_and_one_at_the_unit_does_not() -> None:
    text = GERMANS + "unit A 0502 nation=ge kind=inf values=8-5\n"
    assert length(position(text)) == 4
    assert length(position(text + "marker trench 0502 central-powers\n")) == 4
    assert length(position(text + "marker trench 0102 central-powers\n")) == 6


@pytest.mark.rule("19-8", "32-1")
def test_a_mountain_unit_measures_with_its_own_costs() -> None:
    text = """
date 1914-08-5 combat central-powers
board corner=0101
| m m
rail 0101 ge
unit army 0101 nation=ge kind=hq size=xxxx values=0-4 supply=9
unit A 0201 nation=ge kind={kind} values=8-5
"""
    assert length(position(text.format(kind="inf"))) == 6
    assert length(position(text.format(kind="mtn"))) == 5


@pytest.mark.rule("19-8")
def test_lengths_found_from_the_headquarters_are_those_found_from_each_hex() -> None:
    dice = Random(1914)
    for _ in range(10):
        rows = "\n".join("| " + " ".join(dice.choice("..wrm") for _ in range(8)) for _ in range(6))
        spots = [f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 7)]
        dice.shuffle(spots)
        text = "date 1914-08-5 combat central-powers\nboard corner=0101\n" + rows + "\n"
        text += f"unit army {spots.pop()} nation=ge kind=hq size=xxxx values=0-4\n"
        text += f"unit A {spots.pop()} nation=ge kind=inf values=8-5\n"
        text += "".join(f"unit F{i} {spots.pop()} nation=fr kind=inf values=1-4\n" for i in range(3))
        text += "".join(f"marker devastation {spots.pop()} entente\n" for _ in range(8))
        placed = position(text)
        army = placed.units["army"]
        lengths = supply.lengths_to(placed, army, False)
        for at in range(len(placed.setting.board)):
            if placed.occupier(at) != ENTENTE and at != army.at:
                unit = placed.change("A", at=at)
                line = lines.Lines(placed, CENTRAL_POWERS).route(unit, army.at)
                # Where the unit stands may open or close hexes only by standing in them.
                expected = supply.lengths_to(placed, army, False).get(at)
                assert (line.cost if line else None) == expected
        assert lengths[army.at] == 0


# Strength


@pytest.mark.rule("19-9")
@pytest.mark.parametrize(("hex_number", "strength"), [("0502", 8), ("0602", 7), ("0802", 5), ("1302", 0)])
def test_an_attacker_loses_a_point_for_each_movement_point_over_4(hex_number: str, strength: int) -> None:
    placed = position(GERMANS + f"unit A {hex_number} nation=ge kind=inf values=8-5\n")
    assert attack(placed) == strength


@pytest.mark.rule("19-10")
@pytest.mark.parametrize(("hex_number", "strength"), [("0902", 8), ("1002", 7), ("1202", 5)])
def test_a_defender_loses_a_point_for_each_movement_point_over_8(hex_number: str, strength: int) -> None:
    placed = position(GERMANS + f"unit A {hex_number} nation=ge kind=inf values=8-5\n")
    assert counterattack(placed) == strength


@pytest.mark.rule("34-2", "34-3")
def test_in_winter_lines_are_long_from_3_and_6_points_on() -> None:
    winter = GERMANS.replace("1914-08-5", "1914-12-1")
    placed = position(winter + "unit A 0802 nation=ge kind=inf values=8-5\n")
    assert attack(placed) == 8 - (7 - 3)
    assert counterattack(placed) == 8 - (7 - 6)


@pytest.mark.rule("19-9")
def test_the_reduction_for_distance_names_its_rule() -> None:
    placed = position(GERMANS + "unit A 0702 nation=ge kind=inf values=8-5\n")
    ledger = Ledger("attack")
    supplied_strength.attack_strength(placed, placed.units["A"], placed.units["army"], ledger.note)
    assert [(term.rule, term.value) for term in ledger.terms] == [("13-2", 8), ("19-9", -2)]


MOUNTAIN = """
date 1914-08-5 combat central-powers
board corner=0101
| m m .
rail 0101 ge
unit army 0101 nation=ge kind=hq size=xxxx values=0-4 supply=9
unit A 0201 nation=ge kind={kind} values=6-5
"""


@pytest.mark.rule("19-13")
def test_next_to_its_headquarters_an_attacker_loses_nothing_for_distance() -> None:
    placed = position(MOUNTAIN.format(kind="inf"))
    assert length(placed) == 6
    assert attack(placed) == 6


@pytest.mark.rule("19-14", "29-4")
def test_artillery_next_to_its_headquarters_attacks_but_does_not_counterattack_over_a_mountain() -> None:
    placed = position(MOUNTAIN.format(kind="art"))
    assert attack(placed) == 6
    assert counterattack(placed) == 0


@pytest.mark.rule("29-4")
@pytest.mark.parametrize(("hex_number", "strength"), [("0502", 3), ("0602", 0)])
def test_artillery_fires_only_within_4_movement_points(hex_number: str, strength: int) -> None:
    placed = position(GERMANS + f"unit A {hex_number} nation=ge kind=art size=iii values=3-4\n")
    assert attack(placed) == strength
    assert counterattack(placed) == strength


@pytest.mark.rule("19-1", "19-11")
def test_without_supply_a_unit_fights_with_half_its_strength_rounded_down() -> None:
    placed = position(GERMANS + "unit A 0302 nation=ge kind=inf values=7-5\n")
    assert attack(placed, headquarters="") == 3
    assert counterattack(placed, headquarters="") == 3


@pytest.mark.rule("19-11", "29-4")
def test_artillery_without_supply_does_not_fire() -> None:
    placed = position(GERMANS + "unit A 0302 nation=ge kind=art size=iii values=3-4\n")
    assert attack(placed, headquarters="") == 0


@pytest.mark.rule("19-11")
def test_the_advised_plan_prefers_half_strength_to_a_line_that_costs_more() -> None:
    placed = position(GERMANS + "unit A 0902 nation=ge kind=inf values=8-5\n")
    assert attack(placed) == attack(placed, headquarters="")
    assert supply.default_plan(placed, ["A"], attack=True) == {"A": ""}
    assert supply.default_plan(placed, ["A"], attack=False) == {"A": "army"}


@pytest.mark.rule("WF 10-15")
def test_tanks_fight_only_where_distance_costs_them_nothing() -> None:
    text = GERMANS.replace("1914-08-5", "1918-03-5")
    near = position(text + "unit A 0502 nation=ge kind=tank size=i values=6-3\n")
    assert [attack(near), attack(near, headquarters="")] == [6, 3]
    far = position(text + "unit A 0602 nation=ge kind=tank size=i values=6-3\n")
    assert [attack(far), attack(far, headquarters="")] == [0, 0]


@pytest.mark.rule("WF 10-15")
def test_tanks_too_far_from_supply_do_not_attack_at_all() -> None:
    field = GERMANS + "unit F 0702 nation=fr kind=inf values=1-4\nunit A 0602 nation=ge kind=inf values=8-5\n"
    far = game(field + "unit T 0602 nation=ge kind=tank size=i values=6-3\n")
    far.play(Attack("0702"))
    assert list(far.decision.choices()) == [Join("A")]
    refusal = far.check(Join("T"))
    assert refusal is not None
    assert refusal.rules == ("WF 10-15",)
    alone = game(
        field.replace("unit A 0602", "unit A 1402").replace("F 0702", "F 0703")
        + "unit T 0602 nation=ge kind=tank size=i values=6-3\nunit G 1403 nation=fr kind=inf values=1-4\n"
    )
    assert Attack("0703") not in alone.decision.choices()
    near = game(
        field.replace("0702", "0602").replace("A 0602", "A 0502")
        + "unit T 0502 nation=ge kind=tank size=i values=6-3\n"
    )
    near.play(Attack("0602"))
    assert Join("T") in near.decision.choices()


# Who can pay


@pytest.mark.rule("19-2", "19-3")
def test_a_headquarters_that_cannot_pay_for_a_unit_is_not_offered() -> None:
    field = GERMANS.replace("supply=50", "supply=1") + "unit F 0402 nation=fr kind=inf values=6-4\n"
    poor = game(
        field + "unit A 0302 nation=ge kind=inf values=8-5\nunit B 0302 nation=ge kind=inf values=4-5\n"
    )
    poor.play_all([Attack("0402"), Join("A"), Join("B"), PASS])
    assert poor.decision.kind == "supply"
    assert list(poor.decision.choices()) == [PASS, Supply("B")]  # planned: 1 point for the weaker one
    refusal = poor.check(Supply("A", "army"))
    assert refusal is not None
    assert refusal.text.endswith("(needs 2, has 1) [19-2]")


@pytest.mark.rule("29-4", "29-6", "19-2")
def test_artillery_does_not_fire_where_no_headquarters_can_pay_for_it() -> None:
    field = GERMANS + "unit F 0302 nation=fr kind=inf values=6-4\nunit A 0202 nation=ge kind=inf values=8-5\n"
    guns = "unit G 0202 nation=ge kind=art size=x values=8-3\n"
    rich = game(field + guns)
    rich.play(Attack("0302"))
    assert Join("G") in rich.decision.choices()
    poor = game(field.replace("supply=50", "supply=1") + guns)
    poor.play(Attack("0302"))
    assert Join("G") not in poor.decision.choices()
    refusal = poor.check(Join("G"))
    assert refusal is not None
    assert refusal.rules == ("29-4", "29-6")


# Headquarters that are cut off


CUT_OFF = GERMANS.replace("rail 0102 ge", "rail 0102 cut")


@pytest.mark.rule("19-15")
def test_a_headquarters_without_a_railway_reaches_only_2_and_3_points() -> None:
    placed = position(CUT_OFF + "unit A 0502 nation=ge kind=inf values=8-5\n")
    assert supply.is_cut_off(placed, placed.units["army"])
    assert attack(placed) == 8 - (4 - 2)
    assert counterattack(placed) == 8 - (4 - 3)


@pytest.mark.rule("19-15")
def test_winter_does_not_lengthen_the_reach_of_a_headquarters_that_is_cut_off() -> None:
    winter = CUT_OFF.replace("1914-08-5", "1914-12-1")
    assert attack(position(winter + "unit A 0502 nation=ge kind=inf values=8-5\n")) == 6


@pytest.mark.rule("19-15", "19-13")
def test_standing_next_to_a_headquarters_that_is_cut_off_does_not_help() -> None:
    placed = position(MOUNTAIN.format(kind="inf").replace("rail 0101 ge", ""))
    assert attack(placed) == 6 - (6 - 2)


@pytest.mark.rule("19-15")
@pytest.mark.parametrize(("row", "cut_off"), [("| m . .", False), ("| m m .", True)])
def test_the_line_to_the_railway_crosses_one_mountain_hexside_at_most(row: str, cut_off: bool) -> None:
    placed = position(f"""
date 1914-08-5 combat central-powers
board corner=0101
{row}
rail 0301 ge
unit army 0101 nation=ge kind=hq size=xxxx values=0-4 supply=9
""")
    assert supply.is_cut_off(placed, placed.units["army"]) is cut_off


@pytest.mark.rule("19-15")
def test_the_line_to_the_railway_enters_an_enemy_zone_only_where_friends_stand() -> None:
    text = """
date 1914-08-5 combat central-powers
board corner=0101
| . . .
| . . .
rail 0301 ge
unit army 0101 nation=ge kind=hq size=xxxx values=0-4 supply=9
unit F 0202 nation=fr kind=inf values=6-4
"""
    placed = position(text)
    assert supply.is_cut_off(placed, placed.units["army"])
    opened = position(
        text
        + "unit B 0201 nation=ge kind=hq size=xxxx values=0-4\n"
        + "unit C 0301 nation=ge kind=inf values=1-5\n"
    )
    assert not supply.is_cut_off(opened, opened.units["army"])


@pytest.mark.rule("19-15")
def test_cut_off_in_an_enemy_zone_a_headquarters_expends_nothing() -> None:
    text = CUT_OFF + (
        "unit A 0102 nation=ge kind=inf values=8-5\nunit F 0202 nation=fr kind=inf values=6-4\n"
    )
    placed = position(text)
    assert supply.default_plan(placed, ["A"], attack=True) == {"A": ""}
    connected = position(text.replace("rail 0102 cut", "rail 0102 ge"))
    assert supply.default_plan(connected, ["A"], attack=True) == {"A": "army"}


# Cost


@pytest.mark.rule("19-2", "29-6")
def test_each_headquarters_rounds_up_infantry_and_artillery_by_itself() -> None:
    placed = position(
        GERMANS
        + "unit second 0103 nation=ge kind=hq size=xxxx values=0-4 supply=50\n"
        + "unit A 0302 nation=ge kind=inf values=5-5\n"
        + "unit B 0302 nation=ge kind=inf values=5-5\n"
        + "unit G 0302 nation=ge kind=art size=iii values=3-4\n"
        + "unit H 0302 nation=ge kind=art size=iii values=1-4\n"
    )
    both = {"A": "army", "B": "army", "G": "army", "H": "army"}
    assert supply.cost(placed, both, attack=True) == {"army": 3 + 2}
    assert supply.cost(placed, both, attack=False) == {"army": 5 + 2}
    shared = {"A": "army", "B": "second", "G": "army", "H": "second"}
    assert supply.cost(placed, shared, attack=True) == {"army": 2 + 2, "second": 2 + 1}


@pytest.mark.rule("19-2")
def test_current_strength_counts() -> None:
    placed = position(GERMANS + "unit A 0302 nation=ge kind=inf values=8-5 strength=4\n")
    assert supply.cost(placed, {"A": "army"}, attack=True) == {"army": 1}


@pytest.mark.rule("29-15")
def test_the_cost_of_halved_siege_guns_is_figured_on_the_strength_that_counts() -> None:
    placed = position(GERMANS + "unit A 0302 nation=ge kind=siege size=i values=8-3\n")
    assert supply.cost(placed, {"A": "army"}, attack=True) == {"army": 4}
    assert supply.cost(placed, {"A": "army"}, attack=True, counted={"A": Fraction(4)}) == {"army": 2}


@pytest.mark.rule("21-3", "30-1")
def test_fortresses_and_light_cavalry_cost_nothing() -> None:
    placed = position(
        GERMANS
        + "unit A 0302 nation=ge kind=cav values=2-6\nunit fort 0302 nation=ge kind=fortress values=9-0\n"
    )
    assert supply.cost(placed, {"A": "army", "fort": "army"}, attack=False) == {}
    assert counterattack(placed, "fort", "") == 9


@pytest.mark.rule("43-1", "43-2", "46-1")
def test_serbs_before_1916_and_ottomans_counterattack_without_supply() -> None:
    text = "date {year}-05-1 combat central-powers" + BOARD
    text += "unit S 0302 nation=se kind=inf values=5-4\nunit O 0101 nation=ot kind=inf values=5-4\n"
    early, late = position(text.format(year=1915)), position(text.format(year=1916))
    assert counterattack(early, "S", "") == 5
    assert attack(early, "S", "") == 2
    assert counterattack(late, "S", "") == 2
    assert counterattack(late, "O", "") == 5


# Whose headquarters


def may_supply(headquarters: str, unit: str, extra: str = "") -> bool:
    placed = position(
        "date 1918-07-1 combat central-powers"
        + BOARD
        + f"unit army 0102 nation={headquarters} kind=hq size=xxxx values=0-4 supply=9\n"
        + f"unit A 0302 nation={unit} kind=inf values=5-4 {extra}\n"
        + f"unit B 0302 nation={unit} kind=inf values=5-4\n"
        + f"unit C 0302 nation={unit} kind=inf values=5-4\n"
    )
    return suppliers.may_supply(placed, placed.units["army"], placed.units["A"])


@pytest.mark.rule("19-6", "18-13", "37-8", "38-3", "39-2", "40-7", "41-6", "42-4", "43-4", "45-3", "46-4")
@pytest.mark.parametrize(
    ("headquarters", "unit", "may"),
    [
        ("fr", "fr", True),
        ("fr", "gb", False),
        ("gb", "fr", False),
        ("fr", "be", True),
        ("gb", "be", True),
        ("be", "fr", False),
        ("gb", "us", True),
        ("us", "fr", False),
        ("ge", "ah", True),
        ("ge", "bu", True),
        ("ah", "bu", True),
        ("ah", "ge", False),
        ("bu", "ot", True),
        ("ot", "ge", True),
        ("ru", "ro", True),
        ("it", "se", True),
        ("se", "mo", True),
        ("fr", "ge", False),
    ],
)
def test_headquarters_supply_their_own_and_the_nations_listed(
    headquarters: str, unit: str, may: bool
) -> None:
    assert may_supply(headquarters, unit) is may


@pytest.mark.rule("WF 23-2", "WF 23-3", "WF 23-4")
@pytest.mark.parametrize(
    ("headquarters", "unit", "may"),
    [("gb", "po", True), ("fr", "po", False), ("fr", "ru", True), ("gb", "ru", False), ("fr", "it", True)],
)
def test_contingents_count_as_the_nation_that_keeps_them(headquarters: str, unit: str, may: bool) -> None:
    assert may_supply(headquarters, unit) is may


@pytest.mark.rule("18-13")
def test_a_nation_with_less_than_two_divisions_and_no_headquarters_is_supplied_by_the_main_one() -> None:
    text = (
        "date 1914-08-5 combat central-powers"
        + BOARD
        + "unit army 0102 nation=fr kind=hq size=xxxx values=0-4 supply=9\n"
        + "unit A 0302 nation=gb kind=inf values=5-4\n"
    )
    alone = position(text)
    assert suppliers.may_supply(alone, alone.units["army"], alone.units["A"])
    for more in ("unit B 0303 nation=gb kind=inf values=5-4\n", "unit H 0303 nation=gb kind=hq size=xxxx\n"):
        placed = position(text + more)
        assert not suppliers.may_supply(placed, placed.units["army"], placed.units["A"])


@pytest.mark.rule("18-13", "27-3")
@pytest.mark.parametrize(("hexes", "small"), [("0302 0302 0302 0302", True), ("0302 0303 0402 0401", False)])
def test_regiments_that_make_up_a_division_count_as_one_toward_the_two(hexes: str, small: bool) -> None:
    text = "date 1914-08-5 combat central-powers" + BOARD
    text += "unit army 0102 nation=fr kind=hq size=xxxx values=0-4 supply=9\n"
    for number, at in enumerate(hexes.split()):
        text += f"unit R{number} {at} nation=gb kind=inf size=iii values=2-4 full=8\n"
    placed = position(text)
    assert suppliers.is_small_contingent(placed, "gb") is small
    assert suppliers.may_supply(placed, placed.units["army"], placed.units["R0"]) is small


@pytest.mark.rule("18-14")
def test_a_headquarters_pays_before_it_is_mobilized() -> None:
    placed = position(GERMANS.replace("supply=50", "supply=50 unmobilized") + (
        "unit A 0302 nation=ge kind=inf values=8-5\n"
    ))  # fmt: skip
    assert supply.default_plan(placed, ["A"], attack=True) == {"A": "army"}


@pytest.mark.rule("WF 11-2")
def test_the_93rd_division_is_supplied_by_the_french_alone() -> None:
    assert may_supply("fr", "us", "designation=93P")
    assert not may_supply("gb", "us", "designation=93P")
    assert not may_supply("us", "us", "designation=93P")


STATES = (
    "date 1918-07-1 combat central-powers"
    + BOARD
    + "unit army 0102 nation=gb kind=hq size=xxxx values=0-4 supply=90\n"
    + "".join(f"unit D{i} 0202 nation=us kind=inf size=xx values=12-4\n" for i in range(10))
).replace("rail 0102 ge", "rail 0102 fr")


@pytest.mark.rule("WF 11-1")
def test_allies_supply_8_united_states_divisions_for_attack_in_a_turn() -> None:
    placed = position(STATES)
    names = [f"D{i}" for i in range(10)]
    plan = supply.default_plan(placed, names, attack=True)
    assert sum(bool(payer) for payer in plan.values()) == 8
    supply.pay(table(placed), placed, plan, True)
    again = supply.default_plan(placed, names, attack=True)
    assert not any(again.values())
    assert sum(map(bool, supply.default_plan(placed, names[:2], attack=False).values())) == 2


@pytest.mark.rule("WF 11-1")
def test_the_allowance_is_halved_once_a_united_states_headquarters_is_there() -> None:
    placed = position(STATES + "unit own 1401 nation=us kind=hq size=xxxx values=0-4\n")
    plan = supply.default_plan(placed, [f"D{i}" for i in range(10)], attack=True)
    assert sum(bool(payer) for payer in plan.values()) == 4


# The plan


TWO_ARMIES = GERMANS.replace("supply=50", "supply=2") + (
    "unit second 0202 nation=ge kind=hq size=xxxx values=0-4 supply=9\n"
    "unit A 0302 nation=ge kind=inf values=8-5\n"
    "unit B 0302 nation=ge kind=inf values=8-5\n"
)


def planning(of: WesternFrontPosition, *names: str, attacking: bool = True) -> Play:
    side = of.side_of(of.units[names[0]])
    battle = Battle(side if attacking else other_side(side), 0, names)
    plan = supply.plan_supply(table(of), of, battle, names=names, attack=attacking)
    return Play(cast(Procedure, plan))


@pytest.mark.rule("19-6")
def test_the_owner_chooses_which_headquarters_pays() -> None:
    placed = position(TWO_ARMIES)
    play = planning(placed, "A", "B").answer(Supply("A", "army"), PASS)
    assert play.result == {"A": "army", "B": "second"}
    assert (placed.units["army"].supply, placed.units["second"].supply) == (0, 7)


@pytest.mark.rule("19-12")
def test_some_units_may_be_left_without_supply() -> None:
    placed = position(TWO_ARMIES)
    play = planning(placed, "A", "B", attacking=False).answer(Supply("B"), PASS)
    assert play.result == {"A": "second", "B": ""}
    assert placed.units["second"].supply == 5


@pytest.mark.rule("19-2")
def test_a_plan_that_a_headquarters_cannot_pay_is_refused() -> None:
    placed = position(TWO_ARMIES)
    play = planning(placed, "A", "B").answer(Supply("A", "army"), Supply("B", "army"))
    with pytest.raises(Refusal, match="19-2"):
        play.answer(PASS)
    assert play.answer(Supply("A"), PASS).result == {"A": "", "B": "army"}


@pytest.mark.rule("19-4")
def test_a_headquarters_without_a_supply_line_cannot_be_chosen() -> None:
    text = GERMANS + (
        "unit far 1402 nation=ge kind=hq size=xxxx values=0-4 supply=9\n"
        "unit F 1302 nation=fr kind=inf values=6-4\nunit A 0302 nation=ge kind=inf values=8-5\n"
    )
    play = planning(position(text), "A")
    with pytest.raises(Refusal, match="19-7"):
        play.answer(Supply("A", "far"))


@pytest.mark.rule("19-3", "17-5")
def test_points_expended_are_shown_to_both_sides() -> None:
    placed = position(TWO_ARMIES)
    at = table(placed)
    supply.pay(at, placed, {"A": "second"}, True)
    assert [(event.to, event.data["points"]) for event in at.events] == [((), 2)]


@pytest.mark.rule("18-18")
def test_corps_headquarters_expend_2_points_in_an_attack_and_4_in_a_counterattack() -> None:
    text = GERMANS.replace("size=xxxx", "size=xxx") + (
        "unit A 0302 nation=ge kind=inf values=8-5\nunit B 0302 nation=ge kind=inf values=8-5\n"
    )
    placed = position(text)
    assert sorted(supply.default_plan(placed, ["A", "B"], attack=True).values()) == ["", "army"]
    assert sorted(supply.default_plan(placed, ["A", "B"], attack=False).values()) == ["", "army"]
    army = position(text.replace("size=xxx ", "size=xxxx "))
    assert set(supply.default_plan(army, ["A", "B"], attack=True).values()) == {"army"}


POCKET = """
date 1914-08-5 combat entente
board corner=0101
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0101 country=germany
hex 0701 country=france
rail 0403 ge
unit near 0403 nation=ge kind=hq size=xxxx values=0-4 supply={near}
unit A 0403 nation=ge kind=inf values=8-5
unit B 0403 nation=ge kind=inf values=8-5
unit F 0302 nation=fr kind=inf values=6-4
unit G 0502 nation=fr kind=inf values=6-4
unit H 0404 nation=fr kind=inf values=6-4
unit I 0304 nation=fr kind=inf values=6-4
unit J 0504 nation=fr kind=inf values=6-4
unit K 0402 nation=fr kind=inf values=6-4
"""


@pytest.mark.rule("20-11")
def test_surrounded_defenders_are_supplied_whether_their_owner_likes_it_or_not() -> None:
    placed = position(POCKET.format(near=9))
    play = planning(placed, "A", "B", attacking=False).answer(Supply("A"), Supply("B"))
    assert play.result == {"A": "near", "B": "near"}
    assert placed.units["near"].supply == 1


@pytest.mark.rule("20-11")
def test_where_points_are_few_the_owner_says_which_surrounded_unit_gets_them() -> None:
    placed = position(POCKET.format(near=4))
    play = planning(placed, "A", "B", attacking=False).answer(Supply("A"), Supply("B", "near"), PASS)
    assert play.result == {"A": "", "B": "near"}


@pytest.mark.rule("20-2")
@pytest.mark.parametrize(("strength", "worth"), [(8, 2), (6, 2), (5, 1), (1, 0)])
def test_surrounded_and_unsupplied_units_attack_with_a_quarter(strength: int, worth: int) -> None:
    placed = position(POCKET.format(near=0))
    placed.change("A", strength=strength)
    assert attack(placed, headquarters="") == worth
    assert counterattack(placed, headquarters="") == strength // 2
