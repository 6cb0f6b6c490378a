"""Datasets: what is written is what was played, in the encoding of the environments."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from hexfront.cli import main
from hexfront.env.dataset import (
    WHOLE_EVERY,
    Episode,
    Replayed,
    _save,
    record_orders,
    write_encoding,
    write_game,
)
from hexfront.env.observing import Observer
from hexfront.env.table import GameTable
from hexfront.kernel.errors import SaveError
from hexfront.kernel.game import Game

SCENARIO = "outpost/skirmish"
PLAYERS = {"red": "random", "blue": "greedy"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dataset")
    table = GameTable(SCENARIO)
    write_encoding(path, table)
    assert write_game(path, table, PLAYERS, 3)
    assert not write_game(path, table, PLAYERS, 3)  # it is there
    return path


def test_the_words_of_a_file_play_the_same_game_again(folder: Path) -> None:
    episode = Episode(folder / "game-3.npz")
    head = json.loads((folder / "game-3.jsonl").read_text().splitlines()[0])
    table = GameTable(SCENARIO)
    table.start(3)
    for row in episode:
        side = table.sides[row.side]
        seen = table.observe(side)
        assert (row.observation["board"] == seen["board"]).all()
        assert (row.observation["spelled"] == seen["spelled"]).all()
        assert (row.observation["asked"] == seen["asked"]).all()
        assert (row.mask == table.mask(side)).all()
        table.say(side, row.action)
    assert table.game.over
    assert table.game.outcome == head["outcome"]
    assert next(row.result for row in episode) == table.result(table.sides[next(iter(episode)).side])


def test_decisions_are_also_told_in_words_with_their_reasons(folder: Path) -> None:
    _, *lines = [json.loads(line) for line in (folder / "game-3.jsonl").read_text().splitlines()]
    assert len(lines) == len(Episode(folder / "game-3.npz").arrays["side"])
    assert {line["side"] for line in lines} == {"red", "blue"}
    assert all(line["choices"] > 1 and line["action"] for line in lines)
    assert any("lot" in line["reason"] for line in lines)


def test_fewer_decisions_can_be_written(folder: Path, tmp_path: Path) -> None:
    words = ["dataset", SCENARIO, "--games", "1", "--seed", "3", "--players", "random,greedy"]
    words += ["--every", "5", "--workers", "1", "--out", str(tmp_path / "thin")]
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 0, found.output
    thin, whole = (Episode(path / "game-3.npz").arrays for path in (tmp_path / "thin", folder))
    assert len(thin["side"]) == -(-len(whole["side"]) // 5)
    assert (thin["step"] == whole["step"][::5]).all()


def test_a_folder_of_another_encoding_is_refused(folder: Path) -> None:
    words = [
        "dataset",
        "western-front/schlieffen-plan",
        "--games",
        "1",
        "--workers",
        "1",
        "--out",
        str(folder),
    ]
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 2
    assert "another encoding" in found.output
    assert Episode(folder / "game-3.npz").meaning["scenario"] == SCENARIO


def test_orders_alone_are_read_as_the_same_rows(tmp_path: Path) -> None:
    table = GameTable(SCENARIO)
    for name, orders in (("rows", False), ("orders", True)):
        write_encoding(tmp_path / name, table, orders=orders)
        assert write_game(tmp_path / name, table, PLAYERS, 3, orders=orders)
    rows = list(Episode(tmp_path / "rows" / "game-3.npz"))
    again = list(Replayed(tmp_path / "orders" / "game-3.npz"))
    assert len(rows) == len(again) > 20
    for row, other in zip(rows, again, strict=True):
        assert (row.action, row.side, row.result) == (other.action, other.side, other.result)
        assert (row.mask == other.mask).all()
        assert all((row.observation[name] == other.observation[name]).all() for name in row.observation)


def test_a_staff_gives_orders_of_several_steps_and_each_is_written(tmp_path: Path) -> None:
    table = GameTable("serbia-1914/battle-in-the-macva")
    staff = dict.fromkeys(table.sides, "officer")
    arrays, game = record_orders(table, staff, 3, turns=1)
    assert len(arrays["choice"]) == game.step > 20
    assert max(entry.order for entry in game.journal) < game.step - 10
    again = table.fresh(3)
    for choice in arrays["choice"].tolist():
        again.play(list(again.decision.choices())[choice])
    assert again.position.digest() == game.position.digest()


def test_orders_that_the_rules_no_longer_offer_are_told(tmp_path: Path) -> None:
    table = GameTable(SCENARIO)
    write_encoding(tmp_path, table, orders=True)
    write_game(tmp_path, table, PLAYERS, 3, orders=True)
    read = Replayed(tmp_path / "game-3.npz")
    read.arrays["choices"][7] += 1
    with pytest.raises(SaveError, match="step 7 had"):
        list(read)


def test_orders_are_written_whole(tmp_path: Path) -> None:
    words = [
        "dataset",
        SCENARIO,
        "--games",
        "1",
        "--orders",
        "--workers",
        "1",
        "--out",
        str(tmp_path / "all"),
    ]
    found = CliRunner().invoke(main, [*words, "--players", "random"])
    assert found.exit_code == 0, found.output
    assert len(list(Replayed(tmp_path / "all" / "game-1.npz"))) > 20
    assert CliRunner().invoke(main, [*words, "--every", "2"]).exit_code == 2


def test_a_folder_takes_no_games_that_were_made_otherwise_and_stays_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "games"

    def wrote(*words: str) -> Result:
        line = ["dataset", "--games", "1", "--workers", "1", "--out", str(folder), *words]
        return CliRunner().invoke(main, line)

    assert wrote(SCENARIO, "--players", "random").exit_code == 0
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    for words in (
        [SCENARIO, "--players", "greedy"],
        [SCENARIO, "--players", "random", "--every", "2"],
        [SCENARIO, "--players", "random", "--turns", "1"],
        [SCENARIO, "--players", "random", "--option", "cards=on"],
        ["serbia-1914/battle-in-the-macva", "--players", "random"],
    ):
        found = wrote(*words)
        assert (found.exit_code, "take another folder" in found.output) == (2, True), found.output
        assert {each.name: each.read_bytes() for each in folder.iterdir()} == before
    assert wrote(SCENARIO, "--players", "random", "--games", "2").exit_code == 0


def test_positions_written_as_changes_are_those_that_were_seen(tmp_path: Path) -> None:
    """More decisions than from one whole position to the next, read forwards, backwards and across sides."""
    table = GameTable("serbia-1914/battle-in-the-macva")
    write_encoding(tmp_path, table)
    assert write_game(tmp_path, table, dict.fromkeys(table.sides, "random"), 4)
    episode = Episode(tmp_path / "game-4.npz")
    arrays = episode.arrays
    assert 8 < arrays["whole"].sum() < len(arrays["side"]) / 20
    again, boards = table.fresh(4), {}
    journal = list(table.game.journal)
    steps = arrays["step"].tolist()
    for at, entry in enumerate(journal):
        if at in steps:
            boards[at] = Observer(again).observe(again, entry.by)["board"]
        again.play(entry.action, entry.by)
        if at == 400:
            break
    known = [number for number, step in enumerate(steps) if step in boards]
    assert len(known) > 3 * WHOLE_EVERY
    for number in [*known, *reversed(known[:9]), known[-1], known[0], known[WHOLE_EVERY], known[5]]:
        assert (episode.board(number) == boards[steps[number]]).all()


def test_games_of_before_with_a_whole_position_for_each_decision_are_read(
    folder: Path, tmp_path: Path
) -> None:
    episode = Episode(folder / "game-3.npz")
    before = Episode(folder / "game-3.npz")
    parts = [
        before.board(number)[len(before.static) :].ravel() for number in range(len(before.arrays["side"]))
    ]
    cells = [part.nonzero()[0] for part in parts]
    del before.arrays["whole"]
    before.arrays["cells"] = np.concatenate(cells)
    before.arrays["values"] = np.concatenate([part[here] for part, here in zip(parts, cells, strict=True)])
    before.arrays["starts"] = np.cumsum([0, *map(len, cells)])
    shutil.copytree(folder, tmp_path / "before")
    _save(tmp_path / "before" / "game-3.npz", before.arrays)
    again = Episode(tmp_path / "before" / "game-3.npz")
    for row, other in zip(episode, again, strict=True):
        assert all((row.observation[name] == other.observation[name]).all() for name in row.observation)


def test_a_game_is_played_once_and_little_of_what_is_seen_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Game] = []
    play = Game.play

    def counted(self: Game, *given: Any, **more: Any) -> Any:
        played.append(self)
        return play(self, *given, **more)

    monkeypatch.setattr(Game, "play", counted)
    table = GameTable("serbia-1914/battle-in-the-macva")
    write_encoding(tmp_path, table)
    assert write_game(tmp_path, table, dict.fromkeys(table.sides, "random"), 5, turns=3)
    assert len(played) == table.game.step > 200
    episode = Episode(tmp_path / "game-5.npz")
    whole = episode.arrays["whole"].astype(bool)
    written = np.diff(episode.arrays["starts"])
    assert written[~whole].mean() < written[whole].mean() / 5
