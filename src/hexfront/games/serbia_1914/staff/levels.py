"""How far each level of the staff thinks. None knows more than another."""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """What a staff weighs."""

    strikes: int  # enemy hexes for which concentric attacks are planned in a phase
    forced: int  # movement points it will ask for by forced march
    answer: bool  # whether it reckons with the enemy's next turn
    exact: bool  # whether intensity is chosen with exact odds
    rest: int  # levels of effectiveness lost from which a Formation goes back to recover


LEVELS = {
    "cadet": Level(strikes=2, forced=0, answer=False, exact=False, rest=4),
    "officer": Level(strikes=6, forced=1, answer=True, exact=False, rest=4),
    "general": Level(strikes=12, forced=2, answer=True, exact=True, rest=3),
}
