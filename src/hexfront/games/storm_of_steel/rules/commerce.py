"""Commerce raiding and merchant shipping: the steps of the Mobilization Phase that chapter 27 fills.

Raiders that are in the Commerce Raiding Zone attack, and cost points; how they come there is a mission of
chapter 25, which is not played yet.
"""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import Event
from hexfront.games.storm_of_steel.orders import Lose, Raid
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import capacity, losses, morale
from hexfront.games.storm_of_steel.rules.hand_selection import SUBMARINES_OUT
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, NAVAL, RAIDING_ZONE, SIDE_NAMES
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import PASS, Ask, Procedure, Table

RAIDER = "raider"
PAYER = "germany"  # of the raiders' supplies
TRADER = "great-britain"
CONVOYS = 97
LEAST_SHIPPING = 1  # [27.1]


def in_zone(position: SteelPosition, side: str) -> list[Unit]:
    """[21.9] [27.2] The ships of a side in the Commerce Raiding Zone, which is no off-map area."""
    board = position.setting.board
    if RAIDING_ZONE not in board:
        return []
    return [
        unit
        for unit in position.units_at(board[RAIDING_ZONE])
        if position.piece(unit).kind in NAVAL and position.side_of(unit) == side
    ]


def raiding(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-7b] [31.2] [31.5] Raiders in the zone cost a die of points, and may attack shipping."""
    raiders = in_zone(position, CENTRAL_POWERS)
    if not raiders:
        return None
    if not position.begun:
        die = table.roll("raiders", "31.2", words="supplies of the raiders")
        position.expenses[PAYER] = position.expenses.get(PAYER, 0) + die
        table.tell(f"Raiders cost {die} mobilization points", "31.2", "31.5", "27.3", kind="raiding")
        position.begun = True
    answer = yield Ask(
        CENTRAL_POWERS,
        "raid",
        "Attack shipping with the raiders in the zone, or pass",
        "27.3",
        [Raid(), PASS],
        Event("raiding"),
        station=True,
    )
    if isinstance(answer, Raid):
        yield from _attack(table, raiders)
    return None


def strength(position: SteelPosition, note: Note = unexplained) -> int:
    """[27.3] [27.7] The combat strength of raiders less the contact ratings of convoys, which are always in
    supply [31.51]."""
    ships = position.setting.printed.counters.ships
    total = sum(
        note("27.3", position.piece(unit).name, ships[unit.piece].combat)
        for unit in in_zone(position, CENTRAL_POWERS)
    )
    if CONVOYS not in position.developed:
        return total
    return total - sum(
        note("27.7", position.piece(unit).name, ships[unit.piece].contact)
        for unit in in_zone(position, ENTENTE)
    )


def _attack(table: Table[SteelPosition], raiders: list[Unit]) -> Procedure:
    """[27.3] [27.4] [27.7] A die on the raiding table: shipping lost, twice as much in unrestricted submarine
    warfare, and counters."""
    position = table.position
    tables = position.setting.printed.sea_and_air
    net = strength(position)
    die = table.roll("raiding", "27.3", words="commerce raiding")
    lost = tables.raiding.cell(die, net) * (2 if position.flags.get(SUBMARINES_OUT) else 1)
    position.shipping = max(position.shipping - lost, LEAST_SHIPPING)
    table.tell(
        f"Raiders sink {lost} points of shipping, {position.shipping} are left",
        "27.3",
        "3.2-7b",
        kind="raiding",
        data={"shipping": position.shipping},
    )
    for kind in tables.raiders_lost(die, CONVOYS in position.developed):
        yield from _lose(table, kind)
    return None


def _lose(table: Table[SteelPosition], kind: str) -> Procedure:
    """[27.7] A counter of a kind is lost, of several by its owner's choice; none if there is none."""
    position = table.position
    side = ENTENTE if kind == "ESC" else CENTRAL_POWERS
    found = [
        unit.name for unit in in_zone(position, side) if kind == RAIDER or position.piece(unit).kind == kind
    ]
    if not found:
        return None
    order = yield Ask(
        side,
        "lose",
        f"Which ship do the {SIDE_NAMES[side]} lose?",
        "27.7",
        [Lose(name) for name in found],
        Event("raiding"),
    )
    losses.eliminate(table, position, position.units[order.unit], "27.7")
    return None


def shipping(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-7c] [27.10] What strained shipping costs Great Britain and the Entente (SS-D03)."""
    yield from ()
    if position.alliances.get(TRADER) != ENTENTE or TRADER in position.surrendered:
        return None
    die = table.roll("shipping", "27.10", words="merchant shipping")
    row = position.setting.printed.sea_and_air.outcome(position.shipping, die)
    output = capacity.output(position, ENTENTE).get(TRADER, 0)
    cost = output - output // 2 if row.points == "half" else -int(row.points)
    if cost:
        position.expenses[TRADER] = position.expenses.get(TRADER, 0) + cost
    table.tell(
        f"Shipping at {position.shipping}: Great Britain loses {cost or 'no'} points",
        "27.10",
        "3.2-7c",
        kind="raiding",
    )
    morale.change(table, ENTENTE, row.morale, "strained shipping", "27.10")
    return None
