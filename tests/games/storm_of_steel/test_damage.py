"""Every kind of damage to the data is found, with file, line and reason, and all of it at once."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.printed import everything, places
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel.board import Board, load_board
from hexfront.kernel.datafiles import DataFolder, Faults, Overlay
from hexfront.kernel.errors import DataError
from tests.games.storm_of_steel.builders import altered

CASES = [
    ("cards/campaign.csv", "take 1 of Warsaw,", "take 1 of Warschau,", 'unknown place "Warschau"'),
    ("cards/campaign.csv", "2R germany,take 1 of Paris", "2R gemrany,take 1 of Paris", '"gemrany"'),
    ("cards/campaign.csv", "25,central-powers,Kais", "24,central-powers,Kais", "card 24 stands twice"),
    ("cards/campaign.csv", "77,entente,Plan", "101,entente,Plan", "no card 77 in any of the three files"),
    ("cards/campaign.csv", "3,central-powers,Galicia,east,1", "3,central-powers,Galicia,,1", "for no front"),
    ("cards/campaign.csv", "take 1 of Suez,3,", "take 1 of Suez,0,", "objective without morale"),
    ("cards/weapons.csv", "40,0,1,2,developed 39,", "40,0,1,2,developed 139,", 'there is no card "139"'),
    (
        "cards/contingency.csv",
        "33,central-powers,Interior Lines,movement",
        "33,central-powers,Interior Lines,moving",
        'unknown phase "moving"',
    ),
    ("cards/effects.csv", "34,points,10", "34,point,10", 'unknown effect "point"'),
    (
        "calendar/turns.csv",
        "3,winter-1915,winter,1915",
        "3,winter-1916,winter,1915",
        '"winter-1916" is not the winter of 1915',
    ),
    ("calendar/weather.csv", "summer,west,4", "summer,west,5", "no more than four impulses"),
    ("counters/germany.csv", "ge-2a-i,germany", "ge-2a-ii,germany", "ge-2a-ii stands twice"),
    (
        "counters/germany.csv",
        "ge-2a-guard,germany,active,corps,2",
        "ge-2a-guard,germany,active,corps,5",
        "two to four divisions",
    ),
    (
        "counters/russia.csv",
        "ru-hq-1,russia,headquarters,army,,1,1st Army,1,2,1,2,1",
        "ru-hq-1,russia,headquarters,army,,1,1st Army,1,2,1,2,2",
        "ru-hq-1: radius is 1, not 2",
    ),
    ("counters/naval.csv", "10,8,1\nge-bb-2", "10,9,1\nge-bb-2", "ge-bb-1: protection is 8, not 9"),
    ("counters/forts.csv", "Liege,2522", "Liege,2521", "Liege is in 2522, belgium"),
    ("places/cities.csv", "Brussels,2321,belgium", "Brussels,2321,belgien", 'unknown country "belgien"'),
    ("places/cities.csv", "Brussels,2321,belgium", "Brussels,2522,belgium", "2522 stands twice"),
    ("set_ups/summer_1914.csv", "ge-2a-ii,2721,", "ge-2a-ii,272,", 'unknown hex or off-map area "272"'),
    ("set_ups/summer_1914.csv", "ge-2a-ii,2721,", "ge-2a-iii,2721,", "ge-2a-iii is placed twice"),
    ("set_ups/summer_1914.csv", "ge-2a-vi,2624,", "ge-2a-vi,2721,", "more corps in 2721 than may stack"),
    ("set_ups/summer_1914.csv", "ge-hq-2,2622,", "ge-hq-2,2720,", "a second headquarters in 2720"),
    (
        "set_ups/summer_1914.csv",
        "ge-bb-1,3017,",
        "ge-bb-1,3719,",
        "ge-bb-1 lies at Berlin, which is no naval base",
    ),
    (
        "set_ups/summer_1914.csv",
        "ge-2r-1-ersatz,3027,impulse 2",
        "ge-2r-1-ersatz,3027,impulse 9",
        'unknown turn "impulse 9"',
    ),
    (
        "set_ups/summer_1914.csv",
        "ge-2r-1-ersatz,3027,impulse 2",
        "be-2r-fortress,2320,",
        "Belgium is neutral in Summer 1914",
    ),
    (
        "set_ups/front_lines.csv",
        "2122|2123|2224|2225",
        "2122|2224|2225",
        "the line west of entente is broken",
    ),
    (
        "set_ups/front_lines.csv",
        "2222|2223|2323|2324|2424|2524|2525|2626|2726|2727|2728\nwest,entente,winter-1918",
        "2123|2222|2223|2323|2324|2424|2524|2525|2626|2726|2727|2728\nwest,entente,winter-1918",
        "both sides hold 2123",
    ),
    (
        "set_ups/forces.csv",
        "winter-1915,germany,active,2,16,west",
        "winter-1915,germany,active,2,26,west",
        "germany has 30 counters active of 2 divisions",
    ),
    (
        "set_ups/forces.csv",
        "winter-1915,belgium,active,2,2,west",
        "winter-1915,italy,active,2,2,west",
        "italy is neutral in winter-1915",
    ),
    (
        "set_ups/fleets.csv",
        "winter-1915,germany,BC,1,Wilhelmshaven",
        "winter-1915,germany,BC,3,Wilhelmshaven",
        "germany has 2 counters BC",
    ),
    (
        "set_ups/headquarters.csv",
        "winter-1915,fr-hq-10,west",
        "winter-1915,fr-hq-orient,italy",
        'unknown line "italy"',
    ),
    (
        "set_ups/occupied.csv",
        "winter-1915,central-powers,Brussels",
        "winter-1915,central-powers,Berlin|Brussels",
        "Berlin is central-powers by itself",
    ),
    ("tables/assault.csv", "1,AE,AE", "1,AE,XE", 'unknown result "XE"'),
    ("tables/probe.csv", "die,1:3,1:2", "die,1:2,1:3", "the odds do not rise"),
    ("tables/naval_combat.csv", "\n6,4,6,12", "\n5,4,6,12", "the die 5 stands twice"),
    ("tables/siege.csv", "3,4,halved", "4,4,halved", "does not begin where the one before ends"),
    (
        "tables/diplomacy.csv",
        "Lemberg held by entente,4",
        "Lemberg held by entente,",
        "a condition and the die it gives belong together",
    ),
    ("tables/revolution.csv", "3,3,hinge of fate,roll", "3,3,hinge of fate,maybe", 'unknown word "maybe"'),
    ("economy/mobilization.csv", "siege,,12", "siege,,-12", "a cost below zero"),
    (
        "set_ups/front_lines.csv",
        "palestine,central-powers,winter-1917,no",
        "palestine,central-powers,winter-1917,yes",
        "8062 touches no enemy hex",
    ),
    (
        "set_ups/headquarters.csv",
        "winter-1915,fr-hq-10,west",
        "winter-1915,fr-hq-orient,west",
        "fr-hq-orient is raised in autumn-1915",
    ),
    (
        "set_ups/air_forces.csv",
        "winter-1915,germany,1,1",
        "winter-1915,germany,11,1",
        "germany has 10 counters tactical air",
    ),
    (
        "set_ups/belligerents.csv",
        "winter-1915,belgium,entente",
        "winter-1915,belgium,allied",
        'state "allied"',
    ),
    ("set_ups/starts.csv", "winter-1915,79,85", "winter-1915,179,85", "morale is from 1 to 100"),
    ("tables/numbers.csv", "stacking,3", "stacks,3", 'no row for "stacking"'),
    ("tables/numbers.csv", "held hexes elsewhere,2", "held hexes elsewhere,1", "units are needed, there are"),
    ("economy/mobilization.csv", "reserve,russia", "reserve,prussia", 'unknown country "prussia"'),
    (
        "countries/entries.csv",
        "morale of entente at most low\nbulgaria",
        "morale of entente at most lowest\nbulgaria",
        'unknown band "lowest"',
    ),
    (
        "scenarios/kaiserschlacht/scenario.toml",
        "hold 2 of Channel ports",
        "hold 2 of Channel port",
        'unknown place "Channel port"',
    ),
    (
        "scenarios/kaiserschlacht/scenario.toml",
        'last_turn = "autumn-1918"',
        'last_turn = "autumn-1917"',
        "autumn-1917 is before winter-1918",
    ),
    ("scenarios/options.csv", "agents,32.0,on", "agents,32.0,perhaps", 'unknown default "perhaps"'),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"), CASES, ids=[f"{case[0]}: {case[3]}" for case in CASES]
)
def test_damage_is_found(file: str, old: str, new: str, expected: str) -> None:
    with pytest.raises(DataError) as found:
        everything.load(DataFolder(TITLE.data.root, [altered(file, old, new)]))
    about = [str(fault) for fault in found.value.faults if expected in str(fault)]
    assert about, str(found.value)


def test_the_line_of_a_fault_is_told() -> None:
    damage = altered("cards/campaign.csv", "take 1 of Warsaw,", "take 1 of Warschau,")
    at = (
        damage.files["cards/campaign.csv"]
        .splitlines()
        .index(next(line for line in damage.files["cards/campaign.csv"].splitlines() if "Warschau" in line))
    )
    with pytest.raises(DataError, match=rf"own/cards/campaign\.csv:{at + 1}: "):
        TITLE.check_data([damage])


def test_all_faults_are_told_at_once() -> None:
    files = {}
    for file, old, new, _ in (CASES[0], CASES[6], CASES[12], CASES[32]):
        files.update(altered(file, old, new).files)
    with pytest.raises(DataError) as found:
        TITLE.check_data([Overlay("own", files)])
    assert {fault.file for fault in found.value.faults} >= {f"own/{file}" for file in files}


def test_an_owner_may_lay_his_own_figures_over_ours() -> None:
    own = altered("tables/assault.csv", "1,AE,AE,AD,AD,AD,BB", "1,AE,AE,AE,AD,AD,BB")
    assert TITLE.check_data([own])["cards"] == 100


A_BOARD = {
    "board/board.toml": """
provenance = "reconstructed"
about = "Four hexes of France."
name = "Four hexes"

[[maps]]
name = "map"
columns = [19, 20]
rows = [24, 25]
shifted = "odd"

[vocabulary]
hex_terrain = ["clear", "sea"]
place_kinds = ["capital", "industrial", "city", "port"]
countries = ["", "france", "germany"]
""",
    "board/hexes.csv": """#: provenance = reconstructed
hex,terrain,country
1924,clear,germany
1925,clear,france
2024,clear,france
2025,sea,
""",
    "board/sides.csv": "#: provenance = reconstructed\na,b\n",
    "board/places.csv": """#: provenance = reconstructed
hex,name,kinds
1924,Paris,capital
1925,Lyon,industrial
""",
    "board/regions.csv": "#: provenance = reconstructed\nregion,hexes\n",
}


@pytest.fixture(scope="module")
def small_board() -> Board:
    """Four hexes, on which nearly everything is missing and something is wrong."""
    faults = Faults()
    data = DataFolder(TITLE.data.root, [Overlay("small", {**A_BOARD, "board/areas.csv": NO_AREAS})])
    board = load_board(data.subfolder("board"), faults)
    faults.raise_if_any()
    assert board is not None
    return board


NO_AREAS = "#: provenance = reconstructed\narea,name\ncanada,Canada\n"


@pytest.mark.parametrize(
    "expected",
    [
        "Paris lies in germany on the board",
        "board and list disagree whether Paris is industrial",
        "Lyon is in 1925 on the board, not in 2232",
        "Marseille is nowhere on the board, not in 2137",
        "india is not on the board",
    ],
)
def test_list_and_board_must_agree(small_board: Board, expected: str) -> None:
    faults = Faults()
    found = everything.load(TITLE.data).places
    places.check_board(found, small_board, TITLE.data, faults)
    assert expected in [fault.what for fault in faults.found]
    assert all(fault.line for fault in faults.found)


def test_what_is_set_up_must_stand_on_land_of_its_country(small_board: Board) -> None:
    moved = altered("set_ups/summer_1914.csv", "fr-2a-i,2323,", "fr-2a-i,2025,")
    faults = Faults()
    everything.read(DataFolder(TITLE.data.root, [moved]), small_board, faults)
    whats = [fault.what for fault in faults.found]
    assert "fr-2a-i stands in the sea at 2025" in whats
    assert "fr-2r-7-res stands at 1924, in germany" in whats
    assert 'unknown hex or off-map area "2721"' in whats
    assert "2123 of Laon is not on the board" in whats
