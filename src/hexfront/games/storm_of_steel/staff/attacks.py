"""The combat segment: which hex is attacked next, by whom, and on which table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hexfront.games.storm_of_steel.orders import Bombard
from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.rules import combat
from hexfront.games.storm_of_steel.staff import fights, weapons
from hexfront.games.storm_of_steel.staff.fights import Outlook
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import Theatres

LEAST = 0.08  # what an attack must promise
SPARED = 0.02  # what another attacker must add


class Choice(NamedTuple):
    """An attack that is worth making."""

    target: int
    units: tuple[str, ...]
    value: float
    outlook: Outlook


def next_attack(survey: Survey, targets: Iterable[int], *, mixes: bool) -> Choice | None:
    """The most promising attack of those that can be made now; None if none pays."""
    theatres = Theatres(survey)
    found = [choice for target in targets if (choice := weigh(survey, target, theatres, mixes=mixes))]
    return max(found, key=lambda each: (each.value, -each.target), default=None)


def weigh(survey: Survey, target: int, theatres: Theatres, *, mixes: bool) -> Choice | None:
    """The best selection of those who can attack a hex; None if it does not pay."""
    position = survey.position
    ground = survey.worth(target) if position.is_open(target, survey.side) else 0.0
    able = [unit for unit in combat.able(position, target) if _storms(survey, unit)]
    if not able:
        return None
    best: Choice | None = None
    caution, bounty = theatres.caution(target), survey.bounty(target)
    for units in selections(survey, able) if mixes else [able]:
        found = fights.best(position, target, units, ground, caution=caution, bounty=bounty)
        if found is None:
            continue
        value, outlook = found
        more = SPARED * (len(units) - len(best.units)) if best else 0.0
        if value >= LEAST and (best is None or value > best.value + more):
            best = Choice(target, tuple(unit.name for unit in units), value, outlook)
    return best


def _storms(survey: Survey, unit: Unit) -> bool:
    """Whether a unit is one to attack with: guns fire, and headquarters command."""
    return survey.fights(unit) and not survey.position.piece(unit).gun


def selections(survey: Survey, able: Sequence[Unit]) -> Iterable[Sequence[Unit]]:
    """Selections of units: the strongest alone, then one more each time; the same with tanks or shock troops
    that open the Infiltration table; and each country for itself."""
    position = survey.position
    order = sorted(able, key=lambda unit: (-position.piece(unit).strength, unit.name))
    for number in range(1, len(order) + 1):
        yield order[:number]
    yield from weapons.spearheaded(position, order)
    countries = {position.piece(unit).country for unit in able}
    if len(countries) > 1:
        for country in sorted(countries):
            yield [unit for unit in order if position.piece(unit).country == country]


def bombardment(survey: Survey, choices: Iterable[Bombard]) -> Bombard | None:
    """The fort that is fired at: the one that most troops stand before; of those that are halved already
    later, for another gun may still bring them down. A gun costs nothing."""
    position, board = survey.position, survey.board
    shaken = position.shaken

    def troops(order: Bombard) -> tuple[bool, int]:
        node = board[order.at]
        able = len(combat.able(position, node))
        return bool(able) and node not in shaken, able

    return max(choices, key=lambda order: (troops(order), order.at, order.unit), default=None)
