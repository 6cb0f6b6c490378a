"""Endings summed up."""

from __future__ import annotations

import pytest

from hexfront.kernel.showing import Ending
from hexfront.shared.forecasts import certain, prospect


def test_a_prospect_has_the_mean_of_each_measure() -> None:
    found = prospect(
        "clear",
        [
            Ending("held", 0.25, {"losses": 4.0, "retreat": 0.0}),
            Ending("lost", 0.75, {"losses": 2.0, "retreat": 1.0}),
        ],
        ["without supply"],
    )
    assert found.means == pytest.approx({"losses": 2.5, "retreat": 0.75})
    assert found.notes == ("without supply",)


def test_what_is_certain_costs_nothing() -> None:
    found = certain("Nobody can resist", "nobody can resist", ("losses", "retreat"))
    assert [(each.text, each.probability) for each in found.endings] == [("nobody can resist", 1.0)]
    assert found.means == {"losses": 0.0, "retreat": 0.0}
