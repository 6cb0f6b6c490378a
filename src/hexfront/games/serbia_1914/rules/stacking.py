"""[3.1] Stacking: how much may stand in a hex once movement is over, and what becomes of the rest."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import GiveUp
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.vocabulary import SIDES
from hexfront.kernel.decisions import Ask
from hexfront.kernel.position import Finding
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

LIMIT = 14  # three and a half division-equivalents, in quarters [3.1.1]
COMBAT_LIMIT = 9  # two and a quarter [3.1.2]
MOUNTAIN_COMBAT_LIMIT = 5  # one and a quarter [3.1.2a]


def load(position: SerbiaPosition, node: int, side: str) -> int:
    """[3.1.1] How much of a side stands in a hex, in quarters of a division-equivalent."""
    return sum(
        position.quarters_in(unit) for unit in position.units_at(node) if position.side_of(unit) == side
    )


def room(position: SerbiaPosition, node: int, side: str, coming: Iterable[Unit]) -> bool:
    """[3.1.1] Whether units could stay in a hex when the phase ends."""
    names = {unit.name for unit in coming}
    there = sum(
        position.quarters_in(unit)
        for unit in position.units_at(node)
        if position.side_of(unit) == side and unit.name not in names
    )
    return there + sum(position.quarters_in(unit) for unit in coming) <= LIMIT


def overfull(position: SerbiaPosition, side: str) -> list[int]:
    """[3.1.3] The hexes in which too much of a side stands."""
    standing, hexes = position.standing, position.setting.hexes
    crowded = [node for node in position.hexes_held(side) if len(standing[node]) > 1 and node in hexes]
    return sorted(node for node in crowded if load(position, node, side) > LIMIT)


def is_pinned_full(position: SerbiaPosition, node: int, side: str) -> bool:
    """[3.1.3] Whether enemy prepared attacks point at a hex, so that nobody could leave it."""
    return any(unit.prepared == node for unit in position.units.values() if position.side_of(unit) != side)


def enforce(table: Table, position: SerbiaPosition, side: str) -> Procedure:
    """[3.1.3] At the end of a movement phase the owner eliminates what is too many in a hex."""
    for node in overfull(position, side):
        if is_pinned_full(position, node, side):
            continue
        while load(position, node, side) > LIMIT:
            chosen = yield _ask(position, node, side)
            unit = position.remove(chosen.unit)
            position.lost[unit.name] = unit
            where = position.setting.board.label(node)
            table.tell(
                f"{position.label(unit)} is eliminated: too many units in {where}", "3.1.3", kind="loss"
            )
    return None


def _ask(position: SerbiaPosition, node: int, side: str) -> Ask:
    there = [
        unit
        for unit in position.units_at(node)
        if position.side_of(unit) == side and position.quarters_in(unit) > 0
    ]
    least = min(there, key=lambda unit: (position.piece(unit).defense, unit.name))
    where = position.setting.board.label(node)
    return Ask(
        side,
        "surplus",
        f"Too many units in {where}: which one is eliminated?",
        "3.1.3",
        options=lambda: [GiveUp(unit.name) for unit in there],
        default=lambda: GiveUp(least.name),
        about=matters.Crowding(where, tuple(unit.name for unit in there)),
    )


def findings(position: SerbiaPosition) -> Iterable[Finding]:
    """[3.1] [19.1.2] No hex holds units of both sides, squadrons apart; two-hex Forces do not share a hex."""
    yield from position.mingled("3.1", apart=lambda unit: position.piece(unit).naval)
    board = position.setting.board
    for node, names in enumerate(position.standing):
        if len(names) < 2:
            continue
        units = position.units_at(node)
        for side in SIDES:
            pairs = {
                frozenset(position.hexes_of(unit))
                for unit in units
                if unit.also >= 0 and position.side_of(unit) == side
            }
            if len(pairs) > 1:
                yield Finding(("19.1.2",), "two two-hex Forces in one hex", board.label(node))
