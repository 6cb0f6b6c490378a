"""How points are taken off and supply points divided without naming every unit.

Strength comes off ``evenly``, a point at a time from everybody; from ``quiet`` sectors first; or from the
``weakest`` first, those down to their back sides before the next. Supply points are ``balanced``, twice as
many where the side means to attack; divided ``evenly``; by the ``troops`` that are near; or for the
``attack``, to those next to it as much as they can hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import Force
from hexfront.games.western_front.rules import headquarters
from hexfront.games.western_front.scenarios.deployment import limits, plans, stages
from hexfront.games.western_front.scenarios.deployment.placing import strike
from hexfront.games.western_front.setting import FAR

EVENLY, QUIET, WEAKEST = "evenly", "quiet", "weakest"
REDUCTIONS: Mapping[str, str] = {
    EVENLY: "a point at a time from everybody",
    QUIET: "from those farthest from the offensive, down to their back sides",
    WEAKEST: "from the weakest, down to their back sides",
}
BALANCED, TROOPS, ATTACK = "balanced", "troops", "attack"
DIVISIONS: Mapping[str, str] = {
    BALANCED: "twice as many near the offensive",
    EVENLY: "as many to each",
    TROOPS: "by the troops that are near",
    ATTACK: "all to those nearest to the offensive",
}
NEAR_OFFENSIVE = 5  # hexes
WITHIN_REACH = 4  # hexes, about as far as supply is brought up


def reduce(position: WesternFrontPosition, side: str, force: Force, preset: str) -> None:
    """[WF 14-1] [WF 14-4] Take off what a nation owes: those on the map before those beside it, down to
    their back sides before they lose more, and nobody to the last point."""
    from_goal = plans.from_offensive(position.setting, side)
    whole = limits.account_of(position.setting)

    def rank(unit: Unit) -> tuple[int, str]:
        if preset == WEAKEST:
            return position.piece(unit).strength, unit.name
        return (-from_goal[unit.at] if unit.name in position.units else -FAR), unit.name

    for pool in (position.of_side(side), stages.waiting(position, side)):
        own = [unit for unit in pool if unit.piece in whole and whole[unit.piece].nation == force.nation]
        owed = limits.still_owed(position, force)
        able = [unit for unit in own if limits.why_not_strike(position, unit, 1, owed) is None]
        names = [unit.name for unit in sorted(able, key=rank)]
        for floors in (_back_side, _last_point):
            _strike_down(position, force, names, floors, at_once=preset != EVENLY)


def _back_side(position: WesternFrontPosition, unit: Unit) -> int:
    return position.piece(unit).reduced or 1


def _last_point(position: WesternFrontPosition, unit: Unit) -> int:
    return 1


def _strike_down(
    position: WesternFrontPosition,
    force: Force,
    names: Iterable[str],
    floor: Callable[[WesternFrontPosition, Unit], int],
    *,
    at_once: bool,
) -> None:
    """Strike points off in turn, one from each, or from each as many as may be."""
    owed = limits.still_owed(position, force)
    struck = True
    while owed > 0 and struck:
        struck = False
        for name in names:
            unit = position.find(name)
            assert unit is not None
            spare = min(owed, unit.strength - floor(position, unit))
            if spare > 0:
                points = spare if at_once else 1
                strike(position, name, points)
                owed, struck = owed - points, True


def divide(position: WesternFrontPosition, side: str, force: Force, preset: str) -> None:
    """[WF 14 set-up] Divide all supply points of a nation anew, point by point."""
    staffs = stages.headquarters_of(position, force.nation)
    from_goal = plans.from_offensive(position.setting, side)
    most = {unit.name: headquarters.limit(position, unit) for unit in staffs}
    weights = {unit.name: _weight(position, unit, preset, from_goal[unit.at]) for unit in staffs}
    stocks = dict.fromkeys(most, 0)
    for _ in range(force.supply):
        open_ones = [name for name in stocks if stocks[name] < most[name]]
        if preset == ATTACK:
            chosen = min(open_ones, key=lambda name: (from_goal[position.units[name].at], name))
        else:
            chosen = min(open_ones, key=lambda name: (stocks[name] / weights[name], name))
        stocks[chosen] += 1
    for name, supply in stocks.items():
        position.change(name, supply=supply)


def _weight(position: WesternFrontPosition, staff: Unit, preset: str, from_goal: int) -> int:
    if preset == BALANCED:
        return 2 if from_goal <= NEAR_OFFENSIVE else 1
    if preset != TROOPS:
        return 1
    near = position.setting.hexes_from(frozenset([staff.at]))
    nation = position.piece(staff).nation
    return 1 + sum(
        piece.halves
        for unit in position.of_side(position.side_of(staff))
        if (piece := position.piece(unit)).nation == nation and near[unit.at] <= WITHIN_REACH
    )
