"""Chapter 8: a hand of cards, chosen in secret and kept under seal until it is laid open."""

from __future__ import annotations

import random
from typing import Any

from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.game import Table
from hexfront.kernel.title import EVERYBODY, REFEREE, Procedure
from outpost.orders import Discard, Draw, Hand, Play
from outpost.position import SIDES, UNKNOWN, OutpostPosition

HAND = 3
CHOOSING_TURNS = (1, 4)
SEAL = "hands"


def begin(position: OutpostPosition) -> None:
    """[8.1] Let both sides choose their hands."""
    position.phase = "cards"
    position.hands = dict.fromkeys(SIDES, ())


def choice(position: OutpostPosition, side: str) -> Ask:
    """[8.1] Add a card, put one back, or pass with a whole hand."""
    hand = position.hands[side]
    deck = position.setting.cards

    def options() -> list[Action]:
        more = [Draw(card) for card in deck if card not in hand] if len(hand) < HAND else [PASS]
        return [*more, *(Discard(card) for card in hand if card != UNKNOWN)]

    return Ask(
        side,
        "hand",
        f"Choose {HAND} cards in secret; pass to keep them",
        "8.1",
        options,
        default=lambda: options()[0],
        sealed=SEAL,
        about=Hand(hand),
    )


def choose_hands(table: Table[OutpostPosition], position: OutpostPosition) -> Procedure:
    """[8.1] Both sides choose at the same time, each as long as it likes."""
    while left := [side for side in SIDES if side not in position.ready]:
        answers = yield Together(tuple(choice(position, side) for side in left), station=True, eager=True)
        ((side, chosen),) = answers.items()
        hand = position.hands[side]
        match chosen:
            case Draw(card):
                position.hands[side] = tuple(sorted((*hand, card)))
            case Discard(card):
                position.hands[side] = tuple(each for each in hand if each != card)
            case _:
                position.ready.add(side)
    position.ready.clear()
    position.phase = "plan"
    table.tell("Both sides have chosen their cards", "8.1", kind="cards", to=[EVERYBODY])
    return None


def playable(position: OutpostPosition, side: str, use: str) -> list[Action]:
    """[8.2] The cards that a side may play in a phase: one in its turn, of those that are of use there."""
    if side in position.played:
        return []
    deck = position.setting.cards
    hand = position.hands.get(side, ())
    return [Play(card) for card in hand if card != UNKNOWN and getattr(deck[card], use)]


def may_hold(position: OutpostPosition, side: str) -> bool:
    """[8.2] Whether a side may have a card to play, as the enemy sees it.

    If it were asked only when it has one that is of use, the enemy would know.
    """
    return side not in position.played and bool(position.hands.get(side))


def play(table: Table[OutpostPosition], position: OutpostPosition, side: str, card: str) -> None:
    """[8.2] Lay a card open until the end of the turn."""
    position.hands[side] = tuple(each for each in position.hands[side] if each != card)
    position.played[side] = card
    table.reveal(f"{card} was played")
    table.tell(f"{side} plays {card}", "8.2", kind="cards")


def lay_open(table: Table[OutpostPosition], position: OutpostPosition) -> None:
    """[8.3] Show what is left of both hands, and put it back."""
    if not position.hands:
        return
    for side in SIDES:
        rest = ", ".join(position.hands[side]) or "nothing"
        table.tell(f"{side} had {rest} left", "8.3", kind="cards")
    position.hands.clear()
    table.open_seal(SEAL)


def known_hand(position: OutpostPosition, later: OutpostPosition, side: str) -> tuple[str, ...]:
    """[8.1] [8.2] A hand as the enemy knows it: nothing while it is chosen, then only how many cards.

    A card that was played in the steps until ``later`` is known to have been there.
    """
    if position.phase == "cards" and side not in position.ready:
        return ()
    played = later.played.get(side)
    return tuple(card if card == played else UNKNOWN for card in position.hands[side])


def seen_hand(position: OutpostPosition, side: str, viewer: str) -> list[str]:
    """[8.1] A hand as somebody may see it."""
    return [*(position.hands[side] if viewer in (side, REFEREE) else known_hand(position, position, side))]


def view(position: OutpostPosition, viewer: str) -> dict[str, dict[str, Any]]:
    """[8.1] [8.2] What somebody may know of the cards; nothing in a game without."""
    if not position.hands:
        return {}
    return {
        "hands": {side: seen_hand(position, side, viewer) for side in SIDES},
        "played": dict(position.played),
    }


def guessed_hand(position: OutpostPosition, side: str, chance: random.Random) -> tuple[str, ...]:
    """A hand with what the enemy does not know of it filled in by lot."""
    hand = position.hands[side]
    choosing = position.phase == "cards" and side not in position.ready
    unknown = chance.randrange(HAND + 1) if choosing else hand.count(UNKNOWN)
    rest = [card for card in position.setting.cards if card not in (*hand, position.played.get(side))]
    return tuple(sorted((*(card for card in hand if card != UNKNOWN), *chance.sample(rest, unknown))))
