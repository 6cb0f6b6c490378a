"""Several factors at once: the design is balanced, and effects that were put in come out."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from hexfront.cli import main
from hexfront.kernel.errors import Malformed
from hexfront.seam import find_title
from hexfront.sim import GameRecord, make_series
from hexfront.sim.factors import Factor, arms_of, design, effects, named, read_factor

TITLE = find_title("outpost")


@pytest.mark.parametrize("number", [1, 2, 4, 5, 7, 11, 15])
def test_every_two_factors_meet_at_all_their_levels_equally_often(number: int) -> None:
    factors = [Factor(f"f{at}", ("a", "b")) for at in range(number)]
    arms = design(factors)
    assert len(arms) <= 16
    assert len(set(arms)) == len(arms)
    for at in range(number):
        assert sum(levels[at] == "a" for levels in arms) == len(arms) / 2
    for one, two in combinations(range(number), 2):
        met = [(levels[one], levels[two]) for levels in arms]
        assert {met.count(pair) for pair in set(met)} == {len(arms) / 4}
        assert len(set(met)) == 4


def test_three_levels_are_played_in_all_combinations() -> None:
    assert len(design([Factor("f", ("a", "b", "c")), Factor("g", ("x", "y"))])) == 6
    with pytest.raises(Malformed, match="too many"):
        design([Factor(f"f{at}", ("a", "b", "c")) for at in range(3)])


def test_effects_that_were_put_in_come_out() -> None:
    factors = [read_factor("fog=on|off"), read_factor("cards=off|on")]
    series = make_series("outpost/skirmish", arms_of(TITLE, factors, "random"))
    worth = {"on": 0.0, "off": 4.0}
    records = [
        GameRecord(
            seed=seed,
            arm=named(factors, levels),
            winner="red",
            score=10
            + worth[levels[0]]
            - 3 * (levels[1] == "on")
            + seed % 3
            + (seed % 2) * (levels[0] == "on"),
        )
        for seed in range(1, 9)
        for levels in design(factors)
    ]
    records.append(GameRecord(seed=99, arm=named(factors, ("on", "off")), score=1000))  # alone of its seed
    fog, cards = effects(series, factors, records)
    assert fog.score is not None
    assert cards.score is not None
    assert (fog.level, fog.instead_of, fog.score.of) == ("off", "on", 8)
    assert fog.score.value == pytest.approx(3.5)
    assert fog.score.low is not None
    assert fog.score.low < 3.5
    assert cards.score.value == pytest.approx(-3)
    assert cards.value.value == 0


def test_factors_are_read_and_faults_named() -> None:
    assert read_factor("fog=on|off") == Factor("fog", ("on", "off"))
    for wrong in ("fog", "fog=on", "fog=on|on", "=a|b"):
        with pytest.raises(Malformed, match="NAME=VALUE"):
            read_factor(wrong)
    with pytest.raises(Malformed, match="twice"):
        arms_of(TITLE, [read_factor("fog=on|off")] * 2, "random")


def test_the_command_tells_the_effects(tmp_path: Path) -> None:
    words = ["vary", "outpost/skirmish", "--factor", "fog=on|off", "--factor", "cards=off|on", "--seeds", "3"]
    words += ["--players", "random", "--workers", "1", "--out", str(tmp_path)]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    assert "4 arms, 12 games" in told.output
    found = json.loads(CliRunner().invoke(main, [*words, "--json"]).output)
    assert [(each["factor"], each["level"]) for each in found] == [("fog", "off"), ("cards", "on")]
