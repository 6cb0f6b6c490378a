"""Premises: a referee says what the next look at a table gives, and no dice are thrown for it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexfront
from hexfront.kernel.actions import FreshDice, Premise, from_words
from hexfront.kernel.errors import DataError, Refusal
from hexfront.kernel.game import FRESH_DICE, Game
from hexfront.kernel.mail import mail_text
from hexfront.kernel.save import SUFFIX, load
from hexfront.kernel.title import REFEREE
from hexfront.seam import find_title
from outpost.orders import Attack
from tests.outpost.skirmish import outpost, texts

# Red's foot in 0404 beside a blue foot in 0405, both in reach of nothing else.
DUEL = ("unit red a foot 0404", "unit blue b foot 0405")


def duel(*lines: str, seed: int = 0) -> Game:
    return outpost(*lines, *DUEL, turn="1 attack red", seed=seed)


def test_a_premise_stands_instead_of_the_die() -> None:
    for seed in range(6):
        game = duel("premise results 9", seed=seed)
        thrown = game.position.dice.thrown
        game.play(Attack("0405"))
        assert any("defender loses 2" in text for text in texts(game))
        assert (game.position.premises, game.position.dice.thrown) == ((), thrown)
        assert game.journal[-1].rolls == ()


def test_each_premise_is_used_once_and_in_its_order() -> None:
    game = duel()
    game.assume("results", "0")
    game.assume("results", "9")
    game.play(Attack("0405"))
    assert game.position.premises == (Premise("results", "9"),)
    assert any("attacker loses 1" in text for text in texts(game))


def test_only_the_referee_tells_premises() -> None:
    with pytest.raises(Refusal, match="only the referee"):
        duel().play(Premise("results", "9"), "red")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("premise result 9", 'did you mean "results"'),
        ("premise results ten", 'not a row of the results table, such as "4"'),
    ],
)
def test_a_premise_that_cannot_be_is_refused(words: str, sentence: str) -> None:
    game = duel()
    with pytest.raises(Refusal, match=sentence):
        game.play_words(words, REFEREE)
    with pytest.raises(DataError, match=sentence) as wrong:
        hexfront.position(f"title outpost\n{words}\nturn 1 attack red\n" + "\n".join(DUEL))
    assert wrong.value.faults[0].line == 2


def test_a_step_that_used_a_premise_is_not_taken_back() -> None:
    game = duel("premise results 9")
    game.play(Attack("0405"))
    with pytest.raises(Refusal, match="a premise was used"):
        game.undo()
    game.rollback(0)
    assert game.position.premises == (Premise("results", "9"),)


def test_premises_survive_text_save_branch_and_change_the_fingerprint(tmp_path: Path) -> None:
    game = duel("premise results 9")
    bare = duel()
    assert game.position.digest() != bare.position.digest()
    game.play_words('premise results "-1"', REFEREE)
    path = tmp_path / f"game{SUFFIX}"
    hexfront.save(game, path)
    text = game.position_text().text()
    for again in (hexfront.load(path), hexfront.replay(path), game.branch(), hexfront.position(text)):
        assert again.position.premises == (Premise("results", "9"), Premise("results", "-1"))


def test_a_mailed_game_knows_the_premises_that_were_used_and_none_to_come(tmp_path: Path) -> None:
    game = duel("premise results 3", "premise results 9", seed=3)
    game.play(Attack("0405"))  # blue may retreat, in the middle of the combat
    assert game.decision.side == "blue"
    path = tmp_path / f"mail{SUFFIX}"
    path.write_text(mail_text(game, "blue"))
    assert '"9"' not in path.read_text()
    mailed = load(path, find_title)
    assert (mailed.decision.kind, mailed.position.premises) == (game.decision.kind, ())


def test_the_odds_of_a_premise_are_certain() -> None:
    game = duel("premise results 9")
    found = game.outcomes(lambda twin: (twin.play(Attack("0405")), texts(twin)[-1])[1])
    assert len(found) == 1


def test_premises_are_written_as_orders() -> None:
    assert from_words('premise combat "-/+2 b1"', Premise) == Premise("combat", "-/+2 b1")


def test_fresh_dice_put_premises_away_and_nobody_learns_of_them(tmp_path: Path) -> None:
    game = duel("premise results 3", "premise results 9", seed=3)
    game.play(Attack("0405"))
    assert game.decision.side == "blue"
    game.play(FreshDice("abc"), REFEREE)
    assert game.position.premises == ()
    assert texts(game)[-1] == FRESH_DICE
    path = tmp_path / f"mail{SUFFIX}"
    path.write_text(mail_text(game, "blue"))
    assert '"9"' not in path.read_text()
    assert load(path, find_title).decision.kind == game.decision.kind
