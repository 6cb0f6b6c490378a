"""What a player of Storm of Steel need not be asked every time."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from hexfront.kernel.start import new_game
from tests.games.storm_of_steel.field import on_field


def preferred(game: Game, side: str, **chosen: str) -> Action | None:
    decision = game.decision_of(side)
    assert decision is not None
    return TITLE.preferred(
        game.position, decision, {key.replace("_", " "): each for key, each in chosen.items()}
    )


def with_cards(*cards: str) -> Game:
    """A game in which the Central Powers have selected cards, and the Entente none."""
    game = new_game(TITLE, "guns-of-august", 1, {})
    for card in cards:
        game.play(orders.Draw(card), CENTRAL_POWERS)
    game.play(PASS, CENTRAL_POWERS)
    game.play(PASS, ENTENTE)
    return game


@pytest.mark.rule("4.3")
def test_cards_are_laid_down_without_asking() -> None:
    game = with_cards("1", "27")
    assert preferred(game, CENTRAL_POWERS) is None
    assert preferred(game, CENTRAL_POWERS, lay_down="at once") == orders.LayDown(2)


@pytest.mark.rule("4.31")
@pytest.mark.parametrize(("card", "asked"), [("27", True), ("34", False)])
def test_nobody_is_asked_for_a_card_that_cannot_be_played_now(card: str, asked: bool) -> None:
    game = with_cards("1", card)
    game.play(orders.LayDown(2), CENTRAL_POWERS)
    game.play(orders.LayDown(0), ENTENTE)
    assert game.decision.kind == "contingency"
    answer = preferred(game, CENTRAL_POWERS, contingency="only if a card can be played")
    assert answer == (None if asked else PASS)
    assert preferred(game, CENTRAL_POWERS, contingency="never") == PASS


@pytest.mark.rule("14.21")
def test_the_smallest_loss_that_is_enough_is_taken() -> None:
    game = on_field(
        "unit ge-2a-ii 1413\nunit ge-2c-hkk-2 1413\nunit ge-sg-1 1413\nunit fr-2a-i 1513\n",
        "turn 2 combat central-powers impulse=1",
        head="dice 3",
    )
    game.play(orders.Assault("1513", ("ge-2a-ii", "ge-2c-hkk-2", "ge-sg-1")))
    game.play(orders.UseTable("assault"))
    assert game.decision.kind == "lose"
    owed = game.topic(game.decision).points
    answer = preferred(game, CENTRAL_POWERS, losses="the cheapest")
    assert isinstance(answer, orders.Lose)
    worth = {"ge-2a-ii": 4, "ge-2c-hkk-2": 2, "ge-sg-1": 1}
    assert owed is not None
    enough = [each for each in worth.values() if each >= owed]
    assert worth[answer.unit] == (min(enough) if enough else max(worth.values()))
