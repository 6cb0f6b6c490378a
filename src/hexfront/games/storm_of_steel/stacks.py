"""[23.0] Fog of war: what of a stack lies open to the enemy, and what lies under it.

Of an enemy stack the top counter is seen, and how many lie under it. On top is whoever has the widest zone of
control, of these the strongest, so that what is felt of a stack is also seen (SS-D96). A dummy may lie on top
instead; then nothing is known of the others but how many there are and what zone they have. Forts,
headquarters and irregulars lie open, and everything off the map.

A position as a side knows it has a counter of a middling corps for each that it does not see, mobile where
the stack has a zone and entrenched where it has none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

import msgspec

from hexfront.games.storm_of_steel.position import SteelPosition, Troops, Unit
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.vocabulary import UNKNOWN, UNKNOWN_ALPINE, other_side

NO_ZONE, ZONE, ALPINE_ZONE = range(3)


class Stack(msgspec.Struct, frozen=True):
    """[23.0] The counters of a side in a hex that can lie hidden: which of them are seen, and which not."""

    node: int
    seen: tuple[Unit, ...]
    hidden: tuple[Unit, ...]
    zone: int  # the widest of all
    shown_zone: int  # the widest of those that are seen

    @property
    def untold(self) -> bool:
        """Whether somebody who is not seen has a wider zone than all who are."""
        return self.zone > self.shown_zone


def can_hide(piece: Piece) -> bool:
    """[23.0] Whether a counter can lie hidden under others."""
    return piece.land and not piece.fort and not piece.headquarters and not piece.force


def zone_of(position: SteelPosition, unit: Unit) -> int:
    """[10.1] [37.0] How wide a zone of control a unit has."""
    piece = position.setting.pieces[unit.piece]
    if unit.entrenched or piece.partisan or not piece.strength or not piece.movement:
        return NO_ZONE
    return ALPINE_ZONE if piece.alpine and position.setting.option("alpine-units") else ZONE


def depth(position: SteelPosition, unit: Unit) -> tuple[int, int, str]:
    """SS-D96: the place of a unit in its stack, the top first."""
    return -zone_of(position, unit), -position.setting.pieces[unit.piece].strength, unit.name


def stack_at(position: SteelPosition, node: int, known: Collection[str] = ()) -> Stack | None:
    """[23.0] The stack in a hex as the enemy sees it, who knows some units anyway; None if he sees it all."""
    names = position.troops[node]
    if len(names) < 2 or position.setting.board.is_area(node):
        return None
    pieces, units, covers = position.setting.pieces, position.units, position.covers
    stack = [unit for name in names if can_hide(pieces[(unit := units[name]).piece])]
    if len(stack) < 2:
        return None
    seen = {unit.name for unit in stack if unit.name in covers} if covers else set()
    if not seen:
        printed = [(unit, pieces[unit.piece]) for unit in stack]
        real = [unit for unit, piece in printed if not piece.dummy and not piece.unknown]
        if real:
            seen.add(min(real, key=lambda unit: depth(position, unit)).name)
        elif all(piece.dummy for _, piece in printed):
            return None
    elif all(pieces[unit.piece].dummy for unit in stack):
        return None
    hidden = tuple([unit for unit in stack if unit.name not in seen and unit.name not in known])
    if not hidden:
        return None
    zones = {unit.name: zone_of(position, unit) for unit in stack}
    under = {unit.name for unit in hidden}
    open_ = tuple([unit for unit in stack if unit.name not in under])
    return Stack(
        node,
        open_,
        hidden,
        max(zones.values()),
        max([zones[unit.name] for unit in open_], default=NO_ZONE),
    )


def is_veiled(position: SteelPosition, node: int, known: Collection[str] = ()) -> bool:
    """[23.0] Whether the enemy does not see all of a stack: whether there is a `stack_at` a hex. Who lies
    where is looked at only if he knows others than those on top."""
    if known:
        return stack_at(position, node, known) is not None
    names = position.troops[node]
    if len(names) < 2 or position.setting.board.is_area(node):
        return False
    pieces, units, covers = position.setting.pieces, position.units, position.covers
    number = tops = 0
    real = False
    for name in names:
        piece = pieces[units[name].piece]
        if can_hide(piece):
            number += 1
            tops += name in covers
            real = real or not piece.dummy
    return real and number > max(tops, 1)


def on_the_move(position: SteelPosition, units: Sequence[Unit]) -> str:
    """[23.0] A group that goes, as all see it: the top counter, and how many are under it."""
    top, *others = sorted(units, key=lambda unit: depth(position, unit))
    name = position.piece(top).name
    return f"{name} and {len(others)} more" if others else name


def stacks(position: SteelPosition, side: str, known: Collection[str] = ()) -> Iterator[Stack]:
    """[23.0] The stacks of a side in which something lies hidden."""
    occupant = position.occupant
    shared = [node for node, names in position.troops.items() if len(names) > 1 and occupant[node] == side]
    for node in sorted(shared):
        if found := stack_at(position, node, known):
            yield found


def veiled(position: SteelPosition, side: str, known: frozenset[str] = frozenset()) -> frozenset[int]:
    """[23.0] The hexes with a stack of a side of which the enemy does not see all, who knows some units
    anyway; worked out again when troops of that side have moved or turned."""
    return position.of_troops(side).found(("veiled", known), _veiled, position, side, known)


def _veiled(position: SteelPosition, side: str, known: frozenset[str]) -> frozenset[int]:
    occupant = position.occupant
    return frozenset(
        node
        for node, names in position.troops.items()
        if len(names) > 1 and occupant[node] == side and is_veiled(position, node, known)
    )


def has_secrets(position: SteelPosition, side: str, *, facing: bool = False) -> bool:
    """[23.0] Whether a side has stacks, or stacks next to the enemy, of which the enemy does not see all.

    What these can do is not for him to know: so the side is asked even if they can do nothing.
    """
    enemy, around, occupant = other_side(side), position.setting.ground.around, position.occupant
    return any(
        len(names) > 1
        and occupant[node] == side
        and not (facing and all(occupant[other] != enemy for other in around[node]))
        and is_veiled(position, node)
        for node, names in position.troops.items()
    )


def known_to(position: SteelPosition, side: str) -> frozenset[str]:
    """[23.2] [23.3] The units of the other side that one sees besides the tops of stacks: those in a fight,
    and those its headquarters have found in this impulse."""
    return frozenset((*position.exposed, *position.spied.get(side, ())))


def hidden_at(position: SteelPosition, node: int, side: str) -> tuple[Unit, ...]:
    """[23.0] The enemy units in a hex that a side does not see."""
    if position.occupant[node] != other_side(side):
        return ()
    found = stack_at(position, node, known_to(position, side))
    return found.hidden if found else ()


def seen_at(position: SteelPosition, node: int, side: str) -> list[Unit]:
    """[23.0] The land units in a hex as a side sees them, with others in place of those it does not see."""
    units = position.troops_at(node)
    if position.occupant[node] != other_side(side):
        return units
    found = stack_at(position, node, known_to(position, side))
    if found is None:
        return units
    return [*(unit for unit in units if unit not in found.hidden), *strangers(position, found)]


def strangers(position: SteelPosition, stack: Stack) -> Iterator[Unit]:
    """[23.0] What stands for the hidden counters of a stack: of their zone nothing but what is felt."""
    side, label = position.occupant[stack.node], position.setting.board.label(stack.node)
    for number in range(1, len(stack.hidden) + 1):
        alpine = stack.zone == ALPINE_ZONE and stack.untold and number == 1
        yield _stranger(side, label, number, stack.node, alpine=alpine, entrenched=stack.zone == NO_ZONE)


@lru_cache(maxsize=1 << 14)
def _stranger(side: str, label: str, number: int, node: int, *, alpine: bool, entrenched: bool) -> Unit:
    piece = f"{UNKNOWN_ALPINE if alpine else UNKNOWN}-{side}"
    return Unit(f"{UNKNOWN}-{label}-{number}", piece, node, entrenched=entrenched)


def cover_cargo(position: SteelPosition, side: str, known: Collection[str]) -> None:
    """[23.0] [29.11] Let units of a side lie under their transports: the enemy sees that there is one."""
    for name, ship in sorted(position.aboard.items()):
        stranger = cargo_covered(position, name, side, known)
        if stranger is None:
            continue
        position.remove(name)
        del position.aboard[name]
        position.unseen.add(name)
        position.aboard[stranger.name] = ship
        position.put(stranger)
        if name in position.disembarking:
            position.disembarking.discard(name)
            position.disembarking.add(stranger.name)


def cargo_covered(position: SteelPosition, name: str, side: str, known: Collection[str]) -> Unit | None:
    """[23.0] [29.11] What the enemy sees in place of a unit of a side that is said to be aboard a ship; None
    if he sees the unit itself."""
    unit = position.units[name]
    piece = position.setting.pieces[unit.piece]
    if not position.is_cargo(name) or position.side_of(unit) != side or name in known:
        return None
    if not can_hide(piece) or piece.unknown:
        return None
    return Unit(f"{UNKNOWN}-{position.aboard[name]}", f"{UNKNOWN}-{side}", unit.at)


def cover(position: SteelPosition, side: str, known: Collection[str]) -> None:
    """[23.0] Let the stacks of a side be as the enemy sees them who knows some of its units."""
    found = list(stacks(position, side, known))
    pieces = position.setting.pieces
    for stack in found:
        position.unseen.update(unit.name for unit in stack.hidden if not pieces[unit.piece].unknown)
        position.take_places(stack.node, stack.hidden, [*strangers(position, stack)])
    cover_cargo(position, side, known)
    # Nothing may tell in what order hidden units came to where they are.
    position.units = dict(sorted(position.units.items()))
    position.troops = Troops(sorted(position.troops.items()))
    position.aboard = dict(sorted(position.aboard.items()))
    position.breaking -= position.unseen
    position.memo.clear()
