"""How far the three levels of staff look, and how much they weigh. None of them knows more than another."""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """What tells a cadet from a general.

    ``targets`` are the enemy hexes that attacks are worked out for in a phase, ``mixes`` the selections of
    units tried against each. ``roads`` says whether the enemy on the way counts when the worth of ground is
    reckoned, ``answer`` whether the enemy's next turn does, ``rails`` whether reserves ride to where they are
    missed, ``rings`` whether it looks for enemies that can be surrounded, ``guards`` whether it closes gaps
    in the line and guards cities, ``convoys`` whether headquarters send each other supply points. ``afresh``
    says that the worth of ground is reckoned anew when the marches are over.
    """

    name: str
    targets: int
    mixes: int
    answer: bool = False
    rails: bool = False
    rings: bool = False
    roads: bool = False
    guards: bool = False
    convoys: bool = False
    afresh: bool = True


LEVELS = {
    level.name: level
    for level in (
        Level("cadet", targets=6, mixes=1),
        Level("officer", targets=8, mixes=1, rails=True),
        Level(
            "general",
            targets=40,
            mixes=6,
            answer=True,
            rails=True,
            rings=True,
            roads=True,
            guards=True,
            convoys=True,
        ),
        # By whom plans are tried out: quick, but led by the roads as the general is.
        Level("clerk", targets=8, mixes=2, rails=True, roads=True, guards=True, afresh=False),
    )
}
