"""What can be asked about the war on land, and what position texts refuse and take for granted."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.storm_of_steel import orders
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import DataError, Refusal
from tests.games.storm_of_steel.field import on_field, on_map

MORALE = "morale central-powers 80\nmorale entente 80\n"


def asked(units: str, question: Action, turn: str = "turn 2 movement central-powers impulse=1") -> str:
    return on_field(units, turn).explain(question).text


@pytest.mark.rule("31.1", "15.4")
def test_supply_names_the_headquarters_and_the_hexes_or_what_is_wrong() -> None:
    units = "unit ge-2a-ii 1513\nunit ge-2a-iii 1714\nunit ge-hq-2 1213\n"
    assert asked(units, orders.SupplyOf("ge-2a-ii")) == (
        "II Corps is in supply; headquarters that supply it: 2: "
        "1st Army (4 of 4 hexes) +1 [31.1], 2nd Army (3 of 4 hexes) +1 [31.1]"
    )
    assert asked(units, orders.SupplyOf("ge-2a-iii")) == (
        "III Corps is out of supply (1st Army is 6 hexes away, 4 at most; "
        "2nd Army is 5 hexes away, 4 at most); headquarters that supply it: 0"
    )
    cut_off = asked("unit ge-hq-2 1613\nunit ge-2a-ii 1612\n", orders.SupplyOf("ge-2a-ii"))
    assert "2nd Army has no line of communication" in cut_off
    barred = "unit ge-2a-ii 1311\nunit fr-2a-i 1211\nunit fr-2a-ii 1212\nunit fr-2a-iii 1213\n"
    assert "from 1st Army the way is barred" in asked(barred, orders.SupplyOf("ge-2a-ii"))


@pytest.mark.rule("15.31", "15.6", "11.6")
def test_command_says_who_commands_or_why_nobody_does() -> None:
    units = "unit ah-hq-1 1112\nunit ah-2a-i 1212\n"
    foreign = asked("unit ah-hq-1 1412\nunit ge-2a-ii 1413\n", orders.CommandOf("ge-2a-ii"))
    assert "of Austria-Hungary does not command units of Germany" in foreign
    assert "1st Army (1 of 1 hexes) +1 [15.31]" in asked(units, orders.CommandOf("ah-2a-i"))
    trained = on_field("unit ge-2a-ii 1213\n", staffs="unit ge-hq-1 1113 strategic\n")
    assert "1st Army has made a strategic move" in trained.explain(orders.CommandOf("ge-2a-ii")).text
    with pytest.raises(Refusal, match=r"36\.12"):
        on_field("unit pa-en-1 1513\n").explain(orders.CommandOf("pa-en-1"))


@pytest.mark.parametrize(
    "question",
    [
        orders.SupplyOf("gr-2a-iii"),
        orders.CommandOf("gr-2a-iii"),
        orders.AttritionOf("gr-2a-iii"),
        orders.LineOf("us-hq-1"),
    ],
)
def test_of_a_neutral_unit_nobody_asks_for_a_line(question: Action) -> None:
    with pytest.raises(Refusal, match="on neither side"):
        hexfront.new("storm-of-steel/campaign-1917", seed=1).explain(question)


@pytest.mark.rule("15.41", "15.5")
def test_a_line_is_told_leg_by_leg() -> None:
    chain = on_field("", staffs="unit ge-hq-1 1412\nunit ge-hq-2 1213\n")
    assert chain.explain(orders.LineOf("ge-hq-1")).text == (
        "1st Army has a line of communication to 1013 Berlin; hexes of its legs: 4: "
        "to 2nd Army +2 [15.5], to 1013 Berlin +2 [15.41]"
    )
    line = ("side 1013-1112 rail=open", "side 1112-1212 rail=open")
    by_rail = on_field("", "turn 2 movement central-powers impulse=1", *line, staffs="unit ge-hq-1 1412\n")
    assert "to 1212 and on by rail +2 [15.41]" in by_rail.explain(orders.LineOf("ge-hq-1")).text
    none = on_field("", staffs="unit ge-hq-1 1612\n").explain(orders.LineOf("ge-hq-1"))
    assert "has no line of communication" in none.text
    british = f"turn 2 movement entente impulse=1\n{MORALE}unit gb-hq-bef 2022\nunit gb-tr-1 1920\n"
    over_sea = on_map(british).explain(orders.LineOf("gb-hq-bef")).text
    assert "1920 Calais and on over the sea" in over_sea


@pytest.mark.rule("14.2", "14.12", "17.2")
def test_strengths_are_told_unit_by_unit() -> None:
    units = (
        "unit ge-2a-ii 1312\nunit ge-sg-1 1312\nunit fr-2a-i 1412 entrenched\n"
        "unit fort-verdun 1412\nshaken 1412\n"
    )
    assert asked(units, orders.DefenceStrength("1412")) == (
        "1412 is defended with 12: Fortress of Verdun, halved by siege +4 [14.12], "
        "I Corps, entrenched +8 [14.12]"
    )
    attack = asked(units, orders.AttackStrength("1412", ("ge-2a-ii", "ge-sg-1")))
    assert attack.startswith("1412 is attacked with 5: II Corps +4 [14.2]")


@pytest.mark.rule("13.1", "13.12", "31.11", "16.1", "10.33", "11.2", "18.0")
def test_stacks_attrition_control_and_allowances() -> None:
    units = "unit ge-2a-ii 1713\nunit ge-sg-1 1713\nunit fr-2r-1-res 1614\n"
    assert asked(units, orders.StackOf("1713")).startswith("of 3 units that may stand in 1713 there are 1:")
    assert asked(units, orders.AttritionOf("ge-2a-ii")).endswith(
        "lost on a die up to 1: clear, autumn +1 [31.11]"
    )
    assert "makes no attrition check" in asked(units, orders.AttritionOf("fr-hq-1"))
    assert "Central Powers" in asked(units, orders.ControlOf("1713"))
    empty = asked(units, orders.ControlOf("1712"))
    assert "empty, and in an enemy zone -1 [10.33]" in empty
    assert asked(units, orders.Allowance("ge-2a-ii")) == (
        "movement points of II Corps: 2: movement allowance +2 [11.2]"
    )


@pytest.mark.rule("5.1", "8.2", "7.12", "18.0")
def test_morale_impulses_and_output_explain_themselves() -> None:
    text = f"turn 15 movement central-powers impulse=1\n{MORALE}shown central-powers 25\n"
    game = on_map(text + "cause 14 entente -3 5.13 Lille lost\n")
    assert game.explain(orders.MoraleOf("entente")).text == (
        "morale of the Entente: 80: at the start +83 [5.0], Autumn 1917: Lille lost -3 [5.13]"
    )
    assert game.explain(orders.ImpulsesOf("central-powers", "west")).text == (
        "impulses of the Central Powers in the west: 2: every turn +1 [8.1], Kaiserschlacht +2 [8.2], "
        "the most that the weather allows -1 [18.0]"
    )
    assert "18 centres at 4 +72 [7.11]" in game.explain(orders.OutputOf("germany")).text


@pytest.mark.rule("15.4", "31.1")
def test_units_and_hexes_can_be_asked_about_at_the_table() -> None:
    game = on_field("unit ge-2a-ii 1513\nunit fr-2a-i 1612\nunit fr-2a-ii 1612\n")
    for subject, viewer in (
        ("ge-2a-ii", "central-powers"),
        ("ge-hq-1", "entente"),
        ("1612", "central-powers"),
    ):
        for question in game.questions_about(subject, viewer):
            assert game.explain(question.question, viewer).text
    seen = game.explain(orders.DefenceStrength("1612"), "central-powers")
    assert seen.text == "1612 is defended with 8: I Corps +4 [14.12], unknown unit +4 [14.12]"
    assert "II Corps" in game.explain(orders.DefenceStrength("1612"), "entente").text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("sea north-see entente", 'there is no sea "north-see" (did you mean "north-sea"?)'),
        ("morale axis 3", 'there is no side "axis"'),
        ("shown entente 3", "card 3, Galicia, is not of the Entente"),
        ("picked central-powers 80", "card 80, Diplomacy, is not of the Central Powers"),
        ("mutiny Germny", 'there is no country "Germny" (did you mean "germany"?)'),
        ("developed 120", 'there is no card "120"'),
        ("developed 'Poison Gas'", '"Poison Gas" is 36 of the Central Powers, 93 of the Entente'),
        ("turn 23 cards entente", '"23" is no turn: they go from 1, summer-1914, to 22, autumn-1919'),
        ("due us-bb-1 31 united-states", '"31" is no turn'),
        ("morale entente 101", "101 is more than 100"),
        ("air entente 6", "6 is more than 5"),
        ("shipping 101", "101 is more than 100"),
        ("points gx 20", 'there is no country "gx"'),
        ("controller bolshevists entente", 'did you mean "bolshevik"?'),
        ("granted entente north 2", 'there is no front "north"'),
        ("removed ge-2a-zz", 'there is no counter "ge-2a-zz"'),
    ],
)
def test_words_of_a_text_that_do_not_exist_are_faults(line: str, words: str) -> None:
    with pytest.raises(DataError) as fault:
        hexfront.position(f"title storm-of-steel\n{line}\n")
    assert words in str(fault.value)


def test_what_would_come_after_the_last_turn_stands_in_the_text_of_a_position() -> None:
    game = hexfront.position("title storm-of-steel\nturn 21 cards entente\ndue us-bb-1 25 united-states\n")
    assert game.position.due["us-bb-1"].turn == 25
    assert hexfront.position(game.position_text().text()).position.due == game.position.due


def test_turns_and_cards_can_be_told_by_their_names() -> None:
    told = "shown central-powers 'Schlieffen Plan'\npicked entente Counteroffensive 49\n"
    game = on_field(
        f"{told}points great-britain/india 3\n", "turn 'Autumn 1914' movement central-powers impulse=1"
    )
    assert game.position.turn == 2
    assert game.position.shown["central-powers"] == (1,)
    assert game.position.picked["entente"] == ("81", "49")
    assert game.position.points == {"great-britain/india": 3}


@pytest.mark.rule("16.1", "16.42")
def test_troops_of_a_text_hold_their_hex_and_have_cut_its_railway() -> None:
    line = ("side 1413-1512 rail=open", "side 1512-1612 rail=open")
    game = on_field("unit ge-2a-ii 1512\n", "turn 2 movement central-powers impulse=1", *line)
    node = game.position.setting.board["1512"]
    assert game.position.controller(node) == "central-powers"
    assert game.position.rail_side(node) == ""
    told = on_field(
        "unit ge-2a-ii 1512\nrails 1512 central-powers\n", "turn 2 movement central-powers impulse=1", *line
    )
    assert told.position.rail_side(node) == "central-powers"


def test_what_a_text_leaves_unsaid_is_told() -> None:
    game = on_field("unit ge-2a-ii 1713\n", "turn 2 combat central-powers impulse=2")
    assert any("have no impulse 2 on any front [8.4]" in notice for notice in game.notices)
    assert "Out of supply: ge-2a-ii [31.1]." in game.notices
    idle = on_field(
        "unit ge-2a-ii 1313\n", "turn 2 combat central-powers impulse=1", staffs="unit ge-hq-1 1613\n"
    )
    assert any("can attack nobody" in notice for notice in idle.notices)
    assert any("industrial city: ge-hq-1 [15.4]" in notice for notice in idle.notices)
    late = on_field("", "turn 9 movement central-powers impulse=1")
    assert any("without sandbox no-end" in notice for notice in late.notices)
