"""Counting work instead of timing it: the instructions of the interpreter that something takes.

The count is the same on every machine and under every load, so that a test can say how work grows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def instructions(work: Callable[[], object]) -> int:
    """How many instructions of the interpreter it takes to do something once."""
    count = 0

    def within(frame: FrameType, what: str, _: Any) -> Any:
        nonlocal count
        count += what == "opcode"
        return within

    def called(frame: FrameType, what: str, _: Any) -> Any:
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return within

    before = sys.gettrace()
    sys.settrace(called)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
