"""Orders as numbers: every choice can be spelled, and what is spelled is that choice."""

from __future__ import annotations

import random

import pytest

import hexfront
from hexfront.env.codec import SLOTS, Codec, Speller, spelled
from hexfront.kernel.actions import Action
from hexfront.kernel.game import Game

ACTIONS = 60


class Levy(Action, frozen=True, tag="levy"):
    """An action with every kind of field."""

    men: int
    where: tuple[str, ...] = ()
    mounted: bool = False
    by: str | None = None


def test_an_action_is_spelled_tag_first_with_ends_of_lists_and_at_its_end() -> None:
    assert spelled(Levy(3, ("a", "b"), True)) == (
        "levy",
        "(3)",
        "a",
        "b",
        "(end of list)",
        "(yes)",
        "(nothing)",
        "(done)",
    )
    assert spelled(Levy(3, ("a",))) != spelled(Levy(3, ("a", "b")))


@pytest.mark.parametrize("scenario", ["outpost/skirmish", "western-front/schlieffen-plan"])
def test_every_choice_is_spelled_and_read_back(scenario: str) -> None:
    game = hexfront.new(scenario, seed=3)
    codec = Codec(game.title, game.setting)
    draw = random.Random(3)
    for _ in range(ACTIONS):
        if game.over:
            break
        side = game.decision.side
        choices = list(game.decision.choices())
        for action in draw.sample(choices, min(12, len(choices))):
            numbers = Speller(codec, game.decision).numbers_of(action)
            again = Speller(codec, game.decision)
            for number in numbers:
                assert again.action is None
                assert 0 <= number < codec.size
                again.say(number)
            assert again.action == action
        game.play(draw.choice(choices), side)


def test_words_of_no_list_have_slots_that_do_not_change() -> None:
    game = hexfront.new("outpost/skirmish")
    codec = Codec(game.title, game.setting)
    strange = [f"piece {number}" for number in range(SLOTS)]
    found = codec.numbers(strange)
    assert len(found) == SLOTS  # each has a slot of its own, though their hashes collide
    alone = next(iter(codec.numbers(["piece 7"])))
    assert alone >= len(codec.words)
    assert codec.numbers(["piece 7", "0101"])[alone] == "piece 7"


def test_what_may_not_come_next_cannot_be_said() -> None:
    game = _moving(hexfront.new("outpost/skirmish"))
    speller = Speller(Codec(game.title, game.setting), game.decision)
    wrong = next(number for number in range(speller.codec.size) if number not in speller.next)
    with pytest.raises(KeyError):
        speller.say(wrong)


def _moving(game: Game) -> Game:
    game.play_words("plan press", by="red")
    game.play_words("plan hold", by="blue")
    return game
