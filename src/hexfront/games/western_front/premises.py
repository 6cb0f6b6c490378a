"""The tables of The Western Front whose next result a referee may tell instead of throwing dice."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.kernel.title import Premised

ATTACK = "attack"
COUNTERATTACK = "counterattack"
SIEGE = "siege"
DUEL = "duel"
INTERDICTION = "interdiction"

HOLDS, SURRENDERS = "holds", "surrenders"

_POINTS = r"\d+"

PREMISES: Mapping[str, Premised] = {
    ATTACK: Premised("the strength points that the defender must lose [13-13]", _POINTS, "4"),
    COUNTERATTACK: Premised("the strength points that the attacker must lose [13-15]", _POINTS, "3"),
    SIEGE: Premised(
        f"{HOLDS} or {SURRENDERS}, for a fortress prone to surrender [21-11]",
        f"{HOLDS}|{SURRENDERS}",
        SURRENDERS,
    ),
    DUEL: Premised("the strength points that flotillas lose to others [36-9]", _POINTS, "1"),
    INTERDICTION: Premised("the strength points lost in crossing the Danube [36-7]", _POINTS, "1"),
}
