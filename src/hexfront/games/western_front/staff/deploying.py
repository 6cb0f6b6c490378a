"""What a staff decides itself in a deployment: who is held back, and where he comes up.

The title's own plan lays out everybody else. The Entente may keep ten divisions beside the map until Germany
stands [WF 14 set-up]. It keeps its strongest, and sends them to where most could strike.
"""

from __future__ import annotations

from hexfront.games.western_front.orders import Behind, HoldBack
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import sectors
from hexfront.games.western_front.scenarios.deployment import stages
from hexfront.games.western_front.scenarios.deployment.lots import may_be_held_back
from hexfront.games.western_front.scenarios.deployment.placing import halves_held_back, reserve_limit
from hexfront.games.western_front.scenarios.deployment.plans import along_front
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import ENTENTE
from hexfront.kernel.planning import Order, Sight

KEEPER = "fr"  # the nation with the longest front keeps the reserve
BEFORE = 3  # front hexes behind which it comes up, those that most can strike


def _position(sight: Sight) -> WesternFrontPosition:
    """The position now; a survey of the same phase may be older."""
    position = sight.position
    assert isinstance(position, WesternFrontPosition)
    return position


def deploy(sight: Sight, survey: Survey) -> Order | None:
    """[WF 14 set-up] Before anybody stands, the strongest divisions of the French are held back."""
    position = _position(sight)
    most = 2 * reserve_limit(position.setting)
    if sight.side != ENTENTE or not most or halves_held_back(position, ENTENTE):
        return None
    pieces = {unit.name: position.piece(unit) for unit in stages.unplaced(position, ENTENTE)}
    able = [
        unit
        for unit in stages.unplaced(position, ENTENTE)
        if pieces[unit.name].nation == KEEPER
        and pieces[unit.name].infantry
        and may_be_held_back(pieces[unit.name])
    ]
    chosen: list[str] = []
    for unit in sorted(able, key=lambda each: (-each.strength, each.name)):
        if most >= pieces[unit.name].halves:
            most -= pieces[unit.name].halves
            chosen.append(unit.name)
    action = HoldBack(tuple(sorted(chosen)))
    if not chosen or not sight.is_legal(action):
        return None
    return Order(action, "The strongest divisions are kept until it is seen where the enemy is massed.")


def reserve(sight: Sight, survey: Survey) -> Order | None:
    """[WF 14 set-up] Who was held back comes up behind the hexes that most can strike."""
    position = _position(sight)
    waiting = [unit.name for unit in stages.unplaced(position, ENTENTE)]
    if not waiting:
        return None
    label = position.setting.board.label
    survey = Survey(position, ENTENTE)
    front = _threatened(position, survey)
    action = Behind(tuple(sorted(waiting)), tuple(label(node) for node in front))
    if not front or not sight.is_legal(action):
        return None
    most = survey.threat.get(front[0], 0)
    where = position.setting.board.name_of(front[0])
    return Order(action, f"The reserve comes up behind {where}, which {most} points can strike.")


def _threatened(position: WesternFrontPosition, survey: Survey) -> list[int]:
    """The front hexes of the nation that keeps the reserve which most of the enemy stands before."""
    layout = sectors.layout(position)
    hexes = [node for node in along_front(position.setting, ENTENTE) if layout.owner(node) == KEEPER]
    return sorted(hexes, key=lambda node: (-survey.hostile_near[node], node))[:BEFORE]
