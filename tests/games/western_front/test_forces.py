"""The lists of the Western Front: they prove themselves, and every kind of damage is found."""

from collections import Counter as Tally
from pathlib import Path

import pytest

from hexfront.games.western_front.printed.forces import DATA, LATER, OPENING, OrdersOfBattle, load, replay
from hexfront.games.western_front.printed.list_checks import check, later_strength, mobilization_turn
from hexfront.games.western_front.printed.list_rows import Placement
from hexfront.games.western_front.printed.scenario_lists import load_scenario
from hexfront.kernel.datafiles import DataFolder, Overlay
from hexfront.kernel.errors import DataError
from hexfront.shared.reading import Proof


@pytest.fixture(scope="module")
def orders() -> OrdersOfBattle:
    return load()


@pytest.fixture(scope="module")
def report() -> Proof:
    return check()


def altered(file: str, old: str, new: str) -> DataFolder:
    """Our data with one change: `old`, which must stand exactly once in the file, becomes `new`."""
    text = (DATA / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    return DataFolder(DATA, [Overlay("changed", {file: text.replace(old, new)})])


def faults(folder: DataFolder) -> list[str]:
    return [str(fault) for fault in check(folder).faults]


def test_the_lists_have_no_unexplained_fault(report: Proof) -> None:
    assert [str(fault) for fault in report.faults] == []


def test_no_counter_claims_that_its_back_and_symbol_are_printed(orders: OrdersOfBattle) -> None:
    # The book lists fronts only: backs, full strength symbols and colours are derived or our own.
    assert {counter.source for counter in orders.counters.values()} == {"derived", "reconstructed"}
    assert orders.counters["ge-rpl-xx-rpl"].source == "derived"  # figure 13
    assert orders.counters["fr-rpl-xx-rpl"].source == "reconstructed"
    assert orders.counters["ge-mtnassault-xx-103"].source == "derived"  # 33-4
    assert orders.counters["fr-inf-xx-130"].source == "derived"  # figure 9


def test_every_unit_that_is_spelled_otherwise_in_a_list_names_the_decision(orders: OrdersOfBattle) -> None:
    # The 1st Indian Cavalry Division is printed without its number, the 33rd Reserve Division as Bavarian.
    arrivals = [each for each in orders.arrivals if each.unit == "gb-cav-xx-1ind"]
    departures = {each.unit: each.decision for each in orders.withdrawals}
    assert [each.decision for each in arrivals] == ["WF-L02"]
    assert (departures["gb-cav-xx-1ind"], departures["ge-inf-xx-33r"]) == ("WF-L02", "WF-L03")
    for scenario in ("second-ypres-and-artois", "verdun"):
        [listed] = [each for each in orders.scenarios[scenario].listed if each.unit == "gb-cav-xx-1ind"]
        assert listed.decision == "WF-L02"


def test_the_lists_are_complete(report: Proof) -> None:
    expected = {
        "counters": 964,
        "counters ge": 508,
        "counters fr": 226,
        "counters gb": 130,
        "headquarters": 47,
        "fortresses": 60,
        "schlieffen-plan units in play": 251,
        "second-ypres-and-artois units in play": 324,
        "verdun units in play": 376,
        "somme units in play": 398,
        "nivelle-offensive units in play": 454,
        "western-front-1918 units in play": 531,
        "scenarios/western-front-1918/setup.csv rows": 135,
        "schedules/reinforcements.csv printed lines": 568,
        "schedules/withdrawals.csv printed lines": 206,
        "schedules/combined.csv printed lines": 204,
        "assault candidates": 56,
    }
    assert {name: report.figures[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        pytest.param(
            "scenarios/verdun/order_of_battle.csv",
            "fr-inf-xx-43,fr,1,6,full,,,13,46 x 6-4 Inf XX,,,\n",
            "",
            '"46 x 6-4 Inf XX" names 45',
            id="a name is missing",
        ),
        pytest.param(
            "scenarios/verdun/order_of_battle.csv",
            "fr-inf-xx-43,fr",
            "fr-inf-xx-433,fr",
            'unknown unit "fr-inf-xx-433" (did you mean "fr-inf-xx-43"?)',
            id="a name is misspelled",
        ),
        pytest.param(
            "scenarios/verdun/order_of_battle.csv",
            "fr-inf-xx-43,fr",
            "fr-inf-xx-42,fr",
            '"fr-inf-xx-42" although "fr-inf-xx-42" is in play',
            id="a name stands twice",
        ),
        pytest.param(
            "scenarios/verdun/order_of_battle.csv",
            "gb-cav-xx-3,gb",
            "gb-cav-xx-3-strengthened,gb",
            'listed, but not in play by the schedules (did you mean "gb-cav-xx-3"?)',
            id="the wrong counter of a unit",
        ),
        pytest.param(
            "scenarios/somme/order_of_battle.csv",
            "ge-inf-xx-23,ge,1,8,full",
            "ge-inf-xx-23,ge,1,9,full",
            '"ge-inf-xx-23" is stronger than its counter: 9',
            id="a strength above the counter",
        ),
        pytest.param(
            "scenarios/somme/order_of_battle.csv",
            "ge-inf-xx-23,ge,1,8,full",
            "ge-inf-xx-23,ge,1,6,full",
            '"ge-inf-xx-23" at 6 is reduced',
            id="a state that does not fit the strength",
        ),
        pytest.param(
            "scenarios/schlieffen-plan/setup.csv",
            "fr-inf-xx-25,fr,fr-hq-xxxx-1,2420",
            "fr-inf-xx-25,fr,fr-hq-xxxx-1,4020",
            'no hex "4020" on map 5-3',
            id="a hex off the map",
        ),
        pytest.param(
            "scenarios/schlieffen-plan/setup.csv",
            "fr-inf-xx-25,fr,fr-hq-xxxx-1,2420",
            "fr-inf-xx-26,fr,fr-hq-xxxx-1,2421",
            '"fr-inf-xx-26" stands in 2421 and in 2420',
            id="a unit in two hexes",
        ),
        pytest.param(
            "scenarios/schlieffen-plan/setup.csv",
            "2521,,,75,",
            "2521,,,70,",
            "headquarters of fr hold 325 supply points, not 330",
            id="supply points lost",
        ),
        pytest.param(
            "scenarios/schlieffen-plan/setup.csv",
            "ge-inf-xx-5r,ge,ge-hq-xxxx-1,2305,5,full,,3",
            "ge-inf-xx-5r,ge,ge-hq-xxxx-1,2305,5,full,,4",
            '"ge-inf-xx-5r" mobilizes in turn 3, not 4',
            id="a wrong turn of mobilization",
        ),
        pytest.param(
            "scenarios/schlieffen-plan/zone_forces.csv",
            "fr-hq-xxxx-1,10,inf,xx,6,4,10 x",
            "fr-hq-xxxx-1,11,inf,xx,6,4,11 x",
            '"11 x 6-4 Inf XX" but the set-up has 10',
            id="a zone with too many divisions",
        ),
        pytest.param(
            "scenarios/somme/fortresses.csv",
            "fr-fortress-2115,2115,3",
            "fr-fortress-2115,2115,14",
            '"fr-fortress-2115" has strength 14, the instructions give 3',
            id="a fortress too strong",
        ),
        pytest.param(
            "schedules/withdrawals.csv",
            "1915,3,1,fr,fr-mar-x-mar",
            "1915,3,1,fr,fr-inf-xx-102t",
            '"fr-inf-xx-102t" is withdrawn but not in play',
            id="a withdrawal before the arrival",
        ),
        pytest.param(
            "schedules/reinforcements.csv",
            "1915,5,7,fr,fr-inf-xx-10col",
            "1915,5,7,fr,fr-inf-xx-10",
            '"fr-inf-xx-10" arrives while its formation is in play',
            id="an arrival of a unit in play",
        ),
        pytest.param(
            "schedules/reinforcements.csv",
            "1914,8,3,fr,fr-mtn-xx-44m,1,6,full,2325",
            "1914,8,3,fr,fr-mtn-xx-44m,1,6,full,9925",
            'no hex "9925" on map 5-3',
            id="an arrival off the map",
        ),
        pytest.param(
            "schedules/conversions.csv",
            "1916,7,5,gb,gb-mar-xx-rn,",
            "1916,7,4,gb,gb-mar-xx-rn,",
            '"gb-mar-xx-rn-as-7-4" does not arrive in that turn',
            id="a conversion in the wrong turn",
        ),
        pytest.param(
            "schedules/conversions.csv",
            "ge-inf-xx-119,ge-assault-xx-119,",
            "ge-inf-xx-119,ge-assault-xx-911,",
            'unknown unit "ge-assault-xx-911"',
            id="a conversion to a counter that does not exist",
        ),
        pytest.param(
            "schedules/exceptions.csv",
            "second-ypres-and-artois,ge-inf-xx-56,unlisted,WF-L16\n",
            "",
            '"ge-inf-xx-56" is in play by the schedules, but not listed',
            id="a difference that nothing explains",
        ),
        pytest.param(
            "schedules/exceptions.csv",
            "second-ypres-and-artois,ge-inf-xx-56,unlisted,WF-L16\n",
            "second-ypres-and-artois,ge-inf-xx-56,unlisted,WF-L16\nsomme,ge-inf-xx-56,listed,WF-L16\n",
            '"ge-inf-xx-56" needs no exemption in somme',
            id="an exception without need",
        ),
        pytest.param(
            "schedules/combined.csv",
            "1918,6,1,arrive,,ge-assault-xx-gk",
            "1918,6,1,arrive,,ge-inf-xx-24",
            '"ge-inf-xx-24" arrives while its formation is in play',
            id="an arrival of a unit in play in the linked game",
        ),
        pytest.param(
            "counters/belgium.csv",
            "be-inf-x-14,be,,inf,x,2,1,",
            "be-inf-x-14,be,,inf,x,2,2,",
            "reduced strength 2 of a 2",
            id="a back as strong as the front",
        ),
    ],
)
def test_damage_is_found(file: str, old: str, new: str, expected: str) -> None:
    found = faults(altered(file, old, new))
    assert any(expected in fault for fault in found), found


def test_a_fault_names_overlay_file_and_line() -> None:
    file = "schedules/withdrawals.csv"
    lines = (DATA / file).read_text(encoding="utf-8").splitlines()
    number = next(number for number, line in enumerate(lines, 1) if "fr-mar-x-mar" in line)
    found = faults(altered(file, "fr-mar-x-mar", "fr-mar-x-marr"))
    wanted = f'changed/{file}:{number}: unknown unit "fr-mar-x-marr" (did you mean "fr-mar-x-mar"?)'
    assert wanted in found


def test_all_unreadable_cells_are_reported_at_once() -> None:
    folder = altered("counters/russia.csv", ",xx,3,2,4,3,", ",xx,three,two,4,3,")
    with pytest.raises(DataError) as refused:
        load(folder)
    assert sum("is not a whole number" in fault.what for fault in refused.value.faults) == 2


@pytest.mark.rule("WF 22-2")
def test_wf_22_2_british_losses_of_the_historical_set_up_are_the_90_points_demanded(
    orders: OrdersOfBattle,
) -> None:
    lost = 0
    for placed in orders.scenarios["western-front-1918"].placed:
        counter = orders.counters.get(placed.unit)
        if placed.nation == "gb" and counter is not None:
            assert placed.strength is not None
            lost += counter.strength - placed.strength
    # The 12th Division is not placed; all others are.
    assert lost == 90


@pytest.mark.rule("WF 3-5")
def test_wf_3_5_historical_withdrawals_meet_the_demand(orders: OrdersOfBattle) -> None:
    assert orders.leaving((1914, 8, 6)) == []
    sent = Tally[str]()
    for row in orders.leaving((1914, 8, 6), ["historical-withdrawals"]):
        counter = orders.counters[row.unit]
        sent[counter.kind] += counter.strength
    assert sent["inf"] >= 26
    assert sent["cav"] == 2


@pytest.mark.rule("WF 24-4")
def test_wf_24_4_each_belgian_division_becomes_two(orders: OrdersOfBattle) -> None:
    split = {row.old: row.new for row in orders.conversions if row.nation == "be" and row.year == 1918}
    assert split[("be-inf-xx-2",)] == ("be-inf-xx-2-as-4-4", "be-inf-xx-8")
    assert len(split) == 6
    assert all("in-place" in row.notes for row in orders.arriving((1918, 2, 1)) if row.nation == "be")


@pytest.mark.rule("WF 3-12")
def test_wf_3_12_the_siege_headquarters_stands_only_with_its_option(orders: OrdersOfBattle) -> None:
    assert "ge-hq-xxxx-siege" not in orders.in_play(OPENING)
    siege = orders.in_play(OPENING, ["siege-headquarters"])["ge-hq-xxxx-siege"]
    assert siege.supply == 200
    without = [row for row in orders.arrivals if "without-siege-headquarters" in row.notes]
    assert sum(row.supply or 0 for row in without) == 200


@pytest.mark.rule("WF 12-17")
def test_wf_12_17_every_assault_division_of_1918_was_a_candidate_or_scheduled(orders: OrdersOfBattle) -> None:
    counters = {row.strong for row in orders.candidates} | {row.weak for row in orders.candidates}
    scheduled = {row.unit for row in orders.arrivals}
    assault = [unit for unit in orders.in_play("western-front-1918") if "assault" in unit]
    assert len(assault) == 46
    assert [unit for unit in assault if unit not in counters | scheduled] == []


@pytest.mark.rule("WF 6")
def test_wf_6_the_first_army_is_ready_before_the_seventh(orders: OrdersOfBattle) -> None:
    placed: dict[str, Placement] = {row.unit: row for row in orders.scenarios[OPENING].placed}
    assert mobilization_turn(orders, placed["ge-inf-xx-5r"]) == 3
    assert mobilization_turn(orders, placed["ge-inf-xx-28r"]) == 4
    assert mobilization_turn(orders, placed["fr-cav-xx-3"]) == 1
    assert mobilization_turn(orders, placed["fr-cav-xx-6"]) == 2


@pytest.mark.rule("WF 14-1", "WF 14-4", "WF 18-1")
def test_wf_14_1_fortresses_shrink_by_their_distance_from_the_front(orders: OrdersOfBattle) -> None:
    front = orders.scenarios["verdun"].front
    assert front is not None

    def left(unit: str, year: int = 1916, month: int = 2, turn: int = 5) -> int:
        return later_strength(orders.fortresses[unit], front, (year, month, turn))

    assert left("fr-fortress-0717") == 9  # Paris, far behind
    assert left("fr-fortress-2217") == 12  # Toul, on the line
    assert left("fr-fortress-0805") == 8  # Dunkirk, a port
    assert left("fr-fortress-1515") == 0  # Reims
    assert left("fr-fortress-1107") == 0  # Lille, in German hands
    assert left("ge-fortress-2415") == 24  # Metz
    assert left("ge-fortress-2614") == 0  # Saarlouis, too small
    assert left("fr-fortress-2115") == 14
    assert left("fr-fortress-2115", 1916, 6, 6) == 3


def test_schedules_reproduce_the_french_army_of_1917_to_the_unit(orders: OrdersOfBattle) -> None:
    present = dict(replay(orders))[(1917, 4, 4)]
    french = {unit for unit in present if unit.startswith(("fr-", "ru-"))}
    listed = {row.unit for row in orders.scenarios["nivelle-offensive"].listed if row.nation == "fr"}
    assert french == listed


def test_no_two_counters_of_a_formation_are_ever_in_play(orders: OrdersOfBattle) -> None:
    for turn, present in replay(orders):
        formations = Tally(orders.formation(unit) for unit in present)
        assert formations.most_common(1)[0][1] == 1, turn


def test_every_decision_is_on_the_page_of_interpretations(orders: OrdersOfBattle) -> None:
    page = (Path(__file__).parents[3] / "docs/interpretations/western-front-lists.md").read_text(
        encoding="utf-8"
    )
    for decision in orders.decisions.values():
        assert f"| {decision.id} | {decision.subject} |" in page
    assert page.count("| WF-L") == len(orders.decisions)


def test_every_later_scenario_has_every_nation_it_supplies(orders: OrdersOfBattle) -> None:
    for name in LATER:
        forces = orders.scenarios[name]
        assert {row.nation for row in forces.forces} == {row.nation for row in forces.listed}


def test_british_tank_brigades_are_12_4_and_come_at_what_the_schedule_prints(orders: OrdersOfBattle) -> None:
    counter = orders.counters["gb-tank-x-3rtc"]
    assert (counter.strength, counter.full) == (12, 12)
    states = {(row.unit, row.strength): row.state for row in orders.arrivals}
    listed = {row.unit: row.state for row in orders.scenarios["western-front-1918"].listed}
    assert listed["gb-tank-x-3rtc"] == "weakened"
    assert (
        states["gb-tank-x-3rtc", 8] == states["gb-rpl-x-tank", 4] == states["gb-rpl-x-tank", 8] == "weakened"
    )
    assert states["gb-rpl-x-tank", 12] == "full"


def test_the_3rd_marine_division_of_april_1917_is_below_its_strength(orders: OrdersOfBattle) -> None:
    rows = {row.unit: row for row in orders.scenarios["nivelle-offensive"].listed}
    assert (rows["ge-mar-xx-3"].strength, rows["ge-mar-xx-3"].state) == (3, "weakened")


def test_the_supply_of_1918_is_printed_only_with_the_historical_set_up() -> None:
    scenario = load_scenario(DataFolder(DATA), "western-front-1918")
    splits = {force.nation: force.supply_split for force in scenario.forces}
    assert (splits["fr"], splits["gb"], splits["be"]) == ("historical",) * 3
    assert (splits["ge"], splits["us"]) == ("player", "player")
    assert scenario.whole("reserve_divisions") == 10
    assert scenario.whole("historical_reserve_divisions") == 0


def test_an_unknown_split_or_phase_is_found() -> None:
    for old, new in (
        ('supply_split = "historical"\nreduction = 20', 'supply_split = "guess"\nreduction = 20'),
        ('last_phase = "combat"', 'last_phase = "lunch"'),
    ):
        with pytest.raises(DataError):
            load_scenario(
                altered("scenarios/western-front-1918/scenario.toml", old, new), "western-front-1918"
            )
