"""Dice that nobody chose: promises, keys, and the check afterwards."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

import hexfront
from hexfront.kernel.actions import FixDice, FreshDice, StirDice
from hexfront.kernel.dice import Roll
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.fairness import commitment, faults, fresh_dice, joint_key, new_secret, withheld
from hexfront.kernel.game import Game
from hexfront.kernel.scroll import Scroll
from hexfront.kernel.title import REFEREE
from outpost.orders import Attack
from tests.outpost.skirmish import outpost, wander

DUEL = ("unit red a foot 0404", "unit blue b foot 0405", "unit red rd depot 0402", "unit blue bd depot 0406")
SECRETS = {"red": "one", "blue": "two", "host": "three"}
PROMISED = {party: commitment(party, secret) for party, secret in SECRETS.items()}


def played(steps: int = 120) -> Game:
    """A game whose dice were made of the secrets, with dice thrown since."""
    game = hexfront.new("outpost/skirmish", seed=3)
    game.play(fresh_dice(PROMISED, SECRETS), REFEREE)
    wander(game, random.Random(3), steps)
    assert any(entry.rolls for entry in game.journal)
    return game


def test_secrets_cannot_be_guessed_and_keys_depend_on_all_of_them() -> None:
    assert len({new_secret() for _ in range(10)}) == 10
    assert len(new_secret()) == 64
    key = joint_key(SECRETS)
    assert key == joint_key(dict(reversed(SECRETS.items())))
    for party in SECRETS:
        assert joint_key({**SECRETS, party: "other"}) != key
    assert joint_key({"red": "two", "blue": "one", "host": "three"}) != key


def test_a_commitment_fits_one_party_and_one_secret() -> None:
    assert commitment("red", "one") != commitment("blue", "one")
    assert commitment("red", "one") != commitment("red", "two")


@pytest.mark.parametrize(
    ("secrets", "why"),
    [
        ({**SECRETS, "blue": "another"}, "the secret of blue is not the one it promised"),
        ({"red": "one", "host": "three"}, "the secret of blue is missing"),
        ({**SECRETS, "green": "four"}, "green has promised nothing"),
    ],
)
def test_dice_are_made_only_of_what_was_promised(secrets: dict[str, str], why: str) -> None:
    with pytest.raises(Malformed, match=why):
        fresh_dice(PROMISED, secrets)


def test_the_dice_of_an_honest_game_have_no_faults() -> None:
    game = played()
    assert faults(game, SECRETS) == []
    game.rollback(60)
    wander(game, random.Random(4), 60)
    assert any(isinstance(entry.action, StirDice) for entry in game.journal)
    assert faults(game, SECRETS) == []


def test_other_secrets_do_not_fit() -> None:
    found = faults(played(), {**SECRETS, "host": "chosen"})
    assert found == ["step 1: the secret of host is not the one it promised"]


def test_a_key_that_is_not_made_of_the_secrets_is_found() -> None:
    game = hexfront.new("outpost/skirmish", seed=3)
    honest = fresh_dice(PROMISED, SECRETS)
    game.play(msgspec.structs.replace(honest, key="chosen by the host"), REFEREE)
    assert faults(game, SECRETS) == ["step 1: the key is not made of these secrets"]


def test_a_die_that_was_changed_is_found() -> None:
    game = played()
    at = next(number for number, entry in enumerate(game.journal) if entry.rolls)
    rolls = game.journal[at].rolls
    wrong = msgspec.structs.replace(rolls[0], value=rolls[0].value % 6 + 1)
    changed = msgspec.structs.replace(game.journal[at], rolls=(wrong, *rolls[1:]))
    game.journal = Scroll([*game.journal[:at], changed, *game.journal[at + 1 :]])
    assert faults(game, SECRETS) == [f"step {at + 1}: the die does not follow from the key: {wrong.label}"]


def test_a_label_used_twice_is_found() -> None:
    game = played()
    thrown: list[Roll] = [roll for entry in game.journal for roll in entry.rolls]
    game.journal.append(msgspec.structs.replace(game.journal[-1], rolls=(thrown[0],)))
    assert faults(game, SECRETS)[-1] == f"step {game.step}: thrown twice: {thrown[0].label}"


def test_fixed_dice_and_another_key_are_found() -> None:
    game = hexfront.new("outpost/skirmish", seed=3)
    game.play(fresh_dice(PROMISED, SECRETS), REFEREE)
    game.play(FixDice((6,)), REFEREE)
    assert faults(game, SECRETS) == [f"step {game.step}: dice were fixed"]
    game.play(FreshDice("chosen by the host"), REFEREE)
    assert faults(game, SECRETS)[-1] == f"step {game.step}: the dice were given another key"


def test_dice_that_were_not_made_of_secrets_prove_nothing() -> None:
    assert faults(hexfront.new("outpost/skirmish"), SECRETS) == [
        "the dice of this game are not made of secrets"
    ]


# Fresh dice in a running game


def test_fresh_dice_are_for_the_referee() -> None:
    game = hexfront.new("outpost/skirmish")
    with pytest.raises(Refusal, match="only the referee"):
        game.play(FreshDice("abc"), "red")
    with pytest.raises(Malformed, match="1 to 64 bytes"):
        game.play(FreshDice(""), REFEREE)
    assert game.step == 0


def test_fresh_dice_fall_otherwise_and_cannot_be_taken_back() -> None:
    duels = [outpost(*DUEL, turn="1 attack red", seed=number) for number in range(30)]
    for duel in duels[:]:
        other = duel.branch()
        other.play(FreshDice("fresh"), REFEREE)
        with pytest.raises(Refusal, match="the referee touched the dice"):
            other.undo()
        duels.append(other)
    for duel in duels:
        duel.play(Attack("0405"))
    values = [duel.journal[-1].rolls[0].value for duel in duels]
    assert len(set(values[:30])) > 1
    assert len(set(values[30:])) == 1  # whatever the seed was


def test_a_game_with_fresh_dice_is_saved_and_replayed(tmp_path: Path) -> None:
    game = played()
    path = tmp_path / "game.hexfront"
    hexfront.save(game, path)
    again = hexfront.load(path)
    assert again.notices == []
    assert again.position.digest() == game.position.digest()
    assert hexfront.replay(path).position.digest() == game.position.digest()
    assert faults(again, SECRETS) == []


def test_until_the_end_the_key_is_withheld() -> None:
    game = played()
    shown = [withheld(entry) for entry in game.journal]
    pledges = tuple(f"{party}={PROMISED[party]}" for party in ("blue", "host", "red"))
    assert shown[0].action == FreshDice("", "joint", pledges)
    assert shown[1:] == game.journal[1:]
    assert joint_key(SECRETS) not in str(shown)
