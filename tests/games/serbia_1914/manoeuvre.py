"""Movement phases driven by hand, for the tests of movement."""

from __future__ import annotations

from hexfront.games.serbia_1914 import sequence
from hexfront.games.serbia_1914.orders import Go
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import movement
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from tests.games.serbia_1914.builders import Play, position, table

PLAIN = "board corner=20.10 shifted=even\n" + "| . . . . . . . . . . . . .\n" * 13
SERB = "nation=serbia values=7-8-4-2 effectiveness=10 reduced=4-5-1"
ENEMY = "nation=austria-hungary values=7-8-4-2 effectiveness=10 reduced=4-5-1 army=FIFTH"
SERB_ASSET = "asset nation=serbia size=iii values=2-2-3-0 effectiveness=9 reduced=1-1-0"
ENEMY_ASSET = "asset nation=austria-hungary size=iii values=2-2-3-0 effectiveness=9"
SERB_HORSE = "nation=serbia kind=cavalry values=4-3-4-1 effectiveness=10 reduced=2-2-1"
ENEMY_HORSE = "nation=austria-hungary kind=cavalry values=4-3-4-1 effectiveness=10 army=FIFTH"
SERBIAN_TURN = "turn 3 movement serbia\n"
SERBIAN_COUNTER = "turn 3 counter movement austria-hungary\n"
AUSTRIAN_TURN = "turn 3 movement austria-hungary\n"
AUSTRIAN_COUNTER = "turn 3 counter movement serbia\n"


def started(text: str) -> SerbiaPosition:
    """A position at the beginning of a movement phase, with points and tasks as the sequence deals them."""
    of = position(text)
    sequence.begin_movement(of, of.mover)
    movement.begin(table(of), of)
    return of


def phase(of: SerbiaPosition) -> Play:
    """The movement phase of a position; see `started`."""
    return Play(movement.phase(table(of), of))


def destinations(play: Play) -> set[str]:
    """The hexes the Force in hand may march to."""
    return {action.to for action in play.choices if isinstance(action, Go)}


def at(of: SerbiaPosition, name: str = "A") -> str:
    return "+".join(of.setting.board.label(node) for node in of.hexes_of(of.units[name]))


def refused(play: Play, action: Action) -> tuple[str, ...]:
    """The rules for which an order is refused; it must be refused."""
    assert play.asked is not None
    refusal = Decision(play.asked).refusal(action)
    assert isinstance(refusal, Refusal), f"{action} is legal"
    return refusal.rules
