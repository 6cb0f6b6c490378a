"""[11.63] [21.0] By sea, and over the edge of the map: what units are asked on the way."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.orders import ComeIn, Disembark, Embark, Entrain, ForceMarch
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    landings,
    marching,
    moving,
    naval_transport,
    off_map,
    sea_control,
    trains,
)
from hexfront.games.storm_of_steel.rules.moving import Ways
from hexfront.games.storm_of_steel.sea_orders import Land, LieOff
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure
from hexfront.shared.hands import IN_HAND


def overseas(position: SteelPosition, unit: Unit, marches: Ways) -> list[Action]:
    """[11.63] [21.21] Ways by sea, and over the edge of the map."""
    found: list[Action] = []
    if naval_transport.may_embark(position, unit):
        found.append(Embark())
    if position.active == ENTENTE:
        found += off_map.off_map(position, unit, marches, lambda: _joined(position, unit))
    return found


def _joined(position: SteelPosition, unit: Unit) -> frozenset[int]:
    """[11.62] Where a unit can go by rail."""
    if not trains.can_entrain(position, unit):
        return frozenset()
    return moving.by_rail(position, position.active, unit.at)


# Off the map and over the sea


def from_area(table: Table, position: SteelPosition, name: str) -> Procedure:
    """[21.31] [21.41] [21.5] A unit in an off-map area goes to the edge of the map and on from there, to the
    next area, or aboard a transport."""
    unit = position.units[name]
    while True:
        options: list[Action] = [*off_map.from_area(position, unit)]
        if off_map.may_be_shipped(position, unit):
            options.append(Embark())
        order = yield Ask(
            position.active,
            IN_HAND,
            "Where to? Pass to stay",
            "21.31",
            [*options, PASS],
            matters.InHand((name,)),
            lambda action: (
                naval_transport.why_not_embark(position, unit)
                if isinstance(action, Embark)
                else off_map.why_not(position, action)
            ),
        )
        if isinstance(order, Embark):
            if not (yield from sail(table, position, name)):
                continue
        elif not isinstance(order, Pass):
            off_map.go(table, order)
            if isinstance(order, ComeIn):
                yield from _march_in(table, position, name)
        return None


def _march_in(table: Table, position: SteelPosition, name: str) -> Procedure:
    """[21.31] Who has come in goes on by force march or by rail; the hex at the edge has cost a point."""
    board = position.setting.board
    while True:
        unit = position.units[name]
        ways = moving.forced(position, [unit], spent=1)
        options: list[Action] = [ForceMarch(board.label(node)) for node in ways]
        if trains.can_entrain(position, unit):
            options.append(Entrain())
        order = yield Ask(
            position.active,
            IN_HAND,
            "Where to? Pass to stay at the edge of the map",
            "21.31",
            [*options, PASS],
            matters.InHand((name,), 1),
        )
        if isinstance(order, ForceMarch):
            marching.march(table, position, [name], moving.path_to(ways, unit.at, board[order.to]), "11.61")
        elif isinstance(order, Entrain) and not (yield from trains.travel(table, position, [name])):
            continue
        position.change(name, moved=True, strategic=True)
        return None


def sail(table: Table, position: SteelPosition, name: str) -> Generator[Ask | Together, Any, bool]:
    """[11.63] [29.12] Ask where a transport goes with a unit and whether it lands there, and go; whether it
    did."""
    unit = position.units[name]
    board, start = position.setting.board, unit.at
    order = yield Ask(
        position.active,
        "disembark",
        "Where does the transport go? Pass to stay",
        "11.63",
        lambda: [PASS, *ends(position, unit)],
        matters.AtSea((name,)),
        lambda action: landings.why_not(position, unit, action) or _why_not_land(position, unit, action),
    )
    if isinstance(order, Pass):
        return False
    if isinstance(order, Land):
        yield from landings.assault(table, name, board[order.to])
        return True
    to = board[order.to]
    carrier = naval_transport.sail(table, position, unit, to, ashore=isinstance(order, Disembark))
    marching.note_crossing(position, [name, *([carrier] if carrier else [])], start, to)
    return True


def ends(position: SteelPosition, unit: Unit) -> Iterator[Action]:
    """[25.41] [29.12] Where a transport goes with a unit: to land it, by assault or in a friendly port, or to
    lie off one with the unit aboard. Who is taken off by a card lands."""
    label = position.setting.board.label
    for node in naval_transport.destinations(position, unit):
        yield Disembark(label(node))
    for node in landings.targets(position, unit):
        yield Land(label(node))
    if not naval_transport.is_evacuated(position, unit):
        for node in naval_transport.moorings(position, unit):
            if not position.is_cargo(unit.name) or node != unit.at:
                yield LieOff(label(node))


def steer(table: Table, position: SteelPosition, name: str) -> Procedure:
    """[29.1] Ask where an empty transport goes, and go there."""
    ship = position.units[name]
    board, start = position.setting.board, ship.at
    order = yield Ask(
        position.active,
        "steer",
        "Where does the empty transport go? Pass to stay",
        "29.1",
        lambda: [PASS, *(LieOff(board.label(node)) for node in naval_transport.moorings(position, ship))],
        matters.AtSea((name,)),
        lambda action: _why_not_land(position, ship, action),
        always=True,  # who may not leave is told why
    )
    if isinstance(order, LieOff):
        naval_transport.sail_empty(table, position, ship, board[order.to])
        marching.note_crossing(position, [name], start, board[order.to])
    return None


def _why_not_land(position: SteelPosition, unit: Unit, action: Action) -> Refusal | None:
    """[11.631] [11.632] [21.45] [29.25] [31.12] Words for a port that a transport cannot go to."""
    board = position.setting.board
    if not isinstance(action, Disembark | LieOff) or action.to not in board:
        return None
    node, side = board[action.to], position.side_of(unit)
    country = position.piece(unit).country
    if not sea_control.seas_of(position, node):
        return Refusal("11.63", f"{action.to} is no port")
    if naval_transport.is_neutral_port(position, node, side):
        return Refusal("19.23", f"{action.to} is neutral")
    ship = position.units.get(position.aboard.get(unit.name, unit.name))
    if ship is not None and naval_transport.holds_a_line(position, ship):
        return Refusal("31.12", "without this transport units would be out of supply")
    reached = naval_transport.seas_reached(position, side, country, unit.at)
    if not naval_transport.joins(position, unit.at, node, reached):
        far = naval_transport.joins(position, unit.at, node, dict.fromkeys(reached, 1))
        if far:
            return Refusal("21.45", f"{action.to} is too far for one voyage")
        lanes = frozenset().union(*naval_transport.lanes(position, side, country))
        if board.is_area(unit.at) and not lanes.isdisjoint(sea_control.seas_of(position, node)):
            return Refusal("29.25", f"{action.to} is on no map that adjoins {board.name_of(unit.at)}")
        return Refusal("11.631" if side == CENTRAL_POWERS else "11.632", f"no open sea leads to {action.to}")
    ashore = isinstance(action, Disembark)
    carries = position.piece(unit).land or position.piece(unit).air
    if carries and not naval_transport.has_quays(position, unit, node, ashore=ashore):
        return Refusal("29.23", f"the ports on that coast have handled all the units they can ({action.to})")
    if isinstance(action, LieOff):
        return Refusal("29.24", f"{action.to} is no port of yours")
    if not naval_transport.has_berth(position, node):
        return Refusal("29.16", f"the port of {action.to} has handled two units in this impulse")
    return naval_transport.why_not_ashore(position, unit, node)
