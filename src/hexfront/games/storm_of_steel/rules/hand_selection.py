"""Chapter 4.2 and 4.3: both sides select their cards for the turn, at once and in secret."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hexfront.games.storm_of_steel.orders import Discard, Draw, Submarines
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import beginnings, bolsheviks, deck
from hexfront.games.storm_of_steel.secrecy import has_laid_down
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, SIDES, other_side
from hexfront.kernel.play import PASS, Action, Ask, Procedure, Refusal, Table
from hexfront.kernel.title import EVERYBODY
from hexfront.shared.secret_hands import UNKNOWN, Hand, choose
from hexfront.shared.words import counted

SEAL = "hands"
SUBMARINE_WAR = 40
SUBMARINES_OUT = "submarine war"
REVEALED = "campaigns revealed"


def phase(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-1] Strategy Card Phase: both sides add cards, put them back, and pass when they are content."""
    if not position.begun:
        if position.turn == position.setting.first_turn:
            beginnings.thin_out(table)
        bolsheviks.determine_control(table)
        position.picked = dict.fromkeys(SIDES, ())
        position.shown = dict.fromkeys(SIDES, ())
        position.card_fronts.clear()
        position.granted.clear()
        position.ready.clear()
        position.begun = True
    yield from submarine_war(table, position)
    yield from choose(position.picked, position.ready, lambda side: _ask(position, side))
    position.obliged.clear()
    table.tell("Both sides have selected their cards", "3.2-1", kind="cards", to=[EVERYBODY])
    return None


def submarine_war(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[27.4] Unrestricted submarine warfare is called off or renewed when cards are selected (SS-D17)."""
    if SUBMARINE_WAR not in position.developed or position.flags.get("submarines asked") == position.turn:
        return None
    out = bool(position.flags.get(SUBMARINES_OUT))
    answer = yield Ask(
        CENTRAL_POWERS,
        "submarines",
        f"{'Call off' if out else 'Renew'} unrestricted submarine warfare, or pass",
        "27.4",
        [PASS, Submarines("down" if out else "up")],
        Hand(()),
        default=lambda: PASS,
        station=True,
    )
    position.flags["submarines asked"] = position.turn
    if isinstance(answer, Submarines):
        position.flags[SUBMARINES_OUT] = int(answer.state == "up")
        word = "renewed" if answer.state == "up" else "called off"
        table.tell(f"Unrestricted submarine warfare is {word}", "27.4", kind="cards")
    return None


def _ask(position: SteelPosition, side: str) -> Ask:
    hand = position.picked[side]
    most = deck.most_campaigns(position, side)
    return Ask(
        side,
        "hand",
        f"Select your cards in secret: {counted(most, 'campaign')} at most, and one other",
        "3.2-1",
        lambda: options(position, side),
        Hand(hand),
        why_not=lambda action: why_not(position, side, action),
        default=lambda: next(options(position, side)),
        sealed=SEAL,
    )


def options(position: SteelPosition, side: str) -> Iterator[Action]:
    """[4.22] Pass at any time, unless an event calls for a campaign card [6.22]; put back what was taken."""
    hand = position.picked[side]
    if side not in position.obliged:
        yield PASS
        more = deck.selectable(position, side)
    elif not must_add(position, side, more := deck.selectable(position, side)):
        yield PASS
    yield from map(Draw, more)
    yield from (Discard(key) for key in hand if key != UNKNOWN)


def must_add(position: SteelPosition, side: str, more: list[str]) -> bool:
    """[6.22] Whether an event calls for a campaign card that the side has not selected though it could."""
    return (
        side in position.obliged
        and not deck.campaigns(position, position.picked[side])
        and bool(deck.campaigns(position, more))
    )


def why_not(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """[4.6-Prerequisite] Words for a card that may not be taken."""
    if isinstance(action, Draw):
        return deck.objection(position, side, action.card)
    if isinstance(action, Discard):
        return Refusal("4.3", f"{action.card} is not in the hand")
    if action == PASS:
        return Refusal("6.22", "a campaign card must be selected this turn")
    return None


# What the enemy may suppose of a hand


def supposed(position: SteelPosition, side: str, number: int) -> SteelPosition:
    """[4.3] A position as a side knows it, with the enemy's hand filled in by lot."""
    twin, enemy = position.copy(), other_side(side)
    twin.picked[enemy] = guessed_hand(twin, enemy, random.Random(number))
    return twin


def guessed_hand(position: SteelPosition, side: str, chance: random.Random) -> tuple[str, ...]:
    """A hand that a side might have, as the enemy knows it.

    Once its campaign cards have been shown, what lies face down is a card of another kind. Where nothing
    fits a card stays unknown; while a side still chooses, it has no more than can be found.
    """
    choosing = not has_laid_down(position, side)
    wanted = chance.randrange(4) if choosing else len(position.picked.get(side, ()))
    twin = position.copy()
    twin.picked[side] = (
        ()
        if choosing
        else tuple(key for key in position.picked.get(side, ()) if key in position.betrayed.get(side, ()))
    )
    while len(twin.picked[side]) < wanted:
        more = [key for key in deck.selectable(twin, side) if not _was_shown(position, side, key)]
        if position.flags.get(f"{REVEALED} {side}") == position.turn:
            more = [key for key in more if key not in deck.campaigns(twin, more)]
        elif not choosing and wanted - len(twin.picked[side]) > 1:
            more = deck.campaigns(twin, more) or more
        if not more:
            if choosing:
                break
            return (*twin.picked[side], *(UNKNOWN,) * (wanted - len(twin.picked[side])))
        twin.picked[side] = tuple(sorted((*twin.picked[side], chance.choice(more))))
    return twin.picked[side]


def _was_shown(position: SteelPosition, side: str, key: str) -> bool:
    """Whether a card lies open, or would if it had been selected: defences of the Entente are shown early."""
    card = deck.card_of(position, key)
    early = side != CENTRAL_POWERS and card.defensive and card.kind == deck.CAMPAIGN
    first = position.flags.get(f"{REVEALED} {CENTRAL_POWERS}") == position.turn
    return card.card in position.shown.get(side, ()) or (early and first)
