"""The counters: force pools, what the rule text says of figures, and that no unit is there twice."""

from __future__ import annotations

from collections import Counter

import pytest

from hexfront.games.storm_of_steel.vocabulary import AIR, NAVAL, NEVER_ENTRENCHED
from tests.games.storm_of_steel.builders import DATA

COUNTERS = DATA.counters
LAND = COUNTERS.land.values()


def test_no_unit_is_there_twice() -> None:
    units = [each.unit for each in COUNTERS.all()]
    assert len(units) == len(set(units)) == 838 + 75 + 188 + 71 + 59


def test_all_pieces_together_are_near_the_fourteen_hundred_of_the_box() -> None:
    pieces = len(list(COUNTERS.all())) + sum(marker.number or 0 for marker in COUNTERS.markers)
    assert 1250 <= pieces <= 1400


@pytest.mark.parametrize(
    ("country", "active", "reserve", "shock", "others"),
    [
        ("germany", (30, 20, 12), (30, 16, 8), (6, 4, 2), (5, 1, 6, 16)),
        ("austria-hungary", (18, 10, 4), (10, 6, 2), (2, 0, 0), (4, 3, 3, 11)),
        ("ottoman-empire", (15, 6, 2), (12, 4, 0), (1, 0, 0), (1, 1, 0, 9)),
        ("bulgaria", (6, 3, 1), (3, 0, 0), (0, 0, 0), (1, 0, 0, 4)),
        ("france", (24, 14, 8), (16, 8, 4), (3, 1, 1), (5, 2, 4, 11)),
        ("great-britain", (20, 14, 8), (14, 8, 2), (3, 2, 1), (3, 0, 3, 10)),
        ("russia", (38, 16, 8), (26, 12, 4), (2, 0, 0), (9, 1, 2, 16)),
        ("italy", (14, 8, 3), (8, 4, 0), (2, 1, 0), (2, 2, 2, 9)),
        ("united-states", (10, 6, 4), (6, 4, 0), (2, 2, 1), (0, 0, 2, 3)),
        ("serbia", (6, 2, 0), (2, 0, 0), (0, 0, 0), (0, 0, 0, 4)),
        ("romania", (8, 3, 0), (4, 0, 0), (0, 0, 0), (1, 0, 0, 4)),
    ],
)
def test_the_force_pool_of_a_country(
    country: str,
    active: tuple[int, ...],
    reserve: tuple[int, ...],
    shock: tuple[int, ...],
    others: tuple[int, ...],
) -> None:
    """Corps of two, three and four divisions, then cavalry, alpine units, siege guns and headquarters."""
    pool = COUNTERS.pool(country)
    for kind, numbers in (("active", active), ("reserve", reserve), ("shock", shock)):
        assert tuple(pool[kind, divisions] for divisions in (2, 3, 4)) == numbers
    kinds = Counter(unit.kind for unit in LAND if unit.country == country)
    assert tuple(kinds[kind] for kind in ("cavalry", "alpine", "siege", "headquarters")) == others


@pytest.mark.parametrize(
    ("country", "numbers"),
    [
        ("germany", (5, 2, 5, 5, 6, 10, 3)),
        ("austria-hungary", (1, 0, 3, 1, 2, 2, 1)),
        ("ottoman-empire", (0, 1, 1, 1, 1, 0, 1)),
        ("france", (2, 0, 5, 4, 3, 3, 3)),
        ("great-britain", (9, 3, 9, 10, 12, 6, 8)),
        ("russia", (2, 0, 2, 2, 3, 3, 2)),
        ("italy", (2, 0, 2, 2, 2, 2, 2)),
        ("united-states", (3, 0, 5, 2, 4, 2, 4)),
        ("japan", (1, 1, 2, 2, 1, 1, 2)),
    ],
)
def test_the_navy_of_a_country(country: str, numbers: tuple[int, ...]) -> None:
    pool = COUNTERS.pool(country)
    assert tuple(pool[kind, None] for kind in NAVAL) == numbers


def test_the_air_forces() -> None:
    pools = {country: COUNTERS.pool(country) for country in ("germany", "great-britain", "united-states")}
    found = {country: tuple(pool[kind, None] for kind in AIR) for country, pool in pools.items()}
    assert found == {"germany": (10, 4), "great-britain": (9, 4), "united-states": (6, 2)}


@pytest.mark.rule("2.8-Divisions", "9.1")
def test_equal_divisions_are_equal_strength() -> None:
    """Three corps of two, two of three, or one of four and one of two."""
    by_kind: dict[tuple[str, str], set[int]] = {}
    for unit in LAND:
        if unit.divisions is not None:
            assert unit.strength % unit.divisions == 0
            by_kind.setdefault((unit.country, unit.kind), set()).add(unit.strength // unit.divisions)
    assert all(len(strengths) == 1 for strengths in by_kind.values())


@pytest.mark.rule("12-note")
def test_most_double_when_entrenched_turks_triple_and_shock_troops_gain_half() -> None:
    for unit in LAND:
        if unit.kind in NEVER_ENTRENCHED:
            assert unit.entrenched is None
        elif unit.kind == "shock":
            assert unit.entrenched == unit.strength * 3 // 2
        else:
            assert unit.entrenched == unit.strength * (3 if unit.country == "ottoman-empire" else 2)


@pytest.mark.rule("11.5", "11.61")
def test_russian_infantry_moves_two_and_headquarters_one() -> None:
    russian = [unit for unit in LAND if unit.country == "russia"]
    assert {unit.movement for unit in russian if unit.kind in ("active", "reserve")} == {2}
    assert {unit.radius for unit in russian if unit.kind == "headquarters"} == {1}
    assert {unit.movement for unit in LAND if unit.kind == "headquarters"} == {1}


@pytest.mark.rule("26.32", "26.33")
def test_the_ships_of_the_worked_examples() -> None:
    ships = COUNTERS.ships
    german = min(ships["ge-bb-1"].contact, ships["ge-ca-1"].contact)
    british = min(ships["gb-bc-1"].contact, ships["gb-ss-1"].contact)
    assert german - british == -1
    assert (ships["ge-bb-1"].protection, ships["ge-ca-1"].protection) == (8, 2)


@pytest.mark.rule("10.32", "11.7")
def test_cadres_are_from_one_to_four() -> None:
    assert {unit.cadre for unit in LAND} == {1, 2, 3, 4}
    assert COUNTERS.land["ge-2a-guard"].cadre == 4


@pytest.mark.rule("35.15", "35.2")
def test_irregulars_and_agents() -> None:
    forces = Counter(unit.force for unit in COUNTERS.irregulars.values())
    regions = {unit.of for unit in COUNTERS.irregulars.values() if unit.force == "nationalist"}
    assert forces == {"bolshevik": 18, "nationalist": 27, "partisan": 14}
    assert regions == {name for name, region in DATA.countries.regions.items() if region.uprising}
    agents = {marker.side: marker.number for marker in COUNTERS.markers if marker.marker == "agent"}
    assert agents["bolshevik"] == 3


@pytest.mark.rule("17.1")
def test_forts_stand_in_cities() -> None:
    strengths = {fort.city: fort.strength for fort in COUNTERS.forts.values()}
    assert len(strengths) == 75
    assert (strengths["Verdun"], strengths["Metz"], strengths["Liege"]) == (8, 8, 5)


@pytest.mark.rule("2.9")
def test_the_names_of_the_book_are_there() -> None:
    words = " ".join(each.name for each in COUNTERS.all())
    for name in (
        "Guard",
        "Bavarian",
        "Landwehr",
        "Stoss",
        "Carpathian",
        "Tyrol",
        "Tsingtao",
        "Timok",
        "Carnic",
        "Bersagliere",
        "ANZAC",
        "Gurkha",
        "Desert Mounted",
        "Chasseurs d'Afrique",
        "Grenadier",
        "Siberian",
        "Turkestan",
        "Cossack",
        "Red Guard",
    ):
        assert name in words
