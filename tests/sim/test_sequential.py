"""Stopping as soon as it is decided: how often that is wrong, and how soon it comes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from hexfront.cli import main
from hexfront.sim import Folder
from hexfront.sim.sequential import bets, is_decided, judged, rejected

PAIRS = (0.0, 0.25, 0.5, 0.75, 1.0)


def ever_rejected(seed: int, weights: tuple[float, ...], most: int) -> bool:
    values = random.Random(seed).choices(PAIRS, weights, k=most)
    return rejected(values, bets(values, 0.05), 0.5, 0.05)  # looks after every pair


@pytest.mark.parametrize("weights", [(1, 0, 0, 0, 1), (1, 2, 4, 2, 1), (0, 1, 8, 1, 0), (4, 0, 1, 0, 4)])
def test_equals_are_told_apart_in_at_most_one_run_of_twenty(weights: tuple[float, ...]) -> None:
    runs = 1000
    wrong = sum(ever_rejected(seed, weights, 150) for seed in range(runs))
    assert wrong / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5  # the bound, and the luck of the draw


def test_who_is_better_is_found_and_the_sooner_the_better_he_is() -> None:
    needed = []
    for weights in ((1, 1, 2, 3, 5), (0, 0, 1, 1, 6)):
        stops = []
        for seed in range(60):
            values = random.Random(seed).choices(PAIRS, weights, k=200)
            sizes = bets(values, 0.05)
            upto = (at for at in range(1, 201) if rejected(values[:at], sizes[:at], 0.5, 0.05))
            stops.append(next(upto, 999))
        assert sum(stop < 999 for stop in stops) >= 54
        needed.append(sorted(stops)[30])
    assert needed[1] < needed[0] < 100


def test_the_interval_holds_at_all_times_together() -> None:
    missed = 0
    for seed in range(120):
        values = random.Random(seed).choices(PAIRS, (1, 1, 2, 3, 5), k=80)
        sizes = bets(values, 0.05)
        missed += rejected(values, sizes, 8 / 12 + 1 / 24, 0.05)  # the true mean
    assert missed <= 12
    verdict = judged([1.0] * 30)
    assert verdict.differs
    assert verdict.low > 0.5
    assert verdict.high == 1.0


def test_those_who_hardly_differ_are_said_to_be_alike_within_a_margin() -> None:
    values = [0.5] * 200
    assert judged(values, margin=0.1).alike
    assert is_decided(values, margin=0.1)
    assert not is_decided(values)
    assert not judged(values).decided
    assert not judged(values[:5], margin=0.1).decided
    assert not judged([]).decided


def test_a_comparison_stops_when_it_is_decided_and_goes_on_from_there(tmp_path: Path) -> None:
    words = ["compare", "random", "greedy", "--scenario", "outpost/skirmish"]
    words += ["--games", "400", "--workers", "1", "--out", str(tmp_path), "--sequential"]
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 0, found.output
    assert "they differ after" in found.output
    games = len(Folder(tmp_path).records())
    assert games < 400
    again = CliRunner().invoke(main, words)
    assert again.output == found.output
    assert len(Folder(tmp_path).records()) == games
    shard = CliRunner().invoke(main, [*words, "--shard", "1/2"])
    assert shard.exit_code == 2
