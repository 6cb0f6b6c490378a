"""[13.0] Stacking."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.orders import SendHome
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import aircraft, fog, headquarters, losses
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def has_room(position: SteelPosition, node: int, units: Sequence[Unit]) -> bool:
    """[13.1] [13.14] [21.47] Whether units may join those in a hex: three that count, one headquarters; any
    number off the map. Air units need a base, and room in it [30.3] [30.41]."""
    pieces = position.setting.pieces
    if position.setting.board.is_area(node):
        return True
    if pieces[units[0].piece].air:
        return aircraft.can_base(position, position.side_of(units[0]), node, len(units))
    coming, staffs = 0, False
    for unit in units:
        piece = pieces[unit.piece]
        coming += piece.corps
        staffs = staffs or piece.headquarters
    if coming and position.loads[node] + coming > position.setting.number("stacking"):
        return False
    return not staffs or not any(pieces[each.piece].headquarters for each in position.troops_at(node))


def enforce(table: Table, position: SteelPosition, node: int) -> Procedure:
    """[13.2] The excess of a hex goes to the nearest mobilization centre with a line to it, or is lost."""
    pieces, most = position.setting.pieces, position.setting.number("stacking")
    side = position.occupant[node]
    for unit in position.troops_at(node):
        if position.loads[node] > most and pieces[unit.piece].dummy:
            fog.take_off(position, unit)  # dummies make room first (SS-D97)
    while position.loads[node] > most:
        crowd = [unit for unit in position.troops_at(node) if pieces[unit.piece].corps]
        yield from _choose(table, position, node, side, crowd)
    while len(staffs := [unit for unit in position.troops_at(node) if pieces[unit.piece].headquarters]) > 1:
        yield from _choose(table, position, node, side, staffs)
    return None


def _choose(table: Table, position: SteelPosition, node: int, side: str, crowd: Sequence[Unit]) -> Procedure:
    """[13.2] [13.14] The owner chooses who of several goes home."""
    names = tuple(unit.name for unit in crowd)
    at = position.setting.board.label(node)
    position.crowded = node
    chosen = yield Ask(
        side,
        "excess",
        f"Too many units in {at}: which goes home?",
        "13.2",
        [SendHome(name) for name in names],
        matters.Crowd(at, names),
    )
    position.crowded = None
    send_home(table, position, position.units[chosen.unit])
    return None


def send_home(table: Table, position: SteelPosition, unit: Unit) -> None:
    """[13.2] Send a unit to the closest mobilization centre of its country to which a line can be traced."""
    home = nearest_centre(position, unit)
    label = position.setting.board.label
    name = position.piece(unit).name
    if home is None:
        table.tell(f"{name} in {label(unit.at)} has no way home", "13.2", kind="excess")
        losses.eliminate(table, position, unit, "13.2")
        return
    table.tell(f"{name} goes from {label(unit.at)} home to {label(home)}", "13.2", kind="excess")
    position.change(unit.name, at=home, moved=True)


def nearest_centre(position: SteelPosition, unit: Unit) -> int | None:
    """[13.2] The closest industrial city, by hexes, that a line of communication reaches and that has
    room."""
    setting = position.setting
    side, country = position.side_of(unit), setting.pieces[unit.piece].country
    serving = setting.serving(country, side)
    reached = headquarters.cities_reached(position, side, serving, unit.at)
    found = [
        (setting.board.distance(unit.at, node) or 0, node)
        for node in reached
        if has_room(position, node, [unit])
    ]
    return min(found)[1] if found else None
