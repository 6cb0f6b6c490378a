"""A guess at what lies hidden, for playing on from what one side knows.

Which units of the enemy are in play is known: the pools, the turn track and the dead pile lie open. So
whoever is not seen lies under some stack, and a guess deals all of them, dummies among them, to the counters
that are not seen, as the order of stacks and the zones that are felt allow [23.0].
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from hexfront.games.storm_of_steel import stacks
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.rules import hand_selection, supposed_fleets
from hexfront.games.storm_of_steel.vocabulary import other_side

NOWHERE = -1  # where somebody is thought of who has no place yet

Depth = tuple[int, int, str]  # as in `stacks.depth`


class Lot(NamedTuple):
    """[23.0] A unit that must be somewhere, and how it would lie in a stack on either of its faces."""

    name: str
    piece: Piece
    zone: int  # mobile; entrenched it has none
    mobile: Depth
    dug_in: Depth


class Slot(msgspec.Struct, frozen=True):
    """A counter that is not seen, and what is known of it."""

    stranger: str
    node: int
    zone: int  # the widest that it may have
    bears: bool  # whether the zone that is felt is its own
    real: bool  # whether it cannot be a dummy
    top: Depth | None  # how whoever lies on top of it lies there
    ship: str = ""  # the transport it is aboard [29.11]


def supposed(position: SteelPosition, side: str, number: int) -> SteelPosition:
    """[4.3] [23.0] A position as a side knows it, with the enemy's hand and stacks filled in by lot."""
    twin = hand_selection.supposed(position, side, number)
    draw = random.Random(number)
    supposed_fleets.deal(twin, side, draw)
    supposed_fleets.guess(twin, side, draw)
    slots = list(_slots(twin, other_side(side)))
    dealt = _deal(twin, slots, sorted(twin.unseen), draw)
    _take_off(twin, slots)
    _put_down(twin, slots, dealt)
    twin.unseen.difference_update(unit.name for _, unit in dealt)
    twin.disembarking.difference_update(slot.stranger for slot in slots)
    twin.units = dict(sorted(twin.units.items()))
    twin.memo.clear()
    return twin


def _take_off(position: SteelPosition, slots: Sequence[Slot]) -> None:
    """[29.11] Take the counters that are not seen off their transports."""
    for slot in slots:
        if slot.ship:
            position.remove(slot.stranger)
            position.aboard.pop(slot.stranger, None)


def _put_down(position: SteelPosition, slots: Sequence[Slot], dealt: Sequence[tuple[Slot, Unit]]) -> None:
    """[23.0] [29.11] Those who were dealt take the places of the counters that are not seen, hex by hex, or
    aboard ships."""
    gone: dict[int, list[Unit]] = {}
    come: dict[int, list[Unit]] = {}
    for slot in slots:
        if not slot.ship:
            gone.setdefault(slot.node, []).append(position.units[slot.stranger])
    for slot, unit in dealt:
        if not slot.ship:
            come.setdefault(slot.node, []).append(unit)
            continue
        position.aboard[unit.name] = slot.ship
        if slot.stranger in position.disembarking:
            position.disembarking.add(unit.name)
        position.put(unit)
    for node, strangers in gone.items():
        position.take_places(node, strangers, come.get(node, ()))


def _slots(position: SteelPosition, side: str) -> Iterator[Slot]:
    pieces = position.setting.pieces
    for name, ship in sorted(position.aboard.items()):
        if pieces[position.units[name].piece].unknown and position.side_of(position.units[name]) == side:
            yield Slot(name, position.units[name].at, stacks.NO_ZONE, False, True, None, ship)
    for node in sorted(position.troops):
        strangers = [unit for unit in position.troops_at(node) if pieces[unit.piece].unknown]
        if not strangers or position.occupant[node] != side:
            continue
        others = [unit for unit in position.troops_at(node) if not pieces[unit.piece].unknown]
        under = [
            unit for unit in others if stacks.can_hide(pieces[unit.piece]) and not pieces[unit.piece].dummy
        ]
        covered = any(unit.name in position.covers for unit in others)
        top = None if covered or not under else min(stacks.depth(position, unit) for unit in under)
        zone = max(stacks.zone_of(position, unit) for unit in (*strangers, *under))
        felt = max((stacks.zone_of(position, unit) for unit in under), default=stacks.NO_ZONE)
        for at, stranger in enumerate(strangers):
            bears = zone > felt and at == 0
            yield Slot(stranger.name, node, zone, bears, bears or (not under and at == 0), top)


def _deal(
    position: SteelPosition, slots: Sequence[Slot], names: Sequence[str], draw: random.Random
) -> list[tuple[Slot, Unit]]:
    """Each counter that is not seen gets one of those who must be somewhere; the narrowest first, and whoever
    was dealt before makes way if he can go elsewhere."""
    order = list(names)
    draw.shuffle(order)
    lots = [_lot(position, name) for name in order]
    fitting = [
        {lot.name: dug_in for lot in lots if (dug_in := _fitted(slot, lot)) is not None} for slot in slots
    ]
    holder: dict[str, int] = {}
    for number in sorted(range(len(slots)), key=lambda number: (len(fitting[number]), number)):
        _seat(number, fitting, holder, set())
    return [
        (slots[number], Unit(name, name, slots[number].node, entrenched=fitting[number][name]))
        for name, number in sorted(holder.items())
    ]


def _seat(
    number: int, fitting: Sequence[Mapping[str, bool]], holder: dict[str, int], tried: set[str]
) -> bool:
    """Find somebody for a counter, moving others on if need be."""
    for name in fitting[number]:
        if name not in holder:
            holder[name] = number
            return True
    for name in fitting[number]:
        if name not in tried:
            tried.add(name)
            if _seat(holder[name], fitting, holder, tried):
                holder[name] = number
                return True
    return False


def _lot(position: SteelPosition, name: str) -> Lot:
    mobile, dug_in = Unit(name, name, NOWHERE), Unit(name, name, NOWHERE, entrenched=True)
    return Lot(
        name,
        position.setting.pieces[name],
        stacks.zone_of(position, mobile),
        stacks.depth(position, mobile),
        stacks.depth(position, dug_in),
    )


def _fitted(slot: Slot, lot: Lot) -> bool | None:
    """[23.0] How a unit could lie in a stack: mobile if its zone would be felt anyway, else entrenched; None
    if it could not."""
    piece = lot.piece
    if piece.dummy and slot.real:
        return None
    if slot.ship:
        return False if piece.land and piece.movement else None
    if slot.bears:
        return False if lot.zone == slot.zone else None
    if lot.zone <= slot.zone and (slot.top is None or slot.top < lot.mobile):
        return False
    if piece.entrenched is not None and (slot.top is None or slot.top < lot.dug_in):
        return True
    return None
