"""Landings before they are fought: the guns of the fleet, the fort, and the port."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from hexfront.games.storm_of_steel import orders, sea_orders
from hexfront.games.storm_of_steel.matters import AtSea, Beach
from hexfront.games.storm_of_steel.matters import Battle as BattleMatter
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import battles, bombardment, landings, sea_control, siege
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Decision
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Ending, Forecast, Prospect
from hexfront.shared.forecasts import prospect
from hexfront.shared.words import counted

TURNED_BACK = "the fort stands, and the landing is called off"
WON, MINE = "port taken", "own losses"


class Plan(msgspec.Struct, frozen=True):
    """A landing: who goes ashore, the tables in question, and the capital ships that fire; or the columns
    that they have won already."""

    battle: Battle
    tables: tuple[str, ...]
    ships: tuple[str, ...] = ()
    guns: int | None = None


def is_landing(position: SteelPosition, battle: Battle) -> bool:
    """[25.41] Whether an attack could come only from the sea: on a port, and nobody stands next to it."""
    return battle.at in sea_control.harbours(position.setting) and not any(
        unit.at in position.setting.ground.around[battle.at] and not position.is_cargo(unit.name)
        for unit in battle.attackers
    )


def plan(position: SteelPosition, decision: Decision | None, action: Action) -> Plan | None:
    """The landing that an order is part of; None if it is of none."""
    board, about = position.setting.board, None if decision is None else decision.about
    names: tuple[str, ...]
    ships: tuple[str, ...]
    if isinstance(about, AtSea) and isinstance(action, sea_orders.Land) and action.to in board:
        names, ships, at = about.units, (), action.to
    elif isinstance(about, Beach) and isinstance(action, Pass | sea_orders.Muster | sea_orders.Dismiss):
        names, ships, at = about.units, about.ships, about.at
        if isinstance(action, sea_orders.Muster):
            ships = (*ships, action.unit)
        elif isinstance(action, sea_orders.Dismiss):
            ships = tuple(each for each in ships if each != action.unit)
    elif isinstance(about, BattleMatter) and about.guns is not None and isinstance(action, orders.UseTable):
        battle = landings.landing_of(position, about.units, board[about.at])
        return Plan(battle, (action.table,), guns=about.guns)
    else:
        return None
    battle = landings.landing_of(position, names, board[at])
    return Plan(battle, tuple(battles.tables(position, battle)), ships)


def odds(position: SteelPosition, planned: Plan) -> Distribution[str]:
    """The chances of each result; of several tables that may be used for the first, named with each."""
    name = planned.tables[0]
    on = f"{name} table: " if len(planned.tables) > 1 else ""
    return _results(position, planned, name).map(lambda each: each if each == TURNED_BACK else on + each)


def outlook(position: SteelPosition, planned: Plan) -> Forecast:
    """How a landing may end on each table."""
    battle = planned.battle
    attack = battles.attack_strength(position, battle)
    against = landings.defence(position, battle.at)
    label = position.setting.board.label(battle.at)
    return Forecast(
        f"Landing in {label}: {attack} against {against}",
        tuple(_prospect(position, planned, name) for name in planned.tables),
        (WON, MINE),
        rules=("25.42",),
        goal=WON,
    )


def ledger(position: SteelPosition, battle: Battle, table: str, guns: int) -> Ledger:
    """[25.42] The odds of a landing and what shifts its column; without the guns of the fleet until they have
    fired."""
    attack, against = battles.attack_strength(position, battle), landings.defence(position, battle.at)
    column = landings.column_of(position, battle, table, guns)
    label = position.setting.board.label(battle.at)
    made = Ledger(
        f"{attack} against {against} in a landing at {label}, {table} at {column}; columns to the right:"
    )
    return made.close(landings.shift(position, battle, guns, made.note))


def _guns(ships: int) -> Distribution[int]:
    """[25.42] The columns that capital ships win: one for six, of fewer by a die."""
    full = landings.FULL_SUPPORT
    if ships >= full or not ships:
        return Distribution.certain(ships // full)
    return Distribution({1: Fraction(ships, full), 0: Fraction(full - ships, full)})


def _results(position: SteelPosition, planned: Plan, table: str) -> Distribution[str]:
    battle = planned.battle
    cells = position.setting.printed.land.combat[table].cells

    def fought(guns: int) -> Distribution[str]:
        column = landings.column_of(position, battle, table, guns)
        return Distribution.evenly(cells[die, column] for die in range(1, 7))

    if planned.guns is not None:
        return fought(planned.guns)
    after = _guns(len(planned.ships)).then(fought)
    fort = siege.fort_at(position, battle.at)
    if fort is None:
        return after
    silenced = _silenced(position, planned)
    without = msgspec.structs.replace(
        battle, defenders=tuple(unit for unit in battle.defenders if unit.name != fort.name)
    )
    free = position.copy()
    free.remove(fort.name)
    after = _results(free, msgspec.structs.replace(planned, battle=without), table)
    return Distribution({True: silenced, False: 1 - silenced}).then(
        lambda fallen: after if fallen else Distribution.certain(TURNED_BACK)
    )


def _silenced(position: SteelPosition, planned: Plan) -> Fraction:
    """[25.42] [26.51] The chance that the ships eliminate the fort."""
    number = 0
    if planned.ships:
        number = bombardment.column(position, planned.ships, planned.battle.at, bombardment.FORT)
    if not number:
        return Fraction()
    tables = position.setting.printed.sea_and_air
    falls = [
        tables.bombardment_results[tables.bombardment.cell(die, number)].fort == "eliminated"
        for die in range(1, 7)
    ]
    return Fraction(sum(falls), 6)


def _prospect(position: SteelPosition, planned: Plan, name: str) -> Prospect:
    units = len(planned.battle.attackers)
    strength = float(battles.attack_strength(position, planned.battle))
    endings = []
    for result, chance in _results(position, planned, name).items():
        if result == TURNED_BACK:
            endings.append(Ending(result, float(chance), {WON: 0.0, MINE: 0.0}))
            continue
        won = landings.wins(result, units)
        text = f"{result}: {'the port is taken' if won else 'the landing force is lost'}"
        endings.append(Ending(text, float(chance), {WON: float(won), MINE: 0.0 if won else strength}, result))
    notes = [] if planned.guns is not None else [f"{counted(len(planned.ships), 'capital ship')} in support"]
    ledgers: list[dict[str, Any]] = []
    if siege.fort_at(position, planned.battle.at) is None:
        ledgers.append(ledger(position, planned.battle, name, planned.guns or 0).as_data())
    return prospect(name.title(), endings, notes, ledgers)
