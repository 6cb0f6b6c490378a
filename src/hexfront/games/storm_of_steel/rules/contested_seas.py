"""[3.2-5a] [25.7] Lines of communication over contested seas, and what the enemy does to them."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.rules import engagements, fleets, sea_control, sorties, supply
from hexfront.games.storm_of_steel.rules.contact import Meeting
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.rules.sorties import CONTACT, INTERDICTION, MUSTER
from hexfront.games.storm_of_steel.vocabulary import SEAS as ON_MAP
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES, other_side
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import Procedure, Table

INTERDICTED = "interdicted"  # flag of a sea area and a side, with the turn
ENGAGEMENT_DIE = 6


def phase(table: Table[SteelPosition]) -> Procedure:
    """[3.2-5a] Each side may interdict the enemy's lines over contested seas, the Central Powers first."""
    position = table.position
    while True:
        if position.sortie is None and not _begin(table):
            return None
        yield from _proceed(table)


def _begin(table: Table[SteelPosition]) -> bool:
    """The next line that is interdicted; whether there is one."""
    position = table.position
    for name in ON_MAP:
        sea = SEAS[name]
        for side in SIDES:
            key = f"{INTERDICTED} {sea} {side}"
            if position.flags.get(key) == position.turn:
                continue
            if can_be_interdicted(position, sea, side):
                position.flags[key] = position.turn
                table.tell(
                    f"Lines of the {SIDE_NAMES[other_side(side)]} cross the contested {name}",
                    "3.2-5a",
                    kind="seas",
                )
                sorties.begin(position, INTERDICTION, sea, side)
                return True
    return False


def can_be_interdicted(position: SteelPosition, sea: str, side: str) -> bool:
    """[3.2-5a] Whether a side has ships on a contested sea over which the enemy traces lines."""
    return sea in traced(position, other_side(side))


def traced(position: SteelPosition, side: str) -> tuple[str, ...]:
    """[25.7] The contested seas with enemy ships over which lines of a side go: without them units would be
    out of supply. Of several that would each do, the line goes over the first (SS-N04)."""
    return position.memo.found(("traced", side), _traced, position, side)


def _traced(position: SteelPosition, side: str) -> tuple[str, ...]:
    enemy = other_side(side)
    unsafe = [
        SEAS[name]
        for name in ON_MAP
        if sea_control.dominated_by(position, SEAS[name]) == ""
        and fleets.is_present(position, SEAS[name], enemy)
    ]
    if not unsafe or not _has_transports(position, side) or not _cut(position, side, unsafe):
        return ()
    needed = tuple(sea for sea in unsafe if _cut(position, side, [sea]))
    return needed or (unsafe[0],)


def _has_transports(position: SteelPosition, side: str) -> bool:
    return any(position.piece(unit).kind == sea_control.TRANSPORT for unit in position.of_side(side))


def _cut(position: SteelPosition, side: str, seas: Sequence[str]) -> bool:
    """Whether units of a side would be out of supply if the enemy dominated some seas."""
    before = supply.supplied_hexes(position, side)
    trial = position.copy()
    trial.seas.update(dict.fromkeys(seas, other_side(side)))
    trial.ebb()
    after = supply.supplied_hexes(trial, side)
    return any(position.occupant[node] == side for node in before - after)


def _proceed(table: Table[SteelPosition]) -> Procedure:
    position = table.position
    sortie = sorties.under_way(position)
    if sortie.stage == MUSTER:
        there = [side for side in SIDES if fleets.is_present(position, sortie.sea, side)]
        yield from sorties.muster(position, there, lambda: position.fleets)
        sorties.go_to(position, CONTACT)
        return None
    yield sorties.turning_up(position, sortie.side)
    sorties.turn_up(table)
    yield from _interdict(table)
    sorties.end(position)
    return None


def difference(position: SteelPosition, note: Note = unexplained) -> int:
    """[3.2-5a] The strength of those who interdict less that of those who protect."""
    sortie = sorties.under_way(position)
    own = fleets.strength(position, position.fleets[sortie.side], note)
    others = fleets.strength(position, position.fleets[other_side(sortie.side)])
    return own + note("3.2-5a", "the escort", -others)


def _interdict(table: Table[SteelPosition]) -> Procedure:
    """[3.2-5a] [25.31] A die on the table of lost points; a six leads to a general engagement, if none was
    sought in this area and somebody protects the line (SS-N05)."""
    position = table.position
    sortie = sorties.under_way(position)
    side, enemy = sortie.side, other_side(sortie.side)
    hunters, escort = position.fleets[side], position.fleets[enemy]
    fleets.send(position, (*hunters, *escort), INTERDICTION)
    if not hunters:
        return None
    net = difference(position)
    row = max(
        (row for row in position.setting.printed.sea_and_air.contested if row.least <= net),
        key=lambda row: row.least,
    )
    if not row.die:
        table.tell("The lines are well protected", "3.2-5a", kind="seas")
        return None
    die = table.roll("interdiction", "3.2-5a", at=sortie.sea, of=side, words="lines over a contested sea")
    if die == ENGAGEMENT_DIE and escort and not engagements.is_engaged(position, sortie.sea):
        position.flags[f"{engagements.ENGAGED} {sortie.sea}"] = position.turn
        yield from engagements.engage(table, Meeting(sortie.sea, side, hunters, escort))
        return None
    lost = max(die + row.modifier, 0)
    payer = who_pays(position, sortie.sea, enemy)
    if lost and payer:
        position.expenses[payer] = position.expenses.get(payer, 0) + lost
    told = f"{country_name(position.setting, payer)} loses {lost or 'no'} mobilization points at sea"
    table.tell(told, "3.2-5a", "25.7", "3.2-7e2", kind="seas")
    return None


def who_pays(position: SteelPosition, sea: str, side: str) -> str:
    """[3.2-7e2] Whose points are lost: those of the country with most transports on the sea, or else
    anywhere (SS-N06)."""
    found: dict[str, int] = {}
    for unit in position.of_side(side):
        if position.piece(unit).kind == sea_control.TRANSPORT:
            near = sea in sea_control.seas_of(position, unit.at)
            country = position.piece(unit).country
            found[country] = found.get(country, 0) + (100 if near else 1)
    return max(found, key=lambda country: (found[country], country), default="")
