"""[23.5] [25.8] [30.7] What is seen from the air."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import aircraft, fog
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.table import Table


def look(table: Table, position: SteelPosition, units: Sequence[Unit], node: int) -> None:
    """[23.5] [30.71] Air units on reconnaissance look at a hex, and see all enemy land units in it."""
    side = position.side_of(units[0])
    where = position.setting.board.label(node)
    shown = ", ".join(position.piece(unit).name for unit in units)
    table.tell(f"{shown} reconnoitre {where}", "30.71", kind="reconnaissance", data={"at": where})
    if position.occupant[node] == other_side(side):
        fog.find_out(table, position, node, "30.71")


def pass_over(table: Table, position: SteelPosition, side: str, node: int) -> None:
    """[25.8] An air unit moves into a hex with enemy ships: they may be examined."""
    ships = aircraft.ships_at(position, node, other_side(side))
    if ships:
        where = position.setting.board.label(node)
        names = ", ".join(position.piece(ship).name for ship in ships)
        table.tell(f"Seen in {where}: {names}", "25.8", kind="reconnaissance", to=[side], data={"at": where})
