"""[9.0] Stances of a plan: what corps do otherwise than by the staff's own reckoning."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai import player
from hexfront.ai.course import play_out, table_of
from hexfront.games.serbia_1914.orders import Prepare
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.staff.aims import Aims
from hexfront.games.serbia_1914.staff.balance import balance
from hexfront.games.serbia_1914.staff.bearings import Bearings, candidates
from hexfront.games.serbia_1914.staff.levels import LEVELS
from hexfront.games.serbia_1914.staff.marches import Planning
from hexfront.games.serbia_1914.staff.survey import Survey
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.game import Game
from hexfront.kernel.plans import Plan


@pytest.fixture(scope="module")
def game() -> Game:
    """The Mačva in turn 2, when Austria-Hungary moves and both armies have met."""
    game = hexfront.new("serbia-1914/battle-in-the-macva", seed=4)
    play_out(game, table_of(game, dict.fromkeys(game.title.sides, "officer"), 4), turns=2)
    officers = {side: player("officer", game.title, side) for side in game.title.sides}
    while (game.decision.kind, game.position.active) != ("move", AUSTRIA_HUNGARY):
        game.play(officers[game.decision.side].choose(game, game.decision.side).action)
    return game


def planning(game: Game, plan: Plan | None) -> Planning:
    position = game.position.copy()
    assert isinstance(position, SerbiaPosition)
    survey = Survey(position, AUSTRIA_HUNGARY, apart=True)
    made = Planning(survey, Aims(survey), LEVELS["general"], Bearings(plan))
    made.make()
    return made


def plans(game: Game, kept: Plan | None = None) -> dict[str, Plan]:
    position = game.position.copy()
    assert isinstance(position, SerbiaPosition)
    survey = Survey(position, AUSTRIA_HUNGARY, apart=True)
    return {plan.name: plan for plan in candidates(survey, Aims(survey), kept)}


def test_who_delays_attacks_nobody_and_who_attacks_asks_less_of_an_attack(game: Game) -> None:
    found = plans(game)
    doctrine, delays, attacks = (
        planning(game, each) for each in (None, found["all delay"], found["all attack"])
    )
    assert doctrine.strikes
    assert not delays.strikes
    assert not any(isinstance(task.then, Prepare) for task in delays.tasks)
    assert len(attacks.strikes) >= len(doctrine.strikes)


def test_a_stance_for_one_corps_leaves_the_others_alone(game: Game) -> None:
    doctrine = planning(game, None)
    corps = doctrine.strikes[0].corps
    name = game.position.setting.forces.corps[corps].name
    alone = planning(game, plans(game)[f"{name} delays"])
    assert corps not in {strike.corps for strike in alone.strikes}
    others = {strike.corps for strike in doctrine.strikes} - {corps}
    assert others <= {strike.corps for strike in alone.strikes}


def test_an_objective_draws_the_army_to_it(game: Game) -> None:
    label = "23.16"
    plan = next(each for each in plans(game).values() if each.sectors[0].objective == (label,))
    board = game.position.setting.board

    def way(made: Planning) -> int:
        formations = {body.leader for body in made.survey.bodies if body.formation}
        return sum(
            board.distance(task.to, board[label]) or 0 for task in made.tasks if task.units[0] in formations
        )

    assert way(planning(game, plan)) < way(planning(game, None))


def test_a_change_for_one_corps_keeps_what_the_others_do(game: Game) -> None:
    kept = plans(game)["all delay"]
    changed = [plan for name, plan in plans(game, kept).items() if name.startswith("others delay")]
    assert changed
    assert all(plan.sectors[0] == kept.sectors[0] and len(plan.sectors) == 2 for plan in changed)
    assert not Bearings(changed[0]).of_corps("nobody").eager > -50


def test_the_balance_counts_points_losses_columns_and_places(game: Game) -> None:
    position = game.position.copy()
    assert isinstance(position, SerbiaPosition)
    here = balance(position, AUSTRIA_HUNGARY)
    assert balance(position, SERBIA) == -here
    position.lead += 3
    assert balance(position, AUSTRIA_HUNGARY) == pytest.approx(here + 3)
    whole = next(
        unit for unit in position.of_side(SERBIA) if position.piece(unit).formation and not unit.reductions
    )
    position.change(whole.name, reductions=1)
    assert balance(position, AUSTRIA_HUNGARY) > here + 3
