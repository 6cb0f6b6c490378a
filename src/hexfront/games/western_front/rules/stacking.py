"""Chapter 11: how much may stand in a hex.

Room is counted in half divisions, artillery by itself. Within a phase a hex may be overfull; a phase can
be ended by choice only when none is, and what force has put there is given up (decision WF-R030).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hexfront.games.western_front.matters import GivingUp
from hexfront.games.western_front.orders import GiveUp
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece, halves_together, is_part
from hexfront.games.western_front.rules import movement
from hexfront.games.western_front.vocabulary import MOVEMENT, RECOMBINATION
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Table
from hexfront.kernel.position import Finding
from hexfront.kernel.title import Procedure

_ROOM_FOR_TANKS = 6  # a tank brigade is three battalions; one brigade may be in a hex [WF 10-7]


def limit(position: WesternFrontPosition, node: int) -> tuple[int, int]:
    """[11-1] [11-4] [11-9] Half divisions and artillery units that may stand in a hex."""
    return position.setting.room[node]


def weight(piece: Piece) -> tuple[int, int]:
    """[11-2] [11-5] [11-6] [18-5] [21-6] [29-3] [36-5] What a piece takes up: half divisions, and artillery
    units. What a unit has lost makes no difference."""
    return piece.halves, 1 if piece.artillery else 0


def load(position: WesternFrontPosition, node: int, leaving: Collection[str] = ()) -> tuple[int, int]:
    """[27-3] Half divisions and artillery units in a hex, those that are leaving not counted."""
    if not leaving:
        return position.halves[node], position.guns[node]
    staying = _staying(position, node, leaving)
    return halves_together(staying), sum(piece.artillery for piece in staying)


def _staying(position: WesternFrontPosition, node: int, leaving: Collection[str]) -> list[Piece]:
    return [position.piece(unit) for unit in position.units_at(node) if unit.name not in leaving]


def room(
    position: WesternFrontPosition, node: int, pieces: Iterable[Piece], leaving: Collection[str] = ()
) -> bool:
    """[11-1] [11-4] [11-7] Whether more units may stand in a hex; nation and kind are never asked for."""
    most_halves, most_guns = limit(position, node)
    halves, guns = load(position, node, leaving)
    coming = tuple(pieces)
    for piece in coming:
        halves += piece.halves
        guns += piece.artillery
    if halves > most_halves and any(map(is_part, coming)):
        halves = halves_together([*_staying(position, node, leaving), *coming])
    return halves <= most_halves and guns <= most_guns


def is_overfull(position: WesternFrontPosition, node: int) -> bool:
    """[11-1] Whether more stands in a hex than may."""
    return node in position.overfull


def why_not_end_phase(position: WesternFrontPosition, side: str) -> Refusal | None:
    """[11-1] A side may not end its movement with too many units in a hex, as long as one can leave it."""
    for node in sorted(position.overfull):
        if position.occupier(node) == side and _can_be_relieved(position, node):
            halves, guns = load(position, node)
            most_halves, most_guns = limit(position, node)
            where = position.setting.board.label(node)
            if halves > most_halves:
                return Refusal("11-1", f"too many divisions in {where}", most_halves / 2, halves / 2)
            return Refusal("11-4", f"too many artillery units in {where}", most_guns, guns)
    return None


def _can_be_relieved(position: WesternFrontPosition, node: int) -> bool:
    """Whether a unit that takes up room in a hex can still move away."""
    return may_leave(position, node) is not None


def may_leave(position: WesternFrontPosition, node: int) -> Unit | None:
    """[11-1] A unit that takes up room in a hex and can still move away; None if there is none."""
    for unit in position.units_at(node):
        if (
            helps(position, node, unit)
            and movement.why_not_move(position, position.side_of(unit), unit.name) is None
            and movement.destinations(position, [unit.name])
        ):
            return unit
    return None


def crowded_out(position: WesternFrontPosition, side: str) -> Unit | None:
    """[11-1] A unit that should leave an overfull hex before its side can end its movement."""
    for node in sorted(position.overfull):
        if position.occupier(node) == side and (unit := may_leave(position, node)) is not None:
            return unit
    return None


def enforce(table: Table, position: WesternFrontPosition) -> Procedure:
    """[11-3] At the end of a phase, the owner of an overfull hex gives up units until the rest fit."""
    for node in sorted(position.overfull):
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
    halves, guns = load(position, node)
    most_halves, most_guns = limit(position, node)
    own_halves, own_guns = weight(position.piece(unit))
    return (halves > most_halves and own_halves > 0) or (guns > most_guns and own_guns > 0)


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
    for node in sorted(position.overfull):
        if not (shuffling and position.occupier(node) == position.active):
            where = position.setting.board.label(node)
            yield Finding(("11-1", "11-4"), "more units than may stand in a hex", where)
