"""Soaking a server: what is done, and when memory counts as at rest."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from hexfront.cli import main
from hexfront.proof.soak import Soaked


def soaked(*memory: float) -> Soaked:
    return Soaked(3, 10.0, 30, 20, 10, 0, 50.0, 60.0, memory)


@pytest.mark.parametrize(
    ("memory", "flat"),
    [
        ((60.0, 90.0, 100.0, 100.0, 101.0, 100.0, 101.0, 102.0), True),
        ((60.0, 70.0, 80.0, 90.0, 100.0, 110.0, 120.0, 130.0), False),
        ((100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 90.0, 80.0), True),
    ],
)
def test_memory_is_at_rest_if_it_no_longer_grows(memory: tuple[float, ...], flat: bool) -> None:
    found = soaked(*memory)
    assert found.is_flat == flat
    assert ("at rest" in found.lines()[-1]) == flat


def test_a_server_is_soaked() -> None:
    found = CliRunner().invoke(main, ["load", "outpost/skirmish", "--soak", "--games", "4", "--seconds", "3"])
    assert "4 games" in found.output, found.output
    assert " 0 failed" in found.output
    both = CliRunner().invoke(main, ["load", "outpost/skirmish", "--soak", "--kill", "1"])
    assert both.exit_code
    assert "one at a time" in both.output
