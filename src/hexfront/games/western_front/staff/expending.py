"""Attacks that are made to be rid of supply points, when a ceiling is near and nothing else is left.

Who holds too much when a monthly turn opens has lost the war [WF 23-13]; no loss of an attack is as bad.
So in the last turns before it, units that headquarters of the nation supply attack where it does least
harm, with as many as are needed for what is too much and not more.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import combat, movement, supply
from hexfront.games.western_front.rules.expenditure import bill_of
from hexfront.games.western_front.rules.lines import Lines
from hexfront.games.western_front.staff import budget
from hexfront.games.western_front.staff.combats import Choice, exact
from hexfront.games.western_front.staff.marches import Marches
from hexfront.games.western_front.staff.strikes import Scales

STRENGTH_FOR_A_POINT = 4  # infantry that expends a supply point [19-2]
SLACK = 8  # strength that is brought up besides
LEAST_STRENGTH = 3  # of a division that is brought up: weaker ones are supplied over short ways alone
WITHIN = 2  # hexes from a headquarters within which it supplies them, in winter too
POINT_OF_COMMAND = 6.0  # what it is worth to expend a point that may not be held
PARTS = (1, 2)  # what is too much is expended at once, or a part of it


def overdue(position: WesternFrontPosition, side: str) -> dict[str, budget.Duty]:
    """[WF 23-13] The nations of a side that must be rid of supply points within the last turns of a month."""
    nations = position.setting.tables.nations
    found = {}
    for nation in position.setting.parameters.nations:
        owed = budget.excess(position, nation) if nations[nation].side == side else None
        if owed is not None and owed.turns <= budget.LAST_TURNS:
            found[nation] = owed
    return found


def bring_up(marches: Marches, free: set[str]) -> None:
    """[WF 23-13] Where a nation will hold too much when the month is over, bring its richest headquarters to
    where most of its divisions stand before the enemy, and as many divisions there as can expend it."""
    survey, position = marches.survey, marches.position
    nations = marches.setting.tables.nations
    for nation in marches.setting.parameters.nations:
        owed = budget.excess(position, nation) if nations[nation].side == survey.side else None
        if owed is None:
            continue
        seats = [
            unit
            for unit in position.headquarters_of(survey.side)
            if position.piece(unit).nation == nation and unit.supply and unit.at != OFF_MAP
        ]
        left = owed.over * STRENGTH_FOR_A_POINT + SLACK
        for seat in sorted(seats, key=lambda unit: (-unit.supply, unit.name)):
            node = _seated(marches, seat, left)
            if node is not None:
                left -= _sent(marches, nation, node, left=left, free=free)
            if left <= 0:
                break


def _fronts(marches: Marches, node: int) -> list[int]:
    """The hexes before the enemy in which a headquarters in a hex supplies attacks."""
    survey, setting = marches.survey, marches.setting
    return [
        each
        for each in setting.board.within(node, WITHIN)
        if survey.own[each] and any(survey.hostile[other] for other in setting.crossable[each])
    ]


def _seated(marches: Marches, seat: Unit, wanted: int) -> int | None:
    """Send a headquarters to where most of its nation stands before the enemy, as much as is wanted; None if
    it is still on its way there."""
    survey, position = marches.survey, marches.position
    nation = position.piece(seat).nation
    stands: dict[int, int] = {}
    for unit in survey.own_units:
        piece = position.piece(unit)
        if piece.nation == nation and piece.infantry and unit.strength >= LEAST_STRENGTH:
            stands[unit.at] = stands.get(unit.at, 0) + unit.strength

    def fed(node: int) -> float:
        far = marches.setting.board.distance
        return min(
            wanted, sum(stands.get(each, 0) / max(1, far(each, node) or 0) for each in _fronts(marches, node))
        )

    offered = [seat.at]
    if seat.name in position.ready[survey.side]:
        offered += [
            node
            for node in sorted(movement.destinations(position, [seat.name]))
            if (survey.own[node] or survey.hexes_to_enemy[node] > 1) and marches.may_stay(seat, node)
        ]
    best = max(
        offered,
        key=lambda node: (
            fed(node),
            bool(_fronts(marches, node)),
            node == seat.at,
            survey.hexes_to_enemy[node],
            -node,
        ),
    )
    if _fronts(marches, best):
        if seat.name in position.ready[survey.side]:
            marches.send(seat.name, best, "The headquarters stays near those who must attack.")
        return best
    masses = [node for node in stands if _fronts(marches, node) and survey.hexes_to_enemy[node] <= 1]
    if masses and seat.name in position.ready[survey.side]:
        goal = max(masses, key=lambda node: (stands[node], -node))
        where = marches.setting.board.name_of(goal)
        marches.ride(seat, goal, f"The headquarters brings its {seat.supply} supply points toward {where}.")
    return None


def _sent(marches: Marches, nation: str, seat: int, *, left: int, free: set[str]) -> int:
    """The strength that stands before the enemy in reach of a headquarters, when others have been sent."""
    position, board = marches.position, marches.setting.board
    fronts = _fronts(marches, seat)
    own = [
        unit
        for name in sorted(free)
        if position.piece(unit := position.units[name]).infantry
        and position.piece(unit).nation == nation
        and unit.strength >= LEAST_STRENGTH
    ]
    own.sort(key=lambda unit: (unit.at not in fronts, board.distance(unit.at, seat) or 0, -unit.strength))
    there = 0
    for unit in own:
        if there >= left:
            break
        goals = [
            node
            for node in fronts
            if node == unit.at or (node in marches.reachable[unit.name] and marches.has_room(unit, node))
        ]
        if not goals:
            continue
        goal = min(goals, key=lambda node: (node != unit.at, marches.survey.threat.get(node, 0), node))
        where = board.name_of(goal)
        marches.send(unit.name, goal, f"To {where}: supply points must be expended before the month is over.")
        free.discard(unit.name)
        there += unit.strength
    return there


def attacks(scales: Scales) -> list[Choice]:
    """The attacks by which somebody expends what he may not hold any longer, the least harmful first."""
    survey = scales.survey
    position, side = survey.position, survey.side
    found: list[tuple[float, Choice]] = []
    due = overdue(position, side)
    if not due:
        return []
    lines = Lines(position, side)
    free = scales.without_prices()
    for nation, owed in due.items():
        for node in combat.attackable(position, side):
            if not position.standing[node]:
                continue
            fed = _fed_by(position, nation, combat.able_to_attack(position, side, node), lines)
            for units in _selections(position, nation, fed, owed.over, lines):
                choice = exact(free, node, units, must_pay=True)
                if choice is None:
                    continue
                points = min(owed.over, _points(position, nation, units, lines))
                rank = choice.worth + points * POINT_OF_COMMAND
                despite = (
                    f"{owed.over} supply points must be expended before {owed.month}, or the command is lost."
                )
                if points:
                    found.append((rank, msgspec.structs.replace(choice, despite=despite)))
    found.sort(key=lambda each: (-each[0], each[1].node, each[1].units))
    return [choice for _, choice in found]


def _fed_by(position: WesternFrontPosition, nation: str, able: Sequence[Unit], lines: Lines) -> list[Unit]:
    """Those who could attack and be supplied by headquarters of a nation, infantry first, the strongest
    first; cavalry and tanks stay out of it."""
    found = []
    for unit in able:
        piece = position.piece(unit)
        payers = supply.payers_for(position, unit, attack=True, lines=lines)
        if (piece.infantry or piece.artillery) and any(
            position.piece(position.units[name]).nation == nation for name in payers
        ):
            found.append(unit)
    found.sort(key=lambda unit: (position.piece(unit).artillery, -unit.strength, unit.name))
    return found


def _selections(
    position: WesternFrontPosition, nation: str, fed: Sequence[Unit], over: int, lines: Lines
) -> list[tuple[str, ...]]:
    """All of them, and as few as expend what is too much, or half of it."""
    names = [unit.name for unit in fed]
    found = {tuple(names): None} if names else {}
    for part in PARTS:
        for count in range(1, len(names)):
            some = tuple(names[:count])
            if _points(position, nation, some, lines) * part >= over:
                found[some] = None
                break
    return list(found)


def _points(position: WesternFrontPosition, nation: str, names: Sequence[str], lines: Lines) -> int:
    """[19-2] What headquarters of a nation would expend for the attack of some units."""
    plan = supply.default_plan(position, names, attack=True, lines=lines)
    bill = bill_of(position, plan, attack=True)
    return sum(
        bill.points(name) for name in bill.payers() if position.piece(position.units[name]).nation == nation
    )
