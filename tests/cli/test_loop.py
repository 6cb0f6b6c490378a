"""Playing in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import hexfront
from tests.cli.conftest import Run


def test_playing_from_the_list_of_scenarios(run: Run, tmp_path: Path) -> None:
    result = run("play", stdin="99\noutpost/skirmish\n1\nplan hold\nmarch r1 0202\nquit\n")
    assert "outpost/skirmish  Outpost: Skirmish at the outpost" in result.stdout
    assert "a number from 1 to" in result.stderr
    assert "red decides: Choose a plan in secret" in result.stdout
    assert "red moves r1 (foot) to 0202 [3.1]" in result.stdout
    assert hexfront.load(tmp_path / "outpost-skirmish.hexfront").step == 4


def test_the_end_of_the_input_ends_the_play_and_saves(run: Run, game: Path) -> None:
    run("play game.hexfront", stdin="plan raid")
    assert hexfront.load(game).step == 1
    run("play game.hexfront", stdin="")
    assert hexfront.load(game).step == 1
    run("play", stdin="")


def test_a_second_game_takes_a_second_file(run: Run, tmp_path: Path) -> None:
    run("play outpost", stdin="")
    run("play outpost/skirmish", stdin="plan raid\n")
    assert hexfront.load(tmp_path / "outpost-skirmish.hexfront").step == 0
    assert hexfront.load(tmp_path / "outpost-skirmish-2.hexfront").step == 1
    assert "exists already" in run("play outpost -o outpost-skirmish.hexfront", code=2).stderr


def test_long_lists_are_cut_and_shown_whole_when_asked(run: Run, game: Path) -> None:
    result = run("play game.hexfront", stdin="plan raid\nplan hold\npick r3\n?\n")
    assert "more: ? lists them all" in result.stdout
    assert "17  go " in result.stdout


def test_questions_while_playing_change_nothing(run: Run, game: Path) -> None:
    lines = "plan raid\nplan hold\nwhy supply-line r1\nodds pass\nshow\nshow blue\nsave\n\nhelp\n"
    result = run("play game.hexfront", stdin=lines)
    assert "0102 to 0103 costs 1" in result.stdout
    assert "100.0%" in result.stdout
    assert "seen by red" in result.stdout
    assert "seen by blue" in result.stdout
    assert hexfront.load(game).step == 2


def test_what_is_refused_is_said_and_the_play_goes_on(run: Run, game: Path) -> None:
    result = run("play game.hexfront", stdin="undo\nplan win\nfly\n77\nwhy\nplan raid / fly\nplan hold\n")
    assert result.stderr.count("\n") == 6
    assert "[1.2]" in result.stderr
    assert hexfront.load(game).step == 1


def test_undo_while_playing(run: Run, game: Path) -> None:
    run("play game.hexfront", stdin="plan raid\nplan hold\nmarch r1 0202\nundo\n")
    assert hexfront.load(game).step == 2


def test_a_game_played_to_its_end_by_defaults_and_numbers(run: Run, game: Path) -> None:
    result = run("play game.hexfront", stdin="default\ndefault\n" + "pass\npass\ndefault\ndefault\n" * 6)
    assert "The game is over:" in result.stdout
    assert hexfront.load(game).over


def test_playing_in_json_is_a_line_for_each_answer(run: Run, game: Path) -> None:
    result = run(
        "play game.hexfront --json", stdin="?\nplan raid\nfly\nplan hold\nshow\nwhy supply-line r1\n"
    )
    told = [json.loads(line) for line in result.stdout.splitlines() if line.strip()]
    assert any(each.get("words") == ["plan raid", "plan press", "plan hold"] for each in told)
    assert any("refused" in each for each in told)
    assert any(each.get("viewer") == "red" for each in told)
    assert any(each.get("total") == "1" for each in told)
    assert [each["step"] for each in told if "decisions" in each] == [0, 1, 2]


def test_a_mailed_game_is_played_until_the_other_side_decides(run: Run, game: Path) -> None:
    run("do game.hexfront plan raid / plan hold")
    run("mail out game.hexfront --for red -o red.hexfront")
    assert "send the game back" in run("play red.hexfront", stdin="pass\npass\n").stdout
    assert hexfront.load(game.with_name("red.hexfront")).step == 1
