"""Rules of a sentence that no other test reaches: zones, forts, control, sides, irregulars, Free Corps."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.storm_of_steel.matters import Battle
from hexfront.games.storm_of_steel.orders import (
    Add,
    Attack,
    Bombard,
    Deploy,
    Disembark,
    Embark,
    Entrain,
    Go,
    Join,
    March,
    MobileAssault,
    Pick,
)
from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.rules import capacity, headquarters
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import goes, node, on_field
from tests.games.storm_of_steel.nations import CP, EN, changes, game, listed, play, refused, state

MORALE = "morale central-powers 80\nmorale entente 80\n"
FIGHT = "turn 2 combat central-powers impulse=1"


@pytest.mark.rule("10.21")
def test_zones_do_not_reach_over_arms_of_the_sea() -> None:
    zone = on_field("unit ge-2a-ii 1112\nunit fr-2a-i 1312\n").position.zones[EN]
    of = on_field("unit ge-2a-ii 1112\nunit fr-2a-i 1312\n", terrain={"1212": "sea"})
    assert zone[node(of, "1212")]
    assert not of.position.zones[EN][node(of, "1212")]
    assert [str(each) for each in of.position.status()] == []
    of.position.put(Unit("ge-2a-iii", "ge-2a-iii", node(of, "1212")))
    assert "10.21" in str([each.rules for each in of.position.status()])


@pytest.mark.rule("13.13")
def test_one_fort_a_hex() -> None:
    def places(text: str) -> set[str]:
        due = "due fort-metz 4\nunit ge-2a-i 3719\n"
        of = game(f"turn 4 reinforcements central-powers\n{MORALE}{due}{text}")
        return {words.split()[2] for words in listed(of, CP, Deploy)}

    assert "3127" in places("")
    assert "3127" not in places("unit fort-ulm 3127\n")


@pytest.mark.rule("15.2")
def test_headquarters_attack_like_others() -> None:
    of = on_field("unit ge-hq-2 1313\nunit ge-2a-ii 1313\nunit fr-2a-i 1413\n", FIGHT)
    play(of, CP, Attack("1413"))
    assert "join ge-hq-2" in listed(of, CP)
    play(of, CP, Join("ge-hq-2"))


@pytest.mark.rule("11.41")
def test_the_railway_across_the_sinai_is_finished_in_spring_1917() -> None:
    def trains(turn: int) -> bool:
        of = game(f"turn {turn} movement entente impulse=1\n{MORALE}unit gb-2a-i 7563\nunit gb-2a-ii 7366\n")
        play(of, EN, Pick("gb-2a-i"), Entrain())
        return "detrain 7664" in listed(of, EN)

    assert not trains(11)
    assert trains(12)


@pytest.mark.rule("4.44")
def test_serbia_and_romania_fight_on_the_eastern_front() -> None:
    units = "unit se-hq-1 4737\nunit se-3a-danube 4737\nunit ro-hq-1 5735\nunit ro-2a-i 5735\n"
    others = "unit fr-hq-1 2425\nunit fr-2a-i 2425\n"
    sides = "country romania entente\n"

    def moved(front: str) -> list[str]:
        of = game(
            f"turn 2 movement entente impulse=2\n{MORALE}{sides}granted entente {front} 2\n{units}{others}"
        )
        return listed(of, EN, Pick)

    assert {"pick se-3a-danube", "pick ro-2a-i"} <= set(moved("east"))
    assert "pick fr-2a-i" not in moved("east")
    assert "pick se-3a-danube" not in moved("west")


@pytest.mark.rule("45.42")
def test_what_was_developed_before_a_scenario_begins_is_not_tried_again() -> None:
    """Gas (36) came in Winter 1915, storm troops (38) in Winter 1916."""

    def offered(scenario: str) -> set[str]:
        of = hexfront.new(f"storm-of-steel/{scenario}", seed=1)
        return {card for card in ("36", "38") if f"draw {card}" in listed(of, CP)}

    assert offered("campaign-1914") == {"36", "38"}
    assert offered("campaign-1916") == set()


@pytest.mark.rule("23.2")
def test_an_attack_that_was_declared_is_not_called_off() -> None:
    of = on_field("unit ge-2a-iii 1313\nunit ge-2a-ii 1313\nunit fr-2a-i 1413\n", FIGHT)
    play(of, CP, Attack("1413"))
    assert "pass" not in listed(of, CP)
    play(of, CP, Join("ge-2a-ii"), PASS)
    assert listed(of, CP) == ["use-table probe", "use-table assault"]


@pytest.mark.rule("2.8-Strength", "17.1")
def test_a_fort_defends_and_never_attacks() -> None:
    def attacked(units: str) -> list[str]:
        text = f"{units}unit ge-2a-v 4815\nunit ru-2a-i 4914\nunit fr-2a-i 2425\n"
        of = game(f"turn 4 combat central-powers impulse=1\n{MORALE}{text}")
        return listed(of, CP, Attack)

    assert "attack 2425" in attacked("unit fort-metz 2525\nunit ge-2a-i 2525\n")
    assert "attack 2425" not in attacked("unit fort-metz 2525\n")


@pytest.mark.rule("16.0", "16.22")
def test_a_hex_is_ones_own_the_enemys_or_nobodys() -> None:
    units = "unit ge-2a-ii 1412\nunit ge-hq-2 1313\nholder 1412 central-powers\n"
    of = on_field(units, "turn 2 movement central-powers impulse=1", "place 1412 Lille kinds=industrial")
    position = of.position
    assert position.controller(node(of, "1413")) == EN
    assert position.controller(node(of, "1412")) == CP
    play(of, CP, Pick("ge-2a-ii"), Go("1413"))
    assert position.controller(node(of, "1413")) == CP
    assert of.position.controller(node(of, "1412")) == ""


@pytest.mark.rule("19.0", "19.1")
def test_the_scenario_says_who_fights_for_whom_and_neutrals_are_nobodys() -> None:
    summer = hexfront.new("storm-of-steel/great-war", seed=1).position
    winter = hexfront.new("storm-of-steel/campaign-1917", seed=1).position
    assert "italy" not in summer.alliances
    assert winter.alliances["italy"] == EN
    assert winter.alliances["bulgaria"] == CP
    italian = [unit for unit in summer.units.values() if summer.piece(unit).country == "italy"]
    assert italian
    assert {summer.side_of(unit) for unit in italian} == {""}
    of = game(f"turn 2 movement entente impulse=1\n{MORALE}unit it-2a-i 2933\nunit fr-2a-i 1924\n")
    assert refused(of, Pick("it-2a-i"), EN) == ("11.1",)


@pytest.mark.rule("19.3")
def test_who_was_in_the_war_is_never_neutral_again() -> None:
    text = "picked central-powers 28\ncountry serbia entente surrendered\n"
    of = game(f"turn 7 diplomacy central-powers\n{MORALE}{text}")
    while of.decision.kind != "contingency":
        of.play(of.decision.choices()[0], of.decision.side)
    offered = listed(of, CP)
    assert "play 28 romania" in offered
    assert "play 28 serbia" not in offered


@pytest.mark.rule("21.9")
def test_nobody_goes_to_the_raiding_zone_as_to_an_area() -> None:
    ships = "unit gb-bb-1 1802\ncountry belgium entente\n"
    of = game(f"turn 4 movement entente impulse=1\n{MORALE}{ships}unit gb-2a-i 1414\nunit gb-tr-1 1414\n")
    play(of, EN, Pick("gb-2a-i"), Embark())
    assert "disembark canada" in listed(of, EN)
    assert "disembark commerce-raiding" not in listed(of, EN)
    assert refused(of, Disembark("commerce-raiding"), EN)


@pytest.mark.rule("45.3", "45.5")
def test_options_are_agreed_on_before_the_game() -> None:
    longer = hexfront.new("storm-of-steel/great-war", seed=1, options={"to-1919": "on"})
    assert state(longer).setting.last_turn == 22
    assert state(hexfront.new("storm-of-steel/great-war", seed=1)).setting.last_turn == 18
    with pytest.raises(Refusal):
        hexfront.new("storm-of-steel/great-war", seed=1, options={"to-1950": "on"})


# Irregulars

RUSSIA = "country russia entente surrendered\n"
REBELS = f"{RUSSIA}controller bolshevik central-powers\nflag 'red terror in russia' 3\n"
BALTIC = "controller baltic central-powers\nflag 'risen in baltic' 3\n"


@pytest.mark.rule("5.33", "36.13")
def test_irregulars_that_fall_move_no_morale() -> None:
    corps = "unit bo-2a-red-guard-1 5611\nunit bo-2a-red-guard-2 5611\nunit bo-2a-red-guard-3 5611\n"
    army = "unit ru-2a-i 5611\nunit ru-2a-ii 5611\nunit ru-2a-iii 5611\n"

    def lost(units: str, head: str) -> int:
        guns = "".join(f"unit ge-4a-{name} 5511\n" for name in ("i", "ii", "iii"))
        text = f"{head}{units}{guns}unit ge-hq-8 5411\npremise land-combat DE\n"
        of = game(f"turn 8 combat central-powers impulse=1\n{MORALE}{text}")
        play(of, CP, Attack("5611"))
        for _ in range(30):
            if state(of).turn > 8 or state(of).step not in ("combat", "morale", "attrition"):
                break
            of.play(of.decision.choices()[-1], of.decision.side)
        return sum(change for reason, change in changes(of, EN).items() if "strength" in reason)

    assert lost(army, "") == -1  # twelve points
    assert lost(corps, "controller bolshevik entente\n") == 0


@pytest.mark.rule("35.11")
def test_bolsheviks_neither_stack_nor_fight_with_others() -> None:
    units = "unit bo-2r-1 5511\nunit ge-2a-i 5510\nunit ge-hq-8 5409\n"
    of = game(f"turn 7 movement central-powers impulse=1\n{MORALE}{REBELS}{units}")
    assert "5510" not in goes(of, "bo-2r-1")
    alone = game(f"turn 7 movement central-powers impulse=1\n{MORALE}{REBELS}{units.replace('5510', '5509')}")
    assert "5510" in goes(alone, "bo-2r-1")


@pytest.mark.rule("35.12", "35.26")
def test_what_irregulars_hold_is_of_no_use_for_mobilization() -> None:
    def riga(text: str) -> bool:
        of = game(f"turn 7 allocation central-powers\n{MORALE}{text}unit ge-2a-i 3719\nunit ru-2a-i 7110\n")
        held = {centre.node for side in (CP, EN) for centre in capacity.centres(state(of), side)}
        return node(of, "5310") in held

    assert riga("")
    assert not riga("controller baltic central-powers\nunit na-baltic-1 5310\nholder 5310 central-powers\n")
    assert not riga("controller bolshevik entente\nunit bo-2r-1 5310\n")


@pytest.mark.rule("35.12")
def test_bolsheviks_bar_lines_of_communication_even_of_their_controller() -> None:
    line = "unit ge-hq-8 5310\nunit ge-2a-i 5310\n"
    position = state(
        game(f"turn 7 movement central-powers impulse=1\n{MORALE}{REBELS}{line}unit bo-2r-1 5410\n")
    )
    assert position.controllers["bolshevik"] == CP
    reach = headquarters.reach(position, "ge-hq-8")
    assert position.setting.board["5410"] not in reach.leg


@pytest.mark.rule("35.24", "35.25")
def test_nationalists_mobilize_every_turn_in_their_cities() -> None:
    of = game(f"turn 7 reinforcements central-powers\n{MORALE}dice 3\n{BALTIC}unit ge-2a-i 3719\n")
    while of.decision.kind != "raise":
        of.play(PASS, of.decision.side)
    assert of.decision.side == CP
    position = state(of)
    places = [words.split()[2] for words in listed(of, CP, Deploy)]
    assert places
    assert all(position.setting.board[label] in position.setting.city_at for label in places)
    assert position.ready == {CP, EN}  # whoever comes back now is not asked for ships again


@pytest.mark.rule("35.27")
def test_a_mutiny_is_nothing_to_nationalists() -> None:
    units = (
        "unit na-baltic-1 5511\nunit ge-2a-i 5512\nunit ge-hq-8 5412\nunit ru-2a-i 5611\nunit ru-hq-1 5711\n"
    )
    text = f"{BALTIC}mutiny germany\n{units}"
    of = game(f"turn 7 combat central-powers impulse=1\n{MORALE}{text}")
    play(of, CP, Attack("5611"))
    assert of.decision.about == Battle("5611", ("na-baltic-1",))  # the Germans do not join


# Free Corps

FREE = f"{RUSSIA}free-corps ru-2a-i\nunit ru-2a-i 5310\nholder 5310 entente\n"


@pytest.mark.rule("35.31", "35.33")
def test_free_corps_hold_a_city_that_gives_two_points_and_build_more() -> None:
    of = game(f"turn 13 capacity central-powers\n{MORALE}{FREE}unit ge-2a-i 3719\n")
    position = state(of)
    assert capacity.output(position, EN)["russia"] == 2
    assert "russia" in position.points
    gone = state(game(f"turn 13 capacity central-powers\n{MORALE}{RUSSIA}unit ge-2a-i 3719\n"))
    assert "russia" not in capacity.output(gone, EN)
    due = game(
        f"turn 13 reinforcements central-powers\n{MORALE}{FREE}free-corps ru-2r-1-res\ndue ru-2r-1-res 13\n"
    )
    while not due.over and state(due).step == "reinforcements" and due.decision.kind == "rebase":
        due.play(PASS, due.decision.side)
    assert "ru-2r-1-res" in state(due).units  # at Riga, the only place


def fighting(text: str) -> Game:
    units = "unit ge-hq-8 5412\nunit gb-2a-i 1920\nunit ge-2a-v 2021\n"
    return game(f"turn 13 combat entente impulse=1\n{MORALE}{FREE}{text}{units}")


@pytest.mark.rule("35.33", "16.22")
@pytest.mark.parametrize(("unit", "kept"), [("ru-2a-i", False), ("gb-2a-i", True)])
def test_free_corps_hold_plain_cities_only_while_they_are_there(unit: str, kept: bool) -> None:
    of = game(
        f"turn 13 movement entente impulse=1\n{MORALE}{RUSSIA}free-corps ru-2a-i\n"
        f"unit {unit} 5816\nholder 5816 entente\nunit gb-hq-bef 5813\n"
    )
    minsk = node(of, "5816")
    play(of, EN, March((unit,), "5815"))
    assert state(of).controller(minsk) == (EN if kept else "")


@pytest.mark.rule("35.32")
def test_free_corps_attack_former_enemies_only_if_attacked() -> None:
    target = "5411"  # next to Riga
    enemy = f"unit ge-2a-ii {target}\n"
    assert refused(fighting(enemy), Attack(target), EN) == ("35.32",)
    assert not refused(fighting(f"{enemy}flag 'free corps attacked russia' 1\n"), Attack(target), EN)
    rebels = f"controller bolshevik central-powers\nunit bo-2r-1 {target}\n"
    assert not refused(fighting(rebels), Attack(target), EN)


@pytest.mark.rule("35.32", "11.7", "17.2")
def test_free_corps_neither_overrun_nor_bombard_former_enemies_unless_attacked() -> None:
    text = (
        f"turn 13 movement entente impulse=1\n{MORALE}{RUSSIA}free-corps ru-2a-i ru-2a-ii\n"
        "unit ru-2a-i 7110\nunit ru-2a-ii 7110\n"
    )
    weak = "unit ge-sg-1 7109\n"

    def overrunning(more: str) -> Game:
        of = game(text + more)
        play(of, EN, Pick("ru-2a-i"), Add("ru-2a-ii"))
        return of

    assert refused(overrunning(weak), MobileAssault("7109"), EN) == ("35.32",)
    struck = overrunning(f"{weak}flag 'free corps attacked russia' 1\n")
    play(struck, EN, MobileAssault("7109"))
    assert "ge-sg-1" not in state(struck).units
    fort = "free-corps ru-sg-1\nunit ru-sg-1 4915\nholder 4915 entente\nunit fort-konigsberg 4815\n"
    fire = Bombard("ru-sg-1", "4815")
    assert refused(fighting(fort), fire, EN) == ("35.32",)
    assert not refused(fighting(f"{fort}flag 'free corps attacked russia' 1\n"), fire, EN)


@pytest.mark.rule("35.32", "11.7")
def test_free_corps_that_were_overrun_may_strike_back() -> None:
    of = game(
        f"turn 13 movement central-powers impulse=1\n{MORALE}{RUSSIA}free-corps ru-sg-1 ru-2a-i\n"
        "unit ru-sg-1 7109\nunit ru-2a-i 5812\nunit ge-2a-i 7110\nunit ge-2a-ii 7110\n"
    )
    play(of, CP, Pick("ge-2a-i"), Add("ge-2a-ii"), MobileAssault("7109"))
    assert state(of).flags["free corps attacked russia"] == 1
