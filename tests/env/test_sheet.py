"""The figure sheet of a scenario tells what games by lot show, and nothing else."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner

from hexfront.cli import main
from hexfront.env import sheet as sheets
from hexfront.env.sheet import Spread, figure_sheet, lines, table_lines
from hexfront.env.table import GameTable

SCENARIO = "outpost/skirmish"


@pytest.fixture(autouse=True)
def few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "WORDS", 50)
    monkeypatch.setattr(sheets, "WARMING", 5)
    monkeypatch.setattr(sheets, "LOOKS", 10)


def test_a_sheet_counts_what_the_same_games_have() -> None:
    found = figure_sheet(SCENARIO, games=2, first_seed=5)
    lengths, choices, dice = [], [], []
    for seed in (5, 6):
        game, draw = GameTable(SCENARIO).fresh(seed), random.Random(seed)
        while not game.over:
            decisions = game.decisions
            decision = decisions[0] if len(decisions) == 1 else draw.choice(decisions)
            choices.append(len(decision.choices()))
            game.play(draw.choice(decision.choices()), decision.side)
        lengths.append(game.step)
        dice.append(sum(len(entry.rolls) for entry in game.journal))
    assert found.length == Spread.of(lengths)
    assert found.branching == Spread.of(choices)
    assert found.dice == Spread.of(dice)
    assert (found.games, found.ended, sum(found.won.values()) + found.drawn) == (2, 2, 2)
    assert found.words.mean >= found.length.mean * (1 - found.alone)
    assert min(found.speed.orders, found.speed.words, found.speed.compact_words) > 0


def test_a_sheet_says_what_is_hidden() -> None:
    fog = figure_sheet(SCENARIO, games=3)
    assert all(each.face_down > 0 and each.strength < 1 for each in fog.hidden.values())
    assert all(each.seen <= each.there for each in fog.hidden.values())
    assert fog.together > 0  # both choose their plan at the same time


def test_games_can_be_left_before_their_end() -> None:
    cut = figure_sheet(SCENARIO, games=2, longest=20)
    assert (cut.ended, cut.length.largest) == (0, 20)
    assert "2 of them left before the end" in next(lines(cut))
    assert "(0 of 2 ended)" in list(table_lines([cut]))[-1]


def test_the_command_gives_words_a_table_and_data() -> None:
    words = ["sheet", SCENARIO, "--games", "1"]
    told, table, data = (CliRunner().invoke(main, [*words, *more]) for more in ([], ["--table"], ["--json"]))
    assert told.exit_code == table.exit_code == data.exit_code == 0, data.output
    for word in ("orders of a decision", "hidden from", "reward", "speed"):
        assert word in told.output
    assert len(table.output.splitlines()) == 3
    (found,) = json.loads(data.output)
    assert found["scenario"] == SCENARIO
    assert found["branching"]["mean"] > 1
    assert found["observation"]["board"] == list(GameTable(SCENARIO).observer.shapes()["board"])
