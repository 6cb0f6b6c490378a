"""The tables: what the rule text gives of them, and that more is never worse."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexfront.games.storm_of_steel.printed.dice_tables import DIE, Columns, row_of
from hexfront.games.storm_of_steel.printed.land_tables import odds
from tests.games.storm_of_steel.builders import DATA

LAND = DATA.land
SEA = DATA.sea_and_air
POLITICS = DATA.politics
# From the worst for the attacker to the best, as each table goes.
BETTER = {
    "probe": ("AD", "AR", "-", "DR", "DD", "HX", "DE"),
    "assault": ("AE", "AD", "BB", "EX", "HX", "DD", "DE"),
    "infiltration": ("AD", "BB", "DI", "DD", "HX", "DE"),
}


@pytest.mark.rule("14.2")
@pytest.mark.parametrize(
    ("attack", "defense", "expected"),
    [
        (6, 6, "1:1"),
        (11, 6, "1:1"),
        (12, 6, "2:1"),
        (5, 6, "1:2"),
        (6, 12, "1:2"),
        (6, 13, "1:3"),
        (50, 6, "8:1"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defense: int, expected: str) -> None:
    assert odds(attack, defense) == expected


@pytest.mark.rule("4.6-Combat-1")
def test_shifts_move_two_to_one_as_in_the_examples() -> None:
    table = LAND.combat["assault"]
    assert table.column("2:1", 1) == "3:1"
    assert table.column("2:1", -1) == "1:1"
    assert table.column("1:1", -1) == "1:2"


@pytest.mark.rule("14.2", "14.21")
def test_odds_beyond_a_table_use_its_ends() -> None:
    for table in LAND.combat.values():
        assert table.column("1:9") == table.columns[0] == "1:3"
        assert table.column("12:1") == table.columns[-1] == "7:1"
        assert table.column("7:1", 2) == "7:1"
        assert table.column("1:3", -2) == "1:3"


@pytest.mark.rule("14.3")
@pytest.mark.parametrize("name", ["probe", "assault", "infiltration"])
def test_better_odds_and_a_higher_die_are_never_worse_for_the_attacker(name: str) -> None:
    table = LAND.combat[name]
    worth = {
        (die, place): BETTER[name].index(table.cells[die, column])
        for die in DIE
        for place, column in enumerate(table.columns)
    }
    for (die, place), value in worth.items():
        assert worth.get((die + 1, place), value) >= value
        assert worth.get((die, place + 1), value) >= value


@pytest.mark.rule("12.4", "25.42", "25.45", "34.21")
def test_the_results_that_the_text_explains() -> None:
    results = LAND.results
    assert results["DE"].defender == "all"
    assert [name for name, result in results.items() if result.landing] == ["DD", "DE"]
    assert [name for name, result in results.items() if result.devastates] == ["BB"]
    assert (results["DI"].entrenched, results["DI"].retreat) == ("turn mobile", "defender")
    assert results["HX"].attacker != "none"
    cells = {cell for table in LAND.combat.values() for cell in table.cells.values()}
    assert cells == set(results)
    assert "DI" not in set(LAND.combat["probe"].cells.values()) | set(LAND.combat["assault"].cells.values())


@pytest.mark.rule("14.44", "25.42", "37.2", "39.1")
def test_the_shifts_that_the_text_gives() -> None:
    printed = {case: row.columns for case, row in LAND.shifts.items() if row.source == "printed"}
    assert printed == {
        "defender out of supply": 1,
        "attacker out of supply": -1,
        "alpine attackers in mountain or rough": 1,
        "alpine defenders in mountain or rough": -1,
        "landing at a port": -2,
        "landing at a naval base": -3,
        "six capital ships at a landing": 1,
        "marines in a landing": 1,
    }


@pytest.mark.rule("10.22", "15.5", "37.1")
def test_mountains_take_all_but_from_alpine_units_and_hold_no_zone_or_line() -> None:
    mountain = LAND.terrain["mountain"]
    assert (mountain.points, mountain.alpine, mountain.zone, mountain.communication) == (
        "all",
        "2",
        False,
        False,
    )
    closed = [name for name, terrain in LAND.terrain.items() if not terrain.points]
    assert closed == ["lake", "sea"]


@pytest.mark.rule("31.11")
def test_attrition_is_that_of_the_text() -> None:
    assert LAND.attrition == {
        ("desert", "winter"): 3,
        ("mountain", "winter"): 3,
        ("desert", "other"): 2,
        ("mountain", "other"): 2,
        ("other", "winter"): 2,
        ("other", "other"): 1,
    }


@pytest.mark.rule("17.2", "33.2")
def test_siege_and_gas_do_more_with_a_higher_die() -> None:
    order = ("none", "halved", "eliminated")
    guns = [order.index(row_of(LAND.siege, die).result) for die in DIE]
    assert guns == sorted(guns)
    gas = [row_of(LAND.gas, die).right for die in range(7)]
    assert gas == sorted(gas)


@pytest.mark.parametrize("table", [SEA.fire, SEA.raiding, SEA.superiority])
def test_more_strength_and_a_higher_die_never_do_less(table: Columns[int]) -> None:
    for die in DIE:
        row = [table.cells[die, place] for place in range(len(table.least))]
        assert row == sorted(row)
    for place in range(len(table.least)):
        column = [table.cells[die, place] for die in DIE]
        assert column == sorted(column)


@pytest.mark.rule("26.5")
def test_more_ships_bombard_no_worse() -> None:
    order = ("-*", "-", "B", "X", "XX")
    table = SEA.bombardment
    for die in DIE:
        row = [order.index(table.cells[die, place]) for place in range(10)]
        assert row == sorted(row)
    assert {table.cell(1, ships) for ships in range(1, 11)} == {"-*"}
    assert table.cell(6, 10) == "XX"


@pytest.mark.rule("26.32")
def test_contact_favours_the_attacker_more_with_a_greater_difference() -> None:
    assert SEA.contact.least == (-2, -1, 0, 1, 2, 3)
    assert [SEA.contact.cell(4, number) for number in (-5, -1, 0, 2, 9)] == ["D", "C", "C", "A", "A"]


@pytest.mark.rule("27.8")
def test_merchant_points_by_shipping() -> None:
    assert [SEA.replacement(level) for level in (100, 81, 80, 61, 60, 1)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("27.3", "27.7")
def test_raiding_costs_as_its_columns_say() -> None:
    assert SEA.raiding.cell(3, 16) == 3
    assert SEA.raiding.cell(6, -4) == 1
    assert SEA.raiders_lost(1, convoys=False) == ("SS",)
    assert SEA.raiders_lost(1, convoys=True) == ("raider", "raider")
    assert SEA.raiders_lost(4, convoys=True) == ()


@pytest.mark.rule("27.10")
def test_less_shipping_never_costs_less_morale() -> None:
    for die in DIE:
        row = [SEA.outcome(level, die).morale for level in (90, 70, 50, 30, 10)]
        assert row == sorted(row, reverse=True)
    assert SEA.outcome(90, 6).points == "0"


@pytest.mark.rule("30.34", "30.54", "30.61", "30.71", "33.4")
def test_missions_come_with_the_levels_the_text_names() -> None:
    levels = {name: mission.level for name, mission in SEA.missions.items() if mission.source == "printed"}
    assert levels == {
        "reconnaissance": 1,
        "air superiority": 3,
        "interception": 3,
        "combat air patrol": 4,
        "naval aviation": 5,
        "gas bombing": 5,
        "paratroops": 5,
    }


@pytest.mark.rule("30.62")
def test_a_ground_attack_is_read_in_its_three_parts() -> None:
    best = SEA.ground.cell(6, 11)
    assert (best.support, best.mobile, best.devastates, best.ships) == (1, True, True, 4)
    assert SEA.ground.cell(1, 1).ships == 0
    assert SEA.ground.cell(6, 3, shift=1) == SEA.ground.cell(6, 4)


@pytest.mark.rule("35.11")
def test_the_bolsheviks_obey_the_die() -> None:
    control = [row_of(POLITICS.bolsheviks, die).control for die in DIE]
    assert control == ["central-powers"] * 2 + ["nobody", "as before"] + ["entente"] * 2


@pytest.mark.rule("5.12", "5.16", "28.2", "28.4", "36.3")
def test_the_morale_that_the_text_gives() -> None:
    printed = {case: row.change for case, row in POLITICS.morale.items() if row.source == "printed"}
    assert printed == {
        "12 strength points eliminated": "-1",
        "air unit eliminated": "-1",
        "naval unit eliminated": "-1",
        "BB or BC eliminated": "-2",
        "grain hex controlled": "1",
        "blockade in effect": "-die",
        "North Sea no longer dominated": "-5",
        "atrocity combat": "1",
    }


@pytest.mark.rule("6.2", "19.32")
def test_political_tables_go_on_beyond_the_die() -> None:
    assert row_of(POLITICS.events, -9).event == "revolution"
    assert row_of(POLITICS.events, 12).event == "campaign"
    assert [row_of(POLITICS.revolution, die).result for die in (-2, 1, 2, 3)] == [
        "red terror",
        "national exhaustion",
        "nationalist uprising",
        "hinge of fate",
    ]


@pytest.mark.rule("22.11", "22.2")
def test_development_has_two_modifiers() -> None:
    assert POLITICS.modifiers_of("development") == {"the enemy has developed it": -1, "tried before": -1}


@pytest.mark.rule("19.21", "19.24")
def test_diplomacy_can_win_every_neutral_but_those_that_stay_out() -> None:
    winnable = {
        name
        for name, row in POLITICS.neutrals.items()
        if row.central_powers.needs is not None or row.entente.needs is not None
    }
    assert winnable == {
        "ottoman-empire",
        "italy",
        "bulgaria",
        "romania",
        "greece",
        "netherlands",
        "denmark",
        "spain",
    }
    assert not {"sweden", "norway"} & set(POLITICS.neutrals)
    for row in POLITICS.neutrals.values():
        for attitude in (row.central_powers, row.entente):
            if attitude.then is not None:
                assert attitude.needs is not None
                assert attitude.then < attitude.needs


@pytest.mark.rule("32.3")
def test_more_agents_never_need_a_higher_die() -> None:
    for fewer, more in pairwise(POLITICS.psychological):
        assert fewer.differential < more.differential
        assert fewer.succeeds > more.succeeds


@pytest.mark.rule("20.1", "44.1", "35.14")
def test_small_tables_have_a_row_for_every_die() -> None:
    assert [row_of(POLITICS.minor_powers, die).country for die in DIE] == [
        "",
        "",
        "portugal",
        "portugal",
        "brazil",
        "spain",
    ]
    assert [row_of(POLITICS.peace, die).result for die in (1, 3, 9)] == ["peace", "armistice", "war"]
    raised = [row_of(POLITICS.irregulars, die).units for die in DIE]
    assert raised == sorted(raised)
