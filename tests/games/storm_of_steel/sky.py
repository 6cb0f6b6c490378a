"""Air units on the small field: one headquarters of each side commands two hexes around it."""

from __future__ import annotations

from hexfront.games.storm_of_steel.air_orders import Fly, OrderMission
from hexfront.games.storm_of_steel.orders import Pick
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import on_field

MOVE = "turn 2 movement central-powers impulse=1"
COMBAT = "turn 2 combat central-powers impulse=1"
# German bases around 1113, French ones around 1713; both sides with troops that stand apart.
NEAR = "unit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
STAFFS = "unit ge-hq-1 1213\nunit fr-hq-1 1613\n"


def levels(central_powers: int, entente: int) -> str:
    return f"air central-powers {central_powers}\nair entente {entente}\n"


def in_the_sky(
    units: str,
    level: tuple[int, int] = (4, 4),
    turn: str = MOVE,
    *board: str,
    dice: str = "",
    staffs: str = STAFFS,
    terrain: dict[str, str] | None = None,
) -> Game[SteelPosition]:
    """A game with air units, in the movement segment of the Central Powers."""
    head = f"dice {dice}" if dice else ""
    return on_field(units + levels(*level), turn, *board, head=head, staffs=staffs, terrain=terrain)


def ordered(game: Game[SteelPosition], *orders: tuple[str, str]) -> None:
    """Order air units to missions, and go on to the movement."""
    for unit, mission in orders:
        game.play(OrderMission(unit, mission))
    if game.decision.kind == "air orders":
        game.play(PASS)


def flown(game: Game[SteelPosition], unit: str, mission: str, to: str) -> None:
    """One air unit flies on a mission to a hex."""
    ordered(game, (unit, mission))
    game.play(Pick(unit))
    game.play(Fly(to))


def missions(game: Game[SteelPosition], unit: str) -> set[str]:
    """The missions that an air unit can be ordered to."""
    return {
        each.mission
        for each in game.decision.choices()
        if isinstance(each, OrderMission) and each.unit == unit
    }
