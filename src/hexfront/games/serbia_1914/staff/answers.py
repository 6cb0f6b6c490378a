"""The small decisions: where the title's usual answer can be bettered, and why."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.serbia_1914.orders import Attach, Bridge, Declare
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.staff.aims import Aims
from hexfront.games.serbia_1914.staff.survey import Survey
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.planning import Order, Sight

NEAR = 2  # hexes within which Formations should be of one corps
MANDATED = 1.5  # what an attack that counts toward a plan's abandonment is worth more

USUAL = {
    "ammunition": "Ammunition where it is needed, shells where they turn the scale.",
    "komitadji": "Irregulars where they trouble the most troops.",
    "retreat": "Back by the way that costs least.",
    "reduce": "The unit that can best bear it.",
    "advance": "The ground that was won is taken.",
    "react": "The cavalry keeps out of reach.",
    "retire": "The cavalry keeps out of reach.",
    "support": "All guns in reach, if they turn the scale.",
    "replacement": "Where most is missing.",
    "extend": "Longer lines for those who would starve.",
    "plan": "The plan stands.",
}
"""Why the title's own advice is taken."""


def attach(sight: Sight, survey: Survey) -> Order | None:
    """[5.2] Formations join the corps that most of their neighbours belong to."""
    position = sight.position
    assert isinstance(position, SerbiaPosition)
    best: tuple[int, Attach] | None = None
    for action in sight.decision.choices():
        if not isinstance(action, Attach) or action.corps not in position.setting.forces.corps:
            continue
        unit = position.units[action.unit]
        mates = {
            other
            for node in survey.board.within(unit.at, NEAR)
            for other in position.standing[node]
            if other != unit.name and position.units[other].corps
        }
        there = sum(position.units[other].corps == action.corps for other in mates)
        here = sum(position.units[other].corps == unit.corps for other in mates)
        if there > here + 1 and (best is None or there - here > best[0]):
            best = (there - here, action)
    if best is None:
        return Order(PASS, "The corps are in order.") if PASS in sight.decision.choices() else None
    corps = position.setting.forces.corps[best[1].corps].name
    return Order(best[1], f"{position.label(best[1].unit)} stands among the {corps}.")


def intensity(sight: Sight, survey: Survey, aims: Aims, *, exact: bool) -> Order | None:
    """[9.8] Fight on if the hex is worth the blood, by the exact odds of both ways."""
    choices = list(sight.decision.choices())
    if not exact or Declare(True) not in choices:
        return Order(Declare(False), "No more blood than must be.") if Declare(False) in choices else None
    worth: dict[bool, float] = {}
    position = sight.position
    assert isinstance(position, SerbiaPosition)
    attacking = position.mover == sight.side
    sign = 1.0 if attacking else -1.0
    for intense in (False, True):
        try:
            forecast = sight.forecast(Declare(intense))
        except Refusal:
            return None
        means = [prospect.means for prospect in forecast.prospects]
        if not means:
            return None
        each = [
            sign
            * (
                3.0 * mean["hex vacated"]
                + 1.2 * (mean["defender reductions"] - mean["attacker reductions"])
                + 0.5 * (mean["defender levels"] - mean["attacker levels"])
            )
            for mean in means
        ]
        worth[intense] = sum(each) / len(each)
    if attacking and _owes_attacks(position, sight.side):
        worth[True] += MANDATED
    intense = worth[True] > worth[False]
    what = "worth fighting hard for" if intense else "not worth more blood"
    return Order(Declare(intense), f"This hex is {what}: {worth[True]:.1f} against {worth[False]:.1f}.")


def _owes_attacks(position: SerbiaPosition, side: str) -> bool:
    """[26.3.1] Whether a plan still asks for mandated attacks."""
    if side != AUSTRIA_HUNGARY:
        return False
    lists = position.setting.lists.plans
    return any(
        state == "bound" and position.mandated.get(army, 0) < lists[army].mandated_attacks
        for army, state in position.plans.items()
    )


def bridges(sight: Sight, survey: Survey) -> Order | None:
    """[21.2.1] A bridge where troops stand on both banks, as near to them as can be."""
    position = sight.position
    assert isinstance(position, SerbiaPosition)
    best: tuple[int, Bridge] | None = None
    for action in sight.decision.choices():
        if isinstance(action, Bridge):
            nodes = [survey.board[label] for label in action.hexes]
            troops = sum(len(position.standing[node]) for node in nodes)
            if troops and survey.distance_to_enemy(nodes[0]) <= 6 and (best is None or troops > best[0]):
                best = (troops, action)
    if best is None:
        return Order(PASS, "No bridge is needed.")
    return Order(best[1], f"{best[0]} units stand where the bridge will be.")


Answer = Callable[[Sight, Survey], Order | None]
ANSWERS: dict[str, Answer] = {"attach": attach, "bridges": bridges}
