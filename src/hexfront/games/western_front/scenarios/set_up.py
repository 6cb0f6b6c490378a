"""Scenario book, chapters 4 and 5: where the units begin.

The exact set-up places every unit in its listed hex. With the option ``quick-set-up`` the infantry,
artillery and engineers of the French and German armies are placed by their players in the zones of their
armies (WF 5-1, WF 5-3); the units are always those of the exact set-up (decision WF-R143).
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfront.games.western_front.matters import SettingUp
from hexfront.games.western_front.orders import Place
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.list_rows import Placement, Zone
from hexfront.games.western_front.rules import gas, stacking
from hexfront.games.western_front.scenarios import front_lines
from hexfront.games.western_front.scenarios.deployment import automatic, stages
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, SIDES
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

QUICK = "quick-set-up"
READY = "ready-deployed"
OPENING_YEAR = 1914
_STARTED, _DONE = 1, 2
_ZONE_KINDS = ("inf", "art", "eng", "mtn", "mar")
_NUCLEUS = ("6-4", "7-4")  # the French infantry whose hexes the zones list [WF 5-1]


def place_all(setting: WesternFrontSetting, position: WesternFrontPosition) -> None:
    """[WF 4-1] [WF 4-2] [WF 4-3] [WF 4-4] The exact set-up: units, headquarters with supply, fortresses."""
    board = setting.board
    forces = setting.orders.scenarios[setting.scenario]
    if setting.parameters.front is not None:
        begin_trench_war(position)
        return
    for row in forces.placed:
        if row.struck or (row.option and not setting.option(row.option)) or row.hex not in board:
            continue
        position.units[row.unit] = _placed(setting, row)
    _place_fortresses(setting, position)
    setting.campaign.begin(position)


def begin_trench_war(position: WesternFrontPosition) -> None:
    """[WF 12] [WF 14 set-up] [WF 16 set-up] [WF 18 set-up] [WF 20 set-up] [WF 22 set-up] How a later scenario
    begins: front lines, sectors, fortresses, points and counters, and the armies beside the map.

    With the option ``ready-deployed`` they stand already.
    """
    setting, parameters = position.setting, position.setting.parameters
    front_lines.lay_out(position)
    front_lines.assign_sectors(position)
    _place_fortresses(setting, position)
    if parameters.demoralization.begins_with_historical:
        position.demoralization.update(parameters.demoralization.historical)
    named = {each.name for each in parameters.parameters}
    if "german_gas_counters" in named:
        gas.give(position, CENTRAL_POWERS, parameters.whole("german_gas_counters"))
    setting.title.adopt(setting, position)
    stages.muster(position)
    if setting.option(READY):
        automatic.deployed(position)
    else:
        stages.begin(position)
    setting.campaign.begin(position)


def _place_fortresses(setting: WesternFrontSetting, position: WesternFrontPosition) -> None:
    """[WF 4-1] [WF 14-1] [WF 14-4] The fortresses that stand."""
    board = setting.board
    for fortress in setting.orders.scenarios[setting.scenario].fortresses:
        if fortress.hex in board and setting.orders.fortresses[fortress.unit].map == setting.parameters.map:
            node = board[fortress.hex]
            position.units[fortress.unit] = Unit(
                fortress.unit, fortress.unit, node, fortress.strength, home=node
            )


def _placed(setting: WesternFrontSetting, row: Placement) -> Unit:
    node = setting.board[row.hex]
    return Unit(
        row.unit,
        row.unit,
        node,
        row.strength or 0,
        supply=row.supply or 0,
        army=row.army,
        home=node,
        mobilized=row.mobilizes is None,
    )


def quick(table: Table, position: WesternFrontPosition) -> Procedure:
    """[WF 5-1] [WF 5-2] [WF 5-3] The quick set-up, if it was chosen: the Entente places first. It is one of
    August 1914; a war that is taken up later is deployed by the rules of its scenario."""
    if not position.setting.option(QUICK) or position.flags.get(QUICK) == _DONE:
        return None
    if position.setting.parameters.first_turn.year > OPENING_YEAR:
        return None
    if QUICK not in position.flags:
        position.flags[QUICK] = _STARTED
        for unit in list(position.units.values()):
            if zone_of(position, unit):
                position.waiting[unit.name] = position.remove(unit.name)
    for side in reversed(SIDES):
        while (following := _next_waiting(position, side)) is not None:
            chosen = yield _ask_where(position, side, following)
            node = position.setting.board[chosen.at]
            placed = position.waiting.pop(following.name)
            position.put(msgspec.structs.replace(placed, at=node, home=node))
    position.flags[QUICK] = _DONE
    table.tell("The armies are deployed", "WF 5-1", "WF 5-3", kind="set-up")
    return None


def zone_of(position: WesternFrontPosition, unit: Unit) -> Zone | None:
    """The zone in which a unit is placed by its player; None if it has its listed hex."""
    if position.piece(unit).kind not in _ZONE_KINDS:
        return None
    zones = position.setting.orders.zones
    return next((zone for zone in zones if zone.army == unit.army), None)


def _next_waiting(position: WesternFrontPosition, side: str) -> Unit | None:
    """The next unit to be placed: those that are most restricted first."""
    waiting = [unit for unit in position.waiting.values() if position.side_of(unit) == side]
    return min(
        waiting, key=lambda unit: (unit.army, not _is_nucleus(position, unit), unit.name), default=None
    )


def _is_nucleus(position: WesternFrontPosition, unit: Unit) -> bool:
    piece = position.piece(unit)
    return piece.nation != "fr" or (piece.infantry and f"{piece.strength}-{piece.movement}" in _NUCLEUS)


def zone_hexes(position: WesternFrontPosition, unit: Unit) -> list[int]:
    """[WF 5-1] [WF 5-3] The hexes in which a unit may be placed, room not considered.

    French units other than 6-4 and 7-4 infantry may also stand next to a hex of their army or with its
    headquarters, in France and in no hex of another army.
    """
    zone = zone_of(position, unit)
    assert zone is not None
    board = position.setting.board
    own = [board[label] for label in zone.hexes if label in board]
    if _is_nucleus(position, unit):
        return own
    others = {
        board[label]
        for other in position.setting.orders.zones
        if other.army != zone.army
        for label in other.hexes
        if label in board
    }
    near = {beside for node in own for beside in board.adjacent[node]}
    if zone.army in position.units:
        near.add(position.units[zone.army].at)
    extra = {node for node in near - others - set(own) if board.country[node] == "france"}
    return own + sorted(extra)


def why_not_place(position: WesternFrontPosition, unit: Unit, node: int) -> Refusal | None:
    """[WF 5-1] [WF 5-3] [11-1] Why a unit may not be placed in a hex."""
    zone = zone_of(position, unit)
    piece = position.piece(unit)
    where = position.setting.board.label(node)
    if zone is None or node not in zone_hexes(position, unit):
        rule = "WF 5-3" if piece.nation == "ge" else "WF 5-1"
        return Refusal(rule, f"{where} is not a hex of the army of {piece.label}")
    return _why_full(position, unit, zone, node)


def _why_full(position: WesternFrontPosition, unit: Unit, zone: Zone, node: int) -> Refusal | None:
    """[WF 5-3] [11-1] Why there is no room for a unit in a hex of its army."""
    piece, where = position.piece(unit), position.setting.board.label(node)
    if zone.divisions is not None and piece.infantry:
        halves = sum(
            other.halves
            for each in position.units_at(node)
            if (other := position.piece(each)).infantry and each.army == zone.army
        )
        if halves + piece.halves > 2 * zone.divisions:
            reason = f"{where} has its divisions of the army"
            return Refusal("WF 5-3", reason, zone.divisions, Fraction(halves + piece.halves, 2))
    if not stacking.room(position, node, [piece]):
        return Refusal("11-1", f"there is no room in {where}")
    return None


def _ask_where(position: WesternFrontPosition, side: str, unit: Unit) -> Ask:
    board = position.setting.board
    zone = zone_of(position, unit)
    assert zone is not None
    hexes = zone_hexes(position, unit)
    open_hexes = [node for node in hexes if _why_full(position, unit, zone, node) is None]
    listed = (
        unit.home
        if unit.home in open_hexes
        else min(open_hexes, key=lambda node: (board.distance(unit.home, node) or 0, node))
    )
    return Ask(
        side,
        "set up",
        f"Where does {position.piece(unit).label} begin?",
        "WF 5-3" if position.piece(unit).nation == "ge" else "WF 5-1",
        options=lambda: [Place(unit.name, board.label(node)) for node in open_hexes],
        why_not=lambda action: _why_not(position, unit, action),
        default=lambda: Place(unit.name, board.label(listed)),
        about=SettingUp(unit.name),
        station=True,
    )


def _why_not(position: WesternFrontPosition, unit: Unit, action: Action) -> Refusal | None:
    if not isinstance(action, Place):
        return None
    if action.unit != unit.name:
        return Refusal("WF 5-1", f"it is {unit.name} that is placed now")
    board = position.setting.board
    if action.at not in board:
        return Refusal("WF 5-1", f'there is no hex "{action.at}"')
    return why_not_place(position, unit, board[action.at])
