"""Play by mail through commands."""

from __future__ import annotations

from pathlib import Path

import hexfront
from tests.cli.conftest import Run
from tests.cli.test_games import POSITION


def test_a_turn_by_mail(run: Run, game: Path, tmp_path: Path) -> None:
    run("do game.hexfront plan raid / plan hold")
    run("mail out game.hexfront --for red -o red.hexfront")
    sent = (tmp_path / "red.hexfront").read_text()
    assert '"b4":{"name":"b4","side":"blue","kind":"unknown"' in sent
    assert '"b1":{"name":"b1","side":"blue","kind":"unknown"' in sent  # it is foot, but red may not know
    run("do red.hexfront march r1 0202 / pass")
    assert hexfront.load(game).step == 2
    taken = run("mail in game.hexfront red.hexfront").stdout
    assert "red moves r1 (foot) to 0202 [3.1]" in taken
    assert hexfront.load(game).step == 5
    assert "moved on" in run("mail in game.hexfront red.hexfront", code=1).stderr


def test_a_secret_answer_is_not_in_the_mail(run: Run, game: Path, tmp_path: Path) -> None:
    run("do game.hexfront --by red plan raid")
    run("mail out game.hexfront --for blue -o blue.hexfront")
    assert "raid" not in (tmp_path / "blue.hexfront").read_text()
    assert "blue: Choose a plan" in run("choices blue.hexfront").stdout
    run("do blue.hexfront plan hold")
    run("mail in game.hexfront blue.hexfront")
    assert hexfront.load(game).events[0].text.startswith("Turn 1: red will raid and blue will hold")


def test_a_mailed_game_throws_no_dice_and_plays_for_nobody_else(run: Run, tmp_path: Path) -> None:
    text = POSITION.replace("foot 0101", "foot 0202").replace("move red", "attack red")
    (tmp_path / "fight.txt").write_text(text)
    run("new outpost --position fight.txt -o fight.hexfront")
    run("mail out fight.hexfront --for red -o red.hexfront")
    assert "send the game back" in run("do red.hexfront attack 0302").stdout
    assert "waits for dice" in run("do red.hexfront pass", code=1).stderr
    assert "[7.4]" in run("mail in fight.hexfront red.hexfront").stdout
    assert hexfront.load(tmp_path / "fight.hexfront").journal[0].rolls[0].value == 6
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
    assert not hexfront.load(tmp_path / "fight.hexfront").journal[0].rolls


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
