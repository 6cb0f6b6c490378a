"""Chapter 14, paragraphs 7 to 20: the hexes a unit may retreat to, best first.

Distances and zones are those before anybody of the stack has moved (decision WF-R051), so the ranks of all
units are made first; only room [14-10] is looked at when a unit goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import (
    danube,
    marching,
    rail_lines,
    stacking,
    steps,
    supply,
    surrender,
)
from hexfront.games.western_front.rules.lines import Lines
from hexfront.games.western_front.vocabulary import NEUTRALS, other_side

FREE_NEARER, FREE_LEVEL, HELD_NEARER, HELD_LEVEL, FREE_FARTHER, HELD_FARTHER, ALONE = range(1, 8)
"""[14-8] The seven cases: free of enemy zones; in a zone but held by friends; in a zone and alone."""

_FREE = {-1: FREE_NEARER, 0: FREE_LEVEL, 1: FREE_FARTHER}
_HELD = {-1: HELD_NEARER, 0: HELD_LEVEL, 1: HELD_FARTHER}


class Rank(msgspec.Struct, frozen=True):
    """Hexes that are equally good for a unit to retreat to.

    ``difficult`` hexes are those the minimum move does not reach [14-16].
    """

    case: int
    hexes: tuple[int, ...]
    difficult: bool = False


class Ground:
    """What the retreat out of one hex depends on, found once for all units in it."""

    def __init__(
        self, position: WesternFrontPosition, node: int, side: str, plan: Mapping[str, str] | None = None
    ) -> None:
        self.position = position
        self.node = node
        self.side = side
        self.plan = plan or {}
        self.surrounded = surrender.is_surrounded(position, node, side)
        self.in_zone = position.enemy_controlled(node, side)
        self._lines = Lines(position, side)
        self._around = Lines(position, side, avoid=(node,))
        enemy = other_side(side)
        self.ways_out = [
            there
            for there in position.setting.crossable[node]
            if _retreat_crosses(position, node, there) and position.occupier(there) != enemy
        ]
        if node in position.setting.beside_danube:
            self.ways_out = [
                there for there in self.ways_out if danube.may_retreat(position, side, node, there)
            ]

    def guide(self, unit: Unit) -> Unit | None:
        """[14-7] The headquarters a unit falls back on: the one that paid for it, or else the nearest that
        could have; for a headquarters the nearest other one of its nation (decision WF-R050)."""
        position, piece = self.position, self.position.piece(unit)
        if self.surrounded:
            return None
        payer = position.units.get(self.plan.get(unit.name, ""))
        if payer is not None:
            return payer
        if not piece.headquarters:
            found = supply.candidates(position, unit, lines=self._lines)
            return found[0][0] if found else None
        others = [
            (length, other.name)
            for other in position.of_side(self.side)
            if position.piece(other).headquarters
            and position.piece(other).nation == piece.nation
            and other.name != unit.name
            and (length := self.length(other, self.node, position.climbs(piece))) is not None
        ]
        return position.units[min(others)[1]] if others else None

    def length(self, headquarters: Unit, node: int, mountain: bool) -> int | None:
        """[14-8] [19-8] How far a hex is from a headquarters by a valid supply route around the hex that
        is left, in thirtieths; None if there is no route (decision WF-R051)."""
        if headquarters.at == self.node:
            return 0 if node == self.node else None
        return self._around.length_from(node, headquarters.at, mountain)


def _retreat_crosses(position: WesternFrontPosition, here: int, there: int) -> bool:
    """[14-12] Whether a retreat may cross a hexside: not sea, not alpine, not into a neutral country."""
    setting = position.setting
    return setting.tables.terrain[setting.side(here, there).terrain].retreat


def ranks(ground: Ground, unit: Unit) -> list[Rank]:
    """[14-8] [14-11] Where a unit may retreat to, best first; room is not looked at.

    Case 7 has a rank for each distance, because there the nearest hex is the only one [14-8]. Hexes out of
    reach of the minimum move come after all others, in the same order (decision WF-R054). Surrounded
    units, and those without a headquarters, find all hexes equally near [20-7].
    """
    guide = ground.guide(unit)
    here = distance(ground, unit, ground.node, guide)
    found: dict[tuple[bool, int, float], list[int]] = {}
    for there in ground.ways_out:
        if not may_enter(ground, unit, there):
            continue
        difficult = not _by_minimum_move(ground.position, unit, there)
        beyond = distance(ground, unit, there, guide)
        case = _case(ground, there, here, beyond, guided=guide is not None)
        away = beyond if case == ALONE else 0
        found.setdefault((difficult, case, away), []).append(there)
    return [Rank(key[1], tuple(sorted(found[key])), key[0]) for key in sorted(found)]


def distance(ground: Ground, unit: Unit, node: int, guide: Unit | None) -> float:
    """How far a hex is from the headquarters of a unit; without a route, farther than any other."""
    if guide is None:
        return 0
    length = ground.length(guide, node, ground.position.climbs(ground.position.piece(unit)))
    return float("inf") if length is None else length


def case_of(ground: Ground, unit: Unit, there: int, guide: Unit | None) -> int:
    """[14-8] The case a hex belongs to."""
    here, beyond = (distance(ground, unit, node, guide) for node in (ground.node, there))
    return _case(ground, there, here, beyond, guided=guide is not None)


def _case(ground: Ground, there: int, here: float, beyond: float, *, guided: bool) -> int:
    """[14-8] The same, by how far the hex that is left and the other one are from the headquarters."""
    position = ground.position
    # A hex without a route counts as farther, even than one that has none either (decision WF-R051).
    farther = guided and beyond == float("inf")
    compared = 1 if farther else (beyond > here) - (beyond < here)
    if not position.enemy_controlled(there, ground.side):
        return _FREE[compared]
    if position.has_combat_unit(there, ground.side):
        return _HELD[compared]
    return ALONE


def may_enter(ground: Ground, unit: Unit, there: int) -> bool:
    """[14-20] [20-10] Whether a unit may retreat to a hex at all, room and reach aside."""
    position = ground.position
    if position.piece(unit).rail_bound and not _along_the_line(ground, there):
        return False
    if not (ground.surrounded and ground.in_zone and position.enemy_controlled(there, ground.side)):
        return True
    fortress = position.fortress_at(there)
    return fortress is not None and position.side_of(fortress) == ground.side


def _along_the_line(ground: Ground, there: int) -> bool:
    """[14-20] [6-12] [WF 12-12] Whether a rail line that its side can use leads a rail-bound unit to a hex
    it may be in: in an enemy zone only beside friends (decision WF-R017)."""
    position, side = ground.position, ground.side
    if there not in position.setting.rail_adjacent[ground.node]:
        return False
    if not all(rail_lines.is_operative_for(position, node, side) for node in (ground.node, there)):
        return False
    if not position.enemy_controlled(there, side):
        return True
    avoids = position.setting.option("rail-bound-units-avoid-zones")
    return not avoids and position.has_combat_unit(there, side)


def _by_minimum_move(position: WesternFrontPosition, unit: Unit, there: int) -> bool:
    """[14-16] [6-9] [18-3] Whether the one-hex move would take a unit into a hex."""
    piece = position.piece(unit)
    if piece.rail_bound:
        return True  # it follows its line, whatever the terrain
    if piece.headquarters and not steps.headquarters_may_enter(position, piece.side, there):
        return False
    return marching.why_no_minimum_move(position, unit, there) is None


def may_go_the_hard_way(piece: Piece) -> bool:
    """[14-16] Infantry and cavalry types may retreat where the minimum move does not lead; others may not."""
    return piece.infantry or piece.cavalry


def open_rank(position: WesternFrontPosition, unit: Unit, ordered: Iterable[Rank]) -> Rank | None:
    """[14-10] [14-11] [14-16] The best of a unit's ranks that has room for it, with the hexes that have."""
    piece = position.piece(unit)
    for rank in ordered:
        if rank.difficult and not may_go_the_hard_way(piece):
            return None
        hexes = tuple(node for node in rank.hexes if stacking.room(position, node, (piece,)))
        if hexes:
            return msgspec.structs.replace(rank, hexes=hexes)
    return None


def leads_into_neutral_country(position: WesternFrontPosition, node: int) -> bool:
    """[14-19] Whether a passable hexside leads into a neutral country (decision WF-R053)."""
    setting = position.setting
    return any(
        setting.board.country[there] in NEUTRALS
        and setting.tables.terrain[setting.side(node, there).terrain].retreat
        and setting.board.terrain[there] not in ("sea", "lake")
        for there in setting.board.adjacent[node]
    )
