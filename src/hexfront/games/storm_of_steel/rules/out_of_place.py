"""[3.2] Orders that are given in a step in which they have no place, and the rules that say where they have.

Only what lies open and what the side knows of itself is looked at.
"""

from __future__ import annotations

from typing import NamedTuple

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import partisans, reorganization, siege
from hexfront.games.storm_of_steel.vocabulary import (
    ALLOCATION,
    CARDS,
    COMBAT,
    DEVELOPMENT,
    MOVEMENT,
    REINFORCEMENTS,
    REORGANIZATION,
)
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal


class _Place(NamedTuple):
    """The steps in which an order has its place, the rules that say so, and how they are called."""

    steps: tuple[str, ...]
    rules: tuple[str, ...]
    words: str


_MOVES = "units move in a movement segment of their side, on a front on which it has an impulse"
_FIGHTS = "attacks are made in a combat segment of one's side, by units that have an impulse"
_BUILDS = "countries mobilize in the Mobilization Phase alone"


def _moves(*rules: str) -> _Place:
    return _Place((MOVEMENT,), (*rules, "8.4"), _MOVES)


def _fights(*rules: str) -> _Place:
    return _Place((COMBAT,), (*rules, "8.4"), _FIGHTS)


_TRENCHES = _Place(
    (REORGANIZATION,), ("12.2",), "trenches are dug and left in a reorganization segment, before movement"
)
_BOOKS = _Place((ALLOCATION,), ("7.4",), _BUILDS)
_PLACES: dict[type[Action], _Place] = {
    orders.Entrench: _TRENCHES,
    orders.LeaveTrench: _TRENCHES,
    orders.Reorganize: _Place((REORGANIZATION,), ("9.2",), "corps are exchanged in reorganization alone"),
    orders.Pick: _moves("11.1"),
    orders.Add: _moves("11.1"),
    orders.Go: _moves("11.1"),
    orders.ForceMarch: _moves("11.61"),
    orders.Infiltrate: _moves("10.32"),
    orders.Entrain: _moves("11.62"),
    orders.Detrain: _moves("11.62"),
    orders.Embark: _moves("11.63"),
    orders.Disembark: _moves("11.63"),
    orders.MobileAssault: _moves("11.7"),
    orders.Reconnoitre: _Place((MOVEMENT,), ("23.3",), "headquarters look about in a movement segment"),
    orders.Deceive: _Place((MOVEMENT,), ("23.1",), "fog of war markers are placed in a movement segment"),
    orders.Attack: _fights("14.1"),
    orders.Join: _fights("14.1"),
    orders.UseTable: _fights("14.3"),
    orders.Bombard: _fights("17.2"),
    orders.Atrocity: _fights("36.3"),
    orders.Devastate: _fights("34.2"),
    orders.Draw: _Place((CARDS,), ("4.34",), "cards are selected in the Strategy Card Phase"),
    orders.Develop: _Place((DEVELOPMENT,), ("22.1",), "weapons are developed in the Mobilization Phase"),
    orders.MobilizeFor: _BOOKS,
    orders.Build: _BOOKS,
    orders.Transfer: _BOOKS,
    orders.Withdraw: _BOOKS,
    orders.Deploy: _Place((REINFORCEMENTS,), ("7.6",), "units are placed when they arrive"),
}


def why(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """[3.2] Why a side's order has no place in the step there is; None if it has one, or is known nowhere."""
    particular = _of_its_own(position, side, action)
    if particular is not None:
        return particular
    place = _PLACES.get(type(action))
    if place is None or position.step in place.steps:
        return None
    # After operations no impulse is left [8.4], and that is why nobody moves or fights.
    rules = place.rules if position.impulse else place.rules[::-1]
    return Refusal(rules, place.words)


def _of_its_own(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """What would bar an order in any step."""
    match action:
        case orders.Entrench(unit=name) if not position.why_not_own(name, side):
            return reorganization.why_never(position, name)
        case orders.GoUnderground() | orders.ComeUp():
            return partisans.why_not(position, side, action)
        case orders.Bombard(at=at) if at in position.setting.board:
            return siege.why_not(position, side, action)
        case orders.Attack(at=at) if at in position.setting.board:
            return partisans.why_not_attack(position, position.setting.board[at])
    return None
