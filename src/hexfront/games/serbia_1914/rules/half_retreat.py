"""[19.1.7] A single hex of retreat by the combat results table moves only half of a two-hex unit.

The half that stood in the hex of the combat joins the other one, or wheels around it (decision SE-R309).
"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.force import leader_of
from hexfront.games.serbia_1914.orders import RetreatTo
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import instants, retreat, retreat_hexes
from hexfront.games.serbia_1914.vocabulary import SIDE_NAMES
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def ways(position: SerbiaPosition, names: Sequence[str], origin: int) -> list[tuple[int, ...]]:
    """[19.1.7] Where the struck half of a two-hex Force may go: to the other half, or around it."""
    unit = position.units[names[0]]
    struck = origin if origin in (unit.at, unit.also) else unit.at
    stays = unit.also if struck == unit.at else unit.at
    binding = retreat_hexes.retreat_of(position, names, struck, own=stays)
    around = [
        node
        for node in position.setting.beside[struck]
        if node in position.setting.beside[stays]
        and retreat_hexes.may_step(position, binding, struck, node)
        and not _holds_two_hex_force(position, node, names)
    ]
    return [(stays,), *((node, stays) for node in around)]


def _holds_two_hex_force(position: SerbiaPosition, node: int, names: Sequence[str]) -> bool:
    """[19.1.2] Whether another two-hex Force stands in a hex."""
    return any(unit.also != OFF_MAP and unit.name not in names for unit in position.units_at(node))


def pull_back(
    table: Table, position: SerbiaPosition, names: Sequence[str], origin: int, rule: str
) -> Procedure:
    """[19.1.7] The half of a two-hex Force in the hex of the combat retreats: it consolidates or wheels."""
    unit = position.units[names[0]]
    struck = origin if origin in (unit.at, unit.also) else unit.at
    found = ways(position, names, origin)
    chosen = found[0]
    label = position.setting.board.label
    if len(found) > 1:
        answer = yield _ask(position, names, struck, found)
        chosen = tuple(position.setting.board[each] for each in answer.hexes)
    binding = retreat_hexes.retreat_of(position, names, struck, own=chosen[-1])
    open_zone = retreat_hexes.is_open_zone(position, binding, chosen[0])
    hard = retreat_hexes.is_hard_crossing(position, binding.side, struck, chosen[0])
    for name in names:
        retreat.put_back(position, name, chosen[-1], chosen[0] if len(chosen) > 1 else OFF_MAP)
    table.tell(
        f"{SIDE_NAMES[binding.side]} retreats from {label(struck)} to {label(chosen[0])}",
        rule,
        "19.1.7",
        kind="retreat",
        data={"side": binding.side, "from": label(struck), "to": label(chosen[0])},
    )
    yield from retreat.pay(table, position, names, hard=hard, open_zone=open_zone)
    yield from instants.settle(table, position, resolving=True)
    return None


def _ask(
    position: SerbiaPosition, names: Sequence[str], struck: int, found: Sequence[tuple[int, ...]]
) -> Ask:
    label = position.setting.board.label
    choices: list[Action] = [RetreatTo(tuple(label(node) for node in way)) for way in found]
    return Ask(
        position.side_of(position.units[names[0]]),
        "retreat",
        f"{position.label(leader_of(position, names))} leaves {label(struck)}: draw together, or wheel?",
        "19.1.7",
        options=lambda: choices,
        default=lambda: choices[0],
        about=matters.Retreat(tuple(names), label(struck), 1, half=True),
    )
