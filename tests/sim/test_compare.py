"""Comparing players, options and data over pairs of games."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.kernel.errors import Malformed
from hexfront.seam import find_title
from hexfront.sim import Folder, GameRecord, Series, make_series, run
from hexfront.sim.compare import arms_of, blocks_of, compared, lines, read_contender

TITLE = find_title("outpost")
SCENARIO = "outpost/skirmish"


def meeting(*names: str) -> Series:
    one, *rest = [read_contender(name, TITLE) for name in names]
    return make_series(SCENARIO, arms_of(TITLE, one, rest, "random"))


def record(arm: str, seed: int, winner: str, score: float | None = None) -> GameRecord:
    return GameRecord(seed=seed, arm=arm, winner=winner, score=score)


def test_players_swap_sides_on_the_same_seeds(tmp_path: Path) -> None:
    series = meeting("random", "greedy")
    assert [arm.players for arm in series.arms] == [
        {"red": "random", "blue": "greedy"},
        {"red": "greedy", "blue": "random"},
    ]
    run(series, 5, Folder(tmp_path))
    records = Folder(tmp_path).records()
    assert len(records) == 10
    one, two = read_contender("random", TITLE), read_contender("greedy", TITLE)
    (result,) = compared(series, records, one, [two])
    (turned,) = compared(meeting("greedy", "random"), _renamed(records), two, [one])
    assert result.games == turned.games == 10
    assert (result.lost, result.drawn) == (round(turned.won.value * 10), turned.drawn)
    assert result.value.value == pytest.approx(1 - turned.value.value)


def _renamed(records: list[GameRecord]) -> list[GameRecord]:
    """The same games as the other player's."""
    names = {
        "random as red against greedy": "greedy as blue against random",
        "random as blue against greedy": "greedy as red against random",
    }
    import msgspec

    return [msgspec.structs.replace(each, arm=names[each.arm]) for each in records]


def test_a_side_that_always_wins_makes_players_equal() -> None:
    series = meeting("random", "greedy")
    records = [record(arm.name, seed, "red", 10) for arm in series.arms for seed in range(1, 9)]
    one, two = read_contender("random", TITLE), read_contender("greedy", TITLE)
    (result,) = compared(series, records, one, [two])
    assert (result.won.value, result.value.value) == (0.5, 0.5)
    assert result.score is not None
    assert result.score.value == 0
    assert [won.value for _, won in result.by_side] == [1.0, 0.0]


def test_a_better_player_is_told_with_its_certainty() -> None:
    series = meeting("random", "greedy")
    first, second = (arm.name for arm in series.arms)
    records = [record(first, seed, "red", 5 + seed % 3) for seed in range(1, 21)]
    records += [record(second, seed, "blue", -4) for seed in range(1, 21)]
    one, two = read_contender("random", TITLE), read_contender("greedy", TITLE)
    (result,) = compared(series, records, one, [two])
    assert (result.won.value, result.games, result.value.value) == (1.0, 40, 1.0)
    assert result.won.low == pytest.approx(0.9124, abs=0.0001)
    assert result.score is not None
    assert result.score.low is not None
    assert result.score.low > 4
    assert "won 100% (91% to 100%)" in lines(series, [result])[0]
    assert "random – greedy" in str(blocks_of(series, [result], "again"))


def test_options_are_compared_on_the_same_seeds_by_the_same_players(tmp_path: Path) -> None:
    series = meeting("fog=on", "fog=off")
    assert [arm.options["fog"] for arm in series.arms] == ["on", "off"]
    run(series, 4, Folder(tmp_path))
    one, two = read_contender("fog=on", TITLE), read_contender("fog=off", TITLE)
    (result,) = compared(series, Folder(tmp_path).records(), one, [two])
    assert (result.games, result.value.of, result.sort) == (8, 4, "rules")
    same = compared(series, [record("fog=on", 1, "red"), record("fog=off", 1, "blue")], one, [two])[0]
    assert same.value.value == 1.0


def test_data_of_ones_own_is_compared_with_the_printed(tmp_path: Path) -> None:
    own = tmp_path / "stronger"
    own.mkdir()
    printed = (TITLE.data.root / "results.csv").read_text()
    (own / "results.csv").write_text(printed)
    one, two = read_contender("default", TITLE), read_contender(str(own), TITLE)
    series = make_series(SCENARIO, arms_of(TITLE, one, [two], "random"))
    run(series, 2, Folder(tmp_path / "out"))
    (result,) = compared(series, Folder(tmp_path / "out").records(), one, [two])
    assert result.value.value == 0  # the same data gives the same games
    assert result.second == "stronger"


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(Malformed, match="neither a player"):
        read_contender("nobody", TITLE)
    with pytest.raises(Malformed, match="NAME=VALUE"):
        read_contender("fog=on,rain", TITLE)
    with pytest.raises(Malformed, match="players with players"):
        arms_of(TITLE, read_contender("random", TITLE), [read_contender("fog=on", TITLE)])
