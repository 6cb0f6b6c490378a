"""[27.0] Commerce raiding and merchant shipping: the steps of the Mobilization Phase that chapter 27 fills.

How raiders come to the Commerce Raiding Zone is told in `missions`, and how convoys do in `convoys`.
"""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import Sinking, Squadron
from hexfront.games.storm_of_steel.orders import Lose, Raid
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import capacity, fleets, losses, morale, sorties
from hexfront.games.storm_of_steel.rules.convoys import CONVOYS, in_zone
from hexfront.games.storm_of_steel.rules.hand_selection import SUBMARINES_OUT
from hexfront.games.storm_of_steel.rules.naval_losses import SINKING
from hexfront.games.storm_of_steel.sea_orders import Dismiss, Muster
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, RAIDING_ZONE, SIDE_NAMES
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import PASS, Action, Ask, Procedure, Table

RAIDER = "raider"
PAYER = "germany"  # of the raiders' supplies
TRADER = "great-britain"
LEAST_SHIPPING = 1  # [27.1]


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
    while True:
        order = yield _ask(position, taking_part(position))
        match order:
            case Muster(unit):
                position.fleets[CENTRAL_POWERS] = (*taking_part(position), unit)
            case Dismiss(unit):
                kept = [name for name in taking_part(position) if name != unit]
                position.fleets[CENTRAL_POWERS] = tuple(kept)
            case _:
                break
    if isinstance(order, Raid):
        yield from _attack(table)
    position.fleets = {}
    return None


def taking_part(position: SteelPosition) -> tuple[str, ...]:
    """[27.3] The raiders that attack: all in the zone, but for those that are held back."""
    chosen = position.fleets.get(CENTRAL_POWERS)
    if chosen is not None:
        return chosen
    return tuple(unit.name for unit in in_zone(position, CENTRAL_POWERS))


def _ask(position: SteelPosition, chosen: tuple[str, ...]) -> Ask:
    """[27.3] Some, none or all raiders attack."""
    names = [unit.name for unit in in_zone(position, CENTRAL_POWERS)]
    more: list[Action] = [Muster(name) for name in names if name not in chosen]
    fewer: list[Action] = [Dismiss(name) for name in chosen] if len(chosen) > 1 else []
    return Ask(
        CENTRAL_POWERS,
        "raid",
        "Attack shipping with the raiders in the zone, or pass",
        "27.3",
        [Raid(), PASS, *fewer, *more],
        Squadron(sorties.RAIDING, RAIDING_ZONE, chosen, len(names)),
        station=True,
    )


def strength(position: SteelPosition, note: Note = unexplained) -> int:
    """[27.3] [27.7] The combat strength of the raiders that attack less the contact ratings of convoys, which
    are always in supply [31.51]."""
    ships = position.setting.printed.counters.ships
    total = sum(
        note("27.3", (ship := fleets.ship_of(position, name)).name, ship.combat)
        for name in taking_part(position)
    )
    if CONVOYS not in position.developed:
        return total
    return total - sum(
        note("27.7", position.piece(unit).name, ships[unit.piece].contact)
        for unit in in_zone(position, ENTENTE)
    )


def _attack(table: Table[SteelPosition]) -> Procedure:
    """[27.3] [27.4] [27.5] [27.7] A die on the raiding table: shipping lost, twice as much in unrestricted
    submarine warfare by submarines and cruisers alike, and counters."""
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
    there = [unit.name for unit in in_zone(position, ENTENTE)] if kind == "ESC" else taking_part(position)
    found = [
        name
        for name in there
        if name in position.units and (kind == RAIDER or fleets.ship_of(position, name).kind == kind)
    ]
    if not found:
        return None
    order = yield Ask(
        side,
        SINKING,
        f"Which ship do the {SIDE_NAMES[side]} lose?",
        "27.7",
        [Lose(name) for name in found],
        Sinking(RAIDING_ZONE, tuple(found), 1),
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
