"""Hands of cards that sides choose in secret, at the same time, and each as long as it likes.

A card is added or put back, and a pass keeps a whole hand. Everything is under seal until the title opens it.
While a side chooses, others know nothing of its hand; then they know how many cards are in it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

import msgspec

from hexfront.kernel.forms import attribute
from hexfront.kernel.play import PASS, Action, Ask, Matter, Procedure, Table, Together
from hexfront.kernel.postext import PositionText, Statement
from hexfront.kernel.title import REFEREE
from hexfront.shared.position_text import Part, one_of

UNKNOWN = "unknown"  # a card in a copy whose reader may not know it
READY = "ready"  # stands in a text behind the cards of who has chosen

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


class Holding(Protocol):
    """A position in which sides have hands of cards, as they choose them or afterwards."""

    hands: Hands
    ready: set[str]  # who has chosen, while others still do
    played: dict[str, str]  # the card of each side that lies open

    @property
    def choosing(self) -> bool:
        """Whether hands are being chosen."""
        ...


def choose(hands: Hands, ready: set[str], ask: Callable[[str], Ask]) -> Procedure:
    """Let every side with a hand choose it, in answers to what it is asked; who passes is content."""
    while left := [side for side in hands if side not in ready]:
        answers = yield Together(tuple(ask(side) for side in left), station=True, eager=True)
        ((side, chosen),) = answers.items()
        match chosen:
            case Draw(card):
                hands[side] = tuple(sorted((*hands[side], card)))
            case Discard(card):
                hands[side] = without(hands[side], card)
            case _:
                ready.add(side)
    ready.clear()
    return None


class Deal(msgspec.Struct, frozen=True):
    """How hands are chosen: how many cards make one, by which rule, and under which seal."""

    size: int
    rule: str
    seal: str

    def choose(self, position: Holding, deck: Collection[str]) -> Procedure:
        """Let every side with a hand choose it from a deck of its own; who is content is ready."""
        hands = position.hands
        yield from choose(hands, position.ready, lambda side: self._ask(side, hands[side], deck))
        return None

    def _ask(self, side: str, hand: Sequence[str], deck: Collection[str]) -> Ask:
        more = [Draw(card) for card in deck if card not in hand] if len(hand) < self.size else [PASS]
        options = [*more, *(Discard(card) for card in hand if card != UNKNOWN)]
        prompt = f"Choose {self.size} cards in secret; pass to keep them"
        first, about = (lambda: options[0]), Hand(tuple(hand))
        return Ask(side, "hand", prompt, self.rule, options, about, default=first, sealed=self.seal)

    def lay_open(self, table: Table, position: Holding, rule: str) -> None:
        """Show what is left of all hands, and put it back."""
        if not position.hands:
            return
        for side, hand in position.hands.items():
            table.tell(f"{side} had {', '.join(hand) or 'nothing'} left", rule, kind="cards")
        position.hands.clear()
        table.open_seal(self.seal)

    def guessed(
        self, position: Holding, side: str, deck: Collection[str], chance: random.Random
    ) -> tuple[str, ...]:
        """A hand with what others do not know of it filled in by lot from a deck."""
        hand, shown = position.hands[side], position.played.get(side)
        unknown = chance.randrange(self.size + 1) if _is_choosing(position, side) else hand.count(UNKNOWN)
        known = [card for card in hand if card != UNKNOWN]
        rest = [card for card in deck if card not in known and card != shown]
        return tuple(sorted((*known, *chance.sample(rest, unknown))))


def play(table: Table, position: Holding, side: str, card: str, rule: str) -> None:
    """Lay a card open."""
    position.hands[side] = without(position.hands[side], card)
    position.played[side] = card
    table.reveal(f"{card} was played")
    table.tell(f"{side} plays {card}", rule, kind="cards")


def without(hand: Sequence[str], card: str) -> tuple[str, ...]:
    return tuple(each for each in hand if each != card)


def known(position: Holding, side: str, later: Holding | None = None) -> tuple[str, ...]:
    """A hand as others know it: with a card that has been played in the steps until ``later``."""
    shown = (later or position).played.get(side)
    if _is_choosing(position, side):
        return ()
    return tuple(card if card == shown else UNKNOWN for card in position.hands[side])


def seen(position: Holding, viewer: str) -> dict[str, tuple[str, ...]]:
    """The hands as somebody may see them; nothing in a game without cards."""
    return {
        side: hand if viewer in (side, REFEREE) else known(position, side)
        for side, hand in position.hands.items()
    }


def _is_choosing(position: Holding, side: str) -> bool:
    return position.choosing and side not in position.ready


def part(sides: Collection[str]) -> Part:
    """The hands in a position text; the deck is ``cards`` of the setting."""

    def read(position: Any, told: Statement) -> None:
        side, deck = one_of(told.words[0], sides, "side"), position.setting.cards
        found = [word for word in told.words[1:] if word != READY]
        position.hands[side] = tuple(one_of(card, deck, "card") for card in found)
        if READY in told.words:
            position.ready.add(side)
        if shown := told.attributes.get("played"):
            position.played[side] = one_of(shown, deck, "card")

    def write(position: Any, text: PositionText) -> None:
        for side, hand in position.hands.items():
            done = [READY] if side in position.ready else []
            text.add("hand", side, *hand, *done, played=position.played.get(side))

    return Part("hand", "hand SIDE CARD ...", 1, read, write, attributes=[attribute("played")])
