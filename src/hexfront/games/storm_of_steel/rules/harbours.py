"""[25.1] [26.2] Ships whose harbour has fallen."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import rebasing, sea_control
from hexfront.games.storm_of_steel.rules.losses import eliminate
from hexfront.games.storm_of_steel.vocabulary import NAVAL, SIDES, other_side
from hexfront.kernel.play import Table

SUNK = 1  # [25.42] the die with which a ship is lost that flees from a landing


def shelter(position: SteelPosition, unit: Unit) -> int | None:
    """[25.42] The nearest friendly base that a ship can reach, or else any on its seas; None if there is
    none."""
    side = position.side_of(unit)
    warship = rebasing.is_warship(position, unit)
    open_to = rebasing.harbours_open(position, side, warship=warship)
    free = [
        node
        for node in rebasing.harbours_for(position, unit, open_to)
        if rebasing.is_free(position, unit, node)
    ]
    if not free:
        near = {*sea_control.seas_of(position, unit.at)}
        free = [node for node, seas in open_to if node != unit.at and not near.isdisjoint(seas)]
    board = position.setting.board

    def far(node: int) -> tuple[int, int]:
        distance = None if board.is_area(node) else board.distance(unit.at, node)
        return (999 if distance is None else distance), node

    return min(free, key=far, default=None)


def flee(table: Table[SteelPosition], node: int, holder: str, *, risky: bool) -> None:
    """[25.42] [26.2] Enemy ships leave a harbour that a side has taken: from a landing with a die for each,
    and a one sinks it; from troops on land unharmed. Who has nowhere to go stays at sea off the port."""
    position = table.position
    for unit in position.units_at(node):
        if position.piece(unit).kind not in NAVAL or position.side_of(unit) != other_side(holder):
            continue
        name = position.piece(unit).name
        if risky:
            die = table.roll("flight", "25.42", at=unit.name, words=f"whether {name} escapes")
            if die == SUNK:
                eliminate(table, position, unit, "25.42")
                continue
        to = shelter(position, unit)
        if to is not None:
            position.change(unit.name, at=to)
            told = f"Ships leave {position.setting.board.name_of(node)}"
            table.tell(told, "25.42" if risky else "26.2", "25.1", kind="rebase")


def leave_fallen(table: Table[SteelPosition], position: SteelPosition) -> None:
    """[25.1] [26.2] At the end of a step ships have left harbours that the enemy holds."""
    fallen: dict[int, str] = {}
    pieces, sides, is_area = position.setting.pieces, position.sides, position.setting.board.is_area
    units = position.units
    if not any(
        position.controller(units[name].at) == other_side(side)
        for side in SIDES
        for name in position.navy[side]
    ):
        return
    for unit in units.values():
        if pieces[unit.piece].kind in NAVAL and not is_area(unit.at):
            side, holder = sides[unit.piece], position.controller(unit.at)
            if side in SIDES and holder == other_side(side):
                fallen[unit.at] = holder
    for node, holder in fallen.items():
        flee(table, node, holder, risky=False)
