"""No two dice of a game are thrown for the same thing, or they would always show the same."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.kernel.actions import PASS
from hexfront.kernel.dice import Roll
from hexfront.kernel.game import Entry
from hexfront.proof.invariants import Broken, thrown_once
from tests.proof.test_golden import SCENARIOS

DECISIONS = 2500


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_die_of_a_game_has_a_label_of_its_own(name: str) -> None:
    thrown: set[str] = set()
    for seed in range(5):
        game = hexfront.new(name, seed=seed)
        game.digest_every, game.station_every = 0, 200
        chance = random.Random(seed)
        before: set[str] = set()
        while not game.over and game.step < DECISIONS:
            decision = chance.choice(game.decisions)
            choices = decision.choices()
            game.play(choices[chance.randrange(len(choices))], decision.side)
            thrown_once(game.journal[-1], before)
        thrown |= before
    assert len(thrown) > 10


def test_a_label_that_comes_back_is_found() -> None:
    before: set[str] = set()
    entry = Entry("red", PASS, rolls=(Roll(6, 1, "attack", label="1 attack red: attack 0405 1"),))
    thrown_once(entry, before)
    with pytest.raises(Broken, match="thrown for twice: 1 attack red"):
        thrown_once(entry, before)
