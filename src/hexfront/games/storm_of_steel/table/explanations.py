"""Why a number is what it is."""

from __future__ import annotations

from typing import get_args

from hexfront.games.storm_of_steel import air_orders, orders, sea_orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import battles, columns, combat, landings, moving, poison_gas
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.table import (
    air_explanations,
    land_explanations,
    landing_forecast,
    sea_explanations,
)
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger
from hexfront.shared.questions import hex_named, named, unit_named

LAND = get_args(orders.LandQuestion)


def explain(position: SteelPosition, question: Action) -> Ledger:
    """The terms of a number."""
    match question:
        case orders.Crossing(unit, here, there):
            return _crossing(position, unit, here, there)
        case orders.AttackOdds(at, units, table):
            return _shift(position, at, units, table)
        case orders.GasOdds(at, units):
            return _gas(position, at, units)
        case air_orders.AirOdds(units, against):
            return air_explanations.odds(position, units, against)
        case air_orders.MissionsOf(side, mission):
            return air_explanations.mission(position, side, mission)
        case sea_orders.Domination() | sea_orders.ContactColumn() | sea_orders.RaidingStrength():
            return sea_explanations.explain(position, question)
    if isinstance(question, LAND):
        return land_explanations.explain(position, question)
    raise Refusal((), "that is not a question of Storm of Steel")


def _crossing(position: SteelPosition, unit: str, here: str, there: str) -> Ledger:
    """[11.2] What a step costs; with Mobile Warfare from one enemy zone straight into another as well."""
    ledger = Ledger(f"{here} to {there} costs")
    mover, start, to = unit_named(position, unit), hex_named(position, here), hex_named(position, there)
    cost = moving.step_cost(position, mover, start, to, ledger.note)
    if cost is None:
        raise Refusal("11.3", f"there is no way from {here} to {there} for {unit}")
    if moving.goes_from_zone_to_zone(position, mover, start, to):
        extra = position.setting.printed.land.ways["mobile warfare zone to zone"].points
        cost += ledger.note("10.31", "from zone to zone", extra)
    return ledger.close(cost)


def _gas(position: SteelPosition, at: str, units: tuple[str, ...]) -> Ledger:
    """[33.2] What is added to the die for gas."""
    battle = _battle(position, at, units)
    ledger = Ledger(f"The die for gas on {at}")
    return ledger.close(poison_gas.modifier(position, battle, ledger.note))


def _battle(position: SteelPosition, at: str, units: tuple[str, ...]) -> Battle:
    """[14.1] An attack as it is asked about: of land units, on a hex of the maps that are played."""
    attackers, node = [unit_named(position, name) for name in units], hex_named(position, at)
    if not attackers:
        raise Refusal("14.1", "somebody must attack")
    for unit in attackers:
        if not position.piece(unit).land:
            raise Refusal("14.1", f"{position.piece(unit).name} is no land unit")
    if position.setting.board.is_area(node) or node not in position.setting.in_play:
        raise Refusal("14.1", f"nobody is attacked in {position.setting.board.name_of(node)}")
    return battles.battle_of(position, node, attackers)


def _shift(position: SteelPosition, at: str, units: tuple[str, ...], table: str) -> Ledger:
    """[14.2] [14.21] The odds of an attack and what shifts its column."""
    named("table", table, position.setting.printed.land.combat)
    battle = _battle(position, at, units)
    if landing_forecast.is_landing(position, battle):
        battle = landings.landing_of(position, units, battle.at)
    if (refusal := combat.why_not_table(position, battle, table)) is not None:
        raise refusal
    if landing_forecast.is_landing(position, battle):
        return landing_forecast.ledger(position, battle, table, 0)
    attack = battles.attack_strength(position, battle)
    defence = battles.defence_strength(position, battle)
    column = columns.column(position, battle, table)
    ledger = Ledger(f"{attack} against {defence} on {at}, {table} at {column}; columns to the right:")
    return ledger.close(columns.shift(position, battle, table, ledger.note))
