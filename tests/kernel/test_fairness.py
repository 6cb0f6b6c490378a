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
from hexfront.kernel.fairness import (
    commitment,
    faults,
    fresh_dice,
    joint_key,
    made_by,
    new_secret,
    share_fault,
    stretches,
    withheld,
)
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
    before, made = stretches(game)
    assert faults(game) == []
    assert (before.since, before.dice, before.is_proven) == (0, 0, False)
    assert (made.since, made.pledges, made.is_proven) == (1, PROMISED, True)
    assert made.dice == sum(len(entry.rolls) for entry in game.journal)


def test_dice_that_were_stirred_prove_nothing() -> None:
    game = played()
    game.rollback(60)
    wander(game, random.Random(4), 60)
    _, made, stirred = stretches(game)
    assert isinstance(game.journal[stirred.since - 1].action, StirDice)
    assert made.is_proven
    assert not stirred.is_proven


def tampered(**changes: object) -> Game:
    """A game whose dice are said to be made of the secrets, and are not quite."""
    game = hexfront.new("outpost/skirmish", seed=3)
    game.play(msgspec.structs.replace(fresh_dice(PROMISED, SECRETS), **changes), REFEREE)
    return game


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"key": "chosen by the host"}, "the key is not made of the secrets"),
        (
            {"secrets": ("blue=two", "host=chosen", "red=one")},
            "the secret of host is not the one it promised",
        ),
        ({"secrets": ("host=three", "red=one")}, "the secret of blue is missing"),
    ],
)
def test_secrets_and_keys_that_do_not_fit_are_found(changes: dict[str, object], fault: str) -> None:
    assert faults(tampered(**changes)) == [f"step 1: {fault}"]


def test_a_die_that_was_changed_is_found() -> None:
    game = played()
    at = next(number for number, entry in enumerate(game.journal) if entry.rolls)
    rolls = game.journal[at].rolls
    wrong = msgspec.structs.replace(rolls[0], value=rolls[0].value % 6 + 1)
    changed = msgspec.structs.replace(game.journal[at], rolls=(wrong, *rolls[1:]))
    game.journal = Scroll([*game.journal[:at], changed, *game.journal[at + 1 :]])
    assert faults(game) == [f"step {at + 1}: the die does not follow from the key: {wrong.label}"]


def test_a_label_used_twice_is_found() -> None:
    game = played()
    thrown: list[Roll] = [roll for entry in game.journal for roll in entry.rolls]
    game.journal.append(msgspec.structs.replace(game.journal[-1], rolls=(thrown[0],)))
    assert faults(game)[-1] == f"step {game.step}: thrown twice: {thrown[0].label}"


def test_fixed_dice_are_found_and_another_key_is_a_stretch_of_its_own() -> None:
    game = tampered()
    game.play(FixDice((6,)), REFEREE)
    assert faults(game) == [f"step {game.step}: dice were fixed"]
    game.play(FreshDice("chosen by the host"), REFEREE)
    assert [stretch.is_proven for stretch in stretches(game)] == [False, False, False]
    game.play(fresh_dice(PROMISED, SECRETS, ("green",)), REFEREE)
    assert stretches(game)[-1].is_proven
    assert stretches(game)[-1].absent == ("green",)


def test_dice_that_were_not_made_of_secrets_prove_nothing() -> None:
    game = hexfront.new("outpost/skirmish")
    assert [stretch.is_proven for stretch in stretches(game)] == [False]
    assert made_by(game) is None


def test_who_gave_a_secret_finds_whether_it_was_used() -> None:
    found = stretches(played())
    assert share_fault(found, "red", "one") == ""
    assert share_fault(found, "red", "one", PROMISED) == ""
    assert share_fault(found, "red", "two") == "no dice were made of the secret red gave"
    other = {**PROMISED, "host": commitment("host", "another")}
    assert share_fault(found, "red", "one", other) == "step 1: others had promised something else"


def test_who_gave_a_secret_and_who_did_not_is_told() -> None:
    game = tampered()
    made = "The dice are made of secrets of blue, the host and red"
    assert game.events[-1].text == f"{made}: nobody chose them, as all can check at the end."
    both = {party: PROMISED[party] for party in ("host", "red")}
    game.play(fresh_dice(both, {"host": "three", "red": "one"}, ("blue",)), REFEREE)
    assert game.events[-1].text.endswith("at the end. Without a share in them: blue.")


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
    assert stretches(again) == stretches(game)
    assert faults(again) == []


def test_until_the_end_the_key_is_withheld() -> None:
    game = played()
    shown = [withheld(entry) for entry in game.journal]
    pledges = tuple(f"{party}={PROMISED[party]}" for party in ("blue", "host", "red"))
    assert shown[0].action == FreshDice("", "joint", pledges)
    assert shown[1:] == game.journal[1:]
    assert joint_key(SECRETS) not in str(shown)
    assert "red=one" not in str(shown)
