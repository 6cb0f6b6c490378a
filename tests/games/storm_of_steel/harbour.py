"""Small fleets, and ways to send them out."""

from __future__ import annotations

from hexfront.games.storm_of_steel.sea_orders import Intercept, Muster, Seek, Signal, TurnUp
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event
from tests.games.storm_of_steel.nations import CP, EN, game, play

MORALE = "morale central-powers 80\nmorale entente 80\n"
SCAPA, ROSYTH, HARWICH = "1802", "1608", "1918"
WILHELMSHAVEN, KIEL = "3017", "3315"
NORTH_SEA = "north-sea"


def ships(at: str, *names: str) -> str:
    return "".join(f"unit {name} {at}\n" for name in names)


def control(text: str, *dice: int, turn: int = 5) -> Game:
    """A game at the beginning of sea control."""
    thrown = f"dice {' '.join(map(str, dice))}\n" if dice else ""
    return game(f"{thrown}turn {turn} sea-control central-powers\n{MORALE}{text}")


def operations(text: str, *dice: int, turn: int = 5) -> Game:
    """A game at the beginning of naval operations."""
    thrown = f"dice {' '.join(map(str, dice))}\n" if dice else ""
    return game(f"{thrown}turn {turn} naval-operations central-powers\n{MORALE}{text}")


def choose(of: Game, side: str, *names: str) -> list[Event]:
    """Let a side choose ships and be done."""
    return play(of, side, *map(Muster, names), PASS)


def meet(of: Game, own: tuple[str, ...], theirs: tuple[str, ...], sea: str = NORTH_SEA) -> list[Event]:
    """Let a fleet of the Central Powers seek an engagement and one of the Entente come out; whoever may
    bring a second fleet brings none."""
    told = play(of, CP, Seek(sea))
    told += choose(of, CP, *own)
    told += play(of, EN, Intercept())
    told += choose(of, EN, *theirs)
    told += play(of, CP, Signal())
    for side in (CP, EN):
        decision = of.decision_of(side)
        if decision is not None and decision.kind == "squadron":
            told += play(of, side, PASS)
    return told + play(of, CP, TurnUp())
