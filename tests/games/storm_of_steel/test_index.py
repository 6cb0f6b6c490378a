"""The rule index of Storm of Steel is whole, claims nothing, and its decisions are on their page."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from hexfront import seam
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel.datafiles import Faults

TESTS = Path(__file__).parents[2]
PAGE = TESTS.parent / "docs/interpretations/storm-of-steel.md"
BOOK = TITLE.rulebook
NUMBER = re.compile(r"\d+\.\d+")


def test_all_numbered_rules_and_the_binding_texts_without_number_are_there() -> None:
    numbered = [rule.rule for rule in BOOK if NUMBER.fullmatch(rule.rule)]
    whole = [rule for rule in numbered if not rule.endswith(".0")]
    assert len(whole) == 407
    assert {"18.0", "43.0"} <= set(numbered)
    steps = [rule.rule for rule in BOOK if rule.rule.startswith("3.2-")]
    assert len(steps) == 53
    assert len([rule.rule for rule in BOOK if rule.rule.startswith("4.6-")]) == 16


def test_numbers_the_book_leaves_out_are_not_made_up() -> None:
    absent = ("11.633", "13.11", "19.4", "26.4", "28.3", "36.11", "36.21")
    assert [number for number in absent if number in BOOK] == []


def test_the_front_scenarios_the_campaign_years_and_the_whole_war_are_offered() -> None:
    assert "storm-of-steel" in seam.title_names()
    plans = TITLE.setting("guns-of-august", {}).printed.scenarios.scenarios
    kinds = Counter(plans[each.name].kind for each in TITLE.scenarios())
    assert kinds == {"front": 8, "campaign": 6, "war": 1}
    assert not TITLE.unreleased()


def test_tests_name_rules_that_there_are() -> None:
    assert BOOK.unknown_marks(TESTS, "storm-of-steel") == []


def test_data_name_rules_that_there_are() -> None:
    unknown = []
    for name in TITLE.data.names():
        if not name.endswith(".csv"):
            continue
        table = TITLE.data.table(name, Faults())
        if "rule" in table.columns:
            at = table.columns.index("rule")
            unknown += [f"{name}:{line} {cells[at]}" for line, cells in table.rows if cells[at] not in BOOK]
    assert unknown == []


def test_every_decision_is_on_its_page_and_every_one_there_names_its_rules() -> None:
    page = PAGE.read_text(encoding="utf-8")
    headings = re.findall(r"^### (SS-D\d\d) ", page, re.MULTILINE)
    assert headings == sorted(set(headings))
    assert headings[:44] == [f"SS-D{number:02}" for number in range(1, 45)]
    noted = {number for rule in BOOK for number in re.findall(r"SS-D\d\d", rule.note)}
    assert noted <= set(headings)
    assert len(noted) >= 44
    for block in re.split(r"^### ", page, flags=re.MULTILINE)[1:]:
        if not block.startswith("SS-D"):
            continue
        rules = re.search(r"^Rules: (.*)$", block, re.MULTILINE)
        assert rules is not None
        assert [rule for rule in rules[1].split(", ") if rule not in BOOK] == []
