"""What an attack is expected to bring, by the exact odds of the game, for Forces where they would stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import intensity, prepared_attacks, prospects, strengths
from hexfront.games.serbia_1914.rules.battle import odds_text
from hexfront.games.serbia_1914.table import forecast
from hexfront.games.serbia_1914.vocabulary import COUNTER_MOVEMENT, MOVEMENT
from hexfront.kernel.errors import Refusal
from hexfront.kernel.planning import is_ruinous

REDUCTION = forecast.REDUCTION  # what a strength reduction is worth, in victory points
LEVEL = forecast.LEVEL  # and a level of effectiveness, which can be recovered
WISE = (
    0.6  # how often the defender answers best; he does not know all, and may have no men left to be Intense
)
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
    entered: bool = False  # whether the hex is wanted for itself


class Outlook(msgspec.Struct, frozen=True):
    """The means of one way to fight a battle, against the answer that serves the defender best [9.8]."""

    odds: str
    intense: bool
    answered: bool  # whether the defender will be Intense, too
    taken: float  # how likely the defender leaves the hex
    own_reductions: float
    their_reductions: float
    own_levels: float
    their_levels: float
    shells: int

    @property
    def ruinous(self) -> bool:
        """Whether its exact odds are ruin."""
        level = LEVEL / REDUCTION
        own = self.own_reductions + level * self.own_levels
        return is_ruinous(own, self.their_reductions + level * self.their_levels, forecast.BEARABLE)

    @property
    def told(self) -> str:
        """How it is fought and how it should end, in words."""
        hard = ", Intense" if self.intense else ""
        enemy = "an enemy who is Intense" if self.answered else "the enemy"
        return f"at {self.odds}{hard}: {enemy} leaves it with {self.taken:.0%}"

    def worth(self, prize: Prize) -> float:
        """What the battle brings in all."""
        theirs = REDUCTION * self.their_reductions + LEVEL * self.their_levels
        own = REDUCTION * self.own_reductions + LEVEL * self.own_levels
        return self.taken * prize.ground + prize.troops * theirs - own - SHELLS * self.shells


_STAKE = Prize(forecast.GROUND)  # what a defender weighs by when he declares


def outlooks(
    position: SerbiaPosition, side: str, node: int, placings: Sequence[Placing], *, reply: bool = True
) -> tuple[Outlook, ...]:
    """A battle for a hex fought without and with Intensity; nothing if it cannot be fought.

    With ``reply`` the defender gives his best answer to each; else he is taken not to be Intense.

    The Forces are put where they would stand and are put back again, so that the position is as before.
    """
    before = dict(position.units)
    shells = position.shells
    flags = dict(position.flags)
    try:
        _take_places(position, node, placings)
        return _reckoned(position, side, node, shells, reply=reply)
    except Refusal:
        return ()
    finally:
        for name, unit in before.items():
            if position.units.get(name) is not unit:
                position.put(unit)
        position.shells = shells
        position.flags.clear()
        position.flags.update(flags)


def doubted(
    position: SerbiaPosition,
    side: str,
    node: int,
    placings: Sequence[Placing],
    doubts: Mapping[str, float],
    *,
    reply: bool = True,
) -> tuple[Outlook, ...]:
    """The same where some in the hex are only taken to be there, each with a chance.

    It is a mean of the battle with all of them and of that with none.
    """
    ways = outlooks(position, side, node, placings, reply=reply)
    there = [unit for unit in position.units_at(node) if unit.name in doubts]
    guessed = {unit.name: strengths.defense_strength(position, unit) for unit in there}
    if not ways or not guessed:
        return ways
    total = sum(guessed.values())
    chance = sum((guessed[name] / total if total else 1 / len(guessed)) * doubts[name] for name in guessed)
    twin = position.copy()
    for name in guessed:
        twin.remove(name)
    others = outlooks(twin, side, node, placings, reply=reply)
    if len(others) != len(ways):
        return ways
    return tuple(
        _mixed(with_all, with_none, chance) for with_all, with_none in zip(ways, others, strict=True)
    )


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


def _reckoned(
    position: SerbiaPosition, side: str, node: int, shells: int, *, reply: bool
) -> tuple[Outlook, ...]:
    fought = forecast.expected_battle(position, side, node)
    sides = forecast.sides_of(position, fought)
    checks = prospects.Checks(position.setting.tables, sides)
    odds = odds_text(position, sides.reckoning)
    ways = [False]
    if intensity.may_be_intense(position, fought.attacking_names):
        ways.append(True)
    replies = [False]
    if reply and intensity.may_be_intense(position, fought.defending_names, defending=node):
        replies.append(True)
    spent = shells - position.shells
    return tuple(
        _answered([_means(checks, odds, intense, answered, spent) for answered in replies])
        for intense in ways
    )


def _answered(ways: Sequence[Outlook]) -> Outlook:
    """What is to be expected if the defender mostly gives the answer that serves him best."""
    wise, *others = sorted(ways, key=lambda each: each.worth(_STAKE))
    if not others:
        return wise
    return _mixed(wise, others[0], WISE)


def _mixed(one: Outlook, other: Outlook, chance: float) -> Outlook:
    """The means of two cases, of which the first comes with so much chance and is told."""

    def mean(here: float, there: float) -> float:
        return chance * here + (1 - chance) * there

    return msgspec.structs.replace(
        one,
        taken=mean(one.taken, other.taken),
        own_reductions=mean(one.own_reductions, other.own_reductions),
        their_reductions=mean(one.their_reductions, other.their_reductions),
        own_levels=mean(one.own_levels, other.own_levels),
        their_levels=mean(one.their_levels, other.their_levels),
    )


def _means(checks: prospects.Checks, odds: str, intense: bool, answered: bool, shells: int) -> Outlook:
    total = taken = own_lost = their_lost = own_levels = their_levels = 0
    for (own, theirs, levels, their, _, vacated), weight in checks.weights(intense, answered).items():
        total += weight
        taken += weight * vacated
        own_lost += weight * own
        their_lost += weight * theirs
        own_levels += weight * levels
        their_levels += weight * their
    return Outlook(
        odds,
        intense,
        answered,
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
