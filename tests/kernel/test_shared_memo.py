"""What copies of a position remember together."""

from __future__ import annotations

import pytest

from hexfront.kernel.memo import SharedMemo


def test_what_one_copy_works_out_all_know() -> None:
    memo = SharedMemo()
    twin = memo.copy()
    assert memo.found("far", lambda: 7) == 7
    assert twin["far"] == 7


def test_whoever_has_changed_goes_on_without_what_is_no_longer_true() -> None:
    memo = SharedMemo(far=7, near=1)
    changed = memo.without(["far"])
    changed["far"] = 9
    assert memo == {"far": 7, "near": 1}
    assert changed == {"far": 9, "near": 1}


def test_nothing_is_taken_out_of_what_is_shared() -> None:
    memo = SharedMemo(far=7)
    with pytest.raises(TypeError):
        del memo["far"]
