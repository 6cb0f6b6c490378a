"""Games of one seed share the dice of what happens in both, and within a game no die is thrown twice."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.kernel.actions import PASS
from hexfront.kernel.dice import Roll
from hexfront.kernel.records import Entry
from hexfront.proof.invariants import Broken, thrown_once
from tests.proof.test_golden import SCENARIOS

DECISIONS = 2500
COURSES = 90


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_die_has_a_label_of_its_own_and_falls_alike_in_all_courses_of_a_game(name: str) -> None:
    thrown: dict[tuple[str, int], set[int]] = {}  # a die with more faces is another die
    shared = 0
    for course in range(COURSES if name.startswith("outpost") else COURSES // 30):  # its games are short
        game = hexfront.new(name, seed=1914)
        game.digest_every, game.station_every = 0, 200
        chance = random.Random(course)
        before: set[str] = set()
        while not game.over and game.step < DECISIONS:
            decision = chance.choice(game.decisions)
            choices = decision.choices()
            game.play(choices[chance.randrange(len(choices))], decision.side)
            thrown_once(game.journal[-1], before)
        for roll in (roll for entry in game.journal for roll in entry.rolls):
            die = roll.label, roll.faces
            shared += die in thrown
            thrown.setdefault(die, set()).add(roll.value)
    assert all(len(values) == 1 for values in thrown.values())
    assert len(thrown) > 10
    assert shared > 5


def test_a_label_that_comes_back_is_found() -> None:
    before: set[str] = set()
    entry = Entry("red", PASS, rolls=(Roll(6, 1, "attack", label="1 attack red: attack 0405 1"),))
    thrown_once(entry, before)
    with pytest.raises(Broken, match="thrown for twice: 1 attack red"):
        thrown_once(entry, before)
