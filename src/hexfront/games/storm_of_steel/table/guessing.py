"""A guess at what lies hidden, for playing on from what one side knows.

Which units of the enemy are in play is known: the pools, the turn track and the dead pile lie open. So
whoever is not seen lies under some stack, and a guess deals all of them, dummies among them, to the counters
that are not seen, as the order of stacks and the zones that are felt allow [23.0].
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from hexfront.games.storm_of_steel import stacks
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import hand_selection, supposed_fleets
from hexfront.games.storm_of_steel.vocabulary import other_side


class Slot(msgspec.Struct, frozen=True):
    """A counter that is not seen, and what is known of it."""

    stranger: str
    node: int
    zone: int  # the widest that it may have
    bears: bool  # whether the zone that is felt is its own
    real: bool  # whether it cannot be a dummy
    top: Unit | None  # who lies on top of it
    ship: str = ""  # the transport it is aboard [29.11]


def supposed(position: SteelPosition, side: str, number: int) -> SteelPosition:
    """[4.3] [23.0] A position as a side knows it, with the enemy's hand and stacks filled in by lot."""
    twin = hand_selection.supposed(position, side, number)
    draw = random.Random(number)
    supposed_fleets.deal(twin, side, draw)
    supposed_fleets.guess(twin, side, draw)
    slots = list(_slots(twin, other_side(side)))
    dealt = _deal(twin, slots, sorted(twin.unseen), draw)
    for slot in slots:
        twin.remove(slot.stranger)
        twin.aboard.pop(slot.stranger, None)
    for slot, unit in dealt:
        if slot.ship:
            twin.aboard[unit.name] = slot.ship
            if slot.stranger in twin.disembarking:
                twin.disembarking.add(unit.name)
        twin.put(unit)
        twin.unseen.discard(unit.name)
    twin.disembarking.difference_update(slot.stranger for slot in slots)
    twin.memo.clear()
    return twin


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
        top = None if covered or not under else min(under, key=lambda unit: stacks.depth(position, unit))
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
    fitting = [
        {name: unit for name in order if (unit := _fitted(position, slot, name)) is not None}
        for slot in slots
    ]
    holder: dict[str, int] = {}
    for number in sorted(range(len(slots)), key=lambda number: (len(fitting[number]), number)):
        _seat(number, fitting, holder, set())
    return [(slots[number], fitting[number][name]) for name, number in sorted(holder.items())]


def _seat(
    number: int, fitting: Sequence[Mapping[str, Unit]], holder: dict[str, int], tried: set[str]
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


def _fitted(position: SteelPosition, slot: Slot, name: str) -> Unit | None:
    """[23.0] A unit as it could lie in a stack: mobile if its zone would be felt anyway, else entrenched;
    None if it could not."""
    piece = position.setting.pieces[name]
    if piece.dummy and slot.real:
        return None
    mobile = Unit(name, name, slot.node)
    if slot.ship:
        return mobile if piece.land and piece.movement else None
    zone = stacks.zone_of(position, mobile)
    if slot.bears:
        return mobile if zone == slot.zone else None
    if zone <= slot.zone and _lies_under(position, mobile, slot.top):
        return mobile
    dug_in = Unit(name, name, slot.node, entrenched=True)
    can = piece.entrenched is not None and _lies_under(position, dug_in, slot.top)
    return dug_in if can else None


def _lies_under(position: SteelPosition, unit: Unit, top: Unit | None) -> bool:
    return top is None or stacks.depth(position, top) < stacks.depth(position, unit)
