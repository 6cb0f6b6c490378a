"""Chapters 37 to 49: what single nations may do and must, on small boards with pieces described in place."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.western_front import sequence
from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Exchange
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import (
    fortresses,
    headquarters,
    movement,
    nations,
    outcomes,
    rail,
    retreat,
    stacking,
    strengths,
    supplied_strength,
    suppliers,
    surrender,
)
from hexfront.games.western_front.rules.expenditure import rate
from hexfront.games.western_front.rules.morale import hex_taken
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, POINT
from hexfront.kernel.errors import Refusal
from tests.games.western_front.builders import Play, node, position, table

BOARD = """
board corner=0101 shifted=even
| . . . . .
| . m . . .
| . . . . .
| . . . . .
side 0103-0203 rail=single
side 0203-0303 rail=single
side 0303-0403 rail=single
"""


def made(text: str, date: str = "1914-09-3 movement central-powers") -> WesternFrontPosition:
    return position(f"{BOARD}date {date}\n{text}")


def described(
    nation: str, label: str = "0203", name: str = "A", kind: str = "inf", values: str = "6-4"
) -> str:
    return f"unit {name} {label} nation={nation} kind={kind} values={values}\n"


def staff(nation: str, label: str = "0403", name: str = "HQ") -> str:
    return f"unit {name} {label} nation={nation} kind=hq size=xxxx supply=20\n"


# Railways


@pytest.mark.rule("37-1", "39-1", "40-1", "41-1", "42-1", "43-3", "44-1", "45-1", "46-2", "47-1", "48-1")
@pytest.mark.parametrize(
    ("nation", "divisions"),
    [
        ("ge", 20),
        ("fr", 15),
        ("ah", 10),
        ("ru", 10),
        ("it", 7),
        ("se", 1),
        ("be", 5),
        ("bu", 2),
        ("ot", 2),
        ("ro", 3),
        ("gr", 2),
    ],
)
def test_rail_capacities_of_the_nations(nation: str, divisions: int) -> None:
    of = made("", "1914-10-1 movement central-powers")
    assert of.setting.tables.nations[nation].rail_capacity == divisions
    in_scenario = {"ge": 15}.get(nation, divisions)  # other fronts tie up some of Germany's trains
    assert rail.capacity(of, nation) == in_scenario


@pytest.mark.rule("43-3")
def test_a_serbian_line_carries_one_division_a_turn() -> None:
    text = "rail 0103 0203 0303 0403 se\n" + described("se", "0103") + described("se", "0103", "B")
    of = made(text, "1914-10-1 movement entente")
    assert rail.why_not_entrain(of, ["A"]) is None
    refusal = rail.why_not_entrain(of, ["A", "B"])
    assert refusal is not None
    assert "8-1" in refusal.rules


@pytest.mark.rule("37-2")
@pytest.mark.parametrize(("nation", "boards"), [("ge", True), ("ah", False)])
def test_only_germans_board_in_an_enemy_zone_and_leave_it_for_nothing(nation: str, boards: bool) -> None:
    enemy = described("fr", "0204", "F")
    of = made(
        "rail 0103 0203 0303 0403 ge\n" + described(nation) + enemy, "1914-10-1 movement central-powers"
    )
    assert (rail.why_not_entrain(of, ["A"]) is None) == boards
    assert rail.zone_exit(of, of.units["A"]) == (0 if boards else POINT)


@pytest.mark.rule("37-3")
def test_german_trains_stay_out_of_zones_even_of_russians_on_this_map() -> None:
    rails = "rail 0103 0203 0303 0403 ge\n"
    of = made(
        rails + described("ge", "0103") + described("ru", "0403", "R"), "1914-10-1 movement central-powers"
    )
    of.change("A", entrained=True, spent=POINT)
    rides = {of.setting.board.label(each) for each in rail.rides(of, ["A"])}
    assert rides == {"0203"}  # 0303 and 0403 are controlled by the Russians (decision WF-R131)


@pytest.mark.rule("37-4", "38-1")
@pytest.mark.parametrize(
    ("nation", "enters"), [("ge", True), ("gb", True), ("fr", False), ("ah", False), ("ru", False)]
)
def test_germans_and_british_enter_zones_after_a_ride(nation: str, enters: bool) -> None:
    side = TITLE.setting("schlieffen-plan", {}).tables.nations[nation].side
    enemy = "fr" if side == CENTRAL_POWERS else "ge"
    of = made(described(nation, "0203") + described(enemy, "0403", "E"), f"1914-10-1 movement {side}")
    of.change("A", rode=True, moved=True, spent=0)
    reached = {of.setting.board.label(each) for each in movement.destinations(of, ["A"])}
    assert ("0303" in reached) == enters
    assert "0202" in reached or "0204" in reached


@pytest.mark.rule("37-5")
@pytest.mark.parametrize(("network", "carried"), [("ge", 2), ("fr", 1)])
def test_german_single_track_carries_two_units_a_phase(network: str, carried: int) -> None:
    of = made(f"rail 0103 0203 0303 0403 {network}\n")
    assert rail.track_limit(of, node(of, "0103"), node(of, "0203")) == carried


# Cities


@pytest.mark.rule("37-6")
def test_german_cities_cost_double() -> None:
    text = BOARD + "place 0303 Town kinds=city\nhex 0303 country={}\ndate 1914-09-3 movement {}\n"
    points = {}
    for country, nation, by in (("germany", "ge", ENTENTE), ("france", "fr", CENTRAL_POWERS)):
        of = position(text.format(country, by))
        hex_taken(table(of), of, node(of, "0303"), by)
        points[nation] = of.demoralization[nation]
    assert points["ge"] == 2 * points["fr"] > 0


# Pockets


@pytest.mark.rule("37-7", "38-2")
@pytest.mark.parametrize(
    ("nation", "doomed"), [("ge", False), ("gb", False), ("fr", True), ("ah", True), ("be", True)]
)
def test_three_adjoining_hexes_save_german_and_british_pockets(nation: str, doomed: bool) -> None:
    side = TITLE.setting("schlieffen-plan", {}).tables.nations[nation].side
    enemy = "fr" if side == CENTRAL_POWERS else "ge"
    inside = "".join(described(nation, label, f"A{label}") for label in ("0303", "0402", "0403"))
    around = ("0302", "0202", "0203", "0304", "0401", "0502", "0503", "0504", "0404")
    of = made(inside + "".join(described(enemy, label, f"E{label}") for label in around))
    (pocket,) = surrender.pockets(of, side)
    assert surrender.is_doomed(of, pocket) == doomed


# Supply


PAYS = {
    "37-8": ("ge", ("ah", "bu", "ot")),
    "38-3": ("gb", ("be", "se", "gr", "us")),  # Russians count as French on this front [WF 23-3]
    "39-2": ("fr", ("be", "se", "gr", "ru", "us")),
    "40-7": ("ah", ("bu", "ot")),
    "41-6": ("ru", ("ro", "se")),
    "42-4": ("it", ("se",)),
    "43-4": ("se", ("mo",)),
    "45-3": ("bu", ("ot",)),
    "46-4": ("ot", ("ge", "ah")),
}


@pytest.mark.rule(*PAYS)
@pytest.mark.parametrize("rule", PAYS)
def test_headquarters_pay_for_their_allies_and_nobody_else(rule: str) -> None:
    payer, allies = PAYS[rule]
    everybody = ("ge", "ah", "bu", "ot", "fr", "gb", "be", "us", "ru", "it", "se", "mo", "ro", "gr")
    tables = TITLE.setting("schlieffen-plan", {}).tables
    for nation in everybody:
        # Two divisions, so that no nation is small enough to be fed by the main ally [18-13].
        of = made(staff(payer) + described(nation) + described(nation, "0303", "B"))
        own = nation == payer or tables.nations[nation].counted_as == payer
        expected = nation in allies or own
        assert suppliers.may_supply(of, of.units["HQ"], of.units["A"]) == expected, (payer, nation)


@pytest.mark.rule("38-3", "39-2")
@pytest.mark.parametrize("payer", ["gb", "fr"])
def test_italians_are_fed_once_italy_is_shaken(payer: str) -> None:
    row = TITLE.setting("schlieffen-plan", {}).tables.nations[payer]
    assert row.supplies_if_italy_shaken == ("it",)


@pytest.mark.rule("37-8", "38-3", "39-2", "41-6", "42-4", "45-3")
@pytest.mark.parametrize(
    ("sender", "receiver", "allowed"),
    [
        ("ge", "ah", True),
        ("ge", "bu", True),
        ("ge", "ot", True),
        ("gb", "be", True),
        ("gb", "fr", False),
        ("fr", "gb", False),
        ("fr", "se", True),
        ("ru", "ro", True),
        ("it", "se", True),
        ("bu", "ot", True),
        ("ot", "bu", False),
        ("be", "fr", False),
    ],
)
def test_headquarters_send_supply_to_their_allies(sender: str, receiver: str, allowed: bool) -> None:
    of = made("")
    assert headquarters.may_receive(of, sender, receiver) == allowed


@pytest.mark.rule("43-1", "46-1")
@pytest.mark.parametrize(
    ("nation", "free"), [("se", True), ("mo", True), ("ot", True), ("bu", False), ("ro", False)]
)
def test_serbs_montenegrins_and_ottomans_counterattack_without_supply(nation: str, free: bool) -> None:
    side = TITLE.setting("schlieffen-plan", {}).tables.nations[nation].side
    enemy = "ge" if side == ENTENTE else "fr"
    around = "".join(
        described(enemy, label, f"E{label}") for label in ("0202", "0302", "0303", "0204", "0104", "0103")
    )
    of = made(described(nation, "0203") + around)
    unit = of.units["A"]
    assert surrender.is_unit_surrounded(of, unit)
    assert supplied_strength.counterattack_strength(of, unit, None) == (6 if free else 3)
    assert (rate(of, unit, attack=False) is None) == free
    assert rate(of, unit, attack=True) == 4  # to attack, they pay like anybody


@pytest.mark.rule("43-2")
def test_from_1916_serbs_pay_one_point_for_two() -> None:
    of = made(described("se", "0203") + described("mo", "0303", "M"), "1916-03-2 movement entente")
    assert rate(of, of.units["A"], attack=False) == 2
    assert supplied_strength.counterattack_strength(of, of.units["A"], None) == 3
    assert rate(of, of.units["M"], attack=False) is None


# Mountain units


@pytest.mark.rule("43-5", "45-2", "46-3", "48-2")
@pytest.mark.parametrize(
    ("nation", "mountain"),
    [
        ("se", True),
        ("bu", True),
        ("ot", True),
        ("gr", True),
        ("ge", False),
        ("mo", False),
        ("ro", False),
        ("ru", False),
    ],
)
def test_infantry_of_the_balkans_crosses_mountains_as_mountain_units(nation: str, mountain: bool) -> None:
    of = made(described(nation, "0203") + described(nation, "0203", "C", "cav", "1-6"))
    costs = {
        name: movement.step_ledger(of, of.units[name], node(of, "0203"), node(of, "0202")).total
        for name in ("A", "C")
    }
    assert (costs["A"] < costs["C"]) == mountain


@pytest.mark.rule("46-3")
def test_ottoman_infantry_is_no_mountain_infantry_in_winter() -> None:
    summer, winter = (
        made(
            described("ot", "0203", values="6-6") + described("se", "0201", "S"),
            f"{date} movement central-powers",
        )
        for date in ("1915-06-2", "1915-01-2")
    )
    step = [
        movement.step_ledger(of, of.units["A"], node(of, "0203"), node(of, "0202")).total
        for of in (summer, winter)
    ]
    assert step[0] < step[1]
    serbs = movement.step_ledger(winter, winter.units["S"], node(winter, "0201"), node(winter, "0202")).total
    assert serbs == step[0]  # theirs climb in winter too, and so do the ways they march
    reached = [movement.destinations(of, ["A"]) for of in (summer, winter)]
    assert reached[0][node(summer, "0202")] != reached[1].get(node(winter, "0202"))


@pytest.mark.rule("41-5")
@pytest.mark.parametrize(
    ("described_as", "mountain"),
    [
        ("designation=1Ar", True),
        ("designation=2Ku", True),
        ("designation=1FG", True),
        ("designation=Geo", True),
        ("designation=3Bdr", True),
        ("colour=russian-cossack", True),
        ("colour=russian-armenian", True),
        ("designation=3Gr", False),
        ("designation=12", False),
    ],
)
def test_some_russian_infantry_are_mountain_units(described_as: str, mountain: bool) -> None:
    of = made(f"unit A 0203 nation=ru kind=inf values=4-4 {described_as}\n")
    assert of.piece(of.units["A"]).mountain == mountain
    cavalry = made(f"unit A 0203 nation=ru kind=cav values=1-6 {described_as}\n")
    assert not cavalry.piece(cavalry.units["A"]).mountain


# Retreats


def least_loss(*units: str, date: str) -> int:
    """The least loss that forces units in 0404 to retreat from Germans or French beside them."""
    text = "".join(f"unit D{number} 0404 {unit}\n" for number, unit in enumerate(units))
    side = ENTENTE if "nation=ah" in units[0] else CENTRAL_POWERS
    enemy, country = ("fr", "germany") if side == ENTENTE else ("ge", "france")
    of = position(
        f"{BOARD}hex 0404 country={country}\ndate {date} combat {side}\n{text}{described(enemy, '0403')}"
    )
    battle = Battle(side, node(of, "0404"), ("A",), terrain="clear")
    return next(loss for loss in range(20) if retreat.is_forced(of, battle, loss))


@pytest.mark.rule("40-4", "41-2", "42-2", "47-2")
@pytest.mark.parametrize(
    ("nation", "year", "least"),
    [
        ("ah", 1915, 3),
        ("ah", 1916, 5),
        ("ru", 1915, 3),
        ("ru", 1916, 5),
        ("it", 1917, 3),
        ("it", 1918, 5),
        ("ro", 1918, 3),
        ("se", 1915, 5),
        ("fr", 1914, 5),
    ],
)
def test_some_nations_give_way_after_losing_a_third(nation: str, year: int, least: int) -> None:
    assert least_loss(f"nation={nation} kind=inf values=9-4", date=f"{year}-09-3") == least


@pytest.mark.rule("40-5")
def test_austro_hungarians_beside_germans_stand_longer() -> None:
    alone = least_loss("nation=ah kind=inf values=9-4", date="1914-09-3")
    backed = least_loss("nation=ah kind=inf values=9-4", "nation=ge kind=inf values=1-4", date="1914-09-3")
    assert (alone, backed) == (3, 5)


@pytest.mark.rule("40-6", "42-3")
@pytest.mark.parametrize(("nation", "loss"), [("ah", 6), ("it", 6), ("fr", 4), ("ru", 4), ("ge", 4)])
def test_retreat_saves_nothing_for_austro_hungarians_and_italians(nation: str, loss: int) -> None:
    side = TITLE.setting("schlieffen-plan", {}).tables.nations[nation].side
    enemy, attacker = ("fr", ENTENTE) if side == CENTRAL_POWERS else ("ge", CENTRAL_POWERS)
    of = made(described(nation, "0303", "D", values="9-4") + described(enemy), f"1918-09-3 combat {attacker}")
    battle = Battle(attacker, node(of, "0303"), ("A",))
    assert outcomes.reduced_loss(of, battle, 6, battle.hexes) == loss


@pytest.mark.rule("40-2")
def test_austro_hungarians_do_not_hurry_toward_the_enemy() -> None:
    text = "\n".join(["board corner=0101 shifted=even", *["| " + ". " * 14] * 3])
    head = text + "\ndate 1914-09-3 movement central-powers\n"
    reached = {}
    for nation in ("ah", "ge"):
        of = position(head + described(nation, "0702") + described("ru", "1402", "R"))
        reached[nation] = {of.setting.board.label(each) for each in movement.destinations(of, ["A"])}
    assert "1202" in reached["ge"]  # five hexes toward the enemy, in column
    assert "1202" not in reached["ah"]
    assert "1102" in reached["ah"]  # four, within the allowance
    assert "0102" in reached["ah"]  # six to the rear


# Fortresses


@pytest.mark.rule("41-4")
def test_russian_fortresses_are_not_tripled_and_wear_away() -> None:
    factors = {}
    for nation in ("ru", "fr"):
        of = made(described(nation, "0303", "F", "fortress", "18-0") + described("ge"))
        battle = Battle(CENTRAL_POWERS, node(of, "0303"), ("A",))
        factors[nation] = strengths.counterattack_factor(of, battle, of.units["F"], False)[0]
    assert factors == {"ru": Fraction(1), "fr": Fraction(3)}
    around = "".join(
        described("ge", label, f"E{label}") for label in ("0302", "0202", "0203", "0304", "0402", "0403")
    )
    of = made(described("ru", "0303", "F", "fortress", "12-0") + around)
    fortresses.neglect(table(of), of)
    assert of.units["F"].strength == 6
    fortresses.neglect(table(of), of)
    assert "F" not in of.units  # nothing is left of it but 0, which is below 4


# The United States


@pytest.mark.rule("49-1")
def test_united_states_infantry_counts_double() -> None:
    of = made(
        "unit A 0203 nation=us kind=inf size=xx values=9-4\n"
        "unit B 0203 nation=us kind=mar size=x values=4-4\n"
        "unit C 0203 nation=us kind=eng size=iii values=0-3\n"
        "unit D 0303 nation=fr kind=inf size=xx values=6-4\n"
        "unit E 0303 nation=fr kind=inf size=x values=2-4\n",
        "1918-07-3 movement entente",
    )
    assert stacking.load(of, node(of, "0203"))[0] == 2 * 2 + 2
    assert stacking.load(of, node(of, "0303"))[0] == 2 + 1
    assert [rail.rail_weight(of, of.units[name]) for name in "ABCDE"] == [2, 1, 1, 1, 1]


# Arms for allies


EXCHANGE = "hex 0303 country={}\nunit R 0303 nation={} kind=rpl values={}\n"


@pytest.mark.rule("45-4", "47-3")
@pytest.mark.parametrize(
    ("country", "giver", "values", "receiver"),
    [("bulgaria", "ge", "5-4", "bu"), ("romania", "ru", "3-3", "ro")],
)
def test_replacements_become_three_points_of_the_ally(
    country: str, giver: str, values: str, receiver: str
) -> None:
    of = made(EXCHANGE.format(country, giver, values))
    received = nations.exchange(table(of), of, "R")
    assert "R" not in of.units
    unit = of.units[received.name]
    assert (unit.strength, of.setting.board.label(unit.at)) == (3, "0303")
    assert of.piece(unit).nation == receiver
    assert of.piece(unit).replacement


@pytest.mark.rule("45-4", "47-3")
@pytest.mark.parametrize(
    "text",
    [
        EXCHANGE.format("romania", "ge", "5-4"),
        EXCHANGE.format("france", "ge", "5-4"),
        EXCHANGE.format("bulgaria", "ge", "4-4"),
        EXCHANGE.format("bulgaria", "ge", "5-4 strength=4"),
        EXCHANGE.format("bulgaria", "ru", "3-3"),
        EXCHANGE.format("bulgaria", "ge", "5-4").replace("kind=rpl", "kind=inf"),
    ],
)
def test_nothing_else_is_exchanged(text: str) -> None:
    of = made(text)
    with pytest.raises(Refusal, match=r"45-4|47-3"):
        nations.exchange(table(of), of, "R")
    assert "R" in of.units


@pytest.mark.rule("45-4", "47-3")
def test_exchanges_are_ordered_in_the_movement_phase() -> None:
    of = made(EXCHANGE.format("bulgaria", "ge", "5-4"))
    asked = Play(sequence.administer(table(of), of, CENTRAL_POWERS))
    assert Exchange("R") in asked.choices
    asked.answer(Exchange("R"))
    assert [unit.strength for unit in of.units.values() if of.piece(unit).nation == "bu"] == [3]
    away = made(EXCHANGE.format("france", "ge", "5-4"))
    assert list(nations.movement_choices(away, CENTRAL_POWERS)) == []
    refusal = nations.why_not_in_movement(away, CENTRAL_POWERS, Exchange("R"))
    assert refusal is not None
    assert refusal.rules == ("45-4",)
