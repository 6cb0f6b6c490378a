"""[26.32] Whether fleets that have met come to blows, and who fires first."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import fleets
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.ledger import Note, unexplained

NONE, BOTH, DEFENDER, ATTACKER = "N", "C", "D", "A"
SKILLED = ("great-britain", "germany", "united-states")
SCOUTS = 4  # air doctrine level that counts at sea
CARRIERS = 5


class Meeting(msgspec.Struct, frozen=True):
    """[26.31] Two fleets that have met; ``coastal`` if the defenders are off a port or a coast."""

    sea: str
    side: str  # of the attackers
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    coastal: bool = False


def nations(position: SteelPosition, names: Iterable[str]) -> set[str]:
    return {position.piece(position.units[name]).country for name in names}


def differential(position: SteelPosition, meeting: Meeting, note: Note = unexplained) -> int:
    """[26.32] The lowest contact rating of the attackers less that of the defenders."""
    own = fleets.contact_rating(position, meeting.attackers, note)
    return own + note("26.32", "the defenders", -fleets.contact_rating(position, meeting.defenders))


def shift(position: SteelPosition, meeting: Meeting, note: Note = unexplained) -> int:
    """[26.32] Columns to the right by nations, place and aircraft, as the table has them."""
    attackers, defenders = nations(position, meeting.attackers), nations(position, meeting.defenders)
    enemy = other_side(meeting.side)
    cases = {
        "all attackers German": attackers == {"germany"},
        "all attackers British or American": bool(attackers) and attackers <= {*SKILLED} - {"germany"},
        "defender in a port or coastal hex": meeting.coastal,
        "attacker has air doctrine level 4": position.air.get(meeting.side, 0) >= SCOUTS,
        "defender has air doctrine level 4": position.air.get(enemy, 0) >= SCOUTS,
        "all defenders British German or American": bool(defenders) and defenders <= {*SKILLED},
    }
    printed = position.setting.printed.sea_and_air.contact_shifts
    return sum(note("26.32", case, printed[case]) for case, holds in cases.items() if holds)


def result(position: SteelPosition, meeting: Meeting, die: int) -> str:
    """[26.32] What a die gives: no combat, combat, or combat with an advantage for one."""
    table = position.setting.printed.sea_and_air.contact
    return table.cell(die, differential(position, meeting), shift(position, meeting))


# Interception


def interception(
    position: SteelPosition,
    side: str,
    hunters: Collection[str],
    hunted: Collection[str],
    note: Note = unexplained,
) -> int:
    """[25.32] [26.31] What is added to two dice when a side tries to intercept a fleet."""
    ratings = [fleets.ship_of(position, name).contact for name in hunters]
    others = [fleets.ship_of(position, name).contact for name in hunted]
    kinds = {fleets.ship_of(position, name).kind for name in hunted}
    cases = {
        "interceptor has air doctrine level 4": position.air.get(side, 0) >= SCOUTS,
        "every interceptor has a higher contact rating": min(ratings, default=0) > min(others, default=9),
        "intercepted side has air doctrine level 5": position.air.get(other_side(side), 0) >= CARRIERS,
        "every intercepted unit has a higher contact rating": min(others, default=0)
        > min(ratings, default=9),
        "only submarines are intercepted": kinds == {"SS"},
    }
    printed = position.setting.printed.sea_and_air.interception
    return sum(note("25.32", case, printed[case]) for case, holds in cases.items() if holds)
