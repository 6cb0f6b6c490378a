"""The commands of the laboratory."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from hexfront import load, save
from hexfront.cli import main

SCENARIO = "outpost/skirmish"


def hexfront(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_simulate_plays_reports_and_repeats_itself(tmp_path: Path) -> None:
    words = ("simulate", SCENARIO, "--games", "4", "--players", "random", "--workers", "1", "--out", tmp_path)
    first = hexfront(*words)
    assert first.exit_code == 0, first.output
    assert "4 games" in first.output
    assert {path.name for path in tmp_path.iterdir()} == {
        "series.json",
        "games.jsonl",
        "report.html",
        "report.pdf",
        "report.json",
    }
    before = (tmp_path / "games.jsonl").read_bytes()
    assert hexfront(*words).output == first.output
    assert (tmp_path / "games.jsonl").read_bytes() == before
    told = json.loads(hexfront("report", tmp_path, "--json").output)
    assert (told["games"], told["broken"]) == (4, [])


def test_simulate_refuses_what_it_cannot_understand(tmp_path: Path) -> None:
    for more, said in (
        (("--players", "genral"), "general"),
        (("--option", "fog"), "name=value"),
        (("--option", "fog=maybe"), "may be on, off"),
        (("--shard", "5/4"), "i/n"),
        (("--overlay", tmp_path / "none"), "no such folder"),
    ):
        found = hexfront("simulate", SCENARIO, "--out", tmp_path / "out", *more)
        assert found.exit_code == 2, more
        assert said in found.output
        assert not (tmp_path / "out").exists()
    assert "holds no simulation" in hexfront("report", tmp_path).output


def test_compare_answers_for_several_at_once(tmp_path: Path) -> None:
    words = ("compare", "greedy", "random", "greedy", "--scenario", SCENARIO, "--games", "4")
    found = hexfront(*words, "--workers", "1", "--out", tmp_path, "--json")
    assert found.exit_code == 0, found.output
    results = json.loads(found.output)
    assert [(each["first"], each["second"], each["games"]) for each in results] == [
        ("greedy", "random", 4),
        ("greedy", "greedy", 4),
    ]
    assert results[1]["value"]["value"] == 0.5  # against itself, with sides swapped
    again = hexfront("report", tmp_path)
    assert (again.exit_code, "holds a comparison" in again.output) == (2, True)
    assert "hexfront compare greedy random greedy" in (tmp_path / "report.html").read_text()


def test_whatif_branches_a_saved_game(tmp_path: Path) -> None:
    file = tmp_path / "game.hexfront"
    assert hexfront("new", SCENARIO, "--seed", "4", "-o", file).exit_code == 0
    before = file.read_bytes()
    words = ("whatif", file, "--games", "3", "--players", "random", "--workers", "1", "--turns", "1")
    found = hexfront(*words, "--order", "plan raid")
    assert found.exit_code == 0, found.output
    assert 'with "plan raid", 3 games to Turn 1' in found.output
    assert "the order is worth" in found.output
    assert file.read_bytes() == before
    assert hexfront(*words, "--order", "pick r1").exit_code == 1
    assert hexfront(*words, "--at", "99").exit_code == 2
    assert hexfront(*words, "--as", "green").exit_code == 2


def test_smoke_plays_to_the_end(tmp_path: Path) -> None:
    found = hexfront("smoke", SCENARIO, "--json")
    assert found.exit_code == 0, found.output
    (told,) = json.loads(found.output)
    assert told["players"] == {"red": "greedy", "blue": "greedy"}  # the title has no staff
    assert told["outcome"].startswith(("red", "blue", "drawn"))


def test_review_says_what_each_turn_was_worth(tmp_path: Path) -> None:
    file = tmp_path / "game.hexfront"
    assert hexfront("new", SCENARIO, "--seed", "4", "-o", file).exit_code == 0
    game = load(file)
    while not game.over:
        game.play(game.decision.choices()[0], game.decision.side)
    save(game, file)
    words = ("review", file, "--games", "2", "--players", "random", "--workers", "1", "--last", "2")
    found = hexfront(*words)
    assert found.exit_code == 0, found.output
    assert "What each turn was worth to red, in 2 games from its beginning and its end" in found.output
    told = json.loads(hexfront(*words, "--for", "blue", "--json").output)
    assert told["side"] == "blue"
    assert len(told["turns"]) == 2
    assert hexfront(*words, "--for", "green").exit_code == 2
