"""How a position of the moving war stands, in demoralization points: what was suffered, and what is to come.

Both sides count alike: points already suffered, the strength that is left, stacks by what stands beside them,
troops that are surrounded, ground abroad, cities by how near the enemy's infantry is to them, and how near to
Paris he has been. The weights are judged and not fitted: what games of the staff tell of them is little.
"""

from __future__ import annotations

from hexfront.games.western_front.position import OFF_MAP, WesternFrontPosition
from hexfront.games.western_front.rules import morale, surrender, trenches
from hexfront.games.western_front.scenarios import victory
from hexfront.games.western_front.staff import ground
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, COUNTRY_SIDE, SIDES, other_side

STRENGTH = 0.35  # a strength point in the field, beside the demoralization of its loss
CAUGHT = 1.2  # the same of one that is surrounded; whoever surrenders counts twice [20-4]
STRUCK = (
    0.1  # the part of a stack that is likely to be lost for each time that the enemy beside it is stronger
)
AS_STRONG = 1.5  # how many times stronger he may be without harm
MOST_STRUCK = 0.5
WORKS = 2.0  # how many times more troops are worth in a trench or behind walls
ABROAD = 0.5  # a hex held in a country of the enemy
CITY = 0.3  # of what a city would cost, what its loss is likely to cost with the enemy beside it
FADES = 0.75  # what is left of that at each hex the enemy is farther away
PARIS_NEAR = 6  # hexes from Paris from which on Germany has what can be had by coming near [WF 3 victory]
PARIS_FAR = 12
PARIS_HEX = 9.0  # a hex nearer between these


def balance(position: WesternFrontPosition, side: str) -> float:
    """By how much a side is ahead, with what is likely to come of it."""
    lead = float(victory.difference(position)) + _paris(position) + _abroad(position)
    for each in SIDES:
        worth = _troops(position, each) - _in_danger(position, each) - _cities_in_danger(position, each)
        lead += worth if each == CENTRAL_POWERS else -worth
    return lead if side == CENTRAL_POWERS else -lead


def _troops(position: WesternFrontPosition, side: str) -> float:
    """What the troops of a side are worth, less what those who are surrounded are likely to cost."""
    total = 0.0
    for unit in position.of_side(side):
        piece = position.piece(unit)
        if unit.at != OFF_MAP and (piece.infantry or piece.cavalry):
            total += STRENGTH * unit.strength
    for pocket in surrender.pockets(position, side):
        if not surrender.is_doomed(position, pocket):
            continue
        for name in pocket.units:
            unit = position.units[name]
            counted = bool(morale.counted_nation(position, position.piece(unit).nation))
            total -= CAUGHT * unit.strength * (1.0 if counted else STRENGTH)
    return total


def _in_danger(position: WesternFrontPosition, side: str) -> float:
    """What stacks are likely to lose to the enemy beside them."""
    setting, enemy = position.setting, other_side(side)
    strength: dict[str, dict[int, int]] = {side: {}, enemy: {}}
    for unit in position.units.values():
        piece = position.piece(unit)
        if unit.at != OFF_MAP and (piece.infantry or piece.cavalry):
            stacks = strength[piece.side]
            stacks[unit.at] = stacks.get(unit.at, 0) + unit.strength
    total = 0.0
    for node, own in strength[side].items():
        beside = sum(strength[enemy].get(other, 0) for other in setting.crossable[node])
        if not own or not beside:
            continue
        sheltered = (
            position.fortress_at(node) is not None or trenches.trench_at(position, node, side) is not None
        )
        times = beside / (own * (WORKS if sheltered else 1.0))
        total += (1.0 + STRENGTH) * own * min(MOST_STRUCK, STRUCK * max(0.0, times - AS_STRONG))
    return total


def _abroad(position: WesternFrontPosition) -> float:
    """What the ground is worth that Germany holds in other countries, less what is lost of its own."""
    total = 0.0
    for node, country in enumerate(position.setting.board.country):
        side = COUNTRY_SIDE.get(country)
        if side is not None and position.holder(node) not in ("", side):
            total += ABROAD if side != CENTRAL_POWERS else -ABROAD
    return total


def _cities_in_danger(position: WesternFrontPosition, side: str) -> float:
    """What a side's cities are likely to cost it, by how near infantry of the enemy is to them."""
    treasures = ground.treasures(position, side)
    hostile = frozenset(
        unit.at
        for unit in position.of_side(other_side(side))
        if unit.strength and unit.at != OFF_MAP and position.piece(unit).infantry
    )
    if not treasures or not hostile:
        return 0.0
    far = position.setting.hexes_from(hostile)
    return sum(CITY * worth * FADES ** max(0, far[node] - 1) for node, worth in treasures.items())


def _paris(position: WesternFrontPosition) -> float:
    """What Germany has of having been near Paris, where that shifts the level of victory."""
    if not victory.paris(position):
        return 0.0
    nearest = min(position.flags.get(victory.NEAREST, PARIS_FAR), PARIS_FAR)
    return PARIS_HEX * (PARIS_FAR - max(PARIS_NEAR, nearest))
