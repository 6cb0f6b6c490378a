"""[26.33] Losses at sea: whole ships with at least as many protection factors as the fire calls for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from hexfront.games.storm_of_steel.matters import Sinking
from hexfront.games.storm_of_steel.orders import Lose
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import fleets, losses
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES
from hexfront.kernel.play import Ask, Procedure, Table

SINKING = "ship lost"


@lru_cache(maxsize=4096)
def ways_to_pay(owed: int, factors: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """[26.33] How many ships of each protection factor may be given up for what is owed: enough, and none
    that need not be. All if they are not enough. ``factors`` are protection factors with numbers of ships."""
    most = tuple(number for _, number in factors)
    if sum(factor * number for factor, number in factors) <= owed:
        return (most,)
    found = []
    for given in product(*(range(number + 1) for number in most)):
        total = sum(factor * number for (factor, _), number in zip(factors, given, strict=True))
        if total < owed:
            continue
        least = min((factor for (factor, _), number in zip(factors, given, strict=True) if number), default=0)
        if total - least < owed:
            found.append(given)
    return tuple(found)


def _factors(protections: Iterable[int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(Counter(protections).items()))


def may_be_lost(
    position: SteelPosition, names: Sequence[str], lost: Sequence[int], owed: int
) -> Iterator[str]:
    """[26.33] The ships of a fleet with which, after those already given up, what is owed at first can be
    paid without giving up more than need be."""
    protections = {name: fleets.ship_of(position, name).protection for name in names}
    factors = _factors([*protections.values(), *lost])
    given = Counter(lost)
    ways = [
        dict(zip((factor for factor, _ in factors), way, strict=True)) for way in ways_to_pay(owed, factors)
    ]
    fitting = [way for way in ways if all(way.get(factor, 0) >= number for factor, number in given.items())]
    more = {factor for way in fitting for factor, number in way.items() if number > given[factor]}
    return (name for name in names if protections[name] in more)


def take(
    table: Table[SteelPosition], names: Iterable[str], owed: int, sea: str, rule: str = "26.33"
) -> Procedure:
    """[26.33] The owner gives up ships with at least so many protection factors, by his choice; a fleet
    that has no more is lost. Aircraft that attack ships cost them factors in the same way [30.7]."""
    position = table.position
    left = [name for name in names if name in position.units]
    lost: list[int] = []
    while left and sum(lost) < owed:
        able = [*may_be_lost(position, left, lost, owed)]
        side = position.side_of(position.units[able[0]])
        if len(able) == len(left) and owed - sum(lost) >= sum(
            fleets.ship_of(position, name).protection for name in left
        ):
            chosen = able[0]
        else:
            order = yield Ask(
                side,
                SINKING,
                f"Which ship do the {SIDE_NAMES[side]} lose? {owed - sum(lost)} protection factors are owed",
                rule,
                [Lose(name) for name in able],
                Sinking(sea, tuple(able), owed - sum(lost)),
            )
            chosen = order.unit
        lost.append(fleets.ship_of(position, chosen).protection)
        left.remove(chosen)
        losses.eliminate(table, position, position.units[chosen], rule)
    return None


def cheapest(worth: Sequence[tuple[int, float]], owed: int) -> tuple[int, ...]:
    """[26.33] The policy of the cheapest loss: which ships, by their places, a fleet gives up so that the
    least worth is lost. ``worth`` are protection factor and worth of each ship."""
    factors = _factors(protection for protection, _ in worth)
    best: tuple[float, tuple[int, ...]] | None = None
    for way in ways_to_pay(owed, factors):
        picked: list[int] = []
        for (factor, _), number in zip(factors, way, strict=True):
            fitting = sorted(
                (value, place) for place, (protection, value) in enumerate(worth) if protection == factor
            )
            picked += [place for _, place in fitting[:number]]
        price = sum(worth[place][1] for place in picked)
        if best is None or price < best[0]:
            best = price, tuple(sorted(picked))
    return best[1] if best and owed > 0 else ()
