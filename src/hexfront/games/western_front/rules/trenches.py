"""Chapter 22: trenches, devastation, and what they do to an attack.

Until April 1915 a trench lives only as long as somebody able to dig stands in it; from then on the front
line keeps its trenches, and what the front leaves behind or the enemy takes is devastation.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from hexfront.games.western_front.matters import Battle, Digging
from hexfront.games.western_front.orders import Dig
from hexfront.games.western_front.position import Marker, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import assault, surrender
from hexfront.games.western_front.rules.battle import TRENCHES, around, attacked_sides, attacking_units
from hexfront.games.western_front.vocabulary import (
    ARRIVAL,
    CENTRAL_POWERS,
    CONSTRUCTION,
    DEVASTATION,
    HINDENBURG_LINE,
    MOVEMENT,
    SIDES,
    TRENCH,
    WEST,
    other_side,
)
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

ANY_TURN = "trenches-in-any-turn"  # an option of the scenarios [22-22]
FULL_DIVISION = "solid-defence-full-division"
OPTIONS = (
    Option(
        FULL_DIVISION,
        ("off", "on"),
        "A solid defense needs the strength of a full division for each hexside attacked.",
        ("22-19",),
    ),
)
_DEVASTATED = "devastated "  # flag of a hex in whose devastation a trench is being dug
_TURNS = 7


# Who digs where


def can_dig(position: WesternFrontPosition, unit: Unit) -> bool:
    """[22-1] Infantry, mountain, marine and assault units dig, strengthened cavalry too (WF-R088)."""
    piece = position.piece(unit)
    return unit.strength > 0 and (piece.infantry or piece.strengthened)


def has_diggers(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[22-4] Whether a unit of a side that can dig stands in a hex."""
    units, pieces = position.units, position.setting.pieces
    for name in position.standing[node]:
        unit = units[name]
        if pieces[unit.piece].side == side and can_dig(position, unit):
            return True
    return False


def why_not_dig(position: WesternFrontPosition, side: str, node: int) -> Refusal | None:
    """[22-1] [22-2] [22-9] Why a side may not begin a trench in a hex."""
    where = position.setting.board.labels[node]
    marker = position.markers.get(node)
    if marker is not None and marker.kind != DEVASTATION:
        return Refusal("22-1", f"there is a {marker.kind} marker in {where}")
    if not has_diggers(position, node, side):
        return Refusal("22-1", f"nobody in {where} can dig")
    if not has_ground_to_dig(position, node, side):
        return Refusal("22-2", f"only mountain or swamp faces the enemy at {where}")
    if is_static(position) and not on_front_line(position, node, side):
        return Refusal("22-9", f"{where} is not on the front line")
    return None


def has_ground_to_dig(position: WesternFrontPosition, node: int, side: str) -> bool:
    """[22-2] Whether terrain other than mountain and swamp faces the enemy.

    With no enemy next to it, any hexside that can be crossed will do (decision WF-R089).
    """
    crossable = position.setting.crossable[node]
    facing = [other for other in crossable if position.has_enemy(other, side)]
    return any(can_be_dug(position, node, other) for other in facing) if facing else bool(crossable)


def can_be_dug(position: WesternFrontPosition, node: int, other: int) -> bool:
    """[22-2] Whether a trench can exist in a hexside: not in mountain or swamp."""
    return position.setting.tables.terrain[position.setting.side(node, other).terrain].trench


def static_since(position: WesternFrontPosition) -> TurnDate:
    """[22-9] The first turn of April 1915."""
    tables = position.setting.tables
    return TurnDate(tables.whole("trench_rules_year"), tables.whole("trench_rules_month"), 1)


def is_static(position: WesternFrontPosition) -> bool:
    """[22-9] [22-10] [22-12] Whether the rules of April 1915 hold."""
    return position.date >= static_since(position)


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
    position.flags.pop(_DEVASTATED + position.setting.board.label(node), None)
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
            position.flags[_DEVASTATED + chosen.at] = 1
        table.tell(f"A trench is begun in {chosen.at}", rule, kind="trench")


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
        about=Digging(),
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
    """[22-4] [22-9] [22-11] Remove or devastate what cannot stay, as a phase begins.

    Trenches behind the front are removed at the instant the rules of April 1915 begin, and become
    devastation later (decision WF-R093). Construction behind the front ends with a movement phase.
    """
    dawn = (position.date, position.phase, position.active) == (static_since(position), ARRIVAL, SIDES[0])
    for node, marker in sorted(position.markers.items()):
        if dawn and marker.kind == TRENCH and not on_front_line(position, node, marker.side):
            _drop(table, position, node, "22-9")
            continue
        _check_marker(table, position, node, marker)
        starts = position.phase == MOVEMENT and marker.side == position.active
        if starts and marker.kind == CONSTRUCTION and node in position.markers and is_static(position):
            if not on_front_line(position, node, marker.side):
                _drop(table, position, node, "22-9")


def settle(table: Table, position: WesternFrontPosition, near: int | None = None) -> None:
    """[22-4] [22-11] [22-12] Remove or devastate what units that left or came can no longer keep.

    Where a trench lives by the front line, only those next to the hex that changed hands are looked at.
    """
    static = near is not None and is_static(position)
    around_it = {near, *position.setting.crossable[near]} if static and near is not None else set()
    standing, units, pieces = position.standing, position.units, position.setting.pieces
    for node, marker in list(position.markers.items()):
        names = standing[node]
        if not static and names and (unit := units[names[0]]).strength > 0:
            piece = pieces[unit.piece]
            if piece.infantry and piece.side == marker.side:  # somebody who digs is at home
                continue
        if marker.kind == CONSTRUCTION or not static or node in around_it:
            _check_marker(table, position, node, marker)


def _check_marker(table: Table, position: WesternFrontPosition, node: int, marker: Marker) -> None:
    if marker.kind == CONSTRUCTION or (marker.kind == TRENCH and not is_static(position)):
        if not has_diggers(position, node, marker.side):
            _drop(table, position, node, "22-4")
    elif marker.kind == TRENCH and not on_front_line(position, node, marker.side):
        _devastate(table, position, node, "22-11")


def _drop(table: Table, position: WesternFrontPosition, node: int, rule: str) -> None:
    marker = position.markers[node]
    label = position.setting.board.label(node)
    was_devastated = position.flags.pop(_DEVASTATED + label, 0)
    position.set_marker(node, Marker(DEVASTATION, marker.side) if was_devastated else None)
    table.tell(f"The {marker.kind} in {label} is given up", rule, kind="trench")


def _devastate(table: Table, position: WesternFrontPosition, node: int, rule: str) -> None:
    position.set_marker(node, Marker(DEVASTATION, position.markers[node].side))
    table.tell(f"{position.setting.board.label(node)} is devastated", rule, kind="trench")


def entered(table: Table, position: WesternFrontPosition, side: str, node: int) -> None:
    """[22-4] [22-10] [22-12] [WF 8-6] Combat units of a side have come into a hex."""
    if not position.markers:
        return
    marker = position.markers.get(node)
    if marker is not None and marker.side == other_side(side) and marker.kind != DEVASTATION:
        if marker.kind == HINDENBURG_LINE or (marker.kind == TRENCH and is_static(position)):
            if marker.side == CENTRAL_POWERS:
                assault.lost_to_enemy(position, node)
            _devastate(table, position, node, "WF 8-6" if marker.kind == HINDENBURG_LINE else "22-10")
        else:
            _drop(table, position, node, "22-4")
    settle(table, position, node)


# In combat


def trench_at(position: WesternFrontPosition, node: int, side: str) -> Marker | None:
    """[22-7] [WF 8-5] The trench in a hex that serves a side; the Line serves only the Central Powers."""
    marker = position.markers.get(node)
    if marker is None or marker.kind not in TRENCHES or marker.side != side:
        return None
    return marker


def attack_die(position: WesternFrontPosition, battle: Battle, note: Note = unexplained) -> int:
    """[13-10] [22-2] [22-7] [WF 8-5] What trenches take off the attack die.

    Of several hexes under one attack all must have them, and the weakest counts. Where the attack comes
    over mountain or swamp alone there is no trench in its way.
    """
    found = [trench_at(position, node, battle.enemy) for node in battle.hexes]
    kinds = [marker.kind for marker in found if marker]
    if len(kinds) < len(found) or negated(position, battle):
        return 0
    if not any(can_be_dug(position, node, origin) for origin, node in attacked_sides(position, battle)):
        return 0
    dice = position.setting.tables.markers
    weakest = max(kinds, key=lambda kind: dice[kind].attack_die)
    rule = "WF 8-5" if weakest == HINDENBURG_LINE else "22-7"
    return note(rule, weakest, dice[weakest].attack_die)


def negated(position: WesternFrontPosition, battle: Battle) -> bool:
    """[22-18] [22-17] [20-12] Whether trenches and rule 22-16 are of no use: surrounded, taken from both
    sides, or smothered by artillery."""
    directions = attacked_directions(position, battle)
    if any({first, first + 2, first + 4} <= directions for first in (0, 1)):
        return True
    if any(
        direction + 3 in directions and not _is_backed(position, battle, direction)
        for direction in directions
    ):
        return True
    return smothered(position, battle) or surrender.is_surrounded(position, battle.node, battle.enemy)


def smothered(position: WesternFrontPosition, battle: Battle) -> bool:
    """[22-17] In 1915, and not in the west: siege and field batteries, each as many as the defending
    divisions, leave nothing of a trench. Regiments and brigades are half divisions (decision WF-R192)."""
    if position.setting.front == WEST or position.year != position.setting.tables.whole("smothering_year"):
        return False
    guns = [position.piece(unit).siege for unit in _firing(position, battle)]
    siege = sum(guns)
    halves = sum(
        position.piece(unit).halves
        for node in battle.hexes
        for unit in position.combat_units_at(node, battle.enemy)
        if unit.strength > 0
    )
    return 2 * min(siege, len(guns) - siege) >= halves > 0


def attacked_directions(position: WesternFrontPosition, battle: Battle) -> set[int]:
    """[22-18] The directions, clockwise from north, out of which a hex is attacked (decision WF-R095)."""
    origins = {unit.at for unit in attacking_units(position, battle)}
    return {direction for direction, other in enumerate(around(position, battle.node)) if other in origins}


def _is_backed(position: WesternFrontPosition, battle: Battle, direction: int) -> bool:
    """[22-18] Attacked from a direction and its opposite, two friends on one flank save the trench."""
    ring = around(position, battle.node)

    def holds(place: int) -> bool:
        node = ring[place % len(ring)]
        return node is not None and any(
            unit.strength > 0 for unit in position.combat_units_at(node, battle.enemy)
        )

    return any(holds(direction + first) and holds(direction + first + 1) for first in (1, 4))


def solid(position: WesternFrontPosition, battle: Battle) -> bool:
    """[22-20] [22-21] Whether a solid defense meets an attack with too little artillery.

    Only in the combat phase (decision WF-R091).
    """
    if battle.column or trench_at(position, battle.node, battle.enemy) is None:
        return False
    return artillery_strength(position, battle) < artillery_needed(position) and is_solid(position, battle)


def artillery_needed(position: WesternFrontPosition) -> int:
    """[22-20] Artillery strength that an attack on a solid defense asks for, by year and front."""
    return position.setting.tables.artillery_needed(position.year, position.setting.front)


def is_solid(position: WesternFrontPosition, battle: Battle, note: Note = unexplained) -> bool:
    """[22-18] [22-19] Whether a hex has a trench that is not negated, and infantry enough for every hexside
    it is attacked through."""
    if trench_at(position, battle.node, battle.enemy) is None or negated(position, battle):
        return False
    infantry = [unit for unit in position.units_at(battle.node) if can_dig(position, unit)]
    if not infantry:
        return False
    sides = len(attacked_directions(position, battle))
    asked = note("22-19", "infantry strength asked for", sides * solid_strength(position, infantry), "=")
    return note("22-19", "infantry strength there", sum(unit.strength for unit in infantry), "=") >= asked


def solid_strength(position: WesternFrontPosition, infantry: Iterable[Unit]) -> int:
    """[22-19] Infantry strength that each attacked hexside asks for (decision WF-R096)."""
    strengths: dict[str, int] = {}
    for unit in infantry:
        nation = position.piece(unit).nation
        strengths[nation] = strengths.get(nation, 0) + unit.strength
    main = max(strengths, key=strengths.__getitem__)
    least = position.setting.tables.whole("solid_defense_strength")
    full = position.setting.formations.full_division.get(main, least)
    return full if position.setting.option(FULL_DIVISION) else min(least, full)


def artillery_strength(position: WesternFrontPosition, battle: Battle, note: Note = unexplained) -> Fraction:
    """[22-20] [29-15] Artillery brought to bear: siege artillery counts half, unsupplied none (WF-R097)."""
    half = position.setting.tables.number("siege_artillery_factor")
    total = Fraction(0)
    for unit in _firing(position, battle):
        piece = position.piece(unit)
        share = unit.strength * (half if piece.siege else Fraction(1))
        total += note("29-15" if piece.siege else "22-20", piece.label, share)
    return total


def _firing(position: WesternFrontPosition, battle: Battle) -> list[Unit]:
    """[29-4] The attacking artillery that has supply; before supply is settled, all of it."""
    plan = battle.attack_plan
    return [
        unit
        for unit in attacking_units(position, battle)
        if position.piece(unit).artillery and (not plan or plan.get(unit.name))
    ]
