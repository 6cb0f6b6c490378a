"""Arms of the optional chapters: when gas is used, who is given up to it, and what markers are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexfront.games.storm_of_steel import matters, orders
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import battles, markers, poison_gas, tactics
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.staff import fights
from hexfront.games.storm_of_steel.staff.levels import Level
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import PASS
from hexfront.kernel.planning import Order, Sight

MARKER = 0.05  # points of morale that a gas marker must bring more than the attack without it
GAS_STOCK = 3  # markers that a country keeps in store
GAS = 0.28  # what a point spent on it is worth, beside 0.23 for active infantry


def gas(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[33.2] Gas is used if the attack is worth more with it by its exact odds."""
    about = sight.decision.about
    assert isinstance(about, matters.Gas)
    position = survey.position
    node = survey.board[about.at]
    battle = battles.battle_of(position, node, [position.units[name] for name in about.units])
    ground = survey.worth(node) if position.is_open(node, survey.side) else 0.0
    gained = with_gas(survey, battle, about.table, ground) - plain(survey, battle, about.table, ground)
    if gained < MARKER:
        return Order(PASS, f"Gas would change the attack by {gained:+.2f} points.")
    found = [each for each in sight.decision.choices() if isinstance(each, orders.ReleaseGas)]
    chosen = max(found, key=lambda each: (position.gas[each.country], each.country))
    return Order(chosen, f"With gas the attack is worth {gained:.2f} points more.")


def plain(survey: Survey, battle: Battle, table: str, ground: float) -> float:
    """What an attack on a table is worth."""
    return next(
        each.value(ground) for each in fights.outlooks(survey.position, battle) if each.table == table
    )


def with_gas(survey: Survey, battle: Battle, table: str, ground: float) -> float:
    """What it is worth after a die for gas."""
    position = survey.position
    total = 0.0
    rows = poison_gas.rows(position, battle)
    for row in rows:
        after = poison_gas.supposed(position, battle, row)
        total += ground if after is None else plain(survey, after, table, ground)
    return total / len(rows)


def gassed(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[33.2] The unit with which least strength goes leaves its trenches."""
    position = survey.position
    found = [each for each in sight.decision.choices() if isinstance(each, orders.LeaveTrench)]
    units = {each.unit: position.units[each.unit] for each in found}
    fort = any(position.piece(unit).fort for unit in position.troops_at(next(iter(units.values())).at))
    chosen = min(
        found, key=lambda each: (poison_gas.spent(position, units[each.unit], stays=fort), each.unit)
    )
    return Order(chosen, "With it the least strength goes.")


def spearheaded(position: SteelPosition, order: Sequence[Unit]) -> Iterable[Sequence[Unit]]:
    """[14.3] [42.1] The strongest units, then one more each time, each selection with the last of all that
    open the Infiltration table, as long as it has none of these."""
    heads = [unit for unit in order if position.piece(unit).infiltrates]
    if not heads:
        return
    for number in range(1, order.index(heads[0]) + 1):
        if order[number - 1] is not heads[-1]:
            yield [*order[:number], heads[-1]]


def worth(survey: Survey, country: str, kind: str) -> float:
    """What a marker is worth for a point of mobilization: gas as long as the enemy has none."""
    position, side = survey.position, survey.side
    if kind == markers.GAS:
        drafted = sum(each.kind == kind and each.purse == country for each in position.drafts.values())
        few = position.gas.get(country, 0) + drafted < GAS_STOCK
        return GAS if few and not tactics.has(position, other_side(side), poison_gas.WEAPON) else 0.0
    return 0.0


def motorize(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[41.2] The strongest infantry gets the trucks, of equals the one nearest to the enemy."""
    position = survey.position

    def good(order: orders.Motorize) -> tuple[int, int, str]:
        unit = position.units[order.unit]
        return position.piece(unit).strength, -survey.from_enemy.get(unit.at, 99), order.unit

    found = [each for each in sight.decision.choices() if isinstance(each, orders.Motorize)]
    return Order(max(found, key=good), "It is the strongest that can use them.")


ANSWERS = {"gas": gas, "gassed": gassed, "motorize": motorize}
