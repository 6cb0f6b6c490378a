"""How the war stands."""

from __future__ import annotations

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.showing import Report


def report(position: SerbiaPosition, viewer: str) -> Report:
    return Report(turn=position.date_text, phase=position.phase)
