"""Games whose past was played by other rules: they go on, and nobody is shown another past for it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import hexfront
from hexfront.kernel.actions import RefereeAction
from hexfront.kernel.errors import SaveError
from hexfront.kernel.game import Game
from hexfront.kernel.records import packing_of
from hexfront.kernel.scroll import Scroll

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


def test_whoever_cannot_return_to_a_step_is_told_to_which_beside_it_he_can() -> None:
    game = hexfront.load(SAVES / "serbia-drina-middle.hexfront")
    with pytest.raises(SaveError, match=r"since it was played; step 0 and step 257 can") as told:
        game.branch(211)
    for word in str(told.value).split("; ")[1].replace("step ", "").removesuffix(" can").split(" and "):
        assert game.branch(int(word)).step == int(word)


def test_a_step_without_a_fingerprint_is_not_returned_to_if_other_dice_fall_on_the_way() -> None:
    """Where no position was kept, the dice tell that the way goes elsewhere."""
    game = hexfront.load(SAVES / "western-front-duration-middle.hexfront")
    newest = game.stations[-1].step
    at = next(
        number
        for number in range(newest - 2, 0, -1)
        if game.journal[number].rolls
        and not game.journal[number].digest
        and not any(s.step == number + 1 for s in game.stations)
    )
    thrown = game.journal[at]
    other = msgspec.structs.replace(thrown.rolls[0], value=thrown.rolls[0].value % 6 + 1)
    past = [*game.journal]
    past[at] = msgspec.structs.replace(thrown, rolls=(other, *thrown.rolls[1:]))
    game.journal = Scroll(past, packing_of(game.title.actions | RefereeAction))
    with pytest.raises(SaveError, match="cannot be returned to"):
        game.branch(at + 1)
