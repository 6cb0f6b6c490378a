"""Orders in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.table.names import hex_name, unit_name
from hexfront.kernel.actions import Action, as_words
from hexfront.kernel.showing import Stage

PASSING: Mapping[str, str] = {
    "reorganize": "End the reorganization segment",
    "move": "End the movement segment",
    "go": "Put the group down",
    "detrain": "Stay where it is",
    "attack": "End the combat segment",
    "join": "All have joined",
    "advance": "Nobody more advances",
}
STAGES: Mapping[str, Stage] = {
    "reorganize": "order",
    "move": "order",
    "attack": "order",
    "go": "march",
    "detrain": "march",
    "join": "gather",
    "table": "prepare",
    "lose": "losses",
    "retreat": "retreat",
    "advance": "advance",
}


# The words of an order: ``unit``, ``units`` and ``into`` are units, ``to`` and ``at`` hexes.
_WORDS: Mapping[type[Action], str] = {
    orders.Pick: "Move {unit}",
    orders.Add: "Take {unit} along",
    orders.Go: "March to {to}",
    orders.ForceMarch: "Force march to {to}",
    orders.Infiltrate: "Infiltrate {to}",
    orders.Entrain: "Go by rail",
    orders.Detrain: "By rail to {to}",
    orders.MobileAssault: "Overrun {at}",
    orders.Entrench: "Entrench {unit}",
    orders.LeaveTrench: "{unit} leaves its trenches",
    orders.EntrenchLine: "Entrench the line {front}",
    orders.Reorganize: "{units} become {into}",
    orders.March: "March {units} to {to}",
    orders.Attack: "Attack {at}",
    orders.Assault: "Attack {at} with {units}",
    orders.Join: "{unit} joins",
    orders.UseTable: "Use the table {table}",
    orders.Bombard: "{unit} bombards {at}",
    orders.Lose: "Lose {unit}",
    orders.Retreat: "{unit} falls back to {to}",
    orders.Advance: "{unit} advances to {to}",
    orders.SendHome: "Send {unit} home",
}


def described(position: SteelPosition, action: Action) -> str:
    """An action in a few words for a player."""
    words = _WORDS.get(type(action))
    if words is None:
        return as_words(action)
    named = {field: _shown(position, field, getattr(action, field)) for field in action.__struct_fields__}
    return words.format(**named).strip()


def _shown(position: SteelPosition, field: str, value: Any) -> str:
    if field in ("unit", "units", "into"):
        units = (value,) if isinstance(value, str) else value
        return ", ".join(unit_name(position, unit) for unit in units)
    return hex_name(position, value) if field in ("to", "at") else str(value)
