"""Chapter 9: which rail lines can be used, how they are cut, and how engineers repair them.

The state of a line is kept for the whole hex (decision WF-R023): the nation of the network it belongs to,
or nothing while it is inoperative. `WesternFrontPosition.rail` holds what has changed since the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hexfront.games.western_front.orders import Convert
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import gauges, morale
from hexfront.games.western_front.vocabulary import (
    CAVALRY_SUPPLY,
    COUNTRY_NATION,
    DEVASTATION,
    HINDENBURG_LINE,
    MOVEMENT,
    POINT,
    TRENCH,
)
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = (
    Option(
        "engineers-own-network-only",
        ("off", "on"),
        "Engineers of nations without a network of their own on the map cannot repair rail lines.",
        ("9-6",),
    ),
    Option(
        "engineers-avoid-zones",
        ("off", "on"),
        "Engineers may not enter enemy zones of control at all, except in hexes with a trench.",
        ("9-8",),
    ),
)

DUG = frozenset({TRENCH, HINDENBURG_LINE})
BROKEN_GROUND = frozenset({TRENCH, HINDENBURG_LINE, DEVASTATION})
"""Markers in whose hexes a line is repaired only by staying [9-7]."""

_DIVISIONS = frozenset({"xx", "xxx"})
LOST = "rail capacity lost: "
_CONVERTING = "converting: "  # flag of an engineer at work on the gauge: the hex
_TURNS_OF_WORK = 2  # the turn in which the engineer stays, and the one that follows [9-7]


# The state of a line


def has_line(position: WesternFrontPosition, node: int) -> bool:
    """[9-14] Whether a rail line runs through a hex, operative or not."""
    return bool(position.setting.rail_adjacent[node])


def is_operative_for(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[9-1] [9-2] Whether the line in a hex is operative and of a network that a side controls."""
    network = position.rail_network(node)
    return bool(network) and position.setting.tables.nations[network].side == side


def why_not_usable(position: WesternFrontPosition, node: int, side: str) -> Refusal | None:
    """[9-1] Why a side cannot use the line in a hex."""
    where = position.setting.board.label(node)
    if not has_line(position, node):
        return Refusal("9-1", f"there is no rail line in {where}")
    network = position.rail_network(node)
    if not network:
        return Refusal("9-1", f"the rail line in {where} is inoperative")
    nation = position.setting.tables.nations[network]
    if nation.side != side:
        return Refusal("9-1", f"the rail line in {where} belongs to the enemy's network, {nation.name}")
    return None


# Cutting


def cut_by(table: Table, position: WesternFrontPosition, names: Sequence[str], node: int) -> None:
    """[9-3] Units have entered a hex: an enemy line in it may become inoperative (decision WF-R022)."""
    if not names:
        return
    if node in position.setting.cities:
        check_capacity_lost(table, position, COUNTRY_NATION.get(position.setting.board.country[node], ""))
    setting = position.setting
    network = position.rail.get(node, setting.home_network[node])
    if not network:
        return
    side = setting.pieces[position.units[names[0]].piece].side
    if setting.tables.nations[network].side == side or not breaks_lines(position, names, node):
        return
    if not is_cut_for_points(position, side):
        cut(table, position, node)


def is_cut_for_points(position: WesternFrontPosition, side: str) -> bool:
    """[summary 16-d] Whether entering a hex does not cut its line: with the option, in a side's own movement.

    In retreat, and in advance and arrival in other phases, lines are cut for nothing all the same.
    """
    return position.setting.option(CAVALRY_SUPPLY) and position.phase == MOVEMENT and position.active == side


def cut(table: Table, position: WesternFrontPosition, node: int) -> None:
    """[9-3] The line in a hex becomes inoperative."""
    gauges.remember(position, node)
    position.rail[node] = ""
    table.tell(f"The rail line in {position.setting.board.label(node)} is cut", "9-3", kind="rail")


def breaks_lines(position: WesternFrontPosition, names: Sequence[str], node: int) -> bool:
    """[9-3] Whether those who enter are an infantry division, or make two infantry brigades in the hex."""
    brigades = 0
    for unit in position.units_at(node):
        piece = position.piece(unit)
        if not (piece.infantry or piece.strengthened):
            continue
        if piece.size in _DIVISIONS:
            if unit.name in names:
                return True
        else:
            brigades += 1
    return brigades > 1


# Repair


def own_network(position: WesternFrontPosition, engineer: Unit) -> str:
    """[9-6] The network that an engineer's nation works for (decision WF-R024); empty if it has none."""
    setting = position.setting
    nation = setting.tables.nations[position.piece(engineer).nation]
    for name in (nation.nation, nation.counted_as):
        if name in network_nations(position):
            return name
    if setting.option("engineers-own-network-only"):
        return ""
    return _leading_network(position, nation.side)


def network_nations(position: WesternFrontPosition) -> tuple[str, ...]:
    """[8-2] The nations that have a rail network in this scenario."""
    return tuple(rail.nation for rail in position.setting.parameters.rail)


def _leading_network(position: WesternFrontPosition, side: str) -> str:
    """The strongest network of a side: that of the nation which leads it."""
    nations = position.setting.tables.nations
    own = [nations[name] for name in network_nations(position) if nations[name].side == side]
    return max(own, key=lambda nation: nation.rail_capacity or 0).nation if own else ""


def why_not_repair_from(position: WesternFrontPosition, engineer: Unit, node: int) -> Refusal | None:
    """[9-4] [9-5] [9-6] Why an engineer that begins its phase in a hex repairs nothing on its way."""
    where = position.setting.board.label(node)
    if not position.piece(engineer).engineer:
        return Refusal("9-4", f"{position.piece(engineer).label} is no engineer unit")
    network = own_network(position, engineer)
    if not network:
        return Refusal("9-6", f"{position.piece(engineer).label} has no rail network of its own")
    if position.rail_network(node) != network:
        name = position.setting.tables.nations[network].name
        return Refusal("9-6", f"the rail line in {where} is no operative line of the network of {name}")
    return None


def may_work_in(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[9-8] Whether an engineer may enter a hex for repair, or repair in it: no enemy zone, unless there is
    a trench (decision WF-R026)."""
    if not position.enemy_controlled(node, side):
        return True
    marker = position.markers.get(node)
    return marker is not None and marker.kind in DUG


def follows_track(position: WesternFrontPosition, here: int, there: int) -> bool:
    """[9-5] Whether the track crosses the hexside between two hexes."""
    return there in position.setting.rail_adjacent[here]


def needs_time(position: WesternFrontPosition, node: int) -> bool:
    """[9-7] Whether a trench or devastation keeps a line from being repaired in passing."""
    marker = position.markers.get(node)
    return marker is not None and marker.kind in BROKEN_GROUND


def repair(table: Table, position: WesternFrontPosition, engineer: str, path: Sequence[int]) -> list[int]:
    """[9-5] [9-12] Make the inoperative lines on an engineer's way operative, as part of its own network.

    ``path`` begins with a hex of that network and follows the track. Lines of another gauge are not
    converted in passing. Returns the hexes repaired.
    """
    network = position.rail_network(path[0])
    repaired = []
    for node in path[1:]:
        if needs_time(position, node) or gauges.differs(position, node, network):
            continue
        if position.rail_network(node) == "":
            position.rail[node] = network
            repaired.append(node)
    if repaired:
        label = position.setting.board.label
        hexes = ", ".join(label(node) for node in repaired)
        who = position.piece(position.units[engineer]).label
        table.tell(f"{who} repairs the rail line in {hexes}", "9-5", kind="rail")
    return repaired


def end_of_half_turn(table: Table, position: WesternFrontPosition) -> None:
    """[9-7] [9-13] [6-12] Engineers of the active side that stayed in a hex work on its line.

    In a trench or devastation hex the line is restored at the end of the second turn in which the engineer
    has not stirred (WF-R025). Of a line of another gauge only the hex next to the network is converted,
    however many engineers wait along it. Rail-bound units that have lost their line are given up.
    """
    finished: dict[int, str] = {}
    pieces = position.setting.pieces
    for unit in position.of_side(position.active):
        piece = pieces[unit.piece]
        if piece.rail_bound:
            _strand(table, position, unit)
        if not piece.engineer:
            continue
        worked = unit.stationary + 1 if is_at_work(position, unit) else 0
        if worked and is_finished(position, unit, worked):
            finished[unit.at] = own_network(position, unit)
            where = position.setting.board.label(unit.at)
            who = position.piece(unit).label
            table.tell(f"{who} restores the rail line in {where}", "9-7", "9-12", kind="rail")
            worked = 0
        if worked != unit.stationary:
            position.change(unit.name, stationary=worked)
    position.rail.update(finished)
    for flag in [flag for flag in position.flags if flag.startswith(_CONVERTING)]:
        del position.flags[flag]


def is_finished(position: WesternFrontPosition, engineer: Unit, worked: int) -> bool:
    """[9-7] [9-11] Whether an engineer that has worked for so many turns is done in this one."""
    if gauges.differs(position, engineer.at, own_network(position, engineer)):
        if not gauges.may_convert_now(position):
            return False
    return worked >= (_TURNS_OF_WORK if needs_time(position, engineer.at) else 1)


def _strand(table: Table, position: WesternFrontPosition, unit: Unit) -> None:
    """[6-12] [WF 12-12] A rail-bound unit without an active friendly line in its hex is lost."""
    if unit.at == OFF_MAP or is_operative_for(position, unit.at, position.side_of(unit)):
        return
    position.remove(unit.name)
    position.lost[unit.name] = unit
    where = position.setting.board.label(unit.at)
    who = position.piece(unit).label
    table.tell(f"{who} is lost: no rail line is left to it in {where}", "6-12", "WF 12-12", kind="loss")
    morale.unit_lost(table, position, unit, unit.strength, surrendered=False)


def is_at_work(position: WesternFrontPosition, engineer: Unit) -> bool:
    """[9-7] [9-12] Whether an engineer has stayed in a trench hex whose line it can join to its own network,
    or was ordered to convert the line."""
    if engineer.retreated or not engineer.mobilized:
        return False
    node = engineer.at
    if needs_time(position, node):
        return not engineer.moved and can_work_in(position, engineer)
    return is_converting(position, engineer) and can_work_in(position, engineer)


def can_work_in(position: WesternFrontPosition, engineer: Unit) -> bool:
    """[9-6] [9-7] [9-8] [9-13] Whether an engineer's hex has a line to restore or convert, next to its
    network, and no enemy zone keeps it from the work."""
    node = engineer.at
    if not has_line(position, node) or position.rail_network(node):
        return False
    if not may_work_in(position, node, position.side_of(engineer)):
        return False
    network = own_network(position, engineer)
    beside = position.setting.rail_adjacent[node]
    if not network or all(position.rail_network(other) != network for other in beside):
        return False
    return needs_time(position, node) or gauges.differs(position, node, network)


# Changing the gauge


def is_converting(position: WesternFrontPosition, engineer: Unit) -> bool:
    """[9-12] Whether an engineer spends its movement of this turn on converting the line where it stands."""
    return position.flags.get(_CONVERTING + engineer.name) == engineer.at


def movement_choices(position: WesternFrontPosition, side: str) -> Iterator[Action]:
    """[9-11] [9-12] Engineers that may be ordered to convert a line; nowhere if all gauges are the same."""
    if not gauges.are_mixed(position.setting) or not gauges.may_convert_now(position):
        return
    for unit in position.of_side(side):
        if position.piece(unit).engineer and why_not_convert(position, unit) is None:
            yield Convert(unit.name)


def why_not_in_movement(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """[9-12] Why an engineer cannot be ordered to convert a line."""
    if not isinstance(action, Convert):
        return None
    unit = position.units.get(action.engineer)
    if unit is None or position.side_of(unit) != side or not position.piece(unit).engineer:
        return Refusal("9-4", f'"{action.engineer}" is no engineer unit of yours')
    return why_not_convert(position, unit)


def why_not_convert(position: WesternFrontPosition, engineer: Unit) -> Refusal | None:
    """[9-11] [9-12] [9-13] Why an engineer cannot convert the line in its hex in this turn."""
    label, where = position.piece(engineer).label, position.setting.board.label(engineer.at)
    network = own_network(position, engineer)
    if not network or not gauges.differs(position, engineer.at, network):
        return Refusal("9-11", f"the line in {where} has the gauge of the network already")
    if not gauges.may_convert_now(position):
        return Refusal("9-11", "lines are converted in odd turns from April to October")
    if engineer.moved or engineer.spent or not engineer.mobilized:
        return Refusal("9-12", f"{label} needs its whole movement to convert a line")
    if not may_work_in(position, engineer.at, position.side_of(engineer)):
        return Refusal("9-8", f"{where} is in an enemy zone of control, where {label} repairs nothing")
    if needs_time(position, engineer.at):
        return Refusal("9-7", f"in {where} {label} has only to stay: the ground comes first")
    if not can_work_in(position, engineer):
        return Refusal("9-13", f"{where} has no inoperative line next to the network")
    return None


def convert(table: Table, position: WesternFrontPosition, order: Convert) -> Procedure:
    """[9-12] An engineer spends all its movement on the line; it is converted as the half turn ends."""
    engineer = position.units[order.engineer]
    piece = position.piece(engineer)
    position.change(engineer.name, moved=True, spent=piece.movement * POINT)
    position.flags[_CONVERTING + engineer.name] = engineer.at
    where = position.setting.board.label(engineer.at)
    table.tell(f"{piece.label} begins to convert the line in {where}", "9-12", kind="rail")
    yield from ()
    return None


MOVEMENT_ORDERS: Mapping[type[Action], Callable[[Table, WesternFrontPosition, Any], Procedure]] = {
    Convert: convert
}


# Losing a whole network


def check_capacity_lost(table: Table, position: WesternFrontPosition, nation: str) -> None:
    """[8-9] A nation all of whose cities the enemy has occupied loses its rail capacity for good."""
    if not nation or position.flags.get(LOST + nation) or not all_cities_lost(position, nation):
        return
    lose_capacity(table, position, nation)


def all_cities_lost(position: WesternFrontPosition, nation: str) -> bool:
    """[8-9] Whether the enemy holds every city of a nation on the map (decision WF-R021)."""
    setting = position.setting
    country = home_country(nation)
    side = setting.tables.nations[nation].side
    cities = setting.cities_of.get(country, ())
    for node in cities:
        if position.holder(node) in (side, ""):
            return False
    return bool(cities)


def lose_capacity(table: Table, position: WesternFrontPosition, nation: str) -> None:
    """[8-9] A nation's rail capacity is lost; its operative lines pass to a friendly neighbour."""
    position.flags[LOST + nation] = 1
    name = position.setting.tables.nations[nation].name
    table.tell(f"The rail capacity of {name} is lost", "8-9", kind="rail")
    lines = [node for node in range(len(position.standing)) if position.rail_network(node) == nation]
    joined = heirs(position, nation, lines)
    if not joined:
        return
    heir = max(joined, key=lambda each: (joined[each], each))
    for node in lines:
        position.rail[node] = heir
    taken_by = position.setting.tables.nations[heir].name
    table.tell(f"The rail lines of {name} pass to the network of {taken_by}", "8-9", kind="rail")


def heirs(position: WesternFrontPosition, nation: str, lines: Sequence[int]) -> Mapping[str, int]:
    """[8-9] Friendly networks joined to a nation's own by rail, and by how many hexsides.

    On this map no network has more than one friendly neighbour, so nobody has to choose.
    """
    nations = position.setting.tables.nations
    joined: dict[str, int] = {}
    for node in lines:
        for other in position.setting.rail_adjacent[node]:
            network = position.rail_network(other)
            if network not in ("", nation) and nations[network].side == nations[nation].side:
                if not position.flags.get(LOST + network):
                    joined[network] = joined.get(network, 0) + 1
    return joined


def home_country(nation: str) -> str:
    """The country on the board that is a nation's own; Luxembourg is nobody's."""
    own = (country for country, owner in COUNTRY_NATION.items() if owner == nation)
    return next((country for country in own if country != "luxembourg"), "")
