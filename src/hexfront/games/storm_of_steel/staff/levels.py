"""How far the three levels of staff look, and how much they weigh. None of them knows more than another."""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """What tells a cadet from a general.

    ``targets`` are the enemy hexes that attacks are worked out for in a segment, ``mixes`` says whether
    several selections of units are tried against each. ``rails`` says whether reserves ride to where they are
    missed, ``plans`` whether cards are chosen by what they would bring in attacks, ``guards`` whether the
    enemy's next impulse counts where troops are placed.
    """

    name: str
    targets: int
    mixes: bool = False
    rails: bool = False
    plans: bool = False
    guards: bool = False


LEVELS = {
    level.name: level
    for level in (
        Level("cadet", targets=6),
        Level("officer", targets=16, rails=True, guards=True),
        Level("general", targets=40, mixes=True, rails=True, plans=True, guards=True),
    )
}
