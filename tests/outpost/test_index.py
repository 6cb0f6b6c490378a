"""The rule index of Outpost: every rule that binds play is cited by the code and shown by a test."""

from __future__ import annotations

from pathlib import Path

from hexfront.seam import find_title

TESTS = Path(__file__).parents[1]


def test_every_rule_is_enforced_and_shown() -> None:
    book = find_title("outpost").rulebook
    missing = {each.rule.rule: each.missing for each in book.coverage(TESTS, "outpost") if each.missing}
    assert missing == {}


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert find_title("outpost").rulebook.unknown_marks(TESTS, "outpost") == []
