"""Set-ups of all years and the fifteen scenarios."""

from __future__ import annotations

from collections import Counter

import pytest

from hexfront.games.storm_of_steel.printed.counters import LandUnit
from hexfront.games.storm_of_steel.vocabulary import FRONTS
from tests.games.storm_of_steel.builders import DATA

SET_UPS = DATA.set_ups
COUNTERS = DATA.counters
CITIES = DATA.places.cities
TURNS = {name: turn.turn for name, turn in DATA.calendar.turns.items()}
NORTH_SEA = {"Scapa Flow", "Rosyth", "Harwich", "Wilhelmshaven", "Kiel", "Ostend"}


def in_the_north_sea(start: str, countries: set[str]) -> int:
    """Battleship and battlecruiser counters in bases on the North Sea."""
    hexes = {CITIES[name].hex for name in NORTH_SEA}
    if start == "summer-1914":
        ships = [
            COUNTERS.ships[each.unit]
            for each in SET_UPS.summer_1914
            if each.at in hexes and each.unit in COUNTERS.ships
        ]
        return sum(ship.kind in ("BB", "BC") and ship.country in countries for ship in ships)
    return sum(
        fleet.number
        for fleet in SET_UPS.fleets
        if fleet.start == start and fleet.base in NORTH_SEA
        if fleet.kind in ("BB", "BC") and fleet.country in countries
    )


@pytest.mark.rule("3.2-3b1b")
def test_britain_has_three_to_two_in_the_north_sea() -> None:
    assert in_the_north_sea("summer-1914", {"great-britain"}) == 6
    assert in_the_north_sea("summer-1914", {"germany"}) == 4


@pytest.mark.rule("3.2-3b1b", "28.4")
@pytest.mark.parametrize("start", [f"winter-{year}" for year in range(1915, 1920)])
def test_the_entente_keeps_the_majority_that_the_blockade_asks_for(start: str) -> None:
    entente = in_the_north_sea(start, {"great-britain", "united-states"})
    assert 2 * entente >= 3 * in_the_north_sea(start, {"germany"})


@pytest.mark.rule("3.2-3b1b")
def test_only_the_entente_has_ships_in_the_eastern_mediterranean_in_1914() -> None:
    east = {CITIES[name].hex for name in ("Alexandria", "Athens", "Constantinople")}
    there = [
        COUNTERS.ships[each.unit]
        for each in SET_UPS.summer_1914
        if each.at in east and each.unit in COUNTERS.ships
    ]
    assert {ship.country for ship in there} == {"great-britain"}


@pytest.mark.rule("45.1")
def test_the_armies_of_august_1914() -> None:
    units = [COUNTERS[each.unit] for each in SET_UPS.summer_1914]
    corps = Counter(unit.country for unit in units if isinstance(unit, LandUnit) and unit.size == "corps")
    assert corps["germany"] == 25 + 21 + 4  # active, reserve, cavalry
    assert corps["france"] == 22 + 10 + 3 + 1
    assert corps["russia"] == 34 + 11 + 6
    assert corps["austria-hungary"] == 16 + 6 + 4 + 2
    assert corps["great-britain"] == 3 + 9
    assert corps["serbia"] == 6 + 2
    staffs = Counter(unit.country for unit in units if unit.kind == "headquarters")
    assert (staffs["germany"], staffs["austria-hungary"], staffs["france"], staffs["russia"]) == (8, 6, 6, 10)


@pytest.mark.rule("6.11")
def test_diplomacy_counts_the_forces_that_stand_there() -> None:
    """What an ultimatum asks for is near the strength set up, forts included where it says so."""
    for country, row in DATA.politics.neutrals.items():
        land = sum(
            unit.strength
            for each in (*SET_UPS.neutrals, *SET_UPS.expeditionary)
            if isinstance(unit := COUNTERS[each.unit], LandUnit) and unit.country == country
        )
        forts = sum(fort.strength for fort in COUNTERS.forts.values() if fort.country == country)
        assert land * 2 // 3 <= row.forces <= (land + forts) * 3 // 2, country


def test_places_of_set_ups_are_land_of_the_country_or_off_the_map() -> None:
    """What stands in a city stands in one of its own country."""
    hexes = {city.hex: city for city in CITIES.values()}
    for each in (*SET_UPS.summer_1914, *SET_UPS.neutrals):
        if each.at in hexes and each.unit in COUNTERS.land:
            assert hexes[each.at].country == COUNTERS[each.unit].country


@pytest.mark.rule("45.42")
@pytest.mark.parametrize(
    ("start", "expected", "air"),
    [
        ("summer-1914", set(), 1),
        ("winter-1915", {92, 36, 93}, 1),
        ("winter-1916", {92, 36, 93, 38}, 2),
        ("winter-1917", {92, 36, 93, 38, 96, 40}, 3),
        ("winter-1918", {92, 36, 93, 38, 96, 40, 97}, 4),
        ("winter-1919", {92, 36, 93, 38, 96, 40, 97, 98}, 4),
    ],
)
def test_what_is_developed_when_a_scenario_begins(start: str, expected: set[int], air: int) -> None:
    found = SET_UPS.developed_at(TURNS[start], TURNS)
    assert {each.card for each in found if each.level is None} == expected
    assert max([1, *(each.level for each in found if each.level)]) == air
    assert SET_UPS.starts[start].air_central_powers == air


@pytest.mark.rule("3.2")
def test_morale_at_the_start_is_high_in_1914() -> None:
    assert SET_UPS.starts["summer-1914"].central_powers >= DATA.economy.number("high morale")


@pytest.mark.parametrize(
    ("start", "country", "expected"),
    [
        ("winter-1915", "germany", {("active", 2): 26, ("reserve", 2): 28}),
        ("winter-1915", "russia", {("active", 2): 34, ("reserve", 2): 14, ("cavalry", 2): 9}),
        (
            "winter-1916",
            "germany",
            {("active", 3): 14, ("active", 2): 10, ("reserve", 3): 10, ("reserve", 2): 12, ("shock", 2): 2},
        ),
        ("winter-1916", "great-britain", {("active", 3): 5, ("active", 2): 10, ("reserve", 2): 6}),
        ("winter-1917", "france", {("active", 3): 12, ("active", 2): 6, ("reserve", 3): 6, ("shock", 2): 1}),
        (
            "winter-1917",
            "russia",
            {("active", 3): 10, ("active", 2): 18, ("reserve", 3): 6, ("reserve", 2): 12},
        ),
        (
            "winter-1918",
            "germany",
            {
                ("active", 4): 10,
                ("active", 3): 10,
                ("reserve", 4): 6,
                ("reserve", 3): 10,
                ("shock", 4): 2,
                ("shock", 3): 4,
                ("shock", 2): 3,
            },
        ),
        ("winter-1918", "austria-hungary", {("active", 3): 8, ("active", 2): 6, ("reserve", 3): 4}),
        ("winter-1919", "united-states", {("active", 4): 3, ("active", 3): 5}),
    ],
)
def test_the_forces_of_a_winter(start: str, country: str, expected: dict[tuple[str, int], int]) -> None:
    found: Counter[tuple[str, int | None]] = Counter()
    for force in SET_UPS.forces:
        if (force.start, force.country) == (start, country) and force.kind not in (
            "siege",
            "alpine",
            "tank-brigade",
        ):
            if force.kind != "cavalry" or country == "russia":
                found[force.kind, force.divisions] += force.number
    assert found == expected


@pytest.mark.parametrize(("start", "share"), [("winter-1915", 0.6), ("winter-1918", 0.85)])
def test_how_much_of_the_german_army_is_in_the_west(start: str, share: float) -> None:
    german = [each for each in SET_UPS.forces if (each.start, each.country) == (start, "germany")]
    counted = [each for each in german if each.kind in ("active", "reserve", "shock")]
    west = sum(each.number for each in counted if each.front == "west")
    assert west / sum(each.number for each in counted) == pytest.approx(share, abs=0.02)


@pytest.mark.rule("45.1")
def test_every_belligerent_of_a_winter_has_forces_and_every_power_a_staff() -> None:
    for start in SET_UPS.starts:
        if not start.startswith("winter"):
            continue
        armed = {each.country for each in SET_UPS.forces if each.start == start}
        for each in SET_UPS.belligerents:
            if each.start == start and each.state != "surrendered":
                country = DATA.countries.countries[each.country]
                if country.power in ("major", "minor"):
                    assert each.country in armed, f"{each.country} in {start}"


@pytest.mark.rule("45.1", "46.1")
def test_there_are_fifteen_scenarios_with_three_objectives_a_side() -> None:
    scenarios = DATA.scenarios.scenarios
    kinds = Counter(each.kind for each in scenarios.values())
    assert kinds == {"front": 8, "campaign": 6, "war": 1}
    for each in scenarios.values():
        assert Counter(objective.side for objective in each.objectives) == {"central-powers": 3, "entente": 3}
        assert all(objective.condition for objective in each.objectives)
        assert each.start in SET_UPS.starts
        assert each.fronts == FRONTS or len(each.fronts) == 1


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        ("guns-of-august", 2),
        ("schlieffen-and-race-to-the-sea", 5),
        ("verdun-and-somme", 4),
        ("kaiserschlacht", 4),
        ("tannenberg-to-gorlice", 5),
        ("brusilov", 4),
        ("straits-and-desert", 5),
        ("allenby-and-yildirim", 8),
        ("campaign-1914", 2),
        ("campaign-1919", 4),
        ("great-war", 18),
    ],
)
def test_how_long_a_scenario_lasts(name: str, turns: int) -> None:
    scenario = DATA.scenarios.scenarios[name]
    assert len(DATA.calendar.span(scenario.first_turn, scenario.last_turn)) == turns


@pytest.mark.rule("32.0", "43.0", "44.0")
def test_every_optional_chapter_has_a_switch() -> None:
    rules = {option.rule for option in DATA.scenarios.options}
    assert {f"{chapter}.0" for chapter in range(32, 45)} <= rules


@pytest.mark.rule("19.2")
def test_neutrals_come_in_as_in_history() -> None:
    entries = {each.country: (each.side, each.turn) for each in DATA.entries}
    assert entries["italy"] == ("entente", "spring-1915")
    assert entries["bulgaria"] == ("central-powers", "autumn-1915")
    assert entries["united-states"] == ("entente", "spring-1917")
    assert {name for name in entries if DATA.countries.countries[name].start != "neutral"} == set()


@pytest.mark.rule("20.3")
def test_expeditionary_forces_appear_where_the_text_says() -> None:
    where = {each.unit: each.at for each in SET_UPS.expeditionary}
    assert where["po-2a-exp"] == "portugal"
    assert where["br-2a-exp"] == "latin-america"
    spanish = {at for unit, at in where.items() if unit.startswith("sp-")}
    assert spanish <= {city.hex for city in CITIES.values() if city.country == "spain"}
