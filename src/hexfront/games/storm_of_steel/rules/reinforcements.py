"""Chapters 7.6 and 45.2: units arrive from the turn record track and are placed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hexfront.games.storm_of_steel.matters import Joining
from hexfront.games.storm_of_steel.orders import Deploy
from hexfront.games.storm_of_steel.position import Due, SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    agenda,
    allegiance,
    armoured_trains,
    bolsheviks,
    capacity,
    chapters,
    control,
    industrial_lines,
    motorization,
    nationalists,
    rebasing,
    stacking,
)
from hexfront.games.storm_of_steel.vocabulary import NAVAL, SIDES
from hexfront.kernel.actions import Action
from hexfront.kernel.play import Ask, Procedure, Refusal, Table

OTTOMAN = "ottoman-empire"
FIELD = "ottoman unit in the field"
RAISED = "irregulars raised"


def place(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-7f] Both sides place what is due, and irregulars mobilize by their table."""
    if not position.begun:
        position.reserves_at.clear()
        position.flags.pop(FIELD, None)
        call_up(position)
        position.ready.clear()
        position.begun = True
    for side in SIDES:
        if side in position.ready:
            continue
        position.active = side
        yield from arrive(table, side)
        yield from motorization.place(table, side)
        position.ready.add(side)
    position.active = SIDES[0]
    yield from rebasing.segment(table)
    if position.flags.get(RAISED) != position.turn:
        position.flags[RAISED] = position.turn
        position.agenda.extend([*bolsheviks.mobilize(table), *nationalists.mobilize(table)])
    yield from agenda.work_off(table, {"raise": raise_irregular})
    position.ready.clear()  # only now: whoever comes back in the middle finds both sides done
    rebasing.end(position)
    return None


def raise_irregular(table: Table[SteelPosition], about: str) -> Procedure:
    """[35.14] [35.23] Place a unit of Bolsheviks in a country, or of nationalists in a region."""
    force, where, kind = about.split()
    if force == bolsheviks.FORCE:
        yield from bolsheviks.place(table, where, kind)
    else:
        yield from nationalists.place(table, where, kind)
    return None


def call_up(position: SteelPosition) -> None:
    """[45.2] Units that come in this quarter besides mobilization, if their country fights, they are not in
    play already, and their place is on the maps that are played."""
    setting = position.setting
    for row in setting.printed.set_ups.reinforcements:
        if setting.calendar.number(row.turn) != position.turn or not position.in_pool(row.unit):
            continue
        if not chapters.is_played(setting, setting.pieces[row.unit].kind):
            continue
        played = row.at in setting.board and (
            setting.board[row.at] in setting.in_play or setting.board.is_area(setting.board[row.at])
        )
        if played and allegiance.fights_for(position, setting.pieces[row.unit].country):
            position.due[row.unit] = Due(position.turn, row.at)


def waiting(position: SteelPosition, side: str) -> list[str]:
    """[7.52] The units of a side that are due now or were left over."""
    return sorted(
        name
        for name, due in position.due.items()
        if due.turn <= position.turn
        and (
            allegiance.fights_for(position, position.setting.pieces[name].country) == side
            or (name in position.free_corps and position.side_of_piece(position.setting.pieces[name]) == side)
        )
    )


def arrive(table: Table[SteelPosition], side: str) -> Procedure:
    """[7.42] [7.6] Units that are due are placed one by one; those for which there is no place wait."""
    position = table.position
    setting = position.setting
    for name in waiting(position, side):
        settled = settled_place(position, name)
        if settled is not None:
            _put(table, name, settled)
            continue
        if not placements(position, name):
            due = position.due[name]
            position.due[name] = replace(due, turn=position.turn + 1)
            table.tell(f"There is no place for {setting.pieces[name].name}", "7.6", kind="arrival")
            continue
        answer = yield Ask(
            side,
            "deploy",
            f"Place {setting.pieces[name].name}",
            "7.6",
            [Deploy(name, setting.board.label(node)) for node in placements(position, name)],
            Joining(name),
            lambda action, name=name: _why_not(position, name, action),  # type: ignore[misc]  # as elsewhere
            station=True,
        )
        _put(table, name, setting.board[answer.at])
    return None


def _why_not(position: SteelPosition, name: str, action: Action) -> Refusal | None:
    """[7.6] [7.61] [7.62] [7.64] Words for a place where a unit cannot appear."""
    board, piece = position.setting.board, position.setting.pieces[name]
    if not isinstance(action, Deploy) or action.at not in board:
        return None
    if action.unit != name:
        return Refusal("7.6", f"{piece.name} is placed now")
    node, side = board[action.at], position.side_of_piece(piece)
    city = position.setting.city_at.get(node)
    if city is None or (city.country != piece.country and not piece.fort):
        return Refusal("7.6", f"{action.at} is no city{'' if piece.fort else ' of its country'}")
    if position.controller(node) != side or position.occupant[node] not in (side, ""):
        return Refusal("7.6", f"{action.at} is not in your hands")
    if not control.controls(position, side, node):
        return Refusal("10.33", f"{action.at} is empty and in an enemy zone")
    if piece.kind in NAVAL:
        return Refusal("7.62", f"{action.at} is no naval base that works")
    if piece.fort:
        if has_fort(position, node):
            return Refusal("13.13", f"there is a fort in {action.at}")
        return Refusal("7.63", f"no industrial line leads from {action.at} to a mobilization centre")
    if piece.kind == "reserve" and node in position.reserves_at:
        return Refusal("7.64", f"a reserve corps was placed in {action.at} in this phase")
    if node in _places(position, name):
        return Refusal("7.61", f"{action.at} has no room")
    return Refusal("7.6", f"{piece.name} appears in an industrial city of its country")


def settled_place(position: SteelPosition, name: str) -> int | None:
    """[45.2] [7.13] The place that is named for a unit, if it can still appear there."""
    at = position.due[name].at
    board = position.setting.board
    if not at or at not in board:
        return None
    node, side = board[at], position.side_of_piece(position.setting.pieces[name])
    if board.is_area(node):
        return node
    if position.controller(node) != side or position.occupant[node] not in (side, ""):
        return None
    return node if stacking.has_room(position, node, [Unit(name, name, node)]) else None


def placements(position: SteelPosition, name: str) -> list[int]:
    """[7.6] [7.61] Where a unit may appear."""
    setting = position.setting
    side, train = position.side_of_piece(setting.pieces[name]), setting.pieces[name].train
    return [
        node
        for node in _places(position, name)
        if control.controls(position, side, node)
        and (not train or armoured_trains.stands_on_rails(position, side, node))
        and position.occupant[node] in (side, "")
        and stacking.has_room(position, node, [Unit(name, name, node)])
    ]


def _places(position: SteelPosition, name: str) -> list[int]:
    setting = position.setting
    piece = setting.pieces[name]
    country, side = piece.country, position.side_of_piece(piece)
    home = capacity.cities_at_home(position, country)
    cities = setting.city_at
    if piece.kind in NAVAL:  # [7.62]
        return [node for node in home if cities[node].harbour == "base" and node not in position.ruins]
    if piece.fort:
        return fort_sites(position, side)
    home = [node for node in home if not cities[node].industrial or node not in position.ruins]  # [34.3]
    centres = [node for node in home if cities[node].industrial]
    if not centres:
        return home  # [7.6] all its points were given to it
    found = list(centres)
    if piece.kind == "reserve":  # [7.64]
        found += [node for node in home if node not in centres and node not in position.reserves_at]
    if country == OTTOMAN and piece.land and FIELD not in position.flags:  # [7.65]
        kinds = setting.ground.kinds_of
        found += [node for node in home if "mobilization" in kinds[node]]
    return list(dict.fromkeys(found))


def fort_sites(position: SteelPosition, side: str) -> list[int]:
    """[7.63] [13.13] Friendly cities without a fort that a line joins to a centre of a home country: of any
    country of the alliance, and those that were taken."""
    nets, setting = industrial_lines.nets(position, side), position.setting
    centres = {nets.net(each.node) for each in capacity.centres(position, side) if not each.captured}
    return [
        node
        for node in setting.city_at
        if node in setting.in_play
        and control.controls(position, side, node)
        and not has_fort(position, node)
        and nets.net(node) in centres
    ]


def has_fort(position: SteelPosition, node: int) -> bool:
    """[13.13] Whether a fort stands in a hex."""
    return any(position.piece(unit).fort for unit in position.troops_at(node))


def _put(table: Table[SteelPosition], name: str, node: int) -> None:
    position = table.position
    setting = position.setting
    piece = setting.pieces[name]
    city = setting.city_at.get(node)
    if (
        piece.kind == "reserve"
        and city is not None
        and not city.industrial
        and node not in position.reserves_at
    ):
        position.reserves_at.add(node)
    elif piece.country == OTTOMAN and piece.land and city is not None and not city.industrial:
        position.flags[FIELD] = position.turn
    del position.due[name]
    position.put(Unit(name, name, node))
    table.tell(
        f"{piece.name} arrives in {setting.board.name_of(node)}", "7.42", kind="arrival", data={"unit": name}
    )


def push(position: SteelPosition, names: Iterable[str], turns: int) -> None:
    """[7.83] Move units on the track by some turns."""
    for name in names:
        due = position.due[name]
        position.due[name] = replace(due, turn=due.turn + turns)
