"""Hands of cards that sides choose in secret, at the same time, and each as long as it likes.

A card is added or put back, and a pass keeps a whole hand. Everything is under seal until the title opens it.
While a side chooses, others know nothing of its hand; then they know how many cards are in it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

import msgspec

from hexfront.kernel.play import PASS, Action, Ask, Matter, Procedure, Together

UNKNOWN = "unknown"  # a card in a copy whose reader may not know it

Hands = dict[str, tuple[str, ...]]


class Draw(Action, frozen=True, tag="draw"):
    """Take a card into one's hand."""

    card: str


class Discard(Action, frozen=True, tag="discard"):
    """Put a card back."""

    card: str


class Hand(Matter, frozen=True, tag="hand"):
    """The cards chosen so far."""

    cards: tuple[str, ...]


class Deal(msgspec.Struct, frozen=True):
    """How hands are chosen: how many cards make one, by which rule, and under which seal."""

    size: int
    rule: str
    seal: str

    def choose(self, hands: Hands, ready: set[str], deck: Collection[str]) -> Procedure:
        """Let every side with a hand choose it from a deck of its own; who is content is ready."""
        while left := [side for side in hands if side not in ready]:
            asks = tuple(self._ask(side, hands[side], deck) for side in left)
            answers = yield Together(asks, station=True, eager=True)
            ((side, chosen),) = answers.items()
            match chosen:
                case Draw(card):
                    hands[side] = tuple(sorted((*hands[side], card)))
                case Discard(card):
                    hands[side] = without(hands[side], card)
                case _:
                    ready.add(side)
        return None

    def _ask(self, side: str, hand: Sequence[str], deck: Collection[str]) -> Ask:
        more = [Draw(card) for card in deck if card not in hand] if len(hand) < self.size else [PASS]
        options = [*more, *(Discard(card) for card in hand if card != UNKNOWN)]
        prompt = f"Choose {self.size} cards in secret; pass to keep them"
        first, about = (lambda: options[0]), Hand(tuple(hand))
        return Ask(side, "hand", prompt, self.rule, options, about, default=first, sealed=self.seal)

    def guessed(
        self, hand: Sequence[str], deck: Collection[str], chance: random.Random, *, choosing: bool
    ) -> tuple[str, ...]:
        """A hand with what others do not know of it filled in by lot from the rest of a deck."""
        unknown = chance.randrange(self.size + 1) if choosing else hand.count(UNKNOWN)
        known = [card for card in hand if card != UNKNOWN]
        rest = [card for card in deck if card not in known]
        return tuple(sorted((*known, *chance.sample(rest, unknown))))


def without(hand: Sequence[str], card: str) -> tuple[str, ...]:
    return tuple(each for each in hand if each != card)


def known(hand: Sequence[str], shown: str | None, *, choosing: bool) -> tuple[str, ...]:
    """A hand as others know it, with a card that has been shown."""
    return () if choosing else tuple(card if card == shown else UNKNOWN for card in hand)
