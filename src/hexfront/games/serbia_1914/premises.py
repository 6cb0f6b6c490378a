"""The charts of Serbia 1914 whose next result a referee may tell instead of throwing dice."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.games.serbia_1914.printed.tables import RESULT
from hexfront.kernel.title import Premised

COMBAT = "combat"
REPULSE = "repulse"
CHECK = "check"
MAGNITUDE = "magnitude"
ABANDONMENT = "abandonment"
NAVAL = "naval"
MONTENEGRO = "montenegro"
ASSISTANCE = "assistance"

SUCCEEDS, FAILS = "succeeds", "fails"
PASSES, FAILS_BY = "passes", "fails by "
REDUCES, SPARES = "reduces", "spares"
HOLDS, ABANDONED = "holds", "abandoned"
MISSED, HIT = "missed", "hit"
GRANTED, REFUSED = "granted", "refused"


def _either(one: str, other: str, rule: str) -> Premised:
    return Premised(f"{one} or {other} [{rule}]", f"{one}|{other}", one)


PREMISES: Mapping[str, Premised] = {
    COMBAT: Premised("a cell of the combat results table [9.9.1]", RESULT, "E+1/E+2s b1"),
    REPULSE: _either(SUCCEEDS, FAILS, "7.4.3"),
    CHECK: Premised(
        f"{PASSES}, or {FAILS_BY}so much [6.2.1]", rf"{PASSES}|{FAILS_BY}[1-9]\d*", f"{FAILS_BY}2"
    ),
    MAGNITUDE: _either(REDUCES, SPARES, "9.10.1"),
    ABANDONMENT: _either(HOLDS, ABANDONED, "8.5.3"),
    NAVAL: _either(HIT, MISSED, "25.1.2"),
    MONTENEGRO: Premised("the number of Montenegrin replacements [24.1]", r"\d+", "2"),
    ASSISTANCE: _either(GRANTED, REFUSED, "23.2.2"),
}


def failed_by(result: str) -> int:
    """By how much a check is failed, as a premise tells it; nothing if it is passed."""
    return 0 if result == PASSES else int(result.removeprefix(FAILS_BY))
