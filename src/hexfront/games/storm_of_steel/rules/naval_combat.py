"""[26.31] [26.33] Ships against ships: contact, fire, losses, and how it may end."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import card_shifts, contact, fleets, naval_losses
from hexfront.games.storm_of_steel.rules.contact import ATTACKER, BOTH, DEFENDER, NONE, Meeting
from hexfront.games.storm_of_steel.sea_orders import OpenFire
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, other_side
from hexfront.kernel.actions import PASS, Pass
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import Ask, Procedure, Table, Together
from hexfront.shared.words import counted

FIRE_FIRST = "open fire"
WORDS = {
    NONE: "they miss each other",
    BOTH: "both fire at once",
    DEFENDER: "the defender has the advantage",
    ATTACKER: "the attacker has the advantage",
}
DICE = range(1, 7)
Choice = tuple[Sequence[str], Sequence[str]]


def fight(
    table: Table[SteelPosition], meeting: Meeting, mission: str
) -> Generator[Ask | Together, Any, bool]:
    """[26.1] [26.31] Contact is sought, and what combat comes of it is fought; gives whether there was any.
    Who has the advantage may decline it."""
    position = table.position
    side, enemy = meeting.side, other_side(meeting.side)
    if not meeting.attackers or not meeting.defenders:
        return False
    die = table.roll("contact", "26.32", at=meeting.sea, words=f"contact in the {_sea(meeting)}")
    found = contact.result(position, meeting, die)
    table.tell(
        f"{_sea(meeting)}: {len(meeting.attackers)} ships of the {SIDE_NAMES[side]} meet "
        f"{len(meeting.defenders)}; {WORDS[found]}",
        "26.31",
        "26.32",
        kind="sea-battle",
        data={"sea": meeting.sea, "contact": found},
    )
    if found == NONE:
        return False
    if found != BOTH:
        first = side if found == ATTACKER else enemy
        answer = yield Ask(
            first,
            FIRE_FIRST,
            "You have the advantage: fire first, or decline",
            "26.32",
            [OpenFire(), PASS],
            matters.Encounter(mission, meeting.sea, side, meeting.attackers, meeting.defenders),
            default=OpenFire,
        )
        if isinstance(answer, Pass):
            table.tell(f"The {SIDE_NAMES[first]} decline", "26.1", kind="sea-battle")
            return False
        yield from _in_turn(table, meeting, first)
        return True
    owed = {each: _fire(table, meeting, each) for each in (side, enemy)}
    for each in (side, enemy):
        yield from naval_losses.take(table, _fleet(meeting, other_side(each)), owed[each], meeting.sea)
    return True


def _in_turn(table: Table[SteelPosition], meeting: Meeting, first: str) -> Procedure:
    """[26.33] One side fires, the other loses its ships, and those that are left fire back."""
    for side in (first, other_side(first)):
        owed = _fire(table, meeting, side)
        yield from naval_losses.take(table, _fleet(meeting, other_side(side)), owed, meeting.sea)
    return None


def _fleet(meeting: Meeting, side: str) -> tuple[str, ...]:
    return meeting.attackers if side == meeting.side else meeting.defenders


def _fire(table: Table[SteelPosition], meeting: Meeting, side: str) -> int:
    """[26.33] A side fires with the ships it has left: the protection factors that the enemy loses."""
    position = table.position
    left = [name for name in _fleet(meeting, side) if name in position.units]
    if not left:
        return 0
    total = fleets.strength(position, left)
    shift = attack_shift(position, meeting.sea, meeting.side) if side == meeting.side else 0
    die = table.roll("fire", "26.33", at=meeting.sea, of=side, words=f"fire of the {SIDE_NAMES[side]}")
    lost = position.setting.printed.sea_and_air.fire.cell(die, total, shift)
    also = f" and {counted(shift, 'column')} by card" if shift else ""
    table.tell(
        f"The {SIDE_NAMES[side]} fire with {total}{also}: the enemy loses {lost} protection factors",
        "26.33",
        kind="sea-battle",
        data={"side": side, "strength": total, "lost": lost},
    )
    return lost


def attack_shift(position: SteelPosition, sea: str, side: str, note: Note = unexplained) -> int:
    """[4.6-Combat-2] Columns to the right in which the attacker of a meeting at sea fires, by naval cards."""
    return card_shifts.at_sea(position, side, fleets.FRONTS.get(sea, ""), note)


def _sea(meeting: Meeting) -> str:
    return fleets.sea_name(meeting.sea)


# How it may end


class Outcome(msgspec.Struct, frozen=True):
    """One way for a meeting to end: whether it was fought, and who was lost on either side."""

    chance: Fraction
    contact: str
    attackers: tuple[int, ...]  # places of those lost
    defenders: tuple[int, ...]


class Force(msgspec.Struct, frozen=True):
    """A fleet by figures: combat, protection and worth of each ship, and its lowest contact rating."""

    ships: tuple[tuple[int, int, float], ...]
    contact: int

    @property
    def strength(self) -> int:
        return sum(combat for combat, _, _ in self.ships)

    def without(self, lost: Sequence[int]) -> Force:
        kept = tuple(ship for place, ship in enumerate(self.ships) if place not in lost)
        return Force(kept, self.contact)

    def losing(self, owed: int) -> tuple[int, ...]:
        """[26.33] Who is given up by the policy of the cheapest loss."""
        return naval_losses.cheapest([(protection, worth) for _, protection, worth in self.ships], owed)


WORTH = {"BB": 12.0, "BC": 10.0, "PD": 4.0, "CA": 4.0, "ESC": 2.0, "SS": 3.0, "TR": 1.0}
"""What ships are worth to their owner: what they add to his strength and cost him in morale."""


def force(position: SteelPosition, names: Sequence[str]) -> Force:
    """A fleet by its figures."""
    ships = [fleets.ship_of(position, name) for name in names]
    made = tuple((ship.combat, ship.protection, WORTH[ship.kind]) for ship in ships)
    return Force(made, fleets.contact_rating(position, names))


def outcomes(
    position: SteelPosition,
    attackers: Force,
    defenders: Force,
    shift: int = 0,
    declining: str = "",
    *,
    fire: int = 0,
) -> list[Outcome]:
    """[26.32] [26.33] Every way in which two fleets can meet, exactly: contact, fire, and losses by the
    policy of the cheapest loss. ``declining`` are the results with an advantage that is not used, ``fire``
    the columns that cards bring the attackers."""
    tables = position.setting.printed.sea_and_air
    found: list[Outcome] = []
    for die in DICE:
        result = tables.contact.cell(die, attackers.contact - defenders.contact, shift)
        if result == NONE or result in declining:
            found.append(Outcome(Fraction(1, 6), result, (), ()))
            continue
        for chance, own, theirs in fought(position, attackers, defenders, result, fire):
            found.append(Outcome(chance / 6, result, own, theirs))
    return found


def fought(
    position: SteelPosition, attackers: Force, defenders: Force, result: str, shift: int = 0
) -> list[tuple[Fraction, tuple[int, ...], tuple[int, ...]]]:
    """[26.33] Every way in which two fleets can fire at each other after a contact: who is lost on either
    side."""
    fire = position.setting.printed.sea_and_air.fire
    if result == BOTH:
        return [
            (Fraction(1, 36), attackers.losing(back), defenders.losing(there))
            for there in (fire.cell(die, attackers.strength, shift) for die in DICE)
            for back in (fire.cell(die, defenders.strength) for die in DICE)
        ]
    found = []
    one, other = (attackers, defenders) if result == ATTACKER else (defenders, attackers)
    mine, theirs = (shift, 0) if result == ATTACKER else (0, shift)
    for die in DICE:
        lost = other.losing(fire.cell(die, one.strength, mine))
        left = other.without(lost)
        for back in DICE:
            answer = one.losing(fire.cell(back, left.strength, theirs)) if left.ships else ()
            pair = (answer, lost) if result == ATTACKER else (lost, answer)
            found.append((Fraction(1, 36), *pair))
    return found


@lru_cache(maxsize=1024)
def _worth_lost(ships: tuple[tuple[int, int, float], ...], places: tuple[int, ...]) -> float:
    return sum(ships[place][2] for place in places)


def expected(
    position: SteelPosition, attackers: Force, defenders: Force, shift: int = 0
) -> tuple[float, float]:
    """What attackers and defenders lose in the mean, in worth, if nobody declines."""
    mine = theirs = 0.0
    for each in outcomes(position, attackers, defenders, shift):
        mine += float(each.chance) * _worth_lost(attackers.ships, each.attackers)
        theirs += float(each.chance) * _worth_lost(defenders.ships, each.defenders)
    return mine, theirs
