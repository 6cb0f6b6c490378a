"""[8.5] Forts: abandoned when the enemy comes near, and turned into infantry when they must retreat."""

from __future__ import annotations

from hexfront.games.serbia_1914 import premises
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.pieces import BACK
from hexfront.games.serbia_1914.rules import retreat
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

RETREAT = 3  # hexes, after abandonment [8.5.3]


def flip(table: Table, position: SerbiaPosition, name: str, rule: str) -> None:
    """[8.5] [8.5.2] A fort is given up: from now on it is the infantry on its back."""
    unit = position.units[name]
    label = position.label(unit)
    position.change(name, piece=unit.piece + BACK)
    table.tell(f"{label} is given up", rule, kind="loss", data={"unit": name})


def may_be_abandoned(position: SerbiaPosition, unit: Unit) -> bool:
    """[8.5.3] Whether a fort must stand its test: an enemy zone, no Combat unit, not tested before."""
    piece = position.piece(unit)
    return (
        piece.fort
        and not unit.tested
        and piece.abandoned_above is not None
        and position.in_enemy_zone(unit.at, piece.side)
        and not position.has_combat_unit(unit.at, piece.side)
    )


def test(table: Table, position: SerbiaPosition, name: str) -> Procedure:
    """[8.5.3] A die above the number of the fort makes its garrison leave and retreat three hexes."""
    unit = position.units[name]
    piece = position.piece(unit)
    assert piece.abandoned_above is not None
    position.change(name, tested=True)
    told = table.premise(premises.ABANDONMENT)
    shown: dict[str, object] = {"unit": name}
    if told is None:
        words = f"abandonment of {piece.label}"
        die = shown["die"] = table.roll("abandonment", "8.5.3", at=name, words=words)
        holds = die <= piece.abandoned_above
    else:
        holds = told == premises.HOLDS
    if holds:
        table.tell(f"{piece.label} holds out", "8.5.3", kind="retreat", data=shown)
        return None
    flip(table, position, name, "8.5.3")
    yield from retreat.retreat(table, position, [name], RETREAT, rule="8.5.3", origin=unit.at)
    return None
