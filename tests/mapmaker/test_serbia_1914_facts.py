"""Everything the rule text says of hexes of the Serbian map, rule by rule."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

import hexfront
from hexfront.kernel.board import Board, Side, load_board
from hexfront.kernel.datafiles import DataFolder, Faults

FOLDER = Path(hexfront.__file__).parent / "games" / "serbia_1914" / "data" / "board"
GREAT = {"sava", "donau"}


@pytest.fixture(scope="module")
def board() -> Board:
    faults = Faults()
    found = load_board(DataFolder(FOLDER), faults)
    assert faults.found == []
    assert found is not None
    return found


def links() -> list[dict[str, str]]:
    lines = (FOLDER / "links.csv").read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def side(board: Board, a: str, b: str) -> Side:
    found = board.side(board[a], board[b])
    assert found is not None, f"{a} and {b} are not neighbours"
    return found


def on_great_river(board: Board, number: str) -> bool:
    return any(each.features & GREAT for each in board.sides_of[board[number]])


def along_the_river(board: Board, a: str, b: str) -> bool:
    """Whether a ship can go from one hex to the next: over the river, or along it past a common corner."""
    here, there = board[a], board[b]
    if side(board, a, b).features & GREAT:
        return True
    common = set(board.adjacent[here]) & set(board.adjacent[there])
    near = (board.side(end, third) for third in common for end in (here, there))
    return any(each is not None and each.features & GREAT for each in near)


def enclosed(board: Board, start: str) -> set[str]:
    """The hexes that can be reached without crossing Sava or Donau."""
    seen, queue = {board[start]}, [board[start]]
    while queue:
        node = queue.pop()
        for each in board.sides_of[node]:
            other = each.other(node)
            if other not in seen and not each.features & GREAT and not board.is_area(other):
                seen.add(other)
                queue.append(other)
    return {board.label(node) for node in seen}


def labels(board: Board, nodes: Iterable[int]) -> set[str]:
    return {board.label(node) for node in nodes}


PLACES = {
    "Vogošća": "06.20",
    "Sarajevo West": "06.21",
    "Sarajevo": "07.21",
    "Kalinovik": "06.25",
    "Tuzla": "10.12",
    "Brčko": "11.08",
    "Višegrad": "16.22",
    "Pljevlja": "16.28",
    "Parašnica": "17.08",
    "Prijepolje": "19.28",
    "Šabac": "21.10",
    "Nova Varoš": "21.27",
    "Užice": "22.21",
    "Neusatz": "23.03",
    "Peterwardein": "23.04",
    "Budjanovci": "23.08",
    "Grabovci": "23.10",
    "Valjevo": "23.16",
    "Deč": "25.09",
    "Planinica": "25.18",
    "Obrenovac": "26.11",
    "Surčin": "28.09",
    "Semlin": "29.09",
    "Beograd": "30.09",
    "Kragujevac": "34.20",
}


@pytest.mark.parametrize(("name", "number"), PLACES.items())
def test_a_named_place_stands_in_its_printed_hex(board: Board, name: str, number: str) -> None:
    found = {place.name: place for place in board.places_at(board[number])}
    assert name in found
    assert found[name].source in ("printed", "derived")


# Hexes that the rule text names without a place.
NUMBERS = {
    "1.1": "15.20 15.26",
    "3.4.1": "12.21",
    "3.5.4": "17.08 18.08",
    "5.1.1": "10.17 10.18 11.18 11.19 12.17 12.18 13.18 13.19 14.17 14.18",
    "7.1.5": "10.05 11.05 11.08 12.07 23.03 23.04",
    "7.5.1": "17.10",
    "8.2.2": "17.04 17.05 18.03 18.04 18.05 19.04 19.05",
    "8.5.3": "29.10 30.09",
    "15.6.3a": "06.21 08.12 10.12",
    "19": "21.12 21.13 22.11 22.12 23.12",
    "24.2": "16.29 20.29 22.29 24.29 30.29",
    "25.1": "21.09 21.10 22.09 22.10",
    "25.1.1": "16.07 17.07 20.06 21.07 21.08 28.08 28.09",
    "25.1.2": "08.04 28.08 29.08 29.09 30.08",
    "25.1.3": "17.09",
    "25.1.4": "31.09",
    "27.2": "25.14",
}


@pytest.mark.parametrize(("rule", "numbers"), NUMBERS.items())
def test_the_hexes_of_a_rule_are_on_the_map(board: Board, rule: str, numbers: str) -> None:
    assert [number for number in numbers.split() if number not in board] == [], rule


@pytest.mark.parametrize("number", ["43.40", "42.39", "44.17", "44.18", "43.18", "56.55", "58.54", "59.54"])
def test_hexes_of_examples_taken_from_other_maps_are_not_on_ours(board: Board, number: str) -> None:
    """7.1.6a, 11.2, 15.3.1 and 15.5 show hexes beyond the last column or row."""
    assert number not in board


def test_an_army_boundary_may_run_across_the_grain(board: Board) -> None:
    """5.1.1: these pairs lie one below the other, and the upper hexes follow each other."""
    line = [
        ("10.17", "10.18"),
        ("11.18", "11.19"),
        ("12.17", "12.18"),
        ("13.18", "13.19"),
        ("14.17", "14.18"),
    ]
    for upper, lower in line:
        side(board, upper, lower)
    for (one, _), (two, _) in pairwise(line):
        side(board, one, two)


def test_bridges_stand_only_where_7_1_5_puts_them(board: Board) -> None:
    bridges = {
        tuple(sorted(labels(board, (each.a, each.b)))): each.features & GREAT
        for each in board.sides
        if "bridge" in each.features
    }
    assert bridges == {
        ("10.05", "11.05"): {"sava"},
        ("11.08", "12.07"): {"sava"},
        ("23.03", "23.04"): {"donau"},
    }


def test_ferries_cross_the_donau_only(board: Board) -> None:
    ferries = [each for each in board.sides if "ferry" in each.features]
    assert ferries
    assert all("donau" in each.features for each in ferries)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("10.05", "11.05"),
        ("11.08", "12.07"),
        ("17.08", "17.09"),
        ("17.08", "18.08"),
        ("21.07", "21.08"),
        ("21.08", "22.08"),
        ("21.09", "22.08"),
        ("21.09", "22.09"),
        ("21.10", "22.09"),
        ("29.09", "30.09"),
        ("29.09", "29.10"),
    ],
)
def test_the_sava_flows_there(board: Board, a: str, b: str) -> None:
    assert "sava" in side(board, a, b).features


@pytest.mark.parametrize(
    ("a", "b"), [("23.03", "23.04"), ("28.08", "29.08"), ("29.09", "30.08"), ("30.08", "30.09")]
)
def test_the_donau_flows_there(board: Board, a: str, b: str) -> None:
    assert "donau" in side(board, a, b).features


def test_the_riverbend_of_parasnica_points_to_18_08(board: Board) -> None:
    """3.5.4: out of 17.08 the arrow helps, from 18.08 it does not."""
    assert "riverbend" in board.features[board["17.08"]]
    assert "riverbend" not in board.features[board["18.08"]]
    assert {"sava", "riverbend"} <= side(board, "17.08", "18.08").features
    assert board.terrain[board["17.08"]] != "bottomland with river"


def test_every_riverbend_points_out_of_exactly_one_bend(board: Board) -> None:
    for each in board.sides:
        if "riverbend" in each.features:
            assert "sava" in each.features
            assert sum("riverbend" in board.features[node] for node in (each.a, each.b)) == 1


def test_islands_lie_in_the_sava_and_in_the_donau(board: Board) -> None:
    """9.6.1 knows islands of the Sava, 21.2.3 those of the Donau."""
    islands = [each.features & GREAT for each in board.sides if "island" in each.features]
    assert {"sava"} in islands
    assert {"donau"} in islands
    assert set() not in islands


def test_the_drina_runs_through_hexes_and_17_10_is_partly_serbian(board: Board) -> None:
    """3.5.3, 7.5.1."""
    wet = {board.label(node) for each in board.sides if "river" in each.networks for node in (each.a, each.b)}
    assert "17.10" in wet & labels(board, board.regions["partly Serbia"])
    for number in wet:
        assert board.terrain[board[number]] in ("bottomland with river", "drina canyon")
    assert wet == {
        board.label(node)
        for node, word in enumerate(board.terrain)
        if word in ("bottomland with river", "drina canyon")
    }


def test_the_border_leaves_the_drina_at_15_20_and_runs_to_15_26(board: Board) -> None:
    """1.1, 3.5.5: the hexes of the border follow each other from the mouth of the Drina to 15.26."""
    left = set(board.regions["partly Serbia"])
    here = board["17.09"]
    left.remove(here)
    passed = [here]
    while left:
        step = [other for other in board.adjacent[here] if other in left]
        assert step, f"the border ends at {board.label(here)}"
        river = [other for other in step if (found := board.side(here, other)) and "river" in found.networks]
        here = (river or step)[0]
        left.remove(here)
        passed.append(here)
    order = [board.label(node) for node in passed]
    assert order[-1] == "15.26"
    turn = order.index("15.20")
    assert all(
        board.terrain[board[number]] in ("bottomland with river", "drina canyon") for number in order[:turn]
    )
    assert not any(board.terrain[board[number]] == "drina canyon" for number in order[turn + 1 :])


def test_sava_and_donau_part_serbia_from_hungary(board: Board) -> None:
    """3.5.5: from the Drina to the eastern edge their banks belong to Hungary here, to Serbia there."""
    south = enclosed(board, "23.16")
    banks = {board.label(node) for each in board.sides if each.features & GREAT for node in (each.a, each.b)}
    for number in banks:
        country = board.country[board[number]]
        if number not in south:
            assert country == "austria-hungary", number
        elif int(number[:2]) >= 18:
            assert country == "serbia", number


def test_a_cavalry_division_in_18_04_reacts_at_two_points(board: Board) -> None:
    """8.2.2: every hex it may enter costs 2 MPs, with no river before it."""
    for number in ("17.04", "17.05", "18.03", "18.05"):
        assert board.terrain[board[number]] in ("lowland", "bottomland")
        assert not side(board, "18.04", number).features
    side(board, "18.04", "19.04")
    side(board, "18.04", "19.05")


def test_an_enemy_in_29_10_threatens_beograd(board: Board) -> None:
    """8.5.3: its zone of control reaches 30.09, so that no great river lies between them (3.3.1)."""
    assert not side(board, "29.10", "30.09").features & GREAT


def test_sarajevo_and_kalinovik_lie_at_the_edge(board: Board) -> None:
    """15.1.4 calls 06.25 a hex of the map edge; 25.3 names the fortified area."""
    assert {"06.20", "06.21", "06.25"} <= labels(board, board.regions["edge west"])
    assert labels(board, board.regions["Sarajevo Fortified Area"]) == {"06.20", "06.21", "07.21"}


def test_the_bosnian_railways_run_on_beyond_the_map(board: Board) -> None:
    """15.6.3a: lengths in hexes; from Sarajevo to Tuzla it is 26."""
    lengths = {
        frozenset((row["a"], row["b"])): int(row["hexes"]) for row in links() if row["kind"] != "entry"
    }
    ways = {
        ("06.21", "zavidovic"): 14,
        ("zavidovic", "doboj"): 5,
        ("doboj", "brod"): 10,
        ("brod", "08.04"): 5,
    }
    ways |= {("zavidovic", "08.16"): 6, ("doboj", "08.12"): 5}
    assert {frozenset(way): length for way, length in ways.items()}.items() <= lengths.items()
    assert {"08.04", "08.12", "08.16"} <= labels(board, board.regions["edge west"])
    for number in ("06.21", "08.04", "08.12", "08.16"):
        assert any("rail" in each.networks for each in board.sides_of[board[number]]), number
    reached, ring = 0, {board["08.12"]}
    while board["10.12"] not in ring:
        ring |= {
            each.other(node) for node in ring for each in board.sides_of[node] if "rail" in each.networks
        }
        reached += 1
    assert reached == 2
    assert 14 + 5 + 5 + reached == 26


def test_no_railway_crosses_the_sava_at_beograd(board: Board) -> None:
    """18.2."""
    for each in board.sides_of[board["30.09"]]:
        assert not ("rail" in each.networks and each.features & GREAT)


def test_the_two_hex_example_finds_no_ground_in_the_way(board: Board) -> None:
    """19: no shift for height or river, no bonus of the ground, all 3 AV count, a position in 22.12."""
    for attacker, defender in (("21.12", "22.11"), ("21.13", "22.12")):
        assert not side(board, attacker, defender).features
        heights = [board.elevation[board[number]] for number in (attacker, defender)]
        assert heights[0] is not None
        assert heights[1] is not None
        assert heights[0] >= heights[1]
        assert board.terrain[board[defender]] in ("lowland", "bottomland", "upland", "rough")
    side(board, "22.11", "23.12")
    side(board, "22.11", "22.12")
    side(board, "22.12", "23.12")


def test_montenegrins_enter_at_the_southern_edge(board: Board) -> None:
    """24.1, 24.2."""
    entries = {"16.29", "20.29", "22.29", "24.29", "30.29"}
    assert labels(board, board.regions["Montenegrin entry hexes"]) == entries
    assert labels(board, board.regions["Montenegrin new units"]) == {"16.29", "22.29", "30.29"}
    assert entries <= labels(board, board.regions["edge south"])
    assert {row["b"] for row in links() if row["kind"] == "entry"} == entries
    assert all(board.is_area(board[row["a"]]) for row in links() if row["kind"] == "entry")


def test_the_squadron_at_sabac_reaches_these_hexes_with_its_guns(board: Board) -> None:
    """25.1: of the neighbours of 21.10 exactly 21.09, 22.09 and 22.10 lie at the Sava."""
    near = {
        number for number in labels(board, board.adjacent[board["21.10"]]) if on_great_river(board, number)
    }
    assert near == {"21.09", "22.09", "22.10"}
    assert on_great_river(board, "21.10")


def test_the_squadron_sails_from_20_06_to_sabac(board: Board) -> None:
    """25.1.1: along the north bank to 21.07, over to the south bank, four hexes in all."""
    for here, there in pairwise(("20.06", "21.07", "21.08", "21.09", "21.10")):
        assert along_the_river(board, here, there), f"{here} to {there}"
    assert "20.06" not in enclosed(board, "21.08")
    assert "21.07" not in enclosed(board, "21.08")
    assert {"21.09", "21.10"} <= enclosed(board, "21.08")


@pytest.mark.parametrize(("a", "b"), [("16.07", "17.07"), ("28.08", "28.09")])
def test_a_squadron_cannot_cut_a_bend(board: Board, a: str, b: str) -> None:
    """25.1.1: both hexes lie at a river, but not at the same stretch of it."""
    assert on_great_river(board, a)
    assert on_great_river(board, b)
    assert not along_the_river(board, a, b)


def test_a_squadron_reaches_semlin_from_28_08_and_29_08(board: Board) -> None:
    """25.1.2."""
    assert along_the_river(board, "28.08", "29.09")
    assert along_the_river(board, "29.08", "29.09")


@pytest.mark.parametrize(
    "number", ["23.10", "29.09", "29.10", "30.08", "30.09", "31.09", "11.08", "23.03", "17.08"]
)
def test_ships_can_be_there(board: Board, number: str) -> None:
    """25.1.2 to 25.1.4: where the Temes sank, the waters of Beograd, the naval bases."""
    assert on_great_river(board, number)


def test_naval_bases(board: Board) -> None:
    """25.1.2; the fourth is Brod, off the map."""
    found = {board.label(place.node) for place in board.places if "naval base" in place.kinds}
    assert found == {"11.08", "29.09", "23.03"}
    assert board.is_area(board["brod"])


def test_beograd_has_its_batteries(board: Board) -> None:
    """25.1.2, 25.1.4."""
    assert labels(board, board.regions["Beograd batteries"]) == {"29.09", "29.10", "30.08", "30.09"}
    assert labels(board, board.regions["French naval guns"]) == {"29.09", "29.10", "30.08", "31.09"}


def test_syrmien_and_banat_are_what_the_rivers_enclose(board: Board) -> None:
    """25.2: Syrmien between Sava and Donau, with the left bank as far as column 23; beyond it Banat."""
    between, beyond = enclosed(board, "23.08"), enclosed(board, "23.03")
    west = {number for number in beyond if int(number[:2]) <= 23}
    assert labels(board, board.regions["Syrmien"]) == between | west
    assert labels(board, board.regions["Banat"]) == beyond - west
    assert "23.03" in west


def test_forts_stand_where_rules_look_for_them(board: Board) -> None:
    """8.5.3, 25.4."""
    forts = {board.label(place.node) for place in board.places if "fort site" in place.kinds}
    assert {"30.09", "06.25"} <= forts


OBJECTIVES = {
    "26.1.2": "26.11 25.18 23.16 16.28 22.21 19.28",
    "27.3": "30.09 23.16 21.27 34.20",
    "27.4": "21.10",
    "27.6": "23.08 25.09 28.09",
    "27.7": "16.22 07.21 06.25",
}


@pytest.mark.parametrize(("rule", "numbers"), OBJECTIVES.items())
def test_the_objectives_of_a_rule_are_marked(board: Board, rule: str, numbers: str) -> None:
    for number in numbers.split():
        assert any("objective" in place.kinds for place in board.places_at(board[number])), rule


def test_hexes_that_count_for_the_furthest_advance_lie_south_of_the_rivers(board: Board) -> None:
    """27.2: Šabac is worth 1 point and 25.14 is worth 5."""
    assert {"21.10", "25.14"} <= enclosed(board, "23.16")


def test_beograd_has_neighbours_on_both_sides_for_the_guns_that_shell_it(board: Board) -> None:
    """27.5: FsAR.6 shells it from a neighbouring hex, some of which are Austro-Hungarian."""
    owners = {board.country[node] for node in board.adjacent[board["30.09"]]}
    assert owners == {"austria-hungary", "serbia"}
