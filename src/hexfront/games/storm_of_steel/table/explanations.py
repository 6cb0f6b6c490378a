"""Why a number is what it is."""

from __future__ import annotations

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import battles, columns, moving
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger
from hexfront.shared.questions import hex_named, named, unit_named


def explain(position: SteelPosition, question: Action) -> Ledger:
    """The terms of a number."""
    match question:
        case orders.Crossing(unit, here, there):
            return _crossing(position, unit, here, there)
        case orders.AttackOdds(at, units, table):
            return _shift(position, at, units, table)
    raise Refusal((), "that is not a question of Storm of Steel")


def _crossing(position: SteelPosition, unit: str, here: str, there: str) -> Ledger:
    """[11.2] What a step costs."""
    ledger = Ledger(f"{here} to {there} costs")
    cost = moving.step_cost(
        position,
        unit_named(position, unit),
        hex_named(position, here),
        hex_named(position, there),
        ledger.note,
    )
    if cost is None:
        raise Refusal("11.3", f"there is no way from {here} to {there} for {unit}")
    return ledger.close(cost)


def _shift(position: SteelPosition, at: str, units: tuple[str, ...], table: str) -> Ledger:
    """[14.2] [14.21] The odds of an attack and what shifts its column."""
    named("table", table, position.setting.printed.land.combat)
    attackers = [unit_named(position, name) for name in units]
    if not attackers:
        raise Refusal("14.1", "somebody must attack")
    battle = battles.battle_of(position, hex_named(position, at), attackers)
    attack = battles.attack_strength(position, battle)
    defence = battles.defence_strength(position, battle)
    column = columns.column(position, battle, table)
    ledger = Ledger(f"{attack} against {defence} on {at}, {table} at {column}; columns to the right:")
    return ledger.close(columns.shift(position, battle, table, ledger.note))
