"""Results that are worked out once."""

from __future__ import annotations

from hexfront.kernel.memo import Kept, Memo
from hexfront.proof.invariants import different


def test_a_memo_works_something_out_once_until_it_is_cleared() -> None:
    memo, asked = Memo(), []

    def length(word: str, more: int = 0) -> int:
        asked.append(word)
        return len(word) + more

    assert [memo.found(("length", "Drina"), length, "Drina", more=2) for _ in range(3)] == [7, 7, 7]
    memo.clear()
    assert memo.found(("length", "Drina"), length, "Drina") == 5
    assert asked == ["Drina", "Drina"]


def test_a_copy_of_a_memo_goes_its_own_way() -> None:
    memo = Memo(known=1)
    twin = memo.copy()
    memo.clear()
    assert twin.found("known", lambda: 2) == 1
    assert memo.found("known", lambda: 2) == 2


def test_what_has_been_asked_for_makes_no_difference_to_a_position() -> None:
    assert different({"memo": Memo(known=1)}, {"memo": Memo()}) == ""


def test_of_many_results_the_last_are_kept() -> None:
    kept: Kept[str] = Kept(2)
    assert [kept.get(key, lambda: "first") for key in "abc"] == ["first"] * 3
    assert [kept.get(key, lambda: "again") for key in "cba"] == ["first", "first", "again"]
