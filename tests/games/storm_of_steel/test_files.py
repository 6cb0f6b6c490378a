"""Files of every scenario: a save keeps both hands, and a file by mail only the hand of its reader."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel import save as saves
from hexfront.kernel.game import Game
from hexfront.kernel.mail import mail_text
from hexfront.proof import invariants
from hexfront.seam import find_title
from hexfront.shared.secret_hands import UNKNOWN
from tests.games.storm_of_steel.nations import CP, EN, state

SCENARIOS = [each.name for each in TITLE.scenarios()]
ENEMY = {CP: EN, EN: CP}
STEPS = 6  # that a loaded game is played on beside the other


def with_hidden_hands(scenario: str) -> tuple[Game, random.Random]:
    """A scenario played by lot until both sides hold a card that the other does not know."""
    for seed in range(5, 30):
        of, draw = hexfront.new(f"storm-of-steel/{scenario}", seed=seed), random.Random(seed)
        while not of.over and of.step < 60:
            if of.station_step == of.step and all(hidden(of, side) for side in ENEMY):
                return of, draw
            decision = draw.choice(of.decisions)
            of.play(draw.choice([*decision.choices()]), decision.side)
    raise AssertionError(f"nobody hides a card in {scenario}")


def hidden(of: Game, side: str) -> set[str]:
    """The cards of a side that do not lie open."""
    position = state(of)
    shown = {str(card) for card in position.shown.get(side, ())}
    return {key for key in position.picked.get(side, ()) if key.partition("-")[0] not in shown}


@pytest.mark.rule("4.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_files_of_a_game_with_hidden_hands(scenario: str) -> None:
    of, draw = with_hidden_hands(scenario)
    loaded = saves.from_bytes(saves.as_bytes(of), find_title)
    assert state(loaded).picked == state(of).picked
    for side, enemy in ENEMY.items():
        copy = saves.from_text(mail_text(of, side), find_title)
        assert state(copy).picked[side] == state(of).picked[side]
        assert not hidden(of, enemy) & {*state(copy).picked[enemy]}
        laid_down = len(state(copy).picked[enemy]) > 0
        assert not laid_down or UNKNOWN in state(copy).picked[enemy]
        assert copy.view(side)["position"] == of.view(side)["position"]
    invariants.sent_and_opened(of, find_title, random.Random(1))
    for _ in range(STEPS):
        if of.over:
            break
        decision = draw.choice(of.decisions)
        action = draw.choice([*decision.choices()])
        of.play(action, decision.side)
        loaded.play(action, decision.side)
    assert loaded.position.digest() == of.position.digest()
