"""Games whose past was played by other rules: they go on, and nobody is shown another past for it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexfront
from hexfront.kernel.errors import SaveError
from hexfront.kernel.game import Game

SAVES = Path(__file__).parents[1] / "saves"


def stand(game: Game) -> tuple[object, ...]:
    asked = [(each.side, each.kind, each.prompt, each.about) for each in game.decisions]
    return game.step, game.position.digest(), len(game.events), asked, [*game.journal]


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("serbia-drina-middle", 211),  # an order of those days answers no question of today
        ("serbia-macva-middle", 40),  # a rule no longer holds what it held
        ("storm-of-steel-finished", 254),
        ("western-front-middle", 116),  # every order can be played, and leads elsewhere
    ],
)
def test_a_step_that_other_rules_led_to_is_not_returned_to(name: str, step: int) -> None:
    game = hexfront.load(SAVES / f"{name}.hexfront")
    before, steps = stand(game), game.step
    for back in (game.branch, game.rollback, game.forget):
        with pytest.raises(SaveError, match=f"step {step} cannot be returned to"):
            back(step)
        assert stand(game) == before
    assert stand(game.branch()) == before
    if not game.over:
        game.play(next(iter(game.decision.choices())), game.decision.side)
        assert game.step == steps + 1


def test_a_past_of_these_rules_is_returned_to() -> None:
    game = hexfront.load(SAVES / "western-front-duration-middle.hexfront")
    past = game.branch(60)
    assert past.step == 60
    assert past.branch().position.digest() == past.position.digest()
    past.play(next(iter(past.decision.choices())), past.decision.side)
