"""What an attack is expected to bring, by the exact odds of the game, for Forces where they would stand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import intensity, prepared_attacks, prospects
from hexfront.games.serbia_1914.rules.battle import odds_text
from hexfront.games.serbia_1914.table import forecast
from hexfront.games.serbia_1914.vocabulary import COUNTER_MOVEMENT, MOVEMENT
from hexfront.kernel.errors import Refusal

REDUCTION = 1.2  # what a strength reduction is worth, in victory points
LEVEL = 0.45  # and a level of effectiveness, which can be recovered
SHELLS = 0.08  # and an increment of shells that is fired


class Placing(msgspec.Struct, frozen=True):
    """Units of a Force that would attack out of a hex, and whether they could prepare it."""

    units: tuple[str, ...]
    at: int
    points: int  # movement points left for preparing the attack


class Prize(msgspec.Struct, frozen=True):
    """What is fought for: the hex, in points, and how much the losses of those in it count."""

    ground: float
    troops: float = 1.0


class Outlook(msgspec.Struct, frozen=True):
    """The means of one way to fight a battle."""

    odds: str
    intense: bool
    taken: float  # how likely the defender leaves the hex
    own_reductions: float
    their_reductions: float
    own_levels: float
    their_levels: float
    shells: int

    def worth(self, prize: Prize) -> float:
        """What the battle brings in all."""
        theirs = REDUCTION * self.their_reductions + LEVEL * self.their_levels
        own = REDUCTION * self.own_reductions + LEVEL * self.own_levels
        return self.taken * prize.ground + prize.troops * theirs - own - SHELLS * self.shells


def outlooks(
    position: SerbiaPosition, side: str, node: int, placings: Sequence[Placing]
) -> tuple[Outlook, ...]:
    """A battle for a hex fought without and with Intensity; nothing if it cannot be fought.

    The Forces are put where they would stand and are put back again, so that the position is as before.
    """
    before = dict(position.units)
    shells = position.shells
    flags = dict(position.flags)
    try:
        _take_places(position, node, placings)
        return _reckoned(position, side, node, shells)
    except Refusal:
        return ()
    finally:
        for name, unit in before.items():
            if position.units.get(name) is not unit:
                position.put(unit)
        position.shells = shells
        position.flags.clear()
        position.flags.update(flags)


def _take_places(position: SerbiaPosition, node: int, placings: Sequence[Placing]) -> None:
    """Forces as they will be when the attack begins: who fought in an earlier phase may fight again."""
    if position.phase in (MOVEMENT, COUNTER_MOVEMENT):
        for unit in position.units_at(node):
            if unit.retreated:
                position.change(unit.name, retreated=False)
    for placing in placings:
        for name in placing.units:
            prepared = node if position.units[name].prepared == node else OFF_MAP
            position.change(name, at=placing.at, aim=node, prepared=prepared, fought=False, retreated=False)
    for placing in placings:
        marked = prepared_attacks.marking(position, placing.units)
        if not marked or placing.points < prepared_attacks.LEAST:
            continue
        price = prepared_attacks.cost(position, marked, node)
        if price is not None and price <= placing.points:
            for name in marked:
                position.change(name, prepared=node)


def _reckoned(position: SerbiaPosition, side: str, node: int, shells: int) -> tuple[Outlook, ...]:
    fought = forecast.expected_battle(position, side, node)
    sides = forecast.sides_of(position, fought)
    checks = prospects.Checks(position.setting.tables, sides)
    odds = odds_text(position, sides.reckoning)
    ways = [False]
    if intensity.may_be_intense(position, fought.attacking_names):
        ways.append(True)
    return tuple(_means(checks, odds, intense, shells - position.shells) for intense in ways)


def _means(checks: prospects.Checks, odds: str, intense: bool, shells: int) -> Outlook:
    total = taken = own_lost = their_lost = own_levels = their_levels = 0
    for (own, theirs, levels, their, _, vacated), weight in checks.weights(intense, False).items():
        total += weight
        taken += weight * vacated
        own_lost += weight * own
        their_lost += weight * theirs
        own_levels += weight * levels
        their_levels += weight * their
    return Outlook(
        odds,
        intense,
        taken / total,
        own_lost / total,
        their_lost / total,
        own_levels / total,
        their_levels / total,
        shells,
    )


def best(ways: Sequence[Outlook], prize: Prize) -> tuple[float, Outlook] | None:
    """The better way to fight a battle, with what it is worth."""
    if not ways:
        return None
    chosen = max(ways, key=lambda each: (each.worth(prize), not each.intense))
    return chosen.worth(prize), chosen
