"""[10.3] How far a Formation goes back for its status alone, when its check after combat is over."""

from __future__ import annotations

from hexfront.games.serbia_1914.vocabulary import DEMORALIZED, INEFFECTIVE

INEFFECTIVE_RETREAT = 1  # hexes
DEMORALIZED_RETREAT = 2


def retreat_of(before: int, after: int) -> int:
    """[10.3] The hexes a Formation retreats for its status after a check, whether it failed it or not: two if
    the check has demoralized it, one if it is ineffective or was demoralized before (decision SE-R060)."""
    if after >= DEMORALIZED > before:
        return DEMORALIZED_RETREAT
    return INEFFECTIVE_RETREAT if after >= INEFFECTIVE else 0
