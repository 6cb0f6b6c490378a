"""[30.7] Missions: declared when the movement segment begins, flown in it, carried out in combat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.air_orders import Fly, OrderMission
from hexfront.games.storm_of_steel.orders import Add, Embark, Entrain, Pick
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    aircraft,
    flights,
    marching,
    naval_transport,
    poison_gas,
    reconnaissance,
    trains,
    transit,
    voyages,
)
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

# Targets


def _enemy_units(position: SteelPosition, side: str) -> set[int]:
    """[30.71] Reconnaissance goes where enemy units are; that somebody is in a hex is always known."""
    return {unit.at for unit in position.of_side(other_side(side))}


def _enemy_troops(position: SteelPosition, side: str) -> set[int]:
    """[30.62] Ground support goes where enemy land units are."""
    enemy = other_side(side)
    return {node for node in position.troops if position.occupant[node] == enemy}


def _enemy_industry(position: SteelPosition, side: str) -> set[int]:
    """[30.62] Strategic bombing goes to industrial cities of the enemy that still work."""
    enemy = other_side(side)
    return {
        node
        for node in position.setting.centres
        if position.controller(node) == enemy and node not in position.devastated
    }


def _enemy_aircraft(position: SteelPosition, side: str) -> set[int]:
    """[30.61] Air superiority goes where enemy air units are."""
    return set(aircraft.based_at(position, other_side(side)))


def _enemy_ships(position: SteelPosition, side: str) -> set[int]:
    """[26.3] [30.62] Air-naval attacks go where enemy ships are."""
    units = [position.units[name] for name in position.navy[other_side(side)]]
    return {unit.at for unit in units if aircraft.is_ship(position, unit)}


def _gas_targets(position: SteelPosition, side: str) -> set[int]:
    """[33.4] Gas from the air goes where enemy land units are, as long as a side has gas to drop."""
    return _enemy_troops(position, side) if poison_gas.is_in_store(position, side) else set()


TARGETS: Mapping[str, Callable[[SteelPosition, str], set[int]]] = {
    aircraft.RECONNAISSANCE: _enemy_units,
    aircraft.GROUND_SUPPORT: _enemy_troops,
    aircraft.BOMBING: _enemy_industry,
    aircraft.SUPERIORITY: _enemy_aircraft,
    aircraft.NAVAL_ATTACK: _enemy_ships,
    aircraft.GAS_BOMBING: _gas_targets,
}


def targets(position: SteelPosition, units: Sequence[Unit], missions: Iterable[str]) -> list[int]:
    """[30.51] The hexes in range of all of some air units that one of their missions goes to."""
    side = position.side_of(units[0])
    far = min(aircraft.range_of(position, unit) for unit in units)
    near = flights.in_range(position, side, units[0].at, far)
    goals: set[int] = set()
    for name in missions:
        goals |= TARGETS[name](position, side)
    return sorted(node for node in goals if node in near)


def has_target(position: SteelPosition, unit: Unit, name: str, goals: Iterable[int] | None = None) -> bool:
    """[30.51] [30.53] Whether a mission has somewhere to go; its goals may be known already."""
    if name == aircraft.TRANSIT:
        return transit.leads_anywhere(position, unit)
    if position.setting.board.is_area(unit.at) or not aircraft.is_based(position, unit):
        return False  # [30.3] (SS-A06)
    side = position.side_of(unit)
    near = flights.in_range(position, side, unit.at, aircraft.range_of(position, unit))
    return any(map(near.__contains__, TARGETS[name](position, side) if goals is None else goals))


# Declaring them


def declare(table: Table, position: SteelPosition) -> Procedure:
    """[30.71] The side whose segment it is orders its air units to their missions, before anybody moves."""
    while has_orders(position):
        order = yield Ask(
            position.active,
            "air orders",
            "Order air units to their missions, or pass when all have theirs",
            "30.71",
            options=lambda: orders_for(position),
            about=matters.AirOrders(),
            why_not=lambda action: why_not_order(position, action),
            station=True,
            passes=True,
        )
        if isinstance(order, Pass):
            return None
        aircraft.note_sorties(position, [order.unit], order.mission)
        name = position.piece(position.units[order.unit]).name
        table.tell(f"{name}: {aircraft.title_of(order.mission)}", "30.71", kind="air orders")
    return None


def has_orders(position: SteelPosition) -> bool:
    return next(orders_for(position), None) is not None


def orders_for(position: SteelPosition) -> Iterator[Action]:
    """[30.71] The missions that air units may be ordered to: those of their level that lead somewhere."""
    side = position.active
    goals = {
        name: TARGETS[name](position, side) if name in TARGETS else None
        for name in aircraft.missions_of(position, side)
    }
    for unit in aircraft.fliers(position, side):
        if aircraft.can_fly(position, unit):
            for name, nodes in goals.items():
                if has_target(position, unit, name, nodes):
                    yield OrderMission(unit.name, name)


def why_not_order(position: SteelPosition, action: Action) -> Refusal | None:
    """[30.21] [30.71] Words for a mission that cannot be ordered."""
    if not isinstance(action, OrderMission):
        return None
    if words := position.why_not_own(action.unit, position.active):
        return Refusal("30.5", words)
    unit = position.units[action.unit]
    if not position.piece(unit).air:
        return Refusal("30.71", f"{position.piece(unit).name} is no air unit")
    return why_not(position, unit, action.mission)


def why_not(position: SteelPosition, unit: Unit, name: str) -> Refusal | None:
    """[30.21] [30.71] Why an air unit cannot be ordered to a mission now; None if it can."""
    side = position.side_of(unit)
    found = aircraft.mission(position, name)
    if found is None:
        return Refusal("30.72", f'there is no mission "{name}"')
    if not aircraft.allowed(position, side, name):
        need = f"{found.mission} needs air doctrine level {found.level}, not {position.air[side]}"
        return Refusal("30.71", need)
    if name not in aircraft.OFFENSIVE:
        return Refusal("30.71", f"{found.mission} is declared when there is occasion for it")
    if (refusal := aircraft.why_grounded(position, unit)) is not None:
        return refusal
    if has_target(position, unit, name):
        return None
    if position.setting.board.is_area(unit.at):
        return Refusal("21.33", "from off the map there is only transit")
    if name != aircraft.TRANSIT and not aircraft.is_based(position, unit):
        return Refusal("30.3", f"{position.piece(unit).name} is in no base")
    if name == aircraft.TRANSIT:
        return Refusal("30.53", "no other base is in three times its range")
    return Refusal("30.51", f"nothing for {found.mission} is in range")


# Flying them


def picks(position: SteelPosition) -> list[Action]:
    """[30.5] [30.57] The air units that may be taken in hand: with a mission, or to go by rail or sea."""
    found: list[Action] = []
    for unit in aircraft.fliers(position, position.active):
        if unit.moved or unit.name in position.aloft:
            continue
        if unit.name in position.air_missions or (
            aircraft.can_fly(position, unit) and journeys(position, unit)
        ):
            found.append(Pick(unit.name))
    return found


def journeys(position: SteelPosition, unit: Unit) -> list[Action]:
    """[30.57] Rail and sea for an air unit without a mission."""
    found: list[Action] = []
    if unit.name in position.aboard:
        return found
    if not position.setting.board.is_area(unit.at) and trains.can_entrain(position, unit):
        found.append(Entrain())
    if naval_transport.may_embark(position, unit):
        found.append(Embark())
    return found


def why_not_pick(position: SteelPosition, unit: Unit) -> Refusal:
    """Words for an air unit that cannot be taken in hand."""
    name = position.piece(unit).name
    if unit.moved or unit.name in position.aloft:
        return Refusal("30.21", f"{name} has flown in this impulse")
    return aircraft.why_grounded(position, unit) or Refusal("30.71", f"{name} has no mission in this impulse")


def lead(table: Table, position: SteelPosition, first: str) -> Procedure:
    """[30.5] [30.51] Take air units of one base in hand, with what they are ordered to, and let them fly."""
    names = [first]
    while True:
        group = [position.units[name] for name in names]
        order = yield Ask(
            position.active,
            "fly",
            "Where to? Pass to put the air units back",
            "30.51",
            [*_companions(position, group), *destinations(position, group), PASS],
            matters.InFlight(tuple(names)),
            lambda action, group=tuple(group): _why_not_fly(position, group, action),  # type: ignore[misc]  # mypy knows no lambda with defaults
        )
        if isinstance(order, Add):
            names.append(order.unit)
            continue
        if isinstance(order, Entrain):
            if not (yield from trains.travel(table, position, names)):
                continue
            marching.put_down(position, first)
        elif isinstance(order, Embark):
            if not (yield from voyages.sail(table, position, first)):
                continue
        elif isinstance(order, Fly) and not is_transit(position, group):
            yield from _fly_out(table, position, names, position.setting.board[order.to])
        elif not isinstance(order, Pass):
            yield from transit.go(table, position, names, order)
        return None


def is_transit(position: SteelPosition, group: Sequence[Unit]) -> bool:
    sortie = position.air_missions.get(group[0].name)
    return sortie is not None and sortie.mission == aircraft.TRANSIT


def destinations(position: SteelPosition, group: Sequence[Unit]) -> list[Action]:
    """[30.51] [30.53] [30.57] Where air units in hand may go."""
    if group[0].name not in position.air_missions:
        return journeys(position, group[0])
    if is_transit(position, group):
        return transit.destinations(position, group)
    label = position.setting.board.label
    missions = [position.air_missions[unit.name].mission for unit in group]
    return [Fly(label(node)) for node in targets(position, group, missions)]


def _companions(position: SteelPosition, group: Sequence[Unit]) -> list[Action]:
    """[30.54] Others of the base that fly along as one force; those in transit by themselves."""
    if group[0].name not in position.air_missions:
        return []
    taken, last = {unit.name for unit in group}, group[-1].name
    return [
        Add(unit.name)
        for unit in aircraft.fliers(position, position.active)
        if unit.at == group[0].at
        and unit.name not in taken
        and unit.name > last
        and unit.name in position.air_missions
        and not unit.moved
        and unit.name not in position.aloft
        and is_transit(position, [unit]) == is_transit(position, group)
    ]


def _why_not_fly(position: SteelPosition, group: Sequence[Unit], action: Action) -> Refusal | None:
    """[30.51] Words for a flight that is not possible."""
    board = position.setting.board
    if not isinstance(action, Fly) or action.to not in board:
        return None
    node, side = board[action.to], position.active
    if is_transit(position, group):
        return transit.why_not(position, group, node)
    if not flights.is_open(position, side, node):
        return Refusal("19.23", f"{action.to} is neutral, or not on the map")
    far = min(aircraft.range_of(position, unit) for unit in group)
    if node not in flights.reached(position, side, [(group[0].at, 0)], far):
        return Refusal("30.51", f"{action.to} is farther than {far} hexes away")
    return Refusal("30.71", f"none of their missions goes to {action.to}")


def _fly_out(table: Table, position: SteelPosition, names: Sequence[str], to: int) -> Procedure:
    """[30.51] [30.71] Air units fly to where their missions are carried out, and stay in the air over it."""
    units = [position.units[name] for name in names]
    start = units[0].at
    label = position.setting.board.label
    shown = ", ".join(position.piece(unit).name for unit in units)
    table.tell(
        f"{shown} fly from {label(start)} to {label(to)}", "30.51", kind="flight", data={"at": label(to)}
    )
    far = min(aircraft.range_of(position, unit) for unit in units)
    for name in names:
        position.aloft.add(name)
        position.change(name, moved=True)
    path = flights.way(position, position.active, start, to, far) if to != start else []
    yield from flights.fly(table, position, names, path)
    scouts = [
        position.units[name]
        for name in names
        if name in position.units and position.air_missions[name].mission == aircraft.RECONNAISSANCE
    ]
    if scouts:
        reconnaissance.look(table, position, scouts, to)
    return None
