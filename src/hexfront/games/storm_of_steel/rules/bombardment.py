"""[26.5] Ships bombard forts and coastal cities."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel.matters import Owed
from hexfront.games.storm_of_steel.orders import Lose
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.sea_and_air_tables import BombardmentResult
from hexfront.games.storm_of_steel.rules import (
    card_shifts,
    devastation,
    fleets,
    losses,
    morale,
    sea_control,
    siege,
)
from hexfront.games.storm_of_steel.rules.naval_losses import SINKING
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, other_side
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import Ask, Procedure, Table

CITY, FORT = "city", "fort"
AIMS = (CITY, FORT)
MOST = 10  # the last column
SHELLED = "shelled"  # flag of a city whose morale has been paid for, with the turn
FIRST_LOST = ("PD", "CA", "BC", "BB", "ESC", "SS")  # [26.5] by what a ship that fires is lost first


def targets(position: SteelPosition, side: str, sea: str) -> list[tuple[int, str]]:
    """[25.32] [26.51] [26.52] The enemy cities on a sea area, and those of them with a fort."""
    enemy = other_side(side)
    found = []
    for node in sorted(sea_control.ports_of(position.setting).get(sea, ())):
        if position.setting.board.is_area(node) or node not in position.setting.in_play:
            continue
        if position.controller(node) != enemy or node not in position.setting.city_at:
            continue
        if sea not in sea_control.seas_of(position, node):
            continue  # behind the closed Dardanelles (SS-D78)
        found.append((node, CITY))
        fort = siege.fort_at(position, node)
        if fort is not None and position.side_of(fort) == enemy:
            found.append((node, FORT))
    return found


def column(
    position: SteelPosition, names: Sequence[str], node: int, aim: str, note: Note = unexplained
) -> int:
    """[26.5] [26.51] [4.6-Combat-2] The number of capital ships that fire; other surface ships count half,
    and only against cities (SS-D11). Naval cards shift it to the right."""
    kinds = [fleets.ship_of(position, name).kind for name in names]
    total = note("26.5", "capital ships", sum(kind in fleets.CAPITAL for kind in kinds))
    if aim == CITY:
        others = sum(kind in fleets.SURFACE and kind not in fleets.CAPITAL for kind in kinds)
        total += note("26.52", "other surface ships, half", others // 2)
    if total:
        side = position.side_of(position.units[names[0]])
        total += card_shifts.at_sea(position, side, position.setting.front_of[node], note)
    return min(total, MOST)


def shell(table: Table[SteelPosition], names: Sequence[str], node: int, aim: str) -> Procedure:
    """[26.5] One die: a ship may be lost, a city be frightened or devastated, a fort fall."""
    position = table.position
    label, where = position.setting.board.label(node), position.setting.city_at[node].city
    able = [name for name in names if name in position.units]
    number = column(position, able, node, aim)
    if not number:
        table.tell(f"Nobody is left to bombard {where} with effect", "26.5", kind="bombardment")
        return None
    die = table.roll("bombardment", "26.5", at=label, words=f"bombardment of {where}")
    tables = position.setting.printed.sea_and_air
    found = tables.bombardment_results[tables.bombardment.cell(die, number)]
    table.tell(
        f"{len(able)} ships bombard the {aim} of {where}: {found.text}",
        "26.5",
        kind="bombardment",
        data={"at": label, "result": found.result},
    )
    if found.ships_lost:
        _lose_ship(table, able)
    if aim == CITY:
        _strike_city(table, node, found)
    elif found.fort == "eliminated" and (fort := siege.fort_at(position, node)) is not None:
        losses.eliminate(table, position, fort, "26.51")
    if found.units_lost:
        yield from _lose_troops(table, node)
    return None


def _lose_ship(table: Table[SteelPosition], names: Sequence[str]) -> None:
    """[25.6] Guns, mines and torpedo boats of the coast sink one of the ships, a pre-dreadnought first."""
    position = table.position
    lost = min(names, key=lambda name: (FIRST_LOST.index(fleets.ship_of(position, name).kind), name))
    losses.eliminate(table, position, position.units[lost], "25.6")


def _strike_city(table: Table[SteelPosition], node: int, found: BombardmentResult) -> None:
    """[26.52] [25.32] What a city suffers: a point of morale, once a city and turn, and devastation."""
    position = table.position
    key = f"{SHELLED} {position.setting.board.label(node)}"
    owner = position.controller(node)
    if found.morale and position.flags.get(key) != position.turn:
        position.flags[key] = position.turn
        name = position.setting.city_at[node].city
        morale.change(table, owner, -found.morale, f"{name} is bombarded", "26.52")
    if found.devastates:
        devastation.lay_waste(table, position, node, "25.32")


def _lose_troops(table: Table[SteelPosition], node: int) -> Procedure:
    """[26.5] One land unit of the hex is lost, by its owner's choice."""
    position = table.position
    label = position.setting.board.label(node)
    units = [unit.name for unit in position.troops_at(node) if not position.piece(unit).fort]
    if not units:
        return None
    side = position.side_of(position.units[units[0]])
    order = yield Ask(
        side,
        SINKING,
        f"Which unit do the {SIDE_NAMES[side] if side else 'neutrals'} lose under the guns?",
        "26.5",
        [Lose(name) for name in units],
        Owed(label, tuple(units), 1),
    )
    losses.eliminate(table, position, position.units[order.unit], "26.5")
    return None
