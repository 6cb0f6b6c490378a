"""The small decisions: where the title's usual answer can be bettered, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import Advance, Attach, Bridge, ClaimSyrmien, Declare, React, Retire
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import victory_points
from hexfront.games.serbia_1914.staff.ground import Ground
from hexfront.games.serbia_1914.staff.outlooks import LEVEL, REDUCTION, WISE, Prize
from hexfront.games.serbia_1914.staff.strikes import prize_of
from hexfront.games.serbia_1914.staff.survey import Survey
from hexfront.games.serbia_1914.table import forecast
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.planning import Order, Sight

NEAR = 2  # hexes within which Formations should be of one corps

ALL_OF_SYRMIEN = 3  # hexes
TOO_STRONG = 1.0  # danger in points from which cavalry evades
LATE = 2  # game turns before the end

USUAL = {
    "ammunition": "Ammunition for all who can have it, shells where they bring a worse modifier.",
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
    "fight": "All that are indicated will be fought; one must be the first.",
    "withhold": "No more can fight in one hex; who is worth least there is kept out.",
    "surplus": "No more can fight out of one hex; who is worth least there is kept out.",
    "combine": "Together they are a whole division again.",
    "displace": "A supply unit that must leave goes where it is still of use.",
    "marsch": "Men come in while it recovers.",
    "steps": "As many men as there are.",
}
"""Why the title's own advice is taken."""

NOTHING = {
    "advance": "Nobody else is needed in the hex.",
    "react": "The cavalry stands fast.",
    "retire": "The cavalry stands fast.",
    "withhold": "Everybody fights.",
    "support": "More guns would not change the modifier.",
    "combine": "No brigades are near enough to each other.",
    "split": "Divisions stay together.",
    "komitadji": "No place for irregulars is worth it.",
    "extend": "Nobody would be fed by longer lines.",
}
"""Why the advice to do nothing is taken."""


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


def intensity(sight: Sight, ground: Ground, *, exact: bool) -> Order | None:
    """[9.8] Fight on if the hex is worth the blood, by the exact odds of both ways.

    The attacker reckons with the answer that serves the defender best, and with the same prize for which the
    attack was planned.
    """
    choices = list(sight.decision.choices())
    if not exact or Declare(True) not in choices:
        return Order(Declare(False), "No more blood than must be.") if Declare(False) in choices else None
    worth: dict[bool, float] = {}
    position = sight.position
    assert isinstance(position, SerbiaPosition)
    about = sight.decision.about
    assert isinstance(about, matters.Intensity)
    attacking = about.attacker_intense is None
    prize = _prize(position, ground, about) if attacking else Prize(forecast.GROUND)
    for intense in (False, True):
        try:
            foretold = sight.forecast(Declare(intense))
        except Refusal:
            return None
        if not foretold.prospects:
            return None
        # What is to be expected comes first: against the best answer, which is mostly given.
        gains = [_gain(each.means, prize) for each in foretold.prospects]
        gain = WISE * gains[0] + (1 - WISE) * gains[-1]
        worth[intense] = gain if attacking else -gain
    intense = worth[True] > worth[False]
    what = "worth fighting hard for" if intense else "not worth more blood"
    return Order(Declare(intense), f"This hex is {what}: {worth[True]:.1f} against {worth[False]:.1f}.")


def _gain(means: Mapping[str, float], prize: Prize) -> float:
    """What a way to fight is expected to bring the attacker."""
    theirs = REDUCTION * means[forecast.DEFENDER] + LEVEL * means[forecast.DEFENDER_LEVELS]
    own = REDUCTION * means[forecast.ATTACKER] + LEVEL * means[forecast.ATTACKER_LEVELS]
    return prize.ground * means[forecast.VACATED] + prize.troops * theirs - own


def _prize(position: SerbiaPosition, ground: Ground, about: matters.Intensity) -> Prize:
    """What a battle that has begun is fought for."""
    node = position.setting.board[about.at]
    stack = ground.survey.stacks.get(node)
    if stack is None:
        return Prize(forecast.GROUND)
    bodies = [body for body in ground.survey.bodies if set(body.units) & set(about.attackers)]
    return prize_of(ground, stack, [(body, body.at) for body in bodies])


def advance(sight: Sight, ground: Ground) -> Order | None:
    """[11.2] Into the hex that was won, unless the Force is worth much more where it is."""
    position = sight.position
    assert isinstance(position, SerbiaPosition)
    advised = sight.decision.default()
    if not isinstance(advised, Advance):
        return None
    unit = position.units[advised.unit]
    body = next((each for each in ground.survey.bodies if unit.name in each.units), None)
    about = sight.decision.about
    if body is None or not isinstance(about, matters.Advance):
        return None
    node = position.setting.board[about.at]
    gained = ground.entering(body, unit.at, node)
    where = ground.survey.name(node)
    if gained >= 0:
        return Order(advised, f"{where} is worth {gained:.1f} more to it than where it stands.")
    return Order(PASS, f"It is needed where it stands, {-gained:.1f} more than in {where}.")


def evade(sight: Sight, ground: Ground) -> Order | None:
    """[8.2] [8.3] Cavalry that stands alone keeps out of reach of an enemy who is too strong for it."""
    position = sight.position
    assert isinstance(position, SerbiaPosition)
    top: tuple[float, float, Action] | None = None
    for action in sight.decision.choices():
        if not isinstance(action, React | Retire) or len(action.hexes) != 1:
            continue
        unit = position.units[action.unit]
        if any(position.piece(other).infantry for other in position.units_at(unit.at)):
            continue
        body = next((each for each in ground.survey.bodies if unit.name in each.units), None)
        if body is None:
            continue
        ground.place(body, body.at, -1)
        threat = ground.danger(body, unit.at)
        gained = ground.score(body, position.setting.board[action.hexes[0]], 0)
        gained -= ground.score(body, unit.at, 0)
        ground.place(body, body.at, +1)
        if threat >= TOO_STRONG and gained > 0 and (top is None or gained > top[0]):
            top = (gained, threat, action)
    if top is None:
        return None
    return Order(
        top[2], f"The enemy could cost it {top[1]:.1f} points there; it is better off by {top[0]:.1f}."
    )


def syrmien(sight: Sight, survey: Survey) -> Order | None:
    """[27.6] Once in the game: when all of it is held, when some of it may be lost, or at the end."""
    position = sight.position
    assert isinstance(position, SerbiaPosition)
    held = victory_points.syrmien(position)
    if ClaimSyrmien() not in sight.decision.choices() or not held:
        return None
    left = survey.setting.parameters.head.last_turn - position.turn
    strength = {node: sum(body.defense for body in survey.bodies if body.at == node) for node in held}
    shaky = [node for node in held if survey.threat.get(node, 0.0) > strength[node]]
    if len(held) >= ALL_OF_SYRMIEN or not left or (shaky and len(held) > 1) or (shaky and left <= LATE):
        why = f"{len(shaky)} of them may be lost" if shaky else "it will not be more"
        return Order(ClaimSyrmien(), f"{len(held)} hexes of Syrmien are held, and {why}.")
    return Order(PASS, f"{len(held)} hexes of Syrmien are held; there are {left} turns left for more.")


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
ANSWERS: dict[str, Answer] = {"attach": attach, "bridges": bridges, "syrmien": syrmien}
