"""What the enemy may have in hand: the columns and impulses that he may bring on each front.

Hands are supposed by lot from what his deck still holds; the staff reckons with the mean of some.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import deck, hand_selection
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.shared.secret_hands import UNKNOWN

GUESSES = 6
COLUMN = 0.12  # part more that a column adds to what the enemy can strike with
IMPULSE = 0.1  # and an impulse more


class Expected(NamedTuple):
    """What a side may bring on a front besides its usual impulse, in the mean of some supposed hands."""

    columns: float = 0.0
    impulses: float = 0.0

    @property
    def weight(self) -> float:
        """How much more the enemy's strength counts there."""
        return 1 + COLUMN * self.columns + IMPULSE * self.impulses


def expected(position: SteelPosition, side: str) -> Mapping[str, Expected]:
    """[4.3] What the enemy of a side may bring on each front: open cards, and guesses at the rest."""
    enemy = other_side(side)
    total: dict[str, Expected] = {}
    for number in range(GUESSES):
        hand = hand_selection.guessed_hand(position, enemy, random.Random(1000 * position.turn + number))
        best: dict[str, tuple[int, int]] = {}
        for key in (*hand, *open_cards(position, enemy)):
            if key == UNKNOWN:
                continue
            card = deck.card_of(position, key)
            columns = max((shift.columns for shift in card.shifts), default=0)
            fronts = (deck.front_of(position, key),) if card.kind == deck.CAMPAIGN else card.fronts
            if card.kind != deck.CAMPAIGN and card.phase != "impulse":
                continue
            for front in fronts:
                had = best.get(front, (0, 0))
                best[front] = (max(had[0], columns), max(had[1], card.impulses))
        for front, (columns, impulses) in best.items():
            so_far = total.get(front, Expected())
            total[front] = Expected(
                so_far.columns + max(columns, 0) / GUESSES, so_far.impulses + impulses / GUESSES
            )
    return total


def open_cards(position: SteelPosition, side: str) -> tuple[str, ...]:
    """The campaign cards of a side that lie open, written with their fronts."""
    cards = position.setting.printed.deck.cards
    return tuple(
        deck.key_of(cards[number], position.card_fronts.get(number, ""))
        for number in position.shown.get(side, ())
        if cards[number].kind == deck.CAMPAIGN
    )


def known_state(position: SteelPosition, side: str) -> tuple[object, ...]:
    """As long as it is the same, so is what may be expected of the enemy's hand."""
    enemy = other_side(side)
    return position.turn, len(position.picked.get(enemy, ())), tuple(position.shown.get(enemy, ()))
