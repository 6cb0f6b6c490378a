"""Saved games that a slip of the hand, or two programs at once, must not lose; copies sent by mail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hexfront
from hexfront.cli import common
from hexfront.kernel.errors import SaveError
from tests.cli.conftest import Run
from tests.cli.test_files import rewritten


@pytest.mark.parametrize(
    "command",
    [
        "show game.hexfront --svg game.hexfront",
        "show outpost/skirmish --svg game.hexfront",
        "set-up deployed.hexfront --for entente -o game.hexfront",
        "mail out game.hexfront --for red -o game.hexfront --force",
        "mail out game.hexfront --for red -o ./link.hexfront --force",
    ],
)
def test_nothing_takes_the_place_of_a_saved_game(run: Run, game: Path, command: str) -> None:
    (game.parent / "link.hexfront").symlink_to(game.name)
    if "set-up" in command:
        run("new western-front/verdun -o deployed.hexfront")
        run("do deployed.hexfront deploy-all")
    before = game.read_bytes()
    result = run(command, 2)
    assert "would be lost: choose another name" in result.stderr
    assert game.read_bytes() == before


def test_a_packed_game_is_not_drawn_over_either(run: Run, game: Path) -> None:
    run(f"pack {game} -o packed")
    assert "would be lost" in run("show game.hexfront --svg packed", 2).stderr
    run("replay packed")


def test_two_programs_do_not_lose_each_others_orders(run: Run, game: Path) -> None:
    mine = common.load_game(game)
    run("do game.hexfront plan press")
    mine.play_words("plan raid", by="red")
    with pytest.raises(SaveError, match=r"game.hexfront has changed since it was read"):
        common.store_game(mine, game)
    assert hexfront.load(game).journal[0].action == hexfront.load(game).read_action("plan press")
    # Whoever reads it again goes on, as often as he likes.
    again = common.load_game(game)
    for words in ("plan hold", "pick r1", "go 0302"):
        again.play_words(words)
        common.store_game(again, game)
    assert hexfront.load(game).step == 4


def test_a_window_that_was_left_open_ends_when_another_has_played(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(["show", "nonsense", "plan raid", "quit"])

    def typed(_: str) -> str:
        line = next(lines)
        if line == "plan raid":
            elsewhere = hexfront.load(game)
            elsewhere.play_words("plan press", by="red")
            hexfront.save(elsewhere, game)
        return line

    monkeypatch.setattr("hexfront.cli.loop.ask", typed)
    assert "another program plays in it" in run("play game.hexfront", 2).stderr
    assert next(lines) == "quit"  # it has ended by itself
    assert [entry.action for entry in hexfront.load(game).journal] == [
        hexfront.load(game).read_action("plan press")
    ]


def test_looking_at_a_game_in_a_window_does_not_write_it(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = game.stat()
    run("play game.hexfront", stdin="show\nquit\n")
    after = game.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


@pytest.fixture
def copy(run: Run, game: Path) -> Path:
    """A copy of the game that was sent to red."""
    run("mail out game.hexfront --for red -o red.hexfront")
    return game.with_name("red.hexfront")


@pytest.mark.parametrize(
    "command",
    [
        "show red.hexfront --view blue",
        "show red.hexfront --view referee",
        "show red.hexfront --view blue --svg a.svg",
        "choices red.hexfront --side blue",
        "set-up red.hexfront --for blue",
        "luck red.hexfront --for referee",
        "whatif red.hexfront --as blue --games 1",
        "whatif red.hexfront --as referee --games 1",
    ],
)
def test_a_copy_by_mail_speaks_for_its_reader_alone(run: Run, copy: Path, command: str) -> None:
    assert "this copy of the game is for red" in run(command, 2).stderr


def test_a_copy_by_mail_is_seen_by_its_reader_and_as_all_may_see_it(run: Run, copy: Path) -> None:
    for viewer in ("red", "observer"):
        assert f"seen by {viewer}" in run(f"show {copy} --view {viewer}").stdout


def test_what_if_in_a_copy_by_mail_guesses_at_what_its_reader_does_not_know(run: Run, copy: Path) -> None:
    told = [
        run(f"whatif {copy} --games 3 --turns 1 --players random --workers 1 --json {eyes}").stdout
        for eyes in ("", "--as red")
    ]
    assert told[0] == told[1]
    assert json.loads(told[0])["side"] == "red"


def test_a_copy_by_mail_has_no_turns_to_review(run: Run, copy: Path) -> None:
    assert "its past is not in it" in run(f"review {copy} --games 2 --players random", 2).stderr


def test_a_copy_by_mail_is_not_called_illegal_for_what_its_reader_cannot_see(run: Run) -> None:
    """The Entente does not see which German units in a hex are headquarters, which stack freely."""
    saved = Path(__file__).parents[1] / "saves" / "storm-of-steel-early.hexfront"
    run(f"pack {saved} -o war.hexfront --text")
    run("mail out war.hexfront --for entente -o entente.hexfront")
    assert hexfront.load("entente.hexfront").position.status(), "else this shows nothing"
    result = run("check entente.hexfront")
    assert "illegal" not in result.stdout
    assert "it holds what entente knows" in result.stderr
    assert json.loads(run("check war.hexfront --json").stdout)["findings"] == []


def test_packing_a_game_over_itself_keeps_steps_that_the_rules_no_longer_agree_with(
    run: Run, game: Path
) -> None:
    run("do game.hexfront plan raid / plan hold")
    run("do game.hexfront march r1 0202")
    last = hexfront.load(game).journal[-1].digest
    rewritten(game, f'"digest":"{last}"', '"digest":"0000000000000000"')
    old = game.read_bytes()
    run("pack game.hexfront -o game.hexfront --force")
    assert game.with_name("game.hexfront.before-1").read_bytes() == old
    assert game.read_bytes() != old


def test_a_proxy_that_no_caller_can_be_is_not_taken(run: Run) -> None:
    result = run("serve --hosted --proxy nginx.internal --database games.sqlite", 2)
    assert "--proxy is an address such as 127.0.0.1" in result.stderr


def test_rules_are_not_proved_in_less_than_one_decision(run: Run) -> None:
    assert "x>=1" in run("rules outpost --prove 0", 2).stderr
