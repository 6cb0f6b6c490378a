"""How the answers to a question look: by what it is about, else by what the order says of itself."""

from __future__ import annotations

from hexfront.games.serbia_1914.matters import ForceInHand
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.table import faces
from hexfront.games.serbia_1914.table.march_faces import HandFaces
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.showing import Face

_last: list[tuple[Decision, SerbiaPosition, HandFaces]] = []


def face(position: SerbiaPosition, decision: Decision, action: Action) -> Face:
    """How an answer to a question is shown and clicked."""
    about = decision.about
    if isinstance(about, ForceInHand):
        return _hand_faces(position, decision, about)(action)
    return faces.face(position, action)


def _hand_faces(position: SerbiaPosition, decision: Decision, held: ForceInHand) -> HandFaces:
    """The faces of one question, which share their searches: they are kept until another one is shown."""
    for known, of, found in _last:
        if known is decision and of is position:
            return found
    made = HandFaces(position, held)
    _last[:] = [(decision, position, made)]
    return made
