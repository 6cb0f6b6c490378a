"""How good an answer looks by itself, for a player that does not plan."""

from __future__ import annotations

from hexfront.games.serbia_1914.force import force_of
from hexfront.games.serbia_1914.matters import ForceInHand
from hexfront.games.serbia_1914.orders import Aim, Go, Pick
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import strengths
from hexfront.games.serbia_1914.staff.aims import Aims
from hexfront.games.serbia_1914.staff.survey import Body, Survey
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.planning import Sight

WILLING = 1.5  # odds from which a greedy player attacks
_last: list[tuple[object, Survey, Aims]] = []


def appeal(sight: Sight, action: Action) -> float | None:
    """The worth of a march by the ground it ends on, of an attack by its odds; None for all else."""
    position = sight.position
    assert isinstance(position, SerbiaPosition)
    if sight.decision.kind not in ("move", "go", "aim"):
        return None
    survey, aims = _look(position, sight.side)
    match action:
        case Pass():
            return 0.0
        case Pick(unit) if position.piece(position.units[unit]).combat:
            return 0.1
        case Go(to) if to in survey.board:
            held = sight.decision.about
            assert isinstance(held, ForceInHand)
            body = next((each for each in survey.bodies if held.units[0] in each.units), None)
            if body is None:
                return None
            node = survey.board[to]
            return aims.pull(body, node) - aims.pull(body, _at(position, body)) - 0.1
        case Aim(unit, at):
            force = force_of(position, position.units[unit])
            node = survey.board[at]
            stack = survey.stacks.get(node)
            if stack is None:
                return None
            here = position.units[unit].at
            attack = strengths.attack_of_force(position, force.units, here, node)
            return attack / strengths.QUARTERS_OF_A_POINT / max(stack.defense, 1.0) - WILLING
    return None


def _at(position: SerbiaPosition, body: Body) -> int:
    return position.units[body.leader].at if body.leader in position.units else body.at


def _look(position: SerbiaPosition, side: str) -> tuple[Survey, Aims]:
    """One survey for all choices of a question."""
    key = (side, position.digest())
    if not _last or _last[0][0] != key:
        survey = Survey(position, side)
        _last[:] = [(key, survey, Aims(survey))]
    return _last[0][1], _last[0][2]
