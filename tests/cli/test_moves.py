"""Playing and asking: do, undo, explain, odds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hexfront
from hexfront.cli.common import split_actions
from tests.cli.conftest import Run
from tests.cli.test_games import POSITION


@pytest.fixture
def fight(run: Run, tmp_path: Path) -> Path:
    """Red stands beside blue and attacks; the next die shows a six."""
    text = POSITION.replace("foot 0101", "foot 0202").replace("move red", "attack red")
    (tmp_path / "fight.txt").write_text(text)
    run("new outpost --position fight.txt -o fight.hexfront")
    return tmp_path / "fight.hexfront"


def test_do_plays_and_says_what_happened(run: Run, game: Path) -> None:
    run("do game.hexfront plan press")
    lines = run("do game.hexfront plan hold").stdout.splitlines()
    assert lines[0] == "Turn 1: red will press and blue will hold; red goes first [1.3]"
    assert lines[1].startswith("red: Pick a unit")
    assert hexfront.load(game).step == 2


@pytest.mark.parametrize(
    "words",
    [
        ("plan", "raid", "/", "plan", "hold", "/", "pick", "r1"),
        ("plan raid / plan hold / pick r1",),
        ('{"do": "plan", "plan": "raid"} / plan hold / pick r1',),
        ("plan raid", "/", '{"do": "plan", "plan": "hold"}', "/", "pick r1"),
    ],
)
def test_actions_may_be_written_in_many_ways(run: Run, game: Path, words: tuple[str, ...]) -> None:
    run("do game.hexfront", words=words)
    assert [entry.action for entry in hexfront.load(game).journal][-1] == hexfront.load(game).read_action(
        "pick r1"
    )


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (("go", "red reserve"), ['go "red reserve"']),
        (("go 'a / b'",), ["go 'a / b'"]),
        (("a/b",), ["a/b"]),
        (("pass / ",), ["pass"]),
        (("/", "pass"), ["pass"]),
    ],
)
def test_only_a_slash_standing_alone_separates(words: tuple[str, ...], lines: list[str]) -> None:
    assert split_actions(words) == lines


def test_do_from_a_file_of_orders(run: Run, game: Path, tmp_path: Path) -> None:
    (tmp_path / "orders.txt").write_text("# opening\nplan raid / plan hold\n\npick r1\n")
    run("do game.hexfront --file orders.txt")
    assert hexfront.load(game).step == 3
    run("do game.hexfront --file -", stdin="pass\n")
    assert hexfront.load(game).step == 4


def test_do_is_all_or_nothing(run: Run, game: Path) -> None:
    before = game.read_bytes()
    result = run("do game.hexfront plan raid / plan hold / pick b1", code=1)
    assert result.stderr == 'red has no unit "b1" [3.1]\n'
    assert result.stdout == ""
    assert game.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("do game.hexfront plan win", 1, "[1.2]"),
        ("do game.hexfront pick r1", 1, "[1.2]"),
        ("do game.hexfront pln raid", 2, 'did you mean "plan"?'),
        ("do game.hexfront plan", 2, "needs plan"),
        ("do game.hexfront plan raid now", 2, "too many"),
        ("do game.hexfront {", 2, "not JSON"),
        ("do game.hexfront --number 4", 2, "there are 3"),
        ("do game.hexfront --number 0", 2, "there are 3"),
        ("do game.hexfront --by green plan raid", 1, "not for green"),
        ("do game.hexfront --expect 3 plan raid", 1, "moved on to step 0"),
        ("do game.hexfront", 2, "say what to do"),
        ("do game.hexfront / /", 2, "there is no action in these words"),
        ("do game.hexfront --default plan raid", 2, "say what to do"),
        ("do game.hexfront --file nowhere.txt", 2, "there is no file"),
        ("do game.hexfront fix-dice 6", 1, "only the referee"),
    ],
)
def test_what_is_refused_leaves_the_file_as_it_was(
    run: Run, game: Path, line: str, code: int, says: str
) -> None:
    before = game.read_bytes()
    result = run(line, code=code)
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert game.read_bytes() == before


@pytest.mark.parametrize("empty", ["", "  ", " / "])
def test_an_empty_action_is_no_default(run: Run, game: Path, empty: str) -> None:
    before = game.read_bytes()
    assert "there is no action" in run("do game.hexfront", code=2, words=(empty,)).stderr
    assert game.read_bytes() == before


def test_refusals_as_json(run: Run, game: Path) -> None:
    refused = json.loads(run("do game.hexfront plan win --json", code=1).stderr)
    assert refused["rules"] == ["1.2"]
    assert json.loads(run("do nowhere.hexfront pass --json", code=2).stderr) == {
        "error": "there is no file nowhere.hexfront"
    }


def test_numbers_and_defaults(run: Run, game: Path) -> None:
    run("do game.hexfront --number 3 --by blue")
    run("do game.hexfront --default")
    assert hexfront.load(game).events[0].text.startswith("Turn 1: red will press and blue will hold")
    assert "[3.1]" in run("do game.hexfront --default", code=1).stderr


def test_the_referee_tells_a_premise(run: Run, fight: Path) -> None:
    assert "only the referee" in run("do fight.hexfront premise results 9", code=1).stderr
    run("do fight.hexfront --by referee premise results 9")
    assert "premise results 9" in run("show fight.hexfront --position").stdout


def test_the_referee_fixes_dice(run: Run, fight: Path) -> None:
    run("do fight.hexfront --by referee fix-dice 1,2")
    assert hexfront.load(fight).position.dice.fixed == (6, 1, 2)


def test_undo_takes_back_and_is_refused_after_dice(run: Run, fight: Path) -> None:
    start = hexfront.load(fight).position.digest()
    # The only attacker joins without being asked, so the attack throws its die at once.
    happened = run("do fight.hexfront attack 0302").stdout
    assert "[7.4]" in happened
    assert "dice were thrown" in run("undo fight.hexfront", code=1).stderr
    refused = run("undo fight.hexfront --to 0", code=1).stderr
    assert "6 for attack on 0302 [7.4]" in refused
    assert "--consent" in refused
    cancelled = run("undo fight.hexfront --to 0 --consent").stdout
    assert cancelled.splitlines()[0] == "cancelled: 6 for attack on 0302 [7.4]"
    again = hexfront.load(fight)
    assert again.step == 1  # the dice were stirred
    assert again.position.digest() != start


def test_undo_of_an_order_nobody_saw(run: Run, game: Path) -> None:
    run("do game.hexfront plan raid / plan hold")
    before = hexfront.load(game).position.digest()
    run("do game.hexfront march r1 0202")
    assert hexfront.load(game).step == 4
    run("undo game.hexfront")
    assert hexfront.load(game).step == 2
    assert hexfront.load(game).position.digest() == before


@pytest.mark.parametrize(
    ("line", "code"),
    [("undo game.hexfront", 1), ("undo game.hexfront --to 5", 1), ("undo game.hexfront --to -1", 1)],
)
def test_nothing_to_take_back(run: Run, game: Path, line: str, code: int) -> None:
    assert "nothing to take back" in run(line, code=code).stderr


def test_explain_gives_the_terms_with_their_rules(run: Run, fight: Path) -> None:
    text = run("explain fight.hexfront defence-strength 0302").stdout
    assert text == "the defence of 0302 is worth 4: b +4 [7.3]\n"
    data = json.loads(run("explain fight.hexfront defence-strength 0302 --json").stdout)
    assert data["total"] == "4"
    assert "supply-line" in run("explain fight.hexfront how", code=2).stderr
    assert 'there is no unit "z"' in run("explain fight.hexfront supply-line z", code=2).stderr


def test_odds_are_exact_and_play_nothing(run: Run, fight: Path) -> None:
    before = fight.read_bytes()
    lines = run("odds fight.hexfront attack 0302").stdout.splitlines()
    # Red attacks 4 to 4: the die counts as it falls.
    assert lines == [
        "1/3   33.3%  attacker loses 1",
        "1/3   33.3%  defender retreats or loses 1",
        "1/6   16.7%  attacker loses 1, defender loses 1",
        "1/6   16.7%  defender loses 1",
    ]
    data = json.loads(run("odds fight.hexfront attack 0302 --json").stdout)
    assert data["defender loses 1"] == {"chance": "1/6", "percent": "16.7%"}
    assert fight.read_bytes() == before
    assert "[7.1]" in run("odds fight.hexfront attack 0101", code=1).stderr


def test_a_game_that_is_over_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "end.txt").write_text(POSITION.replace("unit blue b foot 0302\n", ""))
    assert "The game is over: red wins" in run("new outpost --position end.txt -o end.hexfront").stdout
    for line in ("choices end.hexfront", "do end.hexfront pass", "do end.hexfront --default"):
        assert "the game is over" in run(line, code=1).stderr
