"""Orders that have nothing to do with what is asked: the phase to which they belong, and its rule."""

from __future__ import annotations

from hexfront.games.western_front import orders
from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import combat, gas, trenches
from hexfront.games.western_front.vocabulary import ARRIVAL, COMBAT, INITIATION, MOVEMENT, RECOMBINATION
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal

_MARCH = ("units move in the movement phase of their own side", MOVEMENT)
_RAIL = ("trains run in the movement phase of their own side", MOVEMENT)
_SUPPLY = ("supply points are transferred in the movement phase", MOVEMENT)
_COMBAT = ("attacks are made in the combat phase", COMBAT)
_REBUILD = ("units recombine and are replaced in the replacement and recombination phase", RECOMBINATION)

_PLACES: dict[type[Action], tuple[str, str, str]] = {
    **dict.fromkeys((orders.Pick, orders.Go, orders.March), ("6-3", *_MARCH)),
    **dict.fromkeys((orders.Entrain, orders.Ride, orders.Detrain, orders.Transport), ("7-1", *_RAIL)),
    orders.ColumnAttack: ("16-1", "column attacks are made in the movement phase", MOVEMENT),
    **dict.fromkeys((orders.Attack, orders.Assault, orders.Duel), ("12-1", *_COMBAT)),
    **dict.fromkeys((orders.Transfer, orders.TakeIn), ("18-6", *_SUPPLY)),
    orders.Abandon: ("21-8", "fortresses are given up in the movement phase", MOVEMENT),
    orders.Drain: ("21-9", "fortresses are reduced in the movement phase", MOVEMENT),
    orders.BreakDown: ("27-1", "divisions break down as a movement phase begins", MOVEMENT),
    orders.Combine: ("27-2", "components recombine as a movement phase ends", MOVEMENT),
    orders.Hold: ("WF 12-6", "sectors change as the movement phase of the Entente begins", MOVEMENT),
    **dict.fromkeys((orders.Strengthen, orders.Rebuild, orders.Draw), ("23-3", *_REBUILD)),
    orders.Dig: ("22-1", "trenches are begun in the Trench Construction Initiation Phase", INITIATION),
    orders.Train: ("WF 12-17", "conversions begin in the Trench Construction Initiation Phase", INITIATION),
    orders.Fortify: ("WF 8-2", "the Hindenburg Line is begun with the first turn after winter", ARRIVAL),
    orders.Place: ("25-2", "reinforcements are placed in the reinforcement arrival phase", ARRIVAL),
    orders.Deliver: ("25-7", "supply points are delivered in the reinforcement arrival phase", ARRIVAL),
    orders.Mobilize: ("WF 6", "units are mobilized as their turn begins", ARRIVAL),
}


def why(position: WesternFrontPosition, decision: Decision, action: Action) -> Refusal | None:
    """Why an order cannot be given now: it belongs to another phase; and why not even then, where that lies
    open, for a phase in which nobody can do anything passes by itself."""
    if isinstance(action, orders.Stand) and decision.kind == "retreat":
        return Refusal(("14-4", "14-2"), "the units are retreating and cannot hold the hex any more")
    if isinstance(action, orders.Advance | orders.ReleaseGas):
        return _why_not_in_combat(position, decision, action)
    place = _PLACES.get(type(action))
    if place is None:
        return None
    rule, words, phase = place
    if position.phase == phase:
        return None
    barred = _why_never(position, action)
    if barred is None:
        return Refusal(rule, words)
    return Refusal((*barred.rules, rule), f"{barred.reason}; and {words}", barred.needed, barred.had)


def _why_never(position: WesternFrontPosition, action: Action) -> Refusal | None:
    """Why an order could not be given in its own phase either."""
    board = position.setting.board
    match action:
        case orders.Attack(at):
            return combat.why_not_in_its_phase(position, at)
        case orders.Dig(at) if at in board and (side := position.occupier(board[at])):
            return trenches.why_not_dig(position, side, board[at])
        case orders.Pick(name) if name in position.units:
            unit = position.units[name]
            if not unit.mobilized:
                return Refusal("WF 6", f"{position.piece(unit).label} has not completed its mobilization")
            return position.setting.campaign.may_move(position, unit)
    return None


def _why_not_in_combat(
    position: WesternFrontPosition, decision: Decision, action: orders.Advance | orders.ReleaseGas
) -> Refusal | None:
    """[15-3] [WF 9-3] Why a combat does not ask for something."""
    if isinstance(action, orders.Advance):
        unit = position.units.get(action.unit)
        if unit is None or not position.piece(unit).artillery:
            return None
        return Refusal("15-3", f"{position.piece(unit).label} is artillery and does not advance")
    battle = getattr(decision.about, "battle", None)
    return gas.why_not(position, battle) if isinstance(battle, Battle) else None
