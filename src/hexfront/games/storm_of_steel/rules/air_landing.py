"""[30.3] [30.52] Air units return to their bases, and lose them."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.air_orders import TouchDown
from hexfront.games.storm_of_steel.orders import Pick
from hexfront.games.storm_of_steel.position import Due, SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import aircraft, flights, losses
from hexfront.games.storm_of_steel.vocabulary import SIDES, other_side
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def segment(table: Table, position: SteelPosition) -> Procedure:
    """[30.31] [30.52] [30.55] All air units land when the combat segment ends, those of both sides: in the
    base they came from unless their owner wants another. Who has none in range is lost."""
    for side in (position.active, other_side(position.active)):
        yield from _bring_down(table, position, side)
    return None


def in_the_air(position: SteelPosition, side: str) -> list[Unit]:
    """[30.33] The air units of a side that are in the air."""
    return [unit for unit in aircraft.fliers(position, side) if unit.name in position.aloft]


def _bring_down(table: Table, position: SteelPosition, side: str) -> Procedure:
    """[30.52] One after the other where their owner wants; the others go home if they can."""
    while up := in_the_air(position, side):
        lost = [unit for unit in up if next(fields(position, unit), None) is None]
        for unit in lost:
            table.tell(f"{position.piece(unit).name} finds no base", "30.31", kind="air landing")
            losses.eliminate(table, position, unit, "30.31")
        up = [unit for unit in up if unit.name in position.units]
        if not up:
            return None
        names = tuple(unit.name for unit in up)
        order = yield Ask(
            side,
            "air landing",
            "Air units return to their bases. Pick one that shall land elsewhere, or pass",
            "30.52",
            [PASS, *(Pick(name) for name in names)],
            matters.AirLanding(names),
        )
        if isinstance(order, Pick):
            yield from _choose(table, position, position.units[order.unit])
            continue
        for name in names:
            if home(position, position.units[name]):
                _land(table, position, name, home(position, position.units[name]))
            else:
                yield from _choose(table, position, position.units[name])
    return None


def home(position: SteelPosition, unit: Unit) -> str:
    """[30.52] The base that an air unit came from, or its cruiser, if it can land there again; nothing if it
    cannot."""
    ship = position.aboard.get(unit.name)
    if ship is not None and ship in position.units:
        found = ship
    elif unit.name not in position.air_missions:
        return ""
    else:
        found = position.setting.board.label(position.air_missions[unit.name].base)
    return found if found in fields(position, unit) else ""


def fields(position: SteelPosition, unit: Unit) -> Iterator[str]:
    """[30.34] [30.41] [30.52] The bases in range in which an air unit may land, and the cruisers."""
    side, setting = position.side_of(unit), position.setting
    near = flights.in_range(position, side, unit.at, aircraft.range_of(position, unit))
    for node in sorted({*aircraft.commanded(position, side), *setting.centres}):
        if node in near and aircraft.can_base(position, side, node, landing=True):
            yield setting.board.label(node)
    for ship in aircraft.cruisers(position, unit):
        if ship.at in near:
            yield ship.name


def _choose(table: Table, position: SteelPosition, unit: Unit) -> Procedure:
    """[30.52] Its owner chooses where an air unit lands."""
    choices: list[Action] = [TouchDown(unit.name, field) for field in fields(position, unit)]
    if not choices:
        table.tell(f"{position.piece(unit).name} finds no base", "30.31", kind="air landing")
        losses.eliminate(table, position, unit, "30.31")
        return None
    order = yield Ask(
        position.side_of(unit),
        "land aircraft",
        f"Where does {position.piece(unit).name} land?",
        "30.52",
        choices,
        matters.AirLanding((unit.name,)),
    )
    _land(table, position, unit.name, order.at)
    return None


def _land(table: Table, position: SteelPosition, name: str, field: str) -> None:
    ship = position.units.get(field)
    board = position.setting.board
    node = ship.at if ship is not None else board[field]
    aircraft.put_down(position, name, node, field if ship is not None else "")
    where = position.piece(ship).name if ship is not None else field
    table.tell(f"{position.piece(position.units[name]).name} lands in {where}", "30.52", kind="air landing")


# Bases that are lost


def overrun(table: Table, position: SteelPosition) -> None:
    """[30.32] [30.33] Enemy land units have entered hexes with air units on the ground: a die of at most the
    level of their side saves each to the next turn's reinforcements."""
    for side in SIDES:
        enemy = other_side(side)
        for unit in aircraft.fliers(position, side):
            if (
                unit.name in position.aloft
                or unit.name in position.aboard
                or position.setting.board.is_area(unit.at)
            ):
                continue
            if position.controller(unit.at) == enemy:
                _escape(table, position, unit)


def _escape(table: Table, position: SteelPosition, unit: Unit) -> None:
    name = position.piece(unit).name
    where = position.setting.board.label(unit.at)
    die = table.roll("air base", "30.32", at=unit.name, words=f"for {name} on the ground in {where}")
    if die > position.air[position.side_of(unit)]:
        losses.eliminate(table, position, unit, "30.32")
        return
    position.remove(unit.name)
    position.air_missions.pop(unit.name, None)
    position.due[unit.name] = Due(position.turn + 1)
    table.tell(f"{name} escapes from {where}", "30.32", kind="air landing")


def attrition(table: Table, position: SteelPosition) -> None:
    """[31.3] Air units in a hex that is no legitimate base any more are eliminated."""
    for side in SIDES:
        for unit in aircraft.fliers(position, side):
            if not aircraft.is_based(position, unit):
                table.tell(f"{position.piece(unit).name} has no base", "31.3", kind="air landing")
                losses.eliminate(table, position, unit, "31.3")
