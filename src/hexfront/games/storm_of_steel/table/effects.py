"""What comes of a choice, in a few words beside it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.storm_of_steel import stacks
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import battles, headquarters, supply
from hexfront.games.storm_of_steel.table.names import hex_name, unit_name
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, other_side
from hexfront.shared.words import counted

MOST_NAMED = 3  # of the units that a line names


def arrival_effects(position: SteelPosition, group: Sequence[Unit], node: int) -> list[str]:
    """[10.3] [16.2] [31.1] [15.31] What it means to stop in a hex."""
    side, effects = position.side_of(group[0]), []
    if position.in_enemy_zone(node, side):
        effects.append("enters an enemy zone: must stop")
    if not position.setting.board.is_area(node) and position.controller(node) != side:
        effects.append(_ground_taken(position, node))
    staff = position.piece(group[0]).headquarters
    if not staff and not supply.kept(position, group, (node,)):
        effects.append("out of supply there")
    elif not staff and not all(_would_be_commanded(position, unit, node) for unit in group):
        effects.append("out of command there")
    return effects


def _would_be_commanded(position: SteelPosition, unit: Unit, node: int) -> bool:
    """[15.31] Whether a headquarters would command a unit in a hex as things are now."""
    if not position.piece(unit).country:
        return True
    return headquarters.in_command(position, msgspec.structs.replace(unit, at=node))


def _ground_taken(position: SteelPosition, node: int) -> str:
    city = position.setting.city_at.get(node)
    if city is None:
        return "takes enemy ground"
    worth = f", {counted(city.morale, 'point')} of morale" if city.morale else ""
    return f"takes {city.city}{worth}"


def defenders(position: SteelPosition, label: str) -> tuple[str, ...]:
    """[14.12] Who stands in a hex that is attacked, and what they are worth together."""
    board = position.setting.board
    if label not in board:
        return ()
    units = stacks.seen_at(position, board[label], other_side(position.occupant[board[label]]))
    if not units:
        return ()
    total = sum(battles.strength(position, unit, attacks=False) for unit in units)
    seen = [unit for unit in units if not position.piece(unit).unknown]
    unseen = len(units) - len(seen)
    named = [unit_name(position, unit.name) for unit in seen[:MOST_NAMED]]
    if len(seen) > MOST_NAMED:
        named.append(f"and {len(seen) - MOST_NAMED} more")
    if unseen:
        named.append(f"{counted(unseen, 'unit')} not seen")
    whose = SIDE_NAMES.get(position.side_of(units[0]), "")
    about = "about " if unseen else ""
    return (f"{whose} strength {about}{total}".strip(), *named)


def loss_effects(position: SteelPosition, name: str) -> tuple[str, ...]:
    """[5.12] [14.21] What is lost with a unit."""
    unit = position.units.get(name)
    if unit is None:
        return ()
    piece = position.piece(unit)
    effects = [f"in {hex_name(position, position.setting.board.label(unit.at))}"]
    if piece.fort:
        effects.append("costs no morale")
    elif piece.strength:
        effects.append(f"{counted(piece.strength, 'strength point')} toward morale")
    return tuple(effects)


def next_to_enemy(position: SteelPosition, unit: Unit) -> bool:
    """Whether enemy troops stand next to a unit."""
    enemy = other_side(position.side_of(unit))
    return any(position.occupant[node] == enemy for node in position.setting.ground.around[unit.at])
