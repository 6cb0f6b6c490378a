"""[27.2] The Commerce Raiding Zone: who is in it, and how ships of the Entente come there as convoys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import fleets, sea_control
from hexfront.games.storm_of_steel.sea_orders import Convoy
from hexfront.games.storm_of_steel.vocabulary import ENTENTE, NAVAL, RAIDING_ZONE
from hexfront.kernel.errors import Refusal
from hexfront.kernel.play import Table

CONVOYS = 97  # [27.6] the card
ESCORTS = ("BC", "CA", "ESC")  # [27.2]
ESCORTING = "convoy"


def in_zone(position: SteelPosition, side: str) -> list[Unit]:
    """[21.9] [27.2] The ships of a side in the Commerce Raiding Zone, which is no off-map area."""
    board = position.setting.board
    if RAIDING_ZONE not in board:
        return []
    return [
        unit
        for unit in position.units_at(board[RAIDING_ZONE])
        if position.piece(unit).kind in NAVAL and position.side_of(unit) == side
    ]


def is_in_zone(position: SteelPosition, unit: Unit) -> bool:
    """[27.2] Whether a ship is on the trade routes."""
    return position.setting.board.label(unit.at) == RAIDING_ZONE


def seas(position: SteelPosition) -> frozenset[str]:
    """[27.2] The sea areas from which the zone is reached."""
    return frozenset(
        link.b for link in position.setting.links if link.a == RAIDING_ZONE and link.kind == "raiding"
    )


def bases(
    position: SteelPosition, side: str, harbours: Sequence[tuple[int, tuple[str, ...]]]
) -> Iterator[int]:
    """[27.2] The bases to which ships in the zone come back: German ones, and those of the Entente on the
    seas next to it."""
    near = seas(position)
    for node, on in harbours:
        if not near.isdisjoint(on) and (side == ENTENTE or position.setting.country_of[node] == "germany"):
            yield node


def designated(position: SteelPosition) -> list[Convoy]:
    """[27.6] [27.7] The ships that may be made convoys in a movement segment of the Entente: battlecruisers,
    cruisers and escorts without a mission, in harbours on seas next to the zone, once the card is in
    effect."""
    if CONVOYS not in position.developed or RAIDING_ZONE not in position.setting.board:
        return []
    near = seas(position)
    return [
        Convoy(name)
        for name in position.navy[ENTENTE]
        if position.piece(unit := position.units[name]).kind in ESCORTS
        and fleets.is_free(position, unit)
        and not is_in_zone(position, unit)
        and not near.isdisjoint(sea_control.seas_of(position, unit.at))
    ]


def designate(table: Table[SteelPosition], order: Convoy) -> None:
    """[27.7] A ship goes to the zone as an escort."""
    position = table.position
    zone = position.setting.board[RAIDING_ZONE]
    position.change(order.unit, at=zone, mission=ESCORTING)
    table.tell(f"{fleets.ship_of(position, order.unit).name} escorts convoys", "27.7", kind="raiding")


def why_not(position: SteelPosition, order: Convoy) -> Refusal:
    """Words for a ship that cannot be a convoy."""
    unit = position.units.get(order.unit)
    if unit is None or position.side_of(unit) != ENTENTE or position.piece(unit).kind not in ESCORTS:
        return Refusal("27.2", "only battlecruisers, cruisers and escorts of the Entente are convoys")
    if CONVOYS not in position.developed:
        return Refusal("27.6", "ships of the Entente enter the zone only with the Convoys card in effect")
    if unit.mission:
        return Refusal("25.3", f"{position.piece(unit).name} has had its mission of this turn")
    return Refusal("27.7", f"{position.piece(unit).name} cannot reach the trade routes")
