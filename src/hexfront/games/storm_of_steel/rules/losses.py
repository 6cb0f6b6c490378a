"""[5.12] Units that are eliminated: the dead pile."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hexfront.games.storm_of_steel.position import TRANSPORT, Loss, SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.rules import control
from hexfront.kernel.table import Table


def write_off(position: SteelPosition, names: Iterable[str]) -> None:
    """[36.13] Units of the dead pile whose loss moves no morale."""
    for name in sorted(names):
        position.dead[name] = replace(position.dead[name], strength=0)


def worth(piece: Piece) -> int:
    """[5.12] The mobile strength of a unit that counts for morale, nothing of forts and irregulars
    (SS-D30)."""
    return piece.strength if piece.country and not piece.fort and piece.land else 0


def eliminate(table: Table, position: SteelPosition, unit: Unit, rule: str) -> None:
    """[2.4] [5.12] Put a unit on the dead pile, with what it is worth for morale: forts and irregulars count
    nothing (SS-D30). Whoever is aboard a ship is lost with it [29.14] [30.34]."""
    setting = position.setting
    piece, side = setting.pieces[unit.piece], position.side_of(unit)
    position.remove(unit.name)
    position.air_missions.pop(unit.name, None)
    position.aloft.discard(unit.name)
    ashore = not position.is_cargo(unit.name)
    position.aboard.pop(unit.name, None)
    position.disembarking.discard(unit.name)
    position.dead[unit.name] = Loss(side, setting.front_of[unit.at], piece.country, worth(piece))
    where = setting.board.label(unit.at)
    table.tell(f"{piece.name} is eliminated in {where}", rule, kind="loss", data={"unit": unit.name})
    if side and ashore:
        control.leave(position, side, unit.at, unit.name)
    for name in [name for name, ship in position.aboard.items() if ship == unit.name]:
        if name in position.aloft:  # [30.33] it may still find another base
            del position.aboard[name]
        else:
            eliminate(table, position, position.units[name], "29.14" if piece.kind == TRANSPORT else "30.34")
