"""The guided turn: what it says of the position is so, and what it advises is good."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai.course import table_of
from hexfront.games.serbia_1914.orders import Aim
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.game import Game
from hexfront.kernel.showing import Prospect

(GUIDED,) = [each for each in TITLE.scenarios() if each.tour]
SABAC = "21.10"
PLAYERS = {"serbia": "cadet", "austria-hungary": "random"}


def before_the_crossing(seed: int, opponent: str = "cadet") -> Game:
    """The guided game as the first attacks are indicated: the computer has moved, everybody else not."""
    game = hexfront.new(f"serbia-1914/{GUIDED.name}", seed=seed)
    other = table_of(game, {**PLAYERS, "serbia": opponent}, seed)["serbia"]
    while (game.decision.side, game.decision.kind) != (GUIDED.guided, "aim"):
        theirs = game.decision.side == "serbia"
        game.play(other.choose(game).action if theirs else game.decision.default() or Pass())
    return game


def prospects(game: Game) -> dict[Action, Prospect]:
    """What is to be expected of each attack."""
    aims = [each for each in game.decision.choices() if isinstance(each, Aim)]
    return {aim: game.forecast(aim).prospects[0] for aim in aims}


def is_sure(found: Prospect) -> bool:
    return found.means["hex vacated"] > 0.99 and found.means["attacker losses"] < 0.2


def test_the_guide_points_at_hexes_of_the_map() -> None:
    board = TITLE.setting(GUIDED.name, {}).board
    hexes = [step.focus.removeprefix("hex:") for step in GUIDED.tour if step.focus.startswith("hex:")]
    assert SABAC in hexes
    assert all(label in board for label in hexes)


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("opponent", ["cadet", "greedy"])
@pytest.mark.parametrize("seed", [1, 2])
def test_an_attack_is_sure_and_that_on_sabac_is_not(seed: int, opponent: str) -> None:
    found = prospects(before_the_crossing(seed, opponent))
    (doubtful,) = [each for aim, each in found.items() if isinstance(aim, Aim) and aim.at == SABAC]
    assert doubtful.means["hex vacated"] < 0.5
    assert any(map(is_sure, found.values()))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_first_battle_is_won(seed: int) -> None:
    game = before_the_crossing(seed)
    aim = next(aim for aim, found in prospects(game).items() if is_sure(found))
    assert isinstance(aim, Aim)
    game.play(aim)
    while game.decision.kind != "bridges":
        game.play(game.decision.default() or Pass())
    position = game.position
    assert isinstance(position, SerbiaPosition)
    assert aim.unit in {unit.name for unit in position.units_at(game.setting.board[aim.at])}
