"""The staff of Storm of Steel on small positions."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai import Charge, player, run
from hexfront.games.storm_of_steel.orders import (
    Advance,
    Assault,
    Build,
    Disembark,
    Entrench,
    LeaveTrench,
    Pick,
    Transfer,
    UseTable,
)
from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.staff import attacks, politics
from hexfront.games.storm_of_steel.staff.production import Desk
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import Theatres
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Order
from tests.games.storm_of_steel.field import at, node, on_field

REORGANIZES = "turn 2 reorganization central-powers impulse=1"
ATTACKS = "turn 2 combat central-powers impulse=1"
THREE = "unit ge-2a-i 1313\nunit ge-2a-ii 1313\nunit ge-2a-iii 1313\n"


def ordered(game: Game, level: str = "general") -> Order:
    side = game.decision.side
    return player(level, game.title, side).choose(game, side)


def played(game: Game, kinds: tuple[str, ...], level: str = "general") -> list[Action]:
    """What a staff does as long as it is asked questions of some kinds."""
    seat = player(level, game.title, game.decision.side)
    done: list[Action] = []
    for _ in range(200):
        if game.over or game.decision.kind not in kinds or game.decision.side != seat.side:
            break
        order = seat.choose(game, seat.side)
        assert order.reason
        done.append(order.action)
        game.play(order.action, seat.side)
    assert seat.corrected == 0
    return done


def test_who_holds_the_line_before_a_strong_enemy_digs_in() -> None:
    enemy = "".join(f"unit fr-2a-{name} 1413\n" for name in ("i", "ii", "iii"))
    done = played(on_field(f"unit ge-2a-i 1313\n{enemy}", REORGANIZES, scenario="great-war"), ("reorganize",))
    assert done == [Entrench("ge-2a-i"), PASS]


def test_nobody_digs_in_far_from_the_enemy() -> None:
    assert played(on_field("unit ge-2a-i 1113\nunit fr-2a-i 1713\n", REORGANIZES), ("reorganize",)) == [PASS]


def test_who_attacks_comes_out_of_his_trench() -> None:
    own = THREE.replace("1313", "1313 entrenched")
    done = played(on_field(f"{own}unit fr-2r-1-res 1413\n", REORGANIZES), ("reorganize",))
    assert LeaveTrench("ge-2a-i") in done


def test_a_good_attack_is_made_on_the_best_table_and_the_ground_is_taken() -> None:
    more = THREE.replace("1313", "1414").replace("2a-i", "2a-v")
    game = on_field(f"{THREE}{more}unit fr-2r-1-res 1413\n", ATTACKS)  # at 7:1 the hex falls whatever the die
    order = ordered(game)
    assert isinstance(order.action, Assault)
    assert order.action.at == "1413"
    assert "against 2" in order.reason
    game.play(order.action)
    table = ordered(game).action
    assert isinstance(table, UseTable)
    game.play(table)
    done = played(game, ("lose", "advance"))
    assert any(isinstance(action, Advance) for action in done)


def test_an_attack_that_costs_more_than_it_brings_is_not_made() -> None:
    enemy = "".join(f"unit fr-2a-{name} 1413 entrenched\n" for name in ("i", "ii", "iii"))
    assert ordered(on_field(THREE + enemy, ATTACKS)).action == PASS


def test_troops_in_the_rear_go_to_where_they_are_missed() -> None:
    enemy = "unit fr-2a-i 1412\nunit fr-2a-ii 1414\nunit fr-2a-iii 1413\n"
    game = on_field(f"unit ge-2a-i 1313\nunit ge-2a-ii 1012\nunit ge-2a-iii 1014\n{enemy}")
    before = {unit: at(game, unit) for unit in ("ge-2a-ii", "ge-2a-iii")}
    done = played(game, ("move", "go", "detrain"))
    assert Pick("ge-2a-ii") in done
    assert all(at(game, unit) > where for unit, where in before.items())


def test_the_threat_to_a_hex_fades_with_the_way_of_the_enemy() -> None:
    game = on_field("unit ge-2a-i 1113\nunit fr-2a-i 1413\n")
    survey = Survey(game.position, CENTRAL_POWERS)
    assert survey.threat[node(game, "1313")] == 4
    assert survey.threat[node(game, "1113")] == 2
    assert node(game, "1013") not in survey.threat


def test_points_are_spent_on_troops_before_anything_else() -> None:
    game = hexfront.new("storm-of-steel/guns-of-august", seed=1)
    seats = {side: player("officer", game.title, side) for side in game.title.sides}
    built: list[Build] = []
    while not game.over and game.position.turn == 1:
        side = game.decision.side
        order = seats[side].choose(game, side)
        if isinstance(order.action, Build):
            built.append(order.action)
            assert order.reason
        game.play(order.action, side)
    assert built
    troops = {"active", "reserve", "headquarters", "alpine", "siege", "cavalry"}
    assert {each.kind for each in built} <= troops | {"motorization"}
    assert sum(each.kind in troops for each in built) > len(built) / 2


def test_the_plan_of_a_quarter_names_every_front_and_is_kept() -> None:
    game = hexfront.new("storm-of-steel/campaign-1914", seed=1)
    seat = player("general", game.title, CENTRAL_POWERS)
    seat.choose(game, CENTRAL_POWERS)
    assert seat.plan is not None
    assert {sector.force for sector in seat.plan.sectors} == {"west", "east", "middle-east"}
    assert all(sentence.endswith(".") for sentence in seat.notes().sentences)
    again = player("general", game.title, CENTRAL_POWERS)
    again.plan = seat.plan
    assert again.plan == seat.plan


def test_a_neutral_that_comes_by_itself_is_worth_little_trouble() -> None:
    survey = Survey(hexfront.new("storm-of-steel/great-war", seed=1).position, CENTRAL_POWERS)
    assert politics.courting(survey, "ottoman-empire") < politics.courting(survey, "bulgaria") < 5


def test_a_neutral_whom_the_enemy_could_win_is_worth_a_try_before_he_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    survey = Survey(hexfront.new("storm-of-steel/great-war", seed=1).position, CENTRAL_POWERS)
    contested = politics.courting(survey, "ottoman-empire")
    monkeypatch.setattr(politics, "TRIES", 0)
    assert contested > politics.courting(survey, "ottoman-empire") > 0


def test_enemy_corps_are_worth_more_while_a_card_asks_for_them() -> None:
    game = on_field(THREE + "unit fr-2a-i 1413 entrenched\n", ATTACKS)
    survey = Survey(game.position, CENTRAL_POWERS)
    assert survey.bounty(node(game, "1413")) == 0
    game.position.shown[CENTRAL_POWERS] = (16,)  # Verdun: six corps in the west, for six points
    asked = Survey(game.position, CENTRAL_POWERS)
    assert asked.bounty(node(game, "1413")) == 2 * 6 / 6 / 4
    assert Survey(game.position, ENTENTE).bounty(node(game, "1313")) == 0
    plain, sought = (
        attacks.weigh(each, node(game, "1413"), Theatres(each), mixes=True) for each in (survey, asked)
    )
    assert sought is not None
    assert plain is None or plain.value < sought.value


def test_submarines_are_built_until_there_are_enough_and_only_then_let_loose() -> None:
    position = hexfront.new("storm-of-steel/great-war", seed=1).position
    position.turn = 11
    survey = Survey(position, CENTRAL_POWERS)
    desk, order = Desk(survey, "germany"), Build("SS", 0)
    assert desk.value(order) > desk.value(Build("active", 2))
    position.air[CENTRAL_POWERS] = 3
    assert Desk(survey, "austria-hungary").value(Build("tactical", 0)) == 0  # petroleum is for submarines
    assert desk.value(Build("ESC", 0)) == 0
    card = next(
        card for card in position.setting.printed.deck.cards.values() if card.allows == "submarine-war"
    )
    assert politics.value(survey, card) == 0
    port = next(unit.at for unit in position.units.values() if position.piece(unit).kind == "SS")
    for number in range(1, 11):
        position.put(Unit(f"ge-ss-{number}", f"ge-ss-{number}", port))
    survey = Survey(position, CENTRAL_POWERS)
    assert Desk(survey, "germany").value(order) == 0
    assert Desk(survey, "austria-hungary").value(Build("tactical", 0)) > 0
    assert politics.value(survey, card) > 0


def test_points_that_buy_nothing_go_to_the_ally_who_has_least_for_his_troops() -> None:
    position = hexfront.new("storm-of-steel/great-war", seed=1).position
    position.points.update({"great-britain": 9, "russia": 10, "france": 40})
    desk = Desk(Survey(position, ENTENTE), "great-britain")
    gifts = [Transfer(country, points) for country in ("france", "russia") for points in (1, 2)]
    assert desk.gift(gifts) == Transfer("russia", 2)
    assert desk.gift([]) is None


def test_the_central_powers_go_through_belgium_in_1914() -> None:
    game = hexfront.new("storm-of-steel/campaign-1914", seed=1)
    seats = {side: player("general", game.title, side) for side in game.title.sides}
    while game.position.impulse == 0:
        side = game.decision.side
        game.play(seats[side].choose(game, side).action, side)
    assert game.position.alliances["belgium"] == ENTENTE


def test_troops_that_no_road_leads_to_the_line_are_shipped() -> None:
    game = hexfront.new("storm-of-steel/guns-of-august", seed=1)
    seats = {side: player("general", game.title, side) for side in game.title.sides}
    shipped: list[str] = []
    while not game.over and game.position.turn == 1 and not shipped:
        side = game.decision.side
        order = seats[side].choose(game, side)
        if isinstance(order.action, Disembark):
            shipped.append(order.action.to)
        game.play(order.action, side)
    assert shipped


def test_an_attack_on_the_whole_front_is_run_for_a_player() -> None:
    game = on_field(f"{THREE}unit fr-2r-1-res 1413\n", ATTACKS)
    front = tuple(unit.name for unit in game.position.of_side(CENTRAL_POWERS))
    ran = run(game, Charge(CENTRAL_POWERS, "The western front", front, until="phase"))
    assert any("1413" in given.text for given in ran.orders)
    assert all(reason for given in ran.orders for reason in given.reasons)


@pytest.mark.parametrize("level", ["cadet", "officer", "general"])
def test_every_level_plays_a_scenario_to_its_end(level: str) -> None:
    game = hexfront.new("storm-of-steel/straits-and-desert", seed=5)
    seats = {CENTRAL_POWERS: level, ENTENTE: "greedy"}
    players = {side: player(name, game.title, side) for side, name in seats.items()}
    for _ in range(6000):
        if game.over:
            break
        side = game.decision.side
        game.play(players[side].choose(game, side).action, side)
    assert game.over
    assert players[CENTRAL_POWERS].corrected == 0
