"""Play by mail through commands."""

from __future__ import annotations

from pathlib import Path

import hexfront
from hexfront.kernel.fairness import faults
from tests.cli.conftest import Run
from tests.cli.test_games import POSITION


def test_a_turn_by_mail(run: Run, game: Path, tmp_path: Path) -> None:
    run("do game.hexfront plan raid / plan hold")
    run("mail out game.hexfront --for red -o red.hexfront")
    sent = (tmp_path / "red.hexfront").read_text()
    assert '"b4":{"name":"b4","side":"blue","kind":"unknown"' in sent
    assert '"b1":{"name":"b1","side":"blue","kind":"unknown"' in sent  # it is foot, but red may not know
    run("do red.hexfront march r1 0202 / pass")
    assert hexfront.load(game).step == 3  # the new dice are a step
    taken = run("mail in game.hexfront red.hexfront").stdout
    assert "red moves r1 (foot) to 0202 [3.1]" in taken
    assert hexfront.load(game).step == 6
    assert "moved on" in run("mail in game.hexfront red.hexfront", code=1).stderr


def test_with_the_first_file_a_game_gets_dice_that_nobody_can_guess_from_its_seed(
    run: Run, tmp_path: Path
) -> None:
    text = POSITION.replace("foot 0101", "foot 0202").replace("move red", "attack red")
    (tmp_path / "fight.txt").write_text(text.replace("dice 6\n", ""))
    run("new outpost --position fight.txt --seed 5 -o fight.hexfront")
    game = hexfront.load(tmp_path / "fight.hexfront")
    guessed = {str(game.origin.seed), str(game.position.dice.key)}
    assert "new dice" in run("mail out fight.hexfront --for red -o red.hexfront").stdout
    renewed = hexfront.load(tmp_path / "fight.hexfront")
    assert str(renewed.position.dice.key) not in guessed
    assert len(str(renewed.position.dice.key)) == 64
    assert "new dice" not in run("mail out fight.hexfront --for blue -o blue.hexfront").stdout
    again = hexfront.load(tmp_path / "fight.hexfront")
    assert again.position.dice.key == renewed.position.dice.key
    run("do red.hexfront attack 0302")
    run("mail in fight.hexfront red.hexfront")
    assert faults(hexfront.load(tmp_path / "fight.hexfront")) == []


def test_what_the_referee_has_told_in_advance_comes_up_though_the_dice_are_new(
    run: Run, tmp_path: Path
) -> None:
    text = POSITION.replace("foot 0101", "foot 0202").replace("move red", "attack red")
    (tmp_path / "fight.txt").write_text(text)
    run("new outpost --position fight.txt -o fight.hexfront")
    run("do fight.hexfront --by referee premise results 9")
    before = hexfront.load(tmp_path / "fight.hexfront").position
    run("mail out fight.hexfront --for red -o red.hexfront")
    after = hexfront.load(tmp_path / "fight.hexfront").position
    assert before.premises
    assert (after.premises, after.dice.fixed) == (before.premises, before.dice.fixed)
    assert after.dice.key != before.dice.key


def test_a_secret_answer_is_not_in_the_mail(run: Run, game: Path, tmp_path: Path) -> None:
    run("do game.hexfront --by red plan raid")
    run("mail out game.hexfront --for blue -o blue.hexfront")
    assert "raid" not in (tmp_path / "blue.hexfront").read_text()
    assert "blue: Choose a plan" in run("choices blue.hexfront").stdout
    run("do blue.hexfront plan hold")
    run("mail in game.hexfront blue.hexfront")
    told = [event.text for event in hexfront.load(game).events]
    assert any(text.startswith("Turn 1: red will raid and blue will hold") for text in told)


def test_a_mailed_game_throws_no_dice_and_plays_for_nobody_else(run: Run, tmp_path: Path) -> None:
    text = POSITION.replace("foot 0101", "foot 0202").replace("move red", "attack red")
    (tmp_path / "fight.txt").write_text(text)
    run("new outpost --position fight.txt -o fight.hexfront")
    run("mail out fight.hexfront --for red -o red.hexfront")
    assert "send the game back" in run("do red.hexfront attack 0302").stdout
    assert "waits for dice" in run("do red.hexfront pass", code=1).stderr
    assert "[7.4]" in run("mail in fight.hexfront red.hexfront").stdout
    rolls = [roll for entry in hexfront.load(tmp_path / "fight.hexfront").journal for roll in entry.rolls]
    assert rolls[0].value == 6
    run("mail out fight.hexfront --for red -o late.hexfront")
    assert "for red to play" in run("do late.hexfront --by referee fix-dice 6", code=1).stderr
    assert "for red to play" in run("do late.hexfront --by referee premise results 9", code=1).stderr


def test_an_order_that_waits_can_be_taken_back(run: Run, tmp_path: Path) -> None:
    text = POSITION.replace("foot 0101", "foot 0202").replace("move red", "attack red")
    (tmp_path / "fight.txt").write_text(text)
    run("new outpost --position fight.txt -o fight.hexfront")
    run("mail out fight.hexfront --for red -o red.hexfront")
    run("do red.hexfront attack 0302")
    run("undo red.hexfront")
    run("do red.hexfront pass")
    run("mail in fight.hexfront red.hexfront")
    assert not any(entry.rolls for entry in hexfront.load(tmp_path / "fight.hexfront").journal)


def test_what_was_played_before_the_game_was_sent_stays(run: Run, game: Path) -> None:
    run("do game.hexfront plan raid / plan hold / pick r1")
    run("mail out game.hexfront --for red -o red.hexfront")
    assert "nothing to take back" in run("undo red.hexfront", code=1).stderr


def test_mail_that_cannot_be_sent_or_taken(run: Run, game: Path) -> None:
    assert 'no side "green"' in run("mail out game.hexfront --for green -o x.hexfront", code=2).stderr
    assert "not a reply" in run("mail in game.hexfront game.hexfront", code=2).stderr
    assert "no file" in run("mail in game.hexfront nowhere.hexfront", code=2).stderr
    run("mail out game.hexfront --for red -o red.hexfront")
    assert "exists already" in run("mail out game.hexfront --for red -o red.hexfront", code=2).stderr
    assert "sent by mail" in run("mail out red.hexfront --for blue -o x.hexfront", code=2).stderr
    assert "sent by mail" in run("mail in red.hexfront red.hexfront", code=2).stderr
    assert "its past is not in it" in run("replay red.hexfront", code=2).stderr
