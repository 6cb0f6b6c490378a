"""Chapter 11: how much may stand in a hex.

Room is counted in half divisions, artillery and tanks by themselves. Within a phase a hex may be overfull; a
phase can be ended by choice only when none is, and what force has put there is given up (decision WF-R030).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hexfront.games.western_front.matters import GivingUp
from hexfront.games.western_front.orders import GiveUp
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece, halves_together, is_part
from hexfront.games.western_front.vocabulary import MOVEMENT, RECOMBINATION
from hexfront.kernel.decisions import Ask
from hexfront.kernel.position import Finding
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

HALVES = 2  # divisions are counted in halves
Room = tuple[int, int, int]
"""Half divisions, artillery units and tank battalions: each has a limit of its own."""

RULES = ("11-1", "11-4", "WF 10-7")
NAMES = ("divisions", "artillery units", "tank battalions")


def limit(position: WesternFrontPosition, node: int) -> Room:
    """[11-1] [11-4] [11-9] [WF 10-7] What may stand in a hex."""
    return (*position.setting.room[node], tank_limit(position, node))


def tank_limit(position: WesternFrontPosition, node: int, leaving: Collection[str] = ()) -> int:
    """[WF 10-7] Tank battalions that may be in a hex: as many as a brigade has, or as two have with a
    headquarters outside enemy zones (decision WF-R167)."""
    tables = position.setting.tables
    resting = any(
        position.piece(unit).headquarters and not position.enemy_controlled(node, position.side_of(unit))
        for unit in position.units_at(node)
        if unit.name not in leaving
    )
    if resting:
        return tables.whole("tank_brigades_at_headquarters") * tables.whole("tank_brigade_battalions")
    return tables.whole("tank_battalions_in_hex")


def weight(piece: Piece) -> Room:
    """[11-2] [11-5] [11-6] [18-5] [21-6] [29-3] [36-5] [WF 10-7] What a piece takes up. What a unit has lost
    makes no difference."""
    return piece.halves, 1 if piece.artillery else 0, piece.battalions


def load(position: WesternFrontPosition, node: int, leaving: Collection[str] = ()) -> Room:
    """[27-3] What stands in a hex, those that are leaving not counted."""
    if not leaving:
        return position.halves[node], position.guns[node], position.tanks.get(node, 0)
    staying = _staying(position, node, leaving)
    return (
        halves_together(staying),
        sum(piece.artillery for piece in staying),
        sum(piece.battalions for piece in staying),
    )


def _staying(position: WesternFrontPosition, node: int, leaving: Collection[str]) -> list[Piece]:
    return [position.piece(unit) for unit in position.units_at(node) if unit.name not in leaving]


def room(
    position: WesternFrontPosition, node: int, pieces: Iterable[Piece], leaving: Collection[str] = ()
) -> bool:
    """[11-1] [11-4] [11-7] [WF 10-7] Whether more units may stand in a hex; their nation is never asked."""
    most_halves, most_guns = position.setting.room[node]
    halves, guns, tanks = load(position, node, leaving)
    coming = tuple(pieces)
    for piece in coming:
        halves += piece.halves
        guns += piece.artillery
        tanks += piece.battalions
    if halves > most_halves and any(map(is_part, coming)):
        halves = halves_together([*_staying(position, node, leaving), *coming])
    if tanks and tanks > tank_limit(position, node, leaving):
        return False
    return halves <= most_halves and guns <= most_guns


def overfull(position: WesternFrontPosition) -> list[int]:
    """[11-1] [11-4] [WF 10-7] The hexes in which more stands than may."""
    if not position.tanks:
        return sorted(position.overfull)
    crowded = {node for node, tanks in position.tanks.items() if tanks > tank_limit(position, node)}
    return sorted(position.overfull | crowded)


def is_overfull(position: WesternFrontPosition, node: int) -> bool:
    """[11-1] Whether more stands in a hex than may."""
    return node in position.overfull or (node in position.tanks and node in overfull(position))


def enforce(table: Table, position: WesternFrontPosition) -> Procedure:
    """[11-3] At the end of a phase, the owner of an overfull hex gives up units until the rest fit."""
    for node in overfull(position):
        while is_overfull(position, node):
            side = position.occupier(node)
            assert side is not None
            surplus = [unit for unit in position.units_at(node) if helps(position, node, unit)]
            chosen = yield _ask_surplus(position, side, node, surplus)
            unit = position.remove(chosen.unit)
            position.lost[unit.name] = unit
            where = position.setting.board.label(node)
            table.tell(
                f"{position.piece(unit).label} is given up: no room in {where}", "11-3", kind="stacking"
            )
    return None


def helps(position: WesternFrontPosition, node: int, unit: Unit) -> bool:
    """Whether giving up a unit makes an overfull hex less so."""
    counts = zip(load(position, node), limit(position, node), weight(position.piece(unit)), strict=True)
    return any(there > most and own for there, most, own in counts)


def _ask_surplus(position: WesternFrontPosition, side: str, node: int, surplus: list[Unit]) -> Ask:
    weakest = min(surplus, key=lambda unit: (unit.strength, unit.name))
    return Ask(
        side,
        "surplus",
        f"Too many units in {position.setting.board.label(node)}: which one is given up?",
        "11-3",
        options=lambda: [GiveUp(unit.name) for unit in surplus],
        default=lambda: GiveUp(weakest.name),
        about=GivingUp(node),
    )


def findings(position: WesternFrontPosition) -> Iterable[Finding]:
    """[11-1] [11-4] What is overfull in a position, for `Position.status`.

    The active side may overfill hexes within its movement and recombination phases, but not end them so.
    """
    shuffling = position.phase in (MOVEMENT, RECOMBINATION)
    for node in overfull(position):
        if not (shuffling and position.occupier(node) == position.active):
            where = position.setting.board.label(node)
            yield Finding(RULES, "more units than may stand in a hex", where)
