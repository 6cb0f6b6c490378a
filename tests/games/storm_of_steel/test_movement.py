"""Chapters 10 and 11 in play: movement, zones of control, force march, railways."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import (
    Add,
    Crossing,
    Disembark,
    Embark,
    Entrain,
    ForceMarch,
    Go,
    Infiltrate,
    March,
    Pick,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import moving
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import (
    at,
    goes,
    infiltrates,
    listed,
    marches,
    node,
    on_field,
    on_map,
    refused,
    trains,
)

CENTRAL = "turn 2 movement central-powers impulse=1"


@pytest.mark.rule("11.1")
def test_a_unit_moves_once_in_a_segment_and_only_that_of_its_own_side() -> None:
    game = on_field("unit ge-2a-ii 1213\nunit ge-2a-iii 1214\nunit fr-2a-i 1612")
    assert refused(game, Pick("fr-2a-i")) == "11.1"
    game.play(March(("ge-2a-ii",), "1313"))
    assert at(game, "ge-2a-ii") == "1313"
    assert refused(game, Pick("ge-2a-ii")) == "11.1"
    assert game.check(Pick("ge-2a-iii")) is None


@pytest.mark.rule("11.2")
def test_infantry_goes_two_clear_hexes_and_cavalry_four() -> None:
    assert "1413" in goes(on_field("unit ge-2a-ii 1213"), "ge-2a-ii")
    assert "1512" not in goes(on_field("unit ge-2a-ii 1213"), "ge-2a-ii")
    assert "1513" in goes(on_field("unit ge-2c-hkk-1 1213\nunit ge-hq-2 1313"), "ge-2c-hkk-1")


@pytest.mark.rule("11.2")
def test_rough_ground_and_rivers_cost_more_and_say_so() -> None:
    game = on_field("unit ge-2a-ii 1213", CENTRAL, "side 1213-1312 river", terrain={"1313": "rough"})
    assert game.explain(Crossing("ge-2a-ii", "1213", "1313")).text == "1213 to 1313 costs 2: rough +2 [11.2]"
    river = game.explain(Crossing("ge-2a-ii", "1213", "1312"))
    assert river.text == "1213 to 1312 costs 2: river +1 [11.2], clear +1 [11.2]"
    found = goes(game, "ge-2a-ii")
    assert {"1313", "1312", "1212"} <= found
    assert "1413" not in found  # two points for the rough, two for the river


@pytest.mark.rule("11.2")
def test_a_unit_that_has_not_moved_may_always_go_one_hex() -> None:
    game = on_field("unit ge-2a-ii 1213", CENTRAL, "side 1213-1313 river", terrain={"1313": "marsh"})
    assert game.explain(Crossing("ge-2a-ii", "1213", "1313")).total == 4
    assert "1313" in goes(game, "ge-2a-ii")


@pytest.mark.rule("11.3")
def test_no_unit_moves_out_of_supply_or_onto_the_enemy() -> None:
    game = on_field("unit ge-2a-ii 1413\nunit fr-2a-i 1513", staffs="unit ge-hq-1 1113\n")
    game.play(Pick("ge-2a-ii"))
    assert refused(game, Go("1513")) == "11.3"
    game = on_field("unit ge-2a-ii 1513", staffs="unit ge-hq-1 1113\n")  # four hexes from the headquarters
    game.play(Pick("ge-2a-ii"))
    assert refused(game, Go("1613")) == "11.3"
    assert game.check(Go("1413")) is None


@pytest.mark.rule("11.3")
def test_a_unit_out_of_supply_goes_where_there_is_supply_or_toward_help() -> None:
    game = on_field("unit ge-2a-ii 1613", staffs="unit ge-hq-1 1113\n")
    found = goes(game, "ge-2a-ii")
    board = game.position.setting.board
    assert "1513" in found
    assert {board.distance(board["1113"], board[label]) for label in found} <= {3, 4}
    game = on_field("unit ge-2a-ii 1813", staffs="unit ge-hq-1 1113\n")  # no supply within two hexes
    found = goes(game, "ge-2a-ii")
    assert found
    assert all(int(label[:2]) < 18 for label in found)


@pytest.mark.rule("11.42")
def test_railways_are_roads_for_everybody() -> None:
    line = ("side 1213-1312 rail=open", "side 1312-1412 rail=open")
    hills = {"1312": "mountain", "1412": "mountain", "1313": "rough"}
    game = on_field("unit ge-2a-ii 1213\nunit ge-hq-2 1313", CENTRAL, *line, terrain=hills)
    assert "1412" in goes(game, "ge-2a-ii")
    game = on_field("unit ge-2a-ii 1213\nunit ge-hq-2 1313", CENTRAL, terrain=hills)
    assert "1412" not in goes(game, "ge-2a-ii")


@pytest.mark.rule("11.43")
def test_mechanized_units_enter_mountains_only_by_road() -> None:
    hills = {"1312": "mountain"}
    game = on_field("unit ge-ac-1 1213", CENTRAL, terrain=hills)
    assert "1312" not in goes(game, "ge-ac-1")
    game = on_field("unit ge-ac-1 1213", CENTRAL, "side 1213-1312 rail=open", terrain=hills)
    assert "1312" in goes(game, "ge-ac-1")


@pytest.mark.rule("11.5")
def test_a_headquarters_goes_one_hex_whatever_the_ground_and_strands_nobody() -> None:
    game = on_field("", terrain={"1213": "mountain"})
    assert goes(game, "ge-hq-1") == {"1112", "1114", "1013", "1014", "1213", "1214"}
    game = on_field("unit ge-2a-ii 1513")  # four hexes away, at the end of its supply
    game.play(Pick("ge-hq-1"))
    assert refused(game, Go("1013")) == "31.12"
    assert game.check(Go("1213")) is None


@pytest.mark.rule("10.1", "10.31")
def test_units_stop_in_an_enemy_zone_and_do_not_go_from_one_into_another() -> None:
    units = "unit ge-2c-hkk-1 1213\nunit ge-hq-2 1314\nunit fr-2a-i 1412\n"
    found = goes(on_field(units), "ge-2c-hkk-1")
    assert {"1312", "1311"} <= found  # next to the French
    assert "1511" not in found  # they would have to leave it again
    rough = dict.fromkeys(("1212", "1213", "1313"), "rough")  # no way round within two points
    game = on_field("unit ge-2a-ii 1312\nunit fr-2a-i 1412\n", terrain=rough)
    game.play(Pick("ge-2a-ii"))
    assert refused(game, Go("1311")) == "10.31"
    assert game.check(Go("1212")) is None


@pytest.mark.rule("10.31")
def test_out_of_a_zone_a_unit_may_enter_another() -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\nunit fr-2a-ii 1414\nunit ge-hq-2 1214\n"
    game = on_field(units)
    game.play(March(("ge-2a-ii",), "1313", via=("1213",)))
    assert at(game, "ge-2a-ii") == "1313"


@pytest.mark.rule("10.1", "12.1", "17.1")
def test_forts_and_entrenched_units_have_no_zone() -> None:
    entrenched = on_field("unit ge-2c-hkk-1 1213\nunit ge-hq-2 1314\nunit fr-2a-i 1412 entrenched\n")
    assert "1511" in goes(entrenched, "ge-2c-hkk-1")
    fort = on_field("unit ge-2c-hkk-1 1213\nunit ge-hq-2 1314\nunit fort-verdun 1412\n")
    assert "1511" in goes(fort, "ge-2c-hkk-1")
    mobile = on_field("unit ge-2c-hkk-1 1213\nunit ge-hq-2 1314\nunit fr-2a-i 1412\n")
    assert "1511" not in goes(mobile, "ge-2c-hkk-1")


@pytest.mark.rule("10.22")
def test_zones_reach_out_of_mountains_and_not_into_them() -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    rough = dict.fromkeys(("1212", "1213", "1313"), "rough")
    out = on_field(units, terrain={**rough, "1412": "mountain"})
    out.play(Pick("ge-2a-ii"))
    assert refused(out, Go("1311")) == "10.31"
    into = on_field(units, terrain={**rough, "1311": "mountain"})
    assert "1311" in goes(into, "ge-2a-ii")


@pytest.mark.rule("10.23")
def test_an_entrenched_unit_negates_enemy_zones_for_all_purposes() -> None:
    units = "unit ge-2a-ii 1212\nunit ge-hq-2 1314\nunit fr-2a-i 1412\nunit ge-2a-iii 1312{}\n"
    rough = dict.fromkeys(("1213", "1313"), "rough")
    assert "1413" not in goes(on_field(units.format(""), terrain=rough), "ge-2a-ii")
    assert "1413" in goes(on_field(units.format(" entrenched"), terrain=rough), "ge-2a-ii")


@pytest.mark.rule("10.32", "15.8", "2.8-Cadre")
def test_infiltration_takes_a_higher_cadre_than_every_enemy_beside_both_hexes() -> None:
    units = "unit ge-2a-guard 1312\nunit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    assert "1311" in infiltrates(on_field(units), "ge-2a-guard")
    assert infiltrates(on_field(units), "ge-2a-ii") == set()  # cadre 3 against 3
    elite = units + "unit fr-2k-chasseurs-1 1412\n"
    assert infiltrates(on_field(elite), "ge-2a-guard") == set()  # cadre 4 against 4
    far = on_field("unit ge-2a-guard 1512\nunit fr-2a-i 1612\n", staffs="unit ge-hq-1 1113\n")
    assert infiltrates(far, "ge-2a-guard") == set()  # out of command
    game = on_field(units)
    game.play(Pick("ge-2a-guard"))
    game.play(Infiltrate("1311"))
    assert refused(game, Pick("ge-2a-guard")) == "11.1"  # it goes no farther in this impulse


@pytest.mark.rule("11.61", "11.6")
def test_a_force_march_is_six_hexes_over_friendly_ground_in_supply_and_out_of_zones() -> None:
    staffs = "unit ge-hq-1 1112\nunit ge-hq-2 1115\n"
    game = on_field("unit ge-2a-ii 1010", staffs=staffs)
    found = marches(game, "ge-2a-ii")
    assert "1016" in found  # six hexes
    assert not {label for label in found if int(label[:2]) > 13}  # France is not friendly
    assert refused(game, ForceMarch("1410")) == "11.61"
    near = on_field("unit ge-2a-ii 1010\nunit fr-2a-i 1415", staffs=staffs)
    assert "1315" not in marches(near, "ge-2a-ii")
    beside = on_field("unit ge-2a-ii 1313\nunit fr-2a-i 1413", staffs=staffs)
    beside.play(Pick("ge-2a-ii"))
    assert refused(beside, ForceMarch("1113")) == "10.31"


@pytest.mark.rule("11.61")
def test_in_the_first_impulse_of_summer_1914_it_may_enter_what_is_not_friendly() -> None:
    staffs = "unit ge-hq-1 1113\nunit ge-hq-2 1313\n"
    first = on_field("unit ge-2a-ii 1213", "turn 1 movement central-powers impulse=1", staffs=staffs)
    assert "1612" in marches(first, "ge-2a-ii")
    later = on_field("unit ge-2a-ii 1213", staffs=staffs)
    assert "1612" not in marches(later, "ge-2a-ii")


RUSSIANS = """
turn 2 movement entente impulse=1
unit ru-hq-1 5216
unit ru-hq-2 5217
unit ru-2a-i 5215
unit ru-2a-ii 5218
"""


@pytest.mark.rule("11.61", "15.31")
def test_the_example_of_two_russian_headquarters_in_a_chain() -> None:
    """Infantry goes two hexes, six by force march, as long as it ends within two of a headquarters."""
    game = on_map(RUSSIANS)
    board = game.position.setting.board
    staffs = [board["5216"], board["5217"]]
    for label in goes(game, "ru-2a-i"):
        assert min(board.distance(board[label], staff) or 0 for staff in staffs) <= 2
    game.play(PASS)
    for label in marches(game, "ru-2a-i"):
        assert min(board.distance(board[label], staff) or 0 for staff in staffs) <= 2
    game.play(PASS)
    game.play(Pick("ru-hq-1"))
    back = listed(game, ForceMarch)
    cities = [board[label] for label in ("4920", "4721", "5310")]  # Warsaw, Lodz, Riga
    near = min(board.distance(board["5216"], city) or 0 for city in cities)
    assert all(min(board.distance(board[label], city) or 0 for city in cities) < near for label in back)
    supplied = game.position.units["ru-2a-i"].at
    for label in back:
        assert (board.distance(board[label], supplied) or 0) <= 2 or board.distance(staffs[1], supplied) == 2


@pytest.mark.rule("11.62", "11.41", "11.4")
def test_trains_go_any_distance_on_friendly_railways_and_no_farther() -> None:
    game = on_map("turn 2 movement central-powers impulse=1\nunit ge-2a-ii 3719\nunit ge-hq-1 3819\n")
    game.play(Pick("ge-2a-ii"))
    game.play(Entrain())
    found = trains(game)
    assert {"2721", "4815", "4322", "2827"} <= found  # Cologne, Konigsberg, Breslau, Strasbourg
    assert not found & {"1924", "4920", "2321"}  # Paris, Warsaw, Brussels
    game.play_words("detrain 4815")
    assert at(game, "ge-2a-ii") == "4815"
    assert game.position.units["ge-2a-ii"].strategic


@pytest.mark.rule("11.62", "10.31")
def test_trains_neither_begin_in_an_enemy_zone_nor_enter_one() -> None:
    text = "turn 2 movement central-powers impulse=1\nunit ge-2a-ii 2626\nunit ge-hq-1 2725\n{}"
    free = on_map(text.format(""))
    free.play(Pick("ge-2a-ii"))
    assert Entrain() in free.decision.choices()
    barred = on_map(text.format("unit fr-2a-i 2526\n"))
    barred.play(Pick("ge-2a-ii"))
    assert Entrain() not in barred.decision.choices()


@pytest.mark.rule("11.62")
def test_six_russian_units_go_by_rail_in_an_impulse_and_brigades_count_half() -> None:
    text = "turn {} movement entente impulse=1\nhauled russia {}\nunit ru-hq-1 7210\n"
    text += "unit ru-2a-i 7110\nunit ru-ac-1 7110\n"

    def may_entrain(turn: int, hauled: int, unit: str) -> bool:
        game = on_map(text.format(turn, hauled))
        game.play(Pick(unit))
        return Entrain() in game.decision.choices()

    assert may_entrain(2, 10, "ru-2a-i")
    assert not may_entrain(2, 11, "ru-2a-i")
    assert may_entrain(2, 11, "ru-ac-1")
    assert not may_entrain(2, 12, "ru-ac-1")
    assert may_entrain(7, 14, "ru-2a-i")  # eight from 1916 on
    assert not may_entrain(7, 15, "ru-2a-i")


@pytest.mark.rule("11.62")
def test_the_ottoman_line_has_gaps_in_the_taurus_and_the_amanus() -> None:
    text = "turn {} movement central-powers impulse=1\ncountry ottoman-empire central-powers\n"
    text += "unit ot-2a-i 6443\n"
    game = on_map(text.format(3))
    game.play(Pick("ot-2a-i"))
    game.play(Entrain())
    assert {"7249", "7749"} <= trains(game)  # Konia, and the Taurus itself
    assert "7850" not in trains(game)  # Adana lies behind it
    game = on_map(text.format(15))  # Winter 1918
    game.play(Pick("ot-2a-i"))
    game.play(Entrain())
    assert {"7850", "8251", "8257"} <= trains(game)


@pytest.mark.rule("11.62")
def test_from_a_gap_in_the_line_a_unit_goes_on_by_foot() -> None:
    def stands(turn: int, at: str) -> Game[SteelPosition]:
        text = f"turn {turn} movement central-powers impulse=1\ncountry ottoman-empire central-powers\n"
        game = on_map(f"{text}unit ot-hq-1 7249\nunit ot-2a-i {at}\n")
        game.play(Pick("ot-2a-i"))
        return game

    gap = stands(3, "7749")
    assert refused(gap, Entrain()) == "11.62"
    assert "by foot" in str(gap.check(Entrain()))
    assert stands(3, "7649").check(Entrain()) is None  # a hex farther on either side
    assert stands(3, "7850").check(Entrain()) is None
    assert stands(15, "7749").check(Entrain()) is None  # the tunnels are open


@pytest.mark.rule("11.64")
def test_a_unit_moves_in_one_way_only() -> None:
    game = on_map("turn 2 movement central-powers impulse=1\nunit ge-2a-ii 3719\nunit ge-hq-1 3819\n")
    game.play(Pick("ge-2a-ii"))
    game.play(Go("3718"))
    assert {type(choice) for choice in game.decision.choices()} == {Go, type(PASS)}


@pytest.mark.rule("19.23", "2.8-Neutral")
def test_nobody_enters_a_neutral() -> None:
    game = on_map("turn 1 movement central-powers impulse=1\nunit ge-2a-ii 2622\nunit ge-hq-1 2722\n")
    game.play(Pick("ge-2a-ii"))
    assert refused(game, Go("2522")) == "19.23"  # Liege
    text = "turn 1 movement central-powers impulse=1\ncountry belgium entente\n"
    war = on_map(text + "unit ge-2a-ii 2622\nunit ge-hq-1 2722\n")
    assert "2522" in goes(war, "ge-2a-ii")


@pytest.mark.rule("19.7")
def test_luxembourg_may_be_entered_without_a_declaration_of_war() -> None:
    game = on_map("turn 1 movement central-powers impulse=1\nunit ge-2a-ii 2624\nunit ge-hq-1 2724\n")
    assert "2524" in goes(game, "ge-2a-ii")


@pytest.mark.rule("4.71")
def test_a_unit_that_leaves_its_front_for_a_quieter_one_does_nothing_more() -> None:
    """The example: Ypres gives the west a second impulse, the east has one."""
    text = "turn 2 movement central-powers impulse=1\nshown central-powers 6\n"
    text += "unit ge-2a-ii 3822\nunit ge-2a-iii 3922\nunit ge-hq-1 3721\n"
    game = on_map(text)
    front = game.position.setting.front_of
    assert (front[node(game, "3822")], front[node(game, "3922")]) == ("west", "east")
    game.play(March(("ge-2a-ii",), "3921"))
    assert game.position.units["ge-2a-ii"].crossed
    game.play(March(("ge-2a-iii",), "3821"))
    assert not game.position.units["ge-2a-iii"].crossed
    second = on_map(text.replace("impulse=1", "impulse=2"))
    assert refused(second, Pick("ge-2a-iii")) == "8.4"  # nobody begins the second impulse in the east
    assert second.check(Pick("ge-2a-ii")) is None


EASTERN = (
    "turn {} movement central-powers impulse=1\nunit ge-2a-ii 4720\nunit ge-sg-1 4720\nunit ge-hq-8 4719\n"
)


@pytest.mark.rule("18.0")
def test_rivers_freeze_in_winter_in_the_east() -> None:
    setting = on_map(EASTERN.format(3)).position.setting
    roads = setting.ground.roads(setting.opened(3))
    a, b = next(
        (a, b)
        for a, b in sorted(setting.ground.rivers - roads)
        if setting.front_of[a] == setting.front_of[b] == "east" and setting.board.terrain[b] == "clear"
    )
    question = Crossing("ge-2a-ii", setting.board.label(a), setting.board.label(b))
    assert on_map(EASTERN.format(3)).explain(question).total == 1  # Winter 1915
    assert on_map(EASTERN.format(5)).explain(question).total == 2  # Summer 1915


@pytest.mark.rule("18.0")
def test_mud_slows_siege_guns_in_the_east_in_spring() -> None:
    assert len(goes(on_map(EASTERN.format(4)), "ge-sg-1")) < len(goes(on_map(EASTERN.format(5)), "ge-sg-1"))


@pytest.mark.rule("13.1", "13.12", "13.2")
def test_three_corps_fill_a_hex_and_brigades_do_not() -> None:
    units = (
        "unit ge-2a-ii 1213\nunit ge-2a-iii 1213\nunit ge-2a-iv 1213\nunit ge-2a-v 1113\nunit ge-sg-1 1113\n"
    )
    game = on_field(units)
    game.play(Pick("ge-2a-v"))
    assert refused(game, Go("1213")) == "13.2"
    game.play(PASS)
    assert "1213" in goes(game, "ge-sg-1")


@pytest.mark.rule("13.2")
def test_nobody_moves_through_a_full_hex() -> None:
    walls = [f"unit ge-2a-{name} 1212\n" for name in ("ii", "iii", "iv")]
    walls += [f"unit ge-2a-{name} 1213\n" for name in ("vi", "vii", "viii")]
    walls += [f"unit ge-2a-{name} 1114\n" for name in ("ix", "x", "xi")]
    game = on_field("".join(walls) + "unit ge-2a-v 1113\n")
    assert "1312" not in goes(game, "ge-2a-v")


@pytest.mark.rule("13.14")
def test_a_headquarters_and_aircraft_find_room_in_a_full_hex() -> None:
    full = "".join(f"unit ge-2a-{name} 1213\n" for name in ("ii", "iii", "iv"))
    game = on_field(full + "unit ge-hq-2 1212\nunit ge-ta-1 1213\n")
    if game.decision.kind == "air orders":
        game.play(PASS)
    game.play(Pick("ge-hq-2"))
    game.play(Go("1213"))
    assert at(game, "ge-hq-2") == "1213"
    assert [str(each) for each in game.position.status()] == []


@pytest.mark.rule("13.14")
def test_two_headquarters_never_stand_together() -> None:
    game = on_field("unit ge-hq-2 1213\n")
    game.play(Pick("ge-hq-2"))
    assert refused(game, Go("1113")) == "13.14"


@pytest.mark.rule("11.1")
def test_a_stack_moves_together() -> None:
    game = on_field("unit ge-2a-ii 1213\nunit ge-2a-iii 1213\nunit ge-2c-hkk-1 1213\n")
    game.play(Pick("ge-2a-ii"))
    assert listed(game, Add) == {"ge-2a-iii", "ge-2c-hkk-1"}
    game.play(Add("ge-2c-hkk-1"))
    game.play(Go("1313"))
    assert at(game, "ge-2c-hkk-1") == "1313"
    assert at(game, "ge-2a-iii") == "1213"


@pytest.mark.rule("41.5")
def test_motorized_units_go_one_hex_more_and_headquarters_command_farther() -> None:
    assert "1513" in goes(on_field("unit ge-2a-ii 1213 motorized=1\nunit ge-hq-2 1313\n"), "ge-2a-ii")
    assert "1513" not in goes(on_field("unit ge-2a-ii 1213\nunit ge-hq-2 1313\n"), "ge-2a-ii")
    two = on_field("", staffs="unit ge-hq-1 1113 motorized=2\n")
    assert "1313" in goes(two, "ge-hq-1")


@pytest.mark.rule("19.23", "6.11")
def test_passage_opens_a_neutral_to_one_side_until_the_quarter_is_over() -> None:
    text = (
        "turn 1 {} central-powers{}\npassage belgium central-powers\nunit ge-2a-ii 2622\nunit ge-hq-1 2722\n"
    )
    game = on_map(text.format("movement", " impulse=1"))
    assert "2522" in goes(game, "ge-2a-ii")
    assert not game.position.is_open(node(game, "2522"), "entente")
    later = on_map(text.format("political-events", ""))
    while later.position.turn == 1:
        later.play(later.decision.choices()[0])
    assert not later.position.is_open(node(later, "2522"), "central-powers")


@pytest.mark.rule("6.11", "11.41", "11.62", "11.632")
def test_passage_opens_railways_and_ports_for_the_turn_but_no_hex_with_troops() -> None:
    text = (
        "turn 4 {}\npassage netherlands central-powers\npassage greece entente\nunit ge-hq-1 2720\n"
        "unit ge-2a-ii 2720\nunit ne-2a-i 2419\nunit gb-2a-i 6964\nunit gb-tr-1 6964\n"
    )
    game = on_map(text.format("movement central-powers impulse=1"))
    game.play(Pick("ge-2a-ii"))
    game.play(Entrain())
    assert "2518" in trains(game)  # Amsterdam
    assert "2419" not in trains(game)  # Dutch troops are at Rotterdam
    sailing = on_map(text.format("movement entente impulse=1"))
    for order in (Pick("gb-2a-i"), Embark()):
        sailing.play(order)
    assert "5344" in listed(sailing, Disembark)  # Salonika
    assert sailing.position.rail_side(node(sailing, "5344")) == "entente"
    later = on_map(text.format("political-events central-powers"))
    while later.position.turn == 4:
        later.play(later.decision.choices()[0])
    assert not later.position.passage
    assert (
        later.position.rail_side(node(later, "2518")) == later.position.rail_side(node(later, "5344")) == ""
    )


@pytest.mark.rule("16.52", "16.53", "11.62")
def test_a_train_stops_in_the_zone_of_an_enemy_city_that_nobody_holds() -> None:
    line = ("side 1312-1412 rail=open", "side 1412-1512 rail=open", "side 1512-1511 rail=open")
    city = "place 1412 Nancy kinds=industrial"
    taken = "rails 1412 1512 1511 central-powers\nholder 1512 1511 central-powers\nunit ge-2a-ii 1312\n"

    def reached(text: str, unit: str = "ge-2a-ii") -> set[str]:
        game = on_field(taken + text, CENTRAL, city, *line)
        game.play(Pick(unit))
        game.play(Entrain())
        return trains(game)

    assert reached("holder 1412 nobody\n") == {"1412"}
    assert reached("holder 1412 central-powers\nunit ge-2r-1-ersatz 1412\n") == {"1412", "1512", "1511"}
    assert reached("holder 1412 nobody\nunit ge-at-1 1312\n", "ge-at-1") == {"1412"}


@pytest.mark.rule("11.62", "16.52")
def test_where_one_train_stops_is_not_where_another_starts() -> None:
    line = ("side 1312-1412 rail=open", "side 1412-1512 rail=open")
    taken = "rails 1412 1512 central-powers\nholder 1512 central-powers\nholder 1412 nobody\n"
    game = on_field(taken, CENTRAL, "place 1412 Nancy kinds=industrial", *line)
    nodes = [game.position.setting.board[label] for label in ("1412", "1312", "1512")]
    within, west, east = (moving.by_rail(game.position, "central-powers", each) for each in nodes)
    assert within == {*nodes}
    assert west == {nodes[0], nodes[1]}
    assert east == {nodes[0], nodes[2]}


@pytest.mark.rule("11.64")
def test_a_train_does_not_enter_ground_that_the_enemy_controls() -> None:
    line = ("side 1113-1213 rail=open", "side 1113-1112 rail=open")
    held = "holder 1213 entente\nrails 1213 central-powers\nunit ge-2a-ii 1113\n"
    game = on_field(held, CENTRAL, *line)
    game.play(Pick("ge-2a-ii"))
    game.play(Entrain())
    assert trains(game) == {"1112"}
