"""Comparing: where two values differ first, and in what."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.proof.invariants import different


class Mute:
    """Something that does not say when it is equal to another."""

    def __init__(self, held: Any) -> None:
        self.held = held


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ({"a": [1, (2, "x")]}, {"a": [1, (2, "x")]}, ""),
        (1, True, "it is 1, then True"),
        ({"a": [1, 2]}, {"a": [1, 2.0]}, "['a'][1] is 2, then 2.0"),
        ({"a": [1, 2]}, {"a": (1, 2)}, "['a'] is [1, 2], then (1, 2)"),
        ({"a": [1, 2]}, {"a": [1]}, "['a'] has 2 items, then 1"),
        ({"a": {"b": 1}}, {"a": {}}, "['a']'b' is there only once"),
        ({"a": {}}, {"a": {"b": 1}}, "['a']'b' is there only once"),
        (set(), None, "it is set(), then None"),
        ([Mute(1)], [Mute(1)], ""),
        ([Mute(1)], [Mute(2)], "[0].['held'] is 1, then 2"),
    ],
)
def test_the_first_difference_is_told(one: Any, other: Any, told: str) -> None:
    assert different(one, other) == told
