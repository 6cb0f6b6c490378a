"""Chapter 22: trenches, devastation, and what they do to an attack.

Until April 1915 a trench lives only as long as somebody able to dig stands in it; from then on the front
line keeps its trenches, and what the front leaves behind or the enemy takes is devastation.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from hexfront.games.western_front import surrender
from hexfront.games.western_front.orders import Dig
from hexfront.games.western_front.position import Marker, Unit, WesternFrontPosition
from hexfront.games.western_front.scenario_parameters import TurnDate
from hexfront.games.western_front.vocabulary import (
    CONSTRUCTION,
    DEVASTATION,
    HINDENBURG_LINE,
    TRENCH,
    other_side,
)
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Table
from hexfront.kernel.grid import DIRECTIONS
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.title import Option, Procedure

if TYPE_CHECKING:
    from hexfront.games.western_front.battle import Battle

ANY_TURN = "trenches-in-any-turn"
FULL_DIVISION = "solid-defence-full-division"
OPTIONS = (
    Option(
        FULL_DIVISION,
        ("off", "on"),
        "A solid defense needs the strength of a full division for each hexside attacked.",
        ("22-19",),
    ),
)
TRENCHES = (TRENCH, HINDENBURG_LINE)
_CLEARED = "trenches behind the front removed"
_TURNS = 7


# Who digs where


def can_dig(position: WesternFrontPosition, unit: Unit) -> bool:
    """[22-1] Infantry, mountain, marine and assault units dig, strengthened cavalry too (WF-R088)."""
    piece = position.piece(unit)
    return unit.strength > 0 and (piece.infantry or piece.strengthened)


def has_diggers(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[22-4] Whether a unit of a side that can dig stands in a hex."""
    return any(can_dig(position, unit) for unit in position.units_at(node) if position.side_of(unit) == side)


def why_not_dig(position: WesternFrontPosition, side: str, node: int) -> Refusal | None:
    """[22-1] [22-2] [22-9] Why a side may not begin a trench in a hex."""
    where = position.setting.board.label(node)
    if not has_diggers(position, node, side):
        return Refusal("22-1", f"nobody in {where} can dig")
    marker = position.markers.get(node)
    if marker is not None and marker.kind != DEVASTATION:
        return Refusal("22-1", f"there is a {marker.kind} marker in {where}")
    if not has_ground_to_dig(position, node, side):
        return Refusal("22-2", f"only mountain or swamp faces the enemy at {where}")
    if is_static(position) and not on_front_line(position, node, side):
        return Refusal("22-9", f"{where} is not on the front line")
    return None


def has_ground_to_dig(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[22-2] Whether terrain other than mountain and swamp faces the enemy (decision WF-R089)."""
    crossable = position.setting.crossable[node]
    facing = [other for other in crossable if position.occupier(other) == other_side(side)]
    terrain = position.setting.tables.terrain
    return any(terrain[position.setting.side(node, other).terrain].trench for other in facing or crossable)


def is_static(position: WesternFrontPosition) -> bool:
    """[22-9] [22-10] [22-12] Whether the rules of April 1915 hold."""
    tables = position.setting.tables
    start = (tables.whole("trench_rules_year"), tables.whole("trench_rules_month"))
    return (position.date.year, position.date.month) >= start


def on_front_line(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[22-9] Whether a hex lies at the forward edge of what a side holds (decision WF-R092)."""
    return any(position.holder(other) == other_side(side) for other in position.setting.crossable[node])


# The monthly turn


def completion(table: Table, position: WesternFrontPosition) -> None:
    """[22-5] [22-14] Every construction marker becomes a trench."""
    if position.setting.option(ANY_TURN):
        return
    for node, marker in sorted(position.markers.items()):
        if marker.kind == CONSTRUCTION:
            _finish(table, position, node, marker)


def _finish(table: Table, position: WesternFrontPosition, node: int, marker: Marker) -> None:
    position.set_marker(node, Marker(TRENCH, marker.side))
    table.tell(f"The trench in {position.setting.board.label(node)} is finished", "22-5", kind="trench")


def initiation(table: Table, position: WesternFrontPosition, side: str) -> Procedure:
    """[22-1] [22-3] A side begins trenches; pass when it wants no more."""
    if not position.setting.option(ANY_TURN):
        yield from _dig(table, position, side, "22-1")
    return None


def in_any_turn(table: Table, position: WesternFrontPosition) -> Procedure:
    """[22-22] With the option, trenches are begun at the start of a side's turn and take seven turns."""
    if position.setting.option(ANY_TURN):
        yield from _dig(table, position, position.active, "22-22")
    return None


def finish_in_any_turn(table: Table, position: WesternFrontPosition) -> None:
    """[22-22] Trenches begun exactly seven turns ago are finished (decision WF-R098)."""
    if not position.setting.option(ANY_TURN):
        return
    for node, marker in sorted(position.markers.items()):
        if marker.kind == CONSTRUCTION and marker.side == position.active and marker.begun is not None:
            if turns_between(marker.begun, position.date) >= position.setting.tables.whole(
                "trench_option_turns"
            ):
                _finish(table, position, node, marker)


def turns_between(first: TurnDate, last: TurnDate) -> int:
    """Normal turns from one date to another; monthly turns do not count."""

    def count(date: TurnDate) -> int:
        return (date.year * 12 + date.month) * _TURNS + date.turn

    return count(last) - count(first)


def _dig(table: Table, position: WesternFrontPosition, side: str, rule: str) -> Procedure:
    while True:
        chosen = yield _ask_dig(position, side, rule)
        if isinstance(chosen, Pass):
            return None
        node = position.setting.board[chosen.at]
        begun = position.date if position.setting.option(ANY_TURN) else None
        kept = position.markers.get(node)
        position.set_marker(node, Marker(CONSTRUCTION, side, begun))
        if kept is not None:
            position.flags[f"devastated {chosen.at}"] = 1
        table.tell(f"{side} begins a trench in {chosen.at}", rule, kind="trench")


def _ask_dig(position: WesternFrontPosition, side: str, rule: str) -> Ask:
    label = position.setting.board.label

    def hexes() -> list[int]:
        held = sorted({unit.at for unit in position.of_side(side) if can_dig(position, unit)})
        return [node for node in held if why_not_dig(position, side, node) is None]

    def advised() -> Action:
        facing = [node for node in hexes() if _faces_enemy(position, node, side)]
        return Dig(label(facing[0])) if facing else PASS

    return Ask(
        side,
        "dig",
        "Begin a trench, or pass to end the construction",
        rule,
        options=lambda: [*(Dig(label(node)) for node in hexes()), PASS],
        why_not=lambda action: _why_not(position, side, action),
        default=advised,
        station=True,
    )


def _faces_enemy(position: WesternFrontPosition, node: int, side: str) -> bool:
    return any(position.occupier(other) == other_side(side) for other in position.setting.crossable[node])


def _why_not(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    if not isinstance(action, Dig):
        return None
    if action.at not in position.setting.board:
        return Refusal("22-1", f'there is no hex "{action.at}"')
    return why_not_dig(position, side, position.setting.board[action.at])


# What becomes of trenches


def check(table: Table, position: WesternFrontPosition) -> None:
    """[22-4] [22-9] [22-11] [22-12] Remove or devastate what cannot stay."""
    if not position.markers:
        return
    if is_static(position) and not position.flags.get(_CLEARED):
        position.flags[_CLEARED] = 1
        for node, marker in sorted(position.markers.items()):
            if marker.kind == TRENCH and not on_front_line(position, node, marker.side):
                _drop(table, position, node, "22-9")
    for node, marker in sorted(position.markers.items()):
        _check_marker(table, position, node, marker)


def _check_marker(table: Table, position: WesternFrontPosition, node: int, marker: Marker) -> None:
    if marker.kind in (DEVASTATION, HINDENBURG_LINE):
        return
    if marker.kind == CONSTRUCTION or not is_static(position):
        if not has_diggers(position, node, marker.side):
            _drop(table, position, node, "22-4")
        elif is_static(position) and not on_front_line(position, node, marker.side):
            _drop(table, position, node, "22-9")
    elif not on_front_line(position, node, marker.side):
        _devastate(table, position, node, "22-11")


def _drop(table: Table, position: WesternFrontPosition, node: int, rule: str) -> None:
    kind = position.markers[node].kind
    label = position.setting.board.label(node)
    was_devastated = position.flags.pop(f"devastated {label}", 0)
    position.set_marker(node, Marker(DEVASTATION, "") if was_devastated else None)
    table.tell(f"The {kind} in {label} is given up", rule, kind="trench")


def _devastate(table: Table, position: WesternFrontPosition, node: int, rule: str) -> None:
    position.set_marker(node, Marker(DEVASTATION, ""))
    table.tell(f"{position.setting.board.label(node)} is devastated", rule, kind="trench")


def entered(table: Table, position: WesternFrontPosition, side: str, node: int) -> None:
    """[22-4] [22-10] [22-12] Combat units of a side have come into a hex."""
    marker = position.markers.get(node)
    if marker is not None and marker.side == other_side(side) and marker.kind in (*TRENCHES, CONSTRUCTION):
        if is_static(position) and marker.kind != CONSTRUCTION:
            _devastate(table, position, node, "22-10")
        else:
            _drop(table, position, node, "22-4")
    check(table, position)


# In combat


def trench_at(position: WesternFrontPosition, node: int, side: str) -> Marker | None:
    """[22-7] [WF 8-5] The trench in a hex that serves a side; the Line serves only the Central Powers."""
    marker = position.markers.get(node)
    if marker is None or marker.kind not in TRENCHES or marker.side != side:
        return None
    return marker


def attack_die(position: WesternFrontPosition, battle: Battle, note: Note = unexplained) -> int:
    """[13-10] [22-7] What trenches add to the attack die."""
    found = [trench_at(position, node, battle.enemy) for node in battle.hexes]
    if not found or any(marker is None for marker in found) or negated(position, battle):
        return 0
    dice = [position.setting.tables.markers[marker.kind].attack_die for marker in found if marker]
    return note("22-7", "trench", max(dice))


def negated(position: WesternFrontPosition, battle: Battle) -> bool:
    """[22-18] [20-12] Whether trenches and rule 22-16 are of no use: surrounded, or taken from both sides."""
    if surrender.is_surrounded(position, battle.node, battle.enemy):
        return True
    directions = attacked_directions(position, battle)
    if any({first, first + 2, first + 4} <= directions for first in (0, 1)):
        return True
    return any(
        direction + 3 in directions and not _is_backed(position, battle, direction)
        for direction in directions
    )


def attacked_directions(position: WesternFrontPosition, battle: Battle) -> set[int]:
    """The directions, counted clockwise from north, out of which a hex is attacked."""
    around = _around(position, battle.node)
    sides = {position.units[name].at for name in battle.attackers if name in position.units}
    return {direction for direction, other in around.items() if other in sides}


def _around(position: WesternFrontPosition, node: int) -> dict[int, int]:
    """The neighbours of a hex by direction."""
    board = position.setting.board
    found = board.cells[node]
    if found is None:
        return {}
    grid, cell = found
    labels = {direction: grid.number(grid.beside(cell, direction)) for direction in DIRECTIONS}
    return {direction: board[label] for direction, label in labels.items() if label in board}


def _is_backed(position: WesternFrontPosition, battle: Battle, direction: int) -> bool:
    """[22-18] Attacked from a direction and its opposite, two friends on one flank save the trench."""
    around = _around(position, battle.node)

    def friends(first: int, second: int) -> bool:
        nodes = [around.get(each % 6) for each in (first, second)]
        return all(
            node is not None
            and any(unit.strength > 0 for unit in position.combat_units_at(node, battle.enemy))
            for node in nodes
        )

    return friends(direction + 1, direction + 2) or friends(direction + 4, direction + 5)


def solid(position: WesternFrontPosition, battle: Battle) -> bool:
    """[22-19] [22-20] [22-21] Whether a solid defense meets an attack with too little artillery."""
    if battle.column or trench_at(position, battle.node, battle.enemy) is None:
        return False
    sides = len(attacked_directions(position, battle))
    infantry = [unit for unit in position.units_at(battle.node) if position.piece(unit).infantry]
    if not infantry or sum(unit.strength for unit in infantry) < sides * solid_strength(position, infantry):
        return False
    needed = position.setting.tables.artillery_needed(position.year)
    return artillery_strength(position, battle) < needed


def solid_strength(position: WesternFrontPosition, infantry: Iterable[Unit]) -> int:
    """[22-19] Infantry strength that each attacked hexside asks for (decision WF-R096)."""
    strengths: dict[str, int] = {}
    for unit in infantry:
        nation = position.piece(unit).nation
        strengths[nation] = strengths.get(nation, 0) + unit.strength
    main = max(strengths, key=strengths.__getitem__)
    full = max(
        (
            piece.full
            for piece in position.setting.pieces.values()
            if piece.nation == main and piece.kind == "inf"
        ),
        default=0,
    )
    least = position.setting.tables.whole("solid_defense_strength")
    return full if position.setting.option(FULL_DIVISION) else min(least, full or least)


def artillery_strength(position: WesternFrontPosition, battle: Battle) -> Fraction:
    """[22-20] [29-15] Artillery brought to bear; siege artillery counts half (decision WF-R097)."""
    total = Fraction(0)
    half = position.setting.tables.number("siege_artillery_factor")
    for name in battle.attackers:
        unit = position.units.get(name)
        if unit is not None and (piece := position.piece(unit)).artillery:
            total += unit.strength * (half if piece.siege else 1)
    return total
