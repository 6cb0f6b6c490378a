"""A short game of every scenario of every title, by staff against staff."""

from __future__ import annotations

import pytest

from hexfront.sim.smoke import scenarios, smoke


@pytest.mark.parametrize("name", scenarios())
def test_every_scenario_is_played_by_its_staff(name: str) -> None:
    whole = name == "outpost/skirmish"
    for series, record in smoke([name], turns=0 if whole else 1, longest=5_000):
        assert series.scenario == name
        assert record.broken == ""
        assert record.findings == ()
        assert record.corrected == 0
        assert record.steps > 0
        assert bool(record.outcome) == whole
