"""Turns, weather, countries, cities and mobilization, with the numbers of the worked examples."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.vocabulary import FRONTS, SEASONS
from tests.games.storm_of_steel.builders import DATA

CALENDAR = DATA.calendar
ECONOMY = DATA.economy
PLACES = DATA.places


@pytest.mark.rule("2.1")
def test_there_are_eighteen_quarters_to_autumn_1918_and_four_more() -> None:
    assert list(CALENDAR.turns)[:4] == ["summer-1914", "autumn-1914", "winter-1915", "spring-1915"]
    assert (CALENDAR.number("autumn-1918"), CALENDAR.number("autumn-1919")) == (18, 22)
    assert CALENDAR.span("winter-1916", "autumn-1916") == [f"{season}-1916" for season in SEASONS]


@pytest.mark.rule("3.2-1", "8.2", "18.0")
def test_weather_allows_two_impulses_in_a_western_winter_and_none_in_the_desert_of_1914() -> None:
    assert CALENDAR.most_impulses("winter-1917", "west") == 2
    assert CALENDAR.most_impulses("summer-1914", "middle-east") == 0
    assert CALENDAR.most_impulses("autumn-1914", "middle-east") == 4
    assert max(CALENDAR.most_impulses(turn, front) for turn in CALENDAR.turns for front in FRONTS) == 4


@pytest.mark.rule("7.12")
@pytest.mark.parametrize(
    ("country", "number"),
    [
        ("germany", 18),
        ("belgium", 4),
        ("france", 11),
        ("great-britain", 10),
        ("russia", 8),
        ("austria-hungary", 6),
        ("italy", 4),
        ("netherlands", 2),
        ("spain", 2),
        ("serbia", 1),
        ("romania", 1),
        ("bulgaria", 1),
        ("greece", 1),
        ("ottoman-empire", 1),
        ("switzerland", 1),
        ("denmark", 1),
        ("sweden", 1),
        ("norway", 0),
    ],
)
def test_a_country_has_its_industrial_cities(country: str, number: int) -> None:
    assert len(PLACES.industrial_cities(country)) == number


@pytest.mark.rule("7.11", "7.12", "7.21")
def test_germany_has_eighty_six_points_with_belgium_and_three_french_cities() -> None:
    multiple = CALENDAR.turns["summer-1914"].multiple("central-powers")
    own = len(PLACES.industrial_cities("germany"))
    taken = [city for city in ("Lille", "Maubeuge", "Nancy") if PLACES.cities[city].industrial]
    captured = len(PLACES.industrial_cities("belgium")) + len(taken)
    assert (multiple, own, captured) == (4, 18, 7)
    assert own * multiple + captured * multiple // ECONOMY.number("captured centres") == 86


@pytest.mark.rule("7.11")
@pytest.mark.parametrize(
    ("country", "side", "turn", "points"),
    [
        ("austria-hungary", "central-powers", "summer-1914", 24),
        ("ottoman-empire", "central-powers", "autumn-1914", 4),
        ("france", "entente", "summer-1914", 33),
        ("great-britain", "entente", "summer-1914", 30),
        ("russia", "entente", "summer-1914", 24),
        ("italy", "entente", "spring-1915", 16),
        ("serbia", "entente", "summer-1914", 3),
        ("romania", "entente", "summer-1916", 5),
    ],
)
def test_points_of_a_country_at_its_start(country: str, side: str, turn: str, points: int) -> None:
    assert len(PLACES.industrial_cities(country)) * CALENDAR.turns[turn].multiple(side) == points


@pytest.mark.rule("7.11", "35.33")
def test_some_countries_have_a_multiple_of_their_own() -> None:
    multiples = {each.country: each for each in ECONOMY.multiples}
    assert multiples["russia"].applied(CALENDAR.turns["summer-1917"].entente) == 5
    assert multiples["russia"].applied(3) == 3
    assert multiples["united-states"].applied(CALENDAR.turns["spring-1917"].entente) == 3
    assert multiples["free-corps"].applied(7) == 2


@pytest.mark.rule("7.51")
def test_an_active_corps_costs_eight_points_a_division() -> None:
    cost = ECONOMY.cost("active", "germany")
    assert cost is not None
    assert (cost.of(2), cost.of(3)) == (16, 24)


@pytest.mark.rule("7.52", "7.53")
def test_two_quarters_from_spring_is_autumn() -> None:
    cost = ECONOMY.cost("reserve", "great-britain")
    assert cost is not None
    arrives = CALENDAR.number("spring-1915") + cost.quarters
    assert arrives == CALENDAR.number("autumn-1915")
    at_once = ECONOMY.cost("reserve", "france")
    assert at_once is not None
    assert at_once.quarters == 0


@pytest.mark.rule("7.81", "7.82")
def test_the_special_costs_of_the_text() -> None:
    def cost(kind: str, country: str) -> tuple[int, int]:
        found = ECONOMY.cost(kind, country)
        assert found is not None
        return found.points, found.quarters

    assert cost("reserve", "great-britain")[1] == cost("reserve", "united-states")[1] == 2
    assert cost("reserve", "russia") < cost("reserve", "germany")
    assert cost("reserve", "ottoman-empire") < cost("reserve", "germany")
    assert cost("cavalry", "russia") < cost("cavalry", "germany")


@pytest.mark.rule("7.5")
def test_every_kind_of_counter_can_be_built_but_old_battleships_and_irregulars() -> None:
    land = {(each.kind, each.country) for each in DATA.counters.land.values()}
    ships = {(each.kind, each.country) for each in DATA.counters.ships.values()}
    kinds = land | ships
    unbuilt = {kind for kind, country in kinds if ECONOMY.cost(kind, country) is None}
    assert unbuilt == {"PD"}


@pytest.mark.rule("7.23", "7.24")
def test_transfers_have_three_limits_and_russia_a_fourth() -> None:
    all_, russia = ECONOMY.transfers
    assert (all_.percent, all_.per_city) == (10, 1)
    assert (russia.to, russia.points, russia.winter) == ("russia", 5, 0)


@pytest.mark.rule("9.3")
def test_larger_corps_come_with_the_winters() -> None:
    assert ECONOMY.corps == {2: "summer-1914", 3: "winter-1915", 4: "winter-1916"}


@pytest.mark.rule("5.21", "4.21")
def test_bands_of_morale_and_their_cards() -> None:
    number = ECONOMY.number
    assert (number("high morale"), number("medium morale"), number("low morale")) == (71, 31, 1)
    assert [number(f"campaign cards {band}") for band in ("high", "medium", "low")] == [3, 2, 1]


@pytest.mark.rule("15.6")
def test_who_may_command_whom() -> None:
    serves = {country: row.serves for country, row in DATA.countries.command.items()}
    assert serves == {
        "germany": ("central-powers",),
        "france": ("united-states", "brazil"),
        "great-britain": ("belgium", "portugal", "spain", "japan"),
    }


@pytest.mark.rule("19.5", "35.2")
def test_the_regions_of_the_text() -> None:
    regions = DATA.countries.regions
    by_country: dict[str, set[str]] = {}
    for name, region in regions.items():
        by_country.setdefault(region.country, set()).add(name)
    assert by_country["russia"] == {"finland", "poland", "baltic", "ukraine", "transcaucasia"}
    assert by_country["austria-hungary"] == {"bohemia-moravia", "hungary", "ruthenia", "bosnia-herzegovina"}
    assert by_country["great-britain"] == {"ireland", "egypt"}
    assert by_country["italy"] == {"libya"}
    assert sum(region.uprising for region in regions.values()) == 9


@pytest.mark.rule("19.24", "19.34", "19.7", "41.1")
def test_what_the_text_says_of_single_countries() -> None:
    countries = DATA.countries.countries.values()
    assert {each.country for each in countries if each.entry == "closed"} == {"sweden", "norway"}
    assert {"montenegro", "albania", "luxembourg"} <= {
        each.country for each in countries if each.entry == "free"
    }
    assert {each.country for each in countries if each.power == "expeditionary"} == {
        "japan",
        "portugal",
        "spain",
        "brazil",
    }
    assert {each.country for each in countries if each.motorized} == {
        "germany",
        "france",
        "great-britain",
        "united-states",
    }


@pytest.mark.rule("21.11", "7.14")
def test_the_areas_friendly_to_the_entente_in_1914() -> None:
    areas = PLACES.areas
    assert {name for name, area in areas.items() if area.friendly} == {
        "canada",
        "british-africa",
        "french-africa",
        "aden",
        "india",
        "australia",
        "french-indochina",
        "china",
        "siberia",
    }
    assert {name for name, area in areas.items() if area.oil_to == "entente"} == {"latin-america", "aden"}


@pytest.mark.rule("25.41", "25.43", "25.44")
def test_how_a_landing_finds_the_harbours() -> None:
    landing: dict[str, set[str]] = {}
    for city in PLACES.cities.values():
        landing.setdefault(city.landing, set()).add(city.city)
    assert landing["undefended"] == {"Basra", "Poti", "Batum", "Trebizond"}
    assert landing["open"] == {"Tirana", "Fao"}
    assert len(landing["barred"]) == 14


@pytest.mark.rule("5.13")
def test_capitals_of_great_powers_are_worth_ten() -> None:
    majors = [each for each in DATA.countries.countries.values() if each.power == "major" and each.capital]
    assert {PLACES.cities[each.capital].morale for each in majors} == {10}
    assert all(
        PLACES.cities[each.capital].capital for each in DATA.countries.countries.values() if each.capital
    )


@pytest.mark.rule("11.62")
def test_two_countries_have_limits_on_their_railways() -> None:
    limits = [(each.country, each.first, each.units) for each in ECONOMY.rail]
    assert limits == [
        ("russia", "summer-1914", 6),
        ("russia", "winter-1916", 8),
        ("ottoman-empire", "summer-1914", 2),
    ]
