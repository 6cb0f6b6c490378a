"""The rule index of Serbia 1914 claims no more than tests and play have shown."""

from __future__ import annotations

from pathlib import Path

from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.rulebook import marks

TESTS = Path(__file__).parents[2]


def test_what_is_called_enforced_has_code_and_is_reached_through_a_game() -> None:
    covered = TITLE.rulebook.coverage(TESTS, "serbia-1914")
    lacking = {
        each.rule.rule: each.missing for each in covered if each.rule.status == "enforced" and each.missing
    }
    assert lacking == {}


def test_the_proof_names_tests_that_show_the_rule() -> None:
    shown = marks(TESTS, "serbia-1914")
    proof = TITLE.rulebook.proof
    assert proof
    for rule, sightings in proof.items():
        names = {test.rpartition("::")[2] for test in shown.get(rule, ())}
        tests = {each.where.rpartition("::")[2] for each in sightings if each.kind == "test"}
        assert tests <= names, f"{rule} is proved by a test that is gone; run make proof"
