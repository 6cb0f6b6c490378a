"""Where a march may go and end: the limits of 8.6, 8.7 and 26.2 laid over what a Force can reach.

A Force may march through hexes in which it may not end, as long as its points take it on to one where it may.
If the enemy stops it on the way and it can get nowhere else, it may stay (decision SE-R113).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import crossings, march_limits, marches, two_hex
from hexfront.games.serbia_1914.rules.marches import March
from hexfront.games.serbia_1914.rules.two_hex import Shift
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, other_side
from hexfront.kernel.errors import Refusal


def limited(position: SerbiaPosition, names: Sequence[str]) -> list[Unit]:
    """The units of a Force that may not end everywhere."""
    units = position.units
    if len(names) == 1:
        unit = units[names[0]]
        return [unit] if march_limits.has_ends(position, unit) else []
    return [unit for name in names if march_limits.has_ends(position, unit := units[name])]


def open_to(
    position: SerbiaPosition, names: Sequence[str], found: March, points: int, bound: Sequence[Unit]
) -> list[int]:
    """The hexes of a search in which all units of a Force may end, or from which they reach such a hex.

    ``bound`` are those of its units that are `limited`.
    """
    may = may_end(position, bound)
    allowed = [node for node in found.cost if may((node,))]
    if not allowed or any(march_limits.must_return(position, unit) for unit in bound):
        return allowed
    return onward(position, names, found, allowed, points)


def onward(
    position: SerbiaPosition, names: Sequence[str], found: March, ends: Iterable[int], points: int
) -> list[int]:
    """Of the hexes of a search, those from which a Force has the points to go on to one where it may end."""
    cost = found.cost
    beyond = dict.fromkeys(ends, 0)
    units = [position.units[name] for name in names]
    setting = position.setting
    side = position.side_of(units[0])
    wheels = any(position.piece(unit).wheels for unit in units)
    ways = setting.ways(side, wheels, position.autumn)
    rivers, zone, formations = setting.great_rivers, position.zone_of(other_side(side)), position.formations
    harassed = position.komitadji if side == AUSTRIA_HUNGARY else ()
    if found.near:  # over open ground
        waiting = [
            (node, points - so_far, ways.steps[node])
            for node, so_far in cost.items()
            if node not in beyond and so_far + ways.least[node] <= points
        ]
        return _followed(beyond, waiting)
    waiting = []
    for node, so_far in cost.items():
        if node in beyond or (so_far + ways.least[node] > points and node not in rivers):
            continue
        leaving = zone[node]
        steps = []
        bare = ways.steps[node]
        if node in rivers:
            bare = (*bare, *crossings.over_rivers(position, units, node, wheels=wheels))
        for there, price in bare:  # priced as in steps_from
            if there not in cost:
                continue
            total = price + marches.HARASSMENT if there in harassed else price
            if zone[there]:
                if not leaving:
                    total += marches.ENTER_ZONE
                else:
                    total += marches.ZONE_TO_FRIENDS if formations[there] else marches.ZONE_TO_ZONE
            elif leaving:
                total += marches.LEAVE_ZONE
            steps.append((there, total))
        waiting.append((node, points - so_far, tuple(steps)))
    return _followed(beyond, waiting)


def _followed(
    beyond: dict[int, int], waiting: Sequence[tuple[int, int, tuple[tuple[int, int], ...]]]
) -> list[int]:
    """The hexes of some dictionary, by what it takes to end from there, and those that lead on to them.

    ``waiting`` are other hexes, each with the points left there and the steps out of it.
    """
    changed = bool(beyond)
    while changed:
        changed = False
        for node, left, steps in waiting:
            known = beyond.get(node, left + 1)
            for there, price in steps:
                if there in beyond and price + beyond[there] < known:
                    known = beyond[node] = price + beyond[there]
                    changed = True
    return list(beyond)


def may_end(position: SerbiaPosition, bound: Sequence[Unit]) -> Callable[[Sequence[int]], bool]:
    """What tells whether some units may all end in a hex, or in two."""
    tests = [march_limits.ending(position, unit) for unit in bound]
    return tests[0] if len(tests) == 1 else lambda hexes: all(test(hexes) for test in tests)


def open_shifts(position: SerbiaPosition, names: Sequence[str], points: int) -> dict[frozenset[int], Shift]:
    """[19.1] The changes of a Force's hexes after which all its units may end."""
    found = two_hex.in_movement(position, names, points)
    bound = limited(position, names) if found else []
    if not bound:
        return found
    may = may_end(position, bound)
    return {key: shift for key, shift in found.items() if may(shift.hexes)}


def why_not_here(position: SerbiaPosition, names: Sequence[str]) -> Refusal | None:
    """Why a Force may not end its march where it stands."""
    for name in names:
        unit = position.units[name]
        if unit.at == OFF_MAP or not march_limits.has_ends(position, unit):
            continue
        refusal = march_limits.why_not_end_in(position, unit, position.hexes_of(unit))
        if refusal is not None:
            return refusal
    return None
