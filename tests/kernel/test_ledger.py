"""Numbers that explain themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.kernel.ledger import Ledger, Note, Operation, Term, shown_number, unexplained


def crossing_cost(river: int, rail: bool, note: Note = unexplained) -> int:
    cost = note("TEC", "woods", 2)
    cost += note("6-7", "river", river)
    if rail:
        cost += note("TEC", "rail", -1)
    return cost


@pytest.mark.parametrize(
    ("value", "scale", "shown"),
    [
        (0, 1, "0"),
        (2, 1, "2"),
        (-3, 1, "-3"),
        (Fraction(3, 2), 1, "1 1/2"),
        (Fraction(-3, 2), 1, "-1 1/2"),
        (Fraction(-1, 10), 1, "-1/10"),
        (Fraction(4, 2), 1, "2"),
        (5, 10, "1/2"),
        (25, 10, "2 1/2"),
        (-25, 10, "-2 1/2"),
        (30, 10, "3"),
        (0, 10, "0"),
        (Fraction(1, 2), 2, "1/4"),
    ],
)
def test_numbers_are_shown_as_a_rulebook_prints_them(value: int | Fraction, scale: int, shown: str) -> None:
    assert shown_number(value, scale) == shown


@given(st.fractions(max_denominator=60), st.integers(1, 12))
def test_a_shown_number_reads_back_as_itself(value: Fraction, scale: int) -> None:
    shown = shown_number(value, scale)
    sign = -1 if shown.startswith("-") else 1
    assert sign * sum(Fraction(part) for part in shown.lstrip("-").split(" ")) == value / scale


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Term("6-7", "river", 1), "river +1 [6-7]"),
        (Term("TEC", "rail", -1), "rail -1 [TEC]"),
        (Term("9-4", "in supply", Fraction(1, 2)), "in supply +1/2 [9-4]"),
        (Term("9-5", "halved", Fraction(1, 2), "×"), "halved ×1/2 [9-5]"),
        (Term("12-2", "at most", 8, "="), "at most = 8 [12-2]"),
        (Term("12-2", "at most", -8, "="), "at most = -8 [12-2]"),
    ],
)
def test_a_term_is_written_with_its_sign_and_rule(term: Term, text: str) -> None:
    assert term.text() == text


def test_a_scale_divides_terms_but_never_factors() -> None:
    assert Term("TEC", "road", 5).text(scale=10) == "road +1/2 [TEC]"
    assert Term("TEC", "limit", 20, "=").text(scale=10) == "limit = 2 [TEC]"
    assert Term("9-5", "doubled", 2, "×").text(scale=10) == "doubled ×2 [9-5]"


def test_a_ledger_reads_as_one_line() -> None:
    ledger = Ledger("2815 to 2716 costs")
    total = crossing_cost(1, True, ledger.note)
    ledger.close(total)
    assert ledger.text == "2815 to 2716 costs 2: woods +2 [TEC], river +1 [6-7], rail -1 [TEC]"
    assert str(ledger) == ledger.text


def test_a_ledger_with_a_scale_shows_points() -> None:
    ledger = Ledger("moving costs", scale=2)
    ledger.note("TEC", "road", 1)
    ledger.note("6-7", "river", 2)
    assert ledger.close(3).text == "moving costs 1 1/2: road +1/2 [TEC], river +1 [6-7]"


@pytest.mark.parametrize(
    ("value", "operation", "kept"),
    [
        (0, "+", False),
        (1, "+", True),
        (-1, "+", True),
        (1, "×", False),
        (0, "×", True),
        (2, "×", True),
        (0, "=", True),
    ],
)
def test_terms_that_change_nothing_are_left_out(value: int, operation: Operation, kept: bool) -> None:
    ledger = Ledger("it comes to")
    assert ledger.note("1-1", "term", value, operation) == value
    assert bool(ledger.terms) == kept


def test_a_ledger_without_terms_is_its_number() -> None:
    assert Ledger("it costs").close(0).text == "it costs 0"


@given(st.integers(0, 3), st.booleans())
def test_asking_why_does_not_change_the_number(river: int, rail: bool) -> None:
    ledger = Ledger("it costs")
    explained = crossing_cost(river, rail, ledger.note)
    assert explained == crossing_cost(river, rail)
    assert sum(term.value for term in ledger.terms) == explained


@pytest.mark.parametrize("value", [0, 7, Fraction(1, 3)])
def test_nobody_asking_gets_the_value_back(value: int | Fraction) -> None:
    assert unexplained("1-1", "anything", Fraction(value)) == value


def test_a_ledger_as_data() -> None:
    ledger = Ledger("it costs", scale=2)
    ledger.note("TEC", "road", 1)
    assert ledger.close(1).as_data() == {
        "subject": "it costs",
        "total": "1/2",
        "terms": [{"rule": "TEC", "label": "road", "text": "road +1/2 [TEC]"}],
    }
