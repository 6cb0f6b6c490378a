"""An order at a stroke that is refused while a side chooses under seal."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.games.storm_of_steel.sea_orders import Muster, Sail
from hexfront.kernel.errors import Refusal


def test_a_fleet_at_a_stroke_that_is_refused_changes_nothing() -> None:
    """Nothing was seen by whoever still chooses, so that no part of the order stands."""
    game = hexfront.new("storm-of-steel/guns-of-august", seed=1915)
    draw = random.Random(1915)
    while True:
        decision = game.decision
        ships = [each for each in decision.choices() if isinstance(each, Muster)]
        if ships:
            break
        game.play(draw.choice(decision.choices()), decision.side)
    game.play(ships[0], decision.side)
    before = game.step, game.position.digest()
    with pytest.raises(Refusal):
        game.play_all([Sail(())], decision.side, stand=True)
    assert (game.step, game.position.digest()) == before
