"""How far each level of the staff thinks. None knows more than another."""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """What a staff weighs."""

    strikes: int  # enemy hexes for which concentric attacks are planned in a phase
    selections: tuple[float, ...]  # with how many times his strength it tries to strike an enemy
    forced: int  # movement points it will ask for by forced march
    answer: bool  # whether it reckons with the enemy's next turn and covers what he wants
    exact: bool  # whether intensity is chosen with exact odds
    reply: bool  # whether attacks meet the best answer, and ground pays only if it is entered
    raids: bool  # whether it sends Forces for points that can be fetched
    counter: bool  # whether it plans attacks in its counter movement too
    wear: bool  # whether it keeps in mind how worn the enemy must be
    rest: int  # levels of effectiveness lost from which a Formation goes back to recover


GENERAL = Level(
    strikes=12,
    selections=(1.5, 3.0, 6.0),
    forced=2,
    answer=True,
    exact=True,
    reply=True,
    raids=True,
    counter=True,
    wear=True,
    rest=3,
)
LEVELS = {
    "cadet": Level(
        strikes=2,
        selections=(3.5,),
        forced=0,
        answer=False,
        exact=False,
        reply=False,
        raids=False,
        counter=False,
        wear=False,
        rest=4,
    ),
    "officer": Level(
        strikes=6,
        selections=(3.5,),
        forced=1,
        answer=True,
        exact=False,
        reply=False,
        raids=False,
        counter=False,
        wear=False,
        rest=4,
    ),
    "general": GENERAL,
    # By whom plans are tried out: a general who sees what is there in a supposed game, and tries less.
    "clerk": msgspec.structs.replace(GENERAL, strikes=8, selections=(3.0,), wear=False),
}
