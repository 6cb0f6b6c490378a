"""PettingZoo and Gymnasium say how they would do it otherwise; what they find wrong they raise."""

from __future__ import annotations

import pytest

HABITS = (
    "Observation is not a NumPy array",  # it is a dict of them, with the mask
    "Observation space for each agent probably should be",
    "We recommend agents to be named in the format",  # ours have the names of sides
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/env" in item.path.as_posix():
            for habit in HABITS:
                item.add_marker(pytest.mark.filterwarnings(f"ignore:{habit}"))
