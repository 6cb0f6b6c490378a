"""[3.1.5] [3.1.6] Limited intelligence."""

from __future__ import annotations

from typing import Any

from hexfront.games.serbia_1914.position import SerbiaPosition


def view(position: SerbiaPosition, viewer: str) -> dict[str, Any]:
    return position.as_data()


def redacted(position: SerbiaPosition, side: str, now: SerbiaPosition | None = None) -> SerbiaPosition:
    return position.copy()
