"""[30.6] What air units do in the combat segment by themselves: they fight others, bomb, attack ships."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel.air_orders import AirBattle, Bomb, StrikeShips
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    air_combat,
    aircraft,
    devastation,
    ground_support,
    morale,
    naval_losses,
)
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

Strike = AirBattle | Bomb | StrikeShips
MISSIONS: dict[str, type[Strike]] = {
    aircraft.SUPERIORITY: AirBattle,
    aircraft.BOMBING: Bomb,
    aircraft.NAVAL_ATTACK: StrikeShips,
}
BOMBED = "strategic bombing devastates"


def options(position: SteelPosition) -> list[Action]:
    """[30.61] [30.62] What the air units of the side whose segment it is can do where they are."""
    found: dict[Action, None] = {}
    label = position.setting.board.label
    for unit in aircraft.fliers(position, position.active):
        if unit.name not in position.aloft or unit.attacked or unit.name not in position.air_missions:
            continue
        made = MISSIONS.get(position.air_missions[unit.name].mission)
        if made is not None:
            order = made(label(unit.at))
            if order not in found and _has_prey(position, order):
                found[order] = None
    return list(found)


def flying(position: SteelPosition, order: Strike) -> list[Unit]:
    """[30.62] The air units that carry out an order: all over the hex that have its mission."""
    mission = next(name for name, made in MISSIONS.items() if isinstance(order, made))
    return ground_support.over(position, position.active, position.setting.board[order.at], mission)


def prey(position: SteelPosition, order: AirBattle | StrikeShips) -> list[Unit]:
    """The enemy air units, or ships, that are attacked in a hex."""
    node, enemy = position.setting.board[order.at], other_side(position.active)
    if isinstance(order, StrikeShips):
        return aircraft.ships_at(position, node, enemy)
    return aircraft.based_at(position, enemy).get(node, [])


def _has_prey(position: SteelPosition, order: Strike) -> bool:
    node = position.setting.board[order.at]
    if isinstance(order, Bomb):
        return position.controller(node) == other_side(position.active) and node not in position.devastated
    return bool(prey(position, order))


def carry_out(table: Table, position: SteelPosition, order: Strike) -> Procedure:
    """[30.21] [30.6] Carry out a mission; its units do nothing more in the impulse."""
    names = [unit.name for unit in flying(position, order)]
    for name in names:
        position.change(name, attacked=True)
    node = position.setting.board[order.at]
    if isinstance(order, AirBattle):
        theirs = [unit.name for unit in prey(position, order)]
        yield from air_combat.fight(table, position, node, [names, theirs])
    elif isinstance(order, Bomb):
        _bomb(table, position, node, [position.units[name] for name in names])
    else:
        yield from _strike(table, position, order, [position.units[name] for name in names])
    return None


def _bomb(table: Table, position: SteelPosition, node: int, units: Sequence[Unit]) -> None:
    """[30.62] [34.22] Bombs on an industrial city: it may be devastated, which costs its owner morale."""
    label = position.setting.board.label(node)
    die = table.roll("bombing", "30.62", at=label, words=f"bombs on {label}")
    found = ground_support.cell(position, units, die)
    city = position.setting.city_at[node].city
    total = ground_support.strength(position, units)
    result = "devastated" if found.devastates else "nothing happens"
    table.tell(f"{city} is bombed with {total}: {result}", "30.62", kind="air attack", data={"at": label})
    if found.devastates:
        owner = position.controller(node)
        devastation.lay_waste(table, position, node, "34.22")
        change = int(position.setting.printed.politics.morale[BOMBED].change)
        morale.change(table, owner, change, f"{city} bombed", "30.62")


def _strike(table: Table, position: SteelPosition, order: StrikeShips, units: Sequence[Unit]) -> Procedure:
    """[26.3] [26.33] [30.62] An attack on the ships in a hex: their owner gives up at least so much
    protection."""
    die = table.roll("air-naval attack", "30.62", at=order.at, words=f"attack on the ships in {order.at}")
    points = ground_support.cell(position, units, die).ships
    total = ground_support.strength(position, units)
    table.tell(
        f"The ships in {order.at} are attacked from the air with {total}: {points} to be lost",
        "30.62",
        kind="air attack",
        data={"at": order.at},
    )
    yield from naval_losses.take(table, [unit.name for unit in prey(position, order)], points, order.at)
    return None


def why_not(position: SteelPosition, action: Action) -> Refusal | None:
    """[30.61] [30.62] Words for what no air unit can do there."""
    if not isinstance(action, AirBattle | Bomb | StrikeShips) or action.at not in position.setting.board:
        return None
    rule = "30.61" if isinstance(action, AirBattle) else "30.62"
    if not flying(position, action):
        return Refusal(rule, f"no air unit that is ordered to it is over {action.at}")
    return Refusal(rule, f"there is nothing to attack over {action.at}")
