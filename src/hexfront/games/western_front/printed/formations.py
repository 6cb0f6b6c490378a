"""Which counters stand for the same men, make up one another, or lie unused in a scenario.

Made once for a game from the printed pieces; nothing in it changes in play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from hexfront.games.western_front.printed.forces import OPENING, OrdersOfBattle
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.printed.scenario_lists import Scenario, TurnDate

DIVISION = "xx"
COMPONENTS = ("x", "iii")
Group = tuple[str, str, str]  # nation, kind, colour
Print = tuple[str, int, int, int]  # size, strength, movement, full strength


class Formations(msgspec.Struct, frozen=True):
    """Counters by what they have in common."""

    full_division: Mapping[str, int]  # nation -> full strength of its infantry division [22-19]
    counters: Mapping[str, tuple[str, ...]]  # formation -> keys of its counters
    strengthened: Mapping[str, Piece]  # formation -> strengthened cavalry counter [31-3]
    ordinary: Mapping[str, Piece]  # assault counter -> the counter it reverts to [33-4]
    components: frozenset[str]  # brigades and regiments that can make up a division [27-2]
    small: frozenset[str]  # these and replacements: what can be combined with its like [24-3]
    divisible: frozenset[str]  # divisions for which there are such counters [27-1]
    spare: Mapping[Group, tuple[Piece, ...]]  # brigades and regiments the scenario leaves in the box


def group(piece: Piece) -> Group:
    """[27-1] What divisions and their components have in common."""
    return piece.nation, piece.kind, piece.colour


def printed(piece: Piece) -> Print:
    """What makes two counters of a group worth the same."""
    return piece.size, piece.strength, piece.movement, piece.full


def limit(piece: Piece) -> int:
    """[23-4] [27-2] The strength a counter can be brought up to: front side, or full strength symbol."""
    return min(piece.strength, piece.full)


def scheduled(orders: OrdersOfBattle, scenario: Scenario) -> set[str]:
    """Counters that the set-up and the schedules of a scenario use."""
    slug = scenario.slug if scenario.slug in orders.scenarios else OPENING
    forces = orders.scenarios[slug]
    used = {row.unit for row in (*forces.listed, *forces.placed)}
    rows: Iterable[tuple[TurnDate, Collection[str]]] = (
        *((TurnDate(row.year, row.month, row.turn), (row.unit,)) for row in orders.arrivals),
        *((TurnDate(row.year, row.month, row.turn), row.new) for row in orders.conversions),
    )
    for date, keys in rows:
        if scenario.first_turn <= date <= scenario.last_turn:
            used.update(keys)
    return used


def make_formations(pieces: Mapping[str, Piece], used: Collection[str]) -> Formations:
    """Sort the pieces of a game."""
    counters: dict[str, list[Piece]] = {}
    for piece in pieces.values():
        counters.setdefault(piece.formation, []).append(piece)
    foot = [piece for piece in pieces.values() if (piece.infantry or piece.cavalry) and not piece.assault]
    components = [piece for piece in foot if piece.size in COMPONENTS and piece.full]
    groups = {group(piece) for piece in components}
    divisions = [piece for piece in foot if piece.size == DIVISION and group(piece) in groups]
    spare: dict[Group, list[Piece]] = {}
    for piece in components:
        # Counters of other values of the same men are used with them, and not to be had alone.
        if not any(other.key in used for other in counters[piece.formation]):
            spare.setdefault(group(piece), []).append(piece)
    return Formations(
        full_division=_full_divisions(pieces.values()),
        counters={name: tuple(piece.key for piece in same) for name, same in counters.items()},
        strengthened=_strengthened(counters),
        ordinary=_ordinary(counters),
        components=frozenset(piece.key for piece in components),
        small=frozenset(
            (
                *(piece.key for piece in components),
                *(piece.key for piece in pieces.values() if piece.replacement),
            )
        ),
        divisible=frozenset(piece.key for piece in divisions),
        spare={kind: tuple(same) for kind, same in spare.items()},
    )


def _full_divisions(pieces: Iterable[Piece]) -> dict[str, int]:
    """[22-19] The number in the symbol on the infantry divisions of a nation; the most common one."""
    counts: dict[str, dict[int, int]] = {}
    for piece in pieces:
        if piece.kind == "inf" and piece.size == DIVISION and piece.full:
            numbers = counts.setdefault(piece.nation, {})
            numbers[piece.full] = numbers.get(piece.full, 0) + 1
    return {
        nation: max(numbers, key=lambda full: (numbers[full], full)) for nation, numbers in counts.items()
    }


def _strengthened(counters: Mapping[str, Iterable[Piece]]) -> dict[str, Piece]:
    """[31-3] Cavalry divisions that appear with a higher strength (decision WF-R124)."""
    found: dict[str, Piece] = {}
    for formation, same in counters.items():
        plain = [piece.strength for piece in same if piece.cavalry and not piece.strengthened]
        for piece in same:
            if piece.strengthened and plain and piece.strength > min(plain):
                found[formation] = piece
    return found


def _ordinary(counters: Mapping[str, Iterable[Piece]]) -> dict[str, Piece]:
    """[33-4] [33-6] For an assault counter with a full strength symbol, the ordinary one of its men."""
    found: dict[str, Piece] = {}
    for same in counters.values():
        for piece in same:
            if piece.assault and piece.full:
                usual = [
                    other
                    for other in same
                    if other.infantry and not other.assault and other.size == piece.size
                ]
                if usual:
                    found[piece.key] = max(usual, key=limit)
    return found
