"""The forces and scenarios of Serbia 1914: the lists prove themselves and say what the rule text says."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import pairwise

import pytest

from hexfront.games.serbia_1914.printed import forces as counters
from hexfront.games.serbia_1914.printed import scenario_lists
from hexfront.games.serbia_1914.printed.forces import DATA, Forces
from hexfront.games.serbia_1914.printed.list_checks import check
from hexfront.games.serbia_1914.printed.scenario_lists import SCENARIOS, ScenarioLists, replay
from hexfront.games.serbia_1914.printed.set_up_supply import reach
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.board import Board, load_board
from hexfront.kernel.datafiles import DataFolder, Faults
from hexfront.kernel.start import new_game
from hexfront.shared.reading import Proof


@pytest.fixture(scope="module")
def forces() -> Forces:
    return counters.load()


@pytest.fixture(scope="module")
def lists() -> ScenarioLists:
    return scenario_lists.load()


@pytest.fixture(scope="module")
def report() -> Proof:
    return check()


@pytest.fixture(scope="module")
def board() -> Board:
    found = load_board(DataFolder(DATA).subfolder("board"), Faults())
    assert found is not None
    return found


def test_the_lists_have_no_fault(report: Proof) -> None:
    assert [str(fault) for fault in report.faults] == []


def test_the_lists_are_complete(report: Proof) -> None:
    expected = {
        "combat units austria-hungary": 68,
        "combat units serbia": 38,
        "combat units montenegro": 9,
        "forts": 6,
        "artillery": 11,
        "supply units": 21,
        "naval squadrons": 3,
        "battle-in-the-macva turns": 7,
        "grand-campaign turns": 38,
        "crossing-of-the-drina turns": 13,
        "conrads-case-b turns": 19,
        "grand-campaign reinforcements": 17,
        "grand-campaign withdrawals": 14,
    }
    assert {name: report.figures[name] for name in expected} == expected


def test_sizes_follow_the_summary_of_division_equivalents(forces: Forces) -> None:
    sizes = {unit: counter.quarters for unit in UNITS_BY_SIZE if (counter := forces.counter(unit))}
    assert sizes == UNITS_BY_SIZE


UNITS_BY_SIZE = {  # [1.1] in quarters
    "ah-inf-xx-9": 4,
    "ah-train-8": 4,
    "ah-inf-x-13": 2,
    "ah-cav-xx-10": 2,
    "sr-inf-iii-loznica": 1,
    "ah-art-fsar-6": 0,
    "sr-fort-beograd": 0,
    "ah-depot-sixth-1": 0,
    "ah-naval-sava": 0,
}


def test_units_carry_as_many_reductions_as_the_rules_give_them(forces: Forces) -> None:
    wanted = {
        "sr-inf-xx-morava-1": 3,  # [9.10.3] flipped, -2, -4
        "sr-inf-x-lim": 1,
        "ah-cav-xx-10": 1,
        "ah-ma-x-8": 1,
        "sr-rp-iii-ram": 0,
    }
    assert {unit: forces.combat_units[unit].most_reductions for unit in wanted} == wanted


def test_the_unnamed_units_of_the_examples_exist(forces: Forces) -> None:
    """Examples with no unit's name still tell which values counters have."""
    units = list(forces.combat_units.values())

    def exists(nation: str, size: str, formation: bool, **values: int) -> bool:
        return any(
            (unit.nation, unit.size, unit.formation) == (nation, size, formation)
            and all(getattr(unit, name) == value for name, value in values.items())
            for unit in units
        )

    assert exists("austria-hungary", "x", True, attack=7)  # 9.10.1
    assert exists("serbia", "iii", False, defense=4)  # 9.10.1
    assert exists("serbia", "xx", True, attack=7)  # 7.4.7, example 1
    assert exists("austria-hungary", "xx", True, attack=14)  # 7.4.7, example 2
    assert exists("serbia", "iii", False, defense=2, effectiveness=9)  # 7.4.7, example 2
    assert exists("serbia", "xx", True, proficiency=4)  # 9.7
    assert exists("serbia", "x", True, proficiency=3)  # 9.7
    assert exists("austria-hungary", "xx", True, proficiency=3)  # 9.7
    assert exists("austria-hungary", "iii", False, proficiency=2)  # 9.7
    attackers = ("ah-inf-xx-9", "ah-inf-xx-21", "ah-inf-x-13")
    assert max(forces.combat_units[unit].proficiency for unit in attackers) == 3  # 11.2


def test_only_the_fort_of_beograd_stands_on_a_one(forces: Forces) -> None:
    assert forces.forts["sr-fort-beograd"].abandoned_above == 1
    assert forces.forts["ah-fort-sarajevo"].abandoned_above is None


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_lead_has_exactly_one_victory_level(lists: ScenarioLists, name: str) -> None:
    scenario = lists.scenarios[name]
    for lead in range(-150, 151):
        assert sum(level.holds(lead) for level in scenario.head.victory.levels) == 1
    assert scenario.level(150) == scenario.head.victory.levels[0]
    assert scenario.level(-150) == scenario.head.victory.levels[-1]


def test_what_the_rule_text_says_of_scenarios(lists: ScenarioLists) -> None:
    campaign = lists.scenarios["grand-campaign"].head
    assert campaign.shells.stock == 125  # 23.2
    assert campaign.first_turn == 0  # 26.3
    assert campaign.plans.armies == ("FIFTH", "SIXTH")  # 26.1.2
    assert "SECOND" in lists.scenarios["conrads-case-b"].head.plans.armies
    plans = lists.plans
    assert (plans["FIFTH"].primary, plans["FIFTH"].mandated_attacks) == ("23.16", 5)
    assert (plans["SIXTH"].primary, plans["SIXTH"].mandated_attacks) == ("19.28", 4)
    assert [(row.least, row.most, row.points) for row in lists.abandonment] == [
        (1, 1, 3),
        (2, 2, 6),
        (3, 4, 10),
        (5, None, 15),
    ]
    points = {name: award.points for name, award in lists.awards.items()}
    assert (points["beograd"], points["valjevo"], points["nova varos"], points["kragujevac"]) == (
        10,
        5,
        5,
        10,
    )
    assert (points["visegrad"], points["sarajevo"], points["kalinovik"], points["syrmien"]) == (5, 15, 10, 5)


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (0, {"no plan abandonment", "poor recovery"}),
        (2, {"poor recovery"}),
        (7, {"poor recovery", "low water"}),
        (9, {"poor recovery", "low water"}),
        (18, {"low water"}),
        (19, {"autumn", "recovery in positions", "russian naval mission"}),
        (32, {"autumn", "recovery in positions", "russian naval mission", "french naval artillery"}),
    ],
)
def test_events_by_turn(lists: ScenarioLists, turn: int, expected: set[str]) -> None:
    assert lists.events_of(turn) == expected


def test_the_calendar_fits_the_dates_of_the_text(lists: ScenarioLists) -> None:
    days = {row.turn: (row.first_day, row.last_day) for row in lists.calendar}
    assert days[19][0] == "1914-10-01"  # 3.5.3
    assert days[24][0] <= "1914-10-23" <= days[24][1]  # 25.1.2, the loss of the Temes
    assert days[32][0] > "1914-11-21"  # 25.1.4, the first shots of the French guns
    assert days[37][1] == "1914-12-15"
    assert [lists.inter_phase_after(turn) for turn in (0, 1, 3, 12, 33, 36, 37)] == [
        None,
        None,
        1,
        4,
        11,
        12,
        None,
    ]


def test_the_second_army_leaves_and_the_rest_stays(forces: Forces, lists: ScenarioLists) -> None:
    in_play = dict(replay(lists.scenarios["grand-campaign"], forces, Faults()))
    left = in_play[0] - in_play[8]
    divisions = {unit for unit in left if unit in forces.combat_units}
    assert divisions == {
        "ah-inf-xx-17",
        "ah-inf-xx-34",
        "ah-inf-xx-23",
        "ah-cav-xx-10",
        "ah-inf-xx-31-less",
        "ah-inf-x-dani",
        "ah-inf-xx-32",
    }
    sizes = [sum(unit.startswith("ah-") for unit in in_play[turn]) for turn in (8, 37)]
    assert sizes[0] < sizes[1]
    for earlier, later in pairwise(range(8, 38)):
        assert in_play[earlier] - in_play[later] <= {"ah-inf-x-14"}  # becomes the 7th Division


def test_case_b_adds_the_ninth_corps_and_withdraws_nobody(forces: Forces, lists: ScenarioLists) -> None:
    history = lists.scenarios["grand-campaign"]
    alternative = lists.scenarios["conrads-case-b"]
    assert alternative.units() - history.units() == {
        "ah-inf-xx-10",
        "ah-inf-xx-26",
        "ah-art-shb-9",
    }
    assert alternative.schedule.withdrawals == ()
    trains = [unit for unit in alternative.units() if unit.startswith("ah-train-")]
    assert len(trains) == 7  # plan B had seven corps


def test_serbian_armies_are_activated_after_the_border_troops(lists: ScenarioLists) -> None:
    campaign = lists.scenarios["grand-campaign"]
    by_corps = {
        row.corps: row.activates
        for row in campaign.placements
        if row.army == "SERBIA" and row.unit.startswith("sr-") and row.corps
    }
    assert by_corps["third"] is None
    assert by_corps["second"] == 1
    assert "sr-inf-xx-combined-1" in campaign.activated(1)
    assert "sr-inf-xx-timok-1" in campaign.activated(2)


def test_every_scenario_has_both_sides_and_a_source_of_supply(forces: Forces, lists: ScenarioLists) -> None:
    for scenario in lists.scenarios.values():
        kinds = Tally(
            (counter.nation, counter.type)
            for unit in scenario.units()
            if (counter := forces.supply_units.get(unit))
        )
        for nation in ("austria-hungary", "serbia"):
            assert kinds[nation, "army depot"] >= 1
            assert kinds[nation, "corps train"] >= 2


def test_a_supply_line_ends_in_the_mountains_but_not_on_a_roadway(board: Board) -> None:
    nobody: frozenset[int] = frozenset()
    sarajevo = reach(board, [board["07.21"]], 2, nobody)
    assert board["08.22"] in sarajevo  # high mountain: entered
    assert board["09.23"] not in sarajevo  # but not passed
    assert board["09.22"] in sarajevo  # along the roadway by Pale
    far = reach(board, [board["16.22"]], 3, nobody)
    assert board["18.24"] in far


def test_a_supply_line_ends_behind_the_sava_unless_there_is_a_bridge(board: Board) -> None:
    nobody: frozenset[int] = frozenset()
    start = [board["25.12"]]
    assert board["25.11"] in reach(board, start, 1, nobody)
    assert board["25.10"] not in reach(board, start, 2, nobody)
    pontoon = tuple(sorted((board["25.11"], board["25.12"])))
    assert board["25.10"] in reach(board, start, 2, nobody, [pontoon])
    assert board["31.09"] not in reach(board, [board["31.10"]], 3, nobody)  # never over the Donau


@pytest.mark.rule("14.3.4", "Inter-Phase Chart")
@pytest.mark.parametrize(("scenario", "rights"), [("grand-campaign", 0), ("crossing-of-the-drina", 2)])
def test_a_scenario_begins_with_the_rights_of_the_inter_phase_before_it(scenario: str, rights: int) -> None:
    position = new_game(TITLE, scenario, 1).position
    assert position.rights == {"serbia": rights, "austria-hungary": rights}
