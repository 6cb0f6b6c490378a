"""Luck: accounts, rarity, fixed dice, and what travels with a game."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexfront
from hexfront.kernel.game import Game
from hexfront.kernel.luck import Account, Fortune, Luck, Throw, as_data, fortunes, luck_of, throw_of
from hexfront.kernel.records import Event
from hexfront.kernel.title import REFEREE
from tests.outpost.skirmish import outpost

EVEN = ((0.5, Fortune(0)), (0.5, Fortune(2)))


def throw(came: float, side: str = "red", step: int = 1) -> Throw:
    return Throw(step, side, f"throw {step}", "", (1,), "0405", Fortune(came), EVEN)


def test_luck_is_what_came_less_what_was_to_be_expected() -> None:
    assert throw(2).luck == 1
    assert throw(0).luck == -1
    assert throw(2).variance == 1
    costly = Throw(1, "red", "", "", (1,), "", Fortune(1, 2), ((0.5, Fortune(1, 2)), (0.5, Fortune(1, 0))))
    assert costly.luck == -1  # it cost more than it had to


def test_ways_that_are_alike_are_counted_together_and_read_again() -> None:
    data = fortunes("red", [Fortune(1), Fortune(), Fortune(1), Fortune(2)], Fortune(2))
    found = throw_of(Event("an attack", "result", data={"hex": "0405", **data}), 7)
    assert found is not None
    assert (found.step, found.side, found.hex, found.came) == (7, "red", "0405", Fortune(2))
    assert found.ways == ((0.25, Fortune()), (0.5, Fortune(1)), (0.25, Fortune(2)))
    assert found.expected == Fortune(1)


@pytest.mark.parametrize("data", [{}, {"luck": 3}, {"luck": {"side": "red", "came": [0, 0, 0], "ways": []}}])
def test_what_cannot_be_read_is_no_throw(data: dict[str, object]) -> None:
    assert throw_of(Event("an attack", data=data)) is None


def test_what_favours_one_side_is_against_the_other() -> None:
    throws = (throw(2, step=1), throw(0, "blue", 2), throw(0, step=3))
    accounts = (Account("red", 2, 0, 1.4, 0, 0), Account("blue", 1, -1, 1, 0, 0))
    luck = Luck("steps", throws, accounts, 0)
    assert (luck.balance("red"), luck.balance("blue")) == (1, -1)
    best, worst = luck.extremes("red")
    assert [each.step for each in best] == [1, 2]
    assert [each.step for each in worst] == [3]
    assert [each.step for each in luck.extremes("blue")[0]] == [3]


def test_so_much_luck_is_as_rare_as_the_normal_curve_says_and_few_throws_say_nothing() -> None:
    assert Account("red", 40, 1.96 * 5, 5, 0, 0).rarity == pytest.approx(0.05, abs=0.001)
    assert Account("red", 4, 3, 1, 0, 0).rarity is None


def attacked(*dice: int) -> Game:
    """Red attacks three times as strong, with dice that a referee has fixed if they are given."""
    game = outpost(
        "unit red a foot 0404",
        "unit red c foot 0504",
        "unit red rd depot 0403",
        "unit blue b foot 0405",
        "unit blue d depot 0407",
        turn="1 attack red",
    )
    if dice:
        game.fix_dice(*dice)
    game.play_words("attack 0405")
    while not game.rolls_since(0):
        game.play(game.decision.choices()[0])
    return game


def test_an_attack_is_judged_by_its_own_table() -> None:
    (found,) = luck_of(attacked(), REFEREE).throws
    assert found.side == "red"
    assert sum(chance for chance, _ in found.ways) == pytest.approx(1)
    assert found.came in {fortune for _, fortune in found.ways}


def test_dice_that_somebody_fixed_are_nobodys_luck() -> None:
    found = luck_of(attacked(6), REFEREE)
    assert found.throws == ()
    assert found.untold == 1


def test_a_game_that_was_saved_has_the_same_luck(tmp_path: Path) -> None:
    game = attacked()
    hexfront.save(game, tmp_path / "game.hexfront")
    again = hexfront.load(tmp_path / "game.hexfront")
    names = game.title.side_names
    told = as_data(luck_of(game, REFEREE), names)
    assert told == as_data(luck_of(again, REFEREE), names)
    assert told["throws"][0]["step"] == game.step
    assert told["sides"][0]["throws"] == 1
