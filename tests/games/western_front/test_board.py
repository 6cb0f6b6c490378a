"""What the rule text says about single hexes and hexsides of map 5-3, checked on the board as built.

The facts stand here once more, copied from the rule text and not from the mapmaker's tables, so that a
board built from a damaged table fails.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

import hexfront
from hexfront.kernel.board import Board, Side, load_board
from hexfront.kernel.datafiles import DataFolder, Faults

FOLDER = Path(hexfront.__file__).parent / "games" / "western_front" / "data" / "board"
PROHIBITED = ("ocean", "lake", "alpine")

# The Terrain Effects Chart of the standard rules.
MOVEMENT_POINTS = {
    "clear": 1, "broken": 1, "hilly": 1, "woods": 2, "swamp": 3, "rough": 3, "wooded rough": 4, "mountain": 6,
    "suburban": 1, "urban": 1,
}  # fmt: skip
RIVER_POINTS = {"river": 1, "major river": 3}
RAIL_SAVES_FROM = {"double": 3, "single": 4}


def numbers(text: str) -> list[str]:
    return text.split()


FRONT_OF_1915 = numbers(
    "1004 1005 1106 1107 1007 1008 1009 1010 1011 1012 1013 1114 1213 1314 1413 1514 1614 1714 1814 1914 "
    "2013 2114 2214 2215 2116 2216 2316 2416 2517 2617 2718 2818 2819 2820 2821 2822 2823"
)
FRONT_OF_1917 = numbers(
    "1004 1005 1106 1107 1007 1008 1009 1110 1210 1211 1212 1313 1413 1514 1614 1714 1814 1914 2013 2114 "
    "2214 2215 2116 2216 2316 2416 2517 2617 2718 2818 2819 2820 2821 2822 2823"
)
ENTENTE_LINE_OF_1915 = numbers(
    "0905 0906 0907 0908 0909 0910 0911 0912 0913 0914 1006 1014 1115 1214 1315 1414 1515 1615 1715 1815 "
    "1915 2014 2015 2016 2115 2117 2217 2317 2417 2518 2618 2719 2720 2721 2722 2723 2724"
)
ENTENTE_LINE_OF_1917 = numbers(
    "0905 0906 0907 0908 0909 0910 1006 1010 1111 1112 1113 1213 1314 1414 1515 1615 1715 1815 1915 2014 "
    "2015 2016 2115 2117 2217 2317 2417 2518 2618 2719 2720 2721 2722 2723 2724"
)

FRENCH_IN_1914 = numbers(
    "0311 0507 0605 0708 0717 0805 1512 1513 1514 1515 1611 1613 1616 1712 1713 1715 1718 1812 1813 1814 "
    "1815 1816 1817 1913 1915 1917 2013 2014 2015 2114 2115 2116 2118 2119 2214 2215 2216 2217 2218 2317 "
    "2318 2319 2325 2417 2418 2420 2421 2520 2521 2618 2619 2620 2621 2623 2624 2720 2721 2722 2723 2724 "
    "0816 0817 1107 1112 1208 1313 1409 1810 1925 2117 2120 2122 2522 2622 2725"
)
BRITISH_IN_1914 = ["1210", "1310", "1311", "1409"]
BELGIAN_IN_1914 = numbers("1504 1505 1603 1604 1606 1705 1706 1805 1806 1807 2006 2107")
GERMAN_IN_1914 = numbers(
    "2304 2305 2306 2307 2308 2309 2310 2314 2315 2316 2402 2403 2404 2405 2406 2407 2408 2409 2410 2413 "
    "2414 2415 2416 2502 2503 2504 2505 2506 2507 2508 2509 2510 2511 2512 2513 2514 2515 2516 2517 2603 "
    "2605 2606 2607 2608 2609 2610 2611 2612 2613 2614 2615 2616 2617 2707 2708 2710 2711 2713 2714 2715 "
    "2716 2717 2718 2815 2816 2817 2819 2918 2919 2920 2921 3017 3018 3019 3020 3021 3022 3213 3312 2501 "
    "2703 2801 2805 2916 2923 3008 3118 3121 3210 3214 3316 3608 3616"
)
ENTENTE_IN_MARCH_1918 = numbers(
    "0619 0716 0805 0806 0807 0808 0809 0810 0816 0905 0906 0907 0908 0909 0910 0911 0912 0914 0915 1006 "
    "1010 1011 1012 1016 1111 1112 1113 1114 1213 1214 1315 1416 1517 1518 1615 1616 1716 1719 1816 1916 "
    "2015 2016 2118 2119 2217 2218 2317 2318 2321 2418 2423 2523 2619 2722 2723 2724"
)
ARRIVALS = numbers(
    "2325 1925 0717 1826 0113 0811 1515 0507 0125 2715 3018 2801 3312 2603 3118 2703 3608 3316 3121 3616"
)

NAMED = [
    ("0507", "Boulogne-sur-Mer"), ("0605", "Calais"), ("0805", "Dunkerque"), ("0717", "Paris"),
    ("0811", "Amiens"), ("1107", "Lille"), ("1112", "La Fère"), ("1208", "Condé"), ("1313", "Laon"),
    ("1515", "Reims"), ("1611", "Hirson"), ("1810", "Givet"), ("1812", "Mézières"), ("2015", "Verdun"),
    ("2218", "Toul"), ("2318", "Nancy"), ("2122", "Langres"), ("1925", "Dijon"), ("2325", "Besançon"),
    ("2521", "Épinal"), ("2723", "Belfort"), ("1606", "Brussels"), ("1604", "Antwerp"), ("1807", "Namur"),
    ("2107", "Liège"), ("2415", "Metz"), ("3018", "Strassburg"), ("2707", "Köln"), ("3210", "Mainz"),
    ("3008", "Koblenz"), ("2920", "Colmar"), ("2414", "Diedenhofen"), ("2921", "Neu Breisach"),
    ("2501", "Wesel"), ("3214", "Germersheim"), ("2614", "Saarlouis"), ("2916", "Bitsch"),
    ("2918", "Mutzig (Feste Kaiser Wilhelm II)"), ("2923", "Mülhausen"),
]  # fmt: skip
FORTRESSES = numbers(
    "0507 0605 0805 0717 0816 0817 1107 1112 1208 1313 1409 1515 1611 1810 1812 2015 2115 2116 2117 2217 "
    "2218 2318 2319 2120 2122 1925 2325 2521 2620 2522 2622 2723 2724 2725 1505 1603 1604 1705 1807 2107 "
    "2314 2316 2414 2415 2416 2501 2614 2707 2805 2916 2918 2920 2921 3008 3018 3022 3118 3210 3214"
)


@pytest.fixture(scope="module")
def board() -> Board:
    faults = Faults()
    loaded = load_board(DataFolder(FOLDER), faults)
    faults.raise_if_any()
    assert loaded is not None
    return loaded


def side(board: Board, a: str, b: str) -> Side:
    found = board.side(board[a], board[b])
    assert found is not None, f"{a} and {b} are not neighbours"
    return found


def cost(between: Side) -> int:
    """Movement points to cross, by the Terrain Effects Chart and 6-7."""
    if between.terrain in PROHIBITED:
        return 1000
    points = MOVEMENT_POINTS[between.terrain] + sum(RIVER_POINTS[each] for each in between.features)
    rail = between.networks.get("rail")
    return points - 1 if rail and points >= RAIL_SAVES_FROM[rail] else points


def shortest(board: Board, start: str, end: str) -> int:
    """The least movement points between two hexes over the whole board."""
    spent = {board[start]: 0}
    queue = [(0, board[start])]
    while queue:
        points, node = heapq.heappop(queue)
        if node == board[end]:
            return points
        for each in board.sides_of[node]:
            there = points + cost(each)
            if there < spent.get(each.other(node), 1000):
                spent[each.other(node)] = there
                heapq.heappush(queue, (there, each.other(node)))
    raise AssertionError(f"{end} cannot be reached from {start}")


def has_rail(board: Board, hexagon: str, tracks: Sequence[str] = ("double", "single")) -> bool:
    return any(each.networks.get("rail", "") in tracks for each in board.sides_of[board[hexagon]])


def test_the_board_covers_map_5_3(board: Board) -> None:
    assert len(board) == 36 * 28
    assert {"0113", "0125", "3608", "3616", "2501", "2801", "1826"} <= set(board.labels)


@pytest.mark.rule("6-7")
@pytest.mark.parametrize(
    ("hexes", "terrain", "features", "points"),
    [
        (("2915", "2815"), "clear", set(), 1),
        (("2815", "2716"), "woods", {"river"}, 2),
        (("2716", "2717"), "broken", {"river"}, 2),
        (("1716", "1616"), "broken", set(), 1),
        (("2107", "2007"), "clear", set(), 1),
        (("2007", "1908"), "clear", set(), 1),
        (("1908", "1907"), "clear", set(), 1),
        (("1110", "1010"), "clear", set(), 1),
        (("1010", "0911"), "clear", set(), 1),
    ],
)
def test_hexsides_of_the_movement_figures(
    board: Board, hexes: tuple[str, str], terrain: str, features: set[str], points: int
) -> None:
    found = side(board, *hexes)
    assert (found.terrain, set(found.features), cost(found)) == (terrain, features, points)
    assert found.source == "printed"


def test_figure_3_the_railway_that_saves_a_point_has_a_double_track(board: Board) -> None:
    assert side(board, "2815", "2716").networks["rail"] == "double"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        *pairwise(["2015", "1915", "1815", "1716", "1615"]),
        *pairwise(["2107", "2007", "1908", "1907"]),
    ],
)
def test_railways_of_figures_4_and_5(board: Board, a: str, b: str) -> None:
    assert side(board, a, b).networks.get("rail")


@pytest.mark.parametrize("hexagon", ["1615", "1816", "2016", "1907", "1908", "2106", "2107", "2206", "2207"])
def test_railheads_of_figures_4_and_5_lie_on_a_railway(board: Board, hexagon: str) -> None:
    assert has_rail(board, hexagon)


@pytest.mark.rule("10-1")
def test_figure_6_a_zone_of_control_reaches_all_six_neighbours_of_0910(board: Board) -> None:
    around = board.sides_of[board["0910"]]
    assert len(around) == 6
    assert not [each for each in around if each.terrain in PROHIBITED]


@pytest.mark.rule("13-3")
def test_figure_9_offers_clear_woods_and_rough_and_nothing_else(board: Board) -> None:
    at_hand = [side(board, "2817", other) for other in ("2717", "2816", "2917", "2918", "2818")]
    assert {each.terrain for each in at_hand} == {"clear", "woods", "rough"}
    attacked = [side(board, "2817", other) for other in ("2816", "2917", "2918")]
    assert not all(each.features for each in attacked)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("1609", "1509"), ("1609", "1510"), ("1609", "1610"), ("1611", "1511"), ("1611", "1512"),
        ("1713", "1613"), ("2107", "2106"), ("2107", "2108"), ("2107", "2206"), ("2107", "2207"),
    ],
)  # fmt: skip
def test_hexsides_of_figures_10_and_12_can_be_crossed(board: Board, a: str, b: str) -> None:
    assert cost(side(board, a, b)) < 1000


@pytest.mark.rule("19-9")
@pytest.mark.parametrize(
    ("path", "points"),
    [
        (["1712", "1711", "1710", "1809"], 5),
        (["1812", "1811", "1810", "1809"], 6),
        (["1713", "1613", "1513", "1412", "1411"], 6),
    ],
)
def test_figure_11_supply_lines_have_the_printed_length(board: Board, path: list[str], points: int) -> None:
    assert sum(cost(side(board, a, b)) for a, b in pairwise(path)) == points


@pytest.mark.parametrize(("start", "points"), [("1712", 5), ("1812", 6)])
def test_figure_11_has_no_shorter_german_supply_line(board: Board, start: str, points: int) -> None:
    assert shortest(board, start, "1809") == points


@pytest.mark.parametrize("start", ["1608", "1709", "1710"])
def test_figure_11_units_of_the_first_example_attack_unreduced(board: Board, start: str) -> None:
    assert shortest(board, start, "1809") <= 4


@pytest.mark.rule("11-9")
def test_1202_has_two_land_hexsides(board: Board) -> None:
    around = board.sides_of[board["1202"]]
    assert sum(each.terrain not in ("ocean", "lake") for each in around) == 2


@pytest.mark.parametrize("hexagon", ["0904", "1003"])
def test_the_front_ends_at_the_sea(board: Board, hexagon: str) -> None:
    assert board.terrain[board[hexagon]] == "sea"


def test_2014_is_the_west_bank_of_the_meuse_at_verdun(board: Board) -> None:
    assert side(board, "2014", "2015").features
    assert side(board, "2014", "2115").features
    assert not side(board, "2015", "2115").features


def test_the_scheldt_passes_between_1504_and_1603_to_antwerp(board: Board) -> None:
    assert side(board, "1504", "1603").features
    assert side(board, "1504", "1604").features
    assert not side(board, "1603", "1604").features


@pytest.mark.parametrize(("hexagon", "name"), NAMED)
def test_named_places_stand_in_their_printed_hex(board: Board, hexagon: str, name: str) -> None:
    places = {place.name: place for place in board.places_at(board[hexagon])}
    assert name in places
    assert places[name].source == "printed"


@pytest.mark.parametrize("hexagon", FORTRESSES)
def test_every_fortress_of_the_set_up_has_a_site(board: Board, hexagon: str) -> None:
    assert any("fortress site" in place.kinds for place in board.places_at(board[hexagon]))


def test_no_other_hex_has_a_fortress_site(board: Board) -> None:
    sites = {board.label(place.node) for place in board.places if "fortress site" in place.kinds}
    assert sites == set(FORTRESSES)


@pytest.mark.parametrize("hexagon", ["0811", "1515", "2923", "1606", "0717"])
def test_cities_of_the_rule_text(board: Board, hexagon: str) -> None:
    assert any("city" in place.kinds for place in board.places_at(board[hexagon]))


def test_french_fortresses_in_ports_are_those_of_the_channel(board: Board) -> None:
    ports = {
        board.label(place.node)
        for place in board.places
        if {"port", "fortress site"} <= place.kinds and board.country[place.node] == "france"
    }
    assert ports == {"0507", "0605", "0805"}


@pytest.mark.parametrize("hexagon", ["0507", "0605", "0805"])
def test_ports_lie_on_the_sea(board: Board, hexagon: str) -> None:
    assert any(each.terrain == "ocean" for each in board.sides_of[board[hexagon]])


def test_paris_is_urban_between_its_three_hexes(board: Board) -> None:
    for a, b in [("0717", "0816"), ("0717", "0817"), ("0816", "0817")]:
        assert side(board, a, b).terrain == "urban"
    assert {board.label(node) for node in board.regions["Paris"]} == {"0717", "0816", "0817"}


@pytest.mark.rule("9-14")
def test_every_urban_hexside_has_a_double_track(board: Board) -> None:
    urban = [each for each in board.sides if each.terrain == "urban"]
    assert urban
    assert all(each.networks.get("rail") == "double" for each in urban)


@pytest.mark.parametrize(
    ("country", "hexes"),
    [
        ("france", FRENCH_IN_1914),
        ("france", BRITISH_IN_1914),
        ("belgium", BELGIAN_IN_1914),
        ("germany", GERMAN_IN_1914),
        ("switzerland", ["2824"]),
        ("belgium", ["0905", "0906"]),
        ("belgium", ["2106", "2206", "2207"]),
    ],
)
def test_armies_set_up_in_their_own_country(board: Board, country: str, hexes: list[str]) -> None:
    owners = {number: board.country[board[number]] for number in hexes}
    assert owners == dict.fromkeys(hexes, country)


@pytest.mark.parametrize("hexagon", ENTENTE_IN_MARCH_1918)
def test_entente_units_of_march_1918_stand_in_france_or_belgium(board: Board, hexagon: str) -> None:
    assert board.terrain[board[hexagon]] == "land"
    assert board.country[board[hexagon]] in ("france", "belgium")


@pytest.mark.parametrize("line", [FRONT_OF_1915, FRONT_OF_1917], ids=["1915", "1917"])
def test_german_front_lines_run_over_passable_land(board: Board, line: list[str]) -> None:
    assert all(board.terrain[board[number]] == "land" for number in line)
    assert not [(a, b) for a, b in pairwise(line) if cost(side(board, a, b)) >= 1000]


@pytest.mark.parametrize(
    ("entente", "german"),
    [(ENTENTE_LINE_OF_1915, FRONT_OF_1915), (ENTENTE_LINE_OF_1917, FRONT_OF_1917)],
    ids=["1915", "1917"],
)
def test_the_entente_line_is_the_land_beside_the_german_front(
    board: Board, entente: list[str], german: list[str]
) -> None:
    """Flood the Entente's land from Paris: the German front and the neutrals must hold the flood."""
    front = {board[number] for number in german}
    reached, frontier = {board["0816"]}, [board["0816"]]
    while frontier:
        node = frontier.pop()
        for each in board.sides_of[node]:
            other = each.other(node)
            friendly = board.country[other] in ("france", "belgium", "germany", "luxembourg")
            if other in front or other in reached or not friendly or each.terrain in PROHIBITED:
                continue
            reached.add(other)
            frontier.append(other)
    touching = {node for node in reached if front & set(board.adjacent[node])}
    assert {board.label(node) for node in touching} == set(entente)


@pytest.mark.parametrize("hexagon", ARRIVALS)
def test_arrival_hexes_lie_on_a_railway(board: Board, hexagon: str) -> None:
    assert has_rail(board, hexagon)


@pytest.mark.parametrize("hexagon", ["1110", "1210", "1211", "1212", "1313"])
def test_the_hindenburg_line_is_built_on_double_tracks(board: Board, hexagon: str) -> None:
    assert has_rail(board, hexagon, ("double",))


def test_the_railways_of_the_continent_are_one_network(board: Board) -> None:
    reached, frontier = {board["0717"]}, [board["0717"]]
    while frontier:
        node = frontier.pop()
        for each in board.sides_of[node]:
            if each.networks.get("rail") and each.other(node) not in reached:
                reached.add(each.other(node))
                frontier.append(each.other(node))
    with_rail = {node for each in board.sides if each.networks.get("rail") for node in (each.a, each.b)}
    left_out = {board.label(node) for node in with_rail - reached if board.country[node] != "britain"}
    assert left_out == set()


def test_no_railway_crosses_a_prohibited_hexside(board: Board) -> None:
    assert not [each for each in board.sides if each.networks.get("rail") and each.terrain in PROHIBITED]


@pytest.mark.parametrize(
    ("edge", "country"),
    [("west", "france"), ("south", "france"), ("east", "germany"), ("north", "germany")],
)
def test_railways_leave_the_map_where_units_arrive_and_depart(board: Board, edge: str, country: str) -> None:
    friendly = board.regions[f"edge {edge}"] & board.regions[f"friendly-edge {country}"]
    assert any(has_rail(board, board.label(node)) for node in friendly)


def test_sea_hexes_have_only_ocean_hexsides_and_no_country(board: Board) -> None:
    for node, terrain in enumerate(board.terrain):
        if terrain == "sea":
            assert board.country[node] == ""
            assert {each.terrain for each in board.sides_of[node]} == {"ocean"}
        else:
            assert board.country[node]


@pytest.mark.parametrize(
    ("a", "b", "feature", "why"),
    [
        ("3018", "3118", "major river", "Kehl lies across the Rhine from Strassburg"),
        ("3210", "3310", "major river", "Mainz lies on the left bank of the Rhine"),
        ("3008", "3108", "major river", "Koblenz lies on the left bank of the Rhine"),
        ("2707", "2806", "major river", "Köln lies on the left bank of the Rhine"),
        ("2503", "2603", "major river", "Duisburg lies on the right bank of the Rhine"),
        ("2401", "2501", "major river", "Wesel lies on the right bank of the Rhine"),
        ("2921", "3020", "major river", "Neu Breisach lies on the left bank of the Rhine"),
        ("3213", "3313", "major river", "Mannheim lies on the right bank of the Rhine"),
        ("3215", "3316", "major river", "Karlsruhe lies on the right bank of the Rhine"),
        ("1709", "1809", "river", "Dinant lies on the right bank of the Meuse"),
        ("1812", "1912", "river", "Sedan lies on the right bank of the Meuse"),
        ("2016", "2116", "river", "the forts of Génicourt and Troyon lie on the right bank of the Meuse"),
        ("2107", "2207", "river", "Liège lies on the left bank of the Meuse"),
        ("1807", "1808", "river", "Namur lies north of the Sambre"),
        ("2218", "2318", "river", "the Moselle runs between Toul and Nancy"),
        ("2318", "2417", "river", "Nancy lies west of the Meurthe"),
        ("2315", "2415", "river", "Metz lies on the right bank of the Moselle"),
        ("1613", "1614", "river", "Rethel lies north of the Aisne"),
    ],
)
def test_river_towns_stand_on_their_own_bank(board: Board, a: str, b: str, feature: str, why: str) -> None:
    assert feature in side(board, a, b).features, why


@pytest.mark.parametrize(
    ("country", "towns"),
    [
        ("france", ["Sedan", "Longwy", "Saint-Dié", "Pontarlier"]),
        ("belgium", ["Ypres", "Arlon", "Verviers", "Ostend", "Mons", "Dinant"]),
        ("luxembourg", ["Luxembourg", "Ettelbruck"]),
        ("netherlands", ["Flushing", "Maastricht", "Roermond", "Venlo"]),
        ("germany", ["Aachen", "Kleve", "Saarburg", "Altkirch", "Singen", "Waldshut"]),
        ("switzerland", ["Basel", "Schaffhausen", "Porrentruy", "Bern"]),
        ("britain", ["Dover"]),
    ],
)
def test_border_towns_stand_in_their_own_country(board: Board, country: str, towns: list[str]) -> None:
    owners = {place.name: board.country[place.node] for place in board.places if place.name in towns}
    assert owners == dict.fromkeys(towns, country)
