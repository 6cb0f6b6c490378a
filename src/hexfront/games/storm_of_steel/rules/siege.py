"""[17.2] Siege bombardment."""

from __future__ import annotations

from hexfront.games.storm_of_steel.orders import Bombard
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import battles, free_corps, headquarters, losses, moving
from hexfront.kernel.errors import Refusal
from hexfront.kernel.luck import Fortune, fortunes
from hexfront.kernel.table import Table


def fort_at(position: SteelPosition, node: int) -> Unit | None:
    """[13.13] The fort in a hex."""
    pieces = position.setting.pieces
    return next((unit for unit in position.troops_at(node) if pieces[unit.piece].fort), None)


def can_fire(position: SteelPosition, unit: Unit) -> bool:
    """[17.2] [6.22] [11.7] Whether a siege gun may bombard: once in a segment, before or after its own
    attack, unless the army of its country mutinies; after a mobile assault only in command."""
    return (
        position.setting.pieces[unit.piece].gun
        and not unit.entrenched
        and not unit.fired
        and not unit.strategic
        and not unit.crossed
        and position.setting.pieces[unit.piece].country not in position.mutinies
        and not position.is_cargo(unit.name)
        and moving.is_on_active_front(position, unit)
        and (headquarters.in_command(position, unit) if unit.overran else moving.goes_on(position, unit))
    )


def bombard(table: Table, position: SteelPosition, order: Bombard) -> None:
    """[17.2] One die, without modifiers or shifts: nothing, the fort is halved for this segment, or
    eliminated."""
    setting = position.setting
    unit, node = position.units[order.unit], setting.board[order.at]
    fort = fort_at(position, node)
    assert fort is not None
    die = table.roll("siege", "17.2", at=order.at, of=order.unit, words=f"siege of {order.at}")
    results = {
        face: row.result
        for face in range(1, 7)
        for row in setting.printed.land.siege
        if (row.low or 1) <= face <= (row.high or 6)
    }
    result = results[die]
    brings = {each: _brought(position, fort, each) for each in set(results.values())}
    position.change(order.unit, fired=True)
    name = position.piece(fort).name
    words = {"none": "nothing happens", "halved": "halved for this segment", "eliminated": "falls"}[result]
    table.tell(
        f"{position.piece(unit).name} bombards {name}: {words}",
        "17.2",
        kind="siege",
        data={
            "at": order.at,
            **fortunes(position.side_of(unit), (brings[each] for each in results.values()), brings[result]),
        },
    )
    if result == "halved":
        position.shaken.add(node)
    elif result == "eliminated":
        losses.eliminate(table, position, fort, "17.2")


def _brought(position: SteelPosition, fort: Unit, result: str) -> Fortune:
    """[17.2] The strength that a result takes from a fort for this segment."""
    strength = battles.strength(position, fort, attacks=False)
    if result == "eliminated":
        return Fortune(theirs=strength)
    halved = result == "halved" and fort.at not in position.shaken
    return Fortune(theirs=strength // 2 if halved else 0)


def why_not(position: SteelPosition, side: str, order: Bombard) -> Refusal | None:
    """[17.2] Words for a bombardment that is not possible; None if the gun may fire at nothing now."""
    if words := position.why_not_own(order.unit, side):
        return Refusal("17.2", words)
    unit = position.units[order.unit]
    if not position.piece(unit).gun:
        return Refusal("17.2", "only siege artillery bombards")
    node = position.setting.board[order.at]
    if fort_at(position, node) is None:
        return Refusal("17.2", f"there is no fort in {order.at}")
    if unit.fired:
        return Refusal("17.2", f"{position.piece(unit).name} has fired in this segment")
    if node not in position.setting.ground.around[unit.at]:
        return Refusal("17.2", f"{order.at} is not next to {position.piece(unit).name}")
    if not free_corps.may_attack(position, unit, node):
        return Refusal("35.32", f"Free Corps attack their former enemies in {order.at} only if attacked")
    return None
