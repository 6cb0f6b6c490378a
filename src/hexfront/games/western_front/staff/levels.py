"""How far the three levels of staff look, and how much they weigh. None of them knows more than another."""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """What tells a cadet from a general.

    ``targets`` are the enemy hexes that attacks are worked out for in a phase, ``mixes`` the selections of
    units tried against each, ``spearheads`` the advances into open country at a time. ``answer`` says whether
    the enemy's next turn is reckoned with, ``rails`` whether reserves ride to where they are missed,
    ``rings`` whether it looks for enemies that can be surrounded, ``guards`` whether it closes gaps in the
    line and guards cities.
    """

    name: str
    targets: int
    mixes: int
    answer: bool
    rails: bool
    rings: bool
    spearheads: int
    guards: bool


LEVELS = {
    level.name: level
    for level in (
        Level(
            "cadet", targets=6, mixes=1, answer=False, spearheads=1, rails=False, rings=False, guards=False
        ),
        Level(
            "officer", targets=8, mixes=1, answer=False, spearheads=1, rails=True, rings=False, guards=True
        ),
        Level("general", targets=40, mixes=6, answer=True, spearheads=3, rails=True, rings=True, guards=True),
    )
}
