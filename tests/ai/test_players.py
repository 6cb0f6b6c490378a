"""Players for every title: what they see, that they play by the rules, and that they repeat themselves."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai import Notes, Order, Player, Sight, player, players
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game

MOST_STEPS = 5_000


def outpost(seed: int = 1) -> Game:
    return hexfront.new("outpost/skirmish", seed=seed)


def played(names: dict[str, str], seed: int, steps: int = MOST_STEPS) -> tuple[Game, list[Order]]:
    """A game played by computer players, and their orders."""
    game = outpost(seed)
    table = {side: player(name, game.title, side, seed) for side, name in names.items()}
    orders = []
    while not game.over and game.step < steps:
        side = game.decision.side
        order = table[side].choose(game, side)
        assert game.check(order.action, side) is None
        game.play(order.action, side)
        orders.append(order)
    return game, orders


class Stubborn:
    """A planner that always wants what is not possible."""

    def order(self, sight: Sight) -> Order:
        return Order(Unknown(), "I want it.")

    def notes(self) -> Notes:
        return Notes()


class Unknown(Action, frozen=True, tag="unknown"):
    """An action of no title."""


def test_every_kind_of_player_has_a_caption_and_a_meaning() -> None:
    names = ["random", "greedy", "cadet", "officer", "general", "marshal"]
    assert [kind.name for kind in players()] == names
    assert all(kind.caption and kind.meaning.endswith(".") for kind in players())


def test_a_title_without_a_staff_offers_the_simple_players_only() -> None:
    title = outpost().title
    assert [kind.name for kind in players(title)] == ["random", "greedy"]
    with pytest.raises(Malformed, match="it has random, greedy"):
        player("general", title, title.sides[0])


def test_unknown_players_and_sides_are_refused_with_a_hint() -> None:
    title = outpost().title
    with pytest.raises(Malformed, match="greedy"):
        player("gredy", title, title.sides[0])
    with pytest.raises(Malformed, match="has no side"):
        player("random", title, "nobody")


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_player_plays_a_game_to_its_end_by_the_rules(name: str) -> None:
    title = outpost().title
    game, orders = played(dict.fromkeys(title.sides, name), seed=3)
    assert game.over
    assert all(order.reason.endswith(".") for order in orders)


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    sides = outpost().title.sides
    names = dict.fromkeys(sides, "random")
    first, again, other = played(names, 3, 40)[0], played(names, 3, 40)[0], played(names, 4, 40)[0]
    assert [entry.action for entry in first.journal] == [entry.action for entry in again.journal]
    assert [entry.action for entry in first.journal] != [entry.action for entry in other.journal]


def test_a_random_player_that_comes_late_draws_as_one_that_was_there() -> None:
    game, _ = played(dict.fromkeys(outpost().title.sides, "random"), 3, 20)
    side = game.decision.side
    known = player("random", game.title, side, 3)
    assert known.choose(game, side) == player("random", game.title, side, 3).choose(game, side)


def test_an_impossible_order_is_replaced_by_the_usual_answer() -> None:
    game = outpost()
    side = game.decision.side
    order = Player("stubborn", side, Stubborn()).choose(game, side)
    assert game.check(order.action, side) is None
    assert "not possible" in order.reason


def test_a_player_who_is_not_asked_has_nothing_to_choose() -> None:
    game = outpost()
    while len(game.decisions) > 1:  # sides that decide in secret are asked together
        side = game.decision.side
        game.play(player("random", game.title, side).choose(game, side).action, side)
    waiting = next(side for side in game.title.sides if game.decision_of(side) is None)
    with pytest.raises(RuntimeError, match="nothing to decide"):
        player("random", game.title, waiting).choose(game, waiting)


def test_what_a_player_sees_is_a_copy_without_secrets() -> None:
    game = outpost()
    side = game.decision.side
    sight = Sight(game, side, game.decision)
    known = game.title.redact(game.position, side)
    assert sight.position.dice.key != known.dice.key
    known.dice = sight.position.dice
    assert sight.position is not game.position
    assert sight.position.digest() == known.digest()
    before = game.position.digest()
    assert isinstance(sight.position.dice.throw(6), int)
    assert game.position.digest() == before


def test_a_greedy_player_does_not_try_twice_what_led_nowhere() -> None:
    game = outpost()
    side = game.decision.side
    greedy = player("greedy", game.title, side)
    tried = {greedy.choose(game, side).action for _ in range(min(3, len(game.decision.choices())))}
    assert len(tried) == min(3, len(game.decision.choices()))
    assert not all(isinstance(action, Pass) for action in tried)
