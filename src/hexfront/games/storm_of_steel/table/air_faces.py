"""How choices of the war in the air look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfront.games.storm_of_steel import air_orders, orders
from hexfront.games.storm_of_steel.matters import AirLanding, InFlight, Intruders, Support
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    air_combat,
    air_landing,
    air_missions,
    air_strikes,
    aircraft,
    flights,
    ground_support,
    transit,
)
from hexfront.games.storm_of_steel.table import nation_faces
from hexfront.games.storm_of_steel.table.names import hex_name, unit_name
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.showing import Face
from hexfront.shared.words import counted

Shown = Callable[[SteelPosition, Any], Face]


def face(position: SteelPosition, action: Action) -> Face:
    """How an order of the war in the air is shown; others as on the map and its displays."""
    made = _FACES.get(type(action))
    return made(position, action) if made else nation_faces.face(position, action)


def mission_item(unit: str, mission: str) -> str:
    """The item of the air display by which a mission is ordered."""
    return f"mission:{unit}:{mission}"


def _listed(position: SteelPosition, units: list[Unit]) -> str:
    return ", ".join(unit_name(position, unit.name) for unit in units)


def _order_mission(position: SteelPosition, order: air_orders.OrderMission) -> Face:
    unit = position.units.get(order.unit)
    title = aircraft.title_of(order.mission)
    effects = []
    if unit is not None:
        far = (
            transit.reach_of(position, [unit])
            if order.mission == aircraft.TRANSIT
            else aircraft.range_of(position, unit)
        )
        effects.append(f"up to {counted(far, 'hex', 'hexes')} away")
    return Face(
        f"{unit_name(position, order.unit)}: {title}",
        title.capitalize(),
        unit=order.unit if unit is not None else "",
        effects=tuple(effects),
        item=mission_item(order.unit, order.mission),
    )


def _intercept(position: SteelPosition, order: air_orders.Scramble) -> Face:
    text = f"Attack them from {hex_name(position, order.at)}"
    return Face(text, "Intercept", hex=order.at, chance=True)


def _air_battle(position: SteelPosition, order: air_orders.AirBattle) -> Face:
    text = f"Attack the aircraft in {hex_name(position, order.at)}"
    if order.at not in position.setting.board:
        return Face(text, "Air combat", chance=True)
    mine, theirs = air_strikes.flying(position, order), air_strikes.prey(position, order)
    effects = (
        f"{air_combat.strength(position, mine)} against {air_combat.strength(position, theirs)}",
        *(unit_name(position, unit.name) for unit in theirs),
    )
    return Face(text, "Air combat", hex=order.at, effects=effects, chance=True)


def _bomb(position: SteelPosition, order: air_orders.Bomb) -> Face:
    text = f"Bomb {hex_name(position, order.at)}"
    if order.at not in position.setting.board:
        return Face(text, "Bomb", chance=True)
    total = ground_support.strength(position, air_strikes.flying(position, order))
    return Face(text, "Bomb", hex=order.at, effects=(f"with {total}",), chance=True)


def _strike_ships(position: SteelPosition, order: air_orders.StrikeShips) -> Face:
    text = f"Attack the ships in {hex_name(position, order.at)}"
    if order.at not in position.setting.board:
        return Face(text, "Attack ships", chance=True)
    total = ground_support.strength(position, air_strikes.flying(position, order))
    return Face(text, "Attack ships", hex=order.at, effects=(f"with {total}",), chance=True)


def _field(position: SteelPosition, at: str) -> tuple[str, str]:
    """A base in words, and its hex: a hex itself, or a cruiser."""
    ship = position.units.get(at)
    if ship is None:
        return hex_name(position, at), at
    label = position.setting.board.label(ship.at)
    return f"{unit_name(position, at)} in {hex_name(position, label)}", label


def _land(position: SteelPosition, order: air_orders.TouchDown) -> Face:
    where, label = _field(position, order.at)
    unit = order.unit if order.unit in position.units else ""
    return Face(f"{unit_name(position, order.unit)} lands in {where}", "Land", unit=unit, hex=label)


class FlightFaces:
    """The faces of where the air units in hand may fly."""

    def __init__(self, position: SteelPosition, about: InFlight) -> None:
        self.position = position
        self.units = [position.units[name] for name in about.units]
        self.danger = flights.threats(position, position.side_of(self.units[0]))

    def __call__(self, action: Action) -> Face:
        match action:
            case air_orders.Fly(to):
                return self._fly(to)
            case orders.Add(name):
                sortie = self.position.air_missions.get(name)
                what = (aircraft.title_of(sortie.mission),) if sortie else ()
                text = f"Take {unit_name(self.position, name)} along"
                return Face(text, "Take along", unit=name, effects=what)
            case Pass():
                where = self.position.setting.board.label(self.units[0].at)
                return Face(f"Put back in {hex_name(self.position, where)}", "Stop", puts_down=True)
        return face(self.position, action)

    def _fly(self, to: str) -> Face:
        position, board = self.position, self.position.setting.board
        where, label = _field(position, to)
        start, node = self.units[0].at, board[label]
        away = air_missions.is_transit(position, self.units)
        verb = "Fly over" if away else "Fly"
        if board.is_area(start):
            return Face(f"{verb} to {where}", verb, hex=label)
        far = (
            transit.reach_of(position, self.units)
            if away
            else min(aircraft.range_of(position, unit) for unit in self.units)
        )
        path = flights.way(position, position.active, start, node, far) if node != start else []
        return Face(
            f"{verb} to {where}",
            verb,
            hex=label,
            cost=str(len(path)),
            path=tuple(board.label(each) for each in (start, *path)),
            effects=tuple(self._risks(path)),
        )

    def _risks(self, path: list[int]) -> list[str]:
        """[30.54] The bases from which they may be attacked on the way."""
        position = self.position
        bases = dict.fromkeys(base for node in path for base in self.danger.get(node, ()))
        enemy = aircraft.based_at(position, _enemy(position, self.units[0]))
        label = position.setting.board.label
        return [
            f"may be attacked from {hex_name(position, label(base))} with "
            f"{air_combat.strength(position, enemy[base])}"
            for base in bases
        ]


def _enemy(position: SteelPosition, unit: Unit) -> str:
    return next(side for side in position.morale if side != position.side_of(unit))


def intruder_face(position: SteelPosition, about: Intruders) -> Callable[[Action], Face]:
    """[30.54] How interception looks: who comes, and with what."""
    coming = [position.units[name] for name in about.units]

    def look(action: Action) -> Face:
        if isinstance(action, Pass):
            return Face("Let them pass", "Pass")
        assert isinstance(action, air_orders.Scramble)
        side = _enemy(position, coming[0])
        mine = flights.interceptors(position, side, position.setting.board[action.at])
        effects = (
            f"{air_combat.strength(position, mine)} against {air_combat.strength(position, coming)}",
            f"against {_listed(position, coming)}",
        )
        text = f"Attack them from {hex_name(position, action.at)}"
        return Face(text, "Intercept", hex=action.at, effects=effects, chance=True)

    return look


def support_face(position: SteelPosition, about: Support) -> Callable[[Action], Face]:
    """[30.56] How support of the defence looks."""

    def look(action: Action) -> Face:
        if isinstance(action, Pass):
            return Face("No more support" if about.units else "No support from the air", "Pass")
        assert isinstance(action, orders.Join)
        unit = position.units[action.unit]
        return Face(
            f"{unit_name(position, unit.name)} supports the defence",
            "Support",
            unit=unit.name,
            effects=(f"bombardment {aircraft.bombardment(position, unit)}",),
        )

    return look


def landing_face(position: SteelPosition, about: AirLanding) -> Callable[[Action], Face]:
    """[30.52] How the return to the bases looks."""

    def look(action: Action) -> Face:
        if isinstance(action, Pass):
            away = [name for name in about.units if not air_landing.home(position, position.units[name])]
            lost = (f"{counted(len(away), 'air unit')} must find another base",) if away else ()
            return Face("All return to the bases they came from", "Land", effects=lost)
        if isinstance(action, orders.Pick):
            text = f"Let {unit_name(position, action.unit)} land elsewhere"
            return Face(text, "Land elsewhere", unit=action.unit)
        return face(position, action)

    return look


_FACES: dict[type[Action], Shown] = {
    air_orders.OrderMission: _order_mission,
    air_orders.Scramble: _intercept,
    air_orders.AirBattle: _air_battle,
    air_orders.Bomb: _bomb,
    air_orders.StrikeShips: _strike_ships,
    air_orders.TouchDown: _land,
}
