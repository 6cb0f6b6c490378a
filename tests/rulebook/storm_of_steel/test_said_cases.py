"""Cases that must be sayable: what a position text may leave out, and what an order may name."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.storm_of_steel.orders import (
    Assault,
    Attack,
    Build,
    ControlOf,
    Crossing,
    Deploy,
    Detrain,
    Develop,
    Embark,
    March,
    MobilizeFor,
    Pick,
    Play,
    Raid,
    ReleaseGas,
    Reorganize,
    Transfer,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.sea_orders import Shell
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import DataError, Refusal
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import on_field, on_map, refused

CP, EN = "central-powers", "entente"
WINTER_1916 = "turn 7 reorganization central-powers impulse=1\nunit ge-hq-1 2720\n"
THREE = "unit ge-2a-ii 2721\nunit ge-2a-iii 2721\nunit ge-2a-iv 2721\n"
FULL = "unit ge-4a-i 2721\nunit ge-2r-i-res 2721\nunit ge-2r-iii-res 2721\n"


def exchanged(units: str, given: str, into: str, turn: str = WINTER_1916) -> Game[SteelPosition]:
    game = on_map(turn + units)
    game.play(Reorganize(tuple(given.split()), tuple(into.split())))
    return game


@pytest.mark.rule("9.1")
@pytest.mark.parametrize("into", ["ge-3a-i ge-3a-ii", "ge-4a-v ge-2a-xv", "ge-2a-iii ge-4a-i"])
def test_three_corps_of_two_become_two_of_three_or_a_four_and_a_two(into: str) -> None:
    game = exchanged(THREE, "ge-2a-ii ge-2a-iii ge-2a-iv", into)
    there = {name for name in game.position.units if name != "ge-hq-1"}
    assert there == set(into.split())


@pytest.mark.rule("9.1", "9.3", "13.1")
@pytest.mark.parametrize(
    ("units", "given", "into", "rule"),
    [
        (THREE, "ge-2a-ii ge-2a-iii", "ge-3a-i", "9.1"),  # four divisions for three
        (THREE, "ge-2a-ii ge-2a-iii", "ge-4r-i-res", "9.1"),  # another kind
        (THREE + "unit ge-4a-i 3719\n", "ge-2a-ii ge-2a-iii", "ge-4a-i", "9.1"),  # not in the pool
        (THREE, "ge-2a-ii", "ge-2a-xv", "9.1"),  # nothing would change
        (FULL, "ge-4a-i", "ge-2a-v ge-2a-vi", "13.1"),
        ("unit ge-2c-hkk-1 2721\nunit ge-2c-hkk-2 2721\n", "ge-2c-hkk-1 ge-2c-hkk-2", "ge-2c-hkk-3", "9.0"),
    ],
)  # fmt: skip
def test_what_is_not_exchanged(units: str, given: str, into: str, rule: str) -> None:
    game = on_map(WINTER_1916 + units)
    assert refused(game, Reorganize(tuple(given.split()), tuple(into.split()))) == rule


@pytest.mark.rule("3.2-2", "4.3")
def test_a_text_of_diplomacy_begins_with_the_cards_on_the_table() -> None:
    text = "turn 2 diplomacy central-powers\nmorale central-powers 60\nmorale entente 61\n"
    cards = "picked central-powers 28\npicked entente 80\n"
    assert on_map(text + cards).decision.side == EN  # higher morale
    held = "flag 'laid down central-powers' 0\nflag 'laid down entente' 0\n"
    still = on_map(text + cards + held)
    assert [each.kind for each in still.decisions] == ["lay down", "lay down"]
    again = hexfront.position(still.position_text().text())
    assert [each.kind for each in again.decisions] == ["lay down", "lay down"]


@pytest.mark.rule("5.12")
def test_of_the_dead_a_text_need_say_no_more_than_the_name() -> None:
    # Corps of 4, 4 and 2 and a headquarters make eleven, and a fort counts nothing.
    dead = "".join(f"dead {name}\n" for name in ("ge-2a-ii", "ge-2a-iii", "ge-2r-i-res", "ge-hq-1"))
    start = "turn 5 morale central-powers\nmorale central-powers 60\nmorale entente 60\n"
    assert on_map(start + dead).position.morale[CP] == 60  # 11
    assert on_map(f"{start}{dead}dead ge-sg-1\n").position.morale[CP] == 59  # 12
    fort = f"{start}{dead}dead fort-metz central-powers west germany 8\n"
    assert on_map(fort).position.morale[CP] == 60
    with pytest.raises(DataError, match="ge-2a-iii"):
        on_map(f"{start}dead ge-2a-iiii\n")


@pytest.mark.rule("27.8", "33.1")
def test_markers_are_built_by_their_names_with_or_without_hyphens() -> None:
    game = on_map("turn 5 allocation central-powers\nshipping 80\npoints great-britain 50\ndeveloped 93\n")
    game.play(MobilizeFor("great-britain"), EN)
    game.play(Build("merchant-point"), EN)
    game.play(Build("poison-gas"), EN)
    kinds = sorted(draft.kind for draft in game.position.drafts.values())
    assert kinds == ["merchant point", "poison gas"]
    refusal = game.check(Build("active"), EN)
    assert refusal is not None
    assert "2 or 3" in refusal.reason
    game.play(PASS, EN)


@pytest.mark.rule("19.2")
def test_a_text_tells_who_is_neutral_though_history_had_him_at_war() -> None:
    game = on_map("turn 6 movement central-powers impulse=1\ncountry bulgaria central-powers\n")
    (notice,) = [each for each in game.notices if each.startswith("Neutral")]
    assert "italy" in notice
    assert "ottoman-empire" in notice
    assert "bulgaria" not in notice


@pytest.mark.rule("16.2", "19.33")
def test_troops_hold_the_ground_of_nobody_they_stand_on() -> None:
    game = on_map(
        "turn 15 movement entente impulse=1\ncountry romania entente surrendered\n"
        "unit gb-hq-1 5836\nunit gb-2a-i 5737\n"
    )
    for label in ("5836", "5737"):
        assert "controlled by the Entente" in game.explain(ControlOf(label)).text


@pytest.mark.rule("19.32")
@pytest.mark.parametrize(("flag", "fights"), [("", True), ("flag 'by occupation belgium' 0\n", False)])
def test_a_country_that_was_occupied_is_back_when_its_capital_is(flag: str, fights: bool) -> None:
    game = on_map(
        "turn 6 movement entente impulse=1\nmorale entente 60\nmorale central-powers 60\n"
        f"country belgium entente surrendered\n{flag}"
        "holder 2120 2320 2221 2522 2422 central-powers\nunit gb-2a-i 2321\n"
    )
    again = hexfront.position(game.position_text().text())
    assert again.position.flags == game.position.flags
    while game.decision.kind == "move":
        game.play(PASS)
    assert ("belgium" not in game.position.surrendered) == fights
    assert game.position.morale[EN] == 60 + 3 * fights


@pytest.mark.rule("19.32")
def test_a_country_of_which_nothing_is_occupied_gave_up_by_an_event_and_is_not_back() -> None:
    game = on_map(
        "turn 6 movement entente impulse=1\nmorale entente 60\nmorale central-powers 60\n"
        "country germany central-powers surrendered\nunit ge-2a-i Berlin\nunit gb-2a-i London\n"
    )
    again = hexfront.position(game.position_text().text())
    assert again.position.flags == game.position.flags
    while game.decision.kind == "move":
        game.play(PASS)
    assert "germany" in game.position.surrendered
    assert game.position.morale[CP] == 60


@pytest.mark.rule("19.32", "45.1")
def test_serbia_whose_surrender_began_the_scenario_is_back_with_belgrade() -> None:
    game = hexfront.new("storm-of-steel/campaign-1916", seed=1)
    assert "serbia" in game.position.surrendered
    text = game.position_text().text()
    lines = [line for line in text.splitlines() if not line.startswith(("turn ", "unit ", "seed "))]
    here = hexfront.position("\n".join([*lines, "turn 8 movement entente impulse=1", "unit gb-2a-i 4836"]))
    while here.decision.kind == "move":
        here.play(PASS)
    assert "serbia" not in here.position.surrendered


@pytest.mark.rule("29.15", "29.16", "11.63")
@pytest.mark.parametrize(
    ("units", "rule"),
    [
        ("unit gb-tr-1 1519 moved\nunit gb-2a-i 1519\n", "29.15"),
        ("unit gb-tr-1 1519\nunit gb-2a-i 1519\nhauled 'port 1519' 2\n", "29.16"),
        ("unit gb-tr-1 1519\nunit gb-2a-i 1515\n", "11.63"),
    ],
)
def test_why_nobody_goes_aboard(units: str, rule: str) -> None:
    game = on_map(f"turn 4 movement entente impulse=1\nunit gb-hq-bef 1718\n{units}")
    game.play(Pick("gb-2a-i"))
    assert refused(game, Embark()) == rule


@pytest.mark.rule("22.1", "28.1")
def test_any_ally_is_named_for_a_try_that_costs_nothing() -> None:
    text = "turn 4 development central-powers\npicked entente 92\nsea north-sea entente\nunit gb-bb-1 1802\n"
    game = on_map(text)
    assert game.check(Develop(92, "germany")) is not None
    game.play(Develop(92, "great-britain"))
    assert 92 in game.position.developed


@pytest.mark.rule("27.4")
@pytest.mark.parametrize(("flag", "shipping"), [("", 96), ("flag 'submarine war' 0\n", 98)])
def test_submarine_war_is_under_way_in_a_text_unless_it_was_called_off(flag: str, shipping: int) -> None:
    raiders = "".join(f"unit ge-ss-{number} commerce-raiding\n" for number in (1, 2, 3))
    game = on_map(f"dice 4 4\nturn 4 raiding central-powers\nshipping 100\ndeveloped 40\n{flag}{raiders}")
    game.play(Raid(), CP)
    assert game.position.shipping == shipping


@pytest.mark.rule("35.11")
@pytest.mark.parametrize(("die", "controller", "idle"), [(2, CP, 0), (3, EN, 1), (4, EN, 0), (5, EN, 0)])
def test_bolsheviks_of_a_text_get_a_controller_each_turn(die: int, controller: str, idle: int) -> None:
    red = "country russia entente surrendered\ncontroller bolshevik entente\nunit bo-2r-1 6414\n"
    position = on_map(f"dice {die}\nturn 16 cards central-powers\n{red}").position
    assert position.controllers["bolshevik"] == controller
    assert position.flags.get("bolsheviks idle", 0) == idle


@pytest.mark.rule("35.1", "35.21")
def test_irregulars_of_a_text_are_the_enemys_of_their_country() -> None:
    text = "turn 16 movement central-powers impulse=1\nunit na-poland-1 4721\nunit bo-2r-1 6414\n"
    position = on_map(text).position
    assert {position.side_of(unit) for unit in position.units.values()} == {CP}


@pytest.mark.rule("35.11", "35.16", "35.22", "36.1", "38.1")
@pytest.mark.parametrize(
    ("units", "order", "rule"),
    [
        ("unit bo-2r-1 4520\n", "march bo-2r-1 4420", "35.16"),
        ("unit na-poland-1 4521\n", "march na-poland-1 4420", "35.22"),
        ("unit bo-2r-1 5618\nunit ge-2a-i 5619\n", "march bo-2r-1 5619", "35.11"),
        ("unit pa-cp-1 4521\n", "march pa-cp-1 4420", "36.1"),
        ("unit ge-at-1 3719\n", "march ge-at-1 3819", "38.1"),
    ],
)
def test_the_refusal_of_irregulars_and_trains_names_their_rule(units: str, order: str, rule: str) -> None:
    game = on_map(f"turn 16 movement central-powers impulse=1\nunit ge-hq-1 3618\n{units}")
    assert refused(game, game.read_action(order)) == rule


@pytest.mark.rule("36.1", "11.5")
def test_what_a_step_costs_partisans_and_headquarters_is_told() -> None:
    game = on_map(
        "turn 8 movement entente impulse=1\ncountry serbia entente surrendered\n"
        "unit pa-en-1 4940\nunit se-hq-1 4940\n"
    )
    for unit in ("pa-en-1", "se-hq-1"):
        assert game.explain(Crossing(unit, "4940", "4941")).total == 1  # a mountain
        with pytest.raises(Refusal):
            game.explain(Crossing(unit, "4940", "5144"))  # not the next hex


@pytest.mark.rule("44.1")
def test_peace_cards_that_are_shown_in_a_text_have_been_offered() -> None:
    low = "turn 16 political-events central-powers\nmorale central-powers 20\nmorale entente 20\n"
    assert on_map(f"dice 1\n{low}shown central-powers 26\nshown entente 78\n").over
    assert not on_map(f"dice 1 1\n{low}shown central-powers 26\n").over


@pytest.mark.rule("33.1", "33.2")
def test_why_there_is_no_gas_is_told_before_the_table_is_chosen() -> None:
    units = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\ndeveloped 36\ngas germany 1\n"
    turn = "turn 4 combat central-powers impulse=1"
    game = on_field(
        f"{units}shown central-powers 29\ngranted central-powers west 1\n", turn, head="sandbox no-end"
    )
    game.play_words("assault 1412 ge-2a-ii")
    assert refused(game, ReleaseGas("germany")) == "33.1"  # the card is no campaign card
    allowed = on_field(f"{units}shown central-powers 6\n", turn, head="sandbox no-end")
    allowed.play_words("assault 1412 ge-2a-ii")
    assert refused(allowed, ReleaseGas("germany")) == "33.2"  # the table first


# Other words


@pytest.mark.parametrize(
    ("words", "turn", "step", "side"),
    [
        ("Summer-1916 movement-segment Entente impulse=1", 9, "movement", EN),
        ("'Summer 1916' movement EN impulse=1", 9, "movement", EN),
        ("Su16 Combat-Segment CP impulse=1", 9, "combat", CP),
        ("1916-summer reorganization Central-Powers impulse=1", 9, "reorganization", CP),
        ("9 'Strategy Card Phase' cp", 9, "cards", CP),
    ],
)
def test_turns_steps_and_sides_are_called_as_the_book_and_its_readers_do(
    words: str, turn: int, step: str, side: str
) -> None:
    units = "unit fr-2a-i Verdun mobile\nunit fr-hq-1 2325\nunit ge-2a-i Metz\nunit ge-hq-1 2525\n"
    position = on_map(f"turn {words}\n{units}").position
    assert (position.turn, position.step, position.active) == (turn, step, side)


def test_countries_and_cards_go_by_many_names() -> None:
    position = on_map(
        "turn Su16 movement CP impulse=1\nunit ge-2a-i Metz dug-in\nmorale EN 44\nair cp 2\n"
        "country Turkey CP\ncountry usa neutral\nshown CP On-to-Suez\npicked EN Somme 'They Shall Not Pass'\n"
        "points Britain 7\nmutiny A-H\nholder Lille Brussels none\nunit pa-en-1 5039 underground\n"
    ).position
    assert position.morale[EN] == 44
    assert position.air[CP] == 2
    assert position.alliances["ottoman-empire"] == CP
    assert position.shown[CP] == (11,)
    assert position.picked[EN] == ("62", "60")
    assert position.points["great-britain"] == 7
    assert position.mutinies == {"austria-hungary"}
    assert position.units["ge-2a-i"].entrenched
    assert position.units["pa-en-1"].entrenched
    assert position.controller(position.setting.board["2121"]) == ""


@pytest.mark.rule("4.1", "6.11", "7.5")
def test_orders_name_cards_countries_and_units_in_other_words() -> None:
    morale = "morale central-powers 60\nmorale entente 65\n"
    choosing = on_map(f"turn 9 cards central-powers\n{morale}")
    for words, side in (("draw Ypres", EN), ("Draw they-shall-not-pass", EN), ("draw 'Poison Gas'", CP)):
        assert choosing.check(choosing.read_action(words), side) is None, words
    choosing.play(choosing.read_action("draw watch-on-the-rhine-east"), CP)
    assert choosing.position.picked[CP] == ("8-east",)
    courting = on_map(f"turn 4 diplomacy central-powers\n{morale}picked entente 80\n")
    assert courting.check(courting.read_action("play Diplomacy greek"), EN) is None
    building = on_map(f"turn 4 allocation central-powers\n{morale}points germany 90\n")
    building.play(building.read_action("mobilize-for German"), CP)
    for word in ("infantry 2", "reserve-infantry 2", "siege-artillery", "HQ", "submarine"):
        building.play(building.read_action(f"build {word}"), CP)
    kinds = sorted(draft.kind for draft in building.position.drafts.values())
    assert kinds == ["SS", "active", "headquarters", "reserve", "siege"]


def test_places_go_by_their_names_however_they_are_spelled() -> None:
    text = (
        "turn 2 movement central-powers impulse=1\nunit ge-hq-5 metz\nunit ge-2a-v Metz\n"
        "unit gb-tr-1 Le-Havre\nunit gb-tr-2 'le havre'\nunit ge-2a-iii Königsberg\nunit ah-2a-i Przemyśl\n"
        "unit ru-2a-i St-Petersburg\nunit ru-2a-ii brest_litovsk\n"
    )
    game = on_map(text)
    units, label = game.position.units, game.position.setting.board.label
    stand = {name: label(unit.at) for name, unit in units.items()}
    assert stand["gb-tr-1"] == stand["gb-tr-2"] == "1623"
    assert [stand[name] for name in ("ge-2a-iii", "ah-2a-i", "ru-2a-i", "ru-2a-ii")] == [
        "4815",
        "5225",
        "6003",
        "5320",
    ]
    assert game.read_action("march ge-2a-v Luxembourg") == March(("ge-2a-v",), "2524")
    assert game.read_action("march ge-2a-v 2523 2524") == March(("ge-2a-v",), "2523", ("2524",))
    assert game.check(game.read_action("move ge-2a-v luxembourg")) is None
    for words in ("march 2524 ge-2a-v", "march ge-2a-v to Luxembourg", "move ge-2a-v, Luxembourg"):
        assert game.read_action(words) == March(("ge-2a-v",), "2524"), words
    with pytest.raises(DataError, match="Atlantis"):
        on_map("turn 2 movement central-powers\nunit ge-2a-v Atlantis\n")


@pytest.mark.rule("14.1")
@pytest.mark.parametrize(
    "words",
    [
        "assault 1412 ge-2a-ii,ge-2a-iii",
        "assault 1412 ge-2a-ii ge-2a-iii",
        "assault ge-2a-ii,ge-2a-iii 1412",
        "attack 1412 with ge-2a-ii and ge-2a-iii",
        "attack ge-2a-ii ge-2a-iii against 1412",
    ],
)
def test_attackers_and_their_goal_are_named_in_any_order(words: str) -> None:
    units = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit fr-2a-i 1412\n"
    game = on_field(units, "turn 2 combat central-powers impulse=1")
    assert game.read_action(words) == Assault("1412", ("ge-2a-ii", "ge-2a-iii"))
    assert game.read_action("attack 1412") == Attack("1412")


@pytest.mark.rule("11.7")
@pytest.mark.parametrize(
    "words",
    [
        "mobile-assault 1412 ge-2a-ii,ge-2a-iii",
        "overrun 1412 with ge-2a-iii and ge-2a-ii",
        "mobile assault with ge-2a-ii, ge-2a-iii against 1412",
    ],
)
def test_a_mobile_assault_may_name_its_stack(words: str) -> None:
    units = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit ge-2r-iii-res 1312\nunit fr-hq-2 1412\n"
    game = on_field(units)
    game.play_words(words)
    assert "fr-hq-2" not in game.position.units
    game.play_words("advance ge-2a-ii 1412")
    assert game.position.units["ge-2a-ii"].at == game.position.setting.board["1412"]
    weak = on_field(units)
    with pytest.raises(Refusal, match=r"11\.7"):
        weak.play_words("mobile-assault 1412 ge-2a-ii")


@pytest.mark.rule("25.32")
@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("shell Hull", Shell("north-sea", "1814", "city")),
        ("bombard Hull", Shell("north-sea", "1814", "city")),
        ("shell Scapa-Flow fort", Shell("north-sea", "1802", "fort")),
        ("bombard the fort at Scapa-Flow", Shell("north-sea", "1802", "fort")),
        ("shell Dover", None),  # which lies on two seas
        ("shell north-sea Dover", Shell("north-sea", "1919", "city")),
        ("shell north-sea Hull", Shell("north-sea", "1814", "city")),
        ("shell Copenhagen city", None),
    ],
)
def test_a_coast_is_bombarded_by_the_name_of_its_city(words: str, order: Shell | None) -> None:
    ships = "unit ge-bb-1 3017\nunit gb-bb-1 1608\nunit fort-scapa-flow 1802\n"
    game = on_map(f"turn 5 naval-operations central-powers\n{ships}")
    if order is None:
        with pytest.raises(Refusal):
            game.play_words(words)
    else:
        assert game.read_action(words) == order
        assert game.check(order) is None


@pytest.mark.rule("13.1", "10.21")
def test_what_is_illegal_about_a_text_is_among_its_notices() -> None:
    four = "".join(f"unit ge-2a-{name} 1312\n" for name in ("ii", "iii", "iv", "v"))
    assert any("1312" in each and "[13.1]" in each for each in on_field(four).notices)
    wet = on_field(four, terrain={"1312": "sea"})
    assert any("1312" in each and "[10.21]" in each for each in wet.notices)
    assert not any("[13.1]" in each for each in on_field("unit ge-2a-ii 1312\n").notices)


@pytest.mark.rule("9.1", "7.23", "6.11", "22.1")
@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("reorganize ge-2a-ii,ge-2a-iii into ge-4a-i", Reorganize(("ge-2a-ii", "ge-2a-iii"), ("ge-4a-i",))),
        ("transfer to Austria 5", Transfer("austria-hungary", 5)),
        ("play Ultimatum on the Netherlands", Play(27, "netherlands")),
        ("develop 'Poison Gas' with Germany", Develop(36, "germany")),
        ("detrain in Cologne", Detrain("2721")),
        ("deploy ge-2a-ii at Berlin", Deploy("ge-2a-ii", "3719")),
    ],
)
def test_orders_may_be_said_with_the_words_between(words: str, order: Action) -> None:
    game = on_map("turn 4 diplomacy CP\npicked CP 27\nmorale CP 80\nmorale EN 60\nunit ge-2a-ii Essen\n")
    assert game.read_action(words) == order


@pytest.mark.rule("8.2", "5.1", "7.11", "16.0")
def test_questions_name_sides_fronts_countries_and_places_in_other_words() -> None:
    game = on_map("turn winter-1918 movement CP\nshown CP Kaiserschlacht\nunit ge-hq-1 Essen\n")

    def answer(words: str) -> float:
        return float(game.explain(game.read_question(words)).total)

    assert answer("impulses-of CP W") == 2  # the most of a winter
    assert answer("morale-of allies") == game.position.morale[EN]
    assert answer("output-of German") == answer("output-of germany")
    assert answer("output-of britain/1110") == answer("output-of great-britain/1110")
    assert game.read_question("control-of Essen") == ControlOf("2720")


@pytest.mark.rule("8.1", "15.71")
@pytest.mark.parametrize("turn", ["turn 2 combat CP", "turn 2 combat CP 1", "turn 2 combat impulse=1"])
def test_a_segment_without_an_impulse_is_of_the_first(turn: str) -> None:
    units = "unit ge-2a-ii 1512\nunit fr-2a-i 1612\nholder 1512 cp\n"
    game = on_field(units, turn)  # out of command, which matters from the second impulse on
    assert game.position.impulse == 1
    assert game.check(game.read_action("assault 1612 ge-2a-ii")) is None
    assert ("No impulse is named: it is the first [8.1]." in game.notices) is (turn == "turn 2 combat CP")


@pytest.mark.parametrize(
    "turn", ["turn 2 combat CP EN", "turn 2 combat CP 1 2", "turn 2 combat CP 1 impulse=2"]
)
def test_a_turn_with_too_many_words_is_not_understood(turn: str) -> None:
    with pytest.raises(DataError, match="one side and one impulse"):
        on_map(f"{turn}\nunit ge-2a-v Metz\n")


@pytest.mark.rule("4.41")
def test_a_card_for_several_fronts_is_shown_with_its_front() -> None:
    position = on_map("turn 2 movement CP\nshown CP 8-east\nshown EN 81-west\nunit ge-hq-1 Essen\n").position
    assert position.shown == {CP: (8,), EN: (81,)}
    assert position.card_fronts == {8: "east", 81: "west"}


@pytest.mark.rule("7.11", "7.41", "7.23")
def test_points_of_the_quarter_are_there_to_be_allocated_unless_others_are_told() -> None:
    game = on_map("turn winter-1915 'Mobilization Phase'\n")
    assert "No points are told: every country has those of this quarter [7.11]." in game.notices
    points = game.position.points["germany"]
    assert points == game.explain(game.read_question("output-of germany")).total
    game.play(MobilizeFor("germany"), CP)
    assert game.check(Transfer("austria-hungary", points // 10), CP) is None
    told = on_map("turn winter-1915 allocation\npoints germany 20\n")
    assert told.position.points == {"germany": 20}


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("developed 1", "no weapons and tactics card"),
        ("developing Jerusalem", "no weapons and tactics card"),
        ("uprising indai 0", "india"),
        ("closed 'entente grece' 9", "greece"),
        ("missions entente spying", "espionage"),
        ("free-corps ge-2a-xyz", "ge-2a-x"),
        ("agenda raid", "raise"),
        ("aloft movement", "counter"),
        ("betrayed entente 5", "not of the Entente"),
        ("aboard gb-2a-iii gb-tr-99", "gb-tr"),
        ("aboard gb-2a-iii gb-tr-1", "no unit statement places it"),
    ],
)
def test_words_that_mean_nothing_are_refused_in_their_line(statement: str, fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        on_map(f"turn 10 movement entente impulse=1\nunit gb-2a-iii 1718\n{statement}\n")


def test_turns_missions_and_areas_of_a_text_go_by_many_names() -> None:
    position = on_map(
        "turn 10 movement central-powers impulse=1\nunit ge-2a-i Berlin\nclosed 'EN Greek' Sp15\n"
        "entered Italy spring-1915\n"
        "uprising India Wi15\nmissions CP Espionage inactive 'counter intelligence'\n"
        "unit ge-ta-1 3719\nair-mission ge-ta-1 'Strategic Bombing' Berlin\n"
    ).position
    assert position.entered == {"italy": 4}
    assert position.closed == {"entente greece": 4}
    assert position.uprisings == {"india": 3}
    assert position.missions[CP] == ("espionage", "counter-intelligence")
    assert position.air_missions["ge-ta-1"].mission == "strategic-bombing"


@pytest.mark.rule("4.33", "25.1")
def test_a_text_tells_of_weapons_nobody_developed_and_of_ships_without_a_base() -> None:
    told = on_map(
        "turn 5 sea-control CP\nunit gb-bb-1 1710\nunit gb-bb-2 Rosyth\nshown EN Blockade\n"
    ).notices
    assert "Warships in no naval base of theirs: gb-bb-1 in 1710 [25.1]." in told
    assert any("Blockade (92)" in each and "[4.33]" in each for each in told)
    right = on_map("turn 5 sea-control CP\nunit gb-bb-2 Rosyth\ndeveloped Blockade\n").notices
    assert not [each for each in right if "[25.1]" in each or "[4.33]" in each]


@pytest.mark.rule("25.31", "25.32", "32.1", "30.71")
def test_orders_name_seas_places_and_missions_in_other_words() -> None:
    fleets = "unit gb-bb-1 1802\nunit ge-bb-1 3017\nunit ge-2a-i 3719\nunit fr-2a-i 1924\n"
    at_sea = on_map(f"turn 5 sea-control CP\n{fleets}")
    for words in ("seek 'North Sea'", "Seek North-Sea"):
        assert at_sea.check(at_sea.read_action(words), CP) is None, words
    out = on_map(f"turn 5 naval-operations CP\n{fleets}")
    assert out.check(out.read_action("shell 'North Sea' Newcastle City"), CP) is None
    spies = on_map(f"turn 4 agents CP\n{fleets}agents CP 2\nagents EN 2\n")
    for words in ("assign Propaganda", "assign 'Counter Intelligence'"):
        assert spies.check(spies.read_action(words), CP) is None, words
    idle = spies.check(spies.read_action("assign inactive"), CP)
    assert idle is not None
    assert "not assigned are inactive" in idle.reason
    flown = on_field("unit ge-ta-1 1213\nunit ge-2a-ii 1312\nunit fr-2a-i 1412\nair CP 2\n")
    assert flown.check(flown.read_action("order-mission ge-ta-1 'Offensive Ground Support'")) is None
    aboard = on_map(f"turn 5 movement EN impulse=1\n{fleets}unit gb-2a-i Devonport\nunit gb-tr-1 Devonport\n")
    aboard.play(Pick("gb-2a-i"), EN)
    aboard.play(Embark(), EN)
    for words in ("disembark Calais", "disembark Le-Havre", "disembark 'le havre'", "lie-off Canada"):
        assert aboard.check(aboard.read_action(words), EN) is None, words
    atlantis = aboard.check(aboard.read_action("disembark Atlantis"), EN)
    assert atlantis is not None


@pytest.mark.rule("16.1", "19.3")
def test_troops_in_a_country_that_surrendered_under_them_do_not_come_to_control_its_ground_by_writing() -> (
    None
):
    text = (
        "turn 2 movement central-powers impulse=1\ncountry france entente surrendered\nunit gb-2a-ii 1920\n"
    )
    taken = on_map(text)
    assert (
        taken.explain(ControlOf("1920")).text
        != on_map(text + "holder 1920 default\n").explain(ControlOf("1920")).text
    )
    left = on_map(text + "holder 1920 default\n")
    again = hexfront.position(left.position_text().text())
    assert again.position == left.position
    assert "holder 1920 default" in again.position_text().text()
    assert hexfront.position(taken.position_text().text()).position == taken.position


@pytest.mark.rule("21.1", "41.3", "25.3", "35.21")
def test_areas_seas_and_marks_of_a_text_go_by_the_words_of_the_book() -> None:
    of = on_map(
        "turn 10 movement EN impulse=1\nunit fr-2a-i Paris motorized\nunit fr-hq-1 Paris motorized\n"
        "unit gb-2a-i India\nunit gb-2a-ii 'British Africa'\nunit us-2a-i united-states\n"
        "unit ge-ss-1 'Commerce Raiding Zone'\nsea 'East Med' EN\nsea 'Baltic Sea' CP\n"
        "developed EN 'Poison Gas' Convoys\ncontroller Bolsheviks CP\ncontroller Czechoslovakia EN\n"
    )
    position, label = of.position, of.position.setting.board.label
    assert (position.units["fr-2a-i"].motorized, position.units["fr-hq-1"].motorized) == (1, 2)
    where = ["gb-2a-i", "gb-2a-ii", "us-2a-i", "ge-ss-1"]
    areas = ["india", "british-africa", "united-states", "commerce-raiding"]
    assert [label(position.units[name].at) for name in where] == areas
    assert (position.seas["east-mediterranean"], position.seas["baltic"]) == (EN, CP)
    assert position.developed == {93, 97}
    assert position.controllers == {"bolshevik": CP, "bohemia-moravia": EN}
    for statement, fault in (
        ("unit gb-bb-1 Portsmouth mission=bombarded", "bombardment"),
        ("developed CP 93", "not of the Central Powers"),
    ):
        with pytest.raises(DataError, match=fault):
            on_map(f"turn 10 movement EN impulse=1\nunit fr-2a-i Paris\n{statement}\n")
    told = on_map("turn 5 sea-control CP\nunit gb-ca-1 atlantic\nunit gb-ca-2 canada\n").notices
    assert "Warships in no naval base of theirs: gb-ca-1 in atlantic [25.1]." in told


@pytest.mark.rule("3.2-3b2", "3.2-3b1c")
@pytest.mark.parametrize("step", ["sea-control", "naval-operations"])
def test_a_text_names_the_side_that_declares_first_at_sea(step: str) -> None:
    fleets = "unit gb-bb-1 1802\nunit ge-bb-1 3017\nunit ge-2a-i 3719\nunit fr-2a-i 1924\n"
    of = on_map(f"turn 5 {step} EN\n{fleets}")
    assert of.decision.side == EN
    of.play(PASS, EN)
    assert (of.decision.side, of.position.step) == (CP, step)
    of.play(PASS, CP)
    assert of.decision.side == CP  # who is first in the next phase


def test_a_drawn_board_understands_countries_terrain_and_railways_in_other_words() -> None:
    game = hexfront.position(
        """
        title storm-of-steel
        scenario guns-of-august
        turn 2 movement CP
        board corner=1010 shifted=Odd
        | . . . .
        | . . . .
        hex 1010 country=German
        hex 1110 country=A-H terrain=mountains features=railzone
        hex 1210 country=British terrain=Woods
        side 1010-1110 railway river
        place 1010 Berlin kinds=capital,'industrial city'
        place 1210 Well kinds=oil
        unit ge-hq-1 1010
        """
    )
    board = game.position.setting.board
    assert [board.country[board[label]] for label in ("1010", "1110", "1210")] == [
        "germany",
        "austria-hungary",
        "great-britain",
    ]
    assert [board.terrain[board[label]] for label in ("1110", "1210")] == ["mountain", "forest"]
    assert "rail zone" in board.features[board["1110"]]
    assert board["1110"] in game.position.rails[board["1010"]]
    assert {kind for place in board.places for kind in place.kinds} == {"capital", "industrial", "petroleum"}


@pytest.mark.rule("45.1")
def test_a_text_without_a_scenario_is_told_which_it_has() -> None:
    units = "unit ge-2a-i Berlin\nunit fr-2a-i Paris\n"
    told = hexfront.position(f"title storm-of-steel\nturn 2 movement CP impulse=1\n{units}").notices
    assert told[0] == "No scenario is told: it is Guns of August, on the front west."
    names = [each.name for each in hexfront.find_title("storm-of-steel").scenarios()]
    assert (names[0], names[-1]) == ("guns-of-august", "great-war")
