"""The rule index of the Western Front claims no more than tests and play have shown."""

from __future__ import annotations

import re
from pathlib import Path

from hexfront.games.western_front.title import TITLE
from hexfront.kernel.rulebook import marks

TESTS = Path(__file__).parents[2]


def test_what_is_called_enforced_has_code_and_is_reached_through_a_game() -> None:
    covered = TITLE.rulebook.coverage(TESTS, "western-front")
    lacking = {
        each.rule.rule: each.missing for each in covered if each.rule.status == "enforced" and each.missing
    }
    assert lacking == {}


def test_deployments_are_called_played_now_that_sides_make_them() -> None:
    deployments = re.compile(r"WF (1[468]|2[0-2]) (set-up|option.*)$")
    claimed = {each.rule: each.status for each in TITLE.rulebook if deployments.match(each.rule)}
    assert len(claimed) > 5
    assert set(claimed.values()) == {"enforced"}


def test_the_proof_names_tests_that_show_the_rule() -> None:
    shown = marks(TESTS, "western-front")
    proof = TITLE.rulebook.proof
    assert proof
    for rule, sightings in proof.items():
        names = {test.rpartition("::")[2] for test in shown.get(rule, ())}
        tests = {each.where.rpartition("::")[2] for each in sightings if each.kind == "test"}
        assert tests <= names, f"{rule} is proved by a test that is gone; run make proof"


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert TITLE.rulebook.unknown_marks(TESTS, "western-front") == []
