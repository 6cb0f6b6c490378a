"""A last look at every attack that a staff orders or advises: is it ruin by its exact odds?

Whoever plans weighs ground, duties and the turns to come, and may be wrong about all of them. The odds are
not. So an attack that is expected to cost several times what it costs the enemy is given only by somebody who
says what is worth that price (`Order.despite`); else it is not made.
"""

from __future__ import annotations

import msgspec

from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from hexfront.kernel.planning import Order, Sight, is_ruinous


def looked_over(sight: Sight, order: Order) -> Order:
    """The order, if it may be given; else the end of attacking, or the order with what must be said of it."""
    try:
        forecast = sight.forecast(order.action)
    except Refusal:
        return order
    losses = forecast.expected_losses
    if losses is None or not is_ruinous(*losses, forecast.bearable):
        return order
    cost = f"expected losses are {losses[0]:.1f} against {losses[1]:.1f}"
    if order.despite:
        return msgspec.structs.replace(order, reason=f"{order.reason} Dear, {cost}: {order.despite}")
    if PASS in sight.decision.choices():
        return Order(PASS, f"No attack is made: of the one that was meant, {cost}.")
    return msgspec.structs.replace(order, reason=f"{order.reason} Dear, {cost}, but nothing else is allowed.")
