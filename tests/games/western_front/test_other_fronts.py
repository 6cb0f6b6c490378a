"""Rules that hold on fronts other than the Western Front, on drawn boards that pass for other maps."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Entrain, Ride
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import arrivals, forced_retreat, rail, trenches
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ITALY, OTHER_FRONT, POINT, WEST
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import elsewhere, node, position
from tests.games.western_front.marches import at, in_hand, spent

BOARD = """
board corner=0101 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0103 country=france
hex 0703 country=germany
"""
EAST, WESTERN, ITALIAN = "3-1", "5-3", "6-4"


@pytest.mark.rule("22-17", "22-20")
def test_the_map_tells_the_front() -> None:
    fronts = [elsewhere(BOARD, name).setting.front for name in (WESTERN, ITALIAN, EAST)]
    assert fronts == [WEST, ITALY, OTHER_FRONT]


# Smothered trenches


TRENCH = BOARD + "marker trench 0303 entente\n"
DIVISIONS = "unit X 0303 nation=ru kind=inf values=6-4\nunit Y 0303 nation=ru kind=inf values=6-4\n"
GERMANS = "unit G 0403 nation=ge kind=inf values=8-5\n"


def guns(siege: int, field: int) -> str:
    return "".join(
        f"unit {kind}{number} 0403 nation=ge kind={kind} size=x values=4-4\n"
        for kind, count in (("siege", siege), ("art", field))
        for number in range(count)
    )


def attack(of: WesternFrontPosition) -> Battle:
    names = tuple(name for name, unit in of.units.items() if of.side_of(unit) == CENTRAL_POWERS)
    return Battle(CENTRAL_POWERS, node(of, "0303"), names, terrain="clear")


def smothered(
    siege: int, field: int, *, year: int = 1915, on: str = EAST, more: str = DIVISIONS
) -> WesternFrontPosition:
    text = f"date {year}-06-3 combat central-powers\n{TRENCH}{GERMANS}{more}{guns(siege, field)}"
    return elsewhere(text, on)


@pytest.mark.rule("22-17")
@pytest.mark.parametrize(
    ("siege", "field", "gone"),
    [(2, 2, True), (3, 2, True), (1, 2, False), (2, 1, False), (4, 0, False), (0, 4, False), (1, 1, False)],
)
def test_as_many_siege_and_field_batteries_as_divisions_undo_a_trench(
    siege: int, field: int, gone: bool
) -> None:
    of = smothered(siege, field)
    assert trenches.negated(of, attack(of)) == gone
    assert trenches.attack_die(of, attack(of)) == (0 if gone else -2)
    assert forced_retreat.is_forced(of, attack(of), 6) == gone  # half of the strength


@pytest.mark.rule("22-17")
@pytest.mark.parametrize(("year", "gone"), [(1914, False), (1915, True), (1916, False), (1918, False)])
def test_only_in_1915(year: int, gone: bool) -> None:
    of = smothered(2, 2, year=year)
    assert trenches.negated(of, attack(of)) == gone


@pytest.mark.rule("22-17")
def test_never_on_the_western_front() -> None:
    of = smothered(6, 6, on=WESTERN)
    assert not trenches.negated(of, attack(of))
    assert trenches.attack_die(of, attack(of)) == -2


@pytest.mark.rule("22-17", "22-16")
def test_good_ground_is_undone_too() -> None:
    forced = []
    for siege in (0, 2):
        of = smothered(siege, 2)
        of.set_marker(node(of, "0303"), None)
        battle = Battle(CENTRAL_POWERS, node(of, "0303"), attack(of).attackers, terrain="rough")
        forced.append(forced_retreat.is_forced(of, battle, 6))
    assert forced == [False, True]


@pytest.mark.rule("22-17")
def test_a_brigade_counts_as_half_a_division() -> None:
    brigade = "unit X 0303 nation=ru kind=inf size=x values=3-4\n"
    of = smothered(1, 1, more=brigade + brigade.replace("X", "Y"))
    assert trenches.negated(of, attack(of))


@pytest.mark.rule("22-17")
def test_guns_without_supply_are_not_brought_to_bear() -> None:
    of = smothered(2, 2)
    battle = attack(of)
    plan = dict.fromkeys(battle.attackers, "HQ")
    assert trenches.smothered(of, Battle(battle.side, battle.node, battle.attackers, attack_plan=plan))
    plan["siege0"] = ""
    assert not trenches.smothered(of, Battle(battle.side, battle.node, battle.attackers, attack_plan=plan))


@pytest.mark.rule("22-20", "22-21")
@pytest.mark.parametrize(
    ("on", "year", "needed"),
    [(EAST, 1915, 2), (EAST, 1918, 2), (ITALIAN, 1917, 4), (ITALIAN, 1918, 6), (WESTERN, 1917, 9)],
)
def test_a_solid_defense_asks_for_less_artillery_on_other_fronts(on: str, year: int, needed: int) -> None:
    for strength in (needed - 1, needed):
        battery = f"unit A 0403 nation=ge kind=art size=x values={strength}-4\n"
        of = smothered(0, 0, year=year, on=on, more=DIVISIONS + battery)
        assert trenches.artillery_strength(of, attack(of)) == Fraction(strength)
        assert trenches.solid(of, attack(of)) == (strength < needed)


# Germans who detrain in Russian zones


RAILS = BOARD + "".join(f"side 0{each}03-0{each + 1}03 rail=double\n" for each in range(1, 7))
LINE = "rail 0103 0203 0303 0403 0503 0603 0703 ge\n"
RIDER = "unit G 0703 nation=ge kind=inf values=8-5\n"


def railway(enemy: str = "ru", *, rider: str = RIDER, on: str = EAST, more: str = "") -> WesternFrontPosition:
    """Germans in 0703, and an enemy in 0203 whose zone reaches 0303 on their line."""
    text = f"date 1914-10-1 movement central-powers\n{RAILS}{LINE}{rider}{more}"
    return elsewhere(text + f"unit E 0203 nation={enemy} kind=inf values=6-4\n", on)


def reached(of: WesternFrontPosition) -> set[str]:
    of.change("G", entrained=True, rode=True, moved=True, spent=POINT)
    return {of.setting.board.label(each) for each in rail.rides(of, ["G"])}


OUTSIDE = {"0403", "0503", "0603"}


@pytest.mark.rule("37-3", "7-6")
@pytest.mark.parametrize(
    ("enemy", "rider", "on", "there"),
    [
        ("ru", RIDER, EAST, OUTSIDE | {"0303"}),
        ("ru", RIDER, WESTERN, OUTSIDE),
        ("fr", RIDER, EAST, OUTSIDE),
        ("ru", RIDER.replace("=ge", "=ah"), EAST, OUTSIDE),
    ],
    ids=["Germans and Russians", "in the west", "French", "Austrians"],
)
def test_only_germans_ride_into_zones_and_only_into_russian_ones(
    enemy: str, rider: str, on: str, there: set[str]
) -> None:
    assert reached(railway(enemy, rider=rider, on=on)) == there


@pytest.mark.rule("37-3")
def test_a_zone_that_others_share_stays_closed() -> None:
    serbs = "unit S 0302 nation=se kind=inf values=4-4\n"
    assert reached(railway(more=serbs)) == OUTSIDE


@pytest.mark.rule("37-3")
def test_they_pay_for_the_zone_and_are_off_the_train() -> None:
    of = railway()
    play = in_hand(of, "G", Entrain(), Ride("0303"))
    assert at(of, "G") == "0303"
    assert not of.units["G"].entrained
    assert spent(of, "G") == 3  # 1 to board, 4 tenths of a point, 1 for the zone, rounded up
    play.answer(PASS)


@pytest.mark.rule("37-3")
def test_who_cannot_pay_for_the_zone_stays_outside() -> None:
    of = railway()
    of.change("G", entrained=True, rode=True, moved=True, spent=4 * POINT)
    rides = {of.setting.board.label(each) for each in rail.rides(of, ["G"])}
    assert rides == OUTSIDE


# Austro-Hungarians in the west


def austrians(
    on_map: int, *, option: str = "off", more: str = "", map_name: str = WESTERN
) -> WesternFrontPosition:
    text = f"option austro-hungarians-wait={option}\ndate 1918-07-6 arrival central-powers\n{BOARD}{more}"
    text += "side 0603-0703 rail=double\nplace 0703 Town kinds=city\n"
    text += "".join(f"unit A{each} 0503 nation=ah kind=inf values=4-4\n" for each in range(on_map))
    text += "unit S 0503 nation=ah kind=siege size=i values=4-3\n"
    of = elsewhere(text, map_name)
    of.waiting["ah-inf-xx-35"] = Unit("ah-inf-xx-35", "ah-inf-xx-35", OFF_MAP, 4)
    of.waiting["ah-siege-i-6"] = Unit("ah-siege-i-6", "ah-siege-i-6", OFF_MAP, 4)
    return of


def may_arrive(of: WesternFrontPosition) -> tuple[bool, bool]:
    """Whether a division and whether siege artillery find a place."""
    division, siege = (
        arrivals.arrival_hexes(of, of.waiting[key]) for key in ("ah-inf-xx-35", "ah-siege-i-6")
    )
    return bool(division), bool(siege)


@pytest.mark.rule("40-8")
@pytest.mark.parametrize(("on_map", "room"), [(0, True), (3, True), (4, False)])
def test_four_austro_hungarian_divisions_come_to_the_west_and_any_siege_artillery(
    on_map: int, room: bool
) -> None:
    assert may_arrive(austrians(on_map)) == (room, True)
    assert may_arrive(austrians(on_map, map_name=EAST)) == (True, True)


@pytest.mark.rule("40-8")
def test_with_the_option_they_wait_for_the_collapse_of_germany() -> None:
    assert may_arrive(austrians(0, option="on")) == (False, True)
    assert may_arrive(austrians(0, option="on", more="flag 'collapsed: ge' 1\n")) == (True, True)


@pytest.mark.rule("40-8")
def test_the_schedule_brings_four_divisions_and_not_before_1918() -> None:
    of = position("date 1918-07-6 arrival central-powers\n")
    pieces = of.setting.pieces
    rows = [row for row in of.setting.orders.arrivals if row.unit and pieces[row.unit].nation == "ah"]
    divisions = [row for row in rows if not pieces[row.unit].siege]
    assert len(divisions) == 4
    assert {row.year for row in divisions} == {1918}
    assert {row.year for row in rows} > {1918}
