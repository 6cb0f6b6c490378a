"""Reading and changing .hexfront files line by line, as somebody with an editor would."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Lines = list[dict[str, Any]]


def lines_of(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_lines(path: Path, lines: Lines) -> None:
    """Write lines with a check line that agrees with them."""
    steps = sum("by" in line and not line.get("outbox") for line in lines[:-1])
    body = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines[:-1])
    end = {**lines[-1], "end": steps, "check": hashlib.blake2b(body.encode(), digest_size=8).hexdigest()}
    path.write_text(f"{body}{json.dumps(end)}\n", encoding="utf-8")


def tamper(path: Path, change: Callable[[Lines], None]) -> Path:
    """A changed copy whose check line is right again."""
    lines = lines_of(path)
    change(lines)
    copy = path.with_name(f"tampered-{path.name}")
    write_lines(copy, lines)
    return copy


def step_lines(lines: Lines) -> Lines:
    """Of the lines of a file, those that are steps."""
    return [line for line in lines if "by" in line]
