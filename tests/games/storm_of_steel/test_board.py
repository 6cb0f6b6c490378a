"""What is known of the map: the hexes the rule text numbers, and every place we have given a hex."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

import hexfront
from hexfront.games.storm_of_steel.printed.board import WATER, Map, is_open, load_map, places_of
from hexfront.kernel.board import Board, load_board
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from tests.games.storm_of_steel.known import (
    BASES,
    CAPITALS,
    FORTS,
    INDUSTRIAL,
    INDUSTRIAL_CAPITALS,
    LINES,
    PLAIN,
    PORTS,
    RAILWAYS,
    SET_UP,
)

DATA = Path(hexfront.__file__).parent / "games" / "storm_of_steel" / "data"


def numbers(text: str) -> list[str]:
    return text.split()


@pytest.fixture(scope="module")
def world() -> Map:
    faults = Faults()
    found = load_map(DataFolder(DATA), faults)
    assert [str(fault) for fault in faults.found] == []
    assert found is not None
    return found


@pytest.fixture(scope="module")
def board(world: Map) -> Board:
    return world.board


def cities(table: dict[str, str]) -> Iterable[tuple[str, str, str]]:
    for country, text in table.items():
        for item in text.split():
            name, number = item.split(":")
            yield country, name.replace("_", " "), number


def names(text: str) -> set[str]:
    return {word.replace("_", " ") for word in text.split()}


ALL_CITIES = [*cities(INDUSTRIAL_CAPITALS), *cities(CAPITALS), *cities(INDUSTRIAL), *cities(PLAIN)]


@pytest.mark.rule("25.2")
@pytest.mark.parametrize(
    ("line", "hexes"),
    [
        ("Channel blockade line", "1819 1919 2020"),
        ("Scapa Flow blockade line", "1901 1902 1803"),
        ("Adriatic blockade line", "4546 4646"),
    ],
)
def test_25_2_blockade_lines_are_chains_of_neighbours(board: Board, line: str, hexes: str) -> None:
    nodes = [board[number] for number in hexes.split()]
    assert board.regions[line] == set(nodes)
    assert all(b in board.adjacent[a] for a, b in pairwise(nodes))


@pytest.mark.rule("25.2")
def test_25_2_the_channel_line_leaves_no_way_round(world: Map, board: Board) -> None:
    """Whoever sails from the North Sea into the Channel passes between Dover and Calais."""
    assert not world_is_joined(
        board, "North Sea", "English Channel", without=board.regions["Channel blockade line"]
    )


def world_is_joined(board: Board, one: str, two: str, without: frozenset[int]) -> bool:
    met = set(board.regions[one]) - without
    queue = list(met)
    for node in queue:
        for other in board.adjacent[node]:
            if board.terrain[other] == "sea" and other not in met and other not in without:
                if other in board.regions["Atlantic"]:
                    continue
                met.add(other)
                queue.append(other)
    return bool(met & board.regions[two])


@pytest.mark.rule("25.2")
def test_25_2_the_adriatic_line_parts_two_seas(board: Board) -> None:
    line = board.regions["Adriatic blockade line"]
    inside = board.regions["Adriatic"] - line
    outside = board.regions["West Mediterranean"]
    assert not any(other in outside for node in inside for other in board.adjacent[node])
    assert any(other in outside for node in line for other in board.adjacent[node])


@pytest.mark.rule("25.2")
@pytest.mark.parametrize(
    ("place", "seas"),
    [
        ("Kiel", "north-sea baltic"),
        ("Taranto", "west-mediterranean adriatic"),
        ("Constantinople", "east-mediterranean black-sea marmara"),
        ("Suez", "east-mediterranean indian-ocean"),
        ("Aqaba", "indian-ocean"),
        ("Basra", "indian-ocean"),
        ("Fao", "indian-ocean"),
        ("Liverpool", "atlantic"),
        ("Devonport", "atlantic english-channel"),
        ("Scapa Flow", "north-sea"),
        ("Wilhelmshaven", "north-sea"),
        ("Portsmouth", "english-channel"),
        ("Libau", "baltic"),
        ("Kronstadt Base", "baltic"),
        ("Toulon", "west-mediterranean"),
        ("Pola", "adriatic"),
        ("Alexandria", "east-mediterranean"),
        ("Sevastopol", "black-sea"),
        ("Brest", "atlantic"),
        ("Baku", ""),
    ],
)
def test_25_2_ports_lie_on_their_seas(world: Map, board: Board, place: str, seas: str) -> None:
    node = next(each.node for each in board.places if each.name == place)
    assert world.seas_of(node) == {*seas.split()}


def test_there_are_6178_hexes_and_276_cities(board: Board) -> None:
    assert sum(not board.is_area(node) for node in range(len(board))) == 6178
    assert len(ALL_CITIES) == 276
    found = {(board.country[each.node], each.name, board.label(each.node)) for each in board.places}
    assert found - {(country, name, number) for country, name, number in found if name in GRAIN} == {
        *ALL_CITIES
    }


GRAIN = {
    "Wallachia": "5637",
    "Moldavia": "6032",
    "Podolia": "6126",
    "Kherson": "6729",
    "Poltava grain": "6924",
    "Kuban": "8031",
}


def test_cities_are_of_their_kind(world: Map) -> None:
    def of(kind: str) -> set[str]:
        return {place.name for place in places_of(world, kind)}

    industrial = {name for _, name, _ in (*cities(INDUSTRIAL_CAPITALS), *cities(INDUSTRIAL))}
    assert of("industrial") == industrial
    assert of("capital") == {name for _, name, _ in (*cities(INDUSTRIAL_CAPITALS), *cities(CAPITALS))}
    assert of("city") == {name for _, name, _ in cities(PLAIN)}
    assert of("naval base") == names(BASES)
    # Beside those of the list, cities of which the board finds that they lie at the sea (29.0).
    assert of("port") - names(PORTS) - names(BASES) == {"Groningen", "Rome", "Scutari", "Gaza", "Abadan"}
    assert of("petroleum") == {"Ploesti", "Drohobycz", "Baku", "Grozny", "Abadan"}
    assert of("grain") == {*GRAIN}


@pytest.mark.rule("7.12")
def test_7_12_industrial_cities_by_country(world: Map, board: Board) -> None:
    count = Counter(board.country[place.node] for place in places_of(world, "industrial"))
    assert (count["germany"], count["belgium"]) == (18, 4)
    assert [
        count[country] for country in ("france", "great-britain", "russia", "austria-hungary", "italy")
    ] == [
        11,
        10,
        8,
        6,
        4,
    ]
    # Germany with four Belgian and three French cities of the north: 18 x 4 + 7 x 4 / 2.
    held = {"Lille", "Maubeuge", "Nancy"}
    assert held <= {
        place.name for place in places_of(world, "industrial") if board.country[place.node] == "france"
    }
    assert 18 * 4 + (4 + len(held)) * 4 // 2 == 86


def test_forts_and_petroleum_have_their_figures(board: Board) -> None:
    forts = {place.name: place.figures["fort"] for place in board.places if "fort" in place.figures}
    assert forts == {
        name.replace("_", " "): int(count) for name, count in (each.split(":") for each in FORTS.split())
    }
    oil = {place.name: place.figures["petroleum"] for place in board.places if "petroleum" in place.figures}
    assert oil == {"Ploesti": 2, "Drohobycz": 1, "Baku": 2, "Grozny": 1, "Abadan": 1}


@pytest.mark.rule("5.16")
def test_5_16_no_grain_grows_in_the_home_countries_of_the_central_powers(world: Map, board: Board) -> None:
    for place in places_of(world, "grain"):
        assert board.label(place.node) == GRAIN[place.name]
        assert board.country[place.node] in ("russia", "romania")


@pytest.mark.parametrize("country", SET_UP)
def test_every_hex_of_the_set_up_lies_in_its_country(board: Board, country: str) -> None:
    strange = [number for number in numbers(SET_UP[country]) if board.country[board[number]] != country]
    assert strange == []


@pytest.mark.parametrize("year", LINES)
def test_front_lines_of_later_years_are_unbroken_and_touch(board: Board, year: str) -> None:
    central, entente = ([board[number] for number in numbers(text)] for text in LINES[year])
    for own, enemy in ((central, entente), (entente, central)):
        assert all(board.country[node] for node in own)
        assert all(set(board.adjacent[node]) & set(enemy) for node in own)
        met, queue = {own[0]}, [own[0]]
        for node in queue:
            more = (set(board.adjacent[node]) & set(own)) - met
            met |= more
            queue += more
        assert met == set(own)


@pytest.mark.parametrize(("opened", "line"), RAILWAYS)
def test_railways_join_their_cities(board: Board, opened: str, line: str) -> None:
    """A train finds its way from station to station without a great detour."""
    places = {place.name: place.node for place in board.places}
    stations = [places[name] if name in places else board[name] for name in line.split("|")]
    for start, end in pairwise(stations):
        steps = rail_steps(board, start, end, opened)
        assert steps is not None, line
        direct = board.distance(start, end)
        assert direct is not None
        assert steps <= 1.5 * direct + 3, (board.label(start), board.label(end), steps, direct)


def rail_steps(board: Board, start: int, end: int, opened: str) -> int | None:
    far = {start: 0}
    queue = [start]
    for node in queue:
        for side in board.sides_of[node]:
            other = side.other(node)
            if side.networks.get("rail") in ("open", opened) and other not in far:
                far[other] = far[node] + 1
                queue.append(other)
    return far.get(end)


@pytest.mark.rule("7.3")
def test_7_3_the_rail_zone_is_the_west_and_the_middle_of_europe(board: Board) -> None:
    zone = {board.label(node) for node in range(len(board)) if "rail zone" in board.features[node]}
    whole = [
        board.label(node)
        for node in range(len(board))
        if board.country[node] in ("germany", "belgium", "netherlands") and not board.is_area(node)
    ]
    assert zone >= {*whole}
    inside = {"Paris", "Lyon", "Nantes", "London", "Cardiff", "Prague", "Vienna", "Linz", "Milan", "Venice"}
    outside = {
        "Marseille",
        "Toulon",
        "Glasgow",
        "Dublin",
        "Budapest",
        "Cracow",
        "Rome",
        "Bern",
        "Warsaw",
        "Innsbruck",
    }
    for place in board.places:
        if place.name in inside | outside:
            assert (board.label(place.node) in zone) == (place.name in inside), place.name


@pytest.mark.rule("19.5")
def test_19_5_countries_have_their_regions(board: Board) -> None:
    members = {
        "finland": "Helsingfors",
        "poland": "Warsaw Lodz Lublin Kalisz",
        "baltic": "Riga Reval Libau",
        "ukraine": "Kiev Odessa Kharkov",
        "transcaucasia": "Tiflis Baku Batum Erivan",
        "bohemia-moravia": "Prague Pilsen Brunn",
        "hungary": "Budapest Agram Fiume Klausenburg",
        "ruthenia": "Lemberg Przemysl Cracow Tarnopol",
        "bosnia-herzegovina": "Sarajevo",
        "ireland": "Dublin Cork Belfast",
        "egypt": "Cairo Alexandria Suez",
    }
    places = {place.name: place.node for place in board.places}
    for region, inside in members.items():
        assert all(places[name] in board.regions[region] for name in inside.split()), region
    outside = {"Ragusa": "hungary", "Trieste": "hungary", "Moscow": "ukraine", "Liverpool": "ireland"}
    assert all(places[name] not in board.regions[region] for name, region in outside.items())


@pytest.mark.rule("4.44")
def test_4_44_serbia_and_romania_lie_on_the_eastern_front(board: Board) -> None:
    east = board.regions["East front"]
    for node in range(len(board)):
        if board.country[node] in ("serbia", "romania") and not board.is_area(node):
            assert node in east


def test_fronts_hold_what_they_should(board: Board) -> None:
    places = {place.name: place.node for place in board.places}
    inside = {
        "West front": "Paris Berlin Rome Madrid Dublin Bern Pilsen Copenhagen Algiers",
        "East front": "Prague Warsaw Vienna Budapest Belgrade Sofia Athens Moscow Breslau Tirana",
        "Middle East front": "Constantinople Cairo Baghdad Tiflis Baku Teheran Adrianople Limassol Fao",
    }
    for front, text in inside.items():
        assert all(places[name] in board.regions[front] for name in text.split()), front


@pytest.mark.rule("19.23", "25.2")
def test_19_23_danish_waters_part_the_baltic_from_the_north_sea(board: Board) -> None:
    waters = board.regions["Danish restricted waters"]
    assert waters
    for node in waters:
        assert board.terrain[node] == "sea"
        assert any(board.country[other] == "denmark" for other in board.adjacent[node])


@pytest.mark.rule("21.21", "21.23", "21.31", "21.46")
def test_21_land_meets_the_areas_beyond_the_edge(board: Board) -> None:
    east = board.regions["Entry from Siberia"]
    assert {board[f"86{row:02}"] for row in range(1, 30)} <= east
    assert all(board.country[node] == "russia" for node in east)
    assert {board.country[node] for node in board.regions["Entry from Portugal"]} == {"spain"}
    assert {board.country[node] for node in board.regions["Entry from French Africa"]} == {"france"}
    # By air alone: the land border of British Africa and the maps cannot be crossed.
    assert {board.country[node] for node in board.regions["Entry by air from British Africa"]} == {
        "great-britain"
    }
    entries = [name for name in board.regions if name.startswith("Entry from") and "British" in name]
    assert entries == []


@pytest.mark.rule("21.34", "21.41", "21.42", "21.46", "21.5")
def test_21_areas_are_joined_as_the_text_says(world: Map) -> None:
    joined = {frozenset((link.a, link.b)): link.kind for link in world.links}
    assert joined[frozenset(("canada", "united-states"))] == "rail"
    assert joined[frozenset(("atlantic", "indian-ocean"))] == "sea"
    assert joined[frozenset(("caribbean", "pacific"))] == "sea"
    assert joined[frozenset(("united-states", "atlantic"))] == "two ports"
    closed = [("india", "china"), ("french-africa", "british-africa"), ("siberia", "india")]
    assert all(frozenset(pair) not in joined for pair in closed)


@pytest.mark.rule("7.13", "7.14")
def test_7_13_areas_have_centres_and_petroleum(world: Map, board: Board) -> None:
    areas = {area.name: area for area in board.areas.values()}
    for name in (
        "Canada",
        "Australia",
        "British Africa",
        "India",
        "French Africa",
        "Siberia",
        "United States",
    ):
        assert areas[name].figures["centres"] > 0
    for name in ("Latin America", "Aden"):
        assert areas[name].figures["petroleum"] > 0
    assert sum("land" in area.kinds for area in areas.values()) == 15


@pytest.mark.rule("25.43")
def test_25_43_a_black_line_keeps_landings_off(world: Map, board: Board) -> None:
    closed = places_of(world, "no landing")
    assert {place.name for place in closed} == {
        "London", "Hamburg", "Bremen", "Wilhelmshaven", "Kiel", "Antwerp", "Rotterdam", "Kronstadt Base",
        "St Petersburg", "Venice", "Pola", "Cattaro", "Constantinople", "Smyrna",
    }  # fmt: skip
    marked = {frozenset((side.a, side.b)) for side in board.sides if "no landing" in side.features}
    for place in closed:
        for other in board.adjacent[place.node]:
            assert (frozenset((place.node, other)) in marked) == (board.terrain[other] == "sea")


@pytest.mark.rule("7.65")
def test_7_65_ottoman_mobilization_hexes(world: Map, board: Board) -> None:
    hexes = {place.node for place in places_of(world, "mobilization")}
    assert board.regions["Ottoman mobilization hexes"] == hexes
    assert len(hexes) == 15
    assert {board.country[node] for node in hexes} == {"ottoman-empire"}


@pytest.mark.parametrize(
    ("one", "two", "may"),
    [
        ("1919", "1920", False),  # Dover and Calais
        ("6443", "6543", True),  # by the ferry of Constantinople
        ("6045", "6046", False),  # Gallipoli and Asia
        ("5303", "5304", False),  # Helsingfors and Reval
        ("3950", "4050", False),  # Messina
        ("7564", "7664", True),  # over the Suez Canal
        ("3712", "3812", False),  # Copenhagen and Malmö
        ("4128", "4229", True),  # over the Danube
    ],
)
def test_arms_of_the_sea_part_the_land(board: Board, one: str, two: str, may: bool) -> None:
    side = board.side(board[one], board[two])
    assert side is not None
    assert is_open(side) is may


def test_armies_walk_from_the_channel_to_the_gulf_and_not_to_britain(board: Board) -> None:
    met = {board["2120"]}
    queue = list(met)
    for node in queue:
        for side in board.sides_of[node]:
            other = side.other(node)
            if other not in met and board.terrain[other] not in WATER and is_open(side):
                met.add(other)
                queue.append(other)
    places = {place.name: place.node for place in board.places}
    reached = {name for name, node in places.items() if node in met}
    assert reached >= {"Paris", "Moscow", "Constantinople", "Baghdad", "Cairo", "Madrid", "Athens"}
    assert not reached & {
        "London",
        "Dublin",
        "Palermo",
        "Algiers",
        "Limassol",
        "Copenhagen",
        "Cagliari",
        "Goteborg",
    }


def test_the_gaps_of_the_ottoman_railway_are_marked(board: Board) -> None:
    gaps = {board.label(node) for node in range(len(board)) if "rail gap" in board.features[node]}
    assert gaps == {"7749", "8050"}
    for gap in gaps:
        assert sum("rail" in side.networks for side in board.sides_of[board[gap]]) >= 2


def test_the_board_loads_in_a_moment() -> None:
    """In a third of a second on a machine with nothing else to do; the best of three on any other."""
    best = 9.0
    for _ in range(3):
        start = time.process_time()
        faults = Faults()
        assert load_board(DataFolder(DATA).subfolder("board"), faults) is not None
        best = min(best, time.process_time() - start)
    assert best < 0.3


SIDES = "a,b,features,rail,source\n"
LINKS = "a,b,kind,hexes,source\n"


def overlaid(name: str, old: str, new: str) -> list[str]:
    """The faults of the board with one file changed by an overlay."""
    text = (DATA / "board" / name).read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{name} has no {old}"
    faults = Faults()
    load_map(DataFolder(DATA, [Overlay("own", {f"board/{name}": text.replace(old, new, 1)})]), faults)
    return [str(fault) for fault in faults.found]


def test_an_owner_replaces_a_hex_by_overlay() -> None:
    text = (DATA / "board" / "hexes.csv").read_text(encoding="utf-8")
    changed = text.replace("\n1924,clear,", "\n1924,rough,")
    assert changed != text
    faults = Faults()
    found = load_map(DataFolder(DATA, [Overlay("own", {"board/hexes.csv": changed})]), faults)
    assert faults.found == []
    assert found is not None
    assert found.board.terrain[found.board["1924"]] == "rough"


@pytest.mark.parametrize(
    ("name", "old", "new", "what"),
    [
        ("hexes.csv", "\n0505,sea,", "\n0505,clear,", "the island at 0505 has no name"),
        (
            "places.csv",
            "6032,Moldavia,grain,",
            "6032,Moldavia,,",
            "6032 Moldavia is neither a city nor a grain hex",
        ),
        ("sides.csv", SIDES, SIDES + "7012,7013,river,,\n", "the river at 7012-7013 flows nowhere"),
        ("sides.csv", SIDES, SIDES + "0501,0502,river,,\n", "0501-0502 lies at open water and carries river"),
        ("sides.csv", SIDES, SIDES + "7013,7014,,open,\n", "the railway at 7013 leads to no city"),
        ("sides.csv", SIDES, SIDES + "7013,7014,,open,\n", "the railway ends in the open at 7014"),
        ("sides.csv", "\n5303,5304,inlet,", "\n5303,5304,river,", "the Baltic falls into pieces"),
        ("regions.csv", "\npoland,", "\npoland,6003|", "6003 is cut off from the rest of poland"),
        ("regions.csv", "\nlibya,", "\nlybia,", "there is no region libya"),
        (
            "links.csv",
            "\n0734,atlantic,port,",
            "\n0938,atlantic,port,",
            "0734 Bilbao is a port of no sea area",
        ),
        (
            "links.csv",
            LINKS,
            LINKS + "canada,united-states,land,1,\n",
            "canada and united-states are joined twice",
        ),
        ("hexes.csv", "\n1924,clear,france", "\n1924,sea,", "1924 Paris stands in the sea"),
        (
            "places.csv",
            "1924,Paris,capital|industrial",
            "1924,Paris,city",
            "france has cities and no capital",
        ),
        (
            "places.csv",
            "1924,Paris,capital|industrial|",
            "1924,Paris,capital|industrial|port|",
            "1924 Paris is a port",
        ),
        (
            "places.csv",
            "0734,Bilbao,industrial|port",
            "0734,Bilbao,industrial",
            "0734 Bilbao lies at the sea",
        ),
        ("places.csv", "fort 6,", ",", "is a fort site without a figure"),
        ("links.csv", ",baltic,base,", ",canada,base,", "canada is no sea area"),
        (
            "links.csv",
            "north-sea,english-channel,sea,",
            "north-sea,english-chanel,sea,",
            '"english-chanel" is not',
        ),
        ("links.csv", ",sea,", ",see,", '"see" is no kind of way'),
        ("regions.csv", "\npoland,", "\npoland,1924|", "1924 of poland is not in russia"),
        ("regions.csv", "\nWest front,", "\nWest front,6003|", "6003 lies in 2 parts of kind front"),
        ("regions.csv", "\nNorth Sea,", "\nNorth Sea,1924|", "1924 cannot be part of the North Sea"),
        (
            "sides.csv",
            "1919,1920,inlet,",
            "1919,1920,inlet,open",
            "the railway over 1919-1920 runs through water",
        ),
    ],
)
def test_a_fault_of_the_geography_is_found(name: str, old: str, new: str, what: str) -> None:
    found = overlaid(name, old, new)
    assert any(what in fault for fault in found), found


def test_all_faults_are_told_at_once() -> None:
    places = (DATA / "board" / "places.csv").read_text(encoding="utf-8")
    regions = (DATA / "board" / "regions.csv").read_text(encoding="utf-8")
    files = {
        "board/places.csv": places.replace("0734,Bilbao,industrial|port", "0734,Bilbao,industrial"),
        "board/regions.csv": regions.replace("\npoland,", "\npoland,1924|"),
    }
    faults = Faults()
    load_map(DataFolder(DATA, [Overlay("own", files)]), faults)
    told = [str(fault) for fault in faults.found]
    assert any(line.startswith("own/board/places.csv") for line in told)
    assert any(line.startswith("own/board/regions.csv") for line in told)
