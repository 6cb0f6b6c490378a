"""Why a number of the war at sea is what it is."""

from __future__ import annotations

from hexfront.games.storm_of_steel import sea_orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import commerce, contact, convoys, fleets, sea_control
from hexfront.games.storm_of_steel.rules.contact import Meeting
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger
from hexfront.shared.questions import named, unit_named


def explain(position: SteelPosition, question: Action) -> Ledger:
    """The terms of a number at sea."""
    if isinstance(question, sea_orders.Domination):
        return _domination(position, question.sea)
    if isinstance(question, sea_orders.ContactColumn):
        return _contact(position, question)
    if not on_trade_routes(position):
        raise Refusal("27.3", "nobody is on the trade routes")
    ledger = Ledger("raiders attack shipping with")
    return ledger.close(commerce.strength(position, ledger.note))


def on_trade_routes(position: SteelPosition) -> bool:
    """Whether anybody is on the trade routes."""
    return any(convoys.in_zone(position, side) for side in SIDES)


def _domination(position: SteelPosition, sea: str) -> Ledger:
    """[3.2-3b1b] The ships of the line of both sides."""
    named("sea area", sea, fleets.SEA_NAMES)
    holder = sea_control.dominated_by(position, sea)
    word = f"dominated by the {SIDE_NAMES[holder]}" if holder else "contested"
    ledger = Ledger(f"the {fleets.sea_name(sea)} is {word}; battleships and battlecruisers on it:")
    total = sum(
        ledger.note("3.2-3b1b", SIDE_NAMES[side], sea_control.line_count(position, sea, side))
        for side in SIDES
    )
    return ledger.close(total)


def _contact(position: SteelPosition, question: sea_orders.ContactColumn) -> Ledger:
    """[26.32] The difference of the lowest ratings, and the shifts."""
    attackers = [unit_named(position, name) for name in question.attackers]
    for name in question.defenders:
        unit_named(position, name)
    if not attackers or any(
        position.piece(unit).kind not in fleets.COMBATANTS
        for unit in (*attackers, *(position.units[name] for name in question.defenders))
    ):
        raise Refusal("26.31", "fleets meet fleets")
    meeting = Meeting(question.sea, position.side_of(attackers[0]), question.attackers, question.defenders)
    ledger = Ledger(f"contact in the {fleets.sea_name(question.sea)}, column")
    found = contact.differential(position, meeting, ledger.note)
    return ledger.close(found + contact.shift(position, meeting, ledger.note))
