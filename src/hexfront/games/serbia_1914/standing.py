"""Standing preferences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.preferences import Preference

PREFERENCES: Sequence[Preference] = ()


def preferred(position: SerbiaPosition, decision: Decision, chosen: Mapping[str, str]) -> Action | None:
    return None
