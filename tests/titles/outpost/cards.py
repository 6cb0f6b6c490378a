"""Chapter 8: hands of cards, chosen in secret and played one a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from hexfront.kernel.play import PASS, Action, Ask, Pass, Procedure, Refusal, Table
from hexfront.kernel.title import EVERYBODY
from hexfront.shared.secret_hands import Deal, play
from outpost.orders import Phase, Play
from outpost.position import SIDES, UNKNOWN, OutpostPosition, victory

DEAL = Deal(size=3, rule="8.1", seal="hands")
CHOOSING_TURNS = (1, 4)
USES = {"move": "march", "attack": "attack"}  # what a card must be of use for in each phase


def begin(position: OutpostPosition) -> None:
    """[8.1] Let both sides choose their hands."""
    position.phase = "cards"
    position.hands = dict.fromkeys(SIDES, ())


def choose_hands(table: Table[OutpostPosition], position: OutpostPosition) -> Procedure:
    """[8.1] Both sides choose at the same time, each as long as it likes."""
    yield from DEAL.choose(position, position.setting.cards)
    position.phase = "plan"
    table.tell("Both sides have chosen their cards", "8.1", kind="cards", to=[EVERYBODY])
    return None


def playable(position: OutpostPosition, side: str, use: str) -> list[Action]:
    """[8.2] The cards that a side may play in a phase: one in its turn, of those that are of use there."""
    deck = position.setting.cards
    hand = () if side in position.played else position.hands.get(side, ())
    return [Play(card) for card in hand if card != UNKNOWN and getattr(deck[card], use)]


def may_hold(position: OutpostPosition, side: str) -> bool:
    """[8.2] Whether a side may have a card to play, as the enemy sees it.

    If it were asked only when it has one that is of use, the enemy would know.
    """
    return side not in position.played and bool(position.hands.get(side))


def phase_of_orders(
    table: Table[OutpostPosition],
    asked: tuple[str, str],
    orders: Callable[[OutpostPosition, str], Iterable[Action]],
    why_not: Callable[[OutpostPosition, str, Action], Refusal | None],
    carry_out: Callable[[Table[OutpostPosition], OutpostPosition, Any], Procedure],
) -> Procedure:
    """[1.4] [8.2] A phase: orders one after the other, and a card; pass when done."""
    position = table.position
    side, kind = position.active, position.phase
    while victory(position) is None:
        options = [*orders(position, side), *playable(position, side, USES[kind]), PASS]
        always, reason = may_hold(position, side), partial(why_not, position, side)
        order = yield Ask(side, kind, *asked, options, Phase(), reason, station=True, always=always)
        if isinstance(order, Pass):
            return None
        if isinstance(order, Play):
            play(table, position, side, order.card, "8.2")
        else:
            yield from carry_out(table, position, order)
    return None
