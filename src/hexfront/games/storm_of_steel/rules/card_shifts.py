"""Chapter 4.6: the columns by which cards shift the odds of a combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.cards import Card, Shift
from hexfront.games.storm_of_steel.rules import conditions
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.ledger import Note, unexplained

_KINDS = {"shock": ("shock",), "tank": ("tank-brigade", "tank-corps"), "tank corps": ("tank-corps",)}
NAVAL = "naval"
ELSEWHERE = (NAVAL, "air")  # shifts that are not for all of land combat


def columns(position: SteelPosition, battle: Battle, note: Note = unexplained) -> int:
    """[4.6-Combat-1] [4.72] [14.42] [14.43] [15.72] Columns to the right of the attacker's cards less those
    to the left of the defender's, each on the front its own units are on. The attackers must all be in
    command and one of the defenders (SS-D20), by headquarters with a line, now."""
    net = 0
    if battle.commanded:
        for card in acting(position, battle.side, battle.front):
            right = best(position, card, +1, (*battle.attackers, *battle.fliers), battle.defenders)
            net += note("4.6-Combat-1", card.name, right)
    if battle.defended:
        for card in acting(position, other_side(battle.side), battle.enemy_front):
            left = best(position, card, -1, (*battle.defenders, *battle.helpers), battle.attackers)
            net += note("4.6-Combat-1", card.name, -left)
    return net


def acting(position: SteelPosition, side: str, front: str) -> Iterator[Card]:
    """[4.4] The cards of a side that are in force on a front now.

    A contingency card gives its shift in the impulse that it gives, unless it is told to last.
    """
    for number in position.shown.get(side, ()):
        card = position.setting.printed.deck.cards[number]
        where = position.card_fronts.get(number) or (card.fronts[0] if card.fronts else "")
        if where == front and _in_time(position, card):
            yield card


def _in_time(position: SteelPosition, card: Card) -> bool:
    only = position.flags.get(f"impulse of {card.card}", 0)
    return not only or only == position.impulse


def best(
    position: SteelPosition, card: Card, direction: int, own: Sequence[Unit], others: Sequence[Unit]
) -> int:
    """[4.6-Combat-2] The best shift of a card to the right or left that fits the units in a combat."""
    fitting = [
        abs(shift.columns)
        for shift in shifts(position, card)
        if shift.columns * direction > 0 and fits(position, shift, own, others)
    ]
    return max(fitting, default=0)


def at_sea(position: SteelPosition, side: str, front: str, note: Note = unexplained) -> int:
    """[4.6-Combat-2] [4.6-Combat-4] Columns to the right of naval cards for an attack in which ships of a
    side take part, on the front of its sea or port (SS-N14)."""
    total = 0
    for card in acting(position, side, front):
        right = max((each.columns for each in card.shifts if each.only == NAVAL), default=0)
        if right > 0:
            total += note("4.6-Combat-2", card.name, right)
    return min(total, position.setting.number("card shifts"))


def shifts(position: SteelPosition, card: Card) -> tuple[Shift, ...]:
    """[4.6-Special] The shifts of a card, or others that a condition puts in their place."""
    for effect in card.effects:
        if effect.effect == "shift instead" and conditions.met(position, card.side, effect.when):
            columns = int(effect.of[0][0]) * (1 if effect.of[0][1] == "R" else -1)
            return (Shift(columns),)
    return card.shifts


def fits(position: SteelPosition, shift: Shift, own: Sequence[Unit], others: Sequence[Unit]) -> bool:
    """[4.6-Combat-2] [4.6-Combat-3] Whether a unit that a shift is for takes part, against one that it
    names."""
    if shift.only == NAVAL:
        return False
    pieces = [position.piece(unit) for unit in own]
    if shift.only == "air" and not any(piece.air for piece in pieces):
        return False
    if shift.only in _KINDS and not any(piece.kind in _KINDS[shift.only] for piece in pieces):
        return False
    if (
        shift.only
        and shift.only not in (*_KINDS, "air")
        and shift.only not in {piece.country for piece in pieces}
    ):
        return False
    return not shift.against or shift.against in {position.piece(unit).country for unit in others}
