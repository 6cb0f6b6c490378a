"""The tables, schedules and scenario parameters of the Western Front against the printed text."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from pathlib import Path

import pytest

import hexfront.kernel.datafiles
from hexfront.games.western_front.printed.combat_results import DICE, STRENGTHS
from hexfront.games.western_front.printed.national_schedules import NationalSchedules, load_national_schedules
from hexfront.games.western_front.printed.scenario_lists import (
    Scenario,
    TurnDate,
    load_scenario,
    scenario_slugs,
)
from hexfront.games.western_front.printed.tables import Tables, load_tables
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import POINT
from hexfront.kernel.datafiles import DataFolder, Overlay
from hexfront.kernel.errors import DataError

PACKAGE = Path(hexfront.kernel.datafiles.__file__).parents[1]
CODE = PACKAGE / "games" / "western_front"
DATA = DataFolder(CODE / "data")
SLUGS = scenario_slugs(DATA)
RAIL_CAPACITIES = {
    "ge": 20,
    "ah": 10,
    "bu": 2,
    "ot": 2,
    "fr": 15,
    "be": 5,
    "ru": 10,
    "it": 7,
    "se": 1,
    "ro": 3,
    "gr": 2,
}
SCHEDULES = ("schedules/supply", "schedules/replacements", "schedules/morale")
WITH_DIFFERENCE = [
    "schlieffen-plan",
    "second-ypres-and-artois",
    "verdun",
    "somme",
    "nivelle-offensive",
]


@pytest.fixture(scope="module")
def tables() -> Tables:
    return load_tables(DATA)


@pytest.fixture(scope="module")
def schedules() -> NationalSchedules:
    return load_national_schedules(DATA)


def own_text(name: str) -> str:
    return (DATA.root / name).read_text(encoding="utf-8")


def faults_with(name: str, text: str) -> list[str]:
    """The faults of loading everything with one file replaced."""
    folder = DataFolder(DATA.root, [Overlay("mine", {name: text})])
    with pytest.raises(DataError) as caught:
        load_tables(folder) if name.startswith("tables") else load_national_schedules(folder)
    return [str(fault) for fault in caught.value.faults]


# Terrain Effects Chart


@pytest.mark.rule("6-7")
def test_6_7_river_wooded_rough_and_single_track_cost_four(tables: Tables) -> None:
    before = (tables.terrain["wooded rough"].movement or 0) + tables.features["river"].movement
    single = tables.features["single track rail line"]
    assert single.minimum_cost is not None
    assert before >= single.minimum_cost
    assert before + single.movement == 4


@pytest.mark.rule("6-7")
def test_figure_3_woods_and_river_cost_two_along_a_rail_line_only_if_it_is_double(tables: Tables) -> None:
    before = (tables.terrain["woods"].movement or 0) + tables.features["river"].movement
    double, single = tables.features["double track rail line"], tables.features["single track rail line"]
    assert double.minimum_cost == before == 3
    assert before + double.movement == 2
    assert single.minimum_cost == 4
    assert single.mountain_minimum_cost == 3


def test_figure_3_broken_and_river_cost_two(tables: Tables) -> None:
    assert (tables.terrain["broken"].movement or 0) + tables.features["river"].movement == 2


PRINTED_TERRAIN = [
    # terrain, movement, attack strength, attack die, counterattack die
    ("ocean", None, "none", 0, 0),
    ("clear", 1, "full", 0, 0),
    ("broken", 1, "full", -1, 0),
    ("hilly", 1, "full", -2, 1),
    ("woods", 2, "full", -2, 1),
    ("swamp", 3, "full", -2, 1),
    ("rough", 3, "full", -3, 1),
    ("wooded rough", 4, "full", -4, 2),
    ("mountain", 6, "half", 0, 3),
    ("alpine", None, "half", 0, 3),
    ("suburban", 1, "full", 0, 0),
    ("urban", 1, "half", 0, 3),
    ("lake", None, "none", 0, 0),
]


def test_the_chart_holds_exactly_the_printed_terrain(tables: Tables) -> None:
    found = [
        (row.terrain, row.movement, row.attack_strength, row.attack_die, row.counterattack_die)
        for row in tables.terrain.values()
    ]
    assert found == PRINTED_TERRAIN


@pytest.mark.rule("32-1")
def test_32_1_mountain_units_save_a_point_in_wooded_rough_and_mountain_only(tables: Tables) -> None:
    saved = [name for name, row in tables.terrain.items() if row.mountain_movement != row.movement]
    assert saved == ["wooded rough", "mountain"]
    assert tables.terrain["wooded rough"].mountain_movement == 3
    assert tables.terrain["mountain"].mountain_movement == 5


@pytest.mark.rule("16-10")
def test_16_10_hexsides_that_bar_a_column_attack(tables: Tables) -> None:
    barred = {name for name, row in tables.terrain.items() if not row.column_attack}
    assert barred == {"ocean", "lake", "alpine", "mountain", "urban", "wooded rough"}
    assert [name for name, row in tables.features.items() if not row.column_attack] == ["major river"]


def test_rivers_count_in_combat_only_if_all_attackers_cross_one(tables: Tables) -> None:
    river, major = tables.features["river"], tables.features["major river"]
    assert (river.movement, river.attack_die, river.counterattack_die) == (1, -2, 1)
    assert (major.movement, major.attack_strength, major.counterattack_die) == (3, "half", 3)
    assert river.all_attackers
    assert major.all_attackers
    assert river.zone_to_zone
    assert not major.zone_to_zone


@pytest.mark.rule("22-7", "WF 8-5")
def test_markers(tables: Tables) -> None:
    found = {
        name: (row.movement, row.attack_die, row.counterattack_die) for name, row in tables.markers.items()
    }
    assert found == {
        "construction": (0, 0, 0),
        "trench": (2, -2, 0),
        "hindenburg line": (2, -3, 0),
        "devastation": (2, 0, 0),
    }


@pytest.mark.rule("22-21")
def test_22_21_insufficient_artillery_matters_in_clear_and_broken_terrain(tables: Tables) -> None:
    found = {
        name: (row.solid_attack_die, row.solid_counterattack_die)
        for name, row in tables.terrain.items()
        if row.solid_attack_die or row.solid_counterattack_die
    }
    assert found == {"clear": (-1, 2), "broken": (0, 2), "suburban": (-1, 2)}


@pytest.mark.rule("22-16")
def test_22_16_defensive_terrain_by_year(tables: Tables) -> None:
    def holding(year: int) -> set[str]:
        return {name for name in tables.terrain if tables.holds_to_the_last(name, year)}

    assert holding(1914) == set()
    assert holding(1915) == {"rough", "wooded rough", "mountain", "alpine", "urban"}
    assert holding(1916) == holding(1915) | {"hilly", "woods", "swamp"} == holding(1918)


def test_rail_lines_and_places_do_nothing_in_combat(tables: Tables) -> None:
    for name, row in tables.features.items():
        if name not in ("river", "major river"):
            assert (row.attack_strength, row.attack_die, row.counterattack_die) == ("full", 0, 0), name
            assert row.movement == (-1 if "rail" in name else 0), name


# Combat results


@pytest.mark.rule("13-13")
def test_figure_9_cells(tables: Tables) -> None:
    assert tables.combat_result(1914, 20, 1) == 2
    assert tables.combat_result(1914, 24, 7) == 6


def test_only_the_cells_of_figure_9_are_known() -> None:
    rows = [line.split(",") for line in own_text("tables/known_cells.csv").splitlines() if line[0] != "#"]
    assert [row[:4] for row in rows[1:]] == [["1914", "20", "1", "2"], ["1914", "24", "7", "6"]]


@pytest.mark.rule("13-19")
@pytest.mark.parametrize("year", [1914, 1917])
@pytest.mark.parametrize("die", DICE)
def test_13_19_strength_beyond_fifty_adds_columns(tables: Tables, year: int, die: int) -> None:
    column = {strength: tables.combat_result(year, strength, die) for strength in STRENGTHS}
    assert tables.combat_result(year, 135, die) == 2 * column[50] + column[35]
    assert tables.combat_result(year, 108, die) == 2 * column[50] + column[8]
    assert tables.combat_result(year, 100, die) == 2 * column[50]


@pytest.mark.rule("13-12", "13-16")
def test_13_12_and_13_16_the_die_stays_in_the_table(tables: Tables) -> None:
    assert tables.combat_result(1914, 40, -3) == tables.combat_result(1914, 40, -1)
    assert tables.combat_result(1914, 40, 10) == tables.combat_result(1914, 40, 8)
    assert tables.combat_result(1914, 0, 8) == 0


@pytest.mark.rule("13-26")
def test_13_26_the_table_of_1917_is_bloodier(tables: Tables) -> None:
    early, late = tables.combat[1914], tables.combat[1917]
    assert all(late[die][s - 1] >= early[die][s - 1] for die in DICE for s in STRENGTHS)
    assert sum(late[die][s - 1] > early[die][s - 1] for die in DICE for s in STRENGTHS) > 400
    assert tables.combat_result(1916, 20, 1) == 2
    assert tables.combat_result(1917, 20, 1) == late[1][19] > 2


@pytest.mark.parametrize(("year", "pips"), [(1914, 3), (1917, 5)])
def test_rebuilt_cells_follow_the_documented_formula(tables: Tables, year: int, pips: int) -> None:
    for die in DICE:
        for strength in STRENGTHS:
            exact = Fraction(strength * (die + pips), 40)
            assert tables.combat[year][die][strength - 1] == (exact + Fraction(1, 2)).__floor__()


def test_a_table_that_contradicts_a_worked_example_is_refused() -> None:
    name = "tables/combat_results_1914.csv"
    lines = own_text(name).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("1,"))
    cells = lines[at].split(",")
    cells[20] = "3"  # column 20
    lines[at] = ",".join(cells)
    faults = faults_with(name, "\n".join(lines))
    assert any("known_cells.csv:4: table 1914, column 20, die 1 must be 2" in fault for fault in faults)
    assert any(
        f"combat_results_1914.csv:{at + 1}: die 1: column 21 is less than column 20" in fault
        for fault in faults
    )


def test_a_table_with_holes_tells_all_of_them() -> None:
    name = "tables/combat_results_1917.csv"
    lines = own_text(name).splitlines()
    broken = [line.replace("8,0,", "8,x,", 1) for line in lines if not line.startswith("3,")]
    faults = faults_with(name, "\n".join(broken))
    assert any("no sound row for die 3" in fault for fault in faults)
    assert any('column "1" is not a whole number' in fault for fault in faults)
    assert all(fault.startswith("mine/tables/combat_results_1917.csv") for fault in faults)


def test_a_table_may_be_replaced_by_its_owner() -> None:
    flat = "#: provenance = printed\n" + ",".join(["die", *(str(s) for s in STRENGTHS)]) + "\n"
    flat += "\n".join(f"{die}," + ",".join("9" for _ in STRENGTHS) for die in DICE)
    folder = DataFolder(DATA.root, [Overlay("mine", {"tables/combat_results_1917.csv": flat})])
    assert load_tables(folder).combat_result(1918, 1, 0) == 9


def test_an_unknown_word_comes_with_a_suggestion() -> None:
    text = own_text("tables/terrain.csv").replace("mountain,6,5,half", "mountain,6,5,hafl")
    assert any(
        'unknown attack strength "hafl" (did you mean "half"?)' in f
        for f in faults_with("tables/terrain.csv", text)
    )


# Supply, retreat, artillery, fortresses


@pytest.mark.rule("19-2", "29-6")
def test_figure_11_and_12_supply_expenditure(tables: Tables) -> None:
    infantry, artillery = tables.supply_rate("infantry", 1914), tables.supply_rate("artillery", 1914)
    assert infantry.attack is not None
    assert -(-19 // infantry.attack) == 5  # 19 attacking strength points
    assert infantry.counterattack is not None
    assert -(-4 // infantry.counterattack) == 2
    assert artillery.attack is not None
    assert -(-23 // artillery.attack) == 12
    assert tables.supply_rate("cavalry", 1914).attack is None
    serbian = [tables.supply_rate("infantry", year, "se").counterattack for year in range(1914, 1919)]
    assert serbian == [None, None, 2, 2, 2]
    strengthened = tables.supply_rate("strengthened cavalry", 1916)
    assert (strengthened.attack, strengthened.counterattack) == (4, 2)


@pytest.mark.rule("19-9", "19-10", "19-15", "34-2", "34-3")
def test_supply_line_lengths(tables: Tables) -> None:
    assert tables.supply_line() == (4, 8)
    assert tables.supply_line(winter=True) == (3, 6)
    assert tables.supply_line(cut_off=True) == (2, 3)
    assert tables.supply_line(winter=True, cut_off=True) == (2, 3)


@pytest.mark.rule("34-1")
def test_34_1_winter_is_december_to_february(tables: Tables) -> None:
    assert [month for month in range(1, 13) if tables.is_winter(month)] == [1, 2, 12]


@pytest.mark.rule("14-3", "21-5")
def test_21_5_retreat_turns_seven_losses_into_five(tables: Tables) -> None:
    assert round(7 * (1 - tables.number("retreat_loss_reduction"))) == 5


@pytest.mark.rule("14-4", "40-4", "41-2", "42-2", "47-2")
def test_loss_that_forces_a_retreat(tables: Tables) -> None:
    def early(nation: str) -> list[int]:
        years = range(1914, 1919)
        return [year for year in years if tables.forced_retreat_loss(nation, year) == Fraction(1, 3)]

    assert early("ah") == early("ru") == [1914, 1915]
    assert early("it") == [1914, 1915, 1916, 1917]
    assert early("ro") == [1914, 1915, 1916, 1917, 1918]
    for nation in ("ge", "fr", "gb", "be", "us", "se"):
        assert {tables.forced_retreat_loss(nation, year) for year in range(1914, 1919)} == {Fraction(1, 2)}
    for year in range(1914, 1919):
        assert tables.forced_retreat_loss("ge", year, "surrounded") == Fraction(1, 4)
        assert tables.forced_retreat_loss("ge", year, "first assault") == Fraction(1, 2)


@pytest.mark.rule("22-20")
def test_22_20_artillery_against_solid_defenses(tables: Tables) -> None:
    years = range(1914, 1919)
    assert [tables.artillery_needed(year) for year in years] == [0, 3, 6, 9, 12]
    assert [tables.artillery_needed(year, "italy") for year in years] == [0, 2, 2, 4, 6]
    assert [tables.artillery_needed(year, "other") for year in years] == [0, 2, 2, 2, 2]


@pytest.mark.rule("21-10")
def test_21_10_fortresses_hold_out_by_size(tables: Tables) -> None:
    assert [tables.siege_turns(strength) for strength in (1, 12, 13, 15, 23, 24, 48)] == [
        7,
        7,
        14,
        14,
        14,
        28,
        28,
    ]


@pytest.mark.rule("29-10", "29-11")
def test_figure_12_bombardment_of_liege(tables: Tables) -> None:
    hexsides, guns = 4, 23
    assert tables.whole("fortress_garrison_per_hexside") * hexsides == 16
    assert tables.whole("fortress_bombardment_factor") * guns == 46
    assert tables.whole("fortress_bombardment_die") * hexsides == 4
    assert tables.whole("counterattack_factor_fortress") * 36 == 108


@pytest.mark.rule("8-8", "18-4")
@pytest.mark.parametrize(("supply", "divisions"), [(0, 1), (10, 1), (11, 2), (20, 2), (42, 5), (100, 10)])
def test_18_4_headquarters_by_rail(tables: Tables, supply: int, divisions: int) -> None:
    assert tables.headquarters_by_rail(supply) == divisions


@pytest.mark.rule("11-6", "8-8", "49-1", "WF 11-2", "WF 10-4")
def test_what_units_count(tables: Tables) -> None:
    def counts(nation: str, kind: str, size: str, designation: str = "") -> tuple[str, int]:
        row = tables.unit_size(nation, kind, size, designation)
        return row.stacking, row.rail

    assert counts("ge", "inf", "xx") == ("1", 1)
    assert counts("ge", "inf", "x") == ("1/2", 1)
    assert counts("ge", "art", "iii") == ("0", 2)
    assert counts("ge", "siege", "i") == ("0", 1)
    assert counts("us", "inf", "xx", "1") == ("2", 2)
    assert counts("us", "inf", "x", "3") == ("1", 1)
    assert counts("us", "inf", "xx", "93P") == ("1", 1)
    assert counts("gb", "tank", "x") == ("0", 3)
    assert counts("ge", "tank", "ii") == ("0", 1)
    assert counts("fr", "hq", "xxxx") == ("0", 1)
    assert counts("fr", "fortress", "") == ("0", 0)
    assert counts("fr", "eng", "iii") == ("0", 1)
    assert counts("fr", "rpl", "xx") == ("1", 1)
    assert counts("fr", "rpl", "x") == ("1", 1)
    assert counts("us", "mar", "x", "4") == ("1", 1)


@pytest.mark.rule("11-9", "11-10")
def test_11_9_hexes_with_few_land_hexsides(tables: Tables) -> None:
    two = tables.stacking[2]
    assert (two.divisions, two.artillery, two.attacking_divisions, two.attacking_artillery) == (4, 2, 8, 4)
    assert (tables.stacking[1].divisions, tables.stacking[1].artillery) == (2, 1)
    for land in (3, 4, 5, 6):
        row = tables.stacking[land]
        assert (row.divisions, row.artillery, row.attacking_divisions) == (6, 3, None)


@pytest.mark.rule("7-5")
def test_figure_4_three_rail_hexsides_cost_three_tenths(tables: Tables) -> None:
    pieces = TITLE.setting("schlieffen-plan", {}).pieces
    spent = tables.number("entrain_cost") + 3 * Fraction(pieces["ge-inf-xx-39"].rail_step, POINT)
    assert spent == Fraction(13, 10)
    assert Fraction(pieces["ge-cav-xx-8"].rail_step, POINT) == Fraction(1, 6)


def test_a_part_is_not_given_for_a_whole_number(tables: Tables) -> None:
    with pytest.raises(ValueError, match="unsupplied_factor is 1/2, not a whole number"):
        tables.whole("unsupplied_factor")


def test_every_single_number_is_asked_for_by_a_rule(tables: Tables) -> None:
    """Whoever changes a number in an overlay changes the game: there is none that nobody looks at."""
    sources = "".join(path.read_text(encoding="utf-8") for path in CODE.rglob("*.py"))
    words = set(re.findall(r'"([a-z0-9_]+)"', sources))
    made = re.findall(r'f"([a-z0-9_]*(?:\{[^{}]*\}[a-z0-9_]*)+)"', sources)
    spelled = [name for name in made if re.search("[a-z]{3}", re.sub(r"\{[^{}]*\}", "", name))]
    patterns = [re.compile(re.sub(r"\{[^{}]*\}", "[a-z_]*", name)) for name in spelled]
    unread = [
        name
        for name in tables.numbers
        if name not in words and not any(pattern.fullmatch(name) for pattern in patterns)
    ]
    assert unread == []


@pytest.mark.rule("14-17")
def test_14_17_two_of_four_strength_points_force_a_retreat(tables: Tables) -> None:
    assert 4 * tables.forced_retreat_loss("fr", 1914) == 2


@pytest.mark.rule("21-11")
def test_21_11_a_fifteen_point_fortress_may_fall_on_a_two_in_its_fifteenth_turn(tables: Tables) -> None:
    prone = 15 - tables.siege_turns(15)
    assert prone == 1
    adjustment = tables.whole("fortress_surrender_dice_adjustment")
    assert [dice for dice in range(2, 13) if dice + adjustment <= prone] == [2]


@pytest.mark.rule("WF 23-5")
def test_23_5_a_headquarters_lost_in_3_september_returns_in_4_december(tables: Tables) -> None:
    assert (9 + tables.whole("rebuild_months"), 3 + tables.whole("rebuild_turns")) == (12, 4)


def test_24_5_the_208th_division_costs_existing_units_two_points(tables: Tables) -> None:
    assert 5 // tables.whole("fourth_regiment_divisor") == 2


@pytest.mark.rule("7-4", "7-8", "14-3", "37-5", "39-1", "44-1")
def test_nations(tables: Tables) -> None:
    nations = tables.nations
    assert {code for code, row in nations.items() if row.entrain_in_zone} == {"ge"}
    assert {code for code, row in nations.items() if row.zone_after_rail} == {"ge", "gb"}
    assert {code for code, row in nations.items() if not row.retreat_saves} == {"ah", "it"}
    assert {code: row.single_track for code, row in nations.items() if row.single_track > 1} == {"ge": 2}
    assert {code: row.rail_capacity for code, row in nations.items() if row.rail_capacity} == RAIL_CAPACITIES
    assert nations["po"].counted_as == "gb"
    assert {nations[code].counted_as for code in ("ru", "pl", "it", "cz")} == {"fr"}


# Gas, tanks, assault units


@pytest.mark.rule("WF 9-4")
def test_9_4_gas_effects(tables: Tables) -> None:
    effects = {dice: tables.gas_effect(dice) for dice in range(2, 13)}
    assert [effects[dice].attack_die for dice in range(2, 13)] == [0, 0, -2, -2, 2, 2, 2, 2, 2, 2, 2]
    assert [effects[dice].attack for dice in (2, 3, 4)] == [False, False, True]
    assert [effects[dice].defending_guns for dice in (8, 9, 12)] == [True, False, False]
    assert [effects[dice].retreat for dice in (8, 9, 11)] == ["", "more than half", "any loss"]
    assert all(row.counterattack_die == -row.attack_die for row in effects.values())


@pytest.mark.rule("WF 9-1", "WF 9-2")
def test_9_1_gas_counters(tables: Tables) -> None:
    assert tables.gas_counters == {
        ("central-powers", "gain"): (2, 12),
        ("entente", "gain"): (2,),
        ("central-powers", "lose"): (2, 3, 12),
        ("entente", "lose"): (2, 3, 4, 11, 12),
    }


@pytest.mark.rule("WF 10-3", "WF 10-11", "WF 10-12")
def test_tank_examples(tables: Tables) -> None:
    assert tables.tank_breakdown == {1916: 3, 1917: 2, 1918: 1}
    losses = Fraction(tables.whole("tank_brigade_battalions"), 9) * 8
    assert int(losses) == 2
    assert 7 + 12 * tables.number("tank_retreat_part") == 13


@pytest.mark.rule("WF 12-15")
@pytest.mark.parametrize(
    ("points", "strong", "weak"),
    [
        (1800, 20, 10),
        (1849, 20, 10),
        (1850, 18, 9),
        (1751, 20, 10),
        (1750, 22, 11),
        (1650, 26, 13),
        (2400, 0, 0),
    ],
)
def test_12_15_conversions(tables: Tables, points: int, strong: int, weak: int) -> None:
    assert tables.conversions_allowed(points) == {12: strong, 10: weak}


# Demoralization and morale


@pytest.mark.rule("26-3")
def test_26_3_schedule(tables: Tables) -> None:
    assert tables.demoralization == {
        "infantry lost": 1,
        "fortress lost": 1,
        "infantry surrendered": 2,
        "cavalry lost": 2,
        "artillery lost": 2,
        "engineer lost": 2,
        "cavalry surrendered": 4,
        "artillery surrendered": 4,
        "headquarters lost": 10,
        "city occupied": 15,
        "urban hexside occupied": 25,
        "tank lost": 0,
    }
    assert tables.whole("capital_factor") == 2
    assert {code: row.city_factor for code, row in tables.nations.items() if row.city_factor != 1} == {
        "ge": 2
    }


@pytest.mark.rule("WF 23-18", "WF 23-19", "WF 23-20")
@pytest.mark.parametrize(
    ("nation", "state", "points"),
    [
        ("ge", "shaken", [1600] * 5),
        ("ge", "collapsed", [1150, 1500, 1800, 2050, 2350]),
        ("ge", "surrendered", [1300, 1700, 2050, 2350, 2650]),
        ("fr", "shaken", [900] * 5),
        ("fr", "collapsed", [675, 875, 1050, 1200, 1325]),
        ("fr", "surrendered", [750, 1000, 1200, 1350, 1500]),
        ("gb", "shaken", [1000] * 5),
        ("gb", "collapsed", [800, 1100, 1300, 1500, 1650]),
        ("gb", "surrendered", [900, 1200, 1450, 1650, 1850]),
    ],
)
def test_morale_thresholds(schedules: NationalSchedules, nation: str, state: str, points: list[int]) -> None:
    assert [schedules.thresholds[nation, state][year] for year in range(1914, 1919)] == points


@pytest.mark.rule("WF 23-18", "WF 23-21", "WF 23-22")
def test_morale_fails_and_never_recovers(schedules: NationalSchedules) -> None:
    assert schedules.morale("ge", 1917, 1599) == "steady"
    assert schedules.morale("ge", 1917, 1600) == "shaken"
    assert schedules.morale("ge", 1914, 1150) == "collapsed"
    assert schedules.morale("ge", 1915, 1151, before="collapsed") == "collapsed"
    assert schedules.morale("fr", 1918, 1500) == "surrendered"
    assert schedules.morale("be", 1918, 5000) == "steady"
    assert schedules.morale("us", 1918, 5000) == "steady"


@pytest.mark.rule("WF 23-16", "WF 25-3")
def test_23_16_monthly_demoralization(schedules: NationalSchedules) -> None:
    def total(nation: str, year: int, month: int, game: str = "western-front") -> int:
        return sum(row.points for row in schedules.monthly_demoralization(nation, year, month, game))

    assert total("ge", 1914, 12) == 0
    assert total("ge", 1915, 1) == 12 + 17 == total("ge", 1916, 12)
    assert total("ge", 1917, 1) == 12 == total("ge", 1918, 11)
    assert total("ge", 1916, 5, "linked") == 8
    assert [total("gb", 1917, month) for month in (1, 2, 11, 12)] == [2, 17, 17, 6]
    assert (total("gb", 1915, 6), total("gb", 1916, 6), total("gb", 1918, 6)) == (3, 2, 6)
    assert total("fr", 1917, 6) == 0


# Chapter 23: supply and replacements


@pytest.mark.rule("WF 23-25", "WF 23-26", "WF 23-27", "WF 23-28", "WF 23-29", "WF 23-30")
def test_german_supply_month_by_month(schedules: NationalSchedules) -> None:
    def year_of(year: int) -> list[int]:
        return [schedules.supply_due("ge", year, month, 1) for month in range(1, 13)]

    assert schedules.supply_due("ge", 1914, 12, 1) == 20
    assert year_of(1915) == [20, 30, 40, 30, 40, 30, 40, 30, 40, 30, 70, 60]
    assert year_of(1916) == [70, 60, 70, 60, 70, 60, 30, 30, 30, 30, 30, 30]
    assert year_of(1917) == [70, 60] * 6
    assert schedules.supply_due("ge", 1917, 1, 2) == 0


@pytest.mark.rule("WF 23-31", "WF 23-32", "WF 23-37", "WF 23-38", "WF 23-47", "WF 23-48")
def test_supply_of_failing_nations(schedules: NationalSchedules) -> None:
    def due(nation: str, year: int, morale: str) -> list[int]:
        return [schedules.supply_due(nation, year, month, 1, morale=morale) for month in range(1, 13)]

    assert due("ge", 1917, "shaken") == [50] * 9 + [60, 50, 50]
    assert due("ge", 1918, "shaken") == [60, 50, 50] * 4
    assert due("ge", 1918, "collapsed") == [30] * 12
    assert due("fr", 1917, "shaken") == [30, 22] * 6
    assert due("fr", 1917, "collapsed") == [7] * 12
    assert due("gb", 1917, "shaken") == [18] * 12
    assert due("gb", 1918, "shaken") == [15] * 12
    assert due("gb", 1918, "collapsed") == [8] * 12


@pytest.mark.rule(
    "WF 23-35", "WF 23-36", "WF 23-43", "WF 23-44", "WF 23-45", "WF 23-46", "WF 23-57", "WF 23-58"
)
def test_entente_supply(schedules: NationalSchedules) -> None:
    def on(nation: str, *months: tuple[int, int]) -> list[int]:
        return [schedules.supply_due(nation, year, month, 1) for year, month in months]

    assert on("fr", (1914, 12), (1915, 1), (1915, 2), (1918, 11)) == [10, 10, 37, 37]
    assert on("gb", (1914, 12), (1915, 1), (1915, 11), (1915, 12), (1916, 6)) == [0, 8, 8, 18, 18]
    assert on("gb", (1916, 7), (1917, 12), (1918, 1)) == [28, 28, 35]
    assert on("us", (1917, 4), (1917, 5), (1918, 4), (1918, 5), (1918, 7), (1918, 11)) == [
        0,
        5,
        5,
        10,
        10,
        10,
    ]
    assert on("be", (1915, 1), (1918, 1)) == [0, 0]


def turns_with(
    schedules: NationalSchedules, nation: str, year: int, month: int, morale: str = "steady"
) -> list[int]:
    return [
        turn for turn in range(1, 8) if schedules.replacements_due(nation, year, month, turn, morale=morale)
    ]


@pytest.mark.rule(
    "WF 23-25", "WF 23-27", "WF 23-31", "WF 23-32", "WF 23-35", "WF 23-36", "WF 23-42", "WF 23-53"
)
def test_replacement_turns(schedules: NationalSchedules) -> None:
    assert turns_with(schedules, "ge", 1914, 12) == [1, 3, 4, 5, 7]
    assert turns_with(schedules, "ge", 1915, 5) == [1, 5]
    assert turns_with(schedules, "ge", 1917, 3, "shaken") == [2, 4, 6]
    assert turns_with(schedules, "ge", 1917, 8, "shaken") == [1, 3, 5, 7]
    assert turns_with(schedules, "ge", 1918, 10, "collapsed") == [1, 5]
    assert turns_with(schedules, "ge", 1918, 11, "collapsed") == [1]
    assert turns_with(schedules, "fr", 1914, 12) == [1, 3, 5, 7]
    assert turns_with(schedules, "fr", 1915, 1) == [1, 3, 4, 5, 7]
    assert turns_with(schedules, "fr", 1916, 6) == [1, 3, 5, 7]
    assert turns_with(schedules, "fr", 1916, 7) == [1, 3, 4, 5, 7]
    assert turns_with(schedules, "gb", 1914, 12) == [6]
    assert turns_with(schedules, "gb", 1916, 7) == [1, 3, 5, 6]
    assert turns_with(schedules, "be", 1917, 7) == [1]
    assert turns_with(schedules, "be", 1918, 1) == []
    assert turns_with(schedules, "us", 1918, 6) == []
    assert turns_with(schedules, "us", 1918, 7) == [1]


PRINTED_REPLACEMENTS = {"ge": (5, 4), "fr": (4, 3), "gb": (5, 3), "be": (4, 3), "us": (5, 4)}


def test_replacement_units_have_the_printed_values(schedules: NationalSchedules) -> None:
    for row in schedules.replacements:
        if row.contingent == "home":
            assert (row.strength, row.movement) == PRINTED_REPLACEMENTS[row.nation], row.rule


@pytest.mark.rule("WF 23-37", "WF 23-38", "WF 23-47", "WF 23-48", "WF 25-16", "WF 25-17")
def test_replacement_turns_of_failing_nations(schedules: NationalSchedules) -> None:
    for month in range(1, 13):
        assert turns_with(schedules, "fr", 1917, month, "shaken") == [2, 4, 6]
        assert turns_with(schedules, "fr", 1917, month, "collapsed") == [1]
        assert turns_with(schedules, "gb", 1917, month, "shaken") == [2, 4, 6]
        assert turns_with(schedules, "gb", 1917, month, "collapsed") == [1]


@pytest.mark.rule("WF 23-49", "WF 23-50")
def test_23_49_dominion_replacements_stand_in_for_home_units(schedules: NationalSchedules) -> None:
    def sixth(year: int, month: int, morale: str = "steady") -> list[tuple[str, int, int]]:
        due = schedules.replacements_due("gb", year, month, 6, morale=morale)
        return [(row.contingent, row.strength, row.movement) for row in due]

    assert sixth(1915, 1) == [("home", 5, 3)]
    assert sixth(1915, 2) == [("canadian", 4, 3)]
    assert sixth(1915, 3) == [("home", 5, 3)]
    assert sixth(1916, 3) == [("australian", 4, 3)]
    assert sixth(1918, 11, "shaken") == [("canadian", 4, 3)]
    assert sixth(1918, 11, "collapsed") == []


@pytest.mark.rule("WF 25-14", "WF 25-15", "WF 25-12")
def test_linked_game_changes_germany_only(schedules: NationalSchedules) -> None:
    assert schedules.supply_due("ge", 1916, 7, 1, game="linked") == 80
    assert schedules.supply_due("fr", 1916, 7, 1, game="linked") == 37
    january = [t for t in range(1, 8) if schedules.replacements_due("ge", 1915, 1, t, game="linked")]
    assert january == [1, 2, 3, 5, 6, 7]
    limits = [schedules.supply_limit("ge", year, "linked") for year in range(1915, 1919)]
    assert limits == [350, 470, 850, 700]
    assert [row.last_year - row.first_year for row in schedules.limits if row.game == "linked"] == [
        0,
        0,
        0,
        0,
    ]
    shaken = [schedules.supply_due("ge", 1917, m, 1, game="linked", morale="shaken") for m in range(1, 13)]
    assert shaken == [60, 50, 50] * 4
    assert schedules.supply_limit("fr", 1917, "linked") == 225


@pytest.mark.rule("WF 23-8", "WF 23-9", "WF 23-10", "WF 23-11", "WF 23-12")
def test_supply_limits(schedules: NationalSchedules) -> None:
    def limits(nation: str) -> list[int | None]:
        return [schedules.supply_limit(nation, year) for year in range(1914, 1919)]

    assert limits("ge") == [None, 150, 220, 700, 700]
    assert limits("gb") == [None, 40, 110, 135, 175]
    assert limits("fr") == [None, 110, 225, 225, 225]
    assert limits("be") == [None, 30, 30, 30, 30]
    assert limits("us") == [50] * 5


def test_two_rows_for_one_turn_are_refused() -> None:
    text = own_text("schedules/supply.csv").replace("1916-07,1916-12,,1,30", "1916-06,1916-12,,1,30")
    faults = faults_with("schedules/supply.csv", text)
    assert len(faults) == 1
    assert "speaks of 1916-06 turn 1" in faults[0]


def test_a_mistyped_month_is_refused() -> None:
    text = own_text("schedules/morale_monthly.csv").replace("1917-02,1917-11", "1917-2,1917-11")
    assert any('"1917-2" is not a month' in f for f in faults_with("schedules/morale_monthly.csv", text))


# Scenarios


@pytest.mark.parametrize(
    ("slug", "first", "last"),
    [
        ("schlieffen-plan", (1914, 8, 1), (1914, 11, 5)),
        ("second-ypres-and-artois", (1915, 4, 6), (1915, 6, 4)),
        ("verdun", (1916, 2, 5), (1916, 4, 5)),
        ("somme", (1916, 6, 6), (1916, 11, 4)),
        ("nivelle-offensive", (1917, 4, 4), (1917, 6, 3)),
        ("western-front-1918", (1918, 3, 6), (1918, 11, 3)),
        ("duration-game", (1914, 8, 1), (1918, 11, 3)),
    ],
)
def test_scenario_dates(slug: str, first: tuple[int, int, int], last: tuple[int, int, int]) -> None:
    scenario = load_scenario(DATA, slug)
    assert scenario.first_turn == TurnDate(*first)
    assert scenario.last_turn == TurnDate(*last)


def test_every_scenario_folder_loads() -> None:
    assert len(SLUGS) == 7
    for slug in SLUGS:
        assert load_scenario(DATA, slug).slug == slug


@pytest.mark.rule("WF 13-1", "WF 15-1", "WF 17-1", "WF 19-1", "WF 21-1")
def test_historical_demoralization() -> None:
    found = {slug: load_scenario(DATA, slug).demoralization.historical for slug in SLUGS}
    assert found == {
        "schlieffen-plan": {},
        "duration-game": {},
        "second-ypres-and-artois": {"ge": 467, "fr": 420, "gb": 62},
        "verdun": {"ge": 926, "fr": 660, "gb": 205},
        "somme": {"ge": 1172, "fr": 750, "gb": 268},
        "nivelle-offensive": {"ge": 1587, "fr": 870, "gb": 563},
        "western-front-1918": {"ge": 1966, "fr": 975, "gb": 912, "us": 0},
    }


def test_supply_and_losses_at_the_start() -> None:
    def forces(slug: str) -> dict[str, tuple[int, int]]:
        return {force.nation: (force.supply, force.reduction) for force in load_scenario(DATA, slug).forces}

    assert forces("second-ypres-and-artois") == {
        "fr": (90, 100),
        "gb": (17, 45),
        "be": (7, 0),
        "ge": (130, 130),
    }
    assert forces("verdun") == {"fr": (150, 100), "gb": (75, 10), "be": (7, 0), "ge": (240, 50)}
    assert forces("somme") == {"fr": (225, 50), "gb": (100, 0), "be": (7, 0), "ge": (160, 50)}
    assert forces("nivelle-offensive") == {"fr": (240, 0), "gb": (130, 60), "be": (15, 0), "ge": (310, 0)}
    assert forces("western-front-1918") == {
        "fr": (225, 20),
        "gb": (192, 90),
        "us": (0, 0),
        "be": (15, 0),
        "ge": (640, 0),
    }


def test_supply_of_1914_is_the_sum_over_the_headquarters() -> None:
    text = own_text("scenarios/schlieffen-plan/setup.csv")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    sums: dict[str, int] = {}
    for row in rows:
        if row["supply"] and not row["option"]:
            sums[row["nation"]] = sums.get(row["nation"], 0) + int(row["supply"])
    expected = {force.nation: force.supply for force in load_scenario(DATA, "schlieffen-plan").forces}
    assert sums == expected == {"ge": 650, "fr": 330, "gb": 60, "be": 30}


def test_rail_capacity_of_1914_opens_in_two_steps() -> None:
    rails = {rail.nation: rail for rail in load_scenario(DATA, "schlieffen-plan").rail}
    turns = [TurnDate(1914, 8, 5), TurnDate(1914, 8, 6), TurnDate(1914, 8, 7), TurnDate(1914, 9, 1)]
    assert [rails["ge"].capacity(turn) for turn in turns] == [0, 7, 7, 15]
    assert [rails["fr"].capacity(turn) for turn in turns] == [0, 7, 7, 15]
    assert [rails["be"].capacity(turn) for turn in turns] == [0, 2, 2, 5]


def level(scenario: Scenario, difference: int, shift: int = 0) -> str:
    band = scenario.victory.band(difference, shift)
    return f"{band.winner} {band.level}".strip()


@pytest.mark.parametrize("slug", WITH_DIFFERENCE)
def test_every_difference_has_one_level(slug: str) -> None:
    bands = load_scenario(DATA, slug).victory.bands
    for difference in range(-200, 201):
        assert sum(band.holds(difference) for band in bands) == 1


@pytest.mark.rule("WF 13 victory", "WF 15 victory", "WF 17 victory", "WF 19 victory")
@pytest.mark.parametrize(
    ("slug", "edges"),
    [
        ("schlieffen-plan", [150, 100, 50, 30, 0, -29]),
        ("second-ypres-and-artois", [150, 100, 50, 30, 0, -29]),
        ("verdun", [120, 70, 40, 0, -34]),
        ("somme", [150, 100, 50, 0, -49]),
        ("nivelle-offensive", [150, 100, 50, 0, -49]),
    ],
)
def test_victory_bands(slug: str, edges: list[int]) -> None:
    assert [band.least for band in load_scenario(DATA, slug).victory.bands[:-1]] == edges


def test_nearness_to_paris_shifts_the_result() -> None:
    scenario = load_scenario(DATA, "schlieffen-plan")
    assert level(scenario, 60) == "central-powers marginal"
    assert level(scenario, 60, 1) == "central-powers substantial"
    assert level(scenario, 60, 4) == "central-powers decisive"
    assert level(scenario, 10, 2) == "central-powers marginal"
    assert level(scenario, 35) == "draw"
    assert level(scenario, -29) == "entente substantial"
    assert level(scenario, 60, -3) == "entente substantial"
    assert [(each.levels, each.distance) for each in scenario.victory.adjustments] == [
        (4, 0),
        (2, 2),
        (1, 4),
        (-3, 10),
        (-2, 8),
        (-1, 6),
    ]


@pytest.mark.rule("WF 21 victory", "WF 23 victory")
def test_victory_of_1918_is_the_fate_of_nations() -> None:
    victory = load_scenario(DATA, "western-front-1918").victory
    found = {(each.winner, each.level): each for each in victory.conditions}
    assert len(found) == 6
    assert found["entente", "decisive"].none_shaken == ("gb",)
    assert found["entente", "decisive"].none_collapsed == ("fr",)
    assert found["central-powers", "marginal"].any_shaken == ("gb",)
    duration = load_scenario(DATA, "duration-game").victory
    first = duration.conditions[0]
    assert (first.winner, first.any_surrendered, first.before_year) == ("central-powers", ("fr",), 1915)


def neighbours(name: str) -> set[str]:
    column, row = int(name[:2]), int(name[2:])
    beside = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    around = [(column, row - 1), (column, row + 1)]
    around += [(column + step, each) for step in (-1, 1) for each in beside]
    return {f"{c:02}{r:02}" for c, r in around}


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if load_scenario(DATA, slug).front])
def test_front_lines_face_each_other(slug: str) -> None:
    front = load_scenario(DATA, slug).front
    assert front is not None
    german, entente = set(front.german), set(front.entente)
    assert len(german) == len(front.german)
    assert not german & entente
    assert all(neighbours(name) & german for name in entente)
    assert all(neighbours(name) & entente for name in german)
    assert set(front.hindenburg_line) <= german
    for sector in front.sectors:
        assert set(sector.hexes) <= entente


@pytest.mark.rule("WF 12-5")
def test_12_5_the_british_sector_of_1915_is_that_of_the_example() -> None:
    front = load_scenario(DATA, "second-ypres-and-artois").front
    assert front is not None
    british = [sector.hexes for sector in front.sectors if sector.nation == "gb"]
    assert british == [("1006", "0907", "0908")]
    assert "0906" in front.entente


@pytest.mark.rule("WF 3-5", "WF 3-8", "WF 3-12")
def test_parameters_answer_by_type() -> None:
    scenario = load_scenario(DATA, "schlieffen-plan")
    assert scenario.whole("eastern_withdrawal_infantry") == 26
    assert scenario.whole("eastern_withdrawal_cavalry") == 2
    assert scenario.words("belgian_refuge") == ("1504", "1603", "1604")
    assert scenario.dates("siege_rail_turns") == (TurnDate(1914, 8, 3), TurnDate(1914, 8, 4))
    assert scenario.whole("siege_headquarters_supply") == 200
    assert not scenario.allowed("german_cavalry_column_movement")
    with pytest.raises(TypeError, match="liege"):
        scenario.whole("liege")


def test_a_scenario_with_a_gap_in_its_bands_is_refused() -> None:
    name = "scenarios/verdun/scenario.toml"
    text = (
        own_text(name).replace("least = 40\n", "least = 45\n").replace('counted = ["ge"', 'counted = ["xx"')
    )
    folder = DataFolder(DATA.root, [Overlay("mine", {name: text})])
    with pytest.raises(DataError) as caught:
        load_scenario(folder, "verdun")
    found = [fault.what for fault in caught.value.faults]
    assert "victory bands marginal and marginal do not meet" in found
    assert 'nation "xx" is on neither side' in found


def test_every_row_names_its_rule() -> None:
    for name in DATA.names():
        mine = name.startswith("tables/") and not name.startswith("tables/combat_results")
        if not mine:
            continue
        rows = csv.DictReader(line for line in own_text(name).splitlines() if not line.startswith("#"))
        for row in rows:
            assert row["rule"], f"{name}: {row}"


def test_every_rule_that_the_data_cites_is_in_the_index() -> None:
    index = (DATA.root.parent / "rules.csv").read_text(encoding="utf-8").splitlines()
    known = {row["rule"] for row in csv.DictReader(line for line in index if not line.startswith("#"))}
    cited = set()
    for name in DATA.names():
        if name.startswith(("tables/", *SCHEDULES)) and not name.startswith("tables/combat_results"):
            lines = [line for line in own_text(name).splitlines() if not line.startswith("#")]
            cited |= {rule for row in csv.DictReader(lines) for rule in row["rule"].split("|")}
    for slug in SLUGS:
        scenario = load_scenario(DATA, slug)
        cited |= {each.rule for each in scenario.parameters}
        cited |= {each.rule for each in scenario.options}
        cited |= {each.rule for each in scenario.forces}
    numbered = {rule for rule in cited if "-" in rule}
    assert len(numbered) > 150
    assert numbered - known == set()
