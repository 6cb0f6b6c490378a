"""A small board and short ways to ask, for the tests of chapters 14 to 16.

The French hold 0404 and have their headquarters in 0104; France lies to the west, Germany to the east::

        0403                neighbours of 0404
    0304    0504
        0404
    0305    0505
        0405
"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import retreat
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from tests.games.western_front.builders import Play, node, position, table

BOARD = """
board corner=0101 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0104 country=france
hex 0704 country=germany
"""
DATE = "date 1914-09-3 combat central-powers\n"
FRENCH = (
    "unit F 0104 nation=fr kind=hq size=xxxx supply=20\nunit X 0404 nation=fr kind=inf values=6-4 reduced=4\n"
)
GERMANS = """
unit G 0504 nation=ge kind=inf values=8-5 reduced=6
unit H 0505 nation=ge kind=inf values=8-5 reduced=6
unit Q 0704 nation=ge kind=hq size=xxxx supply=40
"""


def scene(
    more: str = "", *, germans: str = GERMANS, french: str = FRENCH, date: str = DATE
) -> WesternFrontPosition:
    """The French in 0404 with two German divisions east of them, and whatever else is told."""
    return position(BOARD + date + french + germans + more)


def ranked(of: WesternFrontPosition, name: str = "X", headquarters: str = "F") -> list[list[str]]:
    """Where a unit may retreat to, best first."""
    unit, label = of.units[name], of.setting.board.label
    groups = retreat.priorities(of, unit, unit.at, of.units.get(headquarters))
    return [sorted(label(there) for there in group) for group in groups]


def go_back(
    of: WesternFrontPosition, *names: str, plan: dict[str, str] | None = None, forced: bool = True
) -> Play:
    """The stack of 0404 retreats."""
    procedure = retreat.retreat(
        table(of), of, node=node(of, "0404"), names=names or ("X",), plan=plan or {}, forced=forced
    )
    return Play(procedure)


def at(of: WesternFrontPosition, name: str) -> str:
    return of.setting.board.label(of.units[name].at)


def attack(
    of: WesternFrontPosition,
    attackers: Sequence[str] = ("G", "H"),
    *,
    terrain: str = "clear",
    column: bool = False,
    on: str = "0404",
) -> Battle:
    return Battle(CENTRAL_POWERS, node(of, on), tuple(attackers), terrain=terrain, column=column)
