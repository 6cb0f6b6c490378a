"""Orders that have nothing to do with what is asked: the phases to which they belong, and their rule."""

from __future__ import annotations

from hexfront.games.serbia_1914 import orders
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import participation
from hexfront.games.serbia_1914.vocabulary import (
    ATTACHMENT,
    ATTACK_PHASES,
    FINISHING,
    INTER_PHASE,
    MOVEMENT,
    MOVEMENT_PHASES,
)
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal

_MOVES = ("units move in the Movement and Counter Movement Phases", MOVEMENT_PHASES)
_TASKS = ("tasks are done in the Movement and Counter Movement Phases", MOVEMENT_PHASES)
_FIGHTS = ("attacks are made in the Attack and Counter Attack Phases", ATTACK_PHASES)

_PLACES: dict[type[Action], tuple[str, str, tuple[str, ...]]] = {
    **dict.fromkeys((orders.Pick, orders.Go, orders.March), ("7.1", *_MOVES)),
    **dict.fromkeys((orders.Spread, orders.Close), ("19.1.1", *_MOVES)),
    orders.Prepare: ("7.3", "Prepared Attack markers are placed in the Movement Phase", (MOVEMENT,)),
    orders.Repulse: ("7.4", "a Repulse is tried in movement phases and on retreats", MOVEMENT_PHASES),
    orders.Recover: ("7.5", *_TASKS),
    orders.Absorb: ("7.7", *_TASKS),
    orders.Dig: ("14.3.1", *_TASKS),
    **dict.fromkeys((orders.Aim, orders.Assault, orders.Fight), ("9.1", *_FIGHTS)),
    orders.Retire: ("8.3", "cavalry retires in the Finishing Phase", (FINISHING,)),
    **dict.fromkeys(
        (orders.Bridge, orders.Strike),
        ("21.2.1", "pontoon bridges are begun and taken up in the Finishing Phase", (FINISHING,)),
    ),
    orders.Infiltrate: ("23.1", "Komitadji are placed in the Serbian Finishing Phase", (FINISHING,)),
    orders.ClaimSyrmien: ("27.6", "the award is taken in a Finishing Phase", (FINISHING,)),
    **dict.fromkeys(
        (orders.Attach, orders.Boundary),
        ("5.1.2", "attachments change in the Attachment Phase", (ATTACHMENT,)),
    ),
    orders.Replace: ("16.6", "replacements are incorporated in the Inter-Phase", (INTER_PHASE,)),
    orders.Raise: ("16.6.3", "units are raised in the Inter-Phase", (INTER_PHASE,)),
}


def why(position: SerbiaPosition, known: SerbiaPosition, action: Action) -> Refusal | None:
    """Why an order cannot be given now: it belongs to other phases; and why not even then, where the ground
    bars it, for a phase in which nobody can do anything passes by itself.

    ``known`` is the position as far as the side that asks knows it.
    """
    place = _PLACES.get(type(action))
    if place is None:
        return None
    rule, words, phases = place
    if position.phase in phases:
        return None
    barred = _why_never(known, action)
    if barred is None:
        return Refusal(rule, words)
    return Refusal((*barred.rules, rule), f"{barred.reason}; and {words}")


def _why_never(known: SerbiaPosition, action: Action) -> Refusal | None:
    """[9.2.3] Why an attack could not be indicated in its own phase either."""
    board = known.setting.board
    if not isinstance(action, orders.Aim) or action.at not in board or action.unit not in known.units:
        return None
    return participation.why_closed(known, known.units[action.unit], board[action.at])
