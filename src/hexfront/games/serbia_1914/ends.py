"""Where a march may go and end: the limits of 8.6, 8.7 and 26.2 laid over what a Force can reach.

A Force may march through hexes in which it may not end, as long as its points take it on to one where it may.
If the enemy stops it on the way and it can get nowhere else, it may stay (decision SE-R113).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from hexfront.games.serbia_1914 import limits, marches
from hexfront.games.serbia_1914.marches import March
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.two_hex import Shift
from hexfront.kernel.errors import Refusal


def limited(position: SerbiaPosition, names: Sequence[str]) -> list[Unit]:
    """The units of a Force that may not end everywhere."""
    return [unit for unit in [position.units[name] for name in names] if limits.has_ends(position, unit)]


def open_to(
    position: SerbiaPosition, names: Sequence[str], found: March, points: int, bound: Sequence[Unit]
) -> Iterable[int]:
    """The hexes of a search in which all units of a Force may end, or from which they reach such a hex.

    ``bound`` are those of its units that are `limited`.
    """
    if not bound or not found.cost:
        return found.cost
    may = may_end(position, bound)
    allowed = [node for node in found.cost if may((node,))]
    if not allowed or any(limits.must_return(position, unit) for unit in bound):
        return allowed
    return marches.onward(position, names, found, allowed, points)


def may_end(position: SerbiaPosition, bound: Sequence[Unit]) -> Callable[[Sequence[int]], bool]:
    """What tells whether some units may all end in a hex, or in two."""
    tests = [limits.ending(position, unit) for unit in bound]
    return tests[0] if len(tests) == 1 else lambda hexes: all(test(hexes) for test in tests)


def open_shifts(
    position: SerbiaPosition, names: Sequence[str], found: Mapping[frozenset[int], Shift]
) -> dict[frozenset[int], Shift]:
    """The changes of a Force's hexes after which all its units may end."""
    bound = limited(position, names) if found else []
    if not bound:
        return dict(found)
    may = may_end(position, bound)
    return {key: shift for key, shift in found.items() if may(shift.hexes)}


def why_not_here(position: SerbiaPosition, names: Sequence[str]) -> Refusal | None:
    """Why a Force may not end its march where it stands."""
    for name in names:
        unit = position.units[name]
        if unit.at == OFF_MAP:
            continue
        refusal = limits.why_not_end_in(position, unit, position.hexes_of(unit))
        if refusal is not None:
            return refusal
    return None
