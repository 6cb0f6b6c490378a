"""Chapter 40: the American paratroop corps."""

from __future__ import annotations

from hexfront.games.storm_of_steel.orders import Drop
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import aircraft, control, impulses, losses, stacking
from hexfront.kernel.play import Action, Refusal, Table

KIND = "paratroop"
PLANE = "strategic"


def level(position: SteelPosition) -> int:
    """[40.2] The air doctrine level that paratroops need."""
    return position.setting.printed.sea_and_air.missions[aircraft.PARATROOPS].level


def are_trained(position: SteelPosition, side: str) -> bool:
    """[40.2] Whether a side is at the level that paratroops need."""
    return aircraft.allowed(position, side, aircraft.PARATROOPS)


def plane_for(position: SteelPosition, unit: Unit) -> Unit | None:
    """[40.1] A strategic air unit in the hex of a unit that has not flown in this impulse (SS-E09)."""
    side = position.side_of(unit)
    return next(
        (
            each
            for each in position.units_at(unit.at)
            if position.piece(each).kind == PLANE
            and position.side_of(each) == side
            and not each.moved
            and each.name not in position.air_missions
            and not position.is_cargo(each.name)
        ),
        None,
    )


def drops(position: SteelPosition, unit: Unit) -> list[int]:
    """[40.1] The hexes that paratroops who have not moved can be dropped in: land within the range of their
    aircraft, without an enemy, and with room."""
    if objection(position, unit) is not None:
        return []
    plane = plane_for(position, unit)
    assert plane is not None
    setting, side = position.setting, position.side_of(unit)
    far = aircraft.range_of(position, plane)
    return [
        node
        for node in sorted(setting.in_play)
        if node != unit.at
        and setting.ground.is_land[node]
        and setting.front_of[node] in impulses.active_fronts(position)
        and position.is_open(node, side)
        and (not position.troops[node] or position.occupant[node] == side)
        and (setting.board.distance(unit.at, node) or 0) <= far
        and stacking.has_room(position, node, [unit])
    ]


def objection(position: SteelPosition, unit: Unit) -> Refusal | None:
    """[40.0] [40.1] [40.2] Why a unit cannot be dropped anywhere; None if it can."""
    if position.piece(unit).kind != KIND or not position.setting.option("paratroops"):
        return Refusal("40.1", f"{position.piece(unit).name} is no paratroop unit")
    if not are_trained(position, position.side_of(unit)):
        return Refusal("40.2", f"paratroops need air doctrine level {level(position)}")
    if plane_for(position, unit) is None:
        return Refusal("40.1", "paratroops need a strategic air unit in their hex that has not flown")
    return None


def drop(table: Table, position: SteelPosition, unit: Unit, order: Drop) -> None:
    """[40.1] Paratroops jump: a die of one or two loses them; else they stand in the hex and control it."""
    setting = position.setting
    plane = plane_for(position, unit)
    assert plane is not None
    aircraft.note_sorties(position, [plane.name], aircraft.PARATROOPS)
    position.change(plane.name, moved=True)
    name = position.piece(unit).name
    die = table.roll("paratroops", "40.1", at=order.to, of=unit.name, words=f"{name} jumps over {order.to}")
    if die <= setting.number("paratroops lost"):
        table.tell(f"{name} is scattered over {order.to}", "40.1", kind="paratroops")
        losses.eliminate(table, position, unit, "40.1")
        return
    start, to = unit.at, setting.board[order.to]
    position.change(unit.name, at=to)
    control.enter(position, position.active, [to])
    control.leave(position, position.active, start)
    table.tell(f"{name} jumps into {setting.board.name_of(to)}", "40.1", kind="paratroops")


def why_not(position: SteelPosition, unit: Unit, order: Action) -> Refusal | None:
    """[40.1] Words for a drop that is not possible."""
    if not isinstance(order, Drop):
        return None
    found = objection(position, unit)
    if found is not None:
        return found
    return Refusal("40.1", f"{order.to} is out of range, occupied or full")
