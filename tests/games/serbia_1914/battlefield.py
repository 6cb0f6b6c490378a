"""A field of battle with ammunition for both sides, for the tests of combat."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.games.serbia_1914.force import Force
from hexfront.games.serbia_1914.orders import Aim
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import combat
from hexfront.games.serbia_1914.rules.battle import Assault, Battle
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, node, position, table

ATTACK = "turn 3 attack austria-hungary\n"
DEPOTS = """
side 20.13-20.14 rail=single-track
side 26.10-26.11 rail=single-track
region "friendly-edge austria-hungary" 20.14
region "friendly-edge serbia" 26.10
holder 20.13 20.14 austria-hungary
holder 26.10 26.11 serbia
unit ah-depot-fifth-1 20.14 army=FIFTH
unit sr-depot-1 26.10
"""
LOWLAND = """
board corner=20.10 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
"""


def field(units: str, board: str = LOWLAND) -> SerbiaPosition:
    """Seven columns from 20 by five rows from 10, Austria-Hungary attacking, a depot for each side."""
    return position(board + DEPOTS + ATTACK + units)


def attack_phase(of: SerbiaPosition) -> Play:
    """The attack phase from its beginning."""
    voice = table(of)
    combat.begin(voice, of)
    return Play(combat.phase(voice, of))


def indicate(of: SerbiaPosition, *aims: Aim) -> Play:
    """The attack phase when these attacks have been indicated, and no more."""
    play = attack_phase(of).answer(*aims)
    while play.asked is not None and play.asked.kind == "aim":
        play.answer(PASS)
    return play


def nobody_attacks(of: SerbiaPosition) -> bool:
    """Whether no attack can be indicated."""
    play = attack_phase(of)
    return play.over or play.choices == [PASS]


def battle(of: SerbiaPosition, at: str, attackers: Mapping[str, tuple[str, ...]], *defenders: str) -> Battle:
    """A battle put together by hand: the attacking Forces with their hexes, one defending Force."""
    found = tuple(
        Assault(node(of, place.partition("/")[0]), Force(names[0], names))
        for place, names in attackers.items()
    )
    forces = (Force(defenders[0], defenders),) if defenders else ()
    return Battle(of.mover, node(of, at), found, forces)
