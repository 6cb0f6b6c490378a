"""The player that takes what looks best at once, in Storm of Steel."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai import player
from hexfront.games.storm_of_steel.orders import Attack, Draw, Go, Pick, Play
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import on_field

ATTACKS = "turn 2 combat central-powers impulse=1"


def chosen(game: Game) -> object:
    side = game.decision.side
    return player("greedy", game.title, side).choose(game, side).action


def test_it_marches_to_the_enemy_capital() -> None:
    game = on_field("unit ge-2a-i 1313\nunit fr-2a-i 1611\n")
    assert chosen(game) == Pick("ge-2a-i")
    game.play(Pick("ge-2a-i"))
    went = chosen(game)
    assert isinstance(went, Go)
    assert went.to.startswith(("14", "15"))


@pytest.mark.parametrize(
    ("attackers", "expected"),
    [(("ge-2a-i", "ge-2a-ii", "ge-2a-iii"), Attack("1413")), (("ge-2r-v-res",), PASS)],
)
def test_it_attacks_where_the_odds_pay(attackers: tuple[str, ...], expected: object) -> None:
    own = "".join(f"unit {name} 1313\n" for name in attackers)
    others = "unit fr-2a-i 1413\n" if len(attackers) > 1 else "unit fr-2a-i 1413\nunit fr-2a-ii 1413\n"
    assert chosen(on_field(own + others, ATTACKS)) == expected


def test_it_opens_belgium_and_leaves_other_neutrals_alone() -> None:
    game = hexfront.new("storm-of-steel/guns-of-august", seed=3)
    assert chosen(game) == Draw("27")
    seats = {side: player("greedy", game.title, side) for side in game.title.sides}
    played = []
    while game.position.impulse == 0:
        side = game.decision.side
        order = seats[side].choose(game, side).action
        game.play(order, side)
        played += [order] if isinstance(order, Play) and side == "central-powers" else []
    assert played == [Play(27, "belgium")]


@pytest.mark.parametrize("scenario", ["guns-of-august", "straits-and-desert"])
def test_it_plays_to_the_end(scenario: str) -> None:
    game = hexfront.new(f"storm-of-steel/{scenario}", seed=3)
    seats = {side: player("greedy", game.title, side) for side in game.title.sides}
    for _ in range(5000):
        if game.over:
            break
        side = game.decision.side
        game.play(seats[side].choose(game, side).action, side)
    assert game.over
    assert all(each.corrected == 0 for each in seats.values())
