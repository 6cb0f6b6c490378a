"""A staff that helps a player: what it would do, and what it does for an army within limits."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai import Army, Charge, army, branches, foreseen, player, run
from hexfront.ai.armies import Field
from hexfront.ai.foresight import at_station
from hexfront.kernel.actions import Pass, StirDice
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.title import REFEREE
from tests.games.western_front.builders import FRONTIER

WEST, SERBIA = "western-front/schlieffen-plan", "serbia-1914/battle-in-the-macva"
GERMANY, FRANCE = "central-powers", "entente"
BATTLE = f"""title western-front
scenario schlieffen-plan
{FRONTIER}date 1914-09-3 combat {GERMANY}
unit X 0202 nation=fr kind=inf values=6-4
unit Y 0103 nation=fr kind=inf values=6-4
unit FH 0101 nation=fr kind=hq size=xxxx supply=SUPPLY
unit A 0302 nation=ge kind=inf values=20-5
unit B 0303 nation=ge kind=inf values=20-5
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""


def moving(where: str = WEST, side: str = GERMANY, seed: int = 1) -> Game:
    """A game in the first movement phase of a side; what comes before is played by a cadet."""
    game = hexfront.new(where, seed=seed)
    table = {each: player("cadet", game.title, each, seed) for each in game.title.sides}
    while not (game.decision.side == side and game.decision.kind == "move" and at_station(game)):
        now = game.decision.side
        game.play(table[now].choose(game, now).action, now)
    return game


def battle(supply: int = 30) -> Game:
    return hexfront.position(BATTLE.replace("SUPPLY", str(supply)))


def outpost() -> Game:
    game = hexfront.new("outpost/skirmish", seed=3)
    while game.decision.kind == "plan":
        game.play(game.decision.choices()[0], game.decision.side)
    return game


def moved(game: Game, side: str, before: Field) -> set[str]:
    after = Field(game, side)
    return {key for key, label in after.at.items() if before.at.get(key, label) != label}


# Whom a name stands for


def test_an_army_is_a_branch_a_hex_or_pieces() -> None:
    game = moving()
    first = army(game, GERMANY, "german 1st army")
    assert first.name == "German 1st Army"
    assert len(first.pieces) > 10
    assert set(first.pieces) < set(army(game, GERMANY, "Central Powers").pieces)
    field = Field(game, GERMANY)
    stack = army(game, GERMANY, field.at[first.pieces[0]])
    assert first.pieces[0] in stack.pieces
    assert {field.at[key] for key in stack.pieces} == {field.at[first.pieces[0]]}
    assert army(game, GERMANY, f"{first.pieces[0]}, {first.pieces[1]}").pieces == first.pieces[:2]


def test_what_is_no_army_of_the_side_is_refused_with_a_hint() -> None:
    game = moving()
    with pytest.raises(Malformed, match='did you mean "German 1st Army"'):
        army(game, GERMANY, "German 1st Armee")
    with pytest.raises(Malformed, match="called"):
        army(game, GERMANY, "Belgian Army")
    with pytest.raises(Malformed, match="nothing of yours"):
        army(game, GERMANY, "1603")


def test_branches_hold_all_pieces_under_them() -> None:
    game = moving(SERBIA, "serbia")
    found = branches(game, "serbia")
    whole = found[0]
    assert isinstance(whole, Army)
    assert all(set(each.pieces) <= set(whole.pieces) for each in found)


# What a staff would do


@pytest.mark.parametrize(("where", "side"), [(WEST, GERMANY), (SERBIA, "serbia")])
def test_what_is_foreseen_for_a_phase_can_be_played_and_changes_nothing(where: str, side: str) -> None:
    game = moving(where, side)
    step, digest = game.step, game.position.digest()
    plan = foreseen(game, side, "officer", 1)
    assert (game.step, game.position.digest()) == (step, digest)
    assert len(plan) > 3
    assert plan[-1].closes
    for intent in plan[:-1]:
        assert intent.pieces
        assert intent.reason
        before = Field(game, side)
        game.play_all(intent.actions, side)
        after = Field(game, side)
        for key, start, to in intent.moves:
            assert (before.at[key], after.at[key]) == (start, to)
            assert after.names[key] in intent.text or "more" in intent.text


def test_foresight_knows_neither_secrets_nor_the_dice() -> None:
    plans = []
    for supply, salt in ((3, 0), (90, 0), (3, 5)):
        game = battle(supply)
        if salt:
            game.play(StirDice(salt), REFEREE)
        plans.append(foreseen(game, GERMANY, "officer", 1))
    assert plans[0] == plans[1] == plans[2]
    assert plans[0][0].attack
    assert plans[0][0].dice
    assert plans[0][0].targets == ("0202",)


def test_a_title_without_a_staff_is_foreseen_by_its_simple_players() -> None:
    game = outpost()
    plan = foreseen(game, "red", "greedy", 1)
    assert {"r1", "r2"} <= {key for intent in plan for key in intent.pieces}
    assert all(not intent.attack for intent in plan)


# Running an army


@pytest.mark.parametrize(
    ("where", "side", "name"),
    [(WEST, GERMANY, "German 1st Army"), (SERBIA, "austria-hungary", "Fifth Army")],
)
def test_a_staff_moves_its_army_and_nobody_else(where: str, side: str, name: str) -> None:
    game = moving(where, side)
    mine = army(game, side, name)
    before, step = Field(game, side), game.step
    phase = game.report(side).phase
    ran = run(game, Charge(side, mine.name, mine.pieces))
    assert ran.orders
    assert ran.halt.ended
    assert f"{len(ran.orders)} order" in ran.halt.why
    assert moved(game, side, before)
    assert moved(game, side, before) <= set(mine.pieces)
    assert all(reason for order in ran.orders for reason in order.reasons)
    assert game.report(side).phase == phase
    assert game.decision.side == side
    while game.step > step and not any(entry.seen for entry in game.journal[step:]):
        game.undo()  # order by order, as if the player had given them
    assert game.step == step or side != GERMANY


def test_a_limit_of_distance_is_kept_and_said() -> None:
    game = moving()
    first = army(game, GERMANY, "German 1st Army")
    before = Field(game, GERMANY)
    ran = run(game, Charge(GERMANY, first.name, first.pieces, within=1))
    after, board = Field(game, GERMANY), game.setting.board
    for key in moved(game, GERMANY, before):
        assert board.distance(board[before.at[key]], board[after.at[key]]) == 1
    assert ran.charge.left
    assert all("1 is your limit" in left.why for left in ran.charge.left)


@pytest.mark.parametrize(("attacks", "fights"), [("none", False), ("cheap", True), ("any", True)])
def test_attacks_are_made_only_as_far_as_they_are_allowed(attacks: str, fights: bool) -> None:
    game = battle()
    ran = run(game, Charge(GERMANY, "both", ("A", "B", "GH"), attacks=attacks))  # type: ignore[arg-type]
    assert bool(ran.orders) is fights
    assert bool(ran.charge.left) is not fights
    assert bool(game.step) is fights


def test_an_attack_that_costs_too_much_is_left_to_the_player() -> None:
    text = BATTLE.replace("SUPPLY", "30").replace("values=6-4", "values=30-4")
    game = hexfront.position(text)
    # The staff of the title would not make it, so a careless player is asked.
    ran = run(game, Charge(GERMANY, "both", ("A", "B", "GH"), attacks="even", player="random", seed=0))
    assert not ran.orders
    assert any("beyond your limit" in left.why for left in ran.charge.left)


def test_an_order_to_more_than_the_army_is_given_to_the_army_alone_or_left() -> None:
    game = battle()
    ran = run(game, Charge(GERMANY, "A", ("A", "GH")))
    (order,) = [each for each in ran.orders if "against" in each.text]
    assert order.actions[0] == game.read_action("assault 0202 A")
    assert order.reasons[0].startswith("Without ")
    ran = run(battle(), Charge(GERMANY, "A", ("A", "GH"), attacks="cheap"))
    assert not ran.orders
    assert "it also needs" in ran.charge.left[0].why


def test_a_staff_answers_for_its_pieces_and_stops_where_others_are_meant() -> None:
    def asked() -> Game:
        game = battle()
        game.play_words("assault 0202 A,B", GERMANY)
        while game.decision.side == GERMANY:
            game.play(game.decision.default() or game.decision.choices()[0], GERMANY)
        return game

    game = asked()
    assert game.decision.side == FRANCE
    halted = run(game, Charge(FRANCE, "Y", ("Y",), until="stopped"))
    assert not halted.orders
    assert not halted.halt.ended
    assert halted.halt.why.startswith("This concerns ")
    assert run(asked(), Charge(FRANCE, "X", ("X", "FH"), until="stopped")).orders


def test_an_order_that_the_player_has_begun_is_his_own() -> None:
    game = moving(SERBIA, "serbia")
    mine = army(game, "serbia", "Serbia")
    pick = next(each for each in game.decision.choices() if not isinstance(each, Pass))
    game.play(pick, "serbia")
    ran = run(game, Charge("serbia", "all but one", mine.pieces))
    assert not ran.orders
    assert ran.halt.why.startswith("This order is your own.")


def test_until_the_turn_ends_it_goes_on_in_the_next_phase_and_does_not_repeat_itself() -> None:
    game = moving()
    first = army(game, GERMANY, "German 1st Army")
    ran = run(game, Charge(GERMANY, first.name, first.pieces, until="turn"))
    assert not ran.halt.ended
    game.undo()
    again = run(game, ran.charge)
    assert not again.orders
    assert "has its orders" in again.halt.why
    table = {each: player("cadet", game.title, each, 1) for each in game.title.sides}
    while game.report(GERMANY).phase == ran.charge.phase[1]:
        game.play(table[GERMANY].choose(game).action, GERMANY)
    later = run(game, again.charge)
    assert later.charge.given > again.charge.given or later.charge.ready != again.charge.ready
    assert not later.halt.ended
    turn = game.title.moment(game.position).turn
    while game.title.moment(game.position).turn == turn:
        side = game.decision.side
        game.play(table[side].choose(game).action, side)
    assert run(game, later.charge).halt.ended


def test_standing_preferences_come_first() -> None:
    game = battle()
    game.preferences = {GERMANY: {"supply": "nearest"}}
    ran = run(game, Charge(GERMANY, "both", ("A", "B", "GH")))
    told = [reason for order in ran.orders for reason in order.reasons]
    assert told[1] == "By a standing preference."


def test_fights_are_those_of_the_pieces_that_attack_and_come_when_the_player_goes_on() -> None:
    side = "austria-hungary"
    game = moving(SERBIA, side)
    table = {each: player("officer", game.title, each, 1) for each in game.title.sides}
    fought = waited = False
    for _ in range(1500):
        if game.over or (fought and waited):
            break
        now = game.decision.side
        if now == side and game.decision.kind in ("aim", "fight") and at_station(game):
            mine = army(game, side, "Fifth Army")
            plan = foreseen(game, side, "officer", 1)
            for intent in plan:
                if intent.kind == "fight":
                    fought = True
                    assert intent.pieces
                    assert intent.attack
            ran = run(game, Charge(side, mine.name, mine.pieces, until="phase"))
            assert not any("not possible" in left.why for left in ran.charge.left if "fight" in left.why)
            waited = waited or "goes on when you do" in ran.halt.why
            if game.decision_of(side) is None:
                continue
        now = game.decision.side
        game.play(table[now].choose(game).action, now)
    assert fought
    assert waited


# The whole side, and deployment


def test_the_whole_side_is_played_to_the_end_of_its_phase() -> None:
    game = moving(SERBIA, "serbia")
    phase = game.report("serbia").phase
    ran = run(game, Charge("serbia"))
    assert ran.halt.ended
    assert game.report("serbia").phase != phase or game.decision.side != "serbia"


def test_a_phase_is_not_ended_while_something_is_left_to_the_player() -> None:
    game = moving()
    ran = run(game, Charge(GERMANY, within=1))
    assert ran.charge.left
    assert game.decision.kind == "move"


@pytest.mark.parametrize(("where", "options"), [(WEST, {}), (WEST, {"quick-set-up": "on"}), (SERBIA, {})])
def test_a_deployment_is_done_to_its_end(where: str, options: dict[str, str]) -> None:
    game = hexfront.new(where, seed=1, options=options)
    side = game.decision.side
    assert game.decision.kind in game.title.deployment
    ran = run(game, Charge(side, until="deployment"))
    assert ran.orders
    assert ran.halt.ended
    mine = game.decision_of(side)
    assert mine is None or mine.kind not in game.title.deployment
